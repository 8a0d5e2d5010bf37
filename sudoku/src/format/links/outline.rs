//! A puzzle under construction, shared by the readers of other tools' formats.

use std::fmt::Display;
use std::sync::Arc;

use super::comments;
use crate::about::{About, Remark};
use crate::candidates::Candidates;
use crate::format::native::MOST_CLUES;
use crate::format::reader::Reader;
use crate::grid::{Grid, Regions, Shape, usual_boxes};
use crate::puzzle::{Places, Puzzle};
use crate::rules::{self, Clue, Kind};
use crate::symbols::Symbols;
use crate::text::ParseError;

/// The most remarks that are kept.
const MOST_REMARKS: usize = 50;

/// Line and column of a document or link. Errors within it add a path.
pub(in crate::format) type Place = (u64, u32);

/// Returns an error about a part of a document.
pub(in crate::format) fn error_at(place: Place, path: impl Display, what: impl Display) -> ParseError {
    ParseError::new(place.0, place.1, format!("{path}: {what}"))
}

/// The parts of the puzzle that have been read.
pub(in crate::format) struct Outline {
    puzzle: Puzzle,
    clues: Vec<Clue>,
    pub about: About,
    pub place: Place,
}

impl Outline {
    /// Creates an outline with open cells.
    pub fn new(shape: Shape, place: Place) -> Result<Outline, ParseError> {
        let grid = Grid::of(shape).map_err(|error| ParseError::new(place.0, place.1, error.to_string()))?;
        Ok(Outline { puzzle: Puzzle::open(grid), clues: Vec::new(), about: About::default(), place })
    }

    pub fn grid(&self) -> &Grid {
        &self.puzzle.grid
    }

    /// Returns the value of a number, or an error if the puzzle does not have it.
    pub fn value(&self, number: i64, path: impl Display) -> Result<u8, ParseError> {
        let values = &self.grid().shape().values;
        match i32::try_from(number).ok().filter(|number| values.contains(number)) {
            Some(number) => Ok((number - values.start()) as u8),
            None => {
                let (first, last) = (values.start(), values.end());
                Err(self.error(path, format!("{number} is not a value here: values are {first} to {last}")))
            }
        }
    }

    /// Sets the value of a cell.
    pub fn give(&mut self, cell: usize, number: i64, path: impl Display) -> Result<(), ParseError> {
        self.puzzle.cells[cell] = Candidates::one(self.value(number, path)?);
        Ok(())
    }

    /// Sets the candidates of a cell.
    pub fn restrict(&mut self, cell: usize, values: Candidates) {
        self.puzzle.cells[cell] = values;
    }

    pub fn error(&self, path: impl Display, what: impl Display) -> ParseError {
        error_at(self.place, path, what)
    }

    /// Adds a remark about a part that may have another meaning than was read.
    pub fn remark(&mut self, what: impl Into<String>) {
        let remarks = &mut self.about.remarks;
        if remarks.len() < MOST_REMARKS {
            remarks.push(Remark { place: self.place, what: what.into() });
        } else if remarks.len() == MOST_REMARKS {
            remarks.push(Remark { place: self.place, what: "and more that was not understood".into() });
        }
    }

    /// Records a part that is not understood, so that the puzzle may have more rules than it states.
    pub fn unknown(&mut self, what: impl Into<String>) {
        self.about.unknown.push(what.into());
    }

    /// Returns the rule of a name, or records an unknown part if there is none.
    pub fn rule(&mut self, name: &str, path: impl Display) -> Option<&'static Kind> {
        let found = rules::find(name);
        if found.is_none() {
            self.unknown(format!("{path} (there is no rule {name})"));
        }
        found
    }

    /// Adds a clue. Returns its fault as an error, unless it is a warning: then it becomes a remark.
    pub fn clue(&mut self, clue: Clue, path: impl Display) -> Result<(), ParseError> {
        match clue.fault(self.grid()) {
            Err(fault) if fault.is_warning() => self.remark(format!("{path}: {fault}")),
            Err(fault) => return Err(self.error(path, fault)),
            Ok(()) => {}
        }
        if self.clues.len() == MOST_CLUES {
            return Err(self.error(path, format!("more than {MOST_CLUES} clues")));
        }
        self.clues.push(Clue { place: self.place, ..clue });
        Ok(())
    }

    pub fn clues(&self) -> &[Clue] {
        &self.clues
    }

    pub fn clues_mut(&mut self) -> &mut [Clue] {
        &mut self.clues
    }

    /// Adds the setter's text about the rules, line by line.
    pub fn explain(&mut self, text: &str) {
        self.about.comments.extend(text.lines().map(comments::unmarked).filter_map(About::line));
    }

    /// Returns the puzzle, with grid and symbols shared by the reader.
    pub fn finish(self, reader: &mut Reader) -> Puzzle {
        let Outline { mut puzzle, clues, about, place } = self;
        let (first, values) = (puzzle.grid.first_value(), puzzle.grid.values());
        let forced = reader.facts.symbols.clone().filter(|symbols| symbols.len() == values);
        puzzle.symbols = forced.unwrap_or_else(|| reader.share(Symbols::usual(first, values)));
        if let Some(same) = reader.grids.iter().find(|known| **known == puzzle.grid) {
            puzzle.grid = Arc::clone(same);
        }
        puzzle.places = Places::Each(vec![place; puzzle.cells.len()]);
        puzzle.rules = (!clues.is_empty()).then(|| clues.into());
        puzzle.about = (about != About::default()).then(|| Box::new(about));
        puzzle
    }
}

/// Returns the regions of a layout, as boxes if they are.
pub(in crate::format) fn regions(layout: Vec<Option<char>>, shape: &Shape) -> Regions {
    let columns = shape.columns;
    if layout.iter().all(Option::is_none) {
        return Regions::None;
    }
    // Extent of the first region.
    let reach =
        |step: usize, most: usize| (1..most).take_while(|at| layout[at * step] == layout[0]).count() + 1;
    let (height, width) = (reach(columns, shape.rows), reach(1, columns));
    let mut corners: Vec<Option<char>> = Vec::new();
    let divides = shape.rows.is_multiple_of(height) && columns.is_multiple_of(width);
    let are_boxes = divides
        && (0..layout.len()).all(|at| {
            let corner = at / columns / height * height * columns + at % columns / width * width;
            if at == corner {
                corners.push(layout[at]);
            }
            layout[at].is_some() && layout[at] == layout[corner]
        });
    corners.sort_unstable();
    let are_different = corners.windows(2).all(|pair| pair[0] != pair[1]);
    if !(are_boxes && are_different) {
        Regions::Layout(layout)
    } else if usual_boxes(shape.rows.max(columns)) == Some((height, width)) {
        Regions::Default
    } else {
        Regions::Boxes { height, width }
    }
}

/// Returns the symbol of a region by its number.
pub(in crate::format) fn region_symbol(index: usize) -> char {
    let mut symbols = ('1'..='9').chain('A'..='Z').chain('a'..='z').chain('À'..='ÿ');
    symbols.nth(index).expect("a grid has few regions")
}
