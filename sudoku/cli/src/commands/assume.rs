//! `--assume`: answers about the parts of one puzzle, which `sudoku split` has written.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, ErrorKind, Write as _};

use sudoku::{Budget, Count, Prefix, Puzzle, Solver};

use crate::args::{Effort, Input};
use crate::files::Files;
use crate::interrupt::Interrupt;
use crate::source::{self, Source};
use crate::{LIMIT, Refused};

/// Reads the only puzzle of the input.
pub(super) fn one_puzzle(input: &Input, sources: &[Source]) -> Result<Puzzle, Refused> {
    input.require_lines(false, "this is about one puzzle")?;
    let [source] = sources else {
        return Err(Refused("this is about one puzzle: name one".into()));
    };
    let (name, text) = (source.name(), source.text()?);
    let mut puzzles = source::puzzles(&name, &text, &input.options(), input)?;
    match (puzzles.next(), puzzles.next()) {
        (Some(puzzle), None) => Ok(puzzle),
        (None, _) => Err(Refused(format!("{name}: there is no such puzzle"))),
        _ => Err(Refused(format!("{name}: several puzzles: --skip and --take choose one"))),
    }
}

/// Counts the solutions of each part, a line each, as soon as it is known.
pub(super) fn count(
    parts: &OsStr,
    most: u64,
    input: &Input,
    effort: &Effort,
    output: Option<&std::path::Path>,
) -> Result<u8, Refused> {
    let parts = Source::named(parts.to_owned());
    let sources = Source::all(input)?;
    if matches!((&parts, &sources[..]), (Source::Standard, [Source::Standard])) {
        return Err(Refused("the parts come from standard input: name the puzzle".into()));
    }
    let wrong = |error: std::io::Error| Refused(format!("{}: {error}", parts.name()));
    let files = Files::reading(&[&sources[..], std::slice::from_ref(&parts)].concat());
    let mut to = files.stream(output)?;
    let puzzle = one_puzzle(input, &sources)?;
    let interrupt = Interrupt::listening();
    let budget: Budget = effort.budget().cancel(&interrupt.cancel);
    let mut solver = Solver::new(budget).engine(effort.engine);
    let mut status = 0;
    for (line, text) in (1..).zip(BufReader::new(parts.open().map_err(wrong)?).lines()) {
        let text = text.map_err(wrong)?;
        let part = Prefix::read(&text, &puzzle).map_err(|error| {
            Refused(format!("{}:{line}:{}: {}", parts.name(), error.column, error.message()))
        })?;
        let told = match solver.count(&part.of(&puzzle), most, || {}).0 {
            Count::Exactly(found) => found.to_string(),
            Count::AtLeast(found) => format!("at least {found}"),
            Count::Limit(found) => {
                status = LIMIT;
                format!("at least {found}")
            }
        };
        match writeln!(to, "{told}").and_then(|()| to.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(status),
            written => written.map_err(|error| Refused(error.to_string()))?,
        }
        if interrupt.cancel.is_cancelled() {
            break;
        }
    }
    to.end(true).map_err(|error| Refused(error.to_string()))?;
    Ok(interrupt.status().unwrap_or(status))
}
