//! Connected parts of graphs.

use csp::constraints::{Regions, areas, connected, independent, regions};
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

/// Small graphs: a number of places, and edges.
const GRAPHS: [(usize, &[(usize, usize)]); 7] = [
    (1, &[]),
    (3, &[]),
    (3, &[(0, 1), (1, 2)]),
    (3, &[(0, 1), (2, 2), (1, 0)]),
    (4, &[(0, 1), (1, 2), (2, 3), (3, 0)]),
    (4, &[(0, 1), (0, 2), (0, 3)]),
    (4, &[(0, 1), (1, 2), (2, 0), (2, 3)]),
];

#[test]
fn a_region_of_any_size_filters_exactly() {
    for (places, edges) in GRAPHS {
        let post = |model: &mut Model, x: &[Var]| {
            ignore(model.post(regions(x, edges.iter().copied()).region(1, ..)));
        };
        let case = plain(&format!("1 connected along {edges:?}"), Promise::Domain, &post);
        case.exhaust(places, 0, 2);
    }
}

#[test]
fn regions_with_sizes() {
    type Way = fn(Regions) -> Regions;
    let ways: [(&str, Way); 6] = [
        ("none", |regions| regions),
        ("one size", |regions| regions.region(1, 2..=2)),
        ("two labels", |regions| regions.region(0, ..).region(1, 1..=2)),
        ("at least", |regions| regions.region(2, 2..).region(1, ..2)),
        ("all labels", |regions| regions.region(0, 1..).region(1, ..=3).region(2, 1..3)),
        ("no size", |regions| regions.region(1, 5..)),
    ];
    for (places, edges) in GRAPHS {
        for (name, way) in ways {
            let post = |model: &mut Model, x: &[Var]| {
                ignore(model.post(way(regions(x, edges.iter().copied()))));
            };
            plain(&format!("{name} along {edges:?}"), Promise::Sound, &post).exhaust(places, 0, 2);
        }
    }
    let edges = [(0, 1), (1, 2), (2, 3)];
    let twice = |model: &mut Model, x: &[Var]| {
        let places = [x[0] + 0, x[1] + 0, x[0] + 1, x[2] + 0];
        ignore(model.post(regions(places, edges).region(1, 2..).region(2, ..2)));
    };
    plain("one variable twice", Promise::Sound, &twice).exhaust(3, 0, 2);
}

/// Returns the edges of a rectangular grid graph.
fn rectangle(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
    let across = (0..rows * columns).filter(move |at| at % columns + 1 < columns).map(|at| (at, at + 1));
    across.chain((0..(rows - 1) * columns).map(move |at| (at, at + columns)))
}

#[test]
fn random_regions() {
    let mut chance = Chance::new(59);
    for round in 0..1500 {
        let (rows, columns) = chance.pick(&[(1, 7), (2, 3), (2, 4), (3, 3)]);
        let places = rows * columns;
        let mut edges: Vec<(usize, usize)> = rectangle(rows, columns).collect();
        edges.retain(|_| chance.below(12) > 0);
        let sizes: Vec<(usize, usize)> = (0..2)
            .map(|_| {
                let least = chance.below(5) as usize;
                (least, chance.pick(&[least, least + 1, places]))
            })
            .collect();
        let post = |model: &mut Model, x: &[Var]| {
            let with = |all: Regions, (label, &(least, most)): (i32, &(usize, usize))| {
                all.region(label, least..=most)
            };
            ignore(model.post((1..).zip(&sizes).fold(regions(x, edges.iter().copied()), with)));
        };
        let case = plain(&format!("{round}: {sizes:?} along {edges:?}"), Promise::Sound, &post);
        let domains: Vec<Vec<i32>> = (0..places)
            .map(|_| chance.pick(&[vec![0, 1], vec![0, 1], vec![0, 1, 2], vec![1], vec![0, 2], vec![0]]))
            .collect();
        case.check(&domains);
        case.solve(&domains);
    }
}

#[test]
fn a_region_does_not_reach_farther_than_its_size() {
    // A row of nine places; the middle one has label 1, the region of four.
    let mut model = Model::new();
    let x = model.vars(9, 0..=1);
    model.post(regions(&x, (0..8).map(|at| (at, at + 1))).region(1, 4..=4));
    model.post(x[4].eq(1));
    model.post(x[6].eq(1));
    let left = super::support::root(&model, &x, &audited(Default::default())).expect("there is a solution");
    let kept: Vec<Vec<i32>> = left.iter().map(|left| left.iter().copied().collect()).collect();
    let (none, any, all) = (vec![0], vec![0, 1], vec![1]);
    let wanted = [&none, &none, &none, &any, &all, &all, &all, &any, &none];
    assert_eq!(kept.iter().collect::<Vec<_>>(), wanted);
}

