//! Root propagation of every constraint, at every strength, against the values that brute force supports.
//!
//! The driver ([`driver::Case`]) checks for each tuple of domains: no supported value is lost, nothing solvable is
//! refuted, results that are promised to be exact are exact, fixed variables are decided, smaller domains give
//! smaller results, and filtering the result again changes nothing. All cases run with `audit`, which panics if a
//! propagator claims a fixpoint that it has not reached.

#[path = "../support/mod.rs"]
mod support;

mod all_different;
mod arithmetic;
mod basics;
mod cages;
mod cardinalities;
mod conditions;
mod constants;
mod counting;
mod different_sums;
mod driver;
mod elements;
mod extrema;
mod graphs;
mod learning;
mod loops;
mod networks;
mod orders;
mod packings;
mod partitions;
mod same_values;
mod schedules;
mod short_sums;
mod successors;
mod tables;
mod wide;
mod words;
