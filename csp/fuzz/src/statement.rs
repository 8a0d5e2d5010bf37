//! Conditions as data, with a two-valued meaning: a comparison with an undefined number is false.

use csp::{Condition, Decision, Var, all, any, constraints::constructive_any};
use testkit::Bytes;

use crate::list::List;
use crate::number::Number;

/// Comparison of two numbers.
#[derive(Clone, Copy, Debug)]
pub enum Relation {
    Eq,
    Ne,
    Le,
    Lt,
    Ge,
    Gt,
}

const RELATIONS: [Relation; 6] =
    [Relation::Eq, Relation::Ne, Relation::Le, Relation::Lt, Relation::Ge, Relation::Gt];

/// Decision: a variable, a value, and one of the four kinds.
#[derive(Clone, Copy, Debug)]
pub struct Choice(pub usize, pub i32, pub usize);

impl Choice {
    pub fn any(bytes: &mut Bytes<'_>, vars: usize) -> Choice {
        Choice(bytes.below(vars), bytes.between(-3, 5), bytes.below(4))
    }

    pub fn holds(self, x: &[i32]) -> bool {
        let (here, value) = (x[self.0], self.1);
        [here == value, here != value, here <= value, here >= value][self.2]
    }

    pub fn build(self, x: &[Var]) -> Decision {
        let (var, value) = (x[self.0], self.1);
        [var.is(value), var.is_not(value), var.at_most(value), var.at_least(value)][self.2]
    }
}

/// Condition.
#[derive(Clone, Debug)]
pub enum Statement {
    Compare(Box<[Number; 2]>, Relation),
    Choice(Choice),
    Not(Box<Statement>),
    And(Box<[Statement; 2]>),
    Or(Box<[Statement; 2]>),
    Xor(Box<[Statement; 2]>),
    Implies(Box<[Statement; 2]>),
    Iff(Box<[Statement; 2]>),
    All(Vec<Statement>),
    Any(Vec<Statement>),
    Constructive(Vec<Statement>),
    Holds(List),
}

impl Statement {
    pub fn any(bytes: &mut Bytes<'_>, vars: usize, depth: usize) -> Statement {
        let part = |bytes: &mut Bytes<'_>| Statement::any(bytes, vars, depth.saturating_sub(1));
        let two = |bytes: &mut Bytes<'_>| Box::new([part(bytes), part(bytes)]);
        match bytes.below(if depth == 0 { 4 } else { 15 }) {
            0..3 => {
                let numbers = [Number::any(bytes, vars, depth), Number::any(bytes, vars, depth)];
                Statement::Compare(Box::new(numbers), bytes.pick(&RELATIONS))
            }
            3 => Statement::Choice(Choice::any(bytes, vars)),
            4 => Statement::Not(Box::new(part(bytes))),
            5 => Statement::And(two(bytes)),
            6 => Statement::Or(two(bytes)),
            7 => Statement::Xor(two(bytes)),
            8 => Statement::Implies(two(bytes)),
            9 => Statement::Iff(two(bytes)),
            10 => Statement::All(bytes.list(0, 3, part)),
            11 => Statement::Any(bytes.list(0, 3, part)),
            12 => Statement::Constructive(bytes.list(0, 3, part)),
            _ => Statement::Holds(List::any(bytes, vars)),
        }
    }

    pub fn holds(&self, x: &[i32]) -> bool {
        match self {
            Statement::Compare(numbers, relation) => {
                let (Some(a), Some(b)) = (numbers[0].value(x), numbers[1].value(x)) else { return false };
                match relation {
                    Relation::Eq => a == b,
                    Relation::Ne => a != b,
                    Relation::Le => a <= b,
                    Relation::Lt => a < b,
                    Relation::Ge => a >= b,
                    Relation::Gt => a > b,
                }
            }
            Statement::Choice(choice) => choice.holds(x),
            Statement::Not(part) => !part.holds(x),
            Statement::And(parts) => parts[0].holds(x) && parts[1].holds(x),
            Statement::Or(parts) => parts[0].holds(x) || parts[1].holds(x),
            Statement::Xor(parts) => parts[0].holds(x) != parts[1].holds(x),
            Statement::Implies(parts) => !parts[0].holds(x) || parts[1].holds(x),
            Statement::Iff(parts) => parts[0].holds(x) == parts[1].holds(x),
            Statement::All(parts) => parts.iter().all(|part| part.holds(x)),
            Statement::Any(parts) | Statement::Constructive(parts) => parts.iter().any(|part| part.holds(x)),
            Statement::Holds(list) => list.holds(x),
        }
    }

    pub fn build(&self, x: &[Var]) -> Condition {
        let first = |parts: &[Statement; 2]| parts[0].build(x);
        let second = |parts: &[Statement; 2]| parts[1].build(x);
        let each =
            |parts: &[Statement]| -> Vec<Condition> { parts.iter().map(|part| part.build(x)).collect() };
        match self {
            Statement::Compare(numbers, relation) => {
                let (a, b) = (numbers[0].build(x), numbers[1].build(x));
                match relation {
                    Relation::Eq => a.eq(b),
                    Relation::Ne => a.ne(b),
                    Relation::Le => a.le(b),
                    Relation::Lt => a.lt(b),
                    Relation::Ge => a.ge(b),
                    Relation::Gt => a.gt(b),
                }
            }
            Statement::Choice(choice) => choice.build(x).into(),
            Statement::Not(part) => !part.build(x),
            Statement::And(parts) => first(parts) & second(parts),
            Statement::Or(parts) => first(parts) | second(parts),
            Statement::Xor(parts) => first(parts) ^ second(parts),
            Statement::Implies(parts) => first(parts).implies(second(parts)),
            Statement::Iff(parts) => first(parts).iff(second(parts)),
            Statement::All(parts) => all(each(parts)),
            Statement::Any(parts) => any(each(parts)),
            Statement::Constructive(parts) => constructive_any(each(parts)),
            Statement::Holds(list) => {
                let mut whole = None;
                list.post(x, &mut whole);
                whole.expect("a list posts one constraint")
            }
        }
    }
}
