//! Effects on variables around a sum, and the constraints that a derived constraint comes from.

use csp::{Config, Model, Var, all_different, config::Consistency, sum};

use super::{check, ignore_all};
use crate::driver::Promise;
use crate::support::{Chance, audited, rounds};

/// A value that every solution of a cage contains is removed from variables that differ from all cells that can take it.
#[test]
fn certain_values_of_a_cage_are_removed_around_it() {
    // The first two take 8 and 9 in either order, and not 7.
    let post = |model: &mut Model, x: &[Var]| {
        model.all_different(&x[..2]);
        model.post(sum(&x[..2]).eq(17));
        // A variable that differs from both, one that differs from both twice and at an offset, and one that differs
        // from one.
        model.all_different([x[0], x[1], x[2]]);
        model.all_different([x[0] + 0, x[3] + 1]);
        model.all_different([x[1] + 0, x[3] + 1]);
        model.all_different([x[1], x[4]]);
    };
    let mut model = Model::new();
    let x = model.vars(5, 1..=9);
    post(&mut model, &x);
    let engine = model.compile(&audited(Consistency::Value)).unwrap();
    let left = x.iter().map(|&var| engine.domain(var).iter().collect::<Vec<i32>>()).collect::<Vec<_>>();
    let all = |gone: &[i32]| (1..=9).filter(|value| !gone.contains(value)).collect::<Vec<i32>>();
    assert_eq!(left, [vec![8, 9], vec![8, 9], all(&[8, 9]), all(&[7, 8]), all(&[])]);
}

#[test]
fn cages_lose_nothing_around_them() {
    let mut chance = Chance::new(79);
    for _ in rounds(400) {
        let size = chance.pick(&[2, 3, 4]);
        let total = chance.between(size, 5 * size);
        // Each variable outside differs from some inside, at an offset, also at values that the cage does not have.
        let differs: Vec<(usize, usize, i32)> = (0..8)
            .map(|_| (chance.below(size as u64) as usize, chance.below(2) as usize, chance.between(-1, 1)))
            .collect();
        let post = |model: &mut Model, x: &[Var]| {
            let (inside, outside) = x.split_at(size as usize);
            model.all_different(inside);
            for &(one, other, offset) in &differs {
                model.all_different([inside[one] + offset, outside[other] + 0]);
            }
            model.post(sum(inside).eq(total));
        };
        let mut domains: Vec<Vec<i32>> = (0..size).map(|_| chance.subset(0, 6, 7)).collect();
        domains.extend((0..2).map(|_| chance.subset(-3, 9, 7)));
        check("a cage and two around", Promise::Sound, &post, &|case| ignore_all(case.check(&domains)));
    }
}

/// Two cells that take 1 and 2 in either order remove both values from the rest of their row. A cell that differs
/// from only one of them keeps both values.
#[test]
fn certain_values_of_a_sum_are_removed_around_it() {
    let mut model = Model::new();
    let row = model.vars(5, 1..=6);
    let column = model.vars(2, 1..=6);
    model.all_different(&row);
    model.all_different([row[0], column[0], column[1]]);
    model.post((row[0] + row[1]).eq(3));
    let search = model.search_with(&audited(Consistency::Auto)).unwrap();
    for &cell in &row[2..] {
        assert_eq!(search.domain(cell).iter().collect::<Vec<_>>(), [3, 4, 5, 6]);
    }
    for &cell in &column {
        assert_eq!(search.domain(cell).len(), 6);
    }
}

/// Every solution of a sum of three cells contains a 1, which only two of the cells can take.
#[test]
fn needed_values_of_a_sum_are_removed_from_common_neighbours() {
    let mut model = Model::new();
    let cage = [model.var(1..=7), model.var(1..=7), model.var(2..=7)];
    let others = model.vars(2, 1..=7);
    model.all_different(cage);
    model.all_different([cage[0], cage[1], others[0]]);
    model.all_different([cage[0], cage[2], others[1]]);
    // The only set is 1, 2, 4.
    model.post(sum(cage).eq(7));
    let search = model.search_with(&audited(Consistency::Auto)).unwrap();
    assert_eq!(search.domain(others[0]).iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7]);
    assert_eq!(search.domain(others[1]).len(), 7);
}

#[test]
fn both_constraints_are_the_source() {
    let mut model = Model::new();
    let x = model.vars(3, 1..=9);
    let unrelated = model.post(x[0].le(8));
    let differ = model.all_different(&x);
    let total = model.post(sum(&x).eq(23));
    let engine = model.compile(&Config::default()).unwrap();
    assert_eq!(engine.domain(x[0]).min(), 6);
    assert!(engine.derived().any(|(name, sources)| name == "cage" && sources == [differ, total]));
    assert!(engine.derived().all(|(name, sources)| name != "cage" || !sources.contains(&unrelated)));
    // Without the difference 9 + 9 + 5 is a solution, and without presolve the two constraints are not combined.
    let apart = engine.without(&[differ]).unwrap();
    assert_eq!(apart.domain(x[0]).min(), 5);
    let plain = model.compile(&Config::default().with_presolve(false)).unwrap();
    assert!(plain.derived().all(|(name, _)| name != "cage"));
}

/// A sum added to a compiled model is combined with the differences that exist.
#[test]
fn sums_added_later_know_the_differences() {
    let mut model = Model::new();
    let x = model.vars(4, 1..=9);
    model.all_different(&x[..3]);
    let mut engine = model.compile(&audited(Consistency::Auto)).unwrap();
    engine.add_constraint(sum(&x[..3]).eq(6)).unwrap();
    assert_eq!(engine.domain(x[0]).max(), 3);
    engine.add_constraint(all_different(&x[2..])).unwrap();
    engine.add_constraint((x[2] + x[3]).eq(2)).unwrap();
    assert!(engine.is_infeasible(), "1 + 1 is no sum of two different values");
}

/// Values of members that are fixed from the beginning count.
#[test]
fn fixed_members_take_part() {
    let mut model = Model::new();
    let fixed = model.var(1);
    let x = model.vars(3, 1..=200);
    model.all_different([x[0], fixed, x[1], x[2]]);
    model.post((sum(&x) + fixed).le(10));
    let engine = model.compile(&audited(Consistency::Auto)).unwrap();
    assert_eq!(x.iter().map(|&x| engine.domain(x).max()).collect::<Vec<_>>(), [4; 3]);
}
