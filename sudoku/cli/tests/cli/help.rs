//! Help, version, completions, manual pages, and wrong usage.

use super::support::{EASY, Folder, run, sudoku};

const COMMANDS: &[&str] = &[
    "solve",
    "check",
    "count",
    "split",
    "merge",
    "candidates",
    "canonical",
    "hint",
    "explain",
    "rate",
    "convert",
    "generate",
    "minimize",
    "suggest",
    "prove",
    "render",
    "book",
    "rules",
    "techniques",
    "methods",
    "watch",
    "compare",
    "growth",
    "completions",
    "man",
    #[cfg(feature = "serve")]
    "serve",
    #[cfg(all(feature = "serve", feature = "links"))]
    "listen",
];

#[test]
fn every_command_shows_examples_of_itself() {
    for command in COMMANDS {
        for asked in [["help", command], [command, "--help"], [command, "-h"]] {
            let help = sudoku(asked);
            assert_eq!((help.status, help.stderr.as_str()), (Some(0), ""), "{asked:?}");
            let (_, examples) = help.stdout.split_once("Examples:\n").expect("help has examples");
            assert!(examples.contains(&format!("  sudoku {command} ")), "{asked:?} shows\n{examples}");
        }
    }
}

#[test]
fn the_help_lists_commands_and_exit_statuses() {
    let help = sudoku(["--help"]);
    assert_eq!((help.status, help.stderr.as_str()), (Some(0), ""));
    for word in COMMANDS.iter().chain(&["Examples:", "Exit status:", "130"]) {
        assert!(help.stdout.contains(word), "{word} in\n{}", help.stdout);
    }
    let version = format!("sudoku {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(sudoku(["--version"]), run(0, version, ""));
}

#[test]
fn paragraphs_of_the_help_are_wrapped_once() {
    for command in COMMANDS {
        let help = sudoku([command, "--help"]).stdout;
        let (_, after) = help.split_once("Examples:\n").expect("help has examples");
        let lines: Vec<&str> = after.lines().collect();
        for pair in
            lines.windows(2).filter(|pair| pair.iter().all(|line| line.starts_with(char::is_alphanumeric)))
        {
            // A line ends where the next word would not fit.
            let next = pair[1].split(' ').next().map_or(0, |word| word.chars().count());
            assert!(pair[0].chars().count() + next >= 100, "{command}: {pair:?}");
        }
    }
}

#[test]
fn a_command_that_is_misspelt_is_named() {
    for (word, meant) in
        [("sovle", "solve"), ("slove", "solve"), ("hnit", "hint"), ("genrate", "generate"), ("cout", "count")]
    {
        let run = sudoku([word, EASY]);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{word}");
        assert!(run.stderr.contains(&format!("did you mean {meant}?")), "{word}: {}", run.stderr);
    }
}

#[test]
fn wrong_usage_is_status_2_with_an_error() {
    let wrong: [&[&str]; 51] = [
        &[],
        &["frobnicate"],
        &["solve", "--frobnicate", "x"],
        &["check", "--frobnicate", "x"],
        &["count", "--frobnicate", "x"],
        &["candidates", "--frobnicate", "x"],
        &["convert", "--to", "line", "--frobnicate", "x"],
        &["convert", "x"],
        &["convert", "--to", "frobnicate", "x"],
        &["solve", "--from", "frobnicate", "x"],
        &["solve", "--format", "frobnicate", "x"],
        &["solve", "--threads", "0", "x"],
        &["solve", "--time-limit", "2h", "x"],
        &["solve", "--time-limit", "-1", "x"],
        &["solve", "--node-limit", "many", "x"],
        &["solve", "--skip", "99999999999999999999", "x"],
        &["solve", "--engine", "steam", "x"],
        &["solve", "--unique", "--all", "x"],
        &["minimize", "--frobnicate", "x"],
        &["generate", "frobnicate"],
        &["generate", "--count", "0"],
        &["completions", "frobnicate"],
        &["render", "--frobnicate", "x"],
        &["render", "--solution", "--candidates", "x"],
        &["render", "--batch", "x"],
        &["book", "--frobnicate", "x"],
        &["book", "x", "-o", "book.doc"],
        &["book", "--set", "title", EASY, "-o", "book.pdf"],
        &["rules", "--svg", "x"],
        &["rules", "--format", "frobnicate"],
        &["compare", "--methods", "frobnicate", "x"],
        &["compare", "--methods", "mrv,mrv", EASY],
        &["compare", "--scatter", "mrv,propagate", EASY],
        &["compare", "--svg", "no folder/plot.svg", EASY],
        &["compare", "--repeats", "0", EASY],
        &["growth", "--sizes", "4..2"],
        &["growth", "--sizes", "2..9"],
        &["growth", "--givens", "101"],
        &["techniques", "frobnicate"],
        &["techniques", "x-wing", "swordfish", "--svg", "x.svg"],
        &["generate", "--at"],
        &["generate", "--needs", "frobnicate"],
        &["generate", "--style", "frobnicate"],
        &["generate", "--plan", "5 kilr"],
        &["generate", "--plan", "5 easy", "--count", "3"],
        &["generate", "--distinct", "missing.txt"],
        &["methods", "--format", "frobnicate"],
        &["methods", "frobnicate"],
        &["solve", "--consistency", "frobnicate", "x"],
        &["solve", "--restarts", "often", "x"],
        &["solve", "--seed", "x", "x"],
    ];
    for args in wrong {
        let run = sudoku(args);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "sudoku {args:?}");
        assert!(run.stderr.len() > 20, "sudoku {args:?} says {:?}", run.stderr);
    }
}

#[test]
fn completions_and_manual_pages_are_made() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let completions = sudoku(["completions", shell]);
        assert_eq!((completions.status, completions.stderr.as_str()), (Some(0), ""), "{shell}");
        assert!(completions.stdout.contains("node-limit"), "{shell} has the options");
    }
    let folder = Folder::new("manual");
    assert_eq!(folder.sudoku(["man", "pages"]).status, Some(0));
    assert!(folder.read("pages/sudoku.1").contains(".TH sudoku 1"));
    for command in COMMANDS {
        let page = folder.read(&format!("pages/sudoku-{command}.1"));
        assert!(page.contains("Examples"), "sudoku-{command}.1 has the examples");
    }
}
