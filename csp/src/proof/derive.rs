//! Lines of a proof: each follows from the formula and the lines before it by rules that a checker knows.
//!
//! ```text
//!   pol   a sum of inequalities: for a Hall set, its values at most once each, its members at least once
//!   rup   unit propagation alone refutes the negation
//! ```
//!
//! A conclusion that is not shown directly is split into cases: its negation is first refuted for each value of some
//! number.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::hall::{self, Halls};
use super::line::{Format, Line};
use super::propagate::{Propagation, Refuted};
use crate::encode::{Encoder, Inequality, Literal, Number, write_dimacs};

/// Largest number of cases of one conclusion.
pub(super) const MOST_CASES: u32 = 4_000;

/// The literals and numbers of a conclusion, which are split first.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    pub literals: Vec<Literal>,
    pub numbers: Vec<Number>,
}

/// The lines so far, and their consequences by unit propagation.
#[derive(Debug)]
pub(super) struct Derivation<'m> {
    pub encoder: Encoder<'m>,
    pub known: Propagation,
    /// The assumptions, with a level of `known` for each.
    assumed: Vec<Literal>,
    halls: Halls,
    pub text: String,
    format: Format,
    /// The number of the last inequality.
    last: usize,
    hall_sets: HashSet<Vec<u32>>,
    /// By group: the lines for the sum of its members.
    pub houses: HashMap<usize, Option<[Line; 2]>>,
    /// By equation: the literals for the values that its numbers take.
    pub cages: HashMap<usize, Option<Vec<Literal>>>,
    cases: u32,
    most_cases: u32,
    /// The lines of cases, with their rows. They are of no use once all cases are refuted.
    passing: Vec<(usize, usize)>,
    /// The number of the line that refutes everything.
    pub refutation: Option<usize>,
}

