//! Whole files, written and read back: titles and solutions, several puzzles, from any format to any other.

use sudoku::format::{Format, Options, header, parse, write};
use sudoku::{About, Grid, Puzzle};

use crate::round_trips::{Report, difference, from_zero, in_words, read_one, text_of, with_all_values};
use crate::support::*;

fn about(solution: Option<Vec<u8>>) -> About {
    let mut about = About::default().with_solution(solution.map(Into::into));
    about.title = Some("A Title: with # signs".into());
    about.author = Some("Somebody".into());
    about.source = Some("Https://sudoku.example/?a=b#c".into());
    about.comments = vec![
        "First remark".into(),
        "Date: 01-02-2003".into(),
        "Level: Hard".into(),
        "Url: https://x.example".into(),
    ];
    about
}

#[test]
fn titles_and_solutions_are_kept_where_they_can_be() {
    let mut chance = Chance(13);
    for side in [4, 6, 9, 12, 16, 25, 36, 64] {
        let mut puzzle = with_all_values(Grid::square(side).unwrap(), 3, &mut chance);
        puzzle.set_about(about(Some(solved(side))));
        for format in Format::ALL {
            let (text, _) = text_of(&puzzle, format);
            for options in [Options::default(), from(format)] {
                let read = read_one(&text, &options)
                    .unwrap_or_else(|error| panic!("{side}, {format}: {error}\n{text}"));
                assert_eq!(difference(&puzzle, &read, true), None, "{side}, {format}");
                let mut kept = read.about().cloned().unwrap_or_default();
                let mut without_source = about(Some(solved(side)));
                without_source.source = None;
                let without_solution = about(None);
                match format {
                    Format::Native => assert_eq!(Some(&kept), puzzle.about(), "{side}"),
                    format if is_of_f_puzzles(format) => {
                        // A character for each cell.
                        let has_solution = format.name() != "sudokupad" || side <= 9;
                        let solution = without_source.solution.clone().filter(|_| has_solution);
                        kept.is_drawn = false;
                        assert_eq!(kept, without_source.with_solution(solution), "{side}");
                    }
                    Format::Sdk => assert_eq!(kept, without_solution, "{side}"),
                    Format::Csv => assert_eq!(kept.solution.as_deref(), Some(&solved(side)[..]), "{side}"),
                    _ => assert_eq!(kept.solution, None, "{side}, {format}"),
                }
            }
        }
    }
}

#[test]
fn solutions_are_kept_in_letters_and_words() {
    let mut report = Report::default();
    for (side, symbols) in [(4, "red green blue yellow"), (9, "LATERISOK"), (4, "0123")] {
        let grid = if symbols.starts_with('0') { from_zero(side) } else { Grid::square(side).unwrap() };
        let mut puzzle = in_words(with_all_values(grid, 3, &mut Chance(14)), symbols);
        puzzle.set_about(about(Some(solved(side))));
        report.round_trip(&puzzle, Format::Native, true, symbols);
        let (text, _) = text_of(&puzzle, Format::Native);
        assert_eq!(read_one(&text, &Options::default()).unwrap().about(), puzzle.about(), "{text}");
        if symbols.contains(' ') {
            continue;
        }
        let (text, _) = text_of(&puzzle, Format::Csv);
        let read = read_one(&text, &Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let solution = read.about().and_then(|about| about.solution.clone()).expect("it is in the table");
        assert_eq!(read.text(&solution), puzzle.text(&solved(side)), "{text}");
    }
}

#[test]
fn several_puzzles_in_a_file_of_every_format() {
    let mut report = Report::default();
    let mut chance = Chance(15);
    for side in [4, 5, 6, 9, 12, 16, 25] {
        let mut puzzles: Vec<Puzzle> =
            (0..3).map(|_| with_all_values(Grid::square(side).unwrap(), 3, &mut chance)).collect();
        for (at, puzzle) in puzzles.iter_mut().enumerate() {
            let title = (at != 1).then(|| format!("Number {at}"));
            puzzle.set_about(About::default().with_title(title));
        }
        for format in Format::ALL {
            let mut text = header(format).to_owned();
            for (at, puzzle) in puzzles.iter().enumerate() {
                assert_eq!(write(puzzle, format, at as u64, &mut text), None, "{format}");
            }
            for options in [Options::default(), from(format)] {
                let read = match parse(&text, &options) {
                    Ok(read) if read.len() == puzzles.len() => read,
                    other => {
                        let wrong = other
                            .map_or_else(|error| error.to_string(), |read| format!("{} puzzles", read.len()));
                        report.add(&format!("side {side}"), format, &options, &wrong, &text);
                        continue;
                    }
                };
                for (puzzle, read) in puzzles.iter().zip(&read) {
                    assert_eq!(difference(puzzle, read, true), None, "{side}, {format}\n{text}");
                    if [Format::Native, Format::Sdk].contains(&format) {
                        assert_eq!(read.about(), puzzle.about(), "{side}, {format}\n{text}");
                    }
                }
            }
        }
    }
}

/// From each format to each other by reading and writing.
#[test]
fn from_every_format_into_every_other() {
    for text in [INKALA, EASY, INKALA_SOLVED, "12..34..........", "......1.........2.........3.........4"] {
        let Ok(puzzle) = text.parse::<Puzzle>() else {
            continue;
        };
        for first in Format::ALL {
            let once = read_one(&text_of(&puzzle, first).0, &Options::default()).unwrap();
            for second in Format::ALL {
                let twice = read_one(&text_of(&once, second).0, &Options::default()).unwrap();
                assert_eq!(difference(&puzzle, &twice, true), None, "{first} to {second}");
            }
        }
    }
}
