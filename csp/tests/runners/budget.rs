//! Limits of time and memory, and cancel flags, from the model to the last solution.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use csp::constraints::{clause, product, remainder};
use csp::extend::{Conflict, Contradiction, Event, LearntClause, Posting, Slot, Store, View};
use csp::extend::{Propagator, Status};
use csp::{
    Cancel, Config, Constraint, Count, ErrorKind, Learner, Limits, Model, Observer, Parallel, Step, Var,
    config::VariableOrder, limits::MemoryLimit, table,
};

use crate::support::is_exhaustive;

fn is_limit<T>(made: Result<T, csp::Error>) -> bool {
    matches!(made.map(drop).expect_err("the limit is reached").kind(), ErrorKind::Limit { .. })
}

/// Returns the memory of an engine for the model.
fn held(model: &Model) -> u64 {
    let memory = MemoryLimit::new(u64::MAX);
    let limits = Limits::default().memory(&memory);
    let search = model.search_within(&Config::default(), &limits).expect("there is room");
    let held = memory.held();
    drop(search);
    assert_eq!(memory.held(), 0, "what is dropped is given back");
    held
}

/// Processor time passes for the whole process, whatever the test beside this one does, so that it must end soon.
#[cfg(unix)]
#[test]
fn limits_on_processor_time() {
    let mut model = Model::new();
    let x = model.vars(200, 0..200);
    model.all_different(&x);
    let limits = Limits::default().processor_time(Duration::from_millis(30)).unwrap();
    let mut search = model.search().unwrap();
    search.limit(limits.clone());
    assert!(matches!(search.count(u64::MAX), Count::Limit(_)));
    // The limits go on: with the same ones nothing more is found, with others the search does.
    search.limit(limits.clone());
    assert_eq!(search.step(), Step::Limit);
    assert!(limits.are_reached());
    assert!(is_limit(model.search_within(&Config::default(), &limits)));
    let mut parallel = Parallel::new(&model, &Config::default()).unwrap().threads(2);
    parallel.limit(limits);
    assert_eq!(parallel.step(), Step::Limit);
    search.limit(Limits::default());
    assert_eq!(search.step(), Step::Solution);
    // A time beyond the range of the clock is no limit.
    search.limit(Limits::default().processor_time(Duration::MAX).unwrap());
    assert_eq!(search.step(), Step::Solution);
}

/// The same relation over 2,000 pairs, each of which allows 64 × 64 pairs of values. Separate tables would take 4,096
/// tuples of two values each, 65 MB in all.
#[test]
fn one_relation_over_many_pairs_is_one_table() {
    let model = |post: &dyn Fn(&mut Model, Var, Var)| {
        let mut model = Model::new();
        let xs = model.vars(2001, 1..=64);
        xs.windows(2).for_each(|pair| post(&mut model, pair[0], pair[1]));
        model
    };
    let rows: Vec<[i32; 2]> =
        (1..=64).flat_map(|a| (1..=64).map(move |b| [a, b])).filter(|[a, b]| a * b % 7 != 3).collect();
    let formula = model(&|model, a, b| {
        model.post(remainder(product(a, b), 7).ne(3));
    });
    let listed = model(&|model, a, b| {
        model.post(table([a, b], &rows));
    });
    for model in [formula, listed] {
        let held = held(&model);
        assert!(held < 3_000_000, "{held} bytes");
    }
}

/// Products share the common tuples; each has its own set of the tuples that are left.
#[test]
fn products_of_the_same_domains_share_their_table() {
    let mut model = Model::new();
    let xs = model.vars(501, 1..=64);
    for pair in xs.windows(2) {
        let z = model.var(1..=4096);
        model.post(product(pair[0], pair[1]).eq(z));
    }
    let held = held(&model);
    assert!(held < 15_000_000, "{held} bytes");
}

#[test]
fn shared_tables_have_the_meaning_of_separate_ones() {
    let mut model = Model::new();
    let xs = model.vars(3, 0..=7);
    for pair in xs.windows(2) {
        model.post(remainder(product(pair[0], pair[1]), 5).eq(2));
        model.post(!table([pair[0], pair[1]], [[1, 2], [2, 6]]));
    }
    // Products that differ from the first one in a factor, in the order and in a domain.
    let y = model.var(0..=5);
    model.post(remainder(product(xs[0], y), 5).eq(3));
    model.post(remainder(product(xs[0] * 2, y), 7).ne(1));
    let mut found: Vec<Vec<i32>> =
        model.search().unwrap().solutions().map(|solution| solution.values().to_vec()).collect();
    found.sort_unstable();
    let mut wanted = Vec::new();
    for (a, b, c, y) in (0..8 * 8 * 8 * 6).map(|n| (n / 384, n / 48 % 8, n / 6 % 8, n % 6)) {
        let pair = |a: i32, b: i32| a * b % 5 == 2 && ![(1, 2), (2, 6)].contains(&(a, b));
        if pair(a, b) && pair(b, c) && a * y % 5 == 3 && 2 * a * y % 7 != 1 {
            wanted.push(vec![a, b, c, y]);
        }
    }
    assert_eq!(found, wanted);
}

