//! All variables take different values.
//!
//! Meaning: the values, offsets added, are pairwise different. One constraint, many strengths
//! ([`Consistency`]); [`post`] chooses, and each algorithm has its own file:
//!
//! | strength | algorithm |
//! |---|---|
//! | value part of all below | the [kernel](crate::engine::kernel), inlined |
//! | [singles](singles) | a value that only one variable can take goes there |
//! | [network](network) | many overlapping groups at once: value, singles, intersections |
//! | [bounds](bounds) | Hall intervals |
//! | [domain](domain) | matching and components |
//!
//! `Auto`, measured November 2026: groups that overlap on few values (Sudoku up to 16 × 16) form a
//! network; a group whose values are scarce gets the domain algorithm, which then adapts to its own
//! success, after singles (quasigroups keep it, on queens it soon rests most of the time); a loose group
//! (values to spare for every second variable) is left to the kernel. Where sums and their like work out all
//! of its variables, values become scarce later, as the search moves bounds: such a group may be looser (the
//! distances on a Golomb ruler, which has a sixth of the nodes then).

mod bounds;
mod domain;
mod network;
pub(crate) mod post;
mod singles;

use crate::compile::posting::Posting;
use crate::constraints::terms::Terms;
use crate::model::Model;
use crate::model::config::Consistency;
use crate::model::constraint::{Constraint, Fact};
use crate::model::ids::{ConstraintId, Term, Var};

/// All take different values, as made by [`all_different`].
#[derive(Clone, Debug)]
pub struct AllDifferent {
    terms: Terms,
    consistency: Option<Consistency>,
}

/// All variables, or variables with offsets, take different values: filtered as hard as the configuration
/// says, or [this constraint itself](AllDifferent::with).
///
/// ```
/// use csp::{Consistency, Model, all_different};
///
/// let mut model = Model::new();
/// let x = model.vars(3, 1..=4);
/// model.post(all_different(&x).with(Consistency::Domain));
/// assert_eq!(model.search()?.solutions().count(), 24);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn all_different<T: Into<Term>>(terms: impl IntoIterator<Item = T>) -> AllDifferent {
    AllDifferent { terms: Terms::new(terms), consistency: None }
}

impl Model {
    /// All take different values, as [`all_different`] says it.
    #[track_caller]
    pub fn all_different<T: Into<Term>>(&mut self, terms: impl IntoIterator<Item = T>) -> ConstraintId {
        self.post(all_different(terms))
    }
}

impl AllDifferent {
    /// Filtering this hard, whatever the configuration says.
    pub fn with(mut self, consistency: Consistency) -> AllDifferent {
        self.consistency = Some(consistency);
        self
    }
}

impl Constraint for AllDifferent {
    fn scope(&self) -> &[Var] {
        self.terms.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let mut sorted = self.terms.values(values);
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0] != pair[1])
    }

    fn post(&self, _to: &mut Posting<'_>) {}

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        say(Fact::AllDifferent(self.terms.all(), self.consistency));
    }

    fn is_said_by_facts(&self) -> bool {
        true
    }
}
