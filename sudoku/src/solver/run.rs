//! A run: the search for the solutions of one puzzle, within its budget.

use csp::{Decision, Limits, Runner, Statistics, Step, Var};

use super::{Answer, End};
use crate::puzzle::Solution;

/// A search in progress.
pub struct Run<'a> {
    /// `None` if the budget was used up before there was a runner.
    pub(super) runner: Option<&'a mut dyn Runner>,
    pub(super) cells: &'a [Var],
    pub(super) assumptions: &'a mut Vec<Decision>,
    pub(super) first: i32,
    /// The engine's nodes when the run began, and the nodes of earlier runs for the same puzzle.
    pub(super) begun: u64,
    pub(super) spent: u64,
    /// The engine's counters when the run began, if counters are requested.
    pub(super) counted: Option<Box<Statistics>>,
    /// The limits of all runs for the puzzle together.
    pub(super) limits: Limits,
    /// The number of nodes after which the other engine takes over.
    pub(super) patience: Option<u64>,
    /// The number of failures after which another search takes over.
    pub(super) failures: Option<u64>,
}

impl Run<'_> {
    /// Continues to the next solution.
    pub fn step(&mut self) -> Step {
        self.runner.as_mut().map_or(Step::Limit, |runner| runner.step())
    }

    /// The solution found by the last step.
    pub fn solution(&self) -> Solution {
        let runner = self.runner.as_ref().expect("a run without a runner never finds a solution");
        self.cells.iter().map(|&cell| (runner.value(cell.into()) - self.first) as u8).collect()
    }

    /// The number of decisions so far.
    pub fn nodes(&self) -> u64 {
        self.runner.as_ref().map_or(0, |runner| runner.nodes()) - self.begun + self.spent
    }

    /// The counters so far, if the settings of the search [were chosen](super::Solver::configured).
    pub fn statistics(&self) -> Option<Statistics> {
        Some(self.runner.as_ref()?.statistics().since(self.counted.as_ref()?))
    }

    pub(super) fn assume(&mut self) {
        if let Some(runner) = &mut self.runner {
            runner.assume(self.assumptions).expect("assumptions are about the cells' own values");
        }
    }

    pub(super) fn collect(&mut self, most: usize) -> Answer {
        let mut solutions = Vec::new();
        let end = loop {
            if solutions.len() >= most {
                break End::Enough;
            }
            match self.step() {
                Step::Solution => solutions.push(self.solution()),
                Step::Exhausted => break End::Exhausted,
                Step::Limit => break End::Limit,
            }
        };
        Answer { solutions, end, nodes: self.nodes(), statistics: self.statistics().map(Box::new) }
    }

    /// Whether the budget is used up, rather than the limit of this turn.
    pub(super) fn is_spent(&self) -> bool {
        self.runner.is_none()
            || self.limits.node_limit().is_some_and(|nodes| self.nodes() >= nodes)
            || self.limits.are_reached()
    }

    /// Begins again with a value of a cell as a further assumption. The budget is not reset.
    pub(super) fn restart_with(&mut self, cell: usize, value: u8) {
        if self.runner.is_none() {
            return;
        }
        self.assumptions.push(Decision::Assign(self.cells[cell], self.first + i32::from(value)));
        self.assume();
        self.assumptions.pop();
        self.limit();
    }

    pub(super) fn limit(&mut self) {
        let left = self.limits.node_limit().map(|nodes| nodes.saturating_sub(self.nodes()));
        let nodes = left.into_iter().chain(self.patience).min();
        if let Some(runner) = &mut self.runner {
            let limits = nodes.into_iter().fold(self.limits.clone(), Limits::nodes);
            runner.limit(self.failures.into_iter().fold(limits, Limits::failures));
        }
    }
}
