//! Figures of each method over all its runs.

use sudoku_ask::compare::{Counts, HumanSteps, Trial};

use super::contest::Contest;
use super::statistics::{Interval, interval, median, quantile, sort};

/// Figures of one method.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub method: String,
    /// Number of puzzles answered in all runs, and of puzzles that met a limit in some run.
    pub solved: usize,
    pub limit: usize,
    /// Sums over the puzzles that all methods have answered: the median over the seeds. Empty for a method that has
    /// answered none.
    pub counts: Counts,
    /// Steps as people take them, on the same puzzles, and the hardest of them; `None` for searches.
    pub steps: Option<HumanSteps>,
    /// Seconds: median, 90 % quantile and maximum over the puzzles. Infinite where a limit was reached.
    pub times: Option<[f64; 3]>,
    /// Median of the values tried for a puzzle. Infinite if most puzzles met a limit.
    pub tried: Option<f64>,
    /// Variation over seeds and repeats.
    pub spread: Option<Spread>,
}

/// Variation, pass by pass, of the sums over the puzzles that all methods have answered.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    pub passes: usize,
    /// Values tried; over the seeds, if there are several.
    pub tried: Option<(u64, Interval<u64>)>,
    /// Time in seconds.
    pub time: (f64, Interval<f64>),
}

/// Returns those of these puzzles that all methods have answered in all runs. Methods that have answered none do not
/// count.
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

/// Returns the figures of all methods on these puzzles.
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
        steps: if has_counts { steps(&common) } else { None },
        times: quantile(&times, 0.5)
            .zip(quantile(&times, 0.9))
            .zip(quantile(&times, 1.0))
            .map(|((median, most), worst)| [median, most, worst]),
        tried: tried.and_then(median),
        spread: if has_counts { spread(&common) } else { None },
    }
}

/// Returns the steps of the first runs together.
fn steps(puzzles: &[&[Trial]]) -> Option<HumanSteps> {
    let mut all = HumanSteps::default();
    for trials in puzzles {
        all.add(trials.first()?.steps?);
    }
    Some(all)
}

/// Returns the time of a puzzle: the median over its runs.
pub(crate) fn seconds(trials: &[Trial]) -> Option<f64> {
    median(trials.iter().map(Trial::seconds).collect())
}

/// Returns the variation over the passes that include all puzzles.
fn spread(puzzles: &[&[Trial]]) -> Option<Spread> {
    let passes = passes(puzzles);
    let time = |pass: usize| puzzles.iter().map(|trials| trials[pass].time.as_secs_f64()).sum::<f64>();
    let times: Vec<f64> = (0..passes).map(time).collect();
    let tried = sums(puzzles, 0);
    let time = (median(times.clone())?, interval(times)?);
    Some(Spread { passes, tried: median(tried.clone()).zip(interval(tried)), time })
}

/// Returns the number of passes that include all of these puzzles.
fn passes(puzzles: &[&[Trial]]) -> usize {
    puzzles.iter().map(|trials| trials.len()).min().unwrap_or(0)
}

/// Returns the sum of a counter over all puzzles for each seed. Repeats give the same counts.
fn sums(puzzles: &[&[Trial]], counter: usize) -> Vec<u64> {
    let is_first = |&pass: &usize| puzzles.iter().all(|trials| trials[pass].repeat == 1);
    let sum = |pass: usize| puzzles.iter().map(|trials| trials[pass].counts[counter]).sum::<Option<u64>>();
    (0..passes(puzzles)).filter(is_first).filter_map(sum).collect()
}
