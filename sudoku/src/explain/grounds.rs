//! Grounds: the placed values that steps rely on.

use super::map::Map;
use super::patterns::singles::{HIDDEN_SINGLE, HIDDEN_SINGLE_REGION, NAKED_SINGLE};
use super::state::State;
use super::step::{Conclusion, Proof, Step};
use super::truth::{Candidate, Truth};
use crate::candidates::Candidates;
use crate::rules::Origin;

/// Of rules with more houses than these, the name alone is told.
const MOST_HOUSES: usize = 12;

/// Values that a step relies on, and the cells that hold them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ground {
    /// The values.
    pub values: Candidates,
    /// The name of the house or rule through which the values act on the step, if there is one. For a hidden single only
    /// rules are named.
    pub of: Option<String>,
    /// Whether `of` is the name of a rule.
    pub is_rule: bool,
    /// The cells that hold the values; none if the values were removed by an earlier step.
    pub cells: Vec<usize>,
    /// For a hidden single: the other places that they exclude.
    pub closed: Vec<usize>,
}

impl Ground {
    /// Values that were removed by earlier steps.
    fn removed(values: Candidates) -> Ground {
        Ground { values, of: None, is_rule: false, cells: Vec::new(), closed: Vec::new() }
    }
}

impl Step {
    /// The grounds of the step: for a hidden single, the cells that exclude the value from the other places; for a
    /// naked single, the values that its cell sees; for a clue, the values in its cells. `before` is the state before
    /// the step.
    pub fn grounds(&self, before: &State) -> Vec<Ground> {
        match (&self.conclusion, &self.truths[..]) {
            (&Conclusion::Place { cell, value }, [Truth::Place { house, .. }])
                if [&HIDDEN_SINGLE, &HIDDEN_SINGLE_REGION].contains(&self.technique) =>
            {
                closing(before, *house, cell, value)
            }
            (&Conclusion::Place { cell, .. }, _) if *self.technique == NAKED_SINGLE => seen(before, cell),
            (_, &[Truth::Relation(relation)]) => standing(self, before, relation),
            _ => Vec::new(),
        }
    }
}

impl Step {
    /// The names of the clues by which the candidates of a pattern exclude others, beyond the houses of the grid.
    pub fn rules(&self, before: &State) -> Vec<String> {
        let map = &before.map;
        // A rule of several houses is told by that which matters.
        let of = |clue: usize| {
            let houses = (0..map.groups.len()).filter(move |&at| map.groups[at].origin == Origin::Clue(clue));
            let houses = houses.map(|house| before.name_of_house(house)).collect::<Vec<_>>();
            let is_told = (2..=MOST_HOUSES).contains(&houses.len());
            [before.name_of_clue(clue)].into_iter().chain(houses.into_iter().filter(move |_| is_told))
        };
        let mut told: Vec<String> = rules(self, before).into_iter().flat_map(of).collect();
        told.dedup();
        told
    }
}

/// The placed cells that exclude a value from the other cells of a house: those that do so by houses of the grid, then
/// those of each rule.
fn closing(before: &State, house: usize, place: usize, value: u8) -> Vec<Ground> {
    let map = &before.map;
    let mut grounds: Vec<Ground> = Vec::new();
    let mut were_removed = false;
    let at = |cell: usize| map.candidate(cell, usize::from(value));
    for &other in map.groups[house].cells() {
        let other = usize::from(other);
        if other == place || before.is_placed[other] {
            continue;
        }
        let holds = |&peer: &usize| before.is_placed[peer] && before.has(peer, usize::from(value));
        let closing = map.peers[other].iter().copied().filter(holds);
        let closing = closing.filter_map(|peer| Some((map.link(at(peer), at(other))?, peer)));
        let Some((origin, peer)) = closing.min_by_key(|(origin, _)| matches!(origin, Origin::Clue(_))) else {
            were_removed = true;
            continue;
        };
        let is_rule = matches!(origin, Origin::Clue(_));
        let of = is_rule.then(|| before.name_of_link(origin, peer, other));
        match grounds.iter_mut().find(|ground| ground.of == of && (!is_rule || ground.cells == [peer])) {
            Some(ground) => {
                ground.closed.push(other);
                if !ground.cells.contains(&peer) {
                    ground.cells.push(peer);
                }
            }
            None => {
                let (values, cells, closed) = (Candidates::one(value), vec![peer], vec![other]);
                grounds.push(Ground { values, of, is_rule, cells, closed });
            }
        }
    }
    grounds.sort_by_key(|ground| ground.is_rule);
    if were_removed {
        grounds.push(Ground::removed(Candidates::one(value)));
    }
    grounds
}

