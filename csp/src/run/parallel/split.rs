//! Splits a model into subproblems that together have all its solutions, each once.
//!
//! The largest subproblem is split in two by the brancher's decision until there are enough. Subproblems that
//! propagation refutes are left out. The list is in the order in which one thread would search, so that the
//! branches preferred by the heuristics come first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::budget::Budget;
use crate::model::decision::Decision;
use crate::search::Search;

/// Largest number of splits for each wanted subproblem, for models in which most splits are refuted at once.
const CUTS_A_PART: usize = 8;

#[derive(Debug)]
struct Part {
    decisions: Vec<Decision>,
    /// The branch that was taken at each split.
    way: Vec<bool>,
    /// The decision to split the subproblem by; `None` if all variables are fixed.
    cut: Option<Decision>,
    /// Size of the search space: the logarithm to base 2 of the number of assignments.
    size: f64,
}

impl Part {
    /// Creates a part; `None` if propagation refutes it.
    fn new(search: &mut Search, decisions: Vec<Decision>, way: Vec<bool>) -> Option<Part> {
        search.assume(&decisions).expect("the search suggested the decisions itself");
        let cut = search.first_decision().ok()?;
        let engine = search.engine();
        let bits = |&view: &_| f64::from(engine.store().size(view)).log2();
        Some(Part { size: engine.views.iter().map(bits).sum(), decisions, way, cut })
    }

    fn branch(&self, search: &mut Search, decision: Decision, second: bool) -> Option<Part> {
        let decisions = self.decisions.iter().copied().chain([decision]).collect();
        Part::new(search, decisions, self.way.iter().copied().chain([second]).collect())
    }
}

/// Returns subproblems under the assumptions: `wanted` of them, if the model has as many.
pub(super) fn split(
    search: &mut Search,
    assumptions: &[Decision],
    wanted: usize,
    budget: &Budget,
) -> Vec<Vec<Decision>> {
    if wanted <= 1 {
        return vec![assumptions.to_vec()];
    }
    let mut parts: BinaryHeap<Part> =
        Part::new(search, assumptions.to_vec(), Vec::new()).into_iter().collect();
    let mut done = Vec::new();
    for _ in 0..wanted * CUTS_A_PART {
        if parts.len() + done.len() >= wanted || budget.is_over() {
            break;
        }
        let Some(part) = parts.pop() else { break };
        match part.cut {
            None => done.push(part),
            Some(cut) => {
                parts.extend(part.branch(search, cut, false));
                parts.extend(part.branch(search, !cut, true));
            }
        }
    }
    done.extend(parts);
    done.sort_unstable_by(|a, b| a.way.cmp(&b.way));
    done.into_iter().map(|part| part.decisions).collect()
}

/// Compares by size, then by branches, so that the list is the same every time.
impl Ord for Part {
    fn cmp(&self, other: &Part) -> Ordering {
        self.size.total_cmp(&other.size).then_with(|| other.way.cmp(&self.way))
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Part) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Part {}
