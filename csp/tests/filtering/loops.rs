//! Loops of links that have no direction.

use csp::constraints::single_loop;
use csp::{Model, Var};

use super::driver::*;
use super::support::{Chance, audited, root};

/// Returns the edges of a rectangular grid graph.
fn rectangle(rows: usize, columns: usize) -> Vec<(usize, usize)> {
    let across = (0..rows * columns).filter(|at| at % columns + 1 < columns).map(|at| (at, at + 1));
    across.chain((0..(rows - 1) * columns).map(|at| (at, at + columns))).collect()
}

#[test]
fn small_graphs() {
    let graphs: [&[(usize, usize)]; 9] = [
        &[],
        &[(0, 1)],
        &[(0, 1), (1, 0)],
        &[(0, 1), (1, 2), (2, 0)],
        &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 0)],
        &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)],
        &[(0, 1), (1, 0), (2, 3), (3, 2), (1, 2)],
        &[(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)],
        &[(5, 1), (1, 2), (2, 5), (5, 3), (3, 1), (4, 0), (0, 4)],
    ];
    for edges in graphs {
        let post = |model: &mut Model, x: &[Var]| {
            ignore(model.post(single_loop(x, edges.iter().copied())));
        };
        let case = plain(&format!("a loop along {edges:?}"), Promise::Sound, &post);
        case.exhaust(edges.len(), 0, 1);
        if edges.len() < 4 {
            case.exhaust(edges.len(), -1, 2);
        }
    }
    let twice = |model: &mut Model, x: &[Var]| {
        let links = [x[0] + 0, x[1] + 0, x[0] + 1, x[2] - 1, x[1] + 0];
        ignore(model.post(single_loop(links, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 0)])));
    };
    plain("a loop, one variable twice", Promise::Sound, &twice).exhaust(3, 0, 2);
}

#[test]
fn random_loops() {
    let mut chance = Chance::new(67);
    for round in 0..1500 {
        let (rows, columns) = chance.pick(&[(2, 3), (2, 4), (3, 3)]);
        let mut edges = rectangle(rows, columns);
        edges.retain(|_| chance.below(12) > 0);
        let post = |model: &mut Model, x: &[Var]| {
            ignore(model.post(single_loop(x, edges.iter().copied())));
        };
        let case = plain(&format!("{round}: a loop along {edges:?}"), Promise::Sound, &post);
        let lists = [vec![0, 1], vec![0, 1], vec![0, 1], vec![0, 1], vec![1], vec![0]];
        let domains: Vec<Vec<i32>> = edges.iter().map(|_| chance.pick(&lists)).collect();
        case.check(&domains);
        case.solve(&domains);
    }
}

#[test]
fn a_loop_stays_in_its_block() {
    // Two rings that share a point, and a tail.
    let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (4, 5)];
    let mut model = Model::new();
    let x = model.vars(7, 0..=1);
    model.post(single_loop(&x, edges));
    let left = root(&model, &x, &audited(Default::default())).expect("there are two");
    assert_eq!(left[6], [0].into());
    model.post(x[1].eq(1));
    let left = root(&model, &x, &audited(Default::default())).expect("there is one");
    let wanted = [1, 1, 1, 0, 0, 0, 0];
    assert!(left.iter().zip(wanted).all(|(left, wanted)| *left == [wanted].into()), "{left:?}");
    model.post(x[4].eq(1));
    assert_eq!(root(&model, &x, &audited(Default::default())), None);
}

#[test]
fn loops_of_grids_are_so_many() {
    // Simple cycles of grids of n by n points: OEIS A140517.
    for (side, loops) in [(2, 1), (3, 13), (4, 213), (5, 9349)] {
        let edges = rectangle(side, side);
        let mut model = Model::new();
        let links = model.vars(edges.len(), 0..=1);
        model.post(single_loop(&links, edges));
        assert_eq!(model.search().unwrap().solutions().count(), loops, "{side} by {side} points");
    }
}
