//! The reader of documents: converts JSON to givens, regions, texts and a drawing.

use std::collections::BTreeMap;

use serde_json::Value;

use super::colour::Colour;
use super::drawing::{Cage, Drawing, Point, Shape, Stroke};
use super::keys;
use crate::format::links::json::{Node, is_absent};
use crate::format::links::outline::Place;
use crate::grid::LARGEST;
use crate::text::ParseError;

/// The most parts of one sort that are read.
const MOST_PARTS: usize = 4000;

/// Keys that are read.
const READ: [&str; 9] =
    ["cells", "regions", "cages", "metadata", "lines", "arrows", "underlays", "overlays", "global"];

/// Keys without a meaning for the puzzle.
const HARMLESS: [&str; 9] =
    ["id", "cellSize", "settings", "pageBg", "foglight", "triggereffect", "videos", "version", "duration"];

/// Names of texts that are kept. Only some of them mean something; the others are known to mean nothing.
const KNOWN_WORDS: [&str; 14] = [
    "title",
    "author",
    "rules",
    "solution",
    "source",
    "msgcorrect",
    "foglight",
    "triggereffect",
    "videos",
    "sourceurl",
    "image",
    "copyright",
    "origin",
    "comment",
];

/// The contents of a document before they are interpreted.
pub(super) struct Document {
    pub drawing: Drawing,
    /// Cells with their values, and the paths of these in the document.
    pub givens: Vec<(u16, i64, String)>,
    pub regions: Vec<Vec<u16>>,
    /// Texts by their names: title, author, rules, solution, and what else [`KNOWN_WORDS`] has.
    pub words: BTreeMap<String, String>,
    /// Names of rules for the whole grid.
    pub flags: Vec<String>,
    /// Descriptions of unknown parts.
    pub unknown: Vec<String>,
    /// Sides of the grid with the cells around it, and the corner of the part that is the puzzle.
    pub whole: (usize, usize),
    pub corner: (usize, usize),
    /// Whether SudokuPad drew it from a document of f-puzzles.
    pub is_converted: bool,
}

impl Document {
    /// Reads a document.
    pub fn read(value: &Value, place: Place) -> Result<Document, ParseError> {
        let value = keys::expand(value);
        let node = Node { value: &value, path: String::new(), place };
        let Some(cells) = node.get("cells") else {
            return Err(ParseError::new(place.0, place.1, "the document has no cells"));
        };
        let rows: Vec<Node<'_>> = cells.list()?.collect();
        let columns = match rows.first() {
            Some(row) => row.list()?.len(),
            None => 0,
        };
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
        let regions = regions(&node, (rows.len(), columns))?;
        let (corner, sides) = extent(&regions, (rows.len(), columns));
        let mut document = Document {
            drawing: Drawing { rows: sides.0, columns: sides.1, ..Drawing::default() },
            givens: Vec::new(),
            regions: Vec::new(),
            words: BTreeMap::new(),
            flags: Vec::new(),
            unknown: Vec::new(),
            whole: (rows.len(), columns),
            corner,
            is_converted: keys::plain(value.get("id")).starts_with("fpuzzle"),
        };
        document.regions = regions
            .into_iter()
            .map(|cells| cells.into_iter().filter_map(|at| document.cell(at)).collect())
            .collect();
        document.values(&rows)?;
        document.cages(&node)?;
        document.metadata(&node)?;
        document.strokes(&node, "lines")?;
        document.strokes(&node, "arrows")?;
        document.shapes(&node, "underlays")?;
        document.shapes(&node, "overlays")?;
        document.rest(&node)?;
        Ok(document)
    }

    /// Returns the cell of the puzzle at a row and column of the document.
    fn cell(&self, (row, column): (i64, i64)) -> Option<u16> {
        let (top, left) = (self.corner.0 as i64, self.corner.1 as i64);
        let near = |at: i64| i32::try_from(at).ok();
        self.drawing.cell((near(row - top)?, near(column - left)?))
    }

