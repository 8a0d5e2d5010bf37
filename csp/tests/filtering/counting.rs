//! Number of variables that take a value of a set.

use csp::{Config, Model, Values, Var, count};

use super::driver::*;
use super::support::rest;

#[test]
fn counts_against_a_variable() {
    for set in
        [Values::from(0), Values::from(0..=1), Values::from([-1, 1]), Values::from(7), Values::from(-9..=9)]
    {
        let name = format!("{:?}", set.iter().collect::<Vec<_>>());
        let exactly = |m: &mut Model, x: &[Var]| ignore(m.post(count(&x[1..], set.clone()).eq(x[0])));
        plain(&format!("{name} exactly"), Promise::Domain, &exactly).alike(1..4).exhaust(4, -1, 1);
        let at_most = |m: &mut Model, x: &[Var]| ignore(m.post(count(&x[1..], set.clone()).le(x[0])));
        plain(&format!("{name} at most"), Promise::Domain, &at_most).alike(1..4).exhaust(4, -1, 1);
        let at_least = |m: &mut Model, x: &[Var]| ignore(m.post(count(&x[1..], set.clone()).ge(x[0])));
        plain(&format!("{name} at least"), Promise::Domain, &at_least).alike(1..4).exhaust(4, -1, 1);
    }
}

#[test]
fn counts_against_a_constant() {
    for number in -1..=4 {
        let exactly = |m: &mut Model, x: &[Var]| ignore(m.post(count(x, [1, 2]).eq(number)));
        plain(&format!("exactly {number}"), Promise::Domain, &exactly).alike(0..3).exhaust(3, 0, 3);
        let at_most = |m: &mut Model, x: &[Var]| ignore(m.post(count(x, [1, 2]).le(number)));
        plain(&format!("at most {number}"), Promise::Domain, &at_most).alike(0..3).exhaust(3, 0, 3);
        let at_least = |m: &mut Model, x: &[Var]| ignore(m.post(count(x, [1, 2]).ge(number)));
        plain(&format!("at least {number}"), Promise::Domain, &at_least).alike(0..3).exhaust(3, 0, 3);
    }
    let offsets = |m: &mut Model, x: &[Var]| ignore(m.post(count([x[0] + 1, x[1] - 1, x[2] + 5], 2).ge(2)));
    plain("offsets", Promise::Domain, &offsets).exhaust(3, -1, 3);
    let nothing = |m: &mut Model, x: &[Var]| ignore(m.post(count::<Var>([], 2).eq(x[0])));
    plain("of nothing", Promise::Domain, &nothing).exhaust(1, -1, 2);
}

#[test]
fn variables_that_are_counted_twice() {
    let twice = |m: &mut Model, x: &[Var]| ignore(m.post(count([x[0] + 0, x[0] + 1, x[1] + 0], 1).eq(x[1])));
    plain("counted twice and the number", Promise::Sound, &twice).exhaust(2, -1, 3);
    let itself = |m: &mut Model, x: &[Var]| ignore(m.post(count(x, [0, 2]).le(x[2])));
    plain("the number among the counted", Promise::Sound, &itself).exhaust(3, 0, 3);
    let merged = |m: &mut Model, x: &[Var]| {
        m.post(x[1].eq(x[2] + 1));
        m.post(count(x, [0, 2]).ge(2));
    };
    let mut case = plain("merged", Promise::Sound, &merged);
    case.configs.truncate(1);
    case.exhaust(3, 0, 3);
}

#[test]
fn counts_of_different_variables() {
    // The second and third variables differ; then all but the first.
    for (different, number) in [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3)] {
        let at_least = |m: &mut Model, x: &[Var]| {
            m.all_different(&x[1..=different]);
            m.post(count(x, 1).ge(number));
        };
        let name = format!("{number} of {different} different");
        plain(&name, Promise::Sound, &at_least).exhaust(4, 0, 2);
        let exactly = |m: &mut Model, x: &[Var]| {
            m.all_different(&x[1..=different]);
            m.post(count([x[1] - 1, x[2] - 1, x[3] - 1], 0).eq(x[0]));
        };
        plain(&format!("{name}, a variable"), Promise::Sound, &exactly).exhaust(4, 0, 2);
    }
    let twice = |m: &mut Model, x: &[Var]| {
        m.all_different(x);
        m.post(count([x[0], x[1], x[1], x[2]], 1).eq(2));
    };
    plain("different, and counted twice", Promise::Sound, &twice).exhaust(3, 0, 2);
}

#[test]
fn each_different_part_takes_the_value() {
    let mut model = Model::new();
    let x = model.vars(6, 0..=4);
    model.all_different(&x[..3]);
    model.all_different(&x[3..]);
    // Two variables of each group take the value, so one in either.
    model.post(count([x[0], x[1], x[3], x[4]], 2).ge(2));
    let search = model.search_with(&Config::default().with_audit(true)).unwrap();
    let has = |at: usize| search.domain(x[at]).contains(2);
    assert_eq!([0, 1, 2, 3, 4, 5].map(has), [true, true, false, true, true, false]);
    model.post(count([x[0], x[1], x[3], x[4]], 1).ge(3));
    assert!(model.search().map_or(true, |mut search| search.first().unwrap().is_none()));
}

#[test]
fn counts_over_wide_domains() {
    let mut chance = super::support::Chance::new(41);
    let post = |m: &mut Model, x: &[Var]| ignore(m.post(count(&x[1..], [-70, 1, 64, 65, 300]).eq(x[0])));
    let case = plain("wide", Promise::Domain, &post);
    for _ in 0..200 {
        let mut domains: Vec<Vec<i32>> = vec![chance.subset(0, 3, 4)];
        domains.extend((0..3).map(|_| {
            let some = (0..4).map(|_| chance.pick(&[-70, 0, 1, 63, 64, 65, 130, 300]));
            some.collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<i32>>()
        }));
        case.check(&domains);
    }
    // Domains without holes, where the set may be inside, at an end, or cover all values.
    for set in [Values::from(3..=4), Values::from([3, 5]), Values::from(-999_999..=4)] {
        let mut model = Model::new();
        let x = model.vars(2, -500_000..=500_000);
        let number = model.var(0..=9);
        model.post(count(&x, set.clone()).eq(number));
        let mut search = model.search_with(&Config::default().with_audit(true)).unwrap();
        assert_eq!((search.domain(number).min(), search.domain(number).max()), (0, 2));
        for (low, high) in [(2, 6), (3, 4), (4, 4), (5, 6), (2, 3)] {
            for wanted in 0..=2 {
                let ends = x.iter().flat_map(|x| [x.at_least(low), x.at_most(high)]);
                search.assume(&ends.chain([number.is(wanted)]).collect::<Vec<_>>()).unwrap();
                let all = (low..=high).flat_map(|a| (low..=high).map(move |b| vec![a, b, wanted]));
                let is_in = |v: &i32| i32::from(set.contains(*v));
                let known: Vec<Vec<i32>> = all.filter(|v| is_in(&v[0]) + is_in(&v[1]) == wanted).collect();
                assert_eq!(rest(&mut search, known.len()), known, "{set:?}");
            }
        }
    }
}
