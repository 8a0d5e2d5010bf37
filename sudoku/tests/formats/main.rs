//! Readers and writers of all formats.
//!
//! - `lines`: one puzzle on a line; detected or forced sizes and symbols.
//! - `gate`: parts that are not understood are refused, drawn or ignored, and never lost in silence.
//! - `grids`: a line for each row, plain, ruled, boxed.
//! - `binary`: data that is no text, and signs that are no puzzle.
//! - `candidates`: candidates of open cells.
//! - `constraints`: strings of Interactive-Sudoku-Solver, and links within text.
//! - `collections`: files of SadMan, Simple Sudoku, Kaggle and Project Euler; several puzzles in a file.
//! - `fpuzzles`: documents of f-puzzles, key by key and error by error.
//! - `links`: links and ids of other tools, and documents in a stream.
//! - `listings`: boards as programs and spreadsheets print them.
//! - `lookalikes`: signs that look like digits.
//! - `native`: this project's own format, key by key and error by error.
//! - `damage`: line and column of every error.
//! - `pictures`: printed pictures are read back.
//! - `plain_lines`: the fast reader of common lines agrees with the general one.
//! - `native_round_trips`: all symbols and shapes in the native format.
//! - `round_trips`: written puzzles are read back, or losses are reported.
//! - `rules`: invalid rules, and texts that would be too expensive.
//! - `streams`: any bytes, in any pieces.
//! - `sudokupad`: drawings by the conventions of setters, each with the clues that they mean.
//! - `whole_files`: titles, solutions and several puzzles, written and read back.
//!
//! The tests build the expected texts themselves, not with the library's writers (except in `round_trips`,
//! `whole_files` and `pictures`).

mod binary;
mod candidates;
mod collections;
#[cfg(feature = "links")]
mod constraints;
mod damage;
mod found;
#[cfg(feature = "links")]
mod fpuzzles;
mod gate;
mod grids;
mod lines;
#[cfg(feature = "links")]
mod links;
mod listings;
mod lookalikes;
mod native;
mod native_round_trips;
mod pictures;
mod plain_lines;
#[cfg(feature = "links")]
mod puzz_link;
mod round_trips;
mod rules;
mod streams;
#[cfg(feature = "links")]
mod sudokupad;
mod support;
mod whole_files;
