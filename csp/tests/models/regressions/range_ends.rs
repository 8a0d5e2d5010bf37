//! Values and offsets at the ends of the range, and very wide domains.

use csp::config::{Consistency, Restarts};
use csp::extend::{Store, View};
use csp::limits::{MAX_VALUE, MIN_VALUE};
use csp::{Config, Constraint, Decision, Model, Search, Var, branch::Brancher, constraints::circuit};

use super::BOTH;
use crate::support::{CONSISTENCIES, audited, rest, solve};

#[test]
fn very_wide_domains_with_holes_in_mind() {
    for presolve in BOTH {
        for consistency in CONSISTENCIES {
            let config = audited(consistency).with_presolve(presolve);
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
        let found = solve(&model, &audited(Consistency::Auto).with_restarts(restarts), 100);
        assert_eq!(found.len(), 42);
        assert!(found.iter().all(|v| v[0] * v[1] == v[2]));
    }
}

#[test]
fn variables_at_the_ends_of_the_range() {
    for presolve in BOTH {
        for consistency in CONSISTENCIES {
            let config = audited(consistency).with_presolve(presolve);
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
        let config = audited(Consistency::Auto).with_presolve(presolve);
        let mut model = Model::new();
        let wide = model.vars(2, MIN_VALUE..=MAX_VALUE);
        model.post((wide[0] - wide[1]).eq(i64::from(MAX_VALUE) - i64::from(MIN_VALUE)));
        assert_eq!(solve(&model, &config, 9), [[MAX_VALUE, MIN_VALUE]]);
    }
}

/// Terms within the range, whose distance exceeds an `i32`.
#[test]
fn offsets_at_the_ends_of_the_range() {
    for presolve in BOTH {
        for consistency in CONSISTENCIES {
            let config = audited(consistency).with_presolve(presolve);
            let mut model = Model::new();
            let (x, y) = (model.var(-1..=0), model.var(0..=1));
            model.all_different([x + MAX_VALUE, y + MIN_VALUE]);
            assert_eq!(solve(&model, &config, 9).len(), 4, "{config:?}");
        }
        let config = audited(Consistency::Auto).with_presolve(presolve);
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

/// `x ≤ y + c` for a constant outside the range of values.
#[test]
fn comparisons_with_constants_beyond_the_values() {
    for presolve in BOTH {
        let config = audited(Consistency::Auto).with_presolve(presolve);
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

/// Merging `x = y + c` must not lose values beyond the range in intermediate results.
#[test]
fn equal_variables_near_the_ends_of_the_range() {
    for presolve in BOTH {
        let config = audited(Consistency::Auto).with_presolve(presolve);
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
                    continue; // Refused for its offset, which is not a wrong answer.
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
        let config = audited(Consistency::Auto).with_presolve(presolve);
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
            // From one end to the other, and beyond.
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
        // An offset in addition to the offset of merging.
        let mut model = Model::new();
        let (x, y) = (model.var(MIN_VALUE..=MIN_VALUE + 2), model.var(-2..=0));
        let z = model.var(MAX_VALUE - 1..=MAX_VALUE);
        model.post(y.eq(x + MAX_VALUE));
        model.all_different([y + MAX_VALUE, z + 0]);
        assert_eq!(solve(&model, &config, 9), [[MIN_VALUE, 0, MAX_VALUE - 1]], "{presolve}");
    }
}

/// Few values very far apart must not cost time for the values between.
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

/// Assigns the middle of a domain that cannot have holes.
#[derive(Debug)]
struct Middle(Var, View);

impl Brancher for Middle {
    fn decide(&mut self, store: &Store) -> Option<Decision> {
        let (min, max) = (store.min(self.1), store.max(self.1));
        (min < max).then(|| Decision::Assign(self.0, min + (max - min) / 2))
    }
}

/// A decision whose opposite cannot be posted must not repeat solutions for ever.
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
    // A panic with a clear message is acceptable, too.
    assert!(found.is_err() || found.is_ok_and(|found| found.len() == 10), "solutions are repeated");
}

/// One very wide variable at several positions of a circuit: an inner value that could not be removed at first may be
/// a bound at the end of the pass.
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
