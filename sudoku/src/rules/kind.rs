//! The description of a rule: names, syntax, help, and functions that check, evaluate, declare and draw its clues.

use std::fmt;

use super::clue::{Clue, Fault};
use super::draft::Draft;
use super::drawing::Drawing;
use super::fpuzzles::{Form, Key};
use super::mark::Mark;
use super::random::Random;
use super::scene::Scene;
use crate::grid::{Grid, Shape};

/// Declares `Kind`: a private field, a reader and a setter for each property, and fields for this crate's own rules.
macro_rules! properties {
    (
        $($(#[$doc:meta])* $name:ident, $with:ident: $type:ty = $default:expr;)*
        => own: $($(#[$own_doc:meta])* $own:ident: $own_type:ty = $own_default:expr;)*
    ) => {
        /// A rule that puzzles can state. Each property has a reader of its name, and a setter that begins with `with_`.
        ///
        /// ```
        /// let thermo = sudoku::rules::find("Thermometer").unwrap();
        /// assert_eq!(thermo.name(), "thermo");
        /// assert!(thermo.help().contains("bulb"));
        /// ```
        pub struct Kind {
            $($(#[$doc])* pub(crate) $name: $type,)*
            $($(#[$own_doc])* pub(crate) $own: $own_type,)*
        }

        impl Kind {
            /// A rule without a name that every grid satisfies, to be completed: `Kind { name: "…", ..Kind::BLANK }`.
            pub(crate) const BLANK: Kind = Kind { $($name: $default,)* $($own: $own_default,)* };

            $(
                $(#[$doc])*
                pub const fn $name(&self) -> $type {
                    self.$name
                }

                #[doc = concat!("Sets [`", stringify!($name), "`](Kind::", stringify!($name), ").")]
                #[must_use]
                pub const fn $with(mut self, $name: $type) -> Kind {
                    self.$name = $name;
                    self
                }
            )*
        }
    };
}

properties! {
    /// The usual name.
    name, with_name: &'static str = "";
    /// Alternative names.
    also, with_also: &'static [&'static str] = &[];
    /// Names that the rule shares with others (`kropki` is white and black dots), or that say less than its own.
    shares, with_shares: &'static [&'static str] = &[];
    /// The group under which the rule is listed.
    group, with_group: Group = Group::Grid;
    /// The syntax of a line: `killer [SUM]: CELLS`.
    usage, with_usage: &'static str = "";
    /// The meaning, in a sentence or two.
    help, with_help: &'static str = "";
    /// The name for players, if it is another than the usual name.
    label, with_label: &'static str = "";
    /// The rule as a setter tells it to players: short sentences without code names and without cases that nobody sets.
    ///
    /// `{number}` is the number of the clue, or the usual one; `{params}` all its numbers; `{text}` its text after the
    /// name of the rule; `{word}`, `{least}` and `{greatest}` are as in [`says`](Kind::says).
    sentence, with_sentence: &'static str = "";
    /// The sentence for clues without a number, if it differs.
    sentence_without_number, with_sentence_without_number: &'static str = "";
    /// An example for a 9×9 grid, of one line or several.
    example, with_example: &'static str = "";
    /// The parameters between the name and the colon.
    params, with_params: ParamSyntax = ParamSyntax::Nothing;
    /// The cells after the colon.
    lists, with_lists: ListSyntax = ListSyntax::None;
    /// Whether the rule is excluded from alternatives (`either`), because it exempts cells that other clues name, has
    /// variables of its own, or has alternatives itself.
    alone, with_alone: bool = false;
    /// Whether the rule makes the regions of the grid unknown: each cell then has the label of its region beside the
    /// grid, and the number of a clue is the size of a region.
    makes_labels, with_makes_labels: bool = false;
    /// The check of a clue whose form is right for this rule.
    fault, with_fault: fn(&Clue, &Grid) -> Result<(), Fault> = |_, _| Ok(());
    /// The meaning of the rule: whether the numbers of all cells satisfy a clue.
    holds, with_holds: fn(&Clue, &Scene<'_>, &[i32]) -> bool = |_, _, _| true;
    /// The declaration of a clue's constraints.
    declare, with_declare: fn(&Clue, &mut Draft<'_>) = |_, _| {};
    /// A declaration once for all clues of the kind, after those of all clues, if there is one.
    finish, with_finish: Option<fn(&mut Draft<'_>)> = None;
    /// The drawing of a clue, as it is usual for this rule.
    marks, with_marks: fn(&Clue, &Scene<'_>) -> Vec<Mark> = |_, _| Vec::new();
    /// The name of a clue in steps; without one a clue is named by its rule and its cells.
    ///
    /// `{#}` is the number of the clue after a space, if it has one; `{number}` the number; `{params}` all its numbers,
    /// `{pairs}` as counts of values; `{cells}` its cells; `{from}` and `{to}` the first and the last of them, `{inner}`
    /// those between, and `{counted}` the one at the place of the number; `{a}` and `{b}` its lists; `{lists}` all lists,
    /// `{rows}` and `{columns}` those in which its cells are; `{equal sums}` as sums that are equal; `{weighted}` its cells, each multiplied by a number; `{text}` the beginning of
    /// its text after the rule, `{full text}` all of it; `{differing}` adds which of
    /// its cells differ, and in which houses.
    noun, with_noun: &'static str = "";
    /// The statement of a clue in steps, as a sentence without a full stop. It has the same parts as the name, and
    /// `{scope}`: all cells that the clue is about. `{least}` and `{greatest}` are the ends of the values, or those that the
    /// clue names.
    says, with_says: &'static str = "";
    /// The statement of a clue without a number, if it differs.
    says_without_number, with_says_without_number: &'static str = "";
    /// The statement of a clue about one cell, if it differs.
    says_of_one, with_says_of_one: &'static str = "";
    /// What would be wrong with values that a clue excludes, in steps, where the values that they would need of other
    /// cells say little: `the sum could not be {number}`. It has the same parts as the statement.
    unmet, with_unmet: &'static str = "";
    /// What would be counted with values that a clue outside the grid excludes: `the sum would be {amount}`. It has the same
    /// parts as the statement.
    measured, with_measured: &'static str = "";
    /// Why the clue alone excludes its number from its cells, in steps. It has the same parts as the statement.
    excludes_its_number, with_excludes_its_number: &'static str = "";
    /// The keys of f-puzzles documents that hold a clue; none if they cannot.
    fpuzzles, with_fpuzzles: &'static [Key] = &[];
    => own:
    /// A part of statements that no other part gives, `{word}`: what a number is in a grid, the name of an operation.
    word: fn(&Clue, &[u16], &Grid) -> String = |_, _, _| String::new();
    /// The sets of cells that `{lists}` and `{equal sums}` are in statements.
    pieces: fn(&Clue, &Grid) -> Vec<Vec<u16>> = |clue, _| clue.lists.clone();
    /// What a clue says of its values by itself, beyond its statement.
    by_itself: fn(&Clue, &Grid) -> String = |_, _| String::new();
    /// The cell to which a cell of a clue points with a number, and the number that it then has.
    points: fn(&Clue, &Grid, u16, i32) -> Option<(u16, i32)> = |_, _, _, _| None;
    /// The number that clues without one mean, if the rule has one.
    usual_number: Option<i32> = None;
    /// Cells with numbers by which they are multiplied, if the clue says that the sum of these is 0.
    balance: fn(&Clue) -> Vec<(i64, u16)> = |_| Vec::new();
    /// What a clue outside the grid counts along its line, if a beginning of the line determines it.
    measure: fn(&Clue, &[i32], &Shape) -> Option<i64> = |_, _, _| None;
    /// The places of such a beginning whose numbers count.
    counted: fn(&Clue, &[i32], &Shape) -> Vec<usize> = |_, _, _| Vec::new();
    /// The places that decide what a clue says of the others, as the ends of a sandwich, whose beginning is given, or those
    /// of a between line: ways to satisfy the clue are told by these.
    deciding: fn(&Clue, &[i32], &Shape) -> Vec<usize> = |_, _, _| Vec::new();
    /// Whether the clue says how many numbers count, and not their sum.
    is_how_many: bool = false;
    /// The numbers that a clue has in the place of the least and the greatest value, if it names them.
    ends: fn(&Clue) -> Option<[i32; 2]> = |_| None;
    /// The form of clues that are drawn at random; `None` if they cannot be.
    random: Option<Random> = None;
    /// The drawing of a clue in links to SudokuPad.
    #[cfg_attr(not(feature = "links"), expect(dead_code, reason = "links alone are drawn so"))]
    drawing: Drawing = Drawing::None;
}

/// The syntax of the parameters: the words between the name of a rule and the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamSyntax {
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

/// The syntax of what follows the colon, mostly lists of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListSyntax {
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
    /// A rule of a name that every grid satisfies, to be completed by setters.
    pub const fn new(name: &'static str) -> Kind {
        Kind::BLANK.with_name(name)
    }

    /// The name of a clue of this rule, without its place: `renban line`.
    pub fn title(&self) -> String {
        // The noun tells the place and the numbers of a clue after these; the title ends before them.
        const ENDS: [&str; 7] = ["{", " at ", " from ", " between ", " in ", " of ", "“"];
        let noun = self.noun().strip_prefix("the ").unwrap_or_default();
        let end = ENDS.iter().filter_map(|end| noun.find(end)).min().unwrap_or(noun.len());
        match noun[..end].trim() {
            "" => self.name().replace('-', " "),
            named => named.to_owned(),
        }
    }

    /// The name for players: `German whispers`.
    pub fn named(&self) -> String {
        match self.label {
            "" => {
                let mut name = self.name.replace('-', " ");
                if let Some(first) = name.get_mut(..1) {
                    first.make_ascii_uppercase();
                }
                name
            }
            label => label.to_owned(),
        }
    }

    /// Whether each cell of a clue has a mark that stands for itself, so that documents hold the marks one by one.
    pub(crate) fn marks_cells(&self) -> bool {
        self.fpuzzles.iter().any(|key| key.form == Form::Cell)
    }

    /// All names: the usual one, then the alternatives.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.also.iter().copied())
    }
}

/// Kinds are constants, and each has a name of its own.
impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.name == other.name
    }
}

impl Eq for Kind {}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({})", self.name)
    }
}
