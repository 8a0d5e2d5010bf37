//! `sudoku hint`, `explain` and `rate`: steps as people take them.

use serde_json::{Value, json};

use super::support::*;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_hint_has_three_levels() {
    let hint = |level: &str| sudoku(["hint", "--level", level, PUZZLE]);
    assert_eq!(hint("nudge"), run(0, "Look for 8.\n", ""));
    assert_eq!(hint("where"), run(0, "Where can 8 go in box 2?\n", ""));
    let full = "Hidden single in a box: In box 2 only R1C6 can be 8: the 8s in R5C4 and R3C3 rule out the other cells. R1C6 is 8.\n";
    assert_eq!(hint("full"), run(0, full, ""));
    assert_eq!(sudoku(["hint", PUZZLE]), run(0, full, ""));
    let json = sudoku(["hint", "--json", PUZZLE]).stdout;
    assert!(json.contains("\"place\":{\"cell\":\"R1C6\",\"value\":\"8\"}"), "{json}");
}

#[test]
fn wrong_entries_come_first() {
    let with = |now: &str, level: &str| sudoku(["hint", "--level", level, "--now", now, PUZZLE]);
    let wrong = PUZZLE.replacen("53..", "5342", 1);
    assert_eq!(with(&wrong, "nudge"), run(1, "Something that was entered is wrong.\n", ""));
    assert_eq!(with(&wrong, "where"), run(1, "Look at R1C4 again.\n", ""));
    let full = with(&wrong, "full");
    assert_eq!(full.status, Some(1));
    assert!(
        full.stdout.starts_with("2 in R1C4 cannot stand: it is impossible with 7 in R1C5;"),
        "{}",
        full.stdout
    );
    // Right entries are taken into account: the hint goes on from there.
    let right = PUZZLE.replacen("53..7....", "534678...", 1);
    assert!(with(&right, "full").stdout.contains(". R"), "{}", with(&right, "full").stdout);
    let other = sudoku(["hint", "--now", "12..............", PUZZLE]);
    assert_eq!(other.status, Some(2), "{}", other.stdout);
    let other = sudoku(["hint", "--json", "--now", "12..............", PUZZLE]);
    assert!(other.stdout.starts_with("{\"status\":\"invalid\","), "{}", other.stdout);
}

#[test]
fn all_wrong_entries_are_told_as_data() {
    // Two wrong entries, one of which needs many givens to be refuted.
    let now = format!("82....4..{}", ".".repeat(72));
    let hint = sudoku(["hint", "--json", "--now", &now, INKALA]);
    assert_eq!(hint.status, Some(1));
    let told: Value = serde_json::from_str(&hint.stdout).expect("it is JSON");
    let wrong = told["wrong"].as_array().expect("a list");
    let of = |at: usize| (wrong[at]["cell"].as_str(), wrong[at]["value"].as_str());
    assert_eq!((wrong.len(), of(0), of(1)), (2, (Some("R1C2"), Some("2")), (Some("R1C7"), Some("4"))));
    assert_eq!(wrong[1]["reasons"], json!([{"kind": "given", "text": "4 in R9C7", "cells": ["R9C7"]}]));
    // The set is whole: the givens that it names leave no solution beside the entry, and the sentence is short.
    let many = wrong[0]["reasons"].as_array().expect("a list");
    assert!(many.len() > 12, "{told}");
    let mut clash = vec!['.'; 81];
    clash[1] = '2';
    for reason in many {
        let name = reason["cells"][0].as_str().expect("a name");
        let at = |nth: usize| usize::from(name.as_bytes()[nth] - b'1');
        clash[9 * at(1) + at(3)] =
            reason["text"].as_str().and_then(|text| text.chars().next()).expect("a value");
    }
    assert_eq!(sudoku(["check", &clash.into_iter().collect::<String>()]).stdout, "none\n");
    let text = told["text"].as_str().expect("a text");
    assert!(text.ends_with("and 8 more. Also wrong: R1C7."), "{text}");
    assert_eq!(sudoku(["hint", "--now", &now, INKALA]).stdout, format!("{text}\n"));
    // Pencil marks that lack their value are named by their cells.
    let folder =
        Folder::new("hint-json").with("marks.txt", "1 2 34 34\n3 4 12 12\n24 13 12 23\n24 13 24 1\n");
    let told = folder.sudoku(["hint", "--json", "--now", "marks.txt", "123.34......4..1"]).stdout;
    assert!(told.contains("\"lacking\":[\"R3C3\"]}"), "{told}");
    let limit = sudoku(["hint", "--node-limit", "1", "--stats", INKALA]);
    assert!(
        limit.stderr.contains("1 puzzle in ") && limit.stderr.contains(": 1 limit\n"),
        "{}",
        limit.stderr
    );
}

