//! Any text in any format: it is read or refused, in pieces as at once, and a puzzle can be written and drawn.

use std::io::Read;
use std::sync::Arc;

use sudoku::format::{Format, Kind, Options, Parser, Records, Unknown, parse};
use sudoku::print::{self, Drawing, Picture};
use sudoku::{ParseError, Puzzle, Symbols};
use testkit::Bytes;

use crate::round;

/// Reads two bytes of options, then the text.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let options = options(&mut bytes);
    let slice = 1 + usize::from(bytes.byte());
    check(bytes.rest(), slice, &options);
}

/// Returns options: mostly none; sometimes the format, and rarely more.
fn options(bytes: &mut Bytes<'_>) -> Options {
    let choice = bytes.below(32);
    let from = Format::ALL.get(choice.wrapping_sub(8)).copied();
    let symbols = ["12345678", "ABCD", "red green blue pink", "0123456789abcdef"];
    Options {
        from,
        one_a_line: choice == 28,
        size: (choice == 29).then_some((4, 4)),
        read_as: if choice == 27 { vec![("l".into(), "1".into())] } else { Vec::new() },
        symbols: (choice > 29).then(|| Arc::new(Symbols::parse(symbols[choice - 29]).expect("they differ"))),
        ..Options::default()
    }
}

/// Reads a text, and writes and draws its first puzzles.
pub fn check(text: &[u8], slice: usize, options: &Options) {
    let in_pieces = read(Slices { text, slice }, options);
    let at_once = read(text, options);
    assert_eq!(in_pieces.len(), at_once.len(), "in pieces of {slice} and at once");
    for (one, other) in in_pieces.iter().zip(&at_once) {
        assert!(parts(one) == parts(other), "in pieces of {slice} and at once");
        if let Err(error) = one {
            assert!(error.line > 0 && error.column > 0 && !error.to_string().is_empty(), "{error}");
        }
    }
    if let Ok(text) = std::str::from_utf8(text) {
        let first_wrong = at_once.iter().find_map(|one| one.as_ref().err());
        match parse(text, options) {
            Ok(all) => assert!(first_wrong.is_none() && all.len() == at_once.len()),
            Err(error) => assert_eq!(Some(&error), first_wrong),
        }
    }
    gate(text, options, &at_once);
    for puzzle in at_once.iter().flatten().take(2) {
        round::check(puzzle);
        draw(puzzle);
    }
}

/// Checks that parts which are not understood are refused, and nothing else is.
fn gate(text: &[u8], options: &Options, refused: &[Outcome]) {
    let unknown = |puzzle: &Puzzle| puzzle.about().map_or(0, |about| about.unknown.len());
    let ignored = read(text, &Options { unknown: Unknown::Ignore, ..options.clone() });
    assert_eq!(ignored.len(), refused.len());
    for (ignored, refused) in ignored.iter().zip(refused) {
        match ignored {
            Ok(puzzle) if unknown(puzzle) > 0 => {
                assert!(refused.is_err(), "lost: {:?}", puzzle.about());
                let about = puzzle.about().expect("it has unknown parts");
                assert!(about.remarks.iter().any(|remark| remark.what.starts_with("not understood: ")));
            }
            other => assert!(parts(other) == parts(refused), "ignoring nothing changes nothing"),
        }
    }
}

type Outcome = Result<Puzzle, ParseError>;

/// Returns all fields of an outcome, for comparison.
fn parts(outcome: &Outcome) -> Result<impl PartialEq + '_, &ParseError> {
    outcome.as_ref().map(|puzzle| {
        let places = (0..puzzle.cells().len()).map(|cell| puzzle.place(cell)).collect::<Vec<_>>();
        (puzzle.grid(), puzzle.symbols(), puzzle.cells(), puzzle.clues(), puzzle.about(), places)
    })
}

fn read(input: impl Read, options: &Options) -> Vec<Outcome> {
    let mut parser = Parser::new(options.clone());
    let mut records = Records::new(input, options);
    let mut all = Vec::new();
    while let Some(chunk) = records.next_chunk().expect("bytes at hand can be read") {
        let records = chunk.records.iter().filter(|record| record.kind != Kind::Echo);
        all.extend(records.map(|record| parser.read(chunk.text(record), record)));
    }
    all
}

/// Draws the puzzle in all forms.
pub fn draw(puzzle: &Puzzle) {
    let marks = print::marks(puzzle);
    assert!(Drawing::of(puzzle).marks(&marks).draw().ends_with("</svg>\n"));
    assert!(!Picture::of(puzzle).draw().is_empty());
    let _ = puzzle.obstacle();
}

/// Reader that returns few bytes at a time.
struct Slices<'a> {
    text: &'a [u8],
    slice: usize,
}

impl Read for Slices<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let length = self.slice.min(to.len()).min(self.text.len());
        let (now, later) = self.text.split_at(length);
        to[..length].copy_from_slice(now);
        self.text = later;
        Ok(length)
    }
}
