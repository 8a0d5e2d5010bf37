//! Root propagation of every constraint, at every strength, against the values that brute force supports.
//!
//! One driver ([`Case`]) proves for each tuple of domains: no supported value is lost, nothing solvable is
//! refuted, what is promised exact is exact, fixed variables decide, smaller domains give smaller results,
//! and filtering the result again changes nothing. All with `audit`, so that a propagator which claims a
//! fixpoint it does not have panics.

mod support;

use std::collections::HashMap;

use csp::{AllDifferent, Config, Consistency, Constraint, Model, Term, Var, sum, weighted_sum};
use support::{CONSISTENCIES, Chance, Left, PATHS, assumed, audited, oracle, root, supported};

/// How exact the result is promised to be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Promise {
    /// Nothing more than being right.
    Sound,
    /// Exactly the supported values.
    Domain,
    /// All-different: each bound has a support among the intervals. With the terms' offsets.
    Hall(&'static [(usize, i32)]),
    /// Σ a·x = b: each bound has a support among the intervals of real numbers.
    Reals(&'static [i64], i64),
}

/// A constraint under test.
struct Case<'a> {
    name: String,
    post: &'a dyn Fn(&mut Model, &[Var]),
    promise: Promise,
    /// Whether compiling from smaller domains must filter to smaller ones, and compiling from the result
    /// must not change it. Not where the choice of an algorithm depends on the domains.
    steady: bool,
    configs: Vec<Config>,
}

impl Case<'_> {
    /// Filters these domains in every configuration; the last result is handed back.
    fn check(&self, domains: &[Vec<i32>]) -> Vec<Option<Vec<Left>>> {
        let (model, vars) = self.model(domains);
        let solutions = oracle(&model, &vars);
        let wanted = supported(&solutions, vars.len());
        let mut results = Vec::new();
        for config in &self.configs {
            let say =
                || format!("{} over {domains:?}, {:?} {:?}", self.name, config.consistency, config.simd);
            let result = root(&model, &vars, config);
            match &result {
                None => assert!(solutions.is_empty(), "false refutation: {}", say()),
                Some(left) => {
                    for (i, (left, wanted)) in left.iter().zip(&wanted).enumerate() {
                        assert!(left.is_superset(wanted), "{} lost {:?} of x{i}", say(), wanted - left);
                        assert!(left.iter().all(|v| domains[i].contains(v)), "{} grew", say());
                    }
                    if domains.iter().all(|domain| domain.len() == 1)
                        && config.consistency != Consistency::Check
                    {
                        assert!(!solutions.is_empty(), "accepted: {}", say());
                    }
                    self.keep_promise(left, &wanted, &say);
                    if self.steady {
                        let again: Vec<Vec<i32>> =
                            left.iter().map(|left| left.iter().copied().collect()).collect();
                        let (model, vars) = self.model(&again);
                        assert_eq!(
                            root(&model, &vars, config).as_ref(),
                            Some(left),
                            "not idempotent: {}",
                            say()
                        );
                    }
                }
            }
            results.push(result);
        }
        results
    }

    fn model(&self, domains: &[Vec<i32>]) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vars: Vec<Var> = domains.iter().map(|domain| model.var(&domain[..])).collect();
        (self.post)(&mut model, &vars);
        (model, vars)
    }

    fn keep_promise(&self, left: &[Left], wanted: &[Left], say: &dyn Fn() -> String) {
        let bounds: Vec<[i32; 2]> = left.iter().map(|l| [*l.first().unwrap(), *l.last().unwrap()]).collect();
        match self.promise {
            Promise::Sound => {}
            Promise::Domain => {
                let empty = wanted.iter().any(Left::is_empty);
                assert!(!empty && left == wanted, "{}: left {left:?}, supported {wanted:?}", say());
            }
            Promise::Hall(terms) => {
                let intervals: Vec<[i32; 2]> =
                    terms.iter().map(|&(i, o)| bounds[i].map(|bound| bound + o)).collect();
                for (at, &[min, max]) in intervals.iter().enumerate() {
                    for value in [min, max] {
                        let mut others = intervals.clone();
                        others[at] = [value, value];
                        assert!(injective(&mut others, 0), "{}: {value} of term {at} in {bounds:?}", say());
                    }
                }
            }
            Promise::Reals(coefficients, total) => {
                let reach = |i: usize| {
                    let ends = bounds[i].map(|bound| coefficients[i] * i64::from(bound));
                    (ends[0].min(ends[1]), ends[0].max(ends[1]))
                };
                for at in 0..left.len() {
                    let others = (0..left.len()).filter(|&i| i != at).map(reach);
                    let (low, high) = others.fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
                    for bound in bounds[at] {
                        let missing = total - coefficients[at] * i64::from(bound);
                        assert!((low..=high).contains(&missing), "{}: {bound} of x{at}", say());
                    }
                }
            }
        }
    }

    /// Checks every tuple of non-empty subsets of `low..=high`.
    fn exhaust(&self, variables: usize, low: i32, high: i32) {
        let subsets = (1_u32 << (high - low + 1)) - 1;
        let mut all: HashMap<Vec<u32>, Vec<Option<Vec<Left>>>> = HashMap::new();
        let mut masks = vec![1; variables];
        loop {
            let values = |mask: &u32| (low..=high).filter(|v| mask >> (v - low) & 1 != 0).collect();
            let domains: Vec<Vec<i32>> = masks.iter().map(values).collect();
            let results = self.check(&domains);
            if self.steady {
                all.insert(masks.clone(), results);
            }
            let Some(turn) = masks.iter().position(|&mask| mask < subsets) else { break };
            masks[..turn].fill(1);
            masks[turn] += 1;
        }
        // Smaller by one value anywhere: that proves it for all smaller ones.
        for (masks, results) in &all {
            for (at, bit) in (0..variables).flat_map(|at| (0..=high - low).map(move |bit| (at, bit))) {
                let mut smaller = masks.clone();
                smaller[at] &= !(1 << bit);
                if smaller[at] == 0 || smaller == *masks {
                    continue;
                }
                for (small, large) in all[&smaller].iter().zip(results) {
                    let monotone = match (small, large) {
                        (None, _) => true,
                        (Some(_), None) => false,
                        (Some(small), Some(large)) => small.iter().zip(large).all(|(s, l)| s.is_subset(l)),
                    };
                    assert!(monotone, "{}: {smaller:?} gives {small:?}, {masks:?} {large:?}", self.name);
                }
            }
        }
    }
}

