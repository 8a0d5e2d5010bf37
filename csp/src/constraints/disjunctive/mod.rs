//! Disjunctive: tasks on a machine that runs one at a time.
//!
//! Meaning: no two tasks run at the same time; a task of duration 0 never runs, nor does an optional task whose
//! condition does not hold. Strength, on bounds: overload checking (no set of tasks needs more time than its window
//! has), detectable precedences (a task that cannot precede others follows them) and edge finding (a task follows a
//! set of tasks that would miss its deadline with the task among them). All after Vilím (2004, 2007), in n·log n for
//! each pass with a [tree], forwards and backwards in time, to a fixpoint. An optional task is absent if the certain
//! tasks leave no time for it (overload checking with optional tasks, Vilím 2005), or none between two of them. Only
//! bounds are removed; earlier holes are taken into account.

mod explain;
mod pairs;
mod tree;

use smallvec::SmallVec;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::operand::Operand;
use crate::constraints::tasks::{Amount, Tasks};
use crate::encode::{Encoder, Language, Refused};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::expression::Condition;
use crate::model::ids::Var;

pub(crate) use pairs::{encode, post};

use explain::TaskFact;
use tree::ThetaLambdaTree;

/// A disjunctive constraint, built by [`disjunctive`].
#[derive(Clone, Debug)]
pub struct Disjunctive {
    tasks: Tasks,
}

/// Returns the constraint that no two tasks run at the same time. Each task runs from its start for its duration, a
/// number or a variable of at least 0.
///
/// ```
/// use csp::{Model, constraints::disjunctive};
///
/// let mut model = Model::new();
/// let start = model.vars(3, 0..=3);
/// model.post(disjunctive(&start, [2, 1, 1]));
/// model.post(start[0].lt(start[1]));
/// let starts: Vec<Vec<i32>> = model.search()?.solutions().map(|s| s.values().to_vec()).collect();
/// assert_eq!(starts, [[0, 2, 3], [0, 3, 2], [1, 3, 0]]);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn disjunctive<T: Into<Operand>>(
    starts: impl IntoIterator<Item = T>,
    durations: impl IntoIterator<Item = impl Into<Operand>>,
) -> Disjunctive {
    Disjunctive { tasks: Tasks::new(starts).and(durations) }
}

impl Disjunctive {
    /// Returns the constraint on the tasks whose conditions hold: one condition or decision for each. The others are
    /// not there, so that their start means nothing.
    ///
    /// ```
    /// use csp::{Model, constraints::disjunctive};
    ///
    /// let mut model = Model::new();
    /// let start = model.vars(2, 0..=1);
    /// let is_done = model.boolean();
    /// model.post(disjunctive(&start, [2, 2]).when([start[0].is(0), is_done.is(1)]));
    /// // Both tasks do not fit: the second one is not done, or the first one does not start at 0.
    /// assert_eq!(model.search()?.solutions().count(), 2 * 2 + 2);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn when<C: Into<Condition>>(self, conditions: impl IntoIterator<Item = C>) -> Disjunctive {
        Disjunctive { tasks: self.tasks.when(conditions) }
    }
}

const DURATIONS: usize = 1;

impl Constraint for Disjunctive {
    fn scope(&self) -> &[Var] {
        self.tasks.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let are_there = self.tasks.are_there(values);
        let values = self.tasks.all().values(values);
        let (starts, durations) = values.split_at(self.tasks.len());
        if durations.iter().any(|&duration| duration < 0) {
            return false;
        }
        let tasks = starts.iter().zip(durations).zip(are_there);
        let runs = tasks.filter(|&((_, &duration), is_there)| is_there && duration > 0);
        let mut runs: Vec<(i64, i64)> =
            runs.map(|((&start, &duration), _)| (start, start + duration)).collect();
        runs.sort_unstable();
        runs.windows(2).all(|pair| pair[0].1 <= pair[1].0)
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let Some(durations) = self.tasks.constants(DURATIONS) else { return to.by_trial(self) };
        let presences = self.tasks.encoded_presences(to)?;
        let starts = to.numbers(self.tasks.list(0)).into_iter();
        encode(to, starts.zip(durations).zip(presences).map(|((start, lasts), when)| (start, lasts, when)));
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let (starts, presences) = (self.tasks.views(0, to), self.tasks.presences(to));
        let durations = self.tasks.amounts(DURATIONS, to).into_iter().zip(presences);
        let durations: Vec<Amount> =
            durations.map(|(lasts, presence)| lasts.if_there(presence, to)).collect();
        post(to, starts.into_iter().zip(durations).collect());
    }

