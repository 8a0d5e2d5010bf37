//! Plots of a comparison: number of puzzles solved by a time, and two methods puzzle by puzzle.

use super::args::Trials;
use super::contest::Contest;
use super::summary::seconds;
use super::table::time;
use crate::plot::{Axis, Plot, Rule, Scale, Series, Style, Unit};
use crate::progress::grouped;

/// Plots the number of solved puzzles against time: the further up and left, the better.
pub(super) fn cactus(contest: &Contest, settings: &Trials) -> Plot {
    let done: Vec<usize> = contest.done().collect();
    let series = contest.contenders.iter().enumerate().map(|(method, contender)| {
        let mut times: Vec<f64> = done.iter().filter_map(|&entry| answered(contest, entry, method)).collect();
        times.sort_by(f64::total_cmp);
        let points = times.into_iter().enumerate().map(|(before, time)| (time, before as f64 + 1.0));
        Series { name: contender.name.clone(), style: Style::Steps, points: points.collect(), ceiling: None }
    });
    let series: Vec<Series> = series.collect();
    let limit = settings.limits.time().as_secs_f64();
    let has_limits = series.iter().any(|series| series.points.len() < done.len());
    Plot {
        title: "Puzzles solved by which time".into(),
        note: note(done.len(), settings),
        x: Axis {
            label: "time for each puzzle".into(),
            unit: Unit::Seconds,
            scale: Scale::Log,
            reaches: vec![],
        },
        y: Axis {
            label: "puzzles solved".into(),
            unit: Unit::Count,
            scale: Scale::Linear,
            reaches: vec![done.len() as f64],
        },
        rules: if has_limits { vec![Rule::Across(limit, "limit".into())] } else { Vec::new() },
        series,
    }
}

/// Plots the time of each puzzle with one method against another. Unsolved puzzles stand at the limit.
pub(super) fn scatter(contest: &Contest, [a, b]: [usize; 2], settings: &Trials) -> Plot {
    let done: Vec<usize> = contest.done().collect();
    let limit = settings.limits.time().as_secs_f64();
    let name = |method: usize| contest.contenders[method].name.as_str();
    let pairs = done.iter().map(|&entry| [a, b].map(|method| answered(contest, entry, method)));
    let (both, one): (Vec<_>, Vec<_>) = pairs.partition(|pair| pair.iter().all(Option::is_some));
    let points = |pairs: Vec<[Option<f64>; 2]>| {
        pairs.into_iter().map(|[x, y]| (x.unwrap_or(limit), y.unwrap_or(limit))).collect::<Vec<_>>()
    };
    let (both, one) = (points(both), points(one));
    let all = both.iter().chain(&one).flat_map(|&(x, y)| [x, y]);
    // Both axes have the same range, so the diagonal marks equal times.
    let reaches: Vec<f64> = all.collect();
    let axis = |method: usize| Axis {
        label: format!("time with {}", name(method)),
        unit: Unit::Seconds,
        scale: Scale::Log,
        reaches: reaches.clone(),
    };
    let mut rules = vec![Rule::Equal("equally fast".into())];
    let mut series =
        vec![Series { name: "solved by both".into(), style: Style::Marks, points: both, ceiling: None }];
    if !one.is_empty() {
        series.push(Series {
            name: "limit of one or both".into(),
            style: Style::Marks,
            points: one,
            ceiling: None,
        });
        rules.extend([Rule::Across(limit, String::new()), Rule::Along(limit, "limit".into())]);
    }
    Plot {
        title: format!("{} against {}", name(b), name(a)),
        note: format!("below the diagonal {} is faster; {}", name(b), note(done.len(), settings)),
        x: axis(a),
        y: axis(b),
        series,
        rules,
    }
}

fn answered(contest: &Contest, entry: usize, method: usize) -> Option<f64> {
    // A clock may report a time of 0, which a logarithmic axis cannot show.
    seconds(&contest.trials[entry][method]).filter(|time| time.is_finite()).map(|time| time.max(1e-9))
}

fn note(puzzles: usize, settings: &Trials) -> String {
    let puzzles =
        if puzzles == 1 { "1 puzzle".into() } else { format!("{} puzzles", grouped(puzzles as u64)) };
    let repeats = match settings.repeats * settings.seeds {
        1 => "",
        _ => ", medians of repeats",
    };
    format!("{puzzles}, at most {} each{repeats}", time(settings.limits.time().as_secs_f64()))
}
