//! The encoding: a literal for each transition at each place of the word, and for each state in between.

use std::collections::BTreeMap;

use super::automaton::{Automaton, Move};
use crate::encode::{Encoder, Literal, Number, Refused};

/// A transition with one of its labels.
type Step = (usize, i64, usize);

/// A step, and the literal that it is taken.
type Taken = (Step, Literal);

/// Largest number of steps at one place of a word.
const MOST_STEPS: usize = 1 << 13;

/// Encodes that the numbers are the labels of a path through an automaton.
pub(super) fn encode(to: &mut Encoder<'_>, numbers: &[Number], automaton: &Automaton) -> Result<(), Refused> {
    let (accepting, moves) = automaton.moves();
    // The states that can be reached, with their literals.
    let mut here: BTreeMap<usize, Literal> = BTreeMap::from([(automaton.start(), Literal::TRUE)]);
    for &number in numbers {
        let values = to.values(number);
        let steps = steps_from(&here, &moves, &values)?;
        let taken: Vec<Taken> = steps.into_iter().map(|step| (step, to.fresh())).collect();
        let all: Vec<Literal> = taken.iter().map(|&(_, literal)| literal).collect();
        to.exactly_one(&all);
        let of_state = literals_by(&taken, |(from, ..)| from);
        for (state, literal) in here {
            to.one_of(literal, of_state.get(&state).map_or(&[], Vec::as_slice));
        }
        let of_label = literals_by(&taken, |(_, label, _)| label);
        for &value in &values {
            to.one_of(to.is(number, value), of_label.get(&value).map_or(&[], Vec::as_slice));
        }
        here = BTreeMap::new();
        for (state, steps) in literals_by(&taken, |(.., end)| end) {
            let literal = to.fresh();
            to.one_of(literal, &steps);
            here.insert(state, literal);
        }
    }
    let ends: Vec<Literal> = accepting.iter().filter_map(|state| here.get(state).copied()).collect();
    to.clause(ends);
    Ok(())
}

/// Returns the literals by a part of their steps.
fn literals_by<K: Ord>(taken: &[Taken], part: impl Fn(Step) -> K) -> BTreeMap<K, Vec<Literal>> {
    let mut literals: BTreeMap<K, Vec<Literal>> = BTreeMap::new();
    for &(step, literal) in taken {
        literals.entry(part(step)).or_default().push(literal);
    }
    literals
}

/// Returns the steps from some of the states with some of the values.
fn steps_from(here: &BTreeMap<usize, Literal>, moves: &[Move], values: &[i64]) -> Result<Vec<Step>, Refused> {
    let mut steps: Vec<Step> = Vec::new();
    for &(from, (low, high), end) in moves {
        if here.contains_key(&from) {
            let labels = values.iter().filter(|&&value| (low.into()..=high.into()).contains(&value));
            steps.extend(labels.map(|&label| (from, label, end)));
        }
        if steps.len() > MOST_STEPS {
            return Err(Refused::TooLarge);
        }
    }
    steps.sort_unstable();
    steps.dedup();
    Ok(steps)
}
