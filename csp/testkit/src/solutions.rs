//! Lists of solutions.

use csp::{Observer, Search};

/// Returns the remaining solutions of a search, in ascending order. Panics after more than `most`, so that a search
/// that repeats solutions ends.
pub fn rest<O: Observer>(search: &mut Search<O>, most: usize) -> Vec<Vec<i32>> {
    let found = search.solutions().take(most + 1).map(|solution| solution.values().to_vec()).collect();
    let found = up_to(found, most);
    assert!(search.is_exhausted(), "no limit was set");
    found
}

/// Returns these solutions in ascending order, and checks their number.
pub fn up_to(mut found: Vec<Vec<i32>>, most: usize) -> Vec<Vec<i32>> {
    assert!(found.len() <= most, "more than {most} solutions: {:?}", &found[most.saturating_sub(3)..]);
    found.sort_unstable();
    found
}
