//! Reading positions.

use super::{Position, PositionError};
use crate::address::{Code, Cursor, MOST_CELLS, Places};
use crate::board::{Board, Direction};
use crate::clue::{Clue, Clues};
use crate::draft::Layer;
use crate::kind::Field;
use crate::kinds;
use crate::puzzle::Puzzle;

/// The lines that are still to be read. Lines that are missing are blank.
struct Lines<'a> {
    lines: Vec<Vec<&'a str>>,
    at: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> &[&'a str] {
        self.at += 1;
        self.lines.get(self.at - 1).map_or(&[], Vec::as_slice)
    }

    fn peek(&self, ahead: usize) -> &[&'a str] {
        self.lines.get(self.at + ahead).map_or(&[], Vec::as_slice)
    }

    /// Reads rows of so many words each.
    fn rows(&mut self, height: usize, width: usize) -> Result<Vec<&'a str>, PositionError> {
        let mut words = Vec::new();
        for _ in 0..height {
            let line = self.next();
            if !line.is_empty() && line.len() != width {
                let what = format!("{} words, where {width} are expected", line.len());
                return Err(self.error(what));
            }
            let blank = std::iter::repeat_n(".", width);
            words.extend(line.iter().copied().chain(blank).take(width));
        }
        Ok(words)
    }

    /// Returns an error in the line that was read last.
    fn error(&self, what: impl Into<String>) -> PositionError {
        PositionError { line: self.at, what: what.into() }
    }
}

impl Position {
    /// Returns whether a text looks like a position.
    pub fn is_one(text: &str) -> bool {
        text.trim_start().starts_with("pzprv3")
    }

    /// Reads a position.
    pub fn parse(text: &str) -> Result<Position, PositionError> {
        let lines = text.trim().split(['/', '\n']);
        let mut lines = Lines { lines: lines.map(|line| line.split_whitespace().collect()).collect(), at: 0 };
        let version = lines.next().first().copied().unwrap_or_default();
        if !version.starts_with("pzprv3") {
            return Err(lines.error(format!("{version:?}, where pzprv3 is expected")));
        }
        let has_colours = version != "pzprv3";
        let name = lines.next().first().copied().unwrap_or_default();
        let kind = kinds::find(name).ok_or_else(|| lines.error(kinds::unknown(name)))?;
        let mut size = || {
            let number = lines.next().first().and_then(|word| word.parse().ok());
            let number = number.filter(|number| (1..=MOST_CELLS).contains(number));
            number.ok_or_else(|| lines.error("a number of rows or columns is expected"))
        };
        let height = size()?;
        let width = if kind.id == "sudoku" { height } else { size()? };
        if width * height > MOST_CELLS {
            return Err(lines.error(format!("{width} by {height} cells; at most {MOST_CELLS} are taken")));
        }
        let mut puzzle = Puzzle { name: name.to_owned(), ..Puzzle::new(kind, Board::new(width, height)) };
        match lines.peek(0) {
            _ if kind.file.first() == Some(&Field::Clues(Places::Fleet)) => {}
            [] if lines.at < lines.lines.len() => lines.at += 1,
            &[word] if word.chars().all(|flag| kind.flag(flag).is_some()) => {
                puzzle.flags = word.to_owned();
                lines.at += 1;
            }
            &[word] if word.chars().all(char::is_alphabetic) => {
                return Err(lines.error(format!("{} has no variant {word:?}", kind.name)));
            }
            _ => {}
        }
        for part in kind.parts {
            puzzle.clues.push(vec![None; puzzle.places(part.places)]);
        }
        let mut position = Position { puzzle, drawn: Vec::new() };
        for &field in kind.file {
            if field != Field::Colours || has_colours {
                position.read(field, &mut lines)?;
            }
        }
        position.number_givens();
        Ok(position)
    }

