//! Products, quotients, remainders and distances.

use csp::constraints::{absolute_difference, product, quotient, remainder};
use csp::{Config, Expression, Model, Var};

use super::driver::*;
use super::learning::explain_all;
use super::support::{Chance, assumed, is_exhaustive, rest};

type Function = fn(Expression, Expression) -> Expression;

const FUNCTIONS: [(&str, Function); 4] = [
    ("x · y = z", |x, y| product(x, y)),
    ("x / y = z", |x, y| quotient(x, y)),
    ("x % y = z", |x, y| remainder(x, y)),
    ("|x - y| = z", |x, y| absolute_difference(x, y)),
];

/// Compares the meaning with the operators of Rust.
#[test]
fn the_meaning_is_that_of_rust() {
    for (at, (name, function)) in FUNCTIONS.into_iter().enumerate() {
        let mut model = Model::new();
        let (x, y, z) = (model.var(-9..=9), model.var(-9..=9), model.var(-99..=99));
        model.post(function(x.into(), y.into()).eq(z));
        for (a, b, c) in
            (-9..=9_i32).flat_map(|a| (-9..=9).flat_map(move |b| (-99..=99).map(move |c| (a, b, c))))
        {
            let wanted = match at {
                0 => a * b == c,
                1 => b != 0 && a / b == c,
                2 => b != 0 && a % b == c,
                _ => (a - b).abs() == c,
            };
            assert_eq!(model.broken_by(&[a, b, c]).unwrap().is_none(), wanted, "{name} {a} {b} {c}");
        }
    }
}

#[test]
fn small_domains_are_filtered_exactly() {
    // Six values instead of seven, where not every tuple is run: a quarter of the pairs of domains.
    let most = if is_exhaustive() { 4 } else { 3 };
    for (name, function) in FUNCTIONS {
        let post = |m: &mut Model, x: &[Var]| ignore(m.post(function(x[0].into(), x[1].into()).eq(x[2])));
        let alike = if name.contains(['·', '|']) { 0..2 } else { 0..0 };
        plain(name, Promise::Domain, &post).alike(alike).exhaust(3, -2, 1);
        let offsets = |m: &mut Model, x: &[Var]| {
            ignore(m.post(function((x[0] + 1).into(), (x[1] - 3).into()).eq(x[0] - 1)))
        };
        plain(&format!("{name}, offsets and repeats"), Promise::Domain, &offsets).exhaust(2, -2, most);
        let square = |m: &mut Model, x: &[Var]| ignore(m.post(function(x[0].into(), x[0].into()).eq(x[1])));
        plain(&format!("{name}, x = y"), Promise::Domain, &square).exhaust(2, -2, most);
        let constant = |m: &mut Model, x: &[Var]| ignore(m.post(function(x[0].into(), 2.into()).eq(x[1])));
        plain(&format!("{name}, y = 2"), Promise::Domain, &constant).exhaust(2, -3, most - 1);
    }
}

