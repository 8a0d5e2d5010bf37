//! What is minimised or maximised.

use csp::Expression;

use super::Reader;
use super::element::Element;
use super::tree::Value;
use crate::build::{Objective, small};
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

    /// The objective; a variable of its own if it may be beyond the values of the engine.
    fn number(&mut self, goal: &Element<'_>) -> Result<Expression, Fault> {
        let value = self.stated_goal(goal)?;
        let (low, high) = self.bounds(&value);
        if small(low).is_ok() && small(high).is_ok() {
            return Ok(value.into());
        }
        Ok(self.operand(value)?.into())
    }

    fn stated_goal(&self, goal: &Element<'_>) -> Result<Value, Fault> {
        let kind = goal.attribute("type").unwrap_or("expression");
        if kind == "expression" {
            return self.value(&goal.child_or_self("function")?.text()?);
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
            "minimum" => self.applied("min", list),
            "maximum" => self.applied("max", list),
            "product" => self.applied("mul", list),
            "nValues" => {
                let most = list.len() as i64;
                Ok(Value::Number(csp::constraints::number_of_values(list), (1, most)))
            }
            other => Err(Fault::new(format!("the objective '{other}' is not supported"))),
        }
    }
}
