//! Parts of a drawing whose meaning is unknown, kept for pictures.

use super::claims::Claims;
use super::colour::Colour;
use super::drawing::{Cage, Drawing, Point, Shape, Stroke};
use crate::about::Sketch;

/// Returns sketches of the parts that no clue draws.
pub(super) fn sketches(drawing: &Drawing, claims: &Claims) -> Vec<Sketch> {
    let strokes = drawing.strokes.iter().filter(|stroke| !claims.has_meaning(&stroke.name)).map(of_stroke);
    let shapes = drawing.shapes.iter().filter(|shape| !claims.has_meaning(&shape.name));
    let shapes = shapes.filter(|shape| is_seen(shape)).map(of_shape);
    let cages = drawing.cages.iter().filter(|cage| !cage.is_hidden && !claims.has_meaning(&cage.name));
    strokes.chain(shapes).chain(cages.flat_map(|cage| of_cage(drawing, cage))).collect()
}

/// Returns the sides of a cage, each just inside its cell, and the text of the cage.
fn of_cage(drawing: &Drawing, cage: &Cage) -> Vec<Sketch> {
    const INSET: f64 = 0.42;
    let mut sketches = Vec::new();
    for &cell in &cage.cells {
        let (middle, (row, column)) = (drawing.middle(cell), drawing.place(cell));
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let next = drawing.cell((row + down, column + right));
            if next.is_some_and(|next| cage.cells.contains(&next)) {
                continue;
            }
            let (down, right) = (f64::from(down), f64::from(right));
            let end = |along: f64| {
                let (across, along) = (INSET, INSET * along);
                Point::new(
                    middle.row + down * across + right * along,
                    middle.column + right * across + down * along,
                )
            };
            sketches.push(Sketch {
                points: vec![place(end(-1.0)), place(end(1.0))],
                size: (20, 20),
                border: Some("#000000FF".into()),
                ..Sketch::default()
            });
        }
    }
    if let Some(&first) = cage.cells.iter().min().filter(|_| !cage.value.is_empty()) {
        let middle = drawing.middle(first);
        sketches.push(Sketch {
            points: vec![place(Point::new(middle.row - 0.3, middle.column - 0.3))],
            text: cage.value.clone(),
            is_over: true,
            ..Sketch::default()
        });
    }
    sketches
}

/// Whether a shape can be seen on white paper.
fn is_seen(shape: &Shape) -> bool {
    let inks = [shape.fill, shape.border].into_iter().flatten();
    !shape.text.is_empty() || inks.filter(|ink| ink.is_visible()).any(|ink| !ink.is_white())
}

fn thousandths(cells: f64) -> i32 {
    (cells * 1000.0).round() as i32
}

fn place(point: Point) -> (i32, i32) {
    (thousandths(point.row), thousandths(point.column))
}

fn ink(colour: Option<Colour>) -> Option<String> {
    colour.filter(|colour| colour.is_visible()).map(|colour| {
        let Colour { red, green, blue, alpha } = colour;
        format!("#{red:02X}{green:02X}{blue:02X}{alpha:02X}")
    })
}

fn of_stroke(stroke: &Stroke) -> Sketch {
    let width = thousandths(stroke.thickness / 64.0);
    Sketch {
        points: stroke.points.iter().copied().map(place).collect(),
        size: (width, width),
        is_pointed: stroke.is_arrow,
        border: ink(Some(stroke.colour)),
        ..Sketch::default()
    }
}

fn of_shape(shape: &Shape) -> Sketch {
    Sketch {
        points: vec![place(shape.middle)],
        size: (thousandths(shape.height), thousandths(shape.width)),
        is_round: shape.is_round,
        fill: ink(shape.fill),
        border: ink(shape.border),
        text: shape.text.clone(),
        is_over: shape.is_over,
        ..Sketch::default()
    }
}
