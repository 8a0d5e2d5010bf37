//! The search as a thing to hold: it pauses and goes on, starts anew under assumptions, grows, is sent to
//! threads, is watched, and gives the same nodes for the same seed.

mod support;

use std::time::Duration;

use csp::{
    BranchBy, Brancher, Cancel, Config, Conflict, Consistency, Count, Decision, Event, Interrupted, Limits,
    Model, Observer, Restarts, Search, Slot, Statistics, Status, Step, Store, Var, VariableOrder, View,
};
use support::recipes::{Recipe, decision};
use support::{CONSISTENCIES, Chance, PATHS, any_config, assumed, oracle, rest, root, solve, supported};

/// The numbers of a search that must repeat.
fn trace(search: &mut Search) -> (Vec<Vec<i32>>, u64, u64, u64) {
    let found = search.solutions().map(|s| s.values().to_vec()).collect();
    let statistics = search.statistics();
    (found, statistics.nodes, statistics.failures, statistics.restarts)
}

/// An incomplete board of rows, columns and boxes, with what makes a search work for it.
fn board(chance: &mut Chance, givens: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..81)
        .map(|at| {
            let value = (at / 9 * 3 + at / 27 + at % 9) % 9;
            if chance.below(81) < givens as u64 { model.var(value) } else { model.var(0..9) }
        })
        .collect();
    for line in 0..9 {
        model.all_different((0..9).map(|at| cells[9 * line + at]));
        model.all_different((0..9).map(|at| cells[9 * at + line]));
        let corner = line / 3 * 27 + line % 3 * 3;
        model.all_different((0..9).map(|at| cells[corner + at / 3 * 9 + at % 3]));
    }
    (model, cells)
}

/// Queens, as variables that differ pairwise.
fn queens(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let rows = model.vars(n, 0..n as i32);
    for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
        for offset in [0, (b - a) as i32, a as i32 - b as i32] {
            model.post(rows[a].ne(rows[b] + offset));
        }
    }
    (model, rows)
}

#[test]
fn the_same_seed_gives_the_same_nodes_on_every_instruction_set() {
    let mut chance = Chance::new(1);
    for _ in 0..40 {
        let (model, _) = board(&mut chance, 34);
        let config = any_config(&mut chance);
        let consistency = match config.consistency {
            Consistency::Check | Consistency::Forward => Consistency::Value,
            other => other,
        };
        let mut traces = PATHS.map(|simd| {
            let config = Config { simd, consistency, audit: false, ..config.clone() };
            let mut search = model.search_with(&config).unwrap();
            search.limit(Limits::default().nodes(300));
            trace(&mut search)
        });
        assert_eq!(traces[0], traces[1], "{config:?}");
        assert_eq!(traces[0], traces[2], "{config:?}");
        traces[0].0.sort_unstable();
        assert!(traces[0].0.windows(2).all(|pair| pair[0] != pair[1]));
    }
    let (model, _) = queens(7);
    for _ in 0..30 {
        let config = any_config(&mut chance);
        let config = Config { consistency: Consistency::Auto, ..config };
        let [a, b] = [(); 2].map(|()| trace(&mut model.search_with(&config).unwrap()));
        assert_eq!(a, b, "{config:?}");
        assert_eq!(a.0.len(), 40);
    }
}

#[test]
fn a_pause_changes_nothing() {
    let (model, _) = queens(7);
    let mut chance = Chance::new(2);
    for consistency in [Consistency::Auto, Consistency::Forward, Consistency::Value] {
        for restarts in [Restarts::Never, Restarts::luby(5)] {
            let config = Config { consistency, restarts, ..Config::default() };
            let whole = trace(&mut model.search_with(&config).unwrap());
            for kind in 0..3 {
                let mut search = model.search_with(&config).unwrap();
                let (mut found, mut pauses) = (Vec::new(), 0);
                loop {
                    let few = 1 + chance.below(9);
                    let limits = Limits::default();
                    search.limit(match kind {
                        0 => limits.nodes(few),
                        1 => limits.failures(few),
                        _ => limits.nodes(few).failures(2),
                    });
                    let (nodes, failures) = (search.nodes(), search.failures());
                    match search.step() {
                        Step::Solution => found.push(search.solution().values().to_vec()),
                        Step::Exhausted => break,
                        Step::Limit => {
                            pauses += 1;
                            assert!(!search.is_exhausted());
                            assert!(kind == 1 || search.nodes() <= nodes + few);
                            assert!(kind != 0 || search.nodes() == nodes + few);
                            assert!(kind != 1 || search.failures() >= failures + few);
                        }
                    }
                }
                assert!(pauses > 1);
                let statistics = search.statistics();
                let paused = (found, statistics.nodes, statistics.failures, statistics.restarts);
                assert_eq!(paused, whole, "{consistency:?} {restarts:?} {kind}");
                assert_eq!(search.step(), Step::Exhausted, "it stays exhausted");
                assert!(search.is_exhausted());
            }
        }
    }
}

