//! Functions that make expressions and conditions of lists.

use csp::Term;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::expression::{Condition, Expression, Operand, Owner, joined};

fn expressions(operands: Vec<Operand<'_>>) -> PyResult<(Vec<csp::Expression>, Owner)> {
    let mut owner = None;
    let mut list = Vec::with_capacity(operands.len());
    for operand in operands {
        let (expression, one) = operand.get();
        owner = joined(owner, one)?;
        list.push(expression);
    }
    Ok((list, owner))
}

fn terms(operands: &[PyRef<'_, Expression>]) -> PyResult<(Vec<Term>, Owner)> {
    let mut owner = None;
    let mut list = Vec::with_capacity(operands.len());
    for operand in operands {
        owner = joined(owner, operand.owner)?;
        list.push(operand.term.ok_or_else(|| {
            PyTypeError::new_err("variables are expected here, with offsets at most: x or x + 3")
        })?);
    }
    Ok((list, owner))
}

/// The sum of a list.
#[pyfunction]
fn sum(operands: Vec<Operand<'_>>) -> PyResult<Expression> {
    let (list, owner) = expressions(operands)?;
    Ok(Expression { inner: csp::sum(list).shared(), term: None, owner })
}

/// The greatest of a list.
#[pyfunction]
fn maximum(operands: Vec<Operand<'_>>) -> PyResult<Expression> {
    let (list, owner) = expressions(operands)?;
    Ok(Expression { inner: csp::maximum(list), term: None, owner })
}

/// The least of a list.
#[pyfunction]
fn minimum(operands: Vec<Operand<'_>>) -> PyResult<Expression> {
    let (list, owner) = expressions(operands)?;
    Ok(Expression { inner: csp::minimum(list), term: None, owner })
}

/// The member of a list at an index, counted from 0.
#[pyfunction]
fn element(array: Vec<Operand<'_>>, index: Operand<'_>) -> PyResult<Expression> {
    let (list, owner) = expressions(array)?;
    let (index, one) = index.get();
    Ok(Expression { inner: csp::element(list, index), term: None, owner: joined(owner, one)? })
}

/// The number of expressions of a list that have the value.
#[pyfunction]
fn count(operands: Vec<Operand<'_>>, value: i32) -> PyResult<Expression> {
    let (list, owner) = expressions(operands)?;
    Ok(Expression { inner: csp::count(list, value), term: None, owner })
}

/// The condition that all variables of a list are different.
#[pyfunction]
fn all_different(variables: Vec<PyRef<'_, Expression>>) -> PyResult<Condition> {
    let (terms, owner) = terms(&variables)?;
    Ok(Condition { inner: csp::holds(csp::all_different(terms)), owner })
}

/// The condition that the successors, as indices from 0, form one circuit through all members of the list.
#[pyfunction]
fn circuit(successors: Vec<PyRef<'_, Expression>>) -> PyResult<Condition> {
    let (terms, owner) = terms(&successors)?;
    Ok(Condition { inner: csp::holds(csp::constraints::circuit(terms)), owner })
}

/// The condition that the variables, taken together, are one of the tuples.
#[pyfunction]
fn table(variables: Vec<PyRef<'_, Expression>>, tuples: Vec<Vec<i32>>) -> PyResult<Condition> {
    let (terms, owner) = terms(&variables)?;
    Ok(Condition { inner: csp::holds(csp::table(terms, tuples)), owner })
}

/// The condition that at any time the demands of the running tasks add up to at most the capacity.
#[pyfunction]
fn cumulative(
    starts: Vec<PyRef<'_, Expression>>,
    durations: Vec<i32>,
    demands: Vec<i32>,
    capacity: i32,
) -> PyResult<Condition> {
    let (terms, owner) = terms(&starts)?;
    if terms.len() != durations.len() || terms.len() != demands.len() {
        return Err(PyValueError::new_err("each task needs a start, a duration and a demand"));
    }
    Ok(Condition {
        inner: csp::holds(csp::constraints::cumulative(terms, durations, demands, capacity)),
        owner,
    })
}

pub(super) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sum, module)?)?;
    module.add_function(wrap_pyfunction!(maximum, module)?)?;
    module.add_function(wrap_pyfunction!(minimum, module)?)?;
    module.add_function(wrap_pyfunction!(element, module)?)?;
    module.add_function(wrap_pyfunction!(count, module)?)?;
    module.add_function(wrap_pyfunction!(all_different, module)?)?;
    module.add_function(wrap_pyfunction!(circuit, module)?)?;
    module.add_function(wrap_pyfunction!(table, module)?)?;
    module.add_function(wrap_pyfunction!(cumulative, module)?)
}
