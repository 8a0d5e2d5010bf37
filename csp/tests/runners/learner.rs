//! The learner against the oracle and known counts: it pauses and continues, restarts with assumptions, refuses models
//! that it cannot learn from, and has the same nodes for the same seed.

use std::time::Duration;

use crate::support::recipes::{Post, Recipe, decision};
use crate::support::{Chance, oracle, rounds};
use csp::config::{BranchBy, Consistency};
use csp::{
    Cancel, Condition, Config, Constraint, Count, Decision, ErrorKind, Interrupted, Learner, Limits, Model,
    Step, Var, all, all_different, any, constraints::quotient, extend::Fact, holds, sum, table,
};

fn learner(model: &Model) -> Learner {
    Learner::compile(model, &Config::default()).expect("a model that can be learnt from")
}

/// Returns the remaining solutions, sorted. After a limit the search goes on with the same limit again.
fn rest(learner: &mut Learner, limits: Option<&Limits>, most: usize) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    loop {
        if let Some(limits) = limits {
            learner.limit(limits.clone());
        }
        match learner.step() {
            Step::Solution => found.push(learner.solution().values().to_vec()),
            Step::Exhausted => break,
            Step::Limit => assert!(limits.is_some(), "no limit was set"),
        }
        assert!(found.len() <= most, "more than {most} solutions, the last {:?}", found.last());
    }
    assert!(learner.is_exhausted());
    assert_eq!(learner.step(), Step::Exhausted);
    found.sort_unstable();
    found
}

/// Returns a random small model of constraints that are facts.
fn facts_only(chance: &mut Chance) -> Recipe {
    let mut recipe = Recipe::any(chance);
    recipe.constraints.retain(|part| {
        matches!(part, Post::AllDifferent(..) | Post::Differ(..) | Post::Equal(..) | Post::AnyOf(_))
    });
    let variables = recipe.domains.len();
    // Overlapping all-differents, many of them permutations.
    for _ in 0..chance.below(4) {
        let mut members: Vec<(usize, i32)> = (0..variables).map(|x| (x, 0)).collect();
        chance.shuffle(&mut members);
        members.truncate(2 + chance.below(variables as u64) as usize);
        recipe.constraints.push(Post::AllDifferent(members, None));
    }
    for _ in 0..chance.below(4) {
        let literals = (0..2 + chance.below(3)).map(|_| {
            let var = chance.below(variables as u64) as usize;
            (var, chance.between(-1, 3), chance.below(4))
        });
        recipe.constraints.push(Post::AnyOf(literals.collect()));
    }
    recipe
}

#[test]
fn the_same_solutions_as_by_brute_force() {
    let mut chance = Chance::new(1);
    for round in rounds(4000) {
        let recipe = facts_only(&mut chance);
        let (model, vars) = recipe.model();
        let known = oracle(&model, &vars);
        let config = Config::default().with_seed(chance.below(100)).with_presolve(round % 2 == 0);
        let mut learner = Learner::compile(&model, &config).unwrap();
        assert_eq!(rest(&mut learner, None, known.len()), known, "{recipe:?}");

        // Under assumptions, which are dropped with the clauses learnt under them.
        for _ in 0..3 {
            let assumptions: Vec<Decision> = (0..chance.below(4))
                .map(|_| decision(chance.pick(&vars), chance.between(-2, 4), chance.below(4)))
                .collect();
            let wanted: Vec<Vec<i32>> = known
                .iter()
                .filter(|values| assumptions.iter().all(|d| d.holds(values[d.variable().index()])))
                .cloned()
                .collect();
            learner.assume(&assumptions).unwrap();
            if chance.below(3) == 0 {
                learner.step();
                learner.assume(&assumptions).unwrap();
            }
            assert_eq!(rest(&mut learner, None, wanted.len()), wanted, "{recipe:?} under {assumptions:?}");
        }

        // Interrupted repeatedly.
        learner.reset();
        let limits = chance.pick(&[Limits::default().failures(1), Limits::default().nodes(1)]);
        assert_eq!(rest(&mut learner, Some(&limits), known.len()), known, "{recipe:?}");
    }
}

/// Returns a board of rows, columns and boxes, with some values given.
fn board(height: usize, width: usize) -> (Model, Vec<Var>) {
    let n = height * width;
    let mut model = Model::new();
    let cells = model.vars(n * n, 1..=n as i32);
    for line in 0..n {
        let (top, left) = (line / height * height, line % height * width);
        model.all_different((0..n).map(|at| cells[n * line + at]));
        model.all_different((0..n).map(|at| cells[n * at + line]));
        model.all_different((0..n).map(|at| cells[n * (top + at / width) + left + at % width]));
    }
    (model, cells)
}

