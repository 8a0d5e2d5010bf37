//! Edge cases of expressions and conditions: undefined functions, very wide domains, empty lists, values at the ends
//! of the range, repeated variables.

use crate::support::{Chance, any_config, oracle, rest, solve};
use csp::constraints::{
    absolute_difference, constructive_any, number_of_values, product, quotient, remainder,
};
use csp::{
    Condition, Config, ErrorKind, Expression, Learner, Model, Outcome, Parallel, Var, all, all_different,
    any, config::Restarts, count, deduce::Deduction, element, holds, lockstep::Lockstep, maximum, minimum,
    sum, weighted_sum,
};

/// Compares the solutions with the model's meaning, in some settings. Returns their number.
fn check(model: &Model, vars: &[Var]) -> usize {
    let known = oracle(model, vars);
    let mut chance = Chance::new(77);
    for round in 0..12 {
        let config = if round == 0 { Config::default() } else { any_config(&mut chance) };
        let config = config.with_audit(true);
        assert_eq!(solve(model, &config, known.len()), known, "{config:?}");
    }
    known.len()
}

/// Under an assumption, the copy of a very wide divisor cannot lose its inner value 0.
#[test]
fn a_wide_divisor_of_zero_is_undefined_under_an_assumption() {
    for wide in [5, 40_000] {
        let mut model = Model::new();
        let x = model.var(-wide..=wide);
        let y = model.var(-wide..=wide);
        model.post(quotient(7, x).eq(y) | remainder(y, x).eq(0));
        let mut search = model.search().unwrap();
        search.assume(&[x.is(0), y.at_least(-2), y.at_most(2)]).unwrap();
        assert_eq!(rest(&mut search, 10), Vec::<Vec<i32>>::new(), "{wide}");
        search.assume(&[x.is(1), y.at_least(-2), y.at_most(2)]).unwrap();
        assert_eq!(rest(&mut search, 10).len(), 5);
    }
}

/// The copy of a wide divisor has a hole at 0 that its domain cannot show.
#[test]
fn a_wide_divisor_of_zero_refutes_with_a_reason() {
    let mut model = Model::new();
    let (x, y) = (model.var(-40_000..=40_000), model.var(-40_000..=40_000));
    let z = model.var(0..=1);
    model.post(quotient(x, y).eq(2) | z.eq(1));
    let mut deduction = Deduction::compile(&model, &Config::default().with_audit(true)).unwrap();
    assert!(deduction.suppose(&[y.is(0)]).unwrap());
    assert_eq!(deduction.why(z.is(1)).expect("nothing else is left").facts, [y.is(0)]);
    deduction.withdraw();
    assert!(deduction.suppose(&[z.is(0)]).unwrap());
    assert!(!deduction.suppose(&[y.is(0)]).unwrap());
    assert_eq!(deduction.contradiction().expect("there is one").facts, [y.is(0), z.is(0)]);
}

/// A reified condition decides whether the other operand is a solution.
#[test]
fn a_wide_divisor_of_zero_makes_a_truth_value_false() {
    let mut model = Model::new();
    let (x, y) = (model.var(-40_000..=40_000), model.var(-40_000..=40_000));
    let (a, b) = (model.boolean(), model.boolean());
    model.post(quotient(y, x).ge(1).iff(a.is(1)));
    model.post(weighted_sum([(1, quotient(y, x).le(0)), (1, remainder(y, x).eq(1))]).eq(b));
    let mut search = model.search().unwrap();
    search.assume(&[x.is(0), y.is(3)]).unwrap();
    assert_eq!(rest(&mut search, 4), [[0, 3, 0, 0]]);
}

#[test]
fn a_group_that_reacts_to_decisions_is_enforced_under_an_operator() {
    for own in crate::support::CONSISTENCIES {
        let mut model = Model::new();
        let x = model.vars(4, 0..=5);
        model.post(holds(all_different(&x[..3]).with(own)) | x[3].eq(7));
        assert_eq!(check(&model, &x), 120 * 6, "{own:?}");
        let mut model = Model::new();
        let x = model.vars(4, 0..=5);
        model.post(!holds(all_different(&x[..3]).with(own)) | x[3].eq(0));
        check(&model, &x);
        let mut model = Model::new();
        let x = model.vars(4, 0..=5);
        model.post(constructive_any([holds(all_different(&x[..3]).with(own)), sum(&x).eq(3)]));
        check(&model, &x);
        let mut model = Model::new();
        let x = model.vars(4, 0..=5);
        model.post((sum(&x).eq(3)).iff(holds(all_different(&x[..3]).with(own))));
        check(&model, &x);
        let mut model = Model::new();
        let x = model.vars(4, 0..=5);
        model.post(all([holds(all_different(&x[..3]).with(own)), x[3].ne(x[0])]));
        check(&model, &x);
    }
}

