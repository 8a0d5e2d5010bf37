//! Short sums of small domains are filtered exactly, with holes.

use csp::{Model, Var, weighted_sum};

use super::driver::*;
use super::support::{Chance, assumed, audited, oracle, supported};

/// Posts Σ a·x = total.
fn sum_is(coefficients: &[i64], total: i64) -> impl Fn(&mut Model, &[Var]) + '_ {
    move |model, x| ignore(model.post(weighted_sum(coefficients.iter().copied().zip(x)).eq(total)))
}

#[test]
fn short_sums_of_all_small_domains_filter_exactly() {
    const THREE: [[i64; 3]; 8] =
        [[1, 1, 1], [1, 1, -1], [-1, -1, -1], [2, 3, -1], [-2, 2, 4], [5, 1, 1], [-3, -2, 7], [6, 10, 15]];
    for (coefficients, total) in THREE.iter().flat_map(|a| [-3, 0, 1, 4, 6].map(|total| (a, total))) {
        let name = format!("{coefficients:?}·x = {total}");
        plain(&name, Promise::Domain, &sum_is(coefficients, total)).exhaust(3, -1, 1);
    }
    plain("x + y + z = 3", Promise::Domain, &sum_is(&[1, 1, 1], 3)).exhaust(3, -1, 2);
    plain("2x - 3y + z = 2", Promise::Domain, &sum_is(&[2, -3, 1], 2)).exhaust(3, -1, 2);
    for (coefficients, total) in [([1, 1, 1, 1], 3), ([2, -1, 3, -2], 1), ([-4, -1, -2, -1], -5)] {
        let name = format!("{coefficients:?}·x = {total}");
        plain(&name, Promise::Domain, &sum_is(&coefficients, total)).exhaust(4, 0, 2);
    }
}

/// Returns the least and the greatest sum.
fn ends(coefficients: &[i64], domains: &[Vec<i32>]) -> (i64, i64) {
    coefficients.iter().zip(domains).fold((0, 0), |(low, high), (&a, domain)| {
        let ends = [a * i64::from(domain[0]), a * i64::from(*domain.last().unwrap())];
        (low + ends[0].min(ends[1]), high + ends[0].max(ends[1]))
    })
}

/// Returns coefficients of either sign, with values far from 0 and many holes.
fn any_sum(chance: &mut Chance) -> (Vec<i64>, Vec<Vec<i32>>) {
    let variables = chance.between(3, 6);
    // Few enough values that all assignments are tried.
    let (most, values) = [(30, 9), (20, 6), (16, 4), (12, 3)][variables as usize - 3];
    let coefficient =
        |chance: &mut Chance| i64::from(chance.pick(&[1, 1, 1, 2, 3, 4]) * chance.pick(&[-1, 1]));
    let coefficients = (0..variables).map(|_| coefficient(chance)).collect();
    let domains = (0..variables).map(|_| {
        let low = chance.between(-50, 50);
        let mut domain: Vec<i32> = (low..=low + chance.between(0, most)).collect();
        chance.shuffle(&mut domain);
        domain.truncate(values);
        domain.sort_unstable();
        domain
    });
    (coefficients, domains.collect())
}

/// Largest range of sums that is filtered exactly.
const WIDEST: i64 = 127;

#[test]
fn short_sums_with_holes_filter_exactly() {
    let mut chance = Chance::new(91);
    let mut tried = [0; 3];
    while tried.iter().any(|&count| count < 150) {
        let (coefficients, domains) = any_sum(&mut chance);
        let (low, high) = ends(&coefficients, &domains);
        let name = format!("{coefficients:?}·x");
        // The bits of sums are counted from the nearer end, so the total is near either end, or between.
        let total = low + i64::from(chance.between(0, (high - low) as i32));
        let (is_exact, is_low) = (high - low <= WIDEST, total - low <= 63);
        tried[if is_exact { usize::from(is_low) } else { 2 }] += 1;
        let promise = if is_exact { Promise::Domain } else { Promise::Sound };
        let post = sum_is(&coefficients, total);
        // Sums that become narrow enough only later are filtered by bounds.
        let case = Case { steady: is_exact, ..plain(&name, promise, &post) };
        case.check(&domains);
    }
}

/// The last width at which sums fit into two words, with the total at any distance from the ends.
#[test]
fn totals_in_the_middle_of_the_widest_sums_filter_exactly() {
    let domains = [vec![0, 1, 2, 7], vec![-20, -5, 0, 20], vec![3, 4, 16, 23]];
    for coefficients in [[1, 2, 2], [-1, 2, -2], [1, -2, -2]] {
        let (low, high) = ends(&coefficients, &domains);
        assert_eq!(high - low, WIDEST);
        for total in low..=high {
            let name = format!("{coefficients:?}·x = {total}");
            plain(&name, Promise::Domain, &sum_is(&coefficients, total)).check(&domains);
        }
    }
}

/// Under assumptions, from which search comes back: exact for what is left of domains, each time.
#[test]
fn short_sums_filter_exactly_in_search() {
    let mut chance = Chance::new(92);
    let mut tried = 0;
    while tried < 60 {
        let (coefficients, domains) = any_sum(&mut chance);
        let (low, high) = ends(&coefficients, &domains);
        if high - low > WIDEST {
            continue;
        }
        tried += 1;
        let solution: i64 =
            coefficients.iter().zip(&domains).map(|(a, domain)| a * i64::from(chance.pick(domain))).sum();
        let mut model = Model::new();
        let x: Vec<Var> = domains.iter().map(|domain| model.var(&domain[..])).collect();
        sum_is(&coefficients, solution)(&mut model, &x);
        let solutions = oracle(&model, &x);
        let mut search = model.search_with(&audited(Default::default())).unwrap();
        for _ in 0..20 {
            let lost: Vec<(usize, i32)> = (0..chance.between(1, 5))
                .map(|_| {
                    let at = chance.below(x.len() as u64) as usize;
                    (at, chance.pick(&domains[at]))
                })
                .collect();
            let assumptions: Vec<_> = lost.iter().map(|&(at, value)| x[at].is_not(value)).collect();
            let mut kept = solutions.clone();
            kept.retain(|values| lost.iter().all(|&(at, value)| values[at] != value));
            let left = assumed(&mut search, &x, &assumptions);
            let wanted = (!kept.is_empty()).then(|| supported(&kept, x.len()));
            assert_eq!(left, wanted, "{coefficients:?}·x = {solution} over {domains:?} without {lost:?}");
        }
    }
}
