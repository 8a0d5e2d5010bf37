//! The scopes of all constraints, from which heuristics derive which variables share a constraint.

use crate::base::limits::room;
use crate::model::ids::Var;

/// Lists of variables, stored end to end.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    vars: Vec<Var>,
    /// End of each list.
    ends: Vec<u32>,
}

impl Scopes {
    /// Adds the scope of the next constraint.
    pub fn add(&mut self, vars: impl Iterator<Item = Var>) {
        self.vars.extend(vars);
        self.ends.push(self.vars.len() as u32);
    }

    /// Iterates over the scopes in the order of the constraints.
    pub fn iter(&self) -> impl Iterator<Item = &[Var]> {
        let mut begin = 0;
        self.ends.iter().map(move |&end| {
            let scope = &self.vars[begin..end as usize];
            begin = end as usize;
            scope
        })
    }

    pub fn bytes(&self) -> usize {
        room(&self.vars) + room(&self.ends)
    }
}
