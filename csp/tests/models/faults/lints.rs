//! Constraints that never hold by themselves: valid, since generated formulas may contain them, and reported by
//! lints.

use csp::constraints::{Automaton, regular};
use csp::{
    Condition, Constraint, Decision, Expression, Model, Var, element, holds, maximum, table, weighted_sum,
};

const TABLE: &str =
    "a table over x0, x1 allows no tuple, so it can never hold; list the tuples that it allows";
const WORD: &str =
    "the automaton of a word over x0, x1 has no accepting state, so it accepts no word; name at least one";
const EMPTY: &str = "an element of an empty array, at x0; give the array one entry at least";
const OUTSIDE: &str = "an element at 7 of an array of 2; places go from 0 to 1";
const BELOW: &str = "an element at -1 of an array of 3; places go from 0 to 2";

fn no_rows(x: &[Var]) -> csp::constraints::Table {
    table::<_, [i32; 2]>(&x[..2], [])
}

fn no_words(x: &[Var]) -> csp::constraints::Regular {
    regular(&x[..2], Automaton::new(2, 0, [], [(0, 1, 0), (0, 2, 1), (1, 2, 1)]))
}

type MakeCondition = fn(&[Var]) -> Condition;

/// Returns constraints that never hold, with their lints.
fn never() -> Vec<(&'static str, MakeCondition)> {
    vec![
        (TABLE, |x| holds(no_rows(x))),
        (WORD, |x| holds(no_words(x))),
        (EMPTY, |x| element::<i32>([], x[0]).eq(x[1])),
        (EMPTY, |x| maximum([element::<i32>([], x[0]), x[1].into()]).ne(1)),
        (OUTSIDE, |x| element([x[0], x[1]], 7).eq(2)),
        (OUTSIDE, |x| element([x[0], x[1]], 7).le(x[2])),
        (OUTSIDE, |x| (element([1, 2], 7) + x[0]).ne(x[1])),
        (OUTSIDE, |x| weighted_sum([(0, element([x[0], x[1]], 7)), (1, x[2].into())]).ge(0)),
        (BELOW, |x| element([1, 2, 3], -1).lt(x[0])),
        (BELOW, |x| (x[2] * element([x[0] + 1, x[1] + 2, x[2] + 3], -1)).ge(x[0])),
    ]
}

fn model(domain: std::ops::RangeInclusive<i32>) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let x = model.vars(3, domain);
    (model, x)
}

/// Checks the message, which begins with the line that posted.
#[track_caller]
fn assert_lint(model: &Model, text: &str) {
    let lints: Vec<String> = model.lints().iter().map(ToString::to_string).collect();
    assert_eq!(lints.len(), 1, "{lints:?}");
    assert!(lints[0].starts_with(file!()) && lints[0].ends_with(&format!(": {text}")), "{lints:?}");
    assert_eq!(model.error(), None);
}

#[track_caller]
fn has_none<C: Constraint + 'static>(text: &str, make: fn(&[Var]) -> C) {
    let (mut model, x) = model(0..=3);
    model.post(make(&x));
    assert_lint(&model, text);
    assert_eq!(model.search().unwrap().solutions().count(), 0);
    assert!(model.broken_by(&[1, 1, 1]).unwrap().is_some());
}

#[test]
fn constraints_that_never_hold_have_no_solutions() {
    has_none(TABLE, no_rows);
    has_none(WORD, no_words);
    for (text, part) in never() {
        has_none(text, part);
    }
}

#[test]
fn constraints_that_never_hold_are_false_in_a_formula() {
    for (at, (text, part)) in never().into_iter().enumerate() {
        // Few values, where formulas become tables, and more, where they do not.
        for last in [3, 25] {
            let all = (last as usize + 1).pow(3);
            let few = 2 * all / (last as usize + 1);
            type Around = fn(Condition, Decision) -> Condition;
            let cases: [(Around, usize); 7] = [
                (|part, _| !part, all),
                (|part, other| part | other, few),
                (|part, other| part & other, 0),
                (|part, other| part.implies(other), all),
                (|part, other| part.iff(other), all - few),
                (|part, other| part ^ Condition::from(other), few),
                (|part, other| (Expression::from(part) + other).eq(1), few),
            ];
            for (case, (around, count)) in cases.into_iter().enumerate() {
                let (mut model, x) = model(0..=last);
                model.post(around(part(&x), x[2].at_most(1)));
                assert_lint(&model, text);
                let found = model.search().unwrap().solutions().count();
                assert_eq!(found, count, "{at}, {case} over 0..={last}");
            }
        }
    }
}

#[test]
fn constraints_that_may_hold_have_no_lint() {
    let (mut model, x) = model(0..=3);
    model.post(!table::<_, [i32; 1]>([x[0]], []));
    model.post(element([1, 2], x[0]).eq(1));
    model.post(regular([x[1]], Automaton::new(1, 0, [0], [(0, 1, 0)])));
    assert!(model.lints().is_empty());
    assert_eq!(model.search().unwrap().solutions().count(), 4);
}