/// Returns queens, with all-differents with offsets or with pairs that differ.
fn queens(n: usize, pairwise: bool) -> Model {
    let mut model = Model::new();
    let rows = model.vars(n, 0..n as i32);
    if pairwise {
        for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
            for offset in [0, (b - a) as i32, a as i32 - b as i32] {
                model.post(rows[a].ne(rows[b] + offset));
            }
        }
    } else {
        for slope in -1..=1 {
            model.all_different(rows.iter().zip(0..).map(|(&row, at)| row + slope * at));
        }
    }
    model
}

#[test]
fn known_counts() {
    for (n, count) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724), (11, 2680)] {
        for pairwise in [false, true] {
            let mut learner = learner(&queens(n, pairwise));
            assert_eq!(learner.count(5000), Count::Exactly(count), "{n} queens");
        }
    }
    assert_eq!(learner(&board(2, 2).0).count(1000), Count::Exactly(288));
    let mut latin = Model::new();
    let cells = latin.vars(16, 1..=4);
    for line in 0..4 {
        latin.all_different((0..4).map(|at| cells[4 * line + at]));
        latin.all_different((0..4).map(|at| cells[4 * at + line]));
    }
    assert_eq!(learner(&latin).count(1000), Count::Exactly(576));
    assert_eq!(learner(&latin).count(100), Count::AtLeast(100));
    assert_eq!(learner(&Model::new()).count(10), Count::Exactly(1));
}

/// Returns a pigeonhole problem: no solution, and many conflicts in its proof.
fn pigeons(holes: i32) -> Model {
    let mut model = Model::new();
    let pigeons = model.vars(holes as usize + 1, 1..=holes);
    // A group would be refuted at once; clauses are not.
    for (a, b) in (0..pigeons.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
        for hole in 1..=holes {
            model.any_of([pigeons[a].is_not(hole), pigeons[b].is_not(hole)]);
        }
    }
    model
}

#[test]
fn clauses_are_forgotten_and_the_proof_still_ends() {
    let mut learner = learner(&pigeons(7));
    assert_eq!(learner.step(), Step::Exhausted);
    assert!(learner.failures() > 2000, "enough to forget clauses");
    let statistics = learner.statistics();
    assert_eq!((statistics.nodes, statistics.failures), (learner.nodes(), learner.failures()));
}

#[test]
fn lines_longer_than_a_word() {
    // 70 values for 70 variables, all but a few assigned.
    let mut model = Model::new();
    let x = model.vars(70, 0..70);
    model.all_different(&x);
    model.all_different(x.iter().zip(0..).map(|(&x, at)| x + at));
    let mut learner = learner(&model);
    let given: Vec<Decision> = x.iter().enumerate().skip(4).map(|(at, x)| x.is(69 - at as i32)).collect();
    learner.assume(&given).unwrap();
    // All sums would be 69, so there is no solution.
    assert_eq!(learner.step(), Step::Exhausted);
    let mut model = Model::new();
    let x = model.vars(66, 0..66);
    model.all_different(&x);
    let mut learner = Learner::compile(&model, &Config::default()).unwrap();
    let given: Vec<Decision> = x.iter().skip(4).zip(4..).map(|(x, at)| x.is(at)).collect();
    learner.assume(&given).unwrap();
    assert_eq!(learner.count(100), Count::Exactly(24));
    learner.assume(&[]).unwrap();
    assert_eq!(learner.count(3), Count::AtLeast(3));
}

#[test]
fn one_compiled_board_serves_many_puzzles() {
    let (model, cells) = board(3, 3);
    let mut learner = learner(&model);
    let mut search = model.search().unwrap();
    let mut chance = Chance::new(7);
    for _ in 0..60 {
        let value = |at: usize| (at / 9 * 3 + at / 27 + at % 9) % 9;
        let mut given: Vec<Decision> =
            cells.iter().enumerate().map(|(at, cell)| cell.is(value(at) as i32 + 1)).collect();
        given.retain(|_| chance.below(81) < 32);
        learner.assume(&given).unwrap();
        search.assume(&given).unwrap();
        assert_eq!(learner.count(500), search.count(500));
    }
    learner.assume(&[cells[0].is(1), cells[80].is(1), cells[0].is(2)]).unwrap();
    assert_eq!(learner.first(), Ok(None));
    learner.assume(&[cells[0].is(10)]).unwrap();
    assert_eq!(learner.first(), Ok(None));
}