    fn memory(&self) -> usize {
        self.tasks.memory(self)
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.tasks.fault("a disjunctive", &["durations"], model)
    }
}

/// The time window of a task at its shortest duration.
#[derive(Clone, Copy, Debug)]
struct Window {
    earliest: i64,
    duration: i64,
    /// Latest end at that duration.
    deadline: i64,
}

/// The tasks in the orders that the rules need.
#[derive(Debug, Default)]
struct Orders {
    by_earliest: Vec<usize>,
    /// Rank of each task by earliest start: its leaf in the tree.
    leaf: Vec<usize>,
    by_earliest_end: Vec<usize>,
    by_latest_start: Vec<usize>,
    by_deadline: Vec<usize>,
}

#[derive(Debug)]
struct Machine {
    tasks: Box<[(View, Amount)]>,
    /// The tasks whose shortest duration is positive, and their windows.
    certain: Vec<usize>,
    windows: Vec<Window>,
    orders: Orders,
    tree: ThetaLambdaTree,
}

impl Orders {
    fn sort(&mut self, windows: &[Window]) {
        let sort = |order: &mut Vec<usize>, key: fn(&Window) -> i64| {
            order.clear();
            order.extend(0..windows.len());
            order.sort_by_key(|&task| key(&windows[task]));
        };
        sort(&mut self.by_earliest, |window| window.earliest);
        sort(&mut self.by_earliest_end, |window| window.earliest + window.duration);
        sort(&mut self.by_latest_start, |window| window.deadline - window.duration);
        sort(&mut self.by_deadline, |window| window.deadline);
        self.leaf.resize(windows.len(), 0);
        for (leaf, &task) in self.by_earliest.iter().enumerate() {
            self.leaf[task] = leaf;
        }
    }
}

impl Machine {
    /// Reads the windows and sorts the tasks.
    fn load(&mut self, store: &Store, mirrored: bool) {
        self.read(store, mirrored);
        self.orders.sort(&self.windows);
    }

    /// Reads the windows; if `mirrored`, with time reversed.
    fn read(&mut self, store: &Store, mirrored: bool) {
        self.read_with(store, mirrored, |_| false);
    }

    /// Reads the windows, and those of the optional tasks that are supposed to be there.
    fn read_with(&mut self, store: &Store, mirrored: bool, is_supposed: impl Fn(usize) -> bool) {
        self.certain.clear();
        self.windows.clear();
        for (task, &(view, duration)) in self.tasks.iter().enumerate() {
            let (min, max) = (i64::from(store.min(view)), i64::from(store.max(view)));
            let duration = match duration {
                Amount::Optional(..) if is_supposed(task) => duration.most(store),
                _ => duration.least(store),
            };
            if duration == 0 {
                continue;
            }
            let (earliest, deadline) =
                if mirrored { (-(max + duration), -min) } else { (min, max + duration) };
            self.certain.push(task);
            self.windows.push(Window { earliest, duration, deadline });
        }
    }

    /// Adds facts about windows; if `mirrored`, they are about time reversed.
    fn explain_facts(&self, facts: &[TaskFact], mirrored: bool, why: &mut Why<'_>) {
        for &fact in facts {
            let (at, is_start, time) = match fact {
                TaskFact::StartsFrom(at, time) => (at, true, time),
                TaskFact::EndsBy(at, time) => (at, false, time),
            };
            let (view, duration) = self.tasks[self.certain[at]];
            duration.explain_least(why);
            // A start reversed is an end.
            let (is_start, time) = if mirrored { (!is_start, -time) } else { (is_start, time) };
            // A time outside the range of values excludes nothing.
            match i32::try_from(if is_start { time } else { time - self.windows[at].duration }) {
                Ok(start) if is_start => why.at_least(view, start),
                Ok(start) => why.at_most(view, start),
                Err(_) => {}
            }
        }
    }

