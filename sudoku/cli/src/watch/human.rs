//! Steps as people take them, in the form of the steps of a search.

use sudoku::explain::{Conclusion, Explainer, Path, Stuck, Technique, in_one_line};
use sudoku::trace::{ConflictKind, Counters, Reason, Removal, Step};
use sudoku::{Budget, Candidates, Puzzle};
use sudoku_ask::headed;
use sudoku_ask::json::hundredths;

pub(super) struct HumanTrace {
    path: Path<Explainer>,
    cells: Vec<Candidates>,
    counters: Counters,
    /// Technique and cost of the latest step and of the hardest one.
    latest: Option<(&'static Technique, u16)>,
    hardest: Option<(&'static Technique, u16)>,
    /// Sum of the costs, in hundredths.
    sum: u32,
    /// The reason why there is no further step.
    end: Option<Stuck>,
    has_ended: bool,
}

impl HumanTrace {
    pub fn new(puzzle: &Puzzle, budget: &Budget) -> HumanTrace {
        let path = Explainer::within(budget.clone()).into_path(puzzle);
        let cells = (0..puzzle.cells().len()).map(|cell| path.state().candidates(cell)).collect();
        HumanTrace {
            path,
            cells,
            counters: Counters::default(),
            latest: None,
            hardest: None,
            sum: 0,
            end: None,
            has_ended: false,
        }
    }

    pub fn cells(&self) -> &[Candidates] {
        &self.cells
    }

    /// Returns the value that was given or placed.
    pub fn value(&self, cell: usize) -> Option<u8> {
        if self.path.state().is_placed(cell) { self.cells[cell].value() } else { None }
    }

    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Returns cost and technique of the latest and of the hardest step.
    pub fn costs(&self) -> [String; 2] {
        [self.latest, self.hardest].map(|step| {
            step.map_or("–".to_owned(), |(technique, cost)| {
                format!("{} {}", hundredths(cost.into()), technique.title)
            })
        })
    }

    /// Returns whether no step was found, though there may be a solution.
    pub fn is_stuck(&self) -> bool {
        matches!(self.end, Some(Stuck::Unknown | Stuck::Limit))
    }

    /// Returns the next step with its text; after the last one, the result of the steps, and the end.
    pub fn next(&mut self) -> Option<(Step, String)> {
        if self.has_ended {
            return None;
        }
        if self.end.is_some() {
            self.has_ended = true;
            return Some((Step::End, self.summary()));
        }
        let before = self.path.state().clone();
        match self.path.step() {
            Ok(step) => Some(self.take(&step, in_one_line(&headed(&step, &before)))),
            Err(end) => Some(self.stop(end)),
        }
    }

    fn take(&mut self, step: &sudoku::explain::Step, text: String) -> (Step, String) {
        self.latest = Some((step.technique, step.cost));
        if self.hardest.is_none_or(|(_, cost)| step.cost > cost) {
            self.hardest = self.latest;
        }
        self.sum += u32::from(step.cost);
        let placed = match step.conclusion {
            Conclusion::Place { cell, .. } => Some(cell),
            Conclusion::Remove(_) => None,
        };
        let mut cells = Vec::new();
        for cell in 0..self.cells.len() {
            let left = self.path.state().candidates(cell);
            let gone = self.cells[cell].without(left);
            if !gone.is_empty() || placed == Some(cell) {
                cells.push(Removal { cell, gone, left });
            }
            self.cells[cell] = left;
        }
        self.counters.steps += 1;
        self.counters.removals += cells.iter().map(|removal| removal.gone.len() as u64).sum::<u64>();
        (Step::Remove { rule: step.technique.name.into(), reason: Reason::Clue, cells }, text)
    }

    /// Returns the result of all steps as a step with its text.
    fn stop(&mut self, end: Stuck) -> (Step, String) {
        self.end = Some(end);
        match end {
            Stuck::Solved => {
                self.counters.solutions = 1;
                (Step::Solution(1), "solution".to_owned())
            }
            Stuck::Contradiction(truth) => {
                let what =
                    format!("conflict: nothing is left for {}", self.path.state().names_of(truth).join(" "));
                (Step::Conflict { rule: None, kind: ConflictKind::Violated(Vec::new()), at_root: true }, what)
            }
            _ => {
                self.has_ended = true;
                (Step::End, self.summary())
            }
        }
    }

    fn summary(&self) -> String {
        let what = match self.end {
            Some(Stuck::Solved) => "the only solution",
            Some(Stuck::Contradiction(_)) => "no solution",
            Some(Stuck::Limit) => "the limit was reached",
            _ => "no further step is known",
        };
        let steps = self.counters.steps;
        let [_, hardest] = self.costs();
        let plural = if steps == 1 { "" } else { "s" };
        format!("end: {what}, {steps} step{plural}, sum {}, hardest {hardest}", hundredths(self.sum))
    }
}
