//! Reasons: the facts from which a narrowing follows, found afterwards (lazy explanation).
//!
//! Nothing is recorded during search. Analysis walks the trail backwards and undoes it entry by entry, so that at each
//! entry the store is in the state in which the entry was written. If the entry made a needed fact true, its writer is
//! asked for facts from which that follows; see [`Propagator::explain`](crate::extend::Propagator::explain).
//!
//! ```text
//!   conflict ─► needs: the facts from which it follows
//!   ┌─► undo the last entry of the trail
//!   │     it made no needed fact true             ─► go on
//!   │     it made the only one of this level true ─► its negation will be asserted (first UIP)
//!   └──── else the needs become those of its writer
//!   lower levels: a need that the others imply is dropped; then replay to the level of the latest need
//! ```
//!
//! - [`literal`], [`needs`]: facts about slots. One mask stands for all values that a word has lost.
//! - [`why`]: questions to propagators, and their answers.
//! - [`clauses`]: learnt clauses, which the engine has, since they narrow.
//! - [`walk`]: the analysis.
//! - [`hit`]: the parts of needed facts that an entry of the trail made true.
//! - [`given`]: clauses that do not come from the analysis.
//! - [`shorten`]: explanations by trial, for propagators that have none of their own.
//! - [`learnt`]: a learnt clause as observers see it.
//! - [`because`]: explanations of single facts and failures, for people.
//! - [`trace`]: the record of all analyses, for proofs.

mod audit;
mod because;
mod causes;
pub(crate) mod clauses;
mod given;
mod hit;
mod learnt;
pub(crate) mod literal;
mod needs;
mod root;
mod shorten;
pub(crate) mod trace;
pub(crate) mod walk;
pub mod why;

use crate::engine::Engine;
use crate::engine::store::{Slot, Store};
use crate::model::decision::Decision;
use literal::SetLiteral;
use needs::Needs;
use root::Root;

pub(crate) use because::{Back, Because};
pub use learnt::LearntClause;
pub use why::{Query, Why};

/// Work units of answers between two looks at the limits.
const WORK_PER_LOOK: u32 = 128;

/// The state beside an engine in which reasons are found. The functions of the engine that need it take it.
#[derive(Debug, Default)]
pub(crate) struct Reasons {
    pub root: Root,
    /// For each inner word of a wide domain the slot; else `u32::MAX`.
    owners: Vec<u32>,
    needs: Needs,
    /// The facts that went into the learnt clause.
    claims: Needs,
    /// Scratch for the answers of propagators.
    literals: Vec<SetLiteral>,
    trial: shorten::Trial,
    /// Work units of the answers since they were last taken, each counted as a run of the propagator.
    work: u32,
    /// The work at which the analysis last looked at the limits.
    looked: u32,
    /// Whether a limit ended the last analysis. The next one ends only if a flag is raised, so that a run whose steps are
    /// all too short for an analysis makes progress.
    was_interrupted: bool,
    /// The words as they were at the beginning of the level, for words that changed in it.
    begin: Vec<u64>,
    /// The last round in which each word's beginning was recorded.
    rounds: Vec<u32>,
    round: u32,
    /// The assumptions of the open levels.
    assumed: Vec<Assumed>,
    /// Whether the last assumption was itself impossible.
    is_refused: bool,
    /// If the assumptions failed: those in the core, by index, ascending.
    pub core: Vec<usize>,
    /// Slots that took part in the last analysis.
    pub concerned: Vec<Slot>,
    pub learnt: walk::Learnt,
    /// Unit clauses that the root does not contain yet, each with whether it holds for the run only.
    pub units: Vec<(SetLiteral, bool)>,
    /// The record for a proof, if a proof is requested.
    pub trace: Option<Box<trace::Trace>>,
    /// Whether the root was narrowed without a visit of the clauses.
    pub is_new: bool,
    /// Whether the root was narrowed without the propagators.
    pub is_unread: bool,
    /// Variables that are no longer fixed after the last analysis, with the words of their last values.
    pub reopened: Vec<(Slot, u64)>,
}

/// An assumption that was enforced.
#[derive(Clone, Copy, Debug)]
struct Assumed {
    /// The length of the trail before it.
    begin: usize,
    decision: Decision,
}

impl Reasons {
    /// Takes the current domains as the domains of the root.
    pub fn at_root(&mut self, engine: &mut Engine) {
        self.root = Root::new(&engine.store);
        self.trial.forget();
        engine.learnt_clauses.grow(&engine.store);
        self.grow(&engine.store);
        engine.reasons_bytes = self.root.bytes() + 40 * self.owners.len();
        self.record_root();
    }

    fn grow(&mut self, store: &Store) {
        let words = store.words().len();
        self.needs.grow(store);
        self.claims.grow(store);
        self.begin.resize(words, 0);
        self.rounds.resize(words, 0);
        let known = self.owners.len();
        self.owners.resize(words, u32::MAX);
        for slot in known as u32..words as u32 {
            for inner in 0..store.inner_words(Slot(slot)) {
                self.owners[(slot + 1 + inner) as usize] = slot;
            }
        }
    }

    /// Returns the work units of the answers since the last call.
    pub fn take_work(&mut self) -> u32 {
        self.looked = 0;
        std::mem::take(&mut self.work)
    }

    /// Returns whether there are learnt facts for the root, and nothing that holds for this run only.
    pub fn can_strengthen_root(&self, engine: &Engine) -> bool {
        !self.units.is_empty()
            && !engine.learnt_clauses.has_local()
            && self.units.iter().all(|(_, local)| !local)
    }

    /// Ends a run: forgets what depends on refused solutions or on the bound of an objective. No level may be
    /// open.
    pub fn end_run(&mut self, engine: &mut Engine) {
        engine.learnt_clauses.forget_local();
        self.units.retain(|(_, local)| !local);
    }
}

#[cfg(test)]
mod tests {
    use super::Reasons;
    use crate::base::limits::Limits;
    use crate::compile::Purpose;
    use crate::engine::store::cause;
    use crate::model::expression::{sum, weighted_sum};
    use crate::{Config, Decision, Model};

    #[test]
    fn answers_are_work() {
        let mut model = Model::new();
        let all = model.vars(3, 0..=10);
        model.post(sum(&all).eq(20));
        model.post(weighted_sum([(1, all[0]), (1, all[1]), (3, all[2])]).le(30));
        let compiled =
            model.compile_observed(&Config::default(), &Limits::default(), Purpose::Learn, &mut ());
        let mut engine = compiled.unwrap().engine;
        let mut reasons = Reasons::default();
        engine.adopt_clauses(&mut reasons);
        engine.push();
        engine.push();
        engine.decide(Decision::Assign(all[2], 6), cause::DECISION).unwrap();
        let failure = engine.propagate(&mut ()).unwrap_err();
        engine.learn(&mut reasons, failure, 1);
        assert!(reasons.take_work() >= 2, "both sums answer");
        assert_eq!(reasons.take_work(), 0, "what was taken is not counted again");
    }
}
