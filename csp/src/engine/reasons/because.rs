//! The reason of a fact or of a conflict, in terms of facts about the variables of the model.
//!
//! Auxiliary variables have no names, so a fact about an auxiliary variable is replaced by the reasons for it. A fact
//! about the variable in question is replaced in the same way.

use super::Reasons;
use super::literal::{Form, SetLiteral, bits_from};
use crate::base::bits::ones;
use crate::engine::literal::Test;
use crate::engine::memory::Undone;
use crate::engine::narrowing::{Cause, Contradiction};
use crate::engine::store::{Change, Shape, Slot};
use crate::engine::{Engine, Failure};
use crate::model::decision::Decision;
use crate::model::ids::{Sources, Var};

/// The facts from which a decision or a failure follows, and the causes and constraints by which it follows.
#[derive(Debug, Default)]
pub(crate) struct Because {
    /// Literals that are false now, about variables of the model.
    literals: Vec<SetLiteral>,
    /// The assumptions, by index.
    assumed: Vec<usize>,
    pub causes: Vec<Cause>,
    pub sources: Sources,
}

/// The facts at which reasons stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Back {
    /// The nearest facts about variables of the model.
    Nearest,
    /// Assumptions.
    Assumptions,
}

impl Engine {
    /// Explains why a decision holds; `None` if it does not hold. There are no facts if the decision follows from the
    /// model alone.
    pub(crate) fn because(
        &mut self,
        reasons: &mut Reasons,
        decision: Decision,
        back: Back,
    ) -> Option<(Because, Vec<Decision>)> {
        let view = self.view(decision.variable());
        let literal = decision.literal(view);
        if literal.status(&self.store) != Some(true) {
            return None;
        }
        let store = &self.store;
        let mut ask = |asked: SetLiteral| {
            if let Some(asked) = reasons.root.relevant(asked, store) {
                reasons.needs.add(asked, store);
            }
        };
        let (slot, value) = (literal.slot, literal.value);
        if store.shape(slot) == Shape::Word {
            let base = store.base(slot);
            let against = (0..64).filter(|&bit| !literal.holds_at(base.saturating_add(bit)));
            ask(SetLiteral::within(slot, against.fold(0, |mask, bit| mask | 1 << bit)));
        } else {
            if matches!(literal.test, Test::Is | Test::AtLeast) {
                ask(SetLiteral::at_most(slot, value - 1));
            }
            if matches!(literal.test, Test::Is | Test::AtMost) {
                ask(SetLiteral::at_least(slot, value + 1));
            }
            if literal.test == Test::IsNot {
                ask(SetLiteral::is(slot, value));
            }
        }
        let length = self.store.trail().len();
        let because = self.follow_back(reasons, back, Some(slot));
        self.restore(reasons, length);
        let facts = self.facts_of(reasons, &because);
        Some((because, facts))
    }

    /// Explains why propagation failed. The engine must be in the state in which it failed.
    pub(crate) fn because_of_failure(
        &mut self,
        reasons: &mut Reasons,
        failure: Failure,
        back: Back,
    ) -> (Because, Vec<Decision>) {
        let contradiction = Contradiction::new(self, failure);
        let (cause, sources) = (contradiction.cause(), contradiction.sources());
        self.start_at_failure(reasons, failure);
        let length = self.store.trail().len();
        let mut because = self.follow_back(reasons, back, None);
        if back == Back::Assumptions && reasons.is_refused {
            because.assumed.push(reasons.assumed.len() - 1);
        }
        because.causes.insert(0, cause);
        because.sources.extend(sources);
        because.sources.sort_unstable();
        because.sources.dedup();
        self.restore(reasons, length);
        let facts = self.facts_of(reasons, &because);
        (because, facts)
    }

    /// Walks back through the whole trail.
    fn follow_back(&mut self, reasons: &mut Reasons, back: Back, asked: Option<Slot>) -> Because {
        let mut is_named = vec![false; self.store.words().len()];
        if back == Back::Nearest {
            self.views.iter().for_each(|view| is_named[view.slot.0 as usize] = true);
        }
        let mut because = Because::default();
        while let Some((undone, hit)) = self.rewind_to_hit(reasons) {
            let change = Change::read(&undone.saved).expect("first words are written as changes");
            let is_asked = asked == Some(hit.slot);
            if change.is_decided() && (back == Back::Assumptions || is_asked) {
                let assumption = self.assumption_behind(reasons, &hit);
                because.assumed.push(assumption);
                reasons.take_answers(self);
                continue;
            }
            if change.is_decided() || is_named[hit.slot.0 as usize] && !is_asked {
                hit.literals(|literal| because.literals.push(literal));
                continue;
            }
            let cause = Cause::read(change.cause, self);
            if !because.causes.contains(&cause) {
                because.causes.push(cause);
            }
            because.sources.extend(self.sources_of(&undone, &change));
            self.explain_entry(reasons, &hit, &undone);
            reasons.take_answers(self);
        }
        because.sources.sort_unstable();
        because.sources.dedup();
        because
    }

