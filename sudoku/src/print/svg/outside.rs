//! Clues outside the grid. Each is beside the first cell of its line, and further clues at the same place are behind
//! it. Where another grid is in the way, a clue is drawn small at the edge of that grid's cell.

use std::collections::BTreeMap;

use sheet::{
    Look, Path, Pen, Point, at,
    words::{self, centred, on_lines},
};

use super::Bounds;
use super::layout::{CellLayout, step};
use super::palette::{INK, PLACE, PLACE_TINT};
use crate::rules::mark::Mark;

const SIZE: f64 = 0.36;
/// The size of clues in cells of another grid, and their distance from the edge.
const SMALL: f64 = 0.2;
const SMALL_GAP: f64 = 0.13;
/// The height of a clue with the space around it, and the greatest width.
const HIGH: f64 = 0.5;
const WIDEST: f64 = 2.0;
/// The space between the grid and the first clues or their arrows.
const GAP: f64 = 0.07;
/// The extent of an arrow along each axis, which is also the space that it takes.
const ARROW: f64 = 0.24;

struct OutsideClue<'a> {
    direction: Point,
    text: &'a str,
    /// Whether a step uses the clue.
    is_strong: bool,
}

impl OutsideClue<'_> {
    fn is_slanted(&self) -> bool {
        self.direction.x != 0.0 && self.direction.y != 0.0
    }
}

/// The clues at a place beside the grid.
struct ClueSpot<'a> {
    centre: Point,
    /// The direction away from the grid, horizontal or vertical.
    outward: Point,
    /// Lanes of diagonal clues, one behind the other. A lane has two clues if two diagonals begin here.
    slanted: Vec<Vec<OutsideClue<'a>>>,
    /// Further lanes, of one clue each.
    straight: Vec<Vec<OutsideClue<'a>>>,
}

/// Draws the clues and extends the bounds to contain them.
pub(super) fn draw(pen: &mut Pen, layout: &CellLayout, marks: &[Mark], strong: &[Mark], bounds: &mut Bounds) {
    let spots = spots(layout, marks, strong);
    let widths = Widths::of(&spots);
    pen.group(&Look::filled(INK), |pen| {
        spots.iter().for_each(|spot| draw_spot(pen, spot, &widths, bounds));
        for mark in marks {
            if let Mark::Outside { cell, direction, text } = mark
                && let (row, column) = place(layout, *cell, *direction)
                && layout.has(row, column)
            {
                let edge = layout.centre(*cell) - step(*direction) * (0.5 + SMALL_GAP);
                on_lines(pen, edge, words::fitting(text, SMALL, 0.5), text, &Look::inherited());
            }
        }
    });
}

/// The row and column of a clue, one step before the first cell of its line.
fn place(layout: &CellLayout, cell: u16, (down, right): (i8, i8)) -> (i32, i32) {
    let (row, column) = layout.place(cell);
    (row - i32::from(down.signum()), column - i32::from(right.signum()))
}

/// The clues, grouped by place.
fn spots<'a>(layout: &CellLayout, marks: &'a [Mark], strong: &[Mark]) -> Vec<ClueSpot<'a>> {
    let mut spots: BTreeMap<(i32, i32), ClueSpot> = BTreeMap::new();
    for mark in marks {
        let Mark::Outside { cell, direction, text } = mark else { continue };
        let place = place(layout, *cell, *direction);
        let direction = step(*direction);
        if layout.has(place.0, place.1) {
            continue;
        }
        let spot = spots.entry(place).or_insert_with(|| ClueSpot {
            centre: layout.centre(*cell) - direction,
            outward: outward(layout, place, direction),
            slanted: Vec::new(),
            straight: Vec::new(),
        });
        spot.add(OutsideClue { direction, text, is_strong: strong.contains(mark) });
    }
    spots.into_values().collect()
}

/// The direction in which clues at a place are stacked: away from the adjacent cell, and vertical at corners.
fn outward(layout: &CellLayout, (row, column): (i32, i32), direction: Point) -> Point {
    let (across, down) = (direction.x as i32, direction.y as i32);
    if direction.y == 0.0 || !layout.has(row + down, column) && layout.has(row, column + across) {
        at(-direction.x, 0.0)
    } else {
        at(0.0, -direction.y)
    }
}

