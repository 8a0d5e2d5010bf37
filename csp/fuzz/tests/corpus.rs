//! All inputs of the corpus, without libFuzzer.

use std::fs;
use std::path::Path;

use csp_fuzz::targets::{boards, models, reasons, scripts, wide, words};

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
fn models_have_the_solutions_of_their_meaning() {
    replay("models", models::run);
}

#[test]
fn scripts_end_with_the_solutions_of_their_meaning() {
    replay("scripts", scripts::run);
}

#[test]
fn boards_have_the_same_answers_everywhere() {
    replay("boards", boards::run);
}

#[test]
fn wide_variables_change_no_solution() {
    replay("wide", wide::run);
}

#[test]
fn cores_and_reasons_suffice_and_observers_do_not_steer() {
    replay("reasons", reasons::run);
}

#[test]
fn words_are_those_of_their_patterns() {
    replay("words", words::run);
}
