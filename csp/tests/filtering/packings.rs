//! Bin packing.

use csp::constraints::{Operand, bin_packing, bin_packing_within};
use csp::{Model, Var, operands};

use super::driver::*;
use super::support::{Chance, audited, rest, root};

#[test]
fn packings_of_small_domains() {
    for sizes in [[1, 2], [2, 2], [0, 3]] {
        let post =
            move |model: &mut Model, x: &[Var]| ignore(model.post(bin_packing(&x[..2], sizes, &x[2..])));
        plain(&format!("sizes {sizes:?}"), Promise::Sound, &post).exhaust(4, 0, 2);
    }
    let known = |model: &mut Model, x: &[Var]| {
        let loads = [Operand::from(3), (x[3] + 1).into()];
        model.post(bin_packing(&x[..3], [1, 2, 3], loads));
    };
    plain("one load known", Promise::Sound, &known).exhaust(4, -1, 2);
    let given = |model: &mut Model, x: &[Var]| {
        let bins = [(x[0] - 1).into(), Operand::from(1), x[1].into()];
        model.post(bin_packing(bins, [2, 1, 1], [x[2] + 0, x[3] + 1, x[2] + 1]));
    };
    plain("one bin known", Promise::Sound, &given).exhaust(4, 0, 2);
    let twice = |model: &mut Model, x: &[Var]| {
        model.post(bin_packing([x[0], x[1], x[0]], [1, 1, 2], [x[1], x[2]]));
    };
    plain("one variable several times", Promise::Sound, &twice).exhaust(3, -1, 3);
}

#[test]
fn packings_within_capacities() {
    for (sizes, capacities) in
        [([1, 2, 1], [2, 2]), ([2, 1, 0], [1, 2]), ([2, 2, 1], [4, 0]), ([3, 1, 1], [3, 9])]
    {
        let post =
            move |model: &mut Model, x: &[Var]| ignore(model.post(bin_packing_within(x, sizes, capacities)));
        plain(&format!("sizes {sizes:?} in {capacities:?}"), Promise::Sound, &post).exhaust(3, -1, 2);
    }
    let open = |model: &mut Model, x: &[Var]| {
        model.post(bin_packing_within(operands![x[0], 1, x[1]], [1, 2, 2], operands![x[2], x[3] - 1]));
    };
    plain("open capacities", Promise::Sound, &open).exhaust(4, 0, 2);
    let twice = |model: &mut Model, x: &[Var]| {
        model.post(bin_packing_within([x[0], x[1], x[0]], [1, 1, 2], operands![x[1], 3]));
    };
    plain("one variable several times", Promise::Sound, &twice).exhaust(2, -1, 3);
}

#[test]
fn larger_packings() {
    let mut chance = Chance::new(47);
    for _ in 0..400 {
        let (items, bins) = (3 + chance.below(2) as usize, 2 + chance.below(2) as usize);
        let sizes: Vec<i32> = (0..items).map(|_| chance.between(0, 4)).collect();
        let post = |model: &mut Model, x: &[Var]| {
            model.post(bin_packing(&x[..items], sizes.iter().copied(), &x[items..]));
        };
        let case = plain(&format!("sizes {sizes:?}"), Promise::Sound, &post);
        let places = (0..items).map(|_| chance.subset(0, bins as i32 - 1, 3));
        let mut domains: Vec<Vec<i32>> = places.collect();
        domains.extend((0..bins).map(|_| chance.subset(0, 7, 5)));
        case.check(&domains);
    }
}

#[test]
fn filtering_of_packings() {
    let filtered = |bins: [&[i32]; 3], loads: [&[i32]; 2]| {
        let mut model = Model::new();
        let x: Vec<Var> = bins.into_iter().chain(loads).map(|values| model.var(values)).collect();
        model.post(bin_packing(&x[..3], [4, 3, 2], &x[3..]));
        let left = root(&model, &x, &audited(Default::default()))?;
        Some(left.iter().map(|left| left.iter().copied().collect()).collect::<Vec<Vec<i32>>>())
    };
    let any: Vec<i32> = (0..=9).collect();
    // The item of 3 is too much beside that of 4.
    assert_eq!(
        filtered([&[0], &[0, 1], &[0, 1]], [&[4, 5, 6], &any]).unwrap(),
        [vec![0], vec![1], vec![0, 1], vec![4, 5, 6], vec![3, 4, 5]]
    );
    assert_eq!(filtered([&[0, 1], &[0, 1], &[0, 1]], [&[7], &[0, 1, 2, 8, 9]]).unwrap()[4], [2]);
    // Without the largest item a bin has 5.
    assert_eq!(filtered([&[0, 1], &[0, 1], &[0, 1]], [&any, &[6, 7, 8, 9]]).unwrap()[0], [1]);
    assert_eq!(filtered([&[0, 1], &[0, 1], &[0, 1]], [&[0, 1, 2, 3], &[0, 1, 2, 3, 4]]), None);
}

#[test]
fn a_very_wide_load() {
    let mut model = Model::new();
    let (bins, loads) = (model.vars(4, 0..=1), model.vars(2, -1_000_000..=1_000_000));
    model.post(bin_packing(&bins, [100_000, 200_000, 300_000, 400_000], &loads));
    model.post(loads[0].eq(loads[1]));
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    assert_eq!(rest(&mut search, 10).len(), 2);
}
