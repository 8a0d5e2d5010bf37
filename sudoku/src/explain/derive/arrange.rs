//! The order of the lines of a chain without clues and cases: places of one value come together, and otherwise what follows
//! from the line before.

use crate::explain::state::State;
use crate::explain::step::Line;
use crate::explain::truth::{Candidate, Truth};
use crate::rules::Origin;

/// Chains of fewer lines are read at once in any order.
const FEWEST_LINES: usize = 6;

/// The same lines in another order, in which each follows from those before it.
pub(super) fn arranged(state: &State, supposed: Candidate, mut lines: Vec<Line>) -> Vec<Line> {
    let is_plain = |line: &Line| {
        matches!(line, Line::Holds { truth: Truth::Cell(_) | Truth::Place { .. }, .. } | Line::Fails { .. })
    };
    if lines.len() < FEWEST_LINES || !lines.iter().all(is_plain) {
        return lines;
    }
    let (mut held, mut told) = (vec![supposed], Vec::with_capacity(lines.len()));
    let mut was_ready: Vec<Truth> = Vec::new();
    let mut value = None;
    while !lines.is_empty() {
        let ready: Vec<usize> = (0..lines.len()).filter(|&at| is_ready(state, &lines[at], &held)).collect();
        let same = ready.iter().find(|&&at| value.is_some() && placed(&lines[at]) == value);
        let is_next = |line: &Line| line.truth().is_some_and(|truth| !was_ready.contains(&truth));
        let next = same.or_else(|| ready.iter().find(|&&at| is_next(&lines[at])));
        // The contradiction is the end, and the lines before follow in the order in which they were found.
        let at = next.or(ready.first()).copied().filter(|&at| lines.len() == 1 || at + 1 < lines.len());
        let at = at.unwrap_or(0);
        was_ready = ready.iter().filter_map(|&at| lines[at].truth()).collect();
        let line = lines.remove(at);
        if let Line::Holds { cell, value, .. } = line {
            held.push(state.map.candidate(cell, usize::from(value)));
        }
        value = placed(&line);
        told.push(line);
    }
    told
}

/// The value of a line that says where in a house a value is.
fn placed(line: &Line) -> Option<u8> {
    match line {
        Line::Holds { truth: Truth::Place { value, .. }, .. } => Some(*value),
        _ => None,
    }
}

/// Whether candidates that hold exclude all others of a line's truth, by houses and the rules of the line.
fn is_ready(state: &State, line: &Line, held: &[Candidate]) -> bool {
    let map = &*state.map;
    let &Line::Holds { truth, cell, value, ref rules, .. } = line else { return false };
    let own = map.candidate(cell, usize::from(value));
    let excludes = |by: Candidate, other: Candidate| {
        let are_of_one_cell = by != other && map.split(by).0 == map.split(other).0;
        let is_named = |origin| match origin {
            Origin::House(_) => true,
            Origin::Clue(clue) => rules.contains(&clue),
        };
        are_of_one_cell || map.links(by, other).any(is_named)
    };
    state.candidates_of(truth).into_iter().all(|(cell, values)| {
        let mut others = values.iter().map(|value| map.candidate(cell, usize::from(value)));
        others.all(|other| other == own || held.iter().any(|&by| excludes(by, other)))
    })
}
