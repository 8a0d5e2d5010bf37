//! Cumulative: tasks that share a resource.
//!
//! Meaning: at every time the demands of the running tasks add up to at most the capacity; a task of duration
//! 0 never runs. Strength, on bounds: time-tabling (Lahrichi 1982). Between its latest start and its earliest
//! end a task certainly runs; these compulsory parts form a profile that no other task may overload. Tasks
//! that need more than half of the capacity exclude each other and are also posted as a
//! [disjunctive](mod@crate::constraints::disjunctive). Cost: tasks times steps of the profile for each pass.

mod explain;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::disjunctive;
use crate::constraints::operand::Operand;
use crate::constraints::tasks::Tasks;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

use explain::{FullPoint, Run};

/// A cumulative constraint, built by [`cumulative`].
#[derive(Clone, Debug)]
pub struct Cumulative {
    tasks: Tasks,
    demands: Vec<i32>,
    capacity: i32,
}

/// Returns the constraint that the demands of the running tasks never exceed the capacity together.
///
/// ```
/// use csp::{Model, cumulative};
///
/// let mut model = Model::new();
/// let start = model.vars(3, 0..=2);
/// model.post(cumulative(&start, [3, 2, 1], [1, 2, 2], 3));
/// model.post(start[0].eq(0));
/// // The other two take turns, beside the first or after it.
/// assert_eq!(model.search()?.solutions().count(), 4);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn cumulative<T: Into<Operand>>(
    starts: impl IntoIterator<Item = T>,
    durations: impl IntoIterator<Item = i32>,
    demands: impl IntoIterator<Item = i32>,
    capacity: i32,
) -> Cumulative {
    Cumulative { tasks: Tasks::new(starts, durations), demands: demands.into_iter().collect(), capacity }
}

impl Cumulative {
    /// Returns whether the task ever uses the resource.
    fn counts(&self, task: usize) -> bool {
        self.tasks.durations[task] > 0 && self.demands[task] > 0
    }
}

impl Constraint for Cumulative {
    fn scope(&self) -> &[Var] {
        self.tasks.starts.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let starts = self.tasks.starts.values(values);
        let tasks: Vec<usize> = (0..starts.len()).filter(|&task| self.counts(task)).collect();
        let runs = |task: usize, time: i64| {
            (0..i64::from(self.tasks.durations[task])).contains(&(time - starts[task]))
        };
        // The sum is largest at the start of a task.
        tasks.iter().all(|&first| {
            let running = tasks.iter().filter(|&&task| runs(task, starts[first]));
            running.map(|&task| i64::from(self.demands[task])).sum::<i64>() <= self.capacity.into()
        })
    }

    fn formula(&self, to: &mut crate::proof::Encoder<'_>) -> Result<(), crate::TooMuch> {
        if to.only_clauses() {
            return to.by_trial(self, true);
        }
        let starts = to.operands(self.tasks.starts.all());
        to.cumulative(&starts, &self.tasks.durations, &self.demands, self.capacity.into())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.tasks.starts.views(to);
        let tasks = (0..views.len()).filter(|&task| self.counts(task)).map(|task| Task {
            view: views[task],
            duration: self.tasks.durations[task].into(),
            demand: self.demands[task].into(),
        });
        let tasks: Box<[Task]> = tasks.collect();
        let capacity = i64::from(self.capacity);
        if tasks.iter().any(|task| task.demand > capacity) {
            return to.narrow(|_| Err(Conflict));
        }
        let large = tasks.iter().filter(|task| 2 * task.demand > capacity);
        disjunctive::post(to, large.map(|task| (task.view, task.duration as i32)).collect());
        to.propagator(TimeTable {
            tasks,
            capacity,
            windows: Vec::new(),
            events: Vec::new(),
            profile: Vec::new(),
        });
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        const NAME: &str = "a cumulative";
        if self.capacity < 0 {
            return Some(Error::bad_constraint(format!(
                "{NAME} over {} has capacity {}; give 0 or more",
                self.tasks.starts.names(model),
                self.capacity
            )));
        }
        self.tasks.fault(NAME, model).or_else(|| self.tasks.fault_of(NAME, "demands", &self.demands, model))
    }
}

#[derive(Debug)]
struct Task {
    view: View,
    duration: i64,
    demand: i64,
}

/// A step of the profile: use of the resource in an interval of time.
#[derive(Clone, Copy, Debug)]
struct ProfileStep {
    from: i64,
    to: i64,
    height: i64,
}

/// Adds a lower bound; one below all numbers says nothing.
fn at_least(view: View, bound: i64, why: &mut Why<'_>) {
    if let Ok(bound) = i32::try_from(bound) {
        why.at_least(view, bound);
    }
}

/// Adds an upper bound; one above all numbers says nothing.
fn at_most(view: View, bound: i64, why: &mut Why<'_>) {
    if let Ok(bound) = i32::try_from(bound) {
        why.at_most(view, bound);
    }
}

#[derive(Debug)]
struct TimeTable {
    tasks: Box<[Task]>,
    capacity: i64,
    /// Earliest and latest start of each task when the profile was built. Tasks may share a variable, so the
    /// domains may have changed since.
    windows: Vec<(i64, i64)>,
    /// Times at which the use changes, with the change.
    events: Vec<(i64, i64)>,
    profile: Vec<ProfileStep>,
}

