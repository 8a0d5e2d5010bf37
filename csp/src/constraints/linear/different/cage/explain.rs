//! Reasons of a cage: why sets of values with the right sum are impossible, or bounds if there are no sets.

use smallvec::SmallVec;

use super::super::bounds::PartsEqual;
use super::super::parts::Part;
use super::Cage;
use crate::constraints::aligned::AlignedDomain;
use crate::constraints::set_reasons;
use crate::engine::propagator::Propagator;
use crate::engine::reasons::{Query, Why};
use crate::engine::store::View;

impl Cage {
    /// Adds values that the members have lost so that no set of values is left for the query.
    pub(super) fn explain_by_sets(&self, sets: &[u64], query: &Query, why: &mut Why<'_>) -> bool {
        set_reasons::explain(&self.members, &self.neighbours, query, why, |reasons, question, _| {
            sets.iter().all(|&set| reasons.exclude(set, question))
        })
    }

    /// Explains bounds, if there are no sets.
    pub(super) fn explain_by_bounds(&self, query: &Query, why: &mut Why<'_>) -> bool {
        let view = |member: &AlignedDomain| {
            let first = member.read(why.store()).trailing_zeros() as i32;
            View { slot: member.slot, offset: first - why.store().min(member.slot.into()) }
        };
        let views: SmallVec<[View; 10]> = self.members.iter().map(view).collect();
        let is_beyond = |&view: &View| {
            query.intervals(view).iter().all(|&(low, high)| {
                query.at_least(view).is_some_and(|bound| high < bound)
                    || query.at_most(view).is_some_and(|bound| low > bound)
            })
        };
        views.iter().all(is_beyond) && {
            let part = Part { coefficient: 1, views };
            PartsEqual::new(&[part], self.total.into()).explain(query, why)
        }
    }
}
