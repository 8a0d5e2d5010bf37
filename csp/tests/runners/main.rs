//! The ways to run a model: search, learner, optimizer, threads, lanes and the laboratory, with their limits.

#[path = "../support/mod.rs"]
mod support;

mod backbone;
mod budget;
mod cores;
mod deduction;
mod estimate;
mod every_runner;
mod hints;
mod lab;
mod learner;
mod lockstep;
mod neighbourhoods;
mod observed;
mod optimize;
mod parallel;
mod reasons;
mod search;
mod steps;
mod turns;
