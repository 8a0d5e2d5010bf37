//! Puzzles on one line: blanks, comments, all sizes, detected symbols, forced sizes and symbols.

use sudoku::format::{Format, Options};
use sudoku::{Candidates, Regions};

use crate::support::*;

#[test]
fn every_blank_character_is_open() {
    for blank in ['.', '0', '*', '_', '-', 'x', '?'] {
        let text = INKALA.replace('.', &blank.to_string());
        assert_nine(&text, INKALA);
        assert_nine_with(&text, INKALA, &from(Format::Line));
        assert_nine_with(&text, INKALA, &from(Format::Sdm));
        for side in [4, 6, 16, 25] {
            // If letters are symbols, x is one of them.
            if blank == 'x' && side > 9 {
                continue;
            }
            let cells = known(side);
            let line = written(&cells, from_table(CAPITALS), &blank.to_string(), "");
            assert_cells(&one(&line), side, &cells, &format!("{side} with {blank:?} for blanks"));
        }
    }
}

#[test]
fn different_blanks_may_stand_together() {
    let mut blanks = ".*_-?".chars().cycle();
    let mixed: String = INKALA.chars().map(|c| if c == '.' { blanks.next().unwrap() } else { c }).collect();
    assert_nine(&mixed, INKALA);
}

#[test]
fn a_board_of_blanks_only_is_open() {
    for blank in ['.', '0', '*', '_', '-', 'x', '?'] {
        for side in [4_usize, 6, 9, 16, 25] {
            let puzzle = one(&blank.to_string().repeat(side * side));
            assert_eq!(puzzle.grid().rows(), side, "{side} of {blank:?}");
            assert_eq!(puzzle.givens(), 0, "{side} of {blank:?}");
            assert!(puzzle.is_plain(), "{side} of {blank:?}");
        }
    }
}

#[test]
fn comments_follow_after_a_blank_or_a_number_sign() {
    for comment in [" a comment", "\ta comment", "  # 17 clues", " #", " 81", "\r", "\r\n", "#a comment", "#"]
    {
        assert_nine(&format!("{INKALA}{comment}"), INKALA);
        assert_nine(&format!("{}{comment}", INKALA.replace('.', "0")), INKALA);
        let four = "1.3..2..3..1..4.";
        assert_eq!(shown(&one(&format!("{four}{comment}"))), four, "{comment:?}");
        let sixteen = written(&known(16), from_table(CAPITALS), ".", "");
        assert_eq!(shown(&one(&format!("{sixteen}{comment}"))), sixteen, "{comment:?}");
    }
}

#[test]
fn marks_line_ends_and_indents_do_not_matter() {
    for text in [
        format!("\u{FEFF}{INKALA}"),
        format!("\u{FEFF}# a comment\r\n\r\n{INKALA}\r\n"),
        format!("   {INKALA}"),
        format!("\t{INKALA}\n\n\n"),
        format!("# a comment\n   # another\n{INKALA}"),
    ] {
        assert_nine(&text, INKALA);
    }
}

#[test]
fn two_decimal_digits_a_cell() {
    for side in [10, 12, 16, 20, 25, 36] {
        let cells = known(side);
        for open in ["00", ".."] {
            let line = written(&cells, |value| format!("{:02}", value + 1), open, "");
            assert_eq!(line.len(), 2 * side * side);
            assert_cells(&one(&line), side, &cells, &format!("{side} with {open} for blanks"));
            assert_cells(&one(&format!("{line} # pairs")), side, &cells, "with a comment");
        }
    }
}

#[test]
fn sixteen_in_letters_digits_and_hexadecimal() {
    let cells = known(16);
    let tables = ["ABCDEFGHIJKLMNOP", "abcdefghijklmnop", "123456789ABCDEFG", "123456789abcdefg"];
    for table in tables {
        for open in [".", "0", "-", "*"] {
            let line = written(&cells, from_table(table), open, "");
            assert_cells(&one(&line), 16, &cells, &format!("{table} with {open}"));
        }
    }
    for table in ["0123456789ABCDEF", "0123456789abcdef"] {
        let puzzle = one(&written(&cells, from_table(table), ".", ""));
        assert_cells_from(&puzzle, 16, 0, &cells, table);
        assert_eq!(puzzle.symbols().to_string(), "0-F");
    }
}

