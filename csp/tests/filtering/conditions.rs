//! Conditions over small domains, which become tables, and their decomposition over larger domains.

use csp::constraints::{constructive_any, quotient};
use csp::{Condition, Config, Decision, Model, Var, all_different, any, count, holds, maximum, sum};

use super::driver::*;
use super::support::{Chance, Left, assumed, oracle, supported};

type Make = fn(&[Var]) -> Condition;

/// Conditions over three variables.
const CONDITIONS: [(&str, Make); 16] = [
    ("or of two comparisons", |x| x[0].lt(x[1]) | x[1].lt(x[2])),
    ("far apart", |x| (x[0] + 2).le(x[1]) | (x[1] + 2).le(x[0]) | x[2].eq(0)),
    ("implies", |x| x[0].is(1).implies(x[1].eq(x[2]))),
    ("exactly if", |x| x[0].is(0).iff((x[1] + x[2]).le(1))),
    ("exactly if, two comparisons", |x| x[0].lt(x[1]).iff(x[1].ne(x[2]))),
    ("either", |x| x[0].eq(x[1]) ^ x[1].eq(x[2])),
    ("not and", |x| !(x[0].le(x[1]) & x[1].le(x[2]))),
    ("not a whole constraint", |x| !holds(all_different(x))),
    ("a whole constraint or", |x| holds(all_different(x)) | x[0].eq(x[1] * 2)),
    ("three comparisons counted", |x| sum([x[0].eq(x[1]), x[1].eq(x[2]), x[0].gt(x[2])]).eq(1)),
    ("a product bounded", |x| (x[0] * x[1]).le(x[2])),
    ("not a quotient", |x| !quotient(x[0], x[1]).eq(x[2])),
    ("one of two functions", |x| maximum([x[0], x[1]]).eq(x[2]) | count(x, 2).ge(2)),
    ("choice", |x| x[0].gt(0).choose(x[1], x[2]).eq(1)),
    ("different", |x| (x[0] * x[1]).ne(x[2])),
    ("nested", |x| (x[0].is(1) & (x[1].is(1) | x[2].is(1))).iff(x[1].le(x[2]))),
];

#[test]
fn over_few_values_exactly() {
    for (name, make) in CONDITIONS {
        let post = |m: &mut Model, x: &[Var]| ignore(m.post(make(x)));
        plain(name, Promise::Domain, &post).exhaust(3, -1, 2);
    }
}

/// Conditions compiled over domains that are too large for a table, then narrowed to every tuple of small domains.
#[test]
fn taken_apart_nothing_is_lost() {
    let mut chance = Chance::new(91);
    for (name, make) in CONDITIONS {
        let mut model = Model::new();
        let x = model.vars(3, -10..=20);
        model.post(make(&x));
        let mut search = model.search_with(&Config::default().with_audit(true)).unwrap();
        for _ in 0..300 {
            let domains: Vec<Vec<i32>> = (0..3)
                .map(|_| {
                    let mut domain = chance.subset(-2, 4, 4);
                    domain.push(chance.between(5, 6));
                    domain
                })
                .collect();
            let mut small = Model::new();
            let vars: Vec<Var> = domains.iter().map(|domain| small.var(&domain[..])).collect();
            small.post(make(&vars));
            let solutions = oracle(&small, &vars);
            let removals: Vec<Decision> = (0..3)
                .flat_map(|at| (-10..=20).map(move |value| (at, value)))
                .filter(|(at, value)| !domains[*at].contains(value))
                .map(|(at, value)| x[at].is_not(value))
                .collect();
            let left = assumed(&mut search, &x, &removals);
            match left {
                None => assert!(solutions.is_empty(), "false refutation: {name} over {domains:?}"),
                Some(left) => {
                    for (left, wanted) in left.iter().zip(&supported(&solutions, 3)) {
                        assert!(left.is_superset(wanted), "{name} over {domains:?} lost {:?}", wanted - left);
                    }
                }
            }
        }
    }
}

/// A decision is a constraint, alone and with others, and numbers may be on either side.
#[test]
fn decisions_and_numbers_in_front() {
    let mut model = Model::new();
    let x = model.vars(2, 0..=9);
    model.post(x[0].at_most(4));
    model.post(holds(x[0].is_not(3)) | x[1].is(0));
    model.post((5 - x[1]).le(3 + x[0] - 2 * x[1]));
    let wanted = (0..=4).flat_map(|a| (0..=9).map(move |b| (a, b)));
    let wanted = wanted.filter(|&(a, b)| (a != 3 || b == 0) && 5 - b <= 3 + a - 2 * b).count();
    assert_eq!(model.search().unwrap().solutions().count(), wanted);
    assert_eq!(wanted, 5);
}

/// Values that no alternative allows are removed; the clause alone would keep them.
#[test]
fn constructive_disjunction_takes_the_union() {
    let post = |constructive: bool| {
        let mut model = Model::new();
        let (x, y) = (model.var(0..=200), model.var(80..=90));
        let apart = [(x + 30).le(y), (y + 30).le(x)];
        model.post(if constructive { constructive_any(apart) } else { any(apart) });
        let engine = model.compile(&Config::default().with_audit(true)).unwrap();
        engine.domain(x).iter().collect::<Left>()
    };
    assert_eq!(post(true), (0..=60).chain(110..=200).collect());
    assert_eq!(post(false), (0..=200).collect());
}
