//! Reasons: why a clue takes values from its cells. Not all that its other cells have lost matters: a reason has the
//! few facts without which the clue would allow a value, or what the rest of a sum reaches at most and at least.

use super::reach::{Limit, limits};
use super::relations::{Filters, Linear};
use super::state::State;
use super::step::{Bound, Conclusion, Middle, Reason, Removal};
use super::work::Work;
use crate::candidates::Candidates;
use crate::rules::Origin;

/// Cells with the values that they have at most.
pub(super) type Facts = Vec<(usize, Candidates)>;

/// More that cells of a sum reach is not told of one conclusion.
pub(super) const MOST_BOUNDS: usize = 2;

/// Finds reasons in a state.
pub(super) struct Reasoner<'a> {
    pub state: &'a State,
    pub filters: &'a mut Filters,
    pub work: &'a mut Work,
}

impl Reasoner<'_> {
    /// The reasons of a conclusion from one relation.
    pub fn reasons(&mut self, relation: usize, conclusion: &Conclusion) -> Vec<Reason> {
        let mut reasons = match conclusion {
            &Conclusion::Place { cell, value } => {
                let values = self.state.candidates(cell).without(Candidates::one(value));
                vec![self.last(relation, Removal { cell, values })]
            }
            Conclusion::Remove(removals) => {
                let mut reasons: Vec<Reason> = Vec::new();
                for removal in removals {
                    self.add(relation, removal, &mut reasons);
                }
                joined(reasons)
            }
        };
        reasons = reasons.into_iter().flat_map(|reason| self.measured(relation, reason)).collect();
        reasons = reasons.into_iter().flat_map(|reason| self.apart(relation, reason)).collect();
        let is_place = matches!(conclusion, Conclusion::Place { .. });
        let is_own = |own| matches!(*conclusion, Conclusion::Place { cell, .. } if cell == own);
        // A value that placed ones leave is seen at once; of a sum that of its last open cell.
        let about = &self.state.map.relations[relation];
        let mut cells = about.cells.iter();
        let is_last =
            about.linear.is_empty() || cells.all(|&cell| is_own(cell) || self.state.is_placed[cell]);
        let is_clear = |reason: &Reason, state: &State| {
            let mut from = reason.from.iter();
            is_place && is_last && !reason.from.is_empty() && from.all(|&(cell, _)| state.is_placed[cell])
        };
        for reason in &mut reasons {
            let cells = reason.from.iter().map(|&(cell, _)| (cell, self.state.candidates(cell)));
            let known: Facts = cells.collect();
            self.tell(&mut reason.from, &known);
            if reason.bounds.is_empty() && !is_clear(reason, self.state) {
                let left = if is_place { self.left_by_sum(relation, reason) } else { None };
                reason.middle = match left {
                    Some(left) => left,
                    None if reason.seen(self.state).is_some() => Vec::new(),
                    None => {
                        reason.middle = self.middle(relation, reason);
                        let between = self.between_cells(relation, reason);
                        let middle = between.or_else(|| self.leading(relation, reason));
                        middle.unwrap_or_else(|| std::mem::take(&mut reason.middle))
                    }
                };
            }
        }
        // What follows by fewer cells between is told first.
        let between = |reason: &Reason| {
            reason.middle.iter().filter(|middle| matches!(middle, Middle::Between { .. })).count()
        };
        reasons.sort_by_key(between);
        reasons
    }

    /// A reason by a clue that counts along a line, split by whether it would count too much or too little.
    fn measured(&self, relation: usize, mut reason: Reason) -> Vec<Reason> {
        let map = &self.state.map;
        if map.counting(relation).is_none() || reason.seen(self.state).is_some() {
            return vec![reason];
        }
        let cells = map.relations[relation].cells.iter().map(|&cell| (cell, self.state.candidates(cell)));
        let known: Facts = cells.collect();
        self.tell(&mut reason.from, &known);
        map.measured(relation, reason, &known)
    }

    /// Adds the removed values of a cell to the reasons: to one that is known already, where it suffices.
    fn add(&mut self, relation: usize, removal: &Removal, reasons: &mut Vec<Reason>) {
        let map = self.state.map.clone();
        let sums = &map.relations[relation].linear;
        let mut values = removal.values;
        for part in self.bounded(relation, sums, removal) {
            values = values.without(part.gone[0].values);
            reasons.push(part);
        }
        let rest = self.state.candidates(removal.cell).without(removal.values);
        // What another cell takes that has nothing else is no matter of the clue.
        for value in values.iter() {
            let one = Removal { cell: removal.cell, values: Candidates::one(value) };
            if let Some(from) = self.seen(relation, one) {
                values = values.without(one.values);
                let is_same =
                    |reason: &&mut Reason| reason.from == [from] && reason.seen(self.state).is_some();
                match reasons.iter_mut().find(is_same) {
                    Some(known) => known.gone.push(one),
                    None => reasons.push(Reason { gone: vec![one], from: vec![from], ..Reason::default() }),
                }
            }
        }
        // What excludes a value beside those that are left mostly excludes those beyond.
        let distance = |value: &u8| rest.iter().map(|left| left.abs_diff(*value)).min().unwrap_or_default();
        let mut order: Vec<u8> = values.iter().collect();
        order.sort_by_key(distance);
        for value in order {
            let one = Removal { cell: removal.cell, values: Candidates::one(value) };
            // What the clue excludes by itself has no facts, if there are words for that.
            let is_alone = self.says_more(relation).then(|| self.suffices(relation, &[], Some(one)));
            let known = reasons.iter().position(|reason| {
                reason.bounds.is_empty()
                    && reason.seen(self.state).is_none()
                    && is_alone.is_none_or(|is_alone| reason.from.is_empty() == is_alone)
                    && self.suffices(relation, &reason.from, Some(one))
            });
            let reason = match known {
                Some(known) => &mut reasons[known],
                None => {
                    let reason = self.reason(relation, one);
                    reasons.push(Reason { gone: Vec::new(), ..reason });
                    reasons.last_mut().expect("one was added")
                }
            };
            match reason.gone.iter_mut().find(|gone| gone.cell == one.cell) {
                Some(gone) => gone.values = gone.values.or(one.values),
                None => reason.gone.push(one),
            }
        }
    }

    /// A cell of a relation that has only the removed value, and sees where it is removed.
    fn seen(&mut self, relation: usize, gone: Removal) -> Option<(usize, Candidates)> {
        let map = self.state.map.clone();
        let has_it = |cell: usize| {
            !self.state.is_placed[cell]
                && self.state.candidates(cell) == gone.values
                && map.sees(cell, gone.cell)
        };
        let cell = map.relations[relation].cells.iter().copied().find(|&cell| has_it(cell))?;
        let from = (cell, gone.values);
        self.suffices(relation, &[from], Some(gone)).then_some(from)
    }

    /// Whether there are words for what a relation says by itself.
    fn says_more(&self, relation: usize) -> bool {
        let puzzle = &self.state.map.puzzle;
        match self.state.map.relations[relation].origins[..] {
            [Origin::Clue(at)] => {
                let clue = &puzzle.clues()[at];
                !(clue.kind.by_itself)(clue, puzzle.grid()).is_empty()
            }
            _ => false,
        }
    }

    /// The reason for values of a cell, all at once.
    fn reason(&mut self, relation: usize, gone: Removal) -> Reason {
        let map = self.state.map.clone();
        let beside = self.beside_alone(relation, gone);
        let left = map.relations[relation].cells.iter().map(|&cell| match beside {
            _ if cell == gone.cell => gone.values,
            Some(beside) if beside != cell => map.puzzle.all_values(),
            _ => self.state.candidates(cell),
        });
        let left: Vec<Candidates> = left.collect();
        let mut from = self.needed(relation, &left, Some(gone.cell));
        from.retain(|&(cell, _)| cell != gone.cell);
        Reason { gone: vec![gone], from, ..Reason::default() }
    }

    /// A cell with which a constraint of two cells joins another, if its candidates suffice to exclude the other's values.
    fn beside_alone(&mut self, relation: usize, gone: Removal) -> Option<usize> {
        let map = self.state.map.clone();
        let about = &map.relations[relation];
        if about.cells.len() < 3 || self.suffices(relation, &[], Some(gone)) {
            return None;
        }
        let own = about.vars[about.cells.iter().position(|&cell| cell == gone.cell)?];
        let beside: Vec<usize> = { about.model.constraints() }
            .filter_map(|constraint| match *constraint.scope() {
                [a, b] => {
                    let (a, b) = (about.model.local_id(a), about.model.local_id(b));
                    let other = if a == own { b } else { a };
                    { about.vars.iter() }.position(|&var| var == other).filter(|_| a == own || b == own)
                }
                _ => None,
            })
            .collect();
        let facts = beside.into_iter().map(|at| (about.cells[at], self.state.candidates(about.cells[at])));
        let all = map.puzzle.all_values();
        let facts: Vec<(usize, Candidates)> = facts.filter(|&(_, values)| values != all).collect();
        let fact = facts.into_iter().find(|&fact| self.suffices(relation, &[fact], Some(gone)));
        fact.map(|(cell, _)| cell)
    }

    /// The reason why a cell can have no other value than the one that is placed. Where all others of a sum are placed, it
    /// is what they add up to.
    fn last(&mut self, relation: usize, gone: Removal) -> Reason {
        let map = self.state.map.clone();
        let sums = &map.relations[relation].linear;
        let mut bounds: Vec<Bound> = Vec::new();
        let mut left = gone.values;
        for reason in self.bounded(relation, sums, &gone) {
            left = left.without(reason.gone[0].values);
            for bound in reason.bounds {
                if !bounds.iter().any(|known| known.cells == bound.cells) {
                    bounds.push(bound);
                }
            }
        }
        let are_placed =
            bounds.iter().flat_map(|bound| &bound.cells).all(|&(_, cell)| self.state.is_placed[cell]);
        if !left.is_empty() || !are_placed && bounds.len() > MOST_BOUNDS {
            bounds.clear();
        }
        // What bounds leave the cell beside what it has lost before.
        let kept = self.bounded(relation, sums, &gone).into_iter().flat_map(|reason| reason.middle);
        let kept: Vec<Middle> = kept.filter(|_| !bounds.is_empty()).collect();
        let middle = if kept.len() == 1 { kept } else { Vec::new() };
        let mut reason = Reason { bounds, middle, ..self.reason(relation, gone) };
        let others = map.relations[relation].cells.iter().copied().filter(|&cell| cell != gone.cell);
        // The clue alone excludes what is left, but a reader looks at what is placed.
        if reason.bounds.is_empty()
            && reason.from.is_empty()
            && others.clone().all(|cell| self.state.is_placed[cell])
        {
            reason.from = others.map(|cell| (cell, self.state.candidates(cell))).collect();
        }
        reason
    }

    /// Whether a clue has no tuple by facts that are known of its cells, and with values of a cell if they are given.
    pub(super) fn suffices(
        &mut self,
        relation: usize,
        from: &[(usize, Candidates)],
        gone: Option<Removal>,
    ) -> bool {
        let map = self.state.map.clone();
        let domain = |&cell: &usize| match (gone, from.iter().find(|(known, _)| *known == cell)) {
            (Some(gone), _) if cell == gone.cell => gone.values,
            (_, Some(&(_, values))) => values,
            (_, None) => map.puzzle.all_values(),
        };
        let domains: Vec<Candidates> = map.relations[relation].cells.iter().map(domain).collect();
        self.fails(relation, &domains)
    }

    pub(super) fn fails(&mut self, relation: usize, domains: &[Candidates]) -> bool {
        let domains: Vec<u64> = domains.iter().map(|values| values.bits()).collect();
        self.filters.refutes(&self.state.map, relation, &domains, self.work)
    }

    /// Of the values that the cells of a relation have at most, those facts without which it would have a tuple. The values
    /// of the cell `fixed` stay as they are.
    pub(super) fn needed(
        &mut self,
        relation: usize,
        left: &[Candidates],
        fixed: Option<usize>,
    ) -> Vec<(usize, Candidates)> {
        let map = self.state.map.clone();
        let cells = &map.relations[relation].cells;
        let all = map.puzzle.all_values();
        let mut domains = left.to_vec();
        // Placed values are what a reader sees first, so they are left out last.
        let mut order: Vec<usize> = (0..cells.len()).filter(|&at| fixed != Some(cells[at])).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(domains[at].len()));
        for &at in &order {
            self.relax(relation, &mut domains, at, all);
        }
        for &at in order.iter().filter(|&&at| left[at].len() > 1) {
            let lost = all.without(domains[at]);
            let ends = (domains[at].iter().next(), domains[at].iter().last());
            let (Some(low), Some(high)) = ends else { continue };
            let below: Vec<u8> = lost.iter().filter(|&value| value < low).collect();
            let above: Vec<u8> = lost.iter().filter(|&value| value > high).collect();
            for value in lost.iter().filter(|value| (low..high).contains(value)) {
                let wider = domains[at].with(value);
                self.relax(relation, &mut domains, at, wider);
            }
            // A bound is as weak as it may be.
            for value in below.into_iter().rev() {
                let wider = domains[at].with(value);
                if !self.relax(relation, &mut domains, at, wider) {
                    break;
                }
            }
            for value in above {
                let wider = domains[at].with(value);
                if !self.relax(relation, &mut domains, at, wider) {
                    break;
                }
            }
            // What is no bound is told value by value.
            if !is_bound(domains[at], all) {
                for value in all.without(domains[at]).iter() {
                    let wider = domains[at].with(value);
                    self.relax(relation, &mut domains, at, wider);
                }
            }
        }
        let facts = cells.iter().copied().zip(domains);
        facts.filter(|&(cell, values)| values != all || fixed == Some(cell)).collect()
    }

    /// Gives a cell more values if the relation still has no tuple.
    fn relax(&mut self, relation: usize, domains: &mut [Candidates], at: usize, values: Candidates) -> bool {
        let before = std::mem::replace(&mut domains[at], values);
        let fails = before == values || self.fails(relation, domains);
        if !fails {
            domains[at] = before;
        }
        fails
    }

    /// The values of a cell that one of some sums excludes because of what its other cells reach: those that are too great
    /// and those that are too small.
    fn bounded(&mut self, relation: usize, sums: &[Linear], removal: &Removal) -> Vec<Reason> {
        let state = self.state;
        let limits = limits(&state.map, sums, removal, |cell| state.candidates(cell));
        // Steps that were found together take only what each took then, though by now the sum may leave less.
        let rest = state.candidates(removal.cell).without(removal.values);
        let within = |values: Candidates| {
            let (low, high) = (values.iter().next(), values.iter().last());
            let run = state.map.puzzle.all_values().iter();
            run.filter(|&value| Some(value) >= low && Some(value) <= high)
                .fold(Candidates::NONE, Candidates::with)
        };
        let reasons = limits.into_iter().map(|Limit { out, kept, bounds }| {
            let gone = Removal { cell: removal.cell, values: out };
            let middle = vec![Middle::Bounds(vec![(removal.cell, within(kept.or(rest)))])];
            Reason { bounds, middle, ..self.reason(relation, gone) }
        });
        reasons.collect()
    }

    /// Replaces facts by what a reader sees, where that is as short: the values that are left, or a bound that is close.
    pub(super) fn tell(&self, facts: &mut Facts, known: &[(usize, Candidates)]) {
        let all = self.state.map.puzzle.all_values();
        for (cell, values) in facts {
            let left = known.iter().find(|(other, _)| other == cell).map_or(*values, |&(_, left)| left);
            *values = told(*values, left, all);
        }
    }
}

