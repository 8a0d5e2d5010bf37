//! `sudoku generate`: what packagers install beside the program.

use std::io::{self, Write as _};

use clap::CommandFactory as _;

use super::Usage;
use super::args::{self, Cli, Generated};

pub(super) fn run(args: &args::Generate) -> Result<u8, Usage> {
    let mut command = Cli::command();
    match &args.what {
        Generated::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command, "sudoku", &mut script);
            io::stdout().write_all(&script).and_then(|()| io::stdout().flush())?;
        }
        Generated::Man { directory } => {
            std::fs::create_dir_all(directory)
                .and_then(|()| clap_mangen::generate_to(command, directory))
                .map_err(|error| Usage(format!("{}: {error}", directory.display())))?;
        }
    }
    Ok(0)
}
