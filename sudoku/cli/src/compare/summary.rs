//! The figures of each method, from all its runs.

use super::contest::Contest;
use super::statistics::{Interval, interval, median, quantile, sort};
use super::trial::{Counts, Trial};

/// What a method came to.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub method: String,
    /// Puzzles answered in all runs, and those that a limit came before in one.
    pub solved: usize,
    pub limit: usize,
    /// Sums over the puzzles that all methods have answered, of several seeds the median of their sums; nothing of a method
    /// that has answered none.
    pub counts: Counts,
    /// Seconds: median, 90 %, worst of the puzzles. Infinite where a limit came first.
    pub times: Option<[f64; 3]>,
    /// Values tried for a puzzle: the median. Infinite where most met a limit.
    pub tried: Option<f64>,
    /// How much it varies over seeds and repeats.
    pub spread: Option<Spread>,
}

/// Sums over the puzzles that all methods have answered, pass by pass.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    pub passes: usize,
    /// Values tried: over the seeds, if there are several.
    pub tried: Option<(u64, Interval<u64>)>,
    /// Seconds.
    pub time: (f64, Interval<f64>),
}

/// The puzzles of these that all methods have answered in all runs, but for methods that have answered none.
pub(crate) fn common(contest: &Contest, entries: &[usize]) -> Vec<usize> {
    let answers = |entry: usize, method: usize| contest.trials[entry][method].iter().all(Trial::is_finished);
    let methods = 0..contest.contenders.len();
    let able: Vec<usize> =
        methods.filter(|&method| entries.iter().any(|&entry| answers(entry, method))).collect();
    let is_common = |entry: usize| able.iter().all(|&method| answers(entry, method));
    if able.is_empty() {
        Vec::new()
    } else {
        entries.iter().copied().filter(|&entry| is_common(entry)).collect()
    }
}

/// The figures of all methods on these puzzles.
pub(crate) fn summaries(contest: &Contest, entries: &[usize]) -> Vec<Summary> {
    let common = common(contest, entries);
    let methods = contest.contenders.iter().enumerate();
    methods.map(|(method, contender)| summary(contest, method, &contender.name, entries, &common)).collect()
}

fn summary(contest: &Contest, method: usize, name: &str, entries: &[usize], common: &[usize]) -> Summary {
    let trials = |entry: usize| contest.trials[entry][method].as_slice();
    let finished = |&&entry: &&usize| trials(entry).iter().all(Trial::is_finished);
    let solved = entries.iter().filter(finished).count();
    let mut times: Vec<f64> = entries.iter().filter_map(|&entry| seconds(trials(entry))).collect();
    sort(&mut times);
    let of_puzzle = |entry: usize, counter: usize| -> Option<u64> {
        median(trials(entry).iter().filter_map(|trial| trial.counts[counter]).collect())
    };
    let tried = |&entry: &usize| {
        if finished(&&entry) { of_puzzle(entry, 0).map(|tried| tried as f64) } else { Some(f64::INFINITY) }
    };
    let tried: Option<Vec<f64>> = entries.iter().map(tried).collect();
    let common: Vec<&[Trial]> = common.iter().map(|&entry| trials(entry)).collect();
    let has_counts = solved > 0 && !common.is_empty();
    Summary {
        method: name.to_owned(),
        solved,
        limit: entries.len() - solved,
        counts: std::array::from_fn(|counter| median(sums(&common, counter)).filter(|_| has_counts)),
        times: quantile(&times, 0.5)
            .zip(quantile(&times, 0.9))
            .zip(quantile(&times, 1.0))
            .map(|((median, most), worst)| [median, most, worst]),
        tried: tried.and_then(median),
        spread: if has_counts { spread(&common) } else { None },
    }
}

/// The time of a puzzle: the median of its runs.
pub(crate) fn seconds(trials: &[Trial]) -> Option<f64> {
    median(trials.iter().map(Trial::seconds).collect())
}

/// Over the passes that were made of all puzzles.
fn spread(puzzles: &[&[Trial]]) -> Option<Spread> {
    let passes = passes(puzzles);
    let time = |pass: usize| puzzles.iter().map(|trials| trials[pass].time.as_secs_f64()).sum::<f64>();
    let times: Vec<f64> = (0..passes).map(time).collect();
    let tried = sums(puzzles, 0);
    let time = (median(times.clone())?, interval(times)?);
    Some(Spread { passes, tried: median(tried.clone()).zip(interval(tried)), time })
}

/// How often all of these puzzles were run.
fn passes(puzzles: &[&[Trial]]) -> usize {
    puzzles.iter().map(|trials| trials.len()).min().unwrap_or(0)
}

/// What a counter comes to over all puzzles, for each seed: repeats count the same again.
fn sums(puzzles: &[&[Trial]], counter: usize) -> Vec<u64> {
    let is_first = |&pass: &usize| puzzles.iter().all(|trials| trials[pass].repeat == 1);
    let sum = |pass: usize| puzzles.iter().map(|trials| trials[pass].counts[counter]).sum::<Option<u64>>();
    (0..passes(puzzles)).filter(is_first).filter_map(sum).collect()
}
