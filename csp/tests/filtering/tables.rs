//! Tables of allowed and of forbidden tuples.

use csp::{Config, Model, Var, table};

use super::driver::*;
use super::support::{Chance, any_config, oracle, rest, solve};

/// Returns random tuples over `low..=high`.
fn tuples(chance: &mut Chance, width: u32, low: i32, high: i32, tenths: u64) -> Vec<Vec<i32>> {
    let base = high - low + 1;
    let all =
        (0..base.pow(width)).map(|code| (0..width).map(|at| low + code / base.pow(at) % base).collect());
    let mut some: Vec<Vec<i32>> = all.filter(|_| chance.below(10) < tenths).collect();
    some.push(vec![low; width as usize]);
    chance.shuffle(&mut some);
    some
}

#[test]
fn tables_of_two_columns() {
    let mut chance = Chance::new(3);
    for round in 0..10 {
        let list = tuples(&mut chance, 2, -1, 2, 1 + round);
        let allowed = |m: &mut Model, x: &[Var]| ignore(m.post(table(x, &list)));
        plain(&format!("in {list:?}"), Promise::Domain, &allowed).exhaust(2, -1, 2);
        let forbidden = |m: &mut Model, x: &[Var]| ignore(m.post(!table(x, &list)));
        plain(&format!("not in {list:?}"), Promise::Domain, &forbidden).exhaust(2, -1, 2);
    }
}

#[test]
fn tables_of_three_columns() {
    let mut chance = Chance::new(4);
    for tenths in [1, 3, 6, 9] {
        let list = tuples(&mut chance, 3, -1, 2, tenths);
        let allowed = |m: &mut Model, x: &[Var]| ignore(m.post(table(x, &list)));
        plain(&format!("in {list:?}"), Promise::Domain, &allowed).exhaust(3, -1, 1);
        let forbidden = |m: &mut Model, x: &[Var]| ignore(m.post(!table(x, &list)));
        plain(&format!("not in {list:?}"), Promise::Domain, &forbidden).exhaust(3, -1, 1);
    }
}

#[test]
fn a_variable_in_several_columns_offsets_and_constants() {
    let mut chance = Chance::new(5);
    for tenths in [2, 5, 8] {
        let list = tuples(&mut chance, 4, 0, 3, tenths);
        let allowed = |m: &mut Model, x: &[Var]| {
            let columns: [csp::constraints::Operand; 4] =
                [x[0].into(), (x[1] + 1).into(), (x[0] + 1).into(), 2.into()];
            ignore(m.post(table(columns, &list)))
        };
        plain("repeated", Promise::Domain, &allowed).exhaust(2, -1, 2);
        let forbidden = |m: &mut Model, x: &[Var]| {
            ignore(m.post(!table([x[0] + 0, x[1] - 1, x[0] + 1, x[1] + 0], &list)))
        };
        plain("repeated, forbidden", Promise::Domain, &forbidden).exhaust(2, 0, 3);
        let merged = |m: &mut Model, x: &[Var]| {
            m.post(x[0].eq(x[1] + 1));
            m.post(table([x[0], x[1], x[2], x[0]], &list));
        };
        let mut case = plain("merged", Promise::Domain, &merged);
        case.configs.truncate(1);
        case.exhaust(3, 0, 2);
    }
}

/// More tuples than one word holds, and domains of several words, repeatedly in one search.
#[test]
fn many_tuples_over_wide_domains() {
    let mut chance = Chance::new(6);
    let (mut list, mut forbidden) = (Vec::new(), Vec::new());
    for at in 0..500 {
        let tuple = [chance.between(-2, 9), chance.between(0, 99) * 3, chance.between(-5, 5)];
        if at % 2 == 0 { list.push(tuple) } else { forbidden.push(tuple) }
    }
    let allowed = |m: &mut Model, x: &[Var]| ignore(m.post(table(x, &list)));
    let forbidden = |m: &mut Model, x: &[Var]| ignore(m.post(!table(x, &forbidden)));
    for _ in 0..200 {
        let middle = (0..9).map(|_| 3 * chance.between(0, 99)).collect::<std::collections::BTreeSet<_>>();
        let domains = [chance.subset(-2, 9, 4), middle.into_iter().collect(), chance.subset(-5, 5, 5)];
        plain("allowed", Promise::Domain, &allowed).check(&domains);
        plain("forbidden", Promise::Domain, &forbidden).check(&domains);
    }
}

