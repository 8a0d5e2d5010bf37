//! Sums of variables that are pairwise different.

mod around;
mod equations;
mod inequalities;

use csp::{Model, Var, config::Consistency};

use crate::driver::{Case, Promise};
use crate::support::audited;

const CONSISTENCIES: [Consistency; 6] = [
    Consistency::Value,
    Consistency::Singles,
    Consistency::Intersections,
    Consistency::Bounds,
    Consistency::Domain,
    Consistency::Auto,
];

/// Runs a case with the promise for both facts together, and one without presolve, where they are not combined.
fn check(name: &str, promise: Promise, post: &dyn Fn(&mut Model, &[Var]), run: &dyn Fn(Case<'_>)) {
    let configs = CONSISTENCIES.map(audited).to_vec();
    run(Case {
        name: name.to_string(),
        post,
        promise,
        steady: promise == Promise::Domain,
        alike: 0..0,
        is_sampled: true,
        configs,
    });
    let weak = [Consistency::Check, Consistency::Forward].map(audited);
    let apart = audited(Consistency::Auto).with_presolve(false);
    let configs = weak.into_iter().chain([apart]).collect();
    run(Case {
        name: format!("{name}, apart"),
        post,
        promise: Promise::Sound,
        steady: false,
        alike: 0..0,
        is_sampled: true,
        configs,
    });
}

fn ignore_all<T>(_: T) {}
