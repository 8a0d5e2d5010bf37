//! Mistakes in tables, cardinalities, and functions in expressions.

use csp::constraints::{
    Quota, absolute_difference, cardinality, number_of_values, product, quotient, remainder,
};
use csp::{
    Constraint, ErrorKind, Model, Values, Var, count, element, limits::MAX_VALUE, maximum, minimum, table,
};

/// Posts over two variables. Returns the error without its place, which must be in this file.
#[track_caller]
fn error(post: impl Fn(&mut Model, Var, Var)) -> (ErrorKind, String) {
    let mut model = Model::new();
    let (x, y) = (model.var(0..=9), model.var(0..=9));
    post(&mut model, x, y);
    let error = model.search().expect_err("a mistake");
    assert_eq!(model.error(), Some(&error));
    let message = error.to_string();
    let place = format!("{}:", file!());
    assert!(message.starts_with(&place), "{message}");
    let text = message[place.len()..].split_once(": ").expect("a place and a text").1;
    (error.kind().clone(), text.to_string())
}

#[track_caller]
fn bad(post: impl Fn(&mut Model, Var, Var), text: &str) {
    let (kind, message) = error(post);
    assert_eq!(message, text);
    assert!(matches!(kind, ErrorKind::BadConstraint { .. }), "{kind:?}");
}

#[test]
fn tables() {
    bad(
        |m, x, y| _ = m.post(table([x, y], [[1, 2, 3]])),
        "a table over x0, x1 has a tuple of length 3; give each tuple 2 values",
    );
    bad(
        |m, x, y| _ = m.post(!table([x + 1, y - 2], [vec![1, 2], vec![4]])),
        "a table over x0 + 1, x1 - 2 has a tuple of length 1; give each tuple 2 values",
    );
    bad(
        |m, _, _| _ = m.post(table::<Var, [i32; 0]>([], [[]])),
        "a table over no variable; give it one column at least",
    );
    // Forbidding nothing is valid.
    let mut model = Model::new();
    let x = model.var(0..=9);
    model.post(!table::<_, [i32; 1]>([x], []));
    assert_eq!(model.search().unwrap().solutions().count(), 10);
}

#[test]
fn nothing_to_choose_from() {
    bad(
        |m, x, _| _ = m.post(maximum::<Var>([]).eq(x)),
        "the maximum of nothing; give it one operand at least",
    );
    bad(
        |m, x, _| _ = m.post(minimum::<Var>([]).eq(x + 1)),
        "the minimum of nothing; give it one operand at least",
    );
}

#[test]
fn a_variable_outside_an_array() {
    let mut model = Model::new();
    let (x, y) = (model.var(5..=6), model.var(0..=1));
    model.post(y.is(1).implies(element([1, 2], x).eq(1)));
    assert_eq!(model.search().unwrap().solutions().count(), 2);
}

#[test]
fn counts_of_values_that_cannot_be() {
    bad(
        |m, x, y| _ = m.post(count([x, y], Values::from(Vec::new())).eq(1)),
        "a count over x0, x1 of values that cannot be: there is none",
    );
    bad(
        |m, x, y| _ = m.post(count([x], [0, MAX_VALUE]).le(y)),
        "a count over x0 of values that cannot be: they have holes in a span of more than 2^20",
    );
    bad(
        |m, x, y| _ = m.post(count([x], i32::MAX).ge(y)),
        "a count over x0 of values that cannot be: 2147483647 is outside -2^28 to 2^28",
    );
}

#[test]
fn cardinalities() {
    bad(
        |m, x, y| _ = m.post(cardinality([x, y], [(3, 1), (4, 1), (3, 0)])),
        "a cardinality over x0, x1, 1, 1, 0 lists 3 twice; give each value one quota",
    );
    bad(
        |m, x, y| _ = m.post(cardinality([x, y], [(3, Quota::Between(2, 1))])),
        "a cardinality over x0, x1 wants 3 from 2 to 1 times; give a range that is not empty",
    );
}

#[test]
fn offsets_and_constants_out_of_range() {
    type Post = fn(&mut Model, Var, Var);
    let posts: [Post; 5] = [
        |m, x, y| _ = m.post(table([x + i32::MAX, y + 0], [[1, 1]])),
        |m, x, y| _ = m.post(element([1, 2], x + i32::MAX).eq(y)),
        |m, x, y| _ = m.post(number_of_values([x + i32::MAX]).le(y)),
        |m, x, y| _ = m.post(product(x, i64::MAX).eq(y)),
        |m, x, y| _ = m.post(remainder(x + i32::MAX, y).eq(y)),
    ];
    for (at, post) in posts.into_iter().enumerate() {
        let (kind, message) = error(post);
        assert!(matches!(kind, ErrorKind::Overflow { .. }), "{at}: {message}");
        assert!(message.contains("is too large"), "{at}: {message}");
    }
}

