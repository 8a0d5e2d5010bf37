//! How many variables take a value of a set: among, at least, at most, exactly.
//!
//! Meaning: the number of operands whose value is in the set is equal to, at most or at least another
//! operand. Strength: domain consistency, as far as no variable stands in it twice and none is very wide.
//! Cost: one look at each operand a run.

pub(super) mod member;

use crate::compile::Compile;
use crate::constraint::Constraint;
use crate::constraints::comparison::Comparison;
use crate::constraints::narrowing::{answer, is_plain, within};
use crate::constraints::operand::{Operand, Operands};
use crate::domain::Values;
use crate::error::Error;
use crate::model::Var;
use crate::propagator::{Propagator, Status};
use crate::store::{Conflict, Event, Slot, Store, View};

use member::Member;

/// How many operands take a value of a set; comparing it makes a constraint.
#[derive(Clone, Debug)]
pub struct Occurrences {
    operands: Operands,
    set: Values,
}

/// How many of the operands take one of the values: `3`, `[1, 3, 7]`, `1..=9` …
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
pub fn count<T: Into<Operand>>(
    operands: impl IntoIterator<Item = T>,
    values: impl Into<Values>,
) -> Occurrences {
    Occurrences { operands: Operands::new(operands), set: values.into() }
}

impl Occurrences {
    /// Exactly so many.
    #[allow(clippy::should_implement_trait)] // It makes a constraint; it does not compare.
    pub fn eq(self, number: impl Into<Operand>) -> CountConstraint {
        self.compare(Comparison::Equal, number.into())
    }

    /// At most so many.
    pub fn le(self, number: impl Into<Operand>) -> CountConstraint {
        self.compare(Comparison::AtMost, number.into())
    }

    /// At least so many.
    pub fn ge(self, number: impl Into<Operand>) -> CountConstraint {
        self.compare(Comparison::AtLeast, number.into())
    }

    fn compare(mut self, comparison: Comparison, number: Operand) -> CountConstraint {
        self.operands.push(number);
        CountConstraint { operands: self.operands, set: self.set, comparison }
    }
}

/// A count compared with a number, as made by [`Occurrences::eq`] and its siblings.
#[derive(Clone, Debug)]
pub struct CountConstraint {
    /// What is counted, and at the end the number.
    operands: Operands,
    set: Values,
    comparison: Comparison,
}

impl Constraint for CountConstraint {
    fn scope(&self) -> &[Var] {
        self.operands.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.operands.values(values);
        let (&number, counted) = values.split_last().expect("a number is there");
        let is_in = |&&value: &&i64| i32::try_from(value).is_ok_and(|value| self.set.contains(value));
        self.comparison.holds(counted.iter().filter(is_in).count() as i64, number)
    }

    fn fault(&self) -> Option<Error> {
        if let Some(fault) = self.set.fault() {
            return Some(Error::bad_constraint(format!(
                "a count over {} of values that cannot be: {fault}",
                self.operands.names()
            )));
        }
        self.operands.fault()
    }

    fn post(&self, to: &mut Compile<'_>) {
        let mut views = self.operands.views(to);
        let plain = is_plain(to.store(), &views);
        let number = views.pop().expect("a number is there");
        let members = views.into_iter().map(|view| Member::new(to.store(), view, &self.set)).collect();
        to.propagator(Filter { members, set: self.set.clone(), number, comparison: self.comparison, plain });
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
        within(store, self.number, least, most)?;
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
        Ok(answer(store, began, self.plain))
    }
}
