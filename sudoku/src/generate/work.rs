//! Simultaneous attempts, as many as have questions in the lanes.

use std::ops::Range;

use super::Attempt;
use super::ask::Questions;
use super::chance::Chance;
use super::dig::{Dig, Progress};
use super::fill::{Filled, Filler};
use super::shape::Shape;
use super::wishes::Wishes;
use crate::candidates::Candidates;
use crate::puzzle::Puzzle;

/// Attempts and their results.
pub(super) struct Work<'a> {
    seed: u64,
    open: &'a Puzzle,
    shape: &'a Shape,
    wishes: &'a Wishes,
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
}

impl<'a> Work<'a> {
    pub fn new(
        numbers: Range<u64>,
        seed: u64,
        open: &'a Puzzle,
        shape: &'a Shape,
        wishes: &'a Wishes,
        filler: &'a mut Filler,
        digs: &'a mut Vec<Dig>,
    ) -> Work<'a> {
        let count = numbers.end.saturating_sub(numbers.start) as usize;
        Work {
            seed,
            open,
            shape,
            wishes,
            filler,
            first: numbers.start,
            numbers,
            results: vec![Attempt::Stopped; count],
            ready: Vec::new(),
            idle: (0..digs.len()).collect(),
            digs,
            proved: Vec::new(),
            questions: 0,
        }
    }

    /// The results of all attempts, in order.
    pub fn finish(self) -> Vec<Attempt> {
        self.results
    }

    fn settle(&mut self, who: usize, result: Attempt) {
        self.results[(self.digs[who].attempt - self.first) as usize] = result;
        self.idle.push(who);
    }

    /// Begins the next attempt, with all clues that the pattern allows.
    fn begin(&mut self) -> Option<usize> {
        while let Some(attempt) = self.numbers.next().filter(|_| !self.filler.is_cancelled()) {
            let who = self.idle.pop().unwrap_or_else(|| {
                self.digs.push(Dig::default());
                self.digs.len() - 1
            });
            let dig = &mut self.digs[who];
            dig.attempt = attempt;
            let mut chance = Chance::new(self.seed, attempt);
            match self.filler.fill(self.shape, &mut chance, &mut dig.full) {
                Filled::Yes => {
                    let floor = floor(self.wishes, &mut chance);
                    dig.begin(self.shape, &mut chance, floor, self.wishes.most.unwrap_or(usize::MAX));
                    return Some(who);
                }
                Filled::Impossible => self.settle(who, Attempt::Impossible),
                Filled::Stopped => self.settle(who, Attempt::Stopped),
            }
        }
        None
    }

    /// Continues an attempt until it has a question or a result. Returns whether it is a question.
    fn advance(&mut self, who: usize) -> bool {
        let dig = &mut self.digs[who];
        let result = match dig.advance(self.shape) {
            Progress::Asks => return true,
            Progress::Done if dig.clues >= self.wishes.least.unwrap_or(0) => self.puzzle(who),
            Progress::Done | Progress::Failed => Attempt::Missed,
        };
        self.settle(who, result);
        false
    }

    fn puzzle(&self, who: usize) -> Attempt {
        let dig = &self.digs[who];
        let mut puzzle = self.open.clone();
        puzzle.cells.clear();
        puzzle.cells.extend(dig.cells.iter().map(|&bits| Candidates::of_bits(bits)));
        let solution = dig.full.iter().map(|value| value.trailing_zeros() as u8).collect();
        Attempt::Puzzle(Box::new(puzzle), solution)
    }
}

/// The number of clues at which the removal stops, drawn at random where there is a choice.
fn floor(wishes: &Wishes, chance: &mut Chance) -> usize {
    match (wishes.least, wishes.most) {
        _ if wishes.minimal => 0,
        (Some(least), Some(most)) => least + chance.below(most - least + 1),
        (least, _) => least.unwrap_or(0),
    }
}

impl Questions for Work<'_> {
    fn next(&mut self) -> Option<usize> {
        let who = loop {
            if let Some(who) = self.ready.pop() {
                break who;
            }
            let begun = self.proved.pop().or_else(|| self.begin());
            let who = begun?;
            if self.advance(who) {
                break who;
            }
        };
        self.questions += 1;
        Some(who)
    }

    fn cells(&self, who: usize) -> &[u64] {
        &self.digs[who].cells
    }

    fn answered(&mut self, who: usize, found: Option<u64>) {
        let Some(found) = found else {
            return self.settle(who, Attempt::Stopped);
        };
        self.digs[who].answered(self.shape, found > 0);
        if self.advance(who) {
            self.ready.push(who);
        }
    }
}

/// The first questions of attempts with a pattern: whether all clues of the pattern give one solution.
pub(super) struct Patterns<'a, 'b>(pub &'b mut Work<'a>);

impl Questions for Patterns<'_, '_> {
    fn next(&mut self) -> Option<usize> {
        let who = self.0.begin()?;
        self.0.questions += 1;
        Some(who)
    }

    fn cells(&self, who: usize) -> &[u64] {
        &self.0.digs[who].cells
    }

    fn answered(&mut self, who: usize, found: Option<u64>) {
        match found {
            Some(1) => self.0.proved.push(who),
            Some(_) => self.0.settle(who, Attempt::Missed),
            None => self.0.settle(who, Attempt::Stopped),
        }
    }
}
