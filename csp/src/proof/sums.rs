//! Sums of inequalities: consequences of equations and all-differents together.
//!
//! ```text
//!   house      all-different members that take all values add up to their sum
//!   derived    houses minus the equations that fill most of them: the rule of 45
//!   cage       which values different numbers with a known sum take, as auxiliary variables, one for each value
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;

use super::derive::Derivation;
use super::line::Line;
use crate::encode::{Inequality, KnownEquation, Literal, Number};

/// Σ a·number.
type Terms = Vec<(i64, Number)>;

/// A sum of inequalities under construction: Σ a·variable ≥ degree.
#[derive(Debug, Default)]
pub(super) struct Combination {
    terms: BTreeMap<usize, i64>,
    degree: i64,
    text: String,
}

impl Combination {
    pub fn add(&mut self, times: i64, line: &Line) {
        let (number, Inequality { terms, degree }) = line;
        if times == 0 {
            return;
        }
        let _ = write!(self.text, " {number}");
        self.added(times);
        self.degree += times * degree;
        terms.iter().for_each(|&(a, literal)| self.add_term(times * a, literal));
    }

    /// Adds that a literal is at least 0.
    pub fn add_literal(&mut self, times: i64, literal: Literal, derivation: &Derivation<'_>) {
        self.text.push(' ');
        derivation.encoder.formula.write_literal(literal, &mut self.text);
        self.added(times);
        self.add_term(times, literal);
    }

    fn added(&mut self, times: i64) {
        if times != 1 {
            let _ = write!(self.text, " {times} *");
        }
        if !self.terms.is_empty() {
            self.text.push_str(" +");
        }
    }

    fn add_term(&mut self, a: i64, literal: Literal) {
        let entry = self.terms.entry(literal.atom()).or_default();
        if literal.is_negated() {
            *entry -= a;
            self.degree -= a;
        } else {
            *entry += a;
        }
    }

    /// Divides, in the form with positive coefficients, and rounds up.
    pub fn divide(&mut self, by: i64) {
        let _ = write!(self.text, " {by} d");
        let negative: i64 = self.terms.values().map(|&a| a.min(0)).sum();
        let degree = divided_up(self.degree - negative, by);
        self.terms.values_mut().for_each(|a| *a = a.signum() * divided_up(a.abs(), by));
        let negative: i64 = self.terms.values().map(|&a| a.min(0)).sum();
        self.degree = degree + negative;
    }

    fn inequality(&self) -> Inequality {
        let terms = self.terms.iter().map(|(&atom, &a)| (a, Literal::of_atom(atom)));
        Inequality::new(terms, self.degree)
    }
}

/// Divides by a positive number and rounds up.
fn divided_up(number: i64, by: i64) -> i64 {
    -(-number).div_euclid(by)
}

