//! Constraints on the values that several variables take together.

use csp::{Model, Term, Var, different_sum, sum};

use super::driver::*;
use super::support::{Chance, audited, rest};

#[test]
fn different_sums_are_filtered_soundly() {
    let post = |model: &mut Model, x: &[Var]| {
        let (total, cells) = x.split_last().unwrap();
        ignore(model.post(different_sum(cells, total)));
    };
    let case = plain("sum of different values", Promise::Sound, &post);
    case.exhaust(1, -1, 2);
    case.exhaust(2, -1, 2);
    case.exhaust(3, 0, 3);
    let mut chance = Chance::new(83);
    for _ in 0..1500 {
        let mut domains: Vec<Vec<i32>> = (0..4).map(|_| chance.subset(-2, 4, 4)).collect();
        domains.push(chance.subset(-3, 12, 3));
        case.check(&domains);
    }
    let nothing = |model: &mut Model, x: &[Var]| ignore(model.post(different_sum::<Var>([], x[0])));
    plain("a sum of nothing", Promise::Domain, &nothing).exhaust(1, -1, 2);
}

#[test]
fn different_sums_with_offsets_constants_and_duplicates() {
    let moved = |model: &mut Model, x: &[Var]| {
        ignore(model.post(different_sum([x[0] + 1, x[1] - 1, Term::from(x[2])], x[3] + 2)));
    };
    plain("offsets", Promise::Sound, &moved).exhaust(4, 0, 2);
    let constant = |model: &mut Model, x: &[Var]| ignore(model.post(different_sum(x, 4)));
    plain("a constant total", Promise::Sound, &constant).exhaust(3, 0, 3);
    let itself = |model: &mut Model, x: &[Var]| ignore(model.post(different_sum(x, x[0])));
    plain("the total among the terms", Promise::Sound, &itself).exhaust(3, -1, 2);
    let twice = |model: &mut Model, x: &[Var]| ignore(model.post(different_sum([x[0], x[1], x[0]], x[2])));
    plain("a variable twice", Promise::Sound, &twice).exhaust(3, 0, 2);
    let shifted = |model: &mut Model, x: &[Var]| {
        ignore(model.post(different_sum([x[0] + 0, x[1] + 0, x[0] + 1], x[2])))
    };
    plain("a variable twice, moved", Promise::Sound, &shifted).exhaust(3, 0, 3);
}

/// Too many sets, or values that are no bits of one word.
#[test]
fn different_sums_of_many_sets_are_filtered_by_bounds() {
    let post = |model: &mut Model, x: &[Var]| {
        ignore(model.post(different_sum([x[0] + 1, x[1] + 0, x[2] + 0], x[3])));
    };
    let case = Case { steady: false, ..plain("wide", Promise::Sound, &post) };
    let mut chance = Chance::new(89);
    for _ in 0..300 {
        let some = |chance: &mut Chance| (0..4).map(|_| chance.pick(&[-70, 0, 1, 2, 64, 65, 300])).collect();
        let domains: Vec<std::collections::BTreeSet<i32>> = (0..4).map(|_| some(&mut chance)).collect();
        case.check(&domains.into_iter().map(|domain| domain.into_iter().collect()).collect::<Vec<_>>());
    }
    let mut model = Model::new();
    let cells = model.vars(6, 1..=20);
    let total = model.var(0..=200);
    model.post(different_sum(&cells, total));
    model.post(sum(&cells[3..]).eq(6));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    assert_eq!((search.domain(total).min(), search.domain(total).max()), (21, 66));
    search.assume(&[total.at_most(21)]).unwrap();
    assert_eq!(rest(&mut search, 36).len(), 36);
    // A repeated variable is no term of the sum twice.
    model.post(different_sum([cells[0] + 0, cells[0] + 1, cells[1] + 0], total));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    assert!(search.first().unwrap().is_some());
}

/// Only sets with the total are left.
#[test]
fn different_sums_are_filtered_by_sets() {
    let mut model = Model::new();
    let cells = model.vars(3, 1..=9);
    let total = model.var(3..=27);
    model.post(different_sum(&cells, total));
    model.post(cells[2].ne(1) & cells[2].le(3));
    model.post(csp::table([total], [[6], [24], [25]]));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    let left = |var| search.domain(var).iter().collect::<Vec<i32>>();
    // 24 and 25 would need numbers from 7 on in the last cell.
    assert_eq!((left(total), left(cells[0])), (vec![6], vec![1, 2, 3]));
    assert_eq!(search.solutions().count(), 4);
}
