//! What a reader knows at each line of a derivation, by which lines about clues are completed.

use super::Derivation;
use crate::candidates::Candidates;
use crate::explain::map::Map;
use crate::explain::state::State;
use crate::explain::step::Line;
use crate::explain::truth::{Candidate, Truth};
use crate::rules::Origin;

/// What is known at a line: the candidates that are left of each cell, and those that hold.
#[derive(Clone)]
pub(super) struct Known {
    cells: Vec<u64>,
    held: Vec<Candidate>,
}

impl Known {
    /// What a state says, and a candidate that is supposed.
    pub fn supposing(state: &State, candidate: Candidate) -> Known {
        let mut known = Known { cells: state.cells.clone(), held: Vec::new() };
        known.hold(state, candidate);
        known
    }

    /// Notes that a candidate holds, and what it excludes by houses of the grid.
    fn hold(&mut self, state: &State, candidate: Candidate) {
        let (cell, value) = state.map.split(candidate);
        self.cells[cell] &= 1 << value;
        self.exclude(state, candidate, |origin| matches!(origin, Origin::House(_)));
        self.held.push(candidate);
    }

    fn exclude(&mut self, state: &State, candidate: Candidate, is_known: impl Fn(Origin) -> bool) {
        let map = &*state.map;
        for (cell, value) in map.excluded_by(candidate, 0) {
            let is_left = self.cells[cell] >> value & 1 != 0;
            if is_left && map.links(candidate, map.candidate(cell, value)).any(&is_known) {
                self.cells[cell] &= !(1 << value);
            }
        }
    }

    /// The candidates of the cells of a relation, also without those that the rules of a line exclude.
    fn domains(&self, state: &State, relation: usize, rules: &[usize]) -> Vec<u64> {
        let mut known = self.clone();
        if !rules.is_empty() {
            let is_named = |origin| matches!(origin, Origin::Clue(clue) if rules.contains(&clue));
            self.held.iter().for_each(|&held| known.exclude(state, held, is_named));
        }
        state.map.relations[relation].cells.iter().map(|&cell| known.cells[cell]).collect()
    }
}

/// The cells of a relation with their candidates.
fn facts(map: &Map, relation: usize, domains: &[u64]) -> Vec<(usize, Candidates)> {
    let cells = map.relations[relation].cells.iter().copied();
    cells.zip(domains.iter().copied().map(Candidates::of_bits)).collect()
}

impl Derivation<'_> {
    /// Fills in what relations leave at each line, from the candidates that are known there.
    pub fn complete(&mut self, lines: &mut Vec<Line>, mut known: Known) {
        let state = self.state;
        let map = &*state.map;
        let mut told: Vec<Line> = Vec::with_capacity(lines.len());
        for mut line in lines.drain(..) {
            match &mut line {
                &mut Line::Leaves {
                    truth: truth @ Truth::Relation(relation),
                    cell,
                    ref mut left,
                    ref mut lost,
                    ref mut from,
                    ref rules,
                    ..
                } => {
                    let domains = known.domains(state, relation, rules);
                    *from = facts(map, relation, &domains);
                    let at = map.relations[relation].cells.iter().position(|&other| other == cell);
                    let at = at.expect("it is a cell of the relation");
                    let all =
                        Candidates::of_bits(self.filtered(relation, &domains).map_or(0, |left| left[at]));
                    if let Some(value) = all.value() {
                        let (from, rules) = (std::mem::take(from), rules.clone());
                        line = Line::Holds {
                            truth,
                            cell,
                            value,
                            from,
                            bounds: Vec::new(),
                            middle: Vec::new(),
                            rules,
                        };
                        known.hold(state, map.candidate(cell, usize::from(value)));
                    } else {
                        // What the clue takes besides does not matter.
                        let before = Candidates::of_bits(domains[at]);
                        *lost = before.and(*lost).without(all);
                        *left = before.without(*lost);
                        known.cells[cell] = left.bits();
                        if lost.is_empty() {
                            continue;
                        }
                    }
                }
                &mut Line::Holds { truth, cell, value, ref mut from, ref rules, .. } => {
                    let candidate = map.candidate(cell, usize::from(value));
                    if known.held.contains(&candidate) {
                        continue;
                    }
                    if let Truth::Relation(relation) = truth {
                        *from = facts(map, relation, &known.domains(state, relation, rules));
                    }
                    known.hold(state, candidate);
                }
                Line::Fails { truth: Truth::Relation(relation), left, rules, .. } => {
                    *left = facts(map, *relation, &known.domains(state, *relation, rules));
                }
                Line::Refutes { cell, value, lines } => {
                    let mut inside = known.clone();
                    inside.hold(state, map.candidate(*cell, usize::from(*value)));
                    self.complete(lines, inside);
                    known.cells[*cell] &= !(1 << *value);
                }
                Line::Cases { cases, .. } => {
                    for (cell, value, lines) in cases {
                        let mut inside = known.clone();
                        inside.hold(state, map.candidate(*cell, usize::from(*value)));
                        self.complete(lines, inside);
                    }
                }
                Line::Leaves { .. } | Line::Fails { .. } => {}
            }
            told.push(line);
        }
        *lines = told;
    }
}
