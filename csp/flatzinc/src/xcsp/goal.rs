//! What is minimised or maximised.

use csp::{Expression, maximum, minimum};

use super::Reader;
use super::element::Element;
use crate::build::Objective;
use crate::syntax::Fault;

impl Reader<'_> {
    pub fn objective(&mut self, objectives: &Element<'_>) -> Result<Objective, Fault> {
        let all = objectives.children();
        let Some(goal) = all.first() else { return Ok(Objective::Satisfy) };
        if let Some(second) = all.get(1) {
            return Err(second.fault("several objectives are not supported"));
        }
        goal.placed(|| {
            let number = self.number(goal)?;
            match goal.name() {
                "minimize" => Ok(Objective::Minimize(number)),
                "maximize" => Ok(Objective::Maximize(number)),
                other => Err(Fault::new(format!("'{other}' is no goal"))),
            }
        })
    }

    fn number(&self, goal: &Element<'_>) -> Result<Expression, Fault> {
        let kind = goal.attribute("type").unwrap_or("expression");
        if kind == "expression" {
            return Ok(self.value(&goal.child_or_self("function")?.text()?)?.into());
        }
        let list = self.list_of(goal)?;
        if list.is_empty() {
            return Err(Fault::new("the list is empty"));
        }
        if kind == "sum" {
            return self.total(list, goal);
        }
        if goal.child("coeffs").is_some() {
            return Err(Fault::new(format!("coefficients of '{kind}' are not supported")));
        }
        match kind {
            "minimum" => Ok(minimum(list)),
            "maximum" => Ok(maximum(list)),
            "nValues" => Ok(csp::constraints::number_of_values(list)),
            "product" => {
                Ok(list.into_iter().map(Expression::from).reduce(|a, b| a * b).expect("it is not empty"))
            }
            other => Err(Fault::new(format!("the objective '{other}' is not supported"))),
        }
    }
}
