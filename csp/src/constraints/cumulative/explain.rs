//! Reasons of a time table: points of time at which the resource is full.
//!
//! ```text
//!   tasks that certainly run at time t     start ≤ t < start + duration
//!   with them a task would not fit at t    a start after t − duration is a start after t
//! ```
//!
//! A bound that moved past several full points is explained by a chain of points, each at most a duration
//! before the next.

use smallvec::SmallVec;

/// A task with its current bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub earliest: i64,
    pub latest: i64,
    pub duration: i64,
    pub demand: i64,
}

impl Run {
    fn certainly_runs(&self, time: i64) -> bool {
        self.latest <= time && time < self.earliest + self.duration
    }

    /// Returns the task with time reversed. The unit of time from t on becomes the one from −t − 1 on.
    pub fn mirrored(self) -> Run {
        let Run { earliest, latest, duration, .. } = self;
        Run { earliest: -(latest + duration), latest: -(earliest + duration), ..self }
    }
}

/// A time, and tasks that certainly run then.
pub(super) struct FullPoint {
    pub time: i64,
    pub tasks: SmallVec<[usize; 8]>,
}

/// Returns few tasks other than `besides` that certainly run at a time and need more than `room` together.
fn full_at(runs: &[Run], time: i64, room: i64, besides: Option<usize>) -> Option<FullPoint> {
    let certain = |&task: &usize| Some(task) != besides && runs[task].certainly_runs(time);
    let mut tasks: SmallVec<[usize; 8]> = (0..runs.len()).filter(certain).collect();
    tasks.sort_by_key(|&task| std::cmp::Reverse(runs[task].demand));
    let mut needed = 0;
    for at in 0..tasks.len() {
        needed += runs[tasks[at]].demand;
        if needed > room {
            tasks.truncate(at + 1);
            return Some(FullPoint { time, tasks });
        }
    }
    None
}

/// Returns a time of an interval at which the tasks that certainly run, other than `besides`, need more than `room`.
pub(super) fn full_within(
    runs: &[Run],
    within: std::ops::Range<i64>,
    room: i64,
    besides: usize,
) -> Option<FullPoint> {
    let begins = runs.iter().map(|run| run.latest).filter(|time| within.contains(time));
    let mut times: SmallVec<[i64; 16]> = std::iter::once(within.start).chain(begins).collect();
    times.sort_unstable();
    times.retain(|time| within.contains(time));
    times.into_iter().find_map(|time| full_at(runs, time, room, Some(besides)))
}

/// Returns a time at which the tasks that certainly run need more than the capacity.
pub(super) fn overload(runs: &[Run], capacity: i64) -> Option<FullPoint> {
    runs.iter().find_map(|run| full_at(runs, run.latest, capacity, None))
}

/// Explains that a task starts at `bound` or later. Returns the full points, the latest first, and the earliest start
/// from which they lead to `bound`.
pub(super) fn start(
    runs: &[Run],
    capacity: i64,
    task: usize,
    bound: i64,
) -> Option<(SmallVec<[FullPoint; 4]>, i64)> {
    let Run { earliest, duration, demand, .. } = runs[task];
    let mut points = SmallVec::new();
    let mut bound = bound;
    while bound > earliest {
        // The first full time from `bound - 1` on: `bound - 1` itself, or the beginning of a compulsory part.
        let point = full_within(runs, bound - 1..bound - 1 + duration, capacity - demand, task)?;
        bound = point.time - duration + 1;
        points.push(point);
    }
    Some((points, bound))
}
