//! Optimization: against brute force in every configuration, against known optima, and under limits.

use std::time::Duration;

use crate::support::recipes::Recipe;
use crate::support::{Chance, VALUE_ORDERS, VARIABLE_ORDERS, any_config, oracle};
use csp::config::{Restarts, VariableOrder};
use csp::constraints::{quotient, remainder};
use csp::optimize::{Improvement, Optimize, SharedBound};
use csp::{
    Config, Learner, Limits, Model, Optimizer, Outcome, Parallel, Step, Var, element, maximum, weighted_sum,
};

/// Runs to the end and checks the invariants of improvements. Returns the optimum.
fn optimum(model: &Model, mut optimizer: Optimizer, greatest: bool) -> Option<Improvement> {
    let mut best: Option<Improvement> = None;
    while optimizer.step() == Step::Solution {
        let improvement = optimizer.best().expect("it was reported").clone();
        assert_eq!(model.broken_by(improvement.solution.values()).unwrap(), None);
        if let Some(best) = &best {
            assert!(if greatest { improvement.value > best.value } else { improvement.value < best.value });
            assert!(improvement.time >= best.time);
            assert!(if greatest { improvement.bound <= best.bound } else { improvement.bound >= best.bound });
        }
        best = Some(improvement);
    }
    assert_eq!(optimizer.step(), Step::Exhausted);
    let outcome = optimizer.outcome();
    assert!(outcome.is_proved());
    let proved = best.clone().map(|best| Improvement { bound: best.value, ..best });
    assert_eq!(outcome.best(), proved.as_ref());
    best
}

#[test]
fn as_by_brute_force_in_all_configurations() {
    let mut chance = Chance::new(1);
    let mut feasible = 0;
    for round in 0..600 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        feasible += usize::from(!known.is_empty());
        let at = chance.below(vars.len() as u64) as usize;
        let offset = chance.between(-3, 3);
        let config = any_config(&mut chance);
        // Every pair of orders occurs.
        let pairs = VARIABLE_ORDERS.len() * VALUE_ORDERS.len();
        let config = config
            .with_variables(VARIABLE_ORDERS[round % pairs / VALUE_ORDERS.len()])
            .with_values(VALUE_ORDERS[round % VALUE_ORDERS.len()]);
        let values = known.iter().map(|solution| solution[at] + offset);
        let search = || model.search_with(&config).unwrap();
        let least = optimum(&model, search().minimize(vars[at] + offset).unwrap(), false);
        assert_eq!(least.map(|best| best.value), values.clone().min(), "{recipe:?} {config:?}");
        let greatest = optimum(&model, search().maximize(vars[at] + offset).unwrap(), true);
        assert_eq!(greatest.map(|best| best.value), values.max(), "{recipe:?} {config:?}");
    }
    assert!(feasible > 200, "{feasible}");
}

#[test]
fn assumptions_hold_and_the_search_is_returned_unchanged() {
    let mut chance = Chance::new(2);
    for _ in 0..200 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let mut search = model.search_with(&any_config(&mut chance)).unwrap();
        search.step();
        let bound = chance.between(-1, 3);
        search.assume(&[vars[0].at_most(bound)]).unwrap();
        let mut optimizer = search.maximize(vars[1]).unwrap();
        let found = optimizer.run().best().map(|best| best.value);
        let wanted = known.iter().filter(|solution| solution[0] <= bound).map(|solution| solution[1]).max();
        assert_eq!(found, wanted);
        let mut search = optimizer.into_runner();
        assert_eq!(crate::support::rest(&mut search, known.len()), known);
    }
}

