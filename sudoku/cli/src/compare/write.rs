//! The runs as CSV and JSON.

use sudoku::GLOSSARY;
use sudoku_ask::json::{hundredths, quoted};

use super::args::Trials;
use super::contest::{Contest, Entry};
use super::machine::Machine;
use super::summary::{Spread, Summary};
use super::trial::{HumanSteps, Trial};
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
    let counters = GLOSSARY.map(|(name, _)| name.replace(' ', "_")).join(",");
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
        let (outcome, found, micros) = (trial.outcome(), trial.solutions.len(), micros(trial));
        text += &format!(
            "{before}{index},{source},{line},{method},{seed},{repeat},{outcome},{found},{counts},{micros},{after}\n"
        );
    }
    text
}

/// Returns one object: settings, machine, figures of the methods, and every run.
pub(super) fn json(contest: &Contest, summaries: &[Summary], settings: &Trials, machine: &Machine) -> String {
    format!("{{{},\n{}}}\n", json_head(settings, machine), json_body(contest, summaries))
}

/// Returns version, machine and settings as members of an object.
pub(crate) fn json_head(settings: &Trials, machine: &Machine) -> String {
    let Machine { cpu, threads, system, version } = machine;
    let mut text = format!(
        "\"version\":{},\"machine\":{{\"system\":{},\"cpu\":{},\"threads\":{threads}}},\n",
        quoted(version),
        quoted(system),
        quoted(cpu)
    );
    let Trials { solutions, repeats, seeds, seed, time_limit, node_limit, threads, .. } = settings;
    text += &format!(
        "\"settings\":{{\"solutions\":{solutions},\"repeats\":{repeats},\"seeds\":{seeds},\"seed\":{seed},\
         \"time_limit\":{},\"node_limit\":{},\"threads\":{threads}}}",
        time_limit.as_secs_f64(),
        or_null(*node_limit)
    );
    text
}

/// Returns the figures of the methods and every run as members of an object.
pub(crate) fn json_body(contest: &Contest, summaries: &[Summary]) -> String {
    let methods: Vec<String> = summaries.iter().map(method).collect();
    let runs: Vec<String> = runs(contest).map(run).collect();
    format!("\"methods\":[\n{}],\n\"runs\":[\n{}]", methods.join(",\n"), runs.join(",\n"))
}

fn method(summary: &Summary) -> String {
    let Summary { method, solved, limit, counts, times, spread, .. } = summary;
    let times = times.map(|times| times.map(|time| or_null(time.is_finite().then_some(time))));
    let [median, most, worst] = times.unwrap_or_else(|| [(); 3].map(|()| "null".into()));
    let spread = spread.as_ref().map_or("null".to_owned(), json_spread);
    let steps = summary.steps.as_ref().map_or(String::new(), json_steps);
    format!(
        "{{\"method\":{},\"solved\":{solved},\"limit\":{limit},{}{steps},\"seconds\":{{\"median\":{median},\
         \"p90\":{most},\"worst\":{worst}}},\"spread\":{spread}}}",
        quoted(method),
        json_counts(counts)
    )
}

fn json_spread(spread: &Spread) -> String {
    let (median, interval) = spread.time;
    let mut text = format!(
        "{{\"passes\":{},\"seconds\":{{\"median\":{median},\"low\":{},\"high\":{},\"confidence\":{}}}",
        spread.passes, interval.low, interval.high, interval.confidence
    );
    if let Some((median, interval)) = spread.tried {
        text += &format!(
            ",\"values_tried\":{{\"median\":{median},\"low\":{},\"high\":{},\"confidence\":{}}}",
            interval.low, interval.high, interval.confidence
        );
    }
    text + "}"
}

fn run((entry, method, trial): (&Entry, &str, &Trial)) -> String {
    let Entry { index, source, line, .. } = entry;
    let Trial { seed, repeat, counts, .. } = trial;
    let steps = trial.steps.as_ref().map_or(String::new(), json_steps);
    format!(
        "{{\"index\":{index},\"source\":{},\"line\":{line},\"method\":{},\"seed\":{seed},\"repeat\":{repeat},\
         \"outcome\":\"{}\",\"solutions\":{},{}{steps},\"micros\":{}}}",
        quoted(source),
        quoted(method),
        trial.outcome(),
        trial.solutions.len(),
        json_counts(counts),
        micros(trial)
    )
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

/// Returns members for steps as people take them, after a comma.
fn json_steps(steps: &HumanSteps) -> String {
    let HumanSteps { count, hardest, technique } = steps;
    let hardest = hundredths((*hardest).into());
    format!(",\"steps\":{count},\"hardest\":{hardest},\"technique\":{}", quoted(technique))
}

fn json_counts(counts: &[Option<u64>; 6]) -> String {
    let pairs = GLOSSARY.iter().zip(counts);
    let pairs: Vec<String> = pairs
        .map(|((name, _), &count)| format!("\"{}\":{}", name.replace(' ', "_"), or_null(count)))
        .collect();
    pairs.join(",")
}

fn or_null<T: ToString>(value: Option<T>) -> String {
    value.map_or("null".to_owned(), |value| value.to_string())
}

/// Formats microseconds with the full precision of the clock.
fn micros(trial: &Trial) -> String {
    format!("{:.3}", trial.time.as_secs_f64() * 1e6)
}
