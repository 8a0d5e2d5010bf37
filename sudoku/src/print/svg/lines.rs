//! Lines through cells with what they have at their ends, and capsules.

use super::super::mark::{LineEnd, Mark, Paint, Weight};
use super::board::Board;
use super::palette::{THIN, WIDE};
use super::pen::{Look, Path, Pen};
use super::point::{Point, at};

/// Half the width of a ring, a pill or a round shape.
pub(super) const RING: f64 = 0.38;
const BULB: f64 = 0.36;
pub(super) const DIAMOND: f64 = 0.43;
/// The width of what has a border only.
const BORDER: f64 = 0.045;
/// How far an arrow goes beyond the centre of its last cell, so that the digit does not hide its head.
const BEYOND: f64 = 0.18;

/// Draws the lines and the pills. Those of one paint are one translucent picture, no darker where they meet.
pub(super) fn draw(pen: &mut Pen, board: &Board, marks: &[Mark]) {
    let mut layers: Vec<(Paint, bool)> = Vec::new();
    for layer in marks.iter().filter_map(layer) {
        if !layers.contains(&layer) {
            layers.push(layer);
        }
    }
    // Thin lines above wide ones.
    layers.sort_by_key(|&(_, thin)| thin);
    for (paint, thin) in layers {
        let opacity = if thin { THIN } else { WIDE };
        pen.group(&Look::inherited().opacity(opacity), |pen| {
            for mark in marks.iter().filter(|mark| layer(mark) == Some((paint, thin))) {
                draw_one(pen, board, mark);
            }
        });
    }
}

/// The paint of a line or a pill, and whether it is thin.
fn layer(mark: &Mark) -> Option<(Paint, bool)> {
    match mark {
        Mark::Line { paint, weight, .. } => Some((*paint, *weight == Weight::Thin)),
        Mark::Pill { paint, .. } => Some((*paint, true)),
        Mark::Diagonal { .. } => Some((Paint::Blue, true)),
        _ => None,
    }
}

fn draw_one(pen: &mut Pen, board: &Board, mark: &Mark) {
    match mark {
        Mark::Line { cells, paint, weight, start, end } => {
            let stroke = Stroke { paint: *paint, width: width(*weight) };
            stroke.line(pen, centres(board, cells), *start, *end);
        }
        Mark::Pill { cells, paint } => {
            let path = capsule(&centres(board, cells), RING);
            pen.path(&path, &Look::stroked(paint.color(), BORDER));
        }
        Mark::Diagonal { rising } => {
            let (rows, reach) = (board.rows as f64, board.rows.min(board.columns) as f64);
            let (from, to) = match rising {
                true => (at(0.0, rows), at(reach, rows - reach)),
                false => (at(0.0, 0.0), at(reach, reach)),
            };
            pen.path(&Path::through(&[from, to]), &Look::stroked(Paint::Blue.color(), width(Weight::Thin)));
        }
        _ => {}
    }
}

fn width(weight: Weight) -> f64 {
    match weight {
        Weight::Thin => BORDER,
        Weight::Normal => 0.16,
        Weight::Thick => 0.3,
    }
}

/// The centres of cells; a cell said twice in turn is one.
fn centres(board: &Board, cells: &[u16]) -> Vec<Point> {
    let mut cells = cells.to_vec();
    cells.dedup();
    cells.iter().map(|&cell| board.centre(cell)).collect()
}

struct Stroke {
    paint: Paint,
    width: f64,
}

impl Stroke {
    fn line(&self, pen: &mut Pen, mut points: Vec<Point>, start: LineEnd, end: LineEnd) {
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
        let count = points.len();
        // Where a line of one cell would go does not matter.
        let away = |from: Point, to: Point| (from - to).unit().unwrap_or(at(1.0, 0.0));
        let outward = [away(first, points[1.min(count - 1)]), away(last, points[count.saturating_sub(2)])];
        points[0] = first - outward[0] * self.shortened(start, outward[0]);
        points[count - 1] = last - outward[1] * self.shortened(end, outward[1]);
        if count > 1 || [start, end] == [LineEnd::Plain; 2] {
            let look = Look::stroked(self.paint.color(), self.width).round();
            pen.path(&Path::through(&points), &look);
        }
        self.end(pen, first, outward[0], start);
        self.end(pen, last, outward[1], end);
    }

    /// How much shorter the line is for what stands at its end, so that its round end only touches that.
    fn shortened(&self, end: LineEnd, outward: Point) -> f64 {
        let round = self.width / 2.0;
        match end {
            LineEnd::Ring | LineEnd::Short => RING + round,
            LineEnd::Diamond => DIAMOND / (outward.x.abs() + outward.y.abs()) + round / 2.0,
            LineEnd::Arrowhead => -BEYOND,
            LineEnd::Plain | LineEnd::Bulb | LineEnd::Dot => 0.0,
        }
    }

    /// What stands at an end, where the line goes out of its last cell in a direction.
    fn end(&self, pen: &mut Pen, centre: Point, outward: Point, end: LineEnd) {
        let color = self.paint.color();
        let border = Look::stroked(color, self.width.min(0.07));
        match end {
            LineEnd::Plain | LineEnd::Short => {}
            LineEnd::Bulb => pen.circle(centre, BULB, &Look::filled(color)),
            LineEnd::Ring => pen.circle(centre, RING, &border),
            LineEnd::Diamond => pen.path(&diamond(centre, DIAMOND), &border),
            LineEnd::Dot => pen.circle(centre, self.width.max(0.1), &Look::filled(color)),
            LineEnd::Arrowhead => {
                let tip = centre + outward * BEYOND;
                let size = 0.13 + self.width * 0.7;
                let back = tip - outward * size;
                let barbs = [back + outward.right() * size, tip, back - outward.right() * size];
                pen.path(&Path::through(&barbs), &Look::stroked(color, self.width).round());
            }
        }
    }
}

/// A square on its tip.
pub(super) fn diamond(centre: Point, half: f64) -> Path {
    let tips = [at(0.0, -half), at(half, 0.0), at(0.0, half), at(-half, 0.0)];
    Path::around(&tips.map(|tip| centre + tip))
}

/// The border of a stroke of twice the radius with round ends: along its left side, back along the other.
fn capsule(points: &[Point], radius: f64) -> Path {
    let Some((&first, rest)) = points.split_first() else { return Path::default() };
    if rest.is_empty() {
        let (left, right) = (first - at(radius, 0.0), first + at(radius, 0.0));
        let mut path = Path::through(&[left]);
        path.arc(radius, right);
        path.arc(radius, left);
        path.close();
        return path;
    }
    // There and back again: a stroke that turns round at both ends.
    let back = points.iter().rev().skip(1);
    let way: Vec<Point> = points.iter().chain(back).copied().collect();
    let sides: Vec<Point> = way.windows(2).filter_map(|pair| (pair[1] - pair[0]).unit()).collect();
    let mut path = Path::default();
    for (index, &side) in sides.iter().enumerate() {
        let next = sides[(index + 1) % sides.len()];
        let corner = way[index + 1];
        let (before, after) = (corner - side.right() * radius, corner - next.right() * radius);
        let turn = side.right().dot(next);
        if turn < -1e-9 {
            // To the left, where the path is: both sides meet before the corner.
            let share = radius / (1.0 + side.dot(next));
            let meeting = corner - (side.right() + next.right()) * share;
            path.line(meeting);
        } else {
            path.line(before);
            if (before - after).length() > 1e-9 {
                path.arc(radius, after);
            }
        }
    }
    path.close();
    path
}
