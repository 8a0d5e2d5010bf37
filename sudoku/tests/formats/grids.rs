//! A line for each row: plain, with blanks, bars and rules, in drawn boxes; one grid or a batch of lines.

use sudoku::format::{Format, Options};

use crate::support::*;

/// Returns the rows of a 9 x 9 in three blocks.
fn blocks(text: &str, open: &str, inside: &str, between: &str) -> Vec<String> {
    let block = |part: &[u8]| {
        let cells: Vec<String> = part.iter().map(|&c| char::from(c).to_string().replace('.', open)).collect();
        cells.join(inside)
    };
    let row = |row: &[u8]| row.chunks(3).map(block).collect::<Vec<String>>().join(between);
    text.as_bytes().chunks(9).map(row).collect()
}

/// Returns rows with lines between bands, above and below.
fn banded(rows: &[String], above: &str, between: &str, below: &str) -> String {
    let bands: Vec<String> = rows.chunks(3).map(|band| band.concat()).collect();
    format!("{above}{}{below}", bands.join(between))
}

fn lines(rows: Vec<String>, before: &str, after: &str) -> Vec<String> {
    rows.into_iter().map(|row| format!("{before}{row}{after}\n")).collect()
}

#[test]
fn rows_of_every_side() {
    for side in 2..=35 {
        let cells = known(side);
        let plain = rows(&cells, side, from_table(CAPITALS), ".", "").join("\n");
        // A single line of 1, 4 or 9 characters is a row; the lines around decide about sixteen and more.
        assert_cells(&one(&plain), side, &cells, &format!("plain rows of {side}"));
        assert_cells(&one_with(&plain, &from(Format::Grid)), side, &cells, &format!("forced, {side}"));
        let spaced = rows(&cells, side, from_table(CAPITALS), ".", " ").join("\n");
        assert_cells(&one(&spaced), side, &cells, &format!("spaced rows of {side}"));
        if side >= 4 {
            let numbers = rows(&cells, side, |value| format!("{:>2}", value + 1), " .", " ").join("\n");
            assert_cells(&one(&numbers), side, &cells, &format!("numbers, {side}"));
        }
    }
    for side in [36, 49, 62, 64] {
        let cells = known(side);
        let numbers = rows(&cells, side, |value| (value + 1).to_string(), ".", " ").join("\n");
        assert_cells(&one(&numbers), side, &cells, &format!("numbers, {side}"));
    }
}

#[test]
fn blanks_of_every_kind_in_rows() {
    for open in [".", "0", "*", "_", "-", "x", "?"] {
        for (inside, between) in [("", ""), ("", " "), ("", "|"), (" ", " "), (" ", " | "), ("  ", "   ")] {
            let rows = lines(blocks(INKALA, open, inside, between), "", "");
            assert_nine(&rows.concat(), INKALA);
            assert_nine(&banded(&rows, "", "------+-------+------\n", ""), INKALA);
            assert_nine(&banded(&rows, "", "\n", ""), INKALA);
            assert_nine(&banded(&rows, "", "===========\n", ""), INKALA);
        }
    }
}

#[test]
fn rules_and_borders_are_no_cells() {
    let plain = lines(blocks(INKALA, ".", "", "|"), "", "");
    let framed = lines(blocks(INKALA, ".", "", "|"), "|", "|");
    let spaced = lines(blocks(INKALA, ".", " ", " | "), "| ", " |");
    for rule in ["---+---+---", "-----------", "===========", "===+===+==="] {
        let rule = format!("{rule}\n");
        assert_nine(&banded(&plain, "", &rule, ""), INKALA);
        assert_nine(&banded(&plain, &rule, &rule, ""), INKALA);
    }
    for rule in ["+---+---+---+", "|---+---+---|", "=============", ":---+---+---:", "#===#===#===#"] {
        let rule = format!("{rule}\n");
        assert_nine(&banded(&framed, &rule, &rule, &rule), INKALA);
    }
    for rule in ["+-------+-------+-------+", "|-------+-------+-------|", "+=======+=======+=======+"] {
        let rule = format!("{rule}\n");
        assert_nine(&banded(&spaced, &rule, &rule, &rule), INKALA);
    }
    assert_nine(&banded(&framed, ".-----------.\n", "|---+---+---|\n", "'-----------'\n"), INKALA);
}

