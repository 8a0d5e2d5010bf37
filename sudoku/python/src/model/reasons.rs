//! Which conditions clash, why something follows, and proofs, in terms of the user's own statements.

use std::path::PathBuf;

use csp::proof::{Format, Proof, Prover, Unproved};
use csp::{Cancel, Decision, Learner, Limits, Outcome, Step};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::arguments::List;
use super::condition::{Condition, shown};
use super::expression::{Operand, joined};
use super::solver::{Clash, clash, taken};
use super::{Constraint, Model, wrong};
use crate::wait::{interruptible, limit_reached, seconds};

/// Conditions and statements that clash, or from which something follows. A sequence.
#[pyclass(frozen, module = "sudoku.csp")]
pub struct Core {
    items: Vec<Py<PyAny>>,
    texts: Vec<String>,
    is_minimal: bool,
}

impl Core {
    pub(super) fn new(items: Vec<Py<PyAny>>, texts: Vec<String>, is_minimal: bool) -> Core {
        Core { items, texts, is_minimal }
    }
}

#[pymethods]
impl Core {
    /// The conditions and statements, as they were given.
    #[getter]
    fn items(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.items.iter().map(|item| item.clone_ref(py)).collect()
    }

    /// Whether it is proved that none of them can be left out.
    #[getter]
    fn is_minimal(&self) -> bool {
        self.is_minimal
    }

    fn __len__(&self) -> usize {
        self.items.len()
    }

    fn __getitem__(&self, py: Python<'_>, at: isize) -> PyResult<Py<PyAny>> {
        let index = if at < 0 { at + self.items.len() as isize } else { at };
        let item = usize::try_from(index).ok().and_then(|index| self.items.get(index));
        item.map(|item| item.clone_ref(py))
            .ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("the core has no such member"))
    }

    fn __str__(&self) -> String {
        self.texts.join("\n")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let shown: PyResult<Vec<String>> =
            self.items.iter().map(|item| Ok(item.bind(py).repr()?.to_string())).collect();
        Ok(format!("Core([{}])", shown?.join(", ")))
    }
}

/// A condition, or a statement of the model.
#[derive(FromPyObject)]
enum Soft<'py> {
    Condition(Bound<'py, Condition>),
    Statement(Bound<'py, Constraint>),
}

#[pymethods]
impl Model {
    /// Statements of the model that clash, or None if the model has a solution. With `assumptions`, conditions and
    /// statements of the model, only these are told; all other statements are taken for granted.
    #[pyo3(signature = (assumptions = None, *, time = None))]
    fn core(
        &self,
        py: Python<'_>,
        assumptions: Option<List<Soft<'_>>>,
        time: Option<f64>,
    ) -> PyResult<Option<Core>> {
        self.clash(py, assumptions, None, time, false)
    }

    /// Like `core`, and none of them can be left out, unless the limit is reached: `core.is_minimal` tells.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> x, y, z = model.vars(3, 1, 9)
    /// >>> for text, condition in {"x is small": x < 3, "y is next": y == x + 1, "z is odd": z % 2 == 1, "y is large": y > 5}.items():
    /// ...     _ = model.add(condition, name=text)
    /// >>> print(model.minimal_core())
    /// x is small
    /// y is next
    /// y is large
    #[pyo3(signature = (assumptions = None, *, time = None))]
    fn minimal_core(
        &self,
        py: Python<'_>,
        assumptions: Option<List<Soft<'_>>>,
        time: Option<f64>,
    ) -> PyResult<Option<Core>> {
        self.clash(py, assumptions, None, time, true)
    }

    /// The statements from which a condition follows, none of which can be left out, or None if it does not follow: there
    /// is a solution in which it does not hold.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> x, y, z = model.vars(3, 1, 3)
    /// >>> _ = model.add(csp.all_different([x, y, z]), name="all different")
    /// >>> _, _ = model.add(x > 1, name="x is not 1"), model.add(y == 2, name="y is 2")
    /// >>> print(model.why(x == 3))
    /// all different
    /// x is not 1
    /// y is 2
    /// >>> model.why(x == 1) is None
    /// True
    #[pyo3(signature = (condition, assumptions = None, *, time = None))]
    fn why(
        &self,
        py: Python<'_>,
        condition: &Bound<'_, Condition>,
        assumptions: Option<List<Soft<'_>>>,
        time: Option<f64>,
    ) -> PyResult<Option<Core>> {
        self.clash(py, assumptions, Some(condition.get()), time, true)
    }

    /// Writes a formula and a proof, for independent checkers: that there is no solution, that there is only one, or, with
    /// an objective, that no solution is better than the best. Returns `"none"`, `"unique"` or `"optimum"`.
    ///
    /// `prove("a")` writes `a.opb` and `a.pbp`, which VeriPB checks; with `format="cnf"` it writes `a.cnf` and `a.drat`,
    /// for models that are clauses. `time` is a limit in seconds.
    #[pyo3(signature = (path, *, minimize = None, maximize = None, format = "opb", time = None))]
    fn prove(
        &self,
        py: Python<'_>,
        path: PathBuf,
        minimize: Option<Operand<'_>>,
        maximize: Option<Operand<'_>>,
        format: &str,
        time: Option<f64>,
    ) -> PyResult<&'static str> {
        let (format, ends) = match format {
            "opb" => (Format::Pseudoboolean, ["opb", "pbp"]),
            "cnf" => (Format::Drat, ["cnf", "drat"]),
            _ => return Err(PyValueError::new_err("a format is \"opb\" or \"cnf\"")),
        };
        let objective = match (minimize, maximize) {
            (None, None) => None,
            (Some(least), None) => Some(self.own_number(&least)?),
            (None, Some(greatest)) => Some(-self.own_number(&greatest)?),
            _ => return Err(PyTypeError::new_err("say minimize=… or maximize=…, not both")),
        };
        let cancel = Cancel::new();
        let limits = seconds(time)?.into_iter().fold(Limits::default().cancel(&cancel), Limits::time);
        let proved = interruptible(py, &cancel, || proof(self, objective, format, &limits))?;
        let (proof, claim) = proved.map_err(|unproved| match unproved {
            Unproved::Limit => limit_reached(),
            Unproved::Solution => PyValueError::new_err(
                "the model has several solutions, so there is nothing to prove; give an objective, or add what excludes \
                 all solutions but one",
            ),
            Unproved::Model(error) => wrong(&error),
            other => PyValueError::new_err(other.to_string()),
        })?;
        for (end, text) in ends.into_iter().zip([proof.formula, proof.lines]) {
            let mut name = path.clone().into_os_string();
            name.push(format!(".{end}"));
            std::fs::write(name, text)?;
        }
        Ok(claim)
    }
}

