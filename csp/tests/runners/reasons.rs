//! Learning with reasons: the same solutions as the oracle's for any model and any settings.

use crate::support::recipes::{Recipe, decision};
use crate::support::{Chance, any_config, oracle, rounds, walk};
use csp::config::{BranchBy, Consistency, Learning};
use csp::extend::{Contradiction, LearntClause};
use csp::{
    Config, Decision, Learner, Limits, Model, Observer, Search, Step, Var, constraints::disjunctive, sum,
    weighted_sum,
};

/// Settings that go with learning.
pub fn config(chance: &mut Chance) -> Config {
    let config = any_config(chance).with_branching(BranchBy::Splitting).with_probing(false);
    match config.consistency() {
        Consistency::Forward => config.with_consistency(Consistency::Value),
        _ => config,
    }
}

/// Returns the remaining solutions, with pauses after a few nodes each time.
fn rest(learner: &mut Learner, chance: &mut Chance, most: usize) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    while found.len() <= most {
        learner.limit(Limits::default().nodes(1 + chance.below(9)));
        match learner.step() {
            Step::Solution => found.push(learner.solution().values().to_vec()),
            Step::Exhausted => break,
            Step::Limit => {}
        }
    }
    learner.limit(Limits::default());
    found.sort_unstable();
    found
}

#[test]
fn the_solutions_are_those_of_the_oracle() {
    let mut chance = Chance::new(5);
    let mut audited = 0;
    for round in rounds(3000) {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let config = config(&mut chance);
        let Ok(mut learner) = walk(&model, &config) else { continue };
        audited += u32::from(config.audit());
        assert_eq!(rest(&mut learner, &mut chance, known.len()), known, "{round} {recipe:?} {config:?}");
        // Learnt clauses stay for the next runs, and must be correct under their assumptions.
        for _ in 0..3 {
            let count = 1 + chance.below(2);
            let assumptions: Vec<Decision> = (0..count)
                .map(|_| decision(chance.pick(&vars), chance.between(-2, 4), chance.below(4)))
                .collect();
            let fits = |row: &&Vec<i32>| {
                assumptions.iter().all(|decision| decision.holds(row[decision.variable().index()]))
            };
            let wanted: Vec<Vec<i32>> = known.iter().filter(fits).cloned().collect();
            learner.assume(&assumptions).unwrap();
            let found = rest(&mut learner, &mut chance, wanted.len());
            assert_eq!(found, wanted, "{round} {assumptions:?} {recipe:?} {config:?}");
        }
    }
    assert!(audited > 300, "{audited}");
}

/// Records the learnt clauses, and follows the depth.
#[derive(Default)]
struct Watcher {
    nogoods: Vec<(Vec<Decision>, bool)>,
    /// The number of clauses with variables that the model does not have.
    unnamed: usize,
    depth: usize,
    jumps: usize,
    has_failed: bool,
}

impl Observer for Watcher {
    fn decide(&mut self, _: Decision, depth: usize) {
        // Decisions about variables that the model does not have are not reported.
        assert!(depth > self.depth && !self.has_failed);
        self.depth = depth;
    }

    fn conflict(&mut self, _: &Contradiction<'_>, depth: usize) {
        assert!(depth >= self.depth && !self.has_failed);
        self.has_failed = true;
    }

    fn learn(&mut self, clause: &LearntClause<'_>) {
        assert!(self.has_failed && clause.distance() > 0);
        match clause.nogood() {
            Some(nogood) => self.nogoods.push((nogood, clause.is_lasting())),
            None => self.unnamed += 1,
        }
    }

    fn jump(&mut self, depth: usize) {
        assert!(std::mem::take(&mut self.has_failed));
        self.depth = self.depth.min(depth);
        self.jumps += 1;
    }

    fn restart(&mut self) {
        self.depth = 0;
    }
}

#[test]
fn observers_see_clauses_that_exclude_no_solution() {
    let mut chance = Chance::new(9);
    let (mut lasting, mut local, mut without_names) = (0, 0, 0);
    for round in rounds(1000) {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let config = config(&mut chance).with_fast_path(false);
        let Ok(mut learner) = Learner::observed(&model, &config, Watcher::default()) else { continue };
        let breaks = |nogood: &[Decision], row: &[i32]| {
            nogood.iter().all(|decision| decision.holds(row[decision.variable().index()]))
        };
        let say = |nogood: &[Decision]| format!("{round} {nogood:?} {recipe:?} {config:?}");
        while learner.step() == Step::Solution {
            let row = learner.solution().values().to_vec();
            let watcher = learner.observer_mut();
            // Clauses that depend on solutions exclude those that were found before.
            let wrong = watcher.nogoods.iter().find(|(nogood, _)| breaks(nogood, &row));
            assert!(wrong.is_none(), "{row:?} {}", say(&wrong.unwrap().0));
            // The backtracking from a solution is not reported.
            watcher.depth = 0;
        }
        let Watcher { nogoods, unnamed, jumps, .. } = learner.observer_mut();
        assert_eq!(nogoods.len() + *unnamed, *jumps);
        without_names += *unnamed;
        local += nogoods.iter().filter(|(_, is_lasting)| !is_lasting).count();
        for (nogood, _) in nogoods.iter().filter(|(_, is_lasting)| *is_lasting) {
            lasting += 1;
            assert!(!known.iter().any(|row| breaks(nogood, row)), "{}", say(nogood));
        }
    }
    assert!(lasting > 70 && local > 3000 && without_names > 0, "{lasting} {local} {without_names}");
}

