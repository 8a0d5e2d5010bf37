//! Sums of variables that are known to be pairwise different, filtered by both facts together: killer Sudoku,
//! kakuro, magic squares.
//!
//! A sum and an all-different on their own are weak: of three different variables in 1..=9 with sum 23, each
//! is at least 6, but the sum alone keeps 5. Sums are posted after all-different groups have been collected.
//! Two or more terms with the same coefficient that are members of one group form a [part](parts). The
//! propagators are:
//!
//! | propagator | for | strength |
//! |---|---|---|
//! | [cage] | = over one part of few variables and up to 64 values | domain consistency of sum and all-different together once few assignments are left; before, sets of values or bounds |
//! | [bounds] | all others: =, ≤ and ≥, any parts and domains | bounds, including the all-different of each part |
//!
//! Both need the groups that presolve collects. Without presolve, sums are filtered alone.

mod bounds;
mod cage;
mod parts;

use smallvec::smallvec;

use crate::compile::posting::Posting;
use crate::engine::store::{Conflict, View};
use crate::model::expression::Relation;

/// The propagator posted for a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SumFilter {
    /// A cage, which is finally domain-consistent, so that filtering the sum alone removes no further values.
    Cage,
    Bounds,
}

/// Posts that views known to be different add up to `total`, filtered by bounds.
pub(crate) fn post_sum(to: &mut Posting<'_>, views: &[View], total: View) {
    let parts = [
        parts::Part { coefficient: 1, views: views.into() },
        parts::Part { coefficient: -1, views: smallvec![total] },
    ];
    to.propagator(bounds::PartsEqual::new(&parts, 0));
}

/// Posts Σ a·x `relation` bound if some of the variables are known to be different. Returns the propagator
/// posted.
pub(super) fn post(
    to: &mut Posting<'_>,
    terms: &[(View, i64)],
    relation: Relation,
    bound: i64,
) -> Option<SumFilter> {
    if !to.config().presolve {
        return None;
    }
    let parts::Split { parts, mut sources, bound } = parts::split(to.engine, terms, bound)?;
    if relation == Relation::AtMost {
        to.boxed_propagator_relying_on(Box::new(bounds::PartsAtMost::new(&parts, bound)), sources);
        return Some(SumFilter::Bounds);
    }
    if let [part] = &parts[..] {
        if bound % part.coefficient != 0 {
            to.narrow(|_| Err(Conflict));
            return Some(SumFilter::Cage);
        }
        let total = bound / part.coefficient;
        if let Some(cage) = cage::Cage::new(to.engine, &part.views, total, &mut sources) {
            to.boxed_propagator_relying_on(cage, sources);
            return Some(SumFilter::Cage);
        }
    }
    to.boxed_propagator_relying_on(Box::new(bounds::PartsEqual::new(&parts, bound)), sources);
    Some(SumFilter::Bounds)
}