/// A search and a learner in turns: each searches for better solutions than both have found, and only the one with the
/// best solution proves that it is optimal.
#[test]
fn optimizers_share_a_bound() {
    let mut chance = Chance::new(4);
    let mut handed_over = 0;
    for _ in 0..200 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let offset = chance.between(-3, 3);
        let bound = SharedBound::default();
        let search = model.search_with(&any_config(&mut chance)).unwrap();
        let mut search = search.maximize(vars[0] + offset).unwrap().sharing(&bound);
        let learner = Learner::compile(&model, &Config::default()).unwrap();
        let mut learner = learner.maximize(vars[0] + offset).unwrap().sharing(&bound);
        let mut values = Vec::new();
        while search.step() == Step::Solution {
            values.push(search.best().unwrap().value);
            if learner.step() == Step::Solution {
                values.push(learner.best().unwrap().value);
            }
        }
        assert_eq!(learner.step(), Step::Exhausted, "{recipe:?}");
        assert!(values.is_sorted_by(|a, b| a < b), "{recipe:?}: {values:?}");
        let best = known.iter().map(|solution| solution[0] + offset).max();
        assert_eq!(values.last().copied(), best, "{recipe:?}");
        let outcomes = [search.outcome(), learner.outcome()];
        for outcome in &outcomes {
            assert_eq!(outcome.is_proved(), outcome.best().map(|found| found.value) == best);
        }
        handed_over += usize::from(outcomes.iter().any(|outcome| !outcome.is_proved()));
    }
    assert!(handed_over > 50, "{handed_over}");
}

/// Pauses of all kinds; the outcome at each is reported correctly.
#[test]
fn a_limit_is_never_a_proof() {
    let mut chance = Chance::new(3);
    let (mut unknown, mut unproved) = (0, 0);
    for _ in 0..150 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let wanted = oracle(&model, &vars).iter().map(|solution| solution[0]).min();
        let mut optimizer = model.search_with(&any_config(&mut chance)).unwrap().minimize(vars[0]).unwrap();
        loop {
            optimizer.limit(match chance.below(3) {
                0 => Limits::default().nodes(chance.below(3)),
                1 => Limits::default().failures(chance.below(3)),
                _ => Limits::default().time(Duration::ZERO).nodes(1),
            });
            match optimizer.step() {
                Step::Solution => {}
                Step::Exhausted => break,
                Step::Limit => match optimizer.outcome() {
                    Outcome::Unknown => unknown += 1,
                    Outcome::Best(best) => {
                        unproved += 1;
                        assert!(wanted.is_some_and(|wanted| wanted <= best.value));
                    }
                    proof => panic!("{proof:?} is no answer at a limit"),
                },
            }
        }
        match optimizer.outcome() {
            Outcome::Optimal(best) => assert_eq!(Some(best.value), wanted),
            Outcome::Infeasible => assert_eq!(wanted, None),
            other => panic!("{other:?} after the end"),
        }
    }
    assert!(unknown > 20 && unproved > 20, "{unknown} {unproved}");
}

/// Bounds at pauses: no solution is beyond them, they only move towards the optimum, and they end there.
fn check_bounds<R: Optimize>(runner: R, chance: &mut Chance, vars: &[Var], known: &[Vec<i32>]) {
    let greatest = chance.below(2) == 0;
    let weights: Vec<i64> = vars.iter().map(|_| chance.between(-2, 3).into()).collect();
    let sum = |values: &Vec<i32>| {
        values.iter().zip(&weights).map(|(&value, weight)| i64::from(value) * weight).sum()
    };
    let values = known.iter().map(sum);
    let wanted: Option<i64> = if greatest { values.max() } else { values.min() };
    let objective = weighted_sum(weights.iter().copied().zip(vars));
    let optimizer = if greatest { runner.maximize(objective) } else { runner.minimize(objective) };
    let mut optimizer = optimizer.unwrap();
    let sign = if greatest { -1 } else { 1 };
    let mut last = None;
    loop {
        optimizer.limit(Limits::default().failures(chance.below(4)).nodes(20));
        let step = optimizer.step();
        let bound = i64::from(optimizer.bound()) * sign;
        assert!(last.is_none_or(|last| last <= bound), "{last:?} {bound}");
        assert!(wanted.is_none_or(|wanted| bound <= wanted * sign), "{bound} {wanted:?}");
        last = Some(bound);
        if step == Step::Exhausted {
            break;
        }
    }
    assert_eq!(optimizer.best().map(|best| best.value.into()), wanted);
    assert!(wanted.is_none_or(|wanted| i64::from(optimizer.bound()) == wanted));
}

