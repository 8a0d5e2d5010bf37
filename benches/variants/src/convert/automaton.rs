//! Automata: conversion from the other solver's bits to text.
//!
//! The bits are written as base 64, highest bit first:
//!
//! ```text
//! form (2): 0 lists, 1 masks      bits of a state - 1 (4)      symbols - 1 (4)
//! start states, accepting states that do not start (bits of a state each)
//! for each start state whether it accepts; the last first
//! lists: bits of a count (4), then for each state a count, and as many pairs of a symbol and a state
//! masks: for each state a bit for each symbol, the last first, then a state for each bit that is set
//! ```
//!
//! Symbols are numbered from the first value; the symbol after the last value is the step from one list of cells to
//! the next. States are numbered in the order: start states, accepting states, other states.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::Record;

use super::clue::Clue;
use super::reader::Reader;

struct Machine {
    starts: BTreeSet<usize>,
    accepting: BTreeSet<usize>,
    /// State, symbol, next state.
    arcs: Vec<(usize, usize, usize)>,
}

pub fn clues(record: &Record, rule: &Reader<'_>) -> Result<Vec<Clue>, String> {
    let mut machine = decode(rule.text("encodedNFA")?).ok_or("NFA: bits that are not understood")?;
    let step = record.values.clone().count();
    let mut segments = rule.lists("segments")?;
    // The text has no empty lists.
    while segments.first().is_some_and(Vec::is_empty) {
        segments.remove(0);
        machine.starts = machine.across(step, |from, to| machine.starts.contains(&from).then_some(to));
    }
    while segments.last().is_some_and(Vec::is_empty) {
        segments.pop();
        machine.accepting = machine.across(step, |from, to| machine.accepting.contains(&to).then_some(from));
    }
    if segments.iter().any(Vec::is_empty) {
        return Err("NFA: no cells between others".into());
    }
    let text = text(machine, record, segments.len() > 1).ok_or("NFA: it accepts nothing")?;
    let lists: Vec<String> = segments.iter().map(|cells| rule.layout.text(cells)).collect();
    Ok(vec![Clue::list(format!("automaton \"{text}\""), lists.join(" = "))])
}

impl Machine {
    /// Returns the states at one end of the arcs that read a symbol.
    fn across(&self, symbol: usize, end: impl Fn(usize, usize) -> Option<usize>) -> BTreeSet<usize> {
        let arcs = self.arcs.iter().filter(|(_, read, _)| *read == symbol);
        arcs.filter_map(|&(from, _, to)| end(from, to)).collect()
    }
}

/// Bit reader, highest bit of a number first.
struct Bits {
    bits: Vec<bool>,
    at: usize,
}

impl Bits {
    fn new(text: &str) -> Option<Bits> {
        const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let mut bits = Vec::new();
        for digit in text.bytes() {
            let value = DIGITS.iter().position(|known| *known == digit)?;
            bits.extend((0..6).rev().map(|bit| value >> bit & 1 == 1));
        }
        // Only whole bytes count; the last digit may have bits left over.
        bits.truncate(bits.len() / 8 * 8);
        Some(Bits { bits, at: 0 })
    }

    fn left(&self) -> usize {
        self.bits.len() - self.at
    }

    fn number(&mut self, bits: usize) -> Option<usize> {
        let taken = self.bits.get(self.at..self.at + bits)?;
        self.at += bits;
        Some(taken.iter().fold(0, |number, &bit| 2 * number + usize::from(bit)))
    }
}

