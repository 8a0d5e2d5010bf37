//! `sudoku merge`: the sum of counts of parts of a puzzle.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};

use clap::Args;

use crate::command::Command;
use crate::source::Source;
use crate::{LIMIT, Refused, files};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku merge counts.txt
  cat part.* | sudoku merge

Adds the counts that `sudoku count --assume` printed for parts of a puzzle. If one of them is \"at least\" a \
number, the sum is one, too, and the exit status is 3.")]
pub(crate) struct Merge {
    /// Files with a count on each line; standard input without any
    #[arg(value_name = "FILE")]
    pub files: Vec<OsString>,
}

impl Command for Merge {
    const NAME: &'static str = "merge";
    const ABOUT: &'static str = "Add the counts of parts";

    fn run(self) -> Result<u8, Refused> {
        let mut sources: Vec<Source> = self.files.into_iter().map(Source::named).collect();
        if sources.is_empty() {
            sources.push(Source::Standard);
        }
        let (mut sum, mut is_exact) = (0_u128, true);
        for source in &sources {
            let name = source.name();
            let wrong = |error: std::io::Error| Refused(format!("{name}: {error}"));
            for (line, text) in (1..).zip(BufReader::new(source.open().map_err(wrong)?).lines()) {
                let text = text.map_err(wrong)?;
                let number = text.strip_prefix("at least ");
                is_exact &= number.is_none();
                let count: Result<u64, _> = number.unwrap_or(&text).parse();
                sum += u128::from(
                    count.map_err(|_| Refused(format!("{name}:{line}: {text:?} is not a count")))?,
                );
            }
        }
        let told = if is_exact { format!("{sum}\n") } else { format!("at least {sum}\n") };
        files::print(told.as_bytes())?;
        Ok(if is_exact { 0 } else { LIMIT })
    }
}
