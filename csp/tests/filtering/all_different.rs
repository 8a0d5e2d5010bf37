//! All-different at every strength.

use csp::{Model, Term, Var, all_different, config::Consistency};

use super::driver::*;
use super::support::{CONSISTENCIES, Chance, audited, is_exhaustive, root};

/// Runs a test for an all-different of these terms at one strength, set by the configuration or by the constraint.
fn at_strength(
    terms: &'static [(usize, i32)],
    consistency: Consistency,
    is_own: bool,
    each: &mut dyn FnMut(&Case<'_>),
) {
    let post = |model: &mut Model, vars: &[Var]| {
        let terms: Vec<Term> = terms.iter().map(|&(i, offset)| vars[i] + offset).collect();
        let constraint = all_different(terms);
        model.post(if is_own { constraint.with(consistency) } else { constraint });
    };
    let distinct = (0..terms.len()).all(|at| terms[..at].iter().all(|(i, _)| *i != terms[at].0));
    let is_alike = distinct && terms.iter().all(|(_, offset)| *offset == 0);
    use Consistency::{Bounds, Check, Domain, Value};
    each(&Case {
        name: format!("all-different of {terms:?}"),
        post: &post,
        promise: match consistency {
            Domain if distinct => Promise::Domain,
            Bounds => Promise::Hall(terms),
            _ => Promise::Sound,
        },
        steady: matches!(consistency, Check | Value | Bounds | Domain),
        alike: 0..if is_alike { terms.len() } else { 0 },
        is_sampled: true,
        // The strength of a constraint overrides that of the settings.
        configs: vec![audited(if is_own { Check } else { consistency })],
    });
}

const TERMS: [&[(usize, i32)]; 7] = [
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 2), (1, -1), (2, 0)],
    // One variable twice: with two offsets it differs from itself, with one offset it cannot.
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
            at_strength(terms, consistency, false, &mut |case| case.exhaust(variables, -1, 2));
            let last = if is_exhaustive() { 2 } else { 1 };
            at_strength(terms, consistency, true, &mut |case| case.exhaust(variables, -1, last));
        }
    }
}

#[test]
fn all_different_of_four_variables() {
    const TERMS: [(usize, i32); 4] = [(0, 0), (1, 0), (2, 0), (3, 0)];
    let mut chance = Chance::new(4);
    for consistency in CONSISTENCIES {
        at_strength(&TERMS, consistency, false, &mut |case| {
            case.exhaust(4, 0, 2);
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
        at_strength(&TERMS, consistency, false, &mut |case| {
            for round in 0..120 {
                // Few values far apart: more than 64 between them.
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

/// A hundred values for each variable, and more variables than the kernel stores as pairs.
#[test]
fn all_different_of_many_variables_and_values() {
    let mut chance = Chance::new(6);
    for consistency in CONSISTENCIES {
        for (variables, offsets) in [(20, false), (20, true), (70, false), (70, true), (100, false)] {
            // A hidden solution, so that the result is not empty and the solution must be kept.
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
            // The first variables have one value too few: there is no solution, and the algorithms that count values
            // refute it.
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
        // 0 and 1 in two orders; two of 2, 3 and 4 for three variables that may not take 4 but one: 2, 3 and 4.
        assert_eq!(super::support::rest(&mut search, 100).len(), 4, "{consistency:?}");
        search.assume(&[wide[2].at_most(3)]).unwrap();
        assert!(super::support::rest(&mut search, 100).is_empty(), "{consistency:?}");
    }
}

/// A group with more values than variables gets the strong algorithm if sums narrow all its variables, and is left to
/// the kernel if only decisions do.
#[test]
fn loose_groups_that_sums_work_out_are_filtered_harder() {
    let runs_domain = |sums: bool| {
        let mut model = Model::new();
        let marks = model.vars(6, 0..=35);
        let mut distances = Vec::new();
        for (i, j) in (0..6).flat_map(|i| (i + 1..6).map(move |j| (i, j))) {
            let distance = model.var(1..=35);
            if sums {
                model.post((marks[j] - marks[i]).eq(distance));
            }
            distances.push(distance);
        }
        model.all_different(&distances);
        model.search().unwrap().engine().derived().any(|(kind, _)| kind == "domain")
    };
    assert!(runs_domain(true));
    assert!(!runs_domain(false));
}
