//! Root fixpoints, clauses, groups and restarts.

use csp::config::{Consistency, Restarts, ValueOrder, VariableOrder};
use csp::constraints::{clause, constructive_any, inverse};
use csp::{
    Condition, Config, Constraint, Decision, Model, Var, all_different, extend::Posting, holds, maximum,
    minimum, sum,
};

use super::BOTH;
use crate::support::{CONSISTENCIES, PATHS, audited, oracle, rest, root, solve};

/// The extremum of a wide variable that is the variable's opposite: which values stay depends on the same domain.
#[test]
fn an_extremum_of_its_own_opposite() {
    for consistency in CONSISTENCIES {
        for values in [&[-64, -1, 0, 64][..], &[-64, -1, 1, 64], &[-90, -64, 3, 70, 90]] {
            for is_maximum in BOTH {
                let mut model = Model::new();
                let x = model.var(values);
                model.post(if is_maximum { maximum([x]).eq(-x) } else { minimum([x]).eq(-x) });
                let expected = oracle(&model, &[x]);
                assert_eq!(expected.len(), usize::from(values.contains(&0)));
                assert_eq!(solve(&model, &audited(consistency), expected.len()), expected, "{values:?}");
            }
        }
    }
}

#[test]
fn two_variables_fixed_to_one_value() {
    for consistency in CONSISTENCIES {
        for presolve in BOTH {
            let config = audited(consistency).with_presolve(presolve);
            for (domain, offset) in [(4..=4, 0), (4..=4, 3), (-70..=-70, 0)] {
                let mut model = Model::new();
                let x = model.var(domain.clone());
                let y = model.var(domain.start() - offset..=domain.end() - offset);
                let z = model.var(0..=100);
                model.all_different([x + 0, y + offset, z + 0]);
                assert!(solve(&model, &config, 0).is_empty(), "{consistency:?}");
                let mut model = Model::new();
                let x = model.var(-80..=80);
                let y = model.var(-80..=80);
                model.all_different([x + 0, y + offset]);
                let mut search = model.search_with(&config).unwrap();
                search.assume(&[x.is(*domain.start()), y.is(domain.start() - offset)]).unwrap();
                assert!(rest(&mut search, 0).is_empty(), "{consistency:?}");
                search.assume(&[x.is(*domain.start()), y.is(domain.start() - offset + 1)]).unwrap();
                assert_eq!(rest(&mut search, 1).len(), 1, "{consistency:?}");
            }
        }
    }
}

/// A chain in which each value becomes free only after the previous one is taken.
#[test]
fn all_different_reaches_its_fixpoint_at_the_root() {
    for consistency in [Consistency::Value, Consistency::Singles, Consistency::Bounds, Consistency::Domain] {
        for offset in [0, 1] {
            let mut model = Model::new();
            let chain: Vec<Var> = (0..60).rev().map(|at| model.var([at.max(1) - 1, at])).collect();
            model.all_different(chain.iter().zip(0..).map(|(&x, at)| x + offset * (at - at)));
            let left = root(&model, &chain, &audited(consistency)).unwrap();
            // The last variable is fixed to 0, which fixes all others.
            assert!(left.iter().all(|left| left.len() == 1), "{consistency:?}: {left:?}");
        }
    }
}

#[test]
fn a_fixed_value_leaves_its_peers_at_the_root() {
    for presolve in BOTH {
        for consistency in CONSISTENCIES.into_iter().filter(|c| !matches!(c, Consistency::Check)) {
            let mut model = Model::new();
            let x = [model.var(2), model.var(1..=3), model.var(1..=4)];
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                model.post(x[a].ne(x[b]));
            }
            let left = root(&model, &x, &audited(consistency).with_presolve(presolve)).unwrap();
            assert!(!left[1].contains(&2) && !left[2].contains(&2), "{consistency:?}");
        }
    }
}

/// Nogoods kept over restarts must not exclude solutions that were not found yet.
#[test]
fn restarts_do_not_refute_solvable_models() {
    for consistency in CONSISTENCIES {
        for seed in 0..20 {
            let mut model = Model::new();
            let x = model.vars(6, 0..=3);
            for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 2), (1, 3), (2, 4), (3, 5)] {
                model.post(x[a].ne(x[b]));
            }
            model.any_of([x[0].is(3), x[5].is_not(0)]);
            model.post((x[0] + x[1] + x[5]).eq(4));
            let config = Config::default()
                .with_consistency(consistency)
                .with_seed(seed)
                .with_restarts(Restarts::luby(1))
                .with_variables(VariableOrder::Random)
                .with_values(if seed % 2 == 0 { ValueOrder::Random } else { ValueOrder::Split });
            let known = oracle(&model, &x);
            assert_eq!(solve(&model, &config, known.len()), known, "{config:?}");
        }
    }
}

/// The distance in `x ≠ y + 1` has a direction.
#[test]
fn differences_point_the_right_way() {
    for presolve in BOTH {
        let mut model = Model::new();
        let (x, y) = (model.var(0..=3), model.var(0..=3));
        model.post(x.ne(y + 1));
        let known = oracle(&model, &[x, y]);
        assert_eq!(
            solve(&model, &Config::default().with_presolve(presolve), 16),
            known,
            "presolve {presolve}"
        );
    }
}

