//! What a model says of the search: variables to decide before all others, and values to try first.

use std::panic::Location;

use crate::base::error::{Error, ErrorKind};
use crate::model::Model;
use crate::model::config::Config;
use crate::model::ids::Var;
use crate::model::order::{ValueOrder, VariableOrder};

/// Variables to branch on together, before those of later phases; see [`Model::branch_on`](crate::Model::branch_on).
#[derive(Clone, Debug)]
pub struct Phase {
    vars: Box<[Var]>,
    variables: Option<VariableOrder>,
    values: Option<ValueOrder>,
}

impl Phase {
    pub(crate) fn new(vars: Box<[Var]>) -> Phase {
        Phase { vars, variables: None, values: None }
    }

    /// Sets the order of these variables, in place of [`Config::variables`].
    pub fn variables(&mut self, order: VariableOrder) -> &mut Phase {
        self.variables = Some(order);
        self
    }

    /// Sets the order of their values, in place of [`Config::values`].
    pub fn values(&mut self, order: ValueOrder) -> &mut Phase {
        self.values = Some(order);
        self
    }

    pub(crate) fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// Returns the settings of a run with the orders of this phase.
    pub(crate) fn config(&self, of_run: &Config) -> Config {
        let variables = self.variables.unwrap_or(of_run.variables);
        Config { variables, values: self.values.unwrap_or(of_run.values), ..of_run.clone() }
    }
}

impl Model {
    /// Makes searches branch on these variables first, as a phase. Later calls add later phases, and all other
    /// variables come last. The orders are those of the [`Config`] unless the phase sets its own. The set of solutions
    /// is the same.
    ///
    /// Every [`Runner`](crate::Runner) observes the phases. Only [`Search`](crate::Search) and
    /// [`Parallel`](crate::Parallel) use the orders, since a [`Learner`](crate::Learner) follows its conflicts within
    /// a phase. A [brancher](crate::branch::Brancher) of one's own replaces both.
    ///
    /// ```
    /// use csp::config::{ValueOrder, VariableOrder};
    /// use csp::Model;
    ///
    /// // First how many are made, from few to many; then, halving, what each costs.
    /// let mut model = Model::new();
    /// let (made, costs) = (model.vars(2, 0..=9), model.vars(2, 0..=99));
    /// model.post((made[0] * costs[0] + made[1] * costs[1]).eq(91));
    /// model.branch_on(&made).variables(VariableOrder::Input).values(ValueOrder::Smallest);
    /// model.branch_on(&costs).values(ValueOrder::Split);
    /// let solution = model.search()?.first()?.unwrap();
    /// assert_eq!((solution[made[0]], solution[made[1]]), (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn branch_on(&mut self, vars: &[Var]) -> &mut Phase {
        let unknown = vars.iter().find_map(|&var| self.check_var(var).err());
        let place = Location::caller();
        let known = if let Some(error) = unknown {
            self.refuse(error.placed(place));
            Box::default()
        } else {
            vars.into()
        };
        self.phases.push(Phase::new(known));
        self.phases.last_mut().expect("it has just been added")
    }

    /// Makes searches try a value of a variable first, wherever they branch on it: a part of a solution that is known,
    /// or guessed. The last hint for a variable counts. A value that the variable was not declared with is a mistake
    /// in the model. The set of solutions is the same.
    ///
    /// [`Search`](crate::Search) and [`Parallel`](crate::Parallel) prefer the value always, but in an optimisation only
    /// until there is a solution, whose values come [first](Config::best_first) then. A [`Learner`](crate::Learner) tries
    /// it until the variable has had another value, and ignores it on its fast path.
    ///
    /// ```
    /// use csp::Model;
    ///
    /// let mut model = Model::new();
    /// let queens = model.vars(8, 0..8);
    /// model.all_different(&queens);
    /// model.all_different((0..8).map(|row| queens[row] + row as i32));
    /// model.all_different((0..8).map(|row| queens[row] - row as i32));
    /// for (queen, column) in queens.iter().zip([3, 1, 6, 2, 5, 7, 4, 0]) {
    ///     model.hint(*queen, column);
    /// }
    /// let mut search = model.search()?;
    /// let solution = search.first()?.expect("there are some");
    /// assert_eq!(solution.values(), [3, 1, 6, 2, 5, 7, 4, 0]);
    /// assert_eq!(search.failures(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn hint(&mut self, var: Var, value: i32) {
        match self.check_hint(var, value) {
            Ok(()) => self.hints.push((var, value)),
            Err(error) => self.refuse(error.placed(Location::caller())),
        }
    }

    fn check_hint(&self, var: Var, value: i32) -> Result<(), Error> {
        self.check_var(var)?;
        if self.declared(var).contains(value) {
            return Ok(());
        }
        let what = format!("the hint {value} for {}, which does not have this value", self.name(var));
        Err(Error::new(ErrorKind::Unsupported { what }))
    }

    /// Returns the values to try first, the last one of a variable last.
    pub(crate) fn hints(&self) -> &[(Var, i32)] {
        &self.hints
    }

    pub(crate) fn phases(&self) -> &[Phase] {
        &self.phases
    }
}
