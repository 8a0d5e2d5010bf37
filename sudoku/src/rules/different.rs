//! The constraint that two cells differ. Rules post it very often, and a [`Condition`](csp::Condition) would take too
//! long.

use csp::extend::{Fact, Posting};
use csp::{Constraint, Var};

/// Two different variables take different values.
#[derive(Debug)]
pub(super) struct Different(pub [Var; 2]);

impl Constraint for Different {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        values[0] != values[1]
    }

    fn post(&self, _to: &mut Posting<'_>) {}

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        say(Fact::Differ(self.0[0].into(), self.0[1].into()));
    }

    fn is_expressed_by_facts(&self) -> bool {
        true
    }
}
