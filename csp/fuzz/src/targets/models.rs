//! Any model, any settings, any way to run it: the solutions are those of the meaning, and the optimum is the best of
//! them.

use csp::branch::{Branching, InTurn};
use csp::lockstep::{Feed, Instance, Lockstep};
use csp::proof::{Prover, Unproved};
use csp::tree::Tree;
use csp::{
    Condition, Config, Count, Expression, Learner, Limits, Model, Outcome, Parallel, Search, Step, Var,
    constraints::absolute_difference,
};
use testkit::{Bytes, rest, up_to};

use crate::number::Number;
use crate::oracle::every;
use crate::problem::Problem;
use crate::settings;

pub(super) type Solutions = Vec<Vec<i32>>;

/// Reads a problem, then how to run it.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let problem = Problem::any(&mut bytes);
    problem.show();
    let (model, x) = problem.model();
    if model.error().is_some() {
        assert!(model.search().is_err() && Learner::compile(&model, &Config::default()).is_err());
        return;
    }
    let known = meant(&problem, &model);
    for _ in 0..2 {
        let config = settings::any(&mut bytes);
        check_root(&model, &x, &config, &known);
        let mut search = search(&mut bytes, &model, &x, &config);
        assert_eq!(rest(&mut search, known.len()), known, "{config:?}");
        assert_eq!(search.statistics().solutions, known.len() as u64);
    }
    check_others(&model, &known);
    let config = settings::any(&mut bytes);
    match bytes.below(8) {
        0 | 1 => check_best(&mut bytes, &problem, &model, &x, &known),
        2 => check_late(&problem, &config, &known),
        4 => check_tree(&model, &x, &config, &known),
        5 => check_parallel(&mut bytes, &problem, &model, &x, &known),
        6 => check_proof(&model, &known),
        _ => check_deep(&mut bytes, &model, &x, &config, &known),
    }
}

/// Returns all solutions according to the problem; the crate's own definition of the meaning must agree on every
/// assignment.
pub(super) fn meant(problem: &Problem, model: &Model) -> Solutions {
    every(&problem.domains, |values| {
        let broken = problem.posts.iter().position(|post| !post.holds(values));
        let said = model.broken_by(values).expect("a sound model").map(|id| id.index());
        assert_eq!(said, broken, "the constraint that {values:?} breaks");
        broken.is_none()
    })
}

/// Checks that only what is true is proved, on little stack, and that few failures take little time.
fn check_proof(model: &Model, known: &Solutions) {
    let limits = || Limits::default().failures(200);
    let outcome = on_little_stack(|| Prover::new(model).within(limits()).no_solution().map(|_| ()));
    match outcome {
        Ok(()) => assert!(known.is_empty(), "a proof that there is no solution"),
        Err(Unproved::Solution) => assert!(!known.is_empty(), "a solution in a proof"),
        Err(Unproved::Limit | Unproved::NotEncodable(_) | Unproved::Unshown) => {}
        Err(other) => panic!("{other}"),
    }
    if let Some(values) = known.first() {
        let outcome = Prover::new(model).within(limits()).solution(values).map(|_| ());
        assert!(matches!(outcome, Ok(()) | Err(Unproved::Limit | Unproved::NotEncodable(_))), "{outcome:?}");
    }
}

/// Posts a condition that nests deeply, and checks that it has its meaning.
fn check_deep(bytes: &mut Bytes, model: &Model, x: &[Var], config: &Config, known: &Solutions) {
    let kinds: Vec<(u32, Var, i32)> = (0..1 + bytes.below(6))
        .map(|_| {
            let (kind, var) = (bytes.below(8) as u32, x[bytes.below(x.len())]);
            (kind, var, bytes.below(8) as i32 - 3)
        })
        .collect();
    on_little_stack(|| {
        let step = |c: Condition, at: usize| {
            let (kind, var, value) = kinds[at % kinds.len()];
            match kind {
                0 => !c,
                1 => c & var.is_not(value),
                2 => c | var.is(value),
                3 => c ^ var.is(value),
                4 => (Expression::from(c) + var).le(value),
                5 => absolute_difference(c, value).ge(1),
                6 => var.is(value).implies(c),
                _ => c.clone() & c,
            }
        };
        let mut deep = model.clone();
        deep.post((0..2_000).fold(x[0].is_not(1).into(), step));
        let kept = |values: &&Vec<i32>| deep.broken_by(values).expect("a sound model").is_none();
        let kept: Solutions = known.iter().filter(kept).cloned().collect();
        let mut search = deep.search_with(config).expect("a sound model");
        assert_eq!(rest(&mut search, kept.len()), kept, "{kinds:?}");
    });
}

fn on_little_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 19).spawn_scoped(scope, run);
        thread.expect("a thread").join().expect("it ends")
    })
}

/// Checks that root propagation loses no value of a solution.
fn check_root(model: &Model, x: &[Var], config: &Config, known: &Solutions) {
    let engine = model.compile(config).expect("a sound model");
    assert!(!engine.is_infeasible() || known.is_empty(), "{config:?}");
    for solution in known {
        assert!(x.iter().zip(solution).all(|(&x, &value)| engine.domain(x).contains(value)), "{config:?}");
    }
}

