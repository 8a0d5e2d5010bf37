//! Constraints that cannot be meant: an error that names the line, the constraint and its variables, and says what
//! to do instead.

mod functions;
mod lints;
mod lists;
