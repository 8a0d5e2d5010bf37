//! Shapes and lines of a document whose meaning is unknown, drawn as the document places them.

use sheet::{Look, Path, Pen, Point, at};

use super::Bounds;
use crate::about::Sketch;

/// The size of letters, in cells. Sketches do not specify it.
const LETTERS: f64 = 0.3;

/// Draws the sketches that lie under the digits, or those that lie over them.
pub(super) fn draw(pen: &mut Pen, sketches: &[Sketch], is_over: bool, bounds: &mut Bounds) {
    for sketch in sketches.iter().filter(|sketch| sketch.is_over == is_over) {
        let points: Vec<Point> =
            sketch.points.iter().map(|&(row, column)| at(cells(column), cells(row))).collect();
        points.iter().for_each(|&point| bounds.include(point));
        match points[..] {
            [middle] => draw_shape(pen, sketch, middle, bounds),
            _ => draw_line(pen, sketch, &points),
        }
    }
}

/// Converts thousandths of a cell to cells.
fn cells(thousandths: i32) -> f64 {
    f64::from(thousandths) / 1000.0
}

fn draw_line(pen: &mut Pen, sketch: &Sketch, points: &[Point]) {
    let Some(colour) = &sketch.border else { return };
    let look = Look::stroked(colour, cells(sketch.size.0)).round();
    pen.path(&Path::through(points), &look);
    let [.., before, tip] = points[..] else { return };
    if let Some(along) = (tip - before).unit().filter(|_| sketch.is_pointed) {
        let head = [tip - along * 0.2 + along.right() * 0.12, tip, tip - along * 0.2 - along.right() * 0.12];
        pen.path(&Path::through(&head), &look);
    }
}

fn draw_shape(pen: &mut Pen, sketch: &Sketch, middle: Point, bounds: &mut Bounds) {
    let half = at(cells(sketch.size.1) / 2.0, cells(sketch.size.0) / 2.0);
    bounds.include(middle - half);
    bounds.include(middle + half);
    let look = Look::filled(sketch.fill.as_deref().unwrap_or("none"));
    let look = match &sketch.border {
        Some(colour) => look.border(colour, 0.03),
        None => look,
    };
    let is_visible = sketch.fill.is_some() || sketch.border.is_some();
    if is_visible && half.x > 0.0 && half.y > 0.0 {
        pen.path(&outline(middle, half, sketch.is_round), &look);
    }
    pen.text(middle + at(0.0, LETTERS * 0.36), &sketch.text, &Look::filled("#000").size(LETTERS));
}

/// Returns a rectangle; if round, with half circles at its ends.
fn outline(middle: Point, half: Point, is_round: bool) -> Path {
    let radius = half.x.min(half.y);
    if !is_round {
        let corner = |x: f64, y: f64| middle + at(half.x * x, half.y * y);
        return Path::around(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
    }
    let (right, down) = (half.x - radius, half.y - radius);
    let mut path = Path::default();
    path.line(middle + at(-right, -half.y));
    path.line(middle + at(right, -half.y));
    path.arc(radius, middle + at(half.x, -down));
    path.line(middle + at(half.x, down));
    path.arc(radius, middle + at(right, half.y));
    path.line(middle + at(-right, half.y));
    path.arc(radius, middle + at(-half.x, down));
    path.line(middle + at(-half.x, -down));
    path.arc(radius, middle + at(-right, -half.y));
    path.close();
    path
}
