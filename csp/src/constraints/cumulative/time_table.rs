//! The propagator of a cumulative: time-tabling.

use crate::constraints::tasks::Amount;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

use super::explain::{self, FullPoint, Run};

#[derive(Debug)]
pub(super) struct Task {
    pub start: View,
    pub duration: Amount,
    pub demand: Amount,
}

impl Task {
    /// Reads the task with its least duration and demand.
    fn run(&self, store: &Store) -> Run {
        Run {
            earliest: store.min(self.start).into(),
            latest: store.max(self.start).into(),
            duration: self.duration.least(store),
            demand: self.demand.least(store),
        }
    }
}

/// A step of the profile: use of the resource in an interval of time.
#[derive(Clone, Copy, Debug)]
struct ProfileStep {
    from: i64,
    to: i64,
    height: i64,
}

impl ProfileStep {
    /// Returns whether there is no room for a task. It does not collide with its own part of the profile.
    fn blocks(&self, run: &Run, capacity: i64) -> bool {
        let is_own = run.latest <= self.from && self.to <= run.earliest + run.duration;
        self.height + if is_own { 0 } else { run.demand } > capacity
    }
}

/// Adds a lower bound; a bound below all numbers is left out.
fn at_least(view: View, bound: i64, why: &mut Why<'_>) {
    if let Ok(bound) = i32::try_from(bound) {
        why.at_least(view, bound);
    }
}

/// Adds an upper bound; a bound above all numbers is left out.
fn at_most(view: View, bound: i64, why: &mut Why<'_>) {
    if let Ok(bound) = i32::try_from(bound) {
        why.at_most(view, bound);
    }
}

#[derive(Debug)]
pub(super) struct TimeTable {
    tasks: Box<[Task]>,
    capacity: Amount,
    /// The tasks when the profile was built. They may share a variable, so the domains may have changed since.
    runs: Vec<Run>,
    /// Times at which the use changes, with the change.
    events: Vec<(i64, i64)>,
    profile: Vec<ProfileStep>,
}

/// Moves the bounds of a start past the steps without enough room for the task. Returns whether a bound moved.
fn narrow_start(
    task: &Task,
    run: &Run,
    capacity: i64,
    profile: &[ProfileStep],
    store: &mut Store,
) -> Result<bool, Conflict> {
    let &Run { earliest, latest, duration, .. } = run;
    let (mut start, mut end) = (earliest, latest + duration);
    for step in profile.iter().filter(|step| step.to > earliest) {
        if step.from >= start + duration {
            break;
        }
        if step.blocks(run, capacity) && step.to > start {
            start = step.to;
        }
    }
    for step in profile.iter().rev().filter(|step| step.from < latest + duration) {
        if step.to <= end - duration {
            break;
        }
        if step.blocks(run, capacity) && step.from < end {
            end = step.from;
        }
    }
    let last = end - duration;
    if start > latest || last < earliest {
        return Err(Conflict);
    }
    let changes = start > earliest || last < latest;
    if changes {
        store.at_least(task.start, start as i32)?;
        store.at_most(task.start, last as i32)?;
    }
    Ok(changes)
}

/// Returns the longest possible duration of a task: until the first step after its start without room for it.
fn longest(run: &Run, capacity: i64, profile: &[ProfileStep]) -> Option<i64> {
    let after = profile.partition_point(|step| step.to <= run.latest);
    let step = profile[after..].iter().find(|step| step.blocks(run, capacity))?;
    Some(step.from.max(run.latest) - run.earliest)
}

/// Returns the largest possible demand of a task during its compulsory part.
fn largest(run: &Run, capacity: i64, profile: &[ProfileStep]) -> i64 {
    let (from, to) = (run.latest, run.earliest + run.duration);
    let beside = profile.iter().filter(|step| step.from < to && from < step.to);
    capacity - beside.map(|step| step.height - run.demand).max().filter(|_| from < to).unwrap_or(0)
}

/// The role of a variable.
#[derive(Clone, Copy, Debug)]
enum Place {
    Start(usize),
    Duration(usize),
    Demand(usize),
    Capacity,
}

impl TimeTable {
    pub fn new(tasks: Vec<Task>, capacity: Amount) -> TimeTable {
        TimeTable { tasks: tasks.into(), capacity, runs: Vec::new(), events: Vec::new(), profile: Vec::new() }
    }

