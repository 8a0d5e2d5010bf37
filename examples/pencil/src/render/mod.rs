//! Pictures of puzzles and their answers.

mod marks;

use std::f64::consts::{PI, TAU};

use sheet::{Image, Look as Ink, Path, Pen, Point, at};

use crate::address::{Code, Places};
use crate::board::Direction;
use crate::clue::{Clue, SHIP_PARTS};
use crate::draft::Layer;
use crate::kind::{Field, Look};
use crate::puzzle::Puzzle;
use crate::solve::Answer;

pub use marks::{Mark, Marks, Sign};

const INK: &str = "#1c1c1e";
const DARK: &str = "#48484a";
const PALE: &str = "#c7c7cc";
const DRAWN: &str = "#1f8a3b";

/// Draws a puzzle, with an answer if there is one. A cell has a side of 1.
pub fn draw(puzzle: &Puzzle, answer: Option<&Answer>) -> Image {
    draw_marked(puzzle, answer, &Marks::default())
}

/// Draws a puzzle, with what is drawn so far, and marks in it.
pub fn draw_marked(puzzle: &Puzzle, answer: Option<&Answer>, marks: &Marks) -> Image {
    let board = puzzle.board;
    let (width, height) = (board.cells.width as f64, board.cells.height as f64);
    let layer = |layer| answer.and_then(|answer| answer.layer(layer));
    let mut picture = Picture { puzzle, pen: Pen::default(), shade: layer(Layer::Shade).unwrap_or_default() };
    marks.places.iter().for_each(|&place| picture.look_at(place));
    picture.ground();
    picture.shades();
    marks.white.iter().for_each(|&cell| picture.white(cell));
    picture.grid();
    picture.walls(layer(Layer::Wall).unwrap_or_default());
    picture.numbers(layer(Layer::Number).unwrap_or_default());
    picture.lines(layer(Layer::Link).unwrap_or_default(), layer(Layer::Edge).unwrap_or_default());
    // Clues stand over marks of lines, and frames around clues.
    let is_frame = |((layer, ..), _): &(Mark, &str)| matches!(layer, Layer::Shade | Layer::Number);
    let (frames, bands): (Vec<_>, Vec<_>) = marks.coloured().partition(is_frame);
    bands.into_iter().for_each(|(mark, colour)| picture.mark(mark, colour));
    picture.clues();
    marks.places.iter().for_each(|&place| picture.look_around(place));
    frames.into_iter().for_each(|(mark, colour)| picture.mark(mark, colour));
    let below = picture.fleet();
    let (above, before, after) = picture.margin();
    let corner = at(-before - 0.3, -above - 0.3);
    picture.pen.image(corner, at(width + before + after + 0.6, height + above + after + below + 0.6))
}

struct Picture<'a> {
    puzzle: &'a Puzzle,
    pen: Pen,
    /// What is drawn in the cells, if anything is.
    shade: &'a [i32],
}

