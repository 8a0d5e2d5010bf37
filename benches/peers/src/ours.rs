//! This project's engine: the same models as in `flat.rs`, written for `csp`.

use std::time::{Duration, Instant};

use csp::config::{Consistency, Restarts, ValueOrder, VariableOrder};
use csp::lockstep::{Feed, Instance, Lockstep, SimdPath};
use csp::{Config, Decision, Model, Search, Step, Var, constraints::absolute_difference, sum, weighted_sum};

use crate::graph::Graph;
use crate::killer::Killer;
use crate::largest_step::LargestStep;
use crate::ours_job_shop;
use crate::peer::{Limits, Outcome, Peer, Task};
use crate::problem::{Board, Problem, Wanted};
use crate::qwh::Quasigroup;

/// The engine as a peer: passes each problem to its function below.
pub struct Ours;

impl Peer for Ours {
    fn name(&self) -> &'static str {
        "ours"
    }

    fn modes(&self, problem: &Problem, all: bool) -> Vec<&'static str> {
        modes(problem, all)
    }

    fn run(&mut self, task: &Task, mode: &str, limits: Limits) -> Result<Option<Outcome>, String> {
        let (time, seed) = (limits.time, task.seed);
        let outcome = match &task.problem {
            Problem::Sudoku(puzzles) => sudoku(puzzles, mode, time),
            Problem::Queens { n, wanted } => queens(*n, *wanted, mode, time),
            Problem::Qwh(instance) => qwh(instance, seed, time),
            Problem::Langford { copies, n, wanted } => langford(*copies, *n, *wanted, time),
            Problem::Magic { n } => magic(*n, seed, time),
            Problem::Golomb { marks } => golomb(*marks, time),
            Problem::AllInterval { n, wanted } => all_interval(*n, *wanted, mode, time),
            Problem::Color { graph, colors } => color(graph, *colors, mode, time),
            Problem::SendMore => send_more(time),
            Problem::Killer(puzzle) => killer(puzzle, time),
            Problem::JobShop(shop) => ours_job_shop::search(shop, mode, seed, time),
        };
        outcome.map(Some).map_err(|error| format!("{}: our model is wrong: {error}", task.name))
    }
}

/// How a list of puzzles is searched: all at once in lanes; with a model built and compiled for each puzzle; or with one
/// model for the whole list, whose givens are assumptions.
const LOCKSTEP: &str = "many at once, one in each lane";
const LOCKSTEP_PORTABLE: &str = "many at once, portable path";
const BUILT: &str = "model built for each puzzle";
const BUILT_PORTABLE: &str = "model built for each puzzle, portable path";
const REUSED: &str = "one model reused for all";
const REUSED_PORTABLE: &str = "one model reused for all, portable path";

/// Branching for all-interval series: by the position of each step, the largest step first; or from one end to the
/// other.
const LARGEST_STEP: &str = "largest step first";
const NOTES_IN_ORDER: &str = "notes in order";

/// Returns names of search settings, the best first; each is passed as `mode` to the functions below.
fn modes(problem: &Problem, all: bool) -> Vec<&'static str> {
    match problem {
        Problem::Sudoku(_) => {
            vec![LOCKSTEP, LOCKSTEP_PORTABLE, REUSED, REUSED_PORTABLE, BUILT, BUILT_PORTABLE]
        }
        Problem::Queens { wanted: Wanted::First, .. } if all => vec!["default", "middle value first"],
        Problem::Qwh(_) => vec!["weighted degree, last conflict, geometric 100"],
        Problem::Magic { .. } => vec!["weighted degree, random values and ties, Luby 20"],
        Problem::Golomb { .. } => vec!["marks in order"],
        Problem::Killer(_) => vec!["last conflict"],
        Problem::JobShop(_) => ours_job_shop::MODES.into(),
        Problem::AllInterval { .. } => vec![LARGEST_STEP, NOTES_IN_ORDER],
        Problem::Color { .. } if all => vec!["last conflict", "weighted degree", "default"],
        Problem::Color { .. } => vec!["last conflict", "weighted degree"],
        _ => vec!["default"],
    }
}

/// Returns the settings for quasigroups: the place to tune.
pub fn qwh_config(seed: u32) -> Config {
    Config::default()
        .with_variables(VariableOrder::WeightedDegree)
        .with_values(ValueOrder::LeastConstraining)
        .with_last_conflict(true)
        .with_restarts(Restarts::geometric(100, 1.3))
        .with_random_ties(true)
        .with_seed(seed.into())
}

/// Searches for the first solution or for all. The witness is the model's first `shown` variables.
fn solve(
    model: &Model,
    config: &Config,
    wanted: Wanted,
    shown: usize,
    start: Instant,
    limit: Duration,
) -> Result<Outcome, csp::Error> {
    Ok(run(model.search_with(config)?, wanted, shown, start, limit))
}

