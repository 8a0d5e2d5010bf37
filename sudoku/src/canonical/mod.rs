//! The smallest form of a classic 9×9 puzzle under all its symmetries.
//!
//! The form is built row by row. A state is a way to choose and order the rows, columns and values so far; the states
//! that are kept all give the same rows, and these are the smallest possible. Columns that no row so far tells apart
//! stay tied, so that a sparse puzzle has few states.

mod complete;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::puzzle::{Places, Puzzle};
use crate::symbols::Symbols;

const SIDE: usize = 9;
/// Rows of a band, columns of a stack.
const BAND: usize = 3;

/// A row; 0 stands for an open cell.
type Row = [u8; SIDE];
pub(crate) type Rows = [Row; SIDE];

/// A reason why a puzzle has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotClassic(&'static str);

impl fmt::Display for NotClassic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no canonical form: {}", self.0)
    }
}

impl std::error::Error for NotClassic {}

/// The canonical form of a classic 9×9 puzzle: the smallest of all that come from it by exchanging rows within a band,
/// columns within a stack, bands, stacks, rows with columns, and values.
///
/// Forms are compared in reading order, an open cell before every value. Two puzzles have the same form exactly if one
/// comes from the other. The values of the form are the digits from 1 to 9, whatever the symbols of the puzzle. It
/// does not matter whether the puzzle has solutions.
///
/// ```
/// use sudoku::{Puzzle, canonical};
///
/// let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// // Half a turn, with 1 and 8 exchanged.
/// let exchange = |c| if c == '1' { '8' } else if c == '8' { '1' } else { c };
/// let turned: String = text.chars().rev().map(exchange).collect();
/// let (one, other): (Puzzle, Puzzle) = (text.parse()?, turned.parse()?);
/// assert_eq!(canonical(&one).unwrap().cells(), canonical(&other).unwrap().cells());
/// # Ok::<(), sudoku::ParseError>(())
/// ```
///
/// # Errors
/// If the puzzle has another shape, rules beside rows, columns and boxes, or cells with a part of the candidates.
pub fn canonical(puzzle: &Puzzle) -> Result<Puzzle, NotClassic> {
    let rows = rows_of(puzzle)?;
    let all = puzzle.all_values();
    let value = |digit: u8| if digit == 0 { all } else { Candidates::one(digit - 1) };
    Ok(Puzzle {
        grid: if puzzle.grid.first_value() == 1 { puzzle.grid.clone() } else { Arc::new(classic()) },
        symbols: Symbols::usual_shared(1, SIDE),
        cells: smallest(rows).as_flattened().iter().map(|&digit| value(digit)).collect(),
        rules: None,
        about: None,
        places: Places::InLine(1, 1),
    })
}

fn classic() -> Grid {
    Grid::square(SIDE).expect("there is a grid of this side")
}

/// The digits of a classic puzzle.
pub(crate) fn rows_of(puzzle: &Puzzle) -> Result<Rows, NotClassic> {
    let grid = puzzle.grid();
    if !(grid.is_usual() && grid.cells() == SIDE * SIDE && grid.values() == SIDE) {
        return Err(NotClassic("only classic grids of 9x9 with boxes of 3x3 have one"));
    }
    if !puzzle.clues().is_empty() {
        return Err(NotClassic("the puzzle has rules beside rows, columns and boxes"));
    }
    let (mut rows, mut is_plain) = (Rows::default(), true);
    let all = puzzle.all_values();
    for (cell, candidates) in rows.as_flattened_mut().iter_mut().zip(puzzle.cells()) {
        let bits = candidates.bits();
        let is_open = *candidates == all;
        is_plain &= is_open | bits.is_power_of_two();
        *cell = if is_open { 0 } else { bits.trailing_zeros() as u8 + 1 };
    }
    if !is_plain {
        return Err(NotClassic("a cell has only a part of the candidates"));
    }
    Ok(rows)
}

