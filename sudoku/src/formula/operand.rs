//! Parts of a formula as they are parsed: conditions, and numbers with their extents.

use super::extent::Extent;
use super::tree::{Claim, Number};
use crate::text::ParseError;
use crate::text::scan::Scanner;

/// A parsed part of a formula, and where it begins.
pub(super) struct Parsed<'a> {
    pub at: Scanner<'a>,
    pub node: Node,
}

pub(super) enum Node {
    Claim(Claim),
    Number(Number, Extent),
}

/// A parsed number, and where it begins.
pub(super) struct Operand<'a> {
    pub at: Scanner<'a>,
    pub number: Number,
    pub extent: Extent,
}

impl<'a> Parsed<'a> {
    pub fn number(self) -> Result<Operand<'a>, ParseError> {
        match self.node {
            Node::Number(number, extent) => Ok(Operand { at: self.at, number, extent }),
            Node::Claim(_) => Err(self.at.error("a number expected, but this is a condition")),
        }
    }

    pub fn claim(self) -> Result<Claim, ParseError> {
        match self.node {
            Node::Claim(claim) => Ok(claim),
            Node::Number(..) => Err(self
                .at
                .error("a condition expected, but this is a number")
                .hint("compare it: == != < <= > >=")),
        }
    }
}

impl<'a> Operand<'a> {
    /// Checks that computations may use the operand, and returns it.
    pub fn small(self) -> Result<Operand<'a>, ParseError> {
        self.extent.within(&self.at)?;
        Ok(self)
    }
}

/// A number that is computed from others.
pub(super) fn computed(at: Scanner<'_>, number: Number, extent: Extent) -> Result<Parsed<'_>, ParseError> {
    let extent = extent.within(&at)?;
    Ok(Parsed { at, node: Node::Number(number, extent) })
}