/// With G: 1-G. With 0 and another blank: 0-F. Neither: 1-G.
#[test]
fn sixteen_symbols_are_detected_by_occurrence() {
    let cells = known(16);
    let neither = without(&cells, &[15]);
    let puzzle = one(&written(&neither, from_table(CAPITALS), ".", ""));
    assert_cells(&puzzle, 16, &neither, "neither 0 nor G");
    assert_eq!(puzzle.symbols().to_string(), "1-G");
    let zeros = one(&written(&neither, from_table(CAPITALS), "0", ""));
    assert_cells(&zeros, 16, &neither, "0 is the only blank");
    // G decides even beside 0 and another blank.
    let mut blanks = [".", "0"].into_iter().cycle();
    let both: String = cells
        .iter()
        .map(|cell| cell.map_or_else(|| blanks.next().unwrap().to_owned(), from_table(CAPITALS)))
        .collect();
    assert_cells(&one(&both), 16, &cells, "G with 0 and . for blanks");
}

#[test]
fn small_boards_from_zero() {
    for (side, table) in [(4, "0123"), (6, "012345"), (9, "012345678"), (8, "01234567")] {
        let cells = known(side);
        for open in [".", "-", "x"] {
            let puzzle = one(&written(&cells, from_table(table), open, ""));
            assert_cells_from(&puzzle, side, 0, &cells, table);
        }
        let all: Known = solved(side).into_iter().map(Some).collect();
        let from_one = written(&without(&cells, &[0]), from_table(table), "0", "");
        assert_eq!(one(&from_one).grid().first_value(), 1, "0 is blank where no other blank is");
        assert_eq!(one(&written(&all, from_table(CAPITALS), ".", "")).grid().first_value(), 1);
    }
}

#[test]
fn twenty_five_in_letters_and_digits() {
    let cells = known(25);
    for table in ["ABCDEFGHIJKLMNOPQRSTUVWXY", "123456789ABCDEFGHIJKLMNOP", "123456789abcdefghijklmnop"] {
        for open in [".", "0", "_"] {
            assert_cells(&one(&written(&cells, from_table(table), open, "")), 25, &cells, table);
        }
    }
    // X is the 24th letter where letters are symbols, and a blank beside digits.
    let letters = one(&written(&cells, from_table(LETTERS), ".", ""));
    assert_eq!(letters.symbols().find("X"), Some(23));
}

#[test]
fn all_sides_in_digits_and_letters() {
    for side in 4..=35 {
        let cells = known(side);
        let line = written(&cells, from_table(CAPITALS), ".", "");
        assert_cells(&one(&line), side, &cells, &format!("side {side}"));
        assert_cells(&one_with(&line, &sized(side, side)), side, &cells, &format!("forced side {side}"));
    }
}

#[test]
fn numbers_with_blanks_between() {
    for side in [4, 6, 9, 10, 16, 25, 36, 62, 64] {
        let cells = known(side);
        for (open, between) in [(".", " "), ("0", " "), (".", "\t"), ("0", "   "), ("-", " ")] {
            let line = written(&cells, |value| (value + 1).to_string(), open, between);
            assert_cells(&one(&line), side, &cells, &format!("{side}, {open:?} and {between:?}"));
            let padded = written(&cells, |value| format!("{:2}", value + 1), open, between);
            assert_cells(&one(&padded), side, &cells, &format!("{side}, padded"));
        }
    }
    let cells = known(12);
    let from_zero = written(&cells, |value| value.to_string(), ".", " ");
    assert_cells_from(&one(&from_zero), 12, 0, &cells, "0 to 11");
}

#[test]
fn wordokus_take_the_letters_that_occur() {
    let cells = known(9);
    for word in ["LATERISOK", "latersiok", "WXYZABCDE", "ÄÖÜABCDEF", "αβγδεζηθι"] {
        let line = written(&cells, from_table(word), ".", "");
        let puzzle = one(&line);
        assert_eq!(shown(&puzzle), line, "{word}");
        let letters: String = puzzle.symbols().iter().collect();
        let (mut found, mut wanted): (Vec<_>, Vec<_>) = (letters.chars().collect(), word.chars().collect());
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{word}");
    }
    let puzzle = one(&written(&cells, from_table("ABCDEFGHI"), ".", ""));
    assert_cells(&puzzle, 9, &cells, "A to I in their order");
}

#[test]
fn a_wordoku_may_lack_one_letter_but_not_two() {
    let cells = known(9);
    for open in [".", "?", "*", "0"] {
        let line = written(&without(&cells, &[4]), from_table("LATERISOK"), open, "");
        let puzzle = one(&line);
        assert_eq!(shown(&puzzle), line.replace(open, "."), "{open}");
        assert!(
            puzzle.symbols().iter().any(|symbol| symbol == "?"),
            "the missing letter is ?: {}",
            puzzle.symbols()
        );
        assert_eq!(puzzle.symbols().len(), 9);
        assert!(puzzle.is_plain() && puzzle.givens() == without(&cells, &[4]).iter().flatten().count());
    }
    let error = refused(&written(&without(&cells, &[4, 5]), from_table("LATERISOK"), ".", ""));
    assert!(error.what.contains('7') && error.what.contains('9'), "{error}");
    assert!(error.hint.is_some_and(|hint| hint.contains("--symbols")));
}

