//! Drawings of clues, as SudokuPad's converter draws them.

use serde_json::{Map, Value, json};

use crate::grid::Grid;
use crate::rules::{Clue, Drawing};

const WHITE: &str = "#FFFFFF";
const BLACK: &str = "#000000";
const GRAY: &str = "#CFCFCF";
const ARROW: &str = "#A1A1A1";
const DIAGONAL: &str = "#34BBE6";
const ANGLE: &str = "#CCC";
const CLEAR: &str = "#FFFFFF00";

/// The parts of a document.
pub(super) struct Page<'a> {
    grid: &'a Grid,
    pub cages: Vec<Value>,
    pub lines: Vec<Value>,
    pub arrows: Vec<Value>,
    pub underlays: Vec<Value>,
    pub overlays: Vec<Value>,
    pub global: Vec<Value>,
    pub flags: Map<String, Value>,
}

/// Row and column.
type Spot = [f64; 2];

/// Returns the point on the way from one point to another after `length` cells along the axis of the longer way; before
/// the first point if that is negative.
fn toward(from: Spot, to: Spot, length: f64) -> Spot {
    let step = [to[0] - from[0], to[1] - from[1]];
    let reach = step[0].abs().max(step[1].abs()).max(1e-9);
    [from[0] + step[0] / reach * length, from[1] + step[1] / reach * length]
}

/// Returns cells as pairs of row and column.
pub(super) fn places(grid: &Grid, cells: &[u16]) -> Value {
    let place = |&cell: &u16| json!([usize::from(cell) / grid.columns(), usize::from(cell) % grid.columns()]);
    cells.iter().map(place).collect()
}

fn mean(spots: &[Spot]) -> Spot {
    let count = spots.len().max(1) as f64;
    [0, 1].map(|axis| spots.iter().map(|spot| spot[axis]).sum::<f64>() / count)
}

fn shape(
    middle: Spot,
    (height, width): (f64, f64),
    fill: &str,
    border: &str,
    is_round: bool,
    text: &str,
) -> Value {
    json!({
        "center": middle, "width": width, "height": height, "rounded": is_round,
        "backgroundColor": fill, "borderColor": border, "text": text, "color": BLACK,
    })
}

fn text(middle: Spot, text: &str) -> Value {
    json!({ "center": middle, "width": 0.25, "height": 0.25, "text": text, "color": BLACK, "fontSize": 24 })
}

fn line(points: &[Spot], colour: &str, thickness: f64) -> Value {
    json!({ "wayPoints": points, "color": colour, "thickness": thickness })
}

