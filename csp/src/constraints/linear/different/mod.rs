//! Sums of variables that are known to be pairwise different, filtered with both facts at once: killer
//! Sudoku, kakuro, magic squares.
//!
//! A sum and an all-different apart are weak: of three different variables of 1..=9 that sum to 23 each is at
//! least 6, and the sum alone leaves 5. Sums ask the all-different groups gathered before them, and where two
//! or more terms of one coefficient are members of one group they become a [part](parts). What is posted then:
//!
//! | what | when | strength |
//! |---|---|---|
//! | [cage](cage) | = over one part of few variables and up to 64 values | domain consistency of sum and difference together once few assignments are left, until then by sets of values or bounds |
//! | [bounds](bounds) | all others: =, ≤ and ≥, any parts and domains | bounds, with the difference inside each part |
//!
//! Both need the groups that presolve knows; without presolve, sums stay plain.

mod bounds;
mod cage;
mod neighbours;
mod parts;

use crate::compile::posting::Posting;
use crate::engine::store::{Conflict, View};
use crate::model::expression::Relation;

/// What filters a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Posted {
    /// Few values of each variable are looked at one by one in the end: the sum alone finds no more.
    Cage,
    Bounds,
}

/// Posts Σ a·x `relation` bound if some of the variables are known to be different, and says what.
pub(super) fn post(
    to: &mut Posting<'_>,
    terms: &[(View, i64)],
    relation: Relation,
    bound: i64,
) -> Option<Posted> {
    if !to.config().presolve {
        return None;
    }
    let parts::Split { parts, mut sources, bound } = parts::split(&mut to.compiled.engine, terms, bound)?;
    if relation == Relation::AtMost {
        to.boxed_propagator_relying_on(Box::new(bounds::AtMost::new(&parts, bound)), sources);
        return Some(Posted::Bounds);
    }
    if let [part] = &parts[..] {
        if bound % part.coefficient != 0 {
            to.narrow(|_| Err(Conflict));
            return Some(Posted::Cage);
        }
        let total = bound / part.coefficient;
        if let Some(cage) = cage::Cage::new(&mut to.compiled.engine, &part.views, total, &mut sources) {
            to.boxed_propagator_relying_on(cage, sources);
            return Some(Posted::Cage);
        }
    }
    to.boxed_propagator_relying_on(Box::new(bounds::Equal::new(&parts, bound)), sources);
    Some(Posted::Bounds)
}
