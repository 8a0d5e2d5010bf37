//! Rules that a setter says in a formula: `r1c1 + r1c2 == 2 * r2c1 or all-different{row 3}`.
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
//! Cells count as the numbers people see. A division by 0 has no value; a comparison with it does not hold (so its
//! `not` does), and no cell counts as equal to it. Words ignore case. A formula ends with its line; as one of several
//! alternatives also at `|` or `&`, which are no signs of formulas.
//!
//! ```text
//!   text ──parse, operators, numbers──► Formula (tree) ──evaluate──► whether it holds: the meaning
//!                              │    └──────── show ─────► text again
//!                              └── declare ─► csp::Condition: the model, by the same meaning
//! ```
//!
//! [`extent`] keeps every number in a formula so small that neither of the two can overflow.

mod declare;
mod each;
mod evaluate;
mod extent;
mod numbers;
mod operators;
mod parse;
mod show;
mod tree;

#[cfg(test)]
mod tests;

pub(crate) use each::Each;
pub(crate) use parse::{Context, Until};
pub(crate) use tree::Formula;
