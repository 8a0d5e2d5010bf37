//! Where a value of a clue's cell leads: what it leaves other cells of the clue, one after the other, up to one without a
//! value or a rest that its cells do not reach.

use super::reach::{limits, reach};
use super::reasons::{Facts, MOST_BOUNDS, Reasoner};
use super::step::{Bound, Middle, Reason, Removal};
use super::truth::Truth;
use crate::candidates::Candidates;
use crate::rules::Origin;

/// Of clues about more cells, no values are followed.
const MOST_CELLS: usize = 10;

/// More values than these are not followed.
const MOST_VALUES: usize = 6;

/// What more cells than these are left is not told.
const MOST_THEN: usize = 4;

/// The rest of a sum is told for so many cells, and for so many that do not reach it.
const MOST_REST: usize = 3;
const MOST_REACHING: usize = 5;

/// More numbers than these that a cell would need are not told.
const MOST_NEEDED: usize = 3;

/// More ways to choose the other cells of a sum are not compared.
const MOST_COMPARED: usize = 1000;

impl Reasoner<'_> {
    /// What lies between facts and what a clue excludes, as where each value leads; `None` if a part of it is not known, or
    /// if what is known is as clear.
    pub(super) fn leading(&mut self, relation: usize, reason: &Reason) -> Option<Vec<Middle>> {
        let is_bound = |middle: &&Middle| matches!(middle, Middle::Bounds(_));
        let needs = reason.middle.iter().filter(|middle| !is_bound(middle));
        let needs: Vec<Removal> = needs.filter_map(Middle::supposed).collect();
        let about = &self.state.map.relations[relation];
        // Clues that have words for what would be wrong are about more than what cells leave each other.
        let has_words = |origin: &Origin| match *origin {
            Origin::Clue(at) => {
                let kind = self.state.map.puzzle.clues()[at].kind;
                !kind.unmet.is_empty() || !kind.excludes_its_number.is_empty()
            }
            Origin::House(_) => false,
        };
        // What values exclude by a clue that is no sum is seen at once, and so is what two values of a line need.
        let is_sum = !about.linear.is_empty();
        let are_values = reason.from.iter().all(|(_, values)| values.len() == 1);
        let is_clear = match (reason.middle.is_empty(), reason.from.is_empty()) {
            (true, false) => are_values && !is_sum,
            (true, true) => false,
            (false, is_alone) => is_alone || needs.is_empty() || needs.len() + reason.from.len() < 3,
        };
        if is_clear || about.cells.len() > MOST_CELLS || about.origins.iter().any(has_words) {
            return None;
        }
        let supposed = if reason.middle.is_empty() { &reason.gone } else { &needs };
        if supposed.iter().map(|gone| gone.values.len()).sum::<usize>() > MOST_VALUES {
            return None;
        }
        let mut middle: Vec<Middle> = reason.middle.iter().filter(is_bound).cloned().collect();
        for gone in supposed {
            for value in gone.values.iter() {
                let one = Removal { cell: gone.cell, values: Candidates::one(value) };
                // What the clue excludes by itself leads nowhere.
                if self.suffices(relation, &[], Some(one)) {
                    // What a sum excludes by itself is seen.
                    if is_sum {
                        return None;
                    }
                    middle.push(self.needs_alone(relation, gone.cell, one.values)?);
                } else {
                    let plain = self.leads(relation, one, Facts::new())?;
                    middle.push(self.further(relation, one, &plain).unwrap_or(plain));
                }
            }
        }
        // By the clue alone, what is excluded says as much as a cell to which it leaves nothing.
        let is_far = |middle: &Middle| match middle {
            Middle::Leads { then, bounds, rest, needed, .. } => {
                !then.is_empty() || !bounds.is_empty() || rest.is_some() || !needed.is_empty()
            }
            _ => true,
        };
        (!reason.from.is_empty() || middle.iter().any(is_far)).then_some(middle)
    }

    /// The same with more that is told, where one fact alone excludes only some values of the cell to which nothing is left:
    /// the others, and another cell to which they leave nothing.
    fn further(&mut self, relation: usize, gone: Removal, plain: &Middle) -> Option<Middle> {
        let (cell, left) = self.unclear(relation, plain)?;
        let Middle::Leads { then, .. } = plain else { return None };
        let further = self.leads(relation, gone, [&then[..], &[(cell, left)]].concat())?;
        let Middle::Leads { then, end, rest, .. } = &further else { return None };
        let is_other = then.iter().all(|told| told.0 != end[0].0) || rest.is_some_and(|rest| rest > 0);
        (is_other && self.unclear(relation, &further).is_none()).then_some(further)
    }

    /// The cell to which nothing is left, with the values that no fact alone excludes; of a sum those that it does not see and
    /// that the other cells reach. `None` if there are none or all, or if it is told why nothing is left.
    fn unclear(&mut self, relation: usize, leads: &Middle) -> Option<(usize, Candidates)> {
        let Middle::Leads { cell, values, facts, then, end, rest, bounds, needed } = leads else {
            return None;
        };
        if rest.is_some() || !bounds.is_empty() || !needed.is_empty() {
            return None;
        }
        let known = [&facts[..], &[(*cell, *values)], then].concat();
        let last = end[0];
        let left = if self.state.map.relations[relation].linear.is_empty() {
            let excludes = |value: &u8| {
                let one = Removal { cell: last.0, values: Candidates::one(*value) };
                known.iter().any(|&fact| self.suffices(relation, &[fact], Some(one)))
            };
            last.1.without(last.1.iter().filter(excludes).fold(Candidates::NONE, Candidates::with))
        } else {
            self.unseen(&known, (last.0, self.within_reach(relation, &known, last).0))
        };
        (!left.is_empty() && left != last.1).then_some((last.0, left))
    }

    /// Where a value leads by what stands in the clue's cells and by what is left of the others, from what is known `then`.
    fn leads(&mut self, relation: usize, gone: Removal, mut then: Facts) -> Option<Middle> {
        let map = self.state.map.clone();
        let others = map.relations[relation].cells.iter().copied().filter(|&cell| cell != gone.cell);
        let (placed, open): (Vec<usize>, Vec<usize>) = others.partition(|&cell| self.state.is_placed[cell]);
        let facts: Facts = placed.iter().map(|&cell| (cell, self.state.candidates(cell))).collect();
        // What clashes with what stands there leaves nothing to anybody.
        if self.suffices(relation, &[&facts[..], &[(gone.cell, gone.values)]].concat(), None) {
            return None;
        }
        let first = then.last().map(|&(cell, _)| cell);
        self.add_deciding(relation, (&facts, gone), &mut then, &open);
        let (mut end, mut bounds) = (None, Vec::new());
        while end.is_none() && then.len() <= MOST_THEN {
            if let Some((cells, rest, bound)) = self.out_of_reach(relation, (&facts, gone), &then, &open) {
                (end, bounds) = (Some((cells, Some(rest))), vec![bound]);
                break;
            }
            let known = [&facts[..], &[(gone.cell, gone.values)], &then].concat();
            let mut best: Option<(usize, Candidates)> = None;
            for &cell in open.iter().filter(|&&cell| first != Some(cell)) {
                let own = self.left_then(&then, cell);
                let mut left = own;
                for value in own.iter() {
                    let one = Removal { cell, values: Candidates::one(value) };
                    if self.suffices(relation, &known, Some(one)) {
                        left = left.without(one.values);
                    }
                }
                if left.is_empty() {
                    end = Some((vec![(cell, own)], None));
                    break;
                }
                let is_told = then.iter().any(|&(told, _)| told == cell);
                if left != own && !is_told && best.is_none_or(|(_, best)| left.len() < best.len()) {
                    best = Some((cell, left));
                }
            }
            match best {
                Some(next) if end.is_none() => then.push(next),
                _ => break,
            }
        }
        let (end, rest) = end.or_else(|| self.rest_of(relation, (&facts, gone), &then, &open))?;
        let (cell, values, needed) = (gone.cell, gone.values, Vec::new());
        let mut leads = Middle::Leads { cell, values, facts, then, end, rest, bounds, needed };
        self.prune(relation, &mut leads);
        self.add_bounds(relation, &mut leads);
        self.add_needed(relation, &mut leads);
        match &leads {
            Middle::Leads { then, .. } if then.len() > MOST_THEN => None,
            _ => Some(leads),
        }
    }

    /// What is left for the cells that decide about the others, as the ends of a line.
    fn add_deciding(
        &mut self,
        relation: usize,
        (facts, gone): (&Facts, Removal),
        then: &mut Facts,
        open: &[usize],
    ) {
        let deciding = self.deciding(relation);
        let is_open = |cell: &&usize| deciding.contains(&gone.cell) && open.contains(cell);
        for &cell in deciding.iter().filter(is_open) {
            let known = [&facts[..], &[(gone.cell, gone.values)], &then[..]].concat();
            let own = self.left_then(then, cell);
            let is_out = |&value: &u8| {
                let one = Removal { cell, values: Candidates::one(value) };
                self.suffices(relation, &known, Some(one))
            };
            let left = own.without(own.iter().filter(is_out).fold(Candidates::NONE, Candidates::with));
            if !left.is_empty() && left != own && then.iter().all(|&(told, _)| told != cell) {
                then.push((cell, left));
            }
        }
    }

    /// The cells of a clue that decide about the others.
    fn deciding(&self, relation: usize) -> Vec<usize> {
        let puzzle = &self.state.map.puzzle;
        let [Origin::Clue(at)] = self.state.map.relations[relation].origins[..] else { return Vec::new() };
        let clue = &puzzle.clues()[at];
        let places = (clue.kind.deciding)(clue, &[], puzzle.grid().shape());
        places.into_iter().map(|at| usize::from(clue.cells()[at])).collect()
    }

    /// The values that are left for a cell.
    fn left_then(&self, then: &Facts, cell: usize) -> Candidates {
        let told = then.iter().find(|&&(told, _)| told == cell);
        told.map_or(self.state.candidates(cell), |&(_, left)| left)
    }

    /// What is left of a sum for its open cells, which they do not reach together.
    fn rest_of(
        &mut self,
        relation: usize,
        (facts, gone): (&Facts, Removal),
        then: &Facts,
        open: &[usize],
    ) -> Option<(Facts, Option<i64>)> {
        let all = open.iter().map(|&cell| (cell, self.left_then(then, cell)));
        let (fixed, end): (Facts, Facts) = all.partition(|(_, values)| values.len() == 1);
        let known = [facts, &fixed[..], &[(gone.cell, gone.values)]].concat();
        let (cells, rest) = self.state.rest(Truth::Relation(relation), &known)?;
        let is_rest = cells.len() == end.len() && (2..=MOST_REST).contains(&end.len());
        let is_told = |&&(cell, _): &&(usize, Candidates)| then.iter().any(|&(told, _)| told == cell);
        let supposed = [&known[..], &end].concat();
        let is_known = fixed.iter().all(|fact| is_told(&fact)) && self.suffices(relation, &supposed, None);
        (is_rest && is_known).then_some((end, Some(rest)))
    }

    /// What is left of a sum for its open cells, with these, and what they reach at most or at least, if that is not enough
    /// or too much.
    fn out_of_reach(
        &mut self,
        relation: usize,
        (facts, gone): (&Facts, Removal),
        then: &Facts,
        open: &[usize],
    ) -> Option<(Facts, i64, Bound)> {
        let all = open.iter().map(|&cell| (cell, self.left_then(then, cell)));
        let (fixed, end): (Facts, Facts) = all.partition(|(_, values)| values.len() == 1);
        let is_told = |&(cell, _): &(usize, Candidates)| then.iter().any(|&(told, _)| told == cell);
        if !(2..=MOST_REACHING).contains(&end.len()) || !fixed.iter().all(is_told) {
            return None;
        }
        let known = [facts, &fixed[..], &[(gone.cell, gone.values)]].concat();
        let (cells, rest) = self.state.rest(Truth::Relation(relation), &known)?;
        if cells.len() != end.len() {
            return None;
        }
        let map = &self.state.map;
        let of = |cell: usize| {
            let own = end.iter().find(|(other, _)| *other == cell).map_or(Candidates::NONE, |end| end.1);
            self.unseen(&known, (cell, own))
        };
        let terms: Vec<(i64, usize)> = cells.iter().map(|&cell| (1, cell)).collect();
        let reached = [true, false].into_iter().find_map(|is_most| {
            let reached = reach(map, &terms, of, is_most)?;
            let is_out = if is_most { reached.amount < rest } else { reached.amount > rest };
            is_out.then_some(reached)
        });
        let reached = reached?;
        self.suffices(relation, &[&known[..], &end].concat(), None).then_some((end, rest, reached))
    }

    /// Notes the numbers that the last cell of a sum would need, if all others are known.
    fn add_needed(&self, relation: usize, leads: &mut Middle) {
        let map = &self.state.map;
        let Middle::Leads { cell, values, then, end, rest: None, needed, .. } = leads else { return };
        let ([sum], last) = (&map.relations[relation].linear[..], end[0].0) else { return };
        let choices = |other: usize| match other {
            _ if other == *cell => *values,
            _ => self.left_then(then, other),
        };
        let is_told = |other: usize| {
            other == *cell || self.state.is_placed[other] || then.iter().any(|&(told, _)| told == other)
        };
        let Some(&(own, _)) = sum.terms.iter().find(|(_, other)| *other == last) else { return };
        let others = || sum.terms.iter().filter(|(_, other)| *other != last);
        if own.abs() != 1 || !others().all(|&(_, other)| is_told(other)) {
            return;
        }
        let mut ways: Vec<(Vec<(usize, u8)>, i64)> = vec![(Vec::new(), 0)];
        for &(weight, other) in others() {
            let with = |(chosen, sum): &(Vec<(usize, u8)>, i64)| {
                let is_free =
                    |value: &u8| !chosen.iter().any(|&(by, taken)| taken == *value && map.sees(by, other));
                let next = choices(other).iter().filter(is_free).collect::<Vec<u8>>();
                let next = next.into_iter().map(|value| {
                    let number = i64::from(map.puzzle.grid().number(value));
                    ([&chosen[..], &[(other, value)]].concat(), sum + weight * number)
                });
                next.collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(with).collect();
            if ways.len() > MOST_COMPARED {
                return;
            }
        }
        let mut numbers: Vec<i64> = ways.iter().map(|(_, taken)| own * (sum.total - taken)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() <= MOST_NEEDED {
            *needed = numbers;
        }
    }

    /// Leaves out what does not lead to the end.
    fn prune(&mut self, relation: usize, leads: &mut Middle) {
        let Middle::Leads { cell, values, facts, then, end, rest, .. } = leads else { return };
        if rest.is_some() {
            return;
        }
        let supposed = (*cell, *values);
        let deciding = self.deciding(relation);
        for at in (0..then.len()).rev() {
            if deciding.contains(&then[at].0) {
                continue;
            }
            let fewer: Facts = [&then[..at], &then[at + 1..]].concat();
            let own = self.left_then(&fewer, end[0].0);
            if self.follows(relation, (facts, supposed), &fewer, (end[0].0, own)) {
                (*then, end[0].1) = (fewer, own);
            }
        }
        for at in (0..facts.len()).rev() {
            let fewer: Facts = [&facts[..at], &facts[at + 1..]].concat();
            if self.follows(relation, (&fewer, supposed), then, end[0]) {
                *facts = fewer;
            }
        }
    }

    /// The values of a cell that what others reach leaves it in the sums of a relation, and what these reach. Of those that are
    /// not known all values count that none of the known ones excludes that they see.
    fn within_reach(
        &self,
        relation: usize,
        known: &Facts,
        (cell, values): (usize, Candidates),
    ) -> (Candidates, Vec<Bound>) {
        let all = self.state.map.puzzle.all_values();
        let map = &self.state.map;
        let of = |cell: usize| {
            let told = known.iter().find(|(known, _)| *known == cell).map(|known| known.1);
            told.unwrap_or_else(|| self.unseen(known, (cell, all)))
        };
        let (mut left, mut reached) = (values, Vec::new());
        for limit in limits(map, &map.relations[relation].linear, &Removal { cell, values }, of) {
            left = left.without(limit.out);
            reached.extend(limit.bounds);
        }
        (left, reached)
    }

    /// The values of a cell that none of the known ones excludes that it sees.
    fn unseen(&self, known: &Facts, (cell, values): (usize, Candidates)) -> Candidates {
        let map = &self.state.map;
        let seen = known.iter().filter(|(by, values)| values.len() == 1 && map.sees(*by, cell));
        seen.fold(values, |left, (_, values)| left.without(*values))
    }

    /// Notes what the other cells of a sum reach, if that leaves its last cell nothing.
    fn add_bounds(&self, relation: usize, leads: &mut Middle) {
        let Middle::Leads { cell, values, facts, then, end, rest: None, bounds, .. } = leads else { return };
        let known = [&facts[..], &[(*cell, *values)], then].concat();
        let (left, reached) = self.within_reach(relation, &known, end[0]);
        // What the same cells reach at least and at most is told by what they can be.
        let is_same = |pair: &[Bound]| pair[0].cells == pair[1].cells;
        if left.is_empty() && reached.len() <= MOST_BOUNDS && !reached.windows(2).any(is_same) {
            *bounds = reached;
        }
    }

    /// Whether each of some cells is left what is told of it, and the last one nothing.
    fn follows(
        &mut self,
        relation: usize,
        (facts, supposed): (&Facts, (usize, Candidates)),
        then: &Facts,
        end: (usize, Candidates),
    ) -> bool {
        let mut known = [&facts[..], &[supposed]].concat();
        for &(cell, left) in then {
            let values = self.state.candidates(cell).without(left);
            if !self.suffices(relation, &known, Some(Removal { cell, values })) {
                return false;
            }
            known.push((cell, left));
        }
        self.suffices(relation, &known, Some(Removal { cell: end.0, values: end.1 }))
    }
}