    fn read(&mut self, field: Field, lines: &mut Lines<'_>) -> Result<(), PositionError> {
        let Board { cells, crosses } = self.puzzle.board;
        let (width, height) = (cells.width, cells.height);
        match field {
            Field::Clues(Places::Walls) => {
                let walls = walls(self.puzzle.board, lines)?;
                self.set(Places::Walls, walls);
                if let Some(rooms) =
                    self.puzzle.kind.parts.iter().position(|part| part.places == Places::Rooms)
                {
                    self.puzzle.clues[rooms] = vec![None; self.puzzle.rooms().len()];
                }
            }
            Field::Clues(Places::Rooms) => {
                let words = lines.rows(height, width)?;
                let clues = self.clues(Places::Rooms, &words, lines)?;
                let rooms = self.puzzle.rooms();
                let of_room = |cells: &Vec<usize>| cells.iter().find_map(|&cell| clues[cell].clone());
                self.set(Places::Rooms, rooms.iter().map(of_room).collect());
            }
            Field::Clues(Places::Points) => {
                // A line has a character for each point; X is a cell that is no part of the board.
                let signs: Vec<char> = (1..2 * height)
                    .flat_map(|_| {
                        let line = lines.next().concat();
                        let blank = std::iter::repeat_n('.', 2 * width);
                        line.chars().chain(blank).take(2 * width - 1).collect::<Vec<_>>()
                    })
                    .collect();
                let dot = |sign: &char| {
                    sign.to_digit(3).filter(|&sign| sign > 0).map(|sign| Clue::Sign(sign as u8))
                };
                self.set(Places::Points, signs.iter().map(dot).collect());
                let middle = |cell| 2 * cells.place(cell).0 * (2 * width - 1) + 2 * cells.place(cell).1;
                let is_out = |cell| (signs[middle(cell)] == 'X').then_some(Clue::Sign(1));
                self.set(Places::Cells, (0..cells.len()).map(is_out).collect());
            }
            Field::Clues(Places::Heads) => {
                // The sums in cells and those outside, above and at the left; a dark cell has two.
                let words = lines.rows(height + 1, width + 1)?;
                let at = |row: usize, column: usize| words[row * (width + 1) + column];
                let inside =
                    (0..cells.len()).map(|cell| at(cells.place(cell).0 + 1, cells.place(cell).1 + 1));
                let clues = self.clues(Places::Cells, &inside.collect::<Vec<_>>(), lines)?;
                self.set(Places::Cells, clues);
                let head =
                    |line: usize| if line < height { at(line + 1, 0) } else { at(0, line - height + 1) };
                let heads: Vec<&str> = self.puzzle.heads().into_iter().map(head).collect();
                let clues = self.clues(Places::Heads, &heads, lines)?;
                self.set(Places::Heads, clues);
            }
            Field::Clues(Places::Ground) => {
                // Grey cells have a minus before their number.
                let words = lines.rows(height, width)?;
                let grey = words.iter().map(|word| word.starts_with('-').then_some(Clue::Sign(1)));
                self.set(Places::Ground, grey.collect());
                let numbers = words.iter().map(|word| match word.trim_start_matches('-') {
                    "" => ".",
                    number => number,
                });
                let numbers: Vec<&str> = numbers.collect();
                let clues = self.clues(Places::Cells, &numbers, lines)?;
                self.set(Places::Cells, clues);
            }
            Field::Clues(Places::Fleet) => {
                // The letter of a fleet, or how many ships there are, and a line for each.
                let mut text = lines.next().concat();
                match text.parse::<usize>() {
                    Ok(count) => (0..count.min(MOST_CELLS))
                        .for_each(|_| text += &format!("/{}", lines.next().concat())),
                    Err(_) => text.insert(0, '/'),
                }
                let text = format!("/{text}");
                let fleet = Code::Ships.read(&mut Cursor::new(&text, 1), 1);
                self.set(Places::Fleet, fleet.map_err(|error| lines.error(error.what))?);
            }
            Field::Clues(places) => {
                let (rows, columns) = match places {
                    Places::Crosses => (crosses.height, crosses.width),
                    Places::Whole => (1, 1),
                    _ => (height, width),
                };
                let words = lines.rows(rows, columns)?;
                let clues = self.clues(places, &words, lines)?;
                self.set(places, clues);
            }
            Field::Drawn(layer) | Field::Perhaps(layer) | Field::Among(layer) => {
                let drawn = match layer {
                    Layer::Shade | Layer::Number => lines.rows(height, width)?,
                    Layer::Link | Layer::Wall => {
                        [lines.rows(height, width - 1)?, lines.rows(height - 1, width)?].concat()
                    }
                    // Sides that stand come before those that lie.
                    Layer::Edge => {
                        let stand = lines.rows(height, width + 1)?;
                        [lines.rows(height + 1, width)?, stand].concat()
                    }
                };
                self.draw(layer, &drawn);
                if let Some((_, drawn)) = self.drawn.last_mut() {
                    match field {
                        Field::Perhaps(_) if drawn.iter().all(|value| *value == Some(0)) => drawn.fill(None),
                        Field::Among(_) => {
                            for (drawn, clue) in drawn.iter_mut().zip(self.puzzle.at(Places::Cells)) {
                                let given = clue.as_ref().map(|clue| i32::from(clue.number() != Some(0)));
                                *drawn = given.or(*drawn);
                            }
                        }
                        _ => {}
                    }
                }
            }
            Field::Givens | Field::Both(_) => {
                let words = lines.rows(height, width)?;
                self.cells(field, &words, lines)?;
            }
            Field::Margin(places, &inner) => self.margin(places, inner, lines)?,
            Field::Colours => _ = lines.rows(height, width)?,
        }
        Ok(())
    }

