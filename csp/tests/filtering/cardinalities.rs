//! Numbers of occurrences of values, and number of distinct values.

use csp::constraints::{Quota, cardinality, number_of_values};
use csp::{Config, Model, Var, deduce::Deduction};

use super::driver::*;
use super::learning::explain_all;
use super::support::{Chance, rest};

#[test]
fn cardinalities_against_constants() {
    let quotas: [Vec<(i32, Quota)>; 7] = [
        vec![(0, 1.into())],
        vec![(0, (0..=1).into()), (1, (1..=2).into())],
        vec![(1, 2.into()), (-1, 0.into()), (0, (0..=9).into())],
        vec![(-1, (-5..=1).into()), (0, (0..=1).into()), (1, (0..=1).into())],
        vec![(0, (4..=5).into())],
        vec![(7, 1.into()), (0, (0..=2).into())],
        vec![],
    ];
    for list in quotas {
        let open = |m: &mut Model, x: &[Var]| ignore(m.post(cardinality(x, list.iter().copied())));
        plain(&format!("open {list:?}"), Promise::Domain, &open).alike(0..3).exhaust(3, -1, 1);
        let closed = |m: &mut Model, x: &[Var]| ignore(m.post(cardinality(x, list.iter().copied()).closed()));
        plain(&format!("closed {list:?}"), Promise::Domain, &closed).alike(0..3).exhaust(3, -1, 1);
    }
    // A single value is a count, and a count is filtered exactly.
    for list in [vec![(1, Quota::from(2))], vec![(0, (1..=2).into())]] {
        let one = |m: &mut Model, x: &[Var]| ignore(m.post(cardinality(x, list.iter().copied())));
        plain(&format!("alone {list:?}"), Promise::Domain, &one).alike(0..3).exhaust(3, -1, 1);
    }
}

#[test]
fn cardinalities_against_variables() {
    let open = |m: &mut Model, x: &[Var]| {
        ignore(m.post(cardinality(&x[..3], [(0, Quota::from(x[3])), (1, (x[3] + 1).into())])))
    };
    plain("open, one number for two", Promise::Sound, &open).exhaust(4, -1, 1);
    let closed =
        |m: &mut Model, x: &[Var]| ignore(m.post(cardinality(&x[..2], [(0, x[2]), (1, x[3])]).closed()));
    plain("closed", Promise::Sound, &closed).exhaust(4, 0, 2);
    let itself = |m: &mut Model, x: &[Var]| ignore(m.post(cardinality(x, [(0, x[0]), (1, x[1]), (2, x[2])])));
    plain("a line that counts itself", Promise::Sound, &itself).exhaust(3, 0, 2);
    let repeats = |m: &mut Model, x: &[Var]| {
        m.post(x[1].eq(x[2] + 1));
        m.post(cardinality(
            [x[0] + 0, x[0] + 1, x[1] + 0, x[2] + 0],
            [(1, Quota::from(2)), (2, (0..=1).into())],
        ));
    };
    let mut case = plain("repeats", Promise::Sound, &repeats);
    case.configs.truncate(1);
    case.exhaust(3, -1, 2);
}

/// Sets of operands fill several quotas together, which counting does not see.
#[test]
fn quotas_that_operands_fill_together() {
    let mut chance = Chance::new(72);
    let post = |m: &mut Model, x: &[Var]| {
        ignore(m.post(cardinality(&x[2..], [(0, Quota::from(x[0])), (1, x[1].into())])))
    };
    let case = plain("two quotas", Promise::Sound, &post);
    for _ in 0..100 {
        let mut domains: Vec<Vec<i32>> = (0..2).map(|_| chance.subset(0, 2, 6)).collect();
        domains.extend((0..4).map(|_| chance.subset(0, 3, 7)));
        case.check(&domains);
    }
    let mut domains = vec![vec![0, 1, 2]; 2];
    domains.extend(vec![vec![0, 1, 2, 3]; 4]);
    let (model, vars) = case.model(&domains);
    for _ in 0..1000 {
        explain_all(&model, &vars, &case.configs[0], None, &mut chance);
    }
    // Two operands fill both.
    let mut deduction = Deduction::compile(&model, &case.configs[0]).unwrap();
    assert!(deduction.suppose(&[vars[0].at_most(1), vars[1].at_most(1)]).unwrap());
    assert!(deduction.suppose(&[vars[2].at_most(1), vars[3].at_most(1)]).unwrap());
    let facts = deduction.why(vars[4].at_least(2)).expect("0 and 1 are taken").facts;
    assert_eq!(facts, [0, 1, 2, 3].map(|at| vars[at].at_most(1)));
}

/// The quotas sum up to the number of operands: the operands that three values do not take get the fourth.
#[test]
fn quotas_share_the_operands() {
    let mut model = Model::new();
    let x = model.vars(6, 0..=9);
    let numbers = model.vars(3, 0..=2);
    model.post(cardinality(&x, (0..3).map(|value| (value, numbers[value as usize]))).closed());
    let search = model.search().unwrap();
    assert!(numbers.iter().all(|&number| search.domain(number).value() == Some(2)));
    assert_eq!(search.domain(x[0]).max(), 2);
    let mut model = Model::new();
    let x = model.vars(5, 0..=9);
    model.post(cardinality(&x, [(0, 2..=9), (1, 2..=9), (2, 2..=9)]));
    assert!(model.search().unwrap().engine().is_infeasible());
}

