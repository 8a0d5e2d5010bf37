//! Expressions and conditions that nest a hundred thousand levels deep, on little stack.

use csp::constraints::*;
use csp::*;

const DEPTH: usize = 100_000;

/// Runs on a thread with little stack.
fn on_little_stack(run: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 18).spawn_scoped(scope, run).unwrap();
        thread.join().unwrap();
    });
}

fn chain<T>(first: T, mut step: impl FnMut(T, usize) -> T) -> T {
    (0..DEPTH).fold(first, &mut step)
}

/// Prints, copies and posts a condition, finds a solution, evaluates the condition there, and drops it.
fn use_condition(model: &Model, condition: Condition) {
    let mut model = model.clone();
    let copy = condition.clone();
    assert!(format!("{copy:?}").len() < 10_000);
    model.post(condition);
    assert_eq!(model.error(), None);
    assert!(model.lints().is_empty());
    assert!(model.describe(model.constraint_ids().last().unwrap()).contains("Condition"));
    let solution = model.search().unwrap().first().unwrap().expect("there is a solution");
    assert!(solution.keeps(&copy));
    assert_eq!(model.broken_by(solution.values()).unwrap(), None);
}

#[test]
fn every_kind_of_condition() {
    on_little_stack(|| {
        let mut model = Model::new();
        let [x, y] = model.array(0..=3);
        let many = model.vars(40, 0..=3);
        let d = |at: usize| many[at % 40].is((at / 40 % 3) as i32);
        let kinds: Vec<(&str, Condition)> = vec![
            ("not", chain(x.is(1).into(), |c: Condition, _| !c)),
            ("and", chain(x.is_not(1).into(), |c: Condition, at| c & d(at).implies(d(at + 7)))),
            ("and, from the left", chain(x.is_not(1).into(), |c: Condition, at| !d(at % 40) & c)),
            ("or", chain(x.is(1).into(), |c: Condition, at| c | d(at))),
            ("or, from the left", chain(x.is(1).into(), |c: Condition, at| d(at) | c)),
            ("and, or", chain(x.is(1).into(), |c: Condition, at| (c & !d(at % 40)) | d(at))),
            ("not, and", chain(x.is(1).into(), |c: Condition, at| !(c & d(at)))),
            ("xor", chain(x.is(1).into(), |c: Condition, at| c ^ d(at))),
            ("iff", chain(x.is(1).into(), |c: Condition, at| Condition::from(d(at)).iff(c))),
            ("implies", chain(x.is(1).into(), |c: Condition, at| c.implies(d(at)))),
            ("all", chain(x.is(1).into(), |c, at| all([c, !Condition::from(d(at % 40))]))),
            ("any", chain(x.is(1).into(), |c, _| any([c]))),
            ("one of any", chain(x.is(1).into(), |c, _| all([any([c])]))),
            ("constructive", chain(x.is(1).into(), |c, at| constructive_any([c, d(at).into()]))),
            ("holds", chain(x.is(1).into(), |c, _| !holds(c))),
            ("holds, different", chain(holds(all_different([x, y])), |c, at| holds(c) | d(at))),
            ("number", chain(x.is(1).into(), |c: Condition, at| (Expression::from(c) + many[at % 40]).le(3))),
            ("number only", chain(x.is(1).into(), |c: Condition, _| Expression::from(c).ge(1))),
        ];
        for (name, condition) in kinds {
            println!("{name}");
            use_condition(&model, condition);
        }
    });
}

/// Expressions of every kind over four variables, with so many levels.
fn expressions([x, y, z, positive]: [Var; 4], depth: usize) -> Vec<(&'static str, Expression)> {
    let nest =
        |first: Expression, step: &dyn Fn(Expression, usize) -> Expression| (0..depth).fold(first, step);
    vec![
        ("+", nest(x.into(), &|q: Expression, at| q + [x, y, z][at % 3])),
        ("+, from the left", nest(x.into(), &|q: Expression, at| [x, y, z][at % 3] + q)),
        ("-", nest(x.into(), &|q: Expression, at| [x, y, z][at % 3] - q)),
        ("*", nest(x.into(), &|q: Expression, _| q * positive)),
        ("absolute difference", nest(x.into(), &|q: Expression, _| absolute_difference(q - y, 1))),
        ("quotient", nest(x.into(), &|q: Expression, _| quotient(q, positive))),
        ("remainder", nest(x.into(), &|q: Expression, _| remainder(q + 1, 4))),
        ("maximum", nest(x.into(), &|q, _| maximum([q, y.into()]))),
        ("minimum", nest(x.into(), &|q, _| minimum([q, (y + 1).into()]))),
        ("element", nest(x.into(), &|q: Expression, _| element([1, 2, 3, 0], q))),
        ("element of expressions", nest(x.into(), &|q: Expression, _| element([q, y.into()], z))),
        ("count", nest(x.into(), &|q, _| count([q, y.into()], 1))),
        ("number of values", nest(x.into(), &|q, _| number_of_values([q, y.into()]))),
        ("condition", nest(x.into(), &|q: Expression, _| q.eq(1).into())),
    ]
}

