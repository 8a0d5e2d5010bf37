//! Requirements for generated puzzles, and a check for requirements that cannot be met.

use super::difficulty::Difficulty;
use super::error::RequirementError;
use super::style::Style;
use super::symmetry::Symmetry;
use crate::grid::{Grid, House};
use crate::puzzle::Puzzle;
use crate::rules::Kind;

/// Requirements for a puzzle. By default a puzzle is minimal and has no symmetry.
///
/// Clues are removed in a random order as long as there is one solution, until the least number is reached. If both a
/// least and a greatest number are given, the number at which the removal stops is drawn between them for each
/// puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requirements {
    /// The least number of clues.
    pub(super) least: Option<usize>,
    /// The greatest number of clues.
    pub(super) most: Option<usize>,
    /// Whether puzzles must be minimal (no clue, or orbit of clues, can be removed) even if a number of clues is
    /// required. Minimal puzzles with another number of clues are rejected.
    pub(super) minimal: bool,
    /// The symmetry of the places of clues.
    pub(super) symmetry: Symmetry,
    /// Whether each cell may hold a clue; `None` allows all cells.
    pub(super) pattern: Option<Vec<bool>>,
    /// Rules of variants whose clues are placed at random, in addition to the rules of the given puzzle.
    pub(super) rules: Vec<&'static Kind>,
    /// The required difficulty; `None` for any. Puzzles that are too hard get clues back.
    pub(super) difficulty: Option<Difficulty>,
    /// The way in which clues of rules are set out.
    pub(super) style: Style,
}

/// Checks that the grid is a single one with rows, columns, and boxes or regions.
pub(super) fn check_kind(like: &Puzzle) -> Result<(), RequirementError> {
    let shape = like.grid.shape();
    let what = if !shape.parts.is_empty() {
        "several grids"
    } else if !shape.loose.is_empty() {
        "cells beside the grid"
    } else if shape.raw {
        "rows and columns that may repeat values"
    } else {
        return Ok(());
    };
    Err(RequirementError::new(format!("puzzles with {what} cannot be made")))
}

impl Requirements {
    /// Sets the least number of clues.
    pub fn with_least(self, least: impl Into<Option<usize>>) -> Requirements {
        Requirements { least: least.into(), ..self }
    }

    /// Sets the greatest number of clues.
    pub fn with_most(self, most: impl Into<Option<usize>>) -> Requirements {
        Requirements { most: most.into(), ..self }
    }

    /// Sets whether puzzles must be minimal (no clue, or orbit of clues, can be removed) even if a number of clues is
    /// required. Minimal puzzles with another number of clues are rejected.
    pub fn with_minimal(self, minimal: bool) -> Requirements {
        Requirements { minimal, ..self }
    }

    /// Sets the symmetry of the places of clues.
    pub fn with_symmetry(self, symmetry: Symmetry) -> Requirements {
        Requirements { symmetry, ..self }
    }

    /// Sets whether each cell may hold a clue; `None` allows all cells.
    pub fn with_pattern(self, pattern: impl Into<Option<Vec<bool>>>) -> Requirements {
        Requirements { pattern: pattern.into(), ..self }
    }

    /// Sets the rules of variants whose clues are placed at random, in addition to the rules of the given puzzle.
    pub fn with_rules(self, rules: impl Into<Vec<&'static Kind>>) -> Requirements {
        Requirements { rules: rules.into(), ..self }
    }

    /// Sets the required difficulty; `None` for any. Puzzles that are too hard get clues back.
    pub fn with_difficulty(self, difficulty: impl Into<Option<Difficulty>>) -> Requirements {
        Requirements { difficulty: difficulty.into(), ..self }
    }

    /// Sets the way in which clues of rules are set out.
    pub fn with_style(self, style: Style) -> Requirements {
        Requirements { style, ..self }
    }

    /// With the symmetry of the style, if no other is required.
    pub(super) fn in_style(self) -> Requirements {
        let turns = self.style == Style::Symmetric && self.symmetry == Symmetry::None;
        if turns { self.with_symmetry(Symmetry::Rotational) } else { self }
    }

