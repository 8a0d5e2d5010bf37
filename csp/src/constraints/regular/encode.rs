//! The encoding: a literal for each transition at each place of the word, and for each state in between.

use std::collections::HashMap;

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
    let mut here: HashMap<usize, Literal> = HashMap::from([(automaton.start(), Literal::TRUE)]);
    for &number in numbers {
        let values = to.values(number);
        let steps = steps_from(&here, &moves, &values)?;
        let taken: Vec<Taken> = steps.into_iter().map(|step| (step, to.fresh())).collect();
        let all: Vec<Literal> = taken.iter().map(|&(_, literal)| literal).collect();
        to.exactly_one(&all);
        let with = |is: &dyn Fn(Step) -> bool| -> Vec<Literal> {
            taken.iter().filter(|&&(step, _)| is(step)).map(|&(_, literal)| literal).collect()
        };
        let mut states: Vec<(usize, Literal)> = here.into_iter().collect();
        states.sort_unstable();
        for (state, literal) in states {
            to.one_of(literal, &with(&|(from, ..)| from == state));
        }
        for &value in &values {
            to.one_of(to.is(number, value), &with(&|(_, label, _)| label == value));
        }
        let mut ends: Vec<usize> = taken.iter().map(|&((.., end), _)| end).collect();
        ends.sort_unstable();
        ends.dedup();
        here = HashMap::new();
        for state in ends {
            let literal = to.fresh();
            to.one_of(literal, &with(&|(.., end)| end == state));
            here.insert(state, literal);
        }
    }
    let ends: Vec<Literal> = accepting.iter().filter_map(|state| here.get(state).copied()).collect();
    to.clause(ends);
    Ok(())
}

/// Returns the steps from some of the states with some of the values.
fn steps_from(here: &HashMap<usize, Literal>, moves: &[Move], values: &[i64]) -> Result<Vec<Step>, Refused> {
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
