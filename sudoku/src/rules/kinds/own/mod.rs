//! The setter's own rules, and rules made of rules.

pub mod automaton;
pub mod either;
pub mod require;