#[test]
fn an_explanation_goes_to_the_end_or_to_a_cell() {
    let all = sudoku(["explain", PUZZLE]);
    assert_eq!((all.status, all.stdout.lines().count()), (Some(0), 51));
    assert!(all.stdout.starts_with(" 1  Hidden single in a box: In box "), "{}", all.stdout);
    let some = sudoku(["explain", "--until", "r1c6", PUZZLE]).stdout;
    assert!(some.lines().count() < 51 && some.trim_end().ends_with("R1C6 is 8."), "{some}");
    assert_eq!(sudoku(["explain", "--skip-singles", PUZZLE]), run(0, "", ""));
    assert_eq!(sudoku(["explain", "--skip-level", "easy", PUZZLE]), run(0, "", ""));
    let wrong = sudoku(["explain", "--skip-level", "nested", PUZZLE]);
    assert!(
        wrong.status == Some(2) && wrong.stderr.contains("the levels are easy, medium"),
        "{}",
        wrong.stderr
    );
    // What a clue places is told.
    let thermo = piped(["explain", "--skip-singles"], "size: 4\nthermo: r1c1 r1c2 r1c3 r1c4\n").stdout;
    assert_eq!(thermo.matches("The thermometer rises").count(), 3, "{thermo}");
    let json = sudoku(["explain", "--to", "json", PUZZLE]).stdout;
    assert!(
        json.starts_with(
            "{\"index\":1,\"status\":\"unique\",\"steps\":[{\"technique\":\"hidden-single-box\""
        )
    );
    let unknown = sudoku(["explain", "--until", "r10c1", PUZZLE]);
    assert_eq!(unknown.status, Some(2));
    assert!(
        unknown.stderr.contains("there is no cell r10c1 (cells are named as R1C1)"),
        "{}",
        unknown.stderr
    );
    let several = sudoku(["explain", EMPTY]);
    assert_eq!(
        (several.status, several.stdout.as_str()),
        (Some(1), "Several solutions: explained as far as they agree.\n")
    );
}

#[test]
fn a_page_has_a_picture_of_each_step() {
    let page = sudoku(["explain", "--to", "html", PUZZLE]);
    assert_eq!((page.status, page.stderr.as_str()), (Some(0), ""));
    assert_eq!(page.stdout.matches("<svg").count(), 1 + 51);
    assert!(page.stdout.starts_with("<!DOCTYPE html>") && page.stdout.ends_with("</html>\n"));
    let outside = ["src=", "href=\"http", "<script src", "@import", "url("];
    assert!(outside.iter().all(|word| !page.stdout.contains(word)));
    // The grid, the difficulty, and a lesson for each technique to which headings lead.
    assert!(page.stdout.contains("51 steps; the hardest: Hidden single in a box (1.20, easy)."));
    assert!(
        page.stdout.contains("<a href=\"#last-cell\">") && page.stdout.contains("<section id=\"last-cell\">")
    );
    // Titles are text, not part of the page.
    let titled =
        piped(["explain", "--to", "html"], "title: <script>\nsize: 4\ngrid:\n1234\n3412\n2143\n432.\n");
    assert!(titled.stdout.contains("<h1>&lt;script&gt;</h1>"), "{}", titled.stdout);
}