/// Whether the rest of the intervals can take different values.
fn injective(intervals: &mut [[i32; 2]], at: usize) -> bool {
    if at == intervals.len() {
        return true;
    }
    let [min, max] = intervals[at];
    let possible = (min..=max).any(|value| {
        let free = intervals[..at].iter().all(|taken| taken[0] != value);
        intervals[at] = [value, value];
        free && injective(intervals, at + 1)
    });
    intervals[at] = [min, max];
    possible
}

/// A constraint in the default configuration, with and without presolve.
fn plain<'a>(name: &str, promise: Promise, post: &'a dyn Fn(&mut Model, &[Var])) -> Case<'a> {
    let configs = [true, false].map(|presolve| Config { presolve, ..audited(Consistency::Auto) }).to_vec();
    Case { name: name.to_string(), post, promise, steady: true, configs }
}

/// An all-different of these terms at one strength, said by the configuration and by the constraint itself.
fn all_different(terms: &'static [(usize, i32)], consistency: Consistency, each: &mut dyn FnMut(&Case<'_>)) {
    let as_terms =
        |vars: &[Var]| -> Vec<Term> { terms.iter().map(|&(i, offset)| vars[i] + offset).collect() };
    let by_config = |model: &mut Model, vars: &[Var]| {
        model.all_different(as_terms(vars));
    };
    let by_itself = |model: &mut Model, vars: &[Var]| {
        model.post(AllDifferent::new(as_terms(vars)).with(consistency));
    };
    let distinct = (0..terms.len()).all(|at| terms[..at].iter().all(|(i, _)| *i != terms[at].0));
    let promise = match consistency {
        Consistency::Domain if distinct => Promise::Domain,
        Consistency::Bounds => Promise::Hall(terms),
        _ => Promise::Sound,
    };
    use Consistency::{Bounds, Check, Domain, Value};
    let steady = matches!(consistency, Check | Value | Bounds | Domain);
    let case = |post, config| Case {
        name: format!("all-different of {terms:?}"),
        post,
        promise,
        steady,
        configs: vec![config],
    };
    each(&case(&by_config, audited(consistency)));
    // What a constraint says of itself goes before the configuration.
    each(&case(&by_itself, audited(Consistency::Check)));
}

