//! Reader of documents. Every part that is not understood becomes a remark.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::keys::{self, RuleKey};
use crate::about::About;
use crate::candidates::Candidates;
use crate::format::links::json::{Node, is_absent, is_blank};
use crate::format::links::outline::{self, Outline, Place, region_symbol};
use crate::format::reader::Reader;
use crate::format::sudokupad;
use crate::grid::{LARGEST, Regions, Shape, usual_boxes};
use crate::puzzle::Puzzle;
use crate::rules::{Clue, Param};
use crate::text::ParseError;

/// Reads the puzzle of a document.
pub(in crate::format) fn read(
    reader: &mut Reader,
    document: &Value,
    place: Place,
) -> Result<Puzzle, ParseError> {
    let document = Node { value: document, path: String::new(), place };
    let rows = document.entries("grid")?;
    let side = match document.get("size") {
        Some(size) => usize::try_from(size.number()?).ok().filter(|side| (1..=LARGEST).contains(side)),
        None => Some(rows.len()).filter(|side| (1..=LARGEST).contains(side)),
    };
    let Some(side) = side else {
        return Err(ParseError::new(place.0, place.1, format!("size: sides are from 1 to {LARGEST}")));
    };
    let cells = cells(&document, &rows, side)?;
    let shape = Shape { regions: regions(&cells, side)?, ..Shape::rectangle(side, side) };
    let mut found = Document { outline: Outline::new(shape, place)?, side, unknown: BTreeMap::new() };
    found.about(&document)?;
    found.givens(&cells)?;
    for known in keys::RULES.iter() {
        if let Some(node) = document.get(known.key.name) {
            found.key(known, &node)?;
        }
    }
    found.negative(&document)?;
    found.rest(&document)?;
    if let Some(rules) = document.get("ruleset") {
        sudokupad::read_words(&mut found.outline, rules.text()?)?;
    }
    Ok(found.outline.finish(reader))
}

