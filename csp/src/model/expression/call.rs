//! Functions inside expressions: the trait that each implements, and their use in an expression.

use std::fmt::Debug;
use std::sync::Arc;

use smallvec::SmallVec;

use super::Expression;
use super::condition::{Condition, Formula};
use super::walk::{Part, Reach, fold, parts};
use crate::base::error::Error;
use crate::compile::key::Key;
use crate::compile::posting::Posting;
use crate::constraints::Comparison;
use crate::engine::store::View;
use crate::model::Model;
use crate::model::ids::Var;
use crate::model::values::{MAX_VALUE, MIN_VALUE, Range};

/// Largest magnitude of any intermediate result.
const LARGEST: i128 = 1 << 62;

/// A function of integers: its meaning, and the propagators that filter it.
pub(crate) trait Function: Debug + Send + Sync {
    /// Returns the name that users write: `maximum`.
    fn name(&self) -> &'static str;

    /// The meaning: returns the function's value, or `None` if the function is undefined for these arguments.
    fn value(&self, arguments: &[i64]) -> Option<i64>;

    /// Returns an interval that contains all values of the function for arguments in the given intervals.
    fn range(&self, arguments: &[Range]) -> Range;

    /// Like [`Function::range`], but as tight as intervals allow.
    fn hull(&self, arguments: &[Range]) -> Range {
        self.range(arguments)
    }

    /// Returns the index of the argument that decides whether the function is defined, and the values of this
    /// argument for which it is; `None` if the values of the arguments do not matter.
    fn domain(&self) -> Option<(usize, Defined)> {
        None
    }

    /// Posts that the function is defined and its value is equal to `result`.
    fn post(&self, to: &mut Posting<'_>, arguments: &[View], result: View);

    /// Posts that the function is defined and its value compares with `result` by `comparison`. Returns false if it
    /// takes a variable for the value, which the caller has to post.
    fn post_compared(
        &self,
        to: &mut Posting<'_>,
        arguments: &[View],
        comparison: Comparison,
        result: View,
    ) -> bool {
        let is_equal = comparison == Comparison::Equal;
        if is_equal {
            self.post(to, arguments, result);
        }
        is_equal
    }

    /// Adds all parameters of the function, without its arguments, to a key. Returns false if the function
    /// has no key, for instance because of many parameters.
    fn key(&self, _key: &mut Key) -> bool {
        false
    }

    /// Returns a mistake in the function, apart from mistakes inside its arguments.
    fn fault(&self, _arguments: &[Expression], _model: &Model) -> Option<Error> {
        None
    }

    /// Returns a remark on a function that is valid but probably not intended, apart from remarks on its
    /// arguments.
    fn lint(&self, _arguments: &[Expression], _model: &Model) -> Option<Error> {
        None
    }
}

/// The values of an argument for which a function is defined.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Defined {
    NotZero,
    /// From 0 to less than this.
    Below(usize),
}

impl Defined {
    pub fn contains(self, value: i64) -> bool {
        match self {
            Defined::NotZero => value != 0,
            Defined::Below(end) => usize::try_from(value).is_ok_and(|value| value < end),
        }
    }

    /// Returns the intervals that are not included.
    pub fn gaps(self) -> impl Iterator<Item = (i32, i32)> {
        let gaps = match self {
            Defined::NotZero => [Some((0, 0)), None],
            Defined::Below(end) => {
                let end = i32::try_from(end).ok();
                [Some((i32::MIN, -1)), end.map(|end| (end, i32::MAX))]
            }
        };
        gaps.into_iter().flatten()
    }

    /// Returns whether all values of an interval are included.
    pub fn covers(self, (low, high): Range) -> bool {
        match self {
            Defined::NotZero => low > 0 || high < 0,
            Defined::Below(_) => self.contains(low) && self.contains(high),
        }
    }
}

/// A term of an expression other than a variable.
pub(crate) enum Call {
    Function {
        function: Box<dyn Function>,
        arguments: Vec<Expression>,
        /// Whether a constraint other than comparisons is part of the arguments.
        has_constraint: bool,
    },
    /// 1 if the condition holds, else 0.
    Truth(Condition),
    /// A long sum, which copies of an expression share. It is not in [normal form](Expression::normalize).
    Sum(Expression),
}

impl From<Call> for Expression {
    fn from(call: Call) -> Expression {
        let has_constraint = call.has_constraint();
        Expression { calls: vec![(1, Arc::new(call))], has_constraint, ..Expression::default() }
    }
}

impl Call {
    /// Returns whether a constraint other than comparisons is part of the call.
    pub fn has_constraint(&self) -> bool {
        match self {
            Call::Function { has_constraint, .. } => *has_constraint,
            Call::Truth(condition) => condition.formula().has_constraint(),
            Call::Sum(sum) => sum.has_constraint,
        }
    }