const TERMS: [&[(usize, i32)]; 7] = [
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 2), (1, -1), (2, 0)],
    // One variable twice: with two offsets it differs from itself, with one it cannot.
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 1), (1, 0), (1, 2), (2, 1)],
    &[(0, 0), (1, 0), (0, 0)],
    &[(0, 3)],
];

#[test]
fn all_different_of_small_domains() {
    for consistency in CONSISTENCIES {
        for terms in TERMS {
            let variables = terms.iter().map(|(i, _)| i + 1).max().unwrap();
            all_different(terms, consistency, &mut |case| case.exhaust(variables, -1, 2));
        }
    }
}

#[test]
fn all_different_of_four_variables() {
    const TERMS: [(usize, i32); 4] = [(0, 0), (1, 0), (2, 0), (3, 0)];
    let mut chance = Chance::new(4);
    for consistency in CONSISTENCIES {
        all_different(&TERMS, consistency, &mut |case| case.exhaust(4, 0, 2));
        all_different(&TERMS, consistency, &mut |case| {
            for _ in 0..1500 {
                let domains: Vec<Vec<i32>> = (0..4).map(|_| chance.subset(0, 4, 4)).collect();
                case.check(&domains);
            }
        });
    }
}

/// Holes, negative values, domains of one word, of several, and very wide ones, mixed.
#[test]
fn all_different_of_shapes_that_do_not_fit_one_word() {
    const TERMS: [(usize, i32); 3] = [(0, 0), (1, -60), (2, 7)];
    let mut chance = Chance::new(5);
    for consistency in CONSISTENCIES {
        all_different(&TERMS, consistency, &mut |case| {
            for round in 0..120 {
                // Few values, far apart: more than 64 between them.
                let spread = [70, 130, 700, 100_000][round % 4];
                let places = [0, 1, 2, 60, 61, 62, 63, 64, 65, spread, spread + 1];
                let domains: Vec<Vec<i32>> = TERMS
                    .iter()
                    .map(|(_, offset)| {
                        let mut domain: Vec<i32> =
                            (0..4).map(|_| chance.pick(&places) - offset - 5).collect();
                        domain.truncate(1 + chance.below(4) as usize);
                        domain.sort_unstable();
                        domain.dedup();
                        domain
                    })
                    .collect();
                case.check(&domains);
            }
        });
    }
}

