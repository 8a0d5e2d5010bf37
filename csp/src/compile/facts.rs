//! The facts that a model's constraints state, collected by kind.

use smallvec::SmallVec;

use crate::base::limits::room;
use crate::model::Model;
use crate::model::config::{Config, Consistency};
use crate::model::constraint::{Constraint, Fact};
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Term};

/// Variables that add up to a total, and the constraint that requires it.
pub(crate) type KnownSum = (SmallVec<[Term; 6]>, i64, ConstraintId);

/// The facts of all constraints, each with the constraint that stated it.
#[derive(Default)]
pub(crate) struct Facts {
    pub groups: Vec<(SmallVec<[Term; 16]>, Consistency, ConstraintId)>,
    pub differ: Vec<(Term, Term, ConstraintId)>,
    pub equal: Vec<(Term, Term, ConstraintId)>,
    /// The decisions of all clauses, end to end.
    pub decisions: Vec<Decision>,
    /// For each clause, the end of its decisions and the constraint that stated the clause.
    pub clauses: Vec<(usize, ConstraintId)>,
    /// Equations without weights; only if presolve is on.
    pub sums: Vec<KnownSum>,
}

impl Facts {
    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        let wide = self.groups.iter().filter(|(terms, ..)| terms.spilled());
        room(&self.groups)
            + wide.map(|(terms, ..)| size_of_val(&**terms)).sum::<usize>()
            + room(&self.differ)
            + room(&self.equal)
            + room(&self.decisions)
            + room(&self.clauses)
            + room(&self.sums)
    }

    pub fn add(&mut self, model: &Model, constraint: &dyn Constraint, id: ConstraintId, config: &Config) {
        let own = |term: Term| model.local_term(term);
        constraint.facts(&mut |fact| match fact {
            Fact::AllDifferent(terms, consistency) => {
                let mut terms = SmallVec::from_slice(terms);
                terms.iter_mut().for_each(|term| *term = own(*term));
                self.groups.push((terms, consistency.unwrap_or(config.consistency), id));
            }
            Fact::Differ(a, b) => self.differ.push((own(a), own(b), id)),
            Fact::Equal(a, b) => self.equal.push((own(a), own(b), id)),
            Fact::Clause(decisions) => {
                self.decisions.extend(decisions.iter().map(|&decision| model.local_decision(decision)));
                self.clauses.push((self.decisions.len(), id));
            }
            Fact::Linear { coefficients, variables, total } => {
                let sign = coefficients.first().copied().unwrap_or(1);
                let is_sum = sign.abs() == 1 && coefficients.iter().all(|&other| other == sign);
                if config.presolve && is_sum {
                    self.sums.push((
                        variables.iter().map(|&var| own(var.into())).collect(),
                        sign * total,
                        id,
                    ));
                }
            }
        });
    }
}