#[test]
fn paper_has_the_same_steps() {
    // A turbot fish is its hardest step.
    const FISH: &str = "....51.....1.....3..9...7.....9..5.746.2...9..5.....4....1.867...63....4.2...4...";
    let place = Folder::new("explain-pdf");
    let file = |args: &[&str], input: &str| {
        let path = place.path().join("steps.pdf");
        let to = ["explain", "--to", "pdf", "-o", path.to_str().expect("a name"), "-"];
        let told = piped(to.iter().chain(args), input);
        let bytes = std::fs::read(&path).unwrap_or_default();
        let _ = std::fs::remove_file(&path);
        (told, String::from_utf8_lossy(&bytes).into_owned())
    };
    let (told, all) = file(&[], PUZZLE);
    assert_eq!((told.status, told.stderr.as_str()), (Some(0), ""));
    assert!(all.starts_with("%PDF-1.7") && all.ends_with("%%EOF\n"));
    // 51 singles, up to 12 in a picture: a few pages, with a bookmark for each picture.
    let (pages, marks) = (all.matches("/Type /Page ").count(), all.matches("/XYZ").count());
    assert_eq!((pages, marks), (2, 5 + 1));
    let (_, one) = file(&["--step", "12"], PUZZLE);
    assert_eq!((one.matches("/Type /Page ").count(), one.matches("/XYZ").count()), (1, 1 + 1));
    let (told, hard) = file(&["--skip-level", "easy"], FISH);
    let steps = piped(["explain", "--skip-level", "easy", "-"], FISH)
        .stdout
        .lines()
        .filter(|line| line.as_bytes()[..4].iter().any(u8::is_ascii_digit))
        .count();
    assert_eq!((told.status, hard.matches("/XYZ").count()), (Some(0), steps + 1));
    // A document of no steps says why there are none.
    let (told, none) = file(&[], NONE);
    assert_eq!(told.status, Some(1));
    assert!(none.starts_with("%PDF-1.7") && !none.contains("/XYZ"));
    let several = piped(["explain", "--to", "pdf", "-"], lines([PUZZLE, PUZZLE]));
    assert!(several.stderr.contains("several puzzles make several pictures"), "{}", several.stderr);
    // Letters that the font lacks are reported.
    let (told, _) = file(&[], "title: 数独\nsize: 4\ngrid:\n1234\n3412\n2143\n432.\n");
    assert!(told.stderr.contains("lacks some letters"), "{}", told.stderr);
}

#[test]
fn ratings_are_lines_tables_and_objects() {
    assert_eq!(
        sudoku(["rate", PUZZLE]),
        run(0, "1.20 easy (Hidden single in a box), 51 steps with sum 58.00, SE 1.2\n", "")
    );
    let table = sudoku(["rate", "--format", "csv", PUZZLE]).stdout;
    let head = "index,status,hardest,level,technique,sum,steps,se,micros\n1,unique,1.20,easy,Hidden single in a box,58.00,51,1.2,";
    assert!(table.starts_with(head), "{table}");
    assert!(sudoku(["rate", "--csv", PUZZLE]).stdout.starts_with(head));
    let own = sudoku(["rate", "--levels", "gentle=..1.0,moderate=..3.4,tough", PUZZLE]).stdout;
    assert!(own.starts_with("1.20 moderate ("), "{own}");
    for (wrong, why) in [
        ("a=..2,b=..1,c", "ends before"),
        ("a=..2", "the last level has no end"),
        ("a=2..,b", "is not NAME=..COST"),
        ("a=..1,a", "needs a name of its own"),
    ] {
        let refused = sudoku(["rate", "--levels", wrong, PUZZLE]);
        assert!(refused.status == Some(2) && refused.stderr.contains(why), "{}", refused.stderr);
    }
    let json = sudoku(["rate", "--format", "json", PUZZLE]).stdout;
    assert_eq!(sudoku(["rate", "--json", "--csv", PUZZLE]).status, Some(2));
    assert!(json.contains("\"complete\":true,\"hardest\":1.20,\"level\":\"easy\""), "{json}");
    assert!(sudoku(["rate", "--json", PUZZLE]).stdout.contains("\"complete\":true,\"hardest\":1.20"));
    // No rating without exactly one solution.
    let all = piped(["rate"], lines([PUZZLE, NONE, EMPTY]));
    assert_eq!(all.status, Some(1));
    let words: Vec<&str> = all.stdout.lines().skip(1).collect();
    assert_eq!(words, ["none", "multiple"]);
    assert_eq!(sudoku(["rate", "--format", "grid", PUZZLE]).status, Some(2));
}

