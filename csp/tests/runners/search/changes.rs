//! A search under assumptions, with constraints and variables added, and with constraints turned off.

use csp::{Config, Count, Decision, Model, Var, config::Restarts};

use super::{board, queens};
use crate::support::recipes::{Recipe, decision};
use crate::support::{CONSISTENCIES, Chance, PATHS, any_config, assumed, oracle, rest, root, supported};

#[test]
fn assumptions_equal_fresh_models() {
    let mut chance = Chance::new(3);
    for round in 0..300 {
        let recipe = Recipe::any(&mut chance);
        let (model, vars) = recipe.model();
        let config = any_config(&mut chance);
        let mut search = model.search_with(&config).unwrap();
        let at_root = root(&model, &vars, &config);
        let all = oracle(&model, &vars);
        for _ in 0..30 {
            let assumptions: Vec<Decision> = (0..chance.below(5))
                .map(|_| decision(chance.pick(&vars), chance.between(-2, 4), chance.below(4)))
                .collect();
            let hold = |values: &&Vec<i32>| assumptions.iter().all(|d| d.holds(values[d.variable().index()]));
            let known: Vec<Vec<i32>> = all.iter().filter(hold).cloned().collect();
            let say = || format!("round {round}, {assumptions:?}, {:?}, {config:?}", recipe.constraints);
            match assumed(&mut search, &vars, &assumptions) {
                None => assert!(known.is_empty(), "false refutation: {}", say()),
                Some(left) => {
                    let wanted = supported(&known, vars.len());
                    assert!(
                        left.iter().zip(&wanted).all(|(left, wanted)| left.is_superset(wanted)),
                        "{}",
                        say()
                    );
                }
            }
            if chance.below(2) == 0 {
                search.assume(&assumptions).unwrap();
            }
            match chance.below(4) {
                // Stopped in the middle.
                0 => _ = search.step(),
                1 => {
                    let before = search.engine().clauses();
                    assert!(before <= recipe.constraints.len());
                    assert_eq!(rest(&mut search, known.len()), known, "{}", say());
                }
                // An exhausted run must not leave nogoods for the next one.
                _ => {
                    assert_eq!(rest(&mut search, known.len()), known, "{}", say());
                    search.assume(&assumptions).unwrap();
                    assert_eq!(rest(&mut search, known.len()), known, "{}", say());
                }
            }
        }
        search.reset();
        if let Some(at_root) = at_root {
            let now: Vec<_> = vars.iter().map(|&var| search.domain(var).iter().collect()).collect();
            assert_eq!(at_root, now, "the root is restored");
        }
        assert_eq!(rest(&mut search, all.len()), all);
        search.reset();
        assert_eq!(rest(&mut search, all.len()), all, "again after a reset");
    }
}

#[test]
fn one_board_serves_many_puzzles() {
    let mut chance = Chance::new(4);
    let (empty, cells) = board(&mut chance, 0);
    for simd in PATHS {
        let config = Config::default().with_simd(simd).with_audit(true);
        let mut search = empty.search_with(&config).unwrap();
        for _ in 0..60 {
            let (puzzle, own) = board(&mut chance, 30);
            let fixed = own.iter().zip(&cells).filter(|(own, _)| puzzle.declared(**own).len() == 1);
            let mut givens: Vec<Decision> =
                fixed.map(|(&own, cell)| cell.is(puzzle.declared(own).min())).collect();
            chance.shuffle(&mut givens);
            search.assume(&givens).unwrap();
            let most = 20;
            let found = search.count(most);
            assert_eq!(found, puzzle.search_with(&config).unwrap().count(most));
            assert!(found.found() > 0);
        }
    }
}

#[test]
fn nogoods_end_with_their_run() {
    for consistency in CONSISTENCIES {
        let (model, rows) = queens(5);
        let config = Config::default()
            .with_consistency(consistency)
            .with_restarts(Restarts::luby(1))
            .with_random_ties(true);
        let mut search = model.search_with(&config).unwrap();
        let all = rest(&mut search, 10);
        assert_eq!(all.len(), 10);
        assert!(search.statistics().restarts > 0);
        for row in 0..5 {
            search.assume(&[rows[0].is(row)]).unwrap();
            assert_eq!(search.engine().clauses(), 0, "nogoods are gone");
            let known: Vec<Vec<i32>> = all.iter().filter(|s| s[0] == row).cloned().collect();
            assert_eq!(rest(&mut search, 10), known, "{consistency:?}, {row}");
        }
        search.reset();
        assert_eq!(rest(&mut search, 10), all);
    }
}