/// A comparison with an unreachable value is valid.
#[test]
fn comparisons_with_constants_beyond_all_values() {
    type Post = fn(&mut Model, Var, Var);
    let posts: [(Post, usize); 11] = [
        (|m, x, y| _ = m.post(element([1, 2], x - (i32::MAX - 1)).eq(y)), 0),
        (|m, x, y| _ = m.post(product(x, i32::MAX).eq(y)), 1),
        (|m, x, y| _ = m.post(quotient(x, i32::MIN).eq(y)), 10),
        (|m, x, y| _ = m.post(maximum([x - (i32::MAX - 1), y + 0]).eq(y)), 100),
        (|m, x, y| _ = m.post(absolute_difference(x, y).eq(y - i32::MAX)), 0),
        (|m, x, y| _ = m.post(element([x, y], 1).eq(i32::MAX)), 0),
        (|m, x, y| _ = m.post(count([x, y], 1).eq(i32::MIN)), 0),
        (|m, x, y| _ = m.post(maximum([x, y]).eq(MAX_VALUE + 1)), 0),
        (|m, x, y| _ = m.post(maximum([x, y]).ne(i64::from(i32::MAX))), 100),
        (|m, x, y| _ = m.post(product(x, y).le(i32::MAX)), 100),
        (|m, x, _| _ = m.post(x.ge(1_i64 << 40)), 0),
    ];
    for (at, (post, solutions)) in posts.into_iter().enumerate() {
        let mut model = Model::new();
        let (x, y) = (model.var(0..=9), model.var(0..=9));
        post(&mut model, x, y);
        assert_eq!(model.search().unwrap().solutions().count(), solutions, "{at}");
    }
}

/// Expressions whose results overflow.
#[test]
fn expressions_that_overflow() {
    type Post = fn(&mut Model, Var, Var);
    let posts: [(Post, &str); 6] = [
        (|m, x, y| _ = m.post((x * y * x * x).le(7)), "product(product(product(wide, y), wide), wide)"),
        (|m, x, y| _ = m.post((x * x * x).lt(y)), "product(product(wide, wide), wide)"),
        (|m, x, y| _ = m.post(!(x * x * x).eq(y)), "product(product(wide, wide), wide)"),
        (|m, x, y| _ = m.post(maximum([x * (1_i64 << 35) - y, y * 1]).eq(y)), "34359738368·wide - y"),
        (|m, x, y| _ = m.post((x * i64::MAX).eq(1) | y.eq(1)), "the sum 9223372036854775807·wide"),
        (|m, x, y| _ = m.post(x.lt(y).choose(x * x * x, 0).eq(1)), "product(product(wide, wide), wide)"),
    ];
    for (at, (post, names)) in posts.into_iter().enumerate() {
        let mut model = Model::new();
        let (x, y) = (model.named("wide", 0..=MAX_VALUE), model.named("y", 0..=9));
        post(&mut model, x, y);
        let message = model.search().expect_err("a mistake").to_string();
        assert!(message.contains(names) && message.contains("is too large"), "{at}: {message}");
        assert!(message.starts_with(file!()), "{at}: {message}");
    }
}

#[test]
fn variables_of_another_model() {
    let mut other = Model::new();
    let foreign = other.vars(3, 0..=1)[2];
    let posts: Vec<Box<dyn Constraint>> = vec![
        Box::new(table([foreign], [[1]])),
        Box::new(element([1, 2], foreign).eq(1)),
        Box::new(element([foreign], 0).eq(1)),
        Box::new(count([foreign], 1).eq(1)),
        Box::new(cardinality([foreign], [(1, 1)])),
        Box::new(cardinality::<Var, _>([], [(1, foreign)])),
        Box::new(number_of_values([foreign]).eq(1)),
        Box::new(maximum([foreign]).eq(1)),
        Box::new(product(foreign, 2).eq(1)),
    ];
    for constraint in &posts {
        assert_eq!(constraint.scope(), [foreign], "{constraint:?}");
    }
    let (kind, _) = error(|m, x, _| _ = m.post(product(x, foreign).eq(1)));
    assert_eq!(kind, ErrorKind::UnknownVariable { index: 2, variables: 2 });
}
