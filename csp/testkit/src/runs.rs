//! Runs of a fuzz target without libFuzzer.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

/// Runs a target over each file of a folder.
pub fn replay(folder: impl AsRef<Path>, target: fn(&[u8])) {
    let entries = fs::read_dir(folder).expect("the corpus has a folder for each target");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        // Shown if the test fails.
        println!("{}", file.display());
        target(&fs::read(file).expect("it can be read"));
    }
}

/// Runs a target over random bytes that are the same each time: so many times, or `FUZZ_RUNS` times from `FUZZ_SEED` on.
pub fn random(target: fn(&[u8]), runs: u64) {
    let mut state = number("FUZZ_SEED", 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut byte = || {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (state >> 56) as u8
    };
    for _ in 0..number("FUZZ_RUNS", runs) {
        let length = 20 + usize::from(byte());
        let data: Vec<u8> = (0..length).map(|_| byte()).collect();
        // Shown if the test fails.
        if catch_unwind(|| target(&data)).is_err() {
            panic!("{data:?}");
        }
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}