/// A Boolean and its truth value are one variable: sums count it once.
#[test]
fn a_boolean_counts_together_with_its_truth() {
    let build: [fn(&[Var]) -> Condition; 7] = [
        |b| (Expression::from(b[0].is(1)) + Expression::from(b[0].is(1)) + b[1]).eq(b[2] + b[3]),
        |b| (Expression::from(b[0].is(1)) - b[0] + b[1]).ne(b[2] + b[3] + b[4]),
        |b| (Expression::from(b[0].is(1)) + b[0]).eq(b[1] * 2),
        |b| (Expression::from(b[0].is(1)) + b[0]).eq(b[5]),
        |b| (sum(b) - Expression::from(b[0].is(1)) * 2).le(b[1] + Expression::from(b[2].is(1)) * 3 - 1),
        |b| maximum([Expression::from(b[0].is(1)) + b[0] - b[5] * 2, b[1].into()]).eq(b[2]),
        |b| (sum(b) - Expression::from(b[0].is(1)) * 2 + b[1].is(1)).eq(b[5] * 2 - product(b[3], b[4])),
    ];
    for (at, build) in build.into_iter().enumerate() {
        let mut model = Model::new();
        let mut b = model.vars(5, 0..=1);
        // Too many values for a table.
        b.push(model.var(-40..=40));
        model.post(build(&b));
        assert!(check(&model, &b) > 0, "{at}");
        let mut model = Model::new();
        let mut b = model.vars(5, 0..=1);
        b.push(model.var(-40..=40));
        model.post(build(&b) | b[5].ge(39));
        model.post(!build(&b) | b[5].le(-39) | b[4].is(1));
        assert!(check(&model, &b) > 0, "{at}");
    }
}

/// Presolve merges these variables.
#[test]
fn merged_variables_in_functions_and_conditions() {
    let build: [fn(&[Var]) -> Condition; 8] = [
        |x| product(x[0], x[1]).eq(x[2]),
        |x| quotient(x[2], x[0] - x[1] - 2).eq(x[3]) | x[3].eq(2),
        |x| maximum([x[0] + 0, x[1] + 1, x[2] - 3]).ne(x[1] + x[3]),
        |x| (x[0] - x[1]).eq(x[2] + 0) ^ x[3].is(4),
        |x| number_of_values([x[0] + 0, x[1] + 1, x[2] + 0, x[3] + 0]).ge(x[2] - 1),
        |x| constructive_any([(x[0] - x[1]).eq(2), x[2].lt(x[3]), (x[0] + x[2]).eq(x[1])]),
        |x| holds(all_different([x[0] + 0, x[1] + 1, x[2] + 0])).iff(x[3].le(2)),
        |x| element([x[0] + 0, x[1] + 1, x[2] + 0], x[1] - x[0] + 3).eq(x[3]) | x[2].is(0),
    ];
    for build in build {
        for offset in [1, -2] {
            let mut model = Model::new();
            let x = model.vars(4, -4..=6);
            model.post(x[0].eq(x[1] + offset));
            model.post(build(&x));
            check(&model, &x);
            let mut model = Model::new();
            let x = model.vars(4, -4..=6);
            model.post(build(&x));
            model.post(x[0].eq(x[1] + offset));
            model.post(x[0].eq(x[3]) | x[2].le(0));
            check(&model, &x);
        }
    }
}

