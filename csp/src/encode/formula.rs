//! Pseudo-Boolean formulas: 0/1 variables, and sums of literals that are at least a number.

use std::fmt::Write;

use super::budget::Budget;

/// A 0/1 variable or, by `!`, its negation.
// Twice the number of the variable, plus 1 for the negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The literal that always holds; it is in no formula.
    pub const TRUE: Literal = Literal(u32::MAX - 1);
    /// The literal that never holds.
    pub const FALSE: Literal = Literal(u32::MAX);

    /// Returns the literal, or its negation if not `wanted`.
    pub(crate) fn if_wanted(self, wanted: bool) -> Literal {
        if wanted { self } else { !self }
    }

    pub(crate) fn of_atom(atom: usize) -> Literal {
        Literal(2 * atom as u32)
    }

    pub(crate) fn atom(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 != 0
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the truth value of a constant literal.
    pub(crate) fn constant(self) -> Option<bool> {
        match self {
            Literal::TRUE => Some(true),
            Literal::FALSE => Some(false),
            _ => None,
        }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// Σ a·literal ≥ degree, with positive coefficients and each variable once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Inequality {
    pub terms: Vec<(i64, Literal)>,
    pub degree: i64,
}

impl Inequality {
    /// Brings any sum of literals into the normal form.
    pub fn new(terms: impl IntoIterator<Item = (i64, Literal)>, degree: i64) -> Inequality {
        Inequality::normalized(terms.into_iter().collect(), degree)
    }

    /// The work of `new`, compiled once.
    fn normalized(mut all: Vec<(i64, Literal)>, mut degree: i64) -> Inequality {
        all.retain(|&(a, literal)| match literal.constant() {
            Some(holds) => {
                degree -= a * i64::from(holds);
                false
            }
            None => true,
        });
        all.sort_by_key(|&(_, literal)| literal.atom());
        // The terms of one variable become a multiple of its positive literal; negative coefficients are then made
        // positive.
        let mut terms: Vec<(i64, Literal)> = Vec::with_capacity(all.len());
        for same in all.chunk_by(|(_, one), (_, other)| one.atom() == other.atom()) {
            let positive = Literal::of_atom(same[0].1.atom());
            let mut total = 0;
            for &(a, literal) in same {
                if literal.is_negated() {
                    degree -= a;
                    total -= a;
                } else {
                    total += a;
                }
            }
            match total {
                0 => {}
                1.. => terms.push((total, positive)),
                _ => {
                    degree -= total;
                    terms.push((-total, !positive));
                }
            }
        }
        Inequality { terms, degree }.saturated()
    }

    /// Returns the clause of the literals.
    pub fn clause(literals: impl IntoIterator<Item = Literal>) -> Inequality {
        Inequality::clause_of(literals.into_iter().collect())
    }

    /// The work of `clause`, compiled once.
    fn clause_of(mut literals: Vec<Literal>) -> Inequality {
        literals.sort_unstable();
        literals.dedup();
        Inequality::new(literals.into_iter().map(|literal| (1, literal)), 1)
    }

    /// No coefficient need be larger than the degree.
    fn saturated(mut self) -> Inequality {
        for (a, _) in &mut self.terms {
            *a = (*a).min(self.degree.max(0));
        }
        self.terms.retain(|&(a, _)| a > 0);
        self
    }

    /// Returns whether the inequality always holds.
    pub fn is_trivial(&self) -> bool {
        self.degree <= 0
    }

    pub fn is_clause(&self) -> bool {
        self.degree == 1
    }

    /// Returns whether an assignment of all variables satisfies the inequality.
    #[cfg(test)]
    pub fn is_met(&self, holds: impl Fn(Literal) -> bool) -> bool {
        let sum: i64 = self.terms.iter().map(|&(a, literal)| a * i64::from(holds(literal))).sum();
        sum >= self.degree
    }
}

/// The name of a 0/1 variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Name {
    /// A number is a value: the index of its name, and the value.
    Is(u32, i64),
    /// A number is at least a value.
    AtLeast(u32, i64),
    /// An auxiliary variable.
    Auxiliary(u32),
}