/// Domains of one word with any first value, and wide ones, with distances that fit and some that do not.
#[test]
fn distances_between_words_are_filtered_exactly() {
    let plainly = |m: &mut Model, x: &[Var]| ignore(m.post(absolute_difference(x[0], x[1]).eq(x[2])));
    let moved =
        |m: &mut Model, x: &[Var]| ignore(m.post(absolute_difference(x[0] - 7, x[1] + 20).eq(x[2] + 9)));
    let mut chance = Chance::new(29);
    for round in 0..1500 {
        let spread = [3, 15, 31, 63, 90][round % 5];
        let start = chance.between(-100, 100);
        let shift = chance.between(-20, 20);
        let within = |chance: &mut Chance, low: i32, most: i32| {
            let mut values: Vec<i32> =
                (0..=chance.between(0, 9)).map(|_| low + chance.between(0, most)).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        let domains = vec![
            within(&mut chance, start, spread),
            within(&mut chance, start + shift, spread),
            within(&mut chance, -2, spread + 4),
        ];
        for post in [&plainly as &dyn Fn(&mut Model, &[Var]), &moved] {
            plain("|x - y| = z, words", Promise::Domain, post).check(&domains);
        }
    }
}

/// Very wide root domains, so that intervals are filtered; then random boxes of small domains under assumptions.
#[test]
fn intervals_lose_nothing_and_decide() {
    let mut chance = Chance::new(61);
    for (name, function) in FUNCTIONS {
        for (repeat, wide) in [(false, 500_000), (false, 200), (true, 500_000), (true, 30_000)] {
            let mut model = Model::new();
            let x = model.vars(3, -wide..=wide);
            let second = if repeat { x[0] + 1 } else { x[1] + 0 };
            model.post(function(x[0].into(), second.into()).eq(x[2] - 1));
            let mut search = model.search_with(&Config::default().with_audit(true)).unwrap();
            for round in 0..400 {
                let ends: Vec<(i32, i32)> = (0..3)
                    .map(|at| {
                        let low = chance.between(if at == 2 { -20 } else { -6 }, 6);
                        (low, low + chance.between(0, if at == 2 { 12 } else { 4 }))
                    })
                    .collect();
                let range = |at: usize| ends[at].0..=ends[at].1;
                let mut known = Vec::new();
                for (a, b, c) in
                    range(0).flat_map(|a| range(1).flat_map(move |b| range(2).map(move |c| (a, b, c))))
                {
                    if model.broken_by(&[a, b, c]).unwrap().is_none() {
                        known.push(vec![a, b, c]);
                    }
                }
                let narrow: Vec<_> = x
                    .iter()
                    .zip(&ends)
                    .flat_map(|(x, &(low, high))| [x.at_least(low), x.at_most(high)])
                    .collect();
                search.assume(&narrow).unwrap();
                assert_eq!(rest(&mut search, known.len()), known, "{name} {ends:?}");
                if round % 8 == 0 {
                    let bounds: Vec<[i32; 2]> = ends.iter().map(|&(low, high)| [low, high]).collect();
                    explain_all(&model, &x, &Config::default().with_audit(true), Some(&bounds), &mut chance);
                }
            }
        }
    }
}

/// Filtering of intervals before any decision.
#[test]
fn intervals_narrow() {
    let wide = -1_000_000..=1_000_000;
    let mut model = Model::new();
    let x = model.vars(3, wide);
    model.post(product(x[0], x[1]).eq(x[2]));
    let mut search = model.search().unwrap();
    let ends = |left: Option<Vec<super::support::Left>>| {
        left.map(|left| left.iter().map(|l| (*l.first().unwrap(), *l.last().unwrap())).collect::<Vec<_>>())
    };
    let boxed = [x[0].at_least(3), x[0].at_most(7), x[2].at_least(20), x[2].at_most(30)];
    assert_eq!(ends(assumed(&mut search, &x, &boxed)), Some(vec![(3, 7), (3, 10), (20, 30)]));
    let boxed = [x[0].at_least(-7), x[0].at_most(-3), x[2].at_least(20), x[2].at_most(30)];
    assert_eq!(ends(assumed(&mut search, &x, &boxed)), Some(vec![(-7, -3), (-10, -3), (20, 30)]));
    let boxed = [x[0].at_least(5), x[0].at_most(6), x[2].at_least(13), x[2].at_most(14)];
    assert_eq!(ends(assumed(&mut search, &x, &boxed)), None);

    let mut model = Model::new();
    let x = model.vars(3, -1_000_000..=1_000_000);
    model.post(quotient(x[0], x[1]).eq(x[2]));
    let mut search = model.search().unwrap();
    let boxed = [x[0].at_least(20), x[0].at_most(29), x[2].at_least(5), x[2].at_most(6)];
    assert_eq!(ends(assumed(&mut search, &x, &boxed)), Some(vec![(20, 29), (3, 5), (5, 6)]));
    let boxed = [x[0].at_least(20), x[0].at_most(29), x[2].is(-6)];
    assert_eq!(ends(assumed(&mut search, &x, &boxed)), Some(vec![(20, 27), (-4, -3), (-6, -6)]));

    let mut model = Model::new();
    let x = model.vars(3, -1_000_000..=1_000_000);
    model.post(remainder(x[0], x[1]).eq(x[2]));
    let mut search = model.search().unwrap();
    let boxed = [x[0].at_most(50), x[1].at_least(-8), x[1].at_most(9), x[2].at_least(8)];
    assert_eq!(ends(assumed(&mut search, &x, &boxed)), Some(vec![(8, 50), (9, 9), (8, 8)]));

    let mut model = Model::new();
    let x = model.vars(3, -1_000_000..=1_000_000);
    model.post(absolute_difference(x[0], x[1]).eq(x[2]));
    let mut search = model.search().unwrap();
    let boxed = [x[0].at_least(10), x[0].at_most(30), x[1].at_least(25), x[1].at_most(28), x[2].is(13)];
    assert_eq!(ends(assumed(&mut search, &x, &boxed)), Some(vec![(12, 15), (25, 28), (13, 13)]));
}

/// The largest values with the largest offsets.
#[test]
fn the_largest_values_do_not_overflow() {
    use csp::limits::{MAX_VALUE, MIN_VALUE};
    for (name, function) in FUNCTIONS {
        for offset in [MIN_VALUE, 0, MAX_VALUE] {
            let mut model = Model::new();
            let x = model.vars(3, MIN_VALUE..=MAX_VALUE);
            model.post(function((x[0] + offset).into(), (x[1] - offset).into()).eq(x[2] + offset));
            let mut search = model.search_with(&Config::default().with_audit(true)).unwrap();
            for (a, b) in [(MIN_VALUE, MAX_VALUE), (MAX_VALUE, MAX_VALUE), (MIN_VALUE, MIN_VALUE), (7, -2)] {
                search.assume(&[x[0].is(a), x[1].is(b)]).unwrap();
                for found in rest(&mut search, 1) {
                    assert_eq!(model.broken_by(&found), Ok(None), "{name} {offset}");
                }
            }
        }
    }
}
