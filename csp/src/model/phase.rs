//! Phases of branching: variables to decide before all others.

use crate::model::config::{Config, ValueOrder, VariableOrder};
use crate::model::ids::Var;

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
