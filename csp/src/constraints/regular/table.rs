//! An automaton's transitions by state, for propagation.

use std::sync::Mutex;

use crate::base::bits::ones;
use crate::constraints::runs::ValueRun;

/// A transition from a state to a state with any value of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transition {
    pub from: usize,
    pub label: ValueRun,
    pub to: usize,
}

/// The transitions of an automaton by state, and the result of the first run of a constraint. Other
/// constraints with the same automaton, length and domains copy it.
#[derive(Debug)]
pub(super) struct TransitionTable {
    /// Number of words in a set of states, and number of words in a set of labels.
    pub state_words: usize,
    pub label_words: usize,
    pub accepting: Box<[u64]>,
    /// Labels: runs of values that all transitions treat alike, ascending.
    pub labels: Vec<ValueRun>,
    /// Edges of all states, end to end, and the start of each state's edges.
    edges: Vec<Edge>,
    begins: Vec<u32>,
    /// All edges as shifts, if states and labels have one word each and many edges have the same distance.
    pub shifts: Option<Box<[Shift]>>,
    pub first: Mutex<Option<Unfolded>>,
}

/// An edge from one state to another, with some of the labels in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub to: u32,
    pub word: u32,
    pub labels: u64,
}

/// Edges with the same labels and the same distance, from several states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub labels: u64,
    pub from: u64,
    /// Distance modulo 64: no state is shifted out at either end.
    rotation: u32,
}

/// Layers of states and of labels, as bits. See [`Layers`](super::Layers).
#[derive(Clone, Debug, Default)]
pub(super) struct Unfolded {
    pub reached: Vec<u64>,
    pub live: Vec<u64>,
    pub present: Vec<u64>,
    pub supported: Vec<u64>,
}

/// Largest span of values for which the label of each value is tabulated instead of searched for.
const WIDEST: usize = 1 << 12;

impl Unfolded {
    /// Returns its size in bytes.
    pub fn memory(&self) -> usize {
        2 * (size_of_val(&*self.reached) + size_of_val(&*self.present))
    }
}

impl TransitionTable {
    /// Returns its size in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.edges) + size_of_val(&*self.begins) + size_of_val(&*self.labels)
    }

    pub fn new(states: usize, accepting: &[usize], transitions: &[Transition]) -> TransitionTable {
        let (labels, index) = labels(transitions);
        let (state_words, label_words) = (words_for(states), words_for(labels.len()));
        let mut ends = vec![0; states];
        transitions.iter().for_each(|transition| ends[transition.from] += 1);
        let mut by_state = vec![0; transitions.len()];
        let mut end = 0;
        for slot in &mut ends {
            end += std::mem::replace(slot, end);
        }
        for (at, transition) in transitions.iter().enumerate() {
            by_state[ends[transition.from]] = at;
            ends[transition.from] += 1;
        }
        let mut edges: Vec<Edge> = Vec::with_capacity(transitions.len());
        let mut begins = Vec::with_capacity(states + 1);
        // The last edge to each state and word. It belongs to the current state if its index is large enough.
        let mut latest = vec![u32::MAX; states * label_words];
        let mut next = 0;
        for end in ends {
            let begin = edges.len() as u32;
            begins.push(begin);
            for &at in &by_state[next..end] {
                let Transition { label, to, .. } = transitions[at];
                for label in index.within(label) {
                    let (word, bit) = (label / 64, 1 << (label % 64));
                    let known = &mut latest[to * label_words + word];
                    if *known != u32::MAX && *known >= begin {
                        edges[*known as usize].labels |= bit;
                    } else {
                        *known = edges.len() as u32;
                        edges.push(Edge { to: to as u32, word: word as u32, labels: bit });
                    }
                }
            }
            next = end;
        }
        begins.push(edges.len() as u32);
        let mut accepts = vec![0; state_words];
        accepting.iter().for_each(|&state| insert(&mut accepts, state));
        let few = state_words == 1 && label_words == 1;
        TransitionTable {
            state_words,
            label_words,
            accepting: accepts.into(),
            labels,
            shifts: if few { shifts(&edges, &begins) } else { None },
            edges,
            begins,
            first: Mutex::default(),
        }
    }

    /// Returns the label of a value, if it has one.
    pub fn label(&self, value: i64) -> Option<usize> {
        let after = self.labels.partition_point(|run| i64::from(run.0) <= value);
        let at = after.checked_sub(1)?;
        (value <= self.labels[at].1.into()).then_some(at)
    }

    /// Returns all states as bits.
    pub fn all_states(&self) -> Vec<u64> {
        let mut all = vec![0; self.state_words];
        (0..self.begins.len() - 1).for_each(|state| insert(&mut all, state));
        all
    }

    #[inline(always)]
    pub fn from(&self, state: usize) -> &[Edge] {
        &self.edges[self.begins[state] as usize..self.begins[state + 1] as usize]
    }
}

