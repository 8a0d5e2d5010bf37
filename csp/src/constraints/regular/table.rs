//! An automaton's transitions by state, as propagation reads them.

use std::sync::Mutex;

use fixedbitset::FixedBitSet;

use super::automaton::Transition;
use crate::constraints::runs::Run;

/// The transitions of an automaton by state, and what the first run of a constraint came to: others with the same
/// automaton, length and domains need not work it out again.
#[derive(Debug)]
pub(super) struct Table {
    pub states: usize,
    pub accepting: FixedBitSet,
    /// Runs of values that no transition tells apart, ascending.
    pub labels: Vec<Run>,
    /// From all states, state by state, as (label, next state); and where those of each state begin.
    arcs: Vec<(usize, usize)>,
    begins: Vec<usize>,
    pub first: Mutex<Option<Unfolded>>,
}

/// Layers of states and labels. See [`Layers`](super::Layers).
#[derive(Clone, Debug)]
pub(super) struct Unfolded {
    pub reached: Vec<FixedBitSet>,
    pub live: Vec<FixedBitSet>,
    pub present: Vec<FixedBitSet>,
    pub supported: Vec<FixedBitSet>,
}

/// Where values lie closer together, what belongs to each is looked up instead of searched for.
const WIDEST: usize = 1 << 12;

impl Table {
    pub fn new(states: usize, accepting: &[usize], transitions: &[Transition]) -> Table {
        let (labels, places) = labels(transitions);
        let mut begins = vec![0; states + 1];
        for transition in transitions {
            begins[transition.from + 1] += places.within(transition.label).len();
        }
        for state in 0..states {
            begins[state + 1] += begins[state];
        }
        let mut next = begins.clone();
        let mut arcs = vec![(0, 0); begins[states]];
        for &Transition { from, label, to } in transitions {
            for label in places.within(label) {
                arcs[next[from]] = (label, to);
                next[from] += 1;
            }
        }
        let accepting = accepting.iter().copied().collect();
        Table { states, accepting, labels, arcs, begins, first: Mutex::new(None) }
    }

    /// The label of a value, if it has one.
    pub fn label(&self, value: i64) -> Option<usize> {
        let after = self.labels.partition_point(|run| i64::from(run.0) <= value);
        let at = after.checked_sub(1)?;
        (value <= self.labels[at].1.into()).then_some(at)
    }

    /// From a state, as (label, next state).
    pub fn from(&self, state: usize) -> &[(usize, usize)] {
        &self.arcs[self.begins[state]..self.begins[state + 1]]
    }
}

/// Which labels the values have.
struct Places {
    /// Where runs of values begin, and how many labels come before.
    starts: Vec<i32>,
    before: Vec<usize>,
    /// The places among the starts of all values from the first start on, if there are few.
    near: Option<Vec<u32>>,
}

impl Places {
    /// The first of the runs that begin there or later.
    fn place(&self, start: i32) -> usize {
        match &self.near {
            Some(near) => near[(start - self.starts[0]) as usize] as usize,
            None => self.starts.partition_point(|&other| other < start),
        }
    }

    fn within(&self, run: Run) -> std::ops::Range<usize> {
        self.before[self.place(run.0)]..self.before[self.place(run.1.saturating_add(1))]
    }
}

/// The values that transitions read as runs which none tells apart.
fn labels(transitions: &[Transition]) -> (Vec<Run>, Places) {
    let bounds = || transitions.iter().flat_map(|t| [t.label.0, t.label.1.saturating_add(1)]);
    let (low, high) = bounds().fold((i32::MAX, i32::MIN), |(low, high), at| (low.min(at), high.max(at)));
    let width = (i64::from(high) - i64::from(low) + 1).max(0) as usize;
    let (mut starts, mut near) = (Vec::new(), None);
    if width <= WIDEST {
        let mut is_start = vec![false; width];
        bounds().for_each(|at| is_start[(at - low) as usize] = true);
        let mut places = Vec::with_capacity(width);
        for (at, is_start) in is_start.into_iter().enumerate() {
            places.push(starts.len() as u32);
            starts.extend(is_start.then(|| low + at as i32));
        }
        near = Some(places);
    } else {
        starts.extend(bounds());
        starts.sort_unstable();
        starts.dedup();
    }
    let mut places = Places { before: (0..starts.len()).collect(), starts, near };
    let mut used = vec![false; places.starts.len()];
    for transition in transitions {
        used[places.within(transition.label)].fill(true);
    }
    // Runs between two labels that nothing reads are left out.
    let mut labels = Vec::new();
    for (at, used) in used.into_iter().enumerate() {
        places.before[at] = labels.len();
        labels.extend(used.then(|| (places.starts[at], places.starts[at + 1] - 1)));
    }
    (labels, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_near_and_far_have_the_same_labels() {
        // Two that overlap, a gap, and one far away.
        for far in [20, 1 << 20] {
            let labels_of_transitions = [(1, 5), (4, 9), (12, 12), (far, far + 3)];
            let transition = |(state, &label): (usize, &Run)| Transition { from: state % 2, label, to: 1 };
            let transitions: Vec<Transition> =
                labels_of_transitions.iter().enumerate().map(transition).collect();
            let table = Table::new(2, &[1], &transitions);
            assert_eq!(table.labels, [(1, 3), (4, 5), (6, 9), (12, 12), (far, far + 3)]);
            let label_of =
                [0, 1, 4, 9, 10, 12, far as i64 + 3, far as i64 + 4].map(|value| table.label(value));
            assert_eq!(label_of, [None, Some(0), Some(1), Some(2), None, Some(3), Some(4), None]);
            assert_eq!(table.from(0), [(0, 1), (1, 1), (3, 1)]);
            assert_eq!(table.from(1), [(1, 1), (2, 1), (4, 1)]);
        }
        assert!(Table::new(1, &[0], &[]).labels.is_empty());
    }
}