/// Joins the reasons that are about the same cells, of the same cells.
fn joined(reasons: Vec<Reason>) -> Vec<Reason> {
    let about = |reason: &Reason| {
        let mut cells = [
            reason.gone.iter().map(|gone| gone.cell).collect::<Vec<usize>>(),
            reason.from.iter().map(|&(cell, _)| cell).collect(),
        ];
        cells.iter_mut().for_each(|cells| cells.sort_unstable());
        cells
    };
    let mut joined: Vec<Reason> = Vec::new();
    for reason in reasons {
        let is_same = |known: &&mut Reason| {
            known.bounds.is_empty() && reason.bounds.is_empty() && about(known) == about(&reason)
        };
        let Some(known) = joined.iter_mut().find(is_same) else {
            joined.push(reason);
            continue;
        };
        for gone in reason.gone {
            known.gone.iter_mut().filter(|known| known.cell == gone.cell).for_each(|known| {
                known.values = known.values.or(gone.values);
            });
        }
        for (cell, values) in reason.from {
            known.from.iter_mut().filter(|known| known.0 == cell).for_each(|known| {
                known.1 = known.1.and(values);
            });
        }
    }
    joined
}

/// Whether the values up to one, or from one on, are left of all.
fn is_bound(values: Candidates, all: Candidates) -> bool {
    let (lost, left) = (all.without(values), values);
    let is_below = |one: Candidates, other: Candidates| one.iter().max() < other.iter().min();
    is_below(lost, left) || is_below(left, lost)
}

/// Of the values that suffice for a conclusion and those that are left, what a reader sees and is shortest to say.
fn told(needed: Candidates, left: Candidates, all: Candidates) -> Candidates {
    let lost = all.without(needed);
    if left.len() <= 2 || left.is_empty() {
        return left;
    }
    let (low, high) = (left.iter().next(), left.iter().last());
    let is_below = lost.iter().max() < needed.iter().min();
    let within = |value: &u8| if is_below { Some(*value) >= low } else { Some(*value) <= high };
    match is_bound(needed, all) {
        true => all.iter().filter(within).fold(Candidates::NONE, Candidates::with),
        false if left.len() <= lost.len() => left,
        false => needed,
    }
}
