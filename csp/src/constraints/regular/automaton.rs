//! Finite automata over integers.

use fixedbitset::FixedBitSet;

use super::expression;
use crate::constraints::runs::Run;
use crate::error::Error;

/// From a state, with any value of a run, to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transition {
    pub from: usize,
    pub label: Run,
    pub to: usize,
}

/// A finite automaton that reads integers: states count up from 0, and several transitions may leave a state
/// with one value. A value without a transition ends in refusal.
///
/// ```
/// use csp::{Automaton, Model, regular};
///
/// // No 2 right after a 1: state 1 remembers a 1.
/// let transitions = [(0, 1, 1), (0, 2, 0), (1, 1, 1)];
/// let mut model = Model::new();
/// let word = model.vars(3, 1..=2);
/// model.post(regular(&word, Automaton::new(2, 0, [0, 1], transitions)));
/// assert_eq!(model.search()?.solutions().count(), 4);
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    states: usize,
    start: usize,
    accepting: Vec<usize>,
    transitions: Vec<Transition>,
}

impl Automaton {
    /// An automaton by its number of states, the one it starts in, those it accepts in, and transitions as
    /// (state, value, next state). A mistake is reported when a constraint with it is posted.
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
        Automaton { states, start, accepting, transitions }
    }

    /// The automaton of a regular expression over numbers.
    ///
    /// | written | means |
    /// |---|---|
    /// | `7`, `-7` | this value |
    /// | `1 2 3` or `1,2,3` | one after the other |
    /// | `.` | any value |
    /// | `[1 3 5-7]`, `[^1 3]` | one of these values, any but these |
    /// | `a\|b` | either |
    /// | `a*`, `a+`, `a?` | any number of times, at least once, at most once |
    /// | `a{3}`, `a{2,4}`, `a{2,}` | so many times |
    /// | `( )` | what belongs together |
    ///
    /// ```
    /// use csp::Automaton;
    ///
    /// let rows = Automaton::parse("0* (1{2} 0+)* 1{2} 0*")?;
    /// assert!(rows.accepts(&[0, 1, 1, 0, 1, 1]) && !rows.accepts(&[1, 1, 1]));
    ///
    /// let error = Automaton::parse("1 (2|3").unwrap_err();
    /// assert_eq!(error.to_string(), "the bracket at character 3 of \"1 (2|3\" is never closed; close it with )");
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn parse(expression: &str) -> Result<Automaton, Error> {
        expression::parse(expression)
    }

    /// Whether it accepts a word.
    pub fn accepts(&self, word: &[i32]) -> bool {
        self.reads(word.iter().map(|&value| value.into()))
    }

    /// The same of values that need not be an `i32`.
    pub(super) fn reads(&self, word: impl IntoIterator<Item = i64>) -> bool {
        let mut here = FixedBitSet::with_capacity(self.states);
        here.insert(self.start);
        let mut next = FixedBitSet::with_capacity(self.states);
        for value in word {
            next.clear();
            for &Transition { from, label, to } in &self.transitions {
                if here.contains(from) && (label.0.into()..=label.1.into()).contains(&value) {
                    next.insert(to);
                }
            }
            std::mem::swap(&mut here, &mut next);
        }
        self.accepting.iter().any(|&state| here.contains(state))
    }

    pub(super) fn states(&self) -> usize {
        self.states
    }

    pub(super) fn start(&self) -> usize {
        self.start
    }

    pub(super) fn accepting(&self) -> &[usize] {
        &self.accepting
    }

    /// The values as runs that no transition tells apart, and the transitions from each state as (index of
    /// the run, next state).
    pub(super) fn by_label(&self) -> (Vec<Run>, Vec<Vec<(usize, usize)>>) {
        let mut starts: Vec<i32> =
            self.transitions.iter().flat_map(|t| [t.label.0, t.label.1.saturating_add(1)]).collect();
        starts.sort_unstable();
        starts.dedup();
        let runs: Vec<Run> = starts.windows(2).map(|pair| (pair[0], pair[1] - 1)).collect();
        let mut used = vec![false; runs.len()];
        let within = |label: Run| {
            let first = runs.partition_point(|run| run.0 < label.0);
            first..runs.partition_point(|run| run.1 <= label.1)
        };
        for transition in &self.transitions {
            used[within(transition.label)].fill(true);
        }
        // Runs between two labels that nothing reads are left out.
        let number: Vec<usize> = used
            .iter()
            .scan(0, |next, &used| Some(std::mem::replace(next, *next + usize::from(used))))
            .collect();
        let mut from = vec![Vec::new(); self.states];
        for transition in &self.transitions {
            from[transition.from].extend(within(transition.label).map(|run| (number[run], transition.to)));
        }
        let labels = runs.iter().zip(&used).filter(|(_, used)| **used).map(|(&run, _)| run).collect();
        (labels, from)
    }

    /// What is wrong with it, if anything, to be said of "the automaton".
    pub(super) fn fault(&self) -> Option<String> {
        let states = self.states;
        let known = format!("it has {states}, counted from 0");
        if self.start >= states {
            return Some(format!("starts in state {}; {known}", self.start));
        }
        if self.accepting.is_empty() {
            return Some("has no accepting state, so it accepts no word; name at least one".to_owned());
        }
        if let Some(state) = self.accepting.iter().find(|&&state| state >= states) {
            return Some(format!("accepts in state {state}; {known}"));
        }
        let (at, wrong) =
            self.transitions.iter().enumerate().find(|(_, t)| t.from >= states || t.to >= states)?;
        let (verb, state) =
            if wrong.from >= states { ("leaves", wrong.from) } else { ("leads to", wrong.to) };
        let Transition { from, label, to } = wrong;
        Some(format!(
            "has transition {at} ({from} to {to} with {}), which {verb} state {state}; {known}",
            label.0
        ))
    }
}
