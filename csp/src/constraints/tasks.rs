//! Tasks: variable starts and constant durations, as the scheduling constraints keep them.

use crate::constraints::terms::Terms;
use crate::domain::MAX_VALUE;
use crate::error::Error;
use crate::model::Term;

#[derive(Clone, Debug)]
pub(crate) struct Tasks {
    pub starts: Terms,
    pub durations: Vec<i32>,
}

impl Tasks {
    pub fn new<T: Into<Term>>(
        starts: impl IntoIterator<Item = T>,
        durations: impl IntoIterator<Item = i32>,
    ) -> Tasks {
        Tasks { starts: Terms::new(starts), durations: durations.into_iter().collect() }
    }

    pub fn fault(&self) -> Option<Error> {
        self.fault_of("durations", &self.durations).or_else(|| self.starts.fault())
    }

    /// What is wrong with numbers that say something of each task.
    pub fn fault_of(&self, what: &str, numbers: &[i32]) -> Option<Error> {
        let (tasks, given) = (self.starts.len(), numbers.len());
        if tasks != given {
            let what = format!("{given} {what} for {tasks} starts; give one for each task");
            return Some(Error::bad_constraint(what));
        }
        let (at, &number) =
            numbers.iter().enumerate().find(|(_, number)| !(0..=MAX_VALUE).contains(*number))?;
        if number > MAX_VALUE {
            return Some(Error::overflow(format!("{number} among the {what}, of task {at},")));
        }
        Some(Error::bad_constraint(format!(
            "{number} among the {what}, of task {at}, is negative; give 0 or more"
        )))
    }
}
