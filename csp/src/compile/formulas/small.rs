//! Formulas with few assignments become tables, and so domain-consistent.

use crate::compile::key::Key;
use crate::compile::posting::Posting;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::table;
use crate::engine::store::{Store, View};
use crate::model::expression::Formula;
use crate::model::ids::Var;

/// Largest number of assignments; listing them takes some 0.1 ms.
const MOST_ASSIGNMENTS: u64 = 1 << 10;

/// Largest number of assignments for two variables and a function, which would otherwise become a table of
/// its own.
const MOST_PAIRS: u64 = 1 << 12;

/// Posts the formula, or its negation if not `wanted`, as a table if its variables have few enough assignments.
/// Returns whether it was posted.
pub(super) fn post(to: &mut Posting<'_>, formula: &Formula, wanted: bool) -> bool {
    let mut scope: Vec<Var> = Vec::new();
    formula.each_variable(&mut |var| scope.push(var));
    scope.sort_unstable();
    scope.dedup();
    let views: Vec<View> = scope.iter().map(|&var| to.view(var)).collect();
    let store = to.store();
    let assignments =
        views.iter().fold(1_u64, |product, &view| product.saturating_mul(store.size(view).into()));
    let most = if scope.len() == 2 && formula.has_function() { MOST_PAIRS } else { MOST_ASSIGNMENTS };
    if scope.is_empty() || assignments > most {
        return false;
    }
    let place = |var| scope.iter().position(|&known| known == var).expect("the scope has every variable");
    let mut key = Key::default();
    key.push(wanted.into());
    if formula.key(&place, &mut key) && !has_repeats(&views) {
        table::post_computed(to, &views, key, |store| rows(store, &views, formula, wanted, &place));
    } else if let Some(rows) = rows(to.store(), &views, formula, wanted, &place) {
        table::post(to, &views, rows.chunks_exact(views.len()), true);
    }
    true
}

/// Returns the assignments that satisfy the formula, or its negation if not `wanted`, end to end; `None` if
/// all do.
fn rows(
    store: &Store,
    views: &[View],
    formula: &Formula,
    wanted: bool,
    place: &dyn Fn(Var) -> usize,
) -> Option<Vec<i32>> {
    let domains: Vec<Vec<i32>> = views.iter().map(|&view| store.domain(view).iter().collect()).collect();
    let assignments: usize = domains.iter().map(Vec::len).product();
    let mut row: Vec<i32> = domains.iter().map(|domain| domain[0]).collect();
    let mut rows: Vec<i32> = Vec::new();
    for assignment in 0..assignments {
        // The last variable changes fastest.
        let mut round = assignment;
        for (value, domain) in row.iter_mut().zip(&domains).rev() {
            *value = domain[round % domain.len()];
            round /= domain.len();
        }
        if formula.is_met(&|var| row[place(var)]) == wanted {
            rows.extend_from_slice(&row);
        }
    }
    (rows.len() != assignments * views.len()).then_some(rows)
}