#[test]
fn lists_of_nothing() {
    let none: [Condition; 0] = [];
    let nothing: [Var; 0] = [];
    let mut model = Model::new();
    let x = model.var(0..=2);
    model.post(all(none.clone()));
    model.post(!any(none.clone()));
    model.post(sum(nothing).eq(0));
    model.post(count(nothing, 1).le(x));
    model.post(number_of_values(nothing).eq(0));
    model.post(x.is(1).implies(all(none.clone())));
    model.post(x.is(1) | any(none.clone()) | x.is(2));
    assert_eq!(check(&model, &[x]), 2);
    for never in [
        any(none.clone()),
        !all(none.clone()),
        constructive_any(none.clone()),
        sum(nothing).ge(1),
        count(nothing, 1).ne(0),
    ] {
        let mut model = Model::new();
        let x = model.var(0..=2);
        model.post(never.clone());
        assert_eq!(check(&model, &[x]), 0, "{never:?}");
        let mut model = Model::new();
        let x = model.vars(3, 0..=40);
        model.post((x[0] + x[1]).le(x[2]).iff(never.clone()));
        model.post(Expression::from(never).eq(x[0] - 3));
        assert!(check(&model, &x) > 0);
    }
    let mut model = Model::new();
    let x = model.var(0..=2);
    model.post(x.is(1) | element(nothing, 0).eq(1));
    assert_eq!(check(&model, &[x]), 1);
    let weighed = weighted_sum([(1, Expression::from(x)), (0, minimum(nothing))]).ge(1);
    for (wrong, said) in
        [(maximum(nothing).le(3), "maximum"), (minimum(nothing).eq(3), "minimum"), (weighed, "minimum")]
    {
        let mut model = Model::new();
        let x = model.var(0..=2);
        model.post(x.is(1) | !wrong);
        let error = model.search().unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[test]
fn values_at_the_ends() {
    const MOST: i32 = 1 << 28;
    let mut model = Model::new();
    let (x, y) = (model.var(-MOST..=MOST), model.var(-MOST..=MOST));
    model.post(absolute_difference(x, y).eq(MOST));
    model.post(x.ge(MOST - 1) | y.le(1 - MOST));
    let mut search = model.search().unwrap();
    search.assume(&[y.at_least(-1), y.at_most(1)]).unwrap();
    assert_eq!(rest(&mut search, 9), [[MOST - 1, -1], [MOST, 0]]);

    // Sums and products of the largest values stay exact.
    let mut model = Model::new();
    let (x, y) = (model.var([-MOST, MOST]), model.var([-MOST, MOST - 1]));
    model.post(product(x, y).gt(0) ^ (x + y).eq(0));
    assert!(model.search().is_err(), "a product needs an auxiliary variable");
    let mut model = Model::new();
    let (x, y) = (model.var(MOST - 3..=MOST), model.var(-MOST..=3 - MOST));
    let z = model.var(-20..=20);
    model.post((x + y).eq(z) | (x - y).gt(i64::from(MOST) * 2 - 2));
    model.post((x * (1 << 31) + y * (1 << 31)).le(z * (1 << 31)));
    model.post(maximum([x + MOST, z + MOST]).eq(x + MOST));
    check(&model, &[x, y, z]);
}

/// The functions of an objective have to be defined.
#[test]
fn objectives_with_undefined_functions() {
    let mut model = Model::new();
    let x = model.vars(2, -3..=3);
    let Outcome::Optimal(best) = model.search().unwrap().minimize(quotient(x[0] + 9, x[1])).unwrap().run()
    else {
        panic!()
    };
    assert_eq!(best.value, -12);
    for threads in [1, 2] {
        let workers = Parallel::new(&model, &Config::default()).unwrap().threads(threads);
        let mut optimizer = workers.maximize(quotient(x[0] + 9, x[1]) + x[1].is_not(2)).unwrap();
        let outcome = optimizer.run();
        let Outcome::Optimal(best) = outcome else { panic!() };
        assert_eq!(best.value, 13);
        let outcome = optimizer.into_runner().maximize(quotient(x[0], x[1] * 0)).unwrap().run();
        assert_eq!(outcome, Outcome::Infeasible);
    }
    let outcome = model.search().unwrap().maximize(quotient(x[0], x[1] * 0)).unwrap().run();
    assert_eq!(outcome, Outcome::Infeasible);
    let outcome = model.search().unwrap().maximize(5).unwrap().run();
    assert_eq!(outcome.best().unwrap().value, 5);
}

#[test]
fn an_objective_that_is_too_large_is_an_error() {
    let mut model = Model::new();
    let x = model.var(0..=0);
    let y = model.var(0..=9);
    for objective in [
        weighted_sum([(1_i64 << 60, x)]),
        weighted_sum([(1_i64 << 60, y)]),
        y * i64::MAX + y,
        product(y * (1 << 20), y * (1 << 20)),
    ] {
        let one = model.search().unwrap().minimize(objective.clone()).map(drop).unwrap_err();
        let workers = Parallel::new(&model, &Config::default()).unwrap().threads(2);
        let many = workers.minimize(objective).unwrap_err();
        for error in [one, many] {
            assert!(matches!(error.kind(), ErrorKind::Overflow { .. }), "{error}");
        }
    }
}

/// The auxiliary variables of an objective stay in the search, as documented.
#[test]
fn an_objective_leaves_its_variable_behind() {
    let mut model = Model::new();
    let x = model.vars(2, -1..=1);
    let mut optimizer = model.search().unwrap().minimize(quotient(3, x[0]) + x[1]).unwrap();
    let best = optimizer.run().best().unwrap().clone();
    assert_eq!((best.value, best.solution.values()), (-4, &[-1, -1][..]));
    let found = rest(&mut optimizer.into_runner(), 6);
    assert_eq!((found.len(), &found[0][..]), (6, &[-1, -1, -4][..]));
}

/// Doubling the work for each link of a chain would give 2^60 steps.
#[test]
fn long_chains_of_conditions() {
    let mut model = Model::new();
    let x = model.vars(60, 0..=40);
    let odd = x[1..].iter().fold(Condition::from(x[0].is(7)), |odd, &x| odd ^ x.ge(20));
    model.post(odd.clone());
    model.post(odd.clone() | x[0].is(3));
    model.post((odd.clone() & x[0].le(30) | x[5].is(9)).iff(odd | x[5].is(9)));
    let first = model.search().unwrap().first().unwrap().unwrap();
    assert_eq!(model.broken_by(first.values()).unwrap(), None);

    let mut model = Model::new();
    let x = model.vars(4000, 0..=9);
    let pairs = || (1..4000).map(|i| x[i - 1].lt(x[i]));
    model.post(pairs().reduce(|a, b| a | b).unwrap());
    model.post(!pairs().reduce(|a, b| a & b).unwrap());
    assert!(model.search().unwrap().first().unwrap().is_some());
}

/// A constraint in an engine of its own takes memory for itself, not for the model.
#[test]
fn many_constraints_under_operators() {
    let mut model = Model::new();
    let x = model.vars(6000, 0..=9);
    for at in 0..2000 {
        let three = [x[at], x[at + 2000], x[5999 - at]];
        model.post(holds(all_different(three)) | three[0].is(0));
        model.post(!holds(all_different(three)) | three[1].is_not(0));
    }
    let first = model.search().unwrap().first().unwrap().unwrap();
    assert_eq!(model.broken_by(first.values()).unwrap(), None);
}

#[test]
fn decisions_count() {
    let mut model = Model::new();
    let x = model.vars(4, 0..=3);
    model.post(sum(x.iter().map(|x| x.is(3))).eq(2));
    model.post(x[0].is(3).choose(x[1], x[2] + 1).ge(x[3]));
    assert!(check(&model, &x) > 0);
}

#[test]
fn conditions_in_other_engines() {
    let mut model = Model::new();
    let x = model.vars(4, 0..=9);
    model.all_different(&x);
    model.post((x[0] + x[1]).le(x[2]) | holds(all_different([x[3] + 0, x[2] + 1])));
    let mut learner = Learner::compile(&model, &Config::default()).unwrap();
    assert_eq!(learner.count(1 << 20), csp::Count::Exactly(oracle(&model, &x).len() as u64));
    let error = Lockstep::compile(&model, &Config::default()).map(drop).unwrap_err().to_string();
    assert!(error.contains("constraint 1, Condition over x0, x1, x2, x3"), "{error}");
    for threads in [1, 2] {
        let mut workers = Parallel::new(&model, &Config::default()).unwrap().threads(threads);
        let known = oracle(&model, &x).len() as u64;
        assert_eq!(workers.count(u64::MAX), csp::Count::Exactly(known));
    }
}

/// Conditions are added and left out.
#[test]
fn conditions_are_added_and_left_out() {
    let mut chance = Chance::new(5);
    for _ in 0..30 {
        let config = any_config(&mut chance).with_audit(true).with_restarts(Restarts::luby(1));
        let mut model = Model::new();
        let x = model.vars(3, 0..=12);
        model.post((x[0] + x[1]).le(x[2]) | (x[0] * 2).gt(x[1] + x[2]));
        let mut search = model.search_with(&config).unwrap();
        search.first().unwrap();
        let added =
            search.add_constraint(quotient(x[2], x[0]).eq(x[1]) | remainder(x[1], x[2]).ge(1)).unwrap();
        search.assume(&[x[1].at_least(1)]).unwrap();
        search.first().unwrap();
        let y = search.add_var(0..=1).unwrap();
        search.add_constraint(holds(all_different(&x)).iff(y.is(1))).unwrap();
        let mut full = model.clone();
        full.post(quotient(x[2], x[0]).eq(x[1]) | remainder(x[1], x[2]).ge(1));
        let z = full.var(0..=1);
        full.post(holds(all_different(&x)).iff(z.is(1)));
        let known = oracle(&full, &[&x[..], &[z]].concat());
        assert_eq!(rest(&mut search, known.len()), known, "{config:?}");
        search.reset();
        search.first().unwrap();
        let mut without = search.without(&[added], &config).unwrap();
        let mut less = model.clone();
        let z = less.var(0..=1);
        less.post(holds(all_different(&x)).iff(z.is(1)));
        let known = oracle(&less, &[&x[..], &[z]].concat());
        assert_eq!(rest(&mut without, known.len()), known, "{config:?}");
        search.reset();
        let known = oracle(&full, &[&x[..], &[z]].concat());
        assert_eq!(rest(&mut search, known.len()), known, "{config:?}");
    }
}