impl Derivation<'_> {
    /// Returns an inequality of the formula.
    pub fn row(&self, at: usize) -> Line {
        (at + 1, self.encoder.formula.constraints[at].clone())
    }

    /// Writes a sum. There must be no assumptions.
    pub fn write_sum(&mut self, combination: &Combination) -> Line {
        let inequality = combination.inequality();
        self.text.push_str("pol");
        self.text.push_str(&combination.text);
        self.text.push_str(" s ;\n");
        (self.adopt(&inequality), inequality)
    }

    /// Returns the lines that bound the sum of a group's members from above and from below, if the members take all
    /// values.
    pub fn house(&mut self, group: usize) -> Option<[Line; 2]> {
        if let Some(known) = self.houses.get(&group) {
            return known.clone();
        }
        let lines = self.write_house(group);
        self.houses.insert(group, lines.clone());
        lines
    }

    fn write_house(&mut self, group: usize) -> Option<[Line; 2]> {
        let members = self.encoder.groups[group].members.clone();
        let values = self.encoder.all_values(&members);
        if values.len() != members.len() {
            return None;
        }
        let rows = &self.encoder.groups[group].at_most_one;
        let rows: Option<Vec<usize>> = values.iter().map(|value| rows.get(value).copied()).collect();
        let rows = rows?;
        let (low, high) = (values[0], values[values.len() - 1]);
        let side = |derivation: &Self, weight: &dyn Fn(i64) -> i64| {
            let mut sum = Combination::default();
            for (&value, &row) in values.iter().zip(&rows) {
                sum.add(weight(value), &derivation.row(row));
            }
            for &member in &members {
                derivation.add_order(&mut sum, member, weight);
            }
            sum
        };
        let at_most = side(self, &|value| value - low);
        let at_least = side(self, &|value| high - value);
        Some([self.write_sum(&at_most), self.write_sum(&at_least)])
    }

    /// Adds, for each value of a number, a multiple of the clause that "at least this value" implies "this value" or
    /// "at least the next value".
    fn add_order(&self, sum: &mut Combination, number: Number, weight: &dyn Fn(i64) -> i64) {
        let Some(domain) = number.domain() else { return };
        let values = self.encoder.values(number);
        // The first and the last value need no clause.
        for (at, &row) in self.encoder.domains[domain].steps.iter().enumerate() {
            sum.add(weight(values[at + 1]), &self.row(row));
        }
        if self.encoder.domains[domain].steps.is_empty() && values.len() == 3 {
            sum.add(weight(values[1]), &self.row(self.encoder.domains[domain].some));
        }
    }

    /// Writes the upper and the lower bound of a sum of numbers that follows from groups and equations. Returns false
    /// if it is no linear combination of these.
    pub fn write_derived(
        &mut self,
        terms: &[(i64, Number)],
        groups: &[usize],
        equations: &[KnownEquation],
    ) -> bool {
        let mut parts: Vec<(Terms, [Line; 2])> = Vec::new();
        for &group in groups {
            let Some(lines) = self.house(group) else { return false };
            let members = &self.encoder.groups[group].members;
            parts.push((members.iter().map(|&member| (1, member)).collect(), lines));
        }
        for equation in equations {
            let lines = equation.rows.map(|row| self.row(row));
            parts.push((equation.terms.clone(), lines));
        }
        let sides: Vec<&[(i64, Number)]> = parts.iter().map(|(terms, _)| &terms[..]).collect();
        let Some(times) = multipliers(&sides, terms) else { return false };
        for side in 0..2 {
            let mut sum = Combination::default();
            for (&times, (_, lines)) in times.iter().zip(&parts) {
                let own = if times > 0 { side } else { 1 - side };
                sum.add(times.abs(), &lines[own]);
            }
            self.write_sum(&sum);
        }
        true
    }

    /// Defines a literal for each value that the numbers of an equation take, if they are members of one group and
    /// each counts once. Returns these literals.
    pub fn cage(&mut self, equation: usize) -> Option<Vec<Literal>> {
        if let Some(known) = self.cages.get(&equation) {
            return known.clone();
        }
        let literals = self.write_cage(equation);
        self.cages.insert(equation, literals.clone());
        literals
    }

    fn write_cage(&mut self, equation: usize) -> Option<Vec<Literal>> {
        let KnownEquation { terms, rows } = self.encoder.equations[equation].clone();
        if terms.len() < 2 || terms.iter().any(|&(a, _)| a != 1) {
            return None;
        }
        let numbers: Vec<Number> = terms.into_iter().map(|(_, number)| number).collect();
        let group = self
            .encoder
            .groups
            .iter()
            .position(|group| numbers.iter().all(|number| group.members.contains(number)))?;
        let values = self.encoder.all_values(&numbers);
        let mut literals = Vec::new();
        let (mut uppers, mut lowers) = (Vec::new(), Vec::new());
        for &value in &values {
            let (is_taken, upper, lower) = self.define_taken(&numbers, group, value);
            literals.push(is_taken);
            uppers.push(upper);
            lowers.push(lower);
        }
        let mut at_least = Combination::default();
        let mut at_most = Combination::default();
        uppers.iter().for_each(|line| at_least.add(1, line));
        lowers.iter().for_each(|line| at_most.add(1, line));
        for domain in numbers.iter().filter_map(|number| number.domain()) {
            let some = self.encoder.domains[domain].some;
            at_least.add(1, &self.row(some));
            if self.encoder.domains[domain].values.len() > 1 {
                at_most.add(1, &self.row(some + 1));
            }
        }
        self.write_sum(&at_least);
        self.write_sum(&at_most);
        let (low, high) = (values[0], values[values.len() - 1]);
        for (row, weight) in
            [(rows[1], &(|value| value - low) as &dyn Fn(i64) -> i64), (rows[0], &|value| high - value)]
        {
            let mut sum = Combination::default();
            sum.add(1, &self.row(row));
            for &number in &numbers {
                self.add_order(&mut sum, number, weight);
            }
            for (&value, line) in values.iter().zip(&uppers) {
                sum.add(weight(value), line);
            }
            self.write_sum(&sum);
        }
        Some(literals)
    }

    /// Defines a literal that holds iff one of the numbers, members of a group, takes a value. Returns it, with the lines
    /// that it is at most, and at least, how many of the numbers take the value.
    fn define_taken(&mut self, numbers: &[Number], group: usize, value: i64) -> (Literal, Line, Line) {
        let takers: Vec<Literal> = numbers.iter().map(|&number| self.encoder.is(number, value)).collect();
        let takers: Vec<Literal> = takers.into_iter().filter(|is| is.constant().is_none()).collect();
        let is_taken = self.add_atom();
        let size = takers.len() as i64;
        let some = takers.iter().map(|&is| (1, !is)).chain([(size, is_taken)]);
        let some = self.define(Inequality::new(some, size), is_taken);
        let none = takers.iter().copied().chain([!is_taken]);
        let lower = self.define(Inequality::clause(none), !is_taken);
        let Some(&row) = self.encoder.groups[group].at_most_one.get(&value).filter(|_| size > 1) else {
            return (is_taken, some, lower);
        };
        let mut sum = Combination::default();
        sum.add(size - 1, &self.row(row));
        for &member in &self.encoder.groups[group].members {
            let is = self.encoder.is(member, value);
            if is.constant().is_none() && !takers.contains(&is) {
                sum.add_literal(size - 1, is, self);
            }
        }
        sum.add(1, &some);
        sum.divide(size);
        (is_taken, self.write_sum(&sum), lower)
    }
}

