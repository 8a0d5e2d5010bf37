//! Animated SVG: the puzzle with its rules, and the changes of its cells.
//!
//! The image contains everything that is ever visible, and key frames control when. Elements that are visible at the
//! same times share key frames. Viewers without animation show the puzzle before the first step.

use std::collections::HashMap;
use std::fmt::Write as _;

use sheet::escaped;
use sudoku::print::{self, Drawing, Mark};
use sudoku::trace::{ConflictKind, Step};
use sudoku::{Candidates, Puzzle};

use super::cast::seconds;
use super::watcher::{LineKind, Watcher};

/// Look of an element from a moment on: invisible, or in a colour.
type Look = Option<&'static str>;

const PENCIL: &str = "#6b7280";
const GONE: &str = "#dc2626";
const FOUND: &str = "#1d5fd1";
const NEW: &str = "#15803d";
const TRIED: &str = "#b45309";
const TRIED_BACK: &str = "#fde68a";
const FAILED_BACK: &str = "#fca5a5";
const SOLVED_BACK: &str = "#bbf7d0";

/// Changes of look in ascending order of time; at first the element is invisible.
#[derive(Clone, Debug, Default)]
struct Times(Vec<(usize, Look)>);

impl Times {
    /// Sets the look from a moment on. Returns whether that is a change.
    fn look(&mut self, at: usize, look: Look) -> bool {
        match self.0.last_mut() {
            Some((last, known)) if *last == at => *known = look,
            Some((_, known)) if *known == look => {}
            None if look.is_none() => {}
            _ => {
                self.0.push((at, look));
                return true;
            }
        }
        false
    }
}

/// Returns the first steps as an animation.
pub(super) fn animation(watcher: &mut Watcher, steps: u64) -> String {
    let timeline = Timeline::record(watcher, steps);
    timeline.draw(&watcher.puzzle)
}

struct Timeline {
    /// Start of each moment, and the end of the last one.
    starts: Vec<f64>,
    /// Looks by cell and value: as a pencil mark, and as the value of the cell.
    marks: Vec<Times>,
    values: Vec<Times>,
    /// Background by cell.
    backs: Vec<Times>,
    /// Caption of each moment, and the line below it.
    captions: Vec<(String, String, LineKind)>,
    /// Memory that record and drawing take together, in bytes.
    size: usize,
}

/// Memory for a change of look, for a moment, and for each letter of its captions. Nearly all of it is the drawing, which
/// is there in parts, and then in one piece.
const SIZE_OF_CHANGE: usize = 120;
const SIZE_OF_MOMENT: usize = 1_000;
const SIZE_OF_LETTER: usize = 4;

impl Timeline {
    fn record(watcher: &mut Watcher, steps: u64) -> Timeline {
        let (cells, values) = (watcher.puzzle.cells().len(), watcher.puzzle.grid().values());
        let mut timeline = Timeline {
            starts: vec![0.0],
            marks: vec![Times::default(); cells * values],
            values: vec![Times::default(); cells * values],
            backs: vec![Times::default(); cells],
            captions: Vec::new(),
            size: 0,
        };
        timeline.take(watcher, 1.2);
        for _ in 0..steps {
            if !watcher.advance() {
                break;
            }
            let stands = seconds(watcher);
            timeline.take(watcher, stands);
        }
        // The last moment stays for a while before the animation repeats.
        if let Some(last) = timeline.starts.last_mut() {
            *last += 2.0;
        }
        timeline
    }

    fn take(&mut self, watcher: &mut Watcher, stands: f64) {
        let at = self.captions.len();
        let values = watcher.puzzle.grid().values();
        let removals = watcher.latest.as_ref().map_or(&[][..], Step::removals);
        for (cell, &now) in watcher.cells().iter().enumerate() {
            if watcher.puzzle.given(cell).is_some() {
                continue;
            }
            let gone = removals.iter().find(|removal| removal.cell == cell);
            let gone = gone.map_or(Candidates::NONE, |removal| removal.gone);
            let is_tried = watcher.path.iter().any(|choice| choice.cell == Some(cell));
            let found = watcher.value(cell);
            for value in 0..values as u8 {
                let place = cell * values + usize::from(value);
                let mark = match found {
                    Some(_) => None,
                    None if gone.contains(value) => Some(GONE),
                    None => now.contains(value).then_some(PENCIL),
                };
                let mut changes = usize::from(self.marks[place].look(at, mark));
                let color = match () {
                    () if is_tried => TRIED,
                    () if !gone.is_empty() => NEW,
                    () => FOUND,
                };
                changes += usize::from(self.values[place].look(at, (found == Some(value)).then_some(color)));
                self.size += changes * SIZE_OF_CHANGE;
            }
        }
        for cell in 0..watcher.puzzle.grid().rectangle() {
            self.size += usize::from(self.backs[cell].look(at, back(watcher, cell))) * SIZE_OF_CHANGE;
        }
        let [steps, others, _] = watcher.counted();
        let below = format!("{steps}   {others}");
        let said = watcher.said.back();
        let (text, tone) = said.map_or_else(
            || ("The puzzle, with all that each cell could be.".to_owned(), LineKind::Plain),
            |(_, text, tone)| (text.clone(), *tone),
        );
        self.size += SIZE_OF_MOMENT + (text.len() + below.len()) * SIZE_OF_LETTER;
        watcher.record(self.size);
        self.captions.push((text, below, tone));
        self.starts.push(self.starts[at] + stands);
    }

