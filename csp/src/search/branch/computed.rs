//! Variables to decide last: those that equations compute from others and that have to be different.
//!
//! Their domains get small early and say little about the variables that they are computed from, so an order by the
//! number of values would decide them too soon: the distances of a ruler before its marks.

use fixedbitset::FixedBitSet;

use crate::engine::Engine;
use crate::model::Model;
use crate::model::config::Config;
use crate::model::constraint::Fact;
use crate::model::ids::Var;

/// Returns all variables but those to decide last; `None` if there are none of these.
///
/// Only all-differents over computed variables alone count, so that no variable of a permutation is last that is the
/// result of an equation by chance.
pub(super) fn others(engine: &Engine, model: &Model, config: &Config) -> Option<Vec<Var>> {
    if !config.computed_last || !config.variables.is_by_size() {
        return None;
    }
    let slot_of = |var: Var| engine.view(var).slot.0 as usize;
    let mut is_computed = FixedBitSet::with_capacity(engine.store().words().len());
    for var in model.computed() {
        is_computed.insert(slot_of(var));
    }
    if is_computed.is_clear() {
        return None;
    }
    let mut is_last = FixedBitSet::with_capacity(is_computed.len());
    for constraint in model.constraints() {
        constraint.facts(&mut |fact| {
            if let Fact::AllDifferent(terms, _) = fact {
                let slots = || terms.iter().map(|term| slot_of(model.local_id(term.var)));
                if slots().all(|slot| is_computed[slot]) {
                    is_last.extend(slots());
                }
            }
        });
    }
    let vars = (0..engine.variables() as u32).map(Var);
    let first: Vec<Var> = vars.filter(|&var| !is_last[engine.view(var).slot.0 as usize]).collect();
    (!is_last.is_clear() && !first.is_empty()).then_some(first)
}