/// Returns the multiplier of each part with which the parts add up to the terms.
fn multipliers(parts: &[&[(i64, Number)]], terms: &[(i64, Number)]) -> Option<Vec<i64>> {
    let mut columns: Vec<Number> = Vec::new();
    for &(_, number) in parts.iter().copied().flatten().chain(terms) {
        if !columns.contains(&number) {
            columns.push(number);
        }
    }
    let count = parts.len();
    let of = |list: &[(i64, Number)], column: Number| -> f64 {
        list.iter().filter(|&&(_, number)| number == column).map(|&(a, _)| a as f64).sum()
    };
    // A row for each number, and the wanted coefficient last.
    let mut rows: Vec<Vec<f64>> = columns
        .iter()
        .map(|&column| parts.iter().map(|part| of(part, column)).chain([of(terms, column)]).collect())
        .collect();
    let mut pivots = Vec::new();
    for column in 0..count {
        let from = pivots.len();
        let Some(best) = (from..rows.len()).find(|&row| rows[row][column].abs() > 0.5) else { continue };
        rows.swap(from, best);
        let pivot = rows[from].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            let factor = row[column] / pivot[column];
            if at != from && factor != 0.0 {
                row.iter_mut().zip(&pivot).for_each(|(a, b)| *a -= factor * b);
            }
        }
        pivots.push(column);
    }
    let mut times = vec![0; count];
    for (row, &column) in rows.iter().zip(&pivots) {
        times[column] = (row[count] / row[column]).round() as i64;
    }
    let is_met = |&column: &Number| {
        let sum: f64 = parts.iter().zip(&times).map(|(part, &times)| of(part, column) * times as f64).sum();
        sum == of(terms, column)
    };
    columns.iter().all(is_met).then_some(times)
}
