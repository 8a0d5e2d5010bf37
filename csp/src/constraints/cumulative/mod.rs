//! Cumulative: tasks that share a resource.
//!
//! Meaning: at every time the demands of the running tasks add up to at most the capacity; a task of duration 0 never
//! runs, nor does an optional task whose condition does not hold. Durations, demands and the capacity are 0 or more.
//! Strength, on bounds: time-tabling (Lahrichi 1982). Between its latest start and its earliest end a task certainly
//! runs; these compulsory parts form a profile that no other task may overload. Tasks that need more than half of the
//! capacity exclude each other and are also posted as a [disjunctive](mod@crate::constraints::disjunctive). If
//! durations, demands or the capacity are variables, the profile uses the least durations and demands and the largest
//! capacity, and bounds these variables. Cost: tasks times steps of the profile for each pass.

mod explain;
mod time_table;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::disjunctive;
use crate::constraints::operand::Operand;
use crate::constraints::tasks::{Amount, Tasks};
use crate::encode::{Encoder, Language, Literal, Refused};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::expression::Condition;
use crate::model::ids::Var;

use time_table::{Task, TimeTable};

/// Largest number of times in a proof.
const MOST_TIMES: i64 = 1 << 12;

/// A cumulative constraint, built by [`cumulative`].
#[derive(Clone, Debug)]
pub struct Cumulative {
    /// Starts, durations, demands, and the capacity.
    tasks: Tasks,
}

const DURATIONS: usize = 1;
const DEMANDS: usize = 2;
const CAPACITY: usize = 3;

/// Returns the constraint that the demands of the running tasks never exceed the capacity together. Durations, demands
/// and the capacity are numbers or variables, and 0 or more.
///
/// ```
/// use csp::{Model, constraints::cumulative};
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
    durations: impl IntoIterator<Item = impl Into<Operand>>,
    demands: impl IntoIterator<Item = impl Into<Operand>>,
    capacity: impl Into<Operand>,
) -> Cumulative {
    Cumulative { tasks: Tasks::new(starts).and(durations).and(demands).and([capacity]) }
}

impl Cumulative {
    /// Returns the constraint on the tasks whose conditions hold: one condition or decision for each. The others are
    /// not there, so that their start means nothing.
    ///
    /// ```
    /// use csp::{Model, constraints::cumulative, sum};
    ///
    /// let mut model = Model::new();
    /// let (start, done) = (model.vars(3, 0..=2), model.vars(3, 0..=1));
    /// let conditions = done.iter().map(|done| done.is(1));
    /// model.post(cumulative(&start, [3, 2, 2], [2, 1, 2], 2).when(conditions));
    /// model.post(start[0].eq(1));
    /// let best = model.search()?.maximize(sum(&done))?.run().best().cloned().unwrap();
    /// assert_eq!((best.value, best.solution[done[0]]), (2, 0));
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn when<C: Into<Condition>>(self, conditions: impl IntoIterator<Item = C>) -> Cumulative {
        Cumulative { tasks: self.tasks.when(conditions) }
    }

    fn capacity(&self) -> Operand {
        self.tasks.list(CAPACITY)[0]
    }

    /// Returns durations, demands and capacity if all are constants.
    fn constants(&self) -> Option<(Vec<i32>, Vec<i32>, i32)> {
        let (durations, demands) = (self.tasks.constants(DURATIONS)?, self.tasks.constants(DEMANDS)?);
        match self.capacity() {
            Operand::Constant(capacity) => Some((durations, demands, capacity)),
            Operand::Term(_) => None,
        }
    }
}

impl Constraint for Cumulative {
    fn scope(&self) -> &[Var] {
        self.tasks.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let are_there = self.tasks.are_there(values);
        let values = self.tasks.all().values(values);
        let count = self.tasks.len();
        let (starts, amounts) = values.split_at(count);
        if amounts.iter().any(|&amount| amount < 0) {
            return false;
        }
        let (durations, demands, capacity) =
            (&amounts[..count], &amounts[count..2 * count], amounts[2 * count]);
        let is_used = |&task: &usize| are_there[task] && durations[task] > 0 && demands[task] > 0;
        let tasks: Vec<usize> = (0..count).filter(is_used).collect();
        let runs = |task: usize, time: i64| (0..durations[task]).contains(&(time - starts[task]));
        // The sum is largest at the start of a task.
        tasks.iter().all(|&first| {
            let running = tasks.iter().filter(|&&task| runs(task, starts[first]));
            running.map(|&task| demands[task]).sum::<i64>() <= capacity
        })
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Inequalities)?;
        let Some((durations, demands, capacity)) = self.constants() else { return to.by_trial(self) };
        let presences = self.tasks.encoded_presences(to)?;
        let starts = to.numbers(self.tasks.list(0));
        let tasks = || (0..starts.len()).map(|task| (starts[task], durations[task], presences[task]));
        let all: Vec<usize> =
            (0..starts.len()).filter(|&task| durations[task] > 0 && demands[task] > 0).collect();
        let first = all.iter().map(|&task| to.bounds(starts[task]).0).min().unwrap_or(0);
        let last = all.iter().map(|&task| to.bounds(starts[task]).1).max().unwrap_or(0);
        if last - first > MOST_TIMES {
            return Err(Refused::TooLarge);
        }
        // No two tasks run at a time that demand more than half of the capacity each.
        let is_large = |demand: i32| 2 * i64::from(demand) > i64::from(capacity);
        let large = tasks().zip(&demands).filter(|&(_, &demand)| is_large(demand)).map(|(task, _)| task);
        disjunctive::encode(to, large);
        // The load is largest when a task starts.
        for time in first..=last {
            let mut terms = Vec::new();
            for &task in &all {
                let begun = !to.at_least(starts[task], time + 1);
                let not_over = to.at_least(starts[task], time - i64::from(durations[task]) + 1);
                let parts: Vec<Literal> = [begun, not_over].into_iter().chain(presences[task]).collect();
                terms.push((-i64::from(demands[task]), to.conjunction(&parts)));
            }
            to.sum_of_literals(terms, -i64::from(capacity));
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let (starts, capacity) = (self.tasks.views(0, to), Amount::post(self.capacity(), to));
        let (durations, demands) = (self.tasks.amounts(DURATIONS, to), self.tasks.amounts(DEMANDS, to));
        let presences = self.tasks.presences(to);
        let room = capacity.most(to.store());
        let (mut tasks, mut large) = (Vec::new(), Vec::new());
        for (((start, duration), demand), presence) in
            starts.into_iter().zip(durations).zip(demands).zip(presences)
        {
            // A task that is not there has no demand.
            let used = demand.if_there(presence, to);
            if duration.most(to.store()) <= 0 || used.most(to.store()) <= 0 {
                continue;
            }
            if 2 * demand.least(to.store()) > room {
                large.push((start, duration.if_there(presence, to)));
            }
            tasks.push(Task { start, duration, demand: used });
        }
        disjunctive::post(to, large);
        to.propagator(TimeTable::new(tasks, capacity));
    }

    fn memory(&self) -> usize {
        self.tasks.memory(self)
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        const NAME: &str = "a cumulative";
        if let Operand::Constant(capacity @ ..0) = self.capacity() {
            return Some(Error::bad_constraint(format!(
                "{NAME} over {} has capacity {capacity}; give 0 or more",
                self.tasks.names(model),
            )));
        }
        self.tasks.fault(NAME, &["durations", "demands"], model)
    }
}