#[test]
fn the_optimum_is_that_of_the_oracle() {
    let mut chance = Chance::new(6);
    for round in rounds(1500) {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let config = config(&mut chance);
        let Ok(learner) = walk(&model, &config) else { continue };
        let weights: Vec<i32> = vars.iter().map(|_| chance.between(-3, 3)).collect();
        let cost =
            |row: &Vec<i32>| row.iter().zip(&weights).map(|(value, weight)| value * weight).sum::<i32>();
        let objective = weighted_sum(weights.iter().copied().zip(&vars));
        let (outcome, best) = match chance.below(2) {
            0 => (learner.minimize(objective).unwrap().run(), known.iter().map(cost).min()),
            _ => (learner.maximize(objective).unwrap().run(), known.iter().map(cost).max()),
        };
        assert!(outcome.is_proved());
        let found = outcome.best().map(|best| best.value);
        assert_eq!(found, best, "{round} {weights:?} {recipe:?} {config:?}");
        assert!(outcome.best().is_none_or(|best| known.contains(&best.solution.values().to_vec())));
    }
}

/// Clauses that follow from the bound of an objective, or from refused solutions, go with them.
#[test]
fn after_an_optimum_all_solutions_are_found_again() {
    let mut chance = Chance::new(10);
    let mut clauses = 0;
    for round in rounds(500) {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let config = config(&mut chance);
        let Ok(mut learner) = walk(&model, &config) else { continue };
        for objective in [vars[0] + vars[1] * 2, vars[1] - vars[0]] {
            let mut optimizer = learner.minimize(objective).unwrap();
            assert!(optimizer.run().is_proved());
            learner = optimizer.into_runner();
            clauses += learner.statistics().clauses;
            learner.assume(&[]).unwrap();
            let mut found = rest(&mut learner, &mut chance, known.len());
            // Without the variable that stands for the objective.
            found.iter_mut().for_each(|solution| solution.truncate(vars.len()));
            assert_eq!(found, known, "{round} {recipe:?} {config:?}");
        }
    }
    assert!(clauses > 30, "{clauses}");
}

#[test]
fn cores_suffice_and_irreducible_ones_are_needed() {
    let mut chance = Chance::new(7);
    let (mut smaller, mut refuted) = (0, 0);
    for round in rounds(3000) {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let config = config(&mut chance);
        // The fast path, where it is taken, and the walk.
        let compiled = match chance.below(2) {
            0 => Learner::compile(&model, &config),
            _ => walk(&model, &config),
        };
        let Ok(mut learner) = compiled else { continue };
        let assumptions: Vec<Decision> =
            (0..6).map(|_| decision(chance.pick(&vars), chance.between(-2, 4), chance.below(4))).collect();
        let has_solution = |assumed: &[Decision]| {
            known
                .iter()
                .any(|row| assumed.iter().all(|decision| decision.holds(row[decision.variable().index()])))
        };
        learner.assume(&assumptions).unwrap();
        let first = learner.first().unwrap();
        assert_eq!(first.is_some(), has_solution(&assumptions));
        let core = learner.core();
        assert_eq!(core.is_some(), first.is_none());
        let Some(core) = core else { continue };
        refuted += 1;
        smaller += usize::from(core.len() < assumptions.len());
        let say = || format!("{round} {assumptions:?} {recipe:?} {config:?}");
        assert!(core.iter().all(|decision| assumptions.contains(decision)), "{}", say());
        assert!(!has_solution(&core), "{core:?} {}", say());
        let least = learner.irreducible_core(&Limits::default()).expect("there is no solution");
        assert!(least.is_irreducible);
        let least = least.assumptions;
        assert!(!has_solution(&least) && least.iter().all(|decision| core.contains(decision)), "{}", say());
        for at in 0..least.len() {
            let without = [&least[..at], &least[at + 1..]].concat();
            assert!(has_solution(&without), "{least:?} {at} {}", say());
        }
    }
    assert!(refuted > 170 && smaller > 100, "{refuted} {smaller}");
}