    /// Reads a field of one word for each cell.
    fn cells(&mut self, field: Field, words: &[&str], lines: &Lines<'_>) -> Result<(), PositionError> {
        match field {
            Field::Drawn(layer) => self.draw(layer, words),
            Field::Both(layer) => {
                let is_drawn = |word: &&str| matches!(*word, "#" | "+" | "A");
                let only =
                    |drawn| words.iter().map(move |word| if is_drawn(word) == drawn { *word } else { "." });
                let clues = self.clues(Places::Cells, &only(false).collect::<Vec<_>>(), lines)?;
                self.set(Places::Cells, clues);
                self.draw(layer, &only(true).collect::<Vec<_>>());
            }
            _ => {
                let clues = self.clues(Places::Cells, words, lines)?;
                self.set(Places::Cells, clues);
            }
        }
        Ok(())
    }

    /// Reads rows with clues around the board.
    fn margin(&mut self, places: Places, inner: Field, lines: &mut Lines<'_>) -> Result<(), PositionError> {
        let (width, height) = (self.puzzle.board.cells.width, self.puzzle.board.cells.height);
        let (above, before, after) = match places {
            Places::Runs => (height.div_ceil(2), width.div_ceil(2), 0),
            Places::Around => (1, 1, 1),
            _ => (1, 1, 0),
        };
        let whole = before + width + after;
        let words = lines.rows(above + height + after, whole)?;
        let row = |row: usize| &words[row * whole..][..whole];
        let inside = |line: usize| (0..width).map(move |column| row(line)[before + column]);
        // As in addresses: above, below, left, right, and outwards from the board.
        let mut around: Vec<&str> = Vec::new();
        for column in 0..width {
            around.extend((0..above).rev().map(|line| row(line)[before + column]));
        }
        around.extend((0..after).flat_map(|_| inside(above + height)));
        for line in 0..height {
            around.extend((0..before).rev().map(|column| row(above + line)[column]));
        }
        around.extend((0..after).flat_map(|_| (0..height).map(|line| row(above + line)[before + width])));
        let clues = self.clues(places, &around, lines)?;
        self.set(places, clues);
        let words: Vec<&str> = (0..height).flat_map(|line| inside(above + line)).collect();
        self.cells(inner, &words, lines)
    }

    /// Reads what is drawn.
    fn draw(&mut self, layer: Layer, words: &[&str]) {
        let digits = |word: &str| word.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<i32>().ok();
        let value = |word: &&str| match (layer, *word) {
            (Layer::Number, word) => digits(word),
            (_, "#" | "A") => Some(1),
            (_, word) => Some(word.parse().unwrap_or(0).max(0)),
        };
        self.drawn.push((layer, words.iter().map(value).collect()));
    }

    /// A number that is given counts as drawn.
    fn number_givens(&mut self) {
        if !self.puzzle.kind.file.contains(&Field::Givens) {
            return;
        }
        for (_, drawn) in self.drawn.iter_mut().filter(|(layer, _)| *layer == Layer::Number) {
            for (drawn, clue) in drawn.iter_mut().zip(self.puzzle.at(Places::Cells)) {
                let sign = |clue: &Clue| (clue.sign() > 0).then_some(clue.sign().into());
                let number = |clue: &Clue| clue.number().and_then(|number| i32::try_from(number).ok());
                let given = clue.as_ref().and_then(|clue| number(clue).or(sign(clue)));
                *drawn = drawn.or(given);
            }
        }
    }

