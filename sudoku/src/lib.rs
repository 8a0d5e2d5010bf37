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
//! - [`format`](mod@format) reads and writes puzzles in the formats of the table [`Format`](format::Format);
//!   [`format::Records`] reads streams.
//! - [`Grid`] is the geometry, [`Symbols`] the table of values as text, [`Puzzle`] the candidates of all cells
//!   with grid, symbols and rules.
//! - [`rules`] are the rules in addition to rows, columns and regions: a puzzle has [clues](rules::Clue), each of a
//!   [`Kind`](rules::Kind) with its faults, meaning, model and drawing. The module shows how to write a kind of one's
//!   own.
//! - [`Solver`] keeps compiled models and answers: [`Solver::solve`], [`Solver::count`],
//!   [`Solver::occurrences`], or solution by solution with [`Solver::run`].
//! - [`Method`]s are named algorithms, from plain backtracking to the default, all on one engine: [`Solver::method`],
//!   or [`PuzzleModel`] for any runner of `csp`.
//! - [`Generator`] makes puzzles that meet [`Requirements`], and [`Minimization`] finds the
//!   givens and clues ([`Statement`]s) that a puzzle needs.
//! - [`canonical`] gives the smallest form of a classic 9×9 under all symmetries. Equivalent puzzles have the same
//!   form. [`Known`] is a set of puzzles of any rules up to symmetry.
//! - [`explain`](mod@explain) solves as people do, describes each step in words, and rates puzzles by their steps.
//! - [`trace`](mod@trace) records a search step by step, with the names of rules, and its tree.
//! - [`print`](mod@print) draws puzzles as text and as images.
//!
//! Reading the links of other tools needs the feature `links`, which is on by default. The program is a crate of its
//! own, `sudoku-csp-cli`.
//!
//! # Invariants
//!
//! 1. Inside, a value is a number from 0; symbols are looked up where text comes in or goes out.
//! 2. What cannot be read is an error with line and column, never a guess that is silently wrong.
//! 3. A limit is never reported as "none" or "unique".
//! 4. [`Kind::holds`](rules::Kind) is the meaning of a rule. The model has the same solutions, each once, also if the
//!    rule is one of several alternatives. Redundant constraints change no solutions.
//! 5. Clues are checked for [faults](rules::Clue::fault) before a model is made of them; readers do so.
//! 6. Every part that a format or a picture cannot hold is reported.
#![warn(missing_docs)]

mod about;
mod candidates;
mod canonical;
pub mod explain;
pub mod format;
mod formula;
mod generate;
mod grid;
mod known;
mod memo;
mod methods;
pub mod print;
mod puzzle;
pub mod rules;
mod sentences;
mod solver;
mod statement;
mod symbols;
mod text;
pub mod trace;

pub use about::{About, Guess, Remark, Sketch};
pub use candidates::Candidates;
pub use canonical::{NotClassic, canonical};
pub use csp::estimate::{Estimate, Magnitude, Precision};
pub use csp::{Cancel, Count, Step, lockstep::SimdPath};
pub use generate::{
    Aim, Attempt, Chance, Change, Changed, Difficulty, Generator, MOST_ATTEMPTS, May, Minimization,
    NODES_PER_QUESTION, RequirementError, Requirements, Style, Symmetry,
};
pub use grid::{
    CellName, CellNames, Frame, Grid, GridError, House, LARGEST, Loose, Part, Regions, Shape, usual_boxes,
};
pub use known::Known;
pub use methods::{GLOSSARY, Method, UnknownMethod, counters, methods};
pub use puzzle::{GAP, Obstacle, Puzzle, Solution};
pub use solver::{
    Answer, Answers, Broken, Budget, Claim, Clash, End, Engine, Occurrences, Prefix, PuzzleModel,
    PuzzleProof, Questions, Run, Solver, Unproved, Wanted,
};
pub use statement::Statement;
pub use symbols::{OPEN, Symbols, SymbolsError};
pub use text::ParseError;

/// The README's Rust is compiled and run with the other examples in the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