#[test]
fn every_kind_of_expression() {
    on_little_stack(|| {
        let mut model = Model::new();
        let [x, y, z] = model.array(0..=3);
        let vars = [x, y, z, model.var(1..=1)];
        for (name, expression) in expressions(vars, DEPTH) {
            assert!(format!("{:?}", expression.clone()).len() < 10_000, "{name}");
            use_condition(&model, expression.ge(-200_000));
        }
        for (name, expression) in expressions(vars, DEPTH / 20) {
            println!("{name}");
            let mut few = model.clone();
            few.post(expression.clone().ge(-200_000));
            let solution = few.search().unwrap().first().unwrap().expect("there is a solution");
            let value = solution.evaluate(expression.clone()).expect("it is defined");
            use_condition(&model, !expression.clone().ne(value));
            use_condition(&model, expression.clone().eq(value) | x.gt(9));
            use_condition(&model, expression.clone().eq(value).iff(expression.ge(value)));
        }
    });
}

/// A part that occurs twice on each of many levels would occur 2^60 times.
#[test]
fn parts_that_occur_again() {
    let mut model = Model::new();
    let [x, y] = model.array(0..=3);
    let many = model.vars(40, 0..=3);
    let d = |at: usize| many[at % 40].is(1);
    let twice = |step: &dyn Fn(Condition, Condition, usize) -> Condition| {
        (0..60).fold(Condition::from(x.is(1)) | y.is(2), |c, at| step(c.clone(), c, at))
    };
    let conditions = [
        twice(&|a, b, _| a & b),
        twice(&|a, b, _| all([a, b])),
        twice(&|a, b, _| a | b),
        twice(&|a, b, at| (a & d(at)) | (b & !d(at))),
        twice(&|a, b, at| (a | d(at)) & (b | !d(at))),
        twice(&|a, b, _| !(a ^ b)),
        twice(&|a, b, at| a.iff(b & d(at))),
        twice(&|a, b, _| (Expression::from(a) + b).ge(1)),
    ];
    for condition in conditions {
        use_condition(&model, condition);
    }
    let twice =
        |step: &dyn Fn(Expression, Expression) -> Expression| (0..60).fold(x - y, |q, _| step(q.clone(), q));
    let expressions = [
        twice(&|a, b| maximum([a, b])),
        twice(&|a, b| minimum([a, b - 1])),
        twice(&|a, b| absolute_difference(a, b)),
        twice(&|a, b| element([a, 3.into()], remainder(b, 2))),
    ];
    for expression in expressions {
        use_condition(&model, expression.clone().le(1));
        use_condition(&model, !expression.gt(1));
    }
    let square = twice(&|a, b| product(a, b));
    model.post(square.ge(0));
    assert!(model.error().is_some(), "the product is too large");
}

#[test]
fn a_proof_of_what_nests_deeply_is_refused() {
    on_little_stack(|| {
        let mut model = Model::new();
        let x = model.vars(40, 0..=3);
        model.post(chain(x[0].is(1).into(), |c: Condition, at| c ^ x[at % 40].is(1)));
        let error = proof::Prover::new(&model).no_solution().unwrap_err();
        assert!(error.to_string().contains("cannot be said"), "{error}");
        let mut model = Model::new();
        let x = model.vars(40, 0..=3);
        model.post((0..60).fold(Condition::from(x[0].is(1)), |c, at| c ^ x[at % 40].is(1)));
        let mut learner = Learner::compile(&model, &Config::default()).unwrap();
        assert!(learner.first().unwrap().is_some());
    });
}
