//! What is told between the facts of a clue and what it excludes, against the meaning of the clue: each part follows from
//! the facts and the parts before it.

use csp::Search;

use super::made::{MADE, read};
use super::*;
use crate::candidates::Candidates;

/// Questions about one relation.
struct Asked<'a> {
    state: &'a State,
    relation: usize,
    search: Search,
}

impl Asked<'_> {
    /// Whether the relation has no tuple with some values of cells; of others all are allowed.
    fn is_impossible(&mut self, known: &[(usize, Candidates)]) -> bool {
        let map = &self.state.map;
        let about = &map.relations[self.relation];
        let first = map.puzzle.grid().first_value();
        let mut assumed = Vec::new();
        for (&cell, &var) in about.cells.iter().zip(&about.vars) {
            for &(_, values) in known.iter().filter(|(known, _)| *known == cell) {
                let gone = map.puzzle.all_values().without(values);
                assumed.extend(gone.iter().map(|value| !var.is(i32::from(value) + first)));
            }
        }
        self.search.assume(&assumed).unwrap();
        self.search.step() == csp::Step::Exhausted
    }

    /// Whether a constraint of the relation is about two cells.
    fn are_joined(&self, one: usize, other: usize) -> bool {
        let about = &self.state.map.relations[self.relation];
        let var = |cell: usize| about.vars[about.cells.iter().position(|&own| own == cell).unwrap()];
        about.model.constraints().any(|constraint| {
            let scope: Vec<_> = constraint.scope().iter().map(|&var| about.model.local_id(var)).collect();
            scope.contains(&var(one)) && scope.contains(&var(other))
        })
    }

    /// Whether the relation leaves a cell only some values.
    fn leaves(&mut self, known: &[(usize, Candidates)], (cell, values): (usize, Candidates)) -> bool {
        let others = self.state.map.puzzle.all_values().without(values);
        others.is_empty() || self.is_impossible(&[known, &[(cell, others)]].concat())
    }

    /// Whether the parts of a reason follow, and all that it excludes follows from them and its facts.
    fn follows(&mut self, reason: &Reason) -> bool {
        let mut known = reason.from.clone();
        let all = self.state.map.puzzle.all_values();
        let has_bounds = !reason.bounds.is_empty();
        // What cells reach is by the candidates that they have.
        let reach: Vec<(usize, Candidates)> = { reason.bounds.iter().flat_map(|bound| &bound.cells) }
            .map(|&(_, cell)| (cell, self.state.candidates(cell)))
            .collect();
        for middle in &reason.middle {
            // Numbers on two sides of a sum are equal.
            if let Middle::Needs { ways, .. } = middle
                && ways.iter().any(|way| {
                    let [added, taken] = [&way.added, &way.taken].map(|side| side.iter().sum::<i64>());
                    !way.taken.is_empty() && added != taken
                })
            {
                return false;
            }
            let follows = match middle {
                Middle::Bounds(run) if has_bounds => run.len() == 1 && self.leaves(&reach, run[0]),
                Middle::Bounds(run) => {
                    let (cell, values) = run[0];
                    let is_fact =
                        reason.from.iter().any(|fact| fact.0 == cell && fact.1.without(values).is_empty());
                    let each = run.windows(2).all(|pair| self.leaves(&pair[..1], pair[1]));
                    known.extend(run);
                    run.len() > 1 && (is_fact || values == all) && each
                }
                Middle::Between { cell, left } => {
                    let gone = self.state.candidates(*cell).without(*left);
                    let follows = self.leaves(&known, (*cell, all.without(gone)));
                    known.push((*cell, *left));
                    follows
                }
                Middle::Needs { cell, values, needs, is_any: true, .. } => {
                    let left = |&(other, fact): &(usize, Candidates)| {
                        let needed = needs.iter().find(|need| need.0 == other);
                        (other, needed.map_or(fact, |need| all.without(need.1)))
                    };
                    let supposed: Vec<_> = reason.from.iter().map(left).chain([(*cell, *values)]).collect();
                    let lacks = needs.iter().all(|(other, needed)| {
                        let fact = reason.from.iter().find(|(fact, _)| fact == other);
                        fact.is_some_and(|fact| fact.1.and(*needed).is_empty())
                    });
                    lacks && self.is_impossible(&supposed)
                }
                Middle::Leads { cell, values, facts, then, end, rest, bounds, .. } => {
                    let mut supposed = [&facts[..], &[(*cell, *values)]].concat();
                    let each = then.iter().all(|&(other, left)| {
                        let gone = self.state.candidates(other).without(left);
                        let follows = self.leaves(&supposed, (other, all.without(gone)));
                        supposed.push((other, left));
                        follows
                    });
                    let are_seen = facts.iter().all(|&(other, fact)| self.state.candidates(other) == fact);
                    let are_left =
                        end.iter().all(|&(other, left)| match then.iter().find(|told| told.0 == other) {
                            Some(&(_, told)) => left == told,
                            None => left == self.state.candidates(other),
                        });
                    let (truth, cells) =
                        (Truth::Relation(self.relation), end.iter().map(|end| end.0).collect());
                    let is_rest = rest.is_none_or(|rest| {
                        let fixed: Vec<_> =
                            supposed.iter().copied().filter(|(_, left)| left.len() == 1).collect();
                        self.state.rest(truth, &fixed) == Some((cells, rest))
                    });
                    let ends = self.is_impossible(&[&supposed[..], end].concat());
                    // What cells reach leaves the last one nothing by itself.
                    let reached: Vec<(usize, Candidates)> = { bounds.iter().flat_map(|bound| &bound.cells) }
                        .filter_map(|&(_, cell)| supposed.iter().copied().find(|known| known.0 == cell))
                        .collect();
                    let ends = ends
                        && (bounds.is_empty()
                            || rest.is_some()
                            || self.is_impossible(&[&reached[..], end].concat()));
                    each && are_seen && are_left && is_rest && ends && (rest.is_some() || end.len() == 1)
                }
                Middle::Needs { cell, values, needs, .. } => {
                    // What is needed of two cells may be a fact about one of them.
                    let is_known = needs.len() == 2 && reason.from.contains(&needs[0]);
                    let others: Vec<_> = reason
                        .from
                        .iter()
                        .copied()
                        .filter(|(other, _)| is_known || *other != needs[0].0)
                        .collect();
                    let supposed = [others, vec![(*cell, *values)]].concat();
                    let lacks = match needs[..] {
                        // Nothing is left for a cell beside by a constraint of the two alone.
                        [(other, needed)] if needed.is_empty() => self.are_joined(*cell, other),
                        [(other, needed)] => {
                            let fact = reason.from.iter().find(|(fact, _)| *fact == other);
                            fact.is_some_and(|fact| fact.1.and(needed).is_empty())
                        }
                        [(one, same), (other, needed)] => {
                            self.state.map.sees(one, other) && same == needed && needed.value().is_some()
                        }
                        _ => false,
                    };
                    lacks && needs.iter().all(|&need| self.leaves(&supposed, need))
                }
            };
            if !follows {
                return false;
            }
        }
        // The last cell between excludes the rest by itself.
        if let Some(&Middle::Between { cell, left }) = reason.middle.last() {
            known = vec![(cell, left)];
        }
        let mut gone = reason.gone.iter();
        gone.all(|gone| self.leaves(&known, (gone.cell, all.without(gone.values))))
    }
}

