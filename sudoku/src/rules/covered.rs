//! What reaches out of a set that sums cover: for sums of many cells, such as those of diagonals.
//!
//! Different cells that take all their values have a known total. Where sums cover such a set, and others like it fill
//! the gaps, all without overlapping, the cells outside that they reach have a known total too, and so has what is left
//! of these without the sets that lie among them. Only few of these totals say anything: those that are near the least
//! or the greatest that the cells can come to.
//!
//! ```text
//!   \ b a . . .     a, b, c and d add up, and the \ take all their values: they cover the first box,
//!   c \ b a . .     and reach out of it to the last. What is left of them between the two boxes has a known total.
//!   d c \ b a .
//!   . d c \ b a
//! ```

use super::cell_set::CellSet;
use super::draft::Draft;
use super::presolve::{Full, Known, MOST_TERMS, Sum};
use super::sets_of::SetsOf;

/// A total says enough if all that the cells can come to is more than so many times as wide as what is between it and
/// the nearer end.
const TIGHTNESS: i64 = 4;

/// Totals of more cells than fill so many sets say little.
const MOST_FILLED: usize = 3;

/// So many steps may it take to cover a set.
const MOST_STEPS: usize = 60;

/// The totals of cells that sums leave outside the sets which they cover.
pub(super) fn find(
    draft: &Draft<'_>,
    sums: &[Known],
    sums_of: &SetsOf,
    sets: &[&Full],
    found: &mut Vec<Sum>,
) {
    // What short sums reach is what unions of sets come to.
    if sums.iter().all(|sum| sum.size <= MOST_TERMS) {
        return;
    }
    let all = draft.grid().cells();
    let mut search = Search { draft, sums, sums_of, sets, steps: 0, found };
    for set in sets.iter().filter(|set| !set.sums.is_empty()) {
        search.steps = 0;
        search.cover(set, &set.cells, &CellSet::none(all), 0, 0);
    }
}

struct Search<'a, 'b> {
    draft: &'a Draft<'b>,
    sums: &'a [Known],
    sums_of: &'a SetsOf,
    sets: &'a [&'a Full],
    steps: usize,
    found: &'a mut Vec<Sum>,
}

impl Search<'_, '_> {
    /// Covers what is left of a set, beginning with its first cell. The cells `taken` add up to a total.
    fn cover(&mut self, set: &Full, left: &CellSet, taken: &CellSet, total: i64, summed: usize) {
        self.steps += 1;
        let none = CellSet::none(self.draft.grid().cells());
        let Some(first) = left.without(&none).next() else {
            return if summed > 0 {
                self.note(set, taken, total)
            };
        };
        let with = |cells: &CellSet| {
            let (mut left, mut taken) = (left.clone(), taken.clone());
            left.remove(cells);
            taken.add(cells);
            (left, taken)
        };
        let (sums, sums_of, sets) = (self.sums, self.sums_of, self.sets);
        let mut is_summed = false;
        for sum in sums_of.of(first).iter().map(|&sum| &sums[sum]) {
            if sum.cells.is_apart_from(taken) && self.steps < MOST_STEPS {
                is_summed = true;
                let (left, taken) = with(&sum.cells);
                self.cover(set, &left, &taken, total + sum.total, summed + 1);
            }
        }
        if is_summed {
            return;
        }
        for other in sets.iter().filter(|other| other.cells.has(first) && other.cells != set.cells) {
            // A row crosses a column in one cell, and says little there.
            let gap = set.size - set.cells.without(&other.cells).count();
            if gap > 1 && other.cells.is_apart_from(taken) && self.steps < MOST_STEPS {
                let (left, taken) = with(&other.cells);
                self.cover(set, &left, &taken, total + other.total, summed);
            }
        }
    }

