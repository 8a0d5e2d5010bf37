//! The runs as CSV and JSON.

use serde::Serialize;
use sudoku::GLOSSARY;
use sudoku_ask::compare::{Counts, HumanSteps, Trial};
use sudoku_ask::json::{self, Decimal, Object};

use super::args::Trials;
use super::contest::{Contest, Entry};
use super::machine::Machine;
use super::statistics::Interval;
use super::summary::{Spread, Summary};
use crate::report::csv_field;

/// Columns before and after the counters.
const BEFORE: &str = "index,source,line,method,seed,repeat,outcome,solutions";
const AFTER: &str = "micros,version,system,cpu,threads";

/// Returns a line for each run. Each line names the machine, so that several tables can be joined.
pub(super) fn csv(contest: &Contest, machine: &Machine) -> String {
    format!("{}\n{}", csv_header(), csv_lines("", contest, machine))
}

/// Returns the column names.
pub(crate) fn csv_header() -> String {
    let counters = GLOSSARY.map(|(name, _)| key(name)).join(",");
    format!("{BEFORE},{counters},{AFTER}")
}

/// Returns the lines without the header, each with a prefix.
pub(crate) fn csv_lines(before: &str, contest: &Contest, machine: &Machine) -> String {
    let mut text = String::new();
    let Machine { cpu, threads, system, version } = machine;
    let after = format!("{version},{system},{},{threads}", csv_field(cpu.clone()));
    for (entry, method, trial) in runs(contest) {
        let Entry { index, source, line, .. } = entry;
        let counts =
            trial.counts.map(|count| count.map_or(String::new(), |count| count.to_string())).join(",");
        let (source, method) = (csv_field(source.clone()), csv_field(method.to_owned()));
        let Trial { seed, repeat, .. } = trial;
        let (outcome, found, micros) = (trial.status().name(), trial.solutions.len(), micros(trial));
        text += &format!(
            "{before}{index},{source},{line},{method},{seed},{repeat},{outcome},{found},{counts},{micros},{after}\n"
        );
    }
    text
}

/// Returns one object: settings, machine, figures of the methods, and every run.
pub(super) fn json(contest: &Contest, summaries: &[Summary], settings: &Trials, machine: &Machine) -> String {
    json::line(&with_runs(head(settings, machine), contest, summaries)) + "\n"
}

/// Returns an object with version, machine and settings.
pub(crate) fn head(settings: &Trials, machine: &Machine) -> Object {
    let Machine { cpu, threads, system, version } = machine;
    let machine = json::object().with("system", system).with("cpu", cpu).with("threads", threads);
    let Trials { solutions, repeats, seeds, seed, limits, .. } = settings;
    let asked = json::object()
        .with("solutions", solutions)
        .with("repeats", repeats)
        .with("seeds", seeds)
        .with("seed", seed)
        .with("time_limit", Decimal::plain(limits.time().as_secs_f64()))
        .with("node_limit", limits.node_limit)
        .with("threads", settings.threads);
    json::object().with("version", version).with("machine", machine).with("settings", asked)
}

/// Adds the figures of the methods and every run, each on a line.
pub(crate) fn with_runs(object: Object, contest: &Contest, summaries: &[Summary]) -> Object {
    let methods = json::lines(summaries.iter().map(method));
    object.with("methods", methods).with("runs", json::lines(runs(contest).map(run)))
}

fn method(summary: &Summary) -> Object {
    let Summary { method, solved, limit, counts, steps, times, spread, .. } = summary;
    let object = json::object().with("method", method).with("solved", solved).with("limit", limit);
    // Infinite where a limit was reached.
    let [median, p90, worst] = times.map_or([None, None, None], |times| times.map(Decimal::plain));
    let seconds = json::object().with("median", median).with("p90", p90).with("worst", worst);
    with_counts(object, counts, steps.as_ref())
        .with("seconds", seconds)
        .with("spread", spread.as_ref().map(spread_of))
}

fn spread_of(spread: &Spread) -> Object {
    let object =
        json::object().with("passes", spread.passes).with("seconds", between(spread.time, Decimal::plain));
    match spread.tried {
        Some(tried) => object.with("values_tried", between(tried, |tried| tried)),
        None => object,
    }
}

/// Returns a median with its interval.
fn between<N, T: Serialize>((median, interval): (N, Interval<N>), write: impl Fn(N) -> T) -> Object {
    let Interval { low, high, confidence } = interval;
    let [median, low, high] = [median, low, high].map(write);
    json::object()
        .with("median", median)
        .with("low", low)
        .with("high", high)
        .with("confidence", Decimal::plain(confidence))
}

fn run((entry, method, trial): (&Entry, &str, &Trial)) -> Object {
    let Entry { index, source, line, .. } = entry;
    let Trial { seed, repeat, counts, steps, .. } = trial;
    let object = json::object()
        .with("index", index)
        .with("source", source)
        .with("line", line)
        .with("method", method)
        .with("seed", seed)
        .with("repeat", repeat)
        .with("outcome", trial.status().name())
        .with("solutions", trial.solutions.len());
    with_counts(object, counts, steps.as_ref()).with("micros", Decimal::new(micros(trial)))
}

/// Returns all runs by puzzle and method.
fn runs(contest: &Contest) -> impl Iterator<Item = (&Entry, &str, &Trial)> {
    contest.entries.iter().zip(&contest.trials).flat_map(move |(entry, methods)| {
        let named = contest.contenders.iter().zip(methods);
        named.flat_map(move |(contender, trials)| {
            trials.iter().map(move |trial| (entry, contender.name.as_str(), trial))
        })
    })
}

/// Returns the name of a counter as a column or a key.
fn key(counter: &str) -> String {
    counter.replace(' ', "_")
}

/// Adds the counters, and steps as people take them.
fn with_counts(object: Object, counts: &Counts, steps: Option<&HumanSteps>) -> Object {
    let pairs = GLOSSARY.iter().zip(counts);
    let object = pairs.fold(object, |object, ((name, _), count)| object.with(key(name), count));
    let Some(HumanSteps { count, hardest, technique }) = steps else { return object };
    let hardest = Decimal::hundredths((*hardest).into());
    object.with("steps", count).with("hardest", hardest).with("technique", technique)
}

/// Formats microseconds with the full precision of the clock.
fn micros(trial: &Trial) -> String {
    format!("{:.3}", trial.time.as_secs_f64() * 1e6)
}
