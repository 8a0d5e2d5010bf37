//! A run that is observed has the same nodes, failures and solutions as one that is not, and its observer is told of all
//! of them.

use crate::reasons::{config, edges, shop};
use crate::support::recipes::Recipe;
use crate::support::{Chance, any_config, rounds};
use csp::tree::Tree;
use csp::{Config, Learner, Limits, Model, Runner, Statistics, Step, Var};
use testkit::Told;

/// What a run has found, and its counters, without time.
type Run = (Vec<Vec<i32>>, Vec<Step>, Statistics);

/// Runs to the end or through some steps, with pauses.
fn run(runner: &mut dyn Runner, seed: u64) -> Run {
    let mut chance = Chance::new(seed);
    let is_paused = chance.below(2) == 0;
    let (mut found, mut steps) = (Vec::new(), Vec::new());
    while steps.last() != Some(&Step::Exhausted) && steps.len() < 500 {
        if is_paused {
            runner.limit(Limits::default().failures(1 + chance.below(300)));
        }
        let step = runner.step();
        steps.push(step);
        if step == Step::Solution {
            found.push(runner.solution().values().to_vec());
        }
    }
    (found, steps, counters(runner))
}

fn counters(runner: &dyn Runner) -> Statistics {
    let mut statistics = runner.statistics();
    statistics.time = Default::default();
    statistics
}

/// Checks what an observer was told against the counters of its run.
fn check(told: &Told, (found, _, statistics): &Run) {
    assert_eq!((told.nodes, told.failures), (statistics.nodes, statistics.failures));
    assert_eq!(told.solutions, statistics.solutions);
    assert!(told.found.iter().all(|solution| found.contains(solution)));
}

/// A model that is searched for long enough that learners help.
fn model(chance: &mut Chance) -> (Model, Vec<Var>) {
    if chance.below(2) == 0 {
        return shop(chance);
    }
    // A graph with about as many edges as three colours allow for.
    let mut model = Model::new();
    let x = model.vars(34, 0..3);
    for [a, b] in edges(chance, 34) {
        model.post(x[a].ne(x[b]));
    }
    (model, x)
}

#[test]
fn observed_searches_are_the_same() {
    let mut chance = Chance::new(3);
    let (mut helped, mut solved) = (0, 0);
    for round in rounds(250) {
        let is_long = round % 4 == 0;
        let (model, vars) = if is_long { model(&mut chance) } else { Recipe::any(&mut chance).model() };
        let config = if is_long { Config::default() } else { any_config(&mut chance) };
        let config = config.with_fast_path(chance.below(3) > 0);
        let seed = chance.below(1000);
        let alone = run(&mut model.search_with(&config).unwrap(), seed);
        let mut search = model.search_observed(&config, Told::default()).unwrap();
        let seen = run(&mut search, seed);
        assert_eq!(seen, alone, "{round} {config:?}");
        check(search.observer(), &seen);
        helped += search.observer().stretches;
        solved += search.observer().found.len();
        // An observer that comes later, under assumptions.
        let assumptions = [vars[0].at_most(1)];
        let mut search = model.search_with(&config).unwrap();
        search.assume(&assumptions).unwrap();
        let alone = (run(&mut search, seed), run(&mut search, seed));
        let mut search = model.search_with(&config).unwrap();
        search.assume(&assumptions).unwrap();
        let first = run(&mut search, seed);
        let tree = Tree::new(search.engine(), &vars);
        let mut search = search.observed(tree);
        let second = run(&mut search, seed);
        assert_eq!((first, second), alone, "{round} {config:?}");
        let (tree, before) = (search.observer(), &alone.0.2);
        assert_eq!(tree.nodes(), alone.1.2.nodes - before.nodes);
        assert_eq!(tree.failures(), alone.1.2.failures - before.failures);
        assert_eq!(tree.branches().len() as u64, tree.nodes() - tree.apart() + 1);
    }
    assert!(helped > 15 && solved > 3, "{helped} {solved}");
}

#[test]
fn observed_optimizers_are_the_same() {
    let mut chance = Chance::new(4);
    let mut helped = 0;
    for round in rounds(60) {
        let (model, vars) = shop(&mut chance);
        let objective = vars[0] * 3 - vars[1] * 2;
        let mut alone = model.search().unwrap().minimize(objective.clone()).unwrap();
        let outcome = alone.run();
        let search = model.search_observed(&Config::default(), Told::default()).unwrap();
        let mut seen = search.minimize(objective.clone()).unwrap();
        let best = |outcome: &csp::Outcome| outcome.best().map(|best| (best.value, best.solution.clone()));
        assert_eq!(best(&seen.run()), best(&outcome), "{round}");
        assert_eq!(counters(seen.runner()), counters(alone.runner()), "{round}");
        helped += seen.runner().observer().stretches;

        let config = Config::default();
        let mut alone = Learner::compile(&model, &config).unwrap().maximize(objective.clone()).unwrap();
        let learner = Learner::observed(&model, &config, Told::default()).unwrap();
        let mut seen = learner.maximize(objective).unwrap();
        assert_eq!(best(&seen.run()), best(&alone.run()), "{round}");
        assert_eq!(counters(seen.runner()), counters(alone.runner()), "{round}");
    }
    assert!(helped > 15, "{helped}");
}

#[test]
fn observed_learners_are_the_same() {
    let mut chance = Chance::new(5);
    let (mut fast, mut walked, mut cores) = (0, 0, 0);
    for round in rounds(300) {
        let is_long = round % 5 == 0;
        let (model, vars) = if is_long { model(&mut chance) } else { Recipe::any(&mut chance).model() };
        let config = config(&mut chance).with_fast_path(chance.below(4) > 0).with_audit(false);
        let seed = chance.below(1000);
        let Ok(mut alone) = Learner::compile(&model, &config) else { continue };
        let mut seen = Learner::observed(&model, &config, Told::default()).unwrap();
        let found = run(&mut alone, seed);
        assert_eq!(run(&mut seen, seed), found, "{round} {config:?}");
        check(seen.observer_mut(), &found);
        let told = seen.observer_mut();
        fast += u32::from(told.stretches > 0);
        walked += u32::from(told.stretches == 0);
        // A core ends the fast path.
        let assumptions = [vars[0].at_most(0), vars[1].at_least(1), vars[0].at_least(1)];
        for learner in [&mut alone as &mut dyn Runner, &mut seen] {
            learner.assume(&assumptions).unwrap();
            learner.limit(Limits::default());
            assert_eq!(learner.step(), Step::Exhausted);
        }
        let core = alone.irreducible_core(&Limits::default()).unwrap();
        assert_eq!(seen.irreducible_core(&Limits::default()).unwrap(), core, "{round} {config:?}");
        assert_eq!(counters(&seen), counters(&alone), "{round} {config:?}");
        cores += core.assumptions.len();
    }
    assert!(fast > 15 && walked > 15 && cores > 30, "{fast} {walked} {cores}");
}