#[test]
fn drawn_boxes() {
    let bars = lines(blocks(INKALA, ".", " ", " │ "), "│ ", " │");
    let thin = banded(
        &bars,
        "┌───────┬───────┬───────┐\n",
        "├───────┼───────┼───────┤\n",
        "└───────┴───────┴───────┘\n",
    );
    assert_nine(&thin, INKALA);
    let double = lines(blocks(INKALA, ".", "", "║"), "║", "║");
    assert_nine(&banded(&double, "╔═══╦═══╦═══╗\n", "╠═══╬═══╬═══╣\n", "╚═══╩═══╩═══╝\n"), INKALA);
    let heavy = lines(blocks(INKALA, "0", " ", " ┃ "), "┃ ", " ┃");
    assert_nine(
        &banded(
            &heavy,
            "┏━━━━━━━┳━━━━━━━┳━━━━━━━┓\n",
            "┣━━━━━━━╋━━━━━━━╋━━━━━━━┫\n",
            "┗━━━━━━━┻━━━━━━━┻━━━━━━━┛\n",
        ),
        INKALA,
    );
    let walled = lines(blocks(INKALA, ".", "│", "┃"), "┃", "┃");
    let inner = "┠─┼─┼─╂─┼─┼─╂─┼─┼─┨\n";
    assert_nine(&walled.join(inner), INKALA);
}

#[test]
fn comments_stand_between_rows_and_after_them() {
    let rows = lines(blocks(INKALA, ".", "", " "), "", "  # a comment");
    assert_nine(&rows.concat(), INKALA);
    assert_nine(&format!("# first\n\n# second\n{}# last\n", rows.join("# between\n")), INKALA);
    assert_nine(&format!("\u{FEFF}{}", rows.concat().replace('\n', "\r\n")), INKALA);
}

/// A line of `-` alone is a rule unless `-` is the only blank.
#[test]
fn dashes_are_rows_where_they_are_the_only_blank() {
    let text = format!("{}{}", &INKALA[..72], ".".repeat(9));
    let middle = format!("{}{}{}", &INKALA[..36], ".".repeat(9), &INKALA[45..]);
    let first = format!("{}{}", ".".repeat(9), &INKALA[9..]);
    for board in [&text, &middle, &first, &".".repeat(81)] {
        let rows = lines(blocks(board, "-", "", ""), "", "");
        assert_nine(&rows.concat(), board);
        assert_nine_with(&rows.concat(), board, &from(Format::Grid));
        let ruled = lines(blocks(board, "-", " ", " | "), "", "");
        assert_nine(&banded(&ruled, "", "------+-------+------\n", ""), board);
        let framed = lines(blocks(board, "-", "", "|"), "|", "|");
        assert_nine(&banded(&framed, "+---+---+---+\n", "+---+---+---+\n", "+---+---+---+\n"), board);
    }
}

/// Beside another blank, nine dashes are a rule.
#[test]
fn dashes_are_rules_where_there_is_another_blank() {
    let mut mixed = lines(blocks(INKALA, ".", "", ""), "", "");
    mixed[0] = mixed[0].replacen('.', "-", 1);
    assert_nine(&banded(&mixed, "", "---------\n", ""), INKALA);
}

#[test]
fn rules_may_be_longer_than_any_row_of_characters() {
    let cells = known(25);
    let mut text = String::new();
    for (at, row) in rows(&cells, 25, |value| format!("{:>2}", value + 1), " .", " ").into_iter().enumerate()
    {
        if at > 0 && at % 5 == 0 {
            text += &format!("{}\n", "-".repeat(74));
        }
        text += &format!("{row}\n");
    }
    assert_cells(&one(&text), 25, &cells, "rules of 74 dashes");
    assert_cells(&one(&text.replace("-----", "--+--")), 25, &cells, "crossed rules");
    assert_cells(&one(&text.replace('-', "=")), 25, &cells, "rules of =");
}

#[test]
fn letters_in_rows() {
    let cells = known(9);
    for word in ["LATERISOK", "ABCDEFGHI", "TAXIBUSEN"] {
        let line = written(&cells, from_table(word), ".", "");
        for (inside, between) in [("", ""), (" ", " "), ("", "|"), (" ", " | ")] {
            let rows = lines(blocks(&line, ".", inside, between), "", "");
            assert_eq!(shown(&one(&rows.concat())), line, "{word}");
            assert_eq!(shown(&one(&banded(&rows, "", "---+---+---\n", ""))), line, "{word}, ruled");
        }
    }
    let lacking = written(&without(&cells, &[3]), from_table("LATERISOK"), "?", "");
    let puzzle = one(&lines(blocks(&lacking, "?", " ", " "), "", "").concat());
    assert_eq!(shown(&puzzle), lacking.replace('?', "."));
}

