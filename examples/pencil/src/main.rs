//! The program `pencil`.
//!
//! ```text
//!   args ──► input: addresses and positions, from files, pipes and arguments
//!              │
//!              ▼
//!            batch: answered by several threads, written in order ──► exit status
//!              ▲
//!            jobs: solve, check, count, convert, render; steps: hint, explain, rate
//! ```
//!
//! `generate` has no input: several threads make attempts, which are taken in order.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
