//! Kinds of puzzles, as data: what their addresses tell, their rules, and how the rules become constraints.

use crate::address::Part;
use crate::draft::Draft;

/// A kind of puzzle. Each is a file in `kinds`, and a line in its table.
#[derive(Debug)]
pub struct Kind {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Other names in addresses.
    pub also: &'static [&'static str],
    /// The parts of its addresses.
    pub parts: &'static [Part],
    /// Variants that addresses name by a letter, each with what it changes.
    pub flags: &'static [(char, &'static str)],
    /// Declares the variables of a puzzle and posts the rules.
    pub declare: fn(&mut Draft<'_>),
}

impl Kind {
    /// What most kinds do not have.
    pub const BLANK: Kind = Kind { id: "", name: "", also: &[], parts: &[], flags: &[], declare: |_| {} };

    /// Returns what a variant changes; `None` if the kind has none of this letter.
    pub fn flag(&self, flag: char) -> Option<&'static str> {
        self.flags.iter().find(|(known, _)| *known == flag).map(|(_, what)| *what)
    }
}

/// A rule of a kind.
#[derive(Debug)]
pub struct Rule {
    /// Its name in outputs.
    pub code: &'static str,
    /// The rule as a sentence.
    pub says: &'static str,
}

/// Shorthand for a rule.
pub const fn rule(code: &'static str, says: &'static str) -> Rule {
    Rule { code, says }
}
