//! Parser of formulas: operators, their precedence, and the nodes they build.

use super::extent::{Extent, Size};
use super::operand::{Node, Operand, Parsed, computed};
use super::tree::{Claim, Number, Operation, Relation, Sign};
use crate::text::ParseError;
use crate::text::scan::Scanner;

#[derive(Clone, Copy)]
pub(super) enum Operator {
    Implies,
    Or,
    And,
    Not,
    Compare(Relation),
    Add(Sign),
    Multiply(Operation),
    Minus,
}

impl Operator {
    /// The binary operators, longer ones first.
    pub const BETWEEN: [(&str, Operator); 15] = [
        ("implies", Operator::Implies),
        ("or", Operator::Or),
        ("and", Operator::And),
        ("==", Operator::Compare(Relation::Equal)),
        ("=", Operator::Compare(Relation::Equal)),
        ("!=", Operator::Compare(Relation::Different)),
        ("<=", Operator::Compare(Relation::AtMost)),
        ("<", Operator::Compare(Relation::Less)),
        (">=", Operator::Compare(Relation::AtLeast)),
        (">", Operator::Compare(Relation::Greater)),
        ("+", Operator::Add(Sign::Plus)),
        ("-", Operator::Add(Sign::Minus)),
        ("*", Operator::Multiply(Operation::Times)),
        ("/", Operator::Multiply(Operation::Over)),
        ("%", Operator::Multiply(Operation::Modulo)),
    ];

    /// The prefix operators.
    pub const BEFORE: [(&str, Operator); 2] = [("not", Operator::Not), ("-", Operator::Minus)];

    /// The precedence. Operators that bind more tightly have a greater level.
    pub fn level(self) -> u8 {
        match self {
            Operator::Implies => 0,
            Operator::Or => 1,
            Operator::And => 2,
            Operator::Not => 3,
            Operator::Compare(_) => 4,
            Operator::Add(_) => 5,
            Operator::Multiply(_) => 6,
            Operator::Minus => 7,
        }
    }
}

/// A chain of operators of one level that waits for the operand after the last operator.
pub(super) struct OperatorChain<'a> {
    at: Scanner<'a>,
    operators: Vec<Operator>,
    /// The operands so far.
    parts: Vec<Parsed<'a>>,
}

impl<'a> OperatorChain<'a> {
    pub fn before(at: Scanner<'a>, operator: Operator) -> OperatorChain<'a> {
        OperatorChain { at, operators: vec![operator], parts: Vec::new() }
    }

    pub fn between(part: Parsed<'a>, operator: Operator) -> OperatorChain<'a> {
        OperatorChain { at: part.at, operators: vec![operator], parts: vec![part] }
    }

    pub fn level(&self) -> u8 {
        self.operators[0].level()
    }

    /// Adds an operand and the next operator of the same level.
    pub fn push_operand(&mut self, part: Parsed<'a>, next: Operator) {
        self.parts.push(part);
        self.operators.push(next);
    }

    /// Adds the last operand and builds the node.
    pub fn finish(mut self, last: Parsed<'a>, size: &mut Size) -> Result<Parsed<'a>, ParseError> {
        self.parts.push(last);
        match self.operators[0] {
            Operator::Implies => self.claims(Claim::Implies),
            Operator::Or => self.claims(Claim::Any),
            Operator::And => self.claims(Claim::All),
            Operator::Not => self.claims(|mut parts| Claim::Not(Box::new(parts.swap_remove(0)))),
            Operator::Compare(_) => self.comparison(size),
            Operator::Add(_) => self.sum(),
            Operator::Multiply(_) => self.product(),
            Operator::Minus => self.negative(),
        }
    }

    fn claims(self, join: impl Fn(Vec<Claim>) -> Claim) -> Result<Parsed<'a>, ParseError> {
        let claims: Result<Vec<Claim>, ParseError> = self.parts.into_iter().map(Parsed::claim).collect();
        Ok(Parsed { at: self.at, node: Node::Claim(join(claims?)) })
    }

    fn comparison(self, size: &mut Size) -> Result<Parsed<'a>, ParseError> {
        let relations = self.operators.iter().filter_map(|operator| match operator {
            Operator::Compare(relation) => Some(*relation),
            _ => None,
        });
        let operands: Vec<Operand<'_>> =
            self.parts.into_iter().map(Parsed::number).collect::<Result<_, _>>()?;
        // A number between two comparisons is part of both.
        let pairs = operands.windows(2).map(|pair| pair[0].extent.size + pair[1].extent.size);
        size.grow(&self.at, pairs.sum())?;
        let mut numbers = operands.into_iter().map(|operand| operand.number);
        let first = numbers.next().expect("there are operands");
        let claim = Claim::Compare(first, relations.zip(numbers).collect());
        Ok(Parsed { at: self.at, node: Node::Claim(claim) })
    }

    /// The operands, each with the operator before it. The first operand gets `first`.
    fn operands<T: Copy>(
        self,
        first: T,
        kind: impl Fn(Operator) -> Option<T>,
    ) -> Result<Vec<(T, Operand<'a>)>, ParseError> {
        let kinds = std::iter::once(first).chain(self.operators.into_iter().filter_map(kind));
        kinds.zip(self.parts).map(|(kind, part)| Ok((kind, part.number()?.small()?))).collect()
    }

    fn sum(self) -> Result<Parsed<'a>, ParseError> {
        let at = self.at;
        let operands = self.operands(Sign::Plus, |operator| match operator {
            Operator::Add(sign) => Some(sign),
            _ => None,
        })?;
        let signed = |(sign, operand): &(Sign, Operand<'_>)| match sign {
            Sign::Plus => operand.extent,
            Sign::Minus => operand.extent.negative(),
        };
        let extent = operands.iter().map(signed).reduce(Extent::plus).expect("there are operands");
        let terms = operands.into_iter().map(|(sign, operand)| (sign, operand.number)).collect();
        computed(at, Number::Sum(terms), extent)
    }

    fn product(self) -> Result<Parsed<'a>, ParseError> {
        let at = self.at;
        let operands = self.operands(Operation::Times, |operator| match operator {
            Operator::Multiply(operation) => Some(operation),
            _ => None,
        })?;
        let mut extent = operands[0].1.extent;
        for (operation, operand) in &operands[1..] {
            extent = extent.combined(*operation, operand.extent).within(&at)?;
        }
        let factors = operands.into_iter().map(|(operation, operand)| (operation, operand.number)).collect();
        computed(at, Number::Product(factors), extent)
    }

    fn negative(self) -> Result<Parsed<'a>, ParseError> {
        let at = self.at;
        let operand = self.parts.into_iter().next().expect("there is an operand").number()?.small()?;
        computed(at, Number::Negative(Box::new(operand.number)), operand.extent.negative())
    }
}
