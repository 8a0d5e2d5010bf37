//! Finite automata over integers.

use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::table::{Transition, TransitionTable};

/// A transition of an automaton: the state before, the smallest and the largest value, the state after.
pub(super) type Move = (usize, (i32, i32), usize);

/// A finite automaton over integers. States are numbered from 0. It may be nondeterministic: several
/// transitions with one value can leave a state. A word is rejected at a value without a transition.
///
/// ```
/// use csp::constraints::{Automaton, regular};
/// use csp::Model;
///
/// // No 2 right after a 1: state 1 remembers a 1.
/// let transitions = [(0, 1, 1), (0, 2, 0), (1, 1, 1)];
/// let mut model = Model::new();
/// let word = model.vars(3, 1..=2);
/// model.post(regular(&word, Automaton::new(2, 0, [0, 1], transitions)));
/// assert_eq!(model.search()?.solutions().count(), 4);
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Automaton {
    states: usize,
    start: usize,
    accepting: Vec<usize>,
    transitions: Vec<Transition>,
    /// Transitions by state, built on request.
    table: OnceLock<Arc<TransitionTable>>,
}

impl PartialEq for Automaton {
    fn eq(&self, other: &Automaton) -> bool {
        let parts = |one: &Automaton| (one.states, one.start);
        parts(self) == parts(other)
            && self.accepting == other.accepting
            && self.transitions == other.transitions
    }
}

impl Eq for Automaton {}

impl Automaton {
    /// Returns the size of the automaton in bytes, without the table.
    pub(super) fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.accepting) + size_of_val(&*self.transitions)
    }

    /// Creates an automaton from the number of states, the start state, the accepting states, and transitions
    /// (state, value, next state). A mistake is reported when a constraint with the automaton is posted.
    pub fn new(
        states: usize,
        start: usize,
        accepting: impl IntoIterator<Item = usize>,
        transitions: impl IntoIterator<Item = (usize, i32, usize)>,
    ) -> Automaton {
        let transitions = transitions.into_iter();
        let of_runs = transitions.map(|(from, value, to)| Transition { from, label: (value, value), to });
        Automaton::of_runs(states, start, accepting.into_iter().collect(), of_runs.collect())
    }

    pub(super) fn of_runs(
        states: usize,
        start: usize,
        accepting: Vec<usize>,
        transitions: Vec<Transition>,
    ) -> Automaton {
        Automaton { states, start, accepting, transitions, table: OnceLock::new() }
    }

    /// Returns whether the automaton accepts a word.
    pub fn accepts(&self, word: &[i32]) -> bool {
        self.reads(word.iter().map(|&value| value.into()))
    }

    /// Returns whether the automaton accepts a word of values that may be out of the range of `i32`.
    pub(super) fn reads(&self, word: impl IntoIterator<Item = i64>) -> bool {
        if self.start >= self.states {
            return false;
        }
        let table = self.table();
        let mut here: SmallVec<[usize; 8]> = SmallVec::from_slice(&[self.start]);
        let mut next: SmallVec<[usize; 8]> = SmallVec::new();
        for value in word {
            let Some(read) = table.label(value) else { return false };
            for &state in &here {
                let edges = table.from(state).iter();
                next.extend(edges.filter(|edge| edge.has(read)).map(|edge| edge.to as usize));
            }
            if next.len() > 1 {
                next.sort_unstable();
                next.dedup();
            }
            std::mem::swap(&mut here, &mut next);
            next.clear();
        }
        here.into_iter().any(|state| table.accepting[state / 64] >> (state % 64) & 1 != 0)
    }

    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Returns the transitions by state, which all constraints with the automaton share.
    pub(super) fn table(&self) -> &Arc<TransitionTable> {
        self.table.get_or_init(|| {
            // A faulty automaton has no transitions.
            let transitions = if self.fault().is_none() { &self.transitions[..] } else { &[] };
            Arc::new(TransitionTable::new(self.states, &self.accepting, transitions))
        })
    }

    /// Returns the accepting states and the transitions.
    pub(super) fn moves(&self) -> (&[usize], Vec<Move>) {
        let moves = self.transitions.iter().map(|step| (step.from, step.label, step.to));
        (&self.accepting, moves.collect())
    }

    /// Returns whether the automaton has no accepting state.
    pub(super) fn accepts_nothing(&self) -> bool {
        self.accepting.is_empty()
    }

    /// Returns a fault of the automaton, if there is one, as the end of a sentence that begins with "the automaton".
    pub(super) fn fault(&self) -> Option<String> {
        let states = self.states;
        let known = || format!("it has {states}, counted from 0");
        if self.start >= states {
            return Some(format!("starts in state {}; {}", self.start, known()));
        }
        if let Some(state) = self.accepting.iter().find(|&&state| state >= states) {
            return Some(format!("accepts in state {state}; {}", known()));
        }
        let (at, wrong) =
            self.transitions.iter().enumerate().find(|(_, t)| t.from >= states || t.to >= states)?;
        let (verb, state) =
            if wrong.from >= states { ("leaves", wrong.from) } else { ("leads to", wrong.to) };
        let Transition { from, label, to } = wrong;
        Some(format!(
            "has transition {at} ({from} to {to} with {}), which {verb} state {state}; {}",
            label.0,
            known()
        ))
    }
}
