//! The causes of conflicts and entries, which are queried for their reasons.

use super::Reasons;
use super::hit::Hit;
use super::shorten::propagator_reasons;
use super::why::{Query, Why};
use crate::engine::kernel::Clash;
use crate::engine::memory::Undone;
use crate::engine::store::{Change, Slot, cause};
use crate::engine::{Engine, Failure};

impl Engine {
    /// Queries the reasons of a conflict. The engine must be in the state of the conflict.
    pub(super) fn explain_failure(&mut self, reasons: &mut Reasons, failure: Failure) {
        let refused = reasons.assumed.last().filter(|_| reasons.is_refused);
        let refused = refused.map(|refused| self.literal(refused.decision));
        let Engine { store, propagators, learnt_clauses, audit, .. } = self;
        let Reasons { root, literals, learnt, trial, work, .. } = reasons;
        let mut why = Why { store, root, literals };
        match failure {
            Failure::Propagator(position) => {
                let asked = &mut propagators[position];
                let trials =
                    propagator_reasons(&mut *asked.propagator, &Query::conflict(), &mut why, trial, *audit);
                *work = work.saturating_add(asked.work).saturating_add(trials);
            }
            Failure::Kernel(Clash { from, to }) => {
                why.fixed(from.into());
                why.domain(to);
            }
            Failure::Clause(_) => {
                let clause = cause::as_clause(store.cause()).expect("a clause failed");
                learnt_clauses.explain(clause, store, root, literals);
                learnt_clauses.praise(clause);
                learnt.local |= learnt_clauses.is_local(clause);
            }
            Failure::Decision(slot) => {
                match refused {
                    Some(assumed) => why.holds(!assumed),
                    // The bound of an objective is beyond its domain.
                    None => why.domain(slot),
                }
                learnt.local = true;
            }
            Failure::Limit => unreachable!("a limit is no conflict"),
        }
        let position = if let Failure::Propagator(position) = failure { Some(position) } else { None };
        self.record(reasons, None, position);
    }

    /// Queries the cause of an entry for its reasons. Returns false if the entry has none, as decisions and
    /// assumptions.
    pub(super) fn explain_entry(&mut self, reasons: &mut Reasons, hit: &Hit, undone: &Undone) -> bool {
        let change = Change::read(&undone.saved).expect("first words are written as changes");
        if change.is_decided() {
            return false;
        }
        let kind = change.cause >> cause::KIND_BITS;
        let rest = change.cause & (cause::MOST - 1);
        let query = hit.query(self, undone.now, &reasons.root, &mut reasons.literals);
        let Engine { store, propagators, learnt_clauses, audit, .. } = self;
        let Reasons { root, literals, learnt, trial, work, .. } = reasons;
        let mut why = Why { store, root, literals };
        match kind {
            cause::DIFFERENCE => {
                why.fixed(Slot(rest).into());
                why.own_bounds(&query);
            }
            cause::CLAUSE => {
                learnt_clauses.explain(rest, store, root, literals);
                learnt.local |= learnt_clauses.is_local(rest);
            }
            cause::POSTING => {}
            _ if rest == cause::OBJECTIVE => learnt.local = true,
            // A learnt clause of one literal.
            _ if rest == cause::NOGOOD => {}
            _ => {
                let asked = &mut propagators[(rest - cause::FIRST_PROPAGATOR) as usize];
                let trials = propagator_reasons(&mut *asked.propagator, &query, &mut why, trial, *audit);
                *work = work.saturating_add(asked.work).saturating_add(trials);
            }
        }
        let position = change.cause.checked_sub(cause::FIRST_PROPAGATOR).filter(|_| kind == 0);
        self.record(reasons, Some(hit), position.map(|position| position as usize));
        true
    }
}
