//! Literals and clauses that do not come from conflict analysis: assumptions, excluded solutions and nogoods, and unit
//! clauses that move to the root.

use smallvec::SmallVec;

use super::hit::Hit;
use super::literal::{Form, SetLiteral, merge};
use super::{Assumed, Reasons, Why, clauses};
use crate::engine::literal::{Literal, Test};
use crate::engine::observe::Observer;
use crate::engine::store::{Change, Shape, Slot, View, cause};
use crate::engine::{Engine, Failure};
use crate::model::decision::Decision;

impl Engine {
    /// Excludes a solution until the run ends, by the clause of these literals, all of which are false. Returns the
    /// failure to learn from; `None` if the clause has no literal. A unit clause is enforced at the lowest level, to
    /// which the engine backtracks.
    pub(crate) fn refuse(
        &mut self,
        reasons: &mut Reasons,
        mut literals: Vec<SetLiteral>,
        base: usize,
    ) -> Option<Result<(), Failure>> {
        let first = *literals.first()?;
        let Engine { store, learnt_clauses, .. } = self;
        if literals.len() == 1 {
            reasons.units.push((first, true));
            while self.store.depth() > base {
                self.pop();
            }
            self.store.set_cause(cause::OBJECTIVE);
            return Some(first.enforce(&mut self.store).map_err(|_| Failure::Decision(first.slot)));
        }
        // The two literals that became false last are watched.
        let mut witnesses = [0; 2];
        let mut found = 0;
        for saved in store.trail().iter().rev() {
            let Some(Change { slot, .. }) = Change::read(saved) else { continue };
            let at = literals[found..].iter().position(|literal| {
                literal.slot == slot && (literal.form != Form::Within || literal.mask() & saved.old != 0)
            });
            if let Some(at) = at {
                literals.swap(found, found + at);
                witnesses[found] = saved.old;
                found += 1;
                if found == 2 {
                    break;
                }
            }
        }
        let of = (clauses::Tenure::Refusal, true, 0);
        let clause = learnt_clauses.add(store, &literals, witnesses, of, None);
        store.set_cause(cause::clause(clause));
        Some(Err(Failure::Clause(first.slot)))
    }

    /// Excludes, until the run ends, that all these decisions hold. The engine must be at the lowest level of the run.
    pub(crate) fn exclude(&mut self, reasons: &mut Reasons, nogood: &[Decision]) -> Result<(), Failure> {
        let Engine { store, learnt_clauses, views, .. } = self;
        let mut literals: Vec<SetLiteral> = Vec::new();
        for &decision in nogood {
            let negation = !decision.literal(views[decision.variable().index()]);
            negation.as_sets(store, |literal| literals.push(literal));
        }
        if literals.iter().any(|literal| literal.status(store) == Some(true)) {
            return Ok(());
        }
        merge(&mut literals, store);
        match literals[..] {
            [] => Err(Failure::Decision(Slot(0))),
            [only] => {
                reasons.units.push((only, true));
                store.set_cause(cause::OBJECTIVE);
                only.enforce(store).map_err(|_| Failure::Decision(only.slot))
            }
            _ => {
                let of = (clauses::Tenure::Refusal, true, 0);
                learnt_clauses.add(store, &literals, [0; 2], of, None);
                Ok(())
            }
        }
    }

    /// Returns the negation of a decided literal. In a wide domain, where decisions are about bounds, so is the
    /// negation.
    pub(crate) fn negation(&self, reasons: &Reasons, literal: Literal) -> SetLiteral {
        let Literal { slot, test, value } = literal;
        if self.store.shape(slot) != Shape::Word {
            return match test {
                Test::AtMost => SetLiteral::at_least(slot, value + 1),
                Test::AtLeast => SetLiteral::at_most(slot, value - 1),
                Test::Is | Test::IsNot => unreachable!("wide domains are split"),
            };
        }
        let (base, root) = (self.store.base(slot), reasons.root.word(slot));
        let holds = |bit: u32| literal.holds_at(base + bit as i32);
        let mask =
            (0..64).filter(|&bit| root >> bit & 1 != 0 && !holds(bit)).fold(0, |mask, bit| mask | 1 << bit);
        SetLiteral::within(slot, mask)
    }

