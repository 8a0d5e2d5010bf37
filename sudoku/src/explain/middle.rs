//! What lies between the facts of a reason and what a clue excludes: bounds that rise or fall from cell to cell, and
//! values that a candidate would need elsewhere.

use super::reasons::Reasoner;
use super::step::{Middle, Reason, Removal};
use crate::candidates::Candidates;
use crate::rules::Origin;

/// Reasons that exclude more values of a cell that are not at an end, or values of more cells, have no middle.
const MOST_VALUES: usize = 4;
const MOST_CELLS: usize = 9;

/// Of relations with more cells, no bounds are followed.
const MOST_FOLLOWED: usize = 12;

/// More values than these that would be needed are told only if they are all from one on, or up to one.
const MOST_NEEDED: usize = 4;

/// Bounds from cell to cell.
type Run = Vec<(usize, Candidates)>;

impl Reasoner<'_> {
    /// What is on the way from the facts of a reason to all that it excludes; nothing if a part of it is not known.
    pub(super) fn middle(&mut self, relation: usize, reason: &Reason) -> Vec<Middle> {
        let map = self.state.map.clone();
        let is_small = map.relations[relation].cells.len() <= MOST_FOLLOWED;
        let is_clue = matches!(map.relations[relation].origins[..], [Origin::Clue(_)]);
        if !reason.bounds.is_empty() || reason.gone.len() > MOST_CELLS || !is_clue {
            return Vec::new();
        }
        let (mut runs, mut needs): (Vec<Run>, Vec<Middle>) = (Vec::new(), Vec::new());
        for gone in &reason.gone {
            let rest = self.state.candidates(gone.cell).without(gone.values);
            let (low, high) = (rest.iter().next(), rest.iter().last());
            let part = |is_in: &dyn Fn(u8) -> bool| {
                gone.values.iter().filter(|&value| is_in(value)).fold(Candidates::NONE, Candidates::with)
            };
            let mut left = gone.values;
            let ends = [part(&|value| low.is_some_and(|low| value < low)), part(&|value| high < Some(value))];
            for (values, is_low) in ends.into_iter().zip([true, false]) {
                let end = if is_low { values.iter().last() } else { values.iter().next() };
                let Some(end) = end.filter(|_| is_small) else { continue };
                if let Some(run) = self.run(relation, &reason.from, gone.cell, (end, is_low)) {
                    left = left.without(values);
                    add(run, &mut runs);
                }
            }
            if left.len() > MOST_VALUES {
                return Vec::new();
            }
            for value in left.iter() {
                let candidate = Removal { cell: gone.cell, values: Candidates::one(value) };
                let Some(found) = self.needs(relation, &reason.from, candidate) else { return Vec::new() };
                needs.push(found);
            }
        }
        // Facts that no run begins with and that exclude nothing that is needed would be left untold.
        let is_told = |&(cell, _): &(usize, Candidates)| runs.iter().any(|run| run[0].0 == cell);
        if needs.is_empty() && !reason.from.iter().all(is_told) {
            return Vec::new();
        }
        runs.into_iter().map(Middle::Bounds).chain(needs).collect()
    }

    /// Bounds from cell to cell along the lists of a clue, up to one that excludes a value and those beyond it. The first
    /// is a fact, or holds for all values.
    fn run(
        &mut self,
        relation: usize,
        from: &[(usize, Candidates)],
        cell: usize,
        (end, is_low): (u8, bool),
    ) -> Option<Run> {
        let all = self.state.map.puzzle.all_values();
        let beyond = |end: u8| -> Candidates {
            let is_out = |value: &u8| if is_low { *value <= end } else { *value >= end };
            all.iter().filter(is_out).fold(Candidates::NONE, Candidates::with)
        };
        let mut run: Run = vec![(cell, all.without(beyond(end)))];
        let mut visited = vec![cell];
        loop {
            let (last, values) = *run.last().expect("it begins with one");
            let mut found = None;
            for next in self.beside(relation, last) {
                if visited.contains(&next) {
                    continue;
                }
                let fact = from.iter().find(|(known, _)| *known == next).map_or(all, |&(_, values)| values);
                // The bound of the next cell.
                let mut bound = all;
                let in_order: Vec<u8> = if is_low { all.iter().collect() } else { reversed(all) };
                for value in in_order {
                    let facts = with(from, next, fact.and(beyond(value)));
                    if !fact.and(beyond(value)).is_empty() && !self.suffices(relation, &facts, None) {
                        break;
                    }
                    bound = all.without(beyond(value));
                }
                // It has to matter: a closer one would bound the last cell more.
                let ends = |values: Candidates| {
                    if is_low { values.iter().next() } else { values.iter().last() }
                };
                let (Some(own), Some(first)) = (ends(values), ends(bound)) else { continue };
                let follows = self.suffices(relation, &[(next, bound), (last, all.without(values))], None);
                let closer = all.without(beyond(first));
                let matters = closer.is_empty()
                    || self.suffices(relation, &[(next, closer), (last, beyond(own))], None);
                if follows && matters {
                    let is_root = bound == all || fact.without(bound).is_empty();
                    found = Some((next, bound, is_root));
                    if is_root {
                        break;
                    }
                }
            }
            let (next, bound, is_root) = found?;
            visited.push(next);
            run.push((next, bound));
            if is_root {
                run.reverse();
                return Some(run);
            }
        }
    }

    /// The cells beside one in the lists of a clue; of clues without such a list all others, if they are few.
    fn beside(&self, relation: usize, cell: usize) -> Vec<usize> {
        let map = &self.state.map;
        let about = &map.relations[relation];
        let [Origin::Clue(at)] = about.origins[..] else { return Vec::new() };
        let lists = &map.puzzle.clues()[at].lists;
        let is_listed = |cell: &usize| lists.iter().any(|list| list.contains(&(*cell as u16)));
        if !about.cells.iter().all(is_listed) {
            return about.cells.iter().copied().filter(|&other| other != cell).collect();
        }
        let mut beside = Vec::new();
        for pair in lists.iter().flat_map(|list| list.windows(2)) {
            let [one, other] = [pair[0], pair[1]].map(usize::from);
            match cell {
                _ if cell == one => beside.push(other),
                _ if cell == other => beside.push(one),
                _ => {}
            }
        }
        beside
    }

    /// What a candidate would need of other cells, by the clue alone or with facts.
    fn needs(&mut self, relation: usize, from: &[(usize, Candidates)], gone: Removal) -> Option<Middle> {
        let Removal { cell, values } = gone;
        if from.is_empty() {
            return self.needs_alone(relation, cell, values);
        }
        let all = self.state.map.puzzle.all_values();
        let open = from.iter().filter(|(_, values)| values.len() > 1);
        for &(_, fact) in open {
            // Cells of which the same is known are told together.
            let alike: Vec<usize> =
                from.iter().filter(|(_, values)| *values == fact).map(|&(cell, _)| cell).collect();
            let mut needed = Candidates::NONE;
            for value in all.without(fact).iter() {
                let left = if alike.len() > 1 { fact.with(value) } else { Candidates::one(value) };
                let mut facts = alike.iter().fold(from.to_vec(), |facts, &other| with(&facts, other, left));
                facts.push((cell, values));
                if !self.suffices(relation, &facts, None) {
                    needed = needed.with(value);
                }
            }
            // Two of them together may have values of which one alone does not do.
            let others =
                alike.iter().fold(from.to_vec(), |facts, &other| with(&facts, other, all.without(needed)));
            if alike.len() > 1 && !self.suffices(relation, &with(&others, cell, values), None) {
                needed = all.without(fact);
            }
            let is_run = || {
                let (low, high) = (needed.iter().next(), needed.iter().last());
                let (least, most) = (all.iter().next(), all.iter().last());
                let count = low.zip(high).map_or(0, |(low, high)| usize::from(high - low) + 1);
                count == needed.len() && (low == least || high == most)
            };
            if !needed.is_empty() && (needed.len() <= MOST_NEEDED || is_run()) {
                let needs = alike.iter().map(|&other| (other, needed)).collect();
                return Some(Middle::Needs { cell, values, needs, is_any: alike.len() > 1 });
            }
        }
        None
    }

    /// What a value would need of cells with which constraints of two cells join it: nothing that there is, or the same
    /// value in two cells that see each other.
    fn needs_alone(&mut self, relation: usize, cell: usize, values: Candidates) -> Option<Middle> {
        let map = &self.state.map;
        let about = &map.relations[relation];
        let first = map.puzzle.grid().first_value();
        let own = about.vars[about.cells.iter().position(|&other| other == cell)?];
        let value = i32::from(values.value()?) + first;
        let mut needs: Vec<(usize, Candidates)> = Vec::new();
        for constraint in about.model.constraints() {
            let &[a, b] = constraint.scope() else { continue };
            let var = if a == own { b } else { a };
            let Some(at) = about.vars.iter().position(|&other| other == var) else { continue };
            if a != own && b != own {
                continue;
            }
            let accepts = |other: &u8| {
                let other = i32::from(*other) + first;
                constraint.accepts(&if a == own { [value, other] } else { [other, value] })
            };
            let left = map.puzzle.all_values().iter().filter(accepts);
            let left = left.fold(Candidates::NONE, Candidates::with);
            match needs.iter_mut().find(|(known, _)| *known == about.cells[at]) {
                Some((_, known)) => *known = known.and(left),
                None => needs.push((about.cells[at], left)),
            }
        }
        if let Some(&none) = needs.iter().find(|(_, left)| left.is_empty()) {
            return Some(Middle::Needs { cell, values, needs: vec![none], is_any: false });
        }
        for (at, &one) in needs.iter().enumerate().filter(|(_, (_, left))| left.value().is_some()) {
            let clashes = |other: &&(usize, Candidates)| other.1 == one.1 && map.sees(one.0, other.0);
            if let Some(&other) = needs[..at].iter().find(clashes) {
                return Some(Middle::Needs { cell, values, needs: vec![other, one], is_any: false });
            }
        }
        None
    }
}

/// Facts with another one about a cell.
fn with(from: &[(usize, Candidates)], cell: usize, values: Candidates) -> Vec<(usize, Candidates)> {
    let others = from.iter().copied().filter(|&(other, _)| other != cell);
    others.chain([(cell, values)]).collect()
}

fn reversed(values: Candidates) -> Vec<u8> {
    let mut values: Vec<u8> = values.iter().collect();
    values.reverse();
    values
}

/// Adds a run, unless it is the beginning of another one.
fn add(run: Run, runs: &mut Vec<Run>) {
    if !runs.iter().any(|known| known.starts_with(&run)) {
        runs.retain(|known| !run.starts_with(known));
        runs.push(run);
    }
}
