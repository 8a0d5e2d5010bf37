//! A generic finite-domain constraint engine.
#![warn(missing_docs)]

pub mod branch;
mod clauses;
mod compile;
mod config;
mod constraint;
mod constraints;
mod decision;
mod domain;
mod engine;
mod error;
mod kernel;
mod limits;
mod memory;
mod model;
mod observe;
mod presolve;
pub mod propagator;
mod queue;
mod rng;
mod search;
mod simd;
mod solution;
mod stats;
mod store;

pub use branch::{
    Blame, Brancher, Branching, Candidates, Graph, Ties, ValueHeuristic, ValueOrder, VariableHeuristic,
    VariableOrder,
};
pub use compile::{Compile, Sources};
pub use config::{Config, Restarts};
pub use constraint::{Consistency, Constraint, Fact};
pub use constraints::{AllDifferent, Clause, Linear, LinearConstraint, sum, weighted_sum};
pub use decision::Decision;
pub use domain::{Domain, MAX_VALUE, MIN_VALUE, Values};
pub use engine::Engine;
pub use error::{Error, ErrorKind};
pub use limits::{Cancel, Limits};
pub use model::{ConstraintId, Model, Term, Var};
pub use observe::Observer;
pub use propagator::{Cost, Propagator, Status};
pub use search::{Search, Solutions, Step};
pub use simd::Path as SimdPath;
pub use solution::{Count, Interrupted, Solution};
pub use stats::Statistics;
pub use store::{Conflict, Event, Slot, Store, View, Word};
