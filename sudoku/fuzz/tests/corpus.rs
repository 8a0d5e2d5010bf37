//! All inputs of the corpus, without libFuzzer.

use sudoku_fuzz::targets::{links, parsers, puzzles, strings};
use testkit::replay;

#[test]
fn texts_are_read_or_refused() {
    replay("corpus/parsers", parsers::run);
}

#[test]
fn links_are_read_or_refused() {
    replay("corpus/links", links::run);
}

#[test]
fn strings_lose_nothing() {
    replay("corpus/strings", strings::run);
}

#[test]
fn puzzles_have_the_solutions_of_their_meaning() {
    replay("corpus/puzzles", puzzles::run);
}
