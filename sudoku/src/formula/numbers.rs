//! Parser of formulas: numbers, cells and functions.

use super::extent::{Extent, MOST_LITERAL, check_size};
use super::operand::{Node, Operand, Parsed, computed};
use super::parse::Parser;
use super::tree::{CellRef, Claim, Extreme, Function, Number};
use crate::text::ParseError;
use crate::text::cells;
use crate::text::did_you_mean;
use crate::text::scan::{Scanner, quote};

const FUNCTIONS: [&str; 7] = ["abs", "min", "max", "sum", "count", "distinct", "all-different"];

/// Words that cannot be names, in addition to functions and words for lists of cells.
const WORDS: [&str; 6] = ["and", "or", "not", "implies", "in", "of"];

/// Whether a word has a meaning in every formula.
pub(super) fn is_taken(word: &str) -> bool {
    function(word).is_some() || WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The function with a name, where `-` and `_` may be left out.
fn function(name: &str) -> Option<&'static str> {
    let plain = |name: &str| name.replace(['-', '_'], "").to_lowercase();
    FUNCTIONS.into_iter().find(|known| plain(known) == plain(name))
}

impl<'a> Parser<'_, 'a> {
    /// Parses an operand.
    pub fn atom(&mut self) -> Result<Parsed<'a>, ParseError> {
        self.scanner.skip_blanks();
        let at = *self.scanner;
        self.token(&at)?;
        match at.peek() {
            Some('(') => {
                self.scanner.next_char();
                let inside = self.inside(&at)?;
                self.close(")")?;
                Ok(Parsed { at, node: inside.node })
            }
            Some('0'..='9') => {
                let number = self.scanner.number(MOST_LITERAL)? as i64;
                Ok(Parsed { at, node: Node::Number(Number::Constant(number), Extent::literal(number)) })
            }
            Some('\'' | '"') => {
                let symbols = self.context.symbols;
                let symbol = self.scanner.quoted()?;
                let value = symbols.find(&symbol).ok_or_else(|| {
                    at.error(format!("{} is not a symbol of this puzzle", quote(&symbol)))
                        .hint(format!("symbols are {symbols}"))
                })?;
                let number = i64::from(self.context.layout.grid().first_value()) + i64::from(value);
                Ok(Parsed { at, node: Node::Number(Number::Symbol(value, number), Extent::literal(number)) })
            }
            Some(c) if c.is_alphabetic() => self.word(at),
            Some('!') => Err(at.expected("a number or a condition").hint("did you mean not?")),
            _ => Err(at.expected("a number or a condition")),
        }
    }

    fn word(&mut self, at: Scanner<'a>) -> Result<Parsed<'a>, ParseError> {
        // Only one name contains a hyphen. Elsewhere a hyphen is a minus.
        let (mut hyphened, mut plain) = (at, at);
        let (name, word) = (hyphened.name(), plain.word());
        let layout = self.context.layout;
        let number_of = |cell_ref| {
            let extent = Extent::cell(layout.numbers());
            Ok(Parsed { at, node: Node::Number(Number::Cell(cell_ref), extent) })
        };
        if let Some(name) = self.context.bound(word) {
            *self.scanner = plain;
            return number_of(CellRef::Bound(name));
        }
        if let Some(function) = function(name) {
            *self.scanner = hyphened;
            return self.function(at, function);
        }
        if let Some(function) = function(word) {
            *self.scanner = plain;
            return self.function(at, function);
        }
        if let Some(cell) = layout.named(word) {
            *self.scanner = plain;
            return number_of(CellRef::Cell(cell));
        }
        if cells::is_cell(&at) {
            return number_of(CellRef::Cell(cells::cell(self.scanner, layout.grid())?));
        }
        Err(self.unknown(&at, word))
    }

    fn unknown(&self, at: &Scanner<'_>, word: &str) -> ParseError {
        if WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            return at.expected("a number or a condition");
        }
        let error = at.error(format!("unknown name {}", quote(word)));
        if cells::is_part(at, self.context.layout) {
            return error.hint(format!("write a list of cells in braces: sum{{{word} …}}"));
        }
        let known = self.context.names.iter().copied().chain(FUNCTIONS).chain(WORDS);
        match (did_you_mean(word, known), self.context.names) {
            (Some(meant), _) => error.hint(meant),
            (None, []) => error.hint("write a cell as r1c1 and a symbol in quotes"),
            (None, names) => error.hint(format!("names are {}", names.join(" "))),
        }
    }

    /// Parses the arguments of a function.
    fn function(&mut self, at: Scanner<'a>, name: &'static str) -> Result<Parsed<'a>, ParseError> {
        self.scanner.skip_blanks();
        let open = *self.scanner;
        let extreme = if name == "min" { Extreme::Least } else { Extreme::Greatest };
        let is_list = self.scanner.peek() == Some('{');
        match (name, is_list, self.scanner.peek() == Some('(')) {
            ("abs", _, true) => {
                self.scanner.next_char();
                let Operand { number, extent, .. } = self.argument(&at)?;
                self.close(")")?;
                computed(at, Number::Absolute(Box::new(number)), extent.absolute())
            }
            ("min" | "max", _, true) => {
                self.scanner.next_char();
                let Operand { number, mut extent, .. } = self.argument(&at)?;
                let mut numbers = vec![number];
                while self.sign(",")? {
                    let operand = self.argument(&at)?;
                    extent = extent.either(operand.extent);
                    numbers.push(operand.number);
                }
                self.close(")")?;
                computed(at, Number::Extreme(extreme, numbers), extent)
            }
            ("count", true, _) => {
                let refs = self.cell_refs()?;
                if !self.sign(",")? {
                    return Err(self.scanner.expected(", and what is counted"));
                }
                let Operand { number, extent, .. } = self.argument(&at)?;
                self.close("}")?;
                let extent = extent.count(refs.len());
                computed(at, Number::Count(refs, Box::new(number)), extent)
            }
            ("sum" | "distinct" | "min" | "max" | "all-different", true, _) => {
                let refs = self.cell_refs()?;
                if !self.sign("}")? {
                    return Err(self.scanner.expected("a cell or }"));
                }
                self.of_list(at, name, extreme, refs)
            }
            ("abs", ..) => Err(open.expected("(").hint("abs(r1c1 - r1c2)")),
            ("min" | "max", ..) => {
                Err(open.expected("( or {").hint(format!("{name}(r1c1, r2c2) or {name}{{row 1}}")))
            }
            ("count", ..) => Err(open.expected("{").hint("count{row 1, 5}")),
            _ => Err(open.expected("{").hint(format!("{name}{{r1c1 r2c2}} or {name}{{row 1}}"))),
        }
    }

    fn of_list(
        &mut self,
        at: Scanner<'a>,
        name: &str,
        extreme: Extreme,
        refs: Vec<CellRef>,
    ) -> Result<Parsed<'a>, ParseError> {
        let cell = Extent::cell(self.context.layout.numbers());
        let (function, extent) = match name {
            "sum" => (Function::Sum, cell.times(refs.len())),
            "distinct" => (Function::Distinct, Extent::distinct(refs.len())),
            "min" | "max" => (Function::Extreme(extreme), cell.among(refs.len())),
            _ => {
                self.size.grow(&at, refs.len())?;
                return Ok(Parsed { at, node: Node::Claim(Claim::AllDifferent(refs)) });
            }
        };
        computed(at, Number::Of(function, refs), extent)
    }

    /// Parses a number from which another is computed.
    fn argument(&mut self, at: &Scanner<'a>) -> Result<Operand<'a>, ParseError> {
        self.inside(at)?.number()?.small()
    }

    fn close(&mut self, bracket: &str) -> Result<(), ParseError> {
        if self.sign(bracket)? {
            return Ok(());
        }
        Err(self.no_operator(&format!("an operator or {bracket}")))
    }

    /// Parses the cells and names after `{`.
    fn cell_refs(&mut self) -> Result<Vec<CellRef>, ParseError> {
        self.scanner.next_char();
        let mut refs = Vec::new();
        loop {
            self.scanner.skip_blanks();
            let at = *self.scanner;
            if cells::is_over(&at) {
                break;
            }
            self.token(&at)?;
            let mut ahead = at;
            if let Some(name) = self.context.bound(ahead.word()) {
                *self.scanner = ahead;
                cells::after_part(self.scanner)?;
                refs.push(CellRef::Bound(name));
            } else {
                let mut part = Vec::new();
                cells::part(self.scanner, self.context.layout, &mut part)?;
                refs.extend(part.into_iter().map(CellRef::Cell));
            }
            check_size(refs.len(), &at)?;
        }
        if refs.is_empty() { Err(self.scanner.expected("a cell")) } else { Ok(refs) }
    }
}
