//! Round trips: a puzzle that a format can hold is read back.

use sudoku::Puzzle;
use sudoku::format::{Format, Options, Unfit, header, parse, write};

/// Writes a puzzle in every format and reads it again.
pub fn check(puzzle: &Puzzle) {
    Format::ALL.into_iter().for_each(|format| _ = through(puzzle, format));
}

/// Returns the puzzle after a round trip through a format; `None` if the format cannot hold all of it.
pub fn through(puzzle: &Puzzle, format: Format) -> Option<Puzzle> {
    let (text, unfit) = written(puzzle, format);
    if unfit == Some(Unfit::Shape) {
        return None;
    }
    let options = Options { from: Some(format), ..Options::default() };
    let read = parse(&text, &options);
    // A text with losses need not be readable, nor one with comments: some formats have their rules in words.
    let has_words = puzzle.about().is_some_and(|about| !about.comments.is_empty());
    if unfit.is_some() || has_words && format != Format::Native && read.is_err() {
        return None;
    }
    let mut all = read.unwrap_or_else(|error| panic!("{format} is not read back: {error}\n{text}"));
    assert_eq!(all.len(), 1, "{format}: puzzles of one\n{text}");
    let again = all.remove(0);
    assert_eq!(again.grid(), puzzle.grid(), "{format}\n{text}");
    assert_eq!(again.cells(), puzzle.cells(), "{format}\n{text}");
    assert_eq!(again.symbols(), puzzle.symbols(), "{format}\n{text}");
    // Other formats may replace rules by equivalent ones, in another order.
    if format == Format::Native {
        assert_eq!(again.clues(), puzzle.clues(), "{format}\n{text}");
    }
    // Other formats may drop repeated rules.
    let is_repeated = |at: usize| puzzle.clues()[..at].contains(&puzzle.clues()[at]);
    if format == Format::Native || !has_words && !(0..puzzle.clues().len()).any(is_repeated) {
        let second = written(&again, format).0;
        // Drawings are recognised kind by kind; from then on the order stays.
        let expected = if format.name() == "sudokupad" {
            let read = parse(&second, &options).unwrap_or_else(|error| panic!("{format}: {error}\n{second}"));
            written(&read[0], format).0
        } else {
            text
        };
        assert_eq!(second, expected, "{format}, written again");
    }
    Some(again)
}

fn written(puzzle: &Puzzle, format: Format) -> (String, Option<Unfit>) {
    let mut text = header(format).to_owned();
    let unfit = write(puzzle, format, 0, &mut text);
    (text, unfit)
}
