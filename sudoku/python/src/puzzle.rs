//! One puzzle: solutions, steps, ratings, pictures.

use std::ffi::CString;
use std::sync::Mutex;

use csp::{Cancel, Config, Count, Step};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;
use sudoku::explain::{Conclusion, Detail, Explainer, Stuck};
use sudoku::format;
use sudoku::print;
use sudoku::{Budget, Candidates, CellNames, End, PuzzleModel, Solver};
use sudoku_ask::{self as ask, Rated, Solved, Status};

use crate::wait::{failed, interruptible, limit_reached, seconds};

/// The budget of a call.
pub fn budget(time: Option<f64>, cancel: &Cancel) -> PyResult<Budget> {
    Ok(seconds(time)?.into_iter().fold(Budget::default().cancel(cancel), Budget::time).from_now())
}

pub fn wrong(what: impl ToString) -> PyErr {
    PyValueError::new_err(what.to_string())
}

/// The longest time to search for another reading of a drawing, in seconds.
const LONGEST_LOOK: f64 = 2.0;

/// Describes what is read in another way than at first, or which readings have no solution together.
fn changes(first: &sudoku::Puzzle, other: &sudoku::Puzzle) -> Vec<String> {
    let (Some(before), Some(after)) = (first.about(), other.about()) else { return Vec::new() };
    let guesses = after.guesses.iter().filter(|guess| !before.guesses.contains(guess));
    let remarks = after.remarks[before.remarks.len()..].iter().map(|remark| remark.what.clone());
    guesses.map(|guess| format!("read as {guess}")).chain(remarks).collect()
}

