//! Documents of SudokuPad. They consist mostly of drawings. Only parts with a certain meaning are read: givens,
//! regions, cages, and named rules for the whole grid.

use std::collections::BTreeMap;

use serde_json::Value;

use super::json::{Node, is_absent};
use super::outline::{self, Outline, Place, region_symbol};
use crate::format::Parser;
use crate::format::fpuzzles::RuleKey;
use crate::grid::{LARGEST, Regions, Shape};
use crate::puzzle::{About, Puzzle};
use crate::rules::fpuzzles::Form;
use crate::rules::{self, Clue};
use crate::text::ParseError;

/// Keys, with their short forms in links.
const CELLS: [&str; 2] = ["cells", "ce"];
const REGIONS: [&str; 2] = ["regions", "re"];
const CAGES: [&str; 2] = ["cages", "ca"];
const VALUE: [&str; 2] = ["value", "v"];
const METADATA: [&str; 3] = ["metadata", "metaData", "md"];

/// Keys of drawings, with their short forms in links.
const DRAWINGS: [[&str; 2]; 4] = [["lines", "l"], ["arrows", "a"], ["underlays", "u"], ["overlays", "o"]];

/// Keys without a meaning for the puzzle.
const HARMLESS: [&str; 5] = ["id", "cellSize", "cs", "settings", "pageBg"];

/// Words before a colon in the place of a cage.
const WORDS: [&str; 4] = ["title", "author", "rules", "solution"];

/// Reads the puzzle of a document.
pub(super) fn read(parser: &mut Parser, document: &Value, place: Place) -> Result<Puzzle, ParseError> {
    let document = Node { value: document, path: String::new(), place };
    let rows: Vec<Node<'_>> = match either(&document, CELLS) {
        Some(cells) => cells.list()?.collect(),
        None => return Err(ParseError::new(place.0, place.1, "the document has no cells")),
    };
    let columns = rows.first().map_or(Ok(0), |row| Ok::<_, ParseError>(row.list()?.len()))?;
    for row in &rows {
        let count = row.list()?.len();
        if count != columns {
            return Err(row.error(format!("{count} cells, but the first row has {columns}")));
        }
    }
    if rows.len() > LARGEST || columns > LARGEST {
        let what = format!("a grid of {}x{columns}: sides are from 1 to {LARGEST}", rows.len());
        return Err(ParseError::new(place.0, place.1, what));
    }
    let mut shape = Shape::rectangle(rows.len(), columns);
    let (regions, more) = regions(&document, &shape)?;
    shape.regions = regions;
    let mut reader = Reader { outline: Outline::new(shape, place)?, unknown: BTreeMap::new() };
    reader.givens(&rows, columns)?;
    for (at, cells) in more.into_iter().enumerate() {
        if let Some(kind) = reader.outline.rule("extra-region", "regions") {
            reader.outline.clue(Clue::new(kind).list(cells), format!("overlapping region {}", at + 1))?;
        }
    }
    reader.cages(&document)?;
    reader.metadata(&document)?;
    reader.rest(&document)?;
    Ok(reader.outline.finish(parser))
}

/// Returns the part under a key in either form.
fn either<'a, const N: usize>(node: &Node<'a>, keys: [&str; N]) -> Option<Node<'a>> {
    keys.into_iter().find_map(|key| node.get(key))
}

/// Reads a cell by row and column from 0: `[0,8]`.
fn cell(node: &Node<'_>, shape: &Shape) -> Result<u16, ParseError> {
    let numbers: Vec<i64> = node.list()?.map(|number| number.number()).collect::<Result<_, _>>()?;
    if let [row, column] = numbers[..]
        && (0..shape.rows as i64).contains(&row)
        && (0..shape.columns as i64).contains(&column)
    {
        return Ok((row * shape.columns as i64 + column) as u16);
    }
    Err(node.error("no row and column of the grid, counted from 0"))
}

fn cell_list(node: &Node<'_>, shape: &Shape) -> Result<Vec<u16>, ParseError> {
    node.list()?.map(|node| cell(&node, shape)).collect()
}

/// Returns the regions that divide the grid, and extra regions that overlap them.
fn regions(document: &Node<'_>, shape: &Shape) -> Result<(Regions, Vec<Vec<u16>>), ParseError> {
    let Some(node) = either(document, REGIONS) else { return Ok((Regions::None, Vec::new())) };
    let mut layout: Vec<Option<char>> = vec![None; shape.rows * shape.columns];
    let mut more = Vec::new();
    let mut count = 0;
    for region in node.list()? {
        let cells = cell_list(&region, shape)?;
        if cells.is_empty() {
            continue;
        }
        if cells.iter().any(|&cell| layout[usize::from(cell)].is_some()) || count == LARGEST {
            more.push(cells);
            continue;
        }
        cells.iter().for_each(|&cell| layout[usize::from(cell)] = Some(region_symbol(count)));
        count += 1;
    }
    Ok((outline::regions(layout, shape), more))
}

struct Reader {
    outline: Outline,
    /// Parts that were not understood, with their number.
    unknown: BTreeMap<String, usize>,
}

impl Reader {
    fn not_understood(&mut self, what: &str) {
        *self.unknown.entry(what.chars().take(40).collect()).or_default() += 1;
    }

