//! The search, and the report of its results.

use std::collections::HashSet;
use std::io::Write;
use std::time::{Duration, Instant};

use csp::{
    Cancel, Config, Decision, ErrorKind, Learner, Limits, Model, Parallel, Runner, Solution, Statistics,
    Step as Found, Var, optimize::Optimize,
};

pub use crate::answer::Failure;
use crate::answer::{self, Problem};
use crate::build::{Built, Objective, Plan, Premises};
use crate::order;
use crate::output::{Item, Output, Verdict};

/// The options of a run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// All solutions, or all improvements.
    pub all: bool,
    /// The largest number of solutions of a problem without an objective; 0 for all.
    pub number: Option<u64>,
    /// Each improvement, not only the best.
    pub intermediate: bool,
    /// Whether annotations of the search are ignored.
    pub free: bool,
    /// Threads, if more than one.
    pub threads: Option<usize>,
    /// Seed of random choices.
    pub seed: Option<u64>,
    /// Whether to write statistics.
    pub statistics: bool,
    /// The time to stop.
    pub deadline: Option<Instant>,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of solutions that differ in their keys; with an objective, 1 if there is a solution.
    pub found: u64,
    /// The best value of the objective.
    pub best: Option<i32>,
    /// The value that no solution improves on, as far as is proved.
    pub bound: Option<i32>,
    /// Whether there is proved to be no other solution, or no better one.
    pub is_complete: bool,
}

/// The writer of solutions, and the state of the report.
struct Report<'a, W> {
    output: &'a Output,
    options: &'a Options,
    /// Whether "no more" is a proof: not if values of variables were cut off.
    proves: bool,
    is_unbounded: bool,
    to: &'a mut W,
    started: Instant,
    /// The variables in which solutions have to differ; `None` if that is all of them.
    key: Option<Vec<Var>>,
    summary: Summary,
    /// The keys of the solutions so far.
    seen: HashSet<Box<[i32]>>,
    /// What is assumed, and whether there is no solution without it, either.
    premises: Option<&'a Premises>,
    is_infeasible: bool,
    /// The limits of the whole run.
    limits: Limits,
}

/// The end of a search.
enum End {
    Done,
    /// The search found only solutions with known keys for a while, and must restart without these.
    Again,
}

/// Largest number of solutions in a row with known keys.
const MOST_REPEATED: u64 = 64;

/// Searches as the options say and writes solutions and status lines. `cancel` stops it; the best solution so far is
/// written then.
pub fn run(
    built: Built,
    options: &Options,
    cancel: &Cancel,
    to: &mut impl Write,
) -> Result<Summary, Failure> {
    let Built { mut model, objective, plan, output, is_infeasible, is_unbounded, clipped, premises } = built;
    let mut report = Report {
        output: &output,
        options,
        proves: clipped.is_empty(),
        is_unbounded,
        to,
        started: Instant::now(),
        key: key(&model, &output, &plan),
        summary: Summary::default(),
        seen: HashSet::new(),
        premises: premises.as_ref(),
        is_infeasible,
        limits: Limits::default().cancel(cancel),
    };
    if let Some(deadline) = options.deadline {
        report.limits = report.limits.until(deadline);
    }
    if is_infeasible {
        let verdict = if report.proves { Verdict::Unsatisfiable } else { Verdict::Unknown };
        report.finish(verdict, None, &Statistics::default())?;
        return Ok(report.summary);
    }
    let objective = if is_unbounded { Objective::Satisfy } else { objective };
    let limits = report.limits.clone();
    if !options.free {
        model = order::with_phases(&model, &plan);
    }
    loop {
        let result = report.attempt(&model, &objective, &plan, &limits);
        match result {
            Ok(End::Again) => {}
            Ok(End::Done) => return Ok(report.summary),
            Err(Failure::Engine(error)) if matches!(error.kind(), ErrorKind::Limit { .. }) => {
                let verdict = if report.summary.found == 0 { Verdict::Unknown } else { Verdict::Open };
                report.finish(verdict, None, &Statistics::default())?;
                return Ok(report.summary);
            }
            Err(failure) => return Err(failure),
        }
        report.exclude(&mut model);
    }
}

