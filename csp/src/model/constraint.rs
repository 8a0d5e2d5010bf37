//! The trait of constraints: a meaning, stated once, and facts and propagators that implement it.

use std::fmt::Debug;

use crate::compile::posting::Posting;
use crate::encode::{Encoder, Refused};
use crate::model::Model;
use crate::model::config::Consistency;
use crate::model::decision::Decision;
use crate::model::ids::{Term, Var};

/// A relation between variables.
///
/// Two methods are required: [`scope`](Constraint::scope) and [`accepts`](Constraint::accepts) define the
/// meaning. They suffice: the default [`post`](Constraint::post) filters by trying values once few variables
/// are open. For stronger filtering a constraint posts a [`Propagator`](crate::extend::Propagator) of its own, or
/// states [`Fact`]s that the engine supports.
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
    /// Returns the variables of the constraint. A variable may occur more than once.
    fn scope(&self) -> &[Var];

    /// The meaning: returns whether the values of the scope, in its order, are allowed.
    fn accepts(&self, values: &[i32]) -> bool;

    /// Posts propagators to the engine. The default tries values against [`accepts`](Constraint::accepts).
    /// Override it together with, or instead of, [`facts`](Constraint::facts).
    fn post(&self, to: &mut Posting<'_>) {
        to.by_trial();
    }

    /// States facts for presolve and the specialised engines. All facts but [`Fact::Linear`] are enforced. A
    /// constraint that its facts express completely has an empty [`post`](Constraint::post).
    fn facts(&self, _say: &mut dyn FnMut(Fact<'_>)) {}

    /// Returns whether the [`facts`](Constraint::facts) express the constraint completely, so that an engine
    /// that supports only facts accepts it, such as [`Lockstep`](crate::lockstep::Lockstep). A wrong `true` gives wrong
    /// answers. A wrong `false` makes such engines slower, or makes them refuse the model.
    fn is_expressed_by_facts(&self) -> bool {
        false
    }

    /// Returns the variable whose value the constraint computes from the others of its scope, if it was made for that.
    /// Branching may decide it after them ([`Config::computed_last`](crate::Config::computed_last)).
    fn computed(&self) -> Option<Var> {
        None
    }

    /// Returns the constraint's approximate size in bytes, for [memory limits](crate::limits::MemoryLimit), without shared
    /// parts. The default counts the value itself and its scope: other heap memory must be added.
    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(self.scope())
    }

    /// Encodes the constraint as clauses and inequalities, for [proofs](crate::proof) and for the
    /// [learner](crate::Learner) of models that are clauses, unless facts express it. The default tries all assignments
    /// if there are few enough. See [`encode`](crate::encode) for an encoding of one's own.
    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.by_trial(self)
    }

    /// Returns a mistake in the constraint itself, checked when it is posted to `model`.
    fn fault(&self, _model: &Model) -> Option<crate::Error> {
        None
    }

    /// Returns a remark on a constraint that is valid but probably not intended, such as a table that allows
    /// nothing. The model still compiles; [`Model::lints`] lists the remarks.
    fn lint(&self, _model: &Model) -> Option<crate::Error> {
        None
    }
}

impl dyn Constraint {
    /// The kind of the constraint, for messages.
    pub(crate) fn kind(&self) -> String {
        let mut debug = format!("{self:?}");
        let end = debug.find(|c: char| !c.is_alphanumeric() && c != '_');
        debug.truncate(end.unwrap_or(debug.len()));
        debug
    }
}

/// A statement that holds, in a form that presolve and the specialised engines support.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Fact<'a> {
    /// All terms take different values, with the strength of filtering if the constraint sets it.
    AllDifferent(&'a [Term], Option<Consistency>),
    /// The two terms take different values.
    Differ(Term, Term),
    /// The two terms take the same value.
    Equal(Term, Term),
    /// At least one of the decisions holds.
    Clause(&'a [Decision]),
    /// Σ a·x = total, with a coefficient for each variable. Presolve derives other sums from it. It is the one fact
    /// that is not enforced: the constraint has to post it.
    Linear {
        /// The coefficients, none of them 0.
        coefficients: &'a [i64],
        /// The variables, once each.
        variables: &'a [Var],
        /// The sum of the products.
        total: i64,
    },
}

/// Placeholder of a constraint that was removed, so that the others keep their ids.
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

    fn is_expressed_by_facts(&self) -> bool {
        true
    }
}
