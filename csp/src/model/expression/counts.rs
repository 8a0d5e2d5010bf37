//! How many of some conditions hold: at least one, at most one, exactly one.

use super::{Condition, Expression, any, sum};

/// Returns the condition that at least one of the conditions holds: [`any`], by the name that goes with [`at_most_one`].
pub fn at_least_one<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Condition {
    any(conditions)
}

/// Returns the condition that at most one of the conditions or decisions holds. One that is listed twice counts twice.
///
/// ```
/// # use csp::{Model, constraints::at_most_one};
/// let mut model = Model::new();
/// let x = model.vars(3, 0..=2);
/// model.post(at_most_one(x.iter().map(|x| x.at_least(1))));
/// assert_eq!(model.search()?.solutions().count(), 1 + 3 * 2);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn at_most_one<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Condition {
    how_many(conditions).le(1)
}

/// Returns the condition that exactly one of the conditions or decisions holds. One that is listed twice counts twice.
///
/// ```
/// # use csp::{Model, conditions, constraints::exactly_one};
/// let mut model = Model::new();
/// let [x, y] = model.array(0..=2);
/// model.post(exactly_one(conditions![x.is(0), y.is(0), x.eq(y)]));
/// assert_eq!(model.search()?.solutions().count(), 4 + 2);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn exactly_one<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Condition {
    how_many(conditions).eq(1)
}

fn how_many<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Expression {
    sum(conditions.into_iter().map(Into::into))
}
