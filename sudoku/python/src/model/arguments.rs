//! What the functions of the module take: lists of numbers, of variables, of conditions, with the model that they are of.

use csp::Values;
use csp::constraints::{Automaton, Operand as Place, Quota};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use super::condition::Side;
use super::expression::{Expression, Operand, Owner, joined, too_large};
use super::recipe::Recipe;

/// An argument, and what the engine takes in its place.
pub(super) trait Argument {
    type Inner;

    /// Returns what it was made of.
    fn recipe(&self) -> Recipe;

    /// Returns what the engine takes, and joins its model with those of other arguments.
    fn take(self, owner: &mut Owner) -> PyResult<Self::Inner>;
}

fn join(owner: &mut Owner, other: Owner) -> PyResult<()> {
    *owner = joined(*owner, other)?;
    Ok(())
}

/// What is only handed on.
macro_rules! plain {
    ($($type:ty: $recipe:expr),*) => {$(
        impl Argument for $type {
            type Inner = $type;

            fn recipe(&self) -> Recipe {
                $recipe(self)
            }

            fn take(self, _owner: &mut Owner) -> PyResult<$type> {
                Ok(self)
            }
        }
    )*};
}

plain!(
    bool: |truth: &bool| Recipe::Truth(*truth),
    usize: |number: &usize| Recipe::from(*number),
    Vec<(usize, usize)>: |pairs: &Vec<(usize, usize)>| Recipe::list(pairs.iter().copied()),
    Vec<i64>: |numbers: &Vec<i64>| Recipe::list(numbers.iter().copied())
);

/// A number or an expression.
impl Argument for Operand<'_> {
    type Inner = csp::Expression;

    fn recipe(&self) -> Recipe {
        self.recipe()
    }

    fn take(self, owner: &mut Owner) -> PyResult<csp::Expression> {
        let (inner, other) = self.get()?;
        join(owner, other)?;
        Ok(inner)
    }
}

impl Argument for Side<'_> {
    type Inner = csp::Condition;

    fn recipe(&self) -> Recipe {
        self.recipe()
    }

    fn take(self, owner: &mut Owner) -> PyResult<csp::Condition> {
        let (inner, other) = self.get();
        join(owner, other)?;
        Ok(inner)
    }
}

/// A list of anything.
pub(super) struct List<T>(pub Vec<T>);

impl<'py, T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>> FromPyObject<'_, 'py> for List<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<List<T>> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("a list is expected, not a text"));
        }
        let mut list = Vec::with_capacity(object.len().unwrap_or(0));
        for one in object.try_iter()? {
            list.push(one?.extract::<T>().map_err(Into::into)?);
        }
        Ok(List(list))
    }
}

impl<T: Argument> Argument for List<T> {
    type Inner = Vec<T::Inner>;

    fn recipe(&self) -> Recipe {
        Recipe::List(self.0.iter().map(T::recipe).collect())
    }

    fn take(self, owner: &mut Owner) -> PyResult<Vec<T::Inner>> {
        self.0.into_iter().map(|one| one.take(owner)).collect()
    }
}

impl<T: Argument> Argument for Option<T> {
    type Inner = Option<T::Inner>;

    fn recipe(&self) -> Recipe {
        self.as_ref().map_or(Recipe::Nothing, T::recipe)
    }

    fn take(self, owner: &mut Owner) -> PyResult<Option<T::Inner>> {
        self.map(|one| one.take(owner)).transpose()
    }
}

/// A whole number of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Int(pub i32);

impl<'py> FromPyObject<'_, 'py> for Int {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Int> {
        object.extract().map(Int).map_err(|error| {
            let is_number = object.is_instance_of::<PyInt>();
            if is_number { too_large() } else { error }
        })
    }
}

impl Argument for Int {
    type Inner = i32;

    fn recipe(&self) -> Recipe {
        self.0.into()
    }

    fn take(self, _owner: &mut Owner) -> PyResult<i32> {
        Ok(self.0)
    }
}

/// A variable, with an offset or without, or a number.
pub(super) struct Item<'py>(Operand<'py>);

impl<'py> FromPyObject<'_, 'py> for Item<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Item<'py>> {
        object.extract().map(Item)
    }
}

fn not_a_variable() -> PyErr {
    PyTypeError::new_err(
        "variables are expected here, with offsets at most: x or x + 3. Declare a variable for a number that is computed, \
         as in total = model.var(0, 99); model.add(total == x + y)",
    )
}

impl Argument for Item<'_> {
    type Inner = Place;

    fn recipe(&self) -> Recipe {
        self.0.recipe()
    }

    fn take(self, owner: &mut Owner) -> PyResult<Place> {
        match &self.0 {
            Operand::Expression(expression) => {
                join(owner, expression.get().owner)?;
                expression.get().term().map(Place::Term).ok_or_else(not_a_variable)
            }
            Operand::Condition(_) => Err(not_a_variable()),
            Operand::Number(number) => i32::try_from(*number).map(Place::Constant).map_err(|_| too_large()),
            Operand::TooLarge => Err(too_large()),
        }
    }
}

/// A variable, with an offset or without.
pub(super) struct Variable<'py>(Bound<'py, Expression>);

impl<'py> FromPyObject<'_, 'py> for Variable<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Variable<'py>> {
        Ok(Variable(object.cast::<Expression>().map_err(|_| not_a_variable())?.to_owned()))
    }
}