    fn values(&mut self, rows: &[Node<'_>]) -> Result<(), ParseError> {
        for (row, cells) in rows.iter().enumerate() {
            for (column, cell) in cells.list()?.enumerate() {
                if is_absent(cell.value) {
                    continue;
                }
                cell.object()?;
                let Some(value) = cell.get("value") else { continue };
                match self.cell((row as i64, column as i64)) {
                    Some(at) => self.givens.push((at, value.number()?, value.path)),
                    None => self.outer_value((row, column), &value),
                }
            }
        }
        Ok(())
    }

    /// A value in a cell around the puzzle is a text beside it.
    fn outer_value(&mut self, (row, column): (usize, usize), value: &Node<'_>) {
        let (top, left) = self.corner;
        let middle = Point::new(row as f64 + 0.5 - top as f64, column as f64 + 0.5 - left as f64);
        self.drawing.shapes.push(Shape {
            name: format!("value of r{}c{}", row + 1, column + 1),
            middle,
            width: 0.0,
            height: 0.0,
            is_round: false,
            fill: None,
            border: None,
            text: keys::plain(Some(value.value)),
            angle: 0.0,
            is_over: true,
        });
    }

    fn cages(&mut self, document: &Node<'_>) -> Result<(), ParseError> {
        for (at, cage) in document.entries("cages")?.into_iter().enumerate().take(MOST_PARTS) {
            let object = cage.object()?;
            let cells = cage.entries("cells")?;
            let value = keys::plain(object.get("value"));
            if cells.is_empty() {
                if let Some((word, rest)) = value.split_once(':') {
                    self.word(word.trim(), rest);
                }
                continue;
            }
            let places = cells.iter().map(|cell| pair(cell, self.whole)).collect::<Result<Vec<_>, _>>()?;
            let truth = |key: &str| is_true(object.get(key));
            let style = ["style", "type", "fromConstraint"].map(|key| keys::plain(object.get(key)));
            self.drawing.cages.push(Cage {
                name: format!("cage{}", at + 1),
                cells: places.into_iter().filter_map(|at| self.cell(at)).collect(),
                value: value.trim().to_owned(),
                sum: keys::number(object.get("sum")).filter(|sum| sum.fract() == 0.0).map(|sum| sum as i32),
                is_unique: truth("unique"),
                is_hidden: truth("hidden"),
                style: style.join(" ").trim().to_owned(),
            });
        }
        Ok(())
    }

    fn metadata(&mut self, document: &Node<'_>) -> Result<(), ParseError> {
        if let Some(metadata) = document.get("metadata") {
            for (key, value) in metadata.object()? {
                match value {
                    Value::Bool(true) => self.flags.push(key.clone()),
                    Value::Bool(false) | Value::Null => {}
                    value => self.word(key, &keys::plain(Some(value))),
                }
            }
        }
        for flag in document.entries("global")? {
            self.flags.push(keys::plain(Some(flag.value)));
        }
        Ok(())
    }

    /// Keeps a text under its name. Of two texts the longer one is kept: the other one may be a placeholder.
    fn word(&mut self, word: &str, text: &str) {
        let word = word.to_lowercase();
        let text = text.replace("\\n", "\n");
        match text.trim() {
            "true" => self.flags.push(word),
            "" | "false" => {}
            text if KNOWN_WORDS.contains(&word.as_str()) => {
                let known = self.words.entry(word).or_default();
                if text.len() > known.len() {
                    *known = text.to_owned();
                }
            }
            // Messages to the solver of the puzzle.
            _ if word.starts_with("msg") || word.starts_with("fog") || word.contains("url") => {}
            _ => self.unknown.push(word.chars().take(40).collect::<String>() + " of metadata"),
        }
    }

    fn strokes(&mut self, document: &Node<'_>, key: &str) -> Result<(), ParseError> {
        let is_arrow = key == "arrows";
        let one = if is_arrow { "arrow" } else { "line" };
        for (at, part) in document.entries(key)?.into_iter().enumerate().take(MOST_PARTS) {
            let object = part.object()?;
            let name = format!("{one}{}", at + 1);
            let points: Vec<Point> =
                part.entries("wayPoints")?.iter().filter_map(|node| self.point(node.value)).collect();
            let colour = Colour::parse(&keys::plain(object.get("color")));
            // Without way points the object may be a path of another kind.
            if points.len() < 2 {
                if object.contains_key("d") {
                    self.unknown.push(format!("{name}, a free path"));
                }
                continue;
            }
            // Regions are drawn as lines as well.
            if keys::plain(object.get("target")) == "cell-grids" {
                continue;
            }
            self.drawing.strokes.push(Stroke {
                name,
                points,
                colour: colour.unwrap_or(Colour { red: 0, green: 0, blue: 0, alpha: 255 }),
                thickness: keys::number(object.get("thickness")).unwrap_or(4.0),
                is_arrow,
            });
        }
        Ok(())
    }

    fn shapes(&mut self, document: &Node<'_>, key: &str) -> Result<(), ParseError> {
        let is_over = key == "overlays";
        let one = if is_over { "overlay" } else { "underlay" };
        for (at, part) in document.entries(key)?.into_iter().enumerate().take(MOST_PARTS) {
            let object = part.object()?;
            let Some(middle) = object.get("center").and_then(|center| self.point(center)) else { continue };
            let colour =
                |key: &str| object.get(key).and_then(|value| Colour::parse(&keys::plain(Some(value))));
            let [width, height] =
                ["width", "height"].map(|key| keys::number(object.get(key)).unwrap_or(0.0).clamp(0.0, 200.0));
            let (rows, columns) = self.whole;
            let is_frame = height >= rows as f64 - 0.5 && width >= columns as f64 - 0.5;
            if is_frame || keys::plain(object.get("class")).contains("board") {
                continue;
            }
            self.drawing.shapes.push(Shape {
                name: format!("{one}{}", at + 1),
                middle,
                width,
                height,
                is_round: is_true(object.get("rounded")),
                fill: colour("backgroundColor"),
                border: colour("borderColor"),
                text: keys::plain(object.get("text")).trim().to_owned(),
                angle: keys::number(object.get("angle")).unwrap_or(0.0),
                is_over,
            });
        }
        Ok(())
    }

    /// Reads row and column, and counts them from the corner of the puzzle.
    fn point(&self, value: &Value) -> Option<Point> {
        let [row, column] = value.as_array()?.as_slice() else { return None };
        let (row, column) = (keys::number(Some(row))?, keys::number(Some(column))?);
        let is_near = row.abs() < 200.0 && column.abs() < 200.0;
        is_near.then(|| Point::new(row - self.corner.0 as f64, column - self.corner.1 as f64))
    }

    fn rest(&mut self, document: &Node<'_>) -> Result<(), ParseError> {
        for (key, value) in document.object()? {
            let is_empty = is_absent(value) || value.as_array().is_some_and(Vec::is_empty);
            if is_empty || READ.contains(&key.as_str()) || HARMLESS.contains(&key.as_str()) {
                continue;
            }
            match value {
                Value::Bool(true) => self.flags.push(key.clone()),
                Value::String(text) if KNOWN_WORDS.contains(&key.as_str()) => self.word(key, text),
                Value::Bool(false) => {}
                _ => self.unknown.push(key.chars().take(40).collect()),
            }
        }
        Ok(())
    }
}

/// Whether a value is true: some documents write 1.
fn is_true(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(said)) => *said,
        Some(Value::Number(number)) => number.as_f64() == Some(1.0),
        _ => false,
    }
}

