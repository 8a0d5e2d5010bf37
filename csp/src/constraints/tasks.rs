//! Tasks with variable starts and numbers of other kinds, for the scheduling constraints; some of them are optional.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::error::Error;
use crate::compile::formulas::truth;
use crate::compile::posting::Posting;
use crate::constraints::conditional;
use crate::constraints::less::LessOrEqual;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Literal as Encoded, Refused};
use crate::engine::literal::{Literal, Test};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::expression::Condition;
use crate::model::ids::Var;
use crate::model::values::MAX_VALUE;

/// Lists of operands: the starts, then other lists, such as the durations.
#[derive(Clone, Debug)]
pub(crate) struct Tasks {
    all: Operands,
    lengths: SmallVec<[usize; 4]>,
    presence: Option<Arc<Presence>>,
}

/// The conditions under which tasks are there.
#[derive(Debug)]
struct Presence {
    conditions: Vec<Condition>,
    /// The variables of the operands, then those of each condition.
    scope: Vec<Var>,
}

impl Tasks {
    pub fn new<T: Into<Operand>>(starts: impl IntoIterator<Item = T>) -> Tasks {
        Tasks { all: Operands::new::<Operand>([]), lengths: SmallVec::new(), presence: None }.and(starts)
    }

    /// Returns the tasks with one more list.
    pub fn and<T: Into<Operand>>(mut self, numbers: impl IntoIterator<Item = T>) -> Tasks {
        let before = self.all.len();
        self.all.extend(numbers);
        self.lengths.push(self.all.len() - before);
        self
    }

    /// Returns the tasks, each of them there only if its condition holds.
    pub fn when<C: Into<Condition>>(mut self, conditions: impl IntoIterator<Item = C>) -> Tasks {
        let conditions: Vec<Condition> = conditions.into_iter().map(Into::into).collect();
        let of_conditions = conditions.iter().flat_map(|condition| condition.scope());
        let scope = self.all.scope().iter().chain(of_conditions).copied().collect();
        self.presence = Some(Arc::new(Presence { conditions, scope }));
        self
    }

    pub fn len(&self) -> usize {
        self.lengths[0]
    }

    pub fn scope(&self) -> &[Var] {
        self.presence.as_ref().map_or(self.all.scope(), |presence| &presence.scope)
    }

    /// Returns for each task whether it is there, for the values of the scope.
    pub fn are_there(&self, values: &[i32]) -> Vec<bool> {
        let Some(presence) = &self.presence else { return vec![true; self.len()] };
        let mut values = &values[self.all.scope().len()..];
        let is_there = |condition: &Condition| {
            let (own, others) = values.split_at(condition.scope().len());
            values = others;
            condition.accepts(own)
        };
        presence.conditions.iter().map(is_there).collect()
    }

    /// Returns for each task that is optional a view that is 1 if it is there, else 0.
    pub fn presences(&self, to: &mut Posting<'_>) -> Vec<Option<View>> {
        let Some(presence) = &self.presence else { return vec![None; self.len()] };
        let view = |condition: &Condition| Some(truth(to, condition.formula()));
        presence.conditions.iter().map(view).collect()
    }

    /// Returns for each task that is optional a literal that it is there.
    pub fn encoded_presences(&self, to: &mut Encoder<'_>) -> Result<Vec<Option<Encoded>>, Refused> {
        let Some(presence) = &self.presence else { return Ok(vec![None; self.len()]) };
        presence.conditions.iter().map(|condition| to.reify(condition.formula()).map(Some)).collect()
    }

    /// Returns the bytes of a constraint of these tasks.
    pub fn memory<C>(&self, constraint: &C) -> usize {
        let conditions = self.presence.iter().flat_map(|presence| &presence.conditions);
        let conditions: usize = conditions.map(|condition| condition.memory()).sum();
        size_of_val(constraint) + size_of_val(self.scope()) + conditions
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
        faults.or_else(|| self.all.fault(model)).or_else(|| self.fault_of_presence(constraint, model))
    }

