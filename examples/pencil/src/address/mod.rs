//! Addresses of puzzles: `https://puzz.link/p?KIND/FLAGS/WIDTH/HEIGHT/BODY`.
//!
//! The body is a list of parts, which the kind names: where its clues stand ([`Places`]) and how they are written
//! ([`Code`]). The same list reads an address and writes it.

mod code;
mod cursor;
mod error;
mod fleet;
mod part;

pub use code::Code;
pub use error::AddressError;
pub use part::{Part, Places};

pub(crate) use cursor::Cursor;

use crate::board::Board;
use crate::clue::Clues;
use crate::kinds;
use crate::puzzle::Puzzle;

/// Largest number of cells.
pub const MOST_CELLS: usize = 2_500;

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
        let kind = kinds::find(name).ok_or_else(|| AddressError::new(column, kinds::unknown(name)))?;
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
            let found = puzzle.found(part.places);
            let mut clues = Clues::new();
            for places in part.places.lists(puzzle.board, found) {
                let is_missing = part.is_optional && from.is_at_end();
                clues.extend(if is_missing {
                    vec![None; places]
                } else {
                    part.code.read(&mut from, places)?
                });
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

    /// Returns how many rooms or heads there are.
    fn found(&self, places: Places) -> usize {
        match places {
            Places::Rooms => self.rooms().len(),
            Places::Heads => self.heads().len(),
            _ => 0,
        }
    }

    /// Returns how many clues may stand at some places. For rooms, the walls have to be known.
    pub fn places(&self, places: Places) -> usize {
        places.lists(self.board, self.found(places)).into_iter().sum()
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
            if part.is_optional && clues.iter().all(Option::is_none) {
                continue;
            }
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