    /// Reads the tasks and builds the profile.
    fn build(&mut self, store: &Store) {
        self.runs.clear();
        self.runs.extend(self.tasks.iter().map(|task| task.run(store)));
        self.events.clear();
        for run in &self.runs {
            let (from, to) = (run.latest, run.earliest + run.duration);
            if from < to && run.demand > 0 {
                self.events.extend([(from, run.demand), (to, -run.demand)]);
            }
        }
        self.events.sort_unstable();
        self.profile.clear();
        let mut height = 0;
        for pair in self.events.windows(2) {
            height += pair[0].1;
            if pair[0].0 < pair[1].0 && height > 0 {
                self.profile.push(ProfileStep { from: pair[0].0, to: pair[1].0, height });
            }
        }
    }

    /// Narrows the capacity by the profile and by each task, and the demands by the capacity. Returns whether a bound
    /// changed.
    fn narrow_sizes(&self, store: &mut Store) -> Result<bool, Conflict> {
        let peak = self.profile.iter().map(|step| step.height).max().unwrap_or(0);
        let certain = self.runs.iter().filter(|run| run.duration > 0).map(|run| run.demand);
        let mut changed = self.capacity.at_least(certain.fold(peak, i64::max), store)?;
        for (task, run) in self.tasks.iter().zip(&self.runs) {
            if run.duration > 0 && task.demand.view().is_some() {
                changed |= task.demand.at_most(self.capacity.most(store), store)?;
            }
        }
        Ok(changed)
    }

    /// Moves bounds past the steps without enough capacity. Returns whether a bound moved.
    fn pass(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        self.build(store);
        let mut changed = self.narrow_sizes(store)?;
        let capacity = self.capacity.most(store);
        for (task, run) in self.tasks.iter().zip(&self.runs) {
            if run.duration > 0 && run.demand > 0 {
                changed |= narrow_start(task, run, capacity, &self.profile, store)?;
            }
            if task.duration.view().is_some() && run.demand > 0 {
                let limit = longest(run, capacity, &self.profile);
                changed |= task.duration.at_most(limit.unwrap_or(i64::MAX), store)?;
            }
            if task.demand.view().is_some() && run.duration > 0 {
                let limit = largest(run, capacity, &self.profile);
                changed |= task.demand.at_most(limit, store)?;
            }
        }
        Ok(changed)
    }
}