#[test]
fn the_same_seed_gives_the_same_nodes_after_any_history() {
    let model = queens(8, false);
    let trace = |learner: &mut Learner| {
        let (nodes, failures) = (learner.nodes(), learner.failures());
        let found: Vec<_> = learner.solutions().collect();
        (found, learner.nodes() - nodes, learner.failures() - failures)
    };
    for seed in 0..5 {
        let config = Config::default().with_seed(seed);
        let [mut a, mut b] = [(); 2].map(|()| Learner::compile(&model, &config).unwrap());
        let known = trace(&mut a);
        assert_eq!(known, trace(&mut b));
        a.reset();
        assert_eq!(known, trace(&mut a));
        assert!(a.is_exhausted());
    }
}

#[test]
fn limits_stop_it_and_it_goes_on() {
    let mut learner = learner(&pigeons(7));
    learner.limit(Limits::default().nodes(0));
    assert_eq!((learner.step(), learner.nodes()), (Step::Limit, 0));
    learner.limit(Limits::default().nodes(10));
    assert_eq!((learner.step(), learner.nodes()), (Step::Limit, 10));
    assert_eq!((learner.first(), learner.nodes()), (Err(Interrupted), 10));
    let failures = learner.failures();
    learner.limit(Limits::default().failures(5));
    assert_eq!((learner.step(), learner.failures()), (Step::Limit, failures + 5));
    learner.limit(Limits::default().time(Duration::ZERO));
    assert_eq!(learner.step(), Step::Limit);
    let cancel = Cancel::new();
    learner.limit(Limits::default().cancel(&cancel));
    cancel.cancel();
    assert_eq!(learner.step(), Step::Limit);
    assert_eq!(learner.count(5), Count::Limit(0));
    assert!(!learner.is_exhausted());
    learner.limit(Limits::default());
    assert_eq!(learner.step(), Step::Exhausted);
}

#[test]
fn limits_hold_when_the_model_is_compiled_for_an_objective() {
    let mut model = Model::new();
    let xs = model.vars(4, 0..=9);
    model.all_different(&xs);
    let mut limited = Learner::compile(&model, &Config::default()).unwrap();
    limited.limit(Limits::default().nodes(0));
    let mut optimizer = limited.minimize(xs[0]).unwrap();
    assert_eq!(optimizer.step(), Step::Limit);
    optimizer.limit(Limits::default());
    assert_eq!(optimizer.step(), Step::Solution);
}

#[test]
fn equal_variables_and_offsets() {
    let mut model = Model::new();
    let (x, y, z) = (model.var(0..=5), model.var(0..=5), model.var([1, 3, 9]));
    model.post(y.eq(x + 2));
    model.post(z.ne(y));
    let mut learner = learner(&model);
    let known = oracle(&model, &[x, y, z]);
    assert_eq!(rest(&mut learner, None, known.len()), known);
    learner.assume(&[y.at_least(4), z.is(9)]).unwrap();
    assert_eq!(learner.step(), Step::Solution);
    assert_eq!(learner.value(y + 10), learner.value(x) + 12);
    assert_eq!(learner.value(z), 9);
    assert_eq!(learner.count(9), Count::Exactly(1));
}

/// Constraint that means more than its fact.
#[derive(Debug)]
struct MeansMore([Var; 2]);

impl Constraint for MeansMore {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values[0] + 1 < values[1]
    }

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        say(Fact::Differ(self.0[0].into(), self.0[1].into()));
    }
}

