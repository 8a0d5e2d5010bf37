//! Plots of the cost: against the size, or for each size against the share of holes.

use super::Stage;
use super::args::{Cost, Growth, ProblemKind};
use crate::plot::{Axis, Plot, Rule, Scale, Series, Style, Unit};

/// Returns one plot against the size or, if the shares of holes differ, a plot against the share for each
/// size.
pub(super) fn plots(stages: &[Stage], args: &Growth) -> Vec<Plot> {
    let all: Vec<&Stage> = stages.iter().collect();
    if stages.iter().all(|stage| stage.holes == stages[0].holes) {
        return vec![against_size(&all, args)];
    }
    let of_a_size = all.chunk_by(|one, other| one.size == other.size);
    of_a_size.map(|stages| against_holes(stages, args)).collect()
}

fn against_size(stages: &[&Stage], args: &Growth) -> Plot {
    let holes = stages.first().and_then(|stage| stage.holes).unwrap_or(0);
    let (puzzles, given) = (args.puzzles, 100 - holes);
    let (label, note) = match args.of {
        ProblemKind::Sudoku => (
            "size of the grid",
            format!("Sudokus with {given} % of their cells given, {puzzles} of each size"),
        ),
        ProblemKind::Queens => {
            ("queens (logarithmic)", format!("one of the queens given, {puzzles} boards of each size"))
        }
        ProblemKind::Quasigroup => {
            ("order", format!("quasigroups with {holes} % holes, {puzzles} of each order"))
        }
    };
    let x = |stage: &Stage| match args.of {
        ProblemKind::Queens => (stage.size as f64).log2(),
        _ => stage.size as f64,
    };
    let name = |stage: &Stage| match args.of {
        ProblemKind::Sudoku => format!("{0}×{0}", stage.size * stage.size),
        _ => stage.size.to_string(),
    };
    let places = stages.iter().map(|stage| (x(stage), name(stage))).collect();
    plot("Cost against size", label, note, places, stages, args)
}

fn against_holes(stages: &[&Stage], args: &Growth) -> Plot {
    let size = stages[0].size;
    let what = match args.of {
        ProblemKind::Sudoku => format!("Sudokus of {0}×{0}", size * size),
        _ => format!("quasigroups of order {size}"),
    };
    let note = format!("{what}, {} of each share", args.puzzles);
    let share = |stage: &&Stage| stage.holes.unwrap_or(0);
    let places = stages.iter().map(|stage| (share(stage) as f64, share(stage).to_string())).collect();
    plot("Cost against holes", "cells left open, %", note, places, stages, args)
}

/// Plots stages at their positions on the horizontal axis.
fn plot(
    title: &str,
    label: &str,
    note: String,
    places: Vec<(f64, String)>,
    stages: &[&Stage],
    args: &Growth,
) -> Plot {
    let ceiling = ceiling(args);
    let series = args.trials.methods.0.iter().map(|method| {
        let costs = places.iter().zip(stages).filter_map(|((x, _), stage)| {
            let cost = stage.cost(&method.name, args.plot)?;
            // If a limit was reached and its cost is unknown, the line has a gap.
            Some((*x, if cost.is_finite() { cost } else { ceiling.unwrap_or(f64::NAN) }))
        });
        Series { name: method.name.clone(), style: Style::Line, points: costs.collect(), ceiling }
    });
    let series: Vec<Series> = series.collect();
    let reached = |ceiling: &f64| series.iter().any(|series| series.points.iter().any(|(_, y)| y >= ceiling));
    let rules = ceiling.filter(reached).map(|ceiling| Rule::Along(ceiling, "limit".into()));
    let (label_of_cost, unit) = match args.plot {
        Cost::Time => ("median time", Unit::Seconds),
        Cost::Tried => ("values tried, median, at least 0.1", Unit::Count),
    };
    let axis = |label: &str, unit, scale| Axis { label: label.into(), unit, scale, reaches: Vec::new() };
    let hollow = if rules.is_some() { "; hollow marks: most met the limit" } else { "" };
    Plot {
        title: title.into(),
        note: note + hollow,
        x: axis(label, Unit::Count, Scale::Named(places)),
        y: axis(label_of_cost, unit, Scale::Log),
        series,
        rules: rules.into_iter().collect(),
    }
}

/// Returns the cost that stands for a reached limit, if it is known.
fn ceiling(args: &Growth) -> Option<f64> {
    match args.plot {
        // If there is a node limit as well, either of the two limits may have been reached.
        Cost::Time => Some(args.trials.limits.time().as_secs_f64()),
        Cost::Tried => args.trials.limits.node_limit.map(|nodes| nodes as f64),
    }
}

impl Stage {
    /// Returns the cost of a method, infinite if most problems reached the limit; `None` if the method was
    /// not run or has no such count.
    fn cost(&self, method: &str, cost: Cost) -> Option<f64> {
        let summary = self.summaries.iter().find(|summary| summary.method == method)?;
        match cost {
            Cost::Time => summary.times.map(|[median, ..]| median.max(1e-9)),
            // A logarithmic axis has no place for 0 tries.
            Cost::Tried => summary.tried.map(|tried| tried.max(0.1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Contest, Summary};

    fn stage(median: f64, tried: f64) -> Stage {
        let summary = Summary {
            method: "mrv".into(),
            solved: 2,
            limit: 0,
            counts: [None; 6],
            steps: None,
            times: Some([median, 1.0, 2.0]),
            tried: Some(tried),
            spread: None,
        };
        let contest = Contest::new(Vec::new(), Vec::new());
        Stage { size: 2, holes: None, contest, done: 2, common: 2, summaries: vec![summary] }
    }

    #[test]
    fn costs_are_medians_over_problems() {
        let small = stage(0.5, 3.0);
        assert_eq!(small.cost("mrv", Cost::Time), Some(0.5));
        assert_eq!(small.cost("mrv", Cost::Tried), Some(3.0));
        assert_eq!(small.cost("norvig", Cost::Time), None);
        let large = stage(f64::INFINITY, 0.0);
        assert_eq!(large.cost("mrv", Cost::Time), Some(f64::INFINITY));
        assert_eq!(large.cost("mrv", Cost::Tried), Some(0.1));
    }
}
