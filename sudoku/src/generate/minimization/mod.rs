//! Analysis of a puzzle: the clues that it needs.
//!
//! ```text
//!   each by itself ──► one after the other, in a seeded order ──► Minimization
//! ```
//!
//! Givens of a puzzle without rules are asked about in lanes ([`lanes`]), all others here.

mod lanes;

use std::collections::BTreeMap;

use csp::clock::Instant;

use super::chance::Chance;
use crate::puzzle::{Puzzle, Solution};
use crate::rules::Group;
use crate::solver::{Answer, End, Solver};
use crate::statement::Statement;

/// The number of known fillings that are looked at before a question is asked.
const MOST_LOOKED_AT: usize = 64;

/// The clues that a puzzle with one solution does not need.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Minimization {
    /// The givens and clues that can be erased, each by itself, in the order in which they were asked about.
    pub redundant: Vec<Statement>,
    /// The givens and clues that were erased, one after the other until no further one could be erased.
    pub erased: Vec<Statement>,
    /// The givens and clues that were kept because a limit was reached before it was known whether they are needed.
    pub undecided: Vec<Statement>,
    /// The puzzle without those that were erased.
    pub minimal: Puzzle,
}

impl Minimization {
    /// Finds out which of the givens and clues that are asked about a puzzle needs for its only solution. Returns `None`
    /// unless `answer`, to two solutions, has exactly one. The limits of the solver apply to the answer and the whole
    /// analysis together.
    ///
    /// Givens are erased first, and rules of the whole grid last. Clues that exempt cells from other rules do so no
    /// longer when they are erased: under `nonconsecutive` a white dot is needed.
    ///
    /// ```
    /// use sudoku::{Minimization, Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "12..34....4...1.".parse()?;
    /// let mut solver = Solver::default();
    /// let answer = solver.solve(&puzzle, 2);
    /// let found = Minimization::of(&mut solver, &puzzle, &answer, &puzzle.statements()).expect("it is unique");
    /// // Any of four givens can be erased. After two of them no further one can.
    /// assert_eq!((found.redundant.len(), found.minimal.givens()), (4, 4));
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn of(
        solver: &mut Solver,
        puzzle: &Puzzle,
        answer: &Answer,
        asked: &[Statement],
    ) -> Option<Minimization> {
        let solution = answer.is_unique().then(|| &answer.solutions[0])?;
        if let Some(Erased { redundant, erased }) = lanes::erase(solver, puzzle, asked) {
            let (minimal, undecided) = (puzzle.without(&erased), Vec::new());
            return Some(Minimization { redundant, erased, undecided, minimal });
        }
        let budget = solver.budget().clone();
        let nodes = budget.limits().node_limit();
        let analysis = solver.within_one_time(|solver| {
            Analysis {
                nodes: nodes.map(|nodes| nodes.saturating_sub(answer.nodes)),
                solver,
                puzzle,
                solution,
                fillings: Vec::new(),
                witnesses: BTreeMap::new(),
                erased: Vec::new(),
                undecided: Vec::new(),
            }
            .run(asked)
        });
        nodes.into_iter().for_each(|nodes| solver.limit_nodes(nodes));
        Some(analysis)
    }
}

/// Givens and clues that can be erased, each by itself and one after the other.
struct Erased {
    redundant: Vec<Statement>,
    erased: Vec<Statement>,
}

/// The order in which the redundant givens and clues are erased: givens, clues, rules of the whole grid. Each group is
/// shuffled, so that the remaining ones are not all in one part of the grid.
fn in_order(puzzle: &Puzzle, redundant: &[Statement]) -> Vec<Statement> {
    let mut order = redundant.to_vec();
    Chance::new(0, 0).shuffle(&mut order);
    order.sort_by_key(|statement| match *statement {
        Statement::Given(_) => 0,
        Statement::Clue(at, _) if puzzle.clues()[at].kind.group != Group::Grid => 1,
        Statement::Clue(..) => 2,
    });
    order
}

/// Whether a puzzle needs a given or a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Needed,
    Redundant,
    Undecided,
}

/// An analysis under way.
struct Analysis<'a> {
    solver: &'a mut Solver,
    puzzle: &'a Puzzle,
    solution: &'a [u8],
    /// The nodes that are left, if they are limited.
    nodes: Option<u64>,
    /// Other fillings of the grid, each the solution of a puzzle without something.
    fillings: Vec<Solution>,
    /// For what is needed, the filling that was possible without it.
    witnesses: BTreeMap<Statement, usize>,
    erased: Vec<Statement>,
    undecided: Vec<Statement>,
}

impl Analysis<'_> {
    fn run(mut self, asked: &[Statement]) -> Minimization {
        let mut redundant = Vec::new();
        for &statement in asked {
            match self.need(statement) {
                Need::Needed => {}
                Need::Redundant => redundant.push(statement),
                Need::Undecided => self.undecided.push(statement),
            }
        }
        in_order(self.puzzle, &redundant).into_iter().for_each(|statement| self.try_to_erase(statement));
        // A rule may become stronger without a clue that exempted cells from it, and then others are needed no longer.
        loop {
            let count = self.erased.len();
            for &statement in asked {
                if !self.erased.contains(&statement) && !self.undecided.contains(&statement) {
                    self.try_to_erase(statement);
                }
            }
            if self.erased.len() == count {
                let minimal = self.puzzle.without(&self.erased);
                let Analysis { erased, undecided, .. } = self;
                return Minimization { redundant, erased, undecided, minimal };
            }
        }
    }

    fn try_to_erase(&mut self, statement: Statement) {
        match self.need(statement) {
            Need::Needed => {}
            Need::Redundant => self.erased.push(statement),
            Need::Undecided => self.undecided.push(statement),
        }
    }

    /// Whether something is needed after what has been erased.
    fn need(&mut self, statement: Statement) -> Need {
        self.erased.push(statement);
        let puzzle = self.puzzle.without(&self.erased);
        self.erased.pop();
        if puzzle.broken_clue(self.solution).is_some() {
            return Need::Needed;
        }
        let latest = (0..self.fillings.len()).rev().take(MOST_LOOKED_AT);
        let mut known = self.witnesses.get(&statement).copied().into_iter().chain(latest);
        if let Some(witness) = known.find(|&at| is_solution(&puzzle, &self.fillings[at])) {
            self.witnesses.insert(statement, witness);
            return Need::Needed;
        }
        let limits = self.solver.limits();
        let is_late = limits.deadline().is_some_and(|deadline| Instant::now() >= deadline);
        if self.nodes == Some(0) || is_late || limits.flags().iter().any(csp::Cancel::is_cancelled) {
            return Need::Undecided;
        }
        self.nodes.into_iter().for_each(|nodes| self.solver.limit_nodes(nodes));
        let answer = self.solver.solve(&puzzle, 2);
        self.nodes = self.nodes.map(|nodes| nodes.saturating_sub(answer.nodes));
        match answer.solutions.into_iter().find(|found| **found != *self.solution) {
            Some(other) => {
                self.witnesses.insert(statement, self.fillings.len());
                self.fillings.push(other);
                Need::Needed
            }
            None if answer.end == End::Exhausted => Need::Redundant,
            None => Need::Undecided,
        }
    }
}

/// [`Puzzle::accepts`], most often decided by the first given that differs.
fn is_solution(puzzle: &Puzzle, filling: &[u8]) -> bool {
    puzzle.cells.iter().zip(filling).all(|(cell, &value)| cell.contains(value)) && puzzle.accepts(filling)
}