    /// Returns whether the call has a value wherever its arguments have, as far as that is evident.
    fn is_total_itself(&self) -> bool {
        let Call::Function { function, arguments, .. } = self else { return true };
        match function.domain() {
            Some((at, defined)) => {
                arguments[at].as_constant().is_some_and(|constant| defined.contains(constant))
            }
            // For instance, the minimum of no arguments is undefined.
            None => !arguments.is_empty() || function.value(&[]).is_some(),
        }
    }
}

/// Returns whether the call has a value for all values of its variables, as far as that is evident.
pub(crate) fn is_total(call: &Arc<Call>) -> bool {
    parts(Part::Call(call), Reach::Numbers).all(|part| match part {
        Part::Call(call) => call.is_total_itself(),
        _ => true,
    })
}

impl Part<'_> {
    /// Returns the value for the given values of variables: for a formula 1 if it holds, else 0. `None` if it is
    /// undefined or too large.
    pub fn value(self, of: &dyn Fn(Var) -> i32) -> Option<i64> {
        fold(self, Reach::Everything, |part, parts: &[Option<i64>]| match part {
            Part::Formula(formula) => Some(formula.is_met_with(parts, of).into()),
            Part::Sum(sum) => sum.value_with(parts, of),
            Part::Call(call) => match &**call {
                Call::Function { function, .. } => {
                    let arguments: Option<SmallVec<[i64; 8]>> = parts.iter().copied().collect();
                    function.value(&arguments?)
                }
                Call::Truth(_) | Call::Sum(_) => parts[0],
            },
        })
    }

    /// Returns an interval that contains all values for variables in the given intervals.
    pub fn range(self, of: &dyn Fn(Var) -> Range) -> Range {
        fold(self, Reach::Numbers, |part, parts: &[Range]| part.range_with(parts, of))
    }

    /// Returns such an interval, if these are the intervals of its parts.
    pub fn range_with(self, parts: &[Range], of: &dyn Fn(Var) -> Range) -> Range {
        match self {
            Part::Formula(_) => (0, 1),
            Part::Sum(sum) => sum.range_with(parts.iter().copied(), of),
            Part::Call(call) => match &**call {
                Call::Function { function, .. } => function.range(parts),
                Call::Truth(_) => (0, 1),
                Call::Sum(_) => parts[0],
            },
        }
    }

    /// Returns an interval that contains all values, or `None` if an intermediate result may exceed 2^62. `parts` are
    /// the intervals of its own parts.
    pub(crate) fn safe_range_with(self, parts: &[Option<Range>], of: &dyn Fn(Var) -> Range) -> Option<Range> {
        let ranges: Option<SmallVec<[Range; 8]>> = parts.iter().copied().collect();
        let ranges = ranges?;
        let magnitude = |(low, high): Range| i128::from(low).abs().max(i128::from(high).abs());
        let reach = match self {
            Part::Sum(sum) => {
                let variables = sum.variables.iter().map(|&(a, var)| (a, of(var)));
                let calls = sum.calls.iter().map(|(a, _)| *a).zip(ranges.iter().copied());
                let terms = variables.chain(calls).map(|(a, range)| i128::from(a).abs() * magnitude(range));
                terms.fold(i128::from(sum.constant).abs(), i128::saturating_add)
            }
            part => magnitude(part.range_with(&ranges, of)),
        };
        (reach <= LARGEST).then(|| self.range_with(&ranges, of))
    }

    /// Calls `each` for every variable, for some more than once.
    pub fn each_variable(self, each: &mut dyn FnMut(Var)) {
        for part in parts(self, Reach::Everything) {
            match part {
                Part::Formula(Formula::Decision(decision)) => each(decision.variable()),
                Part::Formula(Formula::Statement(statement)) => {
                    statement.variables.iter().for_each(|&var| each(var));
                }
                Part::Formula(Formula::Constraint(constraint)) => {
                    constraint.scope().iter().for_each(|&var| each(var));
                }
                Part::Sum(sum) => sum.variables.iter().for_each(|&(_, var)| each(var)),
                Part::Formula(_) | Part::Call(_) => {}
            }
        }
    }

    /// Returns the size in bytes.
    pub fn memory(self) -> usize {
        let own = |part| match part {
            Part::Formula(formula) => {
                let more = match formula {
                    Formula::Statement(statement) => {
                        let is_spilled = statement.coefficients.spilled();
                        let spilled = if is_spilled { statement.coefficients.len() } else { 0 };
                        16 * (spilled + statement.calls.len())
                    }
                    Formula::Constraint(constraint) => constraint.memory(),
                    _ => 0,
                };
                size_of::<Formula>() + more
            }
            Part::Sum(sum) => size_of::<Expression>() + 16 * (sum.variables.len() + sum.calls.len()),
            Part::Call(call) => {
                let function = match &**call {
                    Call::Function { function, .. } => size_of_val(&**function),
                    Call::Truth(_) | Call::Sum(_) => 0,
                };
                size_of::<Call>() + function
            }
        };
        parts(self, Reach::Everything).map(own).sum()
    }
}

/// Returns whether variables can take both bounds.
pub(crate) fn fits((low, high): Range) -> bool {
    low >= MIN_VALUE.into() && high <= MAX_VALUE.into()
}
