//! Puzzles near others. Chance hardly ever makes a puzzle with nested chains, but beside each there are more of them.
//!
//! ```text
//!   one of NESTED ──► moved and renamed ──► a clue goes, others come ──► does it resist chains? ──► again ──► Puzzle
//! ```

use super::{Item, Variants};
use crate::candidates::Candidates;
use crate::explain::Explainer;
use crate::generate::Attempt;
use crate::generate::chance::Chance;
use crate::generate::difficulty::Difficulty;
use crate::generate::requirements::Requirements;
use crate::puzzle::{Puzzle, Solution};

/// Puzzles with nested chains. The first were found among those in which four boxes leave three digits twelve cells that they
/// cannot fill, but for one or two cells; the others near these.
const NESTED: &str = include_str!("nested.txt");

/// The exchanges of clues that lead away from a puzzle of these.
const EXCHANGES: usize = 4;

/// The exchanges that are tried. About one in a hundred leads to another puzzle that resists chains.
const MOST_TRIES: usize = 2_000;

/// The greatest number of solutions of which one is chosen.
const MOST_SOLUTIONS: usize = 20;

/// Whether puzzles near others meet the requirements: classic ones with nested chains, with clues in any cells.
pub(super) fn is_wanted(like: &Puzzle, requirements: &Requirements, orbits: &[Vec<u16>]) -> bool {
    requirements.difficulty.as_ref().is_some_and(Difficulty::is_beyond_chains)
        && requirements.rules.is_empty()
        && requirements.least.is_none()
        && like.grid().is_classic()
        && like.clues().is_empty()
        && orbits.len() == like.grid().cells()
}

impl Variants {
    /// Makes a puzzle near one of [`NESTED`].
    pub(super) fn make_near(
        &mut self,
        chance: &mut Chance,
        questions: &mut u64,
        judge: &mut Explainer,
    ) -> Attempt {
        let lines: Vec<&str> = NESTED.lines().collect();
        let mut givens = moved(lines[chance.below(lines.len())], chance);
        let mut last = None;
        let mut left = EXCHANGES;
        for _ in 0..MOST_TRIES {
            if left == 0 || self.is_cancelled() {
                break;
            }
            let Some((puzzle, solution)) = self.exchanged(&givens, chance, questions) else { continue };
            let now = givens_of(&puzzle);
            if now != givens && judge.resists_chains(&puzzle) {
                givens = now;
                last = Some((puzzle, solution));
                left -= 1;
            }
        }
        match last {
            Some((puzzle, solution)) if left == 0 && puzzle.givens() <= self.most => {
                Attempt::Puzzle(Box::new(puzzle), solution)
            }
            _ => Attempt::Missed,
        }
    }

    /// Takes out a clue, and adds those that one of the solutions then needs.
    fn exchanged(
        &mut self,
        givens: &[(u16, u8)],
        chance: &mut Chance,
        questions: &mut u64,
    ) -> Option<(Puzzle, Solution)> {
        let gone = chance.below(givens.len());
        let mut puzzle = self.open.clone();
        let kept = givens.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, given)| *given);
        kept.clone().for_each(|(cell, value)| puzzle.set_cell(cell.into(), Candidates::one(value)));
        *questions += 1;
        let mut solutions = self.solver.solve(&puzzle, MOST_SOLUTIONS).solutions;
        if solutions.is_empty() {
            // The search was cancelled.
            return None;
        }
        let solution = solutions.swap_remove(chance.below(solutions.len()));
        let mut items: Vec<Item> = kept.map(|(cell, _)| Item::Givens(vec![cell])).collect();
        if !self.complete(&mut items, &solution, chance, questions) {
            return None;
        }
        let items = self.reduce(items, &solution, chance, questions);
        Some((self.puzzle(&items, &solution), solution))
    }
}

