//! Parts that nobody has claimed: without a meaning, or not understood.

use std::collections::HashSet;

use crate::format::sudokupad::claims::{Claims, Scene};
use crate::format::sudokupad::drawing::{Point, Shape, Stroke};
use crate::format::sudokupad::words::colours;

/// Marks invisible parts and borders as used.
pub(super) fn invisible(scene: &Scene<'_>, claims: &mut Claims) {
    for stroke in &scene.drawing.strokes {
        if !stroke.colour.is_visible() || stroke.thickness <= 0.0 || is_border(stroke) {
            claims.use_up(&stroke.name);
        }
    }
    for shape in &scene.drawing.shapes {
        let has_border = shape.border.is_some_and(|border| border.is_visible() && !border.is_white());
        // White tiles hide lines below them; numbers and colours are drawn on them.
        let is_blank = shape.text.is_empty() && !shape.is_filled() && (!has_border || shape.size() < 0.05);
        if is_blank {
            claims.use_up(&shape.name);
        }
    }
}

/// Whether a line goes along the borders of cells.
fn is_border(stroke: &Stroke) -> bool {
    let is_whole = |at: f64| (at - at.round()).abs() < 0.06;
    let on_grid = stroke.points.iter().all(|point| is_whole(point.row) || is_whole(point.column));
    let straight = |pair: &[Point]| {
        let (down, right) = ((pair[0].row - pair[1].row).abs(), (pair[0].column - pair[1].column).abs());
        down < 0.06 && is_whole(pair[0].row) || right < 0.06 && is_whole(pair[0].column)
    };
    on_grid && !stroke.is_arrow && stroke.points.windows(2).all(straight)
}

/// Classifies the remaining parts: decoration if the rules do not mention them, else not understood.
pub(super) fn read(scene: &Scene<'_>, claims: &mut Claims) {
    duplicates(scene, claims);
    for stroke in scene.strokes(claims) {
        let cells = scene.drawing.cells_of(stroke);
        if cells.is_empty() && !speaks_of(scene, stroke) {
            claims.decoration(&stroke.name, "it is on no cell");
            continue;
        }
        let why = claims.why(&stroke.name);
        let named = if stroke.is_arrow { "an arrow" } else { "a line" };
        claims.not_understood(&stroke.name, why.unwrap_or_else(|| named.into()));
    }
    for shape in scene.shapes(claims) {
        if outer(scene, shape) || is_picture(scene, shape) {
            claims.decoration(&shape.name, "a picture, or beside the grid and no number")
        } else {
            claims.not_understood(&shape.name, named(shape))
        }
    }
    for cage in scene.cages(claims) {
        claims.not_understood(&cage.name, "a cage");
    }
}

/// Marks parts as used that are drawn along parts with a meaning, such as outlines.
fn duplicates(scene: &Scene<'_>, claims: &mut Claims) {
    for shape in scene.shapes(claims) {
        let is_same = |other: &&Shape| {
            claims.has_meaning(&other.name)
                && other.middle.reach(shape.middle) < 0.06
                && other.is_round == shape.is_round
                && (other.size() - shape.size()).abs() < 0.3
        };
        if shape.text.is_empty() && scene.drawing.shapes.iter().any(|other| is_same(&other)) {
            claims.use_up(&shape.name);
        }
    }
    let meant = scene.drawing.strokes.iter().filter(|stroke| claims.has_meaning(&stroke.name));
    let steps: HashSet<(u16, u16)> = meant.flat_map(|stroke| steps_of(scene, stroke)).collect();
    for stroke in scene.strokes(claims).into_iter().filter(|stroke| !stroke.is_arrow) {
        let mut own = steps_of(scene, stroke).peekable();
        if own.peek().is_some() && own.all(|step| steps.contains(&step)) {
            claims.use_up(&stroke.name);
        }
    }
}

/// Returns the steps of a line from cell to cell, the lesser cell first.
fn steps_of(scene: &Scene<'_>, stroke: &Stroke) -> impl Iterator<Item = (u16, u16)> {
    let cells = scene.drawing.cells_of(stroke);
    (1..cells.len()).map(move |at| (cells[at - 1].min(cells[at]), cells[at - 1].max(cells[at])))
}

/// Whether the rules speak of lines or their colour.
fn speaks_of(scene: &Scene<'_>, stroke: &Stroke) -> bool {
    let called = |sentence: &str| colours(sentence).any(|word| stroke.colour.is_called(word));
    scene.words.sentences().any(|sentence| sentence.contains("line") && called(sentence))
}

/// Whether a shape is beside the grid and has no number.
fn outer(scene: &Scene<'_>, shape: &Shape) -> bool {
    let is_outside =
        scene.drawing.cells_under(shape).is_empty() && scene.drawing.cell(shape.middle.floor()).is_none();
    let says_number = shape.text.chars().any(|c| c.is_ascii_digit());
    is_outside && !says_number
}

/// Whether a text is a picture of which the rules do not speak.
fn is_picture(scene: &Scene<'_>, shape: &Shape) -> bool {
    let is_sign =
        |c: char| !c.is_ascii() && !c.is_alphanumeric() && u32::from(c) > 0x2600 || c.is_whitespace();
    !shape.text.is_empty() && shape.text.chars().all(is_sign) && !scene.words.mention(&shape.text)
}

/// Names a shape for messages.
fn named(shape: &Shape) -> String {
    let short: String = shape.text.chars().take(12).collect();
    match (short.is_empty(), shape.is_round) {
        (false, _) => format!("the text {short:?}"),
        (true, true) => "a circle".into(),
        (true, false) => "a rectangle".into(),
    }
}
