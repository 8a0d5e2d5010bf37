//! Thousands of small random models against brute force, and larger ones against a search.

use std::collections::BTreeSet;

use csp::{Decision, lockstep::SimdPath};

use super::boards::{Board, board};
use super::support::{KERNELS, Known, agree, compile, is_right, kinds, run};
use crate::support::{Chance, PATHS};

/// Data of a random model, which brute force reads directly.
struct Recipe {
    domains: Vec<Vec<i32>>,
    groups: Vec<Vec<usize>>,
    pairs: Vec<(usize, usize)>,
}

/// Returns a model of up to `variables` variables with up to `most_values` values each, spread over the range below
/// `width`. Mostly all variables have the same values, and groups have as many members as there are values.
fn recipe(chance: &mut Chance, variables: u64, most_values: u64, width: i32) -> Recipe {
    let variables = 1 + chance.below(variables) as usize;
    let count = 1 + chance.below(most_values) as usize;
    let mut values = BTreeSet::new();
    while values.len() < count {
        values.insert(chance.between(0, width - 1));
    }
    let values: Vec<i32> = values.into_iter().collect();
    let narrow = chance.below(3);
    let domain = |chance: &mut Chance| {
        let kept: Vec<i32> = values.iter().copied().filter(|_| chance.below(6) >= narrow).collect();
        if kept.is_empty() { values.clone() } else { kept }
    };
    let domains: Vec<Vec<i32>> = (0..variables).map(|_| domain(chance)).collect();
    let mut members: Vec<usize> = (0..variables).collect();
    let mut group = |chance: &mut Chance| {
        chance.shuffle(&mut members);
        let size = if chance.below(2) == 0 { count } else { 2 + chance.below(5) as usize };
        members[..size.clamp(1, variables)].to_vec()
    };
    let groups = (0..chance.below(4)).map(|_| group(chance)).collect();
    let any = |chance: &mut Chance| chance.below(variables as u64) as usize;
    let pairs: Vec<(usize, usize)> = (0..chance.below(3)).map(|_| (any(chance), any(chance))).collect();
    // Pairs of a variable with itself are tested elsewhere.
    let pairs = pairs.into_iter().filter(|(a, b)| a != b).collect();
    Recipe { domains, groups, pairs }
}

/// Returns every solution, in the order of the domains.
fn brute_force(recipe: &Recipe) -> Vec<Vec<i32>> {
    let mut differ = vec![Vec::new(); recipe.domains.len()];
    let mut add = |a: usize, b: usize| differ[a.max(b)].push(a.min(b));
    recipe.pairs.iter().for_each(|&(a, b)| add(a, b));
    for group in &recipe.groups {
        (0..group.len()).for_each(|at| group[..at].iter().for_each(|&other| add(group[at], other)));
    }
    let mut found: Vec<Vec<i32>> = vec![Vec::new()];
    for (domain, others) in recipe.domains.iter().zip(&differ) {
        let fits = |values: &[i32], value: i32| others.iter().all(|&other| values[other] != value);
        let longer = |values: &Vec<i32>| -> Vec<Vec<i32>> {
            let next = domain.iter().filter(|&&value| fits(values, value));
            next.map(|&value| [&values[..], &[value]].concat()).collect()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// Returns some instances: the model itself, and a few with variables narrowed.
fn instances(board: &Board, recipe: &Recipe, chance: &mut Chance) -> Vec<Vec<Decision>> {
    let mut decision = || {
        let at = chance.below(board.vars.len() as u64) as usize;
        let (var, value) = (board.vars[at], chance.pick(&recipe.domains[at]));
        chance.pick(&[
            Decision::Assign(var, value),
            Decision::Remove(var, value),
            Decision::AtMost(var, value),
            Decision::AtLeast(var, value),
        ])
    };
    (0..6).map(|at| (0..at).map(|_| decision()).collect()).collect()
}

/// Compares random models with brute force. Returns the numbers of instances with 0, 1 and more solutions.
fn compare(models: usize, seed: u64, paths: &[SimdPath]) -> [usize; 3] {
    let mut chance = Chance::new(seed);
    let mut all = [0; 3];
    for number in 0..models {
        let width = chance.pick(&[5, 5, 5, 20, 40, 64]);
        let mut recipe = recipe(&mut chance, 8, 5, width);
        // A separate variable with all values, so that words of every size are used, up to their last bit.
        recipe.domains.push(if width == 5 { vec![0] } else { (0..width).collect() });
        let board = board(&recipe.domains, &recipe.groups, &recipe.pairs);
        let mut list = instances(&board, &recipe, &mut chance);
        let apart = *board.vars.last().expect("it was added");
        list.iter_mut().for_each(|decisions| decisions.push(apart.is(chance.pick(&[0, width - 1]))));
        recipe.domains.last_mut().expect("it was added").retain(|&value| value == 0 || value == width - 1);
        let solutions = brute_force(&recipe);
        if solutions.len() > 3000 {
            continue;
        }
        let holds = |decisions: &[Decision], values: &[i32]| {
            decisions.iter().all(|decision| decision.holds(values[decision.variable().index()]))
        };
        let of = |decisions: &Vec<Decision>| Known {
            solutions: solutions.iter().filter(|values| holds(decisions, values)).cloned().collect(),
            all: true,
        };
        let known: Vec<Known> = list.iter().map(of).collect();
        kinds(&known).iter().zip(&mut all).for_each(|(more, kind)| *kind += more);
        let most = chance.pick(&[1, 2, 5, 1_000_000, 1_000_000]);
        for &path in paths {
            let kernel = KERNELS[number % 2];
            let mut lockstep = compile(&board.model, kernel, path);
            lockstep.share(chance.below(4) > 0);
            let answers = run(&mut lockstep, most, &list);
            for (at, (end, known)) in answers.ends().into_iter().zip(&known).enumerate() {
                let what = format!(
                    "model {number} of seed {seed}, {path:?}, most {most}, instance {at}: {:?} {:?} {:?} {:?}",
                    recipe.domains, recipe.groups, recipe.pairs, list[at]
                );
                is_right(&what, &board, &list[at], &answers.solutions[at], end.0, known, most);
            }
        }
    }
    all
}

#[test]
fn small_models_have_the_solutions_of_brute_force() {
    let kinds = compare(4000, 1, &PATHS);
    assert!(kinds.iter().all(|&kind| kind > 1000), "{kinds:?}");
}

/// About 1.4 million instances on every instruction set: 114 s in release.
#[test]
#[ignore = "114 s in release: sixty times the ordinary test"]
fn very_many_small_models() {
    let kinds = compare(250_000, 2, &PATHS);
    assert!(kinds.iter().all(|&kind| kind > 50_000), "{kinds:?}");
}

/// Too large for brute force: up to 30 variables of up to 8 values.
#[test]
fn middling_models_have_the_solutions_of_a_search() {
    let mut chance = Chance::new(5);
    let mut all = [0; 3];
    for number in 0..300 {
        let width = chance.pick(&[8, 8, 30, 60]);
        let recipe = recipe(&mut chance, 30, 8, width);
        let board = board(&recipe.domains, &recipe.groups, &recipe.pairs);
        let list = instances(&board, &recipe, &mut chance);
        let what = format!("model {number}: {:?} {:?} {:?}", recipe.domains, recipe.groups, recipe.pairs);
        let kinds = agree(&what, &board, &list, &[2, 30], &PATHS);
        kinds.iter().zip(&mut all).for_each(|(more, kind)| *kind += more);
    }
    assert!(all[0] > 100 && all[2] > 100, "{all:?}");
}
