//! Root propagation of every constraint, at every strength, against the values that brute force supports.
//!
//! One driver ([`driver::Case`]) proves for each tuple of domains: no supported value is lost, nothing solvable is
//! refuted, what is promised exact is exact, fixed variables decide, smaller domains give smaller results,
//! and filtering the result again changes nothing. All with `audit`, so that a propagator which claims a
//! fixpoint it does not have panics.

#[path = "../support/mod.rs"]
mod support;

mod all_different;
mod arithmetic;
mod basics;
mod cardinalities;
mod conditions;
mod constants;
mod counting;
mod different_sums;
mod driver;
mod elements;
mod extrema;
mod graphs;
mod networks;
mod orders;
mod partitions;
mod same_values;
mod schedules;
mod short_sums;
mod successors;
mod tables;
mod words;