/// A hundred values a variable, and more variables than the kernel spells out in pairs.
#[test]
fn all_different_of_many_variables_and_values() {
    let mut chance = Chance::new(6);
    for consistency in CONSISTENCIES {
        for (variables, offsets) in [(20, false), (20, true), (70, false), (70, true), (100, false)] {
            // A hidden solution, so that no result may be empty or lose it.
            let mut values: Vec<i32> = (-50..50).collect();
            chance.shuffle(&mut values);
            let mut model = Model::new();
            let offset = |at: usize| if offsets { at as i32 % 7 - 3 } else { 0 };
            let vars: Vec<Var> = (0..variables)
                .map(|at| {
                    let mut domain = chance.subset(-50, 49, if at % 5 == 0 { 0 } else { 3 });
                    domain.push(values[at]);
                    model.var(domain.iter().map(|v| v - offset(at)).collect::<Vec<i32>>())
                })
                .collect();
            model.all_different((0..variables).map(|at| vars[at] + offset(at)));
            let left = root(&model, &vars, &audited(consistency)).expect("there is a solution");
            for (at, left) in left.iter().enumerate() {
                assert!(left.contains(&(values[at] - offset(at))), "{consistency:?} lost x{at}");
            }
            if !matches!(consistency, Consistency::Check | Consistency::Forward) {
                for at in 0..variables {
                    let Some(&value) = left[at].first().filter(|_| left[at].len() == 1) else { continue };
                    let value = value + offset(at);
                    let kept = |other: usize| other != at && left[other].contains(&(value - offset(other)));
                    assert!(!(0..variables).any(kept), "{consistency:?} left the value of x{at} elsewhere");
                }
            }
            // One value less than variables among the first: no solution, and those that count see it.
            let few = 1 + chance.below(12) as usize;
            let crowd: Vec<Var> = (0..few + 1).map(|_| model.var(0..few as i32)).collect();
            model.all_different(&crowd);
            if matches!(consistency, Consistency::Bounds | Consistency::Domain | Consistency::Auto) {
                assert_eq!(root(&model, &[], &audited(consistency)), None, "{consistency:?}, {few} values");
            }
        }
    }
}

#[test]
fn all_different_of_very_wide_domains() {
    for consistency in CONSISTENCIES {
        let mut model = Model::new();
        let wide = model.vars(3, 0..=1_000_000);
        let narrow = model.vars(2, 0..=1);
        model.all_different(wide.iter().chain(&narrow));
        model.post(wide[0].le(3));
        model.post(wide[1].le(3));
        let engine = model.compile(&audited(consistency)).unwrap();
        assert!(!engine.is_infeasible());
        for (var, possible) in [(wide[0], 2), (wide[1], 3), (wide[2], 4), (wide[2], 777_777), (narrow[0], 0)]
        {
            assert!(engine.domain(var).contains(possible), "{consistency:?} lost {possible} of {var}");
        }
        let mut search = model.search_with(&audited(consistency)).unwrap();
        search.assume(&[wide[2].at_most(4)]).unwrap();
        // 0 and 1 in two orders; two of 2, 3 and 4 for three that may not take 4 but one: 2, 3 and 4.
        assert_eq!(support::rest(&mut search, 100).len(), 4, "{consistency:?}");
        search.assume(&[wide[2].at_most(3)]).unwrap();
        assert!(support::rest(&mut search, 100).is_empty(), "{consistency:?}");
    }
}

#[test]
fn two_variables_compared() {
    let differ = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post(x[0].ne(x[1] + c)));
    let equal = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post(x[0].eq(x[1] + c)));
    let at_most = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post(x[0].le(x[1] + c)));
    let below = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post(x[1].lt(x[0] + c)));
    let at_least = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post((x[0] - c).ge(x[1])));
    let above = |c: i32| move |model: &mut Model, x: &[Var]| ignore(model.post(x[1].gt(x[0] - c)));
    for c in -3..=3 {
        plain(&format!("x ≠ y + {c}"), Promise::Domain, &differ(c)).exhaust(2, -1, 2);
        plain(&format!("x = y + {c}"), Promise::Domain, &equal(c)).exhaust(2, -1, 2);
        plain(&format!("x ≤ y + {c}"), Promise::Domain, &at_most(c)).exhaust(2, -1, 2);
        plain(&format!("y < x + {c}"), Promise::Domain, &below(c)).exhaust(2, -1, 2);
        plain(&format!("x - {c} ≥ y"), Promise::Domain, &at_least(c)).exhaust(2, -1, 2);
        plain(&format!("y > x - {c}"), Promise::Domain, &above(c)).exhaust(2, -1, 2);
    }
}

