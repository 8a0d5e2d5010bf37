//! Why the network of houses takes candidates away.
//!
//! The engine filters all rows, columns and regions at once and says only what came of it. Its rules are few, though, and
//! come to the same end in whatever order they are applied: so they are applied once more, one after the other as people
//! would, up to where the engine has come.

use std::collections::VecDeque;
use std::sync::Arc;

use super::state::State;
use super::step::{Clash, Removal, Step, Why};
use crate::candidates::Candidates;

/// Cells that differ.
#[derive(Debug)]
pub(super) struct Group {
    pub name: Arc<str>,
    pub cells: Vec<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Network {
    groups: Vec<Group>,
    /// The groups of each cell.
    groups_of: Vec<Vec<usize>>,
    /// Groups that have a value for every cell, and so a cell for every value; and these values.
    full: Vec<(usize, Candidates)>,
    /// Two of these, and the cells they share: more than one.
    meetings: Vec<(usize, usize, Vec<usize>)>,
}

impl Network {
    /// The groups that a network has, of cells that can be this at first.
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

    /// Tells how the candidates become what is aimed at; without an aim, how they come to contradict each other.
    pub fn tell(
        &self,
        state: &mut State,
        aim: Option<&[Candidates]>,
        to: &mut VecDeque<Step>,
    ) -> Option<Step> {
        let mut telling = Telling { network: self, state, aim, steps: to, conflict: None };
        loop {
            // What is easiest to see comes first.
            let told = telling.stand() || telling.only_places() || telling.meet();
            if !told || telling.conflict.is_some() {
                return telling.conflict;
            }
        }
    }
}

/// A telling under way. Each rule goes over all groups, and says whether it had something to tell.
struct Telling<'a> {
    network: &'a Network,
    state: &'a mut State,
    aim: Option<&'a [Candidates]>,
    steps: &'a mut VecDeque<Step>,
    conflict: Option<Step>,
}

impl Telling<'_> {
    /// Cells lose these candidates. Where an end is aimed at, it has to be on the way.
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
        // Whoever aims at something has got there.
        if self.aim.is_none() && self.conflict.is_none() {
            self.conflict = Some(Step::Conflict { rule: Some(rule.clone()), clash, at_root: false });
        }
    }

    /// What stands in a cell goes from the others of its groups.
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

    /// A value with one place goes there.
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
                // Another value may have gone there before.
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

    /// What one group has only where it meets another leaves the rest of that one.
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
                    // What follows from this is easier to see than the next of its kind.
                    return true;
                }
            }
        }
        false
    }
}
