//! Probing: a value is removed if propagation refutes it alone. For all values this is singleton consistency (Debruyne
//! & Bessière 1997).

use crate::base::limits::NODE_WORK;
use crate::engine::observe::Observer;
use crate::engine::propagator::Status;
use crate::engine::store::{Conflict, cause};
use crate::engine::{Engine, Failure};
use crate::model::decision::Decision;
use crate::model::ids::Var;

/// The name of probing among the propagators.
pub(crate) const NAME: &str = "probe";

/// Tries every value of every open variable until a round removes nothing or a limit is reached. Narrowings inside a
/// probe are neither observed nor counted.
pub(crate) fn probe<O: Observer>(
    engine: &mut Engine,
    observer: &mut O,
    probes: &mut u64,
) -> Result<(), Failure> {
    let mut found = true;
    while std::mem::take(&mut found) {
        for index in 0..engine.variables() {
            if engine.is_over(NODE_WORK) {
                return Err(Failure::Limit);
            }
            found |= probe_variable(engine, observer, probes, index)?;
        }
    }
    Ok(())
}

/// Returns whether a value was removed.
fn probe_variable<O: Observer>(
    engine: &mut Engine,
    observer: &mut O,
    probes: &mut u64,
    index: usize,
) -> Result<bool, Failure> {
    let (var, view) = (Var(index as u32), engine.views[index]);
    if engine.store.is_range_only(view) {
        return Ok(false);
    }
    let mut found = false;
    let mut from = Some(engine.store.min(view));
    while let Some(value) = from.and_then(|from| engine.store.next_value(view, from)) {
        if engine.store.is_fixed(view) {
            break;
        }
        *probes += 1;
        let refused = refuses(engine, Decision::Assign(var, value))?;
        observer.propagate(NAME, if refused { Err(Conflict) } else { Ok(Status::Fixpoint) });
        if refused {
            found = true;
            engine.refute_probe(Decision::Assign(var, value))?;
            engine.propagate(observer)?;
        }
        from = value.checked_add(1);
    }
    Ok(found)
}

/// Returns whether propagation refutes a decision, and undoes it.
fn refuses(engine: &mut Engine, decision: Decision) -> Result<bool, Failure> {
    engine.push();
    let counted = engine.store.swap_removals(None);
    let carried_out = engine.decide(decision, cause::DECISION).and_then(|()| engine.propagate(&mut ()));
    if let Err(Failure::Limit) = carried_out {
        engine.abandon();
    }
    engine.pop();
    engine.store.swap_removals(counted);
    match carried_out {
        Ok(()) => Ok(false),
        Err(Failure::Limit) => Err(Failure::Limit),
        Err(_) => Ok(true),
    }
}
