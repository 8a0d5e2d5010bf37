//! Connected parts of graphs.

use csp::constraints::{connected, independent};
use csp::{Model, Values, Var};

use super::driver::*;
use super::support::{Chance, audited, rest};

#[test]
fn connected_parts_filter_exactly() {
    let graphs: [(usize, &[(usize, usize)]); 7] = [
        (1, &[]),
        (3, &[]),
        (3, &[(0, 1), (1, 2)]),
        (3, &[(0, 1), (2, 2), (1, 0)]),
        (4, &[(0, 1), (1, 2), (2, 3), (3, 0)]),
        (4, &[(0, 1), (0, 2), (0, 3)]),
        (4, &[(0, 1), (1, 2), (2, 0), (2, 3)]),
    ];
    for (places, edges) in graphs {
        let post = |model: &mut Model, x: &[Var]| {
            model.post(connected(x, edges.iter().copied(), [0, 2]));
        };
        let case = plain(&format!("0 and 2 connected along {edges:?}"), Promise::Domain, &post);
        case.exhaust(places, 0, 2);
        if places < 4 {
            case.exhaust(places, -1, 2);
        }
    }
    let edges = [(0, 1), (1, 2)];
    let moved = |model: &mut Model, x: &[Var]| {
        ignore(model.post(connected([x[1] + 1, x[0] - 1, x[2] + 0], edges, 1..=2)))
    };
    plain("with offsets", Promise::Domain, &moved).exhaust(3, 0, 2);
    let twice = |model: &mut Model, x: &[Var]| {
        model.post(connected([x[0] + 0, x[1] + 0, x[0] + 1, x[2] + 0], [(0, 1), (1, 2), (2, 3)], 1));
    };
    plain("one variable twice", Promise::Sound, &twice).exhaust(3, 0, 2);
}

#[test]
fn random_graphs_filter_exactly() {
    let mut chance = Chance::new(53);
    for _ in 0..600 {
        let places = 5 + chance.below(4) as usize;
        let place = |chance: &mut Chance| chance.below(places as u64) as usize;
        let edges: Vec<(usize, usize)> =
            (0..places + 2).map(|_| (place(&mut chance), place(&mut chance))).collect();
        let post = |model: &mut Model, x: &[Var]| {
            model.post(connected(x, edges.iter().copied(), 1));
        };
        let case = plain(&format!("1 connected along {edges:?}"), Promise::Domain, &post);
        let domains: Vec<Vec<i32>> = (0..places)
            .map(|_| chance.pick(&[vec![0, 1], vec![0, 1], vec![0, 1], vec![1], vec![0]]))
            .collect();
        case.check(&domains);
    }
}

#[test]
fn very_wide_places() {
    let mut model = Model::new();
    let x = model.vars(4, -500_000..=500_000);
    let inside: Values = [-3, 0, 1, 70].into();
    model.post(connected(&x, [(0, 1), (1, 2), (2, 3)], inside));
    for (&x, low, high) in
        x.iter().zip([0, 69, 0, -1]).zip([1, 71, 2, 0]).map(|((x, low), high)| (x, low, high))
    {
        model.post(x.ge(low));
        model.post(x.le(high));
    }
    let mut search = model.search_with(&audited(Default::default())).unwrap();
    let found = rest(&mut search, 36);
    let is_in = |value: i32| [-3, 0, 1, 70].contains(&value);
    let connected = |word: &[i32]| {
        let inside: Vec<bool> = word.iter().map(|&value| is_in(value)).collect();
        inside.windows(2).filter(|pair| pair[0] != pair[1]).count() + usize::from(inside[0]) <= 2
    };
    let mut wanted = 0;
    for (a, b, c, d) in (0..=1).flat_map(|a| {
        (69..=71).flat_map(move |b| (0..=2).flat_map(move |c| (-1..=0).map(move |d| (a, b, c, d))))
    }) {
        wanted += usize::from(connected(&[a, b, c, d]));
    }
    assert_eq!(found.len(), wanted);
    assert!(found.iter().all(|word| connected(word)));
}

#[test]
fn neighbours_of_a_value_do_not_take_it() {
    let chain = |m: &mut Model, x: &[Var]| {
        m.post(independent(x, |place, _, each| each(place + 1)));
    };
    plain("different from the next", Promise::Sound, &chain).exhaust(3, 0, 2);
    let far = |m: &mut Model, x: &[Var]| {
        m.post(independent(x, |place, value, each| each(place + value.max(0) as usize)));
    };
    plain("as far apart as they say", Promise::Sound, &far).exhaust(3, 0, 2);
    plain("as far apart as they say", Promise::Sound, &far).exhaust(4, 1, 2);
    let twice = |m: &mut Model, x: &[Var]| {
        let twice = [x[0] + 0, x[1] + 0, x[1] + 1, x[2] + 0];
        ignore(m.post(independent(twice, |place, value, each| {
            if value > 0 {
                each((place + 2) % 4)
            }
        })));
    };
    plain("one variable twice", Promise::Sound, &twice).exhaust(3, 0, 2);
}