/// The constraints that the documentation names, each by itself.
#[test]
fn small_comparisons_conditions_and_tables_are_taken() {
    type Post = fn(&mut Model, &[Var]);
    let posts: [Post; 24] = [
        |m, x| _ = m.post(x[0].eq(2)),
        |m, x| _ = m.post(x[0].ne(2)),
        |m, x| _ = m.post(x[0].le(2)),
        |m, x| _ = m.post(x[0].gt(7)),
        |m, x| _ = m.post(x[0].lt(x[1])),
        |m, x| _ = m.post((x[0] * 2).ne(x[1] + 1)),
        |m, x| _ = m.post((x[0] + x[1]).eq(x[2])),
        |m, x| _ = m.post((x[0] * x[1]).le(4)),
        |m, x| _ = m.post(quotient(x[0], x[1]).ne(1)),
        |m, x| _ = m.post(x[0].is(1).iff(x[1].is_not(2))),
        |m, x| _ = m.post(x[0].is(1).iff(x[1].lt(x[2]))),
        |m, x| _ = m.post(x[0].is(1).implies(x[1].is(2) & x[2].at_most(1))),
        |m, x| _ = m.post(!(x[0].le(1) | x[1].eq(x[2]) & x[0].ne(x[2]))),
        |m, x| _ = m.post(x[0].is(1) ^ x[1].is(1) ^ x[2].is(1)),
        |m, x| _ = m.post(x[0].eq(x[1]) & x[1].ne(x[2])),
        |m, x| _ = m.post(holds(all_different(x)).iff(x[0].lt(2))),
        |m, x| _ = m.post(holds(all_different(x)) & (x[0].is(0) | x[1].is(0))),
        |m, x| _ = m.post(table([x[0], x[1]], [[0, 1], [1, 2], [1, 3], [3, 9]])),
        |m, x| _ = m.post(table([x[0], x[1], x[2]], [[0, 1, 1], [1, 2, 0], [1, 3, 1], [3, 9, 0]])),
        |m, x| _ = m.post(table([x[0] + 1, x[1] + 0, x[0] + 1], [[1, 1, 1], [2, 2, 0], [3, 3, 3]])),
        |m, x| _ = m.post(!table([x[0], x[1], x[2]], [[0, 1, 1], [1, 2, 0], [1, 3, 1], [3, 9, 0]])),
        |m, x| _ = m.post(table::<_, [i32; 3]>(x, [])),
        |m, x| _ = m.post(holds(table(x, [[0, 0, 0], [1, 1, 1]])) | x[0].is(2)),
        |m, x| {
            _ = m.post(csp::constraints::regular(x, csp::constraints::Automaton::parse("0* 1+ 2*").unwrap()))
        },
    ];
    for (at, post) in posts.into_iter().enumerate() {
        let mut model = Model::new();
        let x = model.vars(3, 0..=3);
        // Fixed and merged variables are handled.
        let (fixed, twin) = (model.var(1), model.var(0..=5));
        model.post(twin.eq(x[1] + 1));
        post(&mut model, &x);
        post(&mut model, &[x[0], fixed, twin]);
        let vars = [&x[..], &[fixed, twin]].concat();
        let known = oracle(&model, &vars);
        assert_eq!(rest(&mut learner(&model), None, known.len()), known, "{at}");
    }
    // A table with more tuples than the limit for products of domains.
    let mut model = Model::new();
    let x = model.vars(12, 0..=9);
    let rows: Vec<[i32; 12]> = (0..200).map(|row| [0; 12].map(|_| row % 10)).collect();
    model.post(table(&x, rows));
    model.post(x[3].ne(x[4] + 1) & x[0].gt(5));
    assert_eq!(learner(&model).count(99), Count::Exactly(4));
}

/// Returns a decision, a comparison, or some of these under an operator.
fn condition(chance: &mut Chance, x: &[Var], depth: u32) -> Condition {
    let part = |chance: &mut Chance| condition(chance, x, depth - 1);
    let (a, b) = (chance.pick(x), chance.pick(x));
    match chance.below(if depth == 0 { 6 } else { 13 }) {
        0 | 1 => decision(a, chance.between(-1, 3), chance.below(4)).into(),
        2 => a.lt(b + chance.between(-1, 1)),
        3 => (a * 2).eq(b + chance.pick(x)),
        4 => a.ne(chance.between(-1, 3)),
        5 => holds(table([a, b], (0..4).map(|_| [chance.between(-1, 3), chance.between(-1, 3)]))),
        6 | 7 => all((0..chance.below(4)).map(|_| part(chance))),
        8 | 9 => any((0..chance.below(4)).map(|_| part(chance))),
        10 => !part(chance),
        11 => part(chance).iff(part(chance)),
        _ => part(chance) ^ part(chance),
    }
}