impl Edge {
    /// Returns whether the edge has a label.
    pub fn has(&self, label: usize) -> bool {
        label / 64 == self.word as usize && self.labels >> (label % 64) & 1 != 0
    }
}

impl Shift {
    /// Returns the states to which the shift leads from `states`.
    #[inline(always)]
    pub fn to(&self, states: u64) -> u64 {
        (states & self.from).rotate_left(self.rotation)
    }

    /// Returns the states from which the shift leads to `states`.
    #[inline(always)]
    pub fn back(&self, states: u64) -> u64 {
        states.rotate_right(self.rotation) & self.from
    }
}

/// Returns the edges of at most 64 states as shifts; `None` if there are more than half as many shifts as
/// edges.
// November 2026, sum line of 57 cells: 18 instead of 99.
fn shifts(edges: &[Edge], begins: &[u32]) -> Option<Box<[Shift]>> {
    let mut shifts: Vec<Shift> = Vec::new();
    // For each distance the latest shift, and for each shift the one before it with the same distance.
    let mut latest = [usize::MAX; 64];
    let mut before: Vec<usize> = Vec::new();
    for (from, ends) in begins.windows(2).enumerate() {
        for edge in &edges[ends[0] as usize..ends[1] as usize] {
            let (rotation, from) = (edge.to.wrapping_sub(from as u32) % 64, 1 << from);
            let mut at = latest[rotation as usize];
            while at != usize::MAX && shifts[at].labels != edge.labels {
                at = before[at];
            }
            let count = shifts.len();
            match shifts.get_mut(at) {
                Some(shift) => shift.from |= from,
                None if 2 * count >= edges.len() => return None,
                None => {
                    before.push(std::mem::replace(&mut latest[rotation as usize], count));
                    shifts.push(Shift { labels: edge.labels, from, rotation });
                }
            }
        }
    }
    (2 * shifts.len() <= edges.len()).then(|| shifts.into())
}

/// Returns the number of words for `bits` bits, at least one.
fn words_for(bits: usize) -> usize {
    bits.div_ceil(64).max(1)
}

#[inline(always)]
pub(super) fn insert(set: &mut [u64], bit: usize) {
    set[bit / 64] |= 1 << (bit % 64);
}

/// Returns set `at` of several sets with `words` words each.
#[inline(always)]
pub(super) fn set_at(sets: &[u64], at: usize, words: usize) -> &[u64] {
    &sets[at * words..(at + 1) * words]
}

#[inline(always)]
pub(super) fn set_at_mut(sets: &mut [u64], at: usize, words: usize) -> &mut [u64] {
    &mut sets[at * words..(at + 1) * words]
}

/// Replaces a set and returns whether it changed.
#[inline(always)]
pub(super) fn replace_set(there: &mut [u64], set: &[u64]) -> bool {
    let mut other = 0;
    for (old, &new) in there.iter_mut().zip(set) {
        other |= *old ^ new;
        *old = new;
    }
    other != 0
}

/// Calls `each` for each member of a set. Faster than [`ones_of`](crate::base::bits::ones_of) if the loop is most of the work.
#[inline(always)]
pub(super) fn each_one(set: &[u64], mut each: impl FnMut(usize)) {
    for (at, &word) in set.iter().enumerate() {
        ones(word).for_each(|bit| each(64 * at + bit as usize));
    }
}

/// Mapping from values to labels.
struct LabelIndex {
    /// Starts of runs of values, and the number of labels before each.
    starts: Vec<i32>,
    before: Vec<usize>,
    /// For each value from the first start on the index of the first run that starts there or later, if there
    /// are few values.
    tabulated: Option<Vec<u32>>,
}

impl LabelIndex {
    /// Returns the index of the first run that starts at `start` or later.
    fn position(&self, start: i32) -> usize {
        match &self.tabulated {
            Some(tabulated) => tabulated[(start - self.starts[0]) as usize] as usize,
            None => self.starts.partition_point(|&other| other < start),
        }
    }

    fn within(&self, run: ValueRun) -> std::ops::Range<usize> {
        self.before[self.position(run.0)]..self.before[self.position(run.1.saturating_add(1))]
    }
}