/// Proves that there is no solution, that there is only one, or that one is the best.
fn proof(
    model: &Model,
    objective: Option<csp::Expression>,
    format: Format,
    limits: &Limits,
) -> Result<(Proof, &'static str), Unproved> {
    let prover = Prover::new(&model.inner).format(format).within(limits.clone());
    let mut search = model.inner.search_within(&csp::Config::default(), limits)?;
    if let Some(objective) = objective {
        let mut optimizer = search.minimize(objective.clone())?;
        return match optimizer.run() {
            Outcome::Optimal(best) => Ok((prover.optimum(&objective, best.solution.values())?, "optimum")),
            Outcome::Infeasible => Ok((prover.no_solution()?, "none")),
            _ => Err(Unproved::Limit),
        };
    }
    match search.step() {
        Step::Exhausted => Ok((prover.no_solution()?, "none")),
        Step::Limit => Err(Unproved::Limit),
        Step::Solution => {
            let values = search.solution();
            let solution: Vec<Decision> = model.vars.iter().map(|&var| var.is(values[var])).collect();
            Ok((prover.no_other_solution(&solution)?, "unique"))
        }
    }
}

impl Model {
    fn own_number(&self, operand: &Operand<'_>) -> PyResult<csp::Expression> {
        let (inner, owner) = operand.get()?;
        joined(Some(self.number), owner)?;
        Ok(inner)
    }

    pub(super) fn decision_text(&self, decision: Decision) -> String {
        shown(decision, &self.inner.name(decision.variable()))
    }

    /// Finds which of the assumptions, or of all statements, clash with the others and with the negation of a condition.
    fn clash(
        &self,
        py: Python<'_>,
        assumptions: Option<List<Soft<'_>>>,
        refuted: Option<&Condition>,
        time: Option<f64>,
        minimal: bool,
    ) -> PyResult<Option<Core>> {
        let given = assumptions.map_or_else(Vec::new, |List(given)| given);
        // A question why something follows tells the statements of the model, too.
        let all = given.is_empty() || refuted.is_some();
        let mut is_soft = vec![all; self.statements.len()];
        let mut model = csp::Model::new();
        for &var in &self.vars {
            model.var(self.inner.declared(var).clone());
        }
        let mut conditions = Vec::new();
        for soft in &given {
            match soft {
                Soft::Condition(condition) => {
                    joined(Some(self.number), condition.get().owner)?;
                    conditions.push(condition);
                }
                Soft::Statement(statement) => {
                    joined(Some(self.number), Some(statement.get().owner))?;
                    is_soft[statement.get().index] = true;
                }
            }
        }
        let (mut assumed, mut items, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for (statement, is_soft) in self.statements.iter().zip(is_soft) {
            let inner = statement.get();
            let conditions = inner.conditions.iter().map(|(_, condition)| condition.get().inner());
            if is_soft && !inner.is_meaning {
                assumed.push(model.assumable(csp::all(conditions)));
                items.push(statement.clone_ref(py).into_any());
                texts.push(self.text_of(inner));
            } else {
                for condition in conditions {
                    model.post(condition);
                }
            }
        }
        for condition in conditions {
            let inner = condition.get();
            match inner.decision() {
                Some(decision) => {
                    assumed.push(decision);
                    texts.push(self.decision_text(decision));
                }
                None => {
                    assumed.push(model.assumable(inner.inner()));
                    texts.push(condition.repr()?.to_string());
                }
            }
            items.push(condition.clone().into_any().unbind());
        }
        if let Some(refuted) = refuted {
            joined(Some(self.number), refuted.owner)?;
            model.post(!refuted.inner());
        }
        let cancel = Cancel::new();
        let limits = seconds(time)?.into_iter().fold(Limits::default().cancel(&cancel), Limits::time);
        let found = interruptible(py, &cancel, || -> Result<Clash, csp::Error> {
            let mut learner = Learner::compile_within(&model, &csp::Config::default(), &limits)?;
            learner.assume(&assumed)?;
            clash(&mut learner, &limits, minimal)
        })?;
        let Some(core) = found.map_err(|error| wrong(&error))?.into_result()? else { return Ok(None) };
        let parts = assumed.iter().zip(items).zip(texts);
        let mut left = core.assumptions.clone();
        let kept = parts.filter(|((decision, _), _)| taken(&mut left, **decision));
        let (items, texts) = kept.map(|((_, item), text)| (item, text)).unzip();
        Ok(Some(Core::new(items, texts, core.is_irreducible)))
    }
}