#[test]
fn sixteen_by_sixteen_in_blocks() {
    let cells = known(16);
    for table in [CAPITALS, LETTERS] {
        let blocks: Vec<String> = rows(&cells, 16, from_table(table), ".", "")
            .iter()
            .map(|row| row.as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" "))
            .collect();
        assert_cells(&one(&blocks.join("\n")), 16, &cells, "blocks");
        let barred = blocks.join("\n").replace(' ', "|");
        assert_cells(&one(&barred), 16, &cells, "bars");
        let bands: Vec<String> = blocks.chunks(4).map(|band| band.join("\n")).collect();
        assert_cells(&one(&bands.join("\n----+----+----+----\n")), 16, &cells, "rules");
        assert_cells(&one(&bands.join("\n-------------------\n")), 16, &cells, "plain rules");
    }
    let hexadecimal = rows(&cells, 16, from_table("0123456789ABCDEF"), ".", " ").join("\n");
    assert_cells_from(&one(&hexadecimal), 16, 0, &cells, "hexadecimal");
}

#[test]
fn sixteen_by_sixteen_in_bands_with_blank_lines_between() {
    let cells = known(16);
    let plain = rows(&cells, 16, from_table(CAPITALS), ".", "");
    let blocks: Vec<String> = plain
        .iter()
        .map(|row| row.as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" "))
        .collect();
    let numbers = rows(&cells, 16, |value| format!("{:2}", value + 1), " .", " ");
    for lines in [plain, blocks, numbers] {
        let bands: Vec<String> = lines.chunks(4).map(|band| band.join("\n")).collect();
        assert_cells(&one(&bands.join("\n\n")), 16, &cells, "bands");
    }
}

/// A square block of lines, plain or with rules, is one grid; otherwise each line is a puzzle.
#[test]
fn as_many_lines_as_characters_are_one_grid() {
    for side in [16_usize, 25, 36] {
        let cells = known(side);
        let table = format!("{CAPITALS}a");
        let grid = rows(&cells, side, from_table(&table), ".", "");
        let text = grid.join("\n");
        assert_cells(&one(&text), side, &cells, "alone");
        assert_cells(&one(&format!("# a comment\n\n{text}\n\n# the end\n")), side, &cells, "with comments");
        assert_cells(&one(&text.replace('\n', "\r\n")), side, &cells, "Windows");
        let small = side.isqrt();
        let line = written(&known(small), from_table(CAPITALS), ".", "");
        for lines in [1, 2, side - 1, side + 1, 2 * side, 2 * side + 1] {
            let batch = format!("{line}\n").repeat(lines);
            let puzzles = several(&batch, &Options::default());
            assert_eq!(puzzles.len(), lines, "{lines} lines of {side}");
            assert!(puzzles.iter().all(|puzzle| shown(puzzle) == line), "{lines} lines of {side}");
        }
        let batch = format!("{line}\n").repeat(side);
        let forced = several(&batch, &sized(small, small));
        assert_eq!(forced.len(), side, "{side} lines, forced to {small}");
        assert_eq!(several(&batch, &from(Format::Line)).len(), side, "{side} lines by format");
        let both = several(&format!("{text}\n{text}\n"), &sized(side, side));
        assert_eq!(both.len(), 2, "two grids, forced to {side}");
        both.iter().for_each(|puzzle| assert_cells(puzzle, side, &cells, "forced"));
    }
}

#[test]
fn rules_make_one_grid_of_lines_among_others() {
    let cells = known(16);
    let rows = rows(&cells, 16, from_table(CAPITALS), ".", "");
    let bands: Vec<String> = rows.chunks(4).map(|band| band.join("\n")).collect();
    let grid = bands.join("\n----+----+----+----\n");
    let puzzles = several(&format!("{INKALA}\n{grid}\n{INKALA}\n\n{grid}\n{grid}\n"), &Options::default());
    let sides: Vec<usize> = puzzles.iter().map(|puzzle| puzzle.grid().rows()).collect();
    assert_eq!(sides, [9, 16, 9, 16, 16]);
}

#[test]
fn several_grids_follow_each_other() {
    let nine = lines(blocks(INKALA, ".", " ", " | "), "| ", " |");
    let rule = "+-------+-------+-------+\n";
    let framed = banded(&nine, rule, rule, rule);
    let plain = lines(blocks(EASY, "0", "", ""), "", "").concat();
    let six = rows(&known(6), 6, from_table(CAPITALS), ".", "").join("\n");
    let text =
        format!("{framed}{framed}\n{plain}{plain}# six\n{six}\n\n\n{plain}\n{framed}{INKALA}\n{six}\n");
    let found: Vec<String> = several(&text, &Options::default()).iter().map(shown).collect();
    let six = written(&known(6), from_table(CAPITALS), ".", "");
    assert_eq!(found, [INKALA, INKALA, EASY, EASY, &six, EASY, INKALA, INKALA, &six]);
}

