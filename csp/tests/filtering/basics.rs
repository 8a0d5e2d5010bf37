//! Comparisons, sums, clauses, and constraints without an algorithm.

use csp::{Constraint, Model, Var, config::Consistency, constraints::equation, sum, weighted_sum};

use super::driver::*;
use super::support::{CONSISTENCIES, Chance, assumed, audited};

#[test]
fn two_variables_compared() {
    let differ = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post(x[0].ne(x[1] + c)));
    let equal = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post(x[0].eq(x[1] + c)));
    let at_most = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post(x[0].le(x[1] + c)));
    let below = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post(x[1].lt(x[0] + c)));
    let at_least = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post((x[0] - c).ge(x[1])));
    let above = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post(x[1].gt(x[0] - c)));
    for c in -3..=3 {
        plain(&format!("x ≠ y + {c}"), Promise::Domain, &differ(c)).exhaust(2, -1, 2);
        plain(&format!("x = y + {c}"), Promise::Domain, &equal(c)).exhaust(2, -1, 2);
        plain(&format!("x ≤ y + {c}"), Promise::Domain, &at_most(c)).exhaust(2, -1, 2);
        plain(&format!("y < x + {c}"), Promise::Domain, &below(c)).exhaust(2, -1, 2);
        plain(&format!("x - {c} ≥ y"), Promise::Domain, &at_least(c)).exhaust(2, -1, 2);
        plain(&format!("y > x - {c}"), Promise::Domain, &above(c)).exhaust(2, -1, 2);
    }
}

/// ≠ with every distance between three variables, so that presolve finds cliques with offsets.
#[test]
fn three_variables_that_differ_pairwise_by_distances() {
    for distances in [[1, 2, 1], [1, -1, 0], [0, 0, 0], [2, 1, -1], [-1, 1, 2], [1, 1, 1]] {
        let post = move |model: &mut Model, x: &[Var]| {
            model.post(x[0].ne(x[1] + distances[0]));
            model.post(x[2].ne(x[0] - distances[1]));
            model.post(x[1].ne(x[2] + distances[2]));
        };
        for consistency in [Consistency::Value, Consistency::Domain] {
            // At the value level a merged group and separate pairs filter the same.
            let case = plain(&format!("≠ at {distances:?}"), Promise::Sound, &post).at(consistency);
            case.exhaust(3, 0, 2);
            let mut chance = Chance::new(17);
            for _ in 0..300 {
                let domains: Vec<Vec<i32>> = (0..3).map(|_| chance.subset(0, 4, 3)).collect();
                let results = case.check(&domains);
                if let (Consistency::Value, [with, without]) = (consistency, &results[..]) {
                    assert_eq!(with, without, "{distances:?} {domains:?}: presolve changed the filtering");
                }
            }
        }
    }
}

#[test]
fn sums() {
    type Post = Box<dyn Fn(&mut Model, &[Var])>;
    const COEFFICIENTS: [[i64; 3]; 11] = [
        [1, 1, 1],
        [2, 3, -1],
        [-2, 2, 4],
        [5, 1, 0],
        [-1, -1, -3],
        // One variable is the sum of the two others.
        [1, 1, -1],
        [1, -1, 1],
        [-1, 1, 1],
        [-1, -1, 1],
        [-1, 1, -1],
        [1, -1, -1],
    ];
    for (coefficients, bound) in COEFFICIENTS.iter().flat_map(|a| [-2, 0, 1, 4].map(|bound| (a, bound))) {
        let left = move |x: &[Var]| weighted_sum(coefficients.iter().copied().zip(x));
        let posts: [(&str, Promise, Post); 7] = [
            (
                "=",
                Promise::Reals(coefficients, bound),
                Box::new(move |m, x| ignore(m.post(left(x).eq(bound)))),
            ),
            (
                "=",
                Promise::Reals(coefficients, bound),
                Box::new(move |m, x| {
                    let terms = coefficients.iter().copied().zip(x.iter().copied());
                    m.post(equation(terms, bound));
                }),
            ),
            ("≠", Promise::Domain, Box::new(move |m, x| ignore(m.post(left(x).ne(bound))))),
            ("≤", Promise::Domain, Box::new(move |m, x| ignore(m.post(left(x).le(bound))))),
            ("≥", Promise::Domain, Box::new(move |m, x| ignore(m.post(left(x).ge(bound))))),
            ("<", Promise::Domain, Box::new(move |m, x| ignore(m.post(left(x).lt(bound))))),
            (">", Promise::Domain, Box::new(move |m, x| ignore(m.post(left(x).gt(bound))))),
        ];
        for (relation, promise, post) in &posts {
            // A coefficient of 0 drops the variable; two variables may then form a difference.
            let promise =
                if coefficients.contains(&0) && *relation == "=" { Promise::Sound } else { *promise };
            plain(&format!("{coefficients:?}·x {relation} {bound}"), promise, post).exhaust(3, -1, 1);
        }
    }
}

