//! The lines of proofs: what does not matter for a conclusion from a clue is left out, and what a clue that fails leaves a
//! cell between is told.

use csp::Var;

use super::reach::{limits, reach};
use super::reasons::{Facts, MOST_BOUNDS, Reasoner};
use super::step::{Bound, Line, Middle, Reason, Removal};
use super::truth::Truth;
use crate::candidates::Candidates;
use crate::rules::Origin;

/// Of sums, what values would need is told beside so many facts.
const FEWEST_TOLD: usize = 3;
const MOST_TOLD: usize = 5;

impl Reasoner<'_> {
    /// Leaves out of the conclusions from clues what does not matter, and tells what a clue that fails leaves a cell between,
    /// while there is `room` for lines.
    pub fn shorten(&mut self, lines: &mut Vec<Line>, room: &mut usize) {
        let known = match lines.last() {
            Some(Line::Fails { truth: Truth::Relation(relation), left, .. }) => {
                Some((*relation, left.clone()))
            }
            _ => None,
        };
        self.shorten_each(lines, room);
        if let (Some((relation, known)), Some(Line::Fails { left, bounds, measure: None, .. })) =
            (known, lines.last_mut())
            && bounds.is_empty()
            && *room > 0
            && let Some((between, ends)) = self.between(relation, left, &known)
        {
            *left = ends;
            lines.insert(lines.len() - 1, between);
            *room -= 1;
        }
    }

    fn shorten_each(&mut self, lines: &mut [Line], room: &mut usize) {
        let of = |cell: usize, from: &Facts| {
            from.iter().find(|(known, _)| *known == cell).map_or(Candidates::NONE, |&(_, values)| values)
        };
        for line in lines {
            match line {
                Line::Holds {
                    truth: Truth::Relation(relation), cell, value, from, bounds, middle, ..
                } => {
                    let left = Candidates::one(*value);
                    *bounds = self.reaching(*relation, *cell, left, from);
                    let gone = Removal { cell: *cell, values: of(*cell, from).without(left) };
                    *from = self.leaving(*relation, *cell, left, from);
                    *middle = if bounds.is_empty() { self.along(*relation, gone, from) } else { Vec::new() };
                }
                Line::Leaves {
                    truth: Truth::Relation(relation), cell, left, from, bounds, middle, ..
                } => {
                    *bounds = self.reaching(*relation, *cell, *left, from);
                    let gone = Removal { cell: *cell, values: of(*cell, from).without(*left) };
                    *from = self.leaving(*relation, *cell, *left, from);
                    *middle = if bounds.is_empty() { self.along(*relation, gone, from) } else { Vec::new() };
                }
                Line::Fails { truth: Truth::Relation(relation), left, bounds, measure, .. } => {
                    let values: Vec<Candidates> = left.iter().map(|&(_, values)| values).collect();
                    if values.iter().all(|values| !values.is_empty()) {
                        *bounds = self.beyond(*relation, left);
                        let mut needed = self.needed(*relation, &values, None);
                        if self.suffices(*relation, &needed, None) {
                            self.tell(&mut needed, left);
                            *measure = self.state.map.measure(*relation, &needed, left);
                            *left = needed;
                        }
                    }
                }
                Line::Refutes { lines, .. } => self.shorten(lines, room),
                Line::Cases { cases, .. } => {
                    cases.iter_mut().for_each(|(.., lines)| self.shorten(lines, room));
                }
                Line::Holds { .. } | Line::Leaves { .. } | Line::Fails { .. } => {}
            }
        }
    }

    /// Of facts of which a clue allows no tuple together: what all but one leave a further cell, which is what that one
    /// excludes.
    fn between(&mut self, relation: usize, facts: &Facts, known: &Facts) -> Option<(Line, Facts)> {
        let map = self.state.map.clone();
        let (about, all) = (&map.relations[relation], map.puzzle.all_values());
        if facts.len() < 2 || !about.linear.is_empty() {
            return None;
        }
        let is_in = |scope: &[Var], cell: usize| {
            let at = about.cells.iter().position(|&own| own == cell);
            at.is_some_and(|at| scope.iter().any(|&var| about.model.local_id(var) == about.vars[at]))
        };
        // A part of the clue that is about all of the facts is seen at once, if the further cell is no part of it.
        let parts: Vec<&[Var]> = { about.model.constraints().map(|constraint| constraint.scope()) }
            .filter(|scope| facts.iter().all(|&(cell, _)| is_in(scope, cell)))
            .collect();
        if facts.len() == 2 && parts.is_empty() {
            return None;
        }
        let is_between = |cell: usize| {
            let is_other = facts.iter().all(|&(fact, _)| fact != cell);
            is_other && parts.iter().all(|scope| is_in(scope, cell))
        };
        for &(cell, values) in known.iter().filter(|&&(cell, _)| is_between(cell)) {
            for (at, &fact) in facts.iter().enumerate() {
                let from = [&facts[..at], &facts[at + 1..]].concat();
                let mut lost = Candidates::NONE;
                for value in all.iter() {
                    let one = Removal { cell, values: Candidates::one(value) };
                    if self.suffices(relation, &from, Some(one)) {
                        lost = lost.with(value);
                    }
                }
                let left = values.without(lost);
                let is_clear = self.suffices(relation, &[fact, (cell, all.without(lost))], None);
                if left != values && !left.is_empty() && is_clear {
                    let ends = vec![fact, (cell, left)];
                    let lost = values.and(lost);
                    let (truth, bounds, middle, rules) =
                        (Truth::Relation(relation), Vec::new(), Vec::new(), Vec::new());
                    return Some((
                        Line::Leaves { truth, cell, left, lost, from, bounds, middle, rules },
                        ends,
                    ));
                }
            }
        }
        None
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
        if lost.is_empty() && bounds.len() <= MOST_BOUNDS { bounds } else { Vec::new() }
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

    /// What lies between facts and values that a clue about cells in a row takes, if the facts are not all about neighbours.
    fn along(&mut self, relation: usize, gone: Removal, from: &Facts) -> Vec<Middle> {
        let map = &self.state.map;
        let [Origin::Clue(at)] = map.relations[relation].origins[..] else { return Vec::new() };
        // Few sets of numbers for the rest of a sum say enough.
        let says_sets = || !self.state.sets_of_rest(Truth::Relation(relation), from).is_empty();
        let is_sum = !map.relations[relation].linear.is_empty();
        let is_told = !is_sum || (FEWEST_TOLD..=MOST_TOLD).contains(&from.len()) && !says_sets();
        let is_row = map.relations[relation].cells.len() > 2 && is_told;
        let mut pairs = map.puzzle.clues()[at].lists.iter().flat_map(|list| list.windows(2));
        let is_beside = |&(cell, _): &(usize, Candidates)| {
            let pair = [cell as u16, gone.cell as u16];
            pairs.any(|beside| beside == pair || beside == [pair[1], pair[0]])
        };
        if !is_row || gone.values.is_empty() || { from.iter() }.all(is_beside) {
            return Vec::new();
        }
        let (gone, from) = (vec![gone], from.clone());
        let reason = Reason { gone, from, bounds: Vec::new(), middle: Vec::new(), measure: None };
        self.middle(relation, &reason)
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
                let is_beyond = if is_too_much { one.amount > rest } else { one.amount < rest };
                if is_beyond {
                    return [one, other].into_iter().filter(|bound| !bound.cells.is_empty()).collect();
                }
            }
        }
        Vec::new()
    }
}
