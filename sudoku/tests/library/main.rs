//! The library, as front ends use it.
//!
//! - `canonical`: forms under all symmetries.
//! - `canvas`: several grids on one canvas.
//! - `defects`: cells that do not fit their grid.
//! - `difficulty`: generated puzzles of a required difficulty.
//! - `facts`: known puzzles and small boards, counted independently; limits.
//! - `generate`: generated puzzles.
//! - `methods`: algorithms by name, counted without the engine.
//! - `minimization`: the clues that puzzles need, checked one by one.
//! - `svg`: images.
//! - `together`: puzzles solved together.
//! - `variants`: generated puzzles of variants.

mod canonical;
mod canvas;
mod defects;
mod difficulty;
mod facts;
mod generate;
mod methods;
mod minimization;
mod styles;
mod svg;
mod together;
mod variants;
