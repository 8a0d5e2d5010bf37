//! `sudoku growth`: what methods cost as grids grow, on puzzles made for it.

use std::path::PathBuf;

use clap::Args;

use super::args::Output;
use super::compare::{Contest, Entry, Summary, Trials, check, disagreements, draw, figures, summaries};
use super::job::Reply;
use super::plot::{Axis, Plot, Rule, Scale, Series, Style, Unit};
use super::report::Status;
use super::session::Session;
use super::{Usage, units};
use crate::generate::{Generator, Wishes};
use crate::grid::Grid;
use crate::puzzle::Puzzle;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku growth
  sudoku growth --sizes 2..5 --svg growth.svg
  sudoku growth --methods propagate,norvig,domain --sizes 3..4 --givens 45 --puzzles 20
  sudoku growth --methods norvig,engine --plot tried --svg growth.svg

Makes puzzles with one solution for each size and compares methods on them, as sudoku compare does: its help says what is
in the tables. Boxes of 2 make grids of 4x4, of 3 9x9, of 6 36x36. A method that has answered no puzzle of a size
is not asked about larger ones. The same seed gives the same puzzles.")]
pub(super) struct Growth {
    /// Sides of the boxes
    #[arg(long, value_name = "MIN..MAX", value_parser = units::bounds, default_value = "2..4")]
    pub sizes: units::Bounds,

    /// Cells that are given, in percent
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(1..=100), default_value = "50")]
    pub givens: u8,

    /// Puzzles of each size
    #[arg(long, value_name = "N", value_parser = units::positive, default_value = "5")]
    pub puzzles: u64,

    #[command(flatten)]
    pub trials: Trials,

    /// Draw the cost against the size (PNG where the name ends in .png)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub svg: Option<PathBuf>,

    /// Which cost to draw
    #[arg(long, value_name = "COST", value_enum, default_value_t = Cost::Time, requires = "svg", help_heading = "Output")]
    pub plot: Cost,

    #[command(flatten)]
    pub output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Cost {
    /// The median time of the puzzles
    Time,
    /// The values tried for a puzzle, on average of those that all methods have answered
    Tried,
}

/// Larger boxes would make larger grids than there are.
const LARGEST_BOX: usize = 8;

/// A side of boxes, and what came of the puzzles.
struct Stage {
    side: usize,
    puzzles: usize,
    summaries: Vec<Summary>,
    /// Those that all methods have answered.
    common: usize,
}

pub(super) fn run(args: Growth) -> Result<u8, Usage> {
    let (least, most) = (args.sizes.0.unwrap_or(2), args.sizes.1.unwrap_or(LARGEST_BOX));
    if least < 1 || most > LARGEST_BOX || least > most {
        return Err(Usage(format!(
            "--sizes are sides of boxes, from 1 to {LARGEST_BOX}: 2..4, for instance"
        )));
    }
    if let Some(path) = &args.svg {
        check(path)?;
    }
    let session = Session::open(false, &args.output, false)?;
    session.progress.show(false);
    let mut stages: Vec<Stage> = Vec::new();
    let mut methods = args.trials.methods.0.clone();
    for side in least..=most {
        if session.is_over() || methods.is_empty() {
            break;
        }
        let entries = entries(side, &args, &session)?;
        let mut contest = Contest::new(methods.clone(), entries);
        contest.run(&args.trials, &session);
        let stage = Stage::of(&contest, side);
        let mut reply = Reply { notes: disagreements(&contest), ..Reply::default() };
        reply.tally.failures = reply.notes.len() as u64;
        reply.tally.counts[Status::Solved as usize] = stage.puzzles as u64;
        if stage.puzzles > 0 {
            reply.out = stage.text(&args).into_bytes();
            let able = |name: &str| {
                stage.summaries.iter().any(|summary| summary.method == name && summary.solved > 0)
            };
            methods.retain(|method| able(&method.name));
            stages.push(stage);
        }
        session.progress.clear();
        session.deliver(session.hand_out(), &mut reply, true);
    }
    if let Some(path) = &args.svg {
        let names: Vec<&str> = args.trials.methods.0.iter().map(|method| method.name.as_str()).collect();
        draw(path, &[plot(&stages, &names, &args)])?;
    }
    Ok(session.finish())
}