#[test]
fn bounds_move_to_the_optimum_and_not_beyond() {
    let mut chance = Chance::new(5);
    for _ in 0..150 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let config = any_config(&mut chance);
        let chance = &mut chance;
        let search = model.search_with(&config).unwrap();
        check_bounds(search, chance, &vars, &known);
        let learner = Learner::compile(&model, &Config::default()).unwrap();
        check_bounds(learner, chance, &vars, &known);
        // What several threads find first is a matter of chance, so they have numbers of their own.
        let threads = Parallel::new(&model, &config).unwrap().threads(chance.pick(&[2, 3, 7]));
        check_bounds(threads, &mut Chance::new(6), &vars, &known);
    }
    let (model, places) = golomb(8);
    let mut optimizer = Learner::compile(&model, &Config::default()).unwrap().minimize(places[7]).unwrap();
    let mut bounds = Vec::new();
    while optimizer.step() != Step::Exhausted {
        optimizer.limit(Limits::default().failures(50));
        bounds.push(optimizer.bound());
    }
    assert!(bounds.is_sorted() && bounds.iter().all(|&bound| bound <= 34), "{bounds:?}");
    bounds.dedup();
    assert!(bounds.len() > 1 && optimizer.bound() == 34, "{bounds:?}");
}

fn golomb(marks: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let longest = (marks * marks) as i32;
    let places: Vec<Var> = (0..marks).map(|at| model.var(0..=if at == 0 { 0 } else { longest })).collect();
    let mut distances = Vec::new();
    for (i, j) in (0..marks).flat_map(|i| (i + 1..marks).map(move |j| (i, j))) {
        let distance = model.var(1..=longest);
        model.post((places[j] - places[i]).eq(distance));
        distances.push(distance);
    }
    model.all_different(&distances);
    (model, places)
}

#[test]
fn golomb_rulers_are_as_short_as_known() {
    for (marks, length) in [(6, 17), (7, 25), (8, 34)] {
        let (model, places) = golomb(marks);
        for (restarts, best_first) in
            [(Restarts::Never, false), (Restarts::Never, true), (Restarts::luby(50), true)]
        {
            let config = Config::default()
                .with_variables(VariableOrder::Input)
                .with_last_conflict(best_first)
                .with_restarts(restarts)
                .with_best_first(best_first);
            let search = model.search_with(&config).unwrap();
            let best = optimum(&model, search.minimize(places[marks - 1]).unwrap(), false);
            assert_eq!(best.unwrap().value, length, "{config:?}");
        }
    }
}

/// Knapsacks with an objective of a small and of a very wide domain.
#[test]
fn knapsacks_as_by_dynamic_programming() {
    let mut chance = Chance::new(4);
    for scale in [1, 9_973] {
        for _ in 0..25 {
            let things: Vec<(usize, i32)> = (0..10)
                .map(|_| (1 + chance.below(20) as usize, scale * chance.between(1, 30) - (scale - 1) / 7))
                .collect();
            let room = 40 + chance.below(30) as usize;
            let mut table = vec![0; room + 1];
            for &(weight, worth) in &things {
                for full in (weight..=room).rev() {
                    table[full] = table[full].max(table[full - weight] + worth);
                }
            }
            let mut model = Model::new();
            let taken = model.vars(things.len(), 0..=1);
            let worth = model.var(0..=scale * 1000);
            let total = |value: fn(&(usize, i32)) -> i64| {
                weighted_sum(things.iter().map(value).zip(taken.iter().copied()))
            };
            model.post(total(|&(weight, _)| weight as i64).le(room as i64));
            model.post(total(|&(_, worth)| worth.into()).eq(worth));
            let config = any_config(&mut chance);
            let search = model.search_with(&config).unwrap();
            let best = optimum(&model, search.maximize(worth).unwrap(), true);
            assert_eq!(best.unwrap().value, table[room], "{config:?}");
        }
    }
}

#[test]
fn an_objective_over_a_very_wide_domain_alone() {
    for greatest in [false, true] {
        let mut model = Model::new();
        let x = model.var(-9_000_000..=9_000_000);
        let y = model.var(-5..=5);
        model.post((x + y * 3).le(1_000));
        model.post((x - y).ge(-70_000));
        let search = model.search().unwrap();
        let optimizer = if greatest { search.maximize(x) } else { search.minimize(x) }.unwrap();
        let best = optimum(&model, optimizer, greatest).unwrap();
        assert_eq!(best.value, if greatest { 1_015 } else { -70_005 });
    }
}