fn run(mut search: Search, wanted: Wanted, shown: usize, start: Instant, limit: Duration) -> Outcome {
    search.limit(left(start, limit));
    let mut outcome = Outcome::default();
    loop {
        match search.step() {
            Step::Solution => {
                outcome.solutions += 1;
                if outcome.witness.is_empty() || wanted == Wanted::First {
                    outcome.witness = witness(&search, shown);
                }
                if wanted == Wanted::First {
                    outcome.complete = true;
                    break;
                }
            }
            Step::Exhausted => {
                outcome.complete = true;
                break;
            }
            Step::Limit => break,
        }
    }
    outcome.elapsed = start.elapsed();
    count(&mut outcome, &search);
    outcome
}

pub fn left(start: Instant, limit: Duration) -> csp::Limits {
    csp::Limits::default().time(limit.saturating_sub(start.elapsed()))
}

fn witness(search: &Search, shown: usize) -> Vec<i64> {
    search.solution().values()[..shown].iter().map(|&value| value.into()).collect()
}

/// Adds the counters of a search.
pub fn count(outcome: &mut Outcome, search: &Search) {
    let statistics = search.statistics();
    outcome.nodes += statistics.nodes;
    outcome.fails += statistics.failures;
    outcome.restarts += statistics.restarts;
}

/// Boards for lockstep, and for each the number of its solutions and the last one.
struct Boards<'a> {
    puzzles: &'a [Board],
    next: usize,
    answers: Vec<(u64, [u8; 81])>,
    nodes: u64,
}

impl Feed for Boards<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        let Some(puzzle) = self.puzzles.get(self.next) else {
            return false;
        };
        self.next += 1;
        instance.keep_each(puzzle.iter().map(|&digit| if digit == 0 { 0x1FF } else { 1 << (digit - 1) }));
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        let board = &mut self.answers[instance as usize].1;
        board.iter_mut().zip(values).for_each(|(digit, &value)| *digit = value as u8);
    }

    fn answered(&mut self, instance: u64, _: Step, found: u64, nodes: u64) {
        self.answers[instance as usize].0 = found;
        self.nodes += nodes;
    }
}

/// Searches each puzzle until a second solution is found or ruled out. `solutions` is the number of puzzles with
/// exactly one; `witness` is the concatenation of those solutions.
fn sudoku(puzzles: &[Board], mode: &str, limit: Duration) -> Result<Outcome, csp::Error> {
    let portable = [BUILT_PORTABLE, REUSED_PORTABLE, LOCKSTEP_PORTABLE].contains(&mode);
    let simd = if portable { SimdPath::Portable } else { SimdPath::Auto };
    let config = Config::default().with_simd(simd);
    let mut outcome = Outcome { complete: true, ..Outcome::default() };
    outcome.witness.reserve(81 * puzzles.len());
    let start = Instant::now();
    match mode {
        LOCKSTEP | LOCKSTEP_PORTABLE => in_lanes(puzzles, &config, &mut outcome)?,
        REUSED | REUSED_PORTABLE => with_one_model(puzzles, &config, start, limit, &mut outcome)?,
        _ => with_a_model_each(puzzles, &config, start, limit, &mut outcome)?,
    }
    outcome.elapsed = start.elapsed();
    Ok(outcome)
}

fn in_lanes(puzzles: &[Board], config: &Config, outcome: &mut Outcome) -> Result<(), csp::Error> {
    let (model, _) = board(&[0; 81]);
    let mut boards = Boards { puzzles, next: 0, answers: vec![(0, [0; 81]); puzzles.len()], nodes: 0 };
    Lockstep::compile(&model, config)?.run(2, &mut boards);
    outcome.nodes = boards.nodes;
    for (solutions, board) in boards.answers {
        if solutions == 1 {
            outcome.solutions += 1;
            outcome.witness.extend(board.iter().map(|&digit| i64::from(digit)));
        }
    }
    Ok(())
}

fn with_one_model(
    puzzles: &[Board],
    config: &Config,
    start: Instant,
    limit: Duration,
    outcome: &mut Outcome,
) -> Result<(), csp::Error> {
    let (model, cells) = board(&[0; 81]);
    let mut search = model.search_with(config)?;
    let mut givens = Vec::with_capacity(81);
    for puzzle in puzzles {
        outcome.complete &= start.elapsed() < limit;
        if !outcome.complete {
            break;
        }
        givens.clear();
        let given = puzzle.iter().zip(&cells).filter(|(digit, _)| **digit > 0);
        givens.extend(given.map(|(&digit, &cell)| Decision::Assign(cell, digit.into())));
        search.assume(&givens)?;
        judge(&mut search, outcome);
    }
    count(outcome, &search);
    Ok(())
}

