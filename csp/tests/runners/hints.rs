//! Values to try first: a hinted solution is found at once, and the set of solutions is the same.

use crate::support::recipes::Recipe;
use crate::support::{Chance, any_config, oracle, rest};
use csp::config::BranchBy;
use csp::{Config, ErrorKind, Learner, Model};

#[test]
fn a_hinted_solution_comes_first() {
    let mut chance = Chance::new(11);
    let mut later = 0;
    for _ in 0..300 {
        let recipe = Recipe::any(&mut chance);
        let (mut model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        if known.is_empty() {
            continue;
        }
        let wanted = chance.pick(&known);
        later += usize::from(wanted != known[0]);
        vars.iter().zip(&wanted).for_each(|(&var, &value)| model.hint(var, value));
        let config = any_config(&mut chance).with_branching(BranchBy::Splitting);
        let mut search = model.search_with(&config).unwrap();
        assert_eq!(search.first().unwrap().unwrap().values(), wanted, "{recipe:?} {config:?}");
        assert_eq!(search.failures(), 0, "{recipe:?} {config:?}");
        search.reset();
        assert_eq!(rest(&mut search, known.len()), known, "{recipe:?} {config:?}");
        let mut learner = Learner::compile(&model, &Config::default().with_fast_path(false)).unwrap();
        assert_eq!(learner.first().unwrap().unwrap().values(), wanted, "{recipe:?}");
    }
    assert!(later > 100, "{later}");
}

/// Hints of single values, good or bad.
#[test]
fn hints_change_no_set_of_solutions() {
    let mut chance = Chance::new(12);
    for _ in 0..200 {
        let recipe = Recipe::any(&mut chance);
        let (mut model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        for &var in &vars {
            if chance.below(2) == 0 {
                let values: Vec<i32> = model.declared(var).iter().collect();
                model.hint(var, chance.pick(&values));
            }
        }
        let mut search = model.search_with(&any_config(&mut chance)).unwrap();
        assert_eq!(rest(&mut search, known.len()), known, "{recipe:?}");
        let least = known.iter().map(|solution| solution[0]).min();
        let outcome = model.search().unwrap().minimize(vars[0]).unwrap().run();
        assert!(outcome.is_proved());
        assert_eq!(outcome.best().map(|best| best.value), least, "{recipe:?}");
    }
}

#[test]
fn wide_domains_are_narrowed_to_the_hint() {
    let mut model = Model::new();
    let [x, y] = model.array(0..=1_000_000);
    model.post((x + y).eq(1_000_000));
    model.hint(x, 123_456);
    assert_eq!(model.solve().unwrap().unwrap().values(), [123_456, 876_544]);
}

#[test]
fn a_value_that_a_variable_lacks_is_a_mistake() {
    let mut model = Model::new();
    let x = model.named("x", [1, 3]);
    model.hint(x, 2);
    let error = model.search().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }));
    assert!(error.to_string().contains("the hint 2 for x"), "{error}");
    assert!(error.to_string().contains("hints.rs"), "{error}");
}
