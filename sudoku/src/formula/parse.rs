//! From text to a formula: what stands between operators. Operators wait on a list until one comes that binds less
//! tightly, so only parentheses and functions are read by recursion.

use super::extent::{Extent, check_size};
use super::operators::{Open, Operator};
use super::tree::{Claim, Formula, Number};
use crate::format::ParseError;
use crate::format::cells::Layout;
use crate::format::nearest;
use crate::format::scan::Scanner;
use crate::symbols::Symbols;

/// How deep operators, functions and parentheses may stand in each other.
const MOST_DEPTH: usize = 64;

/// The most words, numbers, signs and parts of lists.
const MOST_TOKENS: usize = 4096;

/// What the words of a formula stand for.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The cells.
    pub layout: &'a dyn Layout,
    /// What may stand in quotes.
    pub symbols: &'a Symbols,
    /// Names that stand for other cells at each place.
    pub names: &'a [&'a str],
}

impl Context<'_> {
    /// The place of a name among the names.
    pub(super) fn bound(&self, word: &str) -> Option<u16> {
        self.names.iter().position(|name| name.eq_ignore_ascii_case(word)).map(|at| at as u16)
    }
}

/// Where a formula ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// At the end of the line.
    End,
    /// At `|` or `&` too, which stand between alternatives and are no signs of formulas.
    Alternative,
}

impl Formula {
    /// Reads up to where it ends.
    pub fn parse(
        scanner: &mut Scanner<'_>,
        context: &Context<'_>,
        until: Until,
    ) -> Result<Formula, ParseError> {
        let mut parser = Parser { scanner, context, depth: 0, tokens: 0, size: 0 };
        let part = parser.expression()?;
        let is_other = until == Until::Alternative && matches!(parser.scanner.peek(), Some('|' | '&'));
        if !parser.scanner.is_at_end() && !is_other {
            return Err(parser.no_operator(match until {
                Until::End => "an operator or the end of the line",
                Until::Alternative => "an operator, |, & or the end of the line",
            }));
        }
        Ok(Formula { claim: part.claim()?, size: parser.size })
    }
}

pub(super) struct Parser<'s, 'a> {
    pub scanner: &'s mut Scanner<'a>,
    pub context: &'s Context<'s>,
    /// What is begun and not ended.
    depth: usize,
    tokens: usize,
    /// Of all comparisons so far.
    size: usize,
}

/// What has been read, and where it begins.
pub(super) struct Part<'a> {
    pub at: Scanner<'a>,
    pub what: What,
}

pub(super) enum What {
    Claim(Claim),
    Number(Number, Extent),
}

/// A number, and where it begins.
pub(super) struct Operand<'a> {
    pub at: Scanner<'a>,
    pub number: Number,
    pub extent: Extent,
}

impl<'a> Part<'a> {
    pub fn number(self) -> Result<Operand<'a>, ParseError> {
        match self.what {
            What::Number(number, extent) => Ok(Operand { at: self.at, number, extent }),
            What::Claim(_) => Err(self.at.error("a number expected, but this is a condition")),
        }
    }

    pub fn claim(self) -> Result<Claim, ParseError> {
        match self.what {
            What::Claim(claim) => Ok(claim),
            What::Number(..) => Err(self
                .at
                .error("a condition expected, but this is a number")
                .hint("compare it: == != < <= > >=")),
        }
    }
}

impl<'a> Operand<'a> {
    /// As it is, if something may be computed from it.
    pub fn small(self) -> Result<Operand<'a>, ParseError> {
        self.extent.within(&self.at)?;
        Ok(self)
    }
}

