//! Sums of variables that are pairwise different.

use csp::{Config, Consistency, Expression, Model, Term, Var, all_different, sum, weighted_sum};

use super::driver::*;
use super::support::{Chance, Left, audited, oracle, root, solve, supported};

const CONSISTENCIES: [Consistency; 6] = [
    Consistency::Value,
    Consistency::Singles,
    Consistency::Intersections,
    Consistency::Bounds,
    Consistency::Domain,
    Consistency::Auto,
];

/// One case with the promise for both facts together, and one without presolve, where they stand apart.
fn check(name: &str, promise: Promise, post: &dyn Fn(&mut Model, &[Var]), run: &dyn Fn(&Case<'_>)) {
    let configs = CONSISTENCIES.map(audited).to_vec();
    run(&Case { name: name.to_string(), post, promise, steady: promise == Promise::Domain, configs });
    let weak = [Consistency::Check, Consistency::Forward].map(audited);
    let apart = Config { presolve: false, ..audited(Consistency::Auto) };
    let configs = weak.into_iter().chain([apart]).collect();
    run(&Case { name: format!("{name}, apart"), post, promise: Promise::Sound, steady: false, configs });
}

#[test]
fn sums_of_different_variables_filter_exactly() {
    for total in [-2, 0, 2, 3, 5] {
        let post = |model: &mut Model, x: &[Var]| {
            model.all_different(x);
            ignore(model.post(sum(x).eq(total)));
        };
        let name = format!("different, sum = {total}");
        check(&name, Promise::Domain, &post, &|case| {
            case.exhaust(2, -1, 2);
            case.exhaust(3, -1, 2);
        });
        // The sum first, and all coefficients the same.
        let post = |model: &mut Model, x: &[Var]| {
            model.post((sum(x) * -3).eq(-3 * total));
            ignore(model.all_different(x));
        };
        check(&name, Promise::Domain, &post, &|case| case.exhaust(3, -1, 2));
    }
    let odd = |model: &mut Model, x: &[Var]| {
        model.all_different(x);
        ignore(model.post((sum(x) * 2).eq(3)));
    };
    check("different, twice the sum = 3", Promise::Domain, &odd, &|case| case.exhaust(3, 0, 2));
}

#[test]
fn sums_of_more_variables_filter_exactly() {
    let mut chance = Chance::new(71);
    for _ in 0..60 {
        // As few values as it takes to have all assignments tried.
        let (variables, most, values) = chance.pick(&[(4, 5, 6), (5, 6, 3), (6, 6, 2), (5, 5, 3)]);
        let total = chance.between(most, 3 * most);
        let post = |model: &mut Model, x: &[Var]| {
            model.all_different(x);
            ignore(model.post(sum(x).eq(total)));
        };
        let mut domain = || {
            let mut domain = chance.subset(0, most, 6);
            chance.shuffle(&mut domain);
            domain.truncate(values);
            domain
        };
        let domains: Vec<Vec<Vec<i32>>> =
            (0..8).map(|_| (0..variables).map(|_| domain()).collect()).collect();
        check(&format!("different, sum = {total}"), Promise::Domain, &post, &|case| {
            domains.iter().for_each(|domains| ignore_all(case.check(domains)));
        });
    }
}

/// So many assignments that they are not tried at first: sets of values, or bounds.
#[test]
fn sums_of_many_variables_lose_nothing() {
    let mut chance = Chance::new(72);
    for (variables, most) in [(6, 6), (7, 7), (7, 8), (6, 9)] {
        for total in [least(variables), least(variables) + 2, 4 * variables as i32] {
            let post = |model: &mut Model, x: &[Var]| {
                model.all_different(x);
                ignore(model.post(sum(x).eq(total)));
            };
            let mut domains = vec![(0..=most).collect::<Vec<i32>>(); variables];
            for _ in 0..3 {
                let at = chance.below(variables as u64) as usize;
                domains[at] = chance.subset(0, most, 5);
            }
            let mut model = Model::new();
            let vars: Vec<Var> = domains.iter().map(|domain| model.var(&domain[..])).collect();
            post(&mut model, &vars);
            let solutions = different_sums(&domains, total.into());
            let wanted = supported(&solutions, variables);
            for consistency in CONSISTENCIES {
                match root(&model, &vars, &audited(consistency)) {
                    None => assert!(solutions.is_empty(), "{domains:?} = {total}"),
                    Some(left) => {
                        let kept = left.iter().zip(&wanted).all(|(left, wanted)| left.is_superset(wanted));
                        assert!(kept, "{domains:?} = {total}");
                    }
                }
                assert_eq!(solve(&model, &audited(consistency), solutions.len()), solutions);
            }
        }
    }
}

/// Too many assignments and too many sets of values, so that bounds are left, of words.
#[test]
fn bounds_of_sums_lose_nothing() {
    let mut chance = Chance::new(78);
    for _ in 0..600 {
        let total = chance.between(14, 56);
        let post = |model: &mut Model, x: &[Var]| {
            model.all_different(x);
            ignore(model.post(sum(x).eq(total)));
        };
        let mut domain = || {
            let mut domain: Vec<i32> = (0..=14).collect();
            chance.shuffle(&mut domain);
            domain.truncate(5);
            domain
        };
        let domains: Vec<Vec<i32>> = (0..5).map(|_| domain()).collect();
        check("five different", Promise::Sound, &post, &|case| ignore_all(case.check(&domains)));
    }
}

fn least(variables: usize) -> i32 {
    (0..variables as i32).sum()
}

/// All different values of these domains with this sum, sorted.
fn different_sums(domains: &[Vec<i32>], total: i64) -> Vec<Vec<i32>> {
    fn extend(domains: &[Vec<i32>], taken: &mut Vec<i32>, rest: i64, found: &mut Vec<Vec<i32>>) {
        let Some(domain) = domains.get(taken.len()) else {
            return if rest == 0 {
                found.push(taken.clone())
            };
        };
        for &value in domain {
            if !taken.contains(&value) {
                taken.push(value);
                extend(domains, taken, rest - i64::from(value), found);
                taken.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(domains, &mut Vec::new(), total, &mut found);
    found
}

/// Sets of values find what bounds do not: 1 and 2 must be among seven values that sum to 29.
#[test]
fn sets_of_values_are_known() {
    let mut model = Model::new();
    let x = model.vars(7, 1..=9);
    model.all_different(&x);
    model.post(sum(&x).eq(29));
    for &var in &x[1..] {
        model.post(var.ne(1));
    }
    let engine = model.compile(&audited(Consistency::Value)).unwrap();
    assert_eq!(engine.domain(x[0]).value(), Some(1));
    assert_eq!(engine.domain(x[1]).iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6, 8]);
}

/// What a cage has for sure is nothing for those that differ from all who can have it.
#[test]
fn values_that_a_cage_has_are_gone_around_it() {
    // 8 and 9 stand in the first two, one way or the other, and 7 does not.
    let post = |model: &mut Model, x: &[Var]| {
        model.all_different(&x[..2]);
        model.post(sum(&x[..2]).eq(17));
        // One that sees both, one that sees both in two ways and at an offset, and one that sees one.
        model.all_different([x[0], x[1], x[2]]);
        model.all_different([x[0] + 0, x[3] + 1]);
        model.all_different([x[1] + 0, x[3] + 1]);
        model.all_different([x[1], x[4]]);
    };
    let mut model = Model::new();
    let x = model.vars(5, 1..=9);
    post(&mut model, &x);
    let engine = model.compile(&audited(Consistency::Value)).unwrap();
    let left = x.iter().map(|&var| engine.domain(var).iter().collect::<Vec<i32>>()).collect::<Vec<_>>();
    let all = |gone: &[i32]| (1..=9).filter(|value| !gone.contains(value)).collect::<Vec<i32>>();
    assert_eq!(left, [vec![8, 9], vec![8, 9], all(&[8, 9]), all(&[7, 8]), all(&[])]);
}

#[test]
fn cages_lose_nothing_around_them() {
    let mut chance = Chance::new(79);
    for _ in 0..400 {
        let size = chance.pick(&[2, 3, 4]);
        let total = chance.between(size, 5 * size);
        // Each of those outside differs from some inside, at an offset, also from values beyond the cage's.
        let differs: Vec<(usize, usize, i32)> = (0..8)
            .map(|_| (chance.below(size as u64) as usize, chance.below(2) as usize, chance.between(-1, 1)))
            .collect();
        let post = |model: &mut Model, x: &[Var]| {
            let (inside, outside) = x.split_at(size as usize);
            model.all_different(inside);
            for &(one, other, offset) in &differs {
                model.all_different([inside[one] + offset, outside[other] + 0]);
            }
            ignore(model.post(sum(inside).eq(total)));
        };
        let mut domains: Vec<Vec<i32>> = (0..size).map(|_| chance.subset(0, 6, 7)).collect();
        domains.extend((0..2).map(|_| chance.subset(-3, 9, 7)));
        check("a cage and two around", Promise::Sound, &post, &|case| ignore_all(case.check(&domains)));
    }
}

#[test]
fn offsets_do_not_confuse_sums_and_differences() {
    // Different are x + 1, y and z - 2; summed are x, y and z.
    let post = |model: &mut Model, x: &[Var]| {
        model.all_different([x[0] + 1, x[1] + 0, x[2] - 2]);
        ignore(model.post(sum(x).eq(2)));
    };
    check("different at offsets", Promise::Domain, &post, &|case| case.exhaust(3, -1, 2));
    let post = |model: &mut Model, x: &[Var]| {
        model.all_different([x[0] + 1, x[1] + 0, x[2] - 2]);
        ignore(model.post(sum([x[0] + 5, x[1] - 3, x[2] + 1]).le(4)));
    };
    check("different at offsets, ≤", Promise::Sound, &post, &|case| case.exhaust(3, -1, 2));
    // One variable at two offsets in the difference, once in the sum.
    let post = |model: &mut Model, x: &[Var]| {
        model.all_different([x[0] + 0, x[0] + 1, x[1] + 0]);
        ignore(model.post(sum(&x[..2]).eq(1)));
    };
    check("one variable twice", Promise::Sound, &post, &|case| case.exhaust(2, -1, 2));
}

#[test]
fn merged_variables_do_not_confuse_sums_and_differences() {
    // w = x + 1 stands in the difference and x in the sum, or the other way round.
    let in_difference = |model: &mut Model, x: &[Var]| {
        model.post(x[3].eq(x[0] + 1));
        model.all_different([x[3], x[1], x[2]]);
        ignore(model.post(sum(&x[..3]).eq(3)));
    };
    check("merged in the difference", Promise::Sound, &in_difference, &|case| case.exhaust(4, 0, 2));
    let in_sum = |model: &mut Model, x: &[Var]| {
        model.post(x[3].eq(x[0] + 1));
        model.all_different(&x[..3]);
        ignore(model.post(sum(&x[1..]).eq(4)));
    };
    check("merged in the sum", Promise::Sound, &in_sum, &|case| case.exhaust(4, 0, 2));
    // Merged into one: its coefficient becomes 2, and it is no part of the others' sum.
    let twice = |model: &mut Model, x: &[Var]| {
        model.post(x[3].eq(x[0]));
        model.all_different(&x[..3]);
        ignore(model.post(sum(x).le(3)));
    };
    check("merged into one", Promise::Sound, &twice, &|case| case.exhaust(4, 0, 2));
    let pairs = |model: &mut Model, x: &[Var]| {
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            model.post(x[a].ne(x[b]));
        }
        ignore(model.post(sum(x).eq(4)));
    };
    check("joined from pairs", Promise::Domain, &pairs, &|case| case.exhaust(3, -1, 3));
}

/// Each bound has a support in which all are different and the sum is in order, over the intervals.
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
        for bound in [0, 1, 3, 5] {
            type Holds = Box<dyn Fn(i64) -> bool>;
            type Post<'a> = Box<dyn Fn(&mut Model, &[Var]) + 'a>;
            let posts: [(Holds, Post<'_>); 3] = [
                (
                    Box::new(move |sum| sum <= bound),
                    Box::new(|model, x| {
                        model.post(all_different(terms(x)).with(Consistency::Bounds));
                        ignore(model.post(sum(x).le(bound)));
                    }),
                ),
                (
                    Box::new(move |sum| sum >= bound),
                    Box::new(|model, x| {
                        model.post(all_different(terms(x)).with(Consistency::Bounds));
                        ignore(model.post(sum(x).ge(bound)));
                    }),
                ),
                (
                    Box::new(move |sum| -2 * sum < bound),
                    Box::new(|model, x| {
                        model.post((sum(x) * -2).lt(bound));
                        ignore(model.post(all_different(terms(x)).with(Consistency::Bounds)));
                    }),
                ),
            ];
            for (holds, post) in &posts {
                let name = format!("different at {offsets:?}, sum and {bound}");
                check(&name, Promise::Sound, post, &|case| case.exhaust(3, -1, 1));
                let case = plain(&name, Promise::Sound, post);
                let mut chance = Chance::new(73);
                for _ in 0..150 {
                    let domains: Vec<Vec<i32>> = (0..3).map(|_| chance.subset(-2, 5, 3)).collect();
                    // With presolve; the second configuration is without.
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
            ignore(model.post(sum(x).le(bound)));
        };
        let case = plain("four different, ≤", Promise::Sound, &post);
        let domains: Vec<Vec<i32>> = (0..4).map(|_| chance.subset(0, 7, 3)).collect();
        if let Some(left) = &case.check(&domains)[0] {
            let holds = |sum| sum <= i64::from(bound);
            assert!(bounds_are_supported(left, &[0; 4], &holds), "≤ {bound} {domains:?}: {left:?}");
        }
    }
}

/// Only some of the variables are different, or in two groups, or with several coefficients.
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
                ignore(model.post(combined(x).eq(bound)));
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
                ignore(model.post(combined(x).le(bound)));
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

/// Holes, several words, and values too far apart to be the bits of one word.
#[test]
fn sums_of_wide_domains_lose_nothing() {
    let mut chance = Chance::new(77);
    for round in 0..200 {
        let spread = [40, 62, 70, 130, 700, 100_000][round % 6];
        let places = [0, 1, 2, 3, 31, spread - 1, spread, spread + 1];
        let domains: Vec<Vec<i32>> = (0..3)
            .map(|_| {
                let mut domain: Vec<i32> = (0..5).map(|_| chance.pick(&places) - 35).collect();
                domain.sort_unstable();
                domain.dedup();
                domain
            })
            .collect();
        let total = domains.iter().map(|domain| chance.pick(domain)).sum::<i32>();
        for offset in [0, 1, 13] {
            let post = |model: &mut Model, x: &[Var]| {
                model.all_different([x[0] + 0, x[1] - offset, x[2] + 0]);
                ignore(model.post(sum(x).eq(total)));
            };
            // Within a word both facts together, also at offsets; beyond it bounds.
            let promise = if spread + offset <= 62 { Promise::Domain } else { Promise::Sound };
            check("wide", promise, &post, &|case| ignore_all(case.check(&domains)));
            let post = |model: &mut Model, x: &[Var]| {
                model.all_different([x[0] + 0, x[1] - offset, x[2] + 0]);
                ignore(model.post(sum(x).le(total)));
            };
            check("wide, ≤", Promise::Sound, &post, &|case| ignore_all(case.check(&domains)));
        }
    }
}

#[test]
fn sums_of_very_wide_domains() {
    let mut model = Model::new();
    let x = model.vars(4, 0..=1_000_000);
    model.all_different(&x);
    model.post(sum(&x).le(8));
    let mut search = model.search_with(&audited(Consistency::Auto)).unwrap();
    // 0 + 1 + 2 is the least of three.
    assert_eq!((search.domain(x[2]).min(), search.domain(x[2]).max()), (0, 5));
    // 0123, 0124, 0125 and 0134, in all orders.
    assert_eq!(search.count(u64::MAX).found(), 4 * 24);
}

/// Two cells that are 1 and 2 in some order take both from the rest of their row, and nothing from a cell that sees only
/// one of them.
#[test]
fn what_stands_in_a_sum_for_certain_leaves_those_around() {
    let mut model = Model::new();
    let row = model.vars(5, 1..=6);
    let column = model.vars(2, 1..=6);
    model.all_different(&row);
    model.all_different([row[0], column[0], column[1]]);
    model.post((row[0] + row[1]).eq(3));
    let search = model.search_with(&audited(Consistency::Auto)).unwrap();
    for &cell in &row[2..] {
        assert_eq!(search.domain(cell).iter().collect::<Vec<_>>(), [3, 4, 5, 6]);
    }
    for &cell in &column {
        assert_eq!(search.domain(cell).len(), 6);
    }
}

/// Three cells need a 1 whatever else they are, and only two of them can have it.
#[test]
fn what_a_sum_needs_leaves_those_who_see_all_places_for_it() {
    let mut model = Model::new();
    let cage = [model.var(1..=7), model.var(1..=7), model.var(2..=7)];
    let others = model.vars(2, 1..=7);
    model.all_different(cage);
    model.all_different([cage[0], cage[1], others[0]]);
    model.all_different([cage[0], cage[2], others[1]]);
    // 1, 2, 4 alone.
    model.post(sum(cage).eq(7));
    let search = model.search_with(&audited(Consistency::Auto)).unwrap();
    assert_eq!(search.domain(others[0]).iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7]);
    assert_eq!(search.domain(others[1]).len(), 7);
}

#[test]
fn both_constraints_are_the_source() {
    let mut model = Model::new();
    let x = model.vars(3, 1..=9);
    let unrelated = model.post(x[0].le(8));
    let differ = model.all_different(&x);
    let total = model.post(sum(&x).eq(23));
    let engine = model.compile(&Config::default()).unwrap();
    assert_eq!(engine.domain(x[0]).min(), 6);
    assert!(engine.derived().any(|(name, sources)| name == "cage" && sources == [differ, total]));
    assert!(engine.derived().all(|(name, sources)| name != "cage" || !sources.contains(&unrelated)));
    // Without the difference 9 + 9 + 5 will do, and without presolve nobody knows of it.
    let apart = engine.without(&[differ]).unwrap();
    assert_eq!(apart.domain(x[0]).min(), 5);
    let plain = model.compile(&Config { presolve: false, ..Config::default() }).unwrap();
    assert!(plain.derived().all(|(name, _)| name != "cage"));
}

/// Added to a compiled model, a sum finds the differences that are there.
#[test]
fn sums_added_later_know_the_differences() {
    let mut model = Model::new();
    let x = model.vars(4, 1..=9);
    model.all_different(&x[..3]);
    let mut engine = model.compile(&audited(Consistency::Auto)).unwrap();
    engine.add_constraint(sum(&x[..3]).eq(6)).unwrap();
    assert_eq!(engine.domain(x[0]).max(), 3);
    engine.add_constraint(all_different(&x[2..])).unwrap();
    engine.add_constraint((x[2] + x[3]).eq(2)).unwrap();
    assert!(engine.is_infeasible(), "1 + 1 is no sum of two different values");
}

/// Values taken by members that are fixed from the beginning count.
#[test]
fn fixed_members_take_part() {
    let mut model = Model::new();
    let fixed = model.var(1);
    let x = model.vars(3, 1..=200);
    model.all_different([x[0], fixed, x[1], x[2]]);
    model.post((sum(&x) + fixed).le(10));
    let engine = model.compile(&audited(Consistency::Auto)).unwrap();
    assert_eq!(x.iter().map(|&x| engine.domain(x).max()).collect::<Vec<_>>(), [4; 3]);
}

fn ignore_all<T>(_: T) {}
