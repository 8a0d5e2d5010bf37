//! Files of other programs: SadMan's .sdk and .sdm, Simple Sudoku's .ss, Kaggle's tables, Project Euler 96.

use sudoku::Puzzle;
use sudoku::format::{Format, Options, write};

use crate::support::*;

fn lines_of(text: &str, open: char) -> String {
    text.replace('.', &open.to_string())
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
        .collect()
}

fn solution_of(puzzle: &Puzzle) -> Option<String> {
    let solution = puzzle.about()?.solution.as_ref()?;
    Some(puzzle.text(solution))
}

#[test]
fn sdk_headers_stick_to_their_text() {
    let text = format!(
        "#ASet by Somebody\n#DThe Hardest\n#CFirst remark\n#CSecond: a #C within\n#B03-04-2005\n#SA Newspaper\n#LDiabolical\n#Uhttps://sudoku.example/1\n{}",
        lines_of(INKALA, '.')
    );
    for options in [Options::default(), from(Format::Sdk)] {
        let puzzle = one_with(&text, &options);
        assert_eq!(shown(&puzzle), INKALA);
        let about = puzzle.about().expect("there are headers");
        assert_eq!(about.author.as_deref(), Some("Set by Somebody"));
        assert_eq!(about.title.as_deref(), Some("The Hardest"));
        assert_eq!(about.source.as_deref(), Some("A Newspaper"));
        let comments = &about.comments;
        for part in
            ["First remark", "Second: a #C within", "03-04-2005", "Diabolical", "https://sudoku.example/1"]
        {
            assert!(comments.iter().any(|comment| comment.contains(part)), "{part} in {comments:?}");
        }
        assert_eq!(about.solution, None);
    }
}

#[test]
fn sdk_headers_in_small_letters_with_a_forced_format() {
    let text = format!("#Aanonymous\n#Dsimple\n#Leasy\n{}", lines_of(EASY, '.'));
    let puzzle = one_with(&text, &from(Format::Sdk));
    let about = puzzle.about().expect("there are headers");
    assert_eq!((about.author.as_deref(), about.title.as_deref()), (Some("anonymous"), Some("simple")));
    assert!(about.comments.iter().any(|comment| comment.contains("easy")));
    // These lines stay comments.
    for comment in ["# A comment", "#A", "#all of it", "#3", "##", "#"] {
        assert_nine(&format!("{comment}\n{}", lines_of(EASY, '.')), EASY);
    }
}

#[test]
fn headers_with_control_characters_are_written_the_same_twice() {
    let grid = "1..4\n..1.\n.1..\n4..1\n";
    let sdk = |puzzle: &Puzzle| {
        let mut text = String::new();
        assert_eq!(write(puzzle, Format::Sdk, 0, &mut text), None);
        text
    };
    for header in [
        "A\u{1}\0\0\u{8}ect",
        "A\u{7f}",
        "D\u{2028}two\u{2029}",
        "C\u{b}x:\u{b} y",
        "B\u{1}1",
        "S\u{1} \u{1}",
    ] {
        let puzzle = one_with(&format!("#{header}\n{grid}"), &from(Format::Sdk));
        let first = sdk(&puzzle);
        let again = one_with(&first, &from(Format::Sdk));
        assert_eq!(sdk(&again), first, "{header:?}");
        assert_eq!(again.about(), puzzle.about(), "{header:?}");
        let texts = puzzle.about().into_iter().flat_map(|about| [&about.author, &about.title, &about.source]);
        for text in texts.flatten() {
            assert_eq!(text.trim(), text);
            assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
        }
    }
    // Blanks around texts, which the native format keeps, are not written in this format.
    let native = one_with(&format!("size: 4\nrules: Date:   today\ngrid:\n{grid}"), &from(Format::Native));
    assert_eq!(sdk(&native).lines().next(), Some("#Btoday"));
}

#[test]
fn sdm_is_a_puzzle_a_line() {
    let text = format!("{}\n{}\r\n{INKALA}", INKALA.replace('.', "0"), EASY.replace('.', "0"));
    for options in [Options::default(), from(Format::Sdm), from(Format::Line)] {
        let found: Vec<String> = several(&text, &options).iter().map(shown).collect();
        assert_eq!(found, [INKALA, EASY, INKALA]);
    }
}

#[test]
fn ss_has_bars_and_dashes() {
    assert_simple(false);
}

/// A file as Simple Sudoku writes it.
#[test]
fn ss_may_have_borders_with_stars_at_the_corners() {
    assert_simple(true);
}

#[track_caller]
fn assert_simple(with_stars: bool) {
    let row = |row: &[u8]| {
        let blocks: Vec<_> = row.chunks(3).map(String::from_utf8_lossy).collect();
        blocks.join("|")
    };
    let rows: Vec<String> = INKALA.as_bytes().chunks(9).map(row).collect();
    let bands = |edge: &str| -> Vec<String> {
        rows.chunks(3).map(|band| band.iter().map(|row| format!("{edge}{row}{edge}\n")).collect()).collect()
    };
    let texts = [
        bands("").join("-----------\n"),
        bands("").join("---+---+---\n"),
        bands("").join("-----------\n").replace('.', "x"),
        bands("").join("-----------\n").replace('.', "X"),
    ];
    let starred = [
        format!("*-----------*\n{}*-----------*\n", bands("|").join("|---+---+---|\n")),
        format!(" *-----------*\n{} *-----------*\n", bands("|").join(" |---+---+---|\n")),
    ];
    let all = if with_stars { starred.to_vec() } else { texts.to_vec() };
    for text in all {
        for options in [Options::default(), from(Format::Ss)] {
            assert_nine_with(&text, INKALA, &options);
            assert_eq!(several(&format!("{text}\n{text}"), &options).len(), 2, "{text}");
        }
    }
}