impl Argument for Variable<'_> {
    type Inner = csp::Term;

    fn recipe(&self) -> Recipe {
        self.0.get().recipe()
    }

    fn take(self, owner: &mut Owner) -> PyResult<csp::Term> {
        join(owner, self.0.get().owner)?;
        self.0.get().term().ok_or_else(not_a_variable)
    }
}

/// A set of values: a number, a range or a list.
pub(super) struct Set(pub Values);

impl<'py> FromPyObject<'_, 'py> for Set {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Set> {
        if object.is_instance_of::<PyInt>() {
            return Ok(Set(Values::from(object.extract::<Int>()?.0)));
        }
        let list: List<Int> = object.extract()?;
        Ok(Set(list.0.into_iter().map(|Int(value)| value).collect()))
    }
}

impl Argument for Set {
    type Inner = Values;

    fn recipe(&self) -> Recipe {
        Recipe::list(self.0.iter())
    }

    fn take(self, _owner: &mut Owner) -> PyResult<Values> {
        Ok(self.0)
    }
}

/// How often a value occurs: a number or a variable, or the least and the greatest number.
#[derive(FromPyObject)]
pub(super) enum Times<'py> {
    Between(Int, Int),
    Exactly(Item<'py>),
}

/// How often values occur: a dictionary, or a list of pairs.
pub(super) struct Quotas<'py>(Vec<(Int, Times<'py>)>);

impl<'py> FromPyObject<'_, 'py> for Quotas<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Quotas<'py>> {
        Ok(Quotas(pairs(object)?))
    }
}

/// The pairs of a dictionary, or a list of pairs.
fn pairs<'py, T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>>(
    object: Borrowed<'_, 'py, PyAny>,
) -> PyResult<Vec<(Int, T)>> {
    let items = object.call_method0("items").unwrap_or_else(|_| object.to_owned());
    let mut list = Vec::new();
    for pair in items.try_iter()? {
        let pair = pair?;
        list.push((pair.get_item(0)?.extract()?, pair.get_item(1)?.extract::<T>().map_err(Into::into)?));
    }
    Ok(list)
}

impl Argument for Quotas<'_> {
    type Inner = Vec<(i32, Quota)>;

    fn recipe(&self) -> Recipe {
        let times = |times: &Times<'_>| match times {
            Times::Between(least, most) => Recipe::Tuple(vec![least.recipe(), most.recipe()]),
            Times::Exactly(item) => item.recipe(),
        };
        let pair = |(value, often): &(Int, Times<'_>)| Recipe::List(vec![value.recipe(), times(often)]);
        Recipe::List(self.0.iter().map(pair).collect())
    }

    fn take(self, owner: &mut Owner) -> PyResult<Vec<(i32, Quota)>> {
        let quota = |(Int(value), times)| {
            Ok(match times {
                Times::Between(Int(least), Int(most)) => (value, Quota::Between(least, most)),
                Times::Exactly(item) => (value, Quota::Exactly(item.take(owner)?)),
            })
        };
        self.0.into_iter().map(quota).collect()
    }
}

/// For each label the least and the greatest size of its region; None for any.
pub(super) struct Sizes(Vec<(Int, Option<(usize, usize)>)>);

impl<'py> FromPyObject<'_, 'py> for Sizes {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Sizes> {
        Ok(Sizes(pairs(object)?))
    }
}

impl Argument for Sizes {
    type Inner = Vec<(i32, usize, usize)>;

    fn recipe(&self) -> Recipe {
        let pair = |(label, sizes): &(Int, Option<(usize, usize)>)| {
            Recipe::List(vec![label.recipe(), sizes.map_or(Recipe::Nothing, Recipe::from)])
        };
        Recipe::List(self.0.iter().map(pair).collect())
    }

    fn take(self, _owner: &mut Owner) -> PyResult<Self::Inner> {
        let size = |(Int(label), sizes): (Int, Option<(usize, usize)>)| {
            let (least, most) = sizes.unwrap_or((0, usize::MAX));
            (label, least, most)
        };
        Ok(self.0.into_iter().map(size).collect())
    }
}

/// A regular expression over numbers, or the number of states, the first state, the accepting ones, and transitions.
#[derive(FromPyObject)]
pub(super) enum Language {
    Pattern(String),
    States(usize, usize, Vec<usize>, Vec<(usize, i32, usize)>),
}

impl Argument for Language {
    type Inner = Automaton;

    fn recipe(&self) -> Recipe {
        match self {
            Language::Pattern(pattern) => Recipe::Text(pattern.clone()),
            Language::States(states, start, accepting, transitions) => {
                let transition = |&(from, value, to): &(usize, i32, usize)| {
                    Recipe::Tuple(vec![from.into(), value.into(), to.into()])
                };
                let transitions = Recipe::List(transitions.iter().map(transition).collect());
                let accepting = Recipe::list(accepting.iter().copied());
                Recipe::Tuple(vec![(*states).into(), (*start).into(), accepting, transitions])
            }
        }
    }

    fn take(self, _owner: &mut Owner) -> PyResult<Automaton> {
        match self {
            Language::Pattern(pattern) => {
                Automaton::parse(&pattern).map_err(|error| PyValueError::new_err(error.to_string()))
            }
            Language::States(states, start, accepting, transitions) => {
                Ok(Automaton::new(states, start, accepting, transitions))
            }
        }
    }
}

/// Refuses lists of different lengths.
pub(super) fn same_length(lengths: &[usize], what: &str) -> PyResult<()> {
    if lengths.windows(2).all(|pair| pair[0] == pair[1]) {
        return Ok(());
    }
    let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
    Err(PyValueError::new_err(format!("{what} must be lists of one length, not of {}", lengths.join(", "))))
}
