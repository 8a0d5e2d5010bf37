//! The program, as it is called.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with arguments, and with a text on standard input.
fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pencil"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that reads nothing may have ended.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("no signal"), text(stdout), text(stderr))
}

const UNIQUE: &str = "https://puzz.link/p?slither/4/4/dgdh2c7b";
/// Two cells without clues: a loop around either, or around both.
const SEVERAL: &str = "slither/2/1/h";

#[test]
fn check_says_unique_multiple_and_none() {
    assert_eq!(run(&["check", UNIQUE], ""), (0, "unique\n".into(), String::new()));
    let (status, out, note) = run(&["check", SEVERAL], "");
    assert_eq!((status, &out[..]), (1, "multiple\n"));
    assert!(note.contains("argument 1: several answers: the edge "), "{note}");
    let (status, out, note) = run(&["check", "slither/2/1/40"], "");
    assert_eq!((status, &out[..]), (1, "none\n"));
    assert!(note.contains("A number tells how many sides of its cell are drawn (R1C1)"), "{note}");
}

#[test]
fn lines_that_cannot_be_read_are_named_and_the_batch_goes_on() {
    let input = format!("# puzzles\n{UNIQUE}\n\n  slither/4/x/a {UNIQUE}\nslithr/2/2/a\nfoo\n{UNIQUE}\n");
    let (status, out, notes) = run(&["check", "--threads", "2"], &input);
    assert_eq!((status, &out[..]), (2, "unique\ninvalid\nunique\ninvalid\ninvalid\nunique\n"));
    let notes: Vec<&str> = notes.lines().collect();
    assert!(notes[0].starts_with("standard input:4:13: \"x\" is not a number"), "{notes:?}");
    assert!(notes[1].starts_with("standard input:5:1: no kind of puzzle is called \"slithr\""), "{notes:?}");
    assert!(notes[1].contains("nearest is slither"), "{notes:?}");
    assert_eq!(notes.len(), 3);
}

#[test]
fn hostile_input_is_refused() {
    for (text, what) in [
        ("nurikabe/1000/1000/zzz", "at most 2500"),
        ("nurikabe/4294967296/4294967296/", "not a number of columns"),
        ("slither/5/5/", "the address ends"),
        ("p?/////", "no kind"),
        ("pzprv3/nurikabe/99999999999/5/", "rows or columns"),
    ] {
        for command in ["solve", "hint", "explain", "rate"] {
            let (status, out, note) = run(&[command], text);
            assert_eq!((status, &out[..]), (2, "invalid\n"), "{command} {text}");
            assert!(note.contains(what), "{command} {text}: {note}");
        }
    }
    let (status, _, note) = run(&["check", "no-such-file.txt"], "");
    assert!(status == 2 && note.contains("no-such-file.txt"), "{note}");
}

#[test]
fn a_limit_is_not_none() {
    // The largest board, without clues: there are answers.
    let open = "yinyang/50/50/".to_owned() + &"0".repeat(834);
    let (status, out, _) = run(&["check", "--node-limit", "1", &open], "");
    assert!([(3, "limit\n"), (1, "multiple\n")].contains(&(status, &out[..])), "{status} {out}");
    let hard = "heyawake/12/12/00000o0003063cc0o00030000000008020080a4a92a02008020000-2811111111";
    let (status, out, note) = run(&["prove", "--node-limit", "1", "-o", "unused", &open], "");
    assert_eq!((status, &out[..], &note[..]), (3, "limit\n", ""));
    for command in ["check", "hint", "explain", "rate"] {
        let limited = run(&[command, "--time-limit", "1ms", hard], "");
        assert_eq!(limited, (3, "limit\n".into(), String::new()), "{command}");
        let (status, out, _) = run(&[command, "--node-limit", "1", &open], "");
        assert!([(3, "limit\n"), (1, "multiple\n")].contains(&(status, &out[..])), "{command}: {out}");
    }
}

#[test]
fn solve_prints_answers_in_three_forms() {
    let line = run(&["solve", "--unique", "slither/1/1/4"], "");
    assert_eq!(line, (0, "edge=1/1/11\n".into(), String::new()));
    let (_, grid, _) = run(&["solve", "--format", "grid", "slither/1/1/4"], "");
    assert_eq!(grid, "·───·\n│   │\n·───·\n");
    let (_, json, _) = run(&["solve", "--format", "json", "slither/1/1/4"], "");
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["answer"]["edge"], serde_json::json!([[1], [1], [1, 1]]));
    let (status, out, _) = run(&["solve", "-n", "2", SEVERAL], "");
    assert_eq!((status, out.lines().count()), (0, 2));
}

