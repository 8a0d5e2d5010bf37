//! All-different: variables that take pairwise different values.
//!
//! Meaning: the values, offsets added, are pairwise different. There are several strengths ([`Consistency`]);
//! [`post`] chooses one, and each algorithm has its own file:
//!
//! | strength | algorithm |
//! |---|---|
//! | removal of fixed values, included in all below | the [kernel](crate::engine::kernel), inlined |
//! | [singles] | assigns a value that only one variable can take |
//! | [network] | many overlapping groups at once: fixed values, singles, intersections |
//! | [bounds] | Hall intervals |
//! | [domain] | matching and strongly connected components |
//! | [places] | few places of a value in a permutation, seen from outside |
//!
//! `Auto`, measured November 2026: groups that overlap and have few values (Sudoku up to 16 × 16) form a
//! network. A group with scarce values gets singles and the domain algorithm, which adapts to its own success
//! (in quasigroups it keeps running, on queens it soon pauses most of the time). A loose group (more than one
//! and a half values for each variable) is left to the kernel. If all variables of a group are also in other
//! kinds of constraints, such as sums, search moves their bounds and values become scarce later: such a group
//! may be looser (the distances of a Golomb ruler, which then needs a sixth of the nodes).

mod bounds;
mod domain;
pub(crate) mod network;
pub(crate) mod places;
pub(crate) mod post;
mod singles;

use crate::compile::posting::Posting;
use crate::constraints::terms::Terms;
use crate::engine::store::View;
use crate::model::Model;
use crate::model::config::Consistency;
use crate::model::constraint::{Constraint, Fact};
use crate::model::ids::{ConstraintId, Term, Var};

/// An all-different constraint, built by [`all_different`].
#[derive(Clone, Debug)]
pub struct AllDifferent {
    terms: Terms,
    consistency: Option<Consistency>,
}

/// Returns the constraint that the terms take pairwise different values. The strength is that of the
/// configuration, or set by [`AllDifferent::with`].
///
/// ```
/// use csp::{Model, all_different, config::Consistency};
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

/// Posts that views take different values, filtered by bounds.
pub(super) fn post_bounds(to: &mut Posting<'_>, views: &[View]) {
    to.propagator(bounds::Bounds::new(views));
}

impl Model {
    /// Posts that the terms take pairwise different values; see [`all_different`].
    #[track_caller]
    pub fn all_different<T: Into<Term>>(&mut self, terms: impl IntoIterator<Item = T>) -> ConstraintId {
        self.post(all_different(terms))
    }
}

impl AllDifferent {
    /// Sets the strength of filtering, instead of the configuration.
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

    fn is_expressed_by_facts(&self) -> bool {
        true
    }
}