    /// Reports requirements that are obviously impossible. `may` tells which cells may hold clues.
    pub(super) fn check(&self, grid: &Grid, may: &[bool], has_rules: bool) -> Result<(), RequirementError> {
        let places = may.iter().filter(|&&may| may).count();
        let fail = |what: String| Err(RequirementError::new(what));
        let (cells, rows, columns) = (grid.cells(), grid.rows(), grid.columns());
        self.difficulty.as_ref().map_or(Ok(()), Difficulty::check)?;
        if !self.symmetry.fits(grid) {
            return fail(format!("a grid of {rows}x{columns} has no diagonal: only square ones do"));
        }
        if let Some(pattern) = &self.pattern
            && pattern.len() != cells
        {
            return fail(format!("a pattern for {} cells, but the grid has {cells}", pattern.len()));
        }
        let (least, most) = (self.least.unwrap_or(0), self.most.unwrap_or(cells));
        if least > cells {
            return fail(format!("{least} clues, but the grid has only {cells} cells"));
        }
        if least > most {
            return fail(format!("at least {least} clues and at most {most}: no number is both"));
        }
        if least > places {
            let rule = if self.symmetry == Symmetry::None { "" } else { " with this symmetry" };
            return fail(format!("{least} clues, but the pattern{rule} has only {places} places for them"));
        }
        // Other rules may take the place of all givens.
        if has_rules {
            return Ok(());
        }
        let (fewest, why) = fewest(grid);
        if most < fewest {
            return fail(format!("at most {most} clues are too few: {why}"));
        }
        if places < fewest {
            return fail(format!("{places} places for clues are too few: {why}"));
        }
        if let Some((one, other)) = twins(grid, may) {
            return fail(format!("{one} and {other} can be exchanged: one of them needs places for clues"));
        }
        Ok(())
    }
}

/// Finds two rows or columns that pass through the same boxes or regions and have no places for clues: to exchange them
/// makes another solution.
fn twins<'a>(grid: &'a Grid, may: &[bool]) -> Option<(&'a House, &'a House)> {
    // The houses are the rows, then the columns, then the regions.
    let (rows, rest) = grid.houses().split_at(grid.rows());
    [rows, &rest[..grid.columns()]].into_iter().find_map(|lines| {
        let is_bare = |line: &&House| line.cells().iter().all(|&cell| !may[usize::from(cell)]);
        let bare: Vec<&House> = lines.iter().filter(is_bare).collect();
        let regions = |line: &House| -> Vec<Option<usize>> {
            line.cells().iter().map(|&cell| grid.region(usize::from(cell))).collect()
        };
        bare.iter().enumerate().find_map(|(at, one)| {
            let twin = bare[at + 1..].iter().find(|other| regions(one) == regions(other))?;
            Some((*one, *twin))
        })
    })
}

/// A lower bound on the number of clues, and its reason.
fn fewest(grid: &Grid) -> (usize, String) {
    let values = grid.values();
    if values == 9 && grid.boxes() == Some((3, 3)) && grid.cells() == 81 {
        // McGuire, Tugemann, Civario 2012.
        return (17, "no puzzle of this grid has fewer than 17".into());
    }
    // Two values without clues could be exchanged, if every solution contains them.
    let needed = if grid.rows().max(grid.columns()) == values { values - 1 } else { 0 };
    (needed, format!("all of the {values} values but one have to be among them"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_wishes_are_errors() {
        let check = |side: usize, requirements: &Requirements, places: usize| {
            let grid = Grid::square(side).unwrap();
            // Cells that are spread over the grid.
            let may: Vec<bool> = (0..side * side).map(|cell| cell * 7 % (side * side) < places).collect();
            requirements.check(&grid, &may, false).map_err(|error| error.to_string())
        };
        let clues = |least, most| Requirements { least, most, ..Requirements::default() };
        assert_eq!(check(9, &clues(Some(17), Some(17)), 81), Ok(()));
        assert_eq!(check(4, &clues(None, Some(3)), 16), Ok(()));
        let error =
            |side, requirements: &Requirements, places| check(side, requirements, places).unwrap_err();
        assert_eq!(
            error(9, &clues(None, Some(16)), 81),
            "at most 16 clues are too few: no puzzle of this grid has fewer than 17"
        );
        assert!(error(6, &clues(None, Some(4)), 36).ends_with("but one have to be among them"));
        assert_eq!(error(9, &clues(Some(82), None), 81), "82 clues, but the grid has only 81 cells");
        assert_eq!(
            error(9, &clues(Some(30), Some(29)), 81),
            "at least 30 clues and at most 29: no number is both"
        );
        assert_eq!(
            error(9, &clues(Some(30), None), 28),
            "30 clues, but the pattern has only 28 places for them"
        );
        assert!(error(9, &clues(None, None), 16).starts_with("16 places for clues are too few"));
        let may: Vec<bool> = (0..81).map(|cell| ![3, 5].contains(&(cell % 9))).collect();
        assert_eq!(
            Requirements::default().check(&Grid::square(9).unwrap(), &may, false).unwrap_err().to_string(),
            "column 4 and column 6 can be exchanged: one of them needs places for clues"
        );
        let may: Vec<bool> = (0..81).map(|cell| ![2, 3].contains(&(cell % 9))).collect();
        assert_eq!(Requirements::default().check(&Grid::square(9).unwrap(), &may, false), Ok(()));
        let pattern = Requirements { pattern: Some(vec![true; 80]), ..Requirements::default() };
        assert_eq!(error(9, &pattern, 80), "a pattern for 80 cells, but the grid has 81");
    }
}
