//! Constraints on the values that several variables take together.

use csp::constraints::{cover, different_sum, one_of_sets, visible_count};
use csp::{Model, Term, Values, Var, sum};

use super::driver::*;
use super::support::{Chance, audited, rest};

#[test]
fn different_sums_are_filtered_soundly() {
    let post = |model: &mut Model, x: &[Var]| {
        let (total, cells) = x.split_last().unwrap();
        model.post(different_sum(cells, total));
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
        model.post(different_sum([x[0] + 1, x[1] - 1, Term::from(x[2])], x[3] + 2));
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
        model.post(different_sum([x[0] + 1, x[1] + 0, x[2] + 0], x[3]));
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
    // A repeated variable is only one term of the sum.
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

/// All sets of `size` of the values that a mask of `kept` sets chooses.
fn some_sets(size: usize, values: i32, kept: u32) -> Vec<Values> {
    let all = (0..1_u32 << values).filter(|set| set.count_ones() as usize == size);
    let chosen = all.zip(0..).filter(|(_, at)| kept >> at & 1 != 0);
    chosen.map(|(set, _)| (0..values).filter(|value| set >> value & 1 != 0).collect()).collect()
}

#[test]
fn one_of_sets_filters_exactly() {
    for kept in [0b0000, 0b0001, 0b0110, 0b1011, 0b1111] {
        let sets = some_sets(3, 4, kept);
        let post = |model: &mut Model, x: &[Var]| ignore(model.post(one_of_sets(x, sets.clone())));
        plain("one of sets of three", Promise::Domain, &post).alike(0..3).exhaust(3, 0, 3);
        let sets = some_sets(2, 4, kept * 9);
        let post = |model: &mut Model, x: &[Var]| ignore(model.post(one_of_sets(x, sets.clone())));
        plain("one of sets of two", Promise::Domain, &post).alike(0..2).exhaust(2, -1, 3);
    }
    let mut chance = Chance::new(97);
    for _ in 0..300 {
        let sets = some_sets(4, 6, chance.below(1 << 15) as u32);
        let post = |model: &mut Model, x: &[Var]| {
            model.post(one_of_sets(x.iter().map(|&x| x + 1), sets.clone()));
        };
        let domains: Vec<Vec<i32>> = (0..4).map(|_| chance.subset(-1, 5, 5)).collect();
        plain("one of sets of four", Promise::Domain, &post).check(&domains);
    }
}

/// More variables than the exact algorithm takes, variables several times, and wide domains.
#[test]
fn one_of_sets_is_sound() {
    let mut chance = Chance::new(101);
    for _ in 0..100 {
        let sets = some_sets(7, 8, 1 << chance.below(8) | 1 << chance.below(8));
        let post = |model: &mut Model, x: &[Var]| ignore(model.post(one_of_sets(x, sets.clone())));
        let domains: Vec<Vec<i32>> = (0..7).map(|_| chance.subset(0, 7, 2)).collect();
        plain("one of sets of seven", Promise::Sound, &post).check(&domains);
    }
    let sets = some_sets(3, 4, 0b1011);
    let twice = |model: &mut Model, x: &[Var]| {
        model.post(one_of_sets([x[0] + 0, x[0] + 1, x[1] + 0], sets.clone()));
    };
    plain("a variable twice", Promise::Sound, &twice).exhaust(2, 0, 3);
    let constant = |model: &mut Model, x: &[Var]| {
        let operands = [x[0].into(), 2.into(), x[1].into()].map(|operand: csp::constraints::Operand| operand);
        model.post(one_of_sets(operands, sets.clone()));
    };
    plain("a constant", Promise::Domain, &constant).exhaust(2, 0, 3);
    let wide = |model: &mut Model, x: &[Var]| {
        model.post(one_of_sets(x, [Values::from([-70, 3]), Values::from([3, 300])]));
    };
    let case = plain("wide", Promise::Sound, &wide);
    for [a, b] in [[[-70, 3], [3, 300]], [[3, 300], [-70, 300]], [[-70, 300], [-70, 300]]] {
        case.check(&[a.to_vec(), b.to_vec()]);
    }
}

/// A value in all sets is removed from variables that differ from all that can take it.
#[test]
fn what_all_sets_have_is_removed_around_them() {
    let mut model = Model::new();
    let cells = model.vars(3, 1..=5);
    let around = model.vars(2, 1..=5);
    model.post(one_of_sets(&cells, [1..=3, 2..=4, 3..=5]));
    // The first differs from all three, the other one from two of them.
    model.all_different([cells[0], cells[1], cells[2], around[0]]);
    model.all_different([cells[0], cells[1], around[1]]);
    let left = |model: &Model| {
        let search = model.search_with(&audited(Default::default())).unwrap();
        [cells[0], around[0], around[1]].map(|var| search.domain(var).iter().collect::<Vec<i32>>())
    };
    let all = [1, 2, 3, 4, 5].to_vec();
    assert_eq!(left(&model), [all.clone(), vec![1, 2, 4, 5], all]);
    // 3 is in the first two then, and 4, 5 are in no set with 1.
    model.post(cells[2].eq(1));
    assert_eq!(left(&model), [vec![2, 3], vec![4, 5], vec![1, 4, 5]]);
    let config = audited(Default::default()).with_presolve(false);
    assert_eq!(model.search_with(&config).unwrap().domain(around[1]).len(), 5);
}

#[test]
fn covers_are_filtered_soundly() {
    let classes: [Values; 3] = [[0, 1].into(), [2, 3].into(), [5].into()];
    let post = |model: &mut Model, x: &[Var]| ignore(model.post(cover(x, classes.clone())));
    let case = plain("cover", Promise::Sound, &post);
    // A value of no class, and one out of the domains.
    case.exhaust(2, 1, 4);
    let mut chance = Chance::new(103);
    for _ in 0..1000 {
        let domains: Vec<Vec<i32>> = (0..chance.pick(&[3, 4, 5])).map(|_| chance.subset(0, 5, 3)).collect();
        case.check(&domains);
    }
    let two = |model: &mut Model, x: &[Var]| {
        model.post(cover([x[0] + 0, x[1] + 1, x[0] + 2], classes[..2].to_vec()));
    };
    plain("a variable twice", Promise::Sound, &two).exhaust(2, -1, 3);
    let none = |model: &mut Model, x: &[Var]| ignore(model.post(cover(x, [])));
    plain("no classes", Promise::Domain, &none).exhaust(2, 0, 2);
    let wide = |model: &mut Model, x: &[Var]| ignore(model.post(cover(x, [[0].into(), [300].into()])));
    plain("wide", Promise::Sound, &wide).check(&[vec![0, 300], vec![0, 70, 300], vec![70]]);
}

#[test]
fn every_class_of_a_cover_has_a_variable() {
    let left = |count: usize, kept: &[&[i32]]| -> Vec<Vec<i32>> {
        let mut model = Model::new();
        let cells = model.vars(count, 0..=5);
        for (&cell, &kept) in cells.iter().zip(kept) {
            model.post(csp::table([cell], kept.iter().map(|&number| [number])));
        }
        model.post(cover(&cells, [(0..=1).into(), (2..=3).into(), (4..=5).into()]));
        let search = model.search_with(&audited(Default::default())).unwrap();
        cells.iter().map(|&cell| search.domain(cell).iter().collect()).collect()
    };
    assert_eq!(left(3, &[&[1]]), [vec![1], vec![2, 3, 4, 5], vec![2, 3, 4, 5]]);
    assert_eq!(left(4, &[&[1], &[0, 1], &[0, 3, 4]])[3], [2, 3, 4, 5]);
}

/// All domains of four values of two classes, two variables with one around them that differs from both: the last value
/// of a class is removed there.
#[test]
fn the_last_value_of_a_class_is_removed_around_a_cover() {
    let post = |model: &mut Model, x: &[Var]| {
        model.post(cover(&x[..2], [(0..=1).into(), (2..=3).into()]));
        model.post(x[0].ne(x[2]));
        model.post(x[1].ne(x[2]));
    };
    plain("cover and one around", Promise::Sound, &post).exhaust(3, 0, 3);
    let mut model = Model::new();
    let x = [model.var([0, 2, 3]), model.var([0, 2, 3]), model.var(0..=3)];
    post(&mut model, &x);
    let search = model.search_with(&audited(Default::default())).unwrap();
    assert_eq!(search.domain(x[2]).iter().collect::<Vec<i32>>(), [1, 2, 3]);
}

#[test]
fn classes_and_sets_that_cannot_be_are_errors() {
    let error = |post: &dyn Fn(&mut Model, &[Var])| {
        let mut model = Model::new();
        let x = model.vars(2, 0..=5);
        post(&mut model, &x);
        model.error().expect("a fault").to_string()
    };
    let overlap = error(&|model, x| ignore(model.post(cover(x, [(0..=2).into(), (2..=5).into()]))));
    assert!(overlap.ends_with("a cover over x0, x1 has 2 in two classes"), "{overlap}");
    let empty = error(&|model, x| ignore(model.post(cover(x, [Values::from([])]))));
    assert!(empty.ends_with("a cover over x0, x1 has values that cannot be: there is none"), "{empty}");
    let empty = error(&|model, x| ignore(model.post(one_of_sets(x, [Values::from(3..3)]))));
    assert!(empty.ends_with("one of sets over x0, x1 of values that cannot be: there is none"), "{empty}");
}

#[test]
fn visible_counts_are_filtered_exactly() {
    let post = |model: &mut Model, x: &[Var]| {
        let (number, line) = x.split_last().unwrap();
        model.post(visible_count(line, number));
    };
    let above = |model: &mut Model, x: &[Var]| {
        let (number, line) = x.split_last().unwrap();
        model.post(visible_count(line, number).above(1));
    };
    for (name, post) in [("visible", &post as &dyn Fn(&mut Model, &[Var])), ("above the ground", &above)] {
        let case = plain(name, Promise::Domain, post);
        case.exhaust(1, -1, 2);
        case.exhaust(2, 0, 3);
        case.exhaust(3, -1, 2);
        case.exhaust(4, 0, 2);
        let mut chance = Chance::new(107);
        for _ in 0..500 {
            let mut domains: Vec<Vec<i32>> = (0..4).map(|_| chance.subset(-2, 3, 4)).collect();
            domains.push(chance.subset(-1, 5, 4));
            case.check(&domains);
        }
    }
    let constants = |model: &mut Model, x: &[Var]| {
        model.post(visible_count([x[0] + 1, x[1] + 0, x[2] - 1], 2).above(-9));
    };
    plain("visible, offsets", Promise::Domain, &constants).exhaust(3, 0, 3);
    let twice = |model: &mut Model, x: &[Var]| {
        model.post(visible_count([x[0] + 0, x[1] + 0, x[0] + 1], x[1]));
    };
    plain("visible, a variable twice", Promise::Sound, &twice).exhaust(2, 0, 3);
    let wide = |model: &mut Model, x: &[Var]| ignore(model.post(visible_count(x, 2)));
    let case = plain("visible, wide", Promise::Sound, &wide);
    case.check(&[vec![-70, 300], vec![0, 300]]);
    case.check(&[vec![300], vec![0, 300]]);
    let bits = |model: &mut Model, x: &[Var]| ignore(model.post(visible_count(x, 2).above(0)));
    let case = plain("visible, all bits", Promise::Domain, &bits);
    case.check(&[vec![0, 63], vec![0, 62, 63], vec![1, 63]]);
    case.check(&[vec![-1, 62], vec![62], vec![0, 1]]);
}

/// All domains of three or four values that are a permutation: both constraints together are filtered exactly.
#[test]
fn visible_counts_of_permutations_are_filtered_exactly() {
    let mut chance = Chance::new(109);
    for (size, ground) in [(3, -9), (3, 1), (4, -9), (4, 2), (4, 9)] {
        let post = |model: &mut Model, x: &[Var]| {
            let (number, line) = x.split_last().unwrap();
            model.all_different(line);
            model.post(visible_count(line, number).above(ground));
        };
        for round in 0..1500 {
            let mut domains: Vec<Vec<i32>> = (0..size).map(|_| chance.subset(0, size - 1, 6)).collect();
            domains.push(chance.subset(0, size, 4));
            let count =
                domains[..size as usize].concat().iter().fold(0_u32, |all, v| all | 1 << v).count_ones();
            // Other domains are no permutations, and the two constraints are filtered apart.
            let promise = if count == size as u32 { Promise::Domain } else { Promise::Sound };
            let mut case = Case { steady: false, ..plain("visible permutation", promise, &post) };
            case.configs.truncate(1);
            case.check(&domains);
            if round % 10 == 0 {
                let case = Case { steady: false, ..plain("without presolve", Promise::Sound, &post) };
                case.check(&domains);
            }
        }
    }
}

/// Permutations of more values than the exact algorithm takes: the largest value is the last that is visible.
#[test]
fn visible_counts_of_large_permutations() {
    let mut model = Model::new();
    let line = model.vars(12, 1..=12);
    model.all_different(&line);
    model.post(visible_count(&line, 1));
    model.post(visible_count(line.iter().rev(), 12));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    let wanted: Vec<i32> = (1..=12).rev().collect();
    assert_eq!(rest(&mut search, 1), [wanted]);
    model.post(line[11].ge(2));
    assert!(model.search().map_or(true, |mut search| search.first().unwrap().is_none()));
}
