//! Disjunctive: tasks on a machine that runs one at a time.
//!
//! Meaning: no two tasks run at the same time; a task of duration 0 never runs. Strength, on bounds: overload
//! checking (no set of tasks needs more time than its window has), detectable precedences (a task that cannot
//! precede others follows them) and edge finding (a task follows a set of tasks that would miss its deadline
//! with the task among them). All after Vilím (2004, 2007), in n·log n for each pass with a [tree],
//! forwards and backwards in time, to a fixpoint. Only bounds are removed; earlier holes are taken into
//! account.

mod explain;
mod tree;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::Conditional;
use crate::constraints::less::Less;
use crate::constraints::operand::Operand;
use crate::constraints::tasks::Tasks;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

use explain::TaskFact;
use tree::ThetaLambdaTree;

/// A disjunctive constraint, built by [`disjunctive`].
#[derive(Clone, Debug)]
pub struct Disjunctive {
    tasks: Tasks,
}

/// Returns the constraint that no two tasks run at the same time. Each task runs from its start for its
/// duration.
///
/// ```
/// use csp::{Model, disjunctive};
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
    durations: impl IntoIterator<Item = i32>,
) -> Disjunctive {
    Disjunctive { tasks: Tasks::new(starts, durations) }
}

impl Constraint for Disjunctive {
    fn scope(&self) -> &[Var] {
        self.tasks.starts.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let starts = self.tasks.starts.values(values);
        let runs = starts.iter().zip(&self.tasks.durations).filter(|(_, duration)| **duration > 0);
        let mut runs: Vec<(i64, i64)> =
            runs.map(|(&start, &duration)| (start, start + i64::from(duration))).collect();
        runs.sort_unstable();
        runs.windows(2).all(|pair| pair[0].1 <= pair[1].0)
    }

    fn formula(&self, to: &mut crate::proof::Encoder<'_>) -> Result<(), crate::TooMuch> {
        let starts = to.operands(self.tasks.starts.all());
        to.disjunctive(&starts, &self.tasks.durations);
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.tasks.starts.views(to);
        let tasks = views.iter().copied().zip(self.tasks.durations.iter().copied());
        post(to, tasks.filter(|&(_, duration)| duration > 0).collect());
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.tasks.fault("a disjunctive", model)
    }
}

/// Posts the propagator over tasks with a positive duration.
pub(crate) fn post(to: &mut Posting<'_>, tasks: Box<[(View, i32)]>) {
    if to.learns() && tasks.len() <= MOST_TASKS_IN_PAIRS {
        post_orders(to, &tasks);
    }
    if tasks.len() > 1 {
        to.propagator(Machine {
            windows: Vec::new(),
            orders: Orders::default(),
            tree: ThetaLambdaTree::default(),
            tasks,
        });
    }
}

/// Largest number of tasks of which each two get an order literal.
const MOST_TASKS_IN_PAIRS: usize = 60;

/// For learning: a literal for each two tasks, which says that the first precedes the second. Clauses over
/// orders are shorter than clauses over times.
fn post_orders(to: &mut Posting<'_>, tasks: &[(View, i32)]) {
    for (at, &(first, lasts)) in tasks.iter().enumerate() {
        for &(second, other_lasts) in &tasks[at + 1..] {
            let (forwards, backwards) =
                (Less::new(first.plus(lasts), second), Less::new(second.plus(other_lasts), first));
            let order = to.order_literal([first, second]);
            to.propagator(Conditional::new(order, forwards));
            to.propagator(Conditional::new(!order, backwards));
        }
    }
}

/// The time window of a task.
#[derive(Clone, Copy, Debug)]
struct Window {
    earliest: i64,
    duration: i64,
    /// Latest end.
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
    tasks: Box<[(View, i32)]>,
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
        self.windows.clear();
        self.windows.extend(self.tasks.iter().map(|&(view, duration)| {
            let (min, max, duration) =
                (i64::from(store.min(view)), i64::from(store.max(view)), i64::from(duration));
            let (earliest, deadline) =
                if mirrored { (-(max + duration), -min) } else { (min, max + duration) };
            Window { earliest, duration, deadline }
        }));
    }

    /// Adds facts about tasks; if `mirrored`, they are about time reversed.
    fn say(&self, facts: &[TaskFact], mirrored: bool, why: &mut Why<'_>) {
        for &fact in facts {
            let (task, is_start, time) = match fact {
                TaskFact::StartsFrom(task, time) => (task, true, time),
                TaskFact::EndsBy(task, time) => (task, false, time),
            };
            let (view, duration) = self.tasks[task];
            // A start reversed is an end.
            let (is_start, time) = if mirrored { (!is_start, -time) } else { (is_start, time) };
            // A time beyond all values says nothing.
            match i32::try_from(if is_start { time } else { time - i64::from(duration) }) {
                Ok(start) if is_start => why.at_least(view, start),
                Ok(start) => why.at_most(view, start),
                Err(_) => {}
            }
        }
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
    // Edge finding: the tree is full. One after the other, the tasks with the latest deadlines become
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
        self.tasks.iter().for_each(|(view, _)| watch(view.slot, Event::Bounds));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            self.read(why.store(), false);
            if let Some(facts) = explain::overload(&self.windows) {
                self.say(&facts, false, why);
                return true;
            }
            // A task would have to start later than it can.
            return [false, true].into_iter().any(|mirrored| {
                self.read(why.store(), mirrored);
                (0..self.tasks.len()).any(|task| {
                    let Window { duration, deadline, .. } = self.windows[task];
                    let Some(facts) = explain::start(&self.windows, task, deadline - duration + 1) else {
                        return false;
                    };
                    self.say(&facts, mirrored, why);
                    self.say(&[TaskFact::EndsBy(task, deadline)], mirrored, why);
                    true
                })
            });
        }
        [false, true].into_iter().all(|mirrored| {
            self.read(why.store(), mirrored);
            // A variable may be the start of several tasks.
            let mut asked = self.tasks.iter().enumerate().filter_map(|(task, &(view, duration))| {
                let bound = if mirrored { query.at_most(view)? } else { query.at_least(view)? };
                let bound = i64::from(bound);
                Some((task, if mirrored { -bound - i64::from(duration) } else { bound }))
            });
            let Some(first) = asked.next() else { return true };
            let mut asked = std::iter::once(first).chain(asked);
            match asked.find_map(|(task, bound)| explain::start(&self.windows, task, bound)) {
                Some(facts) => self.say(&facts, mirrored, why),
                None => return false,
            }
            true
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut quiet = 0;
        let mut mirrored = false;
        // Until neither direction changes a bound.
        while quiet < 2 {
            self.load(store, mirrored);
            let mut changed = false;
            rules(&self.windows, &self.orders, &mut self.tree, |task, earliest| {
                let (view, duration) = self.tasks[task];
                if mirrored {
                    let latest = -earliest - i64::from(duration);
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
        Ok(Status::Fixpoint)
    }
}
