//! Reproducible random inputs, without guidance and much faster than libFuzzer. For more of them:
//! `FUZZ_RUNS=1000000 FUZZ_SEED=7 cargo test --test random`.

use sudoku_fuzz::targets::{links, parsers, strings};
use testkit::random;

#[test]
fn random_strings() {
    random(strings::run, 2_000);
}

#[test]
fn random_links() {
    random(links::run, 2_000);
}

#[test]
fn random_texts() {
    random(parsers::run, 2_000);
}
