//! The `sudoku` program. All of it is in [`sudoku::cli`].

use std::process::ExitCode;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    sudoku::cli::run(std::env::args_os())
}