#[test]
fn tables_with_a_header() {
    let zeros = INKALA.replace('.', "0");
    for (text, options) in [
        (format!("quizzes,solutions\n{zeros},{INKALA_SOLVED}\n"), Options::default()),
        (format!("\u{FEFF}quizzes,solutions\r\n{zeros},{INKALA_SOLVED}\r\n"), Options::default()),
        (format!("Puzzle,Solution\n\"{INKALA}\",\"{INKALA_SOLVED}\""), Options::default()),
        (format!("# a comment\nquizzes,solutions\n{INKALA},{INKALA_SOLVED}\n\n"), from(Format::Csv)),
        (format!("id,puzzle,solution,clues\n7,{INKALA},{INKALA_SOLVED},21\n"), Options::default()),
        (format!("solution,puzzle\n{INKALA_SOLVED},{INKALA}\n"), Options::default()),
    ] {
        let puzzle = one_with(&text, &options);
        assert_eq!(shown(&puzzle), INKALA, "{text}");
        assert_eq!(solution_of(&puzzle).as_deref(), Some(INKALA_SOLVED), "{text}");
    }
    let without = one(&format!("quizzes,solutions\n{INKALA},\n"));
    assert_eq!((shown(&without).as_str(), solution_of(&without)), (INKALA, None));
    let many = format!("quizzes,solutions\n{}", format!("{zeros},{INKALA_SOLVED}\n").repeat(50));
    assert_eq!(several(&many, &Options::default()).len(), 50);
    let puzzle = one(&format!("id,puzzle,solution\n12,{INKALA},{INKALA_SOLVED}\n"));
    assert_eq!((puzzle.place(0), puzzle.place(80)), ((2, 4), (2, 84)));
}

/// A symbol that the puzzle lacks may occur in its solution.
#[test]
fn tables_of_other_sizes_and_symbols() {
    for (side, table) in
        [(4, "1234"), (4, "ABCD"), (6, CAPITALS), (16, CAPITALS), (16, "0123456789ABCDEF"), (9, "LATERISOK")]
    {
        let all: Known = solved(side).into_iter().map(Some).collect();
        let (cells, solution) = (known(side), written(&all, from_table(table), ".", ""));
        for gone in [None, Some(0)] {
            let cells = gone.map_or(cells.clone(), |gone| without(&cells, &[gone]));
            let quiz = written(&cells, from_table(table), ".", "");
            let puzzle = one(&format!("quizzes,solutions\n{quiz},{solution}\n"));
            assert_eq!(shown(&puzzle), quiz, "{side} in {table}");
            assert_eq!(solution_of(&puzzle), Some(solution.clone()), "{side} in {table}");
        }
    }
}

#[test]
fn euler_has_titles() {
    let text = format!("Grid 01\n{}Grid 02\n{}", lines_of(INKALA, '0'), lines_of(EASY, '0'));
    for text in
        [text.clone(), text.replace('\n', "\r\n"), text.replace("Grid 02", "\nGrid 02"), text.to_lowercase()]
    {
        for options in [Options::default(), from(Format::Euler)] {
            let puzzles = several(&text, &options);
            let found: Vec<String> = puzzles.iter().map(shown).collect();
            assert_eq!(found, [INKALA, EASY], "{text}");
            let titles: Vec<String> = puzzles
                .iter()
                .map(|puzzle| puzzle.about().unwrap().title.clone().unwrap().to_lowercase())
                .collect();
            assert_eq!(titles, ["grid 01", "grid 02"]);
            assert_eq!(puzzles[1].place(0).1, 1);
        }
    }
    let lines: Vec<u64> = each(text.as_bytes(), &Options::default()).iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 11], "a puzzle begins at its title");
}

#[test]
fn several_kinds_in_one_file() {
    let text = format!(
        "{INKALA}\n\n#ASomebody\n#DA Title\n{}\n{}\nGrid 01\n{}\n12..34..........\n",
        lines_of(EASY, '.'),
        EASY.replace('.', "0"),
        lines_of(INKALA, '0'),
    );
    let found: Vec<String> = several(&text, &Options::default()).iter().map(shown).collect();
    assert_eq!(found, [INKALA, EASY, EASY, INKALA, "12..34.........."]);
}

#[test]
fn sdk_headers_belong_to_the_next_grid() {
    let text = format!(
        "#DFirst\n{}\n#DSecond\n{}\n{}",
        lines_of(EASY, '.'),
        lines_of(INKALA, '.'),
        lines_of(EASY, '.')
    );
    for options in [Options::default(), from(Format::Sdk)] {
        let titles: Vec<Option<String>> =
            several(&text, &options).into_iter().map(|puzzle| puzzle.about()?.title.clone()).collect();
        assert_eq!(titles, [Some("First".to_owned()), Some("Second".to_owned()), None]);
    }
}
