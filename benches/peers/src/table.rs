//! Tables with a line for each peer and mode, and the ratio to Gecode's best mode.

use std::time::Duration;

use crate::peer::Task;
use crate::rounds::{Results, Runs};

/// Reference peer of the ratios.
const REFERENCE: &str = "Gecode";

/// Prints the table of one task, with times per instance.
pub fn print_task(task: &Task, results: &Results) {
    if results.runs.is_empty() {
        println!("\n{}: nobody to run it", task.name);
        return;
    }
    let instances = task.problem.instances();
    println!("\n{}", task.name);
    println!(
        "  {:<54} {:>11} {:>11} {:>11} {:>11} {:>9}  answer",
        "peer", "best", "median", "nodes", "fails", "× Gecode"
    );
    let reference = results
        .runs
        .iter()
        .filter(|runs| runs.peer == REFERENCE && runs.outcome.complete)
        .map(Runs::best)
        .min();
    for runs in &results.runs {
        let answer = if runs.outcome.complete {
            task.problem.verdict(&runs.outcome).to_string()
        } else {
            "limit".into()
        };
        println!(
            "  {:<54} {:>11} {:>11} {:>11} {:>11} {:>9}  {answer}",
            format!("{} {}", runs.peer, runs.mode),
            bound(runs) + &time(runs.best() / instances as u32),
            bound(runs) + &time(runs.median() / instances as u32),
            runs.outcome.nodes,
            runs.outcome.fails,
            ratio(runs.best(), reference.filter(|_| runs.outcome.complete)),
        );
    }
}

/// Prints the distribution of the best times over many tasks of one kind. A task that hit the limit counts with the
/// limit.
pub fn print_family(name: &str, results: &[Results]) {
    println!("\n{name}");
    println!(
        "  {:<54} {:>7} {:>11} {:>11} {:>11} {:>11} {:>11} {:>9} {:>9}",
        "peer", "solved", "median", "mean", "worst", "nodes", "fails", "× median", "× mean"
    );
    let lines: Vec<Line> = results.first().map_or(Vec::new(), |first| {
        first.runs.iter().map(|runs| Line::new(runs.peer, runs.mode, results)).collect()
    });
    let reference = lines.iter().filter(|line| line.peer == REFERENCE);
    let median = reference.clone().map(|line| line.median).min();
    let mean = reference.map(|line| line.mean).min();
    for line in &lines {
        println!(
            "  {:<54} {:>7} {:>11} {:>11} {:>11} {:>11} {:>11} {:>9} {:>9}",
            format!("{} {}", line.peer, line.mode),
            format!("{}/{}", line.solved, results.len()),
            time(line.median),
            time(line.mean),
            time(line.worst),
            line.nodes,
            line.fails,
            ratio(line.median, median),
            ratio(line.mean, mean),
        );
    }
}

struct Line {
    peer: &'static str,
    mode: &'static str,
    solved: usize,
    median: Duration,
    mean: Duration,
    worst: Duration,
    nodes: u64,
    fails: u64,
}

impl Line {
    fn new(peer: &'static str, mode: &'static str, results: &[Results]) -> Line {
        let all = results.iter().flat_map(|results| &results.runs);
        let mine: Vec<&Runs> = all.filter(|runs| runs.peer == peer && runs.mode == mode).collect();
        let mut times: Vec<Duration> = mine.iter().map(|runs| runs.best()).collect();
        times.sort_unstable();
        // The median of an even number of times is the mean of the middle two.
        let middle = times[(times.len() - 1) / 2] + times[times.len() / 2];
        Line {
            peer,
            mode,
            solved: mine.iter().filter(|runs| runs.outcome.complete).count(),
            median: middle / 2,
            mean: times.iter().sum::<Duration>() / times.len() as u32,
            worst: times.last().copied().unwrap_or_default(),
            nodes: mine.iter().map(|runs| runs.outcome.nodes).sum(),
            fails: mine.iter().map(|runs| runs.outcome.fails).sum(),
        }
    }
}

/// Formats `>` for a run that hit the limit and would have taken longer.
fn bound(runs: &Runs) -> String {
    if runs.outcome.complete { String::new() } else { "> ".into() }
}

fn time(time: Duration) -> String {
    let us = time.as_secs_f64() * 1e6;
    match us {
        ..100.0 => format!("{us:.2} µs"),
        ..10_000.0 => format!("{us:.0} µs"),
        _ => format!("{:.1} ms", us / 1000.0),
    }
}

fn ratio(time: Duration, reference: Option<Duration>) -> String {
    match reference {
        Some(reference) if !reference.is_zero() => {
            format!("{:.3}", time.as_secs_f64() / reference.as_secs_f64())
        }
        _ => "–".into(),
    }
}
