//! `sudoku generate` of sets: plans, what they tell, how they go on, and what is kept out.

use super::support::*;

/// The same run with all that is random fixed.
fn planned(folder: &Folder, plan: &str, more: &[&str]) -> Run {
    folder.sudoku([&["generate", "--plan", plan, "--seed", "4", "--threads", "2"], more].concat())
}

#[test]
fn a_plan_is_made_and_told() {
    let folder = Folder::new("plan");
    let plan = "2 easy, 1 medium; 1 6x6 killer easy";
    let set = planned(&folder, plan, &["--output", "set.txt"]);
    assert_eq!((set.status, set.stdout.as_str()), (Some(0), ""), "{}", set.stderr);
    assert!(!folder.path().join("set.txt.journal").exists(), "the plan is done");
    let text = folder.read("set.txt");
    assert_eq!(piped(["check"], &text), run(0, lines(["unique"; 4]), ""));
    assert!(text.contains("title: Killer cage\nrules: Digits from 1 to 6"), "{text}");
    let said: Vec<&str> = set.stderr.lines().collect();
    assert_eq!(said.len(), 3 + 5, "{said:#?}");
    assert!(said[0].starts_with("2 of 2 easy: "), "{}", said[0]);
    assert!(said[3].trim_start().starts_with("puzzle"), "{}", said[3]);
    let levels = piped(["rate", "--format", "csv"], &text).stdout;
    let forms = piped(["convert", "--to", "line"], &text).stdout;
    for (at, row) in said[4..].iter().enumerate() {
        let level = ["easy", "easy", "medium", "easy"][at];
        assert!(row.contains(&format!(" {level} ")), "{row}");
        assert!(levels.lines().nth(at + 1).unwrap().contains(level), "{levels}");
    }
    let canonical = sudoku(["canonical", forms.lines().next().unwrap()]).stdout;
    assert!(said[4].ends_with(canonical.trim_end()), "{}\n{canonical}", said[4]);
    let printed = planned(&folder, plan, &[]);
    assert_eq!((printed.status, printed.stdout), (Some(0), text));
}

/// A plan whose last puzzle cannot be, so that the journal of all others stays.
const UNMET: &str = "2 easy, 2 easy rotational, 2 4x4 odd, 1 4x4 odd 9.0..9.1";

#[test]
fn a_plan_goes_on_where_it_was_interrupted() {
    let folder = Folder::new("plan-resumed");
    let make = |output: &str, more: &[&str]| {
        let made = planned(&folder, UNMET, &[&["--output", output, "--attempts", "200"], more].concat());
        assert_eq!(made.status, Some(3), "{}", made.stderr);
        made.stderr
    };
    let told = make("whole.txt", &[]);
    assert!(told.contains("6 of 7 puzzles: the same command with more --attempts goes on ("), "{told}");
    let (text, journal) = (folder.read("whole.txt"), folder.read("whole.txt.journal"));
    assert_eq!(piped(["check"], &text), run(0, lines(["unique"; 6]), ""));
    let all: Vec<&str> = journal.split_inclusive('\n').collect();
    assert_eq!(all.len(), 1 + 6, "{journal}");
    // What follows the whole lines was cut short, in a character, too.
    let cuts = ["", "{\"pl", "{\"plan\":\"2"].map(|cut| (0, cut.as_bytes()));
    let others = [(1, &b""[..]), (2, &b"{\"batch\":0,\"att\xC3"[..]), (4, &b""[..])];
    for (kept, cut) in cuts.into_iter().chain(others) {
        let bytes = [all[..kept].concat().as_bytes(), cut].concat();
        std::fs::write(folder.path().join("part.txt.journal"), bytes).expect("the test owns the folder");
        make("part.txt", &[]);
        assert_eq!(folder.read("part.txt"), text, "{kept} lines");
        assert_eq!(folder.read("part.txt.journal"), journal, "{kept} lines");
    }
    let stopped = make("stopped.txt", &["--time-limit", "0s"]);
    assert!(stopped.contains("0 of 7 puzzles: the same command goes on ("), "{stopped}");
    if cfg!(unix) {
        let gone = make("/dev/null", &[]);
        assert!(!gone.contains(".journal"), "a device has no journal: {gone}");
    }
}

