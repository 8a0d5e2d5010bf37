//! All runners of a model behave in the same way: they find the same solutions with any pauses, limits and
//! assumptions, and report their ends with the same words.

use crate::support::listed::Listed;
use crate::support::recipes::{Post, Recipe};
use crate::support::{Chance, any_config, oracle, rounds};
use csp::config::{BranchBy, ValueOrder, VariableOrder};
use csp::{
    Config, Constraint, ConstraintId, Count, Decision, Interrupted, Learner, Limits, Model, Parallel, Runner,
    Search, Step, Var, constraints::absolute_difference,
};

type Values = Vec<Vec<i32>>;

/// All runners that take the model.
fn runners<'a>(model: &'a Model, config: &Config) -> Vec<(&'static str, Box<dyn Runner + 'a>)> {
    let mut all: Vec<(&str, Box<dyn Runner>)> = vec![
        ("search", Box::new(model.search_with(config).unwrap())),
        ("one thread", Box::new(Parallel::new(model, config).unwrap().threads(1))),
        ("three threads", Box::new(Parallel::new(model, config).unwrap().threads(3))),
    ];
    if let Ok(learner) = Learner::compile(model, config) {
        all.push(("learner", Box::new(learner)));
    }
    all
}

/// Returns the remaining solutions, with limits that are reached repeatedly.
fn with_pauses(runner: &mut dyn Runner, chance: &mut Chance) -> Values {
    let mut found = Vec::new();
    loop {
        runner.limit(Limits::default().nodes(chance.below(4)));
        match runner.step() {
            Step::Solution => {
                let solution = runner.solution();
                found.push(solution.values().to_vec());
                assert_eq!(runner.nodes(), runner.statistics().nodes);
                assert_eq!(runner.failures(), runner.statistics().failures);
                assert!(!runner.is_exhausted());
            }
            Step::Exhausted => break,
            Step::Limit => {
                assert!(!runner.is_exhausted());
                // If every limit were 0 nodes, the loop would never end.
                runner.limit(Limits::default().nodes(1 + chance.below(20)));
            }
        }
    }
    assert!(runner.is_exhausted());
    assert_eq!(runner.step(), Step::Exhausted);
    found.sort_unstable();
    found
}

#[test]
fn pauses_and_assumptions_change_nothing() {
    let mut chance = Chance::new(11);
    let (mut learners, mut several) = (0, 0);
    for _ in rounds(120) {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let config = any_config(&mut chance);
        // How often threads pause is up to their clock: each runner has numbers of its own, so that the models
        // are the same in each run.
        let seed = chance.below(1 << 30);
        for (name, mut runner) in runners(&model, &config) {
            let mut chance = Chance::new(seed);
            learners += u32::from(name == "learner");
            several += u32::from(known.len() > 1);
            assert_eq!(with_pauses(&mut *runner, &mut chance), known, "{name} {recipe:?} {config:?}");
            let assumption = any_assumption(&vars, &mut chance);
            let rest: Values = known.iter().filter(|values| holds(assumption, values)).cloned().collect();
            runner.limit(Limits::default());
            runner.assume(&[assumption]).unwrap();
            let first = runner.first().unwrap().map(|solution| solution.values().to_vec());
            assert_eq!(first.is_some(), !rest.is_empty(), "{name} {recipe:?} {assumption:?}");
            assert!(first.is_none_or(|first| rest.contains(&first)));
            let left = (rest.len() as u64).saturating_sub(1);
            assert_eq!(runner.count(u64::MAX), Count::Exactly(left), "{name} {recipe:?} {assumption:?}");
            runner.assume(&[assumption]).unwrap();
            let mut found = Vec::new();
            let most = chance.below(4);
            let count = runner.for_each(most, &mut |solution| found.push(solution.values().to_vec()));
            assert_eq!(count.found(), most.min(rest.len() as u64), "{name} {recipe:?} {assumption:?}");
            assert!(found.iter().all(|values| rest.contains(values)), "{name} {recipe:?} {assumption:?}");
            found.extend(with_pauses(&mut *runner, &mut chance));
            found.sort_unstable();
            assert_eq!(found, rest, "{name} {recipe:?} {assumption:?}");
            runner.reset();
            runner.limit(Limits::default());
            assert_eq!(runner.count(u64::MAX), Count::Exactly(known.len() as u64), "{name} {recipe:?}");
        }
    }
    assert!(learners > 10 && several > 30, "{learners} {several}");
}

