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
    let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
    for domain in &domains {
        rows = rows
            .iter()
            .flat_map(|row| domain.iter().map(move |&value| [&row[..], &[value]].concat()))
            .collect();
    }
    rows.retain(|row| {
        let of = |var| row[scope.binary_search(&var).expect("the scope has every variable")];
        formula.is_met(&of) == wanted
    });
    // All of them: nothing to see to.
    if rows.len() as u64 != assignments {
        table::post(to, &views, rows, true);
    }
    true
}
