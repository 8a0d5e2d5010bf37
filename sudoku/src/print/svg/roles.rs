//! The roles of a step's cells, clues and candidates.

use std::collections::BTreeSet;

use sheet::{
    Look, Path, Pen, Point, at,
    words::{self, centred},
};

use super::digits::Places;
use super::layout::CellLayout;
use super::outline::{inset, outline};
use super::palette::{
    CASES, CAUSE, GONE, GONE_TINT, PAPER, PLACE, PLACE_TINT, SECOND_TINT, SET, SET_TINT, TRUTHS,
};
use crate::print::roles::{Area, CellValue, Link, Roles};

/// The radius of the ring around a digit that excludes, and the half side of a cross.
const RING: f64 = 0.38;
const CROSS: f64 = 0.08;
const LARGE_CROSS: f64 = 0.14;
/// The size of a digit that the step places.
const SET_SIZE: f64 = 0.67;
const NUMBERED_SIZE: f64 = 0.54;
const BADGE: f64 = 0.13;
/// Bends of arrows, relative to their length, in the order in which they are tried.
const BENDS: [f64; 9] = [0.0, 0.1, -0.1, 0.18, -0.18, 0.26, -0.26, 0.36, -0.36];

/// Draws the roles of a step in layers, between those of the puzzle.
pub(super) struct Painter<'a> {
    layout: &'a CellLayout,
    roles: &'a Roles,
    places: &'a Places<'a>,
    arrows: Vec<(&'a Link, Arrow)>,
}

/// An arrow from one candidate to another.
#[derive(Clone, Copy)]
struct Arrow {
    from: Point,
    control: Point,
    to: Point,
}

/// A line under digits and candidates.
struct Line {
    curve: Arrow,
    look: Look,
    is_curved: bool,
}

impl Line {
    fn straight(from: Point, to: Point, look: &Look) -> Line {
        let curve = Arrow { from, control: (from + to) * 0.5, to };
        Line { curve, look: look.clone(), is_curved: false }
    }
}

fn case_colour(link: &Link) -> &'static str {
    CASES[usize::from(link.case) % CASES.len()]
}

