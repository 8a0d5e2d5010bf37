//! Maximum and minimum of several variables.

use csp::{Config, Expression, Model, Var, maximum, minimum};

use super::driver::*;
use super::support::rest;

#[test]
fn maximum_and_minimum() {
    let most = |m: &mut Model, x: &[Var]| ignore(m.post(maximum(&x[1..]).eq(x[0])));
    plain("max of one", Promise::Domain, &most).exhaust(2, -1, 2);
    plain("max of two", Promise::Domain, &most).alike(1..3).exhaust(3, -1, 2);
    plain("max of three", Promise::Domain, &most).alike(1..4).exhaust(4, 0, 2);
    let least = |m: &mut Model, x: &[Var]| ignore(m.post(minimum(&x[1..]).eq(x[0])));
    plain("min of one", Promise::Domain, &least).exhaust(2, -1, 2);
    plain("min of two", Promise::Domain, &least).alike(1..3).exhaust(3, -1, 2);
    plain("min of three", Promise::Domain, &least).alike(1..4).exhaust(4, 0, 2);
    let offsets = |m: &mut Model, x: &[Var]| {
        let parts: [Expression; 3] = [(x[0] + 1).into(), (x[1] - 1).into(), 1.into()];
        ignore(m.post(maximum(parts).eq(x[2] + 1)))
    };
    plain("max, offsets and a constant", Promise::Domain, &offsets).exhaust(3, -1, 2);
    let fixed = |m: &mut Model, x: &[Var]| ignore(m.post(minimum(x).eq(1)));
    plain("min = 1", Promise::Domain, &fixed).alike(0..3).exhaust(3, 0, 2);
}

#[test]
fn compared_by_at_most_and_at_least() {
    type Post = fn(&mut Model, &[Var]);
    let posts: [(&str, Post); 4] = [
        ("max ≤", |m, x| ignore(m.post(maximum(&x[1..]).le(x[0] + 1)))),
        ("max ≥", |m, x| ignore(m.post(maximum(&x[1..]).ge(x[0])))),
        ("min ≤", |m, x| ignore(m.post(minimum(&x[1..]).le(x[0])))),
        ("min >", |m, x| ignore(m.post(minimum(&x[1..]).gt(x[0] - 1)))),
    ];
    for (name, post) in posts {
        plain(name, Promise::Domain, &post).alike(1..3).exhaust(3, -1, 2);
    }
}

#[test]
fn repeated_variables() {
    let twice = |m: &mut Model, x: &[Var]| ignore(m.post(maximum([x[0] + 0, x[0] + 1, x[1] + 0]).eq(x[1])));
    plain("x, x + 1 ≤ y", Promise::Sound, &twice).exhaust(2, -1, 3);
    let shifted = |m: &mut Model, x: &[Var]| ignore(m.post(minimum([x[0] + 1, x[1] - 1]).eq(x[0])));
    plain("min(x + 1, y - 1) = x", Promise::Sound, &shifted).exhaust(2, -1, 3);
    let merged = |m: &mut Model, x: &[Var]| {
        m.post(x[1].eq(x[2] + 1));
        m.post(maximum(&x[..2]).eq(x[2]));
    };
    let mut case = plain("merged", Promise::Sound, &merged);
    case.configs.truncate(1);
    case.exhaust(3, -1, 2);
}

#[test]
fn extrema_of_wide_domains() {
    let mut chance = super::support::Chance::new(51);
    let most = |m: &mut Model, x: &[Var]| ignore(m.post(maximum(&x[1..]).eq(x[0])));
    let least = |m: &mut Model, x: &[Var]| ignore(m.post(minimum(&x[1..]).eq(x[0])));
    for _ in 0..200 {
        let some = (0..4).map(|_| (0..4).map(|_| chance.pick(&[-70, 0, 1, 63, 64, 65, 130, 300])).collect());
        let domains: Vec<std::collections::BTreeSet<i32>> = some.collect();
        let domains: Vec<Vec<i32>> = domains.into_iter().map(|domain| domain.into_iter().collect()).collect();
        plain("wide max", Promise::Domain, &most).check(&domains);
        plain("wide min", Promise::Domain, &least).check(&domains);
    }
    // Domains without holes.
    let mut model = Model::new();
    let x = model.vars(2, -500_000..=500_000);
    let (most, least) = (model.var(-9..=9), model.var(-500_000..=500_000));
    model.post(maximum(&x).eq(most));
    model.post(minimum(&x).eq(least));
    let mut search = model.search_with(&Config::default().with_audit(true)).unwrap();
    assert_eq!((search.domain(x[0]).max(), search.domain(least).max()), (9, 9));
    search.assume(&[least.at_least(-1), most.is_not(0), most.at_most(1)]).unwrap();
    assert_eq!(
        rest(&mut search, 9),
        [[-1, -1, -1, -1], [-1, 1, 1, -1], [0, 1, 1, 0], [1, -1, 1, -1], [1, 0, 1, 0], [1, 1, 1, 1]]
    );
}
