//! Questions by the thousand: how many solutions have these cells?
//!
//! Who asks is asked for the next question whenever there is room for one, and told each answer when it comes, which may
//! be in any order. Where lockstep covers the grid, as many questions are under way as there are lanes.

use csp::{LockstepFeed, LockstepInstance, Step};

use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::solver::{End, Solver};

/// Whoever wants to know.
pub(super) trait Questions {
    /// Who has the next question, if anyone has one just now.
    fn next(&mut self) -> Option<usize>;

    /// What each cell can be in somebody's question, as bits.
    fn cells(&self, who: usize) -> &[u64];

    /// So many solutions were found for whoever asked; `None`: it was stopped from outside.
    fn answered(&mut self, who: usize, found: Option<u64>);
}

/// Answers all questions, each with up to `most` solutions. `open` is a puzzle of their grid.
pub(super) fn ask(solver: &mut Solver, open: &Puzzle, most: u64, questions: &mut dyn Questions) {
    let mut engine = Engine { puzzle: open.clone(), most };
    loop {
        let Some(lockstep) = solver.lockstep(open) else {
            while let Some(who) = questions.next() {
                engine.answer(solver, questions, who);
            }
            return;
        };
        let mut feed = Feed { questions, asked: 0, under_way: Vec::new(), left: Vec::new() };
        lockstep.run(most, &mut feed);
        let left = feed.left;
        if left.is_empty() {
            return;
        }
        // Whoever has asked too much of the lanes may go on with questions that they do answer.
        left.into_iter().for_each(|who| engine.answer(solver, questions, who));
    }
}

/// Questions for lockstep: one type for all that ask, as each has the lanes compiled anew.
struct Feed<'a> {
    questions: &'a mut dyn Questions,
    asked: u64,
    /// The instances in the lanes, and who has asked them.
    under_way: Vec<(u64, usize)>,
    /// Whose questions took too long, or were stopped.
    left: Vec<usize>,
}

impl LockstepFeed for Feed<'_> {
    fn next(&mut self, instance: &mut LockstepInstance) -> bool {
        let Some(who) = self.questions.next() else {
            return false;
        };
        instance.keep_each(self.questions.cells(who).iter().copied());
        self.under_way.push((self.asked, who));
        self.asked += 1;
        true
    }

    fn solution(&mut self, _: u64, _: &[i32]) {}

    fn answered(&mut self, instance: u64, end: Step, found: u64, _: u64) {
        let at = self.under_way.iter().position(|&(asked, _)| asked == instance);
        let (_, who) = self.under_way.swap_remove(at.expect("answers are to what was asked"));
        match end {
            Step::Limit => self.left.push(who),
            Step::Solution | Step::Exhausted => self.questions.answered(who, Some(found)),
        }
    }
}

/// The engine, which has no limit but the wish to stop.
struct Engine {
    puzzle: Puzzle,
    most: u64,
}

impl Engine {
    fn answer(&mut self, solver: &mut Solver, questions: &mut dyn Questions, who: usize) {
        let cells = questions.cells(who).iter().map(|&bits| Candidates::of_bits(bits));
        self.puzzle.cells.clear();
        self.puzzle.cells.extend(cells);
        let answer = solver.solve_alone(&self.puzzle, self.most as usize);
        let found = (answer.end != End::Limit).then_some(answer.solutions.len() as u64);
        questions.answered(who, found);
    }
}
