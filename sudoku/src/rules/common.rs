//! Accessors, checks and marks that many rules share.

use std::ops::RangeInclusive;

use super::clue::{Clue, Fault, Param};
use super::mark::{LineEnd, Mark, Paint, Weight};
use super::sets::numbers_of;
use crate::grid::Grid;
use crate::text::cells::cells_in_words;

impl Clue {
    /// The numbers of the first list's cells, in order.
    pub(crate) fn read(&self, numbers: &[i32]) -> Vec<i32> {
        self.read_list(0, numbers)
    }

    /// The numbers of a list's cells, in order.
    pub(crate) fn read_list(&self, list: usize, numbers: &[i32]) -> Vec<i32> {
        numbers_of(&self.lists[list], numbers)
    }

    /// The pairs of consecutive cells of the first list.
    pub(crate) fn links(&self) -> Vec<(u16, u16)> {
        self.cells().windows(2).map(|pair| (pair[0], pair[1])).collect()
    }

    /// Reports a fault if a list contains a cell twice within `distance` places, where the rule makes such cells
    /// differ.
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
                    return Err(Fault::new(what).list(list).unsatisfiable());
                }
            }
        }
        Ok(())
    }

    /// Reports a fault if the first list has more than `most` cells, the limit that the number of values sets.
    pub(crate) fn at_most(&self, most: usize, grid: &Grid) -> Result<(), Fault> {
        let (name, count, values) = (self.kind.name, self.cells().len(), grid.values());
        if count <= most {
            return Ok(());
        }
        let cells = cells_in_words(count);
        let what = if most == values {
            format!("{name} of {cells}, but there are {values} values")
        } else {
            format!("{name} of {cells}: with {values} values there are at most {most}")
        };
        Err(Fault::new(what).list(0).unsatisfiable())
    }

    /// Warns if the first list has fewer than `least` cells, so that the rule allows everything.
    pub(crate) fn check_length(&self, least: usize) -> Result<(), Fault> {
        let count = self.cells().len();
        Fault::unless(count >= least, || {
            let what = format!("{} of {} allows everything", self.kind.name, cells_in_words(count));
            Fault::new(what).hint(format!("list at least {least} cells")).list(0).warning()
        })
    }

    /// Warns if a list contains a cell twice, for rules that allow it.
    pub(crate) fn warns_of_repeats(&self, grid: &Grid) -> Result<(), Fault> {
        self.no_repeats(grid).map_err(Fault::warning)
    }

    /// Reports a fault if the first number, which `what` names, is outside a range. Below the range the clue has no
    /// meaning; above it no numbers satisfy the clue.
    pub(crate) fn number_within(&self, what: &str, range: RangeInclusive<i64>) -> Result<(), Fault> {
        match self.params.iter().position(|param| matches!(param, Param::Number(_))) {
            Some(at) if !self.first_number().is_some_and(|number| range.contains(&number.into())) => {
                let (name, number) = (self.kind.name, self.amount());
                let (least, most) = (range.start(), range.end());
                let fault = Fault::new(format!("{name} {number}: this {what} is impossible")).param(at);
                let fault = fault.hint(if least > most {
                    format!("there is no {what} for these values")
                } else if *most >= i32::MAX.into() {
                    format!("it is at least {least}")
                } else {
                    format!("it is from {least} to {most}")
                });
                Err(if i64::from(number) < *least { fault } else { fault.unsatisfiable() })
            }
            _ => Ok(()),
        }
    }

    /// Reports a fault if no pair of numbers is allowed for the two cells; `what` completes the message. If both
    /// cells are the same, reports a warning, or a fault if no number may be paired with itself.
    pub(crate) fn some_pair(
        &self,
        grid: &Grid,
        what: &str,
        allowed: impl Fn(i32, i32) -> bool,
    ) -> Result<(), Fault> {
        let numbers = grid.shape().values.clone();
        let [first, last] = [numbers.start(), numbers.end()];
        let some = match self.no_repeats(grid) {
            Err(fault) if numbers.clone().any(|number| allowed(number, number)) => {
                return Err(fault.warning());
            }
            Err(fault) => return Err(fault.unsatisfiable()),
            Ok(()) => numbers.clone().any(|a| numbers.clone().any(|b| allowed(a, b))),
        };
        Fault::unless(some, || {
            Fault::new(format!("no two numbers from {first} to {last} {what}")).unsatisfiable()
        })
    }

    /// The two cells of a clue about a pair.
    pub(crate) fn pair(&self) -> [u16; 2] {
        [self.cells()[0], self.cells()[1]]
    }

    /// Draws the first list as a line of normal weight without ends.
    pub(crate) fn line(&self, paint: Paint) -> Vec<Mark> {
        self.line_with(paint, Weight::Normal, LineEnd::Plain, LineEnd::Plain)
    }

    /// Draws the first list as a line.
    pub(crate) fn line_with(&self, paint: Paint, weight: Weight, start: LineEnd, end: LineEnd) -> Vec<Mark> {
        vec![Mark::Line { cells: self.cells().to_vec(), paint, weight, start, end }]
    }
}
