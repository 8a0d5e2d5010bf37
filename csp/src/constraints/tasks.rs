//! Tasks with variable starts and constant durations, for the scheduling constraints.

use crate::base::error::Error;
use crate::constraints::operand::{Operand, Operands};
use crate::model::Model;
use crate::model::values::MAX_VALUE;

#[derive(Clone, Debug)]
pub(crate) struct Tasks {
    pub starts: Operands,
    pub durations: Vec<i32>,
}

impl Tasks {
    pub fn new<T: Into<Operand>>(
        starts: impl IntoIterator<Item = T>,
        durations: impl IntoIterator<Item = i32>,
    ) -> Tasks {
        Tasks { starts: Operands::new(starts), durations: durations.into_iter().collect() }
    }

    /// Returns an error if the tasks are not valid. `constraint` is the constraint's name in errors.
    pub fn fault(&self, constraint: &str, model: &Model) -> Option<Error> {
        self.fault_of(constraint, "durations", &self.durations, model).or_else(|| self.starts.fault(model))
    }

    /// Returns an error if a list of numbers, one for each task, is not valid.
    pub fn fault_of(&self, constraint: &str, what: &str, numbers: &[i32], model: &Model) -> Option<Error> {
        let (tasks, given, names) = (self.starts.len(), numbers.len(), self.starts.names(model));
        if tasks != given {
            return Some(Error::bad_constraint(format!(
                "{constraint} over {names} has {given} {what} for {tasks} starts; give one for each task"
            )));
        }
        let (at, &number) =
            numbers.iter().enumerate().find(|(_, number)| !(0..=MAX_VALUE).contains(*number))?;
        let which = format!("{number} among the {what} of {constraint} over {names}, for task {at},");
        Some(if number > MAX_VALUE {
            Error::overflow(which)
        } else {
            Error::bad_constraint(format!("{which} is negative; give 0 or more"))
        })
    }
}
