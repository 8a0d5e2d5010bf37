//! Files of puzzles that are kept out.

use std::ffi::OsString;

use sudoku::Known;
use sudoku::format::{Kind, Parser, Records};

use crate::Refused;
use crate::interrupt::Interrupt;
use crate::source::Source;

/// Reads the puzzles of files, until the run is over. Text that is no puzzle is an error: a puzzle could be missed.
pub(super) fn known(
    files: &[OsString],
    interrupt: &Interrupt,
    is_over: impl Fn() -> bool,
) -> Result<Known, Refused> {
    let mut known = Known::default();
    let options = Known::options();
    for file in files {
        let source = Source::named(file.clone());
        let name = source.name();
        let unread = |error: std::io::Error| Refused(format!("--distinct: {name}: {error}"));
        let mut parser = Parser::new(options.clone());
        let mut records = Records::new(source.open().map_err(unread)?, &options);
        while let Some(chunk) = interrupt.while_reading(|| records.next_chunk()) {
            let Some(chunk) = chunk.map_err(unread)? else { break };
            if is_over() {
                return Ok(known);
            }
            for record in chunk.records.iter().filter(|record| record.kind != Kind::Echo) {
                if let Some(digits) = parser.digits(chunk.text(record), record) {
                    known.add_digits(digits);
                    continue;
                }
                let puzzle = parser.read(chunk.text(record), record).map_err(|error| {
                    Refused(format!("{name}:{}:{}: {}", error.line, error.column, error.message()))
                })?;
                known.add(&puzzle);
            }
        }
    }
    Ok(known)
}