/// ≠ with every distance between three variables, so that presolve finds cliques with offsets.
#[test]
fn three_variables_that_differ_pairwise_by_distances() {
    for distances in [[1, 2, 1], [1, -1, 0], [0, 0, 0], [2, 1, -1], [-1, 1, 2], [1, 1, 1]] {
        let post = move |model: &mut Model, x: &[Var]| {
            model.post(x[0].ne(x[1] + distances[0]));
            model.post(x[2].ne(x[0] - distances[1]));
            model.post(x[1].ne(x[2] + distances[2]));
        };
        for consistency in [Consistency::Value, Consistency::Domain] {
            // Joined into one group or not, at the value level it filters the same.
            let mut case = plain(&format!("≠ at {distances:?}"), Promise::Sound, &post);
            case.configs.iter_mut().for_each(|config| config.consistency = consistency);
            case.exhaust(3, 0, 2);
            let mut chance = Chance::new(17);
            for _ in 0..300 {
                let domains: Vec<Vec<i32>> = (0..3).map(|_| chance.subset(0, 4, 3)).collect();
                let results = case.check(&domains);
                if consistency == Consistency::Value {
                    assert_eq!(
                        results[0], results[1],
                        "{distances:?} {domains:?}: presolve changed the filtering"
                    );
                }
            }
        }
    }
}

#[test]
fn sums() {
    type Post = Box<dyn Fn(&mut Model, &[Var])>;
    const COEFFICIENTS: [[i64; 3]; 6] =
        [[1, 1, 1], [1, -1, 1], [2, 3, -1], [-2, 2, 4], [5, 1, 0], [-1, -1, -3]];
    for (coefficients, bound) in COEFFICIENTS.iter().flat_map(|a| [-2, 0, 1, 4].map(|bound| (a, bound))) {
        let left = move |x: &[Var]| weighted_sum(coefficients.iter().copied().zip(x));
        let posts: [(&str, Promise, Post); 6] = [
            (
                "=",
                Promise::Reals(coefficients, bound),
                Box::new(move |m, x| ignore(m.post(left(x).eq(bound)))),
            ),
            ("≠", Promise::Domain, Box::new(move |m, x| ignore(m.post(left(x).ne(bound))))),
            ("≤", Promise::Domain, Box::new(move |m, x| ignore(m.post(left(x).le(bound))))),
            ("≥", Promise::Domain, Box::new(move |m, x| ignore(m.post(left(x).ge(bound))))),
            ("<", Promise::Domain, Box::new(move |m, x| ignore(m.post(left(x).lt(bound))))),
            (">", Promise::Domain, Box::new(move |m, x| ignore(m.post(left(x).gt(bound))))),
        ];
        for (relation, promise, post) in &posts {
            // A coefficient of 0 leaves the variable out; two variables may then be a difference.
            let promise =
                if coefficients.contains(&0) && *relation == "=" { Promise::Sound } else { *promise };
            plain(&format!("{coefficients:?}·x {relation} {bound}"), promise, post).exhaust(3, -1, 1);
        }
    }
}

#[test]
fn sums_that_cancel_and_wide_sums() {
    // x + y - x - y and friends are relations over nothing.
    let empty =
        |total: i32| move |m: &mut Model, x: &[Var]| ignore(m.post((x[0] + x[1]).eq(x[1] + x[0] + total)));
    plain("0 = 0", Promise::Domain, &empty(0)).exhaust(2, 0, 1);
    plain("0 = 1", Promise::Domain, &empty(1)).exhaust(2, 0, 1);
    let once = |m: &mut Model, x: &[Var]| ignore(m.post((x[0] * 3 - x[0] - x[1]).le(x[0])));
    plain("x ≤ y, from multiples", Promise::Domain, &once).exhaust(2, -1, 2);
    let single = |m: &mut Model, x: &[Var]| ignore(m.post((x[0] * 3).eq(3)));
    plain("3·x = 3", Promise::Domain, &single).exhaust(1, -1, 2);
    let mut chance = Chance::new(8);
    let post = |m: &mut Model, x: &[Var]| ignore(m.post((x[0] * 1000 - 7 * x[1] + x[2]).le(70_000)));
    let case = plain("wide sum", Promise::Domain, &post);
    for _ in 0..500 {
        let domains: Vec<Vec<i32>> = [100, 300, 90_000]
            .iter()
            .map(|&most| (0..4).map(|_| chance.between(-most, most)).collect())
            .collect();
        let sorted = domains.into_iter().map(|mut d: Vec<i32>| {
            d.sort_unstable();
            d.dedup();
            d
        });
        case.check(&sorted.collect::<Vec<_>>());
    }
}