/// Puzzles of a size, as many as are wanted, or as there were before an interrupt.
fn entries(side: usize, args: &Growth, session: &Session) -> Result<Vec<Entry>, Usage> {
    let open = Puzzle::open(Grid::square(side * side)?);
    let givens = (open.grid.cells() * usize::from(args.givens)).div_ceil(100);
    let wishes = Wishes { least: Some(givens), most: Some(givens), ..Wishes::default() };
    let generator = Generator::new(&open, wishes, args.trials.seed)?.cancel(&session.interrupt.cancel);
    let entry = |(index, puzzle)| Entry {
        puzzle,
        index,
        source: format!("puzzle of boxes {side}x{side}, seed {}", args.trials.seed),
        line: index,
    };
    let wanted = usize::try_from(args.puzzles).unwrap_or(usize::MAX);
    let entries: Vec<Entry> = (1..).zip(generator.take(wanted)).map(entry).collect();
    if entries.len() < wanted && !session.interrupt.cancel.is_cancelled() {
        return Err(Usage(format!(
            "of boxes {side}x{side} there are no {} puzzles with {givens} givens to be found: give more with --givens",
            args.puzzles
        )));
    }
    Ok(entries)
}

impl Stage {
    fn of(contest: &Contest, side: usize) -> Stage {
        let done: Vec<usize> = contest.done().collect();
        let common = super::compare::common(contest, &done).len();
        Stage { side, puzzles: done.len(), summaries: summaries(contest, &done), common }
    }

    fn name(&self) -> String {
        let side = self.side * self.side;
        format!("{side}×{side}")
    }

    fn text(&self, args: &Growth) -> String {
        let Stage { puzzles, common, .. } = self;
        let cells = self.side.pow(4);
        let givens = (cells * usize::from(args.givens)).div_ceil(100);
        let counts = if common < puzzles { format!(", counts of {common}") } else { String::new() };
        format!(
            "{}, {givens} givens, {puzzles} puzzles{counts}\n\n{}\n",
            self.name(),
            figures(&self.summaries, &args.trials)
        )
    }

    /// What a method costs here; nothing where most puzzles met the limit.
    fn cost(&self, method: &str, cost: Cost) -> Option<f64> {
        let summary = self.summaries.iter().find(|summary| summary.method == method)?;
        match cost {
            Cost::Time => summary.times.map(|[median, ..]| median).filter(|time| time.is_finite()),
            // What is solved without a try has a place on a logarithmic axis all the same.
            Cost::Tried => summary.counts[0].map(|tried| (tried as f64 / self.common as f64).max(0.1)),
        }
    }
}

fn plot(stages: &[Stage], methods: &[&str], args: &Growth) -> Plot {
    let series = methods.iter().map(|&method| {
        let costs =
            stages.iter().filter_map(|stage| Some((stage.side as f64, stage.cost(method, args.plot)?)));
        Series { name: method.to_owned(), style: Style::Line, points: costs.collect() }
    });
    let (label, unit) = match args.plot {
        Cost::Time => ("median time", Unit::Seconds),
        Cost::Tried => ("values tried for a puzzle, at least 0.1", Unit::Count),
    };
    let series: Vec<Series> = series.collect();
    let lacks = series.iter().any(|series| series.points.len() < stages.len());
    let limit = args.trials.time_limit.as_secs_f64();
    let rules =
        if args.plot == Cost::Time && lacks { vec![Rule::Along(limit, "limit".into())] } else { vec![] };
    let places = stages.iter().map(|stage| (stage.side as f64, stage.name()));
    Plot {
        title: "Cost against size".into(),
        note: format!("Sudokus with {} % of their cells given, {} of each size", args.givens, args.puzzles),
        x: Axis {
            label: "size of the grid".into(),
            unit: Unit::Count,
            scale: Scale::Named(places.collect()),
            reaches: Vec::new(),
        },
        y: Axis { label: label.into(), unit, scale: Scale::Log, reaches: Vec::new() },
        series,
        rules,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(side: usize, method: &str, times: [f64; 3], tried: u64) -> Stage {
        let counts = [Some(tried), None, None, None, None, None];
        let summary =
            Summary { method: method.into(), solved: 2, limit: 0, counts, times: Some(times), spread: None };
        Stage { side, puzzles: 2, summaries: vec![summary], common: 2 }
    }

    #[test]
    fn costs_are_those_of_a_puzzle() {
        let small = stage(2, "mrv", [0.5, 1.0, f64::INFINITY], 7);
        assert_eq!(small.cost("mrv", Cost::Time), Some(0.5));
        assert_eq!(small.cost("mrv", Cost::Tried), Some(3.5));
        assert_eq!(small.cost("norvig", Cost::Time), None);
        let large = stage(3, "mrv", [f64::INFINITY; 3], 0);
        assert_eq!(large.cost("mrv", Cost::Time), None);
        assert_eq!(large.cost("mrv", Cost::Tried), Some(0.1));
    }
}
