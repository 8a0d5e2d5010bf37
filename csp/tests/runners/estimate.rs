//! Estimates of numbers of solutions: right on known numbers, never more certain than they may be.

use csp::constraints::{clause, product};
use csp::estimate::{Estimator, Precision, Probed};
use csp::{Cancel, Limits, Model, Var};

fn grid(height: usize, width: usize) -> Model {
    grid_and_cells(height, width).0
}

/// Returns the model of Latin squares with boxes, and its variables.
fn grid_and_cells(height: usize, width: usize) -> (Model, Vec<Var>) {
    let n = height * width;
    let mut model = Model::new();
    let x = model.vars(n * n, 1..=n as i32);
    for i in 0..n {
        model.all_different((0..n).map(|k| x[i * n + k]));
        model.all_different((0..n).map(|k| x[k * n + i]));
        let corner = i / height * height * n + i % height * width;
        model.all_different((0..n).map(|k| x[corner + k / width * n + k % width]));
    }
    (model, x)
}

fn estimator(model: &Model, seed: u64, probes: u64) -> Estimator {
    let mut estimator = Estimator::compile_within(model, seed, &Limits::default()).expect("a sound model");
    for _ in 0..probes {
        assert_eq!(estimator.probe(), Probed::Sampled);
    }
    estimator
}

#[test]
fn few_solutions_are_counted() {
    let mut estimator = estimator(&grid(2, 2), 1, 0);
    assert_eq!(estimator.probe(), Probed::Exact);
    let estimate = estimator.estimate();
    assert!(estimate.is_exact && estimate.is_within(0.0));
    assert_eq!(estimate.mean.to_string(), "288");
    assert_eq!(
        (estimate.low.to_string(), estimate.high.expect("known").to_string()),
        ("288".into(), "288".into())
    );
}

/// Models with the numbers of their solutions: grids of 6 × 6, and Latin squares of order 6.
fn known_numbers() -> [(Model, f64); 2] {
    let mut latin = Model::new();
    let x = latin.vars(36, 1..=6);
    for i in 0..6 {
        latin.all_different((0..6).map(|k| x[6 * i + k]));
        latin.all_different((0..6).map(|k| x[6 * k + i]));
    }
    [(grid(2, 3), 28_200_960.0), (latin, 812_851_200.0)]
}

/// The number is within the interval of 95 % for at least 90 of 100 seeds, also if probing ends at a precision.
#[test]
fn intervals_hold_what_they_promise() {
    for (model, number) in known_numbers() {
        let inside = |seed: &u64| {
            let mut estimator = estimator(&model, *seed, 1);
            let mut precision = Precision::new(0.1);
            while !precision.is_reached(&estimator.estimate()) {
                estimator.probe();
            }
            let estimate = estimator.estimate();
            assert!(estimate.is_within(0.1));
            estimate.low.value() <= number && number <= estimate.high.expect("many probes").value()
        };
        let inside = (1..=100).filter(inside).count();
        assert!(inside >= 90, "{inside} of 100 intervals of 10 % hold {number}");
    }
    for (model, number) in known_numbers() {
        let inside = |seed: &u64| {
            let estimate = estimator(&model, *seed, 100).estimate();
            assert!(!estimate.is_exact && estimate.probes == 100);
            estimate.low.value() <= number && number <= estimate.high.expect("many probes").value()
        };
        let inside = (1..=100).filter(inside).count();
        assert!(inside >= 90, "{inside} of 100 intervals hold {number}");
    }
}

/// More probes make the interval smaller.
#[test]
fn precision_grows() {
    let model = grid(2, 3);
    let mut estimator = estimator(&model, 5, 50);
    let first = estimator.estimate();
    assert!(!first.is_within(0.05));
    while !estimator.estimate().is_within(0.05) {
        estimator.probe();
    }
    let last = estimator.estimate();
    assert!(last.low > first.low && last.high < first.high);
    assert!((last.mean.value() / 28_200_960.0 - 1.0).abs() < 0.1);
}

