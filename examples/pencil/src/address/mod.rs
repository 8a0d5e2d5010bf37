//! Addresses of puzzles: `https://puzz.link/p?KIND/FLAGS/WIDTH/HEIGHT/BODY`.
//!
//! The body is a list of parts, which the kind names: where its clues stand ([`Places`]) and how they are written
//! ([`Code`]). The same list reads an address and writes it.

mod code;
mod cursor;
mod error;

pub use code::Code;
pub use error::AddressError;

use cursor::Cursor;

use crate::board::Board;
use crate::clue::Clues;
use crate::kinds;
use crate::puzzle::Puzzle;

/// Largest number of cells.
pub const MOST_CELLS: usize = 2_500;

/// Where the clues of a part stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// In the cells.
    Cells,
    /// On the corners of cells.
    Crosses,
    /// Between cells: those to the right of a cell, then those below.
    Walls,
    /// In the rooms that walls make.
    Rooms,
    /// Above the columns, then left of the rows.
    Sides,
    /// Above the columns, below them, left of the rows, right of them.
    Around,
    /// Above the columns, half a column of clues each, then left of the rows likewise.
    Runs,
    /// One for the whole board.
    Whole,
}

impl Places {
    /// Returns how many places there are: of each list that begins with a character of its own.
    fn lists(self, board: Board, rooms: usize) -> Vec<usize> {
        let (width, height) = (board.cells.width, board.cells.height);
        match self {
            Places::Cells => vec![board.cells.len()],
            Places::Crosses => vec![board.crosses.len()],
            Places::Walls => vec![(width - 1) * height, width * (height - 1)],
            Places::Rooms => vec![rooms],
            Places::Sides => vec![width + height],
            Places::Around => vec![2 * (width + height)],
            Places::Runs => vec![height.div_ceil(2) * width + width.div_ceil(2) * height],
            Places::Whole => vec![1],
        }
    }
}

/// A part of the body of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where its clues stand.
    pub places: Places,
    /// How they are written.
    pub code: Code,
    /// Whether a slash ends it.
    pub ends: bool,
}

impl Part {
    /// A part without a slash after it.
    pub const fn new(places: Places, code: Code) -> Part {
        Part { places, code, ends: false }
    }

    /// The same part with a slash after it.
    pub const fn ending(self) -> Part {
        Part { ends: true, ..self }
    }
}

impl Puzzle {
    /// Reads a puzzle from its address. What stands before the question mark does not matter, and may be missing.
    pub fn parse(address: &str) -> Result<Puzzle, AddressError> {
        let trimmed = address.trim();
        let lead = address.chars().take_while(|c| c.is_whitespace()).count();
        let trimmed = trimmed.split('#').next().unwrap_or_default();
        let before = trimmed.find('?').map_or(0, |at| at + 1);
        let mut from = Cursor::new(&trimmed[before..], 1 + lead + trimmed[..before].chars().count());
        let column = from.column();
        let name = from.word();
        let kind = kinds::find(name).ok_or_else(|| {
            let error = AddressError::new(column, format!("no kind of puzzle is called {name:?} here"));
            match kinds::nearest(name) {
                Some(kind) => error.hint(format!("the nearest is {}", kind.id)),
                None => error,
            }
        })?;
        let mut flags = String::new();
        if from.peek().is_some_and(|next| !next.is_ascii_digit()) {
            let column = from.column();
            flags = from.word().to_owned();
            if let Some((at, flag)) = (0..).zip(flags.chars()).find(|&(_, flag)| kind.flag(flag).is_none()) {
                let known: Vec<String> =
                    kind.flags.iter().map(|(flag, what)| format!("{flag}: {what}")).collect();
                let error = AddressError::new(column + at, format!("{} has no variant {flag:?}", kind.name));
                return Err(if known.is_empty() { error } else { error.hint(known.join("; ")) });
            }
        }
        let [width, height] = [size(&mut from)?, size(&mut from)?];
        if width * height > MOST_CELLS {
            return Err(from.error(format!("{width} by {height} cells; at most {MOST_CELLS} are taken")));
        }
        let mut puzzle =
            Puzzle { name: name.to_owned(), flags, ..Puzzle::new(kind, Board::new(width, height)) };
        for part in kind.parts {
            let rooms = if part.places == Places::Rooms { puzzle.rooms().len() } else { 0 };
            let mut clues = Clues::new();
            for places in part.places.lists(puzzle.board, rooms) {
                clues.extend(part.code.read(&mut from, places)?);
            }
            if part.ends && !from.skip('/') {
                return Err(from.error("a slash should follow"));
            }
            puzzle.clues.push(clues);
        }
        let _ = from.skip('/');
        if !from.is_at_end() {
            return Err(from.error("nothing should follow: the board is complete"));
        }
        Ok(puzzle)
    }

    /// Returns the address.
    pub fn address(&self) -> String {
        let (width, height) = (self.board.cells.width, self.board.cells.height);
        let mut address = format!("https://puzz.link/p?{}/", self.name);
        if !self.flags.is_empty() {
            address += &format!("{}/", self.flags);
        }
        address += &format!("{width}/{height}/");
        for (part, clues) in self.kind.parts.iter().zip(&self.clues) {
            let mut rest = &clues[..];
            for places in part.places.lists(self.board, clues.len()) {
                let (list, after) = rest.split_at(places);
                address += &part.code.write(list);
                rest = after;
            }
            if part.ends {
                address.push('/');
            }
        }
        address
    }
}

/// Reads a number of rows or columns.
fn size(from: &mut Cursor<'_>) -> Result<usize, AddressError> {
    let column = from.column();
    let word = from.word();
    let number = word.parse().ok().filter(|number| (1..=MOST_CELLS).contains(number));
    number.ok_or_else(|| {
        AddressError::new(column, format!("{word:?} is not a number of columns or rows"))
            .hint("KIND/WIDTH/HEIGHT/CLUES, for instance slither/5/5/cbcbcddad")
    })
}
