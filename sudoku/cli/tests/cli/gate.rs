//! Parts of a puzzle that are not understood: no command, no call and no answer to a user script loses them in silence.

use serde_json::json;

use crate::listen::Listener;
use crate::serve::client::Server;
use crate::support::{Folder, sudoku};

/// Puzzles with a part that is not understood, by the tool that wrote them.
const UNKNOWN: [(&str, &str); 3] = [
    ("iss", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1.Foo~R3C3~R3C2~R2C2"),
    ("fpuzzles", r#"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"foo":true}"#),
    (
        "sudokupad",
        r#"{"cells":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"metadata":{"rules":"A rule of a kind that nobody knows."},"lines":[{"wayPoints":[[0.5,0.5],[0.5,3.5]],"color":"123456","thickness":7}]}"#,
    ),
];

/// All commands that take a puzzle, with the arguments before it.
const COMMANDS: [&[&str]; 18] = [
    &["solve"],
    &["check"],
    &["count"],
    &["split"],
    &["candidates"],
    &["hint"],
    &["explain"],
    &["rate"],
    &["convert", "--to", "native"],
    &["generate", "--seed", "1", "--like"],
    &["minimize"],
    &["suggest"],
    &["prove", "--output", "proofs"],
    &["canonical"],
    &["render"],
    &["book", "--output", "book.pdf"],
    &["watch", "--steps", "1", "--record", "watched.cast"],
    &["compare", "--methods", "norvig"],
];

/// The commands without a puzzle among their arguments.
const OTHERS: [&str; 10] =
    ["merge", "rules", "techniques", "methods", "serve", "listen", "growth", "completions", "man", "help"];

#[test]
fn the_table_has_every_command() {
    let help = sudoku(["--help"]).stdout;
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names: Vec<&str> =
        list.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 20, "{help}");
    let is_known = |name: &str| OTHERS.contains(&name) || COMMANDS.iter().any(|command| command[0] == name);
    assert!(names.iter().all(|name| is_known(name)), "{names:?}");
}

#[test]
fn no_command_loses_a_part_in_silence() {
    let folder = UNKNOWN.iter().fold(Folder::new("gate"), |folder, (name, text)| folder.with(name, text));
    for command in COMMANDS {
        for (name, _) in UNKNOWN {
            let run = folder.sudoku(command.iter().copied().chain([name]));
            assert!(run.stderr.contains("not understood: "), "{command:?} {name}: {run:?}");
            // What a document draws is drawn.
            let status = if (command[0], name) == ("render", "sudokupad") { 0 } else { 2 };
            assert_eq!(run.status, Some(status), "{command:?} {name}: {run:?}");
        }
    }
}

#[test]
fn parts_are_left_out_if_the_user_says_so() {
    let folder =
        UNKNOWN.iter().fold(Folder::new("gate-ignored"), |folder, (name, text)| folder.with(name, text));
    for (name, _) in UNKNOWN {
        let written = folder.sudoku(["convert", "--ignore-unknown", "--to", "native", name]);
        assert_eq!(written.status, Some(0), "{name}");
        assert!(written.stderr.contains("warning: not understood: "), "{}", written.stderr);
        let strict = folder.sudoku(["convert", "--ignore-unknown", "--strict", "--to", "native", name]);
        assert_eq!((strict.status, strict.stdout.as_str()), (Some(2), ""), "{name}");
        // One of several solutions may break the rule that is missing.
        let several = folder.sudoku(["solve", "--ignore-unknown", name]);
        assert_eq!((several.status, several.stdout.as_str()), (Some(1), "multiple\n"), "{name}");
    }
}

#[test]
fn no_call_loses_a_part_in_silence() {
    let server = Server::new(&[]);
    let list = server.get("/api").json();
    // The first field is the puzzle; `generate` takes none.
    let calls = list["calls"].as_array().expect("a list").iter().filter_map(|call| {
        let field = call["fields"][0]["name"].as_str().filter(|name| ["puzzle", "text"].contains(name))?;
        Some((call["path"].as_str()?.strip_prefix("/api/")?, field))
    });
    let calls: Vec<(&str, &str)> = calls.collect();
    assert_eq!(calls.len(), 14, "{list}");
    for (path, field) in calls {
        for (name, text) in UNKNOWN {
            let mut body = match path {
                "convert" => json!({"to": "native"}),
                "render" => json!({"to": "svg"}),
                "compare" => json!({"methods": ["norvig"]}),
                _ => json!({}),
            };
            body[field] = json!(text);
            let answer = server.call(path, &body);
            // What a document draws is drawn, and told beside the picture.
            let is_drawn = (path, name) == ("render", "sudokupad");
            let is_noted = answer.header("notes").is_some_and(|notes| notes.contains("not understood: "));
            assert_eq!(is_noted, is_drawn, "{path} {name}");
            let is_said = answer.text().contains("not understood: ");
            let status = if path == "read" || is_drawn { 200 } else { 422 };
            assert_eq!((answer.status, is_said), (status, !is_drawn), "{path} {name}: {}", answer.text());
        }
    }
}

#[test]
fn user_scripts_are_told() {
    // The document of f-puzzles above, compressed.
    let data = "N4IgzglgXgpiBcAWANCA5gJwgEwQbT2AF9ljSTiBdZQiu86285qms9uy6kAMwHs+CAC4YArjCJA=";
    for command in ["truecandidates", "solve", "check", "count", "estimate", "solvepath", "step"] {
        let answer = Listener::new(&[]).connect().ask(command, data).to_string();
        assert!(answer.contains("not understood: foo"), "{command}: {answer}");
    }
    let answer = Listener::new(&["--ignore-unknown"]).connect().ask("solve", data).to_string();
    assert!(answer.contains("solution") && !answer.contains("not understood"), "{answer}");
}
