//! What went wrong in other solvers, or could here: one small case each.

mod support;

use csp::{
    Brancher, Condition, Config, Consistency, Constraint, Decision, MAX_VALUE, MIN_VALUE, Model, Posting,
    Restarts, Search, Store, ValueOrder, Var, VariableOrder, View, all_different, circuit, clause,
    constructive_any, holds, inverse, maximum, sum,
};
use support::{CONSISTENCIES, PATHS, audited, oracle, rest, root, solve};

const BOTH: [bool; 2] = [true, false];

#[test]
fn two_variables_fixed_to_one_value() {
    for consistency in CONSISTENCIES {
        for presolve in BOTH {
            let config = Config { presolve, ..audited(consistency) };
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

/// Each step of the chain frees the next only after the value before has gone.
#[test]
fn all_different_reaches_its_fixpoint_at_the_root() {
    for consistency in [Consistency::Value, Consistency::Singles, Consistency::Bounds, Consistency::Domain] {
        for offset in [0, 1] {
            let mut model = Model::new();
            let chain: Vec<Var> = (0..60).rev().map(|at| model.var([at.max(1) - 1, at])).collect();
            model.all_different(chain.iter().zip(0..).map(|(&x, at)| x + offset * (at - at)));
            let left = root(&model, &chain, &audited(consistency)).unwrap();
            // The last of them is fixed to 0, so all are.
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
            let left = root(&model, &x, &Config { presolve, ..audited(consistency) }).unwrap();
            assert!(!left[1].contains(&2) && !left[2].contains(&2), "{consistency:?}");
        }
    }
}

/// What restarts keep must never rule out what was not found yet.
#[test]
fn restarts_do_not_refute_what_has_solutions() {
    for consistency in CONSISTENCIES {
        for seed in 0..20 {
            let mut model = Model::new();
            let x = model.vars(6, 0..=3);
            for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 2), (1, 3), (2, 4), (3, 5)] {
                model.post(x[a].ne(x[b]));
            }
            model.any_of([x[0].is(3), x[5].is_not(0)]);
            model.post((x[0] + x[1] + x[5]).eq(4));
            let config = Config {
                consistency,
                seed,
                restarts: Restarts::luby(1),
                variables: VariableOrder::Random,
                values: if seed % 2 == 0 { ValueOrder::Random } else { ValueOrder::Split },
                ..Config::default()
            };
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
            solve(&model, &Config { presolve, ..Config::default() }, 16),
            known,
            "presolve {presolve}"
        );
    }
}

/// Clauses that become true or false while others are posted.
#[test]
fn clauses_hear_what_happened_before_they_were_watched() {
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
    // The same late, and by a constraint that narrows when it is posted.
    let mut model = Model::new();
    let x = model.vars(3, 0..=1);
    model.any_of(x.iter().map(|x| x.is(1)));
    model.post(Zero(x[0]));
    model.post(Zero(x[1]));
    assert_eq!(solve(&model, &config, 4), [[0, 0, 1]]);
    let mut search = model.search_with(&config).unwrap();
    search.add_constraint(Zero(x[2])).unwrap();
    assert!(rest(&mut search, 4).is_empty());
    // Groups that come late and lose a value at once.
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

/// Takes everything but 0 away when it is posted.
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

#[test]
fn very_wide_domains_with_holes_in_mind() {
    for presolve in BOTH {
        for consistency in CONSISTENCIES {
            let config = Config { presolve, ..audited(consistency) };
            let mut model = Model::new();
            let (x, y) = (model.var(0..=1_000_000), model.var(499_999..=500_001));
            model.post(x.ne(500_000));
            model.post(x.ne(y));
            model.post((x * 2).ne(999_998));
            let mut search = model.search_with(&config).unwrap();
            search.assume(&[x.at_least(499_998), x.at_most(500_001)]).unwrap();
            let known = [
                [499_998, 499_999],
                [499_998, 500_000],
                [499_998, 500_001],
                [500_001, 499_999],
                [500_001, 500_000],
            ];
            assert_eq!(rest(&mut search, 9), known, "{config:?}");
        }
    }
}

#[derive(Debug)]
struct Product([Var; 3]);

impl Constraint for Product {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        i64::from(values[0]) * i64::from(values[1]) == i64::from(values[2])
    }
}

#[test]
fn trial_over_very_wide_domains() {
    for restarts in [Restarts::Never, Restarts::luby(1)] {
        let mut model = Model::new();
        let x = [model.var(0..=100_000), model.var(7..=8), model.var(0..=1_000_000)];
        model.post(Product(x));
        model.post(x[0].le(20));
        model.post((x[0] * 8).ge(x[2]));
        model.post((x[0] * 7).le(x[2]));
        let found = solve(&model, &Config { restarts, ..audited(Consistency::Auto) }, 100);
        assert_eq!(found.len(), 42);
        assert!(found.iter().all(|v| v[0] * v[1] == v[2]));
    }
}

#[test]
fn variables_at_the_ends_of_the_range() {
    for presolve in BOTH {
        for consistency in CONSISTENCIES {
            let config = Config { presolve, ..audited(consistency) };
            let mut model = Model::new();
            let x = [
                model.var(MAX_VALUE - 1..=MAX_VALUE),
                model.var(MIN_VALUE..=MIN_VALUE + 1),
                model.var([MAX_VALUE]),
            ];
            model.all_different(x);
            model.post(x[0].ne(x[1]));
            model.post(x[1].le(x[0]));
            model.any_of([x[0].at_least(i32::MAX), x[1].at_most(MIN_VALUE), x[1].at_most(i32::MIN)]);
            let found = solve(&model, &config, 9);
            assert_eq!(found, [[MAX_VALUE - 1, MIN_VALUE, MAX_VALUE]], "{config:?}");
        }
        let config = Config { presolve, ..audited(Consistency::Auto) };
        let mut model = Model::new();
        let wide = model.vars(2, MIN_VALUE..=MAX_VALUE);
        model.post((wide[0] - wide[1]).eq(i64::from(MAX_VALUE) - i64::from(MIN_VALUE)));
        assert_eq!(solve(&model, &config, 9), [[MAX_VALUE, MIN_VALUE]]);
    }
}

/// Terms that are in range each, but further apart than an `i32` reaches.
#[test]
fn offsets_at_the_ends_of_the_range() {
    for presolve in BOTH {
        for consistency in CONSISTENCIES {
            let config = Config { presolve, ..audited(consistency) };
            let mut model = Model::new();
            let (x, y) = (model.var(-1..=0), model.var(0..=1));
            model.all_different([x + MAX_VALUE, y + MIN_VALUE]);
            assert_eq!(solve(&model, &config, 9).len(), 4, "{config:?}");
        }
        let config = Config { presolve, ..audited(Consistency::Auto) };
        for signs in [[1, -1], [-1, 1]] {
            let mut model = Model::new();
            let x = model.vars(3, 0..=1);
            for (at, sign) in [1, 2].into_iter().zip(signs) {
                model.post(x[0].ne(x[at] + sign * MAX_VALUE));
                model.post(x[at].ne(x[0] + sign * MAX_VALUE));
            }
            model.post(x[1].ne(x[2]));
            assert_eq!(solve(&model, &config, 9).len(), 4, "{config:?}");
        }
    }
}

/// `x ≤ y + c` for a constant that is no value.
#[test]
fn comparisons_with_constants_beyond_the_values() {
    for presolve in BOTH {
        let config = Config { presolve, ..audited(Consistency::Auto) };
        for c in [1_500_000_000, 2_000_000_000, i32::MAX - 1] {
            let mut model = Model::new();
            let (x, y) = (model.var(MAX_VALUE - 1..=MAX_VALUE), model.var(MAX_VALUE - 1..=MAX_VALUE));
            model.post(x.le(y + c));
            assert_eq!(solve(&model, &config, 9).len(), 4, "{c}");
            model.post((x + c).le(y));
            assert!(solve(&model, &config, 9).is_empty(), "{c}");
            let mut model = Model::new();
            let (x, y) = (model.var(MIN_VALUE..=MIN_VALUE + 1), model.var(MIN_VALUE..=MIN_VALUE + 1));
            model.post(x.ge(y - c));
            model.post(x.ne(y - c));
            assert_eq!(solve(&model, &config, 9).len(), 4, "{c}");
            model.post(x.eq(y - c));
            assert!(solve(&model, &config, 9).is_empty(), "{c}");
        }
    }
}

/// Merging `x = y + c` must not lose what lies beyond the range of values on the way.
#[test]
fn equal_variables_near_the_ends_of_the_range() {
    for presolve in BOTH {
        let config = Config { presolve, ..audited(Consistency::Auto) };
        for (x, y, c) in [
            (0..=MAX_VALUE, 0..=MAX_VALUE - 50, 100),
            (0..=MAX_VALUE - 50, 0..=MAX_VALUE, -100),
            (MIN_VALUE + 50..=0, MIN_VALUE + 50..=0, -100),
            (MIN_VALUE + 50..=0, MIN_VALUE + 50..=0, 100),
        ] {
            for swapped in BOTH {
                let mut model = Model::new();
                let (a, b) = (model.var(x.clone()), model.var(y.clone()));
                model.post(if swapped { (b + c).eq(a) } else { a.eq(b + c) });
                let Ok(mut search) = model.search_with(&config) else {
                    continue; // Refused for its offset: nothing wrong is said.
                };
                let low = (*x.start()).max(y.start() + c);
                let high = (i64::from(*x.end())).min(i64::from(*y.end()) + i64::from(c)) as i32;
                assert_eq!(
                    (search.domain(a).min(), search.domain(a).max()),
                    (low, high),
                    "{x:?} = {y:?} + {c}"
                );
                for value in [low, high] {
                    search.assume(&[a.is(value)]).unwrap();
                    assert_eq!(rest(&mut search, 1), [[value, value - c]], "{x:?} = {y:?} + {c}");
                }
            }
        }
    }
}

/// Offsets of merged variables add up along a chain.
#[test]
fn chains_of_equal_variables_across_the_range() {
    for presolve in BOTH {
        let config = Config { presolve, ..audited(Consistency::Auto) };
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let mut model = Model::new();
            let starts = [MIN_VALUE, 0, MAX_VALUE - 2];
            let mut x = [None; 3];
            for at in order {
                x[at] = Some(model.var(starts[at]..=starts[at] + 2));
            }
            let x = x.map(Option::unwrap);
            let half = MAX_VALUE - 2;
            // x1 = x0 + 2^30, x2 = x1 + 2^30 - 2
            model.post(x[1].eq(x[0] + MAX_VALUE));
            model.post(x[2].eq(x[1] + half));
            model.any_of([x[2].is(MAX_VALUE), x[0].is(MIN_VALUE), x[2].at_most(i32::MIN)]);
            let found = solve(&model, &config, 9);
            assert_eq!(found.len(), 2, "{presolve} {order:?}: {found:?}");
            // From one end to the other, and further than that.
            let mut model = Model::new();
            let mut x = [None; 3];
            for at in order {
                x[at] = Some(model.var(starts[at]..=starts[at] + 2));
            }
            let x = x.map(Option::unwrap);
            model.post(x[1].eq(x[0] + MAX_VALUE));
            model.post((x[1] + MAX_VALUE).eq(x[2]));
            let found: Vec<[i32; 3]> =
                model.search_with(&config).unwrap().solutions().map(|s| x.map(|x| s[x])).take(9).collect();
            assert_eq!(found, [[MIN_VALUE, 0, MAX_VALUE]], "{presolve} {order:?}");
        }
        let mut model = Model::new();
        let x = model.vars(4, MIN_VALUE / 2..=MAX_VALUE / 2);
        for at in 0..3 {
            model.post(x[at + 1].eq(x[at] + MAX_VALUE));
        }
        assert!(solve(&model, &config, 9).is_empty(), "{presolve}");
        // An offset on top of one that merging has brought.
        let mut model = Model::new();
        let (x, y) = (model.var(MIN_VALUE..=MIN_VALUE + 2), model.var(-2..=0));
        let z = model.var(MAX_VALUE - 1..=MAX_VALUE);
        model.post(y.eq(x + MAX_VALUE));
        model.all_different([y + MAX_VALUE, z + 0]);
        assert_eq!(solve(&model, &config, 9), [[MIN_VALUE, 0, MAX_VALUE - 1]], "{presolve}");
    }
}

