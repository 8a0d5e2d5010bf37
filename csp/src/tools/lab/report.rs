//! The results of an experiment: every run, and rows of runs to compare.

use std::fmt;
use std::time::Duration;

use super::Run;
use crate::base::stats::Statistics;
use crate::model::solution::Count;

/// All runs of an experiment. Printed, it is a table of medians; [`csv`](Report::csv) has everything.
#[derive(Clone, Debug)]
pub struct Report {
    /// Model, size, configuration.
    rows: Vec<(String, usize, String)>,
    runs: Vec<Run>,
}

/// The runs of one configuration on the models of one name and size.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The models' name.
    pub model: &'a str,
    /// The models' size; 0 if they have none.
    pub size: usize,
    /// The configuration's name.
    pub config: &'a str,
    /// In the order in which they were run.
    pub runs: Vec<&'a Run>,
}

impl Report {
    pub(super) fn new(rows: Vec<(String, usize, String)>, runs: Vec<Run>) -> Report {
        Report { rows, runs }
    }

    /// Returns all runs, in the order in which they were run.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the rows, model by model, the configurations in the order in which they were given.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|(model, size, config)| {
            let is_of = |run: &&Run| run.model == *model && run.size == *size && run.config == *config;
            Row { model, size: *size, config, runs: self.runs.iter().filter(is_of).collect() }
        })
    }

    /// Returns the row of a model, a size and a configuration; models without a size have size 0.
    pub fn row(&self, model: &str, size: usize, config: &str) -> Option<Row<'_>> {
        self.rows().find(|row| row.model == model && row.size == size && row.config == config)
    }

    /// Returns a table as CSV (RFC 4180): a line of column names, and a line for each run, in their order.
    pub fn csv(&self) -> String {
        let counters = Statistics::default().columns().into_iter().map(|(name, _)| name);
        let names = ["model", "size", "seed", "config", "repeat", "answer", "solutions"];
        let names: Vec<&str> =
            names.into_iter().chain(counters).chain(["compile_seconds", "seconds"]).collect();
        let mut text = names.join(",") + "\n";
        for run in &self.runs {
            let answer = match run.count {
                Count::Exactly(_) => "exactly",
                Count::AtLeast(_) => "at least",
                Count::Limit(_) => "limit",
            };
            let mut fields = vec![
                quoted(&run.model),
                run.size.to_string(),
                run.seed.to_string(),
                quoted(&run.config),
                run.repeat.to_string(),
                answer.to_string(),
                run.count.found().to_string(),
            ];
            fields.extend(run.statistics.columns().iter().map(|(_, number)| number.to_string()));
            for time in [run.compile, run.statistics.time] {
                fields.push(format!("{:.9}", time.as_secs_f64()));
            }
            text += &fields.join(",");
            text.push('\n');
        }
        text
    }
}

fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

impl<'a> Row<'a> {
    /// Returns the number of runs that finished.
    pub fn solved(&self) -> usize {
        self.runs.iter().filter(|run| run.is_solved()).count()
    }

    /// Returns the number of runs that a limit stopped.
    pub fn limits(&self) -> usize {
        self.runs.len() - self.solved()
    }

    /// Returns the mean number of solutions of a run; `None` if it is unknown because of limits.
    pub fn solutions(&self) -> Option<f64> {
        let found: u64 = self.runs.iter().map(|run| run.count.found()).sum();
        (self.limits() == 0 && !self.runs.is_empty()).then(|| found as f64 / self.runs.len() as f64)
    }

    /// Returns the quantile of a number over the runs: the smallest that at least this share of them does not
    /// exceed. A run that a limit stopped counts as greater than all others; `None` if the quantile is such a
    /// run, or if there are no runs.
    ///
    /// # Panics
    /// If the share is not from 0 to 1.
    pub fn quantile<T: Ord>(&self, share: f64, measure: impl Fn(&Run) -> T) -> Option<T> {
        assert!((0.0..=1.0).contains(&share), "a share is from 0 to 1, not {share}");
        let mut measured: Vec<T> =
            self.runs.iter().filter(|run| run.is_solved()).map(|&run| measure(run)).collect();
        measured.sort();
        let rank = ((share * self.runs.len() as f64).ceil() as usize).max(1);
        measured.into_iter().nth(rank - 1)
    }

    /// Returns the median; of an even number of runs, the lower of the two in the middle.
    pub fn median<T: Ord>(&self, measure: impl Fn(&Run) -> T) -> Option<T> {
        self.quantile(0.5, measure)
    }
}

/// Returns a model's name as in the table.
pub(super) fn title(model: &str, size: usize) -> String {
    if size == 0 { model.to_string() } else { format!("{model} {size}") }
}

/// Returns a model's name as in the table, with the seed.
pub(super) fn instance(model: &str, size: usize, seed: u64) -> String {
    if seed == 0 { title(model, size) } else { format!("{} (seed {seed})", title(model, size)) }
}

/// Prints a table: the mean number of solutions, medians of the other numbers, and the 0.9 quantiles of nodes and
/// time. A dash marks a number that is unknown because of limits.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = vec![
            [
                "model",
                "config",
                "solved",
                "solutions",
                "nodes",
                "90 %",
                "failures",
                "propagations",
                "time",
                "90 %",
            ]
            .map(str::to_string),
        ];
        for row in self.rows() {
            let number = |measured: Option<u64>| measured.map_or("–".to_string(), |n| n.to_string());
            let time = |measured: Option<Duration>| measured.map_or("–".to_string(), readable);
            lines.push([
                title(row.model, row.size),
                row.config.to_string(),
                format!("{}/{}", row.solved(), row.runs.len()),
                row.solutions().map_or("–".to_string(), |mean| match mean.fract() {
                    0.0 => mean.to_string(),
                    _ => format!("{mean:.2}"),
                }),
                number(row.median(|run| run.statistics.nodes)),
                number(row.quantile(0.9, |run| run.statistics.nodes)),
                number(row.median(|run| run.statistics.failures)),
                number(row.median(|run| run.statistics.all_propagations())),
                time(row.median(|run| run.statistics.time)),
                time(row.quantile(0.9, |run| run.statistics.time)),
            ]);
        }
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 10] = std::array::from_fn(width);
        for line in &lines {
            let fields = line.iter().zip(widths).enumerate().map(|(column, (field, width))| match column {
                0 | 1 => format!("{field:<width$}"),
                _ => format!("{field:>width$}"),
            });
            writeln!(f, "{}", fields.collect::<Vec<_>>().join("  "))?;
        }
        Ok(())
    }
}

fn readable(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1e-3 => format!("{:.0} µs", seconds * 1e6),
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{seconds:.2} s"),
    }
}