/// The names of assumptions that clash, none of which can be left out if the limits allow to find that. `None` if a limit
/// comes before any are found.
fn core<'a>(premises: &'a Premises, limits: &Limits) -> Option<Vec<&'a str>> {
    let Premises { model, assumed, .. } = premises;
    let mut learner = Learner::compile_within(model, &settings(None), limits).ok()?;
    learner.limit(limits.clone());
    let decisions: Vec<Decision> = assumed.iter().map(|(_, decision)| *decision).collect();
    learner.assume(&decisions).ok()?;
    if learner.step() != Found::Exhausted {
        return None;
    }
    let core = learner.irreducible_core(limits)?.assumptions;
    let is_named = |(_, decision): &&(String, Decision)| core.contains(decision);
    Some(assumed.iter().filter(is_named).map(|(name, _)| name.as_str()).collect())
}

/// Returns the variables in which solutions have to differ; `None` if that is all of them.
fn key(model: &Model, output: &Output, plan: &Plan) -> Option<Vec<Var>> {
    let key = matter(output, plan);
    let says_something = !output.parts.is_empty() || !plan.steps.is_empty();
    (says_something && key.len() < model.variables()).then_some(key)
}

/// Returns the variables that are printed, and those that the search annotations name.
pub(crate) fn matter(output: &Output, plan: &Plan) -> Vec<Var> {
    let shown = output.parts.iter().flat_map(|part| &part.items).filter_map(|item| match item {
        Item::Var(var) | Item::Flag(var) | Item::Symbol(var, _) => Some(*var),
        _ => None,
    });
    let searched = plan.steps.iter().flat_map(|step| &step.vars);
    let mut key: Vec<Var> = shown.chain(searched.copied()).collect();
    key.sort_unstable();
    key.dedup();
    key
}

fn settings(seed: Option<u64>) -> Config {
    let config = Config::default().with_alternate(true);
    match seed {
        Some(seed) => config.with_seed(seed).with_random_ties(true),
        None => config,
    }
}

