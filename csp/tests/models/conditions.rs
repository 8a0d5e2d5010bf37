//! Random expressions and conditions, against a second definition of their meaning.

use csp::constraints::{
    absolute_difference, constructive_any, number_of_values, product, quotient, remainder,
};
use csp::{
    Condition, Decision, Expression, Model, Var, all, any, count, element, holds, maximum, minimum, table,
};

use crate::support::{Chance, any_config, rest, rounds};

/// Expression; its value is `None` where it is undefined.
#[derive(Clone, Debug)]
enum Number {
    Var(usize),
    Constant(i32),
    Sum(i64, Box<Number>, Box<Number>),
    Pair(Operation, Box<Number>, Box<Number>),
    Abs(Box<Number>),
    List(Fold, Vec<Number>),
    Element(Vec<Number>, Box<Number>),
    Truth(Box<Statement>),
    Choose(Box<Statement>, Box<Number>, Box<Number>),
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Product,
    Quotient,
    Remainder,
    Distance,
}

#[derive(Clone, Debug)]
enum Fold {
    Maximum,
    Minimum,
    Kinds,
    Count(Vec<i32>),
}

#[derive(Clone, Debug)]
enum Statement {
    Compare(usize, Number, Number),
    Decision(usize, usize, i32),
    Not(Box<Statement>),
    All(Vec<Statement>),
    Any(bool, Vec<Statement>),
    Either(Box<Statement>, Box<Statement>),
    Implies(Box<Statement>, Box<Statement>),
    Same(Box<Statement>, Box<Statement>),
    Different(Vec<usize>),
    Table(usize, usize, Vec<[i32; 2]>),
}

impl Number {
    fn random(chance: &mut Chance, vars: usize, depth: u32) -> Number {
        let leaf = depth == 0 || chance.below(4) == 0;
        let one = |chance: &mut Chance| Box::new(Number::random(chance, vars, depth - 1));
        match chance.below(if leaf { 4 } else { 14 }) {
            0 if leaf => Number::Constant(chance.between(-3, 6)),
            0..4 if leaf => Number::Var(chance.below(vars as u64) as usize),
            0..4 => Number::Sum(chance.pick(&[-2, -1, 0, 1, 1, 2]), one(chance), one(chance)),
            4..8 => {
                let all =
                    [Operation::Product, Operation::Quotient, Operation::Remainder, Operation::Distance];
                Number::Pair(chance.pick(&all), one(chance), one(chance))
            }
            8 => Number::Abs(one(chance)),
            9 | 10 => {
                let fold = match chance.below(4) {
                    0 => Fold::Maximum,
                    1 => Fold::Minimum,
                    2 => Fold::Kinds,
                    _ => Fold::Count(chance.subset(-2, 5, 4)),
                };
                let length = 1 + chance.below(3);
                Number::List(fold, (0..length).map(|_| *one(chance)).collect())
            }
            11 => {
                let length = 1 + chance.below(4);
                let constant = chance.below(2) == 0;
                let part = |chance: &mut Chance| {
                    if constant { Number::Constant(chance.between(-3, 6)) } else { *one(chance) }
                };
                let array = (0..length).map(|_| part(chance)).collect();
                Number::Element(array, one(chance))
            }
            12 => Number::Truth(Box::new(Statement::random(chance, vars, depth - 1))),
            _ => {
                Number::Choose(Box::new(Statement::random(chance, vars, depth - 1)), one(chance), one(chance))
            }
        }
    }

