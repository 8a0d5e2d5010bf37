//! The clues that the numbers of a player break.

use csp::limits::Meter;
use csp::{Config, Decision, Limits, Search, Step, Var};

use super::Budget;
use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::rules::{Clue, Draft, Foundation, Scene};

/// The limit of nodes for each set of numbers that is tried: a person sees at once what a clue does not allow.
const MOST_NODES: u64 = 300;

/// The most sets of numbers that are looked for under one clue.
const MOST_SETS: usize = 12;

/// A clue that some numbers break.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Broken {
    /// The index of the clue.
    pub clue: usize,
    /// The cells of the numbers, ascending. They are at fault in sets of which no number can be left out.
    pub cells: Vec<usize>,
}

impl Puzzle {
    /// Finds the clues that numbers break: whatever the other cells of such a clue are, it does not hold. Each clue is
    /// tried by itself; if it is about a part of the grid, its cells differ in their houses. A clue is not told if the
    /// budget does not suffice for it. `values` has the value of each cell that has one, the givens included.
    ///
    /// ```
    /// use sudoku::{Budget, Puzzle};
    ///
    /// let puzzle: Puzzle = "size: 4\ngrid:\n....\n....\n....\n....\nkiller 6: r1c1 r1c2 r2c1\n".parse()?;
    /// let mut values = vec![None; 16];
    /// values[0] = Some(3);
    /// assert!(puzzle.broken(&values, &Budget::default()).len() == 1, "with a 4 at least 1+2 are missing");
    /// values[0] = Some(2);
    /// assert!(puzzle.broken(&values, &Budget::default()).is_empty());
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn broken(&self, values: &[Option<u8>], budget: &Budget) -> Vec<Broken> {
        let limits = limits_of_sets(budget);
        // The other clues exempt cells as ever.
        let waived = |clue: &Clue| Clue { is_waived: true, ..clue.clone() };
        let mut clues: Vec<Clue> = self.clues().iter().map(waived).collect();
        let mut found = Vec::new();
        for at in 0..clues.len() {
            clues[at].is_waived = self.clues()[at].is_waived;
            let scene = Scene { grid: self.grid(), clues: &clues };
            let cells =
                Alone::new(scene, at, values, &limits).map_or_else(Vec::new, |mut alone| alone.faults());
            clues[at].is_waived = true;
            if !cells.is_empty() {
                found.push(Broken { clue: at, cells });
            }
        }
        found
    }
}

/// Returns the limits for each set of numbers; the time of the budget begins now, and all share it.
fn limits_of_sets(budget: &Budget) -> Limits {
    let nodes = budget.limits().node_limit().map_or(MOST_NODES, |nodes| nodes.min(MOST_NODES));
    budget.clone().nodes(nodes).from_now().limits().clone()
}

/// A clue without the others, and the numbers in its cells.
struct Alone {
    search: Search,
    /// What the clue forbids in single cells.
    forbidden: Vec<Decision>,
    /// The cells with numbers, each as a decision and allowed by what the clue says of its cell alone.
    placed: Vec<(usize, Decision)>,
    /// Cells whose numbers the clue forbids whatever the others are.
    refused: Vec<usize>,
    limits: Limits,
}