#[test]
fn clauses() {
    // Literals of different variables: unit propagation is exact.
    let post =
        |model: &mut Model, x: &[Var]| ignore(model.any_of([x[0].is(1), x[1].is_not(0), x[2].at_most(0)]));
    plain("x = 1 or y ≠ 0 or z ≤ 0", Promise::Domain, &post).exhaust(3, -1, 2);
    let post =
        |model: &mut Model, x: &[Var]| ignore(model.any_of([x[0].at_least(1), x[1].at_least(i32::MAX)]));
    plain("x ≥ 1 or never", Promise::Domain, &post).exhaust(2, -1, 2);
    let post = |model: &mut Model, x: &[Var]| ignore(model.any_of([x[0].is_not(0)]));
    plain("x ≠ 0", Promise::Domain, &post).exhaust(1, -1, 2);
    let post = |model: &mut Model, _: &[Var]| ignore(model.any_of([]));
    plain("never", Promise::Domain, &post).exhaust(1, 0, 1);
    let post =
        |model: &mut Model, x: &[Var]| ignore(model.any_of([x[0].is(0), x[0].is(2), x[1].is(1), x[0].is(0)]));
    plain("one variable several times", Promise::Sound, &post).exhaust(2, -1, 2);
    let chain = |model: &mut Model, x: &[Var]| {
        model.any_of([x[0].is_not(1), x[1].is(1)]);
        model.any_of([x[1].is_not(1), x[2].is(1)]);
        model.any_of([x[0].is(1)]);
    };
    plain("a chain, and its beginning last", Promise::Domain, &chain).exhaust(3, 0, 2);
}

#[derive(Debug)]
struct Meaning(Vec<Var>, fn(&[i32]) -> bool);

impl Constraint for Meaning {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        (self.1)(values)
    }
}

#[test]
fn constraints_that_say_their_meaning_only() {
    let between =
        |m: &mut Model, x: &[Var]| ignore(m.post(Meaning(x.to_vec(), |v| v[0] < v[1] * v[1] + v[2])));
    plain("x < y² + z", Promise::Domain, &between).exhaust(3, -1, 2);
    let twice =
        |m: &mut Model, x: &[Var]| ignore(m.post(Meaning(vec![x[0], x[1], x[0]], |v| v[0] * v[1] == v[2])));
    plain("x·y = x", Promise::Domain, &twice).exhaust(2, -1, 2);
    let never = |m: &mut Model, x: &[Var]| ignore(m.post(Meaning(x.to_vec(), |_| false)));
    plain("never", Promise::Domain, &never).exhaust(1, 0, 1);
    let nothing = |m: &mut Model, _: &[Var]| ignore(m.post(Meaning(Vec::new(), |_| false)));
    plain("over nothing, never", Promise::Domain, &nothing).exhaust(1, 0, 1);
    let merged = |m: &mut Model, x: &[Var]| {
        m.post(x[0].eq(x[1] + 1));
        m.post(Meaning(x.to_vec(), |v| v[0] + v[1] + v[2] == 2));
    };
    plain("with x = y + 1", Promise::Sound, &merged).exhaust(3, -1, 2);
}