    fn value(&self, x: &[i32]) -> Option<i64> {
        let values = |parts: &[Number]| parts.iter().map(|part| part.value(x)).collect::<Option<Vec<i64>>>();
        Some(match self {
            Number::Var(at) => x[*at].into(),
            Number::Constant(value) => (*value).into(),
            Number::Sum(factor, a, b) => a.value(x)? + factor * b.value(x)?,
            Number::Pair(operation, a, b) => {
                let (a, b) = (a.value(x)?, b.value(x)?);
                match operation {
                    Operation::Product => a * b,
                    Operation::Quotient if b == 0 => return None,
                    Operation::Quotient => a / b,
                    Operation::Remainder if b == 0 => return None,
                    Operation::Remainder => a % b,
                    Operation::Distance => (a - b).abs(),
                }
            }
            Number::Abs(a) => a.value(x)?.abs(),
            Number::List(fold, parts) => {
                let mut parts = values(parts)?;
                parts.sort_unstable();
                match fold {
                    Fold::Maximum => parts[parts.len() - 1],
                    Fold::Minimum => parts[0],
                    Fold::Kinds => {
                        parts.dedup();
                        parts.len() as i64
                    }
                    Fold::Count(set) => {
                        parts.iter().filter(|&&part| set.iter().any(|&v| i64::from(v) == part)).count() as i64
                    }
                }
            }
            // Strict: every entry has to be defined.
            Number::Element(array, index) => {
                let array = values(array)?;
                let index = usize::try_from(index.value(x)?).ok()?;
                *array.get(index)?
            }
            Number::Truth(statement) => statement.is_true(x).into(),
            Number::Choose(statement, a, b) => {
                let (a, b) = (a.value(x)?, b.value(x)?);
                if statement.is_true(x) { a } else { b }
            }
        })
    }

    fn build(&self, x: &[Var]) -> Expression {
        let parts = |parts: &[Number]| parts.iter().map(|part| part.build(x)).collect::<Vec<_>>();
        match self {
            Number::Var(at) => x[*at].into(),
            Number::Constant(value) => (*value).into(),
            Number::Sum(factor, a, b) => a.build(x) + *factor * b.build(x),
            Number::Pair(operation, a, b) => {
                let (a, b) = (a.build(x), b.build(x));
                match operation {
                    Operation::Product => product(a, b),
                    Operation::Quotient => quotient(a, b),
                    Operation::Remainder => remainder(a, b),
                    Operation::Distance => absolute_difference(a, b),
                }
            }
            Number::Abs(a) => a.build(x).abs(),
            Number::List(fold, list) => match fold {
                Fold::Maximum => maximum(parts(list)),
                Fold::Minimum => minimum(parts(list)),
                Fold::Kinds => number_of_values(parts(list)),
                Fold::Count(set) => count(parts(list), set.clone()),
            },
            Number::Element(array, index) => element(parts(array), index.build(x)),
            Number::Truth(statement) => statement.build(x).into(),
            Number::Choose(statement, a, b) => statement.build(x).choose(a.build(x), b.build(x)),
        }
    }
}

impl Statement {
    fn random(chance: &mut Chance, vars: usize, depth: u32) -> Statement {
        let one = |chance: &mut Chance| Statement::random(chance, vars, depth.saturating_sub(1));
        let var = |chance: &mut Chance| chance.below(vars as u64) as usize;
        match chance.below(if depth == 0 { 4 } else { 14 }) {
            0..3 => {
                let number = |chance: &mut Chance| Number::random(chance, vars, depth);
                Statement::Compare(chance.below(6) as usize, number(chance), number(chance))
            }
            3 => Statement::Decision(chance.below(4) as usize, var(chance), chance.between(-2, 6)),
            4 | 5 => Statement::Not(Box::new(one(chance))),
            6 => Statement::All((0..=chance.below(3)).map(|_| one(chance)).collect()),
            7 | 8 => {
                Statement::Any(chance.below(3) == 0, (0..=chance.below(3)).map(|_| one(chance)).collect())
            }
            9 => Statement::Either(Box::new(one(chance)), Box::new(one(chance))),
            10 => Statement::Implies(Box::new(one(chance)), Box::new(one(chance))),
            11 => Statement::Same(Box::new(one(chance)), Box::new(one(chance))),
            12 => Statement::Different((0..=chance.below(3)).map(|_| var(chance)).collect()),
            _ => {
                let rows = (0..1 + chance.below(6)).map(|_| [chance.between(-2, 6), chance.between(-2, 6)]);
                let rows = rows.collect();
                Statement::Table(var(chance), var(chance), rows)
            }
        }
    }

