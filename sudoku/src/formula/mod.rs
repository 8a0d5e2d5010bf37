//! Rules that the setter writes as formulas: `r1c1 + r1c2 == 2 * r2c1 or all-different{row 3}`.
//!
//! ```text
//! formula    = implication
//! implication = either {"implies" either}        a implies b implies c: a implies (b implies c)
//! either     = both {"or" both}
//! both       = denial {"and" denial}
//! denial     = "not" denial | comparison          not a == b: not (a == b)
//! comparison = sum {("==" | "=" | "!=" | "<" | "<=" | ">" | ">=") sum}    a < b < c: a < b and b < c
//! sum        = product {("+" | "-") product}
//! product    = sign {("*" | "/" | "%") sign}      integers; / rounds towards 0, % leaves what / leaves
//! sign       = "-" sign | "(" formula ")" | number | 'symbol' | cell | name | function
//! function   = "abs(" sum ")" | ("min" | "max") "(" sum {"," sum} ")"
//!            | ("sum" | "distinct" | "min" | "max" | "all-different") "{" list "}" | "count{" list "," sum "}"
//! each       = span NAME {NAME} ":" formula
//! span       = "adjacent" | "knight" | "king" | "window" HxW | "along" list | "pairs" list
//! ```
//!
//! The number of a cell is the printed one. A division by 0 has no value: a comparison with it is false (so that its
//! `not` is true), and no cell equals it. Case does not matter. A formula ends with its line. As one of several
//! alternatives, it also ends at `|` or `&`, which formulas do not contain.
//!
//! ```text
//!   text ──parse, operators, numbers──► Formula (tree) ──evaluate──► true or false: the meaning
//!                              │    └──────── show ─────► text again
//!                              └── declare ─► csp::Condition: the model, with the same meaning
//! ```
//!
//! [`extent`] bounds every number in a formula, so that neither evaluation nor the model can overflow.

mod declare;
mod each;
mod evaluate;
mod extent;
mod numbers;
mod operand;
mod operators;
mod parse;
mod show;
mod tree;

#[cfg(test)]
mod tests;

pub(crate) use each::{Each, Span};
pub(crate) use parse::{Context, Until};
pub(crate) use tree::Formula;