/// Returns the labels of transitions, and the mapping from values to labels.
fn labels(transitions: &[Transition]) -> (Vec<ValueRun>, LabelIndex) {
    let (mut low, mut high) = (i32::MAX, i32::MIN);
    for &Transition { label, .. } in transitions {
        (low, high) = (low.min(label.0), high.max(label.1.saturating_add(1)));
    }
    let width = (i64::from(high) - i64::from(low) + 1).max(0) as usize;
    let (mut starts, mut tabulated) = (Vec::new(), None);
    if width <= WIDEST {
        let mut is_start = vec![false; width];
        for &Transition { label, .. } in transitions {
            is_start[(label.0 - low) as usize] = true;
            is_start[(label.1.saturating_add(1) - low) as usize] = true;
        }
        let mut index = Vec::with_capacity(width);
        for (at, is_start) in is_start.into_iter().enumerate() {
            index.push(starts.len() as u32);
            if is_start {
                starts.push(low + at as i32);
            }
        }
        tabulated = Some(index);
    } else {
        starts.extend(transitions.iter().flat_map(|t| [t.label.0, t.label.1.saturating_add(1)]));
        starts.sort_unstable();
        starts.dedup();
    }
    let mut index = LabelIndex { before: (0..starts.len()).collect(), starts, tabulated };
    let mut used = vec![false; index.starts.len()];
    for transition in transitions {
        used[index.within(transition.label)].fill(true);
    }
    // Runs that no transition reads have no label.
    let mut labels = Vec::with_capacity(used.len());
    for (at, used) in used.into_iter().enumerate() {
        index.before[at] = labels.len();
        if used {
            labels.push((index.starts[at], index.starts[at + 1] - 1));
        }
    }
    (labels, index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_an_arc_have_one_word() {
        let step = |(from, value, to)| Transition { from, label: (value, value), to };
        // State i % 3 reads 2 * i and goes to itself or to the next state.
        let transitions: Vec<Transition> = (0..150)
            .flat_map(|i| [(i % 3, 2 * i as i32, i % 3), (i % 3, 2 * i as i32, (i + 1) % 3)])
            .map(step)
            .collect();
        let table = TransitionTable::new(3, &[0], &transitions);
        assert_eq!((table.state_words, table.label_words), (1, 3));
        for state in 0..3 {
            assert_eq!(table.from(state).len(), 2 * 3);
            for label in 0..150 {
                let to: Vec<u32> =
                    table.from(state).iter().filter(|edge| edge.has(label)).map(|edge| edge.to).collect();
                let known = [state as u32, (state as u32 + 1) % 3];
                assert_eq!(to, if label % 3 == state { &known[..] } else { &[] });
            }
        }
    }

    #[test]
    fn edges_that_go_equally_far_are_one_shift() {
        // Adds values modulo 60.
        let steps = (0..60).flat_map(|from| {
            let step = move |value: i32| {
                let to = (from + value as usize) % 60;
                Transition { from, label: (value, value), to }
            };
            [1, 2, 5].map(step)
        });
        let table = TransitionTable::new(60, &[0], &steps.collect::<Vec<_>>());
        let shifts = table.shifts.as_ref().unwrap();
        assert_eq!(shifts.len(), 6);
        for state in 0..60 {
            let to = shifts.iter().fold(0, |all, shift| all | shift.to(1 << state));
            let back = shifts.iter().fold(0, |all, shift| all | shift.back(1 << state));
            let at = |far: [usize; 3]| far.iter().fold(0, |all: u64, far| all | 1 << ((state + far) % 60));
            assert_eq!((to, back), (at([1, 2, 5]), at([59, 58, 55])));
        }
    }

    #[test]
    fn values_near_and_far_have_the_same_labels() {
        // Two overlapping runs, a gap, a single value, and a run far away.
        for far in [20, 1 << 20] {
            let labels_of_transitions = [(1, 5), (4, 9), (12, 12), (far, far + 3)];
            let transition =
                |(state, &label): (usize, &ValueRun)| Transition { from: state % 2, label, to: 1 };
            let transitions: Vec<Transition> =
                labels_of_transitions.iter().enumerate().map(transition).collect();
            let table = TransitionTable::new(2, &[1], &transitions);
            assert_eq!(table.labels, [(1, 3), (4, 5), (6, 9), (12, 12), (far, far + 3)]);
            let label_of =
                [0, 1, 4, 9, 10, 12, far as i64 + 3, far as i64 + 4].map(|value| table.label(value));
            assert_eq!(label_of, [None, Some(0), Some(1), Some(2), None, Some(3), Some(4), None]);
            assert_eq!(table.from(0), [Edge { to: 1, word: 0, labels: 0b01011 }]);
            assert_eq!(table.from(1), [Edge { to: 1, word: 0, labels: 0b10110 }]);
        }
        assert!(TransitionTable::new(1, &[0], &[]).labels.is_empty());
    }
}