    fn draw(&self, puzzle: &Puzzle) -> String {
        let marks = print::marks(puzzle);
        // Candidates in the puzzle are drawn together with all others.
        let mut plain = puzzle.clone();
        for cell in (0..plain.cells().len()).filter(|&cell| puzzle.cells()[cell].value().is_none()) {
            plain.set_cell(cell, puzzle.all_values());
        }
        let picture = Drawing::of(&plain).marks(&marks).draw();
        let [x, y, width, height] = view_box(&picture);
        let wide = width.max(6.0);
        let left = x - (wide - width) / 2.0;
        let classes = Classes { timeline: self, known: HashMap::new(), style: String::new() };
        let mut film = Film { timeline: self, puzzle, classes, text: String::new() };
        film.draw_backs();
        film.draw_values(&marks);
        let size = wide * 0.034;
        film.draw_captions(left + wide / 2.0, y + height, size, (wide / size / 0.56) as usize);
        let (style, text) = (film.classes.style, film.text);
        let (pixels, total) = (Drawing::SCALE, height + size * 5.0);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.3} {y:.3} {wide:.3} {total:.3}\" \
             width=\"{:.0}\" height=\"{:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n<style>\n{style}</style>\n\
             <rect x=\"{left:.3}\" y=\"{y:.3}\" width=\"{wide:.3}\" height=\"{total:.3}\" fill=\"#fff\"/>\n{}{text}</svg>\n",
            wide * pixels,
            total * pixels,
            inner(&picture, [x, y, width, height])
        )
    }
}

/// The drawing under way.
struct Film<'a> {
    timeline: &'a Timeline,
    puzzle: &'a Puzzle,
    classes: Classes<'a>,
    text: String,
}

impl Film<'_> {
    /// The cells on the board, with their rows and columns.
    fn cells(&self) -> impl Iterator<Item = (usize, [usize; 2])> + use<> {
        let grid = self.puzzle.grid();
        let columns = grid.columns();
        let cells: Vec<usize> = (0..grid.rectangle()).filter(|&cell| !grid.is_gap(cell)).collect();
        cells.into_iter().map(move |cell| (cell, [cell / columns, cell % columns]))
    }

    fn draw_backs(&mut self) {
        for (cell, [row, column]) in self.cells() {
            if let Some(class) = self.classes.of(&self.timeline.backs[cell]) {
                let _ = writeln!(
                    self.text,
                    "<rect class=\"{class}\" x=\"{column}\" y=\"{row}\" width=\"1\" height=\"1\" \
                     style=\"mix-blend-mode:multiply\"/>"
                );
            }
        }
    }

    /// Draws pencil marks and values.
    fn draw_values(&mut self, marks: &[Mark]) {
        // Cells with the sum of a cage have less space for candidates.
        let crowded: Vec<usize> = marks.iter().filter_map(Mark::labelled).map(usize::from).collect();
        let (values, symbols) = (self.puzzle.grid().values(), self.puzzle.symbols());
        let across = (1..=values).find(|across| across * across >= values).unwrap_or(1);
        let down = values.div_ceil(across);
        let is_long = symbols.width() > 1;
        let pencil = (0.86 / across.max(down) as f64 / if is_long { 1.5 } else { 1.12 }).min(0.3);
        let large = if is_long { 0.42 } else { 0.62 };
        for (cell, [row, column]) in self.cells() {
            let [row, column] = [row, column].map(|number| number as f64);
            let top = if crowded.contains(&cell) { 0.27 } else { 0.13 };
            for value in 0..values {
                let symbol = escaped(symbols.get(value as u8));
                let place = cell * values + value;
                if let Some(class) = self.classes.of(&self.timeline.marks[place]) {
                    let x = column + 0.1 + 0.8 * ((value % across) as f64 + 0.5) / across as f64;
                    let height = 0.95 - top;
                    let y =
                        row + top + height * ((value / across) as f64 + 0.5) / down as f64 + pencil * 0.36;
                    let _ = writeln!(
                        self.text,
                        "<text class=\"{class}\" x=\"{x:.3}\" y=\"{y:.3}\" font-size=\"{pencil:.3}\">{symbol}</text>"
                    );
                }
                if let Some(class) = self.classes.of(&self.timeline.values[place]) {
                    let (x, y) = (column + 0.5, row + 0.5 + large * 0.36);
                    let _ = writeln!(
                        self.text,
                        "<text class=\"{class}\" x=\"{x}\" y=\"{y:.3}\" font-size=\"{large}\">{symbol}</text>"
                    );
                }
            }
        }
    }

    /// Draws the captions around a middle below the board, in letters of a size, so many on a line.
    fn draw_captions(&mut self, middle: f64, bottom: f64, size: f64, letters: usize) {
        for (at, (said, below, tone)) in self.timeline.captions.iter().enumerate() {
            let color = match tone {
                LineKind::Plain => "#1c1c1e",
                LineKind::Tried | LineKind::TakenBack => TRIED,
                LineKind::Failed => GONE,
                LineKind::Solved => NEW,
            };
            let mut times = Times::default();
            times.look(at, Some(color));
            times.look(at + 1, None);
            let Some(class) = self.classes.of(&times) else { continue };
            let _ = writeln!(self.text, "<g class=\"{class}\" font-size=\"{size:.3}\">");
            for (line, words) in lines(said, letters).iter().enumerate() {
                let (words, baseline) = (escaped(words), bottom + size * (1.0 + 1.3 * line as f64));
                let _ = writeln!(
                    self.text,
                    "<text x=\"{middle:.3}\" y=\"{baseline:.3}\" font-weight=\"600\">{words}</text>"
                );
            }
            let (below, baseline) = (escaped(below).replace("   ", " \u{b7} "), bottom + size * 4.1);
            let _ = writeln!(
                self.text,
                "<text x=\"{middle:.3}\" y=\"{baseline:.3}\" fill=\"#6b7280\" font-size=\"{:.3}\">{below}</text></g>",
                size * 0.85
            );
        }
    }
}