#[test]
fn numbers_of_values() {
    let exactly = |m: &mut Model, x: &[Var]| ignore(m.post(number_of_values(&x[1..]).eq(x[0])));
    plain("exactly", Promise::Sound, &exactly).alike(1..3).exhaust(3, -1, 2);
    plain("exactly, of three", Promise::Sound, &exactly).alike(1..4).exhaust(4, 0, 2);
    let at_most = |m: &mut Model, x: &[Var]| ignore(m.post(number_of_values(&x[1..]).le(x[0])));
    plain("at most", Promise::Sound, &at_most).alike(1..4).exhaust(4, 0, 2);
    let at_least = |m: &mut Model, x: &[Var]| ignore(m.post(number_of_values(&x[1..]).ge(x[0])));
    plain("at least", Promise::Sound, &at_least).alike(1..4).exhaust(4, 0, 2);
    for number in 0..=4 {
        let constant = |m: &mut Model, x: &[Var]| {
            ignore(m.post(number_of_values([x[0] + 1, x[1] - 1, x[2] + 0, x[0] + 1]).eq(number)))
        };
        plain(&format!("= {number}, offsets and a repeat"), Promise::Sound, &constant).exhaust(3, -1, 2);
    }
    let itself = |m: &mut Model, x: &[Var]| ignore(m.post(number_of_values(x).le(x[0])));
    plain("the number among the values", Promise::Sound, &itself).exhaust(3, 0, 3);
    let one = |m: &mut Model, x: &[Var]| ignore(m.post(number_of_values(x).eq(1)));
    plain("all the same", Promise::Sound, &one).exhaust(2, -1, 2);
    let all = |m: &mut Model, x: &[Var]| ignore(m.post(number_of_values(x).ge(2)));
    plain("x ≠ y", Promise::Domain, &all).exhaust(2, -1, 2);
}

#[test]
fn numbers_of_values_at_their_limits() {
    let mut model = Model::new();
    let x = [model.var(0..=1), model.var(2..=3), model.var(5..=9), model.var(1..=5), model.var(0..=9)];
    let number = model.var(0..=9);
    model.post(number_of_values(x).eq(number));
    let mut search = model.search().unwrap();
    assert_eq!((search.domain(number).min(), search.domain(number).max()), (3, 5));
    search.assume(&[x[0].is(0), x[1].is(2), x[2].is(5), number.is(3)]).unwrap();
    assert_eq!(rest(&mut search, 6).len(), 2 * 3);
    let mut model = Model::new();
    let x = model.vars(4, 0..=1);
    let number = model.var(0..=9);
    model.post(number_of_values(&x).ge(number));
    assert_eq!(model.search().unwrap().domain(number).max(), 2);
}

#[test]
fn cardinalities_over_wide_domains() {
    let mut chance = Chance::new(71);
    let quotas = |m: &mut Model, x: &[Var]| {
        ignore(m.post(cardinality(&x[1..], [(64, Quota::from(x[0])), (-70, (0..=1).into()), (1, 1.into())])))
    };
    let values = |m: &mut Model, x: &[Var]| ignore(m.post(number_of_values(&x[1..]).eq(x[0])));
    for _ in 0..200 {
        let mut domains: Vec<Vec<i32>> = vec![chance.subset(0, 3, 4)];
        domains.extend((0..3).map(|_| {
            let some = (0..3).map(|_| chance.pick(&[-70, 0, 1, 63, 64, 65, 30_000]));
            some.collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<i32>>()
        }));
        plain("wide cardinality", Promise::Sound, &quotas).check(&domains);
        plain("wide number of values", Promise::Sound, &values).check(&domains);
    }
    // Domains without holes.
    for closed in [false, true] {
        let mut model = Model::new();
        let x = model.vars(3, -500_000..=500_000);
        let quotas = cardinality(&x, [(0, 1..=1), (2, 0..=1), (5, 1..=3)]);
        model.post(if closed { quotas.closed() } else { quotas });
        model.post(number_of_values(&x).le(2));
        let mut search = model.search_with(&Config::default().with_audit(true)).unwrap();
        for (low, high) in [(0, 5), (-1, 6), (1, 6), (0, 4)] {
            let ends = x.iter().flat_map(|x| [x.at_least(low), x.at_most(high)]);
            search.assume(&ends.collect::<Vec<_>>()).unwrap();
            let mut known = Vec::new();
            for code in 0..(high - low + 1).pow(3) {
                let base = high - low + 1;
                let values: Vec<i32> = [base * base, base, 1].map(|place| low + code / place % base).to_vec();
                if model.broken_by(&values).unwrap().is_none() {
                    known.push(values);
                }
            }
            assert_eq!(rest(&mut search, known.len()), known, "{low} {high} {closed}");
        }
    }
}
