//! Steps to the solution that people can follow, for any model.
//!
//! The constraints of a model are divided into *groups*: what a person sees as one statement, such as a rule at a place.
//! Some variables are *shown*; what is known is known of these alone. A [`Step`] draws conclusions from few groups and
//! from what is known. Cheaper ways come first:
//!
//! 1. one group, or several of which variables stand between that are not shown;
//! 2. a supposition that leads to a contradiction, along as few groups as can be;
//! 3. a choice of which every case leads to the same;
//! 4. trial: a search refutes a value.
//!
//! Groups that a step can do without are left out. Constraints in no group say what variables mean; they are taken as
//! they are needed, and cost nothing.

mod find;
mod part;
mod run;

use crate::base::clock::Instant;
use crate::base::error::{Error, ErrorKind};
use crate::base::limits::Limits;
use crate::model::Model;
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Var};

use part::Part;
use run::Run;

/// How a step concludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Way {
    /// From groups alone.
    Groups,
    /// This is supposed, and leads to a contradiction.
    Supposition(Decision),
    /// Each value of this variable leads to it.
    Cases(Var),
    /// A search found nothing else. All constraints take part.
    Trial,
}

/// What follows from a group on the way to a conclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The group; `None` if what variables mean suffices.
    pub group: Option<usize>,
    /// What follows about shown variables. Nothing if it is about others, or if the group cannot hold: so the last line
    /// of a contradiction ends.
    pub consequences: Vec<Decision>,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What follows about shown variables; nothing if the model has no solution.
    pub conclusions: Vec<Decision>,
    /// How it follows.
    pub way: Way,
    /// The groups from which it follows, ascending.
    pub groups: Vec<usize>,
    /// The constraints from which it follows, ascending: those of the groups, and what variables mean.
    pub constraints: Vec<ConstraintId>,
    /// What was known of shown variables and takes part: values that they do not have.
    pub facts: Vec<Decision>,
    /// What leads there, one after the other, where it can be told so; nothing for [`Way::Cases`] and [`Way::Trial`].
    pub lines: Vec<Line>,
}

impl Step {
    /// Returns how hard the step is to find, in hundredths: 100 for one group, 40 for each further one, 5 for each fact
    /// beyond two, and more for what has to be supposed.
    pub fn cost(&self) -> u32 {
        cost(self.way, self.groups.len(), self.facts.len())
    }

    /// Returns whether the step shows that there is no solution.
    pub fn is_contradiction(&self) -> bool {
        self.conclusions.is_empty()
    }
}

fn cost(way: Way, groups: usize, facts: usize) -> u32 {
    let base = match way {
        Way::Groups => 100,
        Way::Supposition(_) => 180,
        Way::Cases(_) => 340,
        Way::Trial => return 2000,
    };
    base + 40 * groups.saturating_sub(1) as u32 + 5 * facts.saturating_sub(2) as u32
}

/// Finds steps to the solution of a model.
///
/// ```
/// use csp::{Limits, Model, steps::{Explainer, Way}};
///
/// let mut model = Model::new();
/// let x = model.vars(3, 1..=3);
/// let different = model.all_different(&x);
/// let less = model.post(x[0].lt(x[1]));
/// let sum = model.post((x[1] + x[2]).eq(4));
///
/// let groups = vec![vec![different], vec![less], vec![sum]];
/// let mut explainer = Explainer::new(&model, groups, x.iter().copied(), &Limits::default())?;
/// let step = explainer.next()?.expect("there is something to conclude");
/// assert_eq!((step.way, step.groups), (Way::Groups, vec![1]));
/// assert_eq!(step.conclusions, [x[0].is_not(3), x[1].is_not(1)]);
/// while explainer.next()?.is_some() {}
/// assert!(explainer.is_solved());
/// assert_eq!(explainer.value(x[0]), Some(2));
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Debug)]
pub struct Explainer {
    model: Model,
    shown: Vec<Var>,
    run: Run,
    limits: Limits,
    is_contradiction: bool,
}

