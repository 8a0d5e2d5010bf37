//! What follows from one group of constraints, and from what it is told.

use crate::base::error::Error;
use crate::base::limits::Limits;
use crate::model::Model;
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Var};
use crate::run::deduce::Deduction;

/// Some constraints, and what follows from them.
#[derive(Debug)]
pub(super) struct Part {
    /// Its group; `None` if it is one constraint that is in no group.
    pub group: Option<usize>,
    pub constraints: Vec<ConstraintId>,
    /// Its variables; the place of each is its id in the deduction.
    pub vars: Vec<Var>,
    deduction: Deduction,
}

impl Part {
    pub fn new(
        model: &Model,
        group: Option<usize>,
        constraints: Vec<ConstraintId>,
        limits: &Limits,
    ) -> Result<Part, Error> {
        let (part, vars) = model.part(&constraints);
        let vars = vars.into_iter().map(|(var, _)| var).collect();
        Ok(Part {
            group,
            constraints,
            vars,
            deduction: Deduction::compile_within(&part, &Config::default(), limits)?,
        })
    }

    fn own(&self, (var, value): (Var, i32)) -> Decision {
        let at = self.vars.binary_search(&var).expect("a variable of the part");
        Decision::Remove(Var(at as u32), value)
    }

    /// Opens a level without some values. The variables are the part's.
    pub fn suppose(&mut self, gone: impl IntoIterator<Item = (Var, i32)>) -> Result<(), Error> {
        let gone: Vec<Decision> = gone.into_iter().map(|one| self.own(one)).collect();
        self.deduction.suppose(&gone).map(|_| ())
    }

    /// Closes the last level.
    pub fn withdraw(&mut self) {
        self.deduction.withdraw();
    }

    pub fn is_contradiction(&self) -> bool {
        self.deduction.is_contradiction()
    }

    /// Returns the number of values that a variable has left, by its place.
    pub fn len(&self, at: usize) -> u32 {
        self.deduction.domain(Var(at as u32)).len()
    }

    /// Returns whether a variable has a value left, by its place.
    pub fn has(&self, at: usize, value: i32) -> bool {
        self.deduction.domain(Var(at as u32)).contains(value)
    }

    /// Returns which values had to be gone for another to be gone, or, without one, for the contradiction.
    pub fn why(&mut self, gone: Option<(Var, i32)>) -> Vec<(Var, i32)> {
        let reason = match gone {
            Some(gone) => {
                let gone = self.own(gone);
                self.deduction.why_supposed(gone)
            }
            None => self.deduction.contradiction_supposed(),
        };
        let facts = reason.map_or(Vec::new(), |reason| reason.facts);
        let supposed = |fact: Decision| match fact {
            Decision::Remove(var, value) => (self.vars[var.index()], value),
            _ => unreachable!("only removals are supposed"),
        };
        facts.into_iter().map(supposed).collect()
    }
}