    /// Keeps the total of what is outside a covered set, if it says something.
    fn note(&mut self, set: &Full, taken: &CellSet, total: i64) {
        let mut outside = taken.clone();
        outside.remove(&set.cells);
        let mut total = total - set.total;
        for inner in self.sets {
            if inner.cells.without(&outside).next().is_none() {
                outside.remove(&inner.cells);
                total -= inner.total;
            }
        }
        let cells: Vec<u16> = outside.without(&CellSet::none(self.draft.grid().cells())).collect();
        let is_new = (MOST_TERMS + 1..=MOST_FILLED * set.size).contains(&cells.len());
        if is_new && self.is_tight(&cells, total) {
            self.found.push(Sum::of(cells.into_iter(), total));
        }
    }

    /// Whether few of the ways to fill these cells come to a total.
    fn is_tight(&self, cells: &[u16], total: i64) -> bool {
        let mut groups: Vec<Vec<u16>> = Vec::new();
        for &cell in cells {
            let sees = |group: &&mut Vec<u16>| group.iter().all(|&other| self.draft.facts.see(cell, other));
            match groups.iter_mut().find(sees) {
                Some(group) => group.push(cell),
                None => groups.push(vec![cell]),
            }
        }
        let (mut least, mut most) = (0, 0);
        for group in &groups {
            let values = self.draft.values_of(group);
            let number = |value| i64::from(self.draft.grid().number(value));
            let numbers: Vec<i64> = values.iter().map(number).collect();
            least += numbers.iter().take(group.len()).sum::<i64>();
            most += numbers.iter().rev().take(group.len()).sum::<i64>();
        }
        most - least > TIGHTNESS * (total - least).min(most - total)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::candidates::Candidates;
    use crate::rules::{Clue, Draft, Foundation, Scene, find};
    use crate::{Grid, Shape};

    /// Numbers that look random, the same in every run.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, most: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % most
        }
    }

    /// A filled grid: rows of a pattern within their bands, and numbers, in any order.
    fn filled(dice: &mut Dice) -> Vec<i32> {
        let mut numbers: Vec<i32> = (1..=9).collect();
        let mut rows: Vec<usize> = (0..9).collect();
        for at in (1..9).rev() {
            numbers.swap(at, dice.below(at + 1));
            let band = at / 3 * 3;
            rows.swap(at, band + dice.below(at - band + 1));
        }
        let cell = |cell: usize| (rows[cell / 9], cell % 9);
        (0..81).map(cell).map(|(row, column)| numbers[(3 * row + row / 3 + column) % 9]).collect()
    }

    /// The diagonals that fall, but for the longest: each as its cells.
    fn diagonals() -> Vec<Vec<u16>> {
        let starts = (1..8_u16).flat_map(|at| [at, 9 * at]);
        starts
            .map(|start| (0..9 - (start % 9).max(start / 9)).map(|step| start + 10 * step).collect())
            .collect()
    }

    /// Whatever is added about sums that a filled grid has holds in that grid.
    #[test]
    fn what_reaches_out_of_covered_sets_adds_up() {
        let grid = Arc::new(Grid::of(Shape::rectangle(9, 9)).unwrap());
        let mut dice = Dice(1);
        let mut found = 0;
        for _ in 0..150 {
            let solution = filled(&mut dice);
            let mut clues = Vec::new();
            for cells in diagonals() {
                let sum: i32 = cells.iter().map(|&cell| solution[usize::from(cell)]).sum();
                clues.push(Clue::new(find("sum").unwrap()).number(sum).list(cells));
            }
            let mut foundation = Foundation::of(&grid, &[]);
            let known = vec![Candidates::all(9); 81];
            Draft::new(Scene { grid: &grid, clues: &clues }, &mut foundation, known, csp::Meter::default())
                .declare_all();
            let Foundation { model, cells, .. } = foundation;
            for constraint in model.constraints() {
                let read = |var: &csp::Var| solution[cells.iter().position(|cell| cell == var).unwrap()];
                let values: Vec<i32> = constraint.scope().iter().map(read).collect();
                assert!(constraint.accepts(&values), "{constraint:?}");
            }
            let declared = grid.houses().len() + clues.len();
            let more = model.constraints().skip(declared);
            found += more.filter(|constraint| constraint.scope().len() > super::MOST_TERMS).count();
        }
        assert!(found > 0);
    }
}
