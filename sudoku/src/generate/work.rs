//! Simultaneous attempts, each with questions in the lanes.

use std::ops::Range;

use super::Attempt;
use super::ask::Questions;
use super::chance::Chance;
use super::complete::Filled;
use super::dig::{Dig, Progress};
use super::fill::Filler;
use super::prepared::PreparedGrid;
use super::requirements::Requirements;
use crate::candidates::Candidates;
use crate::puzzle::Puzzle;

/// Attempts and their results.
pub(super) struct AttemptBatch<'a> {
    seed: u64,
    open: &'a Puzzle,
    prepared: &'a PreparedGrid,
    requirements: &'a Requirements,
    filler: &'a mut Filler,
    /// The attempts that have not begun.
    numbers: Range<u64>,
    /// The first attempt. Its result is at index 0.
    first: u64,
    results: Vec<Attempt>,
    /// Puzzles under construction, and memory for further ones.
    digs: &'a mut Vec<Dig>,
    /// Indices of puzzles that have a question, of unused memory, and of puzzles whose pattern gives one solution.
    ready: Vec<usize>,
    idle: Vec<usize>,
    proved: Vec<usize>,
    pub questions: u64,
    /// The number of clues that may be redundant.
    pub undecided: u64,
}

impl<'a> AttemptBatch<'a> {
    pub fn new(
        numbers: Range<u64>,
        seed: u64,
        open: &'a Puzzle,
        prepared: &'a PreparedGrid,
        requirements: &'a Requirements,
        filler: &'a mut Filler,
        digs: &'a mut Vec<Dig>,
    ) -> AttemptBatch<'a> {
        let count = numbers.end.saturating_sub(numbers.start) as usize;
        AttemptBatch {
            seed,
            open,
            prepared,
            requirements,
            filler,
            first: numbers.start,
            numbers,
            results: vec![Attempt::Stopped; count],
            ready: Vec::new(),
            idle: (0..digs.len()).collect(),
            digs,
            proved: Vec::new(),
            questions: 0,
            undecided: 0,
        }
    }

    /// The results of all attempts, in order.
    pub fn finish(self) -> Vec<Attempt> {
        self.results
    }

    fn settle(&mut self, question: usize, result: Attempt) {
        self.results[(self.digs[question].attempt - self.first) as usize] = result;
        self.idle.push(question);
    }

    /// Begins the next attempt, with all clues that the pattern allows.
    fn begin(&mut self) -> Option<usize> {
        while let Some(attempt) = self.numbers.next().filter(|_| !self.filler.is_cancelled()) {
            let question = self.idle.pop().unwrap_or_else(|| {
                self.digs.push(Dig::default());
                self.digs.len() - 1
            });
            let dig = &mut self.digs[question];
            dig.attempt = attempt;
            let mut chance = Chance::new(self.seed, attempt);
            match self.filler.fill(self.prepared, &mut chance, &mut dig.full) {
                Filled::Yes => {
                    let floor = floor(self.requirements, &mut chance);
                    dig.begin(
                        self.prepared,
                        &mut chance,
                        floor,
                        self.requirements.most.unwrap_or(usize::MAX),
                    );
                    return Some(question);
                }
                Filled::Impossible => self.settle(question, Attempt::Impossible),
                Filled::Stopped => self.settle(question, Attempt::Stopped),
            }
        }
        None
    }

    /// Continues an attempt until it has a question or a result. Returns whether it is a question.
    fn advance(&mut self, question: usize) -> bool {
        let dig = &mut self.digs[question];
        let result = match dig.advance(self.prepared) {
            Progress::Asks => return true,
            Progress::Done if dig.clues >= self.requirements.least.unwrap_or(0) => {
                self.undecided += dig.undecided;
                self.puzzle(question)
            }
            Progress::Done | Progress::Failed => Attempt::Missed,
        };
        self.settle(question, result);
        false
    }

    fn puzzle(&self, question: usize) -> Attempt {
        let dig = &self.digs[question];
        let mut puzzle = self.open.clone();
        puzzle.cells.clear();
        puzzle.cells.extend(dig.cells.iter().map(|&bits| Candidates::of_bits(bits)));
        let solution = dig.full.iter().map(|value| value.trailing_zeros() as u8).collect();
        Attempt::Puzzle(Box::new(puzzle), solution)
    }
}

/// The number of clues at which the removal stops, drawn at random where there is a choice.
fn floor(requirements: &Requirements, chance: &mut Chance) -> usize {
    match (requirements.least, requirements.most) {
        _ if requirements.minimal => 0,
        (Some(least), Some(most)) => least + chance.below(most - least + 1),
        (least, _) => least.unwrap_or(0),
    }
}

impl Questions for AttemptBatch<'_> {
    fn next(&mut self) -> Option<usize> {
        let question = loop {
            if let Some(question) = self.ready.pop() {
                break question;
            }
            let begun = self.proved.pop().or_else(|| self.begin());
            let question = begun?;
            if self.advance(question) {
                break question;
            }
        };
        self.questions += 1;
        Some(question)
    }

    fn cells(&self, question: usize) -> &[u64] {
        &self.digs[question].cells
    }

    fn answered(&mut self, question: usize, found: Option<u64>) {
        match found {
            Some(found) => self.digs[question].answered(self.prepared, found > 0),
            None if self.filler.is_cancelled() => return self.settle(question, Attempt::Stopped),
            None => self.digs[question].give_up(self.prepared),
        }
        if self.advance(question) {
            self.ready.push(question);
        }
    }
}

/// The first questions of attempts with a pattern: whether all clues of the pattern give one solution.
pub(super) struct PatternQuestions<'a, 'b>(pub &'b mut AttemptBatch<'a>);

impl Questions for PatternQuestions<'_, '_> {
    fn next(&mut self) -> Option<usize> {
        let question = self.0.begin()?;
        self.0.questions += 1;
        Some(question)
    }

    fn cells(&self, question: usize) -> &[u64] {
        &self.0.digs[question].cells
    }

    fn answered(&mut self, question: usize, found: Option<u64>) {
        match found {
            Some(1) => self.0.proved.push(question),
            Some(_) => self.0.settle(question, Attempt::Missed),
            None if self.0.filler.is_cancelled() => self.0.settle(question, Attempt::Stopped),
            None => self.0.settle(question, Attempt::Missed),
        }
    }
}