#[test]
fn limits_of_time_and_wish_stop_and_go_on() {
    let (model, _) = queens(6);
    let mut search = model.search().unwrap();
    search.limit(Limits::default().time(Duration::ZERO));
    assert_eq!(search.step(), Step::Limit);
    assert_eq!(search.first(), Err(Interrupted));
    assert_eq!(search.count(9), Count::Limit(0));
    assert_eq!(search.solutions().count(), 0);
    assert!(!search.is_exhausted());
    search.limit(Limits::default().time(Duration::from_secs(1 << 40)));
    assert!(matches!(search.first(), Ok(Some(_))));
    search.limit(Limits::default().time(Duration::MAX));
    assert!(matches!(search.first(), Ok(Some(_))));
    let cancel = Cancel::new();
    search.limit(Limits::default().cancel(&cancel));
    assert!(matches!(search.first(), Ok(Some(_))));
    cancel.cancel();
    assert!(cancel.is_cancelled());
    assert_eq!(search.step(), Step::Limit);
    assert_eq!(search.step(), Step::Limit);
    search.limit(Limits::default());
    assert_eq!(search.count(9), Count::Exactly(1));
    assert_eq!(search.count(9), Count::Exactly(0));
    assert_eq!(search.first(), Ok(None));
    // A limit set anew counts from there.
    search.reset();
    search.limit(Limits::default().nodes(1));
    assert_eq!(search.step(), Step::Limit);
    // What the root refutes needs no node: that is proved, not limited.
    let mut model = Model::new();
    let pair = model.vars(2, 1..=1);
    model.all_different(&pair);
    let mut search = model.search().unwrap();
    search.limit(Limits::default().nodes(0).failures(0).time(Duration::ZERO).cancel(&cancel));
    assert_eq!(search.step(), Step::Exhausted);
}

