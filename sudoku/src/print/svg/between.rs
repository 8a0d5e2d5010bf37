//! Marks on the borders between cells.

use sheet::{
    Look, Path, Pen, Point, at,
    words::{self, centred, on_lines},
};

use super::layout::CellLayout;
use super::palette::{BLACK, GRID, INK, PAPER, PLACE, PLACE_TINT, WHITE};
use crate::rules::mark::{Mark, Paint};

/// The two cells of a mark between cells.
fn pair(mark: &Mark) -> Option<[u16; 2]> {
    match *mark {
        Mark::Dot { cells, .. } | Mark::Between { cells, .. } => Some(cells),
        Mark::Less { small, large } => Some([small, large]),
        _ => None,
    }
}

/// Draws thin lines between cells that share a mark but are not adjacent.
pub(super) fn draw_links(pen: &mut Pen, layout: &CellLayout, marks: &[Mark]) {
    pen.group(&Look::stroked(GRID, 0.03), |pen| {
        for [one, other] in marks.iter().filter_map(pair) {
            if !layout.adjacent(one, other) {
                let way = [layout.centre(one), layout.centre(other)];
                pen.path(&Path::through(&way), &Look::inherited());
            }
        }
    });
}

/// Draws dots, signs and circles; those that a step uses on a disc.
pub(super) fn draw(pen: &mut Pen, layout: &CellLayout, marks: &[Mark], strong: &[Mark]) {
    let middle = |cells: &[u16]| {
        let sum = cells.iter().fold(at(0.0, 0.0), |sum, &cell| sum + layout.centre(cell));
        sum * (cells.len() as f64).recip()
    };
    for mark in marks {
        let cells = mark.at_borders();
        if strong.contains(mark) && cells.len() > 1 {
            let radius = if cells.len() > 2 { 0.36 } else { 0.27 };
            pen.circle(middle(&cells), radius, &Look::filled(PLACE_TINT).border(PLACE, 0.04));
        }
        match mark {
            Mark::Dot { cells, paint, text } => draw_dot(pen, middle(cells), *paint, text),
            Mark::Between { cells, text } => {
                let size = words::fitting(text, 0.36, 0.7);
                on_lines(pen, middle(cells), size, text, &Look::filled(INK).bold());
            }
            Mark::Less { small, large } => {
                let toward = layout.centre(*small) - layout.centre(*large);
                draw_less(pen, middle(&[*small, *large]), toward);
            }
            Mark::Corner { cells, text } => draw_corner(pen, middle(cells), text),
            _ => {}
        }
    }
}

fn draw_dot(pen: &mut Pen, middle: Point, paint: Paint, text: &str) {
    let radius = if text.is_empty() { 0.125 } else { 0.2 };
    pen.circle(middle, radius, &Look::filled(paint.color()).border(INK, 0.022));
    let color = if paint == Paint::Black { WHITE } else { BLACK };
    let size = words::fitting(text, 0.28, radius * 1.75);
    centred(pen, middle, size, text, &Look::filled(color).bold());
}

fn draw_less(pen: &mut Pen, middle: Point, toward: Point) {
    let Some(toward) = toward.unit() else { return };
    let (back, wing) = (middle - toward * 0.075, toward.right() * 0.13);
    let sign = Path::through(&[back + wing, middle + toward * 0.075, back - wing]);
    pen.path(&sign, &Look::stroked(PAPER, 0.13).round());
    pen.path(&sign, &Look::stroked(INK, 0.045).round());
}

fn draw_corner(pen: &mut Pen, middle: Point, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let rows = match words.len() {
        0..3 => vec![words.join(" ")],
        count => words.chunks(count.div_ceil(2)).map(|row| row.join(" ")).collect(),
    };
    let radius = if rows.len() > 1 { 0.29 } else { 0.24 };
    pen.circle(middle, radius, &Look::filled(PAPER).border(INK, 0.022));
    let room = radius * if rows.len() > 1 { 1.5 } else { 1.7 };
    let fitting = |size: f64, row: &String| words::fitting(row, size, room);
    let size = rows.iter().fold(0.28, fitting);
    for (index, row) in rows.iter().enumerate() {
        let down = index as f64 - (rows.len() as f64 - 1.0) / 2.0;
        centred(pen, middle + at(0.0, down * size * 0.9), size, row, &Look::filled(INK).bold());
    }
}
