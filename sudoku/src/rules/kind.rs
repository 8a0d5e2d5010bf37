//! What there is to know about a rule, but for where a puzzle applies it.

use std::fmt;

use super::clue::{Clue, Fault};
use super::draft::Draft;
use super::scene::Scene;
use crate::grid::Grid;
use crate::print::Mark;

/// A rule that puzzles can state.
///
/// ```
/// let thermo = sudoku::rules::find("Thermometer").unwrap();
/// assert_eq!(thermo.name, "thermo");
/// assert!(thermo.help.contains("bulb"));
/// ```
pub struct Kind {
    /// As people write it.
    pub name: &'static str,
    /// Other names that are understood.
    pub also: &'static [&'static str],
    /// Where it stands in lists.
    pub group: Group,
    /// The form of a line: `killer [SUM]: CELLS`.
    pub usage: &'static str,
    /// What it means, in a sentence or two.
    pub help: &'static str,
    /// A line, or several, for a 9×9 grid.
    pub example: &'static str,
    /// What stands between its name and the colon.
    pub takes: Takes,
    /// What stands after the colon.
    pub lists: Lists,
    /// Whether it cannot be one of several alternatives: it exempts cells that other clues speak of, has numbers of
    /// its own, or has alternatives itself.
    pub alone: bool,
    /// What is wrong with a clue whose form is right, if anything.
    pub fault: fn(&Clue, &Grid) -> Result<(), Fault>,
    /// The meaning: whether the numbers of all cells keep it.
    pub holds: fn(&Clue, &Scene<'_>, &[i32]) -> bool,
    /// The same, said to the engine.
    pub declare: fn(&Clue, &mut Draft<'_>),
    /// How solvers draw it.
    pub marks: fn(&Clue, &Scene<'_>) -> Vec<Mark>,
}

/// What stands between a rule's name and the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A number, or nothing.
    MaybeNumber,
    /// A number.
    Number,
    /// So many numbers, at least and at most.
    Numbers(usize, usize),
    /// Values of cells, at least one: symbols or numbers.
    Values,
    /// Some of these words, at least one.
    Words(&'static [&'static str]),
    /// Text in quotes.
    Text,
    /// Words and numbers: the rule looks for itself.
    Anything,
}

/// What stands after the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lists {
    /// Nothing: the rule is for the whole grid.
    None,
    /// Nothing, or one list and the rule is for these cells.
    Optional,
    /// A list of so many cells; with commas between several, each is a clue of its own.
    Each(usize, usize),
    /// So many lists with `=` between; with commas between several such, each is a clue of its own.
    Joined(usize, usize),
    /// A row or column as seen from a side: `top 3`, `left 2`, `row 1`; or a side, and a number for each place.
    Seen,
    /// Other rules, with `&` and `|` between: see [`Detail`](super::clue::Detail).
    Alternatives,
    /// A formula.
    Formula,
    /// A formula with names, and the cells that they stand for.
    Template,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The whole grid.
    Grid,
    /// Single cells.
    Cells,
    /// Two cells.
    Pairs,
    /// Lines of cells, in order.
    Lines,
    /// Cages and sets of cells.
    Cages,
    /// Rows and columns seen from outside.
    Outside,
    /// Unknown regions.
    Regions,
    /// Whatever the setter says.
    Own,
}

impl Group {
    /// All, in the order of lists.
    pub const ALL: [Group; 8] = [
        Group::Grid,
        Group::Cells,
        Group::Pairs,
        Group::Lines,
        Group::Cages,
        Group::Outside,
        Group::Regions,
        Group::Own,
    ];

    /// A heading.
    pub fn title(self) -> &'static str {
        match self {
            Group::Grid => "Whole grid",
            Group::Cells => "Cells",
            Group::Pairs => "Pairs of cells",
            Group::Lines => "Lines",
            Group::Cages => "Cages and sets",
            Group::Outside => "Outside clues",
            Group::Regions => "Unknown regions",
            Group::Own => "Your own",
        }
    }
}

impl Kind {
    /// Nothing in particular, to be completed: `Kind { name: "…", ..Kind::BLANK }`.
    pub const BLANK: Kind = Kind {
        name: "",
        also: &[],
        group: Group::Grid,
        usage: "",
        help: "",
        example: "",
        takes: Takes::Nothing,
        lists: Lists::None,
        alone: false,
        fault: |_, _| Ok(()),
        holds: |_, _, _| true,
        declare: |_, _| {},
        marks: |clue, _| vec![Mark::Note(clue.kind.help.into())],
    };

    /// Its name, and the others.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.also.iter().copied())
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({})", self.name)
    }
}
