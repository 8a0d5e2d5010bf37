//! Contents of cells other than digits: colours, shapes, cages, small signs.

use std::collections::BTreeMap;

use sheet::{
    Look, Path, Pen, Point, at,
    words::{self, centred},
};

use super::layout::{CellLayout, step};
use super::lines::{DIAMOND, RING, diamond};
use super::outline::{inset, outline};
use super::palette::{GRID, INK, SHADE, THIN};
use crate::rules::mark::{Mark, Outline, Paint, Weight};

/// The distance of a cage from the border of its cells.
const INSET: f64 = 0.08;
/// The size of letters in corners.
const SMALL: f64 = 0.24;

/// Draws the colours of whole cells, and the shapes above them.
pub(super) fn draw_shades(pen: &mut Pen, layout: &CellLayout, marks: &[Mark]) {
    for mark in marks {
        if let Mark::Shade { cells, paint } = mark {
            let mut path = Path::default();
            for corners in outline(cells, layout.columns) {
                path.add(&inset(&corners, 0.0));
                path.close();
            }
            pen.path(&path, &Look::filled(paint.color()).opacity(SHADE));
        }
    }
    for mark in marks {
        if let &Mark::Shape { cell, shape, paint, filled } = mark {
            let look = match (filled, paint) {
                (true, Paint::White) => Look::filled(paint.color()).border(GRID, 0.02),
                (true, _) => Look::filled(paint.color()).opacity(SHADE * 1.4),
                (false, _) => Look::stroked(paint.color(), 0.045).opacity(THIN),
            };
            draw_shape(pen, layout.centre(cell), shape, &look);
        }
    }
}

fn draw_shape(pen: &mut Pen, centre: Point, shape: Outline, look: &Look) {
    match shape {
        Outline::Circle => pen.circle(centre, RING, look),
        Outline::Diamond => pen.path(&diamond(centre, DIAMOND), look),
        Outline::Square => {
            let half = 0.35;
            let corners = [at(-half, -half), at(half, -half), at(half, half), at(-half, half)];
            pen.path(&Path::around(&corners.map(|corner| centre + corner)), look);
        }
    }
}

/// Draws the borders of cages, dotted unless they are thick, and their labels.
pub(super) fn draw_cages(pen: &mut Pen, layout: &CellLayout, marks: &[Mark], weight: Weight) {
    let mut labels = Vec::new();
    let border = match weight {
        Weight::Thin => Look::stroked(GRID, 0.02).dashed(0.065, 0.05),
        Weight::Normal => Look::stroked(INK, 0.022).dashed(0.065, 0.05),
        Weight::Thick => Look::stroked(INK, 0.045),
    };
    pen.group(&border, |pen| {
        for mark in marks {
            if let Mark::Cage { cells, label } = mark {
                labels.extend(draw_cage(pen, layout, cells, label));
            }
        }
    });
    pen.group(&Look::filled(INK).left_aligned(), |pen| {
        for Label { place, size, text } in labels {
            pen.text(place, text, &Look::inherited().size(size));
        }
    });
}

/// A text, and where its line begins.
struct Label<'a> {
    place: Point,
    size: f64,
    text: &'a str,
}

/// Draws the border of a cage with a gap for its label, and returns the label.
fn draw_cage<'a>(pen: &mut Pen, layout: &CellLayout, cells: &[u16], text: &'a str) -> Option<Label<'a>> {
    let mut label = None;
    for (index, corners) in outline(cells, layout.columns).iter().enumerate() {
        let mut points = inset(corners, INSET);
        let path = if index == 0 && !text.is_empty() {
            let corner = points[0];
            let size = words::fitting(text, SMALL * 1.1, 0.74);
            let place = corner + at(-0.02, size * 0.68);
            points[0] = at(place.x + words::width(text) * size + 0.02, corner.y);
            points.push(at(corner.x, place.y + 0.05));
            label = Some(Label { place, size, text });
            Path::through(&points)
        } else {
            Path::around(&points)
        };
        pen.path(&path, &Look::inherited());
    }
    for [from, to] in bridges(layout, cells) {
        let (from, to) = (layout.centre(from), layout.centre(to));
        let way = to - from;
        // From border to border.
        let inner = way * ((0.5 - INSET) / way.x.abs().max(way.y.abs()));
        pen.path(&Path::through(&[from + inner, to - inner]), &Look::inherited());
    }
    label
}

