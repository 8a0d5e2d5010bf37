//! Texts from bytes, and their checks. The bytes come from libFuzzer (`fuzz_targets/`) or from the corpus
//! (`tests/corpus.rs`).
//!
//! ```text
//!   bytes ──► text of any kind ──► parse ──► puzzle ──► write, in every format ──► parse ──► the same?
//!   bytes ──► grammar ──► native text ──► puzzle ──► Solver, each way ─┐
//!                                           └──► meaning, by trying ───┴─ the same solutions?
//! ```

pub mod formula;
pub mod grammar;
pub mod meaning;
pub mod packing;
pub mod round;
pub mod targets;