/// A formula: 0/1 variables and inequalities over them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Formula {
    pub(crate) atoms: Vec<Name>,
    /// Names of numbers.
    pub(crate) numbers: Vec<String>,
    pub(crate) constraints: Vec<Inequality>,
    /// The objective, which is minimised.
    pub(crate) objective: Option<Vec<(i64, Literal)>>,
}

impl Formula {
    pub(crate) fn add_atom(&mut self, name: Name) -> Literal {
        self.atoms.push(name);
        Literal::of_atom(self.atoms.len() - 1)
    }

    pub(crate) fn auxiliary(&mut self) -> Literal {
        let number = self.atoms.len() as u32;
        self.add_atom(Name::Auxiliary(number))
    }

    /// Returns the number of 0/1 variables.
    pub fn variables(&self) -> usize {
        self.atoms.len()
    }

    /// Returns the number of inequalities.
    pub fn inequalities(&self) -> usize {
        self.constraints.len()
    }

    /// Returns the formula in the format OPB. It is not whole if the budget ends.
    pub(crate) fn opb(&self, budget: &mut Budget) -> String {
        let mut text = String::new();
        let (variables, constraints) = (self.variables(), self.inequalities());
        let _ = writeln!(text, "* #variable= {variables} #constraint= {constraints}");
        if let Some(terms) = &self.objective {
            text.push_str("min:");
            self.write_terms(terms, &mut text);
            text.push_str(" ;\n");
        }
        for constraint in &self.constraints {
            self.write(constraint, &mut text);
            text.push_str(" ;\n");
            budget.text = text.capacity();
            if budget.is_over(constraint.terms.len()) {
                break;
            }
        }
        text
    }

    /// Returns the formula in the format DIMACS CNF; `None` if some inequality is not a clause. It is not whole if the budget ends.
    pub(crate) fn cnf(&self, budget: &mut Budget) -> Option<String> {
        let mut text = format!("p cnf {} {}\n", self.variables(), self.inequalities());
        for constraint in &self.constraints {
            if !constraint.is_clause() {
                return None;
            }
            write_dimacs(constraint, &mut text);
            budget.text = text.capacity();
            if budget.is_over(constraint.terms.len()) {
                break;
            }
        }
        Some(text)
    }

    pub(crate) fn write(&self, constraint: &Inequality, text: &mut String) {
        let begin = text.len();
        self.write_terms(&constraint.terms, text);
        // The line does not begin with a space.
        if text[begin..].starts_with(' ') {
            text.remove(begin);
            text.push(' ');
        }
        let _ = write!(text, ">= {}", constraint.degree);
    }

    fn write_terms(&self, terms: &[(i64, Literal)], text: &mut String) {
        for &(a, literal) in terms {
            let _ = write!(text, " {a} ");
            self.write_literal(literal, text);
        }
    }

    pub(crate) fn write_literal(&self, literal: Literal, text: &mut String) {
        if literal.is_negated() {
            text.push('~');
        }
        let sign = |value: i64| if value < 0 { "m" } else { "" };
        let written = match self.atoms[literal.atom()] {
            Name::Is(number, value) => {
                write!(text, "{}_{}{}", self.numbers[number as usize], sign(value), value.unsigned_abs())
            }
            Name::AtLeast(number, value) => {
                write!(text, "{}_ge{}{}", self.numbers[number as usize], sign(value), value.unsigned_abs())
            }
            Name::Auxiliary(number) => write!(text, "aux{number}"),
        };
        debug_assert!(written.is_ok(), "text can always be appended to");
    }
}

/// Appends a clause as numbers that end with 0.
pub(crate) fn write_dimacs(clause: &Inequality, text: &mut String) {
    for &(_, literal) in &clause.terms {
        let sign = if literal.is_negated() { "-" } else { "" };
        let _ = write!(text, "{sign}{} ", literal.atom() + 1);
    }
    text.push_str("0\n");
}
