//! The walk back along the trail: from a conflict to a clause (first unique implication point, GRASP,
//! Marques-Silva & Sakallah 1999), or to the assumptions behind it.

use smallvec::SmallVec;

use super::hit::Hit;
use super::literal::{Form, SetLiteral};
use super::needs::Needs;
use super::{Reasons, WORK_PER_LOOK, clauses};
use crate::engine::memory::Undone;
use crate::engine::store::{Change, Event, Shape, Slot, cause};
use crate::engine::{Engine, Failure};

/// A learnt clause: one of its literals is true.
#[derive(Debug, Default)]
pub(crate) struct Learnt {
    /// The literal to assert comes first, one of the level to go back to second.
    pub literals: Vec<SetLiteral>,
    /// For the second literal, a value that was removed at its level.
    pub witness: u64,
    /// The level to go back to.
    pub level: usize,
    /// Number of levels among the literals.
    pub distance: u32,
    /// Whether the clause depends on refused solutions or on the bound of an objective.
    pub local: bool,
}

/// The end of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Analysis {
    /// The clause is in [`Reasons::learnt`], and the engine is back at its level.
    Learnt,
    /// The conflict follows from the lowest levels alone.
    Exhausted,
    /// A limit ended the analysis. The engine is back at the lowest levels, and nothing was learnt.
    Interrupted,
}

impl Reasons {
    /// Records the beginning of a level: the words that its entries changed.
    fn begin_level(&mut self, engine: &Engine, level: usize) {
        self.round += 1;
        let from = engine.store.level(level - 1).map_or(0, |level| level.trail);
        for saved in &engine.store.trail()[from..] {
            let word = saved.word as usize;
            if self.rounds[word] != self.round {
                self.rounds[word] = self.round;
                self.begin[word] = saved.old;
            }
        }
    }

    #[inline(always)]
    fn begin_of(&self, word: usize) -> Option<u64> {
        (self.rounds[word] == self.round).then(|| self.begin[word])
    }

    /// Counts the parts of a slot's needs that became true in the current level.
    #[inline]
    fn current(&self, engine: &Engine, slot: Slot) -> usize {
        let mask = self.needs.mask(slot);
        if mask == 0 {
            return 0;
        }
        let Some(first) = self.begin_of(slot.0 as usize) else { return 0 };
        if engine.store.shape(slot) == Shape::Word {
            return usize::from(mask & first != 0);
        }
        let (low, high) = engine.store.bounds_in(slot, first);
        let bounds = self.needs.bounds(slot);
        let word = |at: usize| self.begin_of(at).unwrap_or_else(|| engine.store.words()[at]);
        let holes = bounds.holes.iter().filter(|&&hole| engine.store.contained_in(slot, hole.into(), word));
        usize::from(bounds.at_least.is_some_and(|bound| bound > low))
            + usize::from(bounds.at_most.is_some_and(|bound| bound < high))
            + holes.count()
    }

    /// Adds the facts of an explanation to the needs. Returns the increase of the number of open parts of this level.
    pub(super) fn take_answers(&mut self, engine: &Engine) -> isize {
        let literals = std::mem::take(&mut self.literals);
        let mut grown = 0;
        for &literal in &literals {
            let slot = literal.slot;
            if self.needs.imply(literal) {
                continue;
            }
            let before = self.current(engine, slot);
            self.needs.add(literal, &engine.store);
            grown += self.current(engine, slot) as isize - before as isize;
        }
        self.literals = literals;
        self.literals.clear();
        grown
    }