    fn is_true(&self, x: &[i32]) -> bool {
        match self {
            Statement::Compare(relation, a, b) => {
                let (Some(a), Some(b)) = (a.value(x), b.value(x)) else { return false };
                [a == b, a != b, a <= b, a < b, a >= b, a > b][*relation]
            }
            Statement::Decision(kind, at, value) => {
                [x[*at] == *value, x[*at] != *value, x[*at] <= *value, x[*at] >= *value][*kind]
            }
            Statement::Not(part) => !part.is_true(x),
            Statement::All(parts) => parts.iter().all(|part| part.is_true(x)),
            Statement::Any(_, parts) => parts.iter().any(|part| part.is_true(x)),
            Statement::Either(a, b) => a.is_true(x) != b.is_true(x),
            Statement::Implies(a, b) => !a.is_true(x) || b.is_true(x),
            Statement::Same(a, b) => a.is_true(x) == b.is_true(x),
            Statement::Different(vars) => (0..vars.len()).all(|i| (0..i).all(|j| x[vars[i]] != x[vars[j]])),
            Statement::Table(a, b, rows) => rows.contains(&[x[*a], x[*b]]),
        }
    }

    fn build(&self, x: &[Var]) -> Condition {
        let parts = |parts: &[Statement]| parts.iter().map(|part| part.build(x)).collect::<Vec<_>>();
        match self {
            Statement::Compare(relation, a, b) => {
                let (a, b) = (a.build(x), b.build(x));
                match relation {
                    0 => a.eq(b),
                    1 => a.ne(b),
                    2 => a.le(b),
                    3 => a.lt(b),
                    4 => a.ge(b),
                    _ => a.gt(b),
                }
            }
            Statement::Decision(kind, at, value) => {
                let var = x[*at];
                [var.is(*value), var.is_not(*value), var.at_most(*value), var.at_least(*value)][*kind].into()
            }
            Statement::Not(part) => !part.build(x),
            Statement::All(list) => all(parts(list)),
            Statement::Any(false, list) => any(parts(list)),
            Statement::Any(true, list) => constructive_any(parts(list)),
            Statement::Either(a, b) => a.build(x) ^ b.build(x),
            Statement::Implies(a, b) => a.build(x).implies(b.build(x)),
            Statement::Same(a, b) => a.build(x).iff(b.build(x)),
            Statement::Different(vars) => holds(csp::all_different(vars.iter().map(|&at| x[at]))),
            Statement::Table(a, b, rows) => holds(table([x[*a], x[*b]], rows)),
        }
    }
}

/// Returns every assignment that satisfies the statements.
fn brute_force(domains: &[Vec<i32>], statements: &[Statement]) -> Vec<Vec<i32>> {
    let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
    for domain in domains {
        rows = rows.iter().flat_map(|row| domain.iter().map(move |&v| [&row[..], &[v]].concat())).collect();
    }
    rows.retain(|row| statements.iter().all(|statement| statement.is_true(row)));
    rows
}

