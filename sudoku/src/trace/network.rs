//! Explanation of the removals by the network of houses.
//!
//! The engine filters all rows, columns and regions at once and reports only the result. The network has few rules,
//! and their order does not change the result. So the rules are applied again one at a time, from the easiest on, up
//! to the engine's result.

use std::collections::VecDeque;
use std::sync::Arc;

use super::state::State;
use super::step::{Clash, Removal, Step, Why};
use crate::candidates::Candidates;

/// Cells with different values.
#[derive(Debug)]
pub(super) struct Group {
    pub name: Arc<str>,
    pub cells: Vec<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Network {
    groups: Vec<Group>,
    /// For each cell, the groups that contain it.
    groups_of: Vec<Vec<usize>>,
    /// The groups with as many values as cells, in which each value has a cell; and these values.
    full: Vec<(usize, Candidates)>,
    /// Pairs of full groups that share more than one cell, with the shared cells.
    meetings: Vec<(usize, usize, Vec<usize>)>,
}

impl Network {
    /// The network of some groups. `cells` has the initial candidates of all cells.
    pub fn new(groups: Vec<Group>, cells: &[Candidates]) -> Network {
        let values =
            |group: &Group| group.cells.iter().fold(Candidates::NONE, |all, &cell| all.or(cells[cell]));
        let all = groups.iter().map(values).enumerate();
        let full: Vec<(usize, Candidates)> =
            all.filter(|&(at, values)| values.len() == groups[at].cells.len()).collect();
        let mut meetings = Vec::new();
        for &(one, _) in &full {
            for &(other, _) in full.iter().filter(|&&(other, _)| other != one) {
                let shared =
                    groups[one].cells.iter().copied().filter(|cell| groups[other].cells.contains(cell));
                let shared: Vec<usize> = shared.collect();
                if shared.len() > 1 && shared.len() < groups[other].cells.len() {
                    meetings.push((one, other, shared));
                }
            }
        }
        let mut groups_of = vec![Vec::new(); cells.len()];
        for (at, group) in groups.iter().enumerate() {
            group.cells.iter().for_each(|&cell| groups_of[cell].push(at));
        }
        Network { groups, groups_of, full, meetings }
    }

    /// Emits the steps from the current candidates to those of `aim`. Without an aim, emits steps up to a conflict
    /// and returns it.
    pub fn tell(
        &self,
        state: &mut State,
        aim: Option<&[Candidates]>,
        to: &mut VecDeque<Step>,
    ) -> Option<Step> {
        let mut telling = Telling { network: self, state, aim, steps: to, conflict: None };
        loop {
            // The easiest rules come first.
            let told = telling.stand() || telling.only_places() || telling.meet();
            if !told || telling.conflict.is_some() {
                return telling.conflict;
            }
        }
    }
}

/// An explanation in progress. Each method applies a rule to all groups and returns whether it emitted a step.
struct Telling<'a> {
    network: &'a Network,
    state: &'a mut State,
    aim: Option<&'a [Candidates]>,
    steps: &'a mut VecDeque<Step>,
    conflict: Option<Step>,
}

impl Telling<'_> {
    /// Emits the removal of candidates from cells. If there is an aim, candidates of the aim stay.
    fn remove(
        &mut self,
        rule: &Arc<str>,
        why: Why,
        cells: impl Iterator<Item = (usize, Candidates)>,
    ) -> bool {
        let mut removals = Vec::new();
        for (cell, gone) in cells {
            let now = self.state.cells()[cell];
            let mut gone = gone.and(now);
            if let Some(aim) = self.aim {
                gone = gone.without(aim[cell]);
            }
            if gone.is_empty() {
                continue;
            }
            let left = now.without(gone);
            if left.is_empty() {
                self.fail(rule, Clash::NoValue(cell));
                break;
            }
            self.state.set(cell, left);
            removals.push(Removal { cell, gone, left });
        }
        let told = !removals.is_empty();
        if told {
            self.steps.push_back(Step::Remove { rule: rule.clone(), why, cells: removals });
        }
        told || self.conflict.is_some()
    }

    fn fail(&mut self, rule: &Arc<str>, clash: Clash) {
        // With an aim, the engine has found no conflict.
        if self.aim.is_none() && self.conflict.is_none() {
            self.conflict = Some(Step::Conflict { rule: Some(rule.clone()), clash, at_root: false });
        }
    }

    /// Removes the value of a fixed cell from the other cells of its groups (naked singles).
    fn stand(&mut self) -> bool {
        let mut told = false;
        for (cell, groups) in self.network.groups_of.iter().enumerate() {
            let Some(value) = self.state.cells()[cell].value() else { continue };
            for &at in groups {
                let Group { name, cells } = &self.network.groups[at];
                let stands =
                    |other: &&usize| **other != cell && self.state.cells()[**other].value() == Some(value);
                if let Some(&other) = cells.iter().find(stands) {
                    self.fail(name, Clash::Twice(value, [cell, other]));
                }
                let others = cells.iter().filter(|&&other| other != cell);
                let gone = others.map(|&other| (other, Candidates::one(value)));
                told |= self.conflict.is_none() && self.remove(name, Why::Stands(cell, value), gone);
                if self.conflict.is_some() {
                    return true;
                }
            }
        }
        told
    }

    /// Fixes cells that are the only place of a value in a group (hidden singles).
    fn only_places(&mut self) -> bool {
        let mut told = false;
        for &(at, all) in &self.network.full {
            let Group { name, cells } = &self.network.groups[at];
            let values = |state: &State| {
                cells.iter().fold((Candidates::NONE, Candidates::NONE), |(once, twice), &cell| {
                    let here = state.cells()[cell];
                    (once.or(here), twice.or(once.and(here)))
                })
            };
            let (once, twice) = values(self.state);
            if let Some(value) = all.without(once).iter().next() {
                self.fail(name, Clash::NoPlace(value));
            }
            for value in once.without(twice).iter() {
                let place = cells.iter().copied().find(|&cell| self.state.cells()[cell].contains(value));
                // Another value may have been placed in the cell before.
                let Some(place) = place else {
                    self.fail(name, Clash::NoPlace(value));
                    break;
                };
                let others = self.state.cells()[place].without(Candidates::one(value));
                told |= self.remove(name, Why::OnlyPlace(value), std::iter::once((place, others)));
            }
            if self.conflict.is_some() {
                return true;
            }
        }
        told
    }

    /// Removes values that a group has only in its intersection with another group from the rest of the other group.
    fn meet(&mut self) -> bool {
        for (one, other, shared) in &self.network.meetings {
            let [one, other] = [one, other].map(|&at| &self.network.groups[at]);
            let in_cells = |cells: &mut dyn Iterator<Item = usize>| {
                cells.fold(Candidates::NONE, |all, cell| all.or(self.state.cells()[cell]))
            };
            let elsewhere = in_cells(&mut one.cells.iter().copied().filter(|cell| !shared.contains(cell)));
            let confined = in_cells(&mut shared.iter().copied()).without(elsewhere);
            for value in confined.iter() {
                let rest = other.cells.iter().copied().filter(|cell| !shared.contains(cell));
                let gone = rest.map(|cell| (cell, Candidates::one(value)));
                if self.remove(&other.name, Why::Confined(value, one.name.clone()), gone) {
                    // Singles that follow are easier than the next intersection.
                    return true;
                }
            }
        }
        false
    }
}