    /// Returns the parts of the needs that an undone entry had made true, and takes them out of the needs.
    #[inline]
    fn hit(&mut self, engine: &Engine, undone: &Undone) -> Option<Hit> {
        let slot = Slot(undone.saved.word);
        let mask = self.needs.mask(slot);
        let bits = mask & undone.saved.old;
        if bits == 0 {
            return None;
        }
        let mut hit = Hit { slot, bits: 0, at_least: None, at_most: None, holes: SmallVec::new() };
        if engine.store.shape(slot) == Shape::Word {
            hit.bits = bits;
            self.needs.set_mask(slot, mask & !bits);
            return Some(hit);
        }
        let (low, high) = engine.store.bounds(slot.into());
        let bounds = self.needs.bounds_mut(slot);
        hit.at_least = bounds.at_least.take_if(|bound| *bound > low);
        hit.at_most = bounds.at_most.take_if(|bound| *bound < high);
        bounds.holes.retain(|hole| {
            let is_hit = engine.store.contains(slot.into(), *hole);
            if is_hit {
                hit.holes.push(*hole);
            }
            !is_hit
        });
        self.needs.settle(slot);
        let is_hit = hit.at_least.is_some() || hit.at_most.is_some() || !hit.holes.is_empty();
        is_hit.then_some(hit)
    }

    /// Counts the slots about which facts are needed.
    fn pending(&self) -> usize {
        self.needs.touched().iter().filter(|&&slot| self.needs.mask(slot) != 0).count()
    }

    /// Counts the parts of a hit, which are not needed any more.
    fn parts(hit: &Hit) -> isize {
        isize::from(hit.bits != 0)
            + isize::from(hit.at_least.is_some())
            + isize::from(hit.at_most.is_some())
            + hit.holes.len() as isize
    }

    /// Adds a hit to the claims, which are final: no propagator is queried about them.
    fn claim(claims: &mut Needs, hit: &Hit, engine: &Engine, mut each: impl FnMut(SetLiteral)) {
        hit.literals(|literal| {
            claims.add(literal, &engine.store);
            each(literal);
        });
    }
}

impl Engine {
    /// Undoes the inner words of a wide domain that were written without its header: those of a narrowing
    /// that failed, or those below a header that was just undone.
    fn rewind_inner(&mut self, owners: &[u32]) {
        while let Some(saved) = self.store.trail().last()
            && owners[saved.word as usize] != u32::MAX
            && Change::read(saved).is_none()
        {
            self.store.rewind();
        }
    }

    /// Learns from a conflict: finds a clause and goes back to the level at which it has one literal left.
    /// Levels up to `base` hold assumptions.
    pub(crate) fn learn(&mut self, reasons: &mut Reasons, failure: Failure, base: usize) -> Analysis {
        let analysis = self.analyse(reasons, failure, base);
        reasons.record_end(analysis);
        reasons.concerned.clear();
        reasons.concerned.extend_from_slice(reasons.needs.touched());
        reasons.needs.clear();
        reasons.claims.clear();
        reasons.was_interrupted = analysis == Analysis::Interrupted;
        match analysis {
            Analysis::Learnt => {
                let level = reasons.learnt.level;
                self.return_to(reasons, level);
            }
            Analysis::Exhausted => self.return_to(reasons, 0),
            Analysis::Interrupted => self.return_to(reasons, base),
        }
        self.read = self.store.trail().len();
        analysis
    }

    /// Makes the reasons of a failure the needs.
    pub(super) fn start_at_failure(&mut self, reasons: &mut Reasons, failure: Failure) {
        self.rewind_inner(&reasons.owners);
        self.explain_failure(reasons, failure);
        self.store.forget_emptied();
        reasons.take_answers(self);
    }