/// Clauses that become true or false while others are posted.
#[test]
fn clauses_see_changes_before_they_were_watched() {
    let config = audited(Consistency::Auto);
    let mut model = Model::new();
    let x = model.vars(2, 0..=1);
    model.any_of([x[0].is(1), x[1].is(1)]);
    model.any_of([x[0].is(0)]);
    model.any_of([x[1].is(0)]);
    assert!(solve(&model, &config, 4).is_empty());
    let mut model = Model::new();
    let x = model.vars(3, 0..=1);
    model.any_of([x[0].is(1), x[1].is(1), x[2].is(1)]);
    model.any_of([x[0].is(0)]);
    model.any_of([x[1].is(0)]);
    assert_eq!(solve(&model, &config, 4), [[0, 0, 1]]);
    // The same with constraints added late, and with a constraint that narrows when it is posted.
    let mut model = Model::new();
    let x = model.vars(3, 0..=1);
    model.any_of(x.iter().map(|x| x.is(1)));
    model.post(Zero(x[0]));
    model.post(Zero(x[1]));
    assert_eq!(solve(&model, &config, 4), [[0, 0, 1]]);
    let mut search = model.search_with(&config).unwrap();
    search.add_constraint(Zero(x[2])).unwrap();
    assert!(rest(&mut search, 4).is_empty());
    // Groups that are added late and lose a value at once.
    let mut model = Model::new();
    let (x, one) = (model.vars(2, 0..=1), model.var(1));
    model.any_of([x[0].is(1), x[1].is(1)]);
    for consistency in CONSISTENCIES {
        let mut search = model.search_with(&audited(consistency)).unwrap();
        search.add_constraint(all_different([x[0], one])).unwrap();
        search.add_constraint(all_different([one, x[1]])).unwrap();
        assert!(rest(&mut search, 4).is_empty(), "{consistency:?}");
    }
}

/// Constraint that assigns 0 when it is posted.
#[derive(Debug)]
struct Zero(Var);

impl Constraint for Zero {
    fn scope(&self) -> &[Var] {
        std::slice::from_ref(&self.0)
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values[0] == 0
    }

    fn post(&self, to: &mut Posting<'_>) {
        let view = to.view(self.0);
        to.narrow(|store| store.assign(view, 0));
    }
}

/// Three hundred overlapping groups with more intersections than 16 bits can number.
#[test]
fn networks_with_very_many_meeting_places() {
    // Eight classes of two or three copies. Every group takes one copy of each class, so copies of different classes
    // differ, and each class has a value of its own.
    let copies = [3, 2, 2, 2, 2, 2, 2, 2];
    for simd in PATHS {
        let mut model = Model::new();
        let classes: Vec<Vec<Var>> = copies.iter().map(|&copies| model.vars(copies, 0..8)).collect();
        for choice in 0..300 {
            let group = classes.iter().enumerate().map(|(class, vars)| match class {
                0 => vars[choice % 3],
                _ => vars[(choice / 3) >> (class - 1) & 1],
            });
            model.all_different(group);
        }
        let given: Vec<Decision> = (0..5).map(|class| classes[class][class % 2].is(class as i32)).collect();
        let mut search = model.search_with(&audited(Consistency::Auto).with_simd(simd)).unwrap();
        search.assume(&given).unwrap();
        assert_eq!(search.solutions().take(100).count(), 6, "{simd:?}");
    }
}

/// A constraint over nothing, a group of one variable, and a group without effect.
#[test]
fn degenerate_groups() {
    for consistency in CONSISTENCIES {
        let mut model = Model::new();
        let x = model.vars(2, 0..=70);
        model.all_different::<Var>([]);
        model.all_different([x[0]]);
        model.post(all_different([x[0] + 1, x[0] + 2]).with(consistency));
        model.post(all_different([x[1] + 5]).with(consistency));
        assert_eq!(solve(&model, &audited(consistency), 9999).len(), 71 * 71, "{consistency:?}");
        model.all_different([x[0], x[1], x[0]]);
        assert!(solve(&model, &audited(consistency), 0).is_empty(), "{consistency:?}");
    }
}

/// Some constraints under an operator fail before the search: through narrowing when posted, through differences or
/// through clauses. The engine of each such constraint must have an empty queue afterwards.
#[test]
fn a_condition_that_fails_at_its_root_leaves_an_empty_queue() {
    let mut model = Model::new();
    let (a, b) = (model.var([0, 2, 3]), model.var(-2..=1));
    let (c, z) = (model.var([-1, 0, 2, 3]), model.var(0..=99));
    model.post(holds(inverse([a, b], [c, a])).iff(z.gt(90)));
    let vars = [a, b, c, z];
    assert_eq!(solve(&model, &audited(Consistency::Auto), 9999), oracle(&model, &vars));

    let fixed = |model: &mut Model| [1, 1, 0, 0].map(|value| model.var(value..=value));
    let parts: [fn(&[Var]) -> Condition; 4] = [
        |x| holds(all_different(x)),
        |x| holds(clause([x[0].is(0), x[2].is(1)])),
        |x| holds(all_different(&x[..2])) & sum(x).eq(2),
        |x| holds(clause([x[0].is(0)])) & maximum(x).eq(x[3]),
    ];
    for part in parts {
        let mut model = Model::new();
        let (x, z) = (fixed(&mut model), model.var(0..=99));
        model.post(part(&x).iff(z.gt(90)));
        model.post(constructive_any([part(&x), z.lt(20)]));
        assert_eq!(solve(&model, &audited(Consistency::Auto), 9999).len(), 20);
    }
}