impl<'a> Painter<'a> {
    pub fn new(layout: &'a CellLayout, roles: &'a Roles, places: &'a Places<'a>) -> Painter<'a> {
        let mut painter = Painter { layout, roles, places, arrows: Vec::new() };
        for link in &roles.links {
            let arrow = painter.arrow(link);
            painter.arrows.extend(arrow.map(|arrow| (link, arrow)));
        }
        painter
    }

    /// Tints the places.
    pub fn tints(&self, pen: &mut Pen) {
        // What comes last lies above.
        for area in self.roles.places.iter().rev() {
            let mut path = Path::default();
            for corners in outline(&area.cells, self.layout.columns) {
                path.add(&inset(&corners, 0.0));
                path.close();
            }
            pen.path(&path, &Look::filled(if area.is_second { SECOND_TINT } else { PLACE_TINT }));
        }
    }

    /// Draws the borders of places.
    pub fn frames(&self, pen: &mut Pen) {
        for Area { cells, is_second } in &self.roles.places {
            if !is_second {
                for corners in outline(cells, self.layout.columns) {
                    pen.path(&Path::around(&inset(&corners, 0.0)), &Look::stroked(PLACE, 0.04));
                }
            }
        }
    }

    /// Draws the border of a contradiction.
    fn draw_failure(&self, pen: &mut Pen) {
        for corners in outline(&self.roles.failed, self.layout.columns) {
            let look = Look::stroked(GONE, 0.05).dashed(0.16, 0.1);
            pen.path(&Path::around(&inset(&corners, 0.03)), &look);
        }
    }

    /// Draws what lies under digits and candidates: lines of sight, lines from truths, arrows, and marks of candidates.
    pub fn below(&self, pen: &mut Pen) {
        let lines: Vec<Line> =
            self.sights().into_iter().chain(self.truth_lines()).chain(self.arrow_bodies()).collect();
        for line in &lines {
            let mut path = Path::default();
            path.line(line.curve.from);
            if line.is_curved {
                path.curve(line.curve.control, line.curve.to);
            } else {
                path.line(line.curve.to);
            }
            pen.path(&path, &line.look);
        }
        let points: Vec<Point> = lines.iter().flat_map(|line| line.curve.dense_points()).collect();
        self.places.halos(pen, &points, |cell| self.tint(cell));
        self.marks(pen);
    }

    /// Draws what lies above digits and candidates.
    pub fn above(&self, pen: &mut Pen) {
        let roles = self.roles;
        let is_chain = roles.supposed.is_some();
        let cross = if is_chain { CASES[0] } else { CAUSE };
        for &(cell, value) in &roles.closed {
            let (middle, half) = self.cross(cell, value);
            let link = roles.links.iter().find(|link| !link.is_or && link.to == (cell, value));
            draw_cross(pen, middle, half, link.map_or(cross, case_colour));
        }
        for &(cell, value) in &roles.gone {
            let (middle, size) = self.places.of(cell, value);
            let half = at(size * 0.42, -size * 0.42);
            let width = if roles.is_dense() { 0.018 } else { 0.03 };
            pen.path(&Path::through(&[middle - half, middle + half]), &Look::stroked(GONE, width).round());
        }
        for cause in &roles.causes {
            pen.circle(self.layout.centre(cause.cell as u16), RING, &Look::stroked(CAUSE, 0.045));
        }
        for (link, arrow) in &self.arrows {
            arrow.draw_head(pen, case_colour(link));
        }
        self.draw_failure(pen);
        self.badges(pen);
    }

    /// The place of a cross, and its half side.
    fn cross(&self, cell: usize, value: u8) -> (Point, f64) {
        if self.places.shows_candidates(cell) {
            (self.places.of(cell, value).0, CROSS)
        } else {
            (self.layout.centre(cell as u16), LARGE_CROSS)
        }
    }

    /// A line from each cause to the candidates that it excludes; one through those in a row.
    fn sights(&self) -> Vec<Line> {
        let look = Look::stroked(CAUSE, 0.02);
        let mut lines = Vec::new();
        for cause in &self.roles.causes {
            let centre = self.layout.centre(cause.cell as u16);
            let crosses = cause.closes.iter().map(|&(cell, value)| (cell, self.cross(cell, value).0));
            let ways = self.farthest(cause.cell, centre, crosses);
            lines
                .extend(ways.into_iter().map(|(_, end)| Line::straight(self.leave(centre, end), end, &look)));
        }
        lines
    }

    /// The arrows, without their heads.
    fn arrow_bodies(&self) -> Vec<Line> {
        let bodies = self.arrows.iter().map(|&(link, curve)| {
            let look = Look::stroked(case_colour(link), 0.037).round();
            let look = if link.is_or { look.dashed(0.085, 0.06) } else { look };
            Line { curve, look, is_curved: true }
        });
        bodies.collect()
    }

    /// The farthest of some points, each with its cell, in each direction from a point of a cell.
    fn farthest(
        &self,
        cell: usize,
        from: Point,
        points: impl Iterator<Item = (usize, Point)>,
    ) -> Vec<(i64, Point)> {
        let mut ways: Vec<(i64, Point)> = Vec::new();
        for (other, point) in points {
            let key = self.direction(cell, other);
            match ways.iter_mut().find(|(known, _)| *known == key) {
                Some((_, known)) if (*known - from).length() >= (point - from).length() => {}
                Some((_, known)) => *known = point,
                None => ways.push((key, point)),
            }
        }
        ways
    }

    /// A number that tells along which line one cell sees another: equal for cells of a row on one side, and so on.
    fn direction(&self, from: usize, to: usize) -> i64 {
        let [(row, column), (other_row, other_column)] =
            [from, to].map(|cell| self.layout.place(cell as u16));
        match (other_row - row, other_column - column) {
            (0, across) => i64::from(across.signum()),
            (down, 0) => 10 * i64::from(down.signum()),
            _ => 100 + to as i64,
        }
    }

    /// The point at which a line to a cross leaves the ring around a digit: level with the cross if it can be.
    fn leave(&self, centre: Point, cross: Point) -> Point {
        let way = cross - centre;
        let aside = |short: f64| (RING * RING - short * short).max(0.0).sqrt();
        if way.y.abs() < RING && way.x.abs() > 0.6 {
            at(centre.x + aside(way.y) * way.x.signum(), cross.y)
        } else if way.x.abs() < RING && way.y.abs() > 0.6 {
            at(cross.x, centre.y + aside(way.x) * way.y.signum())
        } else {
            centre + way.unit().unwrap_or(at(0.0, 0.0)) * RING
        }
    }

    /// A dotted line from each removed candidate to the truth's candidates that it sees, but for chains from a supposition.
    fn truth_lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if self.roles.is_dense() || self.roles.supposed.is_some() {
            return lines;
        }
        for &(cell, value) in &self.roles.gone {
            for (at_set, set) in self.roles.truths.iter().enumerate() {
                let end = self.places.of(cell, value).0;
                let others = set.iter().filter(|&&(other, known)| known == value && other != cell);
                let others = others.map(|&(other, _)| (other, self.places.of(other, value).0));
                let mut ways = self.farthest(cell, end, others);
                // Every end of sides is seen. Of other sets lines along rows and columns tell enough, if there are any.
                let is_in_line = |&(key, _): &(i64, Point)| key < 100;
                if self.roles.links.is_empty() {
                    if ways.iter().any(is_in_line) {
                        ways.retain(is_in_line);
                    } else {
                        ways.truncate(1);
                    }
                }
                let look = Look::stroked(TRUTHS[at_set % TRUTHS.len()].0, 0.022).dashed(0.022, 0.05).round();
                lines.extend(ways.into_iter().map(|(_, place)| Line::straight(end, place, &look)));
            }
        }
        lines
    }

    fn is_truth(&self, cell: usize, value: u8) -> bool {
        self.roles.truths.iter().any(|set| set.contains(&(cell, value)))
    }

    /// The colour behind a cell.
    fn tint(&self, cell: usize) -> &'static str {
        let area = self.roles.places.iter().find(|area| area.cells.contains(&(cell as u16)));
        match area {
            Some(area) if area.is_second => SECOND_TINT,
            Some(_) => PLACE_TINT,
            None => PAPER,
        }
    }

    /// Draws the marks behind candidates.
    fn marks(&self, pen: &mut Pen) {
        let roles = self.roles;
        for (shape, set) in roles.truths.iter().enumerate() {
            let shape = shape % TRUTHS.len();
            let (colour, tint) = TRUTHS[shape];
            for &(cell, value) in set.iter().filter(|candidate| !roles.gone.contains(candidate)) {
                let (middle, size) = self.places.of(cell, value);
                draw_mark(pen, shape, middle, size * 0.58, &Look::filled(tint).border(colour, 0.028));
            }
        }
        if !roles.is_dense() {
            for &(cell, value) in &roles.gone {
                let (middle, size) = self.places.of(cell, value);
                pen.circle(middle, size * 0.52, &Look::filled(GONE_TINT));
            }
        }
        let mut held: BTreeSet<CellValue> = BTreeSet::new();
        for &(cell, value) in &roles.held {
            let (middle, size) = self.places.of(cell, value);
            pen.circle(middle, size * 0.6, &Look::filled(PAPER).border(CASES[0], 0.03));
            held.insert((cell, value));
        }
        for link in &roles.links {
            let (cell, value) = if link.is_or { link.to } else { link.from };
            if held.insert((cell, value)) {
                let (middle, size) = self.places.of(cell, value);
                let fill = if self.is_truth(cell, value) { TRUTHS[0].1 } else { PAPER };
                pen.circle(middle, size * 0.6, &Look::filled(fill).border(case_colour(link), 0.03));
            }
        }
        if let Some((cell, value)) = roles.supposed {
            let (middle, size) = self.places.of(cell, value);
            pen.circle(middle, size * 0.6, &Look::filled(GONE_TINT).border(CASES[0], 0.03));
        }
        for &(cell, _) in &roles.set {
            let (aside, half) = self.places.beside_label(cell);
            let centre = self.layout.centre(cell as u16) + aside;
            let frame = Path::rounded(centre - half, centre + half, 0.1);
            pen.path(&frame, &Look::filled(SET_TINT).border(SET, 0.03));
        }
        for &cell in &roles.wrong {
            let (centre, half) = (self.layout.centre(cell as u16), at(0.4, 0.4));
            let frame = Path::rounded(centre - half, centre + half, 0.05);
            pen.path(&frame, &Look::filled(GONE_TINT).border(GONE, 0.06));
        }
    }

    /// Draws the digits that the step places, hollow; if they are numbered, with their numbers.
    pub fn set(&self, pen: &mut Pen, symbol: impl Fn(u8) -> String) {
        let look = Look::filled(PAPER).border(SET, 0.03).round().bold();
        for (nth, &(cell, value)) in self.roles.set.iter().enumerate() {
            let (aside, half) = self.places.beside_label(cell);
            let (symbol, centre) = (symbol(value), self.layout.centre(cell as u16) + aside);
            let Some(first) = self.roles.first else {
                let size = words::fitting(&symbol, SET_SIZE, 0.66) * (half.y / 0.42);
                centred(pen, centre, size, &symbol, &look);
                continue;
            };
            centred(
                pen,
                centre - at(0.06, 0.06),
                words::fitting(&symbol, NUMBERED_SIZE, 0.5) * (half.y / 0.42),
                &symbol,
                &look,
            );
            let number = (first + nth).to_string();
            let size = words::fitting(&number, 0.24, 0.36);
            let right = Look::filled(SET).bold().right_aligned();
            centred(pen, centre + at(half.x - 0.03, half.y - 0.12), size, &number, &right);
        }
    }

    /// The arrow of a link, bent so that it avoids candidates, digits and the arrows before it; `None` for one without
    /// length.
    fn arrow(&self, link: &Link) -> Option<Arrow> {
        let [(from, size), (to, _)] = [link.from, link.to].map(|(cell, value)| self.places.of(cell, value));
        let length = (to - from).length();
        let along = (to - from).unit()?;
        let radius = (size * 0.64).min(length * 0.4);
        let bent = |bend: f64| {
            let control = (from + to) * 0.5 + along.right() * (bend * length);
            let [out, into] = [control - from, control - to].map(|way| way.unit().unwrap_or(along));
            Arrow { from: from + out * radius, control, to: to + into * radius }
        };
        let room = |arrow: &Arrow| {
            let others = self.arrows.iter().map(|(_, other)| arrow.distance(other));
            self.clearance(arrow, &[link.from, link.to]).min(others.fold(f64::MAX, f64::min) * 0.7)
        };
        let mut best: Option<(f64, Arrow)> = None;
        for bend in BENDS {
            let arrow = bent(bend);
            let worth = room(&arrow).min(0.2) - bend.abs() * 0.05;
            if best.is_none_or(|(known, _)| worth > known + 1e-9) {
                best = Some((worth, arrow));
            }
        }
        best.map(|(_, arrow)| arrow)
    }

    /// The distance of an arrow from the nearest digit or candidate but for its ends'.
    fn clearance(&self, arrow: &Arrow, but: &[CellValue]) -> f64 {
        let mut least = f64::MAX;
        for point in arrow.points(12) {
            let Some(cell) = self.cell_at(point) else {
                // Outside the grid, where only clues are, and the picture ends soon.
                let (wide, high) = (self.layout.columns as f64, self.layout.rows as f64);
                let beyond = (-point.x).max(-point.y).max(point.x - wide).max(point.y - high).max(0.0);
                least = least.min(0.08 - beyond);
                continue;
            };
            for (value, middle, radius) in self.places.symbols(cell) {
                if !but.contains(&(cell, value)) {
                    least = least.min((point - middle).length() - radius);
                }
            }
        }
        least
    }

    /// Draws the numbers of conclusions between cells, each where its arrow has most room, and a question mark beside
    /// the supposition.
    fn badges(&self, pen: &mut Pen) {
        let mut taken: Vec<Point> = Vec::new();
        for (link, arrow) in
            self.arrows.iter().filter(|(link, _)| link.number > 0 && link.from.0 != link.to.0)
        {
            let free = |point: &Point| {
                let near = taken.iter().map(|&other| (other - *point).length() - 2.0 * BADGE);
                near.fold(self.room(*point), f64::min)
            };
            let points = arrow.points(16).filter(|point| (*point - arrow.to).length() > 0.3);
            let Some(best) = points.max_by(|one, other| free(one).total_cmp(&free(other))) else { continue };
            self.badge(pen, best, &link.number.to_string(), case_colour(link));
            taken.push(best);
        }
        if let Some((cell, value)) = self.roles.supposed {
            let (middle, size) = self.places.of(cell, value);
            let beside = [at(1.0, 0.0), at(-1.0, 0.0), at(0.0, -1.0), at(0.0, 1.0)]
                .map(|way| middle + way * (size * 1.1));
            let best = beside.into_iter().max_by(|&one, &other| self.room(one).total_cmp(&self.room(other)));
            if let Some(best) = best {
                self.badge(pen, best, "?", GONE);
            }
        }
    }

    fn badge(&self, pen: &mut Pen, middle: Point, text: &str, colour: &str) {
        pen.circle(middle, BADGE, &Look::filled(colour).border(PAPER, 0.02));
        centred(pen, middle, 0.19, text, &Look::filled(PAPER).bold());
    }

    /// The cell around a point.
    fn cell_at(&self, point: Point) -> Option<usize> {
        let (row, column) = (point.y.floor() as i32, point.x.floor() as i32);
        self.layout.has(row, column).then(|| row as usize * self.layout.columns + column as usize)
    }

    /// The distance of a point from the nearest digit or candidate.
    fn room(&self, point: Point) -> f64 {
        let Some(cell) = self.cell_at(point) else { return 0.1 };
        let each = self.places.symbols(cell).into_iter();
        each.map(|(_, middle, radius)| (point - middle).length() - radius).fold(f64::MAX, f64::min)
    }
}

