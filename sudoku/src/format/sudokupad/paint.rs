//! Drawings of clues, as SudokuPad's converter draws them.

use serde_json::{Map, Value, json};

use crate::grid::Grid;
use crate::rules::Clue;

/// Lines by rule: colour and width.
const LINES: [(&str, &str, f64); 10] = [
    ("palindrome", "#CFCFCF", 16.0),
    ("renban", "#F067F0", 8.0),
    ("whisper", "#67F067", 6.0),
    ("dutch-whisper", "#FF9A00", 6.0),
    ("entropic", "#FFCCAA", 5.0),
    ("modular", "#33BBBB", 5.0),
    ("region-sum", "#2ECBFF", 5.0),
    ("nabner", "#C9C883", 8.0),
    ("zipper", "#CDB1EC", 5.0),
    ("double-arrow", "#C54B8B", 5.0),
];

/// Texts on edges by rule.
const LETTERS: [(&str, &str); 2] = [("x", "X"), ("v", "V")];

/// Signs beside numbers outside the grid by rule; none for sandwich sums.
const OUTSIDE: [(&str, &str); 3] = [("sandwich", ""), ("x-sum", "◯"), ("skyscraper", "▯")];

/// Styles of cages by rule.
const INDEXERS: [(&str, &str); 3] =
    [("row-index", "fpRowIndexer"), ("column-index", "fpColumnIndexer"), ("box-index", "fpBoxIndexer")];

/// Flags by rule. The first two are in the metadata, the others in the list of global ones.
const FLAGS: [(&str, &str); 4] = [
    ("anti-knight", "antiknight"),
    ("anti-king", "antiking"),
    ("nonconsecutive", "nonconsecutive"),
    ("disjoint", "disjoint"),
];

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

/// Returns the point at a part of the way from one point to another, in cells along the longer side.
fn toward(from: Spot, to: Spot, length: f64) -> Spot {
    let step = [to[0] - from[0], to[1] - from[1]];
    let reach = step[0].abs().max(step[1].abs()).max(1e-9);
    [from[0] + step[0] / reach * length, from[1] + step[1] / reach * length]
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
        "backgroundColor": fill, "borderColor": border, "text": text, "color": "#000000",
    })
}