impl Alone {
    /// Returns `None` if the clue has no numbers in its cells, or a limit was reached.
    fn new(scene: Scene<'_>, at: usize, values: &[Option<u8>], limits: &Limits) -> Option<Alone> {
        let (grid, clue) = (scene.grid, &scene.clues[at]);
        let mut foundation = Foundation::without_houses(grid, &[]);
        let all = vec![Candidates::all(grid.values()); grid.cells()];
        let mut draft = Draft::new(scene, &mut foundation, all.clone(), Meter::new(limits));
        draft.declare(clue);
        if let Some(finish) = draft.finish_of(at) {
            finish(&mut draft);
        }
        if draft.spend(0) {
            return None;
        }
        let kept = draft.kept;
        let Foundation { mut model, cells, .. } = foundation;
        let touched = touched(&model, &cells);
        let is_of_clue = |cell: usize| touched[cell] || kept[cell] != all[cell];
        let placed = (0..cells.len()).filter(|&cell| is_of_clue(cell));
        let placed: Vec<(usize, u8)> = placed.filter_map(|cell| Some((cell, values[cell]?))).collect();
        if placed.is_empty() {
            return None;
        }
        // What is about the whole grid is not to become a search for its solution.
        if !(0..cells.len()).all(is_of_clue) {
            post_houses(&mut model, &cells, grid, values, is_of_clue);
        }
        let search = model.search_within(&Config::default(), limits).ok()?;
        let forbid = |cell: usize| {
            let gone = all[cell].without(kept[cell]).iter();
            gone.map(move |value| (cell, value))
        };
        let forbidden = (0..cells.len()).flat_map(forbid);
        let (fit, refused): (Vec<_>, Vec<_>) =
            placed.into_iter().partition(|&(cell, value)| kept[cell].contains(value));
        let number = |(cell, value): (usize, u8)| (cell, Decision::Assign(cells[cell], grid.number(value)));
        Some(Alone {
            search,
            forbidden: forbidden
                .map(|(cell, value)| Decision::Remove(cells[cell], grid.number(value)))
                .collect(),
            placed: fit.into_iter().map(number).collect(),
            refused: refused.into_iter().map(|(cell, _)| cell).collect(),
            limits: limits.clone(),
        })
    }

    /// Returns the cells at fault.
    fn faults(&mut self) -> Vec<usize> {
        let mut cells = self.refused.clone();
        let mut left = self.placed.clone();
        for _ in 0..MOST_SETS {
            if !self.fails(&left) {
                break;
            }
            // Without a number that is not needed, the rest fails as well.
            let mut least = left.clone();
            for one in left.iter().rev() {
                let fewer: Vec<_> = least.iter().copied().filter(|other| other != one).collect();
                if self.fails(&fewer) {
                    least = fewer;
                }
            }
            cells.extend(least.iter().map(|&(cell, _)| cell));
            // Other sets may lack one of these.
            let Some(&last) = least.last() else { break };
            left.retain(|&other| other != last);
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns whether the clue is shown to be broken by some numbers.
    fn fails(&mut self, placed: &[(usize, Decision)]) -> bool {
        let placed = placed.iter().map(|(_, decision)| decision);
        let decisions: Vec<Decision> = self.forbidden.iter().chain(placed).copied().collect();
        self.search.limit(self.limits.clone());
        self.search.assume(&decisions).is_ok() && self.search.step() == Step::Exhausted
    }
}

/// Declares that the cells of a clue differ in their houses, unless the numbers in them repeat there: a repeat is no
/// clue's fault.
fn post_houses(
    model: &mut csp::Model,
    cells: &[Var],
    grid: &Grid,
    values: &[Option<u8>],
    is_of_clue: impl Fn(usize) -> bool,
) {
    let is_one_of = |&cell: &u16| is_of_clue(usize::from(cell));
    let houses = grid.houses().iter().map(|house| house.cells().iter().filter(|cell| is_one_of(cell)));
    let repeats = houses.clone().any(|house| {
        let mut seen = Candidates::NONE;
        house.filter_map(|&cell| values[usize::from(cell)]).any(|value| {
            let again = seen.contains(value);
            seen = seen.with(value);
            again
        })
    });
    if !repeats {
        houses.for_each(|house| {
            model.all_different(house.map(|&cell| cells[usize::from(cell)]));
        });
    }
}

/// Returns for each cell whether a constraint is about it. The variables of the cells are the first of the model, so they
/// ascend.
fn touched(model: &csp::Model, cells: &[Var]) -> Vec<bool> {
    let mut is_touched = vec![false; cells.len()];
    for constraint in model.constraints() {
        for var in constraint.scope() {
            if let Ok(cell) = cells.binary_search(var) {
                is_touched[cell] = true;
            }
        }
    }
    is_touched
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_node_limit_counts() {
        let nodes = |budget: Budget| limits_of_sets(&budget).node_limit();
        assert_eq!(nodes(Budget::default()), Some(MOST_NODES));
        assert_eq!(nodes(Budget::default().nodes(50)), Some(50));
        assert_eq!(nodes(Budget::default().nodes(10_000)), Some(MOST_NODES));
    }
}
