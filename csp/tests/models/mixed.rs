//! Conditions as numbers, lists of several types, and how many conditions hold.

use csp::constraints::{at_least_one, at_most_one, bin_packing, disjunctive, exactly_one};
use csp::{Condition, Expression, Model, Var, conditions, expressions, maximum, operands, sum};

type Value = fn(i64, i64) -> i64;
type Relation = fn(i32, i32) -> bool;
type Make = fn(&[Var]) -> Condition;
type Holds = fn(&[i32]) -> bool;

/// Every operator with a condition or decision on a side, against the arithmetic of 0 and 1.
#[test]
fn conditions_count_in_every_operator() {
    let mut model = Model::new();
    let [x, y] = model.array(-1..=2);
    let less = || x.lt(y);
    let zero = x.is(0);
    let mut grown = Expression::default();
    grown += x;
    grown += 3;
    grown += less();
    grown -= zero;
    grown -= 2 * y;
    grown *= 2;
    grown += &less();
    let cases: Vec<(Expression, Value)> = vec![
        (grown, |x, y| 2 * (x + 3 + i64::from(x < y) - i64::from(x == 0) - 2 * y) + i64::from(x < y)),
        (x + less() - zero, |x, y| x + i64::from(x < y) - i64::from(x == 0)),
        ((x + 1) - less() + zero, |x, y| x + 1 - i64::from(x < y) + i64::from(x == 0)),
        (less() + x - 5, |x, y| i64::from(x < y) + x - 5),
        (zero - less() + 4, |x, y| i64::from(x == 0) - i64::from(x < y) + 4),
        (4 - less(), |x, y| 4 - i64::from(x < y)),
        (4 + zero, |x, _| 4 + i64::from(x == 0)),
        (5 * less() + zero * 7, |x, y| 5 * i64::from(x < y) + 7 * i64::from(x == 0)),
        (-less() - -zero, |x, y| -i64::from(x < y) + i64::from(x == 0)),
        (x * less() + zero * y, |x, y| x * i64::from(x < y) + i64::from(x == 0) * y),
        (less() * zero, |x, y| i64::from(x < y && x == 0)),
        ((x + y) * less(), |x, y| (x + y) * i64::from(x < y)),
        ([less(), zero.into()].iter().sum(), |x, y| i64::from(x < y) + i64::from(x == 0)),
        ([x, y].into_iter().sum(), |x, y| x + y),
        (sum(expressions![x, 3, y * 2, less(), zero]), |x, y| {
            x + 3 + 2 * y + i64::from(x < y) + i64::from(x == 0)
        }),
        (maximum(expressions![x + y, 1, zero]), |x, y| (x + y).max(1)),
    ];
    // As an expression of a solution, and as a constraint.
    for (expression, value) in cases {
        let mut with_total = model.clone();
        let total = with_total.var(-100..=100);
        with_total.post(total.eq(&expression));
        let mut found = 0;
        for solution in with_total.search().unwrap().solutions() {
            let expected = value(solution[x].into(), solution[y].into());
            assert_eq!(i64::from(solution[total]), expected, "{expression:?}");
            assert_eq!(solution.evaluate(&expression), Some(expected), "{expression:?}");
            found += 1;
        }
        assert_eq!(found, 16, "{expression:?}");
    }
    // Comparisons of conditions.
    let comparisons: [(Condition, Relation); 4] = [
        (less().eq(zero), |x, y| (x < y) == (x == 0)),
        (zero.le(less()), |x, y| (x == 0) <= (x < y)),
        (less().gt(zero), |x, y| (x < y) & (x != 0)),
        (zero.ne(y), |x, y| i32::from(x == 0) != y),
    ];
    for (condition, holds) in comparisons {
        let mut model = model.clone();
        let shown = format!("{condition:?}");
        model.post(condition);
        let found = model.search().unwrap().solutions().count();
        let pairs = (-1..=2).flat_map(|x| (-1..=2).map(move |y| (x, y)));
        assert_eq!(found, pairs.filter(|&(x, y)| holds(x, y)).count(), "{shown}");
    }
}

/// `exactly_one` and the like, and their negations, over every list of some decisions and conditions.
#[test]
fn how_many_conditions_hold() {
    let parts: [(Make, Holds); 5] = [
        (|x| x[0].is(1).into(), |x| x[0] == 1),
        (|x| x[1].at_least(1).into(), |x| x[1] >= 1),
        (|x| (!x[2].is(2)).into(), |x| x[2] != 2),
        (|x| x[0].lt(x[1]), |x| x[0] < x[1]),
        (|x| (x[0] + x[2]).eq(x[1]), |x| x[0] + x[2] == x[1]),
    ];
    for chosen in 0_u32..1 << parts.len() {
        // The first part twice, if it is there.
        let chosen: Vec<usize> = (0..6).filter(|at| chosen >> (at % 5) & 1 != 0).collect();
        for kind in 0..6 {
            let mut model = Model::new();
            let x = model.vars(3, 0..=2);
            let list = chosen.iter().map(|&at| parts[at % 5].0(&x));
            let condition = match kind % 3 {
                0 => at_least_one(list),
                1 => at_most_one(list),
                _ => exactly_one(list),
            };
            model.post(if kind < 3 { condition } else { !condition });
            let mut found: Vec<Vec<i32>> =
                model.search().unwrap().solutions().map(|solution| solution.values().to_vec()).collect();
            found.sort();
            let all = (0..27).map(|code| vec![code / 9, code / 3 % 3, code % 3]);
            let expected: Vec<Vec<i32>> = all
                .filter(|x| {
                    let held = chosen.iter().filter(|&&at| parts[at % 5].1(x)).count();
                    let is_met = match kind % 3 {
                        0 => held >= 1,
                        1 => held <= 1,
                        _ => held == 1,
                    };
                    is_met == (kind < 3)
                })
                .collect();
            assert_eq!(found, expected, "{chosen:?}, {kind}");
        }
    }
}

#[test]
fn lists_of_several_types() {
    let mut model = Model::new();
    let [x, y] = model.array(0..=3);
    model.post(disjunctive(operands![x, 2, y + 1], operands![2, 1, 1]));
    model.post(bin_packing(operands![x, 0, 1], [1, 2, 1], operands![3, y - 1, 0]));
    model.post(csp::any(conditions![x.is(1), x.lt(y), !y.at_most(2)]));
    // The first task runs from 0 to 2, the last from 3 to 4; the first item lies in bin 0, beside that of 2.
    let found: Vec<Vec<i32>> = model.search().unwrap().solutions().map(|s| s.values().to_vec()).collect();
    assert_eq!(found, [[0, 2]]);
    let empty: [Expression; 0] = expressions![];
    model.post(sum(empty).eq(0));
    assert_eq!(model.search().unwrap().solutions().count(), 1);
}

#[test]
fn variables_by_their_index() {
    let mut model = Model::new();
    assert_eq!(model.variable(0), None);
    let x = model.vars(2, 0..=1);
    assert_eq!((model.variable(0), model.variable(1)), (Some(x[0]), Some(x[1])));
    assert_eq!((model.variable(2), model.variable(usize::MAX), model.variable(1 << 32)), (None, None, None));
}
