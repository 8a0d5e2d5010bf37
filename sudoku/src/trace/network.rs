//! Explanation of the removals by the network of houses.
//!
//! The engine filters all rows, columns and regions at once and reports only the result. The network has few rules,
//! and their order does not change the result. So the rules are applied again one at a time, from the easiest on, up
//! to the engine's result.

use std::collections::VecDeque;
use std::sync::Arc;

use super::state::State;
use super::step::{ConflictKind, Reason, Removal, Step};
use crate::candidates::Candidates;

/// Cells with different values.
#[derive(Debug)]
pub(super) struct CellGroup {
    pub name: Arc<str>,
    pub cells: Vec<usize>,
}

#[derive(Debug, Default)]
pub(super) struct HouseNetwork {
    groups: Vec<CellGroup>,
    /// For each cell, the groups that contain it.
    groups_of: Vec<Vec<usize>>,
    /// The groups with as many values as cells, in which each value has a cell; and these values.
    full: Vec<(usize, Candidates)>,
    /// Pairs of full groups that share more than one cell, with the shared cells.
    intersections: Vec<(usize, usize, Vec<usize>)>,
}

impl HouseNetwork {
    /// The network of some groups. `cells` has the initial candidates of all cells.
    pub fn new(groups: Vec<CellGroup>, cells: &[Candidates]) -> HouseNetwork {
        let values =
            |group: &CellGroup| group.cells.iter().fold(Candidates::NONE, |all, &cell| all.or(cells[cell]));
        let all = groups.iter().map(values).enumerate();
        let full: Vec<(usize, Candidates)> =
            all.filter(|&(at, values)| values.len() == groups[at].cells.len()).collect();
        let mut intersections = Vec::new();
        for &(one, _) in &full {
            for &(other, _) in full.iter().filter(|&&(other, _)| other != one) {
                let shared =
                    groups[one].cells.iter().copied().filter(|cell| groups[other].cells.contains(cell));
                let shared: Vec<usize> = shared.collect();
                if shared.len() > 1 && shared.len() < groups[other].cells.len() {
                    intersections.push((one, other, shared));
                }
            }
        }
        let mut groups_of = vec![Vec::new(); cells.len()];
        for (at, group) in groups.iter().enumerate() {
            group.cells.iter().for_each(|&cell| groups_of[cell].push(at));
        }
        HouseNetwork { groups, groups_of, full, intersections }
    }

    /// Emits the steps from the current candidates to those of `target`. Without a target, emits steps up to a conflict
    /// and returns it.
    pub fn explain(
        &self,
        state: &mut State,
        target: Option<&[Candidates]>,
        to: &mut VecDeque<Step>,
    ) -> Option<Step> {
        let mut explanation = Explanation { network: self, state, target, steps: to, conflict: None };
        loop {
            // The easiest rules come first.
            let progress = explanation.naked_singles()
                || explanation.hidden_singles()
                || explanation.locked_candidates();
            if !progress || explanation.conflict.is_some() {
                return explanation.conflict;
            }
        }
    }
}

/// An explanation in progress. Each method applies a rule to all groups and returns whether it emitted a step.
struct Explanation<'a> {
    network: &'a HouseNetwork,
    state: &'a mut State,
    target: Option<&'a [Candidates]>,
    steps: &'a mut VecDeque<Step>,
    conflict: Option<Step>,
}