    /// Applies the rules in both directions until neither changes a bound.
    fn narrow_starts(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let mut quiet = 0;
        let mut mirrored = false;
        while quiet < 2 {
            self.load(store, mirrored);
            let mut changed = false;
            let (tasks, certain) = (&self.tasks, &self.certain);
            rules(&self.windows, &self.orders, &mut self.tree, |at, earliest| {
                let view = tasks[certain[at]].0;
                if mirrored {
                    let latest = -earliest - self.windows[at].duration;
                    if latest < i64::from(store.max(view)) {
                        changed = true;
                        return store.at_most(view, i32::try_from(latest).map_err(|_| Conflict)?);
                    }
                } else if earliest > i64::from(store.min(view)) {
                    changed = true;
                    return store.at_least(view, i32::try_from(earliest).map_err(|_| Conflict)?);
                }
                Ok(())
            })?;
            quiet = if changed { 0 } else { quiet + 1 };
            mirrored = !mirrored;
        }
        Ok(())
    }

    /// Bounds the durations that are variables: a task that cannot follow another one ends before it starts. Returns
    /// whether a duration changed.
    fn narrow_durations(&self, store: &mut Store) -> Result<bool, Conflict> {
        let mut changed = false;
        for (task, &(view, duration)) in self.tasks.iter().enumerate() {
            if duration.view().is_none() {
                continue;
            }
            for &other in &self.certain {
                let (earliest, latest) = (i64::from(store.min(view)), i64::from(store.max(view)));
                let (next, lasts) = self.tasks[other];
                if other != task && i64::from(store.min(next)) + lasts.least(store) > latest {
                    let room = i64::from(store.max(next)) - earliest;
                    changed |= duration.at_most(room.max(0), store)?;
                }
            }
        }
        Ok(changed)
    }

    /// Removes the optional tasks with which the certain ones would last too long (Vilím 2005). Returns whether one was
    /// removed.
    fn narrow_presences(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        let is_optional = |(_, duration): &(View, Amount)| matches!(duration, Amount::Optional(..));
        if !self.tasks.iter().any(is_optional) {
            return Ok(false);
        }
        self.read_with(store, false, |_| true);
        let Machine { tasks, certain, windows, orders, tree } = self;
        orders.sort(windows);
        tree.clear(windows.len());
        let mut changed = false;
        for &at in &orders.by_deadline {
            let (Window { earliest, duration, deadline }, leaf) = (windows[at], orders.leaf[at]);
            let amount = tasks[certain[at]].1;
            if amount.least(store) > 0 {
                tree.put(leaf, earliest, duration);
            } else if amount.most(store) > 0 {
                tree.make_optional(leaf, earliest, duration);
            }
            while tree.end_with_option() > deadline {
                let Some(last) = tree.option() else { break };
                let duration = tasks[certain[orders.by_earliest[last]]].1;
                changed |= duration.at_most(0, store)?;
                tree.take(last);
            }
        }
        Ok(changed)
    }

    /// Explains why an optional task is not there. Returns false and adds nothing if this does not follow from the time
    /// that all tasks of a window last.
    fn explain_absence(&mut self, task: usize, why: &mut Why<'_>) -> bool {
        if !matches!(self.tasks[task].1, Amount::Optional(..)) {
            return false;
        }
        self.read_with(why.store(), false, |other| other == task);
        let facts = explain::overload(&self.windows);
        if let Some(facts) = &facts {
            self.explain_facts(facts, false, why);
        }
        facts.is_some()
    }

    /// Explains why a task lasts at most `bound`. Returns false and adds nothing if this bound does not follow.
    fn explain_duration(&self, task: usize, bound: i64, why: &mut Why<'_>) -> bool {
        let store = why.store();
        let view = self.tasks[task].0;
        let found = self.certain.iter().find_map(|&other| {
            let (next, lasts) = self.tasks[other];
            let first = i64::from(store.min(next)) + lasts.least(store);
            let is_before = other != task && first > i64::from(store.max(view));
            let room = i64::from(store.max(next)) - i64::from(store.min(view));
            (is_before && room <= bound).then_some((other, first))
        });
        let Some((other, first)) = found else { return false };
        let (next, lasts) = self.tasks[other];
        let latest = store.max(next);
        why.bounds(next);
        lasts.explain_least(why);
        // A start before all values excludes nothing.
        if let Ok(from) = i32::try_from(i64::from(latest) - bound) {
            why.at_least(view, from);
        }
        // A time outside the range of values excludes nothing.
        if let Ok(last) = i32::try_from(first - 1) {
            why.at_most(view, last);
        }
        true
    }
}