/// A puzzle of any size, shape and rules. It is read from any text that the program `sudoku` reads.
#[pyclass(frozen, module = "sudoku")]
pub struct Puzzle {
    pub(crate) inner: sudoku::Puzzle,
}

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (text, *, cell_names = "R1C1"))]
    fn new(py: Python<'_>, text: &str, cell_names: &str) -> PyResult<Puzzle> {
        let known = CellNames::ALL.map(CellNames::example).join(", ");
        let cell_names = CellNames::find(cell_names)
            .ok_or_else(|| wrong(format!("cell_names has to be one of {known}")))?;
        let mut inner: sudoku::Puzzle = text.parse().map_err(|error: sudoku::ParseError| wrong(error))?;
        inner.set_cell_names(cell_names);
        let cancel = Cancel::new();
        let limits = budget(Some(LONGEST_LOOK), &cancel)?;
        let Some(other) = interruptible(py, &cancel, || inner.reread(&limits))? else {
            return Ok(Puzzle { inner });
        };
        for what in changes(&inner, &other) {
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(what)?, 1)?;
        }
        Ok(Puzzle { inner: other })
    }

    /// The number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.inner.grid().rows()
    }

    /// The number of columns.
    #[getter]
    fn columns(&self) -> usize {
        self.inner.grid().columns()
    }

    /// The number of givens.
    #[getter]
    fn givens(&self) -> usize {
        self.inner.givens()
    }

    /// The title, if there is one.
    #[getter]
    fn title(&self) -> Option<String> {
        self.inner.about().and_then(|about| about.title.clone())
    }

    /// The names of the rules in addition to those of rows, columns and regions.
    #[getter]
    fn rules(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = self.inner.clues().iter().map(|clue| clue.kind.name()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Up to `most` solutions as text, and why the search ended: "exhausted", "enough" or "limit".
    #[pyo3(signature = (most, time))]
    fn _solve(
        &self,
        py: Python<'_>,
        most: usize,
        time: Option<f64>,
    ) -> PyResult<(Vec<String>, &'static str)> {
        let cancel = Cancel::new();
        let mut solver = Solver::new(budget(time, &cancel)?);
        let answer = interruptible(py, &cancel, || solver.solve(&self.inner, most))?;
        let end = match answer.end {
            End::Exhausted => "exhausted",
            End::Enough => "enough",
            End::Limit => "limit",
        };
        Ok((answer.solutions.iter().map(|solution| self.inner.text(solution)).collect(), end))
    }

    /// A reason why there is no solution, if one can be seen without search.
    #[getter]
    fn obstacle(&self) -> Option<String> {
        self.inner.obstacle().map(|obstacle| obstacle.what)
    }

    /// Counts the solutions up to `most`. Returns the number and whether it is exact.
    #[pyo3(signature = (most = 1_000_000, *, time = None))]
    fn count(&self, py: Python<'_>, most: u64, time: Option<f64>) -> PyResult<(u64, bool)> {
        let cancel = Cancel::new();
        let mut solver = Solver::new(budget(time, &cancel)?);
        let question = ask::Count { most, has_counters: false };
        let counted = interruptible(py, &cancel, || question.answer(&self.inner, None, &mut solver, || ()))?;
        Ok(match counted.count {
            Count::Exactly(count) => (count, true),
            Count::AtLeast(count) | Count::Limit(count) => (count, false),
        })
    }

    /// An iterator over all solutions as text, which searches for each one when it is requested.
    #[pyo3(signature = (*, time = None))]
    fn solutions(&self, py: Python<'_>, time: Option<f64>) -> PyResult<Solutions> {
        let cancel = Cancel::new();
        let limits = budget(time, &cancel)?;
        let made = interruptible(py, &cancel, || {
            let declared = PuzzleModel::within(&self.inner, &limits)?;
            let search = declared.model.search_within(&Config::default(), limits.limits());
            Some(search.map(|search| (declared, search)))
        })?;
        let (declared, mut search) = made.ok_or_else(limit_reached)?.map_err(wrong)?;
        search.assume(&declared.assumptions).map_err(wrong)?;
        search.limit(limits.limits().clone());
        Ok(Solutions { puzzle: self.inner.clone(), declared, search: Mutex::new(search), cancel })
    }

    /// For each cell the values that it takes in some solution, as a list of symbols.
    #[pyo3(signature = (*, time = None))]
    fn candidates(&self, py: Python<'_>, time: Option<f64>) -> PyResult<Vec<Vec<String>>> {
        let cancel = Cancel::new();
        let mut solver = Solver::new(budget(time, &cancel)?);
        let question = ask::Candidates { most: 1 };
        let found = interruptible(py, &cancel, || question.answer(&self.inner, None, &mut solver))?;
        if found.status == Status::Limit {
            return Err(limit_reached());
        }
        Ok(found.sets.into_iter().map(|set| self.symbols(set)).collect())
    }

    /// The steps of a solution as people take them.
    #[pyo3(signature = (pictures, time))]
    fn _explain<'py>(
        &self,
        py: Python<'py>,
        pictures: bool,
        time: Option<f64>,
    ) -> PyResult<(Vec<Bound<'py, PyDict>>, &'static str)> {
        let cancel = Cancel::new();
        let budget = budget(time, &cancel)?;
        let (steps, end) = interruptible(py, &cancel, || self.steps(budget, pictures))?;
        let steps = steps.into_iter().map(|step| self.step(py, step));
        Ok((steps.collect::<PyResult<_>>()?, end))
    }

    /// The difficulty of the puzzle. A puzzle has a rating only if it has exactly one solution.
    #[pyo3(signature = (*, time = None))]
    fn rate<'py>(&self, py: Python<'py>, time: Option<f64>) -> PyResult<Bound<'py, PyDict>> {
        let cancel = Cancel::new();
        let budget = budget(time, &cancel)?;
        let Rated { status, rating, reason, .. } = interruptible(py, &cancel, || {
            let answer = Solver::new(budget.clone()).solve(&self.inner, 2);
            ask::Rate::default().answer(
                &self.inner,
                &Solved { answer, micros: 0 },
                &mut Explainer::default(),
                &budget,
            )
        })?;
        let is_stuck = rating.as_ref().is_some_and(|rating| rating.end == Stuck::Unknown);
        let rating = match (status, rating) {
            (Status::Unique, Some(rating)) => rating,
            (Status::Limit, _) if !is_stuck => return Err(limit_reached()),
            (Status::None, _) => return Err(wrong("no solution, so there is no rating")),
            _ => return Err(wrong(reason.map_or_else(String::new, |reason| reason.what))),
        };
        let dict = PyDict::new(py);
        dict.set_item("cost", f64::from(rating.hardest) / 100.0)?;
        dict.set_item("level", rating.level().name())?;
        dict.set_item("technique", rating.technique.map(|technique| technique.name))?;
        dict.set_item("sum", f64::from(rating.sum) / 100.0)?;
        dict.set_item("steps", rating.steps)?;
        dict.set_item("se", rating.se())?;
        let counts = PyDict::new(py);
        for (technique, count) in &rating.counts {
            counts.set_item(technique.name, count)?;
        }
        dict.set_item("techniques", counts)?;
        Ok(dict)
    }

    /// The puzzle as an SVG image, with its solution in another colour if there is exactly one and `solution` is set.
    #[pyo3(signature = (*, solution = false, time = None))]
    fn render(&self, py: Python<'_>, solution: bool, time: Option<f64>) -> PyResult<String> {
        let cancel = Cancel::new();
        let budget = budget(time, &cancel)?;
        let mut answer = None;
        if solution {
            let found = interruptible(py, &cancel, || Solver::new(budget).solve(&self.inner, 2))?;
            if !found.is_unique() {
                return Err(match found.end {
                    End::Limit => limit_reached(),
                    _ => wrong("there is not exactly one solution to draw"),
                });
            }
            answer = Some(found);
        }
        let question = ask::Render { explains: true, solution, ..ask::Render::default() };
        Ok(question.answer(&self.inner, answer.as_ref(), &mut Solver::default()).image.svg())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.render(py, false, None)
    }

    /// The puzzle in another format, such as "line", "native" or "fpuzzles". Raises an error if the format cannot hold
    /// all of the puzzle.
    fn to(&self, format: &str) -> PyResult<String> {
        let question = ask::Convert::named(format).map_err(wrong)?;
        let converted = question.answer(&self.inner);
        match converted.lost {
            None => Ok(format::header(question.to).to_owned() + &converted.text),
            Some(lost) => Err(wrong(format!("{format} cannot hold all of it: {lost}"))),
        }
    }

    /// What pickle and copy make the puzzle of again: its text in the native format, and the names of its cells.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let settings = PyDict::new(py);
        settings.set_item("cell_names", self.inner.grid().cell_names().example())?;
        Ok(((self.to("native")?,), settings))
    }

    fn __str__(&self) -> String {
        print::rows(&self.inner)
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle {}x{} with {} givens>", self.rows(), self.columns(), self.givens())
    }

    fn __eq__(&self, other: &Puzzle) -> bool {
        self.inner.grid() == other.inner.grid()
            && self.inner.cells() == other.inner.cells()
            && self.inner.clues() == other.inner.clues()
    }
}