/// The smallest rows under all symmetries.
pub(crate) fn smallest(rows: Rows) -> Rows {
    let mut turned = rows;
    for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
        turned[column][row] = rows[row][column];
    }
    // A puzzle that is its own mirror image needs one of the two only.
    let sources: &[Source] = &[Source::new(rows), Source::new(turned)];
    let sources = if rows == turned { &sources[..1] } else { sources };
    let mut states = (0..sources.len() as u8).map(State::new).collect::<Vec<_>>();
    let (mut form, mut known) = (Rows::default(), 0);
    if sources.iter().all(complete::is_complete) {
        form[0] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        (form[1], states) = complete::second_rows(sources);
        known = 2;
    }
    for row in &mut form[known..] {
        let mut search = RowSearch { best: [u8::MAX; SIDE], states: Vec::new(), row: [0; SIDE] };
        for state in &states {
            let source = &sources[usize::from(state.source)];
            source.next_rows(state.used).for_each(|next| search.add(state, source, next));
        }
        (*row, states) = (search.best, search.states);
    }
    form
}

/// The puzzle or its mirror image, with the rows that give nothing new.
struct Source {
    rows: Rows,
    /// For each row, the equal rows before it in its band, as bits.
    twins: [u16; SIDE],
    /// For each band, the equal bands before it, as bits of all their rows.
    twin_bands: [u16; BAND],
}

impl Source {
    fn new(rows: Rows) -> Source {
        let mut twins = [0; SIDE];
        for (at, row) in rows.iter().enumerate() {
            let before = at / BAND * BAND..at;
            twins[at] = before.filter(|&other| rows[other] == *row).fold(0, |bits, other| bits | 1 << other);
        }
        let bands = rows.as_chunks::<BAND>().0;
        let mut twin_bands = [0; BAND];
        for (at, band) in bands.iter().enumerate() {
            let equal = (0..at).filter(|&other| bands[other] == *band);
            twin_bands[at] = equal.fold(0, |bits, other| bits | band_bits(other));
        }
        Source { rows, twins, twin_bands }
    }

    /// The rows that may come next: those of a band that has begun, else those of any other. Of equal rows and bands
    /// the first is enough.
    fn next_rows(&self, used: u16) -> impl Iterator<Item = usize> {
        let begun = (0..BAND).find(|&band| (1..BAND as u32).contains(&(used & band_bits(band)).count_ones()));
        (0..SIDE).filter(move |&row| {
            let band = row / BAND;
            used >> row & 1 == 0
                && self.twins[row] & !used == 0
                && begun.map_or(self.twin_bands[band] & !used == 0, |begun| begun == band)
        })
    }
}

fn band_bits(band: usize) -> u16 {
    0b111 << (BAND * band)
}

/// A way to choose and order the rows, columns and values so far.
#[derive(Clone, Copy)]
struct State {
    source: u8,
    /// The rows of the source that are part of the form, as bits.
    used: u16,
    /// The column of the source at each place.
    columns: [u8; SIDE],
    /// The places whose column is tied with the one before in its stack, as bits.
    tied: u16,
    /// The stacks that are tied with the one before, as bits. Such stacks are empty so far.
    tied_stacks: u8,
    /// The digit of each value; 0 for those not yet seen, and for an open cell.
    digits: [u8; SIDE + 1],
    /// The number of values seen.
    seen: u8,
}

impl State {
    fn new(source: u8) -> State {
        State {
            source,
            used: 0,
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            tied: 0b110_110_110,
            tied_stacks: 0b110,
            digits: [0; SIDE + 1],
            seen: 0,
        }
    }

    /// The smallest digits that a tied stack gives in a row.
    fn stack_key(&self, row: &Row, stack: usize) -> [u8; BAND] {
        let mut values: [u8; BAND] =
            std::array::from_fn(|place| row[usize::from(self.columns[BAND * stack + place])]);
        let is_new = |value: u8| value > 0 && self.digits[usize::from(value)] == 0;
        values.sort_unstable_by_key(|&value| (is_new(value), self.digits[usize::from(value)], value));
        let first = values.iter().position(|&value| is_new(value)).unwrap_or(BAND);
        let repeats = values[first..].windows(2).filter(|pair| pair[0] == pair[1]).count();
        // A value that is repeated takes the first new digit.
        std::array::from_fn(|place| match place {
            known if known < first => self.digits[usize::from(values[known])],
            new => self.seen + 1 + (new - first).saturating_sub(repeats) as u8,
        })
    }