/// Several overlapping all-differents, which are filtered together: right, the same on every instruction
/// set, and monotone when a compiled search is narrowed by assumptions.
#[test]
fn networks_of_groups() {
    let latin = |n: usize| -> Vec<Vec<usize>> {
        let rows = (0..n).map(|r| (0..n).map(|c| n * r + c).collect());
        rows.chain((0..n).map(|c| (0..n).map(|r| n * r + c).collect())).collect()
    };
    let mut sudoku = latin(4);
    sudoku.extend([0, 2, 8, 10].map(|corner| vec![corner, corner + 1, corner + 4, corner + 5]));
    let mut diagonals = sudoku.clone();
    diagonals.extend([vec![0, 5, 10, 15], vec![3, 6, 9, 12]]);
    // Groups that are no permutations, and a pair.
    let mut mixed = sudoku.clone();
    mixed.extend([vec![0, 5, 10], vec![3, 12]]);
    let mut chance = Chance::new(9);
    for (groups, values) in [(latin(3), 3), (latin(4), 4), (sudoku, 4), (diagonals, 4), (mixed, 4)] {
        let variables = (values * values) as usize;
        let mut solutions = Vec::new();
        grids(&groups, variables, values, &mut Vec::new(), &mut solutions);
        assert!(!solutions.is_empty());
        for round in 0..250 {
            let base = chance.between(-3, 3);
            let tenths = 2 + chance.below(8);
            // Mostly around a solution, so that not everything is refuted at once.
            let hidden = (round % 4 > 0).then(|| chance.pick(&solutions));
            let domains: Vec<Vec<i32>> = (0..variables)
                .map(|at| {
                    let mut domain = chance.subset(0, values - 1, tenths);
                    domain.extend(hidden.iter().map(|hidden: &Vec<i32>| hidden[at]));
                    domain
                })
                .collect();
            let mut model = Model::new();
            let vars: Vec<Var> =
                domains.iter().map(|d| model.var(d.iter().map(|v| v + base).collect::<Vec<i32>>())).collect();
            // The same groups on a board that has all values, narrowed by assumptions.
            let mut board = Model::new();
            let cells = board.vars(variables, base..base + values);
            for group in &groups {
                model.all_different(group.iter().map(|&at| vars[at]));
                board.all_different(group.iter().map(|&at| cells[at]));
            }
            let fit = |s: &&Vec<i32>| s.iter().zip(&domains).all(|(value, domain)| domain.contains(value));
            let fitting: Vec<Vec<i32>> =
                solutions.iter().filter(fit).map(|s| s.iter().map(|v| v + base).collect()).collect();
            let wanted = supported(&fitting, variables);
            for consistency in [Consistency::Auto, Consistency::Singles, Consistency::Intersections] {
                let say = || format!("{consistency:?}, {groups:?} over {domains:?} + {base}");
                let right = |left: &Option<Vec<Left>>| match left {
                    None => assert!(fitting.is_empty(), "false refutation: {}", say()),
                    Some(left) => {
                        for (at, (left, wanted)) in left.iter().zip(&wanted).enumerate() {
                            assert!(left.is_superset(wanted), "x{at} lost {:?}: {}", wanted - left, say());
                        }
                        let fixed = left.iter().all(|left| left.len() == 1);
                        assert!(!fixed || !fitting.is_empty(), "accepted: {}", say());
                    }
                };
                let results = PATHS.map(|simd| root(&model, &vars, &Config { simd, ..audited(consistency) }));
                right(&results[0]);
                assert_eq!(results[0], results[1], "{}", say());
                assert_eq!(results[0], results[2], "{}", say());
                let mut removals: Vec<csp::Decision> = Vec::new();
                for (&cell, domain) in cells.iter().zip(&domains) {
                    let gone = (0..values).filter(|value| !domain.contains(value));
                    removals.extend(gone.map(|value| cell.is_not(value + base)));
                }
                chance.shuffle(&mut removals);
                let results = PATHS.map(|simd| {
                    let mut search = board.search_with(&Config { simd, ..audited(consistency) }).unwrap();
                    let half = assumed(&mut search, &cells, &removals[..removals.len() / 2]);
                    let whole = assumed(&mut search, &cells, &removals);
                    // From a narrower state to a wider one and back.
                    assert_eq!(assumed(&mut search, &cells, &removals[..removals.len() / 2]), half);
                    assert_eq!(assumed(&mut search, &cells, &removals), whole);
                    match (&whole, &half) {
                        (Some(_), None) => panic!("not monotone: {}", say()),
                        (Some(whole), Some(half)) => {
                            assert!(
                                whole.iter().zip(half).all(|(w, h)| w.is_subset(h)),
                                "not monotone: {}",
                                say()
                            );
                        }
                        (None, _) => {}
                    }
                    whole
                });
                right(&results[0]);
                assert_eq!(results[0], results[1], "{}", say());
                assert_eq!(results[0], results[2], "{}", say());
            }
        }
    }
}