#[test]
fn a_journal_that_does_not_fit_is_refused_with_its_line() {
    let folder = Folder::new("plan-damaged");
    let plan = "1 4x4 odd, 1 4x4 odd 9.0..9.1";
    let go = |more: &[&str]| {
        let usual = ["--output", "part.txt", "--attempts", "20"];
        planned(&folder, plan, &[&usual[..], more].concat())
    };
    assert_eq!(go(&[]).status, Some(3));
    let journal = folder.read("part.txt.journal");
    let (head, entry) = journal.trim_end().split_once('\n').expect("a head and a puzzle");
    let (rest, solution) = entry.split_once("\"solution\":").expect("a solution");
    let (place, _) = entry.split_once("\"puzzle\":").expect("a puzzle");
    let with = |entry: String| format!("{head}\n{entry}\n");
    for (journal, why) in [
        ("no journal\n".to_owned(), ": is no journal of a plan"),
        ("no journal".to_owned(), ": is no journal of a plan"),
        (head.replace("1 4x4", "2 4x4") + "\n", ": is of another plan or seed"),
        (head.replace("\"seed\":4", "\"seed\":5") + "\n", ": is of another plan or seed"),
        (with("nonsense".into()), ":2: expected"),
        (
            with(format!("{place}\"puzzle\":\"nonsense\",\"solution\":{solution}")),
            ":2: the puzzle cannot be read",
        ),
        (with(format!("{rest}\"solution\":[0,1,2]}}")), ":2: the solution does not fit"),
        (
            with(entry.replace("\"solution\":[", "\"solution\":[4,").replace(",0]", "]")),
            ":2: the solution does not fit",
        ),
        (with(entry.replace("\"batch\":0", "\"batch\":2")), ":2: there is no such batch"),
        (with(format!("{entry}\n{entry}")), ":3: the attempt does not follow"),
        (
            with(format!("{entry}\n{}", entry.replace("\"attempt\":", "\"attempt\":9"))),
            ":3: the batch has more than 1 puzzles",
        ),
    ] {
        std::fs::write(folder.path().join("part.txt.journal"), &journal).expect("the test owns the folder");
        for format in ["native", "csv"] {
            let refused = go(&["--to", format]);
            assert_eq!(refused.status, Some(2), "{journal}: {}", refused.stderr);
            assert!(refused.stderr.contains(&format!("part.txt.journal{why}")), "{}", refused.stderr);
            assert_eq!(folder.read("part.txt.journal"), journal, "it is left alone");
        }
    }
}

#[test]
fn batches_draw_full_grids_of_their_own() {
    for plan in ["2 rotational, 2 any mirror", "2 4x4 killer thermo easy, 2 4x4 thermo killer easy"] {
        let made = planned(&Folder::new("plan-grids"), plan, &["--to", "native"]);
        assert_eq!(made.status, Some(0), "{}", made.stderr);
        let solved = piped(["solve"], &made.stdout).stdout;
        let mut solutions: Vec<&str> = solved.lines().collect();
        solutions.sort_unstable();
        solutions.dedup();
        assert_eq!(solutions.len(), 4, "{plan}: {solved}");
    }
}

#[test]
fn plans_that_cannot_be_read_or_met_are_told_with_their_place() {
    for (plan, why) in [
        ("5 easy, 5 kilr", "character 11: unknown word \"kilr\" (did you mean killer?)"),
        ("5 easy, 5 esay", "character 11: unknown word \"esay\" (did you mean easy?)"),
        ("", "there is nothing to make"),
        ("3 easy 4x6 regex", "clues of the rule regex cannot be placed at random"),
        ("3 easy 0x0", "--plan: "),
        ("3 easy, 2 3..2", "character 11: 3..2: 3 is more than 2"),
        ("2 se:5..6", "character 3: se:5..6: no step is between 5 and 6 on the SE scale"),
        ("2 easy, 1 thermo tiled", "--plan: 1 thermo tiled: tiled is a style of cages"),
    ] {
        let refused = sudoku(["generate", "--plan", plan]);
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""), "{plan}");
        assert!(refused.stderr.contains(why), "{plan}: {}", refused.stderr);
    }
}

#[test]
fn ranges_of_a_plan_are_those_of_an_option_and_a_style_is_that_of_rules() {
    let plan = "1 se:2.0..2.6, 1 2.6.., 1 6x6 killer easy";
    let made = planned(&Folder::new("plan-ranges"), plan, &["--style", "tiled", "--to", "native"]);
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    assert_eq!(piped(["check"], &made.stdout), run(0, lines(["unique"; 3]), ""));
    let minimal = planned(&Folder::new("plan-tiled"), plan, &["--style", "tiled", "--minimal"]);
    assert_eq!((minimal.status, minimal.stdout.as_str()), (Some(2), ""));
    assert!(
        minimal.stderr.contains("killer easy: tiled cages stay where they are not needed"),
        "{}",
        minimal.stderr
    );
}

