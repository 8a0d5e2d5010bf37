//! Circuits and inverses.

use csp::constraints::{circuit, inverse, routes, subcircuit};
use csp::{Config, Model, Term, Var, config::Consistency};

use super::driver::*;
use super::support::{Chance, Left, audited, oracle, rest, root};

/// Runs a test of a constraint at the strengths that its all-different can have.
fn at_strengths(
    name: &str,
    promise: Promise,
    post: &dyn Fn(&mut Model, &[Var]),
    each: &mut dyn FnMut(&Case<'_>),
) {
    for consistency in [Consistency::Check, Consistency::Value, Consistency::Domain, Consistency::Auto] {
        each(&Case {
            name: name.to_string(),
            post,
            promise: if consistency == Consistency::Domain { promise } else { Promise::Sound },
            steady: consistency != Consistency::Auto,
            alike: 0..0,
            is_sampled: true,
            configs: vec![audited(consistency)],
        });
    }
}

#[test]
fn circuits_of_small_domains() {
    let post = |model: &mut Model, x: &[Var]| ignore(model.post(circuit(x)));
    let moved = |model: &mut Model, x: &[Var]| ignore(model.post(circuit([x[0] + 1, x[1] - 1])));
    let twice = |model: &mut Model, x: &[Var]| ignore(model.post(circuit([x[0] + 1, x[0] + 2, x[1] + 0])));
    at_strengths("circuit", Promise::Domain, &post, &mut |case| {
        case.exhaust(1, -1, 1);
        case.exhaust(2, -1, 2);
    });
    at_strengths("circuit of three", Promise::Domain, &post, &mut |case| case.exhaust(3, -1, 2));
    at_strengths("circuit with offsets", Promise::Sound, &moved, &mut |case| case.exhaust(2, -1, 2));
    at_strengths("circuit, one variable twice", Promise::Sound, &twice, &mut |case| case.exhaust(2, -1, 2));
}

#[test]
fn routes_of_small_domains() {
    let post = |model: &mut Model, x: &[Var]| ignore(model.post(routes(&x[..3], &x[3..])));
    at_strengths("two places, one vehicle", Promise::Sound, &post, &mut |case| case.exhaust(5, 0, 2));
    let post = |model: &mut Model, x: &[Var]| ignore(model.post(routes(&x[..3], &x[3..])));
    at_strengths("one place, two vehicles", Promise::Sound, &post, &mut |case| case.exhaust(4, -1, 2));
    let moved = |model: &mut Model, x: &[Var]| {
        model.post(routes([x[0] + 1, x[1] + 0, x[2] - 1, x[3] + 0], [x[0] + 0, x[4] - 1]));
    };
    at_strengths("offsets, one variable twice", Promise::Sound, &moved, &mut |case| case.exhaust(5, 1, 2));
}

#[test]
fn routes_of_larger_domains() {
    let mut chance = Chance::new(29);
    let post = |model: &mut Model, x: &[Var]| ignore(model.post(routes(&x[..5], &x[5..])));
    at_strengths("routes", Promise::Sound, &post, &mut |case| {
        for _ in 0..60 {
            let next = (0..5).map(|_| chance.subset(0, 4, 6));
            let mut domains: Vec<Vec<i32>> = next.collect();
            domains.extend((0..3).map(|_| chance.subset(0, 1, 7)));
            case.check(&domains);
        }
    });
}

/// All routes of some places and vehicles: every order of the places, cut into as many parts as there are vehicles.
#[test]
fn the_number_of_routes() {
    let count = |places: usize, vehicles: usize| {
        let mut model = Model::new();
        let next = model.vars(places + vehicles, 0..(places + vehicles) as i32);
        let visits = model.vars(places, 0..vehicles as i32);
        model.post(routes(&next, &visits));
        model.search().unwrap().solutions().count()
    };
    let factorial = |n: usize| (1..=n).product::<usize>();
    for (places, vehicles) in [(0, 1), (0, 2), (1, 1), (1, 3), (3, 1), (3, 2), (3, 3), (4, 2), (5, 2)] {
        let cuts = factorial(places + vehicles - 1) / factorial(places) / factorial(vehicles - 1);
        assert_eq!(count(places, vehicles), factorial(places) * cuts, "{places} places, {vehicles} vehicles");
    }
}

#[test]
fn circuits_of_larger_domains() {
    let post = |model: &mut Model, x: &[Var]| ignore(model.post(circuit(x)));
    let mut chance = Chance::new(3);
    at_strengths("circuit", Promise::Sound, &post, &mut |case| {
        for round in 0..400 {
            let places = 4 + round % 2;
            let domains: Vec<Vec<i32>> = (0..places).map(|_| chance.subset(0, places - 1, 5)).collect();
            case.check(&domains);
        }
    });
}

/// Filtering of circuits beyond an all-different of the successors.
#[test]
fn filtering_of_circuits() {
    let left = |domains: &[&[i32]]| {
        let mut model = Model::new();
        let x: Vec<Var> = domains.iter().map(|&domain| model.var(domain)).collect();
        model.post(circuit(&x));
        root(&model, &x, &audited(Consistency::Value))
    };
    // The path from 0 over 1 may not return to 0, nor may its extension.
    let whole: &[i32] = &[0, 1, 2, 3];
    assert_eq!(left(&[&[1], whole, whole, whole]).map(|left| left[1].clone()), Some(Left::from([2, 3])));
    assert_eq!(left(&[&[1], &[0, 2], whole, whole]).map(|left| left[2].clone()), Some(Left::from([3])));
    // Two triangles without an edge between them, with one edge there, and with one edge back.
    let [there, back]: [&[i32]; 2] = [&[0, 1, 3], &[0, 3, 4]];
    let triangles: [&[i32]; 6] = [&[1, 2], &[0, 2], &[0, 1], &[4, 5], &[3, 5], &[3, 4]];
    let [a, b, c, d, e, f] = triangles;
    assert_eq!(left(&triangles), None);
    assert_eq!(left(&[a, b, there, d, e, f]), None);
    assert_eq!(left(&[a, b, c, d, e, back]), None);
    assert!(left(&[a, b, there, d, e, back]).is_some());
}

#[test]
fn inverses() {
    let post = |model: &mut Model, x: &[Var]| {
        let (first, second) = x.split_at(x.len() / 2);
        model.post(inverse(first, second));
    };
    at_strengths("inverse", Promise::Domain, &post, &mut |case| {
        case.exhaust(2, -1, 1);
        case.exhaust(4, 0, 1);
        let mut chance = Chance::new(5);
        for _ in 0..400 {
            let domains: Vec<Vec<i32>> = (0..6).map(|_| chance.subset(-1, 3, 5)).collect();
            case.check(&domains);
        }
    });
    let moved = |model: &mut Model, x: &[Var]| {
        model.post(inverse([x[0] + 1, x[1] + 1], [x[2] - 1, x[3] - 1]));
    };
    at_strengths("inverse with offsets", Promise::Domain, &moved, &mut |case| case.exhaust(4, 0, 1));
    let itself = |model: &mut Model, x: &[Var]| ignore(model.post(inverse(x, x)));
    at_strengths("inverse of itself", Promise::Sound, &itself, &mut |case| case.exhaust(3, 0, 2));
}

/// Domains without holes keep inner values; no solution is lost or repeated.
#[test]
fn very_wide_successors() {
    let wide = |count: usize| {
        let mut model = Model::new();
        let x: Vec<Var> = (0..count)
            .map(|at| if at % 2 == 0 { model.var(-500_000..=500_000) } else { model.var(-3..=9) })
            .collect();
        (model, x)
    };
    for consistency in [Consistency::Check, Consistency::Value, Consistency::Domain, Consistency::Auto] {
        let config = audited(consistency);
        let (mut model, x) = wide(5);
        model.post(circuit(x.iter().map(|&x| x + 2)));
        assert_eq!(count(&model, &config), 24);
        let (mut model, x) = wide(8);
        model.post(inverse(&x[..4], &x[4..]));
        assert_eq!(count(&model, &config), 24);
    }
}

fn count(model: &Model, config: &Config) -> usize {
    let found = rest(&mut model.search_with(config).unwrap(), 1000);
    assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
    found.len()
}

#[test]
fn solutions_with_others() {
    let mut chance = Chance::new(11);
    for _ in 0..40 {
        let mut model = Model::new();
        let x: Vec<Var> = (0..4).map(|_| model.var(chance.subset(0, 3, 7))).collect();
        let y: Vec<Var> = (0..4).map(|_| model.var(chance.subset(0, 3, 8))).collect();
        let all: Vec<Var> = x.iter().chain(&y).copied().collect();
        model.post(circuit(&x));
        model.post(inverse(&x, y.iter().map(|&y| Term::from(y))));
        model.post(x[0].lt(x[2]));
        let known = oracle(&model, &all);
        let found = rest(&mut model.search_with(&audited(Consistency::Auto)).unwrap(), known.len());
        assert_eq!(found, known);
    }
}

#[test]
fn subcircuits_of_small_domains() {
    let post = |model: &mut Model, x: &[Var]| ignore(model.post(subcircuit(x)));
    let moved = |model: &mut Model, x: &[Var]| ignore(model.post(subcircuit([x[0] + 1, x[1] - 1])));
    let twice = |model: &mut Model, x: &[Var]| ignore(model.post(subcircuit([x[0] + 1, x[0] + 2, x[1] + 0])));
    at_strengths("subcircuit", Promise::Sound, &post, &mut |case| {
        case.exhaust(1, -1, 1);
        case.exhaust(2, -1, 2);
        case.exhaust(3, -1, 2);
    });
    at_strengths("subcircuit with offsets", Promise::Sound, &moved, &mut |case| case.exhaust(2, -1, 2));
    at_strengths("subcircuit, one variable twice", Promise::Sound, &twice, &mut |case| {
        case.exhaust(2, -1, 2)
    });
}

#[test]
fn subcircuits_of_larger_domains() {
    let post = |model: &mut Model, x: &[Var]| ignore(model.post(subcircuit(x)));
    let mut chance = Chance::new(59);
    at_strengths("subcircuit", Promise::Sound, &post, &mut |case| {
        for places in [4, 5, 6] {
            for _ in 0..150 {
                let domains: Vec<Vec<i32>> = (0..places).map(|_| chance.subset(0, places - 1, 3)).collect();
                case.check(&domains);
            }
        }
    });
}

#[test]
fn an_inverse_has_the_strength_that_is_set() {
    // Only domain consistency sees that two guests share the first two rooms.
    let left = |with: Option<Consistency>| {
        let mut model = Model::new();
        let guests = [model.var([0, 1]), model.var([0, 1]), model.var(0..=3), model.var(0..=3)];
        let rooms = model.vars(4, 0..=3);
        let constraint = inverse(guests, &rooms);
        model.post(with.map_or(constraint.clone(), |with| constraint.with(with)));
        let left = root(&model, &guests, &audited(Consistency::Value)).unwrap();
        left[2].iter().copied().collect::<Vec<i32>>()
    };
    assert_eq!(left(Some(Consistency::Domain)), [2, 3]);
    assert_eq!(left(None), [0, 1, 2, 3]);
}

/// Places that must be on the cycle, and places that do not reach it.
#[test]
fn filtering_of_subcircuits() {
    let left = |domains: &[&[i32]]| {
        let mut model = Model::new();
        let x: Vec<Var> = domains.iter().map(|&domain| model.var(domain)).collect();
        model.post(subcircuit(&x));
        let left = root(&model, &x, &audited(Consistency::Value))?;
        Some(left.iter().map(|left| left.iter().copied().collect::<Vec<i32>>()).collect::<Vec<_>>())
    };
    // Place 0 is on the cycle. Places 2 and 3 do not lead there.
    assert_eq!(left(&[&[1, 2], &[0, 1], &[2, 3], &[2, 3]]), Some(vec![vec![1], vec![0], vec![2], vec![3]]));
    // The chain from 0 to 1 must not close before it has been at 3.
    assert_eq!(left(&[&[1], &[0, 2], &[0, 2, 3], &[0, 1, 2]]).map(|left| left[1].clone()), Some(vec![2]));
    // Two closed cycles.
    assert_eq!(left(&[&[1], &[0], &[3], &[2]]), None);
}
