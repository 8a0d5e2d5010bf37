//! Invalid constraints: errors that name the line, the constraint and its variables, and give a hint.

mod functions;
mod lints;
mod lists;