/// Few values very far apart must not cost what lies between.
#[test]
fn all_different_of_few_values_far_apart() {
    for consistency in CONSISTENCIES {
        let mut model = Model::new();
        let x = [
            model.var(MIN_VALUE..=MIN_VALUE + 1),
            model.var(MIN_VALUE..=MIN_VALUE + 1),
            model.var(MAX_VALUE - 1..=MAX_VALUE),
        ];
        model.all_different(x);
        assert_eq!(solve(&model, &audited(consistency), 9).len(), 4, "{consistency:?}");
    }
}

/// Three hundred overlapping groups meet in more places than sixteen bits can number.
#[test]
fn networks_with_very_many_meeting_places() {
    // Eight classes of two or three copies; every group takes one copy of each class, so copies of
    // different classes differ and each class has one value to itself.
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
        let mut search = model.search_with(&Config { simd, ..audited(Consistency::Auto) }).unwrap();
        search.assume(&given).unwrap();
        assert_eq!(search.solutions().take(100).count(), 6, "{simd:?}");
    }
}

/// Assigns the middle of a domain that can have no holes.
#[derive(Debug)]
struct Middle(Var, View);

impl Brancher for Middle {
    fn decide(&mut self, store: &Store) -> Option<Decision> {
        let (min, max) = (store.min(self.1), store.max(self.1));
        (min < max).then(|| Decision::Assign(self.0, min + (max - min) / 2))
    }
}

