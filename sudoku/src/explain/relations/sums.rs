//! Sums that follow from houses and cages together: the rule of 45.

use std::collections::{HashMap, HashSet};

use csp::extend::ImpliedSum;
use csp::{Constraint, ConstraintId, Limits, Model, Var};

use crate::rules::Origin;

/// The sum of some cells, less the sum of others, has a total that follows from houses and cages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sum {
    /// Cells that are added.
    pub added: Vec<usize>,
    /// Cells that are subtracted.
    pub taken: Vec<usize>,
    /// The sum of the added cells less that of the subtracted cells.
    pub total: i64,
}

impl Sum {
    /// The same sum with opposite signs.
    fn turned(self) -> Sum {
        Sum { added: self.taken, taken: self.added, total: -self.total }
    }
}

/// The sums of a puzzle's model, with the houses and clues from which each follows; none after a limit.
pub(super) fn of(
    model: &Model,
    origins: &[Origin],
    cell_of: &HashMap<Var, usize>,
    limits: &Limits,
) -> Vec<(Sum, Vec<Origin>)> {
    let constraints: Vec<&dyn Constraint> = model.constraints().collect();
    let mut sums = Vec::new();
    for implied in model.implied_sums_within(limits).unwrap_or_default() {
        let mut sum = Sum { added: Vec::new(), taken: Vec::new(), total: implied.total };
        let is_of_cells = implied.terms.iter().all(|(coefficient, var)| {
            let cell = cell_of.get(var).copied();
            if *coefficient > 0 {
                sum.added.extend(cell)
            } else {
                sum.taken.extend(cell)
            }
            cell.is_some() && coefficient.abs() == 1
        });
        let needed = needed(&constraints, &implied);
        let mut from: Vec<Origin> = needed.iter().map(|id| origins[id.index()]).collect();
        from.sort_unstable();
        from.dedup();
        if is_of_cells && from.len() > 1 {
            let is_turned = sum.added.len() < sum.taken.len()
                || sum.added.len() == sum.taken.len()
                    && (sum.total, sum.taken.first()) < (0, sum.added.first());
            sums.push((if is_turned { sum.turned() } else { sum }, from));
        }
    }
    sums
}

/// The constraints behind a sum that share variables with it, or with others of them. The rest add up to nothing, like a
/// house and a cage of the same cells.
fn needed(constraints: &[&dyn Constraint], implied: &ImpliedSum) -> Vec<ConstraintId> {
    let mut linked: HashSet<Var> = implied.terms.iter().map(|&(_, var)| var).collect();
    let (mut needed, mut left) = (Vec::new(), implied.constraints.clone());
    loop {
        let scope = |id: &ConstraintId| constraints[id.index()].scope();
        let is_linked = |id: &ConstraintId| scope(id).iter().any(|var| linked.contains(var));
        let (found, rest): (Vec<ConstraintId>, Vec<ConstraintId>) = left.into_iter().partition(is_linked);
        if found.is_empty() {
            return needed;
        }
        linked.extend(found.iter().flat_map(scope));
        needed.extend(found);
        left = rest;
    }
}