impl TimeTable {
    fn build(&mut self, store: &Store) -> Result<(), Conflict> {
        self.events.clear();
        self.windows.clear();
        for task in &self.tasks {
            let (earliest, latest) = (i64::from(store.min(task.view)), i64::from(store.max(task.view)));
            self.windows.push((earliest, latest));
            let (from, to) = (latest, earliest + task.duration);
            if from < to {
                self.events.extend([(from, task.demand), (to, -task.demand)]);
            }
        }
        self.events.sort_unstable();
        self.profile.clear();
        let mut height = 0;
        for pair in self.events.windows(2) {
            height += pair[0].1;
            if pair[0].0 < pair[1].0 && height > 0 {
                if height > self.capacity {
                    return Err(Conflict);
                }
                self.profile.push(ProfileStep { from: pair[0].0, to: pair[1].0, height });
            }
        }
        Ok(())
    }

    fn runs(&self, store: &Store) -> Vec<Run> {
        let run = |task: &Task| Run {
            earliest: store.min(task.view).into(),
            latest: store.max(task.view).into(),
            duration: task.duration,
            demand: task.demand,
        };
        self.tasks.iter().map(run).collect()
    }

    /// Adds that the tasks of a full point run then.
    fn say(&self, point: &FullPoint, why: &mut Why<'_>) {
        for &task in &point.tasks {
            let Task { view, duration, .. } = self.tasks[task];
            at_least(view, point.time + 1 - duration, why);
            at_most(view, point.time, why);
        }
    }

    /// Adds from what it follows that a task starts at `bound` or later, or, if `mirrored`, the same with time
    /// reversed. Returns false and adds nothing if it does not follow.
    fn say_start(&self, runs: &[Run], task: usize, bound: i64, mirrored: bool, why: &mut Why<'_>) -> bool {
        let Some((points, from)) = explain::start(runs, self.capacity, task, bound) else { return false };
        for FullPoint { time, tasks } in points {
            let time = if mirrored { -time - 1 } else { time };
            self.say(&FullPoint { time, tasks }, why);
        }
        let Task { view, duration, .. } = self.tasks[task];
        if mirrored {
            at_most(view, -from - duration, why);
        } else {
            at_least(view, from, why);
        }
        true
    }

    /// Moves the bounds of all tasks past the steps without enough capacity. Returns whether a bound moved.
    fn pass(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        self.build(store)?;
        let mut changed = false;
        for (task, &(earliest, latest)) in self.tasks.iter().zip(&self.windows) {
            // A task does not collide with its own part of the profile.
            let own = |step: &ProfileStep| latest <= step.from && step.to <= earliest + task.duration;
            let blocks =
                |step: &ProfileStep| step.height + if own(step) { 0 } else { task.demand } > self.capacity;
            let (mut start, mut end) = (earliest, latest + task.duration);
            for step in self.profile.iter().filter(|step| step.to > earliest) {
                if step.from >= start + task.duration {
                    break;
                }
                if blocks(step) && step.to > start {
                    start = step.to;
                }
            }
            for step in self.profile.iter().rev().filter(|step| step.from < latest + task.duration) {
                if step.to <= end - task.duration {
                    break;
                }
                if blocks(step) && step.from < end {
                    end = step.from;
                }
            }
            let last = end - task.duration;
            if start > latest || last < earliest {
                return Err(Conflict);
            }
            if start > earliest || last < latest {
                changed = true;
                store.at_least(task.view, start as i32)?;
                store.at_most(task.view, last as i32)?;
            }
        }
        Ok(changed)
    }
}

impl Propagator for TimeTable {
    fn name(&self) -> &'static str {
        "cumulative"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.tasks.iter().for_each(|task| watch(task.view.slot, Event::Bounds));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let runs: Vec<Run> = self.runs(why.store());
        let mirrored: Vec<Run> = runs.iter().map(|run| run.mirrored()).collect();
        if query.is_conflict() {
            if let Some(point) = explain::overload(&runs, self.capacity) {
                self.say(&point, why);
                return true;
            }
            // A task fits nowhere.
            return (0..self.tasks.len()).any(|task| {
                let Run { latest, .. } = runs[task];
                let is_late = self.say_start(&runs, task, latest + 1, false, why);
                if is_late {
                    why.max(self.tasks[task].view);
                }
                is_late
            }) || (0..self.tasks.len()).any(|task| {
                let Run { latest, .. } = mirrored[task];
                let is_early = self.say_start(&mirrored, task, latest + 1, true, why);
                if is_early {
                    why.min(self.tasks[task].view);
                }
                is_early
            });
        }
        // A variable may be the start of several tasks.
        let asked = |task: &usize| query.is_about(self.tasks[*task].view);
        let tasks: Vec<usize> = (0..self.tasks.len()).filter(asked).collect();
        let later = tasks.iter().filter_map(|&task| Some((task, query.at_least(self.tasks[task].view)?)));
        let later: Vec<(usize, i64)> = later.map(|(task, bound)| (task, bound.into())).collect();
        let earlier = tasks.iter().filter_map(|&task| Some((task, query.at_most(self.tasks[task].view)?)));
        let earlier: Vec<(usize, i64)> =
            earlier.map(|(task, bound)| (task, -i64::from(bound) - self.tasks[task].duration)).collect();
        let one_of = |asked: &[(usize, i64)], runs: &[Run], mirrored: bool, why: &mut Why<'_>| {
            asked.is_empty()
                || asked.iter().any(|&(task, bound)| self.say_start(runs, task, bound, mirrored, why))
        };
        one_of(&later, &runs, false, why) && one_of(&earlier, &mirrored, true, why)
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        while self.pass(store)? {}
        Ok(Status::Fixpoint)
    }
}
