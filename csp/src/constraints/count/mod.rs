//! Count: the number of operands with a value in a set (among, at least, at most, exactly).
//!
//! Meaning: the number of operands whose value is in the set is equal to, at most or at least another operand.
//! Strength: domain consistency, unless a variable occurs twice or is very wide. If one value is counted and operands
//! are known to differ, the filtering is [stronger](apart). Cost: one visit of each operand a run.

pub(super) mod apart;
pub(super) mod member;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::absence::explain_some;
use crate::constraints::comparison::Comparison;
use crate::constraints::narrowing::{is_plain, keep_within, pass_status};
use crate::engine::propagator::{Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::expression::{Expression, Function};
use crate::model::values::{Range, Values};

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

    fn post_compared(
        &self,
        to: &mut Posting<'_>,
        arguments: &[View],
        comparison: Comparison,
        number: View,
    ) -> bool {
        let plain = is_plain(to.store(), arguments.iter().chain([&number]));
        let members = arguments.iter().map(|&view| Member::new(to.store(), view, &self.set)).collect();
        if comparison.is_lower()
            && self.set.min() == self.set.max()
            && let Some(partitions) = apart::partitions(to, arguments)
        {
            apart::post(to, &partitions, self.set.min(), number);
        }
        to.propagator(Filter { members, set: self.set.clone(), number, comparison, plain });
        true
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

impl Filter {
    /// Explains that `count` members other than `except` are in the set, or are not. Returns false if there
    /// are fewer.
    fn explain_members(&self, is_in: bool, count: i64, except: Option<usize>, why: &mut Why<'_>) -> bool {
        let explain = |member: &Member, why: &mut Why<'_>| {
            if is_in { member.explain_in(&self.set, why) } else { member.explain_out(&self.set, why) }
        };
        let members = self.members.iter().enumerate().filter(|&(at, _)| Some(at) != except);
        explain_some(members.map(|(_, member)| member), count, why, explain)
    }

    /// Explains that `member` is in the set, or that it is not, by the bounds of the number.
    fn explain_member(&self, is_in: bool, member: Option<usize>, why: &mut Why<'_>) -> bool {
        let (least, most) = why.store().bounds(self.number);
        if is_in {
            why.min(self.number);
            let out = self.members.len() as i64 - i64::from(least);
            return self.explain_members(false, out + i64::from(member.is_none()), member, why);
        }
        why.max(self.number);
        self.explain_members(true, i64::from(most) + i64::from(member.is_none()), member, why)
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "count"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.number.slot, Event::Bounds);
        self.members.iter().for_each(|member| watch(member.view.slot, Event::Change));
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let (upper, lower) = (self.comparison.is_upper(), self.comparison.is_lower());
        let sides = [(true, lower), (false, upper)];
        let mut sides = sides.iter().filter(|(_, is_used)| *is_used).map(|&(is_in, _)| is_in);
        if query.is_conflict() {
            return sides.any(|is_in| why.attempt(|why| self.explain_member(is_in, None, why)));
        }
        let all = self.members.len() as i64;
        query.is_about(self.number)
            && why.attempt(|why| {
                let least = query.at_least(self.number).map_or(0, i64::from);
                let most = query.at_most(self.number).map_or(all, i64::from);
                self.explain_members(true, least, None, why)
                    && self.explain_members(false, all - most, None, why)
            })
            || sides.any(|is_in| {
                let mut members = self.members.iter().enumerate();
                members.any(|(at, member)| {
                    let mut asked = query.intervals(member.view).into_iter();
                    query.is_about(member.view)
                        && why.attempt(|why| {
                            let is_refuted = |value| self.set.contains(value) != is_in;
                            asked.all(|asked| why.others_are_gone(member.view, asked, is_refuted))
                                && self.explain_member(is_in, Some(at), why)
                        })
                })
            })
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