impl<'a> ClueSpot<'a> {
    /// Adds a clue. Two diagonal clues with different directions share a lane.
    fn add(&mut self, clue: OutsideClue<'a>) {
        match self.slanted.as_mut_slice() {
            _ if !clue.is_slanted() => self.straight.push(vec![clue]),
            [first] if first.len() == 1 && first[0].direction != clue.direction => first.push(clue),
            _ => self.slanted.push(vec![clue]),
        }
    }

    /// All lanes, from the grid outwards. Diagonal clues come first, because their arrows must touch the grid.
    fn lanes(&self) -> impl Iterator<Item = &[OutsideClue<'a>]> {
        self.slanted.iter().chain(&self.straight).map(Vec::as_slice)
    }
}

/// The widths of the lanes left and right of the grid, by side and index. The clues of a lane are below each other.
struct Widths(BTreeMap<(bool, usize), f64>);

impl Widths {
    fn of(spots: &[ClueSpot]) -> Widths {
        let mut widths = BTreeMap::new();
        for spot in spots.iter().filter(|spot| spot.outward.x != 0.0) {
            for (number, lane) in spot.lanes().enumerate() {
                let widest = widths.entry((spot.outward.x > 0.0, number)).or_insert(HIGH);
                for clue in lane {
                    let needed = words::width(clue.text) * SIZE + 2.0 * GAP;
                    *widest = f64::max(*widest, needed.min(WIDEST));
                }
            }
        }
        Widths(widths)
    }

    /// The width of a lane; the standard height for lanes without entry, as above and below the grid.
    fn get(&self, outward: Point, number: usize) -> f64 {
        self.0.get(&(outward.x > 0.0, number)).copied().unwrap_or(HIGH)
    }
}

fn draw_spot(pen: &mut Pen, spot: &ClueSpot, widths: &Widths, bounds: &mut Bounds) {
    let outward = spot.outward;
    // The distance from the side of the cell.
    let mut from = GAP;
    for (number, lane) in spot.lanes().enumerate() {
        let wide = widths.get(outward, number);
        let (thick, room) = if outward.x == 0.0 { (HIGH, 0.92) } else { (wide, wide - GAP) };
        let slanted = lane[0].is_slanted();
        if slanted {
            from += ARROW;
        }
        let middle = spot.centre + outward * (from + thick / 2.0 - 0.5);
        for clue in lane {
            let (mut place, mut size, mut room) = (middle, SIZE, room);
            if lane.len() > 1 {
                // Two clues side by side, each on the side towards which its diagonal runs.
                let along = at(outward.y.abs(), outward.x.abs());
                place = place + along * (0.25 * along.dot(clue.direction));
                size = 0.28;
                room = if outward.x == 0.0 { 0.46 } else { room };
            }
            if slanted {
                let tip = spot.centre + clue.direction * (0.5 - GAP);
                draw_arrow(pen, tip + outward * (from - ARROW - GAP), clue.direction);
            }
            let size = words::fitting(clue.text, size, room);
            if clue.is_strong {
                pen.circle(
                    place,
                    (words::width(clue.text) * size / 2.0).max(size * 0.5) + 0.06,
                    &Look::filled(PLACE_TINT).border(PLACE, 0.04),
                );
            }
            centred(pen, place, size, clue.text, &Look::inherited());
        }
        let half = if outward.x == 0.0 { at(0.5, thick / 2.0) } else { at(thick / 2.0, 0.4) };
        bounds.include(middle - half);
        bounds.include(middle + half);
        from += thick;
    }
}

fn draw_arrow(pen: &mut Pen, tip: Point, direction: Point) {
    let look = Look::stroked(INK, 0.028).round();
    pen.path(&Path::through(&[tip - direction * ARROW, tip]), &look);
    let barbs = [tip - at(direction.x * 0.12, 0.0), tip, tip - at(0.0, direction.y * 0.12)];
    pen.path(&Path::through(&barbs), &look);
}
