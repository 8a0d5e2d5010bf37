//! Lines from corner to corner of the grid, and the diagonals that only the text names.

use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::drawing::Point;
use crate::format::sudokupad::words::Phrase;

/// Sentences that forbid repeats on the main diagonals.
const MAIN: [Phrase; 6] = [
    Phrase {
        all: &["main diagonal"],
        none: &["may repeat", "can repeat", "sum", "either allowed", "not apply"],
    },
    Phrase { all: &["long diagonal"], none: NOT_MAIN },
    Phrase { all: &["both", "diagonals", "repeat"], none: NOT_MAIN },
    Phrase { all: &["diagonals", "contain"], none: NOT_MAIN },
    Phrase { all: &["column", "and both diagonals"], none: NOT_MAIN },
    Phrase { all: &["x-sudoku"], none: &["not apply"] },
];
const NOT_MAIN: &[&str] = &["may repeat", "can repeat", "sum", "indicated", "marked", "not apply"];

/// Claims the thin lines from corner to corner or, without any, reads the diagonals that only the text names.
pub(super) fn read(scene: &Scene<'_>, claims: &mut Claims) {
    let (rows, columns) = (scene.drawing.rows as f64, scene.drawing.columns as f64);
    let corners = |from: Point, to: Point| {
        let is = |row: f64, column: f64, point: Point| Point::new(row, column).reach(point) < 0.6;
        let both = |a: (f64, f64), b: (f64, f64)| {
            is(a.0, a.1, from) && is(b.0, b.1, to) || is(a.0, a.1, to) && is(b.0, b.1, from)
        };
        if both((rows, 0.0), (0.0, columns)) {
            Some("diagonal+")
        } else if both((0.0, 0.0), (rows, columns)) {
            Some("diagonal-")
        } else {
            None
        }
    };
    let mut found = false;
    let may_be = scene.words.is_empty() || scene.words.mention("diagonal") || scene.words.are_standard();
    for stroke in scene.strokes(claims) {
        let (first, last) = (stroke.points[0], stroke.points[stroke.points.len() - 1]);
        let Some(name) = corners(first, last).filter(|_| !stroke.is_arrow) else { continue };
        let is_straight = stroke.points.iter().all(|point| {
            let (rows, columns) = ((point.row - first.row).abs(), (point.column - first.column).abs());
            (rows - columns).abs() < 0.2
        });
        let is_thin = stroke.thickness < 9.0;
        if !is_straight || !is_thin || !may_be {
            continue;
        }
        found = true;
        claims.claim(scene, clue(name), &[&stroke.name], "a thin line from corner to corner");
    }
    if !found {
        said(scene, claims);
    }
}

/// Reads the diagonals that only the text names.
pub(super) fn said(scene: &Scene<'_>, claims: &mut Claims) {
    let is_square = scene.drawing.rows == scene.drawing.columns;
    for sentence in scene.words.that_say(&MAIN).filter(|_| is_square) {
        if claims.have(&["diagonal+", "diagonal-"]) {
            claims.take(sentence)
        } else {
            claims.said(scene, clue("diagonals"), sentence)
        }
    }
}
