//! Reading and writing what people keep puzzles in.
//!
//! - `lines`: one puzzle a line; sizes and symbols that are found out or forced.
//! - `grids`: a line for each row, plain, ruled, boxed.
//! - `candidates`: what open cells can be.
//! - `collections`: SadMan's, Simple Sudoku's, Kaggle's and Project Euler's files; several puzzles a file.
//! - `fpuzzles`: documents of f-puzzles, key by key and error by error.
//! - `links`: links and ids of other tools, and documents in a stream.
//! - `native`: this project's own format, key by key and error by error.
//! - `damage`: line and column of everything that cannot be read.
//! - `pictures`: what is printed for people and programs is read back.
//! - `plain_lines`: the short way for common lines reads as the long one does.
//! - `native_round_trips`: all symbols and shapes in the native format.
//! - `round_trips`: what is written is read back, or what is lost is said.
//! - `rules`: rules that cannot be, and texts that would cost too much.
//! - `streams`: any bytes, however they arrive.
//! - `whole_files`: titles, solutions and several puzzles, written and read back.
//!
//! What is expected is put together by the tests themselves, never by the library's writers (except in
//! `round_trips`, `whole_files` and `pictures`).

mod candidates;
mod collections;
mod damage;
#[cfg(feature = "links")]
mod fpuzzles;
mod grids;
mod lines;
#[cfg(feature = "links")]
mod links;
mod native;
mod native_round_trips;
mod pictures;
mod plain_lines;
mod round_trips;
mod rules;
mod streams;
mod support;
mod whole_files;