impl Arrow {
    fn draw_head(&self, pen: &mut Pen, colour: &str) {
        let Some(along) = (self.to - self.control).unit() else { return };
        let size = 0.13_f64.min((self.to - self.from).length() * 0.5);
        let back = self.to - along * size;
        let side = along.right() * (size * 0.45);
        pen.path(&Path::around(&[self.to, back + side, back - side]), &Look::filled(colour));
    }

    /// Points along the arrow, evenly spaced in the curve's parameter.
    fn points(&self, count: usize) -> impl Iterator<Item = Point> + '_ {
        (0..=count).map(move |step| {
            let t = step as f64 / count as f64;
            let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
            self.from * a + self.control * b + self.to * c
        })
    }

    /// Points along the arrow that are a tenth of a cell apart.
    fn dense_points(&self) -> Vec<Point> {
        let length = (self.control - self.from).length() + (self.to - self.control).length();
        self.points((length * 10.0).ceil() as usize + 1).collect()
    }

    /// The least distance between the middle parts of two arrows.
    fn distance(&self, other: &Arrow) -> f64 {
        let inner = |arrow: &Arrow| arrow.points(8).skip(2).take(5).collect::<Vec<_>>();
        let (these, those) = (inner(self), inner(other));
        let pairs = these.iter().flat_map(|&one| those.iter().map(move |&other| (one - other).length()));
        pairs.fold(f64::MAX, f64::min)
    }
}

fn draw_cross(pen: &mut Pen, middle: Point, half: f64, colour: &str) {
    let mut path = Path::through(&[middle - at(half, half), middle + at(half, half)]);
    path.add(&[middle - at(half, -half), middle + at(half, -half)]);
    pen.path(&path, &Look::stroked(colour, 0.032).round());
}

/// Draws a circle, a square or a hexagon.
fn draw_mark(pen: &mut Pen, shape: usize, middle: Point, radius: f64, look: &Look) {
    let corners = |count: usize, turn: f64, radius: f64| {
        let each =
            (0..count).map(|at_corner| (at_corner as f64 + turn) * std::f64::consts::TAU / count as f64);
        each.map(|angle| middle + at(angle.cos(), angle.sin()) * radius).collect::<Vec<_>>()
    };
    match shape {
        0 => pen.circle(middle, radius, look),
        1 => pen.path(&Path::around(&corners(4, 0.5, radius * 1.2)), look),
        _ => pen.path(&Path::around(&corners(6, 0.0, radius * 1.12)), look),
    }
}
