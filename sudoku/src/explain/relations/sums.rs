//! Sums that follow from houses and cages together: the rule of 45.

use std::collections::HashMap;

use csp::{Limits, Model, Var};

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
        let mut from: Vec<Origin> = implied.constraints.iter().map(|id| origins[id.index()]).collect();
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
