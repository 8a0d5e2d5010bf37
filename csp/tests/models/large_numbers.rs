//! Expressions with intermediate results beyond the values of variables, up to 2^62, against a second definition of
//! their meaning in 128 bits. Beyond that, no wrong answer.

use crate::support::{Chance, any_config, rest, rounds};
use csp::constraints::{absolute_difference, product, quotient, remainder};
use csp::{Condition, Count, ErrorKind, Expression, Model, Var, element, maximum, minimum};

/// Expression; its value is `None` where it is undefined.
#[derive(Clone, Debug)]
enum Number {
    Var(usize),
    Constant(i64),
    Sum(i64, Box<Number>, Box<Number>),
    Pair(usize, Box<Number>, Box<Number>),
    Abs(Box<Number>),
    List(bool, Vec<Number>),
    Element(Vec<Number>, Box<Number>),
    Truth(Box<Number>, Box<Number>),
}

impl Number {
    fn random(chance: &mut Chance, depth: u32) -> Number {
        if depth == 0 || chance.below(6) == 0 {
            return match chance.below(5) {
                0 => Number::Constant(chance.between(-9, 9).into()),
                _ => Number::Var(chance.below(3) as usize),
            };
        }
        let one = |chance: &mut Chance| Box::new(Number::random(chance, depth - 1));
        match chance.below(12) {
            0 | 1 => Number::Sum(chance.pick(&[-3, -1, 0, 1, 1, 1000]), one(chance), one(chance)),
            2..6 => Number::Pair(0, one(chance), one(chance)),
            6 | 7 => Number::Pair(1 + chance.below(3) as usize, one(chance), one(chance)),
            8 => Number::Abs(one(chance)),
            9 => Number::List(chance.below(2) == 0, vec![*one(chance), *one(chance)]),
            10 => Number::Element(vec![*one(chance), *one(chance)], one(chance)),
            _ => Number::Truth(one(chance), one(chance)),
        }
    }

    fn value(&self, x: &[i32]) -> Option<i128> {
        Some(match self {
            Number::Var(at) => x[*at].into(),
            Number::Constant(value) => (*value).into(),
            Number::Sum(factor, a, b) => a.value(x)? + i128::from(*factor) * b.value(x)?,
            Number::Pair(0, a, b) => a.value(x)?.checked_mul(b.value(x)?).expect("few factors"),
            Number::Pair(1, a, b) => a.value(x)?.checked_div(b.value(x)?)?,
            Number::Pair(2, a, b) => a.value(x)?.checked_rem(b.value(x)?)?,
            Number::Pair(_, a, b) => (a.value(x)? - b.value(x)?).abs(),
            Number::Abs(a) => a.value(x)?.abs(),
            Number::List(greatest, list) => {
                let values: Option<Vec<i128>> = list.iter().map(|part| part.value(x)).collect();
                if *greatest { values?.into_iter().max()? } else { values?.into_iter().min()? }
            }
            Number::Element(array, index) => {
                let array: Option<Vec<i128>> = array.iter().map(|part| part.value(x)).collect();
                *array?.get(usize::try_from(index.value(x)?).ok()?)?
            }
            Number::Truth(a, b) => match (a.value(x), b.value(x)) {
                (Some(a), Some(b)) => (a <= b).into(),
                _ => 0,
            },
        })
    }

    fn build(&self, x: &[Var]) -> Expression {
        match self {
            Number::Var(at) => x[*at].into(),
            Number::Constant(value) => (*value).into(),
            Number::Sum(factor, a, b) => a.build(x) + *factor * b.build(x),
            Number::Pair(0, a, b) => product(a.build(x), b.build(x)),
            Number::Pair(1, a, b) => quotient(a.build(x), b.build(x)),
            Number::Pair(2, a, b) => remainder(a.build(x), b.build(x)),
            Number::Pair(_, a, b) => absolute_difference(a.build(x), b.build(x)),
            Number::Abs(a) => a.build(x).abs(),
            Number::List(true, list) => maximum(list.iter().map(|part| part.build(x))),
            Number::List(false, list) => minimum(list.iter().map(|part| part.build(x))),
            Number::Element(array, index) => element(array.iter().map(|part| part.build(x)), index.build(x)),
            Number::Truth(a, b) => a.build(x).le(b.build(x)).into(),
        }
    }
}

/// Returns every assignment, in order.
fn assignments(domains: &[Vec<i32>]) -> Vec<Vec<i32>> {
    let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
    for domain in domains {
        rows = rows.iter().flat_map(|row| domain.iter().map(move |&v| [&row[..], &[v]].concat())).collect();
    }
    rows
}

/// Returns eleven values near a random place, with holes or without: more assignments than a table takes.
fn domain(chance: &mut Chance) -> Vec<i32> {
    let place = chance.pick(&[0, 0, 5, 20_000, -300_000, 1 << 20, (1 << 28) - 200, 200 - (1 << 28)]);
    let mut step = 0;
    let mut next = || {
        step += 1 + chance.below(9) as i32;
        place + step - 30
    };
    (0..11).map(|_| next()).collect()
}

fn compare(relation: usize, a: Expression, b: Expression) -> Condition {
    match relation {
        0 => a.eq(b),
        1 => a.ne(b),
        2 => a.le(b),
        _ => a.gt(b),
    }
}

