//! Numbers that are computed from variables, written with Python's operators.

use csp::Term;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use super::condition::Condition;
use super::names;
use super::pickle::remade;
use super::recipe::Recipe;

/// The model of an expression; `None` for constants, which can be used with any model.
pub(super) type Owner = Option<u64>;

pub(super) fn joined(one: Owner, other: Owner) -> PyResult<Owner> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => Err(PyValueError::new_err(
            "these variables are of two models; a condition is about variables of one model",
        )),
        _ => Ok(one.or(other)),
    }
}

/// A number that is too large for the engine.
pub(super) fn too_large() -> PyErr {
    PyOverflowError::new_err(
        "this number is too large; values of variables go from -2**28 to 2**28, factors and sums to 2**62",
    )
}

/// A number that is computed from variables. Has the operators `+ - * // % **`, `abs`, and comparisons, which give
/// conditions.
///
/// >>> from sudoku import csp
/// >>> model = csp.Model()
/// >>> x, y = model.vars(2, 0, 9)
/// >>> model.add(x + 2 * y == 20, x % 4 == 2)
/// Constraint(0)
/// >>> [solution[[x, y]] for solution in model.solutions()]
/// [[2, 9], [6, 7]]
#[pyclass(frozen, skip_from_py_object, module = "sudoku.csp")]
pub struct Expression {
    form: Form,
    pub(super) owner: Owner,
}

enum Form {
    /// A variable with an offset. Most expressions are no more than this, and are as small.
    Term(Term),
    /// Its copies share what is large: every operator copies it.
    Any(csp::Expression, Recipe),
}

/// A number, a condition as 0 or 1, or an expression.
pub(super) enum Operand<'py> {
    Expression(Bound<'py, Expression>),
    Condition(Bound<'py, Condition>),
    Number(i64),
    TooLarge,
}

impl<'py> FromPyObject<'_, 'py> for Operand<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Operand<'py>> {
        if let Ok(expression) = object.cast::<Expression>() {
            return Ok(Operand::Expression(expression.to_owned()));
        }
        if let Ok(condition) = object.cast::<Condition>() {
            return Ok(Operand::Condition(condition.to_owned()));
        }
        match object.extract::<i64>() {
            Ok(number) => Ok(Operand::Number(number)),
            Err(_) if object.is_instance_of::<PyInt>() => Ok(Operand::TooLarge),
            Err(_) => {
                let kind = object.get_type().name()?.to_string();
                Err(PyTypeError::new_err(format!(
                    "a whole number, a variable, an expression or a condition is expected, not {kind}"
                )))
            }
        }
    }
}

impl Operand<'_> {
    pub(super) fn get(&self) -> PyResult<(csp::Expression, Owner)> {
        Ok(match self {
            Operand::Expression(expression) => (expression.get().inner(), expression.get().owner),
            Operand::Condition(condition) => (condition.get().inner().into(), condition.get().owner),
            Operand::Number(number) => ((*number).into(), None),
            Operand::TooLarge => return Err(too_large()),
        })
    }

    pub(super) fn recipe(&self) -> Recipe {
        match self {
            Operand::Expression(expression) => expression.get().recipe(),
            Operand::Condition(condition) => condition.get().recipe(),
            Operand::Number(number) => Recipe::Number(*number),
            Operand::TooLarge => Recipe::Nothing,
        }
    }
}

impl Expression {
    /// A variable of the model with this number.
    pub(super) fn of(var: csp::Var, model: u64) -> Expression {
        Expression { form: Form::Term(var.into()), owner: Some(model) }
    }

    pub(super) fn made(inner: csp::Expression, owner: Owner, recipe: Recipe) -> Expression {
        Expression { form: Form::Any(inner.shared(), recipe), owner }
    }

    pub(super) fn recipe(&self) -> Recipe {
        match &self.form {
            Form::Term(term) => Recipe::Term(*term),
            Form::Any(_, recipe) => recipe.clone(),
        }
    }

    pub(super) fn inner(&self) -> csp::Expression {
        match &self.form {
            Form::Term(term) => (*term).into(),
            Form::Any(inner, _) => inner.clone(),
        }
    }

    /// The expression as a variable with an offset, if it has this form.
    pub(super) fn term(&self) -> Option<Term> {
        match self.form {
            Form::Term(term) => Some(term),
            Form::Any(..) => None,
        }
    }

    fn with(
        &self,
        operand: &Operand<'_>,
        join: impl FnOnce(csp::Expression, csp::Expression) -> csp::Expression,
        recipe: impl FnOnce(Recipe, Recipe) -> Recipe,
    ) -> PyResult<Expression> {
        let (other, owner) = operand.get()?;
        let recipe = recipe(self.recipe(), operand.recipe());
        Ok(Expression::made(join(self.inner(), other), joined(self.owner, owner)?, recipe))
    }

    /// The sum with a number, which is a variable with an offset if this is one.
    fn plus(&self, offset: i64) -> Expression {
        if let Form::Term(term) = self.form {
            let sum = i64::from(term.offset).checked_add(offset).and_then(|sum| i32::try_from(sum).ok());
            if let Some(offset) = sum {
                return Expression { form: Form::Term(Term { offset, ..term }), owner: self.owner };
            }
        }
        Expression::made(self.inner() + offset, self.owner, self.recipe().plus(1, offset.into()))
    }
}

/// The remainder with the sign of the divisor, as Python's.
fn modulo(x: csp::Expression, y: csp::Expression) -> csp::Expression {
    use csp::constraints::remainder;
    let rest = remainder(x, y.clone());
    remainder(rest + y.clone(), y)
}