/// Returns two variables whose bounds push each other up by single steps: 2^28 steps at the root.
fn creeping() -> Model {
    let mut model = Model::new();
    let (x, y) = (model.var(0..=1 << 28), model.var(0..=1 << 28));
    model.post(x.lt(y));
    model.post(y.lt(x));
    model
}

#[test]
fn time_flags_and_memory_end_the_making_of_an_engine() {
    let limits = Limits::default().time(Duration::from_millis(1));
    assert!(is_limit(creeping().search_within(&Config::default(), &limits)));
    let cancel = Cancel::new();
    cancel.cancel();
    assert!(is_limit(creeping().search_within(&Config::default(), &Limits::default().cancel(&cancel))));
    let mut model = Model::new();
    let xs = model.vars(300, 0..=300);
    model.all_different(&xs);
    let limits = Limits::default().memory(&MemoryLimit::new(10_000));
    assert!(is_limit(model.search_within(&Config::default(), &limits)));
    assert!(is_limit(Learner::compile_within(&model, &Config::default(), &limits)));
}

/// The model is compiled again for an objective and for a core, within the same limits.
#[test]
fn limits_of_compilation_hold_when_the_learner_compiles_again() {
    let mut model = Model::new();
    let xs = model.vars(300, 0..=300);
    model.all_different(&xs);
    for is_cancelled in [false, true] {
        let cancel = Cancel::new();
        let limits = Limits::default().cancel(&cancel);
        let compile = || Learner::compile_within(&model, &Config::default(), &limits).unwrap();
        let (mut learner, for_objective) = (compile(), compile());
        learner.assume(&[xs[0].is(1), xs[1].is(1)]).unwrap();
        assert_eq!(learner.step(), Step::Exhausted);
        if is_cancelled {
            cancel.cancel();
        }
        assert_eq!(learner.core().is_none(), is_cancelled);
        assert_eq!(learner.core().is_none(), is_cancelled);
        let optimizer = for_objective.minimize(xs[0]);
        assert_eq!(optimizer.is_err(), is_cancelled);
        assert!(!is_cancelled || is_limit(optimizer));
    }
}

#[test]
fn limits_of_compilation_hold_for_the_steps_of_a_learner() {
    // Pairs that differ are a model of the fast path; with a sum it is none.
    let mut latin = Model::new();
    let cells = latin.vars(64, 0..8);
    for line in 0..8 {
        latin.all_different((0..8).map(|at| cells[8 * line + at]));
        latin.all_different((0..8).map(|at| cells[8 * at + line]));
    }
    let mut with_sum = latin.clone();
    with_sum.post((cells[0] + cells[9]).le(cells[18] + cells[27]));
    for model in [latin, with_sum] {
        let cancel = Cancel::new();
        let compile = |limits: Limits| Learner::compile_within(&model, &Config::default(), &limits).unwrap();
        let mut of_nodes = compile(Limits::default().nodes(1));
        assert_eq!(of_nodes.step(), Step::Limit);
        assert_eq!(of_nodes.nodes(), 1);
        of_nodes.limit(Limits::default());
        assert_eq!(of_nodes.step(), Step::Solution);
        let mut of_flag = compile(Limits::default().cancel(&cancel));
        cancel.cancel();
        assert_eq!(of_flag.step(), Step::Limit);
    }
}

#[test]
fn a_limit_in_the_threads_is_no_proof() {
    let model = creeping();
    let mut workers = Parallel::new(&model, &Config::default()).unwrap().threads(2);
    workers.limit(Limits::default().time(Duration::from_millis(1)));
    assert_eq!(workers.count(1), Count::Limit(0));
    assert!(!workers.is_exhausted());
    assert_eq!(workers.minimize(csp::Expression::from(3)).unwrap().run(), csp::Outcome::Unknown);
}

/// Propagator that raises a flag at regular intervals, and filters nothing.
#[derive(Debug)]
struct Interrupts {
    scope: Vec<Var>,
    every: u64,
    runs: Arc<AtomicU64>,
    cancel: Cancel,
}

