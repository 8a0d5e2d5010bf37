//! Texts from bytes, and what has to hold of them, whoever gives the bytes: libFuzzer (`fuzz_targets/`) or the corpus
//! (`tests/corpus.rs`).
//!
//! ```text
//!   bytes ──► text of any kind ──► parse ──► puzzle ──► write, in every format ──► parse ──► the same?
//!   bytes ──► grammar ──► native text ──► puzzle ──► Solver, each way ─┐
//!                                           └──► meaning, by trying ───┴─ the same solutions?
//! ```

pub mod bytes;
pub mod formula;
pub mod grammar;
pub mod meaning;
pub mod packing;
pub mod round;
pub mod targets;