/// Two tables and a sum in one search: backtracking must restore the state of all.
#[test]
fn tables_in_search() {
    let mut chance = Chance::new(7);
    for _ in 0..60 {
        let mut model = Model::new();
        let x: Vec<Var> = (0..4).map(|_| model.var(chance.subset(0, 4, 7))).collect();
        model.post(table(&x[..3], tuples(&mut chance, 3, 0, 4, 5)));
        model.post(!table(&x[1..], tuples(&mut chance, 3, 0, 4, 5)));
        model.post(table([x[3], x[0]], tuples(&mut chance, 2, 0, 4, 6)));
        let known = oracle(&model, &x);
        for _ in 0..3 {
            let config = any_config(&mut chance);
            assert_eq!(solve(&model, &config, known.len()), known, "{config:?}");
        }
    }
}

/// Domains without holes keep inner values that are not allowed, and lose them when they become bounds.
#[test]
fn tables_over_very_wide_domains() {
    for negated in [false, true] {
        let list: Vec<[i32; 2]> = (0..40).map(|i| [i * i * 1000 - 5, i % 7]).collect();
        let mut model = Model::new();
        let (x, y) = (model.var(-2_000_000..=2_000_000), model.var(0..=6));
        let table = table([x, y], &list);
        model.post(if negated { !table } else { table });
        let mut search = model.search_with(&Config::default().with_audit(true)).unwrap();
        if !negated {
            assert_eq!((search.domain(x).min(), search.domain(x).max()), (-5, 39 * 39 * 1000 - 5));
        }
        for middle in [-5, 995, 3995, 15995] {
            search.assume(&[x.at_least(middle - 1), x.at_most(middle + 1)]).unwrap();
            let wanted: Vec<Vec<i32>> = (middle - 1..=middle + 1)
                .flat_map(|v| (0..=6).map(move |w| [v, w]))
                .filter(|tuple| list.contains(tuple) != negated)
                .map(Vec::from)
                .collect();
            assert_eq!(rest(&mut search, wanted.len()), wanted);
        }
    }
}

/// Removing a bound makes a forbidden inner value the next bound.
#[test]
fn forbidden_values_next_to_each_other_at_the_end_of_a_very_wide_domain() {
    let mut model = Model::new();
    let x = model.var(-500_000..=500_000);
    model.post(!table([x], [[499_999], [500_000], [-500_000], [-499_998], [-499_999], [7]]));
    let search = model.search_with(&Config::default().with_audit(true)).unwrap();
    assert_eq!((search.domain(x).min(), search.domain(x).max()), (-499_997, 499_998));
}

/// The audit, and trials of explanations, run a table on a copy of the store, which must not disturb the table itself.
#[test]
fn runs_on_trial_do_not_disturb_a_table() {
    let mut model = Model::new();
    let x = [model.var(-1..=0), model.var(-91..=92), model.var(-1..=2)];
    model.post(!csp::constraints::quotient(x[0], x[1]).eq(x[2]));
    let config = Config::default().with_audit(true).with_branching(csp::config::BranchBy::Splitting);
    let mut learner = crate::support::walk(&model, &config).unwrap();
    learner.assume(&[x[1].at_least(-1), x[1].at_most(2)]).unwrap();
    let mut found = 0;
    while let Some(solution) = learner.first().unwrap() {
        assert_eq!(model.broken_by(solution.values()), Ok(None));
        found += 1;
    }
    assert_eq!(found, 26);
}
