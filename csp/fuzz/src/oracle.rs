//! Solutions without a search: the assignments of the domains that satisfy the meaning.

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