impl Constraint for Interrupts {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, _: &[i32]) -> bool {
        true
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.scope.iter().map(|&var| to.view(var)).collect();
        let (every, runs, cancel) = (self.every, self.runs.clone(), self.cancel.clone());
        to.propagator(Interrupter { views, every, runs, cancel });
    }
}

#[derive(Debug)]
struct Interrupter {
    views: Vec<View>,
    every: u64,
    runs: Arc<AtomicU64>,
    cancel: Cancel,
}

impl Propagator for Interrupter {
    fn name(&self) -> &'static str {
        "interrupter"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot(), Event::Change));
    }

    fn cost(&self) -> csp::extend::Cost {
        csp::extend::Cost::Heavy
    }

    fn propagate(&mut self, _: &mut Store) -> Result<Status, Conflict> {
        if (self.runs.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(self.every) {
            self.cancel.cancel();
        }
        Ok(Status::Again)
    }
}

/// Propagation ended by a limit resumes where it stopped: the solutions are the same, in the same order, for any
/// number and position of interrupts.
#[test]
fn an_interrupted_search_misses_nothing() {
    let model = |every: u64, cancel: &Cancel| {
        let mut model = Model::new();
        let queens = model.vars(6, 0..6);
        model.all_different(&queens);
        model.all_different((0..6).map(|i| queens[i] + i as i32));
        model.all_different((0..6).map(|i| queens[i] - i as i32));
        for pair in queens.chunks(2) {
            model.post((pair[0] + pair[1]).ge(2));
            let runs = Arc::default();
            model.post(Interrupts { scope: pair.to_vec(), every, runs, cancel: cancel.clone() });
        }
        model.post(clause([queens[0].is_not(1), queens[2].is_not(3)]));
        model
    };
    for config in [
        Config::default(),
        Config::default().with_probing(true),
        Config::default().with_variables(VariableOrder::WeightedDegree),
        Config::default().with_restarts(csp::config::Restarts::geometric(1, 1.1)),
        Config::default().with_branching(csp::config::BranchBy::Values),
    ] {
        let never = Cancel::new();
        let wanted: Vec<_> = model(u64::MAX, &never).search_with(&config).unwrap().solutions().collect();
        for every in 1..40 {
            let mut cancel = Cancel::new();
            let mut search = model(every, &cancel).search_with(&config).unwrap();
            let mut found = Vec::new();
            let mut interrupted = 0;
            // The flag stays up once it is raised, so every other step runs without it.
            for is_limited in [true, false].into_iter().cycle() {
                search.limit(if is_limited {
                    Limits::default().cancel(&cancel)
                } else {
                    Limits::default().nodes(1)
                });
                match search.step() {
                    Step::Solution => found.push(search.solution()),
                    Step::Exhausted => break,
                    Step::Limit => interrupted += 1,
                }
            }
            found.sort_by_key(|solution| solution.values().to_vec());
            let mut wanted = wanted.clone();
            wanted.sort_by_key(|solution| solution.values().to_vec());
            assert_eq!(found, wanted, "every {every}: {interrupted} interrupts");
            cancel = Cancel::new();
            assert!(!cancel.is_cancelled());
        }
    }
}

/// The default order examines the changed variables, not every variable at each decision.
#[test]
fn a_long_chain_is_solved_variable_by_variable() {
    let orders = [VariableOrder::SmallestDegree, VariableOrder::Smallest, VariableOrder::Input];
    let most = if is_exhaustive() { 1_000_000 } else { 250_000 };
    for (variables, length) in orders.into_iter().zip([most, 100_000, 100_000]) {
        let mut model = Model::new();
        let xs = model.vars(length, 0..=9);
        for pair in xs.windows(2) {
            model.post(pair[0].le(pair[1]));
        }
        let config = Config::default().with_variables(variables);
        let first = model.search_with(&config).unwrap().first().unwrap().unwrap();
        assert!(first.values().windows(2).all(|pair| pair[0] <= pair[1]));
    }
}