#[test]
fn x_is_a_letter_where_letters_are_symbols() {
    let cells = known(9);
    for word in ["XABCDEFGH", "TAXIBUSEN", "taxibusen"] {
        let line = written(&cells, from_table(word), ".", "");
        assert_eq!(shown(&one(&line)), line, "{word}");
    }
    let four = "XO.HO.X..X...HOX";
    let line = "XOHE.X..H..OE..X";
    assert_eq!(shown(&one(line)), line);
    assert_eq!(shown(&one(four)), four, "X is one of three letters that occur");
}

/// 64 characters are 8 x 8, unless they are the candidates of 4 x 4; likewise 729 and 4096.
#[test]
fn cubes_of_characters_are_candidates_only_if_every_place_fits() {
    for (side, root) in [(8, 4), (27, 9)] {
        let cells = known(side);
        let line = written(&cells, from_table(CAPITALS), ".", "");
        assert_cells(&one(&line), side, &cells, &format!("{} characters", line.len()));
        let group = |cell: &Option<u8>| -> String {
            let place = |at: u8| cell.is_none_or(|value| value == at);
            (0..root as u8).map(|at| if place(at) { from_table(CAPITALS)(at) } else { ".".into() }).collect()
        };
        let candidates: String = known(root).iter().map(group).collect();
        assert_cells(&one(&candidates), root, &known(root), &format!("{root}: candidates"));
    }
    let numbers = written(&known(64), |value| (value + 1).to_string(), ".", " ");
    assert_cells(&one(&numbers), 64, &known(64), "numbers");
}

/// 512 characters are 16 x 16 only if every pair is 00 to 16; otherwise they can be the candidates of 8 x 8.
#[test]
fn pairs_and_candidates_of_512_characters_are_distinguished() {
    let cells = known(16);
    let pairs = written(&cells, |value| format!("{:02}", value + 1), "00", "");
    assert_cells(&one(&pairs), 16, &cells, "pairs");
    let eight = known(8);
    let group = |cell: &Option<u8>| -> String {
        let place = |at: &u8| cell.is_none_or(|value| value == *at);
        (0..8).map(|at| if place(&at) { (at + 1).to_string() } else { ".".into() }).collect()
    };
    let candidates: String = eight.iter().map(group).collect();
    assert_eq!(candidates.len(), 512);
    assert_cells(&one(&candidates), 8, &eight, "candidates");
    let mut neither = pairs.into_bytes();
    neither[100..102].copy_from_slice(b"17");
    refused(&String::from_utf8(neither).unwrap());
}

#[test]
fn a_size_may_be_forced() {
    let wide = "1.3..6...456..5.1.2.6..2";
    let puzzle = one_with(&format!("{wide}\n"), &sized(4, 6));
    assert_eq!((puzzle.grid().rows(), puzzle.grid().columns(), puzzle.grid().values()), (4, 6, 6));
    assert_eq!(shown(&puzzle), wide);
    // Four letters for a cell or a word: 64 characters are 8 x 8 although they could be candidates.
    let line = "1234".repeat(16);
    assert_eq!(shown(&one(&line)), ".".repeat(16), "candidates of 4 x 4");
    assert_eq!(shown(&one_with(&line, &sized(8, 8))), line);
    let small = one_with("12.1", &sized(2, 2));
    assert_eq!((small.grid().rows(), shown(&small).as_str()), (2, "12.1"));
}

#[test]
fn a_wrong_length_for_a_forced_size_is_an_error() {
    for text in [&INKALA[1..], &INKALA[..60], &INKALA[..20]] {
        let error = refused_with(text, &sized(9, 9));
        assert_eq!((error.line, error.column), (1, 1), "{error}");
        let (has, needs) = (format!("{} cells", text.len()), error.what.replace("9x9", ""));
        assert!(error.what.contains(&has) && needs.contains('9') | needs.contains("81"), "{error}");
        // A line is read independently of the following ones.
        let lines = each(format!("{text}\n{text}\n{INKALA}\n").as_bytes(), &sized(9, 9));
        assert!(lines[lines.len() - 1].1.is_ok(), "{text}");
    }
}