impl Picture<'_> {
    fn look(&self) -> Look {
        self.puzzle.kind.look
    }

    fn centre(&self, cell: usize) -> Point {
        let (row, column) = self.puzzle.board.cells.place(cell);
        at(column as f64 + 0.5, row as f64 + 0.5)
    }

    fn cross(&self, cross: usize) -> Point {
        let (row, column) = self.puzzle.board.crosses.place(cross);
        at(column as f64, row as f64)
    }

    fn square(&mut self, cell: usize, colour: &str) {
        let centre = self.centre(cell);
        let corner = |x, y| at(centre.x + x, centre.y + y);
        let square = [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
        self.pen.path(&Path::around(&square), &Ink::filled(colour));
    }

    fn line(&mut self, from: Point, to: Point, colour: &str, width: f64) {
        self.pen.path(&Path::through(&[from, to]), &Ink::stroked(colour, width).square());
    }

    fn text(&mut self, at_: Point, text: &str, size: f64, colour: &str) {
        self.pen.text(at(at_.x, at_.y + 0.36 * size), text, &Ink::filled(colour).size(size));
    }

    fn ground(&mut self) {
        if let Some(at) = self.puzzle.kind.parts.iter().position(|part| part.places == Places::Ground) {
            let grey = self.puzzle.clues[at].iter().enumerate().filter(|(_, clue)| clue.is_some());
            grey.for_each(|(cell, _)| self.square(cell, PALE));
        }
    }

    /// Draws the ships below the board. Returns how high they are.
    fn fleet(&mut self) -> f64 {
        let fleet = self.puzzle.clues.iter().flatten().find_map(|clue| match clue {
            Some(Clue::Fleet(fleet)) => Some(fleet),
            _ => None,
        });
        let cells = self.puzzle.board.cells;
        let size = 0.4;
        let (mut left, mut top, mut high) = (0.0, cells.height as f64 + size, 0.0_f64);
        for ship in fleet.into_iter().flatten() {
            let [width, height] =
                [ship.width, ship.cells.len() / ship.width].map(|cells| cells as f64 * size);
            if left > 0.0 && left + width > cells.width as f64 {
                (left, top, high) = (0.0, top + high + size, 0.0);
            }
            for (row, column) in ship.places() {
                let centre = at(left + (column as f64 + 0.5) * size, top + (row as f64 + 0.5) * size);
                self.pen.circle(centre, 0.45 * size, &Ink::filled(INK));
            }
            (left, high) = (left + width + size, high.max(height));
        }
        if left > 0.0 { top + high - cells.height as f64 } else { 0.0 }
    }

    /// Draws a part of a ship, round but towards those cells above, below, at the left and at the right where it goes on.
    fn ship(&mut self, cell: usize, goes_on: [bool; 4], colour: &str) {
        let centre = self.centre(cell);
        self.pen.circle(centre, 0.38, &Ink::filled(colour));
        let ways = [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)];
        for (x, y) in goes_on.into_iter().zip(ways).filter(|(goes_on, _)| *goes_on).map(|(_, way)| way) {
            let end = at(centre.x + 0.38 * x, centre.y + 0.38 * y);
            self.pen.path(&Path::through(&[centre, end]), &Ink::stroked(colour, 0.76));
        }
    }

    /// Returns the ends of the side between two neighbouring cells.
    fn side(&self, link: usize) -> (Point, Point) {
        let (a, b) = self.puzzle.board.cells.pairs()[link];
        let (from, to) = (self.centre(a), self.centre(b));
        let middle = at((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
        let (x, y) = ((to.y - from.y) / 2.0, (to.x - from.x) / 2.0);
        (at(middle.x - x, middle.y - y), at(middle.x + x, middle.y + y))
    }

    fn shades(&mut self) {
        let (look, shade) = (self.look(), self.shade);
        let is_shaded = |cell: usize| shade[cell] > 0;
        for (cell, &shade) in shade.iter().enumerate().filter(|(_, shade)| **shade > 0) {
            let centre = self.centre(cell);
            match look {
                Look::Lamps => self.pen.circle(centre, 0.32, &Ink::filled("#f2c200").border(DRAWN, 0.06)),
                Look::Tents => {
                    let tent = [(0.0, -0.36), (0.36, 0.32), (-0.36, 0.32)];
                    let tent = tent.map(|(x, y)| at(centre.x + x, centre.y + y));
                    self.pen.path(&Path::around(&tent), &Ink::filled(DRAWN));
                }
                Look::Triangles => {
                    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
                    // The corner of a triangle, and those beside it.
                    let first = 5 - shade as usize;
                    let corners = [0, 1, 3].map(|at| corners[(first + at) % 4]);
                    let corners = corners.map(|(x, y)| at(centre.x + x, centre.y + y));
                    self.pen.path(&Path::around(&corners), &Ink::filled(DRAWN));
                }
                Look::Ships => {
                    let next = Direction::ALL.map(|way| self.puzzle.board.cells.next(cell, way));
                    self.ship(cell, next.map(|at| at.is_some_and(is_shaded)), DRAWN);
                }
                Look::Mines => self.pen.circle(centre, 0.3, &Ink::filled(DRAWN)),
                Look::Stars => {
                    let tip = |at_: usize| {
                        let radius = if at_.is_multiple_of(2) { 0.4 } else { 0.16 };
                        let (sine, cosine) = (at_ as f64 * TAU / 10.0 - PI / 2.0).sin_cos();
                        at(centre.x + radius * cosine, centre.y + radius * sine)
                    };
                    let star: Vec<Point> = (0..10).map(tip).collect();
                    self.pen.path(&Path::around(&star), &Ink::filled(DRAWN));
                }
                _ => self.square(cell, DARK),
            }
        }
        let clues = self.puzzle.kind.parts.iter().position(|part| part.places == Places::Cells);
        let is_block = matches!(look, Look::Lamps | Look::Blocks | Look::Triangles | Look::Sums);
        if let Some(clues) = clues.filter(|_| is_block) {
            let blocks = self.puzzle.clues[clues].iter().enumerate().filter(|(_, clue)| clue.is_some());
            blocks.for_each(|(cell, _)| self.square(cell, INK));
        }
    }

    fn grid(&mut self) {
        let crosses = self.puzzle.board.crosses;
        if self.puzzle.kind.file.contains(&Field::Drawn(Layer::Edge)) {
            for cross in 0..crosses.len() {
                let point = self.cross(cross);
                self.pen.circle(point, 0.06, &Ink::filled(INK));
            }
            return;
        }
        for (a, b) in crosses.pairs() {
            let is_border = [a, b].iter().all(|&cross| crosses.around(cross).count() < 4)
                && self
                    .puzzle
                    .board
                    .cells_at(a)
                    .filter(|cell| self.puzzle.board.corners(*cell).contains(&b))
                    .count()
                    == 1;
            let (from, to) = (self.cross(a), self.cross(b));
            let (colour, width) = if is_border { (INK, 0.06) } else { (PALE, 0.03) };
            self.line(from, to, colour, width);
        }
    }

    fn walls(&mut self, drawn: &[i32]) {
        let cells = self.puzzle.board.cells;
        let has_walls = self.puzzle.kind.parts.iter().any(|part| part.places == Places::Walls);
        let given = if has_walls { self.puzzle.walls() } else { Vec::new() };
        for link in 0..cells.pairs().len() {
            let (colour, width) = match (given.get(link), drawn.get(link)) {
                (Some(true), _) => (INK, 0.08),
                (_, Some(1)) => (DRAWN, 0.1),
                _ => continue,
            };
            let (from, to) = self.side(link);
            self.line(from, to, colour, width);
        }
    }

    fn numbers(&mut self, drawn: &[i32]) {
        for (cell, &number) in drawn.iter().enumerate().filter(|(_, number)| **number > 0) {
            let centre = self.centre(cell);
            match self.look() {
                Look::Circles => self.circle(cell, number as u8, DRAWN),
                Look::Slants => {
                    let y = if number == 1 { 0.5 } else { -0.5 };
                    let (from, to) = (at(centre.x - 0.5, centre.y - y), at(centre.x + 0.5, centre.y + y));
                    self.pen.path(&Path::through(&[from, to]), &Ink::stroked(DRAWN, 0.08).round());
                }
                _ => self.text(centre, &number.to_string(), 0.62, DRAWN),
            }
        }
    }

    fn circle(&mut self, cell: usize, sign: u8, colour: &str) {
        let fill = if sign == 2 { colour } else { "#ffffff" };
        let centre = self.centre(cell);
        self.pen.circle(centre, 0.36, &Ink::filled(fill).border(colour, 0.05));
    }

    fn lines(&mut self, links: &[i32], edges: &[i32]) {
        let board = self.puzzle.board;
        for ((a, b), &edge) in board.crosses.pairs().into_iter().zip(edges) {
            if edge > 0 {
                let (from, to) = (self.cross(a), self.cross(b));
                self.line(from, to, DRAWN, 0.1);
            }
        }
        for ((a, b), &link) in board.cells.pairs().into_iter().zip(links) {
            let (from, to) = (self.centre(a), self.centre(b));
            let gaps: &[f64] = match link {
                0 => &[],
                1 => &[0.0],
                _ => &[-0.09, 0.09],
            };
            for gap in gaps {
                let (x, y) = if from.y == to.y { (0.0, *gap) } else { (*gap, 0.0) };
                self.line(at(from.x + x, from.y + y), at(to.x + x, to.y + y), DRAWN, 0.12);
            }
        }
    }

    /// Returns how wide the margins are: above, left, right and below.
    fn margin(&self) -> (f64, f64, f64) {
        let cells = self.puzzle.board.cells;
        let of = |places| self.puzzle.kind.parts.iter().any(|part| part.places == places);
        match () {
            () if of(Places::Runs) => {
                (cells.height.div_ceil(2) as f64 * 0.6, cells.width.div_ceil(2) as f64 * 0.6, 0.0)
            }
            () if of(Places::Around) => (1.0, 1.0, 1.0),
            () if of(Places::Sides) || of(Places::Heads) => (1.0, 1.0, 0.0),
            () => (0.0, 0.0, 0.0),
        }
    }

    fn clues(&mut self) {
        let puzzle = self.puzzle;
        let cells = puzzle.board.cells;
        let (width, height) = (cells.width, cells.height);
        for (part, clues) in puzzle.kind.parts.iter().zip(&puzzle.clues) {
            let rooms = if part.places == Places::Rooms { puzzle.rooms() } else { Vec::new() };
            for (place, clue) in clues.iter().enumerate() {
                let Some(clue) = clue else { continue };
                match part.places {
                    Places::Cells if part.code == Code::Bits => {}
                    Places::Cells => self.in_cell(place, clue),
                    Places::Crosses => {
                        let centre = self.cross(place);
                        self.pen.circle(centre, 0.26, &Ink::filled("#ffffff").border(INK, 0.03));
                        self.text(centre, &words(clue), 0.4, INK);
                    }
                    Places::Rooms => {
                        let cell = rooms[place][0];
                        let centre = self.centre(cell);
                        let is_dark = self.look() == Look::Plain && self.shade.get(cell) == Some(&1);
                        let colour = if is_dark { "#ffffff" } else { INK };
                        self.text(at(centre.x - 0.26, centre.y - 0.24), &words(clue), 0.4, colour);
                    }
                    Places::Sides | Places::Around => {
                        let sides = [(0, width), (1, width), (2, height), (3, height)];
                        let sides = if part.places == Places::Sides {
                            vec![sides[0], sides[2]]
                        } else {
                            sides.to_vec()
                        };
                        let mut left = place;
                        for (side, length) in sides {
                            if left < length {
                                let along = left as f64 + 0.5;
                                let point = match side {
                                    0 => at(along, -0.5),
                                    1 => at(along, height as f64 + 0.5),
                                    2 => at(-0.5, along),
                                    _ => at(width as f64 + 0.5, along),
                                };
                                self.text(point, &words(clue), 0.6, INK);
                                break;
                            }
                            left -= length;
                        }
                    }
                    Places::Runs => {
                        let (above, beside) = (height.div_ceil(2), width.div_ceil(2));
                        let rest = place.checked_sub(above * width);
                        let point = match rest {
                            None => at((place / above) as f64 + 0.5, -0.6 * (place % above) as f64 - 0.35),
                            Some(rest) => {
                                at(-0.6 * (rest % beside) as f64 - 0.35, (rest / beside) as f64 + 0.5)
                            }
                        };
                        self.text(point, &words(clue), 0.5, INK);
                    }
                    Places::Heads => {
                        let line = puzzle.heads()[place];
                        let point = match line.checked_sub(height) {
                            Some(column) => at(column as f64 + 0.5, -0.4),
                            None => at(-0.4, line as f64 + 0.5),
                        };
                        self.text(point, &words(clue), 0.4, INK);
                    }
                    Places::Points => {
                        let across = 2 * width - 1;
                        let point = at((place % across + 1) as f64 / 2.0, (place / across + 1) as f64 / 2.0);
                        let fill = if clue.sign() == 2 { INK } else { "#ffffff" };
                        self.pen.circle(point, 0.16, &Ink::filled(fill).border(INK, 0.04));
                    }
                    Places::Walls | Places::Whole | Places::Ground | Places::Fleet => {}
                }
            }
        }
    }

    fn in_cell(&mut self, cell: usize, clue: &Clue) {
        let centre = self.centre(cell);
        let look = self.look();
        match clue {
            Clue::Sign(sign) if look == Look::Circles => self.circle(cell, *sign, INK),
            Clue::Unknown if matches!(look, Look::Lamps | Look::Triangles) => {}
            Clue::Number(part @ 1..=10) if look == Look::Ships => {
                let ways = SHIP_PARTS[*part as usize - 1];
                self.ship(cell, ["u", "d", "l", "r"].map(|way| ways.contains(way)), INK);
            }
            Clue::Sign(_) if look == Look::Tents => {
                self.line(at(centre.x, centre.y), at(centre.x, centre.y + 0.34), "#7a4a1e", 0.1);
                self.pen.circle(at(centre.x, centre.y - 0.1), 0.28, &Ink::filled("#3a7d44"));
            }
            Clue::Several(sums) if look == Look::Sums => {
                let [from, to] = [-0.5, 0.5].map(|by| at(centre.x + by, centre.y + by));
                self.line(from, to, PALE, 0.03);
                for (sum, by) in sums.iter().zip([-0.2, 0.2]) {
                    let text = sum.filter(|&sum| sum > 0).map_or(String::new(), |sum| sum.to_string());
                    self.text(at(centre.x + by, centre.y - by), &text, 0.36, "#ffffff");
                }
            }
            Clue::Unknown if look == Look::Sums => {}
            Clue::Coloured(colour, clue) => {
                self.square(cell, ["#c7c7cc", "#ffffff", "#8e8e93"][usize::from(*colour) % 3]);
                self.in_cell(cell, clue);
            }
            Clue::Sign(sign) if self.puzzle.kind.id == "nurimaze" => {
                let sign = ["", "S", "G", "○", "△"][usize::from(*sign) % 5];
                self.text(centre, sign, 0.62, INK);
            }
            Clue::Arrow(way, _) => {
                let point = |along: f64, aside: f64| {
                    let (x, y) = match way {
                        Direction::Up => (aside, -along),
                        Direction::Down => (aside, along),
                        Direction::Left => (-along, aside),
                        Direction::Right => (along, aside),
                    };
                    at(centre.x + x, centre.y + y)
                };
                let head = [point(0.46, 0.0), point(0.3, -0.14), point(0.3, 0.14)];
                self.pen.path(&Path::around(&head), &Ink::filled(INK));
                self.text(centre, &words(clue), 0.5, INK);
            }
            clue => {
                if look == Look::Islands {
                    self.pen.circle(centre, 0.4, &Ink::filled("#ffffff").border(INK, 0.05));
                }
                let colour = if matches!(look, Look::Lamps | Look::Triangles) { "#ffffff" } else { INK };
                let size = if matches!(clue, Clue::Several(all) if all.len() > 1) { 0.34 } else { 0.62 };
                self.text(centre, &words(clue), size, colour);
            }
        }
    }
}

/// Returns the numbers of a clue as text.
fn words(clue: &Clue) -> String {
    let number = |number: &Option<u32>| number.map_or("?".to_owned(), |number| number.to_string());
    match clue {
        Clue::Number(number) => number.to_string(),
        Clue::Unknown => "?".to_owned(),
        Clue::Sign(_) | Clue::Fleet(_) => String::new(),
        Clue::Coloured(_, clue) => words(clue),
        Clue::Arrow(_, of) => number(of),
        Clue::Several(all) => all.iter().map(number).collect::<Vec<_>>().join(" "),
    }
}