#[test]
fn steps_are_told_and_rated() {
    let one = "A number tells how many sides of its cell are drawn (R1C1): \
               the edges above R1C1, below R1C1, left of R1C1 and right of R1C1 are drawn.";
    assert_eq!(run(&["hint", "slither/1/1/4"], ""), (0, format!("{one}\n"), String::new()));
    assert_eq!(run(&["explain", "slither/1/1/4"], ""), (0, format!(" 1  {one}\n"), String::new()));
    assert_eq!(run(&["rate", "slither/1/1/4"], "").1, "1.00 easy (One rule), 1 step with sum 1.00\n");
    let (_, out, _) = run(&["hint", "--level", "where", "slither/1/1/4"], "");
    assert_eq!(out, "Look at: A number tells how many sides of its cell are drawn (R1C1).\n");
    let (_, out, _) = run(&["hint", "--level", "nudge", "slither/1/1/4"], "");
    assert_eq!(out, "One rule: A number tells how many sides of its cell are drawn.\n");
    let (_, text, _) = run(&["explain", UNIQUE], "");
    assert!(
        text.contains("If the edge above R1C1 were left out, then the edge left of R1C1 would be drawn [")
    );
    let (_, json, _) = run(&["explain", "--json", UNIQUE], "");
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let steps = value["steps"].as_array().expect("steps");
    assert_eq!((value["complete"].as_bool(), steps.len()), (Some(true), text.lines().count()));
    assert!(steps[0]["conclusions"][0]["is"] == 1 && steps[0]["technique"] == "supposition", "{json}");
    let third = run(&["explain", "--step", "3", UNIQUE], "").1;
    assert_eq!(third.lines().next(), text.lines().nth(2));
    let (status, _, note) = run(&["explain", "--step", "99", UNIQUE], "");
    assert_eq!((status, &note[..]), (2, "argument 1: there is no step 99: there are 27\n"));
    let (_, hard, _) = run(&["explain", "--skip-level", "easy", UNIQUE], "");
    assert!(!hard.is_empty() && hard.lines().count() < text.lines().count());
    for command in ["hint", "explain", "rate"] {
        let (status, out, note) = run(&[command, SEVERAL], "");
        assert_eq!((status, &out[..]), (1, "multiple\n"), "{command}");
        assert!(note.contains("several answers"), "{note}");
        let (status, out, note) = run(&[command, "slither/2/1/40"], "");
        assert!(status == 1 && out == "none\n" && note.contains("2 rules clash"), "{command}: {note}");
    }
}

#[test]
fn a_step_is_drawn() {
    let (status, svg, note) = run(&["explain", "--to", "svg", "--step", "2", UNIQUE], "");
    assert!(status == 0 && svg.starts_with("<svg"), "{svg}");
    assert!(note.ends_with("the edge above R1C1 is drawn, so the edge left of R1C1 is drawn.\n"), "{note}");
    // The corner, what is known and what follows have colours of their own.
    for colour in ["#fff1bf", "#7fb0e6", "#1d5fd1"] {
        assert_eq!(svg.matches(colour).count(), 1, "{colour}: {svg}");
    }
    assert!(!svg.contains("#c81e1e"), "nothing is left out: {svg}");
    let (status, _, note) = run(&["explain", "--to", "svg", UNIQUE], "");
    assert!(status == 2 && note.contains("--step N"), "{note}");
    let (status, svg, _) = run(&["hint", "--to", "svg", "lits/4/4/9q02jg"], "");
    assert!(status == 0 && svg.starts_with("<svg"));
}

#[test]
fn what_would_be_cut_off_is_told() {
    let (_, text, _) = run(&["explain", "heyawake/6/6/lll155007rs12222j"], "");
    let cut = "The white cells are connected: R1C1 and R3C1 are shaded; if R2C2 were shaded, R2C1 would be cut off from \
               R1C2. So R2C2 is white.";
    assert!(text.contains(cut), "{text}");
}

#[test]
fn a_hint_goes_on_from_a_position() {
    let wrong = "pzprv3/nurikabe/5/5/. 5 . . . /. . 2 . . /# # . . . /. . 1 . . /. . . 3 . /";
    assert_eq!(run(&["hint", wrong], ""), (1, "This is wrong: R3C1.\n".into(), String::new()));
    let right = "pzprv3/nurikabe/5/5/. 5 # # # /. # 2 . # /. . # # # /. # 1 # . /# # # 3 . /";
    let (status, out, _) = run(&["hint", right], "");
    let square =
        "No two by two cells are all shaded (R1C4): R1C4, R1C5 and R2C5 are shaded, so R2C4 is white.\n";
    assert_eq!((status, &out[..]), (0, square));
}

