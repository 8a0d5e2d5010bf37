//! The encoding: a literal for each transition at each place of the word, and for each state in between.

use std::collections::HashMap;

use super::automaton::{Automaton, Move};
use crate::encode::{Encoder, Literal, Number, Refused};

/// A transition with a value, and its literal.
type Taken = (usize, i64, usize, Literal);

/// Largest number of transitions at one place of a word.
const MOST_MOVES: usize = 1 << 13;

/// Encodes that the numbers are the labels of a path through an automaton.
pub(super) fn encode(to: &mut Encoder<'_>, numbers: &[Number], automaton: &Automaton) -> Result<(), Refused> {
    let (accepting, moves) = automaton.moves();
    // The states that can be reached, with their literals.
    let mut here: HashMap<usize, Literal> = HashMap::from([(automaton.start(), Literal::TRUE)]);
    for &number in numbers {
        let values = to.values(number);
        let mut taken = moves_from(&here, &moves, &values)?;
        taken.iter_mut().for_each(|(.., literal)| *literal = to.fresh());
        let all: Vec<Literal> = taken.iter().map(|&(.., literal)| literal).collect();
        to.exactly_one(&all);
        let with = |is: &dyn Fn(&Taken) -> bool| -> Vec<Literal> {
            taken.iter().filter(|step| is(step)).map(|&(.., literal)| literal).collect()
        };
        let mut states: Vec<(usize, Literal)> = here.into_iter().collect();
        states.sort_unstable();
        for (state, literal) in states {
            to.one_of(literal, &with(&|&(from, ..)| from == state));
        }
        for &value in &values {
            to.one_of(to.is(number, value), &with(&|&(_, label, ..)| label == value));
        }
        let mut ends: Vec<usize> = taken.iter().map(|&(_, _, end, _)| end).collect();
        ends.sort_unstable();
        ends.dedup();
        here = HashMap::new();
        for state in ends {
            let literal = to.fresh();
            to.one_of(literal, &with(&|&(_, _, end, _)| end == state));
            here.insert(state, literal);
        }
    }
    let ends: Vec<Literal> = accepting.iter().filter_map(|state| here.get(state).copied()).collect();
    to.clause(ends);
    Ok(())
}

/// Returns the transitions from some of the states with some of the values, without their literals.
fn moves_from(here: &HashMap<usize, Literal>, moves: &[Move], values: &[i64]) -> Result<Vec<Taken>, Refused> {
    let mut taken: Vec<Taken> = Vec::new();
    for &(from, (low, high), end) in moves {
        if here.contains_key(&from) {
            let labels = values.iter().filter(|&&value| (low.into()..=high.into()).contains(&value));
            taken.extend(labels.map(|&label| (from, label, end, Literal::TRUE)));
        }
        if taken.len() > MOST_MOVES {
            return Err(Refused::TooLarge);
        }
    }
    taken.sort_unstable();
    taken.dedup();
    Ok(taken)
}