/// Applies the rules. Calls `starts` with a task and its new earliest start.
fn rules(
    windows: &[Window],
    orders: &Orders,
    tree: &mut ThetaLambdaTree,
    mut starts: impl FnMut(usize, i64) -> Result<(), Conflict>,
) -> Result<(), Conflict> {
    let leaf = &orders.leaf;
    // Overload checking.
    tree.clear(windows.len());
    for &task in &orders.by_deadline {
        tree.put(leaf[task], windows[task].earliest, windows[task].duration);
        if tree.end() > windows[task].deadline {
            return Err(Conflict);
        }
    }
    // Edge finding: the tree contains all tasks. One after the other, the tasks with the latest deadlines become
    // optional.
    for pair in orders.by_deadline.windows(2).rev() {
        let (next, task) = (pair[0], pair[1]);
        tree.make_optional(leaf[task], windows[task].earliest, windows[task].duration);
        while tree.end_with_option() > windows[next].deadline {
            let Some(last) = tree.option() else { break };
            starts(orders.by_earliest[last], tree.end())?;
            tree.take(last);
        }
    }
    // Detectable precedences: a task that cannot start after another one has ended precedes it.
    tree.clear(windows.len());
    let mut before = orders.by_latest_start.iter().peekable();
    for &task in &orders.by_earliest_end {
        let Window { earliest, duration, .. } = windows[task];
        while let Some(&other) =
            before.next_if(|&&other| earliest + duration > windows[other].deadline - windows[other].duration)
        {
            tree.put(leaf[other], windows[other].earliest, windows[other].duration);
        }
        let itself = tree.take(leaf[task]);
        starts(task, tree.end())?;
        if itself {
            tree.put(leaf[task], earliest, duration);
        }
    }
    Ok(())
}

impl Propagator for Machine {
    fn name(&self) -> &'static str {
        "disjunctive"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        for (view, duration) in &self.tasks {
            watch(view.slot, Event::Bounds);
            duration.watch(watch);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            self.read(why.store(), false);
            if let Some(facts) = explain::overload(&self.windows) {
                self.explain_facts(&facts, false, why);
                return true;
            }
            // A task would have to start later than it can.
            return [false, true].into_iter().any(|mirrored| {
                self.read(why.store(), mirrored);
                (0..self.windows.len()).any(|at| {
                    let Window { duration, deadline, .. } = self.windows[at];
                    let Some(facts) = explain::start(&self.windows, at, deadline - duration + 1) else {
                        return false;
                    };
                    self.explain_facts(&facts, mirrored, why);
                    self.explain_facts(&[TaskFact::EndsBy(at, deadline)], mirrored, why);
                    true
                })
            });
        }
        [false, true].into_iter().all(|mirrored| {
            self.read(why.store(), mirrored);
            // A variable may be the start of several tasks, and a duration.
            let mut asked = self.certain.iter().enumerate().filter_map(|(at, &task)| {
                let view = self.tasks[task].0;
                let bound = if mirrored { query.at_most(view)? } else { query.at_least(view)? };
                let bound = i64::from(bound);
                Some((at, if mirrored { -bound - self.windows[at].duration } else { bound }))
            });
            let shorter = self.tasks.iter().enumerate().filter_map(|(task, (_, duration))| {
                Some((task, duration.asked_at_most(query).filter(|_| mirrored)?))
            });
            let is_asked = asked.clone().next().is_some() || shorter.clone().next().is_some();
            if let Some(facts) = asked.find_map(|(at, bound)| explain::start(&self.windows, at, bound)) {
                self.explain_facts(&facts, mirrored, why);
                return true;
            }
            if !is_asked || shorter.clone().any(|(task, bound)| self.explain_duration(task, bound, why)) {
                return true;
            }
            let absent: SmallVec<[usize; 4]> = shorter.map(|(task, _)| task).collect();
            absent.into_iter().any(|task| self.explain_absence(task, why))
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        loop {
            self.narrow_starts(store)?;
            if !self.narrow_durations(store)? & !self.narrow_presences(store)? {
                return Ok(Status::Fixpoint);
            }
        }
    }
}