#[test]
fn borders_of_dashes_alone_belong_to_their_grid() {
    let nine = lines(blocks(INKALA, ".", "", "|"), "|", "|");
    let framed = banded(&nine, "-------------\n", "-------------\n", "-------------\n");
    for rule in ["-------------", "-----------"] {
        let rule = format!("{rule}\n");
        assert_nine(&banded(&nine, &rule, &rule, &rule), INKALA);
    }
    assert_eq!(several(&framed.repeat(3), &Options::default()).len(), 3);
    assert_eq!(several(&format!("{framed}\n{framed}"), &from(Format::Ss)).len(), 2);
    let four = "-------\n|12|34|\n|..|..|\n-------\n|..|..|\n|4.|.1|\n-------\n";
    assert_eq!(shown(&one(four)), "1234........4..1");
}

#[test]
fn a_size_forces_how_rows_are_read() {
    let text = "1 . 3 . . 6\n. . . 4 5 6\n. . 5 . 1 .\n2 . 6 . . 2\n";
    let puzzle = one_with(text, &sized(4, 6));
    assert_eq!((puzzle.grid().rows(), puzzle.grid().columns()), (4, 6));
    assert_eq!(shown(&puzzle), "1.3..6...456..5.1.2.6..2");
    let tall = one_with("12\n..\n2.\n", &sized(3, 2));
    assert_eq!((tall.grid().rows(), tall.grid().columns(), tall.grid().values()), (3, 2, 3));
    let two = several("12\n21\n.1\n1.\n", &sized(2, 2));
    assert_eq!(two.iter().map(shown).collect::<Vec<_>>(), ["1221", ".11."]);
}

#[test]
fn places_are_correct() {
    let nine = lines(blocks(INKALA, ".", " ", " | "), "| ", " |");
    let rule = "+-------+-------+-------+\n";
    let puzzle = one(&format!("# a comment\n{}", banded(&nine, rule, rule, rule)));
    assert_eq!(puzzle.place(0), (3, 3));
    assert_eq!(puzzle.place(8), (3, 23));
    assert_eq!(puzzle.place(27), (7, 3), "below a rule");
    assert_eq!(puzzle.place(80), (13, 23));
}

#[test]
fn open_cells_left_blank() {
    left_blank(EASY);
    // The first rows have two words each.
    left_blank("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
}

fn left_blank(puzzle: &str) {
    let blank = puzzle.replace('.', " ");
    let rows: Vec<&str> = (0..9).map(|row| &blank[9 * row..9 * row + 9]).collect();
    let spread = |row: &str, between: &str| {
        row.split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(between)
    };
    let boxed = |row: &str, inner: &str, bar: &str| {
        [&row[..3], &row[3..6], &row[6..]].map(|part| spread(part, inner)).join(bar)
    };
    let forms: [(&str, Vec<String>); 4] = [
        ("narrow", rows.iter().map(|row| (*row).to_owned()).collect()),
        ("wide", rows.iter().map(|row| spread(row, " ")).collect()),
        ("narrow bars", rows.iter().map(|row| boxed(row, "", "|")).collect()),
        ("wide bars", rows.iter().map(|row| boxed(row, " ", " | ")).collect()),
    ];
    for (name, lines) in forms {
        let text = lines.join("\n");
        let stripped = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
        for text in [text, stripped] {
            assert_nine(&text, puzzle);
            assert_nine(&format!("{text}\n"), puzzle);
            let twice = several(&format!("{text}\n\n{text}\n{puzzle}\n"), &Options::default());
            assert_eq!(twice.iter().map(shown).collect::<Vec<_>>(), [puzzle; 3], "{name}\n{text}");
        }
        let bands = lines.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
        assert_nine(&bands, puzzle);
        let ruled =
            lines.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n------+-------+------\n");
        assert_nine(&ruled, puzzle);
    }
    // A row without symbols.
    let sparse = format!("{}{}{}", &puzzle[..9], ".........", &puzzle[18..]);
    let text: Vec<String> = (0..9).map(|row| sparse[9 * row..9 * row + 9].replace('.', " ")).collect();
    assert_nine(&text.join("\n"), &sparse);
    // Damage is an error in its place.
    let first = text[0].trim_end();
    let damaged = text.join("\n").replacen(first, &format!("{first}          1"), 1);
    assert!(refused(&damaged).line > 0);
}
