//! What observers are told of a change: which values went, by whom, and on behalf of which constraints.
//!
//! Nothing here is worked out before it is asked for: a change is a place in the trail, which says what was there before,
//! what came after, and who wrote. So observers that do not ask cost nothing, and there is no second record to keep.

use std::fmt;
use std::ops::RangeInclusive;

use crate::engine::kernel::Clash;
use crate::engine::store::{Change, Event, Slot, Store, View, cause};
use crate::engine::{Engine, Failure};
use crate::model::ids::{ConstraintId, Sources};

/// Who narrows a domain, or would have to empty it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// A decision of the search.
    Decision,
    /// A decision failed, and its opposite was carried out.
    Refutation,
    /// An assumption of the run.
    Assumption,
    /// The bound of an objective.
    Objective,
    /// A variable that this one differs from was fixed: the kernel.
    Difference {
        /// Which one.
        from: Slot,
    },
    /// A clause that a constraint said.
    Clause,
    /// What a restart has kept.
    Nogood,
    /// Propagation alone refuses the value, as probing has found.
    Probe,
    /// What a constraint says of single variables, when it is posted.
    Posting,
    /// A propagator, by its name.
    Propagator(&'static str),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Decision => "decision",
            Cause::Refutation => "refutation",
            Cause::Assumption => "assumption",
            Cause::Objective => "objective",
            Cause::Difference { .. } => "different",
            Cause::Clause => "clause",
            Cause::Nogood => "nogood",
            Cause::Probe => "probe",
            Cause::Posting => "posting",
            Cause::Propagator(name) => name,
        })
    }
}

impl Cause {
    fn read(cause: u32, engine: &Engine) -> Cause {
        let rest = cause & (cause::MOST - 1);
        match cause >> cause::KIND_BITS {
            cause::DIFFERENCE => Cause::Difference { from: Slot(rest) },
            cause::CLAUSE if engine.clause_source(rest).is_some() => Cause::Clause,
            cause::CLAUSE => Cause::Nogood,
            cause::POSTING => Cause::Posting,
            _ => match rest {
                cause::DECISION => Cause::Decision,
                cause::REFUTATION => Cause::Refutation,
                cause::ASSUMPTION => Cause::Assumption,
                cause::OBJECTIVE => Cause::Objective,
                cause::NOGOOD => Cause::Nogood,
                cause::PROBE => Cause::Probe,
                position => Cause::Propagator(engine.posted((position - cause::FIRST_PROPAGATOR) as usize).0),
            },
        }
    }

    /// The constraints behind a cause, those behind a difference apart.
    fn sources(cause: u32, engine: &Engine) -> Sources {
        let rest = cause & (cause::MOST - 1);
        match cause >> cause::KIND_BITS {
            cause::DIFFERENCE => Sources::new(),
            cause::CLAUSE => engine.clause_source(rest).into_iter().collect(),
            cause::POSTING if cause == cause::ROOT => Sources::new(),
            cause::POSTING => Sources::from_elem(ConstraintId(rest), 1),
            _ if rest < cause::FIRST_PROPAGATOR => Sources::new(),
            _ => engine.posted((rest - cause::FIRST_PROPAGATOR) as usize).1.into(),
        }
    }
}

/// A domain has been narrowed.
#[derive(Clone, Copy)]
pub struct Narrowing<'a> {
    engine: &'a Engine,
    /// The place of the change in the trail.
    at: usize,
    change: Change,
}

impl<'a> Narrowing<'a> {
    #[inline(always)]
    pub(crate) fn of(engine: &'a Engine, at: usize, change: Change) -> Narrowing<'a> {
        Narrowing { engine, at, change }
    }

    /// `None` for entries of the trail that are no change of a domain.
    pub(crate) fn new(engine: &'a Engine, at: usize) -> Option<Narrowing<'a>> {
        let change = Change::read(&engine.store.trail()[at])?;
        Some(Narrowing { engine, at, change })
    }

    /// The variable.
    pub fn slot(&self) -> Slot {
        self.change.slot
    }

    /// How much it changed.
    pub fn event(&self) -> Event {
        self.change.event
    }

    /// The compiled model. Its domains may be further on already: see [`Narrowing::removed`].
    pub fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// The domains, which may be further on already.
    pub fn store(&self) -> &'a Store {
        &self.engine.store
    }

    /// Who did it.
    pub fn cause(&self) -> Cause {
        Cause::read(self.change.cause, self.engine)
    }

    /// The values that this change took, in ascending runs; what other changes have taken since is not among them.
    pub fn removed(&self) -> Vec<RangeInclusive<i32>> {
        self.engine.store.removed_at(self.at)
    }

    /// The constraints on whose behalf it was done, as far as that is known; a network of constraints names all of its own.
    pub fn sources(&self) -> Sources {
        match self.cause() {
            Cause::Difference { from } => {
                let removed = self.removed();
                self.engine
                    .different(from, self.slot(), |value| removed.iter().any(|run| run.contains(&value)))
            }
            _ => Cause::sources(self.change.cause, self.engine),
        }
    }
}

/// Something could not be, and so the branch has failed.
#[derive(Clone, Copy)]
pub struct Contradiction<'a> {
    engine: &'a Engine,
    failure: Failure,
}

impl<'a> Contradiction<'a> {
    pub(crate) fn new(engine: &'a Engine, failure: Failure) -> Contradiction<'a> {
        Contradiction { engine, failure }
    }

    /// The compiled model, where it failed.
    pub fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// Who saw it.
    pub fn cause(&self) -> Cause {
        match self.failure {
            Failure::Kernel(Clash { from, .. }) => Cause::Difference { from },
            Failure::Propagator(position) => Cause::Propagator(self.engine.posted(position).0),
            Failure::Clause(_) | Failure::Decision(_) | Failure::Limit => {
                Cause::read(self.engine.store.cause(), self.engine)
            }
        }
    }

    /// The constraints that could not be kept, as far as that is known.
    pub fn sources(&self) -> Sources {
        match self.failure {
            Failure::Kernel(Clash { from, to }) => self.engine.different(from, to, |value| {
                let left = View { slot: to, offset: 0 };
                self.engine.store.value(left) == Some(value)
            }),
            Failure::Propagator(position) => self.engine.posted(position).1.into(),
            Failure::Clause(_) | Failure::Decision(_) | Failure::Limit => {
                Cause::sources(self.engine.store.cause(), self.engine)
            }
        }
    }

    /// The variables concerned.
    pub fn for_each(&self, each: impl FnMut(Slot)) {
        self.engine.concerned(self.failure, each);
    }

    /// The variable that no value was left for, where that is known.
    pub fn emptied(&self) -> Option<Slot> {
        match self.failure {
            Failure::Kernel(Clash { to, .. }) => Some(to),
            Failure::Decision(slot) => Some(slot),
            Failure::Propagator(_) | Failure::Clause(_) | Failure::Limit => None,
        }
    }
}

impl Engine {
    /// The constraints that say of two variables that they differ, such that the first, which is fixed, takes one of
    /// these values from the other.
    fn different(&self, from: Slot, to: Slot, takes: impl Fn(i32) -> bool) -> Sources {
        let mut sources = Sources::new();
        for group in &self.groups {
            let members = || group.members.iter().chain(&group.settled);
            let places = |slot: Slot| members().filter(move |view| view.slot == slot);
            let says = places(from).any(|&one| {
                let value = self.store.min(one);
                places(to).any(|other| takes(value - other.offset))
            });
            if says {
                sources.extend_from_slice(&group.sources);
            }
        }
        sources.sort_unstable();
        sources.dedup();
        sources
    }
}