impl Explainer {
    /// Begins with a model, groups of its constraints, and the variables that are shown. Refuses shown variables that are
    /// too wide for holes. At a limit the error is [`ErrorKind::Limit`].
    pub fn new(
        model: &Model,
        groups: Vec<Vec<ConstraintId>>,
        shown: impl IntoIterator<Item = Var>,
        limits: &Limits,
    ) -> Result<Explainer, Error> {
        if let Some(error) = model.error() {
            return Err(error.clone());
        }
        let mut shown: Vec<Var> = shown.into_iter().collect();
        shown.sort_unstable();
        shown.dedup();
        for &var in &shown {
            model.check_var(var)?;
            if model.declared(var).is_too_wide_for_holes() {
                let what = format!("steps with {}, which is too wide for holes", model.name(var));
                return Err(Error::new(ErrorKind::Unsupported { what }));
            }
        }
        let count = model.constraint_ids().len();
        let mut is_grouped = vec![false; count];
        for id in groups.iter().flatten() {
            let Some(is_grouped) = is_grouped.get_mut(id.index()) else {
                let what = format!("steps with constraint {}; the model has {count}", id.index());
                return Err(Error::new(ErrorKind::Unsupported { what }));
            };
            *is_grouped = true;
        }
        let groups = groups.into_iter().enumerate().map(|(at, group)| (Some(at), group));
        let others = model.constraint_ids().filter(|id| !is_grouped[id.index()]).map(|id| (None, vec![id]));
        let mut parts = Vec::new();
        for (group, constraints) in groups.chain(others) {
            parts.push(Part::new(model, group, constraints, limits)?);
            if limits.are_reached() {
                return Err(limit());
            }
        }
        let run = Run::new(model, parts);
        Ok(Explainer { model: model.clone(), shown, run, limits: limits.clone(), is_contradiction: false })
    }

    /// Sets limits of time and memory for the steps to come, counted from now. A step that is not found within them is an
    /// error of [`ErrorKind::Limit`], and may be looked for again.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits.counted_from(Instant::now());
    }

    fn is_shown(&self, var: Var) -> bool {
        self.shown.binary_search(&var).is_ok()
    }

    /// Returns the values that a shown variable may still have, as far as was concluded.
    pub fn values(&self, var: Var) -> Vec<i32> {
        if !self.is_shown(var) {
            return Vec::new();
        }
        let open = self.run.numbers.of(var).filter(|&number| self.run.is_possible(number));
        open.map(|number| self.run.numbers.at(number).1).collect()
    }

    /// Returns the value of a shown variable, if it is known.
    pub fn value(&self, var: Var) -> Option<i32> {
        match self.values(var)[..] {
            [value] => Some(value),
            _ => None,
        }
    }

    /// Returns whether all shown variables are known.
    pub fn is_solved(&self) -> bool {
        !self.is_contradiction && self.shown.iter().all(|&var| self.value(var).is_some())
    }

    /// Returns whether a step has shown that there is no solution.
    pub fn is_contradiction(&self) -> bool {
        self.is_contradiction
    }

    /// Takes what is told of shown variables as known, such as what a person has drawn.
    pub fn tell(&mut self, decisions: &[Decision]) -> Result<(), Error> {
        decisions.iter().try_for_each(|&decision| self.model.check_var(decision.variable()))?;
        let mut gone = Vec::new();
        for decision in decisions.iter().filter(|decision| self.is_shown(decision.variable())) {
            let of = self.run.numbers.of(decision.variable());
            gone.extend(of.filter(|&number| !decision.holds(self.run.numbers.at(number).1)));
        }
        self.run.know(&gone)
    }

    /// Finds the next step and takes its conclusions as known. `None` if there is none: all is known, or what is open
    /// differs between solutions.
    #[allow(clippy::should_implement_trait, reason = "a step may fail")]
    pub fn next(&mut self) -> Result<Option<Step>, Error> {
        if self.is_contradiction {
            return Ok(None);
        }
        let Some(step) = self.find()? else { return Ok(None) };
        self.is_contradiction = step.is_contradiction();
        self.tell(&step.conclusions)?;
        Ok(Some(step))
    }

    fn over(&self) -> Result<(), Error> {
        if self.limits.are_reached() { Err(limit()) } else { Ok(()) }
    }
}

fn limit() -> Error {
    Error::new(ErrorKind::Limit { what: "a step was looked for" })
}
