//! The reader behind all formats: what is known of a text beforehand, and the grids and symbols that puzzles share.

use std::borrow::Cow;
use std::sync::Arc;

use super::fast_line::{self, Plain};
use super::infer;
use super::shape::Hints;
use super::token::{Side, Token};
use crate::about::About;
use crate::grid::{Grid, GridError, Regions, Shape};
use crate::puzzle::{Places, Puzzle};
use crate::rules::Text;
use crate::symbols::Symbols;
use crate::text::ParseError;

/// What [`Options`](super::Options) say of each puzzle.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub size: Option<(usize, usize)>,
    pub regions: Option<Regions>,
    pub symbols: Option<Arc<Symbols>>,
    /// Parts of drawings with the rules that they are read as.
    #[cfg_attr(not(feature = "links"), expect(dead_code, reason = "links alone have drawings"))]
    pub readings: Vec<(String, String)>,
    /// Texts of cells with the symbols that they are read as.
    pub read_as: Vec<(String, String)>,
}

impl Facts {
    /// Returns what decides how lines are cut into cells.
    pub fn hints(&self) -> Hints {
        Hints::new(self.size, self.symbols.as_deref())
    }
}

/// The number of shapes that are kept for further puzzles.
const MOST_SHAPES: usize = 8;
/// The number of lists of symbols that are kept.
const MOST_SYMBOLS: usize = 32;

/// Makes puzzles of the tokens in their cells. Grids and symbols are kept and shared by puzzles that have the same; only
/// grids that come from a shape are looked for in both lists.
#[derive(Debug, Default)]
pub(super) struct Reader {
    pub facts: Facts,
    pub grids: Vec<Arc<Grid>>,
    /// The latest shapes, with their grids.
    shapes: Vec<(Shape, Arc<Grid>)>,
    symbols: Vec<Arc<Symbols>>,
    /// The latest texts in quotes of clues.
    pub texts: Vec<Text>,
    /// Readers of plain lines, one for each side.
    plain: Vec<Plain>,
}

impl Reader {
    pub fn new(facts: Facts) -> Reader {
        Reader { facts, ..Reader::default() }
    }

    /// Returns the grid of these sides, with values from `first` on and the regions of the options.
    pub fn grid(&mut self, side: Side, first: i32) -> Result<Arc<Grid>, GridError> {
        let Side { rows, columns } = side;
        let values = rows.max(columns);
        let fits =
            |grid: &Arc<Grid>| (grid.rows(), grid.columns(), grid.first_value()) == (rows, columns, first);
        if let Some(known) = self.grids.iter().find(|grid| fits(grid)) {
            return Ok(known.clone());
        }
        let grid = match &self.facts.regions {
            None if (rows, columns, first) == (9, 9, 1) => Grid::classic(),
            regions => {
                let regions = regions.clone().unwrap_or_default();
                Arc::new(Grid::new(rows, columns, first..=first + values as i32 - 1, &regions)?)
            }
        };
        self.grids.push(grid.clone());
        Ok(grid)
    }

    /// Returns the grid of a shape, shared with earlier puzzles.
    pub fn grid_of(&mut self, shape: Shape) -> Result<Arc<Grid>, GridError> {
        if let Some((_, grid)) = self.shapes.iter().rev().find(|(known, _)| *known == shape) {
            return Ok(grid.clone());
        }
        let grid = Grid::of(shape.clone())?;
        let known = self.grids.iter().find(|known| ***known == grid).cloned();
        let grid = known.unwrap_or_else(|| Arc::new(grid));
        if self.shapes.len() == MOST_SHAPES {
            self.shapes.remove(0);
        }
        self.shapes.push((shape, grid.clone()));
        Ok(grid)
    }

    /// Returns the reader of plain lines of a side. `None` if the options exclude it, or if lines of this side have
    /// several readings.
    pub fn plain(&mut self, side: usize) -> Option<&Plain> {
        let known = self.plain.iter().position(|plain| plain.side() == side);
        let at = match known {
            Some(at) => at,
            None => {
                let Facts { symbols, size, .. } = &self.facts;
                if !fast_line::SIDES.contains(&side)
                    || symbols.is_some()
                    || size.is_some_and(|size| size != (side, side))
                {
                    return None;
                }
                let grid = self.grid(Side::square(side), 1).ok()?;
                let symbols = self.share(Symbols::usual(1, side));
                self.plain.push(Plain::new(side, grid, symbols));
                self.plain.len() - 1
            }
        };
        Some(&self.plain[at])
    }

    /// Returns the same symbols, shared with earlier puzzles.
    pub fn share(&mut self, symbols: impl Into<Arc<Symbols>>) -> Arc<Symbols> {
        let symbols = symbols.into();
        if let Some(known) = self.symbols.iter().find(|known| **known == symbols) {
            return known.clone();
        }
        // A stream of wordokus may have new symbols in every puzzle.
        if self.symbols.len() == MOST_SYMBOLS {
            self.symbols.clear();
        }
        self.symbols.push(symbols.clone());
        symbols
    }

    /// Makes a puzzle from the tokens of its cells, in reading order.
    pub fn assemble(
        &mut self,
        side: Side,
        tokens: &[Token<'_>],
        about: Option<Box<About>>,
    ) -> Result<Puzzle, ParseError> {
        let start = tokens.first().map_or((1, 1), |token| (token.line, token.column));
        let values = side.rows.max(side.columns);
        let read_as = self.facts.read_as.clone();
        let tokens = &meant(tokens, &read_as)[..];
        let forced = self.facts.symbols.clone();
        let found = infer::infer(tokens, values, forced.as_deref())?;
        let grid = self
            .grid(side, found.first)
            .map_err(|error| ParseError::new(start.0, start.1, error.to_string()))?;
        let symbols = match forced {
            Some(forced) => forced,
            None => self.share(found.symbols),
        };
        let in_line = tokens
            .iter()
            .enumerate()
            .all(|(at, token)| (token.line, token.column) == (start.0, start.1 + at as u32));
        let places = if in_line {
            Places::InLine(start.0, start.1)
        } else {
            Places::Each(tokens.iter().map(|token| (token.line, token.column)).collect())
        };
        Ok(Puzzle { grid, symbols, cells: found.cells, rules: None, about, places })
    }
}

/// Returns the tokens, with the texts replaced that the options read as others.
pub(super) fn meant<'a>(tokens: &'a [Token<'a>], read_as: &'a [(String, String)]) -> Cow<'a, [Token<'a>]> {
    if read_as.is_empty() {
        return tokens.into();
    }
    let meant =
        |text: &'a str| read_as.iter().find(|(from, _)| from == text).map_or(text, |(_, to)| to.as_str());
    tokens.iter().map(|token| Token { text: meant(token.text), ..*token }).collect()
}
