//! `sudoku techniques`: lessons, and the page that is made of them.

use std::path::{Path, PathBuf};

use super::support::*;

#[test]
fn a_technique_is_taught_by_any_of_its_names() {
    let taught = sudoku(["techniques", "x-wing"]);
    assert_eq!((taught.status, taught.stderr.as_str()), (Some(0), ""));
    for words in
        ["X-wing (x-wing)", "What it is:", "Why it is right:", "How to spot it:", "HoDoKu 140", "To try"]
    {
        assert!(taught.stdout.contains(words), "{}", taught.stdout);
    }
    assert_eq!(sudoku(["techniques", "X Wing"]).stdout, taught.stdout);
    assert_eq!(sudoku(["techniques", "y-wing"]).stdout, sudoku(["techniques", "xy-wing"]).stdout);
    let pairs = sudoku(["techniques", "--format", "json", "pairs"]).stdout;
    assert!(pairs.lines().count() == 3 && pairs.contains("\"technique\":\"naked-pair\""), "{pairs}");
    let meant = "sudoku: unknown technique \"swordfsh\" (did you mean swordfish?)\n";
    assert_eq!(sudoku(["techniques", "swordfsh"]), run(2, "", meant));
}

#[test]
fn all_techniques_are_listed_by_level() {
    let list = sudoku(["techniques"]).stdout;
    let levels = ["easy (cost up to 1.50):", "hard (cost up to 3.40):", "nested:"];
    assert!(levels.iter().all(|level| list.contains(level)), "{list}");
    let page = sudoku(["techniques", "--format", "html"]).stdout;
    let count = sudoku(["techniques", "--format", "json"]).stdout.lines().count();
    assert_eq!((page.matches("<svg").count(), page.matches("<h2").count()), (count, count));
    let outside = ["src=", "href=\"http", "<script", "@import", "url("];
    assert!(outside.iter().all(|word| !page.contains(word)));
}

#[test]
fn a_position_of_a_technique_is_made() {
    let made = sudoku(["generate", "--needs", "x-wing", "--at", "--seed", "3"]);
    assert_eq!((made.status, made.stderr.as_str()), (Some(0), ""));
    let hint = piped(["hint"], &made.stdout);
    assert!(hint.stdout.starts_with("X-wing: In "), "{} {}", made.stdout, hint.stdout);
}

/// The page in the folder of documents, and its pictures. `UPDATE_PAGES=1` writes them anew.
#[test]
fn the_page_of_techniques_is_as_made() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let check = |name: PathBuf, made: &str| {
        let path = folder.join(name);
        if std::env::var_os("UPDATE_PAGES").is_some() {
            std::fs::write(&path, made).unwrap();
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(known == made, "{} is not as made: set UPDATE_PAGES=1 to make it anew", path.display());
    };
    check("techniques.md".into(), &sudoku(["techniques", "--format", "markdown"]).stdout);
    let scratch = Folder::new("techniques");
    for line in sudoku(["techniques", "--format", "json"]).stdout.lines() {
        let technique: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = technique["technique"].as_str().unwrap();
        let picture = format!("{name}.svg");
        assert_eq!(scratch.sudoku(["techniques", name, "--svg", &picture]), run(0, "", ""));
        check(Path::new("techniques").join(&picture), &scratch.read(&picture));
    }
}
