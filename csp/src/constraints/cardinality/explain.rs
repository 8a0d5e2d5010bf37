//! Reasons of cardinalities: operands that take a value, operands that cannot, and the total.

use super::{Filter, Listed};
use crate::constraints::absence::{ALL, explain_some};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::View;

/// Whether operands take a value, or cannot take it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Takes,
    Cannot,
}

/// Explains that an operand takes a value.
fn takes(variable: View, value: i32, why: &mut Why<'_>) -> bool {
    let is_taken = why.store().value(variable) == Some(value);
    if is_taken {
        why.fixed(variable);
    }
    is_taken
}

impl Filter {
    pub(super) fn explain_query(&self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            return self.explain_conflict(why);
        }
        let about_number = |at: usize, why: &mut Why<'_>| {
            let number = self.listed[at].number;
            let (least, most) = (query.at_least(number), query.at_most(number));
            query.is_about(number)
                && why.attempt(|why| {
                    least.is_none_or(|bound| self.explain_least(at, bound.into(), why))
                        && most.is_none_or(|bound| self.explain_most(at, bound.into(), why))
                })
        };
        (0..self.listed.len()).any(|at| about_number(at, why))
            || (0..self.variables.len()).any(|variable| {
                query.is_about(self.variables[variable])
                    && self.listed.iter().any(|listed| {
                        [Side::Takes, Side::Cannot].into_iter().any(|side| {
                            why.attempt(|why| self.explain_variable(variable, listed, side, query, why))
                        })
                    })
            })
    }

    fn explain_conflict(&self, why: &mut Why<'_>) -> bool {
        let variables = self.variables.len() as i64;
        let too_many = |listed: &Listed, why: &mut Why<'_>| {
            why.max(listed.number);
            let most = why.store().max(listed.number);
            self.explain_variables(listed.value, Side::Takes, i64::from(most) + 1, None, why)
        };
        let too_few = |listed: &Listed, why: &mut Why<'_>| {
            why.min(listed.number);
            let least = why.store().min(listed.number);
            self.explain_variables(listed.value, Side::Cannot, variables - i64::from(least) + 1, None, why)
        };
        let mut listed = self.listed.iter();
        let by_value = |listed: &Listed, why: &mut Why<'_>| {
            why.attempt(|why| too_many(listed, why)) || why.attempt(|why| too_few(listed, why))
        };
        listed.any(|listed| by_value(listed, why))
            || self.closed
                && self
                    .variables
                    .iter()
                    .any(|&variable| why.attempt(|why| self.takes_none_listed(variable, why)))
            || why.attempt(|why| self.explain_total(None, true, 0, why))
            || why.attempt(|why| self.explain_total(None, false, 0, why))
    }

    /// Explains that `count` operands other than `except` take a value, or that they cannot.
    fn explain_variables(
        &self,
        value: i32,
        side: Side,
        count: i64,
        except: Option<usize>,
        why: &mut Why<'_>,
    ) -> bool {
        let variables = self.variables.iter().enumerate().filter(|&(at, _)| Some(at) != except);
        let explain = |variable: &View, why: &mut Why<'_>| match side {
            Side::Takes => takes(*variable, value, why),
            Side::Cannot => why.is_outside(*variable, (value, value)),
        };
        explain_some(variables.map(|(_, variable)| variable), count, why, explain)
    }

    fn explain_least(&self, at: usize, bound: i64, why: &mut Why<'_>) -> bool {
        why.attempt(|why| self.explain_variables(self.listed[at].value, Side::Takes, bound, None, why))
            || self.explain_total(Some(at), true, bound, why)
    }

    fn explain_most(&self, at: usize, bound: i64, why: &mut Why<'_>) -> bool {
        let out = self.variables.len() as i64 - bound;
        why.attempt(|why| self.explain_variables(self.listed[at].value, Side::Cannot, out, None, why))
            || self.explain_total(Some(at), false, bound, why)
    }

    /// Explains a bound of a number by the sum of all numbers; without a number, a conflict. If `is_least`, more
    /// operands must take listed values than the other numbers allow; otherwise fewer operands can than the other
    /// numbers need.
    fn explain_total(&self, at: Option<usize>, is_least: bool, bound: i64, why: &mut Why<'_>) -> bool {
        let mut others = 0;
        for (_, listed) in self.listed.iter().enumerate().filter(|&(other, _)| Some(other) != at) {
            if is_least {
                why.max(listed.number);
                others += i64::from(why.store().max(listed.number));
            } else {
                why.min(listed.number);
                others += i64::from(why.store().min(listed.number));
            }
        }
        let is_conflict = i64::from(at.is_none());
        if !is_least {
            let out = self.variables.len() as i64 - (others + bound - is_conflict);
            return explain_some(self.variables.iter(), out, why, |&variable, why| {
                self.takes_none_listed(variable, why)
            });
        }
        let wanted = others + bound + is_conflict;
        if self.closed {
            return wanted <= self.variables.len() as i64;
        }
        let is_listed = |value: i32| self.listed.iter().any(|listed| listed.value == value);
        explain_some(self.variables.iter(), wanted, why, |&variable, why| {
            why.others_are_gone(variable, ALL, is_listed)
        })
    }

    fn takes_none_listed(&self, variable: View, why: &mut Why<'_>) -> bool {
        self.listed.iter().all(|&Listed { value, .. }| why.is_outside(variable, (value, value)))
    }

    /// Explains that an operand does not take a value, since enough others do; or that it takes no other value,
    /// since so many others cannot take this one that it is needed.
    fn explain_variable(
        &self,
        variable: usize,
        &Listed { value, number }: &Listed,
        others: Side,
        query: &Query,
        why: &mut Why<'_>,
    ) -> bool {
        let view = self.variables[variable];
        let (least, most) = why.store().bounds(number);
        let count = match others {
            Side::Takes => {
                why.max(number);
                i64::from(most)
            }
            Side::Cannot => {
                why.min(number);
                self.variables.len() as i64 - i64::from(least)
            }
        };
        let mut asked = query.intervals(view).into_iter();
        asked.all(|asked| {
            why.others_are_gone(view, asked, |other| (other == value) == (others == Side::Takes))
        }) && self.explain_variables(value, others, count, Some(variable), why)
    }
}
