//! Lists whose items are of several types.

/// An array of [`Expression`](crate::Expression)s, for lists that mix variables, constants, sums and conditions.
///
/// ```
/// use csp::{Model, expressions, maximum, sum};
///
/// let mut model = Model::new();
/// let [x, y] = model.array(0..=4);
/// model.post(sum(expressions![x, 3, y * 2, x.ne(y)]).eq(maximum(expressions![x + y, 7])));
/// assert_eq!(model.search()?.solutions().count(), 1);
/// # Ok::<(), csp::Error>(())
/// ```
#[macro_export]
macro_rules! expressions {
    ($($item:expr),* $(,)?) => { [$($crate::Expression::from($item)),*] };
}

/// An array of [`Condition`](crate::Condition)s, for lists that mix comparisons and decisions.
///
/// ```
/// use csp::{Model, all, conditions};
///
/// let mut model = Model::new();
/// let [x, y] = model.array(0..=4);
/// model.post(all(conditions![x.at_least(2), x.lt(y), !y.is(3)]));
/// assert_eq!(model.search()?.solutions().count(), 2);
/// # Ok::<(), csp::Error>(())
/// ```
#[macro_export]
macro_rules! conditions {
    ($($item:expr),* $(,)?) => { [$($crate::Condition::from($item)),*] };
}

/// An array of [`Operand`](crate::constraints::Operand)s, for constraints over variables, variables with offsets and
/// constants.
///
/// ```
/// use csp::{Model, constraints::increasing, operands};
///
/// let mut model = Model::new();
/// let [x, y] = model.array(0..=9);
/// model.post(increasing(operands![2, x, y + 1, 4]));
/// assert_eq!(model.search()?.solutions().count(), 1 + 2 + 3);
/// # Ok::<(), csp::Error>(())
/// ```
#[macro_export]
macro_rules! operands {
    ($($item:expr),* $(,)?) => { [$($crate::constraints::Operand::from($item)),*] };
}
