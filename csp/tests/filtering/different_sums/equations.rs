//! Equations: exact filtering of small sums, sound filtering of large ones.

use csp::{Model, Var, config::Consistency, sum};

use super::{CONSISTENCIES, check, ignore_all};
use crate::driver::Promise;
use crate::support::{Chance, audited, root, rounds, solve, supported};

#[test]
fn sums_of_different_variables_filter_exactly() {
    for total in [-2, 0, 2, 3, 5] {
        let post = |model: &mut Model, x: &[Var]| {
            model.all_different(x);
            model.post(sum(x).eq(total));
        };
        let name = format!("different, sum = {total}");
        check(&name, Promise::Domain, &post, &|case| {
            let case = case.alike(0..2);
            case.exhaust(2, -1, 2);
            case.alike(0..3).exhaust(3, -1, 2);
        });
        // The sum first, and all coefficients the same.
        let post = |model: &mut Model, x: &[Var]| {
            model.post((sum(x) * -3).eq(-3 * total));
            model.all_different(x);
        };
        check(&name, Promise::Domain, &post, &|case| case.alike(0..3).exhaust(3, -1, 2));
    }
    let odd = |model: &mut Model, x: &[Var]| {
        model.all_different(x);
        model.post((sum(x) * 2).eq(3));
    };
    check("different, twice the sum = 3", Promise::Domain, &odd, &|case| case.alike(0..3).exhaust(3, 0, 2));
}

#[test]
fn sums_of_more_variables_filter_exactly() {
    let mut chance = Chance::new(71);
    for _ in 0..60 {
        // Few enough values that all assignments are tried.
        let (variables, most, values) = chance.pick(&[(4, 5, 6), (5, 6, 3), (6, 6, 2), (5, 5, 3)]);
        let total = chance.between(most, 3 * most);
        let post = |model: &mut Model, x: &[Var]| {
            model.all_different(x);
            model.post(sum(x).eq(total));
        };
        let mut domain = || {
            let mut domain = chance.subset(0, most, 6);
            chance.shuffle(&mut domain);
            domain.truncate(values);
            domain
        };
        let domains: Vec<Vec<Vec<i32>>> =
            (0..8).map(|_| (0..variables).map(|_| domain()).collect()).collect();
        check(&format!("different, sum = {total}"), Promise::Domain, &post, &|case| {
            domains.iter().for_each(|domains| ignore_all(case.check(domains)));
        });
    }
}

/// Too many assignments to try at first: sets of values, or bounds.
#[test]
fn sums_of_many_variables_lose_nothing() {
    let mut chance = Chance::new(72);
    for (variables, most) in [(6, 6), (7, 7), (7, 8), (6, 9)] {
        for total in [least(variables), least(variables) + 2, 4 * variables as i32] {
            let post = |model: &mut Model, x: &[Var]| {
                model.all_different(x);
                model.post(sum(x).eq(total));
            };
            let mut domains = vec![(0..=most).collect::<Vec<i32>>(); variables];
            for _ in 0..3 {
                let at = chance.below(variables as u64) as usize;
                domains[at] = chance.subset(0, most, 5);
            }
            let mut model = Model::new();
            let vars: Vec<Var> = domains.iter().map(|domain| model.var(&domain[..])).collect();
            post(&mut model, &vars);
            let solutions = different_sums(&domains, total.into());
            let wanted = supported(&solutions, variables);
            for consistency in CONSISTENCIES {
                match root(&model, &vars, &audited(consistency)) {
                    None => assert!(solutions.is_empty(), "{domains:?} = {total}"),
                    Some(left) => {
                        let kept = left.iter().zip(&wanted).all(|(left, wanted)| left.is_superset(wanted));
                        assert!(kept, "{domains:?} = {total}");
                    }
                }
                assert_eq!(solve(&model, &audited(consistency), solutions.len()), solutions);
            }
        }
    }
}

/// Too many assignments and too many sets of values, so that only bounds are filtered.
#[test]
fn bounds_of_sums_lose_nothing() {
    let mut chance = Chance::new(78);
    for _ in 0..600 {
        let total = chance.between(14, 56);
        let post = |model: &mut Model, x: &[Var]| {
            model.all_different(x);
            model.post(sum(x).eq(total));
        };
        let mut domain = || {
            let mut domain: Vec<i32> = (0..=14).collect();
            chance.shuffle(&mut domain);
            domain.truncate(5);
            domain
        };
        let domains: Vec<Vec<i32>> = (0..5).map(|_| domain()).collect();
        check("five different", Promise::Sound, &post, &|case| ignore_all(case.check(&domains)));
    }
}

fn least(variables: usize) -> i32 {
    (0..variables as i32).sum()
}