fn compare(chance: &mut Chance, domains: &[Vec<i32>], depth: u32, said: &mut u32) {
    let statements: Vec<Statement> =
        (0..1 + chance.below(2)).map(|_| Statement::random(chance, domains.len(), depth)).collect();
    let mut model = Model::new();
    let vars: Vec<Var> = domains.iter().map(|domain| model.var(&domain[..])).collect();
    for statement in &statements {
        model.post(statement.build(&vars));
    }
    let wanted = brute_force(domains, &statements);
    let config = any_config(chance).with_audit(true);
    let mut search = model.search_with(&config).unwrap();
    let found = rest(&mut search, 1 << 13);
    let odd =
        found.iter().find(|row| !wanted.contains(row)).or(wanted.iter().find(|row| !found.contains(row)));
    assert!(found == wanted, "{statements:?} over {domains:?}, {config:?}: {odd:?}, {}", found.len());
    // Narrowed by assumptions, in the same compiled search.
    let at = chance.below(vars.len() as u64) as usize;
    let value = chance.pick(&domains[at]);
    let assumptions = [Decision::AtMost(vars[at], value)];
    search.assume(&assumptions).unwrap();
    let fits = |row: &&Vec<i32>| row[at] <= value;
    let narrowed: Vec<Vec<i32>> = wanted.iter().filter(fits).cloned().collect();
    let again = rest(&mut search, 1 << 13);
    assert!(again == narrowed, "{statements:?} over {domains:?}, x{at} ≤ {value}");
    for row in brute_force(domains, &[]).iter().step_by(7) {
        let holds = statements.iter().all(|statement| statement.is_true(row));
        assert_eq!(model.broken_by(row).unwrap().is_none(), holds, "{statements:?} at {row:?}");
    }
    *said += u32::from(!wanted.is_empty() && found.len() < 1 << (2 * vars.len()));
}

/// Few assignments: most conditions become tables.
#[test]
fn small_conditions_have_their_meaning() {
    let (mut chance, mut said) = (Chance::new(401), 0);
    for round in 0..1500 {
        let domains: Vec<Vec<i32>> = (0..3).map(|_| domain(&mut chance, -2, 4, 5)).collect();
        compare(&mut chance, &domains, round % 4, &mut said);
    }
    assert!(said > 300, "only {said} say something");
}

/// Too many assignments for tables: conditions are decomposed.
#[test]
fn large_conditions_have_their_meaning() {
    let (mut chance, mut said) = (Chance::new(402), 0);
    for round in rounds(900) {
        let domains: Vec<Vec<i32>> = (0..4).map(|_| domain(&mut chance, -3, 5, 8)).collect();
        compare(&mut chance, &domains, 1 + round % 3, &mut said);
    }
    assert!(said > 30, "only {said} say something");
}

/// Domains of bounds only, narrowed to small boxes by assumptions.
#[test]
fn wide_conditions_have_their_meaning() {
    let (mut chance, mut said) = (Chance::new(403), 0);
    for round in 0..600 {
        let statement = Statement::random(&mut chance, 3, 1 + round % 3);
        let mut model = Model::new();
        let vars = model.vars(3, -40_000..=40_000);
        model.post(statement.build(&vars));
        let config = any_config(&mut chance).with_audit(true);
        // A product may be too large for an auxiliary variable.
        let Ok(mut search) = model.search_with(&config) else { continue };
        for _ in 0..6 {
            let ends = [(); 3].map(|()| (chance.between(-4, 5), chance.between(0, 6)));
            let domains: Vec<Vec<i32>> =
                ends.iter().map(|&(low, more)| (low..=low + more).collect()).collect();
            let assumptions: Vec<Decision> = (0..3)
                .flat_map(|at| {
                    let (low, more) = ends[at];
                    [Decision::AtLeast(vars[at], low), Decision::AtMost(vars[at], low + more)]
                })
                .collect();
            search.assume(&assumptions).unwrap();
            let found = rest(&mut search, 1 << 10);
            let wanted = brute_force(&domains, std::slice::from_ref(&statement));
            assert!(found == wanted, "{statement:?} over {domains:?}, {config:?}: {}", found.len());
            said += u32::from(!found.is_empty());
        }
    }
    assert!(said > 600, "only {said} say something");
}

fn domain(chance: &mut Chance, low: i32, high: i32, tenths: u64) -> Vec<i32> {
    let mut domain = chance.subset(low, high, tenths);
    if domain.is_empty() {
        domain.push(low);
    }
    domain
}
