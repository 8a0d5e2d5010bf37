//! Reproducible random inputs, without guidance and about twenty times as fast as libFuzzer. For more of them:
//! `FUZZ_RUNS=1000000 FUZZ_SEED=7 cargo test --test random`.

use csp_fuzz::targets::{models, reasons, scripts, wide, words};
use testkit::random;

#[test]
fn random_models() {
    random(models::run, 10_000);
}

#[test]
fn random_wide_models() {
    random(wide::run, 3_000);
}

#[test]
fn random_scripts() {
    random(scripts::run, 1_000);
}

#[test]
fn random_reasons() {
    random(reasons::run, 2_000);
}

#[test]
fn random_words() {
    random(words::run, 10_000);
}
