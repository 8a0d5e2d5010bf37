//! Statements about variables, written with Python's operators.

use csp::Decision;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::expression::{Expression, Operand, Owner, compared, joined};
use super::names;
use super::pickle::remade;
use super::recipe::Recipe;

/// A statement about variables, true or false. Has the operators `& | ^ ~`, `implies`, `iff` and `choose`; counts as 0 or
/// 1 where a number is expected.
///
/// >>> from sudoku import csp
/// >>> model = csp.Model()
/// >>> x, y = model.vars(2, 1, 3)
/// >>> model.add((x < 2) | (y == 3), (x == 1).implies(y != 3), (x > 1) + (y > 1) == 1)
/// Constraint(0)
/// >>> [solution[[x, y]] for solution in model.solutions()]
/// [[1, 2]]
#[pyclass(frozen, skip_from_py_object, module = "sudoku.csp")]
pub struct Condition {
    form: Form,
    pub(super) owner: Owner,
}

enum Form {
    /// A comparison of a variable with a number, which an assumption can be.
    Decision(Decision),
    Any(csp::Condition, Recipe),
}

/// A condition, or True or False.
pub(super) enum Side<'py> {
    Condition(Bound<'py, Condition>),
    Constant(bool),
}

impl<'py> FromPyObject<'_, 'py> for Side<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Side<'py>> {
        if let Ok(condition) = object.cast::<Condition>() {
            return Ok(Side::Condition(condition.to_owned()));
        }
        object.extract().map(Side::Constant).map_err(|_| {
            let kind = object.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
            PyTypeError::new_err(format!("a condition such as x < y is expected, not {kind}"))
        })
    }
}

impl Side<'_> {
    pub(super) fn get(&self) -> (csp::Condition, Owner) {
        match self {
            Side::Condition(condition) => (condition.get().inner(), condition.get().owner),
            Side::Constant(true) => (csp::all(Vec::<csp::Condition>::new()), None),
            Side::Constant(false) => (csp::any(Vec::<csp::Condition>::new()), None),
        }
    }

    pub(super) fn recipe(&self) -> Recipe {
        match self {
            Side::Condition(condition) => condition.get().recipe(),
            Side::Constant(truth) => Recipe::Truth(*truth),
        }
    }
}

impl Condition {
    pub(super) fn of(decision: Decision, owner: Owner) -> Condition {
        Condition { form: Form::Decision(decision), owner }
    }

    pub(super) fn made(inner: csp::Condition, owner: Owner, recipe: Recipe) -> Condition {
        Condition { form: Form::Any(inner, recipe), owner }
    }

    pub(super) fn recipe(&self) -> Recipe {
        match &self.form {
            Form::Decision(decision) => Recipe::Decision(*decision),
            Form::Any(_, recipe) => recipe.clone(),
        }
    }

    pub(super) fn inner(&self) -> csp::Condition {
        match &self.form {
            Form::Decision(decision) => (*decision).into(),
            Form::Any(inner, _) => inner.clone(),
        }
    }

    pub(super) fn decision(&self) -> Option<Decision> {
        match self.form {
            Form::Decision(decision) => Some(decision),
            Form::Any(..) => None,
        }
    }

    fn with(
        &self,
        side: &Side<'_>,
        name: &'static str,
        join: impl FnOnce(csp::Condition, csp::Condition) -> csp::Condition,
    ) -> PyResult<Condition> {
        let (other, owner) = side.get();
        let recipe = Recipe::of(name, [self.recipe(), side.recipe()]);
        Ok(Condition::made(join(self.inner(), other), joined(self.owner, owner)?, recipe))
    }

    fn as_number(&self) -> Expression {
        Expression::made(self.inner().into(), self.owner, self.recipe())
    }
}

#[pymethods]
impl Condition {
    fn __and__(&self, other: Side<'_>) -> PyResult<Condition> {
        self.with(&other, "and_", |one, other| one & other)
    }

    fn __rand__(&self, other: Side<'_>) -> PyResult<Condition> {
        self.__and__(other)
    }

    fn __or__(&self, other: Side<'_>) -> PyResult<Condition> {
        self.with(&other, "or_", |one, other| one | other)
    }

    fn __ror__(&self, other: Side<'_>) -> PyResult<Condition> {
        self.__or__(other)
    }

    fn __xor__(&self, other: Side<'_>) -> PyResult<Condition> {
        self.with(&other, "xor", |one, other| one ^ other)
    }

    fn __rxor__(&self, other: Side<'_>) -> PyResult<Condition> {
        self.__xor__(other)
    }

    fn __invert__(&self) -> Condition {
        match &self.form {
            Form::Decision(decision) => Condition::of(!*decision, self.owner),
            Form::Any(inner, recipe) => {
                Condition::made(!inner.clone(), self.owner, Recipe::of("invert", [recipe.clone()]))
            }
        }
    }

    fn __add__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.as_number().__add__(other)
    }

    fn __radd__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.as_number().__radd__(other)
    }

    fn __sub__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.as_number().__sub__(other)
    }

    fn __rsub__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.as_number().__rsub__(other)
    }

    fn __mul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.as_number().__mul__(other)
    }

    fn __rmul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.as_number().__rmul__(other)
    }

    fn __neg__(&self) -> Expression {
        self.as_number().__neg__()
    }

    /// The condition that `other` holds wherever this one does.
    fn implies(&self, other: Side<'_>) -> PyResult<Condition> {
        self.with(&other, "implies", |one, other| one.implies(other))
    }

    /// The condition that both hold or neither.
    fn iff(&self, other: Side<'_>) -> PyResult<Condition> {
        self.with(&other, "iff", |one, other| one.iff(other))
    }

    /// The first number if the condition holds, else the second.
    fn choose(&self, then: Operand<'_>, otherwise: Operand<'_>) -> PyResult<Expression> {
        let recipe = Recipe::of("choose", [self.recipe(), then.recipe(), otherwise.recipe()]);
        let ((then, one), (otherwise, other)) = (then.get()?, otherwise.get()?);
        let owner = joined(self.owner, joined(one, other)?)?;
        Ok(Expression::made(self.inner().choose(then, otherwise), owner, recipe))
    }

    fn __richcmp__(&self, other: Operand<'_>, relation: CompareOp) -> PyResult<Condition> {
        if let (Operand::Condition(condition), CompareOp::Eq | CompareOp::Ne) = (&other, relation) {
            let both = self.iff(Side::Condition(condition.clone()))?;
            return Ok(if matches!(relation, CompareOp::Eq) { both } else { both.__invert__() });
        }
        compared(self.inner().into(), relation, &other, self.owner, self.recipe())
    }

    /// By identity: `==` makes a condition.
    fn __hash__(this: Bound<'_, Self>) -> isize {
        this.as_ptr() as isize >> 4
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "a condition is neither true nor false before a search: write a & b for `a and b`, and (a < b) & (b < c) for a < b < c",
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        remade(py, self.owner, &self.recipe())
    }

    pub(super) fn __repr__(&self) -> String {
        match &self.form {
            Form::Decision(decision) => shown(*decision, &names::of(self.owner, decision.variable())),
            Form::Any(inner, _) => inner.shown(&|var| names::of(self.owner, var)),
        }
    }
}

/// A decision as Python writes it.
pub(super) fn shown(decision: Decision, name: &str) -> String {
    match decision {
        Decision::Assign(_, value) => format!("{name} == {value}"),
        Decision::Remove(_, value) => format!("{name} != {value}"),
        Decision::AtMost(_, value) => format!("{name} <= {value}"),
        Decision::AtLeast(_, value) => format!("{name} >= {value}"),
    }
}
