//! Several threads: the same solutions, counts and optima as one thread, and no limit taken for a proof.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::support::recipes::Recipe;
use crate::support::{Chance, any_config, oracle};
use csp::config::{Consistency, Learning, VariableOrder};
use csp::{
    Cancel, Config, Constraint, Count, Interrupted, Limits, Model, Outcome, Parallel, Var, branch::Branching,
    extend::Engine, sum,
};

const THREADS: [usize; 4] = [1, 2, 3, 7];

fn queens(n: usize) -> Model {
    let mut model = Model::new();
    let rows = model.vars(n, 0..n as i32);
    model.all_different(&rows);
    model.all_different((0..n).map(|column| rows[column] + column as i32));
    model.all_different((0..n).map(|column| rows[column] - column as i32));
    model
}

fn latin(n: usize) -> Model {
    let mut model = Model::new();
    let cells = model.vars(n * n, 0..n as i32);
    for line in 0..n {
        model.all_different((0..n).map(|at| cells[n * line + at]));
        model.all_different((0..n).map(|at| cells[n * at + line]));
    }
    model
}

/// Returns a pigeonhole problem with settings that do not refute it by propagation or learning.
fn hopeless() -> (Model, Vec<Var>, Config) {
    let mut model = Model::new();
    let holes = model.vars(14, 0..13);
    for (a, b) in (0..14).flat_map(|a| (a + 1..14).map(move |b| (a, b))) {
        model.post(holes[a].ne(holes[b]));
    }
    let config = Config::default().with_presolve(false).with_consistency(Consistency::Value);
    (model, holes, config.with_learning(Learning::Never))
}

#[test]
fn known_counts() {
    let mut chance = Chance::new(1);
    for threads in THREADS {
        for (model, known) in [(queens(8), 92), (latin(3), 12), (latin(4), 576)] {
            // Checks at the leaves alone would take minutes here; the random models below include them.
            let any = any_config(&mut chance).with_consistency(Consistency::Auto);
            for config in [Config::default(), any] {
                let mut workers = Parallel::new(&model, &config).unwrap().threads(threads);
                assert_eq!(workers.count(u64::MAX), Count::Exactly(known), "{threads} {config:?}");
                assert_eq!(workers.statistics().solutions, known);
                assert!(workers.is_exhausted());
                assert_eq!((workers.count(0), workers.count(1)), (Count::AtLeast(0), Count::Exactly(0)));
                for most in [1, 11] {
                    workers.reset();
                    let mut seen = 0;
                    assert_eq!(workers.for_each(most, |_| seen += 1), Count::AtLeast(most));
                    assert_eq!(seen, most);
                }
            }
        }
    }
}

#[test]
fn random_models_have_the_same_solutions_and_optima() {
    let mut chance = Chance::new(2);
    for _ in 0..150 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let config = any_config(&mut chance);
        let threads = chance.pick(&THREADS);
        let mut workers = Parallel::new(&model, &config).unwrap().threads(threads);

        let mut found = Vec::new();
        let count = workers.for_each(u64::MAX, |solution| found.push(solution.values().to_vec()));
        found.sort_unstable();
        assert_eq!(found, known, "{threads} {config:?}");
        assert_eq!(count, Count::Exactly(known.len() as u64));

        workers.reset();
        let first = workers.first().unwrap().map(|solution| solution.values().to_vec());
        assert_eq!(first.is_some(), !known.is_empty());
        assert!(first.is_none_or(|first| known.contains(&first)));

        let mut values = Vec::new();
        let mut optimizer = workers.minimize(vars[0] + 5).unwrap();
        let outcome = optimizer.run_with(|improvement| values.push(improvement.value));
        assert!(outcome.is_proved());
        let best = outcome.best().map(|best| best.value);
        assert_eq!(best, known.iter().map(|solution| solution[0] + 5).min(), "{threads} {config:?}");
        assert!(values.is_sorted_by(|a, b| a > b) && values.last().copied() == best);

        let mut optimizer = optimizer.into_runner().maximize(vars[1]).unwrap();
        let steps: Vec<i32> = optimizer.improvements().map(|improvement| improvement.value).collect();
        assert!(steps.is_sorted_by(|a, b| a < b));
        let outcome = optimizer.outcome();
        assert!(outcome.is_proved());
        let best = outcome.best().map(|best| (best.value, best.solution.values().to_vec()));
        assert_eq!(best.as_ref().map(|(value, _)| *value), known.iter().map(|solution| solution[1]).max());
        assert!(best.is_none_or(|(value, solution)| solution[1] == value && known.contains(&solution)));
    }
}

#[test]
fn a_brancher_is_made_for_each_thread() {
    let model = queens(8);
    let config = Config::default().with_variables(VariableOrder::Input);
    let make = |engine: &Engine| Branching::new(engine, &config);
    let mut workers = Parallel::new(&model, &Config::default()).unwrap().threads(3).brancher(make);
    assert_eq!(workers.count(u64::MAX), Count::Exactly(92));
}

fn limited<'a>(model: &'a Model, config: &Config, threads: usize, limits: &Limits) -> Parallel<'a> {
    let mut workers = Parallel::new(model, config).unwrap().threads(threads);
    workers.limit(limits.clone());
    workers
}