/// A forced size that does not fit is an error, also with a single row.
#[test]
fn a_forced_size_holds_for_the_cells_that_are_read() {
    for (rows, columns, text) in
        [(1, 9, "0"), (1, 9, "123"), (1, 4, "12345"), (1, 1, "1."), (2, 2, "123"), (9, 1, "1")]
    {
        for format in [Format::Grid, Format::Line, Format::Native] {
            let text = if format == Format::Native { format!("grid:\n{text}\n") } else { text.to_owned() };
            let options = Options { size: Some((rows, columns)), ..from(format) };
            for (_, read) in each(text.as_bytes(), &options) {
                assert!(
                    read.is_err(),
                    "{rows}x{columns} as {format}: {text:?} became {:?}",
                    read.map(|puzzle| puzzle.cells().to_vec())
                );
            }
        }
    }
}

#[test]
fn symbols_may_be_forced() {
    let line = "B..AC..D..BC..A.";
    let puzzle = one_with(line, &with_symbols("DCBA"));
    assert_eq!(puzzle.cells()[0], Candidates::one(2), "in the order of the table");
    assert_eq!(shown(&puzzle), line);
    let few = format!("L{}A", ".".repeat(79));
    let puzzle = one_with(&few, &with_symbols("LATERISOK"));
    assert_eq!((shown(&puzzle), puzzle.givens()), (few, 2));
    // A character that is usually a blank is a symbol if the symbols contain it.
    let puzzle = one_with("x*-x.x..-..*....", &with_symbols("x*-+"));
    assert_eq!(shown(&puzzle), "x*-x.x..-..*....");
    let zero = one_with("0..12..3........", &with_symbols("0123"));
    assert_eq!((shown(&zero).as_str(), zero.grid().first_value()), ("0..12..3........", 0));
    let error = refused_with(INKALA, &with_symbols("ABCDEFGHI"));
    assert_eq!((error.line, error.column), (1, 1), "{error}");
    let error = refused_with(INKALA, &with_symbols("ABCD"));
    assert!(error.what.contains("4 symbols"), "{error}");
}

#[test]
fn regions_may_be_forced() {
    let columns_first =
        Options { regions: Some(Regions::Boxes { height: 3, width: 2 }), ..Options::default() };
    assert_eq!(one_with(&".".repeat(36), &columns_first).grid().boxes(), Some((3, 2)));
    let none = Options { regions: Some(Regions::None), ..Options::default() };
    assert!(!one_with(INKALA, &none).grid().has_regions());
}

#[test]
fn words_in_blocks_are_one_puzzle() {
    let blocks: Vec<String> =
        INKALA.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into()).collect();
    assert_nine(&blocks.join(" "), INKALA);
    let cells: Vec<String> = INKALA.chars().map(String::from).collect();
    assert_nine(&cells.join(" "), INKALA);
    assert_eq!(shown(&one("1... ..2. .3.. ...4")), "1.....2..3.....4");
}

#[test]
fn each_puzzle_of_a_batch_has_symbols_of_its_own() {
    let hexadecimal = written(&known(16), from_table("0123456789ABCDEF"), ".", "");
    let letters = written(&known(16), from_table(LETTERS), ".", "");
    let wordoku = written(&known(9), from_table("LATERISOK"), ".", "");
    let text =
        format!("{INKALA}\n{hexadecimal}\n\n{letters}\n# between\n{wordoku}\n{}\n", EASY.replace('.', "0"));
    let puzzles = several(&text, &Options::default());
    let found: Vec<String> = puzzles.iter().map(shown).collect();
    assert_eq!(found, [INKALA, &hexadecimal, &letters, &wordoku, EASY]);
    let firsts: Vec<i32> = puzzles.iter().map(|puzzle| puzzle.grid().first_value()).collect();
    assert_eq!(firsts, [1, 0, 1, 1, 1]);
}

#[test]
fn places_are_correct() {
    let puzzle = one(&format!("# a comment\n\n  {INKALA} # end"));
    assert_eq!((puzzle.place(0), puzzle.place(80)), ((3, 3), (3, 83)));
    let pairs = one(&format!("\n{}", written(&known(10), |value| format!("{:02}", value + 1), "00", "")));
    assert_eq!((pairs.place(0), pairs.place(99)), ((2, 1), (2, 199)));
    let umlauts = one(&written(&known(9), from_table("ÄÖÜABCDEF"), ".", ""));
    assert_eq!(umlauts.place(40), (1, 41), "columns are characters");
    let words = one("1 2  3 4 . . . . . . . . . . . .");
    assert_eq!((words.place(2), words.place(3)), ((1, 6), (1, 8)));
}
