//! Where a value of a clue's cell leads: what it leaves other cells of the clue, one after the other, up to one without a
//! value or a rest that its cells do not reach.

use super::reach::limits;
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

/// The rest of a sum is told for so many cells.
const MOST_REST: usize = 3;

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
                middle.push(self.leads(relation, one)?);
            }
        }
        // By the clue alone, what is excluded says as much as a cell to which it leaves nothing.
        let is_far = |middle: &Middle| match middle {
            Middle::Leads { then, bounds, rest, .. } => {
                !then.is_empty() || !bounds.is_empty() || rest.is_some()
            }
            _ => true,
        };
        (!reason.from.is_empty() || middle.iter().any(is_far)).then_some(middle)
    }

    /// Where a value leads by what stands in the clue's cells and by what is left of the others.
    fn leads(&mut self, relation: usize, gone: Removal) -> Option<Middle> {
        let map = self.state.map.clone();
        let others = map.relations[relation].cells.iter().copied().filter(|&cell| cell != gone.cell);
        let (placed, open): (Vec<usize>, Vec<usize>) = others.partition(|&cell| self.state.is_placed[cell]);
        let facts: Facts = placed.iter().map(|&cell| (cell, self.state.candidates(cell))).collect();
        // What clashes with what stands there leaves nothing to anybody.
        if self.suffices(relation, &[&facts[..], &[(gone.cell, gone.values)]].concat(), None) {
            return None;
        }
        let (mut then, mut end) = (Facts::new(), None);
        while end.is_none() && then.len() <= MOST_THEN {
            let known = [&facts[..], &[(gone.cell, gone.values)], &then].concat();
            let mut best: Option<(usize, Candidates)> = None;
            for &cell in &open {
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
        let bounds = Vec::new();
        let mut leads =
            Middle::Leads { cell: gone.cell, values: gone.values, facts, then, end, rest, bounds };
        self.prune(relation, &mut leads);
        self.add_bounds(relation, &mut leads);
        match &leads {
            Middle::Leads { then, .. } if then.len() > MOST_THEN => None,
            _ => Some(leads),
        }
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

    /// Leaves out what does not lead to the end.
    fn prune(&mut self, relation: usize, leads: &mut Middle) {
        let Middle::Leads { cell, values, facts, then, end, rest, .. } = leads else { return };
        if rest.is_some() {
            return;
        }
        let supposed = (*cell, *values);
        for at in (0..then.len()).rev() {
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

    /// Notes what the other cells of a sum reach, if that leaves its last cell nothing.
    fn add_bounds(&self, relation: usize, leads: &mut Middle) {
        let Middle::Leads { cell, values, facts, then, end, rest: None, bounds } = leads else { return };
        let known = [&facts[..], &[(*cell, *values)], then].concat();
        let all = self.state.map.puzzle.all_values();
        let map = &self.state.map;
        let of = |cell: usize| {
            let told = known.iter().find(|(known, _)| *known == cell).map(|known| known.1);
            let seen = known.iter().filter(|(by, values)| values.len() == 1 && map.sees(*by, cell));
            told.unwrap_or_else(|| seen.fold(all, |left, (_, values)| left.without(*values)))
        };
        let (mut left, removal) = (end[0].1, Removal { cell: end[0].0, values: end[0].1 });
        let mut reached = Vec::new();
        for limit in limits(map, &map.relations[relation].linear, &removal, of) {
            left = left.without(limit.out);
            reached.extend(limit.bounds);
        }
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