fn any_assumption(vars: &[Var], chance: &mut Chance) -> Decision {
    let (var, value) = (chance.pick(vars), chance.between(-2, 4));
    match chance.below(4) {
        0 => var.is(value),
        1 => var.is_not(value),
        2 => var.at_most(value),
        _ => var.at_least(value),
    }
}

fn holds(decision: Decision, values: &[i32]) -> bool {
    decision.holds(values[decision.variable().index()])
}

/// A constraint of a random model.
enum Any {
    Post(Post),
    Listed(Listed),
}

impl Any {
    fn post(&self, x: &[Var], model: &mut Model) -> ConstraintId {
        match self {
            Any::Post(post) => post.post(x, model),
            Any::Listed(listed) => listed.post(x, model),
        }
    }
}

#[test]
fn parts_of_models_have_the_solutions_of_their_constraints() {
    let mut chance = Chance::new(29);
    let (mut learners, mut found) = (0, 0);
    for _ in rounds(400) {
        let domains: Vec<Vec<i32>> = (0..5).map(|_| chance.subset(-1, 3, 7)).collect();
        let posts: Vec<Any> = (0..4)
            .map(|_| match chance.below(2) {
                0 => Any::Post(Post::any(&mut chance, 5)),
                _ => Any::Listed(Listed::any(&mut chance, 5)),
            })
            .collect();
        let model_of = |posts: &[&Any]| {
            let mut model = Model::new();
            let vars: Vec<Var> = domains.iter().map(|domain| model.var(&domain[..])).collect();
            let ids: Vec<ConstraintId> = posts.iter().map(|post| post.post(&vars, &mut model)).collect();
            (model, vars, ids)
        };
        let chosen: Vec<usize> = (0..posts.len()).filter(|_| chance.below(2) == 0).collect();
        let (whole, _, ids) = model_of(&posts.iter().collect::<Vec<_>>());
        let (other, vars, _) = model_of(&chosen.iter().map(|&at| &posts[at]).collect::<Vec<_>>());
        let (part, pairs) = whole.part(&chosen.iter().map(|&at| ids[at]).collect::<Vec<_>>());
        if whole.error().is_some() || pairs.is_empty() {
            continue;
        }
        // The variables that the part lacks are free in the other model.
        let of_part = |values: Vec<i32>| pairs.iter().map(|(var, _)| values[var.index()]).collect();
        let mut known: Values = oracle(&other, &vars).into_iter().map(of_part).collect();
        known.sort_unstable();
        known.dedup();
        let own: Vec<Var> = pairs.iter().map(|&(_, own)| own).collect();
        assert_eq!(oracle(&part, &own), known);
        let config = any_config(&mut chance);
        for (name, mut runner) in runners(&part, &config) {
            learners += u32::from(name == "learner");
            found += known.len();
            assert_eq!(with_pauses(&mut *runner, &mut chance), known, "{name} {config:?}");
        }
        if let Some(best) = part.search().unwrap().minimize(own[0]).unwrap().improvements().last() {
            assert_eq!(Some(best.value), known.iter().map(|values| values[0]).min());
        } else {
            assert!(known.is_empty());
        }
    }
    assert!(learners > 30 && found > 300, "{learners} {found}");
}

#[test]
fn parts_of_models_take_no_further_constraints() {
    let mut model = Model::new();
    let x = model.vars(3, 0..=2);
    let less = model.post(x[1].lt(x[2]));
    let (mut part, pairs) = model.part(&[less]);
    let y = pairs[0].1;
    assert!(part.describe(less).ends_with("over x0, x1"), "{}", part.describe(less));
    let mut search = part.search().unwrap();
    let error = search.add_constraint(y.ge(1)).unwrap_err();
    assert!(error.to_string().contains("part of a model"), "{error}");
    assert_eq!(search.count(u64::MAX), Count::Exactly(3));
    part.post(y.ge(1));
    assert!(part.search().is_err());
}

