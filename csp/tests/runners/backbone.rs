//! Values over all solutions, and solutions excluded from outside: against the oracle.

use std::collections::{BTreeMap, BTreeSet};

use csp::constraints::regular;
use csp::{Backbone, Config, Decision, ErrorKind, Learner, Limits, Model, Step, Var};

use super::support::recipes::{Recipe, decision};
use super::support::{Chance, oracle, rounds};

/// Returns a learner of either kind.
fn learner(model: &Model, fast_path: bool) -> Learner {
    Learner::compile(model, &Config::default().with_fast_path(fast_path)).unwrap()
}

/// Returns random models with all their solutions.
fn models(seed: u64, all: u32) -> impl Iterator<Item = (Chance, Model, Vec<Var>, Vec<Vec<i32>>)> {
    rounds(all).map(move |round| {
        let mut chance = Chance::new(seed + u64::from(round));
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        (chance, model, vars, known)
    })
}

/// Returns some variables, at least one.
fn some(chance: &mut Chance, vars: &[Var]) -> Vec<Var> {
    let mut some = vars.to_vec();
    chance.shuffle(&mut some);
    some.truncate(1 + chance.below(vars.len() as u64) as usize);
    some
}

#[test]
fn the_values_of_all_solutions() {
    for (mut chance, model, vars, known) in models(5000, 1200) {
        let asked = some(&mut chance, &vars);
        let assumptions: Vec<Decision> = (0..chance.below(3))
            .map(|_| decision(chance.pick(&vars), chance.between(-2, 4), chance.below(4)))
            .collect();
        let kept = known.iter().filter(|values| {
            assumptions.iter().all(|decision| decision.holds(values[decision.variable().index()]))
        });
        let shown: BTreeSet<Vec<i32>> =
            kept.map(|values| asked.iter().map(|var| values[var.index()]).collect()).collect();
        let most = chance.pick(&[1, 1, 2, 5, u64::MAX]);
        let mut learner = learner(&model, chance.below(2) == 0);
        learner.assume(&assumptions).unwrap();
        let mut backbone = Backbone::new(&model, asked.iter().copied()).unwrap().up_to(most);
        let limits = Limits::default().nodes(1);
        loop {
            let before = backbone.open();
            // Interrupted again and again.
            learner.limit(limits.clone());
            match backbone.step(&mut learner).unwrap() {
                Step::Solution if most == 1 => assert!(backbone.open() < before, "nothing new"),
                Step::Solution | Step::Limit => {}
                Step::Exhausted => break,
            }
        }
        assert!(backbone.is_complete());
        assert_eq!(backbone.open(), 0);
        for (at, &var) in asked.iter().enumerate() {
            let mut counts: BTreeMap<i32, u64> = BTreeMap::new();
            shown.iter().for_each(|values| *counts.entry(values[at]).or_default() += 1);
            assert!(backbone.values(var).eq(counts.keys().copied()), "{var:?} under {assumptions:?}");
            for value in model.declared(var).iter() {
                let wanted = counts.get(&value).copied().unwrap_or(0).min(most);
                assert_eq!(backbone.count(var, value), wanted, "{var:?} = {value} under {assumptions:?}");
            }
        }
    }
}

#[test]
fn what_is_excluded_does_not_come_and_all_else_does() {
    for (mut chance, model, vars, known) in models(9000, 1200) {
        let mut learner = learner(&model, chance.below(2) == 0);
        let nogoods: Vec<Vec<Decision>> = (0..1 + chance.below(3))
            .map(|_| {
                let count = 1 + chance.below(3);
                (0..count)
                    .map(|_| decision(chance.pick(&vars), chance.between(-2, 4), chance.below(4)))
                    .collect()
            })
            .collect();
        let holds = |values: &Vec<i32>, nogood: &Vec<Decision>| {
            nogood.iter().all(|decision| decision.holds(values[decision.variable().index()]))
        };
        let mut before = Vec::new();
        if chance.below(2) == 0 && learner.step() == Step::Solution {
            before.push(learner.solution().values().to_vec());
        }
        nogoods.iter().for_each(|nogood| learner.exclude(nogood).unwrap());
        let mut found: Vec<Vec<i32>> =
            learner.solutions().map(|solution| solution.values().to_vec()).collect();
        assert!(
            learner.core().is_none_or(|_| known.is_empty() || !before.is_empty()),
            "a core of what was excluded"
        );
        found.sort();
        let wanted = known.iter().filter(|values| !before.contains(values));
        let wanted: Vec<_> =
            wanted.filter(|values| !nogoods.iter().any(|nogood| holds(values, nogood))).cloned().collect();
        assert_eq!(found, wanted, "{nogoods:?}");
        // Only for this run.
        learner.reset();
        assert_eq!(learner.solutions().count(), known.len());
    }
}

#[test]
fn one_answer_of_several_variables() {
    // Other variables have many values for each word.
    let mut model = Model::new();
    let word = model.vars(4, 0..=2);
    let others = model.vars(3, 0..=9);
    model.post(regular(&word, csp::constraints::Automaton::parse("0* 1 2*").unwrap()));
    model.post((others[0] + others[1]).le(others[2] + word[0]));
    let mut learner = learner(&model, true);
    let mut found = 0;
    while learner.step() == Step::Solution {
        found += 1;
        let shown: Vec<Decision> = word.iter().map(|&var| var.is(learner.value(var))).collect();
        learner.exclude(&shown).unwrap();
    }
    assert_eq!(found, 4);
}

#[test]
fn what_cannot_be_asked() {
    let mut model = Model::new();
    let x = model.var(0..=1_000_000_000 / 8);
    let mut other = Model::new();
    let y = other.vars(3, 0..=1);
    assert!(matches!(Backbone::new(&model, [x]).unwrap_err().kind(), ErrorKind::Unsupported { .. }));
    assert!(matches!(Backbone::new(&model, [y[2]]).unwrap_err().kind(), ErrorKind::UnknownVariable { .. }));
    for fast_path in [false, true] {
        let mut learner = learner(&model, fast_path);
        assert!(matches!(
            learner.exclude(&[y[2].is(0)]).unwrap_err().kind(),
            ErrorKind::UnknownVariable { .. }
        ));
        // Everything is excluded.
        learner.exclude(&[]).unwrap();
        assert_eq!(learner.step(), Step::Exhausted);
        assert_eq!(learner.core(), None);
    }
}
