//! The values of variables over all solutions, without listing the solutions.
//!
//! Each solution shows a value of every variable. After it, the next one has to show something that is still open: a
//! clause over what no solution has shown (Janota, Lynce & Marques-Silva 2015). So there are at most as many solutions
//! as values, usually far fewer, and the last proof refutes all that is left at once.

use crate::base::error::{Error, ErrorKind};
use crate::engine::observe::Observer;
use crate::model::Model;
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::model::solution::Solution;
use crate::run::learn::Learner;
use crate::search::Step;

/// The question which values some variables take in the solutions of a [`Learner`]'s run.
///
/// The learner has the assumptions and limits: a step that ends with [`Step::Limit`] can be repeated with new ones.
///
/// ```
/// use csp::{Backbone, Config, Learner, Model, Step};
///
/// let mut model = Model::new();
/// let x = model.vars(3, 0..=9);
/// model.post((x[0] + x[1]).eq(4));
/// model.post(x[1].ge(2));
/// model.post(x[2].eq(7));
/// let mut learner = Learner::compile(&model, &Config::default())?;
/// let mut backbone = Backbone::new(&model, x.iter().copied())?;
/// while backbone.step(&mut learner)? == Step::Solution {}
/// assert!(backbone.is_complete());
/// assert_eq!(backbone.values(x[0]).collect::<Vec<_>>(), [0, 1, 2]);
/// assert_eq!(backbone.values(x[2]).collect::<Vec<_>>(), [7]);
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Backbone {
    vars: Vec<Var>,
    /// The values of all variables, one variable after the other, and where each variable begins.
    values: Vec<(Var, i32)>,
    begins: Vec<usize>,
    /// For each value the number of solutions that have shown it.
    counts: Vec<u64>,
    /// The values that fewer than `most` solutions have shown, by index.
    open: Vec<usize>,
    most: u64,
    is_complete: bool,
    /// Whether the learner knows what is open.
    is_told: bool,
}

impl Backbone {
    /// Asks for the values of variables of a model. Refuses variables that are too wide for holes.
    pub fn new(model: &Model, vars: impl IntoIterator<Item = Var>) -> Result<Backbone, Error> {
        let mut vars: Vec<Var> = vars.into_iter().collect();
        vars.sort_unstable();
        vars.dedup();
        let (mut values, mut begins) = (Vec::new(), vec![0]);
        for &var in &vars {
            model.check_var(var)?;
            let declared = model.declared(var);
            if declared.is_too_wide_for_holes() {
                let what =
                    format!("the values of {}, which is too wide for holes, one by one", model.name(var));
                return Err(Error::new(ErrorKind::Unsupported { what }));
            }
            values.extend(declared.iter().map(|value| (var, value)));
            begins.push(values.len());
        }
        let (counts, open) = (vec![0; values.len()], (0..values.len()).collect());
        Ok(Backbone { vars, values, begins, counts, open, most: 1, is_complete: false, is_told: true })
    }

    /// Counts up to `most` solutions for each value (1 is usual, and the least). Solutions that agree in all of the
    /// variables count once.
    pub fn up_to(mut self, most: u64) -> Backbone {
        self.most = most.max(1);
        self
    }

    /// Searches for a solution that shows something new. [`Step::Exhausted`] says that the answer is complete. Between
    /// steps the learner's run must go on: no [`assume`](Learner::assume), no [`reset`](Learner::reset).
    pub fn step<O: Observer>(&mut self, learner: &mut Learner<O>) -> Result<Step, Error> {
        if self.is_complete || self.open.is_empty() {
            self.is_complete = true;
            return Ok(Step::Exhausted);
        }
        if !std::mem::replace(&mut self.is_told, true) {
            let of = |&at: &usize| Decision::Remove(self.values[at].0, self.values[at].1);
            learner.exclude(&self.open.iter().map(of).collect::<Vec<_>>())?;
        }
        let step = learner.step();
        match step {
            Step::Solution => {
                if self.most > 1 {
                    let shown = self.vars.iter().map(|&var| Decision::Assign(var, learner.value(var)));
                    learner.exclude(&shown.collect::<Vec<_>>())?;
                }
                self.see(|var| learner.value(var));
            }
            Step::Exhausted => self.is_complete = true,
            Step::Limit => {}
        }
        Ok(step)
    }

    /// Counts a solution that is known from elsewhere. The learner must not find it once more, unless one is enough.
    pub fn know(&mut self, solution: &Solution) {
        self.see(|var| solution[var]);
    }

    fn see(&mut self, value: impl Fn(Var) -> i32) {
        for (at, &var) in self.vars.iter().enumerate() {
            if let Some(index) = self.index(at, value(var)) {
                self.counts[index] += 1;
            }
        }
        let before = self.open.len();
        self.open.retain(|&at| self.counts[at] < self.most);
        self.is_told &= self.open.len() == before;
    }

    fn index(&self, at: usize, value: i32) -> Option<usize> {
        let begin = self.begins[at];
        let own = &self.values[begin..self.begins[at + 1]];
        own.binary_search_by_key(&value, |&(_, value)| value).ok().map(|found| begin + found)
    }

    /// Returns whether all solutions are accounted for.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns how many values are not settled yet.
    pub fn open(&self) -> usize {
        if self.is_complete { 0 } else { self.open.len() }
    }

    /// Returns the values that solutions have shown so far, ascending. Nothing for variables that were not asked for.
    pub fn values(&self, var: Var) -> impl Iterator<Item = i32> {
        let at = self.vars.binary_search(&var).ok();
        let range = at.map_or(0..0, |at| self.begins[at]..self.begins[at + 1]);
        range.filter(|&at| self.counts[at] > 0).map(|at| self.values[at].1)
    }

    /// Returns the number of solutions found with a value, up to [`up_to`](Backbone::up_to): exact if the answer is
    /// complete and the number is less.
    pub fn count(&self, var: Var, value: i32) -> u64 {
        let index = self.vars.binary_search(&var).ok().and_then(|at| self.index(at, value));
        index.map_or(0, |index| self.counts[index].min(self.most))
    }
}