/// 11 pigeons in 10 holes, in clauses, so that only a long search proves that there is no solution: no probe finds a
/// solution, and the estimate must not claim that there is none.
#[test]
fn no_solution_found_is_not_none() {
    let mut model = Model::new();
    let pigeons: Vec<Vec<Var>> = (0..11).map(|_| model.vars(10, 0..=1)).collect();
    for (i, one) in pigeons.iter().enumerate() {
        model.post(clause(one.iter().map(|hole| hole.is(1))));
        for other in &pigeons[..i] {
            for (one, other) in one.iter().zip(other) {
                model.post(clause([one.is(0), other.is(0)]));
            }
        }
    }
    let estimate = estimator(&model, 1, 20).estimate();
    assert_eq!((estimate.found, estimate.is_exact, estimate.high), (0, false, None));
    assert!(!estimate.is_within(1.0));
    assert_eq!(estimate.low.value(), 0.0);

    let mut none = Model::new();
    let x = none.vars(3, 0..2);
    none.all_different(&x);
    let mut estimator = Estimator::compile_within(&none, 1, &Limits::default()).expect("a sound model");
    assert_eq!(estimator.probe(), Probed::Exact);
    assert_eq!(estimator.estimate().high.expect("known").to_string(), "0");
}

/// Domains too large to be tried value by value are halved: 10,001 multiples of 7 with any of 100,000 values beside.
#[test]
fn large_domains_are_halved() {
    let mut model = Model::new();
    let x = model.var(0..=10_000);
    let (y, z) = (model.var(0..=70_000), model.var(1..=100_000));
    model.post(product(x, 7).eq(y));
    model.post(z.ge(1));
    let estimate = estimator(&model, 3, 200).estimate();
    let number = 10_001.0 * 100_000.0;
    assert!(
        estimate.low.value() <= number * 1.001 && number <= estimate.high.expect("found").value() * 1.001
    );
    assert_eq!(estimate.found, 200);
}

#[test]
fn limits_stop_and_it_goes_on() {
    let model = grid(3, 3);
    let limits = Limits::default().nodes(3_000);
    let mut estimator = Estimator::compile_within(&model, 1, &limits).expect("a sound model");
    while estimator.probe() == Probed::Sampled {}
    let before = estimator.estimate();
    assert!(!before.is_exact && before.low.value() > 0.0);
    assert_eq!(estimator.probe(), Probed::Limit);
    assert_eq!(estimator.estimate(), before);

    estimator.limit(Limits::default().nodes(1_000));
    while estimator.probe() == Probed::Sampled {}
    let after = estimator.estimate();
    assert!(after.probes > before.probes);

    let cancel = Cancel::new();
    estimator.limit(Limits::default().cancel(&cancel));
    assert_eq!(estimator.probe(), Probed::Sampled);
    cancel.cancel();
    assert_eq!(estimator.probe(), Probed::Limit);

    // A limit before the first probe: the number of solutions counted so far is a lower bound.
    let limits = Limits::default().nodes(500);
    let mut estimator = Estimator::compile_within(&model, 1, &limits).expect("a sound model");
    assert_eq!(estimator.probe(), Probed::Limit);
    let estimate = estimator.estimate();
    assert_eq!((estimate.probes, estimate.high), (0, None));
    assert!(estimate.low.value() > 1.0);
}

#[test]
fn assumptions_begin_anew_and_seeds_repeat() {
    let (model, x) = grid_and_cells(2, 3);
    let mut estimator = estimator(&model, 9, 30);
    estimator.assume(&[x[0].is(1)]).expect("a sound assumption");
    assert_eq!(estimator.estimate().probes, 0);
    for _ in 0..300 {
        estimator.probe();
    }
    let estimate = estimator.estimate();
    let number = 28_200_960.0 / 6.0;
    assert!((estimate.mean.value() / number - 1.0).abs() < 0.15, "{estimate:?}");
    assert_eq!(self::estimator(&model, 7, 50).estimate(), self::estimator(&model, 7, 50).estimate());
    assert_ne!(self::estimator(&model, 7, 50).estimate(), self::estimator(&model, 8, 50).estimate());
}

/// The number of 25 × 25 grids exceeds the range of floating-point numbers.
#[test]
fn numbers_without_end_are_shown() {
    let mut model = Model::new();
    model.vars(1_000, 0..10);
    let estimate = estimator(&model, 1, 20).estimate();
    assert_eq!(estimate.mean.to_string(), "1.000e1000");
    assert!((estimate.mean.log10() - 1_000.0).abs() < 1e-6);
    assert_eq!(estimate.mean.value(), f64::INFINITY);
    assert!(estimate.is_within(0.001));
}