fn holds(relation: usize, a: Option<i128>, b: Option<i128>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    [a == b, a != b, a <= b, a > b][relation]
}

#[test]
fn random_comparisons_have_their_meaning() {
    let mut chance = Chance::new(64);
    let (mut large, mut said, mut refused) = (0, 0, 0);
    for round in rounds(1500) {
        let domains: Vec<Vec<i32>> = (0..3).map(|_| domain(&mut chance)).collect();
        let all = assignments(&domains);
        let (left, relation) = (Number::random(&mut chance, 1 + round % 3), chance.below(4) as usize);
        // A value of the expression, or one close to it.
        let some = chance.pick(&all);
        let near = left.value(&some).unwrap_or(1) + i128::from(chance.below(5) == 0);
        let right = match i64::try_from(near) {
            Ok(near) if chance.below(4) > 0 => Number::Constant(near),
            _ => Number::random(&mut chance, round % 3),
        };
        let around = chance.below(4);
        let mut model = Model::new();
        let mut vars: Vec<Var> = domains.iter().map(|domain| model.var(&domain[..])).collect();
        let condition = compare(relation, left.build(&vars), right.build(&vars));
        let flag = model.boolean();
        vars.push(flag);
        model.post(match around {
            0 => condition & flag.is(1),
            1 => !condition & flag.is(1),
            2 => condition.iff(flag.is(1)),
            _ => condition.implies(flag.is(1)),
        });
        let config = any_config(&mut chance).with_audit(true);
        let mut search = match model.search_with(&config) {
            Ok(search) => search,
            Err(error) => {
                assert!(matches!(error.kind(), ErrorKind::Overflow { .. }), "{error}");
                refused += 1;
                continue;
            }
        };
        let wanted: Vec<Vec<i32>> = all
            .iter()
            .flat_map(|row| [0, 1].map(|flag| [&row[..], &[flag]].concat()))
            .filter(|row| {
                let holds = holds(relation, left.value(row), right.value(row));
                match around {
                    0 => holds && row[3] == 1,
                    1 => !holds && row[3] == 1,
                    2 => holds == (row[3] == 1),
                    _ => !holds || row[3] == 1,
                }
            })
            .collect();
        let found = rest(&mut search, 1 << 13);
        assert!(found == wanted, "{left:?} {relation} {right:?} over {domains:?}, {around}, {config:?}");
        for row in wanted.iter().step_by(97) {
            assert_eq!(model.broken_by(row).unwrap(), None);
        }
        large += u32::from(all.iter().any(|row| left.value(row).is_some_and(|value| value.abs() > 1 << 30)));
        said += u32::from(!wanted.is_empty());
    }
    assert!(large > 50 && said > 300 && refused > 6, "{large} {said} {refused}");
}

#[test]
fn sums_of_squares() {
    let mut model = Model::new();
    let (x, y) = (model.var(0..=20_000), model.var(0..=20_000));
    model.post((x * x + y * y).eq(250_000_000));
    let root = |square: i64| (0..=20_000).contains(&square.isqrt()) && square.isqrt().pow(2) == square;
    let known = (0..=15_811_i64).filter(|x| root(250_000_000 - x * x)).count();
    let mut search = model.search().unwrap();
    // The bounds of each variable follow from those of the other, down to 600² + 15800².
    assert_eq!([x, y].map(|var| search.domain(var).max()), [15_800; 2]);
    assert_eq!(search.count(1 << 20), Count::Exactly(known as u64));
    assert_eq!(known, 10);
}

#[test]
fn products_of_three_up_to_the_limit() {
    for (sizes, fits) in
        [([20, 21, 21], true), ([21, 21, 21], false), ([28, 28, 28], false), ([17, 22, 23], true)]
    {
        let mut model = Model::new();
        let [x, y, z] = sizes.map(|size| model.var(2..=1 << size));
        let most: i64 = sizes.iter().map(|&size| 1_i64 << size.min(20)).product();
        model.post((x * y * z).eq(most));
        model.post((x * y).ge(z));
        match model.search() {
            Err(error) => {
                assert!(!fits && matches!(error.kind(), ErrorKind::Overflow { .. }), "{error}");
                assert!(error.to_string().contains("is too large"), "{error}");
            }
            Ok(mut search) => {
                assert!(fits);
                let found = search.first().unwrap().expect("there is one");
                let [x, y, z] = [x, y, z].map(|var| i64::from(found[var]));
                assert_eq!((x * y * z, x * y >= z), (most, true));
            }
        }
    }
}

#[test]
fn constants_alone_and_undefined_functions() {
    let mut model = Model::new();
    let (x, y) = (model.var(-50_000..=50_000), model.boolean());
    let big = product(1_000_000, 1_000_000);
    model.post(big.clone().eq(1_000_000_000_000_i64).iff(y.is(1)));
    model.post(quotient(big.clone(), x * x * x).eq(8).iff(y.is(1)));
    model.post(remainder(big, x - x).ne(1) ^ y.is(1));
    let found: Vec<i32> = model.search().unwrap().solutions().map(|solution| solution[x]).collect();
    let wanted: Vec<i32> =
        (1..=50_000_i64).filter(|x| 1_000_000_000_000 / x.pow(3) == 8).map(|x| x as i32).collect();
    assert_eq!(found, wanted);
}