#[test]
fn each_refuses_what_it_cannot_assume_and_goes_on() {
    let mut model = Model::new();
    let x = model.vars(2, 0..=2);
    model.all_different(&x);
    let mut other = Model::new();
    let foreign = other.vars(3, 0..=2)[2];
    for (name, mut runner) in runners(&model, &Config::default()) {
        let error = runner.assume(&[x[0].is(1), foreign.is(0)]).unwrap_err();
        assert!(matches!(error.kind(), csp::ErrorKind::UnknownVariable { index: 2, variables: 2 }), "{name}");
        assert_eq!(runner.count(u64::MAX), Count::Exactly(6), "{name}");
        runner.limit(Limits::default().nodes(0));
        runner.reset();
        assert_eq!(runner.first(), Err(Interrupted), "{name}");
        runner.limit(Limits::default());
        runner.assume(&[x[0].is(1), x[1].is(1)]).unwrap();
        assert_eq!(runner.first(), Ok(None), "{name}");
    }
    let mut wide = Model::new();
    let far = wide.var(0..=1_000_000);
    for (name, mut runner) in runners(&wide, &Config::default()) {
        assert!(runner.assume(&[far.is_not(500)]).is_err(), "{name}");
        runner.assume(&[far.at_most(500), far.at_least(499)]).unwrap();
        assert_eq!(runner.count(u64::MAX), Count::Exactly(2), "{name}");
    }
}

#[test]
#[should_panic(expected = "a solution can be read after Step::Solution only")]
fn threads_show_no_solution_before_there_is_one() {
    let mut model = Model::new();
    model.var(0..=1);
    _ = Parallel::new(&model, &Config::default()).unwrap().solution();
}

/// The variables in the order in which a search has decided them.
fn decided(search: &Search) -> Vec<Var> {
    let mut vars: Vec<Var> = search.decisions().map(Decision::variable).collect();
    vars.dedup();
    vars
}

#[test]
fn phases_come_first_in_their_order() {
    let mut model = Model::new();
    let x = model.vars(6, 0..=4);
    model.all_different(&x[..5]);
    model.branch_on(&[x[4], x[2]]).variables(VariableOrder::Input).values(ValueOrder::Largest);
    model.branch_on(&[x[5]]).values(ValueOrder::Middle);
    for config in [
        Config::default(),
        Config::default().with_variables(VariableOrder::Input),
        Config::default().with_variables(VariableOrder::Random).with_seed(4),
        Config::default().with_branching(BranchBy::Values),
    ] {
        let mut search = model.search_with(&config).unwrap();
        let solution = search.first().unwrap().unwrap();
        assert_eq!((solution[x[4]], solution[x[2]], solution[x[5]]), (4, 3, 2), "{config:?}");
        assert_eq!(decided(&search)[..3], [x[4], x[2], x[5]], "{config:?}");
        search.reset();
        assert_eq!(search.count(u64::MAX), Count::Exactly(600), "{config:?}");
        let mut workers = Parallel::new(&model, &config).unwrap().threads(2);
        assert_eq!(workers.count(u64::MAX), Count::Exactly(600), "{config:?}");
    }
    let mut learner = Learner::compile(&model, &Config::default()).unwrap();
    assert_eq!(learner.count(u64::MAX), Count::Exactly(600));
}

/// A series of the numbers below `size`, and the steps between neighbours.
fn series(size: usize) -> (Model, Vec<Var>, Vec<Var>) {
    let most = size as i32 - 1;
    let mut model = Model::new();
    let notes = model.vars(size, 0..=most);
    let steps = model.vars(size - 1, 1..=most);
    for (pair, &step) in notes.windows(2).zip(&steps) {
        model.post(absolute_difference(pair[0], pair[1]).eq(step));
    }
    model.all_different(&notes);
    (model, notes, steps)
}

