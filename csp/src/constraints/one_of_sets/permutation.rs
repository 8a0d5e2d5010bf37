//! Support of variables that together take a whole set of values: the values of the set that each can take.
//!
//! There are at most six variables, so each subset of the set is a bit of one word. One shift adds a value to
//! all subsets at once: the bit of a subset moves up by the weight of the value. A pass over the variables
//! gives all subsets that the first ones can take.
//!
//! ```text
//!   domains   {a, b}   {b}   {a, c}     subsets of {a, b, c} = bits 0 (none), 1 (a), 2 (b), 3 (ab), 4 (c) …
//!   taken by the first variable      a | b
//!   by the first two                 ab      so a is for the first, b for the second, c for the third
//! ```
//!
//! For three variables and consecutive values, the most common case, a table has the answers.

/// Largest value of variables.
pub(super) const MOST_VARIABLES: usize = 6;

/// For each index of a value in the set, the bits of all subsets without that value.
const WITHOUT: [u64; MOST_VARIABLES] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Support of three variables for three values, indexed by the three domains of three bits each.
const OF_THREE: [u16; 512] = {
    let ways = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut supported = [0; 512];
    let mut domains = 0;
    while domains < 512 {
        let mut at = 0;
        while at < ways.len() {
            let way = 1 << ways[at][0] | 8 << ways[at][1] | 64 << ways[at][2];
            if domains & way == way {
                supported[domains] |= way as u16;
            }
            at += 1;
        }
        domains += 1;
    }
    supported
};

/// Adds to `supported` each value that a variable can take while all together take exactly `set`. `set` has as many
/// values as there are variables. Returns whether there is an assignment.
pub(super) fn support(domains: &[u64], set: u64, supported: &mut [u64]) -> bool {
    let variables = domains.len();
    let least = set.trailing_zeros();
    if let (&[a, b, c], [x, y, z], 0b111) = (domains, &mut *supported, set >> least) {
        let three = |domain: u64| (domain >> least & 0b111) as usize;
        let found = u64::from(OF_THREE[three(a) | three(b) << 3 | three(c) << 6]);
        *x |= (found & 0b111) << least;
        *y |= (found >> 3 & 0b111) << least;
        *z |= (found >> 6) << least;
        return found != 0;
    }
    let mut values = [0; MOST_VARIABLES];
    let mut rest = set;
    for value in &mut values[..variables] {
        *value = rest & rest.wrapping_neg();
        rest &= rest.wrapping_sub(1);
    }
    let values = &values[..variables];
    let whole = 1_u64 << ((1 << variables) - 1);
    // For each variable, the subsets that those before it may take so that the others can complete the set.
    let mut open = [0; MOST_VARIABLES + 1];
    open[variables] = whole;
    for at in (0..variables).rev() {
        for (place, value) in values.iter().enumerate() {
            if domains[at] & value != 0 {
                open[at] |= open[at + 1] >> (1 << place) & WITHOUT[place];
            }
        }
    }
    if open[0] & 1 == 0 {
        return false;
    }
    let mut taken = 1;
    for at in 0..variables {
        let mut next = 0;
        for (place, value) in values.iter().enumerate() {
            let with = (taken & WITHOUT[place]) << (1 << place) & open[at + 1];
            if domains[at] & value != 0 && with != 0 {
                supported[at] |= value;
                next |= with;
            }
        }
        taken = next;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    /// Tries all assignments.
    fn by_trial(domains: &[u64], left: u64, way: &mut Vec<u64>, supported: &mut [u64]) -> bool {
        if way.len() == domains.len() {
            way.iter().zip(supported).for_each(|(value, supported)| *supported |= value);
            return true;
        }
        let mut any = false;
        let here = domains[way.len()] & left;
        for value in (0..64).map(|bit| 1 << bit).filter(|bit| here & bit != 0) {
            way.push(value);
            any |= by_trial(domains, left & !value, way, supported);
            way.pop();
        }
        any
    }

    #[test]
    fn support_agrees_with_enumeration() {
        // All domains within a set and one value more for three variables, and random domains for more.
        let mut tried = 0;
        let mut check = |domains: &[u64], set: u64| {
            let (mut found, mut wanted) = (vec![0; domains.len()], vec![0; domains.len()]);
            let any = by_trial(domains, set, &mut Vec::new(), &mut wanted);
            assert_eq!((support(domains, set, &mut found), &found), (any, &wanted), "{domains:?} of {set:b}");
            tried += usize::from(any);
        };
        let spread = |bits: u64| bits & 1 | (bits & 2) << 3 | (bits & 4) << 4 | (bits & 8) << 60;
        let together = |bits: u64| bits << 5;
        for (place, set) in
            [(&spread as &dyn Fn(u64) -> u64, 0b1011), (&together, 0b0111), (&together, 0b1110)]
        {
            for domains in 0..16_u64.pow(3) {
                check(&[domains % 16, domains / 16 % 16, domains / 256].map(place), place(set));
            }
        }
        let mut rng = Rng::new(7);
        for round in 0..4000_usize {
            let variables = 1 + round % MOST_VARIABLES;
            let mut domains = [0; MOST_VARIABLES];
            for domain in &mut domains[..variables] {
                *domain = rng.next() & rng.next() & 0xff;
            }
            check(&domains[..variables], ((1 << variables) - 1) << (round % 3));
        }
        assert!(tried > 1000);
    }
}
