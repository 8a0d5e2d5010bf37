//! Learning with reasons: the same solutions as the oracle's for any model and any settings.

use crate::support::recipes::Recipe;
use crate::support::{Chance, any_config, oracle};
use csp::{BranchBy, Config, Consistency, Learner};

/// Settings that go with learning.
fn config(chance: &mut Chance) -> Config {
    let mut config = any_config(chance);
    config.branching = BranchBy::Splitting;
    config.probing = false;
    if config.consistency == Consistency::Forward {
        config.consistency = Consistency::Value;
    }
    config
}

#[test]
fn the_solutions_are_those_of_the_oracle() {
    let mut chance = Chance::new(5);
    for round in 0..3000 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let config = config(&mut chance);
        let Ok(mut learner) = Learner::observed(&model, &config, ()) else { continue };
        let mut found: Vec<Vec<i32>> = Vec::new();
        while found.len() <= known.len()
            && let Some(solution) = learner.first().unwrap()
        {
            found.push(solution.values().to_vec());
        }
        found.sort_unstable();
        assert_eq!(found, known, "{round} {recipe:?} {config:?}");
    }
}