#[test]
fn limits_are_no_proofs() {
    let (model, holes, config) = hopeless();
    for threads in THREADS {
        for limits in [
            Limits::default().nodes(5000),
            Limits::default().failures(500),
            Limits::default().nodes(0),
            Limits::default().time(Duration::from_millis(20)),
            Limits::default().time(Duration::ZERO),
        ] {
            let mut workers = limited(&model, &config, threads, &limits);
            assert_eq!(workers.count(u64::MAX), Count::Limit(0), "{threads} {limits:?}");
            assert_eq!(workers.first(), Err(Interrupted));
            assert!(!workers.is_exhausted());
            workers.limit(limits.clone());
            assert_eq!(workers.minimize(holes[0]).unwrap().run(), Outcome::Unknown);
        }
    }
    // All 92 may be found before the limit, but not more, and not as a proof that there are 92.
    for nodes in [10, 100, 300] {
        let limits = Limits::default().nodes(nodes);
        let model = queens(8);
        let mut workers = limited(&model, &Config::default(), 3, &limits);
        match workers.count(u64::MAX) {
            Count::Limit(found) => assert!(found <= 92),
            other => assert_eq!(other, Count::Exactly(92)),
        }
        assert!(workers.statistics().nodes <= nodes);
    }
}

/// Minimizes the sum of distances between neighbouring queens: there are several improvements.
#[test]
fn an_optimum_is_claimed_only_with_a_proof() {
    let mut model = queens(8);
    let rows: Vec<Var> = model.constraints().next().unwrap().scope().to_vec();
    let steps = model.vars(7, 1..8);
    for (pair, &step) in rows.windows(2).zip(&steps) {
        model.post((pair[0] - pair[1]).le(step));
        model.post((pair[1] - pair[0]).le(step));
    }
    let total = model.var(0..=100);
    model.post(sum(steps).le(total));
    let config = Config::default().with_variables(VariableOrder::Input);
    let least = model.search_with(&config).unwrap().minimize(total).unwrap().run();
    assert!(least.is_proved());
    let least = least.best().unwrap().value;
    let (mut best_so_far, mut proved) = (0, 0);
    for threads in THREADS {
        for nodes in [30, 100, 300, 1000, 10_000, 1_000_000] {
            let limits = Limits::default().nodes(nodes);
            let mut optimizer = limited(&model, &config, threads, &limits).minimize(total).unwrap();
            match optimizer.run() {
                Outcome::Optimal(best) => {
                    proved += 1;
                    assert_eq!(best.value, least);
                    assert_eq!(model.broken_by(best.solution.values()).unwrap(), None);
                }
                Outcome::Best(best) => {
                    best_so_far += 1;
                    assert!(best.value >= least);
                }
                Outcome::Infeasible => panic!("there are solutions"),
                Outcome::Unknown => {}
            }
            assert!(optimizer.statistics().nodes <= nodes);
        }
    }
    assert!(best_so_far > 0 && proved >= THREADS.len(), "{best_so_far} {proved}");
}

#[test]
fn cancellation_ends_all_threads() {
    let (model, _, config) = hopeless();
    for threads in [2, 7] {
        let cancel = Cancel::new();
        let limits = Limits::default().cancel(&cancel).cancel(&Cancel::new());
        let mut workers = limited(&model, &config, threads, &limits);
        let start = Instant::now();
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                cancel.cancel();
            });
            workers.first()
        });
        assert_eq!(outcome, Err(Interrupted));
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }
}

#[test]
fn a_mistake_in_the_model_is_reported() {
    let mut model = Model::new();
    let x = model.var(Vec::new());
    assert_eq!(Parallel::new(&model, &Config::default()).err().as_ref(), model.error());
    let sound = queens(4);
    let workers = Parallel::new(&sound, &Config::default()).unwrap();
    assert!(workers.minimize(x + i32::MAX).is_err());
}

/// Constraint that panics when it checks values with a sum of at least 6.
#[derive(Debug)]
struct Broken(Vec<Var>);

impl Constraint for Broken {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        assert!(values.iter().sum::<i32>() < 6, "broken on purpose");
        true
    }
}

#[test]
#[should_panic(expected = "broken on purpose")]
fn a_panic_in_a_thread_is_handed_on() {
    let mut model = Model::new();
    let vars = model.vars(9, 0..=3);
    model.post(Broken(vars));
    _ = Parallel::new(&model, &Config::default()).unwrap().threads(2).count(u64::MAX);
}

/// One of several callbacks panics: the panic is passed on, and no more callbacks are made.
#[test]
fn a_callback_that_has_panicked_is_not_called_again() {
    let mut model = Model::new();
    let vars = model.vars(12, 0..=3);
    for (threads, last) in [(1, 0), (2, 0), (2, 100), (7, 1), (7, 1000)] {
        let mut calls = 0;
        let mut workers = Parallel::new(&model, &Config::default()).unwrap().threads(threads);
        let run = AssertUnwindSafe(|| {
            workers.for_each(u64::MAX, |_| {
                calls += 1;
                assert!(calls <= last, "enough of it");
            })
        });
        let panic = catch_unwind(run).expect_err("the callback panicked");
        assert_eq!(panic.downcast_ref(), Some(&"enough of it"));
        assert_eq!(calls, last + 1, "{threads} threads");

        let mut calls = 0;
        let workers = Parallel::new(&model, &Config::default()).unwrap().threads(threads);
        let mut optimizer = workers.maximize(sum(&vars)).unwrap();
        let run = AssertUnwindSafe(|| {
            optimizer.run_with(|_| {
                calls += 1;
                std::panic::panic_any(calls);
            })
        });
        let panic = catch_unwind(run).expect_err("the callback panicked");
        assert_eq!((panic.downcast_ref(), calls), (Some(&1), 1), "{threads} threads");
    }
}
