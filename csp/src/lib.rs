//! A finite-domain constraint engine: integer variables, constraints between them, and a search that finds the values.
//! Built for puzzles, and generic: it knows nothing of grids.
//!
//! ```
//! use csp::{Model, sum};
//!
//! // A magic square of order 3 whose smallest corner is the first.
//! let mut model = Model::new();
//! let x = model.vars(9, 1..=9);
//! model.all_different(&x);
//! for line in [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]] {
//!     model.post(sum(line.map(|cell| x[cell])).eq(15));
//! }
//! for corner in [2, 6, 8] {
//!     model.post(x[0].lt(x[corner]));
//! }
//! model.post(x[6].lt(x[2]));
//!
//! let square = model.solve()?.expect("there is one");
//! assert_eq!(square.values(), [2, 7, 6, 9, 5, 1, 4, 3, 8]);
//! assert_eq!(model.search()?.solutions().count(), 1, "and only one");
//! # Ok::<(), csp::Error>(())
//! ```
//!
//! # Who should use something else
//!
//! For real numbers, or bounds from linear relaxations, use a MIP or SMT solver. This engine propagates strongly,
//! searches fast and learns from conflicts, but bounds a linear objective only by propagation of the sum.
//!
//! # How to
//!
//! - **Learn**: the [`guide`] has seven lessons, from a first model to constraints of your own.
//! - **Declare**: [`Model`], [`Model::var`], and [`Model::post`] for constraints. Each is made by a function or by comparing
//!   [`Expression`]s: `x.lt(y)`, `(x + 2 * y).le(maximum(&z))`. A mistake is kept with its source line and reported by
//!   [`Model::search`].
//!
//!   | | |
//!   |---|---|
//!   | numbers | `+ - *`, [`sum`], [`weighted_sum`], [`equation`], [`product`], [`quotient`], [`remainder`], [`absolute_difference`], [`maximum`], [`minimum`], [`element`], [`entry`], [`count`], [`number_of_values`], [`different_sum`], [`visible_count`], [`Condition::choose`] |
//!   | logic | `! & \| ^`, [`Condition::implies`], [`Condition::iff`], [`all`], [`any`], [`constructive_any`], [`exactly_one`], [`at_most_one`], [`at_least_one`], [`holds`]; decisions such as `x.is(3)` ([`Decision`]), [`clause`] |
//!   | sets and lists | [`all_different`], [`cardinality`], [`same_values`], [`one_of_sets`], [`cover`], [`inverse`], [`bin_packing`], [`bin_packing_within`], [`table`] |
//!   | orders | [`increasing`], [`strictly_increasing`], [`lex_less`], [`lex_less_or_equal`], [`value_precedence`] |
//!   | graphs | [`circuit`], [`subcircuit`], [`routes`], [`single_loop`], [`connected`], [`regions`], [`areas`], [`partition`] |
//!   | words | [`regular`], with an [`Automaton`] or a regular expression |
//!   | schedules | [`disjunctive`], [`cumulative`], [`no_overlap`] |
//!
//!   Terms with offsets (`x + 3`) stand wherever variables do, and constants, too, but for all-differents, circuits and
//!   inverses; conditions wherever numbers do, as 1 or 0. Lists that mix them: [`expressions!`], [`conditions!`],
//!   [`operands!`].
//! - **Run**: one of the runners below. A step of each is [`Step::Solution`], [`Step::Exhausted`] or [`Step::Limit`], never
//!   one in place of another. [`Limits`] stop a run by nodes, failures, time, memory or a [`Cancel`] flag, and it can go on
//!   from there.
//! - **Change a compiled model**: [`Search::add_var`], [`Search::add_constraint`], [`Search::without`].
//! - **Hint**: [`Model::hint`] names a value to try first, [`Model::branch_on`] the variables to decide first.
//! - **Tune**: [`Config`]: how hard to filter ([`Consistency`]), how to branch ([`VariableOrder`],
//!   [`ValueOrder`]), when to restart ([`Restarts`]). It changes the speed, never the set of solutions.
//! - **Experiment**: [`lab`] runs configurations side by side on sets of models and gives tables and CSV.
//! - **Observe**: a [`tree::Tree`] records a search and writes it as JSON, DOT or SVG. An [`Observer`] changes nothing
//!   in a run, and is told of every node, failure and solution.
//! - **Extend**: a [`Constraint`] of one's own by its meaning alone, or with a [`Propagator`]; heuristics and
//!   branchers ([`branch`]); an [`Observer`], which receives every [`Narrowing`] and its [`Cause`]. The examples
//!   `custom_constraint` and `custom_heuristic` are lessons.
//!
//! # Which runner
//!
//! | what is asked | what runs |
//! |---|---|
//! | a solution, if there is one | [`Model::solve`] |
//! | the next solution, all of them, or how many, within limits | [`Search`]: it takes turns with a learner when it fails often ([`Config::learning`]) |
//! | the best solution | [`Search::minimize`], [`Search::maximize`]: an [`Optimizer`], whose [`Outcome`] tells a proved optimum from the best so far, and how far that may be from it |
//! | the same on all cores | [`Parallel`] |
//! | a model that is hard from the start | [`Learner`], used like a [`Search`] |
//! | which assumptions clash | [`Learner::core`], [`Learner::irreducible_core`], after "no solution" |
//! | what follows from the model, step by step and with reasons | [`Deduction`] |
//! | which values some variables take in any solution, without listing the solutions | [`Backbone`], with a learner |
//! | which steps lead to the solution, each from a few constraints | [`steps::Explainer`] |
//! | how many solutions, where they cannot be counted | [`Estimator`] |
//! | many instances of one model | [`Search::assume`], which restores everything afterwards: a million Sudokus need one model |
//! | the same for all-differents and ≠ over up to 64 values | [`Lockstep`]: up to 32 instances in the lanes of SIMD registers, or one hard instance in all of them |
//! | a proof for independent checkers | [`proof::Prover`]: that there is no solution, no other, or none that is better |
//!
//! # Map
//!
//! A stage uses the stages above it. Calls in the other direction go through a trait or a posting context.
//!
//! ```text
//!   base/         errors, the clock, limits, counters, random numbers, instruction sets chosen at run time
//!   model/        what is declared, data: variables, constraints, expressions, settings, solutions
//!   constraints/  a folder each: the meaning, and the algorithms that filter it
//!   compile/      from model to engine: equal variables merged, cliques joined, groups gathered, sums derived
//!   engine/       domains and the trail that restores them; ≠ and clauses inlined; propagation to a fixpoint
//!   search/       depth first on an explicit stack; branching, probing, the best solution
//!   run/          other ways to run a model: parallel, learn (any model; a fast path for clauses), lockstep (SIMD lanes)
//!   encode/       constraints as clauses and inequalities, for the fast path and for proofs
//!   proof/        the refutation of a model's formula, line by line
//!   tools/        lab (configurations side by side), tree (of a search, as an image of the crate `sheet`), units
//! ```
//!
//! # Invariants
//!
//! 1. The crate knows no cell, digit or box, except one kernel of `lockstep`, which recognises their shape in a model.
//! 2. One function narrows a domain, and its entry on the trail is undo log, event and history at once.
//! 3. Everything reversible is a word in the store's memory. A propagator's own fields are fixed after posting, or scratch.
//! 4. A propagator may be called at any time and must be correct; a claimed fixpoint is audited in tests
//!    ([`Config::audit`]).
//! 5. Search does not recurse, and can pause after any solution.
//! 6. [`Config`] never changes the set of solutions.
//! 7. The same model, configuration and seed give the same nodes on every machine and instruction set. Several
//!    threads give the same solutions, count and optimum as one.
//! 8. Observers see, and cannot steer: a run has the same nodes, failures and solutions with and without one.
//! 9. An assumption whose failure would change answers is checked always.
//! 10. A limit is never reported as "no solution". Limits on time and memory also apply to compilation, and within
//!     propagation, which continues where it was interrupted when the search continues.
#![warn(missing_docs)]

