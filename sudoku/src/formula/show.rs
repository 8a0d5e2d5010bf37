//! Conversion of a formula to text that parses to an equal formula.

use super::parse::Context;
use super::tree::{CellRef, Claim, Extreme, Formula, Function, Number, Operation, Relation, Sign};
use crate::text::cells;
use crate::text::scan::in_quotes;

impl Formula {
    /// Returns the formula as text.
    pub fn text(&self, context: &Context<'_>) -> String {
        let mut writer = Writer { context, text: String::new() };
        writer.claim(&self.claim, 0);
        writer.text
    }
}

struct Writer<'a> {
    context: &'a Context<'a>,
    text: String,
}

impl Claim {
    /// The precedence. Claims that bind more tightly have a greater level.
    fn level(&self) -> u8 {
        match self {
            Claim::Implies(_) => 0,
            Claim::Any(_) => 1,
            Claim::All(_) => 2,
            Claim::Not(_) | Claim::Compare(..) | Claim::AllDifferent(_) => 3,
        }
    }
}

impl Number {
    fn level(&self) -> u8 {
        match self {
            Number::Sum(_) => 0,
            Number::Product(_) => 1,
            _ => 2,
        }
    }
}

impl Writer<'_> {
    /// Writes a claim, in parentheses if it binds less tightly than `level`.
    fn claim(&mut self, claim: &Claim, level: u8) {
        if claim.level() < level {
            self.text.push('(');
            self.claim(claim, 0);
            self.text.push(')');
            return;
        }
        match claim {
            Claim::Implies(parts) => self.joined(parts, " implies ", 1),
            Claim::Any(parts) => self.joined(parts, " or ", 2),
            Claim::All(parts) => self.joined(parts, " and ", 3),
            Claim::Not(part) => {
                self.text += "not ";
                self.claim(part, 3);
            }
            Claim::Compare(first, rest) => {
                self.number(first, 0);
                for (relation, number) in rest {
                    self.text += relation.sign();
                    self.number(number, 0);
                }
            }
            Claim::AllDifferent(refs) => self.list("all-different", refs),
        }
    }

    fn joined(&mut self, parts: &[Claim], word: &str, level: u8) {
        for (at, part) in parts.iter().enumerate() {
            self.text += if at > 0 { word } else { "" };
            self.claim(part, level);
        }
    }

    fn number(&mut self, number: &Number, level: u8) {
        if number.level() < level {
            self.text.push('(');
            self.number(number, 0);
            self.text.push(')');
            return;
        }
        match number {
            Number::Constant(number) => self.text += &number.to_string(),
            Number::Symbol(value, _) => {
                let symbol = self.context.symbols.get(*value);
                if symbol.contains('\'') {
                    self.text += &in_quotes(symbol)
                } else {
                    self.text.extend(["'", symbol, "'"])
                }
            }
            Number::Cell(cell_ref) => self.cell_ref(*cell_ref),
            Number::Negative(number) => {
                self.text.push('-');
                self.number(number, 2);
            }
            Number::Sum(terms) => {
                for (at, (sign, term)) in terms.iter().enumerate() {
                    self.text += match sign {
                        Sign::Plus if at == 0 => "",
                        Sign::Plus => " + ",
                        Sign::Minus => " - ",
                    };
                    self.number(term, 1);
                }
            }
            Number::Product(factors) => {
                for (at, (operation, factor)) in factors.iter().enumerate() {
                    self.text += match operation {
                        Operation::Times if at == 0 => "",
                        Operation::Times => " * ",
                        Operation::Over => " / ",
                        Operation::Modulo => " % ",
                    };
                    self.number(factor, 2);
                }
            }
            Number::Absolute(number) => self.arguments("abs", std::slice::from_ref(&**number)),
            Number::Extreme(extreme, numbers) => self.arguments(extreme.name(), numbers),
            Number::Of(function, refs) => self.list(function.name(), refs),
            Number::Count(refs, number) => {
                self.text += "count{";
                self.cell_refs(refs);
                self.text += ", ";
                self.number(number, 0);
                self.text.push('}');
            }
        }
    }

    fn arguments(&mut self, name: &str, numbers: &[Number]) {
        self.text += name;
        self.text.push('(');
        for (at, number) in numbers.iter().enumerate() {
            self.text += if at > 0 { ", " } else { "" };
            self.number(number, 0);
        }
        self.text.push(')');
    }

    fn list(&mut self, name: &str, refs: &[CellRef]) {
        self.text += name;
        self.text.push('{');
        self.cell_refs(refs);
        self.text.push('}');
    }

    /// Writes names and cells. Consecutive cells on a straight line become a path.
    fn cell_refs(&mut self, refs: &[CellRef]) {
        let alike =
            |one: &CellRef, other: &CellRef| matches!((one, other), (CellRef::Cell(_), CellRef::Cell(_)));
        for (at, refs) in refs.chunk_by(alike).enumerate() {
            self.text += if at > 0 { " " } else { "" };
            match refs {
                [one] => self.cell_ref(*one),
                cells => {
                    let cells: Vec<u16> = cells.iter().map(|cell| cell.cell(&[])).collect();
                    self.text += &cells::write(&cells, self.context.layout);
                }
            }
        }
    }

    fn cell_ref(&mut self, cell_ref: CellRef) {
        match cell_ref {
            CellRef::Cell(cell) => self.text += &self.context.layout.name(cell),
            CellRef::Bound(name) => self.text += self.context.names[usize::from(name)],
        }
    }
}

impl Relation {
    fn sign(self) -> &'static str {
        match self {
            Relation::Equal => " == ",
            Relation::Different => " != ",
            Relation::Less => " < ",
            Relation::AtMost => " <= ",
            Relation::Greater => " > ",
            Relation::AtLeast => " >= ",
        }
    }
}

impl Extreme {
    fn name(self) -> &'static str {
        match self {
            Extreme::Least => "min",
            Extreme::Greatest => "max",
        }
    }
}

impl Function {
    fn name(self) -> &'static str {
        match self {
            Function::Sum => "sum",
            Function::Distinct => "distinct",
            Function::Extreme(extreme) => extreme.name(),
        }
    }
}
