//! The description of a rule: names, syntax, help, and functions that check, evaluate, declare and draw its clues.

use std::fmt;

use super::clue::{Clue, Fault};
use super::draft::Draft;
use super::fpuzzles::Key;
use super::mark::Mark;
use super::scene::Scene;
use crate::grid::Grid;

/// A rule that puzzles can state.
///
/// ```
/// let thermo = sudoku::rules::find("Thermometer").unwrap();
/// assert_eq!(thermo.name, "thermo");
/// assert!(thermo.help.contains("bulb"));
/// ```
pub struct Kind {
    /// The usual name.
    pub name: &'static str,
    /// Alternative names.
    pub also: &'static [&'static str],
    /// The group under which the rule is listed.
    pub group: Group,
    /// The syntax of a line: `killer [SUM]: CELLS`.
    pub usage: &'static str,
    /// The meaning, in a sentence or two.
    pub help: &'static str,
    /// An example for a 9×9 grid, of one line or several.
    pub example: &'static str,
    /// The parameters between the name and the colon.
    pub takes: Takes,
    /// The cells after the colon.
    pub lists: Lists,
    /// Whether the rule is excluded from alternatives (`either`), because it exempts cells that other clues name, has
    /// variables of its own, or has alternatives itself.
    pub alone: bool,
    /// Whether it makes the regions of the grid unknown: each cell then has the label of its region beside the grid, and
    /// the number of a clue is the size of a region.
    pub makes_labels: bool,
    /// Checks a clue whose form is right for this rule.
    pub fault: fn(&Clue, &Grid) -> Result<(), Fault>,
    /// Evaluates the rule: whether the numbers of all cells satisfy a clue.
    pub holds: fn(&Clue, &Scene<'_>, &[i32]) -> bool,
    /// Declares the constraints of a clue.
    pub declare: fn(&Clue, &mut Draft<'_>),
    /// A declaration once for all clues of the kind, after those of all clues, if there is one.
    pub finish: Option<fn(&mut Draft<'_>)>,
    /// Draws a clue as it is usual for this rule.
    pub marks: fn(&Clue, &Scene<'_>) -> Vec<Mark>,
    /// The keys of f-puzzles documents that hold a clue; none if they cannot.
    pub fpuzzles: &'static [Key],
}

/// The parameters of a rule: the words between its name and the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A number, or nothing.
    MaybeNumber,
    /// A number.
    Number,
    /// Numbers, with the least and the greatest count.
    Numbers(usize, usize),
    /// At least one value of cells, as symbols or numbers.
    Values,
    /// At least one of these words.
    Words(&'static [&'static str]),
    /// Text in quotes.
    Text,
    /// Words and numbers in any order; the rule checks them itself.
    Anything,
}

/// The syntax after the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lists {
    /// Nothing: the rule applies to the whole grid.
    None,
    /// Nothing, or one list of the cells to which the rule applies.
    Optional,
    /// A list of cells, with its least and its greatest length. Several lists with commas between are separate clues.
    Each(usize, usize),
    /// Lists joined by `=`, with the least and the greatest number of lists. Several such groups with commas between
    /// are separate clues.
    Joined(usize, usize),
    /// A row or column and the side from which it is seen: `top 3`, `left 2`, `row 1`. Or a side, with a number for
    /// each row or column.
    Seen,
    /// Other rules, combined with `&` and `|`: see [`Detail`](super::clue::Detail).
    Alternatives,
    /// A formula.
    Formula,
    /// A formula with names, and the cells that the names stand for.
    Template,
}

/// The subject of a rule, by which rules are listed.
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
    /// Formulas, automata and alternatives that setters write themselves.
    Own,
}

impl Group {
    /// All groups, in the order of lists.
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

    /// The heading of the group in lists.
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
    /// A rule without a name that every grid satisfies, to be completed: `Kind { name: "…", ..Kind::BLANK }`.
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
        makes_labels: false,
        fault: |_, _| Ok(()),
        holds: |_, _, _| true,
        declare: |_, _| {},
        finish: None,
        marks: |clue, _| vec![Mark::Note(clue.kind.help.into())],
        fpuzzles: &[],
    };

    /// All names: the usual one, then the alternatives.
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
