//! `sudoku generate`: what packagers install beside the program.

use std::io;

use clap::CommandFactory as _;

use super::Usage;
use super::args::{self, Cli, Generated};

pub(super) fn run(args: &args::Generate) -> Result<u8, Usage> {
    let mut command = Cli::command();
    match &args.what {
        Generated::Completions { shell } => {
            clap_complete::generate(*shell, &mut command, "sudoku", &mut io::stdout());
        }
        Generated::Man { directory } => {
            std::fs::create_dir_all(directory)
                .and_then(|()| clap_mangen::generate_to(command, directory))
                .map_err(|error| Usage(format!("{}: {error}", directory.display())))?;
        }
    }
    Ok(0)
}
