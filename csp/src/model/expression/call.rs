//! Functions inside expressions: the trait that each implements, and their use in an expression.

use std::fmt::Debug;
use std::sync::Arc;

use super::Expression;
use super::condition::Condition;
use crate::base::error::Error;
use crate::compile::key::Key;
use crate::compile::posting::Posting;
use crate::constraints::Comparison;
use crate::constraints::less::Less;
use crate::engine::store::View;
use crate::model::Model;
use crate::model::ids::Var;
use crate::model::values::{MAX_VALUE, MIN_VALUE};

/// The smallest and the largest value.
pub(crate) type Range = (i64, i64);

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

    /// Posts that the function is defined and its value compares with `result` by `comparison`.
    fn post_compared(&self, to: &mut Posting<'_>, arguments: &[View], comparison: Comparison, result: View) {
        post_by_result(self, to, arguments, comparison, result);
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

/// Posts a comparison of a function with a result, by an auxiliary variable for the function's value.
pub(crate) fn post_by_result(
    function: &(impl Function + ?Sized),
    to: &mut Posting<'_>,
    arguments: &[View],
    comparison: Comparison,
    result: View,
) {
    let own = match comparison {
        Comparison::Equal => return function.post(to, arguments, result),
        Comparison::AtMost | Comparison::AtLeast => auxiliary_result(to, function, arguments),
    };
    function.post(to, arguments, own);
    let (less, more) = if comparison == Comparison::AtMost { (own, result) } else { (result, own) };
    to.propagator(Less::new(less, more));
}

/// Returns a new variable for the result of a function.
pub(super) fn auxiliary_result(
    to: &mut Posting<'_>,
    function: &(impl Function + ?Sized),
    arguments: &[View],
) -> View {
    let ranges: Vec<Range> = arguments.iter().map(|&view| to.view_range(view)).collect();
    let (low, high) = function.range(&ranges);
    to.auxiliary(low as i32..=high as i32)
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
#[derive(Debug)]
pub(crate) enum Call {
    Function {
        function: Box<dyn Function>,
        arguments: Vec<Expression>,
    },
    /// 1 if the condition holds, else 0.
    Truth(Condition),
}

impl From<Call> for Expression {
    fn from(call: Call) -> Expression {
        Expression { calls: vec![(1, Arc::new(call))], ..Expression::default() }
    }
}

impl Call {
    pub fn value(&self, of: &dyn Fn(Var) -> i32) -> Option<i64> {
        match self {
            Call::Function { function, arguments } => {
                let arguments: Option<Vec<i64>> = arguments.iter().map(|part| part.value(of)).collect();
                function.value(&arguments?)
            }
            Call::Truth(condition) => Some(condition.is_met(of).into()),
        }
    }

    pub fn range(&self, of: &dyn Fn(Var) -> Range) -> Range {
        match self {
            Call::Function { function, arguments } => {
                let ranges: Vec<Range> = arguments.iter().map(|part| part.range(of)).collect();
                function.range(&ranges)
            }
            Call::Truth(_) => (0, 1),
        }
    }

    /// Returns the size of the call in bytes, arguments included.
    pub fn memory(&self) -> usize {
        let parts = match self {
            Call::Function { function, arguments } => {
                size_of_val(&**function) + arguments.iter().map(Expression::memory).sum::<usize>()
            }
            Call::Truth(condition) => condition.formula().memory(),
        };
        size_of::<Call>() + parts
    }

    /// Returns whether the call has a value for all values of its variables, as far as that is evident.
    pub fn is_total(&self) -> bool {
        let Call::Function { function, arguments } = self else { return true };
        let is_defined = match function.domain() {
            Some((at, defined)) => {
                arguments[at].as_constant().is_some_and(|constant| defined.contains(constant))
            }
            // For instance, the minimum of no arguments is undefined.
            None => !arguments.is_empty() || function.value(&[]).is_some(),
        };
        is_defined && arguments.iter().all(|part| part.calls.iter().all(|(_, call)| call.is_total()))
    }

    pub fn each_variable(&self, each: &mut dyn FnMut(Var)) {
        match self {
            Call::Function { arguments, .. } => arguments.iter().for_each(|part| part.each_variable(each)),
            Call::Truth(condition) => condition.formula().each_variable(each),
        }
    }
}

/// Returns whether variables can take both bounds.
pub(super) fn fits((low, high): Range) -> bool {
    low >= MIN_VALUE.into() && high <= MAX_VALUE.into()
}
