//! The givens and rules that are at fault in a puzzle without a solution.

use std::collections::VecDeque;

use csp::clock::Instant;

use super::{Budget, End, Engine, Solver};
use crate::candidates::Candidates;
use crate::puzzle::{Puzzle, Solution};
use crate::rules::Clue;
use crate::statement::Statement;

/// The limits of nodes for each set that is tried: quickly, and thoroughly.
const QUICK_NODES: u64 = 1_000;
const MOST_NODES: u64 = 20_000;

/// The number of solutions that are kept, because one of them may show that a further set has a solution.
const MOST_SOLUTIONS: usize = 64;

/// Givens and rules that have no solution together, on the puzzle's grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clash {
    /// The cells of the givens, ascending.
    pub givens: Vec<usize>,
    /// The indices of the clues, ascending.
    pub clues: Vec<usize>,
    /// Whether there is a solution without any one of them. Not proved if a limit was reached.
    pub is_irreducible: bool,
}

/// A given, a clue, or all clues of one of the reader's guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Given(usize),
    Clue(usize),
    Guess(u16),
}

impl Puzzle {
    /// Finds givens and rules that have no solution together and of which none can be left out (QuickXplain, Junker
    /// 2004). Returns `None` if there is a solution, or if the budget does not suffice to show that there is none.
    /// The budget is for all tries together. A clue that is left out need not hold, but goes on to exempt cells from
    /// other rules: without a white dot its neighbours may still be consecutive under `nonconsecutive`.
    ///
    /// ```
    /// use sudoku::{Budget, Puzzle};
    ///
    /// let puzzle: Puzzle = "12..|...3|....|2...".replace('|', "").parse()?;
    /// let clash = puzzle.clash(&Budget::default()).expect("there is no solution");
    /// // Row 1 needs a 3 in the second box, which has one.
    /// assert_eq!((clash.givens, clash.is_irreducible), (vec![0, 1, 7], true));
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn clash(&self, budget: &Budget) -> Option<Clash> {
        let mut tries = Tries::new(self, budget);
        let givens = (0..self.cells.len()).filter(|&cell| self.given(cell).is_some()).map(Part::Given);
        let parts: Vec<Part> = (0..self.clues().len()).map(Part::Clue).chain(givens).collect();
        if tries.attempt(&parts, false) != Outcome::Fails {
            return None;
        }
        let mut found = tries.least(&[], &parts);
        let is_irreducible = tries.reduce(&mut found);
        let mut clash = Clash { givens: Vec::new(), clues: Vec::new(), is_irreducible };
        for part in found {
            match part {
                Part::Given(cell) => clash.givens.push(cell),
                Part::Clue(at) => clash.clues.push(at),
                Part::Guess(_) => {}
            }
        }
        clash.givens.sort_unstable();
        clash.clues.sort_unstable();
        Some(clash)
    }

    /// Finds entries that fit no solution of the puzzle together, and of which none can be left out as far as can be
    /// shown. Returns none if some solution has all entries, if there is none without them, or at a limit.
    ///
    /// ```
    /// use sudoku::{Budget, Puzzle};
    ///
    /// // Two solutions: 1 and 2 can be exchanged in the last columns.
    /// let puzzle: Puzzle = "34..|..34|43..|..43".replace('|', "").parse()?;
    /// let mut entries = vec![None; 16];
    /// (entries[2], entries[6]) = (Some(0), None);
    /// assert!(puzzle.clashing_entries(&entries, &Budget::default()).is_empty());
    /// entries[10] = Some(0);
    /// assert_eq!(puzzle.clashing_entries(&entries, &Budget::default()), [2, 10]);
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn clashing_entries(&self, entries: &[Option<u8>], budget: &Budget) -> Vec<usize> {
        let entered: Vec<(usize, u8)> = (0..self.cells.len())
            .filter(|&cell| self.given(cell).is_none())
            .filter_map(|cell| Some((cell, entries[cell]?)))
            .collect();
        let mut filled = self.clone();
        for &(cell, value) in &entered {
            filled.cells[cell] = self.cells[cell].and(Candidates::one(value));
        }
        if let Some(&(cell, _)) = entered.iter().find(|&&(cell, _)| filled.cells[cell].is_empty()) {
            return vec![cell];
        }
        let mut tries = Tries::new(&filled, budget);
        let beside: Vec<Part> = (0..self.clues().len())
            .map(Part::Clue)
            .chain((0..self.cells.len()).filter(|&cell| self.given(cell).is_some()).map(Part::Given))
            .collect();
        let parts: Vec<Part> = entered.iter().map(|&(cell, _)| Part::Given(cell)).collect();
        let all = [&beside[..], &parts].concat();
        if tries.attempt(&all, false) != Outcome::Fails || tries.attempt(&beside, false) == Outcome::Fails {
            return Vec::new();
        }
        let given = |part| if let Part::Given(cell) = part { Some(cell) } else { None };
        let mut cells: Vec<usize> = tries.least(&beside, &parts).into_iter().filter_map(given).collect();
        cells.sort_unstable();
        cells
    }
}