#[test]
fn a_limit_is_no_rating() {
    let rated = sudoku(["rate", "--node-limit", "1", INKALA]);
    assert_eq!((rated.status, rated.stdout.as_str()), (Some(3), "limit\n"));
}

#[test]
fn one_step_or_all_are_drawn() {
    let folder = Folder::new("explain-pictures");
    let one = folder.sudoku(["explain", "--to", "svg", "--step", "3", PUZZLE]);
    assert_eq!((one.status, one.stderr.as_str()), (Some(0), ""));
    assert!(one.stdout.starts_with("<svg ") && one.stdout.ends_with("</svg>\n"), "{}", one.stdout);
    let text = folder.sudoku(["explain", "--step", "3", PUZZLE]).stdout;
    assert!(text.starts_with("3  ") && text.lines().count() == 1, "{text}");
    assert_eq!(folder.sudoku(["explain", "--to", "svg", "-o", "steps/", PUZZLE]), run(0, "", ""));
    assert_eq!(folder.read("steps/0003.svg"), one.stdout);
    assert!(folder.path().join("steps/0051.svg").is_file() && !folder.path().join("steps/0052.svg").exists());
    assert_eq!(
        folder.sudoku(["explain", "--to", "png", "--step", "1", "-o", "a.png", PUZZLE]),
        run(0, "", "")
    );
    assert!(std::fs::read(folder.path().join("a.png")).unwrap().starts_with(b"\x89PNG"));
    let several = "sudoku: several steps make several pictures: name a directory, as in --output steps/, or one step \
        with --step N\n";
    assert_eq!(folder.sudoku(["explain", "--to", "svg", PUZZLE]), run(2, "", several));
    let beyond = folder.sudoku(["explain", "--step", "52", PUZZLE]);
    assert_eq!(beyond.status, Some(2));
    assert!(beyond.stderr.contains("there is no step 52: there are 51"), "{}", beyond.stderr);
}

#[test]
fn a_hint_is_drawn_with_its_words_beside_it() {
    let drawn = sudoku(["hint", "--to", "svg", PUZZLE]);
    assert_eq!(drawn.status, Some(0));
    assert!(drawn.stdout.starts_with("<svg ") && drawn.stdout.matches("<svg").count() == 1);
    assert!(
        drawn.stderr.starts_with("Hidden single in a box: In box 2 only R1C6 can be 8"),
        "{}",
        drawn.stderr
    );
    let wrong = PUZZLE.replacen("53..", "5342", 1);
    // The place without the conclusion: a hollow digit stands for what is placed.
    let place = sudoku(["hint", "--to", "svg", "--level", "where", PUZZLE]);
    let (tint, hollow) = ("fill=\"#fff1bf\"", "stroke=\"#1456d0\"");
    assert!(place.stdout.contains(tint) && !place.stdout.contains(hollow), "{}", place.stdout);
    assert!(drawn.stdout.contains(tint) && drawn.stdout.contains(hollow), "{}", drawn.stdout);
    assert_eq!(place.stderr, "Where can 8 go in box 2?\n");
    // A wrong entry is framed, and rings are around the givens that exclude it.
    let mistake = sudoku(["hint", "--to", "svg", "--now", &wrong, PUZZLE]);
    assert_eq!(mistake.status, Some(1));
    assert!(mistake.stderr.starts_with("2 in R1C4 cannot stand"), "{}", mistake.stderr);
    assert_eq!(mistake.stdout.matches("stroke=\"#c81e1e\"").count(), 1, "{}", mistake.stdout);
    assert!(mistake.stdout.matches("stroke=\"#a84300\"").count() > 1, "{}", mistake.stdout);
    let nudge = sudoku(["hint", "--to", "svg", "--level", "nudge", PUZZLE]);
    let none = "sudoku: a nudge has no picture: --level where shows the place, full the step\n";
    assert_eq!(nudge, run(2, "", none));
    // What stands nowhere has no picture.
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(sudoku(["hint", "--to", "svg", solved]), run(0, "", "All is done.\n"));
}