/// x + y = z + 5 over domains of words, wide domains with many holes, and bounds alone.
#[test]
fn sums_of_two_in_every_shape() {
    let post = |m: &mut Model, x: &[Var]| ignore(m.post((x[0] + x[1]).eq(x[2] + 5)));
    let case = plain("x + y = z + 5", Promise::Reals(&[1, 1, -1], 5), &post);
    let mut chance = Chance::new(23);
    for round in 0..600 {
        let most = [20, 100, 300][round % 3];
        let mut domains: Vec<Vec<i32>> =
            (0..3).map(|_| (0..6).map(|_| chance.between(-most, most)).collect()).collect();
        // Some domains must allow a solution.
        let fitting = domains[0][0] + domains[1][0] - 5;
        domains[2].extend([fitting, fitting + 1]);
        for domain in &mut domains {
            domain.sort_unstable();
            domain.dedup();
        }
        case.check(&domains);
    }
    let mut model = Model::new();
    let x = model.vars(3, -500_000..=500_000);
    post(&mut model, &x);
    let mut search = model.search_with(&audited(Consistency::Auto)).unwrap();
    let boxed =
        [x[0].at_least(10), x[0].at_most(30), x[1].at_least(-3), x[1].at_most(400), x[2].at_least(300)];
    let left = assumed(&mut search, &x, &boxed).unwrap();
    let ends: Vec<(i32, i32)> = left.iter().map(|l| (*l.first().unwrap(), *l.last().unwrap())).collect();
    assert_eq!(ends, [(10, 30), (275, 400), (300, 425)]);
    assert_eq!(assumed(&mut search, &x, &[x[0].at_most(0), x[1].at_most(0), x[2].at_least(-4)]), None);
}

/// Terms in any order, repeated or missing: the same filtering and the same meaning as the comparison.
#[test]
fn equations_are_comparisons_with_a_number() {
    let mut chance = Chance::new(5);
    for _ in 0..200 {
        let terms: Vec<(i64, usize)> = (0..chance.below(6))
            .map(|_| (i64::from(chance.between(-2, 2)), chance.below(3) as usize))
            .collect();
        let total = i64::from(chance.between(-3, 5));
        let of = |x: &[Var]| -> Vec<(i64, Var)> { terms.iter().map(|&(a, at)| (a, x[at])).collect() };
        let as_itself = |m: &mut Model, x: &[Var]| ignore(m.post(equation(of(x), total)));
        let compared = |m: &mut Model, x: &[Var]| ignore(m.post(weighted_sum(of(x)).eq(total)));
        // Of the same name, so that both are checked in the same settings.
        let [one, other] = [&as_itself as &dyn Fn(&mut Model, &[Var]), &compared]
            .map(|post| plain("equation", Promise::Sound, post));
        for _ in 0..5 {
            let domains: Vec<Vec<i32>> = (0..3).map(|_| chance.subset(-1, 3, 3)).collect();
            assert_eq!(one.check(&domains), other.check(&domains), "{terms:?} = {total}: {domains:?}");
        }
        let mut model = Model::new();
        let x = model.vars(3, -1..=2);
        let [one, other] = [
            equation(of(&x), total).is_expressed_by_facts(),
            weighted_sum(of(&x)).eq(total).is_expressed_by_facts(),
        ];
        assert_eq!(one, other, "{terms:?} = {total}");
    }
}

