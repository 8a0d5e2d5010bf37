//! A clue: an instance of a rule in a puzzle.

use std::fmt;
use std::ops::RangeInclusive;

use super::kind::Kind;
use super::scene::Scene;
use super::text::Text;
use crate::formula::{Context, Each, Formula, Span};
use crate::grid::Grid;
use crate::symbols::Symbols;

/// A rule with its parameters and cells.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Clue {
    /// The rule.
    pub kind: &'static Kind,
    /// The parameters: the words before the colon.
    pub params: Vec<Param>,
    /// The lists of cells. The cells of a row or column seen from outside begin at the side of the clue.
    pub lists: Vec<Vec<u16>>,
    /// The content of rules that need more than parameters and lists.
    pub detail: Detail,
    /// Index of the grid that the clue is for, where the puzzle has several; `None` for all of them.
    pub part: Option<u16>,
    /// Line and column in the puzzle's text, from 1.
    pub place: (u64, u32),
    /// The reader's guess that it comes from, and the part of the drawing: indices of `About::guesses` and their parts.
    pub(crate) guess: Option<(u16, u16)>,
    /// Whether the clue need not hold. It exempts cells from other rules as ever.
    pub(crate) is_waived: bool,
}

/// The content that a few rules have besides parameters and lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Detail {
    /// Nothing.
    #[default]
    None,
    /// Alternatives. The clues of one alternative hold together.
    Either(Vec<Vec<Clue>>),
    /// A formula, or a formula that is applied to many tuples of cells.
    Formula(RuleFormula),
}

/// A formula written by the setter.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleFormula(pub(crate) FormulaUse);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FormulaUse {
    Require(Formula),
    Each(Each),
}

impl RuleFormula {
    /// Returns the formula as it is written after the rule's name.
    pub(crate) fn text(&self, grid: &Grid, symbols: &Symbols) -> String {
        match &self.0 {
            FormulaUse::Require(formula) => formula.text(&Context { layout: grid, symbols, names: &[] }),
            FormulaUse::Each(each) => each.text(grid, symbols),
        }
    }

    /// Calls `see` with every cell that it names.
    fn cells(&self, see: &mut dyn FnMut(u16)) {
        let (formula, list): (_, &[u16]) = match &self.0 {
            FormulaUse::Require(formula) => (formula, &[]),
            FormulaUse::Each(Each { span: Span::Along(cells) | Span::Pairs(cells), formula, .. }) => {
                (formula, cells)
            }
            FormulaUse::Each(each) => (&each.formula, &[]),
        };
        list.iter().for_each(|&cell| see(cell));
        formula.cells(see);
    }
}

/// A parameter: a word before the colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// A number, or the number of a value.
    Number(i32),
    /// A word that the rule defines.
    Word(Box<str>),
    /// Text that was written in quotes.
    Text(Text),
}

/// Compares clues without their positions in the text.
impl PartialEq for Clue {
    fn eq(&self, other: &Clue) -> bool {
        self.kind == other.kind
            && self.params == other.params
            && self.lists == other.lists
            && self.detail == other.detail
            && self.part == other.part
            && self.is_waived == other.is_waived
    }
}

/// An error or a warning about a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The part of the clue that is wrong.
    pub at: At,
    /// The message, a sentence.
    pub what: String,
    /// Advice.
    pub hint: Option<String>,
    /// The severity.
    pub severity: Severity,
}

/// The severity of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// An error: the clue has no meaning.
    Malformed,
    /// An error: the clue has a meaning, but no numbers satisfy it. Inside an alternative this is no error; the
    /// alternative is false.
    Unsatisfiable,
    /// A warning: the clue is valid, but probably a mistake.
    Warning,
}

/// A part of a clue, where a fault is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The whole clue.
    Clue,
    /// A parameter, by its index.
    Param(usize),
    /// A list of cells, by its index.
    List(usize),
    /// A clue inside an alternative: the index of the alternative, and the index of the clue in it.
    Inside(usize, usize),
}