fn text(middle: Spot, text: &str) -> Value {
    json!({ "center": middle, "width": 0.25, "height": 0.25, "text": text, "color": "#000000", "fontSize": 24 })
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

    /// Draws a clue, if there is a drawing for its rule.
    pub fn clue(&mut self, clue: &Clue) {
        let name = clue.kind.name;
        let spots = self.middles(clue.cells());
        let number = clue.first_number().map_or(String::new(), |number| number.to_string());
        let side = self.grid.rows() as f64;
        if let Some((_, flag)) = FLAGS.iter().find(|(known, _)| *known == name) {
            match flag.starts_with("antik") {
                true => drop(self.flags.insert((*flag).into(), true.into())),
                false => self.global.push((*flag).into()),
            }
        } else if let Some(&(_, colour, thickness)) = LINES.iter().find(|(known, ..)| *known == name) {
            self.lines.push(line(&spots, colour, thickness));
            if name == "double-arrow" {
                self.rings(&spots, colour);
            }
        } else if let Some((_, letter)) = LETTERS.iter().find(|(known, _)| *known == name) {
            self.overlays.push(text(mean(&spots), letter));
        } else if let Some((_, sign)) = OUTSIDE.iter().find(|(known, _)| *known == name) {
            self.outside(&spots, &number, sign);
        } else if let Some((_, style)) = INDEXERS.iter().find(|(known, _)| *known == name) {
            self.cage(clue, json!({ "style": style }));
        } else {
            self.shape(clue, &spots, &number, side);
        }
    }

    fn shape(&mut self, clue: &Clue, spots: &[Spot], number: &str, side: f64) {
        const GRAY: &str = "#CFCFCF";
        let (white, black) = ("#FFFFFF", "#000000");
        match clue.kind.name {
            "thermo" | "slow-thermo" => {
                let bulb = shape(spots[0], (0.85, 0.85), GRAY, GRAY, true, "");
                let is_slow = clue.kind.name == "slow-thermo";
                if is_slow {
                    self.overlays.push(bulb)
                } else {
                    self.underlays.push(bulb)
                }
                self.lines.push(line(spots, GRAY, 21.0));
            }
            "between" if spots.len() > 1 => {
                let last = spots.len() - 1;
                let mut points = spots.to_vec();
                points[0] = toward(spots[0], spots[1], 0.4);
                points[last] = toward(spots[last], spots[last - 1], 0.4);
                self.rings(spots, GRAY);
                self.lines.push(line(&points, GRAY, 2.0));
            }
            "arrow" => self.arrow(clue),
            "killer" => {
                let sum = clue.first_number();
                let more = sum.map_or(
                    json!({ "unique": true }),
                    |sum| json!({ "unique": true, "value": sum, "sum": sum }),
                );
                self.cage(clue, more);
            }
            "extra-region" => self.cage(clue, json!({ "unique": true, "style": "extraregion" })),
            "white" => self.overlays.push(shape(mean(spots), (0.3, 0.3), white, black, true, number)),
            "black" => self.overlays.push(shape(mean(spots), (0.3, 0.3), black, black, true, number)),
            "greater" => self.greater(spots),
            "quadruple" => {
                let digits: Vec<String> = clue.numbers().map(|number| number.to_string()).collect();
                self.overlays.push(shape(mean(spots), (0.7, 0.7), white, black, true, &digits.join(" ")));
            }
            "odd" | "even" => {
                let is_round = clue.kind.name == "odd";
                self.underlays
                    .extend(spots.iter().map(|&spot| shape(spot, (0.7, 0.7), GRAY, GRAY, is_round, "")));
            }
            "clone" => {
                for list in &clue.lists {
                    let spots = self.middles(list);
                    self.underlays
                        .extend(spots.iter().map(|&spot| shape(spot, (1.0, 1.0), GRAY, GRAY, false, "")));
                }
            }
            "minimum" | "maximum" => self.extremes(clue),
            "diagonal+" => self.lines.push(line(&[[side, 0.0], [0.0, side]], "#34BBE6", 2.0)),
            "diagonal-" => self.lines.push(line(&[[0.0, 0.0], [side, side]], "#34BBE6", 2.0)),
            "diagonals" => {
                self.lines.push(line(&[[side, 0.0], [0.0, side]], "#34BBE6", 2.0));
                self.lines.push(line(&[[0.0, 0.0], [side, side]], "#34BBE6", 2.0));
            }
            "little-killer" if spots.len() > 1 => {
                let stand = toward(spots[0], spots[1], -1.0);
                let points = [toward(stand, spots[0], 0.3), toward(stand, spots[0], 0.48)];
                self.arrows
                    .push(json!({ "wayPoints": points, "color": black, "thickness": 2, "headLength": 0.3 }));
                self.overlays.push(text(stand, number));
            }
            "all-given" => {
                let words = [("white", "antidifference"), ("black", "antiratio"), ("xv", "antixv")];
                self.global
                    .extend(words.iter().filter(|(word, _)| clue.says(word)).map(|(_, flag)| (*flag).into()));
            }
            // The writer reports the rules that are not read back.
            _ => {}
        }
    }

    fn cage(&mut self, clue: &Clue, mut more: Value) {
        let columns = self.grid.columns();
        let place = |&cell: &u16| json!([usize::from(cell) / columns, usize::from(cell) % columns]);
        more["cells"] = clue.cells().iter().map(place).collect();
        self.cages.push(more);
    }

    fn rings(&mut self, spots: &[Spot], colour: &str) {
        let ends = [spots.first(), spots.last()];
        self.overlays.extend(
            ends.into_iter().flatten().map(|&end| shape(end, (0.8, 0.8), "#FFFFFF", colour, true, "")),
        );
    }

    fn arrow(&mut self, clue: &Clue) {
        let [bulb, shaft] = &clue.lists[..] else { return };
        let (bulb, shaft) = (self.middles(bulb), self.middles(shaft));
        let Some(&first) = shaft.first() else { return };
        let far = |spot: &Spot| ((spot[0] - first[0]).abs().max((spot[1] - first[1]).abs()) * 2.0) as i64;
        let Some(&from) = bulb.iter().min_by_key(|spot| far(spot)) else { return };
        let extent = |axis: usize| {
            let along = |spot: &Spot| (spot[axis] * 2.0) as i64;
            let (low, high) = (bulb.iter().map(along).min(), bulb.iter().map(along).max());
            (high.unwrap_or(0) - low.unwrap_or(0)) as f64 / 2.0 + 0.83
        };
        self.overlays.push(shape(mean(&bulb), (extent(0), extent(1)), "#FFFFFF", "#A1A1A1", true, ""));
        let points: Vec<Spot> = std::iter::once(toward(from, first, 0.4)).chain(shaft).collect();
        self.arrows
            .push(json!({ "wayPoints": points, "color": "#A1A1A1", "thickness": 5, "headLength": 0.3 }));
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
    fn extremes(&mut self, clue: &Clue) {
        let (tip, end) = if clue.kind.name == "minimum" { (0.39, 0.44) } else { (0.44, 0.39) };
        for &cell in clue.cells() {
            let [row, column] = self.middle(cell);
            self.underlays.push(shape([row, column], (1.0, 1.0), "#CCC", "#FFFFFF00", false, ""));
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let next = self.grid.step(cell, (down, right));
                if next.is_none_or(|next| clue.cells().contains(&next)) {
                    continue;
                }
                let (down, right) = (f64::from(down), f64::from(right));
                let point = |out: f64, aside: f64| {
                    [row + down * out + right * aside, column + right * out + down * aside]
                };
                self.lines.push(line(&[point(end, -0.1), point(tip, 0.0), point(end, 0.1)], "#000000", 1.0));
            }
        }
    }
}