#[test]
fn each_case_is_a_line() {
    let path = format!("{}/../../examples/puzzles/windmill.txt", env!("CARGO_MANIFEST_DIR"));
    let told = sudoku(["explain", &path]);
    let step = "Each value of R16C14 fails:
        – if R16C14 is 3: R17C14 can only be 8; no place is left for 8 in column 8 of C.
        – if R16C14 is 8: no place is left for 8 in column 8 of C.
     That is impossible: R7C13 loses 8.
";
    // What fails in another way is a step of its own.
    let likewise = "in column 8 of C.
     That is impossible: R10C13 loses 5. In the same way, R11C13 loses 5.
";
    assert!([step, likewise].iter().all(|part| told.stdout.contains(part)), "{}", told.stdout);
    // Regions are named by a cell.
    let path = format!("{}/../../examples/puzzles/jigsaw.txt", env!("CARGO_MANIFEST_DIR"));
    let told = sudoku(["explain", &path]).stdout;
    assert!(told.contains("the region of R1C1") && !told.contains("region 1"), "{told}");
}

/// All numbers in a text. Rows and columns of cells count one by one: `R1C23` are two cells.
fn numbers(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let of = |word| -> Vec<&str> {
        let digits =
            str::split(word, |letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
        if word.starts_with('R') {
            digits.flat_map(|digits| digits.split("").filter(|digit| !digit.is_empty())).collect()
        } else {
            digits.collect()
        }
    };
    words.flat_map(of).collect()
}

#[test]
fn every_number_in_a_text_is_in_the_object() {
    let rising = "size: 6\ngrid:\n......\n4.....\n......\n....2.\n......\n...5..\nthermo: r2c3 r1c2 r1c3, r2c4 r1c4 r2c5 r1c5, r4c4-r2c2, r6c1 r5c2 r4c1 r3c1\n";
    let hard = "..8..5...3...9......73......216...8......2..35....94.2......6....57..81.4.......7";
    let sum = "size: 4\nkiller 7: r1c1 r1c2\ngrid:\n..2.\n....\n....\n....\n";
    for text in [PUZZLE, hard, rising, sum] {
        let told = sudoku(["explain", "--to", "json", text]).stdout;
        let object: serde_json::Value = serde_json::from_str(&told).expect("it is JSON");
        let steps = object["steps"].as_array().expect("a list");
        assert!(!steps.is_empty(), "{told}");
        for step in steps {
            let mut data = step.clone();
            let fields = data.as_object_mut().expect("an object");
            let texts = ["nudge", "where", "text"].map(|name| fields.remove(name).expect("a text"));
            let data = data.to_string();
            let known = numbers(&data);
            for text in texts {
                for number in numbers(text.as_str().expect("a text")) {
                    assert!(known.contains(&number), "{number} of {text} in {data}");
                }
            }
        }
    }
}

#[test]
fn ratings_are_the_same_on_any_number_of_threads() {
    let puzzles = sudoku(["generate", "--count", "24", "--seed", "7"]).stdout;
    let rated = |threads: &str| piped(["rate", "--threads", threads], puzzles.clone());
    let one = rated("1");
    assert_eq!((one.status, one.stdout.lines().count()), (Some(0), 24));
    assert_eq!(rated("3"), one);
    assert_eq!(rated("8"), one);
}

#[test]
fn what_cannot_be_explained_is_said_first() {
    for command in ["hint", "explain", "rate"] {
        let clash = sudoku([command, CLASH]);
        assert_eq!(clash.status, Some(1), "{command}");
        assert!(clash.stderr.contains("5 in R1C5 repeats R1C1"), "{command}: {}", clash.stderr);
        let symbols = sudoku([command, "--size", "4", "1234567........."]);
        assert_eq!(symbols.status, Some(2), "{command}: {}", symbols.stderr);
        let cages = piped([command], "size: 4\nkiller 3: r1c1 r1c2\nkiller 3: r2c1 r2c2\n");
        assert_eq!(cages.status, Some(1), "{command}: {}", cages.stderr);
        let what =
            if command == "rate" { "the rules together have no solution" } else { "impossible together" };
        assert!(cages.stderr.contains(&format!(":2:11: {what}")), "{}", cages.stderr);
    }
    // Givens that clash only in the end.
    let clash = "53427....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let hint = sudoku(["hint", clash]);
    assert_eq!(hint.status, Some(1));
    let set = "impossible together, and possible without any one of them: 2 in R1C4; 7 in R1C5; ";
    assert!(hint.stdout.starts_with(&format!("No solution: {set}")), "{}", hint.stdout);
    let explained = sudoku(["explain", "--to", "json", clash]).stdout;
    assert!(explained.contains("\"steps\":[]") && explained.contains(set), "{explained}");
    // Several solutions: as far as all agree.
    let several = sudoku(["explain", "12.............."]);
    assert_eq!(several.status, Some(1));
    assert!(
        several.stdout.contains("R2C3 and R2C4 lose 3.")
            && several.stdout.ends_with("as far as they agree.\n")
    );
    assert!(
        several.stderr.contains("several solutions: explained as far as they agree"),
        "{}",
        several.stderr
    );
    // More values than a house has cells, and unknown regions.
    for text in [
        "size: 4\nvalues: 0-8\ngrid:\n1...\n....\n....\n....\n",
        "size: 4\nboxes: none\nchaos-construction\n",
    ] {
        let open = piped(["explain"], text);
        assert_eq!(open.status, Some(1), "{text}: {}", open.stderr);
        assert!(open.stdout.ends_with("as far as they agree.\n"), "{text}: {}", open.stdout);
    }
    // Entries that contradict, a given with another value, and pencil marks without the right one.
    let folder = Folder::new("hint-marks");
    let marks = "1 2 34 34\n3 4 12 12\n24 13 12 23\n24 13 24 1\n";
    std::fs::write(folder.path().join("marks.txt"), marks).expect("a file");
    let hint =
        |level: &str, now: &str| folder.sudoku(["hint", "--level", level, "--now", now, "123.34......4..1"]);
    assert_eq!(hint("nudge", "marks.txt"), run(1, "Some pencil marks lack the right value.\n", ""));
    let lacking = "The pencil marks of R3C3 lack its value: look at them again.\n";
    assert_eq!(hint("full", "marks.txt"), run(1, lacking, ""));
    let contradicting = hint("full", "123.3422........");
    assert!(
        contradicting.stdout.starts_with("2 in R2C3 cannot stand: it is impossible with "),
        "{}",
        contradicting.stdout
    );
    assert_eq!(hint("full", "13..............").status, Some(2));
}

#[test]
fn long_chains_are_turned_over_and_clashes_are_drawn() {
    const LONG: &str = "..8..5...3...9......73......216...8......2..35....94.2......6....57..81.4.......7";
    let page = sudoku(["explain", "--to", "html", LONG]).stdout;
    let frames = page.matches("<div class=\"frames\"").count();
    assert!(frames > 0 && page.matches("<figure>").count() >= 2 * frames);
    assert_eq!(page.matches("<p class=\"turn\">").count(), frames);
    assert!(page.contains("<figcaption>1 of 2</figcaption>"));
    // Two givens of a row: rings around both, no steps.
    let clash = sudoku(["explain", "--to", "html", NONE]).stdout;
    let ring = |picture: &str| picture.matches("stroke=\"#a84300\"").count();
    assert!(clash.matches("<svg").count() == 2 && ring(&clash) >= 2, "{clash}");
    let place = Folder::new("clash");
    let path = place.path().join("clash.svg");
    let drawn = sudoku(["hint", "--to", "svg", "-o", path.to_str().expect("a name"), NONE]);
    let picture = std::fs::read_to_string(&path).expect("a picture");
    assert!(drawn.status == Some(1) && ring(&picture) >= 2);
    // Dark paper.
    let light = sudoku(["explain", "--to", "svg", "--step", "1", PUZZLE]).stdout;
    let dark = sudoku(["explain", "--to", "svg", "--step", "1", "--dark", PUZZLE]).stdout;
    assert!(light.contains("fill=\"#fff\"/>\n") && dark.contains("fill=\"#1b1d21\"/>\n"));
    assert!(!dark.contains("\"#fff\"") && !dark.contains("#1c1c1e"));
    assert_eq!(sudoku(["explain", "--dark", PUZZLE]).status, Some(2));
}