/// Returns the pairs of cells whose links connect the separate parts of a cage, as short as possible (Prim's minimum
/// spanning tree).
fn bridges(layout: &CellLayout, cells: &[u16]) -> Vec<[u16; 2]> {
    let length = |from: u16, to: u16| (layout.centre(from) - layout.centre(to)).length();
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    let Some((&first, rest)) = cells.split_first() else { return Vec::new() };
    // The cells that are not connected yet, each with the nearest connected cell.
    let mut rest: Vec<(u16, u16)> = rest.iter().map(|&cell| (cell, first)).collect();
    let mut bridges = Vec::new();
    let distance = |&(cell, from): &(u16, u16)| length(cell, from);
    let nearer = |one: &(usize, &(u16, u16)), other: &(usize, &(u16, u16))| {
        distance(one.1).total_cmp(&distance(other.1))
    };
    while let Some((index, _)) = rest.iter().enumerate().min_by(nearer) {
        let (next, from) = rest.swap_remove(index);
        if !layout.adjacent(next, from) {
            bridges.push([from, next]);
        }
        for (cell, from) in &mut rest {
            if length(*cell, next) < length(*cell, *from) {
                *from = next;
            }
        }
    }
    bridges
}

/// Draws tags and chevrons.
pub(super) fn draw_signs(pen: &mut Pen, layout: &CellLayout, marks: &[Mark]) {
    pen.group(&Look::stroked(INK, 0.036).round(), |pen| {
        for mark in marks {
            if let Mark::Chevrons { cell, directions, outward } = mark {
                for &direction in directions {
                    draw_chevron(pen, layout.centre(*cell), step(direction), *outward);
                }
            }
        }
    });
    pen.group(&Look::filled(INK), |pen| {
        let mut tags: BTreeMap<u16, usize> = BTreeMap::new();
        for mark in marks {
            if let Mark::Tag { cell, text } = mark {
                let earlier = tags.entry(*cell).or_default();
                draw_tag(pen, layout.centre(*cell), *earlier, text);
                *earlier += 1;
            }
        }
    });
}

fn draw_chevron(pen: &mut Pen, centre: Point, side: Point, outward: bool) {
    let (middle, along) = (centre + side * 0.4, if outward { side } else { -side });
    let (back, wing) = (middle - along * 0.045, along.right() * 0.13);
    pen.path(&Path::through(&[back + wing, middle + along * 0.055, back - wing]), &Look::inherited());
}

/// Draws a tag. The first tag of a cell is in its upper right corner, and further ones follow clockwise.
fn draw_tag(pen: &mut Pen, centre: Point, earlier: usize, text: &str) {
    const CORNERS: [Point; 4] = [at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0), at(-1.0, -1.0)];
    let corner = CORNERS[earlier % CORNERS.len()];
    let size = words::fitting(text, SMALL, 0.6);
    let look =
        if corner.x > 0.0 { Look::inherited().right_aligned() } else { Look::inherited().left_aligned() };
    centred(pen, centre + at(corner.x * 0.44, corner.y * 0.36), size, text, &look);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn bridges_join_the_parts_of_a_cage() {
        let grid = Grid::square(9).expect("a usual grid");
        let layout = CellLayout::of(&grid);
        assert_eq!(bridges(&layout, &[0, 1, 9]), [[0; 2]; 0]);
        assert_eq!(bridges(&layout, &[0, 1, 9, 10, 4]), [[1, 4]]);
        assert_eq!(bridges(&layout, &[0, 10, 80, 79]), [[0, 10], [10, 79]]);
    }
}