/// The quotient rounded down, as Python's.
fn floor(x: csp::Expression, y: csp::Expression) -> csp::Expression {
    csp::constraints::quotient(x.clone() - modulo(x, y.clone()), y)
}

#[pymethods]
impl Expression {
    pub(super) fn __add__(&self, other: Operand<'_>) -> PyResult<Expression> {
        match other {
            Operand::Number(offset) => Ok(self.plus(offset)),
            other => self.with(&other, |one, other| one + other, |one, other| one.plus(1, other)),
        }
    }

    pub(super) fn __radd__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.__add__(other)
    }

    pub(super) fn __sub__(&self, other: Operand<'_>) -> PyResult<Expression> {
        match other {
            Operand::Number(offset) if offset != i64::MIN => Ok(self.plus(-offset)),
            other => self.with(&other, |one, other| one - other, |one, other| one.plus(-1, other)),
        }
    }

    pub(super) fn __rsub__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.with(&other, |one, other| other - one, |one, other| other.plus(-1, one))
    }

    pub(super) fn __mul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        match other {
            Operand::Number(factor) => {
                let recipe = Recipe::of("mul", [self.recipe(), factor.into()]);
                Ok(Expression::made(self.inner() * factor, self.owner, recipe))
            }
            other => self.with(&other, csp::constraints::product, operator("mul")),
        }
    }

    pub(super) fn __rmul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.__mul__(other)
    }

    fn __floordiv__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.with(&other, floor, operator("floordiv"))
    }

    fn __rfloordiv__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.with(&other, |one, other| floor(other, one), reflected("floordiv"))
    }

    fn __mod__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.with(&other, modulo, operator("mod"))
    }

    fn __rmod__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.with(&other, |one, other| modulo(other, one), reflected("mod"))
    }

    fn __pow__(&self, exponent: u32, modulus: Option<i64>) -> PyResult<Expression> {
        if modulus.is_some() {
            return Err(PyTypeError::new_err("a power has no modulus here; write (x ** 2) % 7"));
        }
        if exponent > 60 {
            return Err(too_large());
        }
        let recipe = Recipe::of("pow", [self.recipe(), i64::from(exponent).into()]);
        if exponent == 0 {
            return Ok(Expression::made(1.into(), self.owner, recipe));
        }
        let times = |power, _| csp::constraints::product(power, self.inner());
        Ok(Expression::made((1..exponent).fold(self.inner(), times), self.owner, recipe))
    }

    pub(super) fn __neg__(&self) -> Expression {
        Expression::made(-self.inner(), self.owner, Recipe::of("neg", [self.recipe()]))
    }

    fn __pos__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __abs__(&self) -> Expression {
        let inner = csp::constraints::absolute_difference(self.inner(), 0);
        Expression::made(inner, self.owner, Recipe::of("abs", [self.recipe()]))
    }

    fn __richcmp__(&self, other: Operand<'_>, relation: CompareOp) -> PyResult<Condition> {
        if let (Form::Term(term), Operand::Number(number)) = (&self.form, &other)
            && let Some(decision) = decision(*term, relation, *number)
        {
            return Ok(Condition::of(decision, self.owner));
        }
        compared(self.inner(), relation, &other, self.owner, self.recipe())
    }

    /// By identity: `==` makes a condition.
    fn __hash__(this: Bound<'_, Self>) -> isize {
        this.as_ptr() as isize >> 4
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("an expression has no value before a search; ask a solution for it"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        remade(py, self.owner, &self.recipe())
    }

    fn __repr__(&self) -> String {
        self.inner().shown(&|var| names::of(self.owner, var))
    }
}

/// The comparison of a variable with a number as a decision, which an assumption can be.
fn decision(Term { var, offset }: Term, relation: CompareOp, number: i64) -> Option<csp::Decision> {
    let value = i32::try_from(number.checked_sub(offset.into())?).ok()?;
    Some(match relation {
        CompareOp::Lt => var.at_most(value.checked_sub(1)?),
        CompareOp::Le => var.at_most(value),
        CompareOp::Eq => var.is(value),
        CompareOp::Ne => var.is_not(value),
        CompareOp::Gt => var.at_least(value.checked_add(1)?),
        CompareOp::Ge => var.at_least(value),
    })
}

/// The comparison of a number, its model and its recipe with another number.
pub(super) fn compared(
    one: csp::Expression,
    relation: CompareOp,
    operand: &Operand<'_>,
    owner: Owner,
    recipe: Recipe,
) -> PyResult<Condition> {
    let (other, others) = operand.get()?;
    let (inner, name) = match relation {
        CompareOp::Lt => (one.lt(other), "lt"),
        CompareOp::Le => (one.le(other), "le"),
        CompareOp::Eq => (one.eq(other), "eq"),
        CompareOp::Ne => (one.ne(other), "ne"),
        CompareOp::Gt => (one.gt(other), "gt"),
        CompareOp::Ge => (one.ge(other), "ge"),
    };
    Ok(Condition::made(inner, joined(owner, others)?, Recipe::of(name, [recipe, operand.recipe()])))
}

/// The recipe of an operator between two operands.
fn operator(name: &'static str) -> impl FnOnce(Recipe, Recipe) -> Recipe {
    move |one, other| Recipe::of(name, [one, other])
}

/// The recipe of an operator whose operands have changed their places.
fn reflected(name: &'static str) -> impl FnOnce(Recipe, Recipe) -> Recipe {
    move |one, other| Recipe::of(name, [other, one])
}