/// The values that a cell cannot have, by the houses and rules through which it sees them.
fn seen(before: &State, cell: usize) -> Vec<Ground> {
    let map = &before.map;
    let mut left = map.puzzle.all_values().without(before.candidates(cell));
    let mut grounds: Vec<Ground> = Vec::new();
    let mut add = |(origin, name): (Origin, String), other: usize, values: Candidates| {
        let values = values.and(left);
        left = left.without(values);
        if values.is_empty() {
            return;
        }
        let is_rule = matches!(origin, Origin::Clue(_));
        match grounds.iter_mut().find(|ground| ground.of.as_ref() == Some(&name)) {
            Some(ground) => {
                ground.values = ground.values.or(values);
                if !ground.cells.contains(&other) {
                    ground.cells.push(other);
                }
            }
            None => {
                let (of, cells) = (Some(name), vec![other]);
                grounds.push(Ground { values, of, is_rule, cells, closed: Vec::new() });
            }
        }
    };
    let has_cell = |at: &usize| map.groups[*at].cells().contains(&(cell as u16));
    for at in (0..map.groups.len()).filter(has_cell) {
        let group = &map.groups[at];
        let others = group.cells().iter().map(|&other| usize::from(other));
        for other in others.filter(|&other| other != cell && before.is_placed[other]) {
            add((group.origin, before.name_of_house(at)), other, before.candidates(other));
        }
    }
    for (value, origin, other) in excluding(before, map, cell) {
        add((origin, before.name_of(origin)), other, Candidates::one(value));
    }
    if !left.is_empty() {
        grounds.push(Ground::removed(left));
    }
    grounds
}

/// The values that rules about pairs of candidates take from a cell, each with the rule and the placed cell.
fn excluding(before: &State, map: &Map, cell: usize) -> Vec<(u8, Origin, usize)> {
    let mut found = Vec::new();
    for value in map.puzzle.all_values().iter() {
        for &(other, origin) in &map.excluded[map.candidate(cell, usize::from(value))] {
            let (place, standing) = map.split(other);
            if before.is_placed[place] && before.has(place, standing) {
                found.push((value, origin, place));
            }
        }
    }
    found
}

/// The clues by which the candidates of a pattern exclude those that it removes, beyond the houses of the grid.
pub(super) fn rules(step: &Step, before: &State) -> Vec<usize> {
    let map = &before.map;
    let is_pattern = step.proof == Proof::Direct;
    if !is_pattern || step.truths.iter().any(|truth| matches!(truth, Truth::Relation(_))) {
        return Vec::new();
    }
    let of = |truth: Truth| {
        let each = before.candidates_of(truth).into_iter();
        each.flat_map(|(cell, values)| values.iter().map(move |value| map.candidate(cell, value.into())))
    };
    let (gone, truths): (Vec<Candidate>, &[Truth]) = match (&step.conclusion, &step.truths[..]) {
        (Conclusion::Remove(removals), truths) => {
            let each = removals.iter().flat_map(|gone| gone.values.iter().map(|value| (gone.cell, value)));
            (each.map(|(cell, value)| map.candidate(cell, value.into())).collect(), truths)
        }
        (Conclusion::Place { .. }, [truths @ .., last]) => (of(*last).collect(), truths),
        (Conclusion::Place { .. }, []) => return Vec::new(),
    };
    let mut rules = Vec::new();
    for gone in gone {
        let value = map.split(gone).1;
        let same = truths.iter().flat_map(|&truth| of(truth)).filter(|&other| map.split(other).1 == value);
        // A fish removes candidates that not all of its own exclude.
        let links: Option<Vec<Origin>> = same.map(|other| map.link(other, gone)).collect();
        for origin in links.unwrap_or_default() {
            if let Origin::Clue(clue) = origin
                && !rules.contains(&clue)
            {
                rules.push(clue);
            }
        }
    }
    rules.sort_unstable();
    rules
}

/// The placed values of a clue that matter for the step; all, if nothing tells which do.
fn standing(step: &Step, before: &State, relation: usize) -> Vec<Ground> {
    let matters = |cell: usize| {
        let sums = || step.reasons.iter().flat_map(|reason| &reason.bounds).flat_map(|bound| &bound.cells);
        let mut from = step.reasons.iter().flat_map(|reason| &reason.from);
        step.reasons.is_empty()
            || !step.tuples.is_empty()
            || from.any(|&(known, _)| known == cell)
            || sums().any(|&(_, known)| known == cell)
    };
    let cells = before.map.relations[relation].cells.iter();
    let placed = cells.filter(|&&cell| before.is_placed[cell] && matters(cell));
    let ground = |&cell: &usize| Ground {
        values: before.candidates(cell),
        of: None,
        is_rule: false,
        cells: vec![cell],
        closed: Vec::new(),
    };
    placed.map(ground).collect()
}
