//! Mistakes in constraints: errors that name the line, the constraint and its variables, and give a hint; lints for what
//! is valid and never holds.

mod functions;
mod lints;
mod lists;
