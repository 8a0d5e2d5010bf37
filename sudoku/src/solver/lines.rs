//! Many lines of digits at once, from the text into the lanes: the fastest way for large files.
//!
//! A puzzle of its own for each line, and an answer with its solution, take longer than lanes solve an easy puzzle
//! (November 2026, the program on a file of easy puzzles: 0.56 microseconds each with them, and 0.29 without).

use csp::LockstepInstance;

use super::together::Questions;
use super::{Answer, End, Solver};
use crate::candidates::Candidates;
use crate::format::Digits;
use crate::puzzle::{Puzzle, Solution};

/// The cells of a line of digits.
const CELLS: usize = 81;

/// The answers to [`Solver::solve_lines`].
#[derive(Clone, Debug)]
pub struct LineAnswers {
    /// The end and the number of decisions of each line; `None` without an answer.
    ends: Vec<Option<(End, u64)>>,
    /// The number of solutions of each line.
    found: Vec<u8>,
    /// The first solution of each line.
    first: Vec<u8>,
    /// The second solution of each line.
    second: Vec<Option<Solution>>,
}

impl LineAnswers {
    /// The end, the number of decisions and the solution of a line that has one solution; `None` otherwise, or if it
    /// was not answered.
    #[inline]
    pub fn single(&self, line: usize) -> Option<(End, u64, &[u8])> {
        let (end, nodes) = self.ends[line].filter(|&(end, _)| end != End::Limit)?;
        (self.found[line] == 1).then(|| (end, nodes, self.first(line)))
    }

    /// The whole answer to a line; `None` if it was not answered.
    pub fn get(&self, line: usize) -> Option<Answer> {
        let (end, nodes) = self.ends[line]?;
        let first = (self.found[line] > 0).then(|| self.first(line).into());
        let solutions = first.into_iter().chain(self.second[line].clone()).collect();
        Some(Answer { solutions, end, nodes, statistics: None })
    }

    fn first(&self, line: usize) -> &[u8] {
        &self.first[CELLS * line..CELLS * (line + 1)]
    }
}

impl Solver {
    /// Solves those lines that lanes can solve quickly, and leaves the others without an answer, as
    /// [`solve_together`](Solver::solve_together) does. `sample` is the puzzle of one of the lines. Up to two solutions
    /// are searched if `is_unique` is to be proved, else one.
    pub fn solve_lines(&mut self, sample: &Puzzle, lines: &[Digits<'_>], is_unique: bool) -> LineAnswers {
        let count = lines.len();
        let mut asked = Lines {
            lines,
            first_value: sample.grid.first_value(),
            answers: LineAnswers {
                ends: vec![None; count],
                found: vec![0; count],
                first: vec![0; CELLS * count],
                second: vec![None; count],
            },
        };
        if sample.rules.is_none() && sample.cells.len() == CELLS && count > 0 {
            let most = if is_unique { 2 } else { 1 };
            self.solve_alike(sample, (0..count).collect(), most, &mut asked);
        }
        asked.answers
    }
}

/// Lines, and their answers.
struct Lines<'a> {
    lines: &'a [Digits<'a>],
    first_value: i32,
    answers: LineAnswers,
}

impl Questions for Lines<'_> {
    #[inline]
    fn state(&self, which: usize, instance: &mut LockstepInstance) {
        instance.keep_each(self.lines[which].cells().map(Candidates::bits));
    }

    fn solution(&mut self, which: usize, values: &[i32]) {
        let LineAnswers { found, first, second, .. } = &mut self.answers;
        let solution = values.iter().map(|value| (value - self.first_value) as u8);
        if found[which] == 0 {
            let place = &mut first[CELLS * which..CELLS * (which + 1)];
            place.iter_mut().zip(solution).for_each(|(place, value)| *place = value);
        } else {
            second[which] = Some(solution.collect());
        }
        found[which] += 1;
    }

    fn forget(&mut self, which: usize) {
        (self.answers.found[which], self.answers.second[which]) = (0, None);
    }

    fn answer(&mut self, which: usize, end: End, nodes: u64) {
        self.answers.ends[which] = Some((end, nodes));
    }
}
