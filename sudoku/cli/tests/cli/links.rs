//! Puzzles of other tools on the command line: links, documents, and parts that were not understood.

use super::support::*;

/// Document with a cage, and a line that is only drawn.
fn document() -> String {
    let row = format!("[{}]", ["{}"; 4].join(","));
    let grid = [row.as_str(); 4].join(",");
    format!(
        "{{\"size\":4,\"grid\":[{grid}],\"killercage\":[{{\"cells\":[\"R1C1\"],\"value\":1}},{{\"cells\":[\"R1C2\"],\"value\":2}}],\
         \"line\":[{{}}],\"solution\":[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]}}"
    )
}

const REMARK: &str = "not understood: line, which is only drawn (1)";

#[test]
fn remarks_are_warnings_unless_strict() {
    let folder = Folder::new("remarks").with("a.json", document());
    let lenient = folder.sudoku(["convert", "--to", "line", "a.json"]);
    let lost = "rules are left out, so this is another puzzle; the native format holds them: killer";
    let notes = lines([format!("a.json:1:1: warning: {REMARK}"), format!("a.json:1:1: {lost}")]);
    assert_eq!(lenient, run(0, lines(["................"]), notes));
    let note = lines([format!("a.json:1:1: {REMARK} (without --strict it is a warning)")]);
    for command in ["solve", "check", "count", "candidates", "minimize"] {
        let strict = folder.sudoku([command, "--strict", "a.json"]);
        assert_eq!((strict.status, strict.stderr), (Some(2), note.clone()), "{command}");
        let lenient = folder.sudoku([command, "a.json"]);
        assert!(
            lenient.stderr.starts_with(&format!("a.json:1:1: warning: {REMARK}\n")),
            "{command}: {}",
            lenient.stderr
        );
    }
    assert_eq!(folder.sudoku(["convert", "--strict", "--to", "line", "a.json"]), run(2, "", note));
}

#[test]
fn links_are_typed_and_written() {
    let link = sudoku(["convert", "--to", "link", "1234341221434321"]);
    assert_eq!((link.status, link.stderr.as_str()), (Some(0), ""));
    assert!(link.stdout.starts_with("https://f-puzzles.com/?load=N4Ig"), "{}", link.stdout);
    let back = sudoku(["convert", "--to", "line", link.stdout.trim()]);
    assert_eq!(back, run(0, lines(["1234341221434321"]), ""));
    assert_eq!(
        sudoku(["solve", "--format", "line", "2x2:1_2_3_4_3_4_1_2_2_1_4_3_4_3_2a"]),
        run(0, lines(["1234341221434321"]), "")
    );
    let batch = piped(["convert", "--batch", "--to", "link"], "1234341221434321\n# a comment\n");
    assert_eq!(batch.stdout, link.stdout + "# a comment\n");
    let network = sudoku(["solve", "https://sudokupad.app/abcde"]);
    assert_eq!(network.status, Some(2));
    assert!(network.stderr.contains("which would need the network"), "{}", network.stderr);
}

#[test]
fn lists_and_folders_are_batches() {
    let list = format!("[{0},\n{0}]", document());
    let folder = Folder::new("documents").with("b.json", list).with("a.txt", "1234341221434321\n");
    let converted = folder.sudoku(["convert", "--to", "line", "."]);
    assert_eq!(converted.stdout, lines(["1234341221434321", "................", "................"]));
    let documents = folder.sudoku(["convert", "--to", "fpuzzles", "a.txt", "a.txt"]);
    assert_eq!(documents.stdout.lines().count(), 2);
    assert_eq!(piped(["convert", "--to", "line"], documents.stdout).stdout, lines(["1234341221434321"; 2]));
}
