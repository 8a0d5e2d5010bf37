//! Parser of formulas: expressions by operator precedence. Operators wait on a stack until one that binds less
//! tightly follows, so that only parentheses and functions need recursion.

use super::extent::Size;
use super::operand::Parsed;
use super::operators::{Operator, OperatorChain};
use super::tree::Formula;
use crate::symbols::Symbols;
use crate::text::cells::Layout;
use crate::text::did_you_mean;
use crate::text::scan::Scanner;
use crate::text::{DEEPEST, ParseError};

/// The greatest number of tokens: words, numbers, signs and parts of lists.
const MOST_TOKENS: usize = 4096;

/// The meaning of the words in a formula.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The names of cells.
    pub layout: &'a dyn Layout,
    /// The symbols that may stand in quotes.
    pub symbols: &'a Symbols,
    /// The names that stand for the cells of a tuple.
    pub names: &'a [&'a str],
}

impl Context<'_> {
    /// The index of a name.
    pub(super) fn bound(&self, word: &str) -> Option<u16> {
        self.names.iter().position(|name| name.eq_ignore_ascii_case(word)).map(|at| at as u16)
    }
}

/// The end of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// The end of the line.
    End,
    /// The end of the line, or `|` or `&`, which separate alternatives and do not occur in formulas.
    Alternative,
}

impl Formula {
    /// Parses a formula, up to its end.
    pub fn parse(
        scanner: &mut Scanner<'_>,
        context: &Context<'_>,
        until: Until,
    ) -> Result<Formula, ParseError> {
        let mut parser = Parser { scanner, context, depth: 0, tokens: 0, size: Size::default() };
        let part = parser.expression()?;
        let is_other = until == Until::Alternative && matches!(parser.scanner.peek(), Some('|' | '&'));
        if !parser.scanner.is_at_end() && !is_other {
            return Err(parser.no_operator(match until {
                Until::End => "an operator or the end of the line",
                Until::Alternative => "an operator, |, & or the end of the line",
            }));
        }
        Ok(Formula { claim: part.claim()?, size: parser.size.numbers() })
    }
}

pub(super) struct Parser<'s, 'a> {
    pub scanner: &'s mut Scanner<'a>,
    pub context: &'s Context<'s>,
    /// The number of operators, functions and parentheses that are open.
    depth: usize,
    tokens: usize,
    /// The size of all comparisons so far.
    pub size: Size,
}

impl<'a> Parser<'_, 'a> {
    /// Parses a condition or a number.
    pub fn expression(&mut self) -> Result<Parsed<'a>, ParseError> {
        let mut open: Vec<OperatorChain<'a>> = Vec::new();
        loop {
            self.prefixes(&mut open)?;
            let mut part = self.atom()?;
            let next = self.operator(&Operator::BETWEEN)?;
            while let Some(inner) = open.pop_if(|inner| next.is_none_or(|next| inner.level() > next.level()))
            {
                self.depth -= 1;
                part = inner.finish(part, &mut self.size)?;
            }
            let Some(next) = next else { return Ok(part) };
            match open.last_mut().filter(|inner| inner.level() == next.level()) {
                Some(inner) => inner.push_operand(part, next),
                None => {
                    self.deepen(&part.at)?;
                    open.push(OperatorChain::between(part, next));
                }
            }
        }
    }

    /// Parses the prefix operators before an operand.
    fn prefixes(&mut self, open: &mut Vec<OperatorChain<'a>>) -> Result<(), ParseError> {
        loop {
            self.scanner.skip_blanks();
            let at = *self.scanner;
            let Some(operator) = self.operator(&Operator::BEFORE)? else { return Ok(()) };
            // A condition cannot be an operand of a number: `not` binds less tightly than arithmetic.
            if open.last().is_some_and(|outer| outer.level() > operator.level()) {
                return Err(at.expected("a number"));
            }
            self.deepen(&at)?;
            open.push(OperatorChain::before(at, operator));
        }
    }

    /// Skips one of these operators, if it follows.
    fn operator(&mut self, operators: &[(&str, Operator)]) -> Result<Option<Operator>, ParseError> {
        self.scanner.skip_blanks();
        let at = *self.scanner;
        let follows = |(sign, _): &&(&str, Operator)| {
            if sign.starts_with(char::is_alphabetic) {
                self.scanner.keyword(sign)
            } else {
                self.scanner.take(sign)
            }
        };
        let found = operators.iter().find(follows).map(|&(_, operator)| operator);
        if found.is_some() {
            self.token(&at)?;
        }
        Ok(found)
    }

    /// Skips a sign, if it follows.
    pub fn sign(&mut self, sign: &str) -> Result<bool, ParseError> {
        self.scanner.skip_blanks();
        let at = *self.scanner;
        let found = self.scanner.take(sign);
        if found {
            self.token(&at)?;
        }
        Ok(found)
    }

    /// Counts a token.
    pub fn token(&mut self, at: &Scanner<'_>) -> Result<(), ParseError> {
        self.tokens += 1;
        if self.tokens <= MOST_TOKENS {
            return Ok(());
        }
        Err(at.error(format!("a formula of more than {MOST_TOKENS} words, numbers and signs")))
    }

    fn deepen(&mut self, at: &Scanner<'_>) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth <= DEEPEST {
            return Ok(());
        }
        Err(at.error(format!("a formula of more than {DEEPEST} levels")))
    }

    /// Parses an expression in parentheses or an argument of a function.
    pub fn inside(&mut self, at: &Scanner<'_>) -> Result<Parsed<'a>, ParseError> {
        self.deepen(at)?;
        let part = self.expression()?;
        self.depth -= 1;
        Ok(part)
    }

    /// The error if an operator or the end should follow.
    pub fn no_operator(&self, expected: &str) -> ParseError {
        let error = self.scanner.expected(expected);
        let mut ahead = *self.scanner;
        match (ahead.word(), ahead.peek()) {
            ("", Some('&')) => error.hint("did you mean and?"),
            ("", Some('|')) => error.hint("did you mean or?"),
            ("", Some('!')) => error.hint("did you mean !=?"),
            ("", Some('^')) => error.hint("a square is r1c1 * r1c1"),
            (word, _) => match did_you_mean(word, ["and", "or", "implies"]) {
                Some(meant) => error.hint(meant),
                None => error,
            },
        }
    }
}
