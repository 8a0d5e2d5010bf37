//! Lines that a finite automaton of the setter accepts.

mod text;

use std::sync::{Arc, OnceLock};

use csp::constraints::{Automaton, Operand, regular};

use crate::grid::Grid;
use crate::rules::mark::{LineEnd, Mark, Paint, Weight};
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, ParamSyntax};
use text::{Letter, Machine};

pub const KIND: Kind = Kind {
    name: "automaton",
    also: &["state machine", "nfa"],
    group: Group::Own,
    usage: "automaton \"STATES\": CELLS, …",
    help: "A finite automaton reads the numbers in order. Each state lists which numbers lead to which states. The automaton starts in the first state and must be able to end in one that accepts. Between two lists joined with = it reads |.",
    sentence: "A machine reads the digits along a yellow line in order. {word}.",
    example: "automaton \"low: 1-4 low, 5-9 high; high: 5-9 high; accept low high\": r1c1-r1c9",
    params: ParamSyntax::Text,
    lists: ListSyntax::Joined(1, usize::MAX),
    fault,
    holds: |clue, scene, numbers| {
        let Ok(read) = read(clue, scene.grid) else { return false };
        let machine = &read.machine;
        let mut here = vec![false; machine.states];
        machine.starts.iter().for_each(|&state| here[state] = true);
        for letter in word(clue) {
            let number = letter.map(|cell| numbers[usize::from(cell)]);
            let mut next = vec![false; machine.states];
            for transition in &machine.transitions {
                next[transition.to] |= here[transition.from] && reads(&transition.letter, number);
            }
            here = next;
        }
        here.iter().zip(&machine.accepts).any(|(&here, &accepts)| here && accepts)
    },
    declare,
    marks: |clue, _| {
        let line = |cells: &Vec<u16>| Mark::Line {
            cells: cells.clone(),
            paint: Paint::Yellow,
            weight: Weight::Normal,
            start: LineEnd::Dot,
            end: LineEnd::Plain,
        };
        let note = Mark::Note(format!("A machine reads the yellow line. {}.", text::in_words(clue.text())));
        clue.lists.iter().map(line).chain([note]).collect()
    },
    word: |clue, _, _| text::in_words(clue.text()),
    noun: "the automaton at {from}",
    says: "The values of {cells}, in this order, obey the automaton",
    ..Kind::BLANK
};

/// The word to read: the cells of all lists in order, and `None` between two lists.
fn word(clue: &Clue) -> Vec<Option<u16>> {
    let mut word = Vec::new();
    for (at, cells) in clue.lists.iter().enumerate() {
        word.extend((at > 0).then_some(None));
        word.extend(cells.iter().copied().map(Some));
    }
    word
}

/// Whether a letter matches a number, or the step to the next list if `number` is `None`.
fn reads(letter: &Letter, number: Option<i32>) -> bool {
    match (letter, number) {
        (Letter::Any, Some(_)) | (Letter::Next, None) => true,
        (Letter::Range(range), Some(number)) => range.contains(&number),
        _ => false,
    }
}

/// What was read of a clue's text: the machine, and the engine's automaton for it once it is needed.
struct Read {
    machine: Machine,
    automaton: OnceLock<Arc<Automaton>>,
}

fn read(clue: &Clue, grid: &Grid) -> Result<Arc<Read>, String> {
    clue.made(grid, |text, _| {
        let machine = text::parse(text)?;
        Ok(Arc::new(Read { machine, automaton: OnceLock::new() }))
    })
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let read = read(clue, grid).map_err(|what| Fault::new(format!("automaton: {what}")).param(0))?;
    let machine = &read.machine;
    let steps = machine.transitions.iter().any(|transition| transition.letter == Letter::Next);
    if steps != (clue.lists.len() > 1) {
        let what = if steps {
            "automaton: | is read between lists that = joins, and there is one list"
        } else {
            "automaton: no state reads |, which stands between two lists"
        };
        return Err(Fault::new(what).param(0));
    }
    let values = &grid.shape().values;
    let is_read = |letter: &Letter| match letter {
        Letter::Range(range) => range.start() <= values.end() && values.start() <= range.end(),
        Letter::Any | Letter::Next => true,
    };
    match machine.transitions.iter().find(|transition| !is_read(&transition.letter)) {
        Some(text::Transition { letter: Letter::Range(range), .. }) => {
            let what = format!("automaton: no cell can be {}", range.start());
            Err(Fault::new(what).hint(crate::rules::sets::values_are(grid)).param(0).warning())
        }
        _ => Ok(()),
    }
}

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let Ok(read) = read(clue, draft.grid()) else { return };
    // The step between two lists is a letter beyond all values.
    let next = draft.numbers().end() + 1;
    let letters: Vec<i32> = draft.numbers().chain([next]).collect();
    let operands = word(clue).into_iter().map(|cell| match cell {
        Some(cell) => Operand::from(draft.var(cell)),
        None => Operand::from(next),
    });
    let operands: Vec<Operand> = operands.collect();
    let automaton = read.automaton.get_or_init(|| Arc::new(build(&read.machine, &letters, next)));
    draft.post(regular(operands, automaton.clone()));
}

