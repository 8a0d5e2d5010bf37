//! Rules that combine other rules: conjunctions, disjunctions, and copies at several places.

use std::collections::{BTreeMap, BTreeSet};

use crate::layout::{Cell, Layout};
use crate::record::Record;

use super::Kept;
use super::clue::{self, Clue};
use super::facts::Facts;
use super::kinds::Kinds;
use super::reader::Reader;

/// Content of a record.
pub struct Said {
    pub clues: Vec<Clue>,
    /// Values of cells, from givens and from rules about single cells.
    pub kept: Kept,
}

/// Maximum number of alternatives in a readable text.
const MOST_ALTERNATIVES: usize = 1000;

pub fn all(record: &Record, layout: &Layout, facts: &Facts) -> Result<Said, String> {
    let mut kept: BTreeMap<Cell, BTreeSet<i32>> = BTreeMap::new();
    let mut keep = |cell: Cell, values: Vec<i32>| {
        let values: BTreeSet<i32> = values.into_iter().collect();
        kept.entry(cell).and_modify(|known| known.retain(|value| values.contains(value))).or_insert(values);
    };
    for (name, values) in &record.givens {
        keep(layout.cell(name)?, values.clone());
    }
    let kinds = Kinds::new(record, layout, facts);
    let mut clues = Vec::new();
    for rule in together(record.rules.iter().map(|rule| Reader::new(rule, layout)).collect())? {
        match rule.kind() {
            "Given" => keep(rule.cell("cell")?, rule.numbers("values")?),
            "Or" => clues.extend(either(&kinds, rule)?),
            _ => clues.extend(kinds.clues(&rule)?),
        }
    }
    let all: BTreeSet<i32> = record.values.clone().collect();
    let kept = kept.into_iter().filter(|(_, values)| *values != all).collect();
    Ok(Said { clues, kept })
}

/// Flattens conjunctions: returns rules that hold together.
fn together(rules: Vec<Reader<'_>>) -> Result<Vec<Reader<'_>>, String> {
    let mut flat = Vec::new();
    for rule in rules {
        match rule.kind() {
            "And" => flat.extend(together(rule.inner()?)?),
            "Replicate" => flat.extend(together(replicas(rule)?)?),
            _ => flat.push(rule),
        }
    }
    Ok(flat)
}

/// Returns the inner rules at each target of the rule.
fn replicas(rule: Reader<'_>) -> Result<Vec<Reader<'_>>, String> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let layout = rule.layout;
    // Cells are moved by the offset from the origin to the target. The origin's name has no offset.
    let origin = layout.cell(rule.text("origin")?)?;
    let (_, row, column) = layout.place(origin);
    let inner = rule.inner()?;
    let mut targets = layout.from(origin);
    let mut replicas = Vec::new();
    for digit in rule.text("targetBitset")?.bytes() {
        let bits =
            DIGITS.iter().position(|known| *known == digit).ok_or("Replicate: targets not understood")?;
        for bit in 0..6 {
            let target = targets.next();
            if bits >> bit & 1 == 0 {
                continue;
            }
            let (_, to_row, to_column) = layout.place(target.ok_or("Replicate: a target outside")?);
            let (down, right) = rule.shift;
            let shift = (down + to_row - row, right + to_column - column);
            replicas.extend(inner.iter().map(|rule| Reader { shift, ..*rule }));
        }
    }
    Ok(replicas)
}

/// Converts a disjunction; returns no clue if an alternative is always true.
fn either(kinds: &Kinds<'_>, rule: Reader<'_>) -> Result<Vec<Clue>, String> {
    let mut alternatives = alternatives(kinds, rule)?;
    match alternatives.len() {
        0 => return Err("Or: there is nothing to choose".into()),
        1 => return Ok(alternatives.remove(0)),
        _ if alternatives.iter().any(Vec::is_empty) => return Ok(Vec::new()),
        _ => {}
    }
    let text = |clues: &Vec<Clue>| clues.iter().map(Clue::text).collect::<Vec<_>>().join(" & ");
    let texts: Vec<String> = alternatives.iter().map(text).collect();
    Ok(vec![Clue::flag(format!("either {}", texts.join(" | ")))])
}

/// Returns the alternatives, each a list of rules that hold together: the text has no nested alternatives.
fn alternatives(kinds: &Kinds<'_>, rule: Reader<'_>) -> Result<Vec<Vec<Clue>>, String> {
    match rule.kind() {
        "Or" => {
            let inner = rule.inner()?.into_iter().map(|rule| alternatives(kinds, rule));
            Ok(inner.collect::<Result<Vec<_>, _>>()?.concat())
        }
        "And" | "Replicate" => {
            let mut products = vec![Vec::new()];
            for rule in together(vec![rule])? {
                let factors = alternatives(kinds, rule)?;
                let product = products.iter().flat_map(|product: &Vec<Clue>| {
                    factors.iter().map(|factor| [&product[..], factor].concat())
                });
                products = product.collect();
                if products.len() > MOST_ALTERNATIVES {
                    return Err(format!("Or: more than {MOST_ALTERNATIVES} alternatives"));
                }
            }
            Ok(products)
        }
        "Given" => {
            let cell = rule.layout.text(&[rule.cell("cell")?]);
            Ok(vec![vec![Clue::list(clue::with_numbers("among", &rule.numbers("values")?), cell)]])
        }
        _ if cannot_hold(kinds, &rule)? => Ok(Vec::new()),
        _ => Ok(vec![kinds.clues(&rule)?]),
    }
}

/// Returns whether a rule can never hold. The text refuses such a rule, so it is dropped from the alternatives.
fn cannot_hold(kinds: &Kinds<'_>, rule: &Reader<'_>) -> Result<bool, String> {
    let (first, last) = (*kinds.record.values.start(), *kinds.record.values.end());
    Ok(match rule.kind() {
        "Cage" | "Sum" => {
            let (cells, sum) = (rule.cells()?.len() as i32, rule.number("sum")?);
            let is_cage = rule.kind() == "Cage";
            let spread = if is_cage { cells * (cells - 1) / 2 } else { 0 };
            let is_said = if is_cage { sum != 0 } else { !rule.has("coeffs") };
            is_said && !(cells * first + spread..=cells * last - spread).contains(&sum)
        }
        // The highest value hides all others.
        "HiddenSkyscraper" => rule.number("value")? == last,
        _ => false,
    })
}