    /// Returns the literals of which one holds if a fixed slot takes another value; none if the slot is fixed at the
    /// root.
    pub(crate) fn other_values(&self, reasons: &Reasons, slot: Slot) -> SmallVec<[SetLiteral; 2]> {
        let value = self.store.min(slot.into());
        let literals = match self.store.shape(slot) {
            Shape::Word => SmallVec::from_slice(&[SetLiteral::within(slot, !self.store.one_word(slot))]),
            _ => {
                SmallVec::from([SetLiteral::at_most(slot, value - 1), SetLiteral::at_least(slot, value + 1)])
            }
        };
        let relevant = |literal: SetLiteral| reasons.root.relevant(literal, &self.store);
        literals.into_iter().filter_map(relevant).collect()
    }

    /// Enforces the learnt unit clauses at the root. The engine must be at the root.
    pub(crate) fn strengthen_root<O: Observer>(
        &mut self,
        reasons: &mut Reasons,
        observer: &mut O,
    ) -> Result<(), Failure> {
        debug_assert!(!self.learnt_clauses.has_local(), "a clause of one run must not narrow the root");
        let units = std::mem::take(&mut reasons.units);
        if std::mem::take(&mut reasons.is_unread) {
            self.wake_all()?;
        }
        self.store.set_cause(cause::NOGOOD);
        for (literal, local) in units {
            debug_assert!(!local);
            literal.enforce(&mut self.store).map_err(|_| Failure::Decision(literal.slot))?;
        }
        if std::mem::take(&mut reasons.is_new) {
            let visited = self.learnt_clauses.visit_all(&mut self.store);
            visited.map_err(|_| Failure::Clause(Slot(0)))?;
        }
        self.propagate(observer)?;
        self.store.commit_root();
        self.read = 0;
        reasons.at_root(self);
        Ok(())
    }

    /// Enforces assumptions, in the current level, after those of the levels below.
    pub(crate) fn assume(
        &mut self,
        reasons: &mut Reasons,
        assumptions: &[Decision],
        cause: u32,
    ) -> Result<(), Failure> {
        for &decision in assumptions {
            let begin = self.store.trail().len();
            let decided = self.decide(decision, cause);
            reasons.assumed.push(Assumed { begin, decision });
            reasons.is_refused = decided.is_err();
            decided?;
        }
        Ok(())
    }

    /// Forgets the assumptions of levels that have been closed.
    pub(crate) fn forget_assumptions(&self, reasons: &mut Reasons) {
        let left = self.store.trail().len();
        // One that changed nothing is no reason for anything.
        reasons.assumed.truncate(reasons.assumed.partition_point(|assumed| assumed.begin < left));
        reasons.is_refused = false;
        reasons.core.clear();
    }

    /// Returns, by index, the assumption behind an entry that was just undone, and adds to the answers what the entry
    /// followed from beside it: a removed value moves a bound only together with the bound before, and a bound skips
    /// the values that are missing.
    pub(super) fn assumption_behind(&self, reasons: &mut Reasons, hit: &Hit) -> usize {
        let begin = self.store.trail().len();
        let at = reasons.assumed.partition_point(|assumed| assumed.begin <= begin) - 1;
        let Literal { slot, test, value } = self.literal(reasons.assumed[at].decision);
        debug_assert_eq!(slot, hit.slot);
        let view = View { slot, offset: 0 };
        let mut why = Why { store: &self.store, root: &reasons.root, literals: &mut reasons.literals };
        if let Some(bound) = hit.at_least {
            if test == Test::IsNot {
                why.at_least(view, value);
            }
            let first = if test == Test::IsNot { value + 1 } else { value };
            (first..bound).for_each(|skipped| why.is_not(view, skipped));
        }
        if let Some(bound) = hit.at_most {
            if test == Test::IsNot {
                why.at_most(view, value);
            }
            let last = if test == Test::IsNot { value - 1 } else { value };
            (bound + 1..=last).for_each(|skipped| why.is_not(view, skipped));
        }
        at
    }
}
