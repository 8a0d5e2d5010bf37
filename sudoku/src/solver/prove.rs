//! Proofs that a puzzle has one solution, none, or none with a value in a cell.

use std::fmt;

use csp::encode::NotEncodable;
use csp::proof::{self, Format, Prover};
use csp::{ConstraintId, Decision, Learner, Limits, clock::Instant};

use super::board::Board;
use super::{Budget, End, Solver};
use crate::format;
use crate::puzzle::{Puzzle, Solution};
use crate::rules::Origin;

/// A claim about a puzzle that is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The puzzle has this solution and no other.
    Unique(Solution),
    /// The puzzle has no solution.
    None,
    /// A cell does not have a value in any solution.
    Excluded {
        /// The cell.
        cell: usize,
        /// The value.
        value: u8,
    },
}

/// A proof of a [`Claim`]: pairs of a formula and the lines with which a checker verifies the conclusion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PuzzleProof {
    /// The proved claim.
    pub claim: Claim,
    /// The name of each part and its texts: for a unique solution `solution` (the given solution satisfies the
    /// formula) and `others` (the formula excludes this solution, and is shown to have no other), else `none` or
    /// `excluded`.
    pub parts: Vec<(&'static str, proof::Proof)>,
}

/// The reason why there is no proof for a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Unproved {
    /// A rule cannot be encoded in a formula of this format.
    Rule {
        /// The text of the rule.
        rule: String,
        /// The rule's line and column in the input.
        place: (u64, u32),
    },
    /// There are several solutions, or one although the claim was that there is none.
    Solvable(Vec<Solution>),
    /// A limit was reached.
    Limit,
    /// The search found no further solution, but the lines of its proof do not show this.
    Gap,
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Rule { rule, .. } => write!(f, "cannot be proved: {rule}"),
            Unproved::Solvable(solutions) if solutions.len() > 1 => {
                write!(f, "there are several solutions, and nothing to prove")
            }
            Unproved::Solvable(_) => write!(f, "there is a solution, and nothing to prove"),
            Unproved::Limit => write!(f, "a limit was reached before the proof was complete"),
            Unproved::Gap => write!(f, "the search found no solution, but its proof has a gap"),
        }
    }
}

impl std::error::Error for Unproved {}

impl Puzzle {
    /// Proves that the puzzle has one solution, or none.
    ///
    /// ```
    /// use csp::proof::Format;
    /// use sudoku::{Budget, Claim, Puzzle};
    ///
    /// let puzzle: Puzzle = "1234341221434321".replace("43", "..").parse()?;
    /// let proof = puzzle.prove(Format::Pseudoboolean, &Budget::default())?;
    /// assert!(matches!(proof.claim, Claim::Unique(_)));
    /// let [(_, solution), (_, others)] = &proof.parts[..] else { unreachable!() };
    /// assert!(solution.lines.contains("conclusion SAT : r1c1_1 ~r1c1_2"));
    /// assert!(others.lines.contains("conclusion UNSAT"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(&self, format: Format, budget: &Budget) -> Result<PuzzleProof, Unproved> {
        let budget = &budget.clone().from_now();
        let answer = Solver::new(budget.clone()).solve(self, 2);
        match (&answer.solutions[..], answer.end) {
            ([_, _, ..], _) => Err(Unproved::Solvable(answer.solutions)),
            (_, End::Limit) => Err(Unproved::Limit),
            ([], _) => Task::new(self, format, budget)?.prove_none(Claim::None, &[]),
            ([solution], _) => Task::new(self, format, budget)?.prove_unique(solution),
        }
    }

    /// Proves that a cell does not have a value in any solution.
    ///
    /// # Panics
    /// If there is no such cell or value.
    pub fn prove_excluded(
        &self,
        cell: usize,
        value: u8,
        format: Format,
        budget: &Budget,
    ) -> Result<PuzzleProof, Unproved> {
        assert!(cell < self.cells.len() && usize::from(value) < self.grid.values(), "it is of the puzzle");
        let budget = &budget.clone().from_now();
        let mut with = self.clone();
        let candidates = self.cells[cell];
        if candidates.contains(value) {
            with.set_cell(cell, crate::Candidates::one(value));
            let answer = Solver::new(budget.clone()).solve(&with, 1);
            match (answer.solutions.is_empty(), answer.end) {
                (false, _) => return Err(Unproved::Solvable(answer.solutions)),
                (true, End::Limit) => return Err(Unproved::Limit),
                (true, _) => {}
            }
        }
        let task = Task::new(self, format, budget)?;
        let is = task.board.cells[cell].is(task.board.first() + i32::from(value));
        task.prove_none(Claim::Excluded { cell, value }, &[is])
    }
}