#[test]
fn random_conditions_as_by_brute_force() {
    let (mut chance, mut found) = (Chance::new(9), 0);
    for round in rounds(3000) {
        let mut recipe = if round % 2 == 0 { facts_only(&mut chance) } else { Recipe::any(&mut chance) };
        recipe.constraints.truncate(3);
        let (mut model, vars) = recipe.model();
        for _ in 0..1 + chance.below(3) {
            let depth = chance.below(4) as u32;
            model.post(condition(&mut chance, &vars, depth));
        }
        let known = oracle(&model, &vars);
        let mut search: Vec<_> =
            model.search().unwrap().solutions().map(|solution| solution.values().to_vec()).collect();
        search.sort_unstable();
        assert_eq!(search, known);
        let mut learner = learner(&model);
        assert_eq!(rest(&mut learner, None, known.len()), known, "{recipe:?}, {model:?}");
        let assumptions = [decision(chance.pick(&vars), chance.between(-2, 4), chance.below(4))];
        let fits = |row: &&Vec<i32>| assumptions[0].holds(row[assumptions[0].variable().index()]);
        let wanted: Vec<Vec<i32>> = known.iter().filter(fits).cloned().collect();
        learner.assume(&assumptions).unwrap();
        assert_eq!(rest(&mut learner, None, wanted.len()), wanted, "{assumptions:?}, {recipe:?}, {model:?}");
        found += usize::from(known.len() > 1);
    }
    assert!(found > 160, "only {found} have solutions");
}

#[test]
fn what_cannot_be_said_in_clauses_is_learnt_from_too() {
    let solutions = |post: &dyn Fn(&mut Model, [Var; 3])| {
        let mut model = Model::new();
        let vars = [model.named("left", 0..=4), model.named("right", 0..=4), model.var(0..=4)];
        model.all_different(vars);
        post(&mut model, vars);
        let known = model.search().unwrap().count(u64::MAX);
        assert_eq!(learner(&model).count(u64::MAX), known);
        known
    };
    let meaning_more = solutions(&|model, [a, b, _]| {
        let wide = model.vars(2, 0..=300);
        model.post(MeansMore([a, b]));
        model.post(MeansMore([wide[0], wide[1]]));
        model.post(wide[0].lt(20));
        model.post(wide[1].gt(290));
    });
    assert!(meaning_more.found() > 0);
    let sums = solutions(&|model, [a, b, c]| {
        let more = model.vars(3, 0..=4);
        model.post(sum([a, b, c].iter().chain(&more)).eq(6));
    });
    assert!(sums.found() > 0);
    let wide = solutions(&|model, _| {
        let wide = model.named("wide", 0..=5000);
        model.post((wide * wide).le(9));
    });
    assert_eq!(wide, Count::Exactly(60 * 4));

    // Settings that do not go with learning are refused by name.
    let mut model = Model::new();
    let x = model.vars(3, 0..3);
    model.all_different(&x);
    let settings = [
        (Config::default().with_branching(BranchBy::Values), "BranchBy::Values"),
        (Config::default().with_probing(true), "Config::probing"),
    ];
    for (config, name) in settings {
        let error = Learner::compile(&model, &config).expect_err(name);
        assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }), "{error}");
        assert!(error.to_string().contains(name), "{error}");
    }
    let forward = Config::default().with_consistency(Consistency::Forward);
    let error = Learner::observed(&model, &forward, ()).expect_err("a fixed value may still be open");
    assert!(error.to_string().contains("Consistency::Forward"), "{error}");

    // Errors of the model and of assumptions are reported as elsewhere.
    let mut model = Model::new();
    model.var([]);
    let error = Learner::compile(&model, &Config::default()).expect_err("a variable without values");
    assert!(matches!(error.kind(), ErrorKind::EmptyDomain { .. }));
    let mut other = Model::new();
    let strange = other.vars(5, 0..=1)[4];
    let error = learner(&queens(4, false)).assume(&[strange.is(1)]).expect_err("another model's variable");
    assert!(matches!(error.kind(), ErrorKind::UnknownVariable { index: 4, variables: 4 }));
}

#[test]
#[should_panic(expected = "a solution can be read after Step::Solution only")]
fn a_solution_is_read_after_it_was_found() {
    learner(&queens(4, false)).solution();
}

/// Enough failures for several turns at either end of the domains.
#[test]
fn turns_at_the_ends_of_domains_lose_no_solution() {
    let mut model = Model::new();
    let x = model.vars(9, 1..=9);
    model.all_different(&x);
    for square in [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7]] {
        model.post((x[square[0]] * x[square[1]] + x[square[2]]).le(40));
        model.post(sum(square.map(|at| x[at])).ge(12));
    }
    let Count::Exactly(expected) = model.search().unwrap().count(u64::MAX) else {
        panic!("it has no limits")
    };
    let mut learner = learner(&model);
    let found = rest(&mut learner, None, usize::MAX);
    assert_eq!(found.len() as u64, expected);
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(learner.statistics().failures > 3000, "{}", learner.statistics().failures);
}
