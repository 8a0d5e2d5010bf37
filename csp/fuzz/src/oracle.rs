//! Solutions without a search: the assignments of the domains that satisfy the meaning.

use csp::{Observer, Search};

/// Returns every accepted assignment of values from these domains, in ascending order.
pub fn every(domains: &[Vec<i32>], mut is_accepted: impl FnMut(&[i32]) -> bool) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    let mut at = vec![0; domains.len()];
    let mut values: Vec<i32> = domains.iter().map(|domain| domain[0]).collect();
    loop {
        if is_accepted(&values) {
            found.push(values.clone());
        }
        let Some(turn) = (0..at.len()).rev().find(|&i| at[i] + 1 < domains[i].len()) else {
            return found;
        };
        at[turn + 1..].fill(0);
        at[turn] += 1;
        for i in turn..at.len() {
            values[i] = domains[i][at[i]];
        }
    }
}

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