#[test]
fn it_pauses_on_one_thread_and_goes_on_in_another() {
    let (model, places) = golomb(6);
    let mut optimizer = model.search().unwrap().minimize(places[5]).unwrap();
    optimizer.limit(Limits::default().nodes(5));
    assert!(!optimizer.run().is_proved());
    optimizer.limit(Limits::default());
    let outcome = std::thread::spawn(move || optimizer.run()).join().unwrap();
    assert_eq!(outcome.best().map(|best| best.value), Some(17));
    assert!(outcome.is_proved());
}

/// Sums and functions as objectives, under an assumption, on one thread and on two.
#[test]
fn expressions_as_objectives() {
    let mut chance = Chance::new(7);
    for _ in 0..200 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let [a, b, c] = [(); 3].map(|()| chance.below(vars.len() as u64) as usize);
        let factor = i64::from(chance.between(-3, 3));
        let objective = || vars[a] * factor - maximum([vars[b], vars[c]]) + 2;
        let value = |solution: &Vec<i32>| solution[a] * factor as i32 - solution[b].max(solution[c]) + 2;
        let bound = chance.between(-1, 3);
        let config = any_config(&mut chance);
        let mut search = model.search_with(&config).unwrap();
        search.assume(&[vars[0].at_most(bound)]).unwrap();
        let least = optimum(&model, search.minimize(objective()).unwrap(), false);
        let wanted = known.iter().filter(|solution| solution[0] <= bound).map(value).min();
        assert_eq!(least.map(|best| best.value), wanted, "{recipe:?} {config:?}");
        let mut workers = Parallel::new(&model, &config).unwrap().threads(2);
        workers.assume(&[vars[0].at_least(bound)]).unwrap();
        let greatest = workers.maximize(objective()).unwrap().run();
        let best = greatest.best().map(|best| (best.value, best.solution.values().len()));
        let wanted = known.iter().filter(|solution| solution[0] >= bound).map(value).max();
        assert_eq!(best, wanted.map(|most| (most, vars.len())), "{recipe:?}");
    }
}

#[test]
fn foreign_objectives_are_refused() {
    let mut model = Model::new();
    model.var(0..=1);
    let mut other = Model::new();
    let foreign = other.vars(2, 0..=1)[1];
    assert!(matches!(
        model.search().unwrap().minimize(foreign).unwrap_err().kind(),
        csp::ErrorKind::UnknownVariable { index: 1, variables: 1 }
    ));
    let far = other.search().unwrap().maximize(foreign + i32::MAX).unwrap_err();
    assert!(matches!(far.kind(), csp::ErrorKind::Overflow { .. }));
    assert!(matches!(
        model.search().unwrap().minimize(foreign * 2).unwrap_err().kind(),
        csp::ErrorKind::UnknownVariable { index: 1, variables: 1 }
    ));
    let far = other.search().unwrap().maximize(foreign * (1 << 30)).unwrap_err();
    assert!(far.to_string().starts_with("1073741824·x1 is too large"), "{far}");
}

/// A term multiplied by 0 has to be defined, too.
#[test]
fn an_objective_is_defined_where_all_of_it_is() {
    let mut model = Model::new();
    let (x, y) = (model.var(0..=1), model.var(0..=3));
    let undefined =
        [quotient(1, x), remainder(y, x), element([5, 6, 7], y + x * 2) + x, maximum([quotient(y, x)])];
    let least = [(1, 0), (1, 0), (0, 0), (1, 0)];
    for (part, least) in undefined.into_iter().zip(least) {
        let nothing = weighted_sum([(0, part)]);
        for objective in [nothing.clone() + x * 4 + y, (nothing + x * 4).abs() + y] {
            let wanted = i64::from(least.0) * 4 + i64::from(least.1);
            let Outcome::Optimal(best) = model.search().unwrap().minimize(objective.clone()).unwrap().run()
            else {
                unreachable!("no limit was set")
            };
            assert_eq!(
                (best.solution[x], best.solution[y], i64::from(best.value)),
                (least.0, least.1, wanted)
            );
            let workers = Parallel::new(&model, &Config::default()).unwrap().threads(2);
            let Outcome::Optimal(best) = workers.minimize(objective).unwrap().run() else {
                unreachable!("no limit was set")
            };
            assert_eq!(i64::from(best.value), wanted);
        }
    }
}