/// Edges of a random graph that three colours are too few for, mostly.
pub fn edges(chance: &mut Chance, vertices: u64) -> Vec<[usize; 2]> {
    let mut edges = Vec::new();
    while edges.len() < 5 * vertices as usize / 2 {
        let edge = [chance.below(vertices) as usize, chance.below(vertices) as usize];
        if edge[0] < edge[1] && !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    edges
}

#[test]
fn cores_of_questions_that_are_postponed_are_irreducible() {
    let mut chance = Chance::new(8);
    let can_colour = |edges: &[[usize; 2]]| {
        let mut model = Model::new();
        let vertices = model.vars(50, 0..3);
        for &[one, other] in edges {
            model.post(vertices[one].ne(vertices[other]));
        }
        let config = Config::default().with_learning(Learning::Never);
        model.search_with(&config).unwrap().first().unwrap().is_some()
    };
    let mut open = 0;
    for round in 0..12 {
        let edges = edges(&mut chance, 50);
        let mut model = Model::new();
        let vertices = model.vars(50, 0..3);
        let assumed: Vec<Decision> =
            edges.iter().map(|&[one, other]| model.assumable(vertices[one].ne(vertices[other]))).collect();
        let edges_of = |core: &[Decision]| -> Vec<[usize; 2]> {
            edges
                .iter()
                .zip(&assumed)
                .filter(|(_, decision)| core.contains(decision))
                .map(|(&edge, _)| edge)
                .collect()
        };
        let mut learner = Learner::compile(&model, &Config::default()).unwrap();
        learner.assume(&assumed).unwrap();
        if learner.first().unwrap().is_some() {
            continue;
        }
        let few = Limits::default().failures(10);
        let core = learner.irreducible_core(&few).expect("there is no solution");
        assert!(!can_colour(&edges_of(&core.assumptions)), "round {round}");
        open += usize::from(!core.is_irreducible);
        learner.assume(&assumed).unwrap();
        assert_eq!(learner.first().unwrap(), None);
        let core = learner.irreducible_core(&Limits::default()).expect("there is no solution");
        assert!(core.is_irreducible);
        let edges = edges_of(&core.assumptions);
        assert!(!can_colour(&edges), "round {round}");
        for at in 0..edges.len() {
            assert!(
                can_colour(&[&edges[..at], &edges[at + 1..]].concat()),
                "round {round}, {at} of {edges:?}"
            );
        }
    }
    // Ten failures decide most questions, not all.
    assert!(open > 1, "{open}");
}

/// A small shop with tight windows, in which a search fails often before it finds anything.
pub fn shop(chance: &mut Chance) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let tasks = 6 + chance.below(2) as usize;
    let durations: Vec<i32> = (0..tasks).map(|_| chance.between(1, 4)).collect();
    let total: i32 = durations.iter().sum();
    let starts: Vec<Var> = durations.iter().map(|lasts| model.var(0..=total + 1 - lasts)).collect();
    model.post(disjunctive(&starts, durations.iter().copied()));
    for _ in 0..4 + chance.below(3) {
        let (a, b) = (chance.below(tasks as u64) as usize, chance.below(tasks as u64) as usize);
        if a != b {
            let apart = chance.between(-2, 6);
            model.post((starts[a] + apart).ne(starts[b]));
            model.post((starts[a] - starts[b]).abs().le(total - 3));
        }
    }
    model.post(sum(&starts).eq(chance.between(total, 3 * total)));
    (model, starts)
}

#[test]
fn help_by_learning_changes_no_solution_and_no_optimum() {
    let mut chance = Chance::new(8);
    let (mut helped, mut solutions) = (0, 0);
    for round in rounds(150) {
        let (model, starts) = shop(&mut chance);
        let alone = Config::default().with_learning(Learning::Never);
        let (mut plain, mut search) = (model.search_with(&alone).unwrap(), model.search().unwrap());
        let all = |search: &mut Search| {
            let mut all: Vec<Vec<i32>> =
                search.solutions().map(|solution| solution.values().to_vec()).collect();
            all.sort_unstable();
            all
        };
        let known = all(&mut plain);
        assert_eq!(all(&mut search), known, "{round}");
        assert!(search.is_exhausted());
        helped += u32::from(search.statistics().clauses > 0);
        solutions += known.len();
        // Again under assumptions, with limits all the time.
        let assumption = chance.pick(&starts).at_least(chance.between(0, 9));
        let wanted = known.iter().filter(|row| assumption.holds(row[assumption.variable().index()])).count();
        search.assume(&[assumption]).unwrap();
        let mut found = 0;
        loop {
            search.limit(Limits::default().failures(1 + chance.below(60)));
            match search.step() {
                Step::Solution => {
                    assert_eq!(model.broken_by(search.solution().values()).unwrap(), None);
                    assert_eq!(search.value(starts[0]), search.solution()[starts[0]]);
                    found += 1;
                }
                Step::Exhausted => break,
                Step::Limit => {}
            }
        }
        assert_eq!(found, wanted, "{round}");
        let objective = starts[0] * 3 - starts[1] * 2;
        let best = model.search_with(&alone).unwrap().minimize(objective.clone()).unwrap().run();
        let helped_best = model.search().unwrap().minimize(objective).unwrap().run();
        assert!(helped_best.is_proved());
        assert_eq!(helped_best.best().map(|b| b.value), best.best().map(|b| b.value), "{round}");
    }
    assert!(helped > 10 && solutions > 300, "{helped} {solutions}");
}
