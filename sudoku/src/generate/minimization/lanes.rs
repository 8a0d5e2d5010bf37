//! Questions about the givens of a puzzle without rules, many at once in lanes.

use super::super::ask::{Questions, ask};
use super::{Erased, in_order};
use crate::puzzle::Puzzle;
use crate::solver::Solver;
use crate::statement::Statement;

/// Finds the redundant givens, and erases them one after the other. `None` if the puzzle has rules, the budget limits
/// time or nodes, which lanes do not share, or some question stays without an answer.
pub(super) fn erase(solver: &mut Solver, puzzle: &Puzzle, asked: &[Statement]) -> Option<Erased> {
    let limits = solver.budget().limits();
    if puzzle.rules.is_some() || limits.node_limit().is_some() || limits.time_limit().is_some() {
        return None;
    }
    let mut alone = SingleErasures {
        puzzle,
        givens: asked.iter().filter_map(given).collect(),
        next: 0,
        questions: Vec::new(),
        is_redundant: vec![None; asked.len()],
    };
    ask(solver, puzzle, 1, &mut alone);
    let SingleErasures { givens, is_redundant, .. } = alone;
    let mut redundant = Vec::new();
    for (&given, is_redundant) in givens.iter().zip(is_redundant) {
        if is_redundant? {
            redundant.push(Statement::Given(given));
        }
    }
    let order: Vec<usize> = in_order(puzzle, &redundant).iter().filter_map(given).collect();
    let mut rest = SuccessiveErasures {
        puzzle,
        cells: puzzle.cells.iter().map(|cell| cell.bits()).collect(),
        left: &order,
        erased: Vec::new(),
        is_asked: false,
    };
    ask(solver, puzzle, 1, &mut rest);
    let is_done = rest.left.is_empty();
    is_done.then_some(Erased { redundant, erased: rest.erased })
}

fn given(statement: &Statement) -> Option<usize> {
    match *statement {
        Statement::Given(cell) => Some(cell),
        Statement::Clue(..) => None,
    }
}

/// One question for each given: can this given alone be erased? All may be asked at once.
struct SingleErasures<'a> {
    puzzle: &'a Puzzle,
    givens: Vec<usize>,
    next: usize,
    /// The candidates of all cells for each question, in the order of `givens`.
    questions: Vec<Vec<u64>>,
    /// The answers in the same order; `None` as long as there is none.
    is_redundant: Vec<Option<bool>>,
}

impl Questions for SingleErasures<'_> {
    fn next(&mut self) -> Option<usize> {
        let &given = self.givens.get(self.next)?;
        let mut cells: Vec<u64> = self.puzzle.cells.iter().map(|cell| cell.bits()).collect();
        cells[given] ^= self.puzzle.all_values().bits();
        self.questions.push(cells);
        self.next += 1;
        Some(self.next - 1)
    }

    fn cells(&self, question: usize) -> &[u64] {
        &self.questions[question]
    }

    fn answered(&mut self, question: usize, found: Option<u64>) {
        self.is_redundant[question] = found.map(|found| found == 0);
        if found.is_none() {
            self.next = self.givens.len();
        }
    }
}

/// Questions in sequence: each answer decides the next question.
struct SuccessiveErasures<'a> {
    puzzle: &'a Puzzle,
    cells: Vec<u64>,
    /// Givens that may still be erased. The first is tried next.
    left: &'a [usize],
    erased: Vec<Statement>,
    /// Whether the first of `left` has been asked about.
    is_asked: bool,
}

impl Questions for SuccessiveErasures<'_> {
    fn next(&mut self) -> Option<usize> {
        let &given = self.left.first()?;
        if self.is_asked {
            return None;
        }
        self.cells[given] ^= self.puzzle.all_values().bits();
        self.is_asked = true;
        Some(0)
    }

    fn cells(&self, _: usize) -> &[u64] {
        &self.cells
    }

    fn answered(&mut self, _: usize, found: Option<u64>) {
        // Without an answer it stays the first.
        let (Some((&given, left)), Some(found)) = (self.left.split_first(), found) else {
            return;
        };
        (self.left, self.is_asked) = (left, false);
        if found == 0 {
            self.cells[given] = self.puzzle.all_values().bits();
            self.erased.push(Statement::Given(given));
        } else {
            self.cells[given] = self.puzzle.cells[given].bits();
        }
    }
}