#[test]
fn count_counts_drawings() {
    assert_eq!(run(&["count", SEVERAL, UNIQUE], "").1, "3\n1\n");
    assert_eq!(run(&["count", "-n", "2", SEVERAL], "").1, "at least 2\n");
}

#[test]
fn convert_writes_addresses_and_reads_positions() {
    assert_eq!(run(&["convert", "akari/6/6/nekcakbl"], "").1, "https://puzz.link/p?akari/6/6/nekcakbl\n");
    let position = "pzprv3\nnurikabe\n5\n5\n. 5 . . . \n. . 2 . . \n. . . . . \n. . 1 . . \n. . . 3 . \n";
    assert_eq!(run(&["convert"], position).1, "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g\n");
}

#[test]
fn positions_are_checked() {
    let square = "pzprv3/nurikabe/5/5/. 5 . . . /. . 2 . . /# # . . . /# # 1 . . /. . . 3 . /";
    let (status, out, note) = run(&["check", square], "");
    assert_eq!((status, &out[..]), (1, "broken\n"));
    assert!(note.contains("No two by two cells are all shaded (R3C1)"), "{note}");
}

#[test]
fn proofs_are_written() {
    let folder = std::env::temp_dir().join(format!("pencil-proof-{}", std::process::id()));
    let name = folder.to_str().expect("a name");
    let prove = |more: &[&str]| run(&[&["prove", "-o", name], more].concat(), "");
    let (status, out, note) = prove(&[UNIQUE]);
    assert_eq!((status, &note[..]), (0, ""));
    let said = format!(
        "unique\n{name}/solution.opb {name}/solution.pbp: the answer is one\n\
         {name}/others.opb {name}/others.pbp: there is no other answer\n"
    );
    assert_eq!(out, said);
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).expect("the file");
    assert!(read("others.opb").contains(" edge_above_r1c1_0") && read("others.pbp").contains("UNSAT"));
    assert!(read("solution.pbp").contains("conclusion SAT : "));
    let none = format!("none\n{name}/none.opb {name}/none.pbp: there is no answer\n");
    assert_eq!(prove(&["slither/2/1/40"]), (0, none, String::new()));
    let clauses = format!("unique\n{name}/others.cnf {name}/others.drat: there is no other answer\n");
    assert_eq!(prove(&["--format", "drat", "lightup/6/6/nekcakbl"]), (0, clauses, String::new()));
    let written = std::fs::read_dir(&folder).expect("the folder").count();
    for (arguments, status, word, what) in [
        (&[SEVERAL][..], 1, "multiple\n", "argument 1: several answers, and nothing to prove: the edge "),
        (
            &["--format", "drat", UNIQUE],
            2,
            "invalid\n",
            "cannot be said in a formula of the format: The lines are one loop",
        ),
        (&["pzprv3/nurikabe/1/1/. /"], 2, "", "of a position there is nothing to prove"),
        (&["p?slither/2/x/h"], 2, "", "argument 1:13: \"x\" is not a number"),
        (&["--format", "lrat", UNIQUE], 2, "", "possible values: veripb, drat"),
    ] {
        let (ended, out, note) = prove(arguments);
        assert!(ended == status && out == word && note.contains(what), "{arguments:?}: {ended} {out} {note}");
    }
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), written);
    std::fs::remove_dir_all(&folder).expect("removed");
    // A file is in the way.
    std::fs::write(&folder, "").expect("written");
    let (status, out, note) = prove(&[UNIQUE]);
    assert!(status == 2 && out.is_empty() && note.starts_with(&format!("pencil: {name}: ")), "{out} {note}");
    std::fs::remove_file(&folder).expect("removed");
}

#[test]
fn kinds_are_listed_with_their_rules() {
    let (status, out, _) = run(&["kinds"], "");
    assert_eq!((status, out.lines().count()), (0, pencil::kinds::KINDS.len()));
    let (_, out, _) = run(&["kinds", "akari"], "");
    assert!(out.starts_with("lightup") && out.contains("No lamp shines on another."), "{out}");
    let (status, _, note) = run(&["kinds", "akar"], "");
    assert!(status == 2 && note.contains("nearest is lightup"), "{note}");
}