    fn analyse(&mut self, reasons: &mut Reasons, failure: Failure, base: usize) -> Analysis {
        reasons.learnt.local = false;
        reasons.learnt.literals.clear();
        self.rewind_inner(&reasons.owners);
        self.explain_failure(reasons, failure);
        self.store.forget_emptied();
        let mut level = self.store.depth();
        reasons.begin_level(self, level);
        let mut open = reasons.take_answers(self);
        // A conflict that was noticed late may follow from lower levels.
        self.descend(reasons, &mut level, &mut open, base);
        if level <= base {
            self.collect_assumptions(reasons);
            return Analysis::Exhausted;
        }
        // The level of the conflict, to its first unique implication point.
        loop {
            let Some((undone, hit)) = self.rewind_to_hit(reasons) else {
                unreachable!("a need became true somewhere")
            };
            let is_named = reasons.may_name(hit.slot);
            // A decision has no reasons, whether a proof can speak of it or not.
            if open == 1 && (is_named || !self.explain_entry(reasons, &hit, &undone)) {
                let Reasons { needs, claims, learnt, .. } = reasons;
                // For a domain of one word, values removed in lower levels belong to the same literal.
                let mut whole = hit;
                if whole.bits != 0 {
                    whole.bits |= needs.mask(whole.slot);
                    needs.set_mask(whole.slot, 0);
                }
                Reasons::claim(claims, &whole, self, |literal| learnt.literals.push(literal));
                debug_assert_eq!(learnt.literals.len(), 1);
                break;
            }
            let is_explained = open == 1 || self.explain_entry(reasons, &hit, &undone);
            assert!(is_explained, "a decision is the only entry of its kind in its level");
            // A word with further needed values of this level stays open.
            open -= Reasons::parts(&hit);
            if hit.bits != 0 {
                open += reasons.current(self, hit.slot) as isize;
            }
            if let Some(clause) = cause::as_clause(undone.saved.tag) {
                self.learnt_clauses.praise(clause);
            }
            open += reasons.take_answers(self);
            if self.is_over_amid(reasons) {
                return Analysis::Interrupted;
            }
            if open == 0 {
                // No fact of this level is left: all facts that the clause may not name followed from lower levels.
                self.descend(reasons, &mut level, &mut open, base);
                if level <= base {
                    self.collect_assumptions(reasons);
                    return Analysis::Exhausted;
                }
            }
        }
        self.collect_lower(reasons, base)
    }

    /// Returns whether a limit is reached in the middle of an analysis.
    fn is_over_amid(&mut self, reasons: &mut Reasons) -> bool {
        if reasons.work - reasons.looked < WORK_PER_LOOK {
            return false;
        }
        reasons.looked = reasons.work;
        let is_over = self.meter.is_over_now(self.bytes());
        is_over && (!reasons.was_interrupted || self.meter.is_cancelled())
    }

    /// Ends an analysis, in which entries were undone one by one, at the end of a level.
    fn return_to(&mut self, reasons: &mut Reasons, level: usize) {
        let end = match level {
            0 => 0,
            _ => self.store.level(level).expect("the level of the conflict is above").trail,
        };
        self.rewind_until(end);
        self.replay(reasons, end);
        self.store.close_levels(level);
    }

    /// Goes back to the level of the latest need, if this level has no need.
    fn descend(&mut self, reasons: &mut Reasons, level: &mut usize, open: &mut isize, base: usize) {
        while *open == 0 && *level > base {
            self.rewind_to(*level - 1);
            *level -= 1;
            if *level <= base {
                break;
            }
            reasons.begin_level(self, *level);
            let touched = reasons.needs.touched().iter();
            *open = touched.map(|&slot| reasons.current(self, slot) as isize).sum();
        }
    }

    /// Walks through the lowest levels to the assumptions from which the needs follow.
    fn collect_assumptions(&mut self, reasons: &mut Reasons) {
        reasons.core.extend(reasons.assumed.len().checked_sub(1).filter(|_| reasons.is_refused));
        while let Some((undone, hit)) = self.rewind_to_hit(reasons) {
            if !self.explain_entry(reasons, &hit, &undone) {
                // In the lowest levels only assumptions have no reasons.
                let assumption = self.assumption_behind(reasons, &hit);
                reasons.core.push(assumption);
            }
            reasons.take_answers(self);
        }
        reasons.core.sort_unstable();
        reasons.core.dedup();
    }

