//! The arguments of a constraint, read as what the constraint needs.

use std::rc::Rc;

use csp::{Condition, Decision, Expression, Term, Var, constraints::Operand};

use super::{Builder, Item, small};
use crate::syntax::{Constraint, Expr, Fault, Ranges};

/// A Boolean argument.
#[derive(Clone, Copy)]
pub(super) enum Truth {
    Known(bool),
    Open(Var),
}

/// A Boolean argument, or its negation.
#[derive(Clone, Copy)]
pub(super) struct Literal(pub Truth, pub bool);

impl Literal {
    /// Returns the literal's truth value as an error if it is known, else a decision.
    pub fn decision(self) -> Result<Decision, bool> {
        match self.0 {
            Truth::Known(truth) => Err(truth == self.1),
            Truth::Open(var) => Ok(var.is(i32::from(self.1))),
        }
    }
}

/// Arguments of one constraint, by their places from 0.
pub(super) struct Arguments<'b, 'a> {
    pub builder: &'b mut Builder<'a>,
    pub name: &'a str,
    /// Whether an annotation asks for domain consistency.
    pub is_strong: bool,
    list: &'b [Expr<'a>],
}

impl<'b, 'a> Arguments<'b, 'a> {
    pub fn new(builder: &'b mut Builder<'a>, constraint: &'b Constraint<'a>) -> Arguments<'b, 'a> {
        let Constraint { call, is_strong, .. } = constraint;
        Arguments { builder, name: call.name, is_strong: *is_strong, list: &call.arguments }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Removes the last argument.
    pub fn without_last(self) -> Arguments<'b, 'a> {
        let list = self.list.split_last().map_or(self.list, |(_, others)| others);
        Arguments { list, ..self }
    }

    fn get(&self, at: usize) -> Result<&'b Expr<'a>, Fault> {
        let missing = || Fault::new(format!("{} has no argument {}", self.name, at + 1));
        self.list.get(at).ok_or_else(missing)
    }

    fn wrong(&self, at: usize, expected: &str) -> Fault {
        Fault::new(format!("argument {} of {} is no {expected}", at + 1, self.name))
    }

    pub fn item(&self, at: usize) -> Result<Item, Fault> {
        self.builder.item(self.get(at)?)
    }

    pub fn items(&self, at: usize) -> Result<Rc<[Item]>, Fault> {
        self.builder.items(self.get(at)?)
    }

    fn number_of(&self, at: usize, item: &Item) -> Result<Expression, Fault> {
        match item {
            Item::Int(number) => Ok((*number).into()),
            Item::Bool(truth) => Ok(i64::from(*truth).into()),
            Item::Var(var) | Item::Flag(var) => Ok((*var).into()),
            Item::Set(_) | Item::Symbol(..) | Item::Other => Err(self.wrong(at, "integer")),
        }
    }

    /// Returns an argument as a number: Booleans count as 0 and 1.
    pub fn number(&self, at: usize) -> Result<Expression, Fault> {
        self.number_of(at, &self.item(at)?)
    }

    pub fn numbers(&self, at: usize) -> Result<Vec<Expression>, Fault> {
        self.items(at)?.iter().map(|item| self.number_of(at, item)).collect()
    }

    fn operand_of(&self, at: usize, item: &Item) -> Result<Operand, Fault> {
        match item {
            Item::Int(number) => Ok(small(*number)?.into()),
            Item::Bool(truth) => Ok(i32::from(*truth).into()),
            Item::Var(var) | Item::Flag(var) => Ok((*var).into()),
            Item::Set(_) | Item::Symbol(..) | Item::Other => Err(self.wrong(at, "integer")),
        }
    }

    pub fn operand(&self, at: usize) -> Result<Operand, Fault> {
        self.operand_of(at, &self.item(at)?)
    }

    pub fn operands(&self, at: usize) -> Result<Vec<Operand>, Fault> {
        self.items(at)?.iter().map(|item| self.operand_of(at, item)).collect()
    }

    /// Returns an argument as variables; constants share a variable for each value.
    pub fn terms(&mut self, at: usize) -> Result<Vec<Term>, Fault> {
        let operands = self.operands(at)?;
        let term = |operand| match operand {
            Operand::Term(term) => Ok(term),
            Operand::Constant(value) => self.builder.ground.constant(value.into()),
        };
        operands.into_iter().map(term).collect()
    }

    fn int_of(&self, at: usize, item: &Item) -> Result<i64, Fault> {
        match item {
            Item::Int(number) => Ok(*number),
            Item::Bool(truth) => Ok(i64::from(*truth)),
            _ => Err(self.wrong(at, "known integer")),
        }
    }

    pub fn int(&self, at: usize) -> Result<i64, Fault> {
        self.int_of(at, &self.item(at)?)
    }

    pub fn ints(&self, at: usize) -> Result<Vec<i64>, Fault> {
        self.items(at)?.iter().map(|item| self.int_of(at, item)).collect()
    }

    pub fn small(&self, at: usize) -> Result<i32, Fault> {
        small(self.int(at)?)
    }

    pub fn smalls(&self, at: usize) -> Result<Vec<i32>, Fault> {
        self.ints(at)?.into_iter().map(small).collect()
    }

    /// Returns a known number that is an index, a length or a number of states.
    pub fn size(&self, at: usize) -> Result<usize, Fault> {
        let size = usize::try_from(self.int(at)?).ok().filter(|&size| size <= 1 << 28);
        size.ok_or_else(|| self.wrong(at, "number of things"))
    }

    fn truth_of(&self, at: usize, item: &Item) -> Result<Truth, Fault> {
        match item {
            Item::Bool(truth) => Ok(Truth::Known(*truth)),
            Item::Int(number @ (0 | 1)) => Ok(Truth::Known(*number == 1)),
            Item::Flag(var) => Ok(Truth::Open(*var)),
            _ => Err(self.wrong(at, "Boolean")),
        }
    }

    pub fn truth(&self, at: usize) -> Result<Truth, Fault> {
        self.truth_of(at, &self.item(at)?)
    }

    pub fn truths(&self, at: usize) -> Result<Vec<Truth>, Fault> {
        self.items(at)?.iter().map(|item| self.truth_of(at, item)).collect()
    }

    pub fn set(&self, at: usize) -> Result<Ranges, Fault> {
        match self.item(at)? {
            Item::Set(ranges) => Ok(ranges),
            _ => Err(self.wrong(at, "known set")),
        }
    }

    /// Returns the smallest and largest declared value of an argument.
    pub fn declared(&self, operand: Operand) -> (i64, i64) {
        match operand {
            Operand::Constant(value) => (value.into(), value.into()),
            Operand::Term(Term { var, offset }) => {
                let values = self.builder.ground.model.declared(var);
                (i64::from(values.min()) + i64::from(offset), i64::from(values.max()) + i64::from(offset))
            }
        }
    }
}

impl From<Truth> for Literal {
    fn from(truth: Truth) -> Literal {
        Literal(truth, true)
    }
}

/// Returns the disjunction, as a clause if all parts are literals.
pub(super) fn any_of(parts: impl IntoIterator<Item = Literal>) -> super::Meaning {
    let mut open: Vec<Condition> = Vec::new();
    for part in parts {
        match part.decision() {
            Ok(decision) => open.push(decision.into()),
            Err(true) => return super::Meaning::Known(true),
            Err(false) => {}
        }
    }
    match open.len() {
        0 => super::Meaning::Known(false),
        1 => super::Meaning::Is(open.remove(0)),
        _ => super::Meaning::Is(csp::any(open)),
    }
}

/// Returns the conjunction.
pub(super) fn all_of(parts: impl IntoIterator<Item = Literal>) -> super::Meaning {
    let mut open: Vec<Condition> = Vec::new();
    for part in parts {
        match part.decision() {
            Ok(decision) => open.push(decision.into()),
            Err(false) => return super::Meaning::Known(false),
            Err(true) => {}
        }
    }
    match open.len() {
        0 => super::Meaning::Known(true),
        1 => super::Meaning::Is(open.remove(0)),
        _ => super::Meaning::Is(csp::all(open)),
    }
}
