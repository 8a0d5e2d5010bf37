//! Changes and conflicts as observers see them: the values removed, the cause, and the constraints behind it.
//!
//! Everything is computed on request. A change is an index into the trail, which holds the previous word, the
//! later ones and the cause. Observers that do not ask cost nothing, and no second record is kept.

use std::fmt;
use std::ops::RangeInclusive;

use crate::engine::kernel::Clash;
use crate::engine::store::{Change, Event, Slot, Store, View, cause};
use crate::engine::{Engine, Failure};
use crate::model::ids::{ConstraintId, Sources};

/// The cause of a narrowing or a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// A decision of the search.
    Decision,
    /// A decision failed, and its negation was enforced.
    Refutation,
    /// An assumption of the run.
    Assumption,
    /// The bound of an objective.
    Objective,
    /// The kernel: a variable that must differ from the narrowed one was fixed.
    Difference {
        /// The fixed variable.
        from: Slot,
    },
    /// A clause that a constraint posted.
    Clause,
    /// A nogood that a restart kept.
    Nogood,
    /// Propagation alone refutes the value, as probing found.
    Probe,
    /// A constraint narrowed single variables when it was posted.
    Posting,
    /// A propagator, by name.
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
    pub(super) fn read(cause: u32, engine: &Engine) -> Cause {
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

    /// Returns the constraints behind a cause. Empty for a difference, whose constraints are found by
    /// [`Engine::different`].
    pub(super) fn sources(cause: u32, engine: &Engine) -> Sources {
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

/// The narrowing of a domain.
#[derive(Clone, Copy)]
pub struct Narrowing<'a> {
    engine: &'a Engine,
    /// Index of the change in the trail.
    at: usize,
    change: Change,
}

impl<'a> Narrowing<'a> {
    #[inline(always)]
    pub(crate) fn of(engine: &'a Engine, at: usize, change: Change) -> Narrowing<'a> {
        Narrowing { engine, at, change }
    }

    /// Returns `None` if the entry of the trail is not a change of a domain.
    pub(crate) fn new(engine: &'a Engine, at: usize) -> Option<Narrowing<'a>> {
        let change = Change::read(&engine.store.trail()[at])?;
        Some(Narrowing { engine, at, change })
    }

    /// Returns the narrowed variable.
    pub fn slot(&self) -> Slot {
        self.change.slot
    }

    /// Returns the kind of the change.
    pub fn event(&self) -> Event {
        self.change.event
    }

    /// Returns the engine. Its domains may already be narrower than after this change; see
    /// [`Narrowing::removed`].
    pub fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// Returns the store. Its domains may already be narrower than after this change.
    pub fn store(&self) -> &'a Store {
        &self.engine.store
    }

    /// Returns the cause of the change.
    pub fn cause(&self) -> Cause {
        Cause::read(self.change.cause, self.engine)
    }

    /// Returns the values that this change removed, as ascending ranges. Values removed by later changes are
    /// not included.
    pub fn removed(&self) -> Vec<RangeInclusive<i32>> {
        self.engine.store.removed_at(self.at)
    }

    /// Returns the constraints behind the change, as far as they are recorded. A propagator that was derived
    /// from several constraints names all of them.
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

/// A conflict, because of which the branch has failed.
#[derive(Clone, Copy)]
pub struct Contradiction<'a> {
    engine: &'a Engine,
    failure: Failure,
}

impl<'a> Contradiction<'a> {
    pub(crate) fn new(engine: &'a Engine, failure: Failure) -> Contradiction<'a> {
        Contradiction { engine, failure }
    }

    /// Returns the engine in the state of the conflict.
    pub fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// Returns the cause of the conflict.
    pub fn cause(&self) -> Cause {
        match self.failure {
            Failure::Kernel(Clash { from, .. }) => Cause::Difference { from },
            Failure::Propagator(position) => Cause::Propagator(self.engine.posted(position).0),
            Failure::Clause(_) | Failure::Decision(_) | Failure::Limit => {
                Cause::read(self.engine.store.cause(), self.engine)
            }
        }
    }

    /// Returns the constraints that are in conflict, as far as they are recorded.
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

    /// Calls `each` for every variable involved.
    pub fn for_each(&self, each: impl FnMut(Slot)) {
        self.engine.concerned(self.failure, each);
    }

    /// Returns the variable whose domain became empty, if it is recorded.
    pub fn emptied(&self) -> Option<Slot> {
        match self.failure {
            Failure::Kernel(Clash { to, .. }) => Some(to),
            Failure::Decision(slot) => Some(slot),
            Failure::Propagator(_) | Failure::Clause(_) | Failure::Limit => None,
        }
    }
}

impl Engine {
    /// Returns the constraints by which `from`, which is fixed, differs from `to` and removes a value that
    /// satisfies `takes`.
    pub(super) fn different(&self, from: Slot, to: Slot, takes: impl Fn(i32) -> bool) -> Sources {
        let mut sources = Sources::new();
        for group in &self.groups {
            let members = || group.members.iter().chain(&group.settled);
            let places = |slot: Slot| members().filter(move |view| view.slot == slot);
            let differs = places(from).any(|&one| {
                let value = self.store.min(one);
                places(to).any(|other| takes(value - other.offset))
            });
            if differs {
                sources.extend_from_slice(&group.sources);
            }
        }
        sources.sort_unstable();
        sources.dedup();
        sources
    }
}
