//! Graphs divided into connected parts.

use csp::{Model, Var, constraints::partition};

use super::driver::*;
use super::support::{Chance, audited, solve};

/// Returns the edges of a rectangular grid graph.
fn rectangle(rows: usize, columns: usize) -> Vec<(usize, usize)> {
    let across = (0..rows * columns).filter(|at| at % columns + 1 < columns).map(|at| (at, at + 1));
    let down = (0..(rows - 1) * columns).map(|at| (at, at + columns));
    across.chain(down).collect()
}

#[test]
fn small_graphs() {
    type Edges = &'static [(usize, usize)];
    let graphs: [(usize, usize, Edges); 6] = [
        (1, 1, &[]),
        (2, 1, &[(0, 1)]),
        (3, 2, &[(0, 1), (1, 2)]),
        (4, 2, &[(0, 1), (1, 2), (2, 3), (3, 0)]),
        (4, 2, &[(0, 1), (0, 2), (0, 3)]),
        (4, 2, &[(0, 1), (1, 2), (2, 0), (2, 3)]),
    ];
    for (places, size, edges) in graphs {
        let post = |model: &mut Model, x: &[Var]| {
            model.post(partition(x, edges.iter().copied(), size));
        };
        let case = plain(&format!("parts of {size} along {edges:?}"), Promise::Sound, &post);
        case.exhaust(places, 0, 2);
    }
}

#[test]
fn pairs_and_values() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0)];
    let post = |model: &mut Model, x: &[Var]| {
        let whole = partition(&x[..4], edges, 2).pair(0, 2, x[4]).pair(3, 0, x[5]);
        model.post(whole.different([x[6], x[7], x[6], x[7]]));
    };
    let case = plain("pairs and values", Promise::Sound, &post);
    case.exhaust(8, 0, 1);
}

#[test]
fn random_parts() {
    let mut chance = Chance::new(71);
    for _ in 0..400 {
        let (rows, columns, size) = chance.pick(&[(2, 2, 2), (2, 3, 2), (2, 3, 3), (2, 4, 4), (1, 6, 3)]);
        let places = rows * columns;
        let mut edges = rectangle(rows, columns);
        edges.retain(|_| chance.below(10) > 0);
        let with_values = places <= 6 && chance.below(2) == 0;
        let ends: Vec<(usize, usize)> = (0..3)
            .map(|_| (chance.below(places as u64) as usize, chance.below(places as u64) as usize))
            .collect();
        let post = |model: &mut Model, x: &[Var]| {
            let mut whole = partition(&x[..places], edges.iter().copied(), size);
            for (&(a, b), &pair) in ends.iter().zip(&x[places..]) {
                whole = whole.pair(a, b, pair);
            }
            if with_values {
                whole = whole.different(x[places + 3..].iter().map(|&value| value - 1));
            }
            model.post(whole);
        };
        let case = plain(&format!("parts of {size} along {edges:?}, {ends:?}"), Promise::Sound, &post);
        let parts = (places / size) as i32;
        let mut domains: Vec<Vec<i32>> = (0..places).map(|_| chance.subset(0, parts - 1, 7)).collect();
        domains.extend((0..3).map(|_| chance.subset(0, 1, 7)));
        if with_values {
            domains.extend((0..places).map(|_| chance.subset(0, size as i32, 3)));
        }
        case.check(&domains);
        case.solve(&domains);
    }
}

#[test]
fn labels_and_values_far_apart() {
    // Domains without words: the constraint filters by trying values.
    let mut model = Model::new();
    let labels = [model.var(-100..=0), model.var(0..=200), model.var(0..=1), model.var([0, 1, 9000])];
    let values = model.vars(4, [-5, 5000]);
    model.post(partition(labels, [(0, 1), (1, 2), (2, 3)], 2).different(&values).pair(0, 1, 1));
    assert_eq!(solve(&model, &audited(Default::default()), 4).len(), 4);
}

#[test]
fn rectangles_are_divided_in_so_many_ways() {
    // Tilings of squares by polyominoes with as many cells as their side: OEIS A172477.
    for (side, ways) in [(1, 1), (2, 2), (3, 10), (4, 117), (5, 4006)] {
        let mut model = Model::new();
        let labels = model.vars(side * side, 0..=side as i32 - 1);
        model.post(partition(&labels, rectangle(side, side), side));
        assert_eq!(model.search().unwrap().solutions().count(), ways, "side {side}");
    }
}