    fn code(&self, places: Places) -> Code {
        let part = self.puzzle.kind.parts.iter().find(|part| part.places == places);
        part.expect("a part of the kind").code
    }

    fn clues(&self, places: Places, words: &[&str], lines: &Lines<'_>) -> Result<Clues, PositionError> {
        let code = self.code(places);
        let clue = |word: &&str| match *word {
            "." | "+" => Ok(None),
            "-" if code == Code::Ones => Ok(None),
            "0,-1,0" if code == Code::Castle => Ok(None),
            "-1" if code == Code::Head => Ok(None),
            "0" if code == Code::Sums => Ok(None),
            word => {
                let wrong = || lines.error(format!("{word:?} is no clue of {}", self.puzzle.kind.name));
                clue(code, word).map(Some).ok_or_else(wrong)
            }
        };
        words.iter().map(clue).collect()
    }

    fn set(&mut self, places: Places, clues: Clues) {
        let part = self.puzzle.kind.parts.iter().position(|part| part.places == places);
        self.puzzle.clues[part.expect("a part of the kind")] = clues;
    }
}

/// Reads walls: the room of each cell after the number of rooms, or the walls themselves.
fn walls(board: Board, lines: &mut Lines<'_>) -> Result<Clues, PositionError> {
    let grid = board.cells;
    let are_rooms = lines.peek(0).len() == 1 && (grid.width != 2 || lines.peek(1).len() == 2);
    let is_wall: Vec<bool> = if are_rooms {
        lines.next();
        let rooms = lines.rows(grid.height, grid.width)?;
        grid.pairs().into_iter().map(|(a, b)| rooms[a] != rooms[b]).collect()
    } else {
        let beside = lines.rows(grid.height, grid.width - 1)?;
        let below = lines.rows(grid.height - 1, grid.width)?;
        beside.into_iter().chain(below).map(|word| word == "1").collect()
    };
    Ok(is_wall.into_iter().map(|is_wall| is_wall.then_some(Clue::Sign(1))).collect())
}

/// Reads a clue.
fn clue(code: Code, word: &str) -> Option<Clue> {
    let number = |word: &str| if word == "-" { Some(None) } else { word.parse::<u32>().ok().map(Some) };
    Some(match code {
        Code::Three | Code::Bits | Code::Ones => match word {
            "*" => Clue::Sign(1),
            _ => Clue::Sign(word.parse().ok().filter(|&sign| sign <= 2)?),
        },
        Code::Maze => Clue::Sign(1 + ["s", "g", "o", "t"].iter().position(|sign| *sign == word)? as u8),
        Code::Corners => match word.strip_prefix('o') {
            Some("") => Clue::Unknown,
            Some(number) => Clue::Number(number.parse().ok()?),
            None => Clue::Arrow(*Direction::ALL.get(word.parse::<usize>().ok()?.checked_sub(1)?)?, None),
        },
        Code::Castle => {
            let (arrow, colour) = word.rsplit_once(',')?;
            Clue::Coloured(
                colour.parse().ok().filter(|&colour| colour < 3)?,
                Box::new(clue(Code::Arrows, arrow)?),
            )
        }
        Code::Sums => {
            // Written is the sum to the right first.
            let (right, below) = word.split_once(',')?;
            let number = |word: &str| if word == "-1" { Some(None) } else { word.parse().ok().map(Some) };
            Clue::Several(vec![number(below)?, number(right)?])
        }
        Code::Tapa => Clue::Several(word.split(',').map(number).collect::<Option<Vec<_>>>()?),
        Code::Arrows => {
            let (way, number) = word.split_once(',').and_then(|(way, rest)| Some((way, number(rest)?)))?;
            match way.parse::<usize>().ok()? {
                0 => number.map_or(Clue::Unknown, Clue::Number),
                way => Clue::Arrow(*Direction::ALL.get(way - 1)?, number),
            }
        }
        _ => number(word)?.map_or(Clue::Unknown, Clue::Number),
    })
}