/// Reasons.
impl TimeTable {
    /// Iterates over the variables and their places.
    fn places(&self) -> impl Iterator<Item = (View, Place)> + '_ {
        let of_task = |(at, task): (usize, &Task)| {
            let (duration, demand) = (task.duration.view(), task.demand.view());
            [
                Some((task.start, Place::Start(at))),
                duration.map(|view| (view, Place::Duration(at))),
                demand.map(|view| (view, Place::Demand(at))),
            ]
        };
        let capacity = self.capacity.view().map(|view| (view, Place::Capacity));
        self.tasks.iter().enumerate().flat_map(of_task).chain([capacity]).flatten()
    }

    /// Explains why a variable is at least `bound`. Returns false and adds nothing if this does not follow.
    fn explain_lower(&self, runs: &[Run], place: Place, bound: i64, why: &mut Why<'_>) -> bool {
        match place {
            Place::Start(task) => self.explain_start(runs, task, bound, false, why),
            Place::Capacity => self.explain_capacity(runs, bound, why),
            Place::Duration(_) | Place::Demand(_) => false,
        }
    }

    /// Adds that the tasks of a full point run at that time.
    fn explain_point(&self, point: &FullPoint, why: &mut Why<'_>) {
        for &task in &point.tasks {
            self.explain_runs(task, point.time, why);
            self.tasks[task].demand.explain_least(why);
        }
    }

    /// Adds that a task runs at a time.
    fn explain_runs(&self, task: usize, time: i64, why: &mut Why<'_>) {
        let Task { start, duration, .. } = self.tasks[task];
        at_least(start, time + 1 - duration.least(why.store()), why);
        at_most(start, time, why);
        duration.explain_least(why);
    }

    /// Explains that a task starts at `bound` or later; if `mirrored`, with time reversed. Returns false and adds
    /// nothing if this does not follow.
    fn explain_start(
        &self,
        runs: &[Run],
        task: usize,
        bound: i64,
        mirrored: bool,
        why: &mut Why<'_>,
    ) -> bool {
        let capacity = self.capacity.most(why.store());
        let Some((points, from)) = explain::start(runs, capacity, task, bound) else { return false };
        for FullPoint { time, tasks } in points {
            let time = if mirrored { -time - 1 } else { time };
            self.explain_point(&FullPoint { time, tasks }, why);
        }
        let Task { start, duration, demand } = self.tasks[task];
        if mirrored {
            at_most(start, -from - runs[task].duration, why);
        } else {
            at_least(start, from, why);
        }
        duration.explain_least(why);
        demand.explain_least(why);
        self.capacity.explain_most(why);
        true
    }

    /// Explains why the capacity is at least `bound`. Returns false and adds nothing if this does not follow.
    fn explain_capacity(&self, runs: &[Run], bound: i64, why: &mut Why<'_>) -> bool {
        if let Some(point) = explain::overload(runs, bound - 1) {
            self.explain_point(&point, why);
            return true;
        }
        let large = (0..runs.len()).find(|&task| runs[task].duration > 0 && runs[task].demand >= bound);
        if let Some(task) = large {
            self.tasks[task].duration.explain_least(why);
            self.tasks[task].demand.explain_least(why);
        }
        large.is_some()
    }

    /// Explains why the demand of a task is at most `bound`.
    fn explain_demand(&self, runs: &[Run], task: usize, bound: i64, why: &mut Why<'_>) -> bool {
        let capacity = self.capacity.most(why.store());
        if capacity <= bound && runs[task].duration > 0 {
            self.tasks[task].duration.explain_least(why);
        } else {
            let Run { earliest, latest, duration, .. } = runs[task];
            let Some(point) =
                explain::full_within(runs, latest..earliest + duration, capacity - bound - 1, task)
            else {
                return false;
            };
            self.explain_point(&point, why);
            self.explain_runs(task, point.time, why);
        }
        self.capacity.explain_most(why);
        true
    }

    /// Explains why a task lasts at most `bound`.
    fn explain_duration(&self, runs: &[Run], task: usize, bound: i64, why: &mut Why<'_>) -> bool {
        let Run { earliest, latest, demand, .. } = runs[task];
        let room = self.capacity.most(why.store()) - demand;
        let Some(point) = explain::full_within(runs, latest..earliest + bound + 1, room, task) else {
            return false;
        };
        self.explain_point(&point, why);
        at_least(self.tasks[task].start, point.time - bound, why);
        at_most(self.tasks[task].start, point.time, why);
        self.tasks[task].demand.explain_least(why);
        self.capacity.explain_most(why);
        true
    }

    fn explain_conflict(&self, runs: &[Run], mirrored: &[Run], why: &mut Why<'_>) -> bool {
        if self.explain_capacity(runs, self.capacity.most(why.store()) + 1, why) {
            self.capacity.explain_most(why);
            return true;
        }
        // A task fits nowhere.
        let fits_nowhere = |task: usize, why: &mut Why<'_>| {
            if self.explain_start(runs, task, runs[task].latest + 1, false, why) {
                why.max(self.tasks[task].start);
                return true;
            }
            let is_early = self.explain_start(mirrored, task, mirrored[task].latest + 1, true, why);
            if is_early {
                why.min(self.tasks[task].start);
            }
            is_early
        };
        (0..self.tasks.len()).filter(|&task| runs[task].duration > 0).any(|task| fits_nowhere(task, why))
    }
}

impl Propagator for TimeTable {
    fn name(&self) -> &'static str {
        "cumulative"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        for task in &self.tasks {
            watch(task.start.slot, Event::Bounds);
            task.duration.watch(watch);
            task.demand.watch(watch);
        }
        self.capacity.watch(watch);
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let runs: Vec<Run> = self.tasks.iter().map(|task| task.run(why.store())).collect();
        let mirrored: Vec<Run> = runs.iter().map(|run| run.mirrored()).collect();
        if query.is_conflict() {
            return self.explain_conflict(&runs, &mirrored, why);
        }
        // A variable may have several roles. One role that explains the narrowing is enough.
        let asked = |bound: &dyn Fn(View) -> Option<i32>| -> Vec<(Place, i64)> {
            self.places().filter_map(|(view, place)| Some((place, bound(view)?.into()))).collect()
        };
        let (lower, upper) = (asked(&|view| query.at_least(view)), asked(&|view| query.at_most(view)));
        (lower.is_empty() || lower.iter().any(|&(place, bound)| self.explain_lower(&runs, place, bound, why)))
            && (upper.is_empty()
                || upper.iter().any(|&(place, bound)| match place {
                    Place::Start(task) => {
                        self.explain_start(&mirrored, task, -bound - runs[task].duration, true, why)
                    }
                    Place::Duration(task) => self.explain_duration(&runs, task, bound, why),
                    Place::Demand(task) => {
                        self.explain_demand(&runs, task, self.tasks[task].demand.bound(bound), why)
                    }
                    Place::Capacity => false,
                }))
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        while self.pass(store)? {}
        Ok(Status::Fixpoint)
    }
}
