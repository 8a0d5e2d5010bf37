//! Inequalities, and sums over some of the different variables.

use csp::{Expression, Model, Term, Var, all_different, config::Consistency, sum, weighted_sum};

use super::check;
use crate::driver::{Promise, plain};
use crate::support::{Chance, Left, oracle};

/// Returns whether each bound has a support over the intervals in which all terms differ and the sum holds.
fn bounds_are_supported(left: &[Left], terms: &[i32], holds: &dyn Fn(i64) -> bool) -> bool {
    let mut model = Model::new();
    let ends = |left: &Left| (*left.first().unwrap(), *left.last().unwrap());
    let vars: Vec<Var> = left.iter().map(|left| model.var(ends(left).0..=ends(left).1)).collect();
    model.all_different(vars.iter().zip(terms).map(|(&var, &offset)| Term::from(var) + offset));
    let mut solutions = oracle(&model, &vars);
    solutions.retain(|values| holds(values.iter().map(|&value| i64::from(value)).sum()));
    left.iter().enumerate().all(|(at, left)| {
        let (low, high) = ends(left);
        [low, high].iter().all(|end| solutions.iter().any(|values| values[at] == *end))
    })
}

#[test]
fn inequalities_filter_bounds_exactly() {
    for offsets in [[0, 0, 0], [1, 0, -1]] {
        let terms = |x: &[Var]| -> Vec<Term> { x.iter().zip(offsets).map(|(&x, o)| x + o).collect() };
        let alike = if offsets == [0; 3] { 0..3 } else { 0..0 };
        for bound in [0, 1, 3, 5] {
            type Holds = Box<dyn Fn(i64) -> bool>;
            type Post<'a> = Box<dyn Fn(&mut Model, &[Var]) + 'a>;
            let posts: [(Holds, Post<'_>); 3] = [
                (
                    Box::new(move |sum| sum <= bound),
                    Box::new(|model, x| {
                        model.post(all_different(terms(x)).with(Consistency::Bounds));
                        model.post(sum(x).le(bound));
                    }),
                ),
                (
                    Box::new(move |sum| sum >= bound),
                    Box::new(|model, x| {
                        model.post(all_different(terms(x)).with(Consistency::Bounds));
                        model.post(sum(x).ge(bound));
                    }),
                ),
                (
                    Box::new(move |sum| -2 * sum < bound),
                    Box::new(|model, x| {
                        model.post((sum(x) * -2).lt(bound));
                        model.post(all_different(terms(x)).with(Consistency::Bounds));
                    }),
                ),
            ];
            for (holds, post) in &posts {
                let name = format!("different at {offsets:?}, sum and {bound}");
                check(&name, Promise::Sound, post, &|case| case.alike(alike.clone()).exhaust(3, -1, 1));
                let case = plain(&name, Promise::Sound, post);
                let mut chance = Chance::new(73);
                for _ in 0..150 {
                    let domains: Vec<Vec<i32>> = (0..3).map(|_| chance.subset(-2, 5, 3)).collect();
                    // The first configuration has presolve; the second does not.
                    if let Some(left) = &case.check(&domains)[0] {
                        assert!(bounds_are_supported(left, &offsets, holds), "{name} {domains:?}: {left:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn inequalities_of_four_variables_filter_bounds_exactly() {
    let mut chance = Chance::new(74);
    for _ in 0..400 {
        let bound = chance.between(3, 16);
        let post = move |model: &mut Model, x: &[Var]| {
            model.post(all_different(x).with(Consistency::Bounds));
            model.post(sum(x).le(bound));
        };
        let case = plain("four different, ≤", Promise::Sound, &post);
        let domains: Vec<Vec<i32>> = (0..4).map(|_| chance.subset(0, 7, 3)).collect();
        if let Some(left) = &case.check(&domains)[0] {
            let holds = |sum| sum <= i64::from(bound);
            assert!(bounds_are_supported(left, &[0; 4], &holds), "≤ {bound} {domains:?}: {left:?}");
        }
    }
}

/// Only some variables are different, or they are in two groups, or have several coefficients.
#[test]
fn sums_in_parts_lose_nothing() {
    type Sum = fn(&[Var]) -> Expression;
    let sums: [Sum; 5] = [
        |x| sum(x),
        |x| weighted_sum([2, 2, -1, -1].into_iter().zip(x)),
        |x| weighted_sum([1, 1, 1, -3].into_iter().zip(x)),
        |x| weighted_sum([-1, 2, -1, 2].into_iter().zip(x)),
        |x| sum(&x[..3]) - 2 * x[3],
    ];
    let groups: [&[&[usize]]; 5] =
        [&[&[0, 1, 2]], &[&[0, 1], &[2, 3]], &[&[0, 1], &[1, 2, 3]], &[&[0, 1, 2, 3]], &[&[1, 3]]];
    for (combined, groups) in sums.iter().flat_map(|sum| groups.map(|groups| (sum, groups))) {
        let differ = |model: &mut Model, x: &[Var]| {
            for group in groups {
                model.all_different(group.iter().map(|&at| x[at]));
            }
        };
        for bound in [-1, 2, 4] {
            let equal = |model: &mut Model, x: &[Var]| {
                differ(model, x);
                model.post(combined(x).eq(bound));
            };
            check(&format!("{groups:?} different, = {bound}"), Promise::Sound, &equal, &|case| {
                case.exhaust(4, 0, 1);
                let mut chance = Chance::new(75);
                for _ in 0..40 {
                    let domains: Vec<Vec<i32>> = (0..4).map(|_| chance.subset(-2, 4, 4)).collect();
                    case.check(&domains);
                }
            });
            let at_most = |model: &mut Model, x: &[Var]| {
                differ(model, x);
                model.post(combined(x).le(bound));
            };
            check(&format!("{groups:?} different, ≤ {bound}"), Promise::Sound, &at_most, &|case| {
                let mut chance = Chance::new(76);
                for _ in 0..40 {
                    let domains: Vec<Vec<i32>> = (0..4).map(|_| chance.subset(-2, 4, 4)).collect();
                    case.check(&domains);
                }
            });
        }
    }
}