impl<'m> Derivation<'m> {
    pub fn new(mut encoder: Encoder<'m>, format: Format) -> Derivation<'m> {
        let formula = &encoder.formula;
        let mut known = Propagation::new(formula.variables());
        known.budget = std::mem::take(&mut encoder.budget);
        known.add_all(formula);
        let last = formula.inequalities();
        let halls = Halls::new(&encoder);
        let mut derivation = Derivation {
            encoder,
            known,
            assumed: Vec::new(),
            halls,
            text: String::new(),
            format,
            last,
            hall_sets: HashSet::new(),
            houses: HashMap::new(),
            cages: HashMap::new(),
            cases: 0,
            most_cases: MOST_CASES,
            passing: Vec::new(),
            refutation: None,
        };
        derivation.settle();
        derivation
    }

    /// Returns whether a limit has been reached.
    pub fn is_over(&mut self) -> bool {
        self.known.budget.text = self.text.capacity();
        self.known.budget.is_over_now()
    }

    /// Records an inequality that a line has added to the proof. Returns its number.
    pub fn adopt(&mut self, inequality: &Inequality) -> usize {
        self.settle();
        self.last += 1;
        let number = self.last;
        if !self.is_refuted() {
            self.known.add(inequality);
            self.settle();
        }
        number
    }

    /// Adds an auxiliary variable.
    pub fn add_atom(&mut self) -> Literal {
        self.known.add_atom();
        self.encoder.formula.auxiliary()
    }

    /// Writes a part of the definition of a literal: the inequality holds if the literal does.
    pub fn define(&mut self, inequality: Inequality, literal: Literal) -> Line {
        self.text.push_str("red ");
        self.encoder.formula.write(&inequality, &mut self.text);
        self.text.push_str(" : ");
        let positive = if literal.is_negated() { !literal } else { literal };
        self.encoder.formula.write_literal(positive, &mut self.text);
        self.text.push_str(if literal.is_negated() { " -> 0 ;\n" } else { " -> 1 ;\n" });
        (self.adopt(&inequality), inequality)
    }

    /// Draws conclusions without assumptions.
    pub fn settle(&mut self) {
        self.withdraw(0);
        let _ = self.propagate();
    }

    /// Undoes assumptions, except the first `left`.
    fn withdraw(&mut self, left: usize) {
        self.known.pop_to(left);
        self.assumed.truncate(left);
    }

    /// Draws conclusions from the assumptions.
    fn propagate(&mut self) -> Result<(), Refuted> {
        let result = self.known.propagate();
        if result == Err(Refuted) && self.assumed.is_empty() && self.refutation.is_none() {
            match self.format {
                Format::Pseudoboolean => self.text.push_str("rup >= 1 ;\n"),
                Format::Drat => self.text.push_str("0\n"),
            }
            self.last += 1;
            self.refutation = Some(self.last);
        }
        result
    }

    pub fn is_refuted(&self) -> bool {
        self.refutation.is_some()
    }

    /// Assumes literals and draws conclusions.
    pub fn suppose(&mut self, literals: &[Literal]) -> Result<(), Refuted> {
        if self.is_refuted() {
            return Err(Refuted);
        }
        let same = self.assumed.iter().zip(literals).take_while(|(one, other)| one == other).count();
        self.withdraw(same);
        self.propagate()?;
        for &literal in &literals[same..] {
            self.known.push();
            self.assumed.push(literal);
            self.known.assume(literal)?;
            self.propagate()?;
        }
        Ok(())
    }

    /// Writes the clause that refuted assumptions do not all hold, with as few of them as needed. Returns these
    /// assumptions.
    pub fn write_core(&mut self) -> Vec<Literal> {
        if self.is_refuted() {
            return Vec::new();
        }
        let core = self.known.core();
        self.assumed.truncate(self.known.level());
        if core.is_empty() {
            // The empty clause is written when it is noticed.
            self.settle();
            return core;
        }
        let clause = Inequality::clause(core.iter().map(|&literal| !literal));
        match self.format {
            Format::Pseudoboolean => {
                self.text.push_str("rup ");
                self.encoder.formula.write(&clause, &mut self.text);
                self.text.push_str(" ;\n");
            }
            Format::Drat => write_dimacs(&clause, &mut self.text),
        }
        self.last += 1;
        self.passing.push((self.last, self.known.rows()));
        self.known.add(&clause);
        core
    }

    /// Adds the sum that proves a Hall set under the current assumptions, if there is a Hall set that was not added
    /// yet.
    fn add_hall_set(&mut self) -> bool {
        if self.format == Format::Drat {
            return false;
        }
        let Some(found) = self.halls.find(&self.known) else { return false };
        if !self.hall_sets.insert(found.key()) {
            return false;
        }
        let (parts, sum) = found.sum(&self.encoder);
        self.text.push_str("pol");
        for (at, part) in parts.into_iter().enumerate() {
            self.text.push(' ');
            match part {
                hall::Part::Row(row) => {
                    let _ = write!(self.text, "{}", row + 1);
                }
                hall::Part::Literal(literal) => self.encoder.formula.write_literal(literal, &mut self.text),
            }
            if at > 0 {
                self.text.push_str(" +");
            }
        }
        self.text.push_str(" ;\n");
        self.last += 1;
        self.known.add(&sum);
        true
    }

    /// Proves that a goal follows from assumptions, by unit propagation and Hall sets alone. Afterwards the goal holds
    /// by unit propagation wherever `here` is assumed. Returns whether this succeeded.
    pub fn show(&mut self, assumptions: &[Literal], goal: Literal, here: &[Literal]) -> bool {
        let mut all = assumptions.to_vec();
        all.push(!goal);
        loop {
            if self.suppose(&all) == Err(Refuted) {
                self.write_core();
                return true;
            }
            if self.is_over() || !self.add_hall_set() {
                return false;
            }
            if self.holds(goal, here) {
                return true;
            }
        }
    }

    /// Returns whether unit propagation shows a goal under assumptions, or refutes the assumptions.
    pub fn holds(&mut self, goal: Literal, assumptions: &[Literal]) -> bool {
        self.suppose(assumptions) == Err(Refuted) || self.known.value(goal) == Some(true)
    }

    /// Like [`show`](Derivation::show), by cases: of the literals and numbers in `near` first, then of all numbers.
    pub fn show_by_cases(&mut self, assumptions: &[Literal], goal: Literal, near: &Near) -> bool {
        let mut all = assumptions.to_vec();
        all.push(!goal);
        self.cases = 0;
        self.passing.clear();
        let is_shown = self.refute(all, near);
        // The last clause is that of the goal, and subsumes the clauses of the cases.
        self.passing.pop();
        self.forget_cases();
        is_shown
    }

    /// Limits the number of cases of each conclusion.
    pub fn limit_cases(&mut self, most: u32) {
        self.most_cases = most;
    }

    fn forget_cases(&mut self) {
        self.settle();
        let passing = std::mem::take(&mut self.passing);
        if self.format == Format::Drat || self.is_refuted() {
            return;
        }
        let mut lines = String::new();
        for (line, row) in passing {
            if self.known.remove(row) {
                let _ = write!(lines, " {line}");
            }
        }
        if !lines.is_empty() {
            let _ = writeln!(self.text, "del id{lines} ;");
        }
    }

    /// Refutes assumptions by cases, and these by further cases. Returns whether this succeeded.
    fn refute(&mut self, mut assumptions: Vec<Literal>, near: &Near) -> bool {
        // The cases that are left beside each of the last assumptions.
        let mut open: Vec<std::vec::IntoIter<Literal>> = Vec::new();
        loop {
            let Some(mut core) = self.refuted(&assumptions) else {
                let Some(cases) = self.split(near) else { return false };
                let mut cases = cases.into_iter();
                assumptions.extend(cases.next());
                open.push(cases);
                continue;
            };
            // A core without the case refutes what the cases are split from, and so may the clause about the case.
            loop {
                let Some(cases) = open.last_mut() else { return true };
                let case = assumptions.pop().expect("a split assumes a case");
                self.known.budget.count(0, 1);
                if core.contains(&case) {
                    if self.suppose(&assumptions) == Ok(()) {
                        let Some(next) = cases.next() else { return false };
                        assumptions.push(next);
                        break;
                    }
                    core = self.write_core();
                }
                open.pop();
            }
        }
    }

    /// Refutes assumptions by unit propagation and Hall sets. Returns the assumptions that were used; `None` without
    /// success.
    fn refuted(&mut self, assumptions: &[Literal]) -> Option<Vec<Literal>> {
        loop {
            if self.suppose(assumptions) == Err(Refuted) {
                return Some(self.write_core());
            }
            if self.is_over() || !self.add_hall_set() {
                return None;
            }
        }
    }

    /// Returns the cases of an open number, unless there are too many cases already.
    fn split(&mut self, near: &Near) -> Option<Vec<Literal>> {
        self.cases = self.cases.saturating_add(1);
        self.known.budget.count(1, 0);
        self.known.budget.is_over(self.encoder.domains.len());
        if self.cases > self.most_cases || self.is_over() {
            return None;
        }
        self.choose(near)
    }

    /// Returns the cases of the number with the fewest open values, of the numbers in `near` if one of them is open.
    fn choose(&self, near: &Near) -> Option<Vec<Literal>> {
        let open = |number: Number| -> Vec<Literal> {
            let Some(domain) = number.domain() else { return Vec::new() };
            let literals = self.encoder.domains[domain].is.iter().copied();
            literals.filter(|&literal| self.known.value(literal).is_none()).collect()
        };
        let fewest = |numbers: &mut dyn Iterator<Item = Number>| {
            numbers.map(open).filter(|cases| !cases.is_empty()).min_by_key(Vec::len)
        };
        let number = fewest(&mut near.numbers.iter().copied());
        if number.as_ref().is_some_and(|cases| cases.len() <= 2) {
            return number;
        }
        let literal = near.literals.iter().find(|&&literal| self.known.value(literal).is_none());
        literal
            .map(|&literal| vec![literal, !literal])
            .or(number)
            .or_else(|| fewest(&mut (0..self.encoder.domains.len()).map(Number::of_domain)))
            .or_else(|| {
                let atoms = (0..self.encoder.formula.variables()).map(Literal::of_atom);
                let open = atoms.into_iter().find(|&atom| self.known.value(atom).is_none())?;
                Some(vec![open, !open])
            })
    }
}