impl<W: Write> Report<'_, W> {
    /// Compiles and searches.
    fn attempt(
        &mut self,
        model: &Model,
        objective: &Objective,
        plan: &Plan,
        limits: &Limits,
    ) -> Result<End, Failure> {
        let Options { free, seed, .. } = *self.options;
        let threads = self.options.threads.unwrap_or(1);
        let unplanned = settings(seed);
        let planned =
            plan.restarts.map_or(unplanned.clone(), |restarts| unplanned.clone().with_restarts(restarts));
        if free && self.wants_one(objective) {
            let problem = Problem { model, objective, plan, planned: &planned, free: &unplanned };
            return self.answer(|tell| match threads {
                1 => problem.find_in_turn(limits, tell),
                _ => problem.find_side_by_side(threads, limits, tell),
            });
        }
        let config = if free { &unplanned } else { &planned };
        if threads > 1 {
            self.solve(Parallel::new(model, config)?.threads(threads), objective, limits)
        } else if free {
            self.solve(Learner::compile_within(model, config, limits)?, objective, limits)
        } else {
            self.solve(model.search_within(config, limits)?, objective, limits)
        }
    }

    fn solve<R: Optimize>(
        &mut self,
        mut runner: R,
        objective: &Objective,
        limits: &Limits,
    ) -> Result<End, Failure> {
        if self.wants_one(objective) {
            return self.answer(|tell| answer::find(runner, objective, limits, tell));
        }
        runner.limit(limits.clone());
        self.satisfy(runner)
    }

    /// Returns the number of solutions that are requested of a problem without an objective.
    fn most(&self) -> u64 {
        let number = if self.options.all { None } else { self.options.number.or(Some(1)) };
        number.filter(|&number| number > 0).unwrap_or(u64::MAX)
    }

    /// Returns whether one solution is requested, or the best one.
    fn wants_one(&self, objective: &Objective) -> bool {
        !matches!(objective, Objective::Satisfy) || (self.most() == 1 && !self.is_unbounded)
    }

    /// Returns whether the solution's key is new.
    fn is_new(&mut self, solution: &Solution) -> bool {
        let Some(key) = &self.key else { return true };
        self.seen.insert(solution.of(key).collect())
    }

    /// Forbids the keys that were found, and forgets them, since none can be found again.
    fn exclude(&mut self, model: &mut Model) {
        let Some(key) = &self.key else { return };
        for values in self.seen.drain() {
            model.post(csp::any(key.iter().zip(&values).map(|(&var, &value)| var.ne(value))));
        }
    }

    fn satisfy(&mut self, mut runner: impl Runner) -> Result<End, Failure> {
        let most = self.most();
        let mut repeated = 0;
        let step = loop {
            let step = runner.step();
            if step != Found::Solution {
                break step;
            }
            if self.is_unbounded {
                return self.finish(Verdict::Unbounded, None, &runner.statistics());
            }
            let solution = runner.solution();
            if !self.is_new(&solution) {
                repeated += 1;
                if repeated == MOST_REPEATED {
                    return Ok(End::Again);
                }
                continue;
            }
            repeated = 0;
            self.output.write(&solution, None, self.to)?;
            self.summary.found += 1;
            // If no variable is in the key, all solutions are the same.
            if self.summary.found == most || self.key.as_ref().is_some_and(Vec::is_empty) {
                break if self.summary.found == most { step } else { Found::Exhausted };
            }
        };
        let verdict = match step {
            Found::Exhausted if self.proves && self.summary.found == 0 => Verdict::Unsatisfiable,
            Found::Exhausted if self.proves => Verdict::Complete,
            Found::Exhausted | Found::Limit if self.summary.found == 0 => Verdict::Unknown,
            _ => Verdict::Open,
        };
        self.finish(verdict, None, &runner.statistics())
    }

    /// Lets `find` search for one solution, or the best one, and writes the solution.
    fn answer(
        &mut self,
        find: impl FnOnce(answer::Tell<'_>) -> Result<answer::Ended, Failure>,
    ) -> Result<End, Failure> {
        let shows_each = self.options.all || self.options.intermediate;
        let mut best: Option<Solution> = None;
        let answer::Ended { step, statistics, bound } = find(&mut |solution, value| {
            if let Some(value) = value {
                self.output.improved(value, self.to)?;
            }
            if shows_each {
                self.output.write(&solution, value, self.to)?;
            }
            self.summary = Summary { found: 1, best: value, bound: None, is_complete: false };
            best = Some(solution);
            Ok(())
        })?;
        self.summary.bound = bound.filter(|_| self.proves);
        let verdict = match (step, &best) {
            (Found::Exhausted, Some(_)) if self.proves => Verdict::Complete,
            (Found::Exhausted, None) if self.proves => Verdict::Unsatisfiable,
            (_, None) => Verdict::Unknown,
            _ => Verdict::Open,
        };
        self.finish(verdict, best.filter(|_| !shows_each), &statistics)
    }

    /// The names of assumptions that clash, and what those say that the compiler named.
    fn core(&self) -> Option<String> {
        let premises = self.premises?;
        let names = if self.is_infeasible { Vec::new() } else { core(premises, &self.limits)? };
        let mut told = format!("%%%mzn-core: [{}]\n", names.join(", "));
        for name in names {
            if let Some(definition) = premises.definitions.get(name) {
                told += &format!("% {name}: {definition}\n");
            }
        }
        Some(told)
    }

    /// Tells the end, and the solution if it was not told yet.
    fn finish(
        &mut self,
        verdict: Verdict,
        last: Option<Solution>,
        statistics: &Statistics,
    ) -> Result<End, Failure> {
        self.summary.is_complete |= verdict.is_proof();
        if verdict == Verdict::Unsatisfiable
            && let Some(core) = self.core()
        {
            self.to.write_all(core.as_bytes())?;
        }
        self.output.end(verdict, last.as_ref(), self.summary.best, self.to)?;
        self.statistics(statistics)?;
        Ok(End::Done)
    }

    fn statistics(&mut self, statistics: &Statistics) -> Result<(), Failure> {
        if self.options.statistics {
            let numbers = [
                ("nodes", statistics.nodes),
                ("failures", statistics.failures),
                ("restarts", statistics.restarts),
                ("peakDepth", statistics.depth as u64),
                ("nSolutions", statistics.solutions),
                ("propagations", statistics.all_propagations()),
            ];
            for (name, number) in numbers {
                self.output.figure(name, number, self.to)?;
            }
            let Summary { found, best, bound, is_complete } = self.summary;
            let bound = bound.filter(|_| found > 0 || !is_complete);
            for (name, value) in [("objective", best), ("objectiveBound", bound)] {
                if let Some(value) = value {
                    self.output.figure(name, value, self.to)?;
                }
            }
            let seconds = |time: Duration| time.as_secs_f64();
            self.output.figure(
                "solveTime",
                format_args!("{:.3}", seconds(self.started.elapsed())),
                self.to,
            )?;
            self.output.end_of_figures(self.to)?;
        }
        self.to.flush()?;
        Ok(())
    }
}
