//! What lies between the facts of a reason and what a clue excludes: bounds that rise or fall from cell to cell, and
//! values that a candidate would need elsewhere.

use super::reasons::Reasoner;
use super::step::{Middle, Reason, Removal, Way};
use crate::candidates::Candidates;
use crate::rules::Origin;

/// Reasons that exclude more values of a cell that are not at an end, or values of more cells, have no middle.
const MOST_VALUES: usize = 4;
const MOST_CELLS: usize = 9;

/// Of relations with more cells, no bounds are followed.
const MOST_FOLLOWED: usize = 12;

/// More values than these that would be needed are told only if they are all from one on, or up to one.
const MOST_NEEDED: usize = 4;

/// More ways to make a sum are not told, nor are more compared.
pub(super) const MOST_WAYS: usize = 4;
const MOST_COMPARED: usize = 2_000;

/// So many values of an end are tried for a bound.
const MOST_ENDS: usize = 3;

/// Bounds from cell to cell.
type Run = Vec<(usize, Candidates)>;

impl Reasoner<'_> {
    /// What is on the way from the facts of a reason to all that it excludes; nothing if a part of it is not known.
    pub(super) fn middle(&mut self, relation: usize, reason: &Reason) -> Vec<Middle> {
        let map = self.state.map.clone();
        let is_small = map.relations[relation].cells.len() <= MOST_FOLLOWED;
        let is_sum = !map.relations[relation].linear.is_empty();
        let is_clue = is_sum || matches!(map.relations[relation].origins[..], [Origin::Clue(_)]);
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
                if !is_small {
                    continue;
                }
                // As many values as bounds exclude: those that are further off may be all.
                let mut in_order: Vec<u8> = values.iter().collect();
                if is_low {
                    in_order.reverse();
                }
                for end in in_order.into_iter().take(MOST_ENDS) {
                    let Some(run) = self.run(relation, &reason.from, gone.cell, (end, is_low)) else {
                        continue;
                    };
                    let is_out = |value: u8| if is_low { value <= end } else { value >= end };
                    left = left.without(part(&is_out).and(values));
                    add(self.closest(relation, &reason.from, run, is_low), &mut runs);
                    break;
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
        let is_untold = needs.is_empty() && !reason.from.iter().all(is_told);
        // What the clue says by itself in two ways is seen sooner than told.
        let is_of_clue = reason.from.is_empty() && !runs.is_empty() && !needs.is_empty();
        if is_untold || is_of_clue {
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
            let Some((next, bound, is_root)) = found else {
                // Clues that are about all their cells at once have no way from neighbour to neighbour.
                return (run.len() == 1).then(|| self.at_once(relation, from, run[0]))?;
            };
            visited.push(next);
            run.push((next, bound));
            if is_root {
                run.reverse();
                return Some(run);
            }
        }
    }

    /// A bound that follows from one fact alone.
    fn at_once(
        &mut self,
        relation: usize,
        from: &[(usize, Candidates)],
        (cell, values): (usize, Candidates),
    ) -> Option<Run> {
        let all = self.state.map.puzzle.all_values();
        let is_low = values.contains(all.iter().last()?);
        let about = &self.state.map.clone().relations[relation];
        let var = |cell: usize| Some(about.vars[about.cells.iter().position(|&other| other == cell)?]);
        let own = var(cell)?;
        let are_joined = |other: usize| {
            let mut scopes = about.model.constraints().map(|constraint| constraint.scope());
            var(other).is_some_and(|var| scopes.any(|scope| scope.contains(&own) && scope.contains(&var)))
        };
        let others = from.iter().filter(|&&(other, _)| other != cell && are_joined(other));
        for &(other, fact) in others {
            let end = if is_low { fact.iter().next()? } else { fact.iter().last()? };
            let is_in = |value: &u8| if is_low { *value >= end } else { *value <= end };
            let bound = all.iter().filter(is_in).fold(Candidates::NONE, Candidates::with);
            if self.suffices(relation, &[(other, bound), (cell, all.without(values))], None) {
                return Some(vec![(other, bound), (cell, values)]);
            }
        }
        None
    }

    /// The same bounds, as close as the fact with which they begin makes them.
    fn closest(&mut self, relation: usize, from: &[(usize, Candidates)], mut run: Run, is_low: bool) -> Run {
        let all = self.state.map.puzzle.all_values();
        let beyond = |value: u8| {
            let is_out = |other: &u8| if is_low { *other < value } else { *other > value };
            all.iter().filter(is_out).fold(Candidates::NONE, Candidates::with)
        };
        let end = |values: Candidates| if is_low { values.iter().next() } else { values.iter().last() };
        if let Some(value) = from.iter().find(|(cell, _)| *cell == run[0].0).and_then(|&(_, fact)| end(fact))
        {
            run[0].1 = run[0].1.without(beyond(value));
        }
        for at in 1..run.len() {
            let (before, cell) = (run[at - 1], run[at].0);
            let mut values: Vec<u8> = run[at].1.iter().collect();
            if !is_low {
                values.reverse();
            }
            // The first value that the bound before allows.
            for value in values {
                let others = beyond(value).with(value);
                if self.suffices(relation, &[before, (cell, others)], None) {
                    run[at].1 = run[at].1.without(others);
                } else {
                    break;
                }
            }
        }
        run
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
        // Of what is known of the cell itself, nothing excludes its value.
        let from: Vec<(usize, Candidates)> =
            from.iter().copied().filter(|&(other, _)| other != cell).collect();
        let from = &from[..];
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
            let reaches_an_end =
                || needed.iter().next() == all.iter().next() || needed.iter().last() == all.iter().last();
            let is_bound = || needed.is_run() && reaches_an_end();
            if !needed.is_empty() && (needed.len() <= MOST_NEEDED || is_bound()) {
                let ways = self.ways(relation, from, gone, (&alike, needed));
                let needs = alike.iter().map(|&other| (other, needed)).collect();
                return Some(Middle::Needs { cell, values, needs, is_any: alike.len() > 1, ways });
            }
        }
        self.needs_of_last(relation, from, gone)
    }

    /// What a value would need of the last cell of a sum whose others have values: one that stands in a cell that it sees.
    fn needs_of_last(&self, relation: usize, from: &[(usize, Candidates)], gone: Removal) -> Option<Middle> {
        let map = &self.state.map;
        let Removal { cell, values } = gone;
        let [sum] = &map.relations[relation].linear[..] else { return None };
        let number = |other: usize| {
            let fact = from.iter().find(|(known, _)| *known == other).and_then(|(_, values)| values.value());
            let value = if other == cell { values.value() } else { fact };
            value.map(|value| i64::from(map.puzzle.grid().number(value)))
        };
        let mut open = sum.terms.iter().filter(|&&(_, other)| number(other).is_none());
        let (&(weight, last), None) = (open.next()?, open.next()) else { return None };
        let taken: i64 =
            { sum.terms.iter() }.filter_map(|&(weight, other)| Some(weight * number(other)?)).sum();
        let needed = map
            .puzzle
            .all_values()
            .iter()
            .find(|&value| weight * i64::from(map.puzzle.grid().number(value)) == sum.total - taken)?;
        let holds = from.iter().map(|&(other, values)| (other, values)).chain([(cell, values)]);
        let mut clashing =
            holds.filter(|&(other, values)| values.value() == Some(needed) && map.sees(other, last));
        let one = Candidates::one(needed);
        let needs = vec![(clashing.next()?.0, one), (last, one)];
        Some(Middle::Needs { cell, values, needs, is_any: false, ways: Vec::new() })
    }

    /// The numbers with which a sum would be right with a value if some cells had what they would need; none if they are
    /// many.
    fn ways(
        &self,
        relation: usize,
        from: &[(usize, Candidates)],
        gone: Removal,
        (needing, needed): (&[usize], Candidates),
    ) -> Vec<Way> {
        let map = &self.state.map;
        let [sum] = &map.relations[relation].linear[..] else { return Vec::new() };
        if sum.terms.iter().any(|(weight, _)| weight.abs() != 1) {
            return Vec::new();
        }
        let choices = |&(weight, cell): &(i64, usize)| {
            let fact = from
                .iter()
                .find(|(known, _)| *known == cell)
                .map_or(self.state.candidates(cell), |fact| fact.1);
            let values = match cell {
                _ if cell == gone.cell => gone.values,
                _ if needing.contains(&cell) => self.state.candidates(cell).and(fact).or(needed),
                _ => self.state.candidates(cell).and(fact),
            };
            (weight, cell, values)
        };
        // The numbers of the cells so far, and what they add up to.
        let mut ways: Vec<(Vec<u8>, i64)> = vec![(Vec::new(), 0)];
        let all: Vec<(i64, usize, Candidates)> = sum.terms.iter().map(choices).collect();
        let number = |value: u8| i64::from(map.puzzle.grid().number(value));
        for (at, &(weight, cell, values)) in all.iter().enumerate() {
            let with = |(chosen, sum): &(Vec<u8>, i64)| {
                let is_free = |value: &u8| {
                    let mut others = all.iter().zip(chosen);
                    !others.any(|((_, other, _), taken)| taken == value && map.sees(*other, cell))
                };
                let next = values.iter().filter(is_free);
                next.map(|value| ([&chosen[..], &[value]].concat(), sum + weight * number(value)))
                    .collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(with).collect();
            if at + 1 == all.len() {
                ways.retain(|&(_, reached)| reached == sum.total);
            }
            if ways.len() > MOST_COMPARED {
                return Vec::new();
            }
        }
        let mut told: Vec<Way> = Vec::new();
        for (chosen, _) in ways {
            let side = |is_added: bool| -> Vec<i64> {
                let on_side = all.iter().zip(&chosen).filter(|((weight, ..), _)| (*weight > 0) == is_added);
                on_side.map(|(_, &value)| number(value)).collect()
            };
            let mut way = Way { added: side(true), taken: side(false) };
            if way.added.is_empty() {
                std::mem::swap(&mut way.added, &mut way.taken);
            } else if !way.taken.is_empty() && sum.total != 0 {
                let side = if sum.total < 0 { &mut way.added } else { &mut way.taken };
                side.push(sum.total.abs());
            }
            // The same numbers in another order are the same to a reader.
            let sorted = |way: &Way| {
                let mut way = way.clone();
                way.added.sort_unstable();
                way.taken.sort_unstable();
                way
            };
            if told.iter().all(|known| sorted(known) != sorted(&way)) {
                told.push(way);
            }
        }
        if told.len() > MOST_WAYS { Vec::new() } else { told }
    }

    /// What a value would need of cells with which constraints of two cells join it: nothing that there is, or the same
    /// value in two cells that see each other.
    pub(super) fn needs_alone(&mut self, relation: usize, cell: usize, values: Candidates) -> Option<Middle> {
        let map = &self.state.map;
        let about = &map.relations[relation];
        let first = map.puzzle.grid().first_value();
        let own = about.vars[about.cells.iter().position(|&other| other == cell)?];
        let value = i32::from(values.value()?) + first;
        let mut needs: Vec<(usize, Candidates)> = Vec::new();
        for constraint in about.model.constraints() {
            let &[a, b] = constraint.scope() else { continue };
            let (a, b) = (about.model.local_id(a), about.model.local_id(b));
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
        // A neighbour is seen first.
        let beside = self.beside(relation, cell);
        let none = needs.iter().filter(|(_, left)| left.is_empty());
        if let Some(&none) = none.min_by_key(|(other, _)| !beside.contains(other)) {
            return Some(Middle::Needs { cell, values, needs: vec![none], is_any: false, ways: Vec::new() });
        }
        for (at, &one) in needs.iter().enumerate().filter(|(_, (_, left))| left.value().is_some()) {
            let clashes = |other: &&(usize, Candidates)| other.1 == one.1 && map.sees(one.0, other.0);
            if let Some(&other) = needs[..at].iter().find(clashes) {
                let needs = vec![other, one];
                return Some(Middle::Needs { cell, values, needs, is_any: false, ways: Vec::new() });
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