/// A step with its texts.
struct StepTexts {
    step: sudoku::explain::Step,
    title: String,
    text: String,
    nudge: String,
    picture: Option<String>,
}

impl Puzzle {
    fn symbols(&self, values: Candidates) -> Vec<String> {
        values.iter().map(|value| self.inner.symbols().get(value).to_owned()).collect()
    }

    fn steps(&self, budget: Budget, pictures: bool) -> (Vec<StepTexts>, &'static str) {
        let marks = if pictures { print::marks(&self.inner) } else { Vec::new() };
        let mut explainer = Explainer::within(budget);
        let mut path = explainer.path(&self.inner);
        let mut steps = Vec::new();
        loop {
            let before = path.state().clone();
            match path.step() {
                Ok(step) => steps.push(StepTexts {
                    title: step.title(&before),
                    text: step.text(&before, Detail::Full),
                    nudge: step.text(&before, Detail::Nudge),
                    picture: pictures.then(|| step.picture(&before, &self.inner, &marks)),
                    step,
                }),
                Err(Stuck::Solved) => return (steps, "solved"),
                Err(Stuck::Contradiction(_)) => return (steps, "none"),
                Err(Stuck::Limit) => return (steps, "limit"),
                Err(_) => return (steps, "stuck"),
            }
        }
    }

    fn step<'py>(&self, py: Python<'py>, told: StepTexts) -> PyResult<Bound<'py, PyDict>> {
        let name = |cell: usize| self.inner.grid().name(cell).to_string();
        let dict = PyDict::new(py);
        dict.set_item("technique", told.step.technique.name)?;
        dict.set_item("name", told.title)?;
        dict.set_item("cost", f64::from(told.step.cost) / 100.0)?;
        dict.set_item("text", told.text)?;
        dict.set_item("nudge", told.nudge)?;
        match &told.step.conclusion {
            Conclusion::Place { cell, value } => {
                dict.set_item("place", (name(*cell), self.inner.symbols().get(*value)))?;
            }
            Conclusion::Remove(removals) => {
                let list = removals.iter().map(|removal| (name(removal.cell), self.symbols(removal.values)));
                dict.set_item("remove", list.collect::<Vec<_>>())?;
            }
        }
        if let Some(picture) = told.picture {
            dict.set_item("svg", picture)?;
        }
        Ok(dict)
    }
}

/// Solutions of a puzzle, one at a time.
#[pyclass(frozen, module = "sudoku")]
pub struct Solutions {
    puzzle: sudoku::Puzzle,
    declared: PuzzleModel,
    /// Several threads of Python may share the solutions, each of which goes to one of them.
    search: Mutex<csp::Search>,
    cancel: Cancel,
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let Solutions { puzzle, declared, search, cancel } = self;
        let search = &mut *search.lock_py_attached(py).map_err(|_| failed())?;
        match next_step(py, search, cancel)? {
            Step::Solution => Ok(Some(puzzle.text(&declared.solution(search)))),
            Step::Exhausted => Ok(None),
            Step::Limit => Err(limit_reached()),
        }
    }
}

/// The next step of a search whose limits have the flag `cancel`.
fn next_step(py: Python<'_>, search: &mut csp::Search, cancel: &Cancel) -> PyResult<Step> {
    py.check_signals()?;
    interruptible(py, cancel, || search.step())
}

/// A puzzle with one solution. The same seed gives the same puzzle.
#[pyfunction]
#[pyo3(signature = (seed, size, clues, symmetry, difficulty, rules, style, known))]
#[allow(clippy::too_many_arguments)] // The package names them.
pub fn generate(
    py: Python<'_>,
    seed: u64,
    size: usize,
    clues: Option<(usize, usize)>,
    symmetry: &str,
    difficulty: Option<&str>,
    rules: Vec<String>,
    style: &str,
    known: Vec<String>,
) -> PyResult<Puzzle> {
    let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let question =
        ask::Generate { seed, size, clues, symmetry, difficulty, rules: &rules, style, known: &known };
    let cancel = Cancel::new();
    let budget = Budget::default().cancel(&cancel);
    let made = interruptible(py, &cancel, || question.answer(&budget, &cancel))?;
    Ok(Puzzle { inner: made.map_err(wrong)?.puzzle })
}
