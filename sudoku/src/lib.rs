//! Sudoku of any size and shape, on the [`csp`] engine.
//!
//! ```
//! use sudoku::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "
//!     . . 3 | . . . | 4 . .
//!     . 8 . | . 3 6 | . . 8
//!     . . . | 1 . . | . 4 .
//!     ------+-------+------
//!     . 6 . | . 7 3 | . . .
//!     9 . . | . . . | . . .
//!     . . 2 | . . 5 | . . 4
//!     ------+-------+------
//!     . 7 . | . 6 2 | 6 . .
//!     . . . | . . . | 7 . .
//!     6 . . | 5 . . | . . ."
//!     .parse()?;
//! let obstacle = puzzle.obstacle().expect("there are two 8 in the second row");
//! assert_eq!(obstacle.what, "8 in R2C9 repeats R2C2");
//! assert!(Solver::default().solve(&puzzle, 1).solutions.is_empty());
//! # Ok::<(), sudoku::ParseError>(())
//! ```
//!
//! # Flow
//!
//! ```text
//!   text ──► format ──► Puzzle {grid, symbols, cells, rules} ──► Solver ──► solutions ──► print
//!                                                      │            │
//!                                             rules: declare ─► csp: model, engine
//! ```
//!
//! - [`format`](mod@format) reads and writes what people keep puzzles in; [`format::Records`] streams.
//! - [`Grid`] is geometry, [`Symbols`] a table, [`Puzzle`] what is known of the cells.
//! - [`rules`] are those beside rows, columns and regions: a puzzle holds [clues](rules::Clue), each of a
//!   [`Kind`](rules::Kind) that knows its faults, meaning, model and drawing. It also shows how to write one's own.
//! - [`Solver`] keeps compiled models and answers: [`Solver::solve`], [`Solver::count`],
//!   [`Solver::occurrences`], or solution by solution with [`Solver::run`].
//! - [`Method`]s are algorithms by name, from the loop of a first lesson to the best there is, all on one engine:
//!   [`Solver::method`], or [`PuzzleModel`] for any way that `csp` has to run a model.
//! - [`Generator`] makes puzzles as one wishes them, and [`Needs`] tells which clues of a puzzle it needs.
//! - [`trace`](mod@trace) tells how a search goes, step by step, with the rules by their names; and draws its tree.
//! - [`print`](mod@print) draws.
//!
//! Puzzles of other tools stand behind the feature `links`, which is on by default. The program is a crate of its own,
//! `sudoku-cli`.
//!
//! # Invariants
//!
//! 1. Inside, a value is a number from 0; symbols are looked up where text comes in or goes out.
//! 2. What cannot be read is an error with line and column, never a guess that is silently wrong.
//! 3. A limit is never reported as "none" or "unique".
//! 4. A rule means what its [`Kind::holds`](rules::Kind) says of the numbers of all cells; the model has the same solutions, each
//!    once, also where the rule is one of several alternatives. What only helps the search changes none.
//! 5. The model is made of clues whose [faults](rules::Clue::fault) have been looked for; readers do so.
//! 6. What a format or a picture cannot hold is said, not left out in silence.
#![warn(missing_docs)]

mod candidates;
pub mod format;
mod formula;
mod generate;
mod grid;
mod methods;
pub mod print;
mod puzzle;
pub mod rules;
mod solver;
mod symbols;
pub mod trace;

pub use candidates::Candidates;
pub use csp::{Cancel, Count, SimdPath, Step};
pub use format::ParseError;
pub use generate::{Attempt, Chance, Generator, MOST_ATTEMPTS, Needs, Symmetry, WishError, Wishes};
pub use grid::{CellName, Frame, Grid, GridError, House, LARGEST, Loose, Part, Regions, Shape, usual_boxes};
pub use methods::{GLOSSARY, Method, UnknownMethod, counters, methods};
pub use puzzle::{About, GAP, Obstacle, Places, Puzzle, Remark, Solution};
pub use solver::{Answer, Budget, End, Engine, Occurrences, PuzzleModel, Run, Solver};
pub use symbols::{OPEN, Symbols, SymbolsError};

/// The README's Rust is compiled and run with the other examples in the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
