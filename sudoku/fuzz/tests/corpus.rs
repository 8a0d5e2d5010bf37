//! All inputs of the corpus, without libFuzzer.

use std::fs;
use std::path::Path;

use sudoku_fuzz::targets::{links, parsers, puzzles, strings};

fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        // Shown if the test fails.
        println!("{}", file.display());
        run(&fs::read(file).unwrap());
    }
}

#[test]
fn texts_are_read_or_refused() {
    replay("parsers", parsers::run);
}

#[test]
fn links_are_read_or_refused() {
    replay("links", links::run);
}

#[test]
fn strings_lose_nothing() {
    replay("strings", strings::run);
}

#[test]
fn puzzles_have_the_solutions_of_their_meaning() {
    replay("puzzles", puzzles::run);
}