#[test]
fn labels_far_apart() {
    let mut model = Model::new();
    let x = [model.var([-5, 70]), model.var([0, 70]), model.var(-500_000..=500_000), model.var([-5, 0, 70])];
    model.post(regions(x, [(0, 1), (1, 2), (2, 3)]).region(-5, ..).region(70, 1..=2));
    model.post(x[2].ge(69));
    model.post(x[2].le(71));
    let mut found = rest(&mut model.search_with(&audited(Default::default())).unwrap(), 36);
    found.sort();
    let mut wanted = Vec::new();
    for a in [-5, 70] {
        for (b, c) in [0, 70].into_iter().flat_map(|b| (69..=71).map(move |c| (b, c))) {
            for d in [-5, 0, 70] {
                let word = [a, b, c, d];
                let is_apart = |label: i32| {
                    let places: Vec<usize> = (0..4).filter(|&at| word[at] == label).collect();
                    places.windows(2).any(|pair| pair[0] + 1 != pair[1])
                };
                let count = word.iter().filter(|&&label| label == 70).count();
                if !is_apart(-5) && !is_apart(70) && (1..=2).contains(&count) {
                    wanted.push(word.to_vec());
                }
            }
        }
    }
    assert_eq!(found, wanted);
}

#[test]
fn areas_have_the_size_that_they_say() {
    for (places, edges) in GRAPHS {
        let post = |model: &mut Model, x: &[Var]| ignore(model.post(areas(x, edges.iter().copied())));
        let case = plain(&format!("areas along {edges:?}"), Promise::Sound, &post);
        case.exhaust(places, 0, 3);
    }
    let moved = |model: &mut Model, x: &[Var]| {
        ignore(model.post(areas([x[0] + 1, x[1] + 0, x[0] + 0, x[2] - 1], [(0, 1), (1, 2), (2, 3)])));
    };
    plain("areas, one variable twice", Promise::Sound, &moved).exhaust(3, 0, 3);
}

#[test]
fn random_areas() {
    let mut chance = Chance::new(61);
    for round in 0..1500 {
        let (rows, columns) = chance.pick(&[(1, 7), (2, 3), (2, 4), (3, 3)]);
        let places = rows * columns;
        let mut edges: Vec<(usize, usize)> = rectangle(rows, columns).collect();
        edges.retain(|_| chance.below(12) > 0);
        let post = |model: &mut Model, x: &[Var]| ignore(model.post(areas(x, edges.iter().copied())));
        let case = plain(&format!("{round}: areas along {edges:?}"), Promise::Sound, &post);
        let lists =
            [vec![1, 2], vec![2, 3], vec![1, 3, 4], vec![2], vec![3], vec![1, 5], vec![2, 4], vec![3, 6]];
        let domains: Vec<Vec<i32>> = (0..places).map(|_| chance.pick(&lists)).collect();
        case.check(&domains);
        case.solve(&domains);
    }
}

#[test]
fn areas_grow_where_they_can() {
    // Two by four places: the first has 4, below it is a 1 and a 2 beside that, so that the area has one way out.
    let mut model = Model::new();
    let x = model.vars(8, 1..=4);
    model.post(areas(&x, rectangle(2, 4)));
    for (place, number) in [(0, 4), (4, 1), (5, 2)] {
        model.post(x[place].eq(number));
    }
    let left = super::support::root(&model, &x, &audited(Default::default())).expect("there is a solution");
    for place in [1, 2] {
        assert_eq!(left[place], [4].into(), "place {place}");
    }
    // Rows of n places are divided in as many ways as compositions of n without equal neighbours: OEIS A003242.
    for (places, ways) in [(1, 1), (2, 1), (3, 3), (4, 4), (5, 7), (6, 14), (7, 23), (8, 39)] {
        let mut model = Model::new();
        let x = model.vars(places, 1..=places as i32);
        model.post(areas(&x, (1..places).map(|at| (at - 1, at))));
        assert_eq!(model.search().unwrap().solutions().count(), ways, "{places} places");
    }
}