/// Checks what lies between facts and conclusions of lines. Returns the number of lines that have such a part.
fn along(state: &State, lines: &[Line]) -> usize {
    let mut count = 0;
    for line in lines {
        let (truth, cell, left, from, middle) = match line {
            Line::Holds { truth, cell, value, from, middle, .. } => {
                (truth, *cell, Candidates::one(*value), from, middle)
            }
            Line::Leaves { truth, cell, left, from, middle, .. } => (truth, *cell, *left, from, middle),
            Line::Cases { cases, .. } => {
                count += cases.iter().map(|(.., lines)| along(state, lines)).sum::<usize>();
                continue;
            }
            Line::Refutes { lines, .. } => {
                count += along(state, lines);
                continue;
            }
            Line::Fails { .. } => continue,
        };
        let &Truth::Relation(relation) = truth else { continue };
        if middle.is_empty() {
            continue;
        }
        let told = |middle: &Middle| match middle {
            Middle::Bounds(run) => state.map.puzzle.all_values().without(run[run.len() - 1].1),
            Middle::Needs { values, .. } | Middle::Leads { values, .. } => *values,
            Middle::Between { .. } => Candidates::NONE,
        };
        let values = middle.iter().fold(Candidates::NONE, |all, middle| all.or(told(middle))).without(left);
        let gone = vec![Removal { cell, values }];
        let (from, middle) = (from.clone(), middle.clone());
        let reason = Reason { gone, from, bounds: Vec::new(), middle, measure: None };
        let search = state.map.relations[relation].model.search().unwrap();
        assert!(Asked { state, relation, search }.follows(&reason), "{line:?}");
        count += 1;
    }
    count
}

/// Whether bounds that sums leave cells are no closer than what the step takes from them.
fn leaves_what_is_kept(state: &State, step: &Step) -> bool {
    let Conclusion::Remove(removals) = &step.conclusion else { return true };
    let kept = |cell: usize| {
        let gone = removals.iter().filter(|gone| gone.cell == cell);
        gone.fold(state.candidates(cell), |kept, gone| kept.without(gone.values))
    };
    step.reasons.iter().filter(|reason| !reason.bounds.is_empty()).all(|reason| match reason.middle[..] {
        [Middle::Bounds(ref run)] => run.iter().all(|&(cell, left)| kept(cell).without(left).is_empty()),
        _ => true,
    })
}

#[test]
fn what_lies_between_facts_and_conclusions_follows() {
    let (mut bounds, mut needs) = (0, 0);
    for puzzle in VARIANTS.iter().map(|text| parsed(text)).chain(MADE.into_iter().flat_map(read)) {
        let mut explainer = Explainer::new();
        let mut path = explainer.path(&puzzle);
        loop {
            let state = path.state().clone();
            let Ok(step) = path.step() else { break };
            if let Proof::Chain { lines, .. } = &step.proof {
                needs += along(&state, lines);
            }
            let Some(&Truth::Relation(relation)) = step.truths.first() else { continue };
            let search = state.map.relations[relation].model.search().unwrap();
            let mut asked = Asked { state: &state, relation, search };
            for reason in step.reasons.iter().filter(|reason| !reason.middle.is_empty()) {
                let is_bounds = |middle: &Middle| matches!(middle, Middle::Bounds(_));
                bounds += reason.middle.iter().filter(|middle| is_bounds(middle)).count();
                needs += reason.middle.iter().filter(|middle| !is_bounds(middle)).count();
                assert!(asked.follows(reason), "{reason:?}: {}", step.text(&state, Detail::Full));
            }
            assert!(leaves_what_is_kept(&state, &step), "{}", step.text(&state, Detail::Full));
        }
    }
    assert!(bounds > 50 && needs > 20, "{bounds} {needs}");
}
