//! Questions to the solver: how many solutions do some cells have?
//!
//! The next question is taken from a source of questions whenever there is room for one. The source receives the
//! answers in any order. If lockstep supports the grid, as many questions run at once as there are lanes.

use csp::Step;
use csp::lockstep::{self, Instance};

use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::solver::{End, Solver, Wanted};

/// A source of questions. Each open question is identified by a number.
pub(super) trait Questions {
    /// Starts the next question and returns its number; `None` if no question can be asked now.
    fn next(&mut self) -> Option<usize>;

    /// The candidates of each cell in a question, as bits.
    fn cells(&self, question: usize) -> &[u64];

    /// Receives the number of solutions found for a question; `None` if it was cancelled.
    fn answered(&mut self, question: usize, found: Option<u64>);
}

/// Answers all questions, counting at most `most` solutions for each. `open` is a puzzle on the grid of the
/// questions.
pub(super) fn ask(solver: &mut Solver, open: &Puzzle, most: u64, questions: &mut dyn Questions) {
    let mut engine = EngineFallback { puzzle: open.clone(), most };
    loop {
        let Some(lockstep) = solver.lockstep(open) else {
            while let Some(question) = questions.next() {
                engine.answer(solver, questions, question);
            }
            return;
        };
        let mut feed = Feed { questions, asked: 0, under_way: Vec::new(), abandoned: Vec::new() };
        lockstep.run(most, &mut feed);
        let abandoned = feed.abandoned;
        if abandoned.is_empty() {
            return;
        }
        // The lanes gave up on these questions. The engine answers them, and then the lanes go on with further ones.
        abandoned.into_iter().for_each(|question| engine.answer(solver, questions, question));
    }
}

/// Questions in lockstep. A single type for all sources, because the lanes are compiled for each type of feed.
struct Feed<'a> {
    questions: &'a mut dyn Questions,
    asked: u64,
    /// The running instances with the numbers of their questions.
    under_way: Vec<(u64, usize)>,
    /// The questions that took too long in the lanes or were cancelled.
    abandoned: Vec<usize>,
}

impl lockstep::Feed for Feed<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        let Some(question) = self.questions.next() else {
            return false;
        };
        instance.keep_each(self.questions.cells(question).iter().copied());
        self.under_way.push((self.asked, question));
        self.asked += 1;
        true
    }

    fn solution(&mut self, _: u64, _: &[i32]) {}

    fn answered(&mut self, instance: u64, end: Step, found: u64, _: u64) {
        let at = self.under_way.iter().position(|&(asked, _)| asked == instance);
        let (_, question) = self.under_way.swap_remove(at.expect("an answer belongs to an open question"));
        match end {
            Step::Limit => self.abandoned.push(question),
            Step::Solution | Step::Exhausted => self.questions.answered(question, Some(found)),
        }
    }
}

/// Answers single questions with the engine, which has no limit except cancellation.
struct EngineFallback {
    puzzle: Puzzle,
    most: u64,
}

impl EngineFallback {
    fn answer(&mut self, solver: &mut Solver, questions: &mut dyn Questions, question: usize) {
        let cells = questions.cells(question).iter().map(|&bits| Candidates::of_bits(bits));
        self.puzzle.cells.clear();
        self.puzzle.cells.extend(cells);
        let answer = solver.solve(&self.puzzle, Wanted::up_to(self.most as usize).after_lanes());
        let found = (answer.end != End::Limit).then_some(answer.solutions.len() as u64);
        questions.answered(question, found);
    }
}
