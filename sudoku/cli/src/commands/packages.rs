//! `sudoku completions` and `sudoku man`: what shells and packages need.

use std::path::{Path, PathBuf};

use clap::Args;
use clap_mangen::Man;

use crate::Refused;
use crate::command::Command;
use crate::files::{self, Files};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku completions bash > ~/.local/share/bash-completion/completions/sudoku
  sudoku completions zsh > ~/.zfunc/_sudoku
  sudoku completions fish > ~/.config/fish/completions/sudoku.fish")]
pub(crate) struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

impl Command for Completions {
    const NAME: &'static str = "completions";
    const ABOUT: &'static str = "Print the completions for a shell";

    fn run(self) -> Result<u8, Refused> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::program(), "sudoku", &mut script);
        files::print(&script)?;
        Ok(0)
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku man ~/.local/share/man/man1
  man sudoku-solve")]
pub(crate) struct Manual {
    /// The directory, which is made if it does not exist
    pub directory: PathBuf,
}

impl Command for Manual {
    const NAME: &'static str = "man";
    const ABOUT: &'static str = "Write the manual pages into a directory";

    fn run(self) -> Result<u8, Refused> {
        let directory = &self.directory;
        std::fs::create_dir_all(directory)
            .map_err(|error| Refused(format!("{}: {error}", directory.display())))?;
        let mut command = super::program().disable_help_subcommand(true);
        command.build();
        pages(&command, directory, &Files::reading(&[]))?;
        Ok(0)
    }
}

/// Writes a page for the command and for each below it.
fn pages(command: &clap::Command, directory: &Path, files: &Files) -> Result<(), Refused> {
    for below in command.get_subcommands() {
        pages(below, directory, files)?;
    }
    let (man, mut page) = (Man::new(command.clone()), Vec::new());
    man.render(&mut page)?;
    Ok(files.save(&directory.join(man.get_filename()), &page)?)
}