#[test]
fn nogoods_and_clauses_count_against_the_memory() {
    // An infeasible pigeonhole problem of pairs.
    let mut model = Model::new();
    let xs = model.vars(14, 0..13);
    for (at, &x) in xs.iter().enumerate() {
        for &y in &xs[..at] {
            for hole in 0..13 {
                model.any_of([x.is_not(hole), y.is_not(hole)]);
            }
        }
    }
    let steps_within = |step: &mut dyn FnMut(Limits) -> Step| {
        let memory = MemoryLimit::new(u64::MAX);
        assert_eq!(step(Limits::default().memory(&memory).failures(2)), Step::Limit);
        let begun = memory.held();
        // Without the memory limit this step would not end.
        assert_eq!(step(Limits::default().memory(&MemoryLimit::new(begun + 20_000))), Step::Limit);
    };
    let mut learner = Learner::compile(&model, &Config::default()).unwrap();
    steps_within(&mut |limits| {
        learner.limit(limits);
        learner.step()
    });
    let restarts = csp::config::Restarts::geometric(1, 1.0);
    let mut search = model.search_with(&Config::default().with_restarts(restarts)).unwrap();
    steps_within(&mut |limits| {
        search.limit(limits);
        search.step()
    });
}

/// Allows everything, and raises a flag with the first assignment that is tried.
#[derive(Debug)]
struct Tried {
    scope: [Var; 2],
    times: Arc<AtomicU64>,
    cancel: Cancel,
}

impl Constraint for Tried {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, _: &[i32]) -> bool {
        self.times.fetch_add(1, Ordering::Relaxed);
        self.cancel.cancel();
        true
    }
}

#[test]
fn assignments_tried_for_a_translation_are_work() {
    let mut model = Model::new();
    let xs = model.vars(33, 1..=32);
    let (times, cancel) = (Arc::new(AtomicU64::new(0)), Cancel::new());
    for pair in xs.windows(2) {
        model.post(Tried { scope: [pair[0], pair[1]], times: times.clone(), cancel: cancel.clone() });
    }
    let limits = Limits::default().cancel(&cancel);
    assert!(is_limit(Learner::compile_within(&model, &Config::default(), &limits)));
    assert_eq!(times.load(Ordering::Relaxed), 32 * 32, "the second constraint is not tried");
}

/// Raises a flag at each conflict, and counts conflicts and learnt clauses.
#[derive(Default)]
struct AtConflicts {
    conflicts: u64,
    learnt: u64,
    cancel: Cancel,
}

impl Observer for AtConflicts {
    fn conflict(&mut self, _: &Contradiction<'_>, _: usize) {
        self.conflicts += 1;
        self.cancel.cancel();
    }

    fn learn(&mut self, _: &LearntClause<'_>) {
        self.learnt += 1;
    }
}

/// Steps until the first conflict ends the step.
fn until_a_conflict(model: &Model) -> Learner<AtConflicts> {
    let config = Config::default().with_variables(VariableOrder::Input).with_fast_path(false);
    let observer = AtConflicts::default();
    let cancel = observer.cancel.clone();
    let mut learner = Learner::observed(model, &config, observer).unwrap();
    learner.limit(Limits::default().cancel(&cancel));
    while learner.step() == Step::Solution {}
    assert_eq!(learner.observer_mut().conflicts, 1);
    assert!(!learner.is_exhausted());
    learner.limit(Limits::default());
    learner
}

/// One conflict follows another without a decision, and no propagator runs between them.
#[test]
fn a_learner_stops_between_two_conflicts() {
    let mut model = Model::new();
    let first = model.boolean();
    // Many changes, so that each conflict is much work.
    for _ in 0..10_000 {
        let follows = model.boolean();
        model.any_of([first.is(0), follows.is(1)]);
        model.any_of([first.is(1), follows.is(1)]);
    }
    let xs: Vec<Var> = (0..6).map(|_| model.boolean()).collect();
    for signs in 0..1 << xs.len() {
        model.any_of(xs.iter().enumerate().map(|(at, x)| x.is(signs >> at & 1)));
    }
    let mut learner = until_a_conflict(&model);
    assert_eq!(learner.observer_mut().learnt, 1);
    assert_eq!(learner.step(), Step::Exhausted);
    assert!(learner.observer_mut().conflicts > 1);
}

/// Two queens do not attack each other.
#[derive(Debug)]
struct Peace([Var; 2], i32);

impl Constraint for Peace {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values[0] != values[1] && (values[0] - values[1]).abs() != self.1
    }
}

/// The reasons of a conflict are found by trial, which takes long.
#[test]
fn a_learner_stops_in_the_midst_of_an_analysis() {
    let mut model = Model::new();
    let queens = model.vars(8, 0..8);
    for (at, &queen) in queens.iter().enumerate() {
        for (distance, &other) in (1..).zip(&queens[at + 1..]) {
            model.post(Peace([queen, other], distance));
        }
    }
    let mut learner = until_a_conflict(&model);
    assert_eq!(learner.observer_mut().learnt, 0);
    let before = learner.statistics().solutions;
    assert_eq!(learner.solutions().count() as u64 + before, 92);
}
