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
        Restarts::geometric(1, 1.0),
        Restarts::geometric(2, 1.5),
    ];
    let flags = bytes.byte();
    let flag = |at: u32| flags >> at & 1 == 1;
    Config {
        consistency: bytes.pick(&CONSISTENCIES),
        presolve: !flag(0),
        variables: bytes.pick(&VARIABLE_ORDERS),
        values: bytes.pick(&VALUE_ORDERS),
        places: flag(1),
        last_conflict: flag(2),
        random_ties: flag(3),
        seed: bytes.byte().into(),
        restarts: bytes.pick(&restarts),
        branching: if flag(4) { BranchBy::Values } else { BranchBy::Splitting },
        probing: bytes.one_in(8),
        count_removals: flag(5),
        best_first: flag(6),
        simd: bytes.pick(&PATHS),
        audit: flag(7),
    }
}