/// The model of a puzzle to be proved.
struct Task<'p> {
    puzzle: &'p Puzzle,
    board: Board,
    assumptions: Vec<Decision>,
    format: Format,
    limits: Limits,
}

impl<'p> Task<'p> {
    fn new(puzzle: &'p Puzzle, format: Format, budget: &Budget) -> Result<Task<'p>, Unproved> {
        let limits = budget.limits().clone().counted_from(Instant::now());
        let board = Board::new(puzzle, &limits).map_err(|_| Unproved::Limit)?;
        let mut assumptions = Vec::new();
        board.assume(puzzle, &mut assumptions);
        Ok(Task { puzzle, board, assumptions, format, limits })
    }

    fn prover(&self) -> Prover<'_> {
        let mut prover = Prover::new(&self.board.model)
            .assume(&self.assumptions)
            .format(self.format)
            .within(self.limits.clone());
        let names: Vec<String> = (0..self.board.cells.len()).map(|cell| self.name(cell)).collect();
        for (cell, name) in names.iter().enumerate() {
            if names.iter().filter(|other| *other == name).count() == 1 {
                prover = prover.name(self.board.cells[cell], name);
            }
        }
        prover
    }

    /// The name of a cell in formulas: `r1c1`.
    fn name(&self, cell: usize) -> String {
        let name = self.puzzle.grid().usual_name(cell).to_string();
        let plain: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
            .collect();
        if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { plain } else { format!("cell{plain}") }
    }

    fn prove_none(&self, claim: Claim, with: &[Decision]) -> Result<PuzzleProof, Unproved> {
        let name = if claim == Claim::None { "none" } else { "excluded" };
        let proof = self.prover().assume(with).no_solution().map_err(|unproved| self.unproved(unproved))?;
        Ok(PuzzleProof { claim, parts: vec![(name, proof)] })
    }

    fn prove_unique(&self, solution: &Solution) -> Result<PuzzleProof, Unproved> {
        let first = self.board.first();
        let cells = self.board.cells.iter().zip(solution.iter());
        let filled: Vec<Decision> = cells.map(|(cell, &value)| cell.is(first + i32::from(value))).collect();
        let prover = self.prover();
        let others = prover.no_other_solution(&filled).map_err(|unproved| self.unproved(unproved))?;
        let mut parts = Vec::new();
        if self.format == Format::Pseudoboolean {
            let proof = prover.solution(&self.all_values(&filled)?);
            parts.push(("solution", proof.map_err(|unproved| self.unproved(unproved))?));
        }
        parts.push(("others", others));
        Ok(PuzzleProof { claim: Claim::Unique(solution.clone()), parts })
    }

    /// The values of all variables of the model for a solution, the auxiliary ones of rules included.
    fn all_values(&self, filled: &[Decision]) -> Result<Vec<i32>, Unproved> {
        let config = self.board.config();
        let mut learner =
            Learner::compile_within(&self.board.model, &config, &self.limits).map_err(|_| Unproved::Limit)?;
        learner.limit(self.limits.clone());
        learner.assume(filled).expect("cells are variables of the model");
        match learner.first() {
            Ok(Some(solution)) => Ok(solution.values().to_vec()),
            Ok(None) => Err(Unproved::Gap),
            Err(_) => Err(Unproved::Limit),
        }
    }

    fn unproved(&self, unproved: proof::Unproved) -> Unproved {
        match unproved {
            proof::Unproved::NotEncodable(NotEncodable::Constraint(id)) => self.not_encodable(id),
            proof::Unproved::NotEncodable(NotEncodable::Variable(var)) => {
                let rule = format!("{} has too many values", self.board.model.name(var));
                Unproved::Rule { rule, place: self.puzzle.place(0) }
            }
            proof::Unproved::Limit => Unproved::Limit,
            _ => Unproved::Gap,
        }
    }

    /// The rule that a constraint comes from.
    fn not_encodable(&self, id: ConstraintId) -> Unproved {
        match self.board.origins.get(id.index()) {
            Some(&Origin::Clue(at)) => {
                let clue = &self.puzzle.clues()[at];
                Unproved::Rule { rule: format::rule(clue, self.puzzle), place: clue.place }
            }
            _ => Unproved::Rule { rule: self.board.model.describe(id), place: self.puzzle.place(0) },
        }
    }
}