/// Reads a cell by row and column from 0: `[0,8]`.
fn pair(node: &Node<'_>, (rows, columns): (usize, usize)) -> Result<(i64, i64), ParseError> {
    let numbers: Vec<i64> = node.list()?.map(|number| number.number()).collect::<Result<_, _>>()?;
    match numbers[..] {
        [row, column] if (0..rows as i64).contains(&row) && (0..columns as i64).contains(&column) => {
            Ok((row, column))
        }
        _ => Err(node.error("no row and column of the grid, counted from 0")),
    }
}

fn regions(document: &Node<'_>, sides: (usize, usize)) -> Result<Vec<Vec<(i64, i64)>>, ParseError> {
    let mut regions = Vec::new();
    for region in document.entries("regions")? {
        let cells: Vec<(i64, i64)> =
            region.list()?.map(|cell| pair(&cell, sides)).collect::<Result<_, _>>()?;
        if !cells.is_empty() {
            regions.push(cells);
        }
    }
    Ok(regions)
}

/// Returns corner and sides of the part of the grid that has regions: the cells around it are for clues.
fn extent(regions: &[Vec<(i64, i64)>], whole: (usize, usize)) -> ((usize, usize), (usize, usize)) {
    let all = || regions.iter().flatten();
    let ends = |of: fn(&(i64, i64)) -> i64| all().map(of).min().zip(all().map(of).max());
    let (Some((top, bottom)), Some((left, right))) = (ends(|at| at.0), ends(|at| at.1)) else {
        return ((0, 0), whole);
    };
    let sides = ((bottom - top) as usize + 1, (right - left) as usize + 1);
    let mut cells: Vec<_> = all().collect();
    cells.sort_unstable();
    cells.dedup();
    if cells.len() == sides.0 * sides.1 { ((top as usize, left as usize), sides) } else { ((0, 0), whole) }
}