    fn swap_stacks(&mut self, one: usize, other: usize) {
        (0..BAND).for_each(|place| self.columns.swap(BAND * one + place, BAND * other + place));
    }
}

/// The search for the smallest next row.
struct RowSearch {
    best: Row,
    /// The states that give the best row.
    states: Vec<State>,
    /// The row under construction.
    row: Row,
}

impl RowSearch {
    fn add(&mut self, state: &State, source: &Source, row: usize) {
        let mut next = *state;
        next.used |= 1 << row;
        self.place(next, &source.rows[row], 0);
    }

    /// Completes the row from a place on, in every way that may give the smallest one.
    fn place(&mut self, state: State, row: &Row, at: usize) {
        if self.row[..at] > self.best[..at] {
            return;
        }
        if at == SIDE {
            if self.row < self.best {
                self.best = self.row;
                self.states.clear();
            }
            self.states.push(state);
        } else if at.is_multiple_of(BAND) && state.tied_stacks >> (at / BAND + 1) & 1 == 1 {
            self.place_stack(state, row, at);
        } else {
            self.place_column(state, row, at);
        }
    }

    /// Chooses among tied stacks: all that are open in this row, which stay tied, or else one of the smallest.
    fn place_stack(&mut self, mut state: State, row: &Row, at: usize) {
        let first = at / BAND;
        let end = (first + 1..BAND).find(|&stack| state.tied_stacks >> stack & 1 == 0).unwrap_or(BAND);
        let mut open = first;
        for stack in first..end {
            if state.stack_key(row, stack) == [0; BAND] {
                state.swap_stacks(open, stack);
                open += 1;
            }
        }
        if open > first {
            self.row[at..BAND * open].fill(0);
            state.tied_stacks &= !(1 << open);
            return self.place(state, row, BAND * open);
        }
        state.tied_stacks &= !(1 << (first + 1));
        let least = (first..end).map(|stack| state.stack_key(row, stack)).min();
        for stack in (first..end).filter(|&stack| Some(state.stack_key(row, stack)) == least) {
            let mut state = state;
            state.swap_stacks(first, stack);
            self.place_column(state, row, at);
        }
    }

    /// Chooses among tied columns: all that are open in this row; or else those with the smallest digit; or else
    /// those with the same new value, for each value that may be the next.
    fn place_column(&mut self, state: State, row: &Row, at: usize) {
        let end = (at + 1..SIDE).find(|&place| state.tied >> place & 1 == 0).unwrap_or(SIDE);
        let values = state.columns[at..end].iter().map(|&column| row[usize::from(column)]);
        let known = values.clone().filter(|&value| value == 0 || state.digits[usize::from(value)] > 0);
        if let Some(value) = known.min_by_key(|&value| state.digits[usize::from(value)]) {
            return self.take(state, row, at..end, value);
        }
        // A value that is repeated comes before others, which take more digits.
        let frequency = |value: u8| values.clone().filter(|&other| other == value).count();
        let most = values.clone().map(frequency).max();
        let mut done = 0_u16;
        for value in values.clone().filter(|&value| Some(frequency(value)) == most) {
            if done >> value & 1 == 0 {
                done |= 1 << value;
                let mut state = state;
                state.seen += 1;
                state.digits[usize::from(value)] = state.seen;
                self.take(state, row, at..end, value);
            }
        }
    }

    /// Puts the columns with a value, which stay tied, before the others of a group.
    fn take(&mut self, mut state: State, row: &Row, group: Range<usize>, value: u8) {
        let mut next = group.start;
        for place in group {
            if row[usize::from(state.columns[place])] == value {
                self.row[next] = state.digits[usize::from(value)];
                state.columns.swap(next, place);
                next += 1;
            }
        }
        state.tied &= !(1 << next);
        self.place(state, row, next);
    }
}