/// Returns the variables that a search has decided before its first solution.
fn decided_first(model: &Model, config: Config) -> Vec<Var> {
    let mut search = model.search_with(&config).unwrap();
    search.first().unwrap().unwrap();
    decided(&search)
}

#[test]
fn computed_variables_that_differ_are_last() {
    let (mut model, notes, steps) = series(8);
    model.all_different(&steps);
    let is_note = |var: &Var| notes.contains(var);
    for order in [VariableOrder::Smallest, VariableOrder::SmallestDegree, VariableOrder::WeightedDegree] {
        let config = Config::default().with_variables(order);
        let by_size = config.clone().with_computed_last(false);
        let first = decided_first(&model, config.clone());
        assert!(!first.is_empty() && first.iter().all(is_note), "{order:?}: {first:?}");
        let first = decided_first(&model, by_size.clone());
        assert!(!first.iter().all(is_note), "{order:?}: {first:?}");
        for config in [config, by_size] {
            let count = model.search_with(&config).unwrap().count(u64::MAX);
            assert_eq!(count, Count::Exactly(40), "{config:?}");
        }
    }
    let by_value = Config::default().with_variables(VariableOrder::LargestValue);
    let first = decided_first(&model, by_value.clone());
    assert_eq!(first, decided_first(&model, by_value.with_computed_last(false)));
}

#[test]
fn a_computed_variable_that_differs_from_others_is_not_last() {
    let (mut model, notes, steps) = series(7);
    // One variable of the permutation is no result of an equation.
    let free = model.var(1..=7);
    model.all_different(steps.iter().chain([&free]));
    let first = decided_first(&model, Config::default());
    assert!(!first.iter().all(|var| notes.contains(var)), "{first:?}");
    assert_eq!(first, decided_first(&model, Config::default().with_computed_last(false)));
}

/// The second value is twice the first.
#[derive(Debug)]
struct Twice([Var; 2]);

impl Constraint for Twice {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values[1] == 2 * values[0]
    }

    fn computed(&self) -> Option<Var> {
        Some(self.0[1])
    }
}

#[test]
fn a_constraint_of_ones_own_names_what_it_computes() {
    let mut model = Model::new();
    // The doubles have the smaller domains.
    let (twice, once) = (model.vars(3, vec![0, 4, 8]), model.vars(3, 0..=5));
    for (&double, &x) in twice.iter().zip(&once) {
        model.post(Twice([x, double]));
    }
    model.all_different(&twice);
    let mut search = model.search().unwrap();
    search.first().unwrap().unwrap();
    assert!(decided(&search).iter().all(|var| once.contains(var)));
    search.reset();
    assert_eq!(search.count(u64::MAX), Count::Exactly(6));
}

#[test]
fn phases_never_change_the_solutions() {
    let mut chance = Chance::new(12);
    for _ in rounds(120) {
        let recipe = Recipe::any(&mut chance);
        let (mut model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        for _ in 0..chance.below(3) {
            let some: Vec<Var> = (0..chance.below(4)).map(|_| chance.pick(&vars)).collect();
            let phase = model.branch_on(&some);
            if chance.below(2) == 0 {
                phase.variables(VariableOrder::WeightedDegree).values(ValueOrder::Split);
            }
        }
        let config = any_config(&mut chance);
        for (name, mut runner) in runners(&model, &config) {
            assert_eq!(with_pauses(&mut *runner, &mut chance), known, "{name} {recipe:?} {config:?}");
        }
    }
}

#[test]
fn a_phase_over_a_foreign_variable_is_a_mistake() {
    let mut other = Model::new();
    let foreign = other.vars(2, 0..=1)[1];
    let mut model = Model::new();
    model.var(0..=1);
    model.branch_on(&[foreign]);
    let error = model.search().unwrap_err();
    assert!(matches!(error.kind(), csp::ErrorKind::UnknownVariable { index: 1, variables: 1 }));
    assert!(error.to_string().contains("every_runner.rs"), "{error}");
}