#[test]
fn counts_say_what_they_know() {
    let (model, _) = queens(6);
    for (most, known) in [
        (0, Count::AtLeast(0)),
        (1, Count::AtLeast(1)),
        (3, Count::AtLeast(3)),
        (4, Count::AtLeast(4)),
        (5, Count::Exactly(4)),
        (u64::MAX, Count::Exactly(4)),
    ] {
        let mut search = model.search().unwrap();
        assert_eq!(search.count(most), known);
        assert_eq!(search.count(u64::MAX), Count::Exactly(4 - known.found()));
    }
    let mut search = model.search().unwrap();
    search.limit(Limits::default().nodes(3));
    assert_eq!(search.count(9), Count::Limit(search.statistics().solutions));
    // No variable at all: one solution, the empty one.
    assert_eq!(solve(&Model::new(), &Config::default(), 1), [[]; 1] as [[i32; 0]; 1]);
}

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
                // Left in the middle.
                0 => _ = search.step(),
                1 => {
                    let before = search.engine().clauses();
                    assert!(before <= recipe.constraints.len());
                    assert_eq!(rest(&mut search, known.len()), known, "{}", say());
                }
                // An exhausted run must teach the next one nothing.
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
        let config = Config { simd, audit: true, ..Config::default() };
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
fn what_a_run_learns_ends_with_it() {
    for consistency in CONSISTENCIES {
        let (model, rows) = queens(5);
        let config =
            Config { consistency, restarts: Restarts::luby(1), random_ties: true, ..Config::default() };
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
        // Begin with some of the variables and with the constraints over them, and add the rest later.
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
        // The ids still name the same constraints.
        for (_, sources) in without.engine().derived() {
            assert!(sources.iter().all(|id| !off_ids.contains(id)), "{}", say());
        }
        let again = without.without(&ids, &config).unwrap().count(u64::MAX);
        let product: usize = recipe.domains.iter().map(Vec::len).product();
        assert_eq!(again, Count::Exactly(product as u64), "{}", say());
        // The first search has not noticed.
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
    // a ≠ b ≠ c ≠ a with a = c + 1: c and a one of two pairs, b the third value.
    assert_eq!(model.search().unwrap().count(99), Count::Exactly(2));
    let count = |ids: &[_]| search.without(ids, &Config::default()).unwrap().count(99);
    assert_eq!(count(&[same]), Count::Exactly(6));
    assert_eq!(count(&[ids[1]]), Count::Exactly(2));
    assert_eq!(count(&[ids[2]]), Count::Exactly(4));
    assert_eq!(count(&[ids[0], ids[1], ids[2]]), Count::Exactly(6));
    assert_eq!(count(&[ids[0], ids[0], same]), Count::Exactly(12));
    assert_eq!(count(&[ids[2], same, ids[0], ids[1]]), Count::Exactly(27));
}

#[test]
fn a_search_can_move_to_a_thread_on_its_way() {
    fn sendable<T: Send>() {}
    sendable::<Search>();
    sendable::<csp::Engine>();
    sendable::<Model>();
    let (model, _) = queens(7);
    for restarts in [Restarts::Never, Restarts::luby(3)] {
        let config = Config { restarts, ..Config::default() };
        let mut search = model.search_with(&config).unwrap();
        let mut found: Vec<_> = search.solutions().take(11).collect();
        let rest = std::thread::spawn(move || search.solutions().collect::<Vec<_>>()).join().unwrap();
        found.extend(rest);
        let whole: Vec<_> = model.search_with(&config).unwrap().solutions().collect();
        assert_eq!(found, whole);
    }
}

/// Knows some variables only, and halves their domains from the top.
#[derive(Debug)]
struct SomeFromTheTop(Vec<(Var, View)>);

impl Brancher for SomeFromTheTop {
    fn decide(&mut self, store: &Store) -> Option<Decision> {
        let &(var, view) = self.0.iter().find(|(_, view)| !store.is_fixed(*view))?;
        let (min, max) = (store.min(view), store.max(view));
        Some(Decision::AtLeast(var, max - (max - min - 1) / 2))
    }
}

#[test]
fn a_brancher_need_not_know_all_variables() {
    let (model, rows) = queens(5);
    let all = solve(&model, &Config::default(), 10);
    for consistency in CONSISTENCIES {
        for restarts in [Restarts::Never, Restarts::luby(2)] {
            for known in [&rows[..0], &rows[..2], &rows[3..], &rows[..]] {
                let config = Config { consistency, restarts, ..Config::default() };
                let engine = model.compile(&config).unwrap();
                let brancher = SomeFromTheTop(known.iter().map(|&var| (var, engine.view(var))).collect());
                let mut search = Search::with_brancher(engine, &config, brancher);
                assert_eq!(rest(&mut search, 10), all, "{consistency:?} {restarts:?}, {} known", known.len());
                let engine = model.compile(&config).unwrap();
                let some = csp::Branching::new(&engine, &config).over(&engine, known);
                assert_eq!(rest(&mut Search::with_brancher(engine, &config, some), 10), all);
            }
        }
    }
}

/// Counts what it is told.
#[derive(Debug, Default, PartialEq, Clone)]
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

    fn change(&mut self, slot: Slot, _: Event, store: &Store) {
        self.changes += 1;
        assert!(store.base(slot) <= 0);
    }

    fn conflict(&mut self, _: usize) {
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
        let config = Config { audit: false, ..any_config(&mut chance) };
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
        if config.probing {
            // What runs in a probe is counted, and not seen.
            assert!(seen.runs <= statistics.all_propagations() - before);
        } else {
            assert_eq!(seen.runs, statistics.all_propagations() - before);
        }
        assert_eq!(statistics.solutions, 10);
        assert!(seen.refuted <= seen.decided);
        // Where nothing follows from a value, or it was there before it was placed, there are fewer changes.
        let follows = !matches!(config.consistency, Consistency::Forward | Consistency::Check);
        assert!(seen.changes > seen.decided || !follows);
        assert_eq!(seen.deepest, statistics.depth);
    }
}

