//! Lines of digits, letters and blanks only, the most common form of puzzles. Batches spend their reading time here.

use std::sync::{Arc, LazyLock};

use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::puzzle::{Places, Puzzle};
use crate::symbols::Symbols;

/// A reader of plain lines of one square grid: digits, letters from 10 on, and one kind of blank.
#[derive(Debug)]
pub(super) struct Plain {
    side: usize,
    /// For each byte the candidates of the cell, and the [kind](DIGIT) of the byte above them.
    bytes: [u32; 256],
    grid: Arc<Grid>,
    symbols: Arc<Symbols>,
}

const DIGIT: u32 = 1 << 16;
const LETTER: u32 = 2 << 16;
const BLANK: u32 = 4 << 16;
const ZERO: u32 = 8 << 16;
const OTHER: u32 = 16 << 16;

/// The candidates in an entry of the table.
const CANDIDATES: u32 = DIGIT - 1;

impl Plain {
    pub fn new(side: usize, grid: Arc<Grid>, symbols: Arc<Symbols>) -> Plain {
        let all = Candidates::all(side).bits() as u32;
        let mut bytes = [OTHER; 256];
        for value in 0..side as u8 {
            let byte = symbols.get(value).as_bytes()[0];
            bytes[usize::from(byte)] = 1 << value | if byte.is_ascii_digit() { DIGIT } else { LETTER };
        }
        for byte in b".*_-?" {
            bytes[usize::from(*byte)] = all | BLANK;
        }
        bytes[usize::from(b'0')] = all | ZERO;
        Plain { side, bytes, grid, symbols }
    }

    /// The reader of plain lines of the usual 9 x 9.
    fn classic() -> &'static Plain {
        static CLASSIC: LazyLock<Plain> =
            LazyLock::new(|| Plain::new(9, Grid::classic(), Symbols::usual_shared(1, 9)));
        &CLASSIC
    }

    pub fn side(&self) -> usize {
        self.side
    }

    /// Reads a line with a byte for each cell. Returns `None` if it is not plain.
    pub fn read(&self, text: &[u8], line: u64) -> Option<Puzzle> {
        let mut kinds = 0;
        let cells = text.iter().map(|&byte| {
            let entry = self.bytes[usize::from(byte)];
            kinds |= entry;
            Candidates::of_bits(u64::from(entry & CANDIDATES))
        });
        let cells = cells.collect();
        // Beside another blank a 0 may be a symbol, and letters without digits may begin with A = 1.
        if kinds & OTHER != 0 || kinds & (ZERO | BLANK) == ZERO | BLANK || kinds & (DIGIT | LETTER) == LETTER
        {
            return None;
        }
        let (grid, symbols) = (self.grid.clone(), self.symbols.clone());
        Some(Puzzle { grid, symbols, cells, rules: None, about: None, places: Places::InLine(line, 1) })
    }
}

/// Sides whose plain lines have one reading. 64 characters may be the candidates of a 4 x 4, and above 16 x 16 the
/// letters reach x, which may be a blank.
pub(super) const SIDES: [usize; 9] = [4, 6, 7, 9, 10, 12, 14, 15, 16];

/// The 81 cells of a line of digits, open ones as points or zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits<'a>(&'a [u8; 81]);

impl<'a> Digits<'a> {
    /// Returns the cells of a line without anything else. `None` for any other line, which may still have a puzzle.
    // Written so that it is compiled to vector instructions.
    pub(super) fn of(text: &'a [u8]) -> Option<Digits<'a>> {
        let text: &[u8; 81] = text.try_into().ok()?;
        let (mut others, mut zeros, mut points) = (false, false, false);
        for &byte in text {
            others |= !(byte.is_ascii_digit() | (byte == b'.'));
            zeros |= byte == b'0';
            points |= byte == b'.';
        }
        // Beside a point a 0 may be a symbol.
        (!(others || zeros && points)).then_some(Digits(text))
    }

    /// The digit of each cell in reading order, 0 for an open one.
    #[inline]
    pub(crate) fn values(self) -> impl Iterator<Item = u8> {
        self.0.iter().map(|&byte| if byte == b'.' { 0 } else { byte - b'0' })
    }

    /// The candidates of each cell, in reading order.
    #[inline]
    pub(crate) fn cells(self) -> impl Iterator<Item = Candidates> {
        static CANDIDATES: [Candidates; 256] = {
            let mut candidates = [Candidates::of_bits(0x1FF); 256];
            let mut digit = 1;
            while digit <= 9 {
                candidates[b'0' as usize + digit] = Candidates::of_bits(1 << (digit - 1));
                digit += 1;
            }
            candidates
        };
        self.0.iter().map(|&byte| CANDIDATES[usize::from(byte)])
    }
}

/// Reads a text that is one plain line of a 9 x 9 with a given, which no other format begins with. Returns `None` for
/// any other text.
pub(super) fn classic(text: &str) -> Option<Puzzle> {
    let text = text.strip_suffix('\n').unwrap_or(text).as_bytes();
    let is_given = |byte: &u8| matches!(byte, b'1'..=b'9');
    if text.len() != 81 || !text.iter().any(is_given) {
        return None;
    }
    Plain::classic().read(text, 1)
}
