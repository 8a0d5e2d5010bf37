//! Lists with the same values.

use csp::{Model, Term, Var, constraints::same_values};

use super::driver::*;
use super::support::{Chance, audited, rest};

#[test]
fn the_same_values_filter_exactly() {
    let post = |model: &mut Model, x: &[Var]| {
        let (first, second) = x.split_at(x.len() / 2);
        model.post(same_values(first, second));
    };
    let case = plain("the same values", Promise::Domain, &post);
    case.check(&[]);
    case.exhaust(2, -1, 2);
    case.exhaust(4, 0, 2);
    let mut chance = Chance::new(61);
    for _ in 0..1500 {
        let most = chance.pick(&[3, 4]);
        let domains: Vec<Vec<i32>> = (0..6).map(|_| chance.subset(0, most, 3)).collect();
        case.check(&domains);
    }
    for _ in 0..300 {
        let domains: Vec<Vec<i32>> = (0..8).map(|_| chance.subset(0, 3, 3)).collect();
        case.check(&domains);
    }
}

#[test]
fn the_same_values_with_offsets_and_duplicates() {
    let moved = |model: &mut Model, x: &[Var]| {
        model.post(same_values([x[0] + 1, x[1] + 0], [x[2] + 0, x[3] - 1]));
    };
    plain("the same values with offsets", Promise::Domain, &moved).exhaust(4, 0, 2);
    let twice = |model: &mut Model, x: &[Var]| ignore(model.post(same_values([x[0], x[1]], [x[1], x[2]])));
    plain("one variable in both", Promise::Sound, &twice).exhaust(3, 0, 2);
    let twice = |model: &mut Model, x: &[Var]| {
        model.post(same_values([x[0] + 0, x[0] + 1, x[1] + 0], [x[1] + 1, x[2] + 0, x[2] + 0]));
    };
    plain("one variable twice", Promise::Sound, &twice).exhaust(3, -1, 1);
    let wide = |model: &mut Model, x: &[Var]| ignore(model.post(same_values(&x[..2], &x[2..])));
    let case = plain("wide domains", Promise::Domain, &wide);
    let mut chance = Chance::new(67);
    for _ in 0..300 {
        let far = [-70, -1, 0, 64, 65, 300];
        let domains: Vec<Vec<i32>> =
            (0..4).map(|_| chance.subset(0, 5, 4).iter().map(|&at| far[at as usize]).collect()).collect();
        case.check(&domains);
    }
}

/// Function that returns the two lists.
type Lists = dyn Fn(&[Var]) -> [Vec<Term>; 2];

#[test]
fn variables_that_stand_several_times() {
    let mut chance = Chance::new(68);
    // Pairs, also with a repeated variable, a variable on both sides, one three times, and offsets.
    let lists: [&Lists; 4] = [
        &|x| [[0, 0, 1, 1].map(|at| x[at] + 0).into(), [2, 3, 4, 5].map(|at| x[at] + 0).into()],
        &|x| [[0, 1, 1, 2, 2].map(|at| x[at] + 0).into(), [3, 4, 5, 5, 1].map(|at| x[at] + 0).into()],
        &|x| [[0, 0, 0, 1].map(|at| x[at] + 0).into(), [2, 3, 4, 5].map(|at| x[at] + 1).into()],
        &|x| [vec![x[0] + 0, x[0] + 0, x[0] + 1, x[1] + 0], [2, 3, 4, 5].map(|at| x[at] + 0).into()],
    ];
    for lists in lists {
        let post = |model: &mut Model, x: &[Var]| {
            let [first, second] = lists(x);
            model.post(same_values(first, second));
        };
        let case = plain("several times", Promise::Sound, &post);
        for _ in 0..300 {
            let domains: Vec<Vec<i32>> = (0..6).map(|_| chance.subset(0, 3, 5)).collect();
            case.check(&domains);
        }
    }
}

#[test]
fn pairs_have_no_value_once() {
    let mut model = Model::new();
    let x = model.vars(2, 1..=4);
    let y = [model.var([1, 2]), model.var([1, 3]), model.var([1]), model.var([2, 3])];
    model.post(same_values([x[0], x[0], x[1], x[1]], y));
    let search = model.search_with(&audited(Default::default())).unwrap();
    let left = |var| search.engine().domain(var).iter().collect::<Vec<i32>>();
    // 1 twice, as x[0] or as x[1], and never four times; 4 never.
    assert_eq!([x[0], x[1]].map(left), [vec![1, 2, 3], vec![1, 2, 3]]);
    model.post(x[0].eq(1));
    model.post(y[0].eq(1));
    let search = model.search_with(&audited(Default::default())).unwrap();
    let left = |var| search.engine().domain(var).iter().collect::<Vec<i32>>();
    assert_eq!(left(x[1]), [3]);
    assert_eq!(y.map(left), [[1], [3], [1], [3]]);
}

#[test]
fn the_same_very_wide_values() {
    let mut model = Model::new();
    let x = model.vars(2, -500_000..=500_000);
    let y = [model.var([-7, 3, 90]), model.var(-500_000..=4)];
    model.post(same_values([x[0] + 1, x[1] + 0], y));
    model.post(y[1].ge(2));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    assert_eq!((search.domain(x[0]).min(), search.domain(x[0]).max()), (-8, 89));
    // Matchings of the first list with y0 and y1, of three values each: 3 is counted twice.
    assert_eq!(rest(&mut search, 100).len(), 2 * 9 - 1);
}
