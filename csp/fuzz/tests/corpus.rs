//! All inputs of the corpus, without libFuzzer.

use csp_fuzz::targets::{boards, models, reasons, scripts, wide, words};
use testkit::replay;

#[test]
fn models_have_the_solutions_of_their_meaning() {
    replay("corpus/models", models::run);
}

#[test]
fn scripts_end_with_the_solutions_of_their_meaning() {
    replay("corpus/scripts", scripts::run);
}

#[test]
fn boards_have_the_same_answers_everywhere() {
    replay("corpus/boards", boards::run);
}

#[test]
fn wide_variables_change_no_solution() {
    replay("corpus/wide", wide::run);
}

#[test]
fn cores_and_reasons_suffice_and_observers_do_not_steer() {
    replay("corpus/reasons", reasons::run);
}

#[test]
fn words_are_those_of_their_patterns() {
    replay("corpus/words", words::run);
}