fn with_a_model_each(
    puzzles: &[Board],
    config: &Config,
    start: Instant,
    limit: Duration,
    outcome: &mut Outcome,
) -> Result<(), csp::Error> {
    for puzzle in puzzles {
        outcome.complete &= start.elapsed() < limit;
        if !outcome.complete {
            break;
        }
        let mut search = board(puzzle).0.search_with(config)?;
        judge(&mut search, outcome);
        count(outcome, &search);
    }
    Ok(())
}

/// Returns a Sudoku as 27 all-differents; a given is a variable with one value.
fn board(puzzle: &Board) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let cell = |&digit: &u8| if digit > 0 { model.var(i32::from(digit)) } else { model.var(1..=9) };
    let cells: Vec<Var> = puzzle.iter().map(cell).collect();
    for i in 0..9 {
        model.all_different((0..9).map(|j| cells[9 * i + j]));
        model.all_different((0..9).map(|j| cells[9 * j + i]));
        model.all_different((0..9).map(|j| cells[27 * (i / 3) + 3 * (i % 3) + 9 * (j / 3) + j % 3]));
    }
    (model, cells)
}

/// Counts like `count(2)`, and reads the first solution.
fn judge(search: &mut Search, outcome: &mut Outcome) {
    if search.step() != Step::Solution {
        return;
    }
    let known = outcome.witness.len();
    outcome.witness.extend(search.solution().values().iter().map(|&value| i64::from(value)));
    match search.step() {
        Step::Exhausted => outcome.solutions += 1,
        Step::Solution | Step::Limit => outcome.witness.truncate(known),
    }
}

fn queens(n: usize, wanted: Wanted, mode: &str, limit: Duration) -> Result<Outcome, csp::Error> {
    let start = Instant::now();
    let mut model = Model::new();
    let queens = model.vars(n, 0..n as i32);
    model.all_different(&queens);
    model.all_different((0..).zip(&queens).map(|(column, &row)| row + column));
    model.all_different((0..).zip(&queens).map(|(column, &row)| row - column));
    let values = if mode == "default" { ValueOrder::default() } else { ValueOrder::Middle };
    solve(&model, &Config::default().with_values(values), wanted, n, start, limit)
}

fn qwh(instance: &Quasigroup, seed: u32, limit: Duration) -> Result<Outcome, csp::Error> {
    let start = Instant::now();
    let order = instance.order;
    let mut model = Model::new();
    let cell = |&symbol: &u32| match symbol {
        0 => model.var(1..=order as i32),
        given => model.var(given as i32),
    };
    let cells: Vec<Var> = instance.cells.iter().map(cell).collect();
    for line in 0..order {
        model.all_different((0..order).map(|i| cells[line * order + i]));
        model.all_different((0..order).map(|i| cells[i * order + line]));
    }
    solve(&model, &qwh_config(seed), Wanted::First, cells.len(), start, limit)
}

fn langford(copies: usize, n: usize, wanted: Wanted, limit: Duration) -> Result<Outcome, csp::Error> {
    let start = Instant::now();
    let places = copies * n;
    let mut model = Model::new();
    let stands = model.vars(places, 1..=places as i32);
    for (number, stands) in (1..).zip(stands.chunks(copies)) {
        for pair in stands.windows(2) {
            model.post(pair[1].eq(pair[0] + (number + 1)));
        }
    }
    model.all_different(&stands);
    model.post((stands[0] + stands[copies - 1]).lt(places as i64 + 1));
    solve(&model, &Config::default(), wanted, places, start, limit)
}

fn magic(n: usize, seed: u32, limit: Duration) -> Result<Outcome, csp::Error> {
    let start = Instant::now();
    let mut model = Model::new();
    let cells = model.vars(n * n, 1..=(n * n) as i32);
    let total = (n * (n * n + 1) / 2) as i64;
    model.all_different(&cells);
    for line in 0..n {
        model.post(sum((0..n).map(|i| cells[line * n + i])).eq(total));
        model.post(sum((0..n).map(|i| cells[i * n + line])).eq(total));
    }
    model.post(sum((0..n).map(|i| cells[i * n + i])).eq(total));
    model.post(sum((0..n).map(|i| cells[i * n + n - 1 - i])).eq(total));
    for (low, high) in [(0, n - 1), (0, n * n - n), (0, n * n - 1), (n - 1, n * n - n)] {
        model.post(cells[low].lt(cells[high]));
    }
    // Values in random order with restarts: no subtree is searched for long. November 2026, 300 seeds and more: Luby
    // 20 takes a tenth to a fifth fewer nodes than 100 on orders 4 and 6, singles a tenth fewer than `Value` on 5 and
    // 6 in the same time or less. Split or ordered values take 3 to 10 times as many.
    let config = Config::default()
        .with_consistency(Consistency::Singles)
        .with_variables(VariableOrder::WeightedDegree)
        .with_values(ValueOrder::Random)
        .with_restarts(Restarts::luby(20))
        .with_random_ties(true)
        .with_seed(seed.into());
    solve(&model, &config, Wanted::First, n * n, start, limit)
}

