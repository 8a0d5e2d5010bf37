//! Count: the number of operands with a value in a set (among, at least, at most, exactly).
//!
//! Meaning: the number of operands whose value is in the set is equal to, at most or at least another
//! operand. Strength: domain consistency, unless a variable occurs twice or is very wide. If one value is
//! counted and operands are known to differ, [more](apart). Cost: one visit of each operand a run.

pub(super) mod apart;
pub(super) mod member;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::comparison::Comparison;
use crate::constraints::narrowing::{is_plain, keep_within, pass_status};
use crate::engine::propagator::{Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::expression::{Expression, Function, Range};
use crate::model::values::Values;

use member::Member;

/// Returns the number of operands that take one of the values: `3`, `[1, 3, 7]`, `1..=9` …
///
/// ```
/// # use csp::{Model, count};
/// let mut model = Model::new();
/// let x = model.vars(4, 0..=2);
/// let pairs = model.var(0..=9);
/// model.post(count(&x, [1, 2]).eq(pairs));
/// model.post(count(&x, 1).ge(2));
/// model.post(count(&x, 0).le(0));
/// // Two, three or four ones, and the rest twos.
/// let mut search = model.search()?;
/// assert_eq!(search.solutions().count(), 6 + 4 + 1);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn count<T: Into<Expression>>(
    operands: impl IntoIterator<Item = T>,
    values: impl Into<Values>,
) -> Expression {
    Expression::call(Count { set: values.into() }, operands.into_iter().map(Into::into).collect())
}

#[derive(Debug)]
struct Count {
    set: Values,
}

impl Function for Count {
    fn name(&self) -> &'static str {
        "count"
    }

    fn value(&self, arguments: &[i64]) -> Option<i64> {
        let is_in = |&&value: &&i64| i32::try_from(value).is_ok_and(|value| self.set.contains(value));
        Some(arguments.iter().filter(is_in).count() as i64)
    }

    fn range(&self, arguments: &[Range]) -> Range {
        (0, arguments.len() as i64)
    }

    fn fault(&self, arguments: &[Expression], model: &Model) -> Option<Error> {
        let fault = self.set.fault()?;
        let names: Vec<String> = arguments.iter().map(|part| part.show(model)).collect();
        let names = names.join(", ");
        Some(Error::bad_constraint(format!("a count over {names} of values that cannot be: {fault}")))
    }

    fn post(&self, to: &mut Posting<'_>, arguments: &[View], number: View) {
        self.post_compared(to, arguments, Comparison::Equal, number);
    }

    fn post_compared(&self, to: &mut Posting<'_>, arguments: &[View], comparison: Comparison, number: View) {
        let plain = is_plain(to.store(), arguments.iter().chain([&number]));
        let members = arguments.iter().map(|&view| Member::new(to.store(), view, &self.set)).collect();
        if comparison.is_lower()
            && self.set.min() == self.set.max()
            && let Some(partitions) = apart::partitions(to, arguments)
        {
            apart::post(to, &partitions, self.set.min(), number);
        }
        to.propagator(Filter { members, set: self.set.clone(), number, comparison, plain });
    }
}

#[derive(Debug)]
struct Filter {
    members: Box<[Member]>,
    set: Values,
    number: View,
    comparison: Comparison,
    plain: bool,
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "count"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.number.slot, Event::Bounds);
        self.members.iter().for_each(|member| watch(member.view.slot, Event::Change));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        let (mut sure, mut possible) = (0_i32, 0);
        for member in &self.members {
            let can = member.can_be_in(store, &self.set);
            possible += i32::from(can);
            sure += i32::from(can && member.must_be_in(store, &self.set));
        }
        let (upper, lower) = (self.comparison.is_upper(), self.comparison.is_lower());
        let least = if upper { sure.into() } else { i64::MIN };
        let most = if lower { possible.into() } else { i64::MAX };
        keep_within(store, self.number, least, most)?;
        let full = upper && store.max(self.number) == sure;
        let short = lower && store.min(self.number) == possible;
        if sure == possible {
            return Ok(Status::Entailed);
        }
        for member in &self.members {
            if short {
                if member.can_be_in(store, &self.set) {
                    member.put_in(store, &self.set)?;
                }
            } else if full && !member.must_be_in(store, &self.set) {
                member.keep_out(store, &self.set)?;
            }
        }
        Ok(pass_status(store, began, self.plain))
    }
}