fn decode(text: &str) -> Option<Machine> {
    let mut bits = Bits::new(text)?;
    let has_masks = match bits.number(2)? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let state_bits = bits.number(4)? + 1;
    let symbols = bits.number(4)? + 1;
    let starts = bits.number(state_bits)?;
    let others = bits.number(state_bits)?;
    let mut accepting: BTreeSet<usize> = (starts..starts + others).collect();
    for start in (0..starts).rev() {
        if bits.number(1)? == 1 {
            accepting.insert(start);
        }
    }
    let mut arcs = Vec::new();
    if has_masks {
        for state in 0.. {
            if bits.left() < symbols {
                break;
            }
            let mask = bits.number(symbols)?;
            for symbol in (0..symbols).filter(|symbol| mask >> symbol & 1 == 1) {
                arcs.push((state, symbol, bits.number(state_bits)?));
            }
        }
    } else {
        let symbol_bits = symbols.next_power_of_two().trailing_zeros() as usize;
        let count_bits = bits.number(4)?;
        for state in 0.. {
            if count_bits == 0 || bits.left() < count_bits {
                break;
            }
            for _ in 0..bits.number(count_bits)? {
                let symbol = bits.number(symbol_bits)?;
                arcs.push((state, symbol, bits.number(state_bits)?));
            }
        }
    }
    Some(Machine { starts: (0..starts).collect(), accepting, arcs })
}

/// Returns the states reachable from some states, these included.
fn reached(from: impl Iterator<Item = usize>, arcs: &[(usize, usize)]) -> BTreeSet<usize> {
    let mut reached: BTreeSet<usize> = from.collect();
    let mut left: Vec<usize> = reached.iter().copied().collect();
    let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    arcs.iter().for_each(|&(from, to)| next.entry(from).or_default().push(to));
    while let Some(state) = left.pop() {
        for &to in next.get(&state).into_iter().flatten() {
            if reached.insert(to) {
                left.push(to);
            }
        }
    }
    reached
}

/// Formats the useful states of the automaton as text.
fn text(machine: Machine, record: &Record, has_steps: bool) -> Option<String> {
    let Machine { starts, accepting, mut arcs } = machine;
    let (first, last) = (*record.values.start(), *record.values.end());
    let step = (last - first + 1) as usize;
    arcs.retain(|&(_, symbol, _)| symbol < step || has_steps && symbol == step);
    let forward: Vec<(usize, usize)> = arcs.iter().map(|&(from, _, to)| (from, to)).collect();
    let backward: Vec<(usize, usize)> = arcs.iter().map(|&(from, _, to)| (to, from)).collect();
    let useful = &reached(starts.iter().copied(), &forward) & &reached(accepting.iter().copied(), &backward);
    arcs.retain(|(from, _, to)| useful.contains(from) && useful.contains(to));
    let mut parts = Vec::new();
    for &state in &useful {
        // Symbols that lead to each next state.
        let mut to: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for &(_, symbol, next) in arcs.iter().filter(|(from, ..)| *from == state) {
            to.entry(next).or_default().insert(symbol);
        }
        let arc = |(next, symbols): (usize, BTreeSet<usize>)| {
            let symbols: Vec<usize> = symbols.into_iter().collect();
            let ranges = symbols.chunk_by(|a, b| a + 1 == *b && *b < step).map(|range| {
                let (low, high) = (first + range[0] as i32, first + range[range.len() - 1] as i32);
                match range {
                    [one] if *one == step => "|".to_owned(),
                    [_] => low.to_string(),
                    _ => format!("{low}-{high}"),
                }
            });
            format!("{} q{next}", ranges.collect::<Vec<_>>().join(" "))
        };
        let arcs: Vec<String> = to.into_iter().map(arc).collect();
        parts.push(format!("q{state}: {}", arcs.join(", ")).trim_end().to_owned());
    }
    let names = |states: &mut dyn Iterator<Item = usize>| {
        let names: Vec<String> =
            states.filter(|state| useful.contains(state)).map(|state| format!("q{state}")).collect();
        names.join(" ")
    };
    parts.push(format!("start {}", names(&mut starts.iter().copied())));
    parts.push(format!("accept {}", names(&mut accepting.iter().copied())));
    (!useful.is_empty()).then(|| parts.join("; "))
}
