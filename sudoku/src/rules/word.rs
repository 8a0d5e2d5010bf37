//! Automata that rules give by their transition functions.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::RangeInclusive;

use csp::{constraints::Automaton, limits::Meter};

use super::mixer::Mixing;

/// Builds the automaton of all accepted words of `length` numbers. `step` returns the next states for a state and a
/// number, and `accepts` tells whether a word may end in a state. The automaton has only states that can be reached
/// and from which a word can be completed. Returns `None` if no word is accepted, and an error if a limit is reached; `held` bytes
/// count besides its own.
pub(super) fn automaton<S: Clone + Eq + Hash, N: IntoIterator<Item = S>>(
    numbers: RangeInclusive<i32>,
    length: usize,
    start: S,
    step: impl Fn(&S, i32) -> N,
    accepts: impl Fn(&S) -> bool,
    (meter, held): (&mut Meter, usize),
) -> Result<Option<Automaton>, OverLimit> {
    let mut number_of = HashMap::with_capacity_and_hasher(64, Mixing::default());
    number_of.insert(start.clone(), 0);
    let mut states = vec![start];
    let mut transitions = Vec::with_capacity(256);
    let mut layer = 0..1;
    let values = numbers.clone().count() as u32;
    // Bytes of a state: once in the list, and once in the map, which is not full. Transitions are copied twice below.
    let state = 3 * size_of::<S>() + 16;
    for _ in 0..length {
        for from in layer.clone() {
            if meter.is_due(values) {
                let own = states.len() * state + 3 * size_of_val(&*transitions);
                if meter.is_over(held + own) {
                    return Err(OverLimit);
                }
            }
            for number in numbers.clone() {
                for next in step(&states[from], number) {
                    let to = *number_of.entry(next).or_insert_with_key(|next| {
                        states.push(next.clone());
                        states.len() - 1
                    });
                    transitions.push((from, number, to));
                }
            }
        }
        layer = layer.end..states.len();
    }
    let accepts: Vec<bool> = states.iter().map(accepts).collect();
    let kept = numbered(&leading_to(&accepts, &transitions));
    if kept[0].is_none() {
        return Ok(None);
    }
    let accepting = kept.iter().zip(accepts).filter(|(_, accepts)| *accepts).filter_map(|(&kept, _)| kept);
    let mut kept_transitions = Vec::with_capacity(transitions.len());
    let renumbered = |&(from, number, to): &(usize, i32, usize)| Some((kept[from]?, number, kept[to]?));
    kept_transitions.extend(transitions.iter().filter_map(renumbered));
    Ok(Some(Automaton::new(kept.iter().flatten().count(), 0, accepting, kept_transitions)))
}

/// The error that a limit was reached while the automaton was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OverLimit;

/// Returns for each state whether an accepting state can be reached from it.
fn leading_to(ends: &[bool], transitions: &[(usize, i32, usize)]) -> Vec<bool> {
    let mut leads = ends.to_vec();
    loop {
        let mut has_changed = false;
        // Transitions mostly lead to states with a higher index, so that one pass in reverse is usually enough.
        for &(from, _, to) in transitions.iter().rev() {
            if leads[to] && !leads[from] {
                leads[from] = true;
                has_changed = true;
            }
        }
        if !has_changed {
            return leads;
        }
    }
}

/// Numbers the states that are kept.
fn numbered(kept: &[bool]) -> Vec<Option<usize>> {
    let mut next = 0;
    let number = |&kept: &bool| {
        kept.then(|| {
            next += 1;
            next - 1
        })
    };
    kept.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_without_accepted_words_are_left_out() {
        // Three numbers that add up to 4. The state is the sum so far.
        let step = |&sum: &i32, number: i32| (sum < 8).then_some(sum + number);
        let made = automaton(1..=3, 3, 0, step, |&sum| sum == 4, (&mut Meter::default(), 0));
        let automaton = made.unwrap().unwrap();
        let words = |numbers: [i32; 3]| automaton.accepts(&numbers);
        assert!(words([1, 1, 2]) && words([2, 1, 1]) && words([1, 2, 1]) && !words([1, 1, 1]));
        // The states are the sums 0 to 4, and each transition leads to a greater sum.
        let states = (0..=4).flat_map(|sum| (1..=3).map(move |number| (sum, number, sum + number as usize)));
        let transitions: Vec<_> = states.filter(|&(.., to)| to <= 4).collect();
        // The states are numbered in the order in which they are found: 0, 1, 2, 3, 4.
        assert_eq!(automaton, Automaton::new(5, 0, [4], transitions));
    }

    #[test]
    fn no_word_no_automaton() {
        let step = |&sum: &i32, number| Some(sum + number);
        assert_eq!(automaton(1..=3, 2, 0, step, |&sum| sum == 7, (&mut Meter::default(), 0)), Ok(None));
    }

    #[test]
    fn a_limit_ends_the_construction() {
        let limits = csp::Limits::default().memory(&csp::limits::MemoryLimit::new(10_000));
        let step = |&sum: &i32, number: i32| Some(sum + number);
        let made =
            |length, held| automaton(0..=9, length, 0, step, |_| true, (&mut Meter::new(&limits), held));
        assert_eq!(made(100, 0), Err(OverLimit));
        assert!(made(2, 0).is_ok());
        assert_eq!(made(2, 10_000), Err(OverLimit), "what is held already counts too");
    }

    #[test]
    fn accepting_states_are_found_across_cycles() {
        let circle = [(0, 1, 1), (1, 1, 2), (2, 1, 0), (2, 2, 3), (4, 1, 4)];
        assert_eq!(leading_to(&[false, false, false, true, false], &circle), [true, true, true, true, false]);
    }
}