    fn fault_of_presence(&self, constraint: &str, model: &Model) -> Option<Error> {
        let conditions = &self.presence.as_ref()?.conditions;
        if conditions.len() != self.len() {
            return Some(Error::bad_constraint(format!(
                "{constraint} over {} has {} conditions for {} tasks; give one for each task",
                self.names(model),
                conditions.len(),
                self.len()
            )));
        }
        conditions.iter().find_map(|condition| condition.fault(model))
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
    /// A known number of a task that is optional: the task is there if the view is 1, else the view and the number are 0.
    Optional(View, i64),
}

/// Returns the literal that the task of a presence is there.
pub(crate) fn is_there(presence: View) -> Literal {
    Literal { slot: presence.slot, test: Test::AtLeast, value: 1 - presence.offset }
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

    /// Returns the number if the task is there, else 0.
    pub fn if_there(self, presence: Option<View>, to: &mut Posting<'_>) -> Amount {
        match (self, presence) {
            (Amount::Known(number @ 1..), Some(presence)) => Amount::Optional(presence, number),
            (Amount::Open(number), Some(presence)) => {
                let most = to.store().max(number).max(0);
                let product = to.auxiliary(0..=most);
                for (x, y) in [(product, number), (number, product)] {
                    conditional::post(to, LessOrEqual::new(x, y), Some(is_there(presence)));
                }
                let zero = Literal { slot: product.slot, test: Test::AtMost, value: -product.offset };
                to.clause(vec![is_there(presence), zero]);
                Amount::Open(product)
            }
            _ => self,
        }
    }

    pub fn least(self, store: &Store) -> i64 {
        match self {
            Amount::Optional(presence, number) => number * i64::from(store.min(presence)),
            Amount::Known(number) => number,
            Amount::Open(view) => store.min(view).into(),
        }
    }

    pub fn most(self, store: &Store) -> i64 {
        match self {
            Amount::Optional(presence, number) => number * i64::from(store.max(presence)),
            Amount::Known(number) => number,
            Amount::Open(view) => store.max(view).into(),
        }
    }

    /// Returns the variable if there is one.
    pub fn view(self) -> Option<View> {
        match self {
            Amount::Known(_) => None,
            Amount::Open(view) | Amount::Optional(view, _) => Some(view),
        }
    }

    /// Returns the number that it is at most, if the query asks why it is at most something.
    pub fn asked_at_most(self, query: &Query) -> Option<i64> {
        let bound = query.at_most(self.view()?)?;
        Some(self.bound(bound.into()))
    }

    /// Returns the bound of the number from an upper bound of its view, which is not trivial.
    pub fn bound(self, bound: i64) -> i64 {
        match self {
            // Without the task, any smaller number is excluded with the number.
            Amount::Optional(_, number) => number - 1,
            _ => bound,
        }
    }

    pub fn watch(self, watch: &mut dyn FnMut(Slot, Event)) {
        if let Some(view) = self.view() {
            watch(view.slot, Event::Bounds);
        }
    }

    /// Narrows the number to `bound` and more. Returns whether it changed.
    pub fn at_least(self, bound: i64, store: &mut Store) -> Result<bool, Conflict> {
        let changes = self.least(store) < bound;
        if changes {
            match self {
                Amount::Open(view) => store.at_least(view, i32::try_from(bound).map_err(|_| Conflict)?)?,
                Amount::Optional(presence, number) if bound <= number => store.at_least(presence, 1)?,
                Amount::Optional(..) | Amount::Known(_) => return Err(Conflict),
            }
        }
        Ok(changes)
    }

    /// Narrows the number to `bound` and less. Returns whether it changed.
    pub fn at_most(self, bound: i64, store: &mut Store) -> Result<bool, Conflict> {
        let changes = self.most(store) > bound;
        if changes {
            match self {
                Amount::Open(view) => store.at_most(view, i32::try_from(bound).map_err(|_| Conflict)?)?,
                Amount::Optional(presence, _) if bound >= 0 => store.at_most(presence, 0)?,
                Amount::Optional(..) | Amount::Known(_) => return Err(Conflict),
            }
        }
        Ok(changes)
    }

    /// Adds to a reason that the number is at least its current minimum.
    pub fn explain_least(self, why: &mut Why<'_>) {
        if let Some(view) = self.view() {
            why.min(view);
        }
    }

    /// Adds to a reason that the number is at most its current maximum.
    pub fn explain_most(self, why: &mut Why<'_>) {
        if let Some(view) = self.view() {
            why.max(view);
        }
    }
}
