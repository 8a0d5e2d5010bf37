//! The model that is built, and what is known of it beside its constraints.

use std::collections::HashMap;

use csp::limits::{MAX_VALUE, MIN_VALUE, WIDEST_WITH_HOLES};
use csp::{Decision, Model, Term, Var};

use super::{Built, Meaning, Objective, Plan, Premises, numbers, small, values};
use crate::output::Output;
use crate::syntax::Fault;

/// A model with some of its constants as variables, and the faults that are no constraints of it.
#[derive(Default)]
pub(crate) struct Ground {
    pub model: Model,
    constants: HashMap<i32, Var>,
    /// Set if a constraint is false of all values, or a variable has no value.
    pub is_infeasible: bool,
    /// The variables with values beyond the range of the engine.
    clipped: Vec<String>,
    /// The conditions that are assumed, with their names.
    assumed: Vec<(String, Decision)>,
    /// The constraints that define those that the compiler named.
    pub definitions: HashMap<String, String>,
}

impl Ground {
    /// Declares a variable with the values of these ranges, as far as the engine has them.
    pub fn variable(&mut self, name: &str, within: &[(i64, i64)]) -> Var {
        let (least, most) = (i64::from(MIN_VALUE), i64::from(MAX_VALUE));
        let kept: Vec<(i64, i64)> = within
            .iter()
            .map(|&(from, to)| (from.max(least), to.min(most)))
            .filter(|(from, to)| from <= to)
            .collect();
        if kept != within {
            self.clipped.push(name.to_string());
        }
        let Some((&(first, _), &(_, last))) = kept.first().zip(kept.last()) else {
            self.is_infeasible = true;
            return self.model.named(name, 0..=0);
        };
        if kept.len() == 1 || last - first < WIDEST_WITH_HOLES {
            return self.model.named(name, values(&kept));
        }
        let var = self.model.named(name, first as i32..=last as i32);
        self.model.post(numbers::within(var.into(), &kept));
        var
    }

    /// Returns a variable that is fixed to this value, for constraints that take variables only.
    pub fn constant(&mut self, number: i64) -> Result<Term, Fault> {
        let value = small(number)?;
        let model = &mut self.model;
        Ok((*self.constants.entry(value).or_insert_with(|| model.var(value))).into())
    }

    pub fn post(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Known(truth) => self.is_infeasible |= !truth,
            Meaning::Is(condition) => drop(self.model.post(condition)),
        }
    }

    /// Assumes that a Boolean variable is true.
    pub fn assume(&mut self, var: Var) {
        self.assumed.push((self.model.name(var), var.is(1)));
    }

    /// Assumes what is false.
    pub fn assume_false(&mut self) -> Result<(), Fault> {
        let never = self.constant(0)?.var;
        self.assumed.push(("false".into(), never.is(1)));
        Ok(())
    }

    /// Returns the problem. `free` is the name of an objective that no constraint bounds.
    pub fn finish(self, objective: Objective, plan: Plan, output: Output, free: Option<&str>) -> Built {
        let Ground { mut model, is_infeasible, clipped, assumed, definitions, .. } = self;
        let premises = (!assumed.is_empty()).then(|| {
            let without = model.clone();
            for (_, decision) in &assumed {
                model.post(*decision);
            }
            Premises { model: without, assumed, definitions }
        });
        let is_unbounded = free.is_some_and(|name| clipped.iter().any(|clipped| clipped == name));
        Built { model, objective, plan, output, is_infeasible, is_unbounded, clipped, premises }
    }
}
