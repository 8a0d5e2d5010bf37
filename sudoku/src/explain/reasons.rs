//! Reasons: why a clue takes values from its cells. Not all that its other cells have lost matters: a reason has the
//! few facts without which the clue would allow a value, or what the rest of a sum reaches at most and at least.

use super::map::Map;
use super::relations::{Filters, Linear};
use super::state::State;
use super::step::{Bound, Conclusion, Line, Middle, Reason, Removal, Step};
use super::truth::Truth;
use super::work::Work;
use crate::candidates::Candidates;

/// The greatest number of choices to compare for a bound.
const MOST_CHOICES: u32 = 20_000;

/// Cells with the values that they have at most.
type Facts = Vec<(usize, Candidates)>;

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
        let is_place = matches!(conclusion, Conclusion::Place { .. });
        // A value that placed ones leave is seen at once.
        let is_clear = |reason: &Reason, state: &State| {
            let mut from = reason.from.iter();
            is_place && !reason.from.is_empty() && from.all(|&(cell, _)| state.is_placed[cell])
        };
        for reason in &mut reasons {
            if reason.bounds.is_empty() && !is_clear(reason, self.state) {
                reason.middle = self.middle(relation, reason);
            }
            let cells = reason.from.iter().map(|&(cell, _)| (cell, self.state.candidates(cell)));
            let known: Facts = cells.collect();
            self.tell(&mut reason.from, &known);
        }
        reasons
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
        // What excludes a value beside those that are left mostly excludes those beyond.
        let distance = |value: &u8| rest.iter().map(|left| left.abs_diff(*value)).min().unwrap_or_default();
        let mut order: Vec<u8> = values.iter().collect();
        order.sort_by_key(distance);
        for value in order {
            let one = Removal { cell: removal.cell, values: Candidates::one(value) };
            let known = reasons.iter().position(|reason| {
                reason.bounds.is_empty() && self.suffices(relation, &reason.from, Some(one))
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

    /// The reason for values of a cell, all at once.
    fn reason(&mut self, relation: usize, gone: Removal) -> Reason {
        let cells = &self.state.map.relations[relation].cells;
        let left = cells
            .iter()
            .map(|&cell| if cell == gone.cell { gone.values } else { self.state.candidates(cell) });
        let left: Vec<Candidates> = left.collect();
        let mut from = self.needed(relation, &left, Some(gone.cell));
        from.retain(|&(cell, _)| cell != gone.cell);
        Reason { gone: vec![gone], from, bounds: Vec::new(), middle: Vec::new() }
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
        if !left.is_empty() || !are_placed {
            bounds.clear();
        }
        let mut reason = Reason { bounds, ..self.reason(relation, gone) };
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

    fn fails(&mut self, relation: usize, domains: &[Candidates]) -> bool {
        let domains: Vec<u64> = domains.iter().map(|values| values.bits()).collect();
        self.filters.refutes(&self.state.map, relation, &domains, self.work)
    }

    /// Of the values that the cells of a relation have at most, those facts without which it would have a tuple. The values
    /// of the cell `fixed` stay as they are.
    fn needed(
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
        let reasons = limits.into_iter().map(|Limit { out, kept, bounds }| {
            let gone = Removal { cell: removal.cell, values: out };
            let middle = vec![Middle::Bounds(vec![(removal.cell, kept)])];
            Reason { bounds, middle, ..self.reason(relation, gone) }
        });
        reasons.collect()
    }

    /// What the other cells of a sum reach with some values, if that leaves a cell no more than it has left; nothing if it
    /// takes more than two sums to say, or if all these cells have one value.
    fn reaching(&self, relation: usize, cell: usize, left: Candidates, from: &Facts) -> Vec<Bound> {
        let map = &self.state.map;
        let of = |cell: usize| {
            let fact = from.iter().find(|&&(known, _)| known == cell);
            fact.map_or(map.puzzle.all_values(), |&(_, values)| values)
        };
        let mut lost = of(cell).without(left);
        let is_open = |&&(other, values): &&(usize, Candidates)| other != cell && values.len() > 1;
        if lost.is_empty() || !from.iter().any(|fact| is_open(&fact)) {
            return Vec::new();
        }
        let removal = Removal { cell, values: lost };
        let mut bounds: Vec<Bound> = Vec::new();
        for limit in limits(map, &map.relations[relation].linear, &removal, of) {
            lost = lost.without(limit.out);
            bounds.extend(limit.bounds);
        }
        if lost.is_empty() && bounds.len() <= 2 { bounds } else { Vec::new() }
    }

    /// Of the values that the cells of a relation have at most, those facts by which it leaves a cell some values. If
    /// the cell has no others anyway, that is the fact.
    fn leaving(
        &mut self,
        relation: usize,
        cell: usize,
        left: Candidates,
        from: &[(usize, Candidates)],
    ) -> Vec<(usize, Candidates)> {
        let lost = |&(other, values): &(usize, Candidates)| {
            if other == cell { values.without(left) } else { values }
        };
        let domains: Vec<Candidates> = from.iter().map(lost).collect();
        let own = from.iter().position(|&(other, _)| other == cell);
        if own.is_some_and(|own| domains[own].is_empty()) {
            return vec![(cell, left)];
        }
        if domains.iter().any(|values| values.is_empty()) || !self.fails(relation, &domains) {
            return Vec::new();
        }
        let mut needed = self.needed(relation, &domains, Some(cell));
        needed.retain(|&(other, _)| other != cell);
        self.tell(&mut needed, from);
        needed
    }

    /// Replaces facts by what a reader sees, where that is as short: the values that are left, or a bound that is close.
    fn tell(&self, facts: &mut Facts, known: &[(usize, Candidates)]) {
        let all = self.state.map.puzzle.all_values();
        for (cell, values) in facts {
            let left = known.iter().find(|(other, _)| other == cell).map_or(*values, |&(_, left)| left);
            *values = told(*values, left, all);
        }
    }

    /// What the sides of a sum reach with some values, if that cannot be.
    fn beyond(&self, relation: usize, left: &[(usize, Candidates)]) -> Vec<Bound> {
        let map = &self.state.map;
        let all = map.puzzle.all_values();
        let values = |cell| left.iter().find(|(known, _)| *known == cell).map_or(all, |&(_, values)| values);
        for sum in &map.relations[relation].linear {
            let side = |is_added: bool| -> Vec<(i64, usize)> {
                let terms = sum.terms.iter().filter(|(weight, _)| (*weight > 0) == is_added);
                terms.map(|&(weight, cell)| (weight.abs(), cell)).collect()
            };
            let sides = [side(true), side(false)];
            for is_too_much in [true, false] {
                let one = reach(map, &sides[0], values, !is_too_much);
                let other = reach(map, &sides[1], values, is_too_much);
                let (Some(one), Some(other)) = (one, other) else { continue };
                let rest = sum.total + other.amount;
                if if is_too_much { one.amount > rest } else { one.amount < rest } {
                    return [one, other].into_iter().filter(|bound| !bound.cells.is_empty()).collect();
                }
            }
        }
        Vec::new()
    }

    /// Leaves out of the conclusions from clues what does not matter.
    pub fn shorten(&mut self, lines: &mut [Line]) {
        for line in lines {
            match line {
                Line::Holds { truth: Truth::Relation(relation), cell, value, from, bounds, .. } => {
                    let left = Candidates::one(*value);
                    *bounds = self.reaching(*relation, *cell, left, from);
                    *from = self.leaving(*relation, *cell, left, from);
                }
                Line::Leaves { truth: Truth::Relation(relation), cell, left, from, bounds, .. } => {
                    *bounds = self.reaching(*relation, *cell, *left, from);
                    *from = self.leaving(*relation, *cell, *left, from);
                }
                Line::Fails { truth: Truth::Relation(relation), left, bounds, .. } => {
                    let values: Vec<Candidates> = left.iter().map(|&(_, values)| values).collect();
                    if values.iter().all(|values| !values.is_empty()) {
                        *bounds = self.beyond(*relation, left);
                        let mut needed = self.needed(*relation, &values, None);
                        if self.suffices(*relation, &needed, None) {
                            self.tell(&mut needed, left);
                            *left = needed;
                        }
                    }
                }
                Line::Refutes { lines, .. } => self.shorten(lines),
                Line::Cases { cases, .. } => cases.iter_mut().for_each(|(.., lines)| self.shorten(lines)),
                Line::Holds { .. } | Line::Leaves { .. } | Line::Fails { .. } => {}
            }
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

/// Values of a cell that a sum excludes, those that it leaves, and what its other cells reach.
struct Limit {
    out: Candidates,
    kept: Candidates,
    bounds: Vec<Bound>,
}

/// The values of a cell that one of some sums excludes because of what its other cells reach with their candidates: those
/// that are too great and those that are too small. What one cell alone reaches is a fact, no sum.
fn limits(
    map: &Map,
    sums: &[Linear],
    removal: &Removal,
    candidates: impl Fn(usize) -> Candidates + Copy,
) -> Vec<Limit> {
    let grid = map.puzzle.grid();
    let mut values = removal.values;
    let mut limits = Vec::new();
    for sum in sums {
        let Some(&(own, _)) = sum.terms.iter().find(|(_, cell)| *cell == removal.cell) else { continue };
        let side = |is_own: bool| -> Vec<(i64, usize)> {
            let others = sum.terms.iter().filter(|(_, cell)| *cell != removal.cell);
            let on_side = others.filter(|(weight, _)| (*weight > 0) == ((own > 0) == is_own));
            on_side.map(|&(weight, cell)| (weight.abs(), cell)).collect()
        };
        let sides = [side(true), side(false)];
        let total = if own > 0 { sum.total } else { -sum.total };
        // own · value + side = total + other side.
        for is_too_great in [true, false] {
            let sides = [(&sides[0], !is_too_great), (&sides[1], is_too_great)];
            let [same, other] = sides.map(|(side, is_most)| reach(map, side, candidates, is_most));
            let (Some(same), Some(other)) = (same, other) else { continue };
            let rest = total + other.amount - same.amount;
            let is_out = |value: &u8| {
                let taken = own.abs() * i64::from(grid.number(*value));
                if is_too_great { taken > rest } else { taken < rest }
            };
            let out = values.iter().filter(is_out).fold(Candidates::NONE, Candidates::with);
            let bounds: Vec<Bound> =
                [same, other].into_iter().filter(|bound| !bound.cells.is_empty()).collect();
            let is_of_many = bounds.iter().map(|bound| bound.cells.len()).sum::<usize>() > 1;
            if !out.is_empty() && is_of_many {
                values = values.without(out);
                let all = map.puzzle.all_values();
                let kept = all.iter().filter(|value| !is_out(value));
                let kept = kept.fold(Candidates::NONE, Candidates::with);
                limits.push(Limit { out, kept, bounds });
            }
        }
    }
    limits
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

impl Step {
    /// The open cells of the sum of the step's only clue, and what they share, if others have values.
    pub fn shared(&self, before: &State) -> Option<(Vec<usize>, i64)> {
        let [truth @ Truth::Relation(relation)] = self.truths[..] else { return None };
        let cells = before.map.relations[relation].cells.iter().copied();
        let placed = cells.filter(|&cell| before.is_placed(cell));
        before.rest(truth, &placed.map(|cell| (cell, before.candidates(cell))).collect::<Facts>())
    }
}

impl State {
    /// What the other cells of a clue's sum share if facts say that some have a value: these cells, and the amount.
    pub fn rest(&self, truth: Truth, facts: &[(usize, Candidates)]) -> Option<(Vec<usize>, i64)> {
        let Truth::Relation(relation) = truth else { return None };
        let [sum] = &self.map.relations[relation].linear[..] else { return None };
        if sum.terms.iter().any(|&(weight, _)| weight != 1) {
            return None;
        }
        let number = |cell: usize| {
            let values = facts.iter().find(|(known, _)| *known == cell).map(|(_, values)| *values);
            Some(i64::from(self.map.puzzle.grid().number(values?.value()?)))
        };
        let taken: Vec<i64> = sum.terms.iter().filter_map(|&(_, cell)| number(cell)).collect();
        let open = sum.terms.iter().map(|&(_, cell)| cell).filter(|&cell| number(cell).is_none());
        let open: Vec<usize> = open.collect();
        (!taken.is_empty() && open.len() > 1).then(|| (open, sum.total - taken.iter().sum::<i64>()))
    }
}

/// The least or the greatest sum of cells with some candidates; `None` if it takes long to find.
fn reach(
    map: &Map,
    cells: &[(i64, usize)],
    candidates: impl Fn(usize) -> Candidates,
    is_most: bool,
) -> Option<Bound> {
    let numbers = |cell: usize| {
        let numbers = candidates(cell).iter().map(|value| map.puzzle.grid().number(value).into());
        let mut numbers: Vec<i64> = numbers.collect();
        if is_most {
            numbers.reverse();
        }
        numbers
    };
    let choices: Vec<Vec<i64>> = cells.iter().map(|&(_, cell)| numbers(cell)).collect();
    if choices.iter().any(Vec::is_empty) {
        return None;
    }
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_key(|&at| choices[at].len());
    let sign = if is_most { -1 } else { 1 };
    let mut reach = Reach {
        map,
        cells: order.iter().map(|&at| cells[at]).collect(),
        choices: order.iter().map(|&at| choices[at].clone()).collect(),
        sign,
        chosen: Vec::new(),
        best: None,
        left: MOST_CHOICES,
    };
    reach.choose(0);
    let (amount, chosen) = reach.best.filter(|_| reach.left > 0)?;
    let mut numbers = vec![0; cells.len()];
    order.iter().zip(chosen).for_each(|(&at, number)| numbers[at] = number);
    Some(Bound { cells: cells.to_vec(), is_most, amount: sign * amount, numbers })
}

/// A comparison of all choices of numbers for cells, those that see each other with different ones.
struct Reach<'a> {
    map: &'a Map,
    cells: Vec<(i64, usize)>,
    /// The numbers of each cell, the best first.
    choices: Vec<Vec<i64>>,
    /// −1 if more is better.
    sign: i64,
    chosen: Vec<i64>,
    best: Option<(i64, Vec<i64>)>,
    left: u32,
}

impl Reach<'_> {
    fn choose(&mut self, so_far: i64) {
        let at = self.chosen.len();
        let rest = self.cells.iter().zip(&self.choices).skip(at);
        let least: i64 = rest.map(|((weight, _), choices)| self.sign * weight * choices[0]).sum();
        if self.left == 0 || self.best.as_ref().is_some_and(|(best, _)| so_far + least >= *best) {
            return;
        }
        self.left -= 1;
        let Some(&(weight, cell)) = self.cells.get(at) else {
            self.best = Some((so_far, self.chosen.clone()));
            return;
        };
        for choice in 0..self.choices[at].len() {
            let number = self.choices[at][choice];
            let is_taken =
                |(other, &taken): (&(i64, usize), &i64)| taken == number && self.map.sees(other.1, cell);
            if self.cells.iter().zip(&self.chosen).any(is_taken) {
                continue;
            }
            self.chosen.push(number);
            self.choose(so_far + self.sign * weight * number);
            self.chosen.pop();
        }
    }
}
