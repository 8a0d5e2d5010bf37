//! Each step against an independent search that knows only its truths and the links.

use std::collections::BTreeMap;

use csp::{Condition, Decision, Model, Step as Run, Var, all, any};

use super::*;
use crate::explain::truth::Candidate;

/// The truths of a step as a model with a Boolean for each candidate.
struct Check<'a> {
    state: &'a State,
    truths: Vec<Truth>,
}

impl Check<'_> {
    /// Whether the truths and links have a solution in which a candidate holds, or does not.
    fn has_solution(&self, candidate: Candidate, holds: bool) -> bool {
        let map = &self.state.map;
        let mut involved: Vec<Candidate> = vec![candidate];
        for &truth in &self.truths {
            for (cell, values) in self.state.candidates_of(truth) {
                involved.extend(values.iter().map(|value| map.candidate(cell, value.into())));
            }
        }
        involved.sort_unstable();
        involved.dedup();
        let mut model = Model::new();
        let vars: BTreeMap<Candidate, Var> =
            involved.iter().map(|&candidate| (candidate, model.boolean())).collect();
        for (at, &a) in involved.iter().enumerate() {
            for &b in &involved[at + 1..] {
                if self.are_linked(a, b) {
                    model.post(csp::clause([vars[&a].is(0), vars[&b].is(0)]));
                }
            }
        }
        for &truth in &self.truths {
            match truth {
                Truth::Relation(relation) => model.post(self.tuples(relation, &vars)),
                _ => {
                    let candidates = self.state.candidates_of(truth).into_iter();
                    let each = candidates.flat_map(|(cell, values)| {
                        values.iter().map(move |value| (cell, value)).collect::<Vec<_>>()
                    });
                    let holds = each.map(|(cell, value)| vars[&map.candidate(cell, value.into())].is(1));
                    model.post(csp::clause(holds.collect::<Vec<Decision>>()))
                }
            };
        }
        model.post(csp::clause([vars[&candidate].is(i32::from(holds))]));
        model.search().unwrap().step() == Run::Solution
    }

    fn are_linked(&self, a: Candidate, b: Candidate) -> bool {
        let map = &self.state.map;
        let ((one, x), (other, y)) = (map.split(a), map.split(b));
        let different = one == other && x != y;
        let peers = x == y
            && map.groups.iter().any(|group| {
                one != other && [one, other].iter().all(|&cell| group.cells().contains(&(cell as u16)))
            });
        different || peers || map.excluded[a].iter().any(|&(excluded, _)| excluded == b)
    }

    /// The claim that one of a relation's tuples holds, by the constraints of its model.
    fn tuples(&self, relation: usize, vars: &BTreeMap<Candidate, Var>) -> Condition {
        let map = &self.state.map;
        let about = &map.relations[relation];
        let first = map.puzzle.grid().first_value();
        let mut search = about.model.search().unwrap();
        let mut tuples: Vec<Condition> = Vec::new();
        while search.step() == Run::Solution {
            let values: Vec<usize> =
                about.vars.iter().map(|&var| (search.value(var) - first) as usize).collect();
            let candidates =
                about.cells.iter().zip(&values).map(|(&cell, &value)| map.candidate(cell, value));
            let holds: Option<Vec<Decision>> = candidates.map(|one| Some(vars.get(&one)?.is(1))).collect();
            tuples.extend(holds.map(all));
        }
        any(tuples)
    }
}

/// Checks that a step follows from its truths, and not without any one of them.
pub(super) fn check(state: &State, step: &Step) {
    let map = &state.map;
    let denied: Vec<(Candidate, bool)> = match &step.conclusion {
        Conclusion::Place { cell, value } => vec![(map.candidate(*cell, (*value).into()), false)],
        Conclusion::Remove(removals) => {
            let each = removals.iter().flat_map(|removal| {
                removal.values.iter().map(|value| (map.candidate(removal.cell, value.into()), true))
            });
            each.collect()
        }
    };
    assert!(!denied.is_empty(), "{step:?}");
    let whole = Check { state, truths: step.truths.clone() };
    for &(candidate, holds) in &denied {
        assert!(!whole.has_solution(candidate, holds), "{step:?} does not follow");
    }
    for left_out in 0..step.truths.len() {
        let mut truths = step.truths.clone();
        truths.remove(left_out);
        let less = Check { state, truths };
        let is_open = denied.iter().any(|&(candidate, holds)| less.has_solution(candidate, holds));
        assert!(is_open, "{step:?} follows without {:?}", step.truths[left_out]);
    }
}

#[test]
fn steps_of_classics_follow_from_their_truths_and_not_from_less() {
    for text in CLASSICS {
        for (state, step) in walk(&parsed(text)).0 {
            check(&state, &step);
        }
    }
}

#[test]
fn steps_of_variants_follow_from_their_truths_and_not_from_less() {
    let mut by_clue = 0;
    for text in VARIANTS {
        for (mut state, step) in walk(&parsed(text)).0 {
            // The filtered candidates of relations belong to the state in which the step was found.
            Explainer::new().clues(&mut state);
            check(&state, &step);
            by_clue += usize::from(step.truths.iter().any(|truth| matches!(truth, Truth::Relation(_))));
        }
    }
    assert!(by_clue >= 5, "{by_clue}");
}

#[test]
fn a_proof_ends_in_a_contradiction_and_takes_each_truth() {
    fn named(lines: &[Line], to: &mut Vec<Truth>) {
        for line in lines {
            match line {
                Line::Holds { truth, .. } | Line::Fails { truth } => to.push(*truth),
                Line::Cases { truth, cases } => {
                    to.push(*truth);
                    cases.iter().for_each(|(.., lines)| named(lines, to));
                }
            }
        }
    }
    let mut chains = 0;
    for text in CLASSICS {
        for (_, step) in walk(&parsed(text)).0 {
            let Proof::Chain { lines, .. } = &step.proof else { continue };
            chains += 1;
            let mut truths = Vec::new();
            named(lines, &mut truths);
            assert!(matches!(lines.last(), Some(Line::Fails { .. } | Line::Cases { .. })), "{step:?}");
            assert!(step.truths.iter().all(|truth| truths.contains(truth)), "{step:?}");
        }
    }
    assert!(chains > 10, "{chains}");
}