impl<'a> Parser<'_, 'a> {
    /// Reads a condition or a number.
    pub fn expression(&mut self) -> Result<Part<'a>, ParseError> {
        let mut open: Vec<Open<'a>> = Vec::new();
        loop {
            self.prefixes(&mut open)?;
            let mut part = self.atom()?;
            let next = self.operator(&Operator::BETWEEN)?;
            while let Some(inner) = open.pop_if(|inner| next.is_none_or(|next| inner.level() > next.level()))
            {
                self.depth -= 1;
                part = inner.end(part, self)?;
            }
            let Some(next) = next else { return Ok(part) };
            match open.last_mut().filter(|inner| inner.level() == next.level()) {
                Some(inner) => inner.go_on(part, next),
                None => {
                    self.deepen(&part.at)?;
                    open.push(Open::between(part, next));
                }
            }
        }
    }

    /// Reads what stands before an operand.
    fn prefixes(&mut self, open: &mut Vec<Open<'a>>) -> Result<(), ParseError> {
        loop {
            self.scanner.skip_blanks();
            let at = *self.scanner;
            let Some(operator) = self.operator(&Operator::BEFORE)? else { return Ok(()) };
            // Of a number there is no opposite.
            if open.last().is_some_and(|outer| outer.level() > operator.level()) {
                return Err(at.expected("a number"));
            }
            self.deepen(&at)?;
            open.push(Open::before(at, operator));
        }
    }

    /// Goes over one of these operators, if one follows.
    fn operator(&mut self, operators: &[(&str, Operator)]) -> Result<Option<Operator>, ParseError> {
        self.scanner.skip_blanks();
        let at = *self.scanner;
        let follows = |(sign, _): &&(&str, Operator)| match sign.starts_with(char::is_alphabetic) {
            true => self.scanner.keyword(sign),
            false => self.scanner.take(sign),
        };
        let found = operators.iter().find(follows).map(|&(_, operator)| operator);
        if found.is_some() {
            self.token(&at)?;
        }
        Ok(found)
    }

    /// Goes over a sign, if it follows.
    pub fn sign(&mut self, sign: &str) -> Result<bool, ParseError> {
        self.scanner.skip_blanks();
        let at = *self.scanner;
        let found = self.scanner.take(sign);
        if found {
            self.token(&at)?;
        }
        Ok(found)
    }

    /// Counts what has been read.
    pub fn token(&mut self, at: &Scanner<'_>) -> Result<(), ParseError> {
        self.tokens += 1;
        if self.tokens <= MOST_TOKENS {
            return Ok(());
        }
        Err(at.error(format!("a formula of more than {MOST_TOKENS} words, numbers and signs")))
    }

    /// Counts what a comparison or a list is made of.
    pub fn grow(&mut self, at: &Scanner<'_>, size: usize) -> Result<(), ParseError> {
        self.size = self.size.saturating_add(size);
        check_size(self.size, at)
    }

    fn deepen(&mut self, at: &Scanner<'_>) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth <= MOST_DEPTH {
            return Ok(());
        }
        Err(at.error(format!("a formula of more than {MOST_DEPTH} levels")))
    }

    /// Reads what stands in parentheses or is given to a function.
    pub fn inside(&mut self, at: &Scanner<'_>) -> Result<Part<'a>, ParseError> {
        self.deepen(at)?;
        let part = self.expression()?;
        self.depth -= 1;
        Ok(part)
    }

    /// An error where something should go on or end.
    pub fn no_operator(&self, expected: &str) -> ParseError {
        let error = self.scanner.expected(expected);
        let mut ahead = *self.scanner;
        match (ahead.word(), ahead.peek()) {
            ("", Some('&')) => error.hint("did you mean and?"),
            ("", Some('|')) => error.hint("did you mean or?"),
            ("", Some('!')) => error.hint("did you mean !=?"),
            ("", Some('^')) => error.hint("a square is r1c1 * r1c1"),
            (word, _) => match nearest(word, ["and", "or", "implies"]) {
                Some(meant) => error.hint(format!("did you mean {meant}?")),
                None => error,
            },
        }
    }
}

/// A number that is computed from others.
pub(super) fn computed(at: Scanner<'_>, number: Number, extent: Extent) -> Result<Part<'_>, ParseError> {
    let extent = extent.within(&at)?;
    Ok(Part { at, what: What::Number(number, extent) })
}
