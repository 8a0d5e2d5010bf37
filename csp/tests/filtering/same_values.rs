//! Lists with the same values.

use csp::{Model, Var, same_values};

use super::driver::*;
use super::support::{Chance, audited, rest};

#[test]
fn the_same_values_filter_exactly() {
    let post = |model: &mut Model, x: &[Var]| {
        let (first, second) = x.split_at(x.len() / 2);
        ignore(model.post(same_values(first, second)));
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
        ignore(model.post(same_values([x[0] + 1, x[1] + 0], [x[2] + 0, x[3] - 1])));
    };
    plain("the same values with offsets", Promise::Domain, &moved).exhaust(4, 0, 2);
    let twice = |model: &mut Model, x: &[Var]| ignore(model.post(same_values([x[0], x[1]], [x[1], x[2]])));
    plain("one variable in both", Promise::Sound, &twice).exhaust(3, 0, 2);
    let twice = |model: &mut Model, x: &[Var]| {
        ignore(model.post(same_values([x[0] + 0, x[0] + 1, x[1] + 0], [x[1] + 1, x[2] + 0, x[2] + 0])));
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

#[test]
fn the_same_very_wide_values() {
    let mut model = Model::new();
    let x = model.vars(2, -500_000..=500_000);
    let y = [model.var([-7, 3, 90]), model.var(-500_000..=4)];
    model.post(same_values([x[0] + 1, x[1] + 0], y));
    model.post(y[1].ge(2));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    assert_eq!((search.domain(x[0]).min(), search.domain(x[0]).max()), (-8, 89));
    // Which of the first list goes with y0, of three values, and y1 of three: 3 is there twice.
    assert_eq!(rest(&mut search, 100).len(), 2 * 9 - 1);
}