#[test]
fn what_is_known_is_kept_out() {
    let make = |folder: &Folder, more: &[&str]| {
        let made = folder.sudoku([&["generate", "--count", "6", "--seed", "9"], more].concat());
        assert_eq!((made.status, made.stderr.as_str()), (Some(0), ""), "{more:?}");
        made.stdout
    };
    let folder = Folder::new("distinct");
    let puzzles = make(&folder, &[]);
    // The first three are known by their canonical forms, among other puzzles.
    let forms = piped(["canonical"], lines(puzzles.lines().take(3))).stdout;
    let folder = folder.with("known.txt", forms).with("more.txt", lines([EASY]));
    let others = make(&folder, &["--distinct", "known.txt", "more.txt"]);
    let (all, new): (Vec<&str>, Vec<&str>) = (puzzles.lines().collect(), others.lines().collect());
    assert_eq!((&new[..3], new.len()), (&all[3..], 6));
    assert_eq!(make(&folder, &["--distinct", "known.txt", "more.txt", "--threads", "1"]), others);

    let killers = ["--size", "4", "--rules", "killer"];
    let first = make(&folder, &killers);
    let folder = folder.with("killers.txt", &first);
    let second = make(&folder, &[&killers[..], &["--distinct", "killers.txt"]].concat());
    assert!(second.split("===\n").all(|puzzle| !first.contains(puzzle)), "{first}{second}");

    // A position is compared as it is written.
    let at = ["--needs", "x-wing", "--at", "--count", "2"];
    let make = |folder: &Folder, more: &[&str]| {
        let made = folder.sudoku([&["generate", "--seed", "3"], &at[..], more].concat());
        assert_eq!((made.status, made.stderr.as_str()), (Some(0), ""), "{more:?}");
        made.stdout
    };
    let first = make(&folder, &[]);
    let folder = folder.with("positions.txt", &first);
    let second = make(&folder, &["--distinct", "positions.txt"]);
    assert!(second.split("===\n").all(|puzzle| !first.contains(puzzle)), "{first}{second}");

    // There are few different puzzles of 3x3.
    let few = ["generate", "--size", "3", "--count", "500", "--attempts", "300", "--seed", "1"];
    let ended = folder.sudoku([&few[..], &["--distinct", "more.txt"]].concat());
    assert_eq!(ended.status, Some(3), "{}", ended.stderr);
    let late = folder.sudoku(["generate", "--distinct", "more.txt", "--time-limit", "0s"]);
    assert_eq!((late.status, late.stdout.as_str()), (Some(3), ""), "{}", late.stderr);
    let damaged = Folder::new("distinct-damaged").with("known.txt", lines([EASY, "12x"]));
    let refused = damaged.sudoku(["generate", "--distinct", "known.txt"]);
    assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.contains("known.txt:2:"), "{}", refused.stderr);
}

#[test]
fn variants_are_for_people_unless_any_will_do() {
    let made = sudoku(["generate", "--rules", "arrow", "--size", "6", "--count", "4", "--seed", "1"]);
    assert_eq!((made.status, made.stderr.as_str()), (Some(0), ""));
    let rated = piped(["rate", "--format", "json"], &made.stdout).stdout;
    assert_eq!(rated.lines().count(), 4);
    for line in rated.lines() {
        assert!(
            ["easy", "medium", "hard"].iter().any(|level| line.contains(&format!("\"{level}\""))),
            "{line}"
        );
    }
    // One name of three rules is one rule of a puzzle.
    let diagonals =
        sudoku(["generate", "--rules", "diagonal", "--size", "4", "--seed", "1", "--to", "native"]);
    assert!(diagonals.stdout.contains("title: Diagonals\n"), "{}", diagonals.stdout);
    let any = sudoku(["generate", "--rules", "arrow", "--size", "6", "--difficulty", "any", "--seed", "1"]);
    assert_eq!(any.status, Some(0));
    assert_ne!(any.stdout, made.stdout);
    let plain = |more: &[&str]| sudoku([&["generate", "--seed", "1"], more].concat()).stdout;
    assert_eq!(plain(&["--difficulty", "any"]), plain(&[]));
}

#[test]
fn the_same_seed_has_other_solutions_at_each_level() {
    let mut solutions = Vec::new();
    for level in ["easy", "medium", "hard"] {
        let made = sudoku(["generate", "--count", "12", "--seed", "1", "--difficulty", level]).stdout;
        solutions.extend(piped(["solve"], made).stdout.lines().map(str::to_owned));
    }
    let count = solutions.len();
    solutions.sort();
    solutions.dedup();
    assert_eq!((count, solutions.len()), (36, 36));
}
