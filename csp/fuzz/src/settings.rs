//! Random settings; every field varies.

use csp::Config;
use csp::config::{BranchBy, Consistency};
use testkit::{Bytes, PATHS, VALUE_ORDERS, VARIABLE_ORDERS, restarts};

pub const CONSISTENCIES: [Consistency; 8] = [
    Consistency::Auto,
    Consistency::Check,
    Consistency::Forward,
    Consistency::Value,
    Consistency::Singles,
    Consistency::Intersections,
    Consistency::Bounds,
    Consistency::Domain,
];

/// Returns the default settings, or random ones.
pub fn any(bytes: &mut Bytes<'_>) -> Config {
    if bytes.below(3) == 0 {
        return Config::default();
    }
    let flags = bytes.byte();
    let flag = |at: u32| flags >> at & 1 == 1;
    Config::default()
        .with_consistency(bytes.pick(&CONSISTENCIES))
        .with_presolve(!flag(0))
        .with_variables(bytes.pick(&VARIABLE_ORDERS))
        .with_values(bytes.pick(&VALUE_ORDERS))
        .with_places(flag(1))
        .with_last_conflict(flag(2))
        .with_random_ties(flag(3))
        .with_seed(bytes.byte().into())
        .with_restarts(bytes.pick(&restarts()))
        .with_branching(if flag(4) { BranchBy::Values } else { BranchBy::Splitting })
        .with_probing(bytes.one_in(8))
        .with_count_removals(flag(5))
        .with_best_first(flag(6))
        .with_neighbourhoods(!bytes.one_in(4))
        .with_simd(bytes.pick(&PATHS))
        .with_audit(flag(7))
        .with_computed_last(!bytes.one_in(4))
}