#[test]
fn sums_that_cancel_and_wide_sums() {
    // x + y - x - y and similar sums have no variables left.
    let empty =
        |total: i32| move |m: &mut Model, x: &[Var]| ignore(m.post((x[0] + x[1]).eq(x[1] + x[0] + total)));
    plain("0 = 0", Promise::Domain, &empty(0)).exhaust(2, 0, 1);
    plain("0 = 1", Promise::Domain, &empty(1)).exhaust(2, 0, 1);
    let once = |m: &mut Model, x: &[Var]| ignore(m.post((x[0] * 3 - x[0] - x[1]).le(x[0])));
    plain("x ≤ y, from multiples", Promise::Domain, &once).exhaust(2, -1, 2);
    let single = |m: &mut Model, x: &[Var]| ignore(m.post((x[0] * 3).eq(3)));
    plain("3·x = 3", Promise::Domain, &single).exhaust(1, -1, 2);
    let mut chance = Chance::new(8);
    let post = |m: &mut Model, x: &[Var]| ignore(m.post((x[0] * 1000 - 7 * x[1] + x[2]).le(70_000)));
    let case = plain("wide sum", Promise::Domain, &post);
    for _ in 0..500 {
        let domains: Vec<Vec<i32>> = [100, 300, 90_000]
            .iter()
            .map(|&most| (0..4).map(|_| chance.between(-most, most)).collect())
            .collect();
        let sorted = domains.into_iter().map(|mut d: Vec<i32>| {
            d.sort_unstable();
            d.dedup();
            d
        });
        case.check(&sorted.collect::<Vec<_>>());
    }
}

#[test]
fn clauses() {
    // Literals of different variables: unit propagation is exact.
    let post =
        |model: &mut Model, x: &[Var]| ignore(model.any_of([x[0].is(1), x[1].is_not(0), x[2].at_most(0)]));
    plain("x = 1 or y ≠ 0 or z ≤ 0", Promise::Domain, &post).exhaust(3, -1, 2);
    let post =
        |model: &mut Model, x: &[Var]| ignore(model.any_of([x[0].at_least(1), x[1].at_least(i32::MAX)]));
    plain("x ≥ 1 or never", Promise::Domain, &post).exhaust(2, -1, 2);
    let post = |model: &mut Model, x: &[Var]| ignore(model.any_of([x[0].is_not(0)]));
    plain("x ≠ 0", Promise::Domain, &post).exhaust(1, -1, 2);
    let post = |model: &mut Model, _: &[Var]| ignore(model.any_of([]));
    plain("never", Promise::Domain, &post).exhaust(1, 0, 1);
    let post =
        |model: &mut Model, x: &[Var]| ignore(model.any_of([x[0].is(0), x[0].is(2), x[1].is(1), x[0].is(0)]));
    plain("one variable several times", Promise::Sound, &post).exhaust(2, -1, 2);
    let chain = |model: &mut Model, x: &[Var]| {
        model.any_of([x[0].is_not(1), x[1].is(1)]);
        model.any_of([x[1].is_not(1), x[2].is(1)]);
        model.any_of([x[0].is(1)]);
    };
    plain("a chain, and its beginning last", Promise::Domain, &chain).exhaust(3, 0, 2);
}

#[derive(Debug)]
struct Meaning(Vec<Var>, fn(&[i32]) -> bool);

impl Constraint for Meaning {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        (self.1)(values)
    }
}

#[test]
fn constraints_without_an_algorithm() {
    let between =
        |m: &mut Model, x: &[Var]| ignore(m.post(Meaning(x.to_vec(), |v| v[0] < v[1] * v[1] + v[2])));
    plain("x < y² + z", Promise::Domain, &between).exhaust(3, -1, 2);
    let twice =
        |m: &mut Model, x: &[Var]| ignore(m.post(Meaning(vec![x[0], x[1], x[0]], |v| v[0] * v[1] == v[2])));
    plain("x·y = x", Promise::Domain, &twice).exhaust(2, -1, 2);
    let never = |m: &mut Model, x: &[Var]| ignore(m.post(Meaning(x.to_vec(), |_| false)));
    plain("never", Promise::Domain, &never).exhaust(1, 0, 1);
    let nothing = |m: &mut Model, _: &[Var]| ignore(m.post(Meaning(Vec::new(), |_| false)));
    plain("over nothing, never", Promise::Domain, &nothing).exhaust(1, 0, 1);
    let merged = |m: &mut Model, x: &[Var]| {
        m.post(x[0].eq(x[1] + 1));
        m.post(Meaning(x.to_vec(), |v| v[0] + v[1] + v[2] == 2));
    };
    plain("with x = y + 1", Promise::Sound, &merged).exhaust(3, -1, 2);
}

/// Sums and all-differents together: each propagator must react to the changes of others.
#[test]
fn constraints_wake_each_other() {
    let post = |model: &mut Model, x: &[Var]| {
        model.all_different(x);
        model.post(sum(x).eq(3));
        model.any_of([x[0].is(0), x[1].at_least(1)]);
    };
    for consistency in CONSISTENCIES {
        let mut case = plain("together", Promise::Sound, &post).at(consistency);
        case.steady = matches!(consistency, Consistency::Check | Consistency::Value | Consistency::Domain);
        case.exhaust(3, 0, 2);
    }
}
