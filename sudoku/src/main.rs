//! The `sudoku` program. All of it is in [`sudoku::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    sudoku::cli::run(std::env::args_os())
}
