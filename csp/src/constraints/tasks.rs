//! Tasks with variable starts and numbers of other kinds, for the scheduling constraints.

use smallvec::SmallVec;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::engine::reasons::Why;
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::values::MAX_VALUE;

/// Lists of operands: the starts, then other lists, such as the durations.
#[derive(Clone, Debug)]
pub(crate) struct Tasks {
    all: Operands,
    lengths: SmallVec<[usize; 4]>,
}

impl Tasks {
    pub fn new<T: Into<Operand>>(starts: impl IntoIterator<Item = T>) -> Tasks {
        Tasks { all: Operands::new::<Operand>([]), lengths: SmallVec::new() }.and(starts)
    }

    /// Returns the tasks with one more list.
    pub fn and<T: Into<Operand>>(mut self, numbers: impl IntoIterator<Item = T>) -> Tasks {
        let before = self.all.len();
        self.all.extend(numbers);
        self.lengths.push(self.all.len() - before);
        self
    }

    pub fn len(&self) -> usize {
        self.lengths[0]
    }

    /// All operands, one list after the other.
    pub fn all(&self) -> &Operands {
        &self.all
    }

    /// The operands of a list; 0 for the starts.
    pub fn list(&self, list: usize) -> &[Operand] {
        let from: usize = self.lengths[..list].iter().sum();
        &self.all.all()[from..from + self.lengths[list]]
    }

    /// Returns a list if it consists of constants.
    pub fn constants(&self, list: usize) -> Option<Vec<i32>> {
        let constant = |operand: &Operand| match *operand {
            Operand::Constant(constant) => Some(constant),
            Operand::Term(_) => None,
        };
        self.list(list).iter().map(constant).collect()
    }

    /// Returns a list for posting. The numbers are narrowed to 0 and more.
    pub fn amounts(&self, list: usize, to: &mut Posting<'_>) -> Vec<Amount> {
        self.list(list).iter().map(|&operand| Amount::post(operand, to)).collect()
    }

    /// Returns the views of a list.
    pub fn views(&self, list: usize, to: &mut Posting<'_>) -> Vec<View> {
        Operands::new(self.list(list)).views(to)
    }

    /// Lists the starts for error messages.
    pub fn names(&self, model: &Model) -> String {
        Operands::new(self.list(0)).names(model)
    }

    /// Returns an error if the tasks are not valid. `lists` names the lists after the starts, `constraint` the
    /// constraint, for errors.
    pub fn fault(&self, constraint: &str, lists: &[&str], model: &Model) -> Option<Error> {
        let faults =
            lists.iter().enumerate().find_map(|(at, what)| self.fault_of(constraint, what, at + 1, model));
        faults.or_else(|| self.all.fault(model))
    }

    fn fault_of(&self, constraint: &str, what: &str, list: usize, model: &Model) -> Option<Error> {
        let (tasks, numbers) = (self.len(), self.list(list));
        if tasks != numbers.len() {
            return Some(Error::bad_constraint(format!(
                "{constraint} over {} has {} {what} for {tasks} starts; give one for each task",
                self.names(model),
                numbers.len()
            )));
        }
        let (at, number) = numbers.iter().enumerate().find_map(|(at, number)| match *number {
            Operand::Constant(number) if !(0..=MAX_VALUE).contains(&number) => Some((at, number)),
            _ => None,
        })?;
        let which =
            format!("{number} among the {what} of {constraint} over {}, for task {at},", self.names(model));
        Some(if number > MAX_VALUE {
            Error::overflow(which)
        } else {
            Error::bad_constraint(format!("{which} is negative; give 0 or more"))
        })
    }
}

/// A number of a task, 0 or more: known, or a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Amount {
    Known(i64),
    Open(View),
}

impl Amount {
    /// Posts that the operand is 0 or more.
    pub fn post(operand: Operand, to: &mut Posting<'_>) -> Amount {
        match operand {
            Operand::Constant(number) => Amount::Known(number.into()),
            Operand::Term(term) => {
                let view = to.view(term);
                to.narrow(|store| store.at_least(view, 0));
                Amount::Open(view)
            }
        }
    }

    pub fn least(self, store: &Store) -> i64 {
        match self {
            Amount::Known(number) => number,
            Amount::Open(view) => store.min(view).into(),
        }
    }

    pub fn most(self, store: &Store) -> i64 {
        match self {
            Amount::Known(number) => number,
            Amount::Open(view) => store.max(view).into(),
        }
    }

    /// Returns the variable if there is one.
    pub fn view(self) -> Option<View> {
        match self {
            Amount::Known(_) => None,
            Amount::Open(view) => Some(view),
        }
    }

    pub fn watch(self, watch: &mut dyn FnMut(Slot, Event)) {
        if let Amount::Open(view) = self {
            watch(view.slot, Event::Bounds);
        }
    }

    /// Narrows the number to `bound` and more. Returns whether it changed.
    pub fn at_least(self, bound: i64, store: &mut Store) -> Result<bool, Conflict> {
        let changes = self.least(store) < bound;
        if changes {
            let Amount::Open(view) = self else { return Err(Conflict) };
            store.at_least(view, i32::try_from(bound).map_err(|_| Conflict)?)?;
        }
        Ok(changes)
    }

    /// Narrows the number to `bound` and less. Returns whether it changed.
    pub fn at_most(self, bound: i64, store: &mut Store) -> Result<bool, Conflict> {
        let changes = self.most(store) > bound;
        if changes {
            let Amount::Open(view) = self else { return Err(Conflict) };
            store.at_most(view, i32::try_from(bound).map_err(|_| Conflict)?)?;
        }
        Ok(changes)
    }

    /// Adds to a reason that the number is at least its current minimum.
    pub fn explain_least(self, why: &mut Why<'_>) {
        if let Amount::Open(view) = self {
            why.min(view);
        }
    }

    /// Adds to a reason that the number is at most its current maximum.
    pub fn explain_most(self, why: &mut Why<'_>) {
        if let Amount::Open(view) = self {
            why.max(view);
        }
    }
}