/// Searches for the shortest ruler. The last mark of `witness` is the optimum.
fn golomb(marks: usize, limit: Duration) -> Result<Outcome, csp::Error> {
    let start = Instant::now();
    let longest = (marks * marks) as i32;
    let mut model = Model::new();
    // Marks are declared first: the search branches on the variables in order.
    let places: Vec<Var> =
        (0..marks).map(|mark| model.var(if mark == 0 { 0..=0 } else { 0..=longest })).collect();
    let mut distances = Vec::new();
    for i in 0..marks {
        for j in i + 1..marks {
            let distance = model.var(1..=longest);
            model.post((places[j] - places[i]).eq(distance));
            distances.push(distance);
        }
    }
    model.all_different(&distances);
    for pair in places.windows(2) {
        model.post(pair[0].lt(pair[1]));
    }
    model.post(distances[0].lt(distances[distances.len() - 1]));

    let config = Config::default().with_variables(VariableOrder::Input).with_best_first(false);
    let mut optimizer = model.search_with(&config)?.minimize(places[marks - 1])?;
    optimizer.limit(left(start, limit));
    let mut outcome = Outcome::default();
    while optimizer.step() == Step::Solution {
        outcome.solutions += 1;
        outcome.witness = witness(optimizer.runner(), marks);
    }
    outcome.complete = optimizer.outcome().is_proved();
    outcome.elapsed = start.elapsed();
    count(&mut outcome, optimizer.runner());
    Ok(outcome)
}

fn all_interval(n: usize, wanted: Wanted, mode: &str, limit: Duration) -> Result<Outcome, csp::Error> {
    let start = Instant::now();
    let mut model = Model::new();
    let notes = model.vars(n, 0..n as i32);
    let steps = model.vars(n - 1, 1..n as i32);
    for (pair, &step) in notes.windows(2).zip(&steps) {
        model.post(absolute_difference(pair[0], pair[1]).eq(step));
    }
    model.all_different(&notes);
    model.all_different(&steps);
    model.post(notes[0].lt(notes[n - 1]));
    model.post(steps[0].lt(steps[n - 2]));
    if mode == NOTES_IN_ORDER {
        let config = Config::default().with_variables(VariableOrder::Input);
        return solve(&model, &config, wanted, n, start, limit);
    }
    let config = Config::default();
    let engine = model.compile(&config)?;
    let brancher = LargestStep::new(&engine, &config, &steps);
    Ok(run(Search::with_brancher(engine, &config, brancher), wanted, n, start, limit))
}

/// Searches for a colouring. The vertices of `graph.clique()` get the colours 1, 2, … as for all peers.
fn color(graph: &Graph, colors: usize, mode: &str, limit: Duration) -> Result<Outcome, csp::Error> {
    let clique = graph.clique();
    let start = Instant::now();
    let mut model = Model::new();
    let vertices: Vec<Var> = (0..graph.vertices)
        .map(|vertex| match (1..).zip(&clique).find(|&(_, &member)| member == vertex) {
            Some((color, _)) => model.var(color),
            None => model.var(1..=colors as i32),
        })
        .collect();
    for &(a, b) in &graph.edges {
        model.post(vertices[a].ne(vertices[b]));
    }
    let config = match mode {
        "last conflict" => Config::default().with_last_conflict(true),
        "weighted degree" => Config::default().with_variables(VariableOrder::WeightedDegree),
        _ => Config::default(),
    };
    solve(&model, &config, Wanted::First, graph.vertices, start, limit)
}

fn send_more(limit: Duration) -> Result<Outcome, csp::Error> {
    let start = Instant::now();
    let mut model = Model::new();
    let letters: Vec<Var> =
        (0..8).map(|at| model.var(if at == 0 || at == 4 { 1..=9 } else { 0..=9 })).collect();
    model.all_different(&letters);
    let weights = [1000, 91, -90, 1, -9000, -900, 10, -1];
    model.post(weighted_sum(weights.into_iter().zip(&letters)).eq(0));
    solve(&model, &Config::default(), Wanted::All, 8, start, limit)
}

fn killer(puzzle: &Killer, limit: Duration) -> Result<Outcome, csp::Error> {
    let start = Instant::now();
    let (mut model, cells) = board(&[0; 81]);
    for cage in &puzzle.cages {
        model.all_different(cage.cells.iter().map(|&cell| cells[cell]));
        model.post(sum(cage.cells.iter().map(|&cell| cells[cell])).eq(cage.total));
    }
    let config = Config::default().with_last_conflict(true);
    solve(&model, &config, Wanted::All, cells.len(), start, limit)
}
