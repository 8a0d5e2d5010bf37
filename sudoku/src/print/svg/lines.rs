//! Lines through cells with shapes at their ends, and capsules.

use sheet::{Look, Path, Pen, Point, at};

use super::layout::CellLayout;
use super::palette::{THIN, WIDE};
use crate::rules::mark::{LineEnd, Mark, Paint, Weight};

/// The radius of a ring, a pill or a round shape.
pub(super) const RING: f64 = 0.38;
const BULB: f64 = 0.36;
pub(super) const DIAMOND: f64 = 0.43;
/// The width of a border.
const BORDER: f64 = 0.045;
/// The length of an arrow beyond the centre of its last cell, so that the digit does not hide the head.
const BEYOND: f64 = 0.18;

/// Draws lines and pills, `strength` times as opaque as usual. Marks of one paint and weight share a translucent layer, so that crossings are not darker.
pub(super) fn draw(pen: &mut Pen, layout: &CellLayout, marks: &[Mark], strength: f64) {
    let mut layers: Vec<(Paint, bool)> = Vec::new();
    for layer in marks.iter().filter_map(layer) {
        if !layers.contains(&layer) {
            layers.push(layer);
        }
    }
    // Thin lines are drawn above wide ones.
    layers.sort_by_key(|&(_, thin)| thin);
    for (paint, thin) in layers {
        let opacity = (if thin { THIN } else { WIDE } * strength).min(1.0);
        pen.group(&Look::inherited().opacity(opacity), |pen| {
            for mark in marks.iter().filter(|mark| layer(mark) == Some((paint, thin))) {
                draw_one(pen, layout, mark);
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

fn draw_one(pen: &mut Pen, layout: &CellLayout, mark: &Mark) {
    match mark {
        Mark::Line { cells, paint, weight, start, end } => {
            let stroke = Stroke { paint: *paint, width: width(*weight) };
            stroke.line(pen, centres(layout, cells), *start, *end);
        }
        Mark::Pill { cells, paint } => {
            let path = capsule(&centres(layout, cells), RING);
            pen.path(&path, &Look::stroked(paint.color(), BORDER));
        }
        Mark::Diagonal { rising } => {
            let (rows, reach) = (layout.rows as f64, layout.rows.min(layout.columns) as f64);
            let (from, to) = if *rising {
                (at(0.0, rows), at(reach, rows - reach))
            } else {
                (at(0.0, 0.0), at(reach, reach))
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

/// The centres of cells. Consecutive repetitions of a cell count once.
fn centres(layout: &CellLayout, cells: &[u16]) -> Vec<Point> {
    let mut cells = cells.to_vec();
    cells.dedup();
    cells.iter().map(|&cell| layout.centre(cell)).collect()
}

struct Stroke {
    paint: Paint,
    width: f64,
}

impl Stroke {
    fn line(&self, pen: &mut Pen, mut points: Vec<Point>, start: LineEnd, end: LineEnd) {
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
        let count = points.len();
        // A line through a single cell has no direction, so any will do.
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

    /// The length by which a shape shortens the line at its end, so that the round end of the stroke just touches the
    /// shape.
    fn shortened(&self, end: LineEnd, outward: Point) -> f64 {
        let round = self.width / 2.0;
        match end {
            LineEnd::Ring | LineEnd::Short => RING + round,
            LineEnd::Diamond => DIAMOND / (outward.x.abs() + outward.y.abs()) + round / 2.0,
            LineEnd::Arrowhead => -BEYOND,
            LineEnd::Plain | LineEnd::Bulb | LineEnd::Dot => 0.0,
        }
    }

    /// Draws the shape at an end, where `outward` is the direction out of the line.
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

/// The outline of a stroke of width `2 * radius` with round ends: along one side and back along the other.
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
    // The path runs to the last point and back, with half turns at both ends.
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
            // At a turn to the left the outline is on the inner side: its two segments meet before the corner.
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
