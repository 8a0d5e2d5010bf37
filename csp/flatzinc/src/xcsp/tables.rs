//! Tables of tuples, automata and diagrams.

use std::collections::HashMap;

use csp::constraints::{Automaton, Operand, regular};
use csp::{Expression, all, any, holds};

use super::Reader;
use super::constraints::Answer;
use super::element::Element;
use super::tree::truth;
use super::words::{joined, range, shortened, tuples};
use crate::build::small;
use crate::syntax::Fault;

/// Most tuples of values that are listed for those that a table forbids.
const MOST_LISTED: u64 = 1 << 16;

/// Most transitions of an automaton for a table with cells that may have any value.
const MOST_TRANSITIONS: u64 = 1 << 22;

impl Reader<'_> {
    /// A table of tuples that are allowed, or forbidden. A cell may be `*`: any value.
    pub fn extension(&mut self, element: &Element<'_>) -> Answer {
        let list = self.list(&element.need("list")?)?;
        let (table, forbids) = match element.child("supports") {
            Some(table) => (table, false),
            None => (element.need("conflicts")?, true),
        };
        let text = table.text()?;
        if let ([value], false) = (&list[..], text.trim_start().starts_with('(')) {
            // Of a single variable the values are listed.
            let mut listed = Vec::new();
            for word in text.split_whitespace() {
                listed.push(match self.names.symbol(word) {
                    Some(symbol) => (symbol, symbol),
                    None => range(word)?,
                });
            }
            let within = self.is_within(value.clone(), &joined(listed));
            return Ok(if forbids { !within } else { within });
        }
        let operands = self.operands(list)?;
        let rows = self.rows(&text, &operands)?;
        if forbids { Ok(self.forbidden(&operands, rows)) } else { Ok(self.allowed(operands, rows)) }
    }

    /// The rows that some values of the operands fit.
    fn rows(&self, text: &str, operands: &[Operand]) -> Result<Vec<Vec<Option<i32>>>, Fault> {
        let bounds: Vec<(i64, i64)> = operands.iter().map(|&operand| self.bounds_of(operand)).collect();
        let mut rows = Vec::new();
        for tuple in tuples(text)? {
            if tuple.len() != operands.len() {
                let what = format!("a tuple of {} values, but {} variables", tuple.len(), operands.len());
                return Err(Fault::new(what));
            }
            let mut row = Vec::with_capacity(tuple.len());
            for (cell, (low, high)) in tuple.iter().zip(&bounds) {
                let value = if *cell == "*" { None } else { Some(self.names.number(cell)?) };
                if value.is_some_and(|value| !(low..=high).contains(&&value)) {
                    break;
                }
                row.push(value.map(|value| value as i32));
            }
            if row.len() == tuple.len() {
                rows.push(row);
            }
        }
        Ok(rows)
    }

    fn bounds_of(&self, operand: Operand) -> (i64, i64) {
        match operand {
            Operand::Constant(value) => (value.into(), value.into()),
            Operand::Term(term) => {
                let (declared, offset) = (self.ground.model.declared(term.var), i64::from(term.offset));
                (i64::from(declared.min()) + offset, i64::from(declared.max()) + offset)
            }
        }
    }

    /// The number of values between the bounds of an operand.
    fn width(&self, operand: Operand) -> u64 {
        let (low, high) = self.bounds_of(operand);
        (high - low + 1) as u64
    }

    fn allowed(&self, operands: Vec<Operand>, rows: Vec<Vec<Option<i32>>>) -> csp::Condition {
        if rows.is_empty() {
            return truth(false);
        }
        let known: Option<Vec<Vec<i32>>> = rows.iter().map(|row| row.iter().copied().collect()).collect();
        if let Some(known) = known {
            return holds(csp::table(operands, known));
        }
        let of_row = |row: &Vec<Option<i32>>| {
            let labels =
                row.iter().zip(&operands).map(|(cell, &operand)| cell.map_or(self.width(operand), |_| 1));
            labels.fold(0, u64::saturating_add)
        };
        if rows.iter().map(of_row).fold(0, u64::saturating_add) > MOST_TRANSITIONS {
            let fits = |row: &Vec<Option<i32>>| {
                let cells = row.iter().zip(&operands).filter_map(|(cell, operand)| Some((operand, (*cell)?)));
                all(cells.map(|(operand, value)| Expression::from(*operand).eq(value)))
            };
            return any(rows.iter().map(fits));
        }
        // A path of its own for each row, from one state to another.
        let (mut transitions, mut states) = (Vec::new(), 2);
        for row in &rows {
            let mut from = 0;
            for (at, (cell, &operand)) in row.iter().zip(&operands).enumerate() {
                let to = if at + 1 == row.len() { 1 } else { states };
                let (low, high) = self.bounds_of(operand);
                let labels = cell.map_or(low as i32..=high as i32, |value| value..=value);
                transitions.extend(labels.map(|value| (from, value, to)));
                states = states.max(to + 1);
                from = to;
            }
        }
        holds(regular(operands, Automaton::new(states, 0, [1], transitions)))
    }

    fn forbidden(&self, operands: &[Operand], rows: Vec<Vec<Option<i32>>>) -> csp::Condition {
        let all_tuples =
            operands.iter().try_fold(1_u64, |all, &operand| all.checked_mul(self.width(operand)));
        if all_tuples.is_none_or(|all| all > MOST_LISTED) || rows.iter().flatten().any(Option::is_none) {
            let differs = |row: Vec<Option<i32>>| {
                let cells = operands.iter().zip(row).filter_map(|(operand, cell)| Some((operand, cell?)));
                any(cells.map(|(operand, value)| Expression::from(*operand).ne(value)))
            };
            return all(rows.into_iter().map(differs));
        }
        let forbidden: std::collections::HashSet<Vec<i32>> =
            rows.into_iter().map(|row| row.into_iter().flatten().collect()).collect();
        let mut tuples: Vec<Vec<i32>> = vec![Vec::new()];
        for &operand in operands {
            let (low, high) = self.bounds_of(operand);
            let longer = |tuple: &Vec<i32>| {
                let tuple = tuple.clone();
                (low as i32..=high as i32).map(move |value| [&tuple[..], &[value]].concat())
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        tuples.retain(|tuple| !forbidden.contains(tuple));
        if tuples.is_empty() { truth(false) } else { holds(csp::table(operands.to_vec(), tuples)) }
    }

    pub fn regular(&mut self, element: &Element<'_>) -> Answer {
        let accepting_text = element.need("final")?.text()?.into_owned();
        let accepting: Vec<&str> = accepting_text.split_whitespace().collect();
        let start_text = element.need("start")?.text()?.into_owned();
        self.automaton(element, Some(start_text.trim()), Some(&accepting))
    }

    /// A diagram: a graph of states from the only one without a transition to it, to the one without a transition from it.
    pub fn mdd(&mut self, element: &Element<'_>) -> Answer {
        self.automaton(element, None, None)
    }

    fn automaton(
        &mut self,
        element: &Element<'_>,
        start: Option<&str>,
        accepting: Option<&[&str]>,
    ) -> Answer {
        let list = self.list_of(element)?;
        let word = self.operands(list)?;
        let text = element.need("transitions")?.text()?;
        let tuples = tuples(&text)?;
        let mut numbers_of = HashMap::new();
        let mut transitions = Vec::with_capacity(tuples.len());
        // Whether a transition leads to each state, and from it.
        let mut ends: Vec<[bool; 2]> = Vec::new();
        for tuple in &tuples {
            let [from, label, to] = tuple[..] else { return Err(Fault::new("a transition has three parts")) };
            let mut state = |name, end: usize| {
                let next = ends.len();
                let at = *numbers_of.entry(name).or_insert(next);
                if at == next {
                    ends.push([false; 2]);
                }
                ends[at][end] = true;
                at
            };
            let (from, to) = (state(from, 1), state(to, 0));
            let (low, high) = match self.names.symbol(label) {
                Some(symbol) => (symbol, symbol),
                None => range(label)?,
            };
            if high.saturating_sub(low) > 1 << 16 {
                return Err(Fault::new(format!("'{}' has too many values", shortened(label))));
            }
            for value in low..=high {
                transitions.push((from, small(value)?, to));
            }
            if transitions.len() as u64 > MOST_TRANSITIONS {
                return Err(Fault::new("there are too many transitions"));
            }
        }
        let lacking: [Vec<usize>; 2] =
            [0, 1].map(|end| (0..ends.len()).filter(|&state| !ends[state][end]).collect());
        let unknown = |what: &str| Fault::new(format!("no transition has the {what} state"));
        let start = match start {
            Some(name) => *numbers_of.get(name).ok_or_else(|| unknown("first"))?,
            None => match lacking[0][..] {
                [root] => root,
                _ => return Err(Fault::new("a diagram begins in one state")),
            },
        };
        let accepting: Vec<usize> = match accepting {
            Some(names) => names.iter().filter_map(|name| numbers_of.get(name).copied()).collect(),
            None => lacking[1].clone(),
        };
        if accepting.is_empty() {
            return Err(unknown("last"));
        }
        if word.is_empty() {
            return Ok(truth(accepting.contains(&start)));
        }
        Ok(holds(regular(word, Automaton::new(ends.len(), start, accepting, transitions))))
    }
}