impl Fault {
    /// A fault of the whole clue.
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { at: At::Clue, what: what.into(), hint: None, severity: Severity::Malformed }
    }

    /// A fault unless a condition holds.
    pub(crate) fn unless(holds: bool, fault: impl FnOnce() -> Fault) -> Result<(), Fault> {
        if holds { Ok(()) } else { Err(fault()) }
    }

    /// Moves the fault to a parameter.
    pub fn param(self, index: usize) -> Fault {
        Fault { at: At::Param(index), ..self }
    }

    /// Moves the fault to a list.
    pub fn list(self, index: usize) -> Fault {
        Fault { at: At::List(index), ..self }
    }

    /// Adds advice.
    pub fn hint(self, hint: impl Into<String>) -> Fault {
        Fault { hint: Some(hint.into()), ..self }
    }

    /// Sets the severity to [`Severity::Unsatisfiable`].
    pub fn unsatisfiable(self) -> Fault {
        Fault { severity: Severity::Unsatisfiable, ..self }
    }

    /// Makes the fault a warning.
    pub fn warning(self) -> Fault {
        Fault { severity: Severity::Warning, ..self }
    }

    /// Whether the fault is a warning.
    pub fn is_warning(&self) -> bool {
        self.severity == Severity::Warning
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
    /// A clue without parameters and cells.
    pub fn new(kind: &'static Kind) -> Clue {
        Clue {
            kind,
            params: Vec::new(),
            lists: Vec::new(),
            detail: Detail::None,
            part: None,
            place: (1, 1),
            guess: None,
            is_waived: false,
        }
    }

    /// Adds a number to the parameters.
    pub fn number(mut self, number: i32) -> Clue {
        self.params.push(Param::Number(number));
        self
    }

    /// Adds a list of cells.
    pub fn list(mut self, cells: impl Into<Vec<u16>>) -> Clue {
        self.lists.push(cells.into());
        self
    }

    /// The first list of cells; empty where there is no list.
    pub fn cells(&self) -> &[u16] {
        self.lists.first().map_or(&[], Vec::as_slice)
    }

    /// Calls `see` with every cell that it names, in its lists, formula or alternatives.
    pub(crate) fn for_each_cell(&self, see: &mut dyn FnMut(u16)) {
        self.lists.iter().flatten().for_each(|&cell| see(cell));
        match &self.detail {
            Detail::None => {}
            Detail::Formula(formula) => formula.cells(see),
            Detail::Either(choices) => choices.iter().flatten().for_each(|clue| clue.for_each_cell(see)),
        }
    }

    /// The first number of the parameters.
    pub fn first_number(&self) -> Option<i32> {
        self.numbers().next()
    }

    /// The first number of the parameters, or else the one that clues of the rule mean, or else 0.
    pub(crate) fn amount(&self) -> i32 {
        self.first_number().or(self.kind.usual_number).unwrap_or_default()
    }

    /// The numbers of the parameters.
    pub fn numbers(&self) -> impl Iterator<Item = i32> {
        self.params.iter().filter_map(|param| match param {
            Param::Number(number) => Some(*number),
            _ => None,
        })
    }

    /// Whether a word is one of the parameters.
    pub fn has_word(&self, word: &str) -> bool {
        self.params.iter().any(|param| matches!(param, Param::Word(said) if **said == *word))
    }

    /// The parameter that was written in quotes; empty where there is none.
    pub fn text(&self) -> &str {
        self.quoted().map_or("", |text| text)
    }

    fn quoted(&self) -> Option<&Text> {
        self.params.iter().find_map(|param| match param {
            Param::Text(text) => Some(text),
            _ => None,
        })
    }

    /// Returns what the rule makes of the text in quotes for the values of a grid, once for all clues that share it.
    pub(super) fn made<T: Clone + Send + Sync + 'static>(
        &self,
        grid: &Grid,
        make: impl FnOnce(&str, &RangeInclusive<i32>) -> Result<T, String>,
    ) -> Result<T, String> {
        let values = &grid.shape().values;
        match self.quoted() {
            Some(text) => {
                text.memo().find((self.kind.name, values.clone()), |(_, values)| make(text, values))
            }
            None => make("", values),
        }
    }

    /// Whether the numbers of all cells satisfy the clue.
    pub fn holds(&self, scene: &Scene<'_>, numbers: &[i32]) -> bool {
        self.is_waived || (self.kind.holds)(self, scene, numbers)
    }

    /// Checks that the grid has the cells of the clue, then the form of the clue, then what its kind requires. Faults
    /// of [`Severity::Malformed`] are reported before those of [`Severity::Unsatisfiable`].
    pub fn fault(&self, grid: &Grid) -> Result<(), Fault> {
        self.cells_are_of(grid)?;
        self.form()?;
        (self.kind.fault)(self, grid)
    }

    fn cells_are_of(&self, grid: &Grid) -> Result<(), Fault> {
        let (name, count) = (self.kind.name, grid.cells());
        for (list, cells) in self.lists.iter().enumerate() {
            if let Some(cell) = cells.iter().find(|&&cell| usize::from(cell) >= count) {
                let what = format!("{name} lists cell {cell}: the grid has {count} cells, counted from 0");
                return Err(Fault::new(what).list(list));
            }
        }
        let mut last = None;
        if let Detail::Formula(formula) = &self.detail {
            formula.cells(&mut |cell| last = last.max(Some(cell)));
        }
        if let Some(cell) = last.filter(|&cell| usize::from(cell) >= count) {
            let what = format!("{name} names cell {cell}: the grid has {count} cells, counted from 0");
            return Err(Fault::new(what));
        }
        match self.part {
            Some(part) if usize::from(part) >= grid.shape().parts.len().max(1) => {
                Err(Fault::new(format!("{name} is for grid {part}, counted from 0: there are fewer grids")))
            }
            _ => Ok(()),
        }
    }

    /// The first cell that a list contains twice, with the index of the list.
    pub fn repeated(&self) -> Option<(usize, u16)> {
        self.lists.iter().enumerate().find_map(|(list, cells)| {
            let twice = |&(at, cell): &(usize, &u16)| cells[..at].contains(cell);
            cells.iter().enumerate().find(twice).map(|(_, &cell)| (list, cell))
        })
    }

    /// The box or region of a cell, in the grid that the clue is for.
    pub(super) fn region(&self, grid: &Grid, cell: u16) -> Option<usize> {
        let cell = usize::from(cell);
        self.part.map_or_else(|| grid.region(cell), |part| grid.region_in(usize::from(part), cell))
    }

    /// Reports a fault if the clue is for no particular grid and one of its cells lies in different boxes of several
    /// grids.
    pub(super) fn names_its_grid(&self, grid: &Grid) -> Result<(), Fault> {
        let mut cells = self.cells().iter().map(|&cell| usize::from(cell));
        let Some(cell) = cells.find(|&cell| self.part.is_none() && grid.is_in_two_regions(cell)) else {
            return Ok(());
        };
        let what =
            format!("{}: {} lies in different boxes of several grids", self.kind.name, grid.name(cell));
        Err(Fault::new(what).list(0).hint("name the grid with \"in NAME\", and count cells from its corner"))
    }

    /// Reports a fault if a list contains a cell twice.
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
