//! Reproducible random inputs, without guidance and about twenty times as fast as libFuzzer. For more of them:
//! `FUZZ_RUNS=1000000 FUZZ_SEED=7 cargo test --test random`.

use csp_fuzz::targets::{models, reasons, scripts, wide, words};

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn run(target: fn(&[u8]), runs: u64) {
    let mut state = number("FUZZ_SEED", 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut byte = || {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (state >> 56) as u8
    };
    for _ in 0..number("FUZZ_RUNS", runs) {
        let length = 20 + usize::from(byte());
        let data: Vec<u8> = (0..length).map(|_| byte()).collect();
        // Shown if the test fails.
        if std::panic::catch_unwind(|| target(&data)).is_err() {
            panic!("{data:?}");
        }
    }
}

#[test]
fn random_models() {
    run(models::run, 10_000);
}

#[test]
fn random_wide_models() {
    run(wide::run, 3_000);
}

#[test]
fn random_scripts() {
    run(scripts::run, 1_000);
}

#[test]
fn random_reasons() {
    run(reasons::run, 2_000);
}

#[test]
fn random_words() {
    run(words::run, 10_000);
}
