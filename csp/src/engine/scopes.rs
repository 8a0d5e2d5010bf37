//! The variables of each constraint, for those who ask who shares one with whom.

use crate::base::limits::room;
use crate::model::ids::Var;

/// Lists of variables, end to end.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    vars: Vec<Var>,
    /// Where each list ends.
    ends: Vec<u32>,
}

impl Scopes {
    pub fn add(&mut self, vars: impl Iterator<Item = Var>) {
        self.vars.extend(vars);
        self.ends.push(self.vars.len() as u32);
    }

    /// In the order of the constraints.
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