/// The cells with givens, and their values.
fn givens_of(puzzle: &Puzzle) -> Vec<(u16, u8)> {
    let given = |cell: u16| puzzle.given(cell.into()).map(|value| (cell, value));
    (0..puzzle.cells().len() as u16).filter_map(given).collect()
}

/// The givens of a line, its rows and columns moved and its digits renamed at random.
fn moved(line: &str, chance: &mut Chance) -> Vec<(u16, u8)> {
    let mut places = || -> Vec<u16> {
        let mut bands: Vec<Vec<u16>> = (0..3).map(|band| (3 * band..3 * band + 3).collect()).collect();
        bands.iter_mut().for_each(|band| chance.shuffle(band));
        chance.shuffle(&mut bands);
        bands.concat()
    };
    let (rows, columns) = (places(), places());
    let mut names: Vec<u8> = (0..9).collect();
    chance.shuffle(&mut names);
    let is_turned = chance.below(2) == 1;
    let given = |(cell, digit): (usize, u8)| {
        let value = digit.checked_sub(b'1')?;
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let cell = if is_turned { 9 * column + row } else { 9 * row + column };
        Some((cell, *names.get(usize::from(value))?))
    };
    let mut givens: Vec<(u16, u8)> = line.bytes().enumerate().filter_map(given).collect();
    givens.sort_unstable();
    givens
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use csp::Cancel;

    use super::*;
    use crate::canonical::{rows_of, smallest};
    use crate::explain::Level;
    use crate::generate::Generator;
    use crate::grid::Grid;
    use crate::solver::Solver;

    fn known() -> impl Iterator<Item = (&'static str, Puzzle)> {
        NESTED.lines().map(|line| (line, line.parse().expect("a puzzle")))
    }

    fn form(puzzle: &Puzzle) -> impl PartialEq + std::fmt::Debug {
        smallest(rows_of(puzzle).unwrap())
    }

    #[test]
    fn known_puzzles_resist_chains() {
        let mut judge = Explainer::new();
        for (line, puzzle) in known() {
            assert!(Solver::default().solve(&puzzle, 2).is_unique(), "{line}");
            assert!(judge.resists_chains(&puzzle), "{line}");
        }
        let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert!(!judge.resists_chains(&easy.parse().unwrap()));
    }

    #[test]
    fn a_moved_puzzle_is_the_same() {
        for (number, (line, puzzle)) in known().enumerate() {
            let mut other = Puzzle::open(Grid::square(9).unwrap());
            for (cell, value) in moved(line, &mut Chance::new(5, number as u64)) {
                other.set_cell(cell.into(), Candidates::one(value));
            }
            assert_ne!(other.cells(), puzzle.cells());
            assert_eq!(form(&other), form(&puzzle), "{line}");
        }
    }

    /// What makes nested puzzles.
    fn generator(seed: u64) -> Generator {
        let nested = Difficulty { hardest: Difficulty::costs(Level::Nested), ..Difficulty::default() };
        let requirements = Requirements::default().with_difficulty(nested);
        let open = Puzzle::open(Grid::square(9).unwrap());
        Generator::new(&open, requirements, seed).unwrap()
    }

    /// A flag is set while an attempt is under way, and each search sees it where it stands.
    #[test]
    fn an_attempt_ends_wherever_it_is_cancelled() {
        let is_stopped = |millis: u64| {
            let cancel = Cancel::new();
            let mut generator = generator(millis).cancel(&cancel);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(millis));
                    cancel.cancel();
                });
                // So many attempts take minutes.
                let made = generator.attempts(0..1_000);
                matches!(made.last(), Some(Attempt::Stopped))
            })
        };
        assert!((0..40).all(is_stopped));
    }

    #[test]
    fn puzzles_near_others_are_nested() {
        let made = generator(9).next().expect("most attempts succeed");
        assert!(Solver::default().solve(&made, 2).is_unique());
        assert_eq!(Explainer::new().rate(&made).level(), Level::Nested);
        assert!(known().all(|(_, known)| known.cells() != made.cells()));
    }
}
