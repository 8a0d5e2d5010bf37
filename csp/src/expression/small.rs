//! What says little over few values becomes a table: then it is domain-consistent, whatever it is made of.

use super::condition::Formula;
use crate::compile::Compile;
use crate::constraints::table;
use crate::model::Var;
use crate::store::View;

/// Up to this many assignments are looked at: that takes some 0.1 ms.
const MOST_ASSIGNMENTS: u64 = 1 << 10;

/// Posts the formula, or its opposite, as a table if its variables have few enough assignments.
pub(super) fn post(to: &mut Compile<'_>, formula: &Formula, wanted: bool) -> bool {
    let mut scope: Vec<Var> = Vec::new();
    formula.each_variable(&mut |var| scope.push(var));
    scope.sort_unstable();
    scope.dedup();
    let views: Vec<View> = scope.iter().map(|&var| to.view(var)).collect();
    let store = to.store();
    let assignments =
        views.iter().fold(1_u64, |product, &view| product.saturating_mul(store.size(view).into()));
    if scope.is_empty() || assignments > MOST_ASSIGNMENTS {
        return false;
    }
    let domains: Vec<Vec<i32>> = views.iter().map(|&view| store.domain(view).iter().collect()).collect();
    let width = scope.len();
    let mut row: Vec<i32> = domains.iter().map(|domain| domain[0]).collect();
    // Row after row.
    let mut rows: Vec<i32> = Vec::new();
    for assignment in 0..assignments as usize {
        // The last variable changes with each, the others after a round of those behind.
        let mut round = assignment;
        for (value, domain) in row.iter_mut().zip(&domains).rev() {
            *value = domain[round % domain.len()];
            round /= domain.len();
        }
        let of =
            |var| row[scope.iter().position(|&known| known == var).expect("the scope has every variable")];
        if formula.is_met(&of) == wanted {
            rows.extend_from_slice(&row);
        }
    }
    // All of them: nothing to see to.
    if rows.len() != assignments as usize * width {
        table::post(to, &views, rows.chunks_exact(width), true);
    }
    true
}