/// Returns the background of a cell after the latest step.
fn back(watcher: &Watcher, cell: usize) -> Look {
    match watcher.latest.as_ref()? {
        Step::Decide { choice, .. } | Step::Refute { choice, .. } => {
            (choice.cell == Some(cell)).then_some(TRIED_BACK)
        }
        Step::Solution(_) => (!watcher.puzzle.grid().is_gap(cell)).then_some(SOLVED_BACK),
        Step::Conflict { kind: ConflictKind::NoValue(place), .. } => (*place == cell).then_some(FAILED_BACK),
        Step::Conflict { kind: ConflictKind::Repeated(_, both), .. } => {
            both.contains(&cell).then_some(FAILED_BACK)
        }
        Step::Conflict { kind: ConflictKind::Violated(cells), .. } => {
            cells.contains(&cell).then_some(FAILED_BACK)
        }
        _ => None,
    }
}

/// Key frames, with a class for each.
struct Classes<'a> {
    timeline: &'a Timeline,
    known: HashMap<String, usize>,
    style: String,
}

impl Classes<'_> {
    /// Returns the class for these times; `None` if the element is never visible.
    fn of(&mut self, times: &Times) -> Option<String> {
        let &(first, _) = times.0.first()?;
        let starts = &self.timeline.starts;
        let total = starts[starts.len() - 1];
        let mut frames = String::new();
        if first > 0 {
            frames.push_str("0%{opacity:0}");
        }
        for &(at, look) in &times.0 {
            let percent = 100.0 * starts[at] / total;
            let _ = match look {
                Some(color) => write!(frames, "{percent:.3}%{{opacity:1;fill:{color}}}"),
                None => write!(frames, "{percent:.3}%{{opacity:0}}"),
            };
        }
        let next = self.known.len();
        let class = *self.known.entry(frames.clone()).or_insert(next);
        if class == next {
            let (opacity, fill) = match times.0[0] {
                (0, Some(color)) => (1, color),
                (_, color) => (0, color.unwrap_or(PENCIL)),
            };
            let _ = writeln!(
                self.style,
                ".k{class}{{opacity:{opacity};fill:{fill};animation:k{class} {total:.2}s step-end infinite}}\
                 @keyframes k{class}{{{frames}}}"
            );
        }
        Some(format!("k{class}"))
    }
}

/// Returns the visible rectangle of an image, in widths of a cell.
fn view_box(image: &str) -> [f64; 4] {
    let numbers = image.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"'));
    let mut numbers = numbers.map_or("", |(numbers, _)| numbers).split(' ').map(|number| number.parse());
    std::array::from_fn(|_| {
        let number: f64 = numbers.next().and_then(Result::ok).expect("an image has a frame of four numbers");
        number / Drawing::SCALE
    })
}

/// Returns an image as a nested image in the same place.
fn inner(image: &str, [x, y, width, height]: [f64; 4]) -> String {
    let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" ");
    image.replacen("<svg ", &place, 1)
}

/// Wraps a text to a maximum width, in two lines at most.
fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > most {
            if lines.len() == 2 {
                lines[1].push_str(" …");
                return lines;
            }
            lines.push(word.to_owned());
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines
}
