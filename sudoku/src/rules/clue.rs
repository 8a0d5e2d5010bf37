//! A rule as a puzzle states it.

use std::fmt;

use super::kind::Kind;
use super::scene::Scene;
use crate::formula::{Context, Each, Formula};
use crate::grid::Grid;
use crate::symbols::Symbols;

/// A rule, what it says, and the cells it is about.
#[derive(Clone, Debug)]
pub struct Clue {
    /// Which rule.
    pub kind: &'static Kind,
    /// What stands before the colon.
    pub params: Vec<Param>,
    /// Its cells: a list, or several. Cells seen from outside are in the order of sight.
    pub lists: Vec<Vec<u16>>,
    /// What no list can say.
    pub detail: Detail,
    /// The grid it is for, by its place among several; `None` for all.
    pub part: Option<u16>,
    /// Line and column, from 1.
    pub place: (u64, u32),
}

/// What a few rules say beside parameters and lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Detail {
    /// Nothing.
    #[default]
    None,
    /// Alternatives, each some clues that hold together.
    Either(Vec<Vec<Clue>>),
    /// A formula, or one for many places.
    Said(Own),
}

/// What a setter says in a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Own(pub(crate) Saying);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Saying {
    Require(Formula),
    Each(Each),
}

impl Own {
    /// As it is written after the rule's name.
    pub(crate) fn text(&self, grid: &Grid, symbols: &Symbols) -> String {
        match &self.0 {
            Saying::Require(formula) => formula.text(&Context { layout: grid, symbols, names: &[] }),
            Saying::Each(each) => each.text(grid, symbols),
        }
    }
}

/// A word before the colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// A number, or the number of a value.
    Number(i32),
    /// A word that the rule knows.
    Word(Box<str>),
    /// What stood in quotes.
    Text(Box<str>),
}

/// Places of no interest when clues are compared.
impl PartialEq for Clue {
    fn eq(&self, other: &Clue) -> bool {
        self.kind == other.kind
            && self.params == other.params
            && self.lists == other.lists
            && self.detail == other.detail
            && self.part == other.part
    }
}

/// What is wrong with a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which part of it.
    pub at: At,
    /// A sentence for people.
    pub what: String,
    /// What would help.
    pub hint: Option<String>,
    /// How bad that is.
    pub degree: Degree,
}

/// How bad a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Degree {
    /// The clue says nothing that has a meaning: an error, wherever it stands.
    Malformed,
    /// It has a meaning, which no numbers keep: an error, but as one of several alternatives just false.
    Never,
    /// It can be as it is, but is hardly meant so: a warning.
    Mild,
}

/// A part of a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// All of it.
    Clue,
    /// A parameter.
    Param(usize),
    /// A list.
    List(usize),
    /// A clue inside it: its alternative, and its place there.
    Inside(usize, usize),
}

impl Fault {
    /// About all of a clue.
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { at: At::Clue, what: what.into(), hint: None, degree: Degree::Malformed }
    }

    /// About a parameter.
    pub fn param(self, index: usize) -> Fault {
        Fault { at: At::Param(index), ..self }
    }

    /// About a list.
    pub fn list(self, index: usize) -> Fault {
        Fault { at: At::List(index), ..self }
    }

    /// With advice.
    pub fn hint(self, hint: impl Into<String>) -> Fault {
        Fault { hint: Some(hint.into()), ..self }
    }

    /// The clue has a meaning, but no numbers keep it.
    pub fn never(self) -> Fault {
        Fault { degree: Degree::Never, ..self }
    }

    /// Only a warning.
    pub fn mild(self) -> Fault {
        Fault { degree: Degree::Mild, ..self }
    }

    /// Whether it is only a warning.
    pub fn is_mild(&self) -> bool {
        self.degree == Degree::Mild
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.hint {
            Some(hint) => write!(f, "{} ({hint})", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl Clue {
    /// A clue with nothing said yet.
    pub fn new(kind: &'static Kind) -> Clue {
        Clue { kind, params: Vec::new(), lists: Vec::new(), detail: Detail::None, part: None, place: (1, 1) }
    }

    /// With a number before the colon.
    pub fn number(mut self, number: i32) -> Clue {
        self.params.push(Param::Number(number));
        self
    }

    /// With one list of cells more.
    pub fn list(mut self, cells: impl Into<Vec<u16>>) -> Clue {
        self.lists.push(cells.into());
        self
    }

    /// The first list of cells; none where there is no list.
    pub fn cells(&self) -> &[u16] {
        self.lists.first().map_or(&[], Vec::as_slice)
    }

    /// The first number before the colon.
    pub fn first_number(&self) -> Option<i32> {
        self.numbers().next()
    }

    /// The numbers before the colon.
    pub fn numbers(&self) -> impl Iterator<Item = i32> {
        self.params.iter().filter_map(|param| match param {
            Param::Number(number) => Some(*number),
            _ => None,
        })
    }

    /// Whether a word stands before the colon.
    pub fn says(&self, word: &str) -> bool {
        self.params.iter().any(|param| matches!(param, Param::Word(said) if **said == *word))
    }

    /// What stands in quotes before the colon.
    pub fn text(&self) -> &str {
        let text = self.params.iter().find_map(|param| match param {
            Param::Text(text) => Some(&**text),
            _ => None,
        });
        text.unwrap_or_default()
    }

    /// The meaning: whether the numbers of all cells keep it.
    pub fn holds(&self, scene: &Scene<'_>, numbers: &[i32]) -> bool {
        (self.kind.holds)(self, scene, numbers)
    }

    /// What is wrong with it: its form, and then what its kind says. What is malformed comes first, then what no numbers
    /// keep.
    pub fn fault(&self, grid: &Grid) -> Result<(), Fault> {
        self.form()?;
        (self.kind.fault)(self, grid)
    }

    /// A cell that its lists name twice.
    pub fn repeated(&self) -> Option<(usize, u16)> {
        self.lists.iter().enumerate().find_map(|(list, cells)| {
            let twice = |&(at, cell): &(usize, &u16)| cells[..at].contains(cell);
            cells.iter().enumerate().find(twice).map(|(_, &cell)| (list, cell))
        })
    }

    /// The box or region of a cell, in the grid that the clue names.
    pub(super) fn region(&self, grid: &Grid, cell: u16) -> Option<usize> {
        let cell = usize::from(cell);
        self.part.map_or_else(|| grid.region(cell), |part| grid.region_in(usize::from(part), cell))
    }

    /// A fault where a cell lies in different boxes of several grids, and the clue names none of them.
    pub(super) fn names_its_grid(&self, grid: &Grid) -> Result<(), Fault> {
        let mut cells = self.cells().iter().map(|&cell| usize::from(cell));
        let Some(cell) = cells.find(|&cell| self.part.is_none() && grid.is_in_two_regions(cell)) else {
            return Ok(());
        };
        let what =
            format!("{}: {} lies in different boxes of several grids", self.kind.name, grid.name(cell));
        Err(Fault::new(what).list(0).hint("name the grid with \"in NAME\", and count cells from its corner"))
    }

    /// A fault where a list names a cell twice.
    pub fn no_repeats(&self, grid: &Grid) -> Result<(), Fault> {
        match self.repeated() {
            Some((list, cell)) => {
                let name = self.kind.name;
                Err(Fault::new(format!("{name} has {} twice", grid.name(usize::from(cell)))).list(list))
            }
            None => Ok(()),
        }
    }
}