    /// Returns the constraints behind an entry that was just undone.
    fn sources_of(&self, undone: &Undone, change: &Change) -> Sources {
        match Cause::read(change.cause, self) {
            Cause::Difference { from } if self.store.shape(change.slot) == Shape::Word => {
                let (gone, base) = (undone.saved.old & !undone.now, self.store.base(change.slot));
                self.different(from, change.slot, |value| {
                    let bit = i64::from(value) - i64::from(base);
                    (0..64).contains(&bit) && gone >> bit & 1 != 0
                })
            }
            Cause::Difference { from } => {
                let own = self.store.value(from.into());
                self.different(from, change.slot, |_| own.is_some())
            }
            _ => Cause::sources(change.cause, self),
        }
    }

    /// Returns the assumptions, as they were made, and the decisions that the literals amount to.
    fn facts_of(&self, reasons: &Reasons, because: &Because) -> Vec<Decision> {
        let mut assumed = because.assumed.clone();
        assumed.sort_unstable();
        assumed.dedup();
        let mut facts: Vec<Decision> = assumed.iter().map(|&at| reasons.assumed[at].decision).collect();
        facts.extend(self.decisions_of(reasons, &because.literals));
        facts
    }

    fn restore(&mut self, reasons: &mut Reasons, length: usize) {
        reasons.needs.clear();
        self.replay(reasons, length);
        self.read = self.store.trail().len();
    }

    /// Returns the weakest decisions from which it follows that the literals are false.
    pub(super) fn decisions_of(&self, reasons: &Reasons, literals: &[SetLiteral]) -> Vec<Decision> {
        let mut literals = literals.to_vec();
        literals.sort_by_key(|literal| literal.slot);
        // The first variable of each slot that has one.
        let mut named = vec![usize::MAX; self.store.words().len()];
        for (index, view) in self.views.iter().enumerate().rev() {
            named[view.slot.0 as usize] = index;
        }
        let mut decisions = Vec::new();
        for literals in literals.chunk_by(|one, other| one.slot == other.slot) {
            let slot = literals[0].slot;
            let index = named[slot.0 as usize];
            let (var, offset) = (Var(index as u32), self.views[index].offset);
            let own = || literals.iter();
            if self.store.shape(slot) == Shape::Word {
                let lost = own().fold(0, |lost, literal| lost | literal.mask());
                let root = reasons.root.word(slot);
                let value = |bit: u32| self.store.base(slot) + bit as i32 + offset;
                decide_word(root, lost & root, |decision: Word| {
                    decisions.push(match decision {
                        Word::Is(bit) => Decision::Assign(var, value(bit)),
                        Word::From(bit) => Decision::AtLeast(var, value(bit)),
                        Word::To(bit) => Decision::AtMost(var, value(bit)),
                        Word::Not(bit) => Decision::Remove(var, value(bit)),
                    });
                });
                continue;
            }
            let least = own().filter(|literal| literal.form == Form::AtMost).map(|l| l.value() + 1).max();
            let most = own().filter(|literal| literal.form == Form::AtLeast).map(|l| l.value() - 1).min();
            match (least, most) {
                (Some(least), Some(most)) if least == most => {
                    decisions.push(Decision::Assign(var, least + offset));
                }
                _ => {
                    decisions.extend(least.map(|least| Decision::AtLeast(var, least + offset)));
                    decisions.extend(most.map(|most| Decision::AtMost(var, most + offset)));
                }
            }
            let holes = own().filter(|literal| literal.form == Form::Is);
            decisions.extend(holes.map(|literal| Decision::Remove(var, literal.value() + offset)));
        }
        decisions
    }
}

/// A decision about a bit of a word.
enum Word {
    Is(u32),
    From(u32),
    To(u32),
    Not(u32),
}

/// Calls `say` with the decisions that together remove the bits `lost` from the bits `root` of a word.
fn decide_word(root: u64, lost: u64, mut say: impl FnMut(Word)) {
    let left = root & !lost;
    if left.is_power_of_two() {
        return say(Word::Is(left.trailing_zeros()));
    }
    if left == 0 {
        for bit in ones(lost) {
            say(Word::Not(bit));
        }
        return;
    }
    let (first, last) = (left.trailing_zeros(), 63 - left.leading_zeros());
    if lost & !bits_from(first.into()) != 0 {
        say(Word::From(first));
    }
    if lost & bits_from(i64::from(last) + 1) != 0 {
        say(Word::To(last));
    }
    for bit in ones(lost & bits_from(first.into()) & !bits_from(i64::from(last) + 1)) {
        say(Word::Not(bit));
    }
}