/// Returns a search with the settings, or with a user-defined brancher.
fn search(bytes: &mut Bytes<'_>, model: &Model, x: &[Var], config: &Config) -> Search {
    let engine = model.compile(config).expect("a sound model");
    match bytes.below(6) {
        4 => {
            let some = bytes.list(0, 3, |bytes| bytes.pick(x));
            let branching = Branching::new(&engine, config).over(&engine, &some);
            Search::with_brancher(engine, config, branching)
        }
        5 => {
            let (front, back) = x.split_at(bytes.below(x.len() + 1));
            let turns = [back, front].map(|vars| Branching::new(&engine, config).over(&engine, vars));
            Search::with_brancher(engine, config, InTurn::new(turns))
        }
        _ => Search::new(engine, config),
    }
}

/// Checks runners that support some models only.
fn check_others(model: &Model, known: &Solutions) {
    if let Ok(mut learner) = Learner::compile(model, &Config::default()) {
        let found = learner.solutions().take(known.len() + 1).map(|found| found.values().to_vec()).collect();
        assert_eq!(&up_to(found, known.len()), known, "by learning");
    }
    for compile in [Lockstep::compile, Lockstep::compile_generic] {
        if let Ok(lockstep) = compile(model, &Config::default()) {
            let mut feed = Once::default();
            lockstep.run(known.len() as u64 + 1, &mut feed);
            assert_eq!(feed.end, Some(Step::Exhausted));
            assert_eq!(&up_to(feed.found, known.len()), known, "in lanes");
        }
    }
}

/// Feed with the model itself as the only instance.
#[derive(Default)]
struct Once {
    stated: bool,
    found: Solutions,
    end: Option<Step>,
}

impl Feed for Once {
    fn next(&mut self, _: &mut Instance) -> bool {
        !std::mem::replace(&mut self.stated, true)
    }

    fn solution(&mut self, _: u64, values: &[i32]) {
        self.found.push(values.to_vec());
    }

    fn answered(&mut self, _: u64, end: Step, found: u64, _: u64) {
        assert_eq!(found as usize, self.found.len());
        self.end = Some(end);
    }
}

/// Returns an objective with its values over the solutions where it is defined.
fn objective(bytes: &mut Bytes<'_>, problem: &Problem, known: &Solutions) -> (Number, Vec<i64>) {
    let depth = bytes.below(3);
    let number = Number::any(bytes, problem.domains.len(), depth);
    let values = known.iter().filter_map(|solution| number.value(solution)).collect();
    (number, values)
}

/// Checks that an outcome without a limit is the optimum, with a solution that has this value.
fn check_outcome(outcome: &Outcome, best: Option<i64>, number: &Number, known: &Solutions) {
    match (outcome, best) {
        (Outcome::Infeasible, None) => {}
        (Outcome::Optimal(found), Some(best)) => {
            assert_eq!(i64::from(found.value), best, "{number:?}");
            let values = found.solution.values().to_vec();
            assert!(known.contains(&values) && number.value(&values) == Some(best), "{number:?} {values:?}");
        }
        _ => panic!("{outcome:?} instead of {best:?}, {number:?}"),
    }
}

fn check_best(bytes: &mut Bytes<'_>, problem: &Problem, model: &Model, x: &[Var], known: &Solutions) {
    let (number, values) = objective(bytes, problem, known);
    let config = settings::any(bytes);
    let search = || model.search_with(&config).expect("a sound model");
    let Ok(mut least) = search().minimize(number.build(x)) else { return };
    check_outcome(&least.run(), values.iter().min().copied(), &number, known);
    let mut greatest = search().maximize(number.build(x)).expect("it was taken before");
    check_outcome(&greatest.run(), values.iter().max().copied(), &number, known);
}

fn check_parallel(bytes: &mut Bytes<'_>, problem: &Problem, model: &Model, x: &[Var], known: &Solutions) {
    let config = settings::any(bytes);
    let mut workers = Parallel::new(model, &config).expect("a sound model").threads(2);
    let mut found = Vec::new();
    let count = workers.for_each(u64::MAX, |solution| found.push(solution.values().to_vec()));
    assert_eq!(count, Count::Exactly(known.len() as u64));
    assert_eq!(&up_to(found, known.len()), known, "{config:?}");
    let (number, values) = objective(bytes, problem, known);
    if let Ok(mut optimizer) = workers.minimize(number.build(x)) {
        check_outcome(&optimizer.run(), values.iter().min().copied(), &number, known);
    }
}

/// Checks a running search to which all constraints were posted.
fn check_late(problem: &Problem, config: &Config, known: &Solutions) {
    let mut bare = Model::new();
    let x: Vec<Var> = problem.domains.iter().map(|domain| bare.var(&domain[..])).collect();
    let mut search = bare.search_with(config).expect("a sound model");
    for post in &problem.posts {
        post.post(&x, &mut search).expect("the model accepts the constraint");
    }
    assert_eq!(&rest(&mut search, known.len()), known, "late, {config:?}");
}

/// Checks that a recorded tree has as many nodes as were counted, and is valid JSON.
fn check_tree(model: &Model, x: &[Var], config: &Config, known: &Solutions) {
    let search = model.search_with(config).expect("a sound model");
    let tree = Tree::new(search.engine(), x).most(200);
    let mut search = search.observed(tree);
    assert_eq!(&rest(&mut search, known.len()), known, "{config:?}");
    let (tree, statistics) = (search.observer(), search.statistics());
    assert_eq!((tree.nodes(), tree.failures()), (statistics.nodes, statistics.failures), "{config:?}");
    let json: serde_json::Value = serde_json::from_str(&tree.json(model)).expect("JSON");
    assert_eq!(json["solutions"], known.len() as u64);
    assert!(tree.dot(model).ends_with("}\n") && tree.svg(model).ends_with("</svg>\n"));
}