/// A decision whose opposite cannot be carried out must not repeat solutions for ever.
#[test]
fn branchers_that_assign_inside_very_wide_domains() {
    let mut model = Model::new();
    let x = model.var(0..=1_000_000);
    let engine = model.compile(&Config::default()).unwrap();
    let brancher = Middle(x, engine.view(x));
    let mut search = Search::with_brancher(engine, &Config::default(), brancher);
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        search.solutions().take(10).map(|solution| solution[x]).collect::<std::collections::BTreeSet<_>>()
    }));
    // A panic with a clear word would do, too.
    assert!(found.is_err() || found.is_ok_and(|found| found.len() == 10), "solutions are repeated");
}

/// A constraint over nothing, a group of one, a group that says nothing.
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

/// One very wide variable for several places of a circuit: a value that it kept inside when its turn came may be
/// at its end when the pass is over.
#[test]
fn a_wide_variable_at_several_places_of_a_circuit() {
    let shared = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1], [0, 1, 1, 0], [0, 0, 0, 0]];
    for (places, consistency) in
        shared.into_iter().flat_map(|places| [Consistency::Check, Consistency::Forward].map(|c| (places, c)))
    {
        let mut model = Model::new();
        let x = model.vars(2, -500_000..=500_000);
        model.post(circuit(places.map(|at: usize| x[at])));
        let mut search = model.search_with(&audited(consistency)).unwrap();
        for box_of in 0..6_i32.pow(4) {
            let ends = [1, 6, 36, 216].map(|unit| box_of / unit % 6 - 1);
            let narrow = [
                x[0].at_least(ends[0].min(ends[1])),
                x[0].at_most(ends[0].max(ends[1])),
                x[1].at_least(ends[2].min(ends[3])),
                x[1].at_most(ends[2].max(ends[3])),
            ];
            search.assume(&narrow).unwrap();
            assert_eq!(search.count(1), csp::Count::Exactly(0), "{places:?} {ends:?}");
        }
    }
}

/// Some constraints under an operator fail before anything is searched, by what their posting narrows, by differences or
/// by clauses: in the engine that each of them has nothing may be left waiting.
#[test]
fn a_condition_that_fails_at_its_root_leaves_nothing_waiting() {
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