/// A closure that posts has nothing to say.
fn ignore(_: csp::ConstraintId) {}

/// All grids in which every group takes different values.
fn grids(
    groups: &[Vec<usize>],
    variables: usize,
    values: i32,
    grid: &mut Vec<i32>,
    found: &mut Vec<Vec<i32>>,
) {
    let at = grid.len();
    if at == variables {
        return found.push(grid.clone());
    }
    for value in 0..values {
        let clash =
            |group: &&Vec<usize>| group.contains(&at) && group.iter().any(|&b| b < at && grid[b] == value);
        if !groups.iter().any(|group| clash(&group)) {
            grid.push(value);
            grids(groups, variables, values, grid, found);
            grid.pop();
        }
    }
}

/// Networks up to sixteen values and beyond, around a hidden solution, on every instruction set.
#[test]
fn large_networks_keep_a_hidden_solution() {
    let mut chance = Chance::new(10);
    for (values, words) in [(9, 3), (12, 3), (16, 4), (20, 4), (25, 5)] {
        for round in 0..6 {
            // A cyclic Latin square with its blocks: rows, columns, and boxes where they fit.
            let n = values as usize;
            let hidden: Vec<i32> = (0..n * n)
                .map(|at| {
                    let (row, column) = (at / n, at % n);
                    ((row % words * (n / words) + row / words + column) % n) as i32
                })
                .collect();
            let mut model = Model::new();
            let vars: Vec<Var> = hidden
                .iter()
                .map(|&value| {
                    let mut domain = chance.subset(0, values - 1, 1 + round * 2);
                    domain.push(value);
                    model.var(domain)
                })
                .collect();
            for line in 0..n {
                model.all_different((0..n).map(|at| vars[n * line + at]));
                model.all_different((0..n).map(|at| vars[n * at + line]));
                let (top, left) = (line / words * words, line % words * (n / words));
                let cell = |at: usize| n * (top + at / (n / words)) + left + at % (n / words);
                let inside = top + words <= n;
                if inside {
                    let mut seen: Vec<i32> = (0..n).map(|at| hidden[cell(at)]).collect();
                    seen.sort_unstable();
                    if seen.windows(2).all(|pair| pair[0] != pair[1]) {
                        model.all_different((0..n).map(|at| vars[cell(at)]));
                    }
                }
            }
            assert_eq!(model.broken_by(&hidden), Ok(None));
            for consistency in [Consistency::Auto, Consistency::Singles, Consistency::Intersections] {
                let [a, b, c] =
                    PATHS.map(|simd| root(&model, &vars, &Config { simd, ..audited(consistency) }));
                let left = a.as_ref().expect("there is a solution");
                assert!(
                    left.iter().zip(&hidden).all(|(left, value)| left.contains(value)),
                    "{n} {consistency:?}"
                );
                assert!(a == b && a == c, "{n} {consistency:?}");
            }
        }
    }
}

/// Sums and all-differents together, to see that no propagator misses what another has done.
#[test]
fn constraints_wake_each_other() {
    let post = |model: &mut Model, x: &[Var]| {
        model.all_different(x);
        model.post(sum(x).eq(3));
        model.any_of([x[0].is(0), x[1].at_least(1)]);
    };
    for consistency in CONSISTENCIES {
        let mut case = plain("together", Promise::Sound, &post);
        case.configs.iter_mut().for_each(|config| config.consistency = consistency);
        case.steady = matches!(consistency, Consistency::Check | Consistency::Value | Consistency::Domain);
        case.exhaust(3, 0, 2);
    }
}