#[test]
fn pictures_are_written() {
    let (status, svg, _) = run(&["render", "--solve", UNIQUE], "");
    assert!(status == 0 && svg.starts_with("<svg"), "{svg}");
    let file = std::env::temp_dir().join(format!("pencil-{}.png", std::process::id()));
    let name = file.to_str().expect("a name");
    assert_eq!(run(&["render", "--output", name, UNIQUE], "").0, 0);
    assert!(std::fs::read(&file).expect("the file").starts_with(b"\x89PNG"));
    std::fs::remove_file(&file).expect("removed");
    let (status, _, note) = run(&["render", "--output", "x.gif", UNIQUE], "");
    assert!(status == 2 && note.contains("FILE.svg or FILE.png"), "{note}");
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let readme = include_str!("../README.md");
    let (_, block) = readme.split_once("```console\n").expect("commands");
    let (block, _) = block.split_once("```").expect("an end");
    let mut commands = 0;
    for command in block.split("$ ").filter_map(|command| command.strip_prefix("pencil ")) {
        let (line, printed) = command.split_once('\n').expect("a line");
        let line = line.replace('\'', "");
        let (_, out, notes) = run(&line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(notes + &out, printed, "{line}");
        commands += 1;
    }
    assert_eq!(commands, 6);
}

#[test]
fn puzzles_are_made_the_same_by_any_number_of_threads() {
    let make = |threads: &str| {
        run(&["generate", "creek", "--size", "6x5", "-n", "4", "--seed", "3", "--threads", threads], "")
    };
    let (status, out, notes) = make("1");
    assert_eq!((status, out.lines().count(), &notes[..]), (0, 4, ""));
    assert!(out.lines().all(|line| line.starts_with("https://puzz.link/p?creek/6/5/")), "{out}");
    assert_eq!(make("4"), (status, out.clone(), notes));
    assert_eq!(run(&["check"], &out).1, "unique\n".repeat(4));
    let (_, json, _) =
        run(&["generate", "creek", "--size", "5", "--seed", "3", "--to", "json", "--difficulty", "easy"], "");
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&value["status"], &value["level"]), (&"unique".into(), &"easy".into()), "{json}");
    let (_, rated, _) = run(&["rate", value["address"].as_str().expect("an address")], "");
    assert!(rated.contains(" easy "), "{rated}");
}

#[test]
fn making_ends_at_limits_and_says_so() {
    let usual = ["generate", "fillomino", "--size", "25", "--seed", "1"];
    for (limit, said) in [
        (["--time-limit", "50ms"], "0 of 1 puzzles found in 50ms"),
        (["--memory-limit", "1M"], "0 of 1 puzzles found within the memory limit"),
    ] {
        let (status, out, note) = run(&[&usual[..], &limit].concat(), "");
        assert!(status == 3 && out.is_empty() && note.contains(said), "{status}: {note}");
    }
    let never = ["generate", "battleship", "--size", "2x7", "--seed", "1", "--attempts", "3"];
    let (status, _, note) = run(&never, "");
    assert!(status == 3 && note.contains("3 successive attempts gave no puzzle"), "{status}: {note}");
    for (arguments, said) in [
        (&["generate", "slithr"][..], "the nearest is slither"),
        (&["generate", "slither/x"], "has no variant 'x'"),
        (&["generate", "firefly"], "are not made"),
        (&["generate", "slither", "--size", "0x4"], "columns and rows"),
        (&["generate", "slither", "--difficulty", "harsh"], "not a level (easy, medium"),
        (&["generate", "slither", "--difficulty", "3..2"], "3 is more than 2"),
        (&["generate", "slither", "--to", "png"], "--output FILE.png"),
    ] {
        let (status, _, note) = run(arguments, "");
        assert!(status == 2 && note.contains(said), "{arguments:?}: {note}");
    }
}

#[cfg(unix)]
#[test]
fn making_ends_at_an_interrupt() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = Command::new(env!("CARGO_BIN_EXE_pencil"))
        .args(["generate", "creek", "--size", "6", "-n", "1M", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The first puzzle shows that it is at work.
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    lines.read_line(&mut first).expect("a puzzle");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(interrupted.success());
    let mut rest = String::new();
    lines.read_to_string(&mut rest).expect("text");
    let mut note = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut note).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(note.contains("interrupted"), "{note}");
    assert!(rest.is_empty() || rest.ends_with('\n'), "each line is whole");
}

#[cfg(unix)]
#[test]
fn a_proof_ends_at_an_interrupt() {
    let folder = std::env::temp_dir().join(format!("pencil-interrupted-{}", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_pencil"))
        .args(["prove", "fillomino/4/4/1l2g2g3i4", "-o", folder.to_str().expect("a name")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The proof takes many seconds.
    std::thread::sleep(std::time::Duration::from_millis(500));
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(interrupted.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(!folder.exists(), "nothing is written");
}