impl Part {
    /// Whether a clue is of this guess.
    fn has(self, clue: &Clue) -> bool {
        clue.guess.is_some_and(|(at, _)| self == Part::Guess(at))
    }
}

/// Finds guesses of the reader that have no solution together with the givens and all other clues, and of which none
/// can be left out as far as can be shown. Returns none if the puzzle has a solution, or has none without its guesses.
pub(super) fn clashing_guesses(puzzle: &Puzzle, budget: &Budget) -> Vec<u16> {
    let mut tries = Tries::new(puzzle, budget);
    let givens = (0..puzzle.cells.len()).filter(|&cell| puzzle.given(cell).is_some()).map(Part::Given);
    let clues = puzzle.clues().iter().enumerate();
    let stated = clues.filter(|(_, clue)| clue.guess.is_none()).map(|(at, _)| Part::Clue(at));
    let beside: Vec<Part> = givens.chain(stated).collect();
    let mut guesses: Vec<u16> =
        puzzle.clues().iter().filter_map(|clue| clue.guess).map(|(at, _)| at).collect();
    guesses.sort_unstable();
    guesses.dedup();
    let parts: Vec<Part> = guesses.into_iter().map(Part::Guess).collect();
    let all = [&beside[..], &parts].concat();
    if tries.attempt(&all, false) != Outcome::Fails || tries.attempt(&beside, false) == Outcome::Fails {
        return Vec::new();
    }
    let guess = |part| if let Part::Guess(at) = part { Some(at) } else { None };
    tries.least(&beside, &parts).into_iter().filter_map(guess).collect()
}

/// The result of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// There is no solution.
    Fails,
    /// There is one.
    HasSolution,
    /// A limit was reached.
    Unknown,
}

/// Parts of a puzzle to be solved.
struct Tries<'a> {
    puzzle: &'a Puzzle,
    /// The puzzle without givens and clues.
    bare: Puzzle,
    /// For tries whose result may stay unknown.
    quick: Solver,
    /// For the other tries, one after the other.
    thorough: [Solver; 2],
    /// Solutions of tries, the last one at the end.
    solutions: VecDeque<Solution>,
}

