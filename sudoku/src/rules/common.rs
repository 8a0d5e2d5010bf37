//! What many rules look at in a clue, find wrong with it and draw for it.

use std::ops::RangeInclusive;

use super::clue::{Clue, Fault, Param};
use super::sets::numbers_of;
use crate::grid::Grid;
use crate::print::{LineEnd, Mark, Paint, Weight};

/// How many cells, for people.
pub fn cells_in_words(count: usize) -> String {
    if count == 1 { "1 cell".into() } else { format!("{count} cells") }
}

impl Clue {
    /// The numbers of its first list's cells, in order.
    pub(crate) fn read(&self, numbers: &[i32]) -> Vec<i32> {
        self.read_list(0, numbers)
    }

    /// The numbers of a list's cells, in order.
    pub(crate) fn read_list(&self, list: usize, numbers: &[i32]) -> Vec<i32> {
        numbers_of(&self.lists[list], numbers)
    }

    /// Cells of its first list that follow each other.
    pub(crate) fn links(&self) -> Vec<(u16, u16)> {
        self.cells().windows(2).map(|pair| (pair[0], pair[1])).collect()
    }

    /// A fault where a list has a cell twice at most so many places apart, where cells differ in some way.
    pub(crate) fn no_repeats_within(&self, grid: &Grid, distance: usize) -> Result<(), Fault> {
        let name = self.kind.name;
        for (list, cells) in self.lists.iter().enumerate() {
            for (at, &cell) in cells.iter().enumerate() {
                if cells[at.saturating_sub(distance)..at].contains(&cell) {
                    let cell = grid.name(usize::from(cell));
                    let what = match distance {
                        1 => format!("{name} has {cell} twice in a row"),
                        _ => format!("{name} has {cell} twice within {} cells", distance + 1),
                    };
                    return Err(Fault::new(what).list(list).never());
                }
            }
        }
        Ok(())
    }

    /// A fault where its first list has more cells than there are values for cells that differ.
    pub(crate) fn at_most(&self, most: usize, grid: &Grid) -> Result<(), Fault> {
        let (name, count, values) = (self.kind.name, self.cells().len(), grid.values());
        if count <= most {
            return Ok(());
        }
        let cells = cells_in_words(count);
        let what = match most == values {
            true => format!("{name} of {cells}, but there are {values} values"),
            false => format!("{name} of {cells}: with {values} values there are at most {most}"),
        };
        Err(Fault::new(what).list(0).never())
    }

    /// A warning where its list has too few cells to say anything.
    pub(crate) fn says_something(&self, least: usize) -> Result<(), Fault> {
        let count = self.cells().len();
        match count < least {
            true => {
                let what = format!("{} of {} says nothing", self.kind.name, cells_in_words(count));
                Err(Fault::new(what).hint(format!("there are {least} or more")).list(0).mild())
            }
            false => Ok(()),
        }
    }

    /// A warning where a list names a cell twice, and the rule just reads it twice.
    pub(crate) fn warns_of_repeats(&self, grid: &Grid) -> Result<(), Fault> {
        self.no_repeats(grid).map_err(Fault::mild)
    }

    /// A fault where its first number, which `what` names, is outside a range: one below it has no meaning, and what one
    /// above it says is never so.
    pub(crate) fn number_within(&self, what: &str, range: RangeInclusive<i64>) -> Result<(), Fault> {
        match self.params.iter().position(|param| matches!(param, Param::Number(_))) {
            Some(at) if !self.first_number().is_some_and(|number| range.contains(&number.into())) => {
                let (name, number) = (self.kind.name, self.first_number().unwrap_or_default());
                let (least, most) = (range.start(), range.end());
                let fault = Fault::new(format!("{name} {number}: that {what} cannot be")).param(at);
                let fault = fault.hint(match least <= most {
                    true if *most >= i32::MAX.into() => format!("it is at least {least}"),
                    true => format!("it is from {least} to {most}"),
                    false => format!("there is no {what} for these values"),
                });
                Err(if i64::from(number) < *least { fault } else { fault.never() })
            }
            _ => Ok(()),
        }
    }

    /// A fault where no two numbers are what it wants of its two cells, which `what` says, or no number is that twice
    /// where both are one cell.
    pub(crate) fn some_pair(
        &self,
        grid: &Grid,
        what: &str,
        allowed: impl Fn(i32, i32) -> bool,
    ) -> Result<(), Fault> {
        let numbers = grid.shape().values.clone();
        let [first, last] = [numbers.start(), numbers.end()];
        let some = match self.no_repeats(grid) {
            Err(fault) => match numbers.clone().any(|number| allowed(number, number)) {
                true => return Err(fault.mild()),
                false => return Err(fault.never()),
            },
            Ok(()) => numbers.clone().any(|a| numbers.clone().any(|b| allowed(a, b))),
        };
        match some {
            true => Ok(()),
            false => Err(Fault::new(format!("no two numbers from {first} to {last} {what}")).never()),
        }
    }

    /// Its two cells.
    pub(crate) fn pair(&self) -> [u16; 2] {
        [self.cells()[0], self.cells()[1]]
    }

    /// Its first list as a line of the usual width.
    pub(crate) fn line(&self, paint: Paint) -> Vec<Mark> {
        self.line_with(paint, Weight::Normal, LineEnd::Plain, LineEnd::Plain)
    }

    /// Its first list as any line.
    pub(crate) fn line_with(&self, paint: Paint, weight: Weight, start: LineEnd, end: LineEnd) -> Vec<Mark> {
        vec![Mark::Line { cells: self.cells().to_vec(), paint, weight, start, end }]
    }
}