mod base;
mod compile;
pub mod constraints;
pub mod encode;
mod engine;
pub mod extend;
pub mod guide;
mod model;
pub mod proof;
mod run;
mod search;
mod tools;

// What declares and runs most models stands at the root. Everything else has a module, and nothing has two paths.
pub use base::clock;
pub use base::{Cancel, Error, ErrorKind, Limits, Statistics};
pub use compile::Compiled;
pub use constraints::all_different::all_different;
pub use constraints::count::count;
pub use constraints::element::element;
pub use constraints::extremum::{maximum, minimum};
pub use constraints::table::table;
pub use engine::Observer;
pub use model::{
    Condition, Config, Constraint, ConstraintId, Count, Decision, Expression, Interrupted, Model, Solution,
    Term, Values, Var, all, any, holds, sum, weighted_sum,
};
pub use run::{Backbone, Core, Learner, Parallel};
pub use search::branch;
pub use search::{Optimizer, Outcome, Runner, Search, Solutions, Step};
pub use tools::{lab, tree, units};

/// What a [`Config`] chooses from, and the phases of branching.
pub mod config {
    pub use crate::model::{BranchBy, Consistency, Learning, Phase, Restarts, ValueOrder, VariableOrder};
}

/// The limits of values and of memory, and the meter that counts work against them.
pub mod limits {
    pub use crate::base::{Held, MemoryLimit, Meter};
    pub use crate::model::{MAX_VALUE, MIN_VALUE, WIDEST_WITH_HOLES};
}

/// Estimates of how many solutions there are.
pub mod estimate {
    pub use crate::search::{Estimate, Estimator, Magnitude, Precision, Probed};
}

/// The parts of an [`Optimizer`]'s run.
pub mod optimize {
    pub use crate::search::{Improvement, Improvements, Optimize, SharedBound};
}

/// Conclusions from a model, step by step and with reasons.
pub mod deduce {
    pub use crate::run::{Deduction, Reason};
}

/// Steps to the solution that people can follow.
pub mod steps {
    pub use crate::run::steps::{Explainer, Line, Step, Way};
}

/// Many instances of one model side by side in the lanes of SIMD registers.
pub mod lockstep {
    pub use crate::base::SimdPath;
    pub use crate::run::{Feed, Instance, Lockstep, Stats};
}

// For the links of this page.
#[cfg(doc)]
use {branch::*, config::*, constraints::*, deduce::*, estimate::*, extend::*, limits::*, lockstep::*};

/// The example of the package's README is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
