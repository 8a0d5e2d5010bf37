//! Events that observers receive.

use csp::extend::{Conflict, Contradiction, Narrowing, Status, Store};
use csp::{Count, Decision, Model, Observer, Var, config::Consistency};

use super::{by_values, queens, trace};
use crate::support::{Chance, any_config};

/// Observer that counts events.
#[derive(Default)]
struct Tally {
    decided: u64,
    refuted: u64,
    conflicts: u64,
    solutions: u64,
    restarts: u64,
    runs: u64,
    changes: u64,
    deepest: usize,
}

impl Observer for Tally {
    fn decide(&mut self, _: Decision, depth: usize) {
        self.decided += 1;
        self.deepest = self.deepest.max(depth);
    }

    fn refute(&mut self, _: Decision, _: usize) {
        self.refuted += 1;
    }

    fn propagate(&mut self, _: &'static str, _: Result<Status, Conflict>) {
        self.runs += 1;
    }

    fn change(&mut self, narrowing: &Narrowing<'_>) {
        self.changes += 1;
        assert!(!narrowing.removed().is_empty());
    }

    fn conflict(&mut self, _: &Contradiction<'_>, _: usize) {
        self.conflicts += 1;
    }

    fn solution(&mut self, _: &Store) {
        self.solutions += 1;
    }

    fn restart(&mut self) {
        self.restarts += 1;
    }
}

#[test]
fn observers_agree_with_the_statistics_and_do_not_steer() {
    let (model, _) = queens(5);
    let mut chance = Chance::new(7);
    for _ in 0..150 {
        let config = any_config(&mut chance).with_audit(false);
        let alone = trace(&mut model.search_with(&config).unwrap());
        let search = model.search_with(&config).unwrap();
        let before = search.statistics().all_propagations();
        let mut search = search.observed(Tally::default());
        let found: Vec<Vec<i32>> = search.solutions().map(|s| s.values().to_vec()).collect();
        let statistics = search.statistics();
        assert_eq!((found, statistics.nodes, statistics.failures, statistics.restarts), alone, "{config:?}");
        let seen = search.observer();
        assert_eq!(seen.decided, statistics.nodes);
        assert_eq!(seen.conflicts, statistics.failures);
        assert_eq!(seen.solutions, statistics.solutions);
        assert_eq!(seen.restarts, statistics.restarts);
        if config.probing() {
            // Runs within a probe are counted, but not observed.
            assert!(seen.runs <= statistics.all_propagations() - before);
        } else {
            assert_eq!(seen.runs, statistics.all_propagations() - before);
        }
        assert_eq!(statistics.solutions, 10);
        assert!(seen.refuted <= seen.decided);
        // There are fewer changes if nothing follows from a value, or if the value was fixed before the decision.
        let follows = !matches!(config.consistency(), Consistency::Forward | Consistency::Check);
        assert!(seen.changes > seen.decided || !follows);
        assert_eq!(seen.deepest, statistics.depth);
    }
}

/// Variables opened and decisions, in order.
#[derive(Default)]
struct Script(Vec<String>);

impl Observer for Script {
    fn open(&mut self, var: Var, depth: usize, _: &Store) {
        self.0.push(format!("{depth} opens {}", var.index()));
    }

    fn decide(&mut self, decision: Decision, depth: usize) {
        let Decision::Assign(var, value) = decision else { panic!("{decision:?} is no value") };
        self.0.push(format!("{depth} tries {} = {value}", var.index()));
    }

    fn refute(&mut self, decision: Decision, depth: usize) {
        let Decision::Assign(var, value) = decision else { panic!("{decision:?} is no value") };
        self.0.push(format!("{depth} leaves {} = {value}", var.index()));
    }
}

#[test]
fn observers_see_variables_opened_and_each_value() {
    let mut model = Model::new();
    let x = model.vars(2, 0..=1);
    model.all_different(&x);
    let search = model.search_with(&by_values(Consistency::Forward)).unwrap();
    let mut search = search.observed(Script::default());
    assert_eq!(search.count(10), Count::Exactly(2));
    let half = |first: i32, second: i32| {
        [
            format!("1 tries 0 = {first}"),
            "1 opens 1".into(),
            format!("2 tries 1 = {second}"),
            format!("1 leaves 1 = {second}"),
            format!("0 leaves 0 = {first}"),
        ]
    };
    let script: Vec<String> = ["0 opens 0".into()].into_iter().chain(half(0, 1)).chain(half(1, 0)).collect();
    assert_eq!(search.observer().0, script);
}