impl Explanation<'_> {
    /// Emits the removal of candidates from cells. If there is a target, candidates of the target stay.
    fn remove(
        &mut self,
        rule: &Arc<str>,
        reason: Reason,
        cells: impl Iterator<Item = (usize, Candidates)>,
    ) -> bool {
        let mut removals = Vec::new();
        for (cell, gone) in cells {
            let now = self.state.cells()[cell];
            let mut gone = gone.and(now);
            if let Some(target) = self.target {
                gone = gone.without(target[cell]);
            }
            if gone.is_empty() {
                continue;
            }
            let left = now.without(gone);
            if left.is_empty() {
                self.fail(rule, ConflictKind::NoValue(cell));
                break;
            }
            self.state.set(cell, left);
            removals.push(Removal { cell, gone, left });
        }
        let progress = !removals.is_empty();
        if progress {
            self.steps.push_back(Step::Remove { rule: rule.clone(), reason, cells: removals });
        }
        progress || self.conflict.is_some()
    }

    fn fail(&mut self, rule: &Arc<str>, kind: ConflictKind) {
        // With a target, the engine has found no conflict.
        if self.target.is_none() && self.conflict.is_none() {
            self.conflict = Some(Step::Conflict { rule: Some(rule.clone()), kind, at_root: false });
        }
    }

    /// Removes the value of a fixed cell from the other cells of its groups (naked singles).
    fn naked_singles(&mut self) -> bool {
        let mut progress = false;
        for (cell, groups) in self.network.groups_of.iter().enumerate() {
            let Some(value) = self.state.cells()[cell].value() else { continue };
            for &at in groups {
                let CellGroup { name, cells } = &self.network.groups[at];
                let stands =
                    |other: &&usize| **other != cell && self.state.cells()[**other].value() == Some(value);
                if let Some(&other) = cells.iter().find(stands) {
                    self.fail(name, ConflictKind::Repeated(value, [cell, other]));
                }
                let others = cells.iter().filter(|&&other| other != cell);
                let gone = others.map(|&other| (other, Candidates::one(value)));
                progress |= self.conflict.is_none() && self.remove(name, Reason::HasValue(cell, value), gone);
                if self.conflict.is_some() {
                    return true;
                }
            }
        }
        progress
    }

    /// Fixes cells that are the only place of a value in a group (hidden singles).
    fn hidden_singles(&mut self) -> bool {
        let mut progress = false;
        for &(at, all) in &self.network.full {
            let CellGroup { name, cells } = &self.network.groups[at];
            let values = |state: &State| {
                cells.iter().fold((Candidates::NONE, Candidates::NONE), |(once, twice), &cell| {
                    let here = state.cells()[cell];
                    (once.or(here), twice.or(once.and(here)))
                })
            };
            let (once, twice) = values(self.state);
            if let Some(value) = all.without(once).iter().next() {
                self.fail(name, ConflictKind::NoPlace(value));
            }
            for value in once.without(twice).iter() {
                let place = cells.iter().copied().find(|&cell| self.state.cells()[cell].contains(value));
                // Another value may have been placed in the cell before.
                let Some(place) = place else {
                    self.fail(name, ConflictKind::NoPlace(value));
                    break;
                };
                let others = self.state.cells()[place].without(Candidates::one(value));
                progress |= self.remove(name, Reason::OnlyPlace(value), std::iter::once((place, others)));
            }
            if self.conflict.is_some() {
                return true;
            }
        }
        progress
    }

    /// Removes values that a group has only in its intersection with another group from the rest of the other group.
    fn locked_candidates(&mut self) -> bool {
        for (one, other, shared) in &self.network.intersections {
            let [one, other] = [one, other].map(|&at| &self.network.groups[at]);
            let in_cells = |cells: &mut dyn Iterator<Item = usize>| {
                cells.fold(Candidates::NONE, |all, cell| all.or(self.state.cells()[cell]))
            };
            let elsewhere = in_cells(&mut one.cells.iter().copied().filter(|cell| !shared.contains(cell)));
            let confined = in_cells(&mut shared.iter().copied()).without(elsewhere);
            for value in confined.iter() {
                let rest = other.cells.iter().copied().filter(|cell| !shared.contains(cell));
                let gone = rest.map(|cell| (cell, Candidates::one(value)));
                if self.remove(&other.name, Reason::Confined(value, one.name.clone()), gone) {
                    // Singles that follow are easier than the next intersection.
                    return true;
                }
            }
        }
        false
    }
}