    fn givens(&mut self, rows: &[Node<'_>], columns: usize) -> Result<(), ParseError> {
        for (row, cells) in rows.iter().enumerate() {
            for (column, cell) in cells.list()?.enumerate() {
                if is_absent(cell.value) {
                    continue;
                }
                for key in cell.object()?.keys().filter(|key| !VALUE.contains(&key.as_str())) {
                    self.not_understood(&format!("{key} of cells"));
                }
                if let Some(value) = either(&cell, VALUE) {
                    self.outline.give(row * columns + column, value.number()?, &value.path)?;
                }
            }
        }
        Ok(())
    }

    fn cages(&mut self, document: &Node<'_>) -> Result<(), ParseError> {
        let Some(cages) = either(document, CAGES) else { return Ok(()) };
        for cage in cages.list()? {
            let object = cage.object()?;
            let shape = self.outline.grid().shape().clone();
            let cells = either(&cage, CELLS).map_or(Ok(Vec::new()), |cells| cell_list(&cells, &shape))?;
            let value = either(&cage, VALUE);
            if cells.is_empty() {
                if let Some(value) = value {
                    self.words(&value)?;
                }
                continue;
            }
            let sum = cage.get("sum").map(|sum| sum.small()).transpose()?;
            let is_unique = cage.get("unique").map_or(Ok(false), |unique| unique.truth())?;
            let known = |key: &String| {
                CELLS.contains(&key.as_str())
                    || VALUE.contains(&key.as_str())
                    || ["sum", "unique"].contains(&key.as_str())
            };
            let is_plain = object.keys().all(known);
            let number = value.as_ref().and_then(|value| value.small().ok());
            let kind = rules::find("killer").expect("there are cages");
            let clue = match sum.or(number.filter(|_| is_plain)).filter(|&sum| sum != 0) {
                Some(sum) => Clue::new(kind).number(sum).list(cells),
                None => Clue::new(kind).list(cells),
            };
            if !is_unique && sum.is_none() {
                if clue.params.is_empty() {
                    self.not_understood("cages without sum");
                    continue;
                }
                self.outline.remark(format!("{} is read as a killer cage: it has a number", cage.path));
            }
            self.outline.clue(clue, &cage.path)?;
        }
        Ok(())
    }

    /// Reads words such as `title: …` in the place of a cage.
    fn words(&mut self, node: &Node<'_>) -> Result<(), ParseError> {
        let Some((word, rest)) = node.value.as_str().and_then(|text| text.split_once(':')) else {
            self.not_understood("cages without cells");
            return Ok(());
        };
        match word.trim().to_lowercase() {
            word if WORDS.contains(&word.as_str()) => self.word(&word, rest),
            word => self.not_understood(&word),
        }
        Ok(())
    }

    fn word(&mut self, word: &str, text: &str) {
        match word {
            "title" => self.outline.about.title = About::line(text),
            "author" => self.outline.about.author = About::line(text),
            "rules" => self.outline.explain(text),
            _ => self.solution(text.trim()),
        }
    }

    /// Reads the solution: a digit for each cell.
    fn solution(&mut self, text: &str) {
        let values = text.chars().map(|c| {
            let number = c.to_digit(10).map(i64::from)?;
            self.outline.value(number, "solution").ok()
        });
        let values: Option<Box<[u8]>> = values.collect();
        match values.filter(|values| values.len() == self.outline.grid().rectangle()) {
            Some(values) => self.outline.about.solution = Some(values),
            None => self.outline.remark("the solution is incomplete or not in digits: it is not compared"),
        }
    }

    fn metadata(&mut self, document: &Node<'_>) -> Result<(), ParseError> {
        let Some(metadata) = either(document, METADATA) else { return Ok(()) };
        for (key, value) in metadata.object()? {
            if is_absent(value) || *value == Value::Bool(false) {
                continue;
            }
            // Flags have the same names as in f-puzzles.
            let rule = RuleKey::find(key)
                .filter(|known| known.key.form == Form::Flag && *value == Value::Bool(true));
            match (rule, value.as_str()) {
                (Some(known), _) => self.outline.clue(Clue::new(known.kind()), key)?,
                (None, Some(text)) if WORDS.contains(&key.as_str()) => self.word(key, text),
                _ => self.not_understood(&format!("{key} of metadata")),
            }
        }
        Ok(())
    }

    /// Adds remarks about all parts that were not understood.
    fn rest(&mut self, document: &Node<'_>) -> Result<(), ParseError> {
        for (key, value) in document.object()? {
            let is = |keys: &[&str]| keys.contains(&key.as_str());
            if is(&CELLS) || is(&REGIONS) || is(&CAGES) || is(&METADATA) || is(&HARMLESS) || is_absent(value)
            {
                continue;
            }
            let drawn = DRAWINGS.iter().find(|keys| is(&keys[..]));
            let short: String = drawn.map_or(key.as_str(), |keys| keys[0]).chars().take(40).collect();
            match (drawn, value.as_array()) {
                (_, Some(list)) if list.is_empty() => {}
                (Some(_), Some(list)) => {
                    self.outline
                        .remark(format!("not understood: {short}, which are only drawn ({})", list.len()));
                }
                _ => self.outline.remark(format!("not understood: {short}")),
            }
        }
        for (what, count) in std::mem::take(&mut self.unknown) {
            self.outline.remark(format!("not understood: {what} ({count})"));
        }
        Ok(())
    }
}