impl<'a> Page<'a> {
    pub fn new(grid: &'a Grid) -> Page<'a> {
        Page {
            grid,
            cages: Vec::new(),
            lines: Vec::new(),
            arrows: Vec::new(),
            underlays: Vec::new(),
            overlays: Vec::new(),
            global: Vec::new(),
            flags: Map::new(),
        }
    }

    fn middle(&self, cell: u16) -> Spot {
        let (cell, columns) = (usize::from(cell), self.grid.columns());
        [(cell / columns) as f64 + 0.5, (cell % columns) as f64 + 0.5]
    }

    fn middles(&self, cells: &[u16]) -> Vec<Spot> {
        cells.iter().map(|&cell| self.middle(cell)).collect()
    }

    /// Draws a clue as its rule says.
    pub fn clue(&mut self, clue: &Clue) {
        let spots = self.middles(clue.cells());
        let number = clue.first_number().map_or(String::new(), |number| number.to_string());
        match clue.kind.drawing {
            // The writer reports the rules that are not read back.
            Drawing::None | Drawing::Said { .. } => {}
            Drawing::Flag(flag) => drop(self.flags.insert(flag.into(), true.into())),
            Drawing::Global(flag) => self.global.push(flag.into()),
            Drawing::Globals(flags) => {
                let said = flags.iter().filter(|(word, _)| clue.has_word(word));
                self.global.extend(said.map(|&(_, flag)| flag.into()));
            }
            Drawing::Line(colour, width) => self.lines.push(line(&spots, colour, width)),
            Drawing::Ringed(colour, width) => {
                self.lines.push(line(&spots, colour, width));
                self.rings(&spots, colour);
            }
            Drawing::Between => self.between(&spots),
            Drawing::Thermo { is_over } => {
                let bulbs = if is_over { &mut self.overlays } else { &mut self.underlays };
                bulbs.extend(spots.first().map(|&bulb| shape(bulb, (0.85, 0.85), GRAY, GRAY, true, "")));
                self.lines.push(line(&spots, GRAY, 21.0));
            }
            Drawing::Arrow => self.arrow(clue),
            Drawing::Diagonals(directions) => self.diagonals(directions),
            Drawing::Cage => {
                let sum = clue.first_number();
                let with = |sum| json!({ "unique": true, "value": sum, "sum": sum });
                self.cage(clue, sum.map_or(json!({ "unique": true }), with));
            }
            Drawing::Region => self.cage(clue, json!({ "unique": true, "style": "extraregion" })),
            Drawing::Style(style) => self.cage(clue, json!({ "style": style })),
            Drawing::Letter(letter) => self.overlays.push(text(mean(&spots), letter)),
            Drawing::Dot(fill) => {
                self.overlays.push(shape(mean(&spots), (0.3, 0.3), fill, BLACK, true, &number));
            }
            Drawing::Greater => self.greater(&spots),
            Drawing::Corner => {
                let digits: Vec<String> = clue.numbers().map(|number| number.to_string()).collect();
                self.overlays.push(shape(mean(&spots), (0.7, 0.7), WHITE, BLACK, true, &digits.join(" ")));
            }
            Drawing::Marks { are_round } => self.gray(&spots, 0.7, are_round),
            Drawing::Tiles => clue.lists.iter().for_each(|list| self.gray(&self.middles(list), 1.0, false)),
            Drawing::Angles { point_inward } => self.angles(clue, point_inward),
            Drawing::Outside(sign) => self.outside(&spots, &number, sign),
            Drawing::Diagonal => self.diagonal(&spots, &number),
        }
    }

    fn gray(&mut self, spots: &[Spot], size: f64, are_round: bool) {
        let mark = |&spot: &Spot| shape(spot, (size, size), GRAY, GRAY, are_round, "");
        self.underlays.extend(spots.iter().map(mark));
    }

    fn between(&mut self, spots: &[Spot]) {
        let [first, second, ..] = *spots else { return };
        let [.., before, last] = *spots else { return };
        let mut points = spots.to_vec();
        points[0] = toward(first, second, 0.4);
        points[spots.len() - 1] = toward(last, before, 0.4);
        self.rings(spots, GRAY);
        self.lines.push(line(&points, GRAY, 2.0));
    }

    fn diagonals(&mut self, directions: &[bool]) {
        let side = self.grid.rows() as f64;
        for &rises in directions {
            let from = if rises { [side, 0.0] } else { [0.0, 0.0] };
            self.lines.push(line(&[from, [side - from[0], side]], DIAGONAL, 2.0));
        }
    }

    /// Draws the number and the arrow of a diagonal.
    fn diagonal(&mut self, spots: &[Spot], number: &str) {
        let [first, second, ..] = *spots else { return };
        let stand = toward(first, second, -1.0);
        let points = [toward(stand, first, 0.3), toward(stand, first, 0.48)];
        self.arrows.push(json!({ "wayPoints": points, "color": BLACK, "thickness": 2, "headLength": 0.3 }));
        self.overlays.push(text(stand, number));
    }

    fn cage(&mut self, clue: &Clue, mut more: Value) {
        more["cells"] = places(self.grid, clue.cells());
        self.cages.push(more);
    }

    fn rings(&mut self, spots: &[Spot], colour: &str) {
        let ends = [spots.first(), spots.last()];
        self.overlays
            .extend(ends.into_iter().flatten().map(|&end| shape(end, (0.8, 0.8), WHITE, colour, true, "")));
    }

    fn arrow(&mut self, clue: &Clue) {
        let [bulb, shaft] = &clue.lists[..] else { return };
        let (bulb, shaft) = (self.middles(bulb), self.middles(shaft));
        let Some(&first) = shaft.first() else { return };
        let far = |spot: &Spot| (spot[0] - first[0]).abs().max((spot[1] - first[1]).abs());
        let Some(&from) = bulb.iter().min_by(|one, other| far(one).total_cmp(&far(other))) else { return };
        let extent = |axis: usize| {
            let along = || bulb.iter().map(|spot| spot[axis]);
            along().fold(from[axis], f64::max) - along().fold(from[axis], f64::min) + 0.83
        };
        self.overlays.push(shape(mean(&bulb), (extent(0), extent(1)), WHITE, ARROW, true, ""));
        let points: Vec<Spot> = std::iter::once(toward(from, first, 0.4)).chain(shaft).collect();
        self.arrows.push(json!({ "wayPoints": points, "color": ARROW, "thickness": 5, "headLength": 0.3 }));
    }

    /// Draws a sign that points to the second cell.
    fn greater(&mut self, spots: &[Spot]) {
        let [large, small] = spots else { return };
        let sign = match (small[0] - large[0], small[1] - large[1]) {
            (_, right) if right > 0.0 => ">",
            (_, right) if right < 0.0 => "<",
            (down, _) if down > 0.0 => "v",
            _ => "^",
        };
        self.overlays.push(text(mean(spots), sign));
    }

    fn outside(&mut self, spots: &[Spot], number: &str, sign: &str) {
        let [first, second, ..] = spots else { return };
        let stand = toward(*first, *second, -1.0);
        if !sign.is_empty() {
            self.overlays.push(text(stand, sign));
        }
        self.overlays.push(text(stand, number));
    }

    /// Draws angles at the sides to neighbours without the same mark.
    fn angles(&mut self, clue: &Clue, point_inward: bool) {
        let (tip, end) = if point_inward { (0.39, 0.44) } else { (0.44, 0.39) };
        for &cell in clue.cells() {
            let [row, column] = self.middle(cell);
            self.underlays.push(shape([row, column], (1.0, 1.0), ANGLE, CLEAR, false, ""));
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let next = self.grid.step(cell, (down, right));
                if next.is_none_or(|next| clue.cells().contains(&next)) {
                    continue;
                }
                let (down, right) = (f64::from(down), f64::from(right));
                let point = |out: f64, aside: f64| {
                    [row + down * out + right * aside, column + right * out + down * aside]
                };
                self.lines.push(line(&[point(end, -0.1), point(tip, 0.0), point(end, 0.1)], BLACK, 1.0));
            }
        }
    }
}
