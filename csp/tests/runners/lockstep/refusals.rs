//! Models with constraints that lockstep does not support are refused with the names of the constraints.

use csp::{Config, ErrorKind, Model, lockstep::Lockstep};

use super::boards::{Board, Grid};

#[test]
fn unsupported_models_are_refused_with_the_constraint() {
    let refused = |model: &Model| {
        let error = Lockstep::compile(model, &Config::default()).expect_err("lockstep does not know it");
        assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }), "{error}");
        error.to_string()
    };
    let Board { model: mut less, vars: cells } = Grid::boxes(3, 3).board;
    less.post(cells[0].lt(cells[1]));
    let text = refused(&less);
    assert!(text.contains("constraint 27, Condition over x0, x1, is no all-different"), "{text}");
    let Board { model: mut shifted, vars: cells } = Grid::boxes(3, 3).board;
    shifted.all_different([cells[0] + 1, cells[40] + 0, cells[80] + 0]);
    let text = refused(&shifted);
    assert!(text.contains("constraint 27, AllDifferent over x0, x40, x80, adds different offsets"), "{text}");
    let mut equal = Model::new();
    let x = equal.vars(3, 1..=3);
    equal.post(x[0].eq(x[1]));
    assert!(refused(&equal).contains("constraint 0"), "{}", refused(&equal));
    let mut wide = Model::new();
    wide.vars(3, 1..=65);
    assert!(refused(&wide).contains("more than 64 values"));
    let mut many = Model::new();
    many.vars(16_385, 1..=2);
    assert!(refused(&many).contains("more than 16384 variables"));
}

/// A constraint without variables is named by its kind alone.
#[test]
fn a_constraint_without_variables() {
    let mut model = Model::new();
    let x = model.var(1..=3);
    model.post(x.ne(x));
    let error = Lockstep::compile(&model, &Config::default()).expect_err("lockstep does not know it");
    assert!(error.to_string().contains("constraint 0, Condition over no variable, is no"), "{error}");
}
