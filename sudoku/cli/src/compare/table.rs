//! The printed table of a comparison.

use sudoku_ask::json::hundredths;

use super::args::Trials;
use super::contest::Contest;
use super::statistics::Interval;
use super::summary::{Summary, common};
use crate::progress::grouped;

/// Printed counters by their index in the glossary: values tried, failures, propagations, removals.
const SHOWN: [(usize, &str); 4] =
    [(0, "values tried"), (3, "failures"), (4, "propagations"), (5, "removals")];

/// Returns the whole text: heading, figures and notes.
pub(super) fn table(contest: &Contest, summaries: &[Summary], settings: &Trials) -> String {
    let done: Vec<usize> = contest.done().collect();
    let mut text = format!("{}\n\n", heading(done.len(), contest.entries.len(), settings));
    if done.is_empty() {
        return text;
    }
    text += &figures(summaries, settings);
    let common = common(contest, &done).len();
    let but = if summaries.iter().any(|summary| summary.solved == 0) { " but those without any" } else { "" };
    if common < done.len() {
        text += &match common {
            0 => "\nNo puzzle was answered by all methods, so there are no counts.\n".to_owned(),
            _ => format!("\nCounts are of the {} that all methods have answered{but}.\n", puzzles(common)),
        };
    }
    let spread = spreads(summaries);
    if !spread.is_empty() {
        text += &format!("\nOver all passes, with the confidence interval of the median:\n\n{spread}");
    }
    text
}

fn heading(done: usize, all: usize, settings: &Trials) -> String {
    let of = if done < all { format!(" of {}", grouped(all as u64)) } else { String::new() };
    let nodes = settings
        .limits
        .node_limit
        .map_or(String::new(), |nodes| format!(" and {} values tried", grouped(nodes)));
    let solutions = match settings.solutions {
        1 => "1 solution".to_owned(),
        most => format!("{} solutions", grouped(most)),
    };
    let done = if all == 1 && done == 1 {
        "1 puzzle".into()
    } else {
        format!("{}{of} puzzles", grouped(done as u64))
    };
    format!(
        "{done}, up to {solutions} of each, at most {}{nodes} a run",
        time(settings.limits.time().as_secs_f64())
    )
}

/// Returns the table of the methods alone.
pub(crate) fn figures(summaries: &[Summary], settings: &Trials) -> String {
    let reached = match settings.limits.node_limit {
        None => format!("> {}", time(settings.limits.time().as_secs_f64())),
        // With a node limit it may have been either limit.
        Some(_) => "limit".to_owned(),
    };
    let mut rows = vec![vec!["method".to_owned(), "solved".into(), "limit".into()]];
    rows[0].extend(SHOWN.map(|(_, name)| name.to_owned()));
    let has_steps = summaries.iter().any(|summary| summary.steps.is_some());
    if has_steps {
        rows[0].extend(["steps", "hardest step"].map(String::from));
    }
    rows[0].extend(["median", "90 %", "worst"].map(String::from));
    for summary in summaries {
        let mut row = vec![summary.method.clone()];
        row.extend([summary.solved, summary.limit].map(|count| grouped(count as u64)));
        row.extend(SHOWN.map(|(counter, _)| summary.counts[counter].map_or("–".into(), grouped)));
        if has_steps {
            let steps = summary.steps.map(|steps| {
                [grouped(steps.count), format!("{} {}", hundredths(steps.hardest.into()), steps.technique)]
            });
            row.extend(steps.unwrap_or_else(|| ["–", "–"].map(String::from)));
        }
        let shown = |seconds: f64| if seconds.is_finite() { time(seconds) } else { reached.clone() };
        match summary.times {
            Some(times) => row.extend(times.map(shown)),
            None => row.extend(["–", "–", "–"].map(String::from)),
        }
        rows.push(row);
    }
    aligned(&rows)
}

fn spreads(summaries: &[Summary]) -> String {
    let mut rows =
        vec![["method", "passes", "values tried", "", "time of all puzzles", ""].map(String::from).to_vec()];
    for summary in summaries {
        let Some(spread) = &summary.spread else { continue };
        let (median, interval) = spread.time;
        let [tried, between] = match spread.tried {
            Some((median, interval)) => [grouped(median), range(interval, grouped)],
            None => ["–".into(), String::new()],
        };
        let passes = grouped(spread.passes as u64);
        rows.push(vec![summary.method.clone(), passes, tried, between, time(median), range(interval, time)]);
    }
    if rows.len() > 1 { aligned(&rows) } else { String::new() }
}

/// Formats `12 to 15 (95 %)`.
fn range<T>(interval: Interval<T>, write: impl Fn(T) -> String) -> String {
    let Interval { low, high, confidence } = interval;
    format!("{} to {} ({:.0} %)", write(low), write(high), (100.0 * confidence).floor())
}

/// Aligns columns: the first to the left and the others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells: Vec<String> = cells
            .map(|(column, (text, &width))| match column {
                0 => format!("{text:<width$}"),
                _ => format!("{text:>width$}"),
            })
            .collect();
        cells.join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

fn puzzles(count: usize) -> String {
    if count == 1 { "puzzle".into() } else { format!("{} puzzles", grouped(count as u64)) }
}

/// Formats `1.23 ms`, with three digits.
pub(crate) fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        _ if seconds >= 0.9995 => (seconds, "s"),
        _ if seconds >= 0.000_999_5 => (seconds * 1e3, "ms"),
        _ => (seconds * 1e6, "µs"),
    };
    let digits = match value {
        _ if value >= 99.95 || value.fract() == 0.0 => 0,
        _ if value >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let times = [1e-7, 1.234e-5, 9.996e-4, 0.0123, 0.9999, 10.0, 123.4];
        let shown = ["0.10 µs", "12.3 µs", "1.00 ms", "12.3 ms", "1.00 s", "10 s", "123 s"];
        assert_eq!(times.map(time), shown);
    }

    #[test]
    fn columns_stand_below_each_other() {
        let rows = [["method", "solved"], ["mrv", "1,234"]].map(|row| row.map(String::from).to_vec());
        assert_eq!(aligned(&rows), "method  solved\nmrv      1,234\n");
    }
}
