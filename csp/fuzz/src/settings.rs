//! Random settings; every field varies.

use csp::{BranchBy, Config, Consistency, Restarts, SimdPath, ValueOrder, VariableOrder};

use crate::bytes::Bytes;

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

const VARIABLE_ORDERS: [VariableOrder; 5] = [
    VariableOrder::Input,
    VariableOrder::Smallest,
    VariableOrder::SmallestDegree,
    VariableOrder::WeightedDegree,
    VariableOrder::Random,
];

const VALUE_ORDERS: [ValueOrder; 6] = [
    ValueOrder::Smallest,
    ValueOrder::Largest,
    ValueOrder::Middle,
    ValueOrder::Split,
    ValueOrder::Random,
    ValueOrder::LeastConstraining,
];

const PATHS: [SimdPath; 3] = [SimdPath::Portable, SimdPath::Avx2, SimdPath::Avx512];

/// Returns the default settings, or random ones.
pub fn any(bytes: &mut Bytes<'_>) -> Config {
    if bytes.below(3) == 0 {
        return Config::default();
    }
    let restarts = [
        Restarts::Never,
        Restarts::luby(1),
        Restarts::luby(3),
        Restarts::linear(1),
        Restarts::geometric(1, 1.0),
        Restarts::geometric(2, 1.5),
    ];
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
        .with_restarts(bytes.pick(&restarts))
        .with_branching(if flag(4) { BranchBy::Values } else { BranchBy::Splitting })
        .with_probing(bytes.one_in(8))
        .with_count_removals(flag(5))
        .with_best_first(flag(6))
        .with_simd(bytes.pick(&PATHS))
        .with_audit(flag(7))
        .with_computed_last(!bytes.one_in(4))
}
