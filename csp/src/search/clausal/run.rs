//! A run: decide, propagate and learn until a solution is found or none is left.

use crate::base::limits::{Counters, Meter, NODE_WORK};
use crate::base::rng::Rng;
use crate::base::stats::Statistics;
use crate::model::decision::Decision;
use crate::search::Step;

use super::analysis::Analysis;
use super::assignment::{Conflict, Reason};
use super::literal::{Atom, Literal};
use super::order::Order;
use super::propagate::Propagation;
use super::root::Root;
use crate::search::lazy::pace::Pace;

/// Number of literals that become true, with their consequences, in one unit of work.
const LITERALS_PER_WORK: u32 = 2;

#[derive(Debug)]
pub(super) struct Run {
    propagation: Propagation,
    /// For each atom the atom of the root.
    origin: Vec<Atom>,
    order: Order,
    analysis: Analysis,
    pace: Pace,
}

impl Run {
    /// Creates a run over the part that the root leaves open.
    pub fn new(root: &Root, seed: u64) -> Run {
        let (propagation, origin) = root.rest();
        Run {
            order: Order::new(&propagation.network, &mut Rng::new(seed), |atom| {
                root.phase(origin[atom.index()])
            }),
            analysis: Analysis::new(origin.len()),
            pace: Pace::new(),
            propagation,
            origin,
        }
    }

    /// Searches for the next solution. Limits are checked only between complete steps, so a limited run can
    /// continue.
    pub fn advance(
        &mut self,
        counters: Counters,
        meter: &mut Meter,
        last_work: u64,
        stats: &mut Statistics,
    ) -> Step {
        loop {
            if meter.done() >= last_work
                || counters.are_over(stats.nodes, stats.failures)
                || meter.is_due(NODE_WORK) && meter.is_over(self.propagation.bytes())
            {
                return Step::Limit;
            }
            let before = self.propagation.assignment.trail.len();
            let propagated = self.propagation.run();
            let held = self.propagation.assignment.trail.len() - before;
            meter.spend(held as u32 / LITERALS_PER_WORK);
            if let Err(conflict) = propagated {
                stats.failures += 1;
                if self.propagation.assignment.depth() == 0 {
                    return Step::Exhausted;
                }
                self.learn(conflict);
                continue;
            }
            let Propagation { network, assignment, .. } = &mut self.propagation;
            let Some(decision) = self.order.next(network, assignment) else { return Step::Solution };
            if self.pace.restarts() {
                stats.restarts += 1;
                self.back_to(0);
                continue;
            }
            stats.nodes += 1;
            assignment.push();
            stats.depth = stats.depth.max(assignment.depth());
            assignment.hold(network, decision, Reason::None);
        }
    }

    fn back_to(&mut self, level: usize) {
        let keep = self.propagation.assignment.cut(level);
        self.propagation.undo(keep);
    }

    fn learn(&mut self, conflict: Conflict) {
        let Run { propagation, analysis, order, .. } = self;
        let level = analysis.learn(propagation, order, conflict);
        let distance = analysis.distance;
        self.back_to(level);
        self.propagation.add_clause(&self.analysis.clause, distance);
        self.order.decay();
        self.pace.learnt(distance);
        let Propagation { assignment, clauses, .. } = &mut self.propagation;
        clauses.decay();
        if self.pace.forgets() {
            clauses.forget_half(assignment);
        }
    }

    /// Excludes the current solution by a clause over its decisions, from which the other values follow. Returns false
    /// if there were no decisions: then it was the last solution.
    pub fn refuse_solution(&mut self) -> bool {
        let clause: Vec<Literal> = self.propagation.assignment.decisions().rev().map(|held| !held).collect();
        if clause.is_empty() {
            return false;
        }
        self.back_to(clause.len() - 1);
        self.propagation.add_clause(&clause, 0);
        true
    }

    /// Excludes that all decisions of a nogood hold. Returns false if no solution is left.
    pub fn exclude(&mut self, root: &Root, nogood: &[Decision]) -> bool {
        let mut literals = Vec::new();
        if nogood.iter().any(|&decision| root.literals(!decision, &mut literals)) {
            return true;
        }
        self.back_to(0);
        let assignment = &self.propagation.assignment;
        let mut open: Vec<Literal> = Vec::new();
        for literal in literals {
            // Atoms that the root has decided are not in the run.
            let Ok(own) = self.origin.binary_search(&literal.atom()) else { continue };
            let own = Literal((own as u32) << 1 | literal.0 & 1);
            if assignment.is_true(own) {
                return true;
            }
            if !assignment.is_false(own) && !open.contains(&own) {
                open.push(own);
            }
        }
        match open[..] {
            [] => false,
            [only] => self.propagation.hold(only),
            _ => {
                self.propagation.clauses.add(&open, 0);
                true
            }
        }
    }

    /// Iterates over the true atoms, numbered as in the root.
    pub fn true_atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        self.propagation.assignment.true_atoms().map(|atom| self.origin[atom.index()])
    }

    /// Returns the number of clauses.
    pub fn clauses(&self) -> u64 {
        self.propagation.clauses.count()
    }
}