/// Builds the engine's automaton, which has one start state. If the machine has several, an extra start state has the
/// transitions of all of them.
fn build(machine: &Machine, letters: &[i32], next: i32) -> Automaton {
    let of = |letter: i32| (letter != next).then_some(letter);
    let mut transitions = Vec::new();
    for transition in &machine.transitions {
        let read = letters.iter().copied().filter(|&letter| reads(&transition.letter, of(letter)));
        transitions.extend(read.map(|letter| (transition.from, letter, transition.to)));
    }
    let (mut states, mut start) = (machine.states, machine.starts[0]);
    if machine.starts.len() > 1 {
        start = states;
        states += 1;
        let begun = transitions.iter().filter(|(from, ..)| machine.starts.contains(from));
        let begun: Vec<_> = begun.map(|&(_, letter, to)| (start, letter, to)).collect();
        transitions.extend(begun);
    }
    let accepting = (0..machine.states).filter(|&state| machine.accepts[state]);
    Automaton::new(states, start, accepting, transitions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Param;
    use crate::rules::tests::{agree, fault, raw};

    fn clue(text: &str, lists: &[&[u16]]) -> Clue {
        let mut clue = Clue::new(&KIND);
        clue.params = vec![Param::Text(text.into())];
        lists.iter().fold(clue, |clue, &list| clue.list(list))
    }

    #[test]
    fn an_automaton_reads_a_line() {
        // The machine accepts 0, 1, 2 and then any numbers.
        let rises = "zero: 0 one; one: 1 two; two: 2 end; end: .end; accept one two end";
        assert!(fault(raw(1, 3, 0..=3), clue(rises, &[&[0, 1, 2]])).contains("\".end\" is neither"));
        let rises = "zero: 0 one; one: 1 two; two: 2 end; end: . end; accept one two end";
        let line = clue(rises, &[&[2, 1, 0]]);
        assert_eq!(agree(raw(1, 3, 0..=3), vec![line], |n| n == [2, 1, 0]), 1);
    }

    #[test]
    fn automata_may_be_nondeterministic() {
        // The last but one number is 3, or all numbers are 1 or 2, or all are -1.
        let machine = "any: . any, 3 last; last: . end; ones: 1-2 ones; minus: -1 minus; \
                       start any ones minus; accept end ones minus";
        let means =
            |n: &[i32]| n[1] == 3 || n.iter().all(|n| [1, 2].contains(n)) || n.iter().all(|&n| n == -1);
        assert_eq!(agree(raw(1, 3, -1..=3), vec![clue(machine, &[&[0, 1, 2]])], means), 25 + 8 + 1);
    }

    #[test]
    fn the_step_between_lists_is_a_letter() {
        // The second list has as many ones as the first, at most one.
        let machine =
            "none: 0 none, 1 one, | zero; one: 0 one, | due; due: 0 due, 1 zero; zero: 0 zero; accept zero";
        let means = |n: &[i32]| n[0] + n[1] == n[2] + n[3] + n[4] && n[0] + n[1] < 2;
        let count = agree(raw(1, 5, 0..=1), vec![clue(machine, &[&[0, 1], &[2, 3, 4]])], means);
        assert_eq!(count, 1 + 2 * 3);
        let what = "automaton: | is read between lists that = joins, and there is one list";
        assert_eq!(fault(raw(1, 5, 0..=1), clue(machine, &[&[0, 1]])), what);
        let what = "automaton: no state reads |, which stands between two lists";
        assert_eq!(fault(raw(1, 5, 0..=1), clue("a: . a; accept a", &[&[0], &[1]])), what);
    }

    #[test]
    fn unknown_values_are_warnings() {
        let grid = Grid::of(raw(1, 2, 1..=4)).unwrap();
        let fault = clue("a: 7 a, . b; accept b", &[&[0, 1]]).fault(&grid).unwrap_err();
        assert_eq!(
            (fault.to_string().as_str(), fault.is_warning()),
            ("automaton: no cell can be 7 (values are from 1 to 4)", true)
        );
    }
}