impl<'a> Tries<'a> {
    fn new(puzzle: &'a Puzzle, budget: &Budget) -> Tries<'a> {
        let mut bare = Puzzle { rules: None, about: None, ..puzzle.clone() };
        let all = puzzle.all_values();
        let cells = bare.cells.iter_mut().enumerate();
        cells.filter(|&(cell, _)| puzzle.given(cell).is_some()).for_each(|(_, candidates)| *candidates = all);
        let begun = Instant::now();
        let solver = |nodes, engine| {
            let mut solver = Solver::new(budget.clone().nodes(nodes)).engine(engine);
            solver.begin_at(Some(begun));
            solver
        };
        let quick = solver(QUICK_NODES, Engine::Auto);
        let thorough = [solver(MOST_NODES, Engine::Auto), solver(MOST_NODES, Engine::Learner)];
        Tries { puzzle, bare, quick, thorough, solutions: VecDeque::new() }
    }

    /// Solves the parts, unless they are known to have a solution.
    fn attempt(&mut self, parts: &[Part], is_quick: bool) -> Outcome {
        if self.solutions.iter().rev().any(|solution| self.satisfies(solution, parts)) {
            return Outcome::HasSolution;
        }
        let mut puzzle = self.bare.clone();
        let mut clues = self.puzzle.clues().to_vec();
        clues.iter_mut().for_each(|clue| clue.is_waived = true);
        for part in parts {
            match *part {
                Part::Given(cell) => puzzle.cells[cell] = self.puzzle.cells[cell],
                Part::Clue(at) => clues[at].is_waived = false,
                Part::Guess(_) => {
                    clues.iter_mut().filter(|clue| part.has(clue)).for_each(|clue| clue.is_waived = false);
                }
            }
        }
        if clues.iter().any(|clue| !clue.is_waived) {
            puzzle.rules = Some(clues.into());
        }
        let solvers = if is_quick { std::slice::from_mut(&mut self.quick) } else { &mut self.thorough };
        for solver in solvers {
            let answer = solver.solve(&puzzle, 1);
            if let Some(solution) = answer.solutions.into_iter().next() {
                if self.solutions.len() == MOST_SOLUTIONS {
                    self.solutions.pop_front();
                }
                self.solutions.push_back(solution);
                return Outcome::HasSolution;
            }
            if answer.end == End::Exhausted {
                return Outcome::Fails;
            }
        }
        Outcome::Unknown
    }

    /// Whether the parts are quickly seen to have no solution together.
    fn fail(&mut self, parts: &[Part]) -> bool {
        self.attempt(parts, true) == Outcome::Fails
    }

    /// Leaves out parts as long as the others have no solution. Returns whether none of the parts left can be left out.
    fn reduce(&mut self, parts: &mut Vec<Part>) -> bool {
        loop {
            let (mut is_smaller, mut is_certain) = (false, true);
            for at in (0..parts.len()).rev() {
                let part = parts.remove(at);
                match self.attempt(parts, false) {
                    Outcome::Fails => {
                        is_smaller = true;
                        continue;
                    }
                    Outcome::HasSolution => {}
                    Outcome::Unknown => is_certain = false,
                }
                parts.insert(at, part);
            }
            // Tries with fewer parts may have a result.
            if is_certain || !is_smaller {
                return is_certain;
            }
        }
    }

    /// Whether a solution of some of the parts is one of these, too.
    fn satisfies(&self, solution: &[u8], parts: &[Part]) -> bool {
        let numbers: Vec<i32> = solution.iter().map(|&value| self.puzzle.grid().number(value)).collect();
        let scene = self.puzzle.scene();
        parts.iter().all(|part| match *part {
            Part::Given(cell) => self.puzzle.cells[cell].contains(solution[cell]),
            Part::Clue(at) => self.puzzle.clues()[at].holds(&scene, &numbers),
            Part::Guess(_) => self
                .puzzle
                .clues()
                .iter()
                .filter(|clue| part.has(clue))
                .all(|clue| clue.holds(&scene, &numbers)),
        })
    }

    /// Returns parts of `parts` that have no solution together with `beside`, and of which none can be left out. All
    /// of `parts` together with `beside` must have no solution.
    fn least(&mut self, beside: &[Part], parts: &[Part]) -> Vec<Part> {
        if parts.len() < 2 {
            return parts.to_vec();
        }
        let (first, second) = parts.split_at(parts.len() / 2);
        let of_second = self.least_unless_known(beside, first, second);
        let mut found = self.least_unless_known(beside, &of_second, first);
        found.extend(of_second);
        found
    }

    /// Returns the parts of `parts` that are needed for a contradiction together with `beside` and `more`; none if
    /// these two lists alone have no solution.
    fn least_unless_known(&mut self, beside: &[Part], more: &[Part], parts: &[Part]) -> Vec<Part> {
        let beside = [beside, more].concat();
        if !more.is_empty() && self.fail(&beside) { Vec::new() } else { self.least(&beside, parts) }
    }
}

impl Clash {
    /// The clues, then the givens.
    pub fn statements(&self) -> Vec<Statement> {
        let clues = self.clues.iter().map(|&at| Statement::Clue(at, None));
        clues.chain(self.givens.iter().map(|&cell| Statement::Given(cell))).collect()
    }

