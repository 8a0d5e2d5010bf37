//! Values of settings. Their order is what bytes of the fuzzers' corpora mean.

use csp::config::{BranchBy, Consistency, Restarts, ValueOrder, VariableOrder};
use csp::{Config, lockstep::SimdPath};

/// Orders of variables.
pub const VARIABLE_ORDERS: [VariableOrder; 5] = [
    VariableOrder::Input,
    VariableOrder::Smallest,
    VariableOrder::SmallestDegree,
    VariableOrder::WeightedDegree,
    VariableOrder::Random,
];

/// Orders of values.
pub const VALUE_ORDERS: [ValueOrder; 6] = [
    ValueOrder::Smallest,
    ValueOrder::Largest,
    ValueOrder::Middle,
    ValueOrder::Split,
    ValueOrder::Random,
    ValueOrder::LeastConstraining,
];

/// Instruction sets.
pub const PATHS: [SimdPath; 3] = [SimdPath::Portable, SimdPath::Avx2, SimdPath::Avx512];

/// Returns restarts of every kind.
pub fn restarts() -> [Restarts; 6] {
    [
        Restarts::Never,
        Restarts::luby(1),
        Restarts::luby(3),
        Restarts::linear(1),
        Restarts::geometric(1, 1.0),
        Restarts::geometric(2, 1.5),
    ]
}

/// Returns the settings, changed where a learner could not have them.
pub fn learning(config: &Config) -> Config {
    let config = config.clone().with_branching(BranchBy::Splitting).with_probing(false);
    if config.consistency() == Consistency::Forward {
        config.with_consistency(Consistency::Value)
    } else {
        config
    }
}