#[test]
fn solutions_can_be_read_in_every_way() {
    let mut model = Model::new();
    let x = model.named("x", 3..=3);
    let y = model.var(0..=9);
    model.post(y.eq(x + 2));
    assert_eq!((model.name(x), model.name(y)), ("x".to_string(), "x1".to_string()));
    let mut search = model.search().unwrap();
    assert_eq!(search.step(), Step::Solution);
    let solution = search.solution();
    assert_eq!(solution.values(), [3, 5]);
    assert_eq!((solution[x], solution.value(y - 1), search.value(y + 1)), (3, 4, 6));
    assert_eq!(solution.of(&[y, x]).collect::<Vec<_>>(), [5, 3]);
    assert_eq!(search.domain(y + 1).value(), Some(6));
    assert_eq!(search.step(), Step::Exhausted);
}

#[test]
#[should_panic(expected = "after Step::Solution only")]
fn there_is_no_solution_to_read_before_one_is_found() {
    let (model, _) = queens(4);
    let _ = model.search().unwrap().solution();
}

/// Four variables, pairwise different, each from 0 to 2: too few values.
fn pigeons() -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let holes = model.vars(4, 0..=2);
    model.all_different(&holes);
    (model, holes)
}

fn by_values(consistency: Consistency) -> Config {
    Config {
        branching: BranchBy::Values,
        variables: VariableOrder::Input,
        consistency,
        count_removals: true,
        ..Config::default()
    }
}

#[test]
fn by_values_the_last_one_is_tried_too() {
    let (model, _) = pigeons();
    // 3 values of the first variable; 3 of the second for each, of which one is refused; and so on.
    let counts = |consistency| {
        let mut search = model.search_with(&by_values(consistency)).unwrap();
        assert_eq!(search.count(10), Count::Exactly(0));
        let Statistics { nodes, opened, passed, failures, removals, .. } = search.statistics();
        (nodes, opened, passed, failures, removals)
    };
    assert_eq!(counts(Consistency::Check), (3 + 9 + 18 + 18, 1 + 3 + 6 + 6, 0, 3 + 12 + 18, 0));
    // Each takes its value from the three, two and one that follow; the last of three has none left.
    assert_eq!(counts(Consistency::Forward), (3 + 6 + 6, 1 + 3 + 6, 0, 6, 3 * 3 + 6 * 2));
    assert_eq!(counts(Consistency::Value), (3 + 6, 1 + 3, 0, 6, 3 * 3 + 6 * 2));
}

#[test]
fn variables_passed_over_are_counted_in_order_only() {
    let mut model = Model::new();
    let x = [model.var(0..=1), model.var(5), model.var(0..=1), model.var(6)];
    let passed = |variables: VariableOrder| {
        let config = Config { variables, ..by_values(Consistency::Auto) };
        let mut search = model.search_with(&config).unwrap();
        assert_eq!(search.step(), Step::Solution);
        let (statistics, value) = (search.statistics(), search.value(x[2]));
        assert_eq!((statistics.nodes, statistics.opened, value), (2, 2, 0));
        (statistics.passed, statistics.positions())
    };
    assert_eq!(passed(VariableOrder::Input), (2, 6));
    assert_eq!(passed(VariableOrder::Smallest), (0, 4));
}

#[test]
fn probing_finds_what_propagation_does_not() {
    // Two values for three: each alone is no news for the others, but none can be tried.
    let mut model = Model::new();
    let pair = model.vars(3, 0..=1);
    let free = model.var(0..=1);
    model.all_different(&pair);
    for branching in [BranchBy::Values, BranchBy::Splitting] {
        let plain = Config { branching, ..by_values(Consistency::Value) };
        let mut search = model.search_with(&plain).unwrap();
        assert_eq!((search.step(), search.nodes() > 0), (Step::Exhausted, true));
        let probing = Config { probing: true, ..plain };
        let mut search = model.search_with(&probing).unwrap();
        assert_eq!((search.step(), search.nodes()), (Step::Exhausted, 0));
        // A probe is refused, and that takes away the value; then the other one.
        assert!(search.statistics().propagations.iter().any(|&(kind, runs)| kind == "probe" && runs > 0));
        search.assume(&[Decision::Assign(free, 1)]).unwrap();
        assert_eq!(search.step(), Step::Exhausted);
    }
}

/// What was opened and decided, in order.
#[derive(Debug, Default)]
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