    /// Whether a cell has a given that is at fault.
    pub fn has_given(&self, cell: usize) -> bool {
        self.givens.contains(&cell)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn parsed(text: &str) -> Puzzle {
        text.parse().unwrap()
    }

    /// The puzzle with some of its givens and clues only.
    fn part(puzzle: &Puzzle, givens: &[usize], clues: &[usize]) -> Puzzle {
        let mut cells = vec![puzzle.all_values(); puzzle.cells.len()];
        givens.iter().for_each(|&cell| cells[cell] = puzzle.cells[cell]);
        let waived = |(at, clue): (usize, &Clue)| Clue { is_waived: !clues.contains(&at), ..clue.clone() };
        let rules: Vec<Clue> = puzzle.clues().iter().enumerate().map(waived).collect();
        let rules = (!rules.is_empty()).then(|| Arc::from(rules));
        Puzzle { cells, rules, ..puzzle.clone() }
    }

    fn is_solvable(puzzle: &Puzzle) -> bool {
        let answer = Solver::default().engine(super::super::Engine::Search).solve(puzzle, 1);
        assert_ne!(answer.end, End::Limit);
        !answer.solutions.is_empty()
    }

    /// Checks that the clash has no solution and that it has one without any single part.
    fn check(puzzle: &Puzzle) -> Clash {
        let clash = puzzle.clash(&Budget::default()).expect("there is no solution");
        let Clash { givens, clues, is_irreducible } = &clash;
        assert!(is_irreducible);
        assert!(!is_solvable(&part(puzzle, givens, clues)), "{clash:?}");
        let without = |list: &[usize], at: usize| [&list[..at], &list[at + 1..]].concat();
        for at in 0..givens.len() {
            assert!(is_solvable(&part(puzzle, &without(givens, at), clues)), "{clash:?} without given {at}");
        }
        for at in 0..clues.len() {
            assert!(is_solvable(&part(puzzle, givens, &without(clues, at))), "{clash:?} without clue {at}");
        }
        clash
    }

    #[test]
    fn wrong_givens_are_among_those_at_fault() {
        let text = "53427....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = parsed(text);
        let clash = check(&puzzle);
        assert!(clash.has_given(3) && clash.clues.is_empty(), "{clash:?}");
        // Each given in turn is replaced by another value.
        let right = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let mut found = 0;
        for cell in (0..81).filter(|&cell| right.as_bytes()[cell] != b'.') {
            let mut text = right.as_bytes().to_vec();
            text[cell] = if text[cell] == b'9' { b'1' } else { text[cell] + 1 };
            let puzzle = parsed(std::str::from_utf8(&text).unwrap());
            if !is_solvable(&puzzle) {
                assert!(check(&puzzle).has_given(cell), "{cell}");
                found += 1;
            }
        }
        assert!(found > 20, "{found}");
    }

    #[test]
    fn clashing_rules_are_named() {
        let grid = "size: 4\ngrid:\n1...\n....\n...2\n....\n";
        let clashes = |rules: &str| {
            let clash = check(&parsed(&format!("{grid}{rules}")));
            (clash.givens, clash.clues)
        };
        assert_eq!(clashes("killer 5: r1c3 r1c4\nkiller 4: r3c3 r3c4\n"), (vec![11], vec![1]));
        assert_eq!(clashes("killer 3: r1c1 r1c2\nkiller 4: r1c1 r1c2\n"), (vec![], vec![0, 1]));
        assert_eq!(clashes("killer 7: r4c1 r4c2\nodd: r1c1\neven: r1c1\n"), (vec![], vec![1, 2]));
        assert_eq!(clashes("killer 7: r4c1 r4c2\neven: r1c1\n"), (vec![0], vec![1]));
    }

    #[test]
    fn a_puzzle_with_a_solution_has_no_clash() {
        assert_eq!(parsed("1234............").clash(&Budget::default()), None);
        // A limit is no clash either.
        let hard =
            parsed("53427....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
        let cancel = csp::Cancel::new();
        cancel.cancel();
        assert_eq!(hard.clash(&Budget::default().cancel(&cancel)), None);
    }

    #[test]
    fn a_clue_that_is_left_out_goes_on_to_exempt_cells() {
        let of = |rules: &str| check(&parsed(rules)).clues;
        // Without the exemption, the cage would contradict the negative constraint.
        let clues = of("size: 9\nall-given xv\nv: r1c1 r1c2\nkiller 5: r1c1 r1c2\nkiller 6: r1c1 r1c2\n");
        assert!(clues == [2, 3] || clues == [1, 3], "{clues:?}");
        // A dot takes part in its own right: no such grid has one.
        assert_eq!(of("size: 6\nnonconsecutive\nwhite: r4c3 r4c4\n"), [0, 1]);
    }
}