/// Returns all assignments of different values from these domains with this sum, sorted.
fn different_sums(domains: &[Vec<i32>], total: i64) -> Vec<Vec<i32>> {
    fn extend(domains: &[Vec<i32>], taken: &mut Vec<i32>, rest: i64, found: &mut Vec<Vec<i32>>) {
        let Some(domain) = domains.get(taken.len()) else {
            if rest == 0 {
                found.push(taken.clone());
            }
            return;
        };
        for &value in domain {
            if !taken.contains(&value) {
                taken.push(value);
                extend(domains, taken, rest - i64::from(value), found);
                taken.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(domains, &mut Vec::new(), total, &mut found);
    found
}

/// Sets of values give more than bounds: seven different values of 1 to 9 with the sum 29 contain 1 and 2.
#[test]
fn sets_of_values_are_filtered() {
    let mut model = Model::new();
    let x = model.vars(7, 1..=9);
    model.all_different(&x);
    model.post(sum(&x).eq(29));
    for &var in &x[1..] {
        model.post(var.ne(1));
    }
    let engine = model.compile(&audited(Consistency::Value)).unwrap();
    assert_eq!(engine.domain(x[0]).value(), Some(1));
    assert_eq!(engine.domain(x[1]).iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6, 8]);
}

#[test]
fn offsets_do_not_confuse_sums_and_differences() {
    // The different terms are x + 1, y and z - 2; the sum is over x, y and z.
    let post = |model: &mut Model, x: &[Var]| {
        model.all_different([x[0] + 1, x[1] + 0, x[2] - 2]);
        model.post(sum(x).eq(2));
    };
    check("different at offsets", Promise::Domain, &post, &|case| case.exhaust(3, -1, 2));
    let post = |model: &mut Model, x: &[Var]| {
        model.all_different([x[0] + 1, x[1] + 0, x[2] - 2]);
        model.post(sum([x[0] + 5, x[1] - 3, x[2] + 1]).le(4));
    };
    check("different at offsets, ≤", Promise::Sound, &post, &|case| case.exhaust(3, -1, 2));
    // One variable at two offsets in the difference, once in the sum.
    let post = |model: &mut Model, x: &[Var]| {
        model.all_different([x[0] + 0, x[0] + 1, x[1] + 0]);
        model.post(sum(&x[..2]).eq(1));
    };
    check("one variable twice", Promise::Sound, &post, &|case| case.exhaust(2, -1, 2));
}

#[test]
fn merged_variables_do_not_confuse_sums_and_differences() {
    // w = x + 1 is in the difference and x in the sum, or the reverse.
    let in_difference = |model: &mut Model, x: &[Var]| {
        model.post(x[3].eq(x[0] + 1));
        model.all_different([x[3], x[1], x[2]]);
        model.post(sum(&x[..3]).eq(3));
    };
    check("merged in the difference", Promise::Sound, &in_difference, &|case| case.exhaust(4, 0, 2));
    let in_sum = |model: &mut Model, x: &[Var]| {
        model.post(x[3].eq(x[0] + 1));
        model.all_different(&x[..3]);
        model.post(sum(&x[1..]).eq(4));
    };
    check("merged in the sum", Promise::Sound, &in_sum, &|case| case.exhaust(4, 0, 2));
    // Merged variables: the coefficient becomes 2, and the term is not part of the sum of the others.
    let twice = |model: &mut Model, x: &[Var]| {
        model.post(x[3].eq(x[0]));
        model.all_different(&x[..3]);
        model.post(sum(x).le(3));
    };
    check("merged into one", Promise::Sound, &twice, &|case| case.exhaust(4, 0, 2));
    let pairs = |model: &mut Model, x: &[Var]| {
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            model.post(x[a].ne(x[b]));
        }
        model.post(sum(x).eq(4));
    };
    check("joined from pairs", Promise::Domain, &pairs, &|case| case.alike(0..3).exhaust(3, -1, 3));
}

/// Domains with holes, of several words, and with values too far apart for one word.
#[test]
fn sums_of_wide_domains_lose_nothing() {
    let mut chance = Chance::new(77);
    for round in rounds(200) {
        let spread = [40, 62, 70, 130, 700, 100_000][round as usize % 6];
        let places = [0, 1, 2, 3, 31, spread - 1, spread, spread + 1];
        let domains: Vec<Vec<i32>> = (0..3)
            .map(|_| {
                let mut domain: Vec<i32> = (0..5).map(|_| chance.pick(&places) - 35).collect();
                domain.sort_unstable();
                domain.dedup();
                domain
            })
            .collect();
        let total = domains.iter().map(|domain| chance.pick(domain)).sum::<i32>();
        for offset in [0, 1, 13] {
            let post = |model: &mut Model, x: &[Var]| {
                model.all_different([x[0] + 0, x[1] - offset, x[2] + 0]);
                model.post(sum(x).eq(total));
            };
            // Within one word both facts are filtered together, also at offsets; beyond it only bounds.
            let promise = if spread + offset <= 62 { Promise::Domain } else { Promise::Sound };
            check("wide", promise, &post, &|case| ignore_all(case.check(&domains)));
            let post = |model: &mut Model, x: &[Var]| {
                model.all_different([x[0] + 0, x[1] - offset, x[2] + 0]);
                model.post(sum(x).le(total));
            };
            check("wide, ≤", Promise::Sound, &post, &|case| ignore_all(case.check(&domains)));
        }
    }
}

#[test]
fn sums_of_very_wide_domains() {
    let mut model = Model::new();
    let x = model.vars(4, 0..=1_000_000);
    model.all_different(&x);
    model.post(sum(&x).le(8));
    let mut search = model.search_with(&audited(Consistency::Auto)).unwrap();
    // 0 + 1 + 2 is the least sum of three.
    assert_eq!((search.domain(x[2]).min(), search.domain(x[2]).max()), (0, 5));
    // 0123, 0124, 0125 and 0134, in all orders.
    assert_eq!(search.count(u64::MAX).found(), 4 * 24);
}
