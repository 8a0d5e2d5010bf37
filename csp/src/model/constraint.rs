//! What a constraint is: a meaning, stated once, and facts or algorithms that follow from it.

use std::fmt::Debug;

use crate::compile::posting::Posting;
use crate::model::Model;
use crate::model::config::Consistency;
use crate::model::decision::Decision;
use crate::model::ids::{Term, Var};

/// A relation between variables.
///
/// Two methods are required. [`scope`](Constraint::scope) and [`accepts`](Constraint::accepts) say what
/// it *means*, and with them alone it works: the default [`post`](Constraint::post) filters by trying
/// values once few variables are left open. A constraint that can do better posts a
/// [`Propagator`](crate::Propagator) of its own, or states [`Fact`]s that the engine knows how to use.
///
/// ```
/// use csp::{Constraint, Model, Var};
///
/// /// The two values share no binary digit.
/// #[derive(Debug)]
/// struct Disjoint([Var; 2]);
///
/// impl Constraint for Disjoint {
///     fn scope(&self) -> &[Var] { &self.0 }
///     fn accepts(&self, values: &[i32]) -> bool { values[0] & values[1] == 0 }
/// }
///
/// let mut model = Model::new();
/// let (a, b) = (model.var(1..=3), model.var(1..=3));
/// model.post(Disjoint([a, b]));
/// assert_eq!(model.search()?.solutions().count(), 2);
/// # Ok::<(), csp::Error>(())
/// ```
pub trait Constraint: Debug + Send + Sync {
    /// The variables it speaks of. The same variable may stand there more than once.
    fn scope(&self) -> &[Var];

    /// The meaning: whether the values of the scope, in its order, are allowed.
    fn accepts(&self, values: &[i32]) -> bool;

    /// Hands algorithms to the engine. The default tries values against
    /// [`accepts`](Constraint::accepts); override it together with, or instead of,
    /// [`facts`](Constraint::facts).
    fn post(&self, to: &mut Posting<'_>) {
        to.by_trial();
    }

    /// States what presolve and the specialised engines can use. Whatever is said here is enforced;
    /// a constraint that is wholly said by its facts has an empty [`post`](Constraint::post).
    fn facts(&self, _say: &mut dyn FnMut(Fact<'_>)) {}

    /// Whether the [`facts`](Constraint::facts) are all it means, so that an engine which knows nothing but
    /// facts can take it, such as [`Lockstep`](crate::Lockstep). A wrong `true` costs correctness, a wrong `false` only
    /// the speed of such engines, or that they take it.
    fn is_said_by_facts(&self) -> bool {
        false
    }

    /// Bytes that it takes, roughly, for [memory limits](crate::MemoryLimit): what it shares with others apart. The
    /// default counts its own size and its scope, so what else it owns elsewhere is to be added.
    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(self.scope())
    }

    /// Puts all it means into clauses, for [`Learner`](crate::Learner), unless facts say it. The default tries all
    /// assignments, if they are few enough.
    #[doc(hidden)]
    fn clauses(&self, to: &mut crate::Meaning<'_>) -> Result<(), crate::TooMuch> {
        to.by_trial(self)
    }

    /// A mistake in the constraint itself, found when it is posted to this model.
    fn fault(&self, _model: &Model) -> Option<crate::Error> {
        None
    }

    /// What has a meaning and is hardly meant, such as a table that allows nothing. It stops no model;
    /// [`Model::lints`] tells of it.
    fn lint(&self, _model: &Model) -> Option<crate::Error> {
        None
    }
}

/// Something that holds, in a form that presolve and the specialised engines understand.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Fact<'a> {
    /// All take different values.
    AllDifferent(&'a [Term], Option<Consistency>),
    /// The two take different values.
    Differ(Term, Term),
    /// The two take the same value.
    Equal(Term, Term),
    /// At least one of the decisions holds.
    Clause(&'a [Decision]),
}

/// Stands where a constraint was turned off.
#[derive(Debug)]
pub(crate) struct Off;

impl Constraint for Off {
    fn scope(&self) -> &[Var] {
        &[]
    }

    fn accepts(&self, _values: &[i32]) -> bool {
        true
    }

    fn post(&self, _to: &mut Posting<'_>) {}

    fn is_said_by_facts(&self) -> bool {
        true
    }
}