    /// Walks through the lower levels: a need that the others imply is dropped, each other one becomes a
    /// literal. Sets the level to go back to.
    fn collect_lower(&mut self, reasons: &mut Reasons, base: usize) -> Analysis {
        let mut level = self.store.depth();
        let mut latest = 0;
        reasons.learnt.level = base;
        reasons.learnt.distance = 1;
        let mut pending = reasons.pending();
        while pending > 0 {
            if self.is_over_amid(reasons) {
                return Analysis::Interrupted;
            }
            let Some((undone, hit)) = self.rewind_to_hit(reasons) else {
                unreachable!("a need became true somewhere")
            };
            while level > 0 && self.store.trail().len() < self.store.level(level - 1).map_or(0, |l| l.trail) {
                level -= 1;
            }
            if self.is_implied(reasons, &hit, &undone) {
                if reasons.needs.mask(hit.slot) == 0 {
                    pending -= 1;
                }
                continue;
            }
            if !reasons.may_name(hit.slot) && self.explain_entry(reasons, &hit, &undone) {
                reasons.take_answers(self);
                pending = reasons.pending();
                continue;
            }
            let Reasons { needs, claims, learnt, .. } = &mut *reasons;
            let witness = hit.bits;
            let mut whole = hit;
            if whole.bits != 0 {
                whole.bits |= needs.mask(whole.slot);
                needs.set_mask(whole.slot, 0);
            }
            if needs.mask(whole.slot) == 0 {
                pending -= 1;
            }
            let is_first = learnt.literals.len() == 1;
            Reasons::claim(claims, &whole, self, |literal| learnt.literals.push(literal));
            if is_first {
                learnt.witness = witness;
                learnt.level = level.max(base);
            }
            if latest != level {
                latest = level;
                learnt.distance += 1;
            }
        }
        Analysis::Learnt
    }

    /// Returns whether an entry follows from the other needs and claims.
    fn is_implied(&mut self, reasons: &mut Reasons, hit: &Hit, undone: &Undone) -> bool {
        let local = reasons.learnt.local;
        if !self.explain_entry(reasons, hit, undone) {
            return false;
        }
        let Reasons { needs, claims, literals, .. } = &mut *reasons;
        let implied = literals.iter().all(|&literal| {
            if literal.form == Form::Within {
                let known = needs.mask(literal.slot) | claims.mask(literal.slot);
                return literal.mask() & !known == 0;
            }
            needs.imply(literal) || claims.imply(literal)
        });
        literals.clear();
        if !implied {
            reasons.learnt.local = local;
        }
        implied
    }

    /// Undoes entries up to and including one that made a need true.
    #[inline]
    pub(super) fn rewind_to_hit(&mut self, reasons: &mut Reasons) -> Option<(Undone, Hit)> {
        loop {
            let undone = self.store.rewind()?;
            if reasons.needs.mask(Slot(undone.saved.word)) & undone.saved.old == 0 {
                continue;
            }
            self.rewind_inner_of(&reasons.owners, undone.saved.word);
            if let Some(hit) = reasons.hit(self, &undone) {
                return Some((undone, hit));
            }
        }
    }

    pub(super) fn rewind_inner_of(&mut self, owners: &[u32], slot: u32) {
        while let Some(saved) = self.store.trail().last()
            && owners[saved.word as usize] == slot
        {
            self.store.rewind();
        }
    }

    /// Replays the trail up to `length` and lists the variables that are open again, with their last values.
    pub(super) fn replay(&mut self, reasons: &mut Reasons, length: usize) {
        let reopened = &mut reasons.reopened;
        reopened.clear();
        self.store.replay(length, |undone| {
            if let Some(Change { slot, event: Event::Fix, .. }) = Change::read(&undone.saved) {
                reopened.push((slot, undone.now));
            }
        });
    }

    fn rewind_until(&mut self, length: usize) {
        while self.store.trail().len() > length {
            self.store.rewind();
        }
    }

    /// Undoes all entries above `level`.
    fn rewind_to(&mut self, level: usize) {
        if let Some(level) = self.store.level(level) {
            self.rewind_until(level.trail);
        }
    }

    /// Adds a clause that was learnt, and asserts its first literal.
    pub(crate) fn assert_learnt(&mut self, reasons: &mut Reasons) {
        let Learnt { literals, witness, distance, local, .. } = &reasons.learnt;
        let first = literals[0];
        let mut cause = if *local { cause::OBJECTIVE } else { cause::NOGOOD };
        if literals.len() == 1 {
            reasons.units.push((first, *local));
        } else {
            let of = (clauses::Tenure::Learnt, *local, *distance);
            let clause = self.learnt_clauses.add(&self.store, literals, [0, *witness], of, None);
            cause = cause::clause(clause);
        }
        self.store.set_cause(cause);
        let asserted = first.enforce(&mut self.store);
        debug_assert!(asserted.is_ok(), "a literal to assert is open");
    }
}
