//! `sudoku render`: images of one puzzle or many, with solutions and candidates.

use super::support::*;

const CAGES: &str = "size: 4\ngrid:\n1...\n....\n....\n...1\nkiller 5: r1c2 r2c2\nthermo: r3c1 r4c1\n";
/// Blue of found values.
const FOUND: &str = "#1d5fd1";

/// Returns the texts of a group of one colour.
fn texts(image: &str, color: &str) -> String {
    let Some((_, group)) = image.split_once(&format!("fill=\"{color}\"")) else { return String::new() };
    let group = group.split("</g>\n<g fill").next().unwrap_or_default();
    group.split("</text>").filter_map(|piece| piece.rsplit('>').next()).map(str::trim).collect()
}

#[test]
fn rules_are_drawn() {
    let drawn = piped(["render"], CAGES);
    assert_eq!((drawn.status, drawn.stderr.as_str()), (Some(0), ""));
    let image = drawn.stdout;
    assert!(image.starts_with("<svg xmlns=") && image.ends_with("</svg>\n"));
    assert!(image.contains(">5</text>") && image.contains("stroke-dasharray"), "the cage: {image}");
    assert!(image.contains("<circle"), "the bulb: {image}");
    assert!(!image.contains(FOUND), "nothing is solved: {image}");
    let plain = sudoku(["render", INKALA]).stdout;
    assert_eq!(plain.matches("</text>").count(), 21);
}

#[test]
fn the_solution_is_drawn_in_another_colour() {
    let solved = sudoku(["render", "--solution", INKALA]);
    assert_eq!((solved.status, solved.stderr.as_str()), (Some(0), ""));
    let found: String = INKALA
        .chars()
        .zip(INKALA_SOLVED.chars())
        .filter(|(given, _)| *given == '.')
        .map(|(_, c)| c)
        .collect();
    assert_eq!(texts(&solved.stdout, FOUND), found);
    let several = sudoku(["render", "--solution", SEVENTEEN]);
    let note = "argument:1:1: there are several solutions, of which one is drawn\n";
    assert_eq!((several.status, several.stderr.as_str()), (Some(1), note));
    assert_eq!(several.stdout.matches("</text>").count(), 81);
    let none = sudoku(["render", "--solution", NONE]);
    let notes = "argument:1:1: there is no solution\nargument:1:9: R1C9 has no candidate left\n";
    assert_eq!((none.status, none.stderr.as_str()), (Some(1), notes));
    assert_eq!(none.stdout.matches("</text>").count(), NONE.chars().filter(|&c| c != '.').count());
    let limit = sudoku(["render", "--solution", "--node-limit", "0", INKALA]);
    assert_eq!((limit.status, limit.stdout.matches("</text>").count()), (Some(3), 21));
    assert!(limit.stderr.contains("a limit was reached"), "{}", limit.stderr);
}

#[test]
fn candidates_are_pencil_marks() {
    let puzzle = "2..4....1...4...";
    let drawn = sudoku(["render", "--candidates", puzzle]);
    assert_eq!((drawn.status, drawn.stderr.as_str()), (Some(0), ""));
    let sets = sudoku(["candidates", "--format", "json", puzzle]).stdout;
    let several: usize = sets
        .split('[')
        .skip(2)
        .map(|set| set.split(']').next().unwrap_or_default().matches('"').count() / 2)
        .filter(|&count| count > 1)
        .sum();
    assert_eq!(
        drawn.stdout.split("<g fill=\"#6b7280\"").nth(1).map_or(0, |rest| rest.matches("</text>").count()),
        several
    );
    assert_eq!(sudoku(["render", "--candidates", NONE]).status, Some(1));
}

#[test]
fn several_puzzles_are_numbered_files() {
    let two = lines([INKALA, EASY]);
    let folder = Folder::new("render").with("two.txt", &two).with("bad.txt", lines([INKALA, "12", EASY]));
    let note = "sudoku: several puzzles make several images: name a directory, as in --output pictures/\n";
    assert_eq!(folder.sudoku(["render", "two.txt"]), run(2, "", note));
    assert_eq!(folder.sudoku(["render", "two.txt", "-o", "one.svg"]), run(2, "", note));
    assert!(!folder.path().join("one.svg").exists(), "nothing is left behind");
    assert_eq!(folder.sudoku(["render", "two.txt", "-o", "new/pictures/"]), run(0, "", ""));
    assert_eq!(folder.read("new/pictures/001.svg"), sudoku(["render", INKALA]).stdout);
    assert_eq!(folder.read("new/pictures/002.svg"), sudoku(["render", EASY]).stdout);
    // The second of three puzzles cannot be read.
    assert_eq!(folder.sudoku(["render", "bad.txt", "-o", "new"]).status, Some(2));
    assert_eq!(folder.read("new/003.svg"), sudoku(["render", EASY]).stdout);
    assert!(!folder.path().join("new/002.svg").exists());
    let taken = folder.sudoku(["render", "--skip", "1", "--take", "1", "two.txt"]);
    assert_eq!(taken, sudoku(["render", EASY]));
    assert_eq!(folder.sudoku(["render", "--take", "1", "two.txt", "-o", "easy.svg"]), run(0, "", ""));
    assert_eq!(folder.read("easy.svg"), sudoku(["render", INKALA]).stdout);
    let over = folder.sudoku(["render", "--take", "1", "two.txt", "-o", "two.txt"]);
    assert_eq!((over.status, folder.read("two.txt")), (Some(2), two));
    let lost = folder.sudoku(["render", "two.txt", "-o", "two.txt/"]);
    assert_eq!((lost.status, lost.stdout.as_str()), (Some(2), ""), "a file is no directory");
}

#[test]
#[cfg(not(feature = "png"))]
fn pixels_need_a_feature() {
    let folder = Folder::new("no-pixels");
    for args in [&["render", "--png", INKALA][..], &["render", INKALA, "-o", "one.PNG"]] {
        let run = folder.sudoku(args);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""));
        assert!(run.stderr.contains("--features png"), "{}", run.stderr);
    }
}

#[test]
#[cfg(feature = "png")]
fn pixels_are_drawn() {
    let folder = Folder::new("pixels");
    let drawn = folder.sudoku(["render", "--solution", INKALA, "-o", "one.png"]);
    if drawn.stderr.contains("no fonts are installed") {
        return;
    }
    assert_eq!(drawn, run(0, "", ""));
    let bytes = std::fs::read(folder.path().join("one.png")).expect("the file was written");
    assert!(bytes.starts_with(b"\x89PNG\r\n") && bytes.len() > 10_000, "{} bytes", bytes.len());
}
