//! Rules with constraints written by the setter, and combinations of rules.

pub mod automaton;
pub mod either;
pub mod require;