/// Returns the cells in reading order.
fn cells<'a>(document: &Node<'a>, rows: &[Node<'a>], side: usize) -> Result<Vec<Node<'a>>, ParseError> {
    if rows.len() != side {
        let what = format!("{} rows, but the size is {side}", rows.len());
        return Err(document.get("grid").unwrap_or_else(|| document.clone()).error(what));
    }
    let mut cells = Vec::with_capacity(side * side);
    for row in rows {
        let row_cells = row.list()?;
        if row_cells.len() != side {
            return Err(row.error(format!("{} cells, but the size is {side}", row_cells.len())));
        }
        for cell in row_cells {
            if !is_absent(cell.value) {
                cell.object()?;
            }
            cells.push(cell);
        }
    }
    Ok(cells)
}

/// Returns the regions of the cells. A cell without a region is in its usual box; one with null is in none.
fn regions(cells: &[Node<'_>], side: usize) -> Result<Regions, ParseError> {
    let (height, width) = usual_boxes(side).unwrap_or((1, side));
    let across = side / width;
    let mut usual = true;
    let mut found = Vec::with_capacity(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        let default = Some((at / side / height * across + at % side / width) as i64);
        let region = match cell.value.get("region") {
            None => default,
            Some(value) if is_absent(value) => None,
            Some(_) => cell.get("region").map(|region| region.number()).transpose()?,
        };
        usual &= region == default;
        found.push(region);
    }
    if usual {
        return Ok(Regions::Default);
    }
    let mut numbers: Vec<i64> = found.iter().copied().flatten().collect();
    numbers.sort_unstable();
    numbers.dedup();
    match numbers.len() {
        0 => Ok(Regions::None),
        count if count > LARGEST => {
            let what = format!("{count} regions: there are at most {LARGEST}");
            Err(cells[0].error(what))
        }
        _ => {
            let symbol = |number: i64| numbers.binary_search(&number).ok().map(region_symbol);
            let layout = found.into_iter().map(|region| region.and_then(symbol)).collect();
            Ok(outline::regions(layout, &Shape::rectangle(side, side)))
        }
    }
}

/// What was read of a document.
pub(super) struct Document {
    pub outline: Outline,
    pub side: usize,
    /// Parts that were not understood, with their number.
    pub unknown: BTreeMap<String, usize>,
}

impl Document {
    fn about(&mut self, document: &Node<'_>) -> Result<(), ParseError> {
        let text = |key: &str| document.get(key).map(|node| node.text().map(About::line)).transpose();
        self.outline.about.title = text("title")?.flatten();
        self.outline.about.author = text("author")?.flatten();
        if let Some(rules) = document.get("ruleset") {
            self.outline.explain(rules.text()?);
        }
        if let Some(solution) = document.get("solution") {
            match self.solution(&solution) {
                Ok(values) => self.outline.about.solution = Some(values),
                Err(why) => self.outline.remark(format!("the solution {why}: it is not compared")),
            }
        }
        Ok(())
    }

    /// Reads the solution: a list of numbers, or text with a digit for each cell. An error describes what is wrong
    /// with it.
    fn solution(&self, node: &Node<'_>) -> Result<Box<[u8]>, String> {
        let numbers: Vec<Value> = match node.value {
            Value::String(text) => text.chars().map(|c| c.to_string().into()).collect(),
            Value::Array(list) => list.clone(),
            _ => return Err("is neither a list nor text".into()),
        };
        if numbers.iter().any(|number| is_absent(number) || is_blank(number)) {
            return Err("is incomplete".into());
        }
        if numbers.len() != self.side * self.side {
            return Err(format!("has {} numbers for {} cells", numbers.len(), self.side * self.side));
        }
        let value = |number: &Value| {
            let number = Node { value: number, path: String::new(), place: node.place }.number().ok()?;
            self.outline.value(number, "solution").ok()
        };
        numbers
            .iter()
            .map(value)
            .collect::<Option<_>>()
            .ok_or_else(|| "is not in numbers of this grid".into())
    }

    fn givens(&mut self, cells: &[Node<'_>]) -> Result<(), ParseError> {
        for (at, cell) in cells.iter().enumerate() {
            let Some(object) = cell.value.as_object() else { continue };
            for key in object.keys().filter(|key| !keys::OF_CELL.contains(&key.as_str())) {
                *self.unknown.entry(format!("{key} of cells")).or_default() += 1;
            }
            let marks = cell.entries("givenPencilMarks")?;
            if !marks.is_empty() {
                let mut values = Candidates::NONE;
                for mark in &marks {
                    values = values.with(self.outline.value(mark.number()?, &mark.path)?);
                }
                self.outline.restrict(at, values);
            }
            // A value that is not given is an entry of a solver.
            let is_given = cell.get("given").map_or(Ok(false), |given| given.truth())?;
            if let Some(value) = cell.get("value").filter(|_| is_given) {
                self.outline.give(at, value.number()?, &value.path)?;
            }
        }
        Ok(())
    }

    /// Reads the rules for neighbours without a mark.
    fn negative(&mut self, document: &Node<'_>) -> Result<(), ParseError> {
        let mut words = BTreeSet::new();
        for node in document.entries(keys::ALL_GIVEN)? {
            let said = node.text()?;
            match keys::NEGATIVE.iter().position(|(name, _)| *name == said) {
                Some(at) => drop(words.insert(at)),
                None => self.outline.unknown(format!("{} ({said:.40?})", node.path)),
            }
        }
        let mut words: Vec<&str> = words.into_iter().map(|at| keys::NEGATIVE[at].1).collect();
        if is_set(document, keys::NONCONSECUTIVE)? {
            if words.contains(&keys::BLACK) && !words.contains(&keys::WHITE) {
                words.insert(0, keys::WHITE);
            }
            if !words.contains(&keys::WHITE)
                && let Some(known) = RuleKey::find(keys::NONCONSECUTIVE)
            {
                self.outline.clue(Clue::new(known.kind()), keys::NONCONSECUTIVE)?;
            }
        }
        if !words.is_empty()
            && let Some(known) = RuleKey::find(keys::ALL_GIVEN)
        {
            let params = words.into_iter().map(|word| Param::Word(word.into())).collect();
            self.outline.clue(Clue { params, ..Clue::new(known.kind()) }, keys::ALL_GIVEN)?;
        }
        Ok(())
    }

    /// Records all parts that were not understood. What is only drawn has no meaning for solvers: it is a remark, and the
    /// puzzle counts as drawn, so that its solution is shown only if there is no other.
    fn rest(&mut self, document: &Node<'_>) -> Result<(), ParseError> {
        let mut is_drawn = false;
        for (key, value) in document.object()? {
            let is_read = |list: &[&str]| list.contains(&key.as_str());
            if RuleKey::find(key).is_some()
                || is_read(&keys::READ)
                || is_read(&keys::HARMLESS)
                || says_nothing(value)
            {
                continue;
            }
            if !is_read(&keys::DRAWINGS) {
                self.outline.unknown(key.chars().take(40).collect::<String>());
                continue;
            }
            let shows = |entry: &Value| keys::SHOWN.iter().any(|key| entry.get(key).is_some());
            let drawn = value.as_array().map_or(1, |list| list.iter().filter(|entry| !shows(entry)).count());
            if drawn > 0 {
                self.outline.remark(format!("not understood: {key}, which is only drawn ({drawn})"));
                is_drawn = true;
            }
        }
        for (what, count) in std::mem::take(&mut self.unknown) {
            let short: String = what.chars().take(40).collect();
            self.outline.unknown(format!("{short} ({count})"));
        }
        self.outline.about.is_drawn = is_drawn && self.outline.about.unknown.is_empty();
        Ok(())
    }
}

/// Whether the value of a key is true.
fn is_set(document: &Node<'_>, key: &str) -> Result<bool, ParseError> {
    document.get(key).map_or(Ok(false), |node| node.truth())
}

/// Whether a value is null, false or empty.
fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Bool(said) => !said,
        Value::Array(list) => list.is_empty(),
        Value::Object(object) => object.is_empty(),
        other => is_absent(other),
    }
}