#[test]
fn a_grown_search_equals_a_fresh_model() {
    let mut chance = Chance::new(5);
    for round in 0..1500 {
        let recipe = Recipe::any(&mut chance);
        let config = any_config(&mut chance);
        let from = chance.below(recipe.constraints.len() as u64 + 1) as usize;
        let known_variables = 2 + chance.below(recipe.domains.len() as u64 - 1) as usize;
        let (whole, vars) = recipe.model();
        // Start with some of the variables and the constraints over them, and add the rest later.
        let early = |at: &usize| *at < from && recipe.constraints[*at].last() < known_variables;
        let mut model = Model::new();
        let mut grown: Vec<Var> =
            recipe.domains[..known_variables].iter().map(|d| model.var(&d[..])).collect();
        (0..recipe.constraints.len()).filter(early).for_each(|at| {
            recipe.constraints[at].post(&grown, &mut model);
        });
        let mut search = model.search_with(&config).unwrap();
        let mut late: Vec<usize> = (0..recipe.constraints.len()).filter(|at| !early(at)).collect();
        let steps = chance.below(4);
        (0..steps).for_each(|_| _ = search.step());
        for domain in &recipe.domains[known_variables..] {
            grown.push(search.add_var(&domain[..]).unwrap());
        }
        chance.shuffle(&mut late);
        for &at in &late {
            (0..chance.below(3)).for_each(|_| _ = search.step());
            let id = recipe.constraints[at].post(&grown, &mut search);
            assert!(id.index() < recipe.constraints.len());
        }
        assert_eq!(grown, vars);
        search.reset();
        let all = oracle(&whole, &vars);
        let say = || format!("round {round}: {:?}, {late:?} late, {config:?}", recipe.constraints);
        assert_eq!(rest(&mut search, all.len()), all, "{}", say());
        search.reset();
        assert_eq!(rest(&mut search, all.len()), all, "{}", say());
        let mut fresh = search.without(&[], &config).unwrap();
        assert_eq!(rest(&mut fresh, all.len()), all, "{}", say());
    }
}

#[test]
fn constraints_turned_off_leave_no_trace() {
    let mut chance = Chance::new(6);
    for round in 0..1500 {
        let recipe = Recipe::any(&mut chance);
        let config = any_config(&mut chance);
        let mut model = Model::new();
        let vars: Vec<Var> = recipe.domains.iter().map(|domain| model.var(&domain[..])).collect();
        let ids: Vec<_> = recipe.constraints.iter().map(|part| part.post(&vars, &mut model)).collect();
        assert!(ids.iter().enumerate().all(|(at, id)| id.index() == at));
        let mut search = model.search_with(&config).unwrap();
        let steps = chance.below(4);
        (0..steps).for_each(|_| _ = search.step());
        let off: Vec<usize> = (0..ids.len()).filter(|_| chance.below(3) == 0).collect();
        let off_ids: Vec<_> = off.iter().map(|&at| ids[at]).collect();
        let mut kept = recipe.clone();
        let mut index = 0;
        kept.constraints.retain(|_| {
            index += 1;
            !off.contains(&(index - 1))
        });
        let (fresh, same) = kept.model();
        let known = oracle(&fresh, &same);
        let say = || format!("round {round}: {:?} without {off:?}, {config:?}", recipe.constraints);
        let mut without = search.without(&off_ids, &config).unwrap();
        assert_eq!(root(&fresh, &same, &config).is_none(), without.engine().is_infeasible(), "{}", say());
        assert_eq!(rest(&mut without, known.len()), known, "{}", say());
        // The ids still denote the same constraints.
        for (_, sources) in without.engine().derived() {
            assert!(sources.iter().all(|id| !off_ids.contains(id)), "{}", say());
        }
        let again = without.without(&ids, &config).unwrap().count(u64::MAX);
        let product: usize = recipe.domains.iter().map(Vec::len).product();
        assert_eq!(again, Count::Exactly(product as u64), "{}", say());
        // The original search is unchanged.
        search.reset();
        let all = oracle(&model, &vars);
        assert_eq!(rest(&mut search, all.len()), all, "{}", say());
    }
}

#[test]
fn cliques_and_merged_variables_come_apart() {
    let mut model = Model::new();
    let x = model.vars(3, 0..=2);
    let ids = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| model.post(x[a].ne(x[b])));
    let same = model.post(x[0].eq(x[2] + 1));
    let search = model.search().unwrap();
    let apart = search.without(&[same], &Config::default()).unwrap();
    assert!(apart.engine().derived().any(|(_, sources)| sources == ids), "the pairs have become one group");
    // a ≠ b ≠ c ≠ a with a = c + 1: two pairs for c and a, and b takes the third value.
    assert_eq!(model.search().unwrap().count(99), Count::Exactly(2));
    let count = |ids: &[_]| search.without(ids, &Config::default()).unwrap().count(99);
    assert_eq!(count(&[same]), Count::Exactly(6));
    assert_eq!(count(&[ids[1]]), Count::Exactly(2));
    assert_eq!(count(&[ids[2]]), Count::Exactly(4));
    assert_eq!(count(&[ids[0], ids[1], ids[2]]), Count::Exactly(6));
    assert_eq!(count(&[ids[0], ids[0], same]), Count::Exactly(12));
    assert_eq!(count(&[ids[2], same, ids[0], ids[1]]), Count::Exactly(27));
}
