//! The names of variables, for expressions and conditions, which are shown without their model at hand.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use super::expression::Owner;

/// By the number of the model and the place of the variable in it.
static NAMES: RwLock<BTreeMap<(u64, usize), Box<str>>> = RwLock::new(BTreeMap::new());

pub(super) fn give(model: u64, var: csp::Var, name: &str) {
    NAMES.write().unwrap_or_else(PoisonError::into_inner).insert((model, var.index()), name.into());
}

/// Forgets the names of a model that is no more.
pub(super) fn forget(model: u64) {
    let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
    let mut rest = names.split_off(&(model, 0));
    names.append(&mut rest.split_off(&(model + 1, 0)));
}

/// The name that a variable was given.
pub(super) fn given(model: u64, var: csp::Var) -> Option<String> {
    let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
    names.get(&(model, var.index())).map(ToString::to_string)
}

/// The name of a variable, or `x7` for the eighth one.
pub(super) fn of(owner: Owner, var: csp::Var) -> String {
    owner.and_then(|model| given(model, var)).unwrap_or_else(|| var.to_string())
}
