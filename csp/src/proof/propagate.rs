//! Unit propagation over inequalities, as checkers do it: a literal holds if its inequality cannot hold without.

use super::formula::{Inequality, Literal};

#[derive(Clone, Copy, Debug)]
struct Row {
    start: usize,
    end: usize,
    /// What the literals that are not false add up to, less the degree.
    slack: i64,
    largest: i64,
}

/// The inequality cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refuted;

/// Inequalities and the literals that hold.
#[derive(Debug, Default)]
pub(super) struct Propagation {
    rows: Vec<Row>,
    terms: Vec<(i64, Literal)>,
    /// For each literal the inequalities that have it, with its coefficients.
    places: Vec<Vec<(u32, i64)>>,
    /// For each atom whether it is true.
    values: Vec<Option<bool>>,
    trail: Vec<Literal>,
    /// How much of the trail the slacks know of.
    counted: usize,
    levels: Vec<usize>,
    /// Rows to look at.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    is_refuted: bool,
}

impl Propagation {
    pub fn new(atoms: usize) -> Propagation {
        Propagation {
            places: vec![Vec::new(); 2 * atoms],
            values: vec![None; atoms],
            ..Propagation::default()
        }
    }

    /// Adds a variable.
    pub fn add_atom(&mut self) {
        self.places.extend([Vec::new(), Vec::new()]);
        self.values.push(None);
    }

    pub fn value(&self, literal: Literal) -> Option<bool> {
        literal.constant().or_else(|| self.values[literal.atom()].map(|value| value != literal.is_negated()))
    }

    /// Adds an inequality, without a look at it. No level may be open, and nothing to look at but what was added.
    pub fn add(&mut self, inequality: &Inequality) {
        debug_assert!(self.levels.is_empty() && self.counted == self.trail.len(), "it is added for good");
        let at = self.rows.len() as u32;
        let start = self.terms.len();
        let (mut slack, mut largest) = (-inequality.degree, 0);
        for &(a, literal) in &inequality.terms {
            if self.value(literal) != Some(false) {
                slack += a;
            }
            largest = largest.max(a);
            self.places[literal.index()].push((at, a));
            self.terms.push((a, literal));
        }
        self.rows.push(Row { start, end: self.terms.len(), slack, largest });
        self.is_queued.push(true);
        self.queue.push(at);
    }

    /// Returns the number of inequalities.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Takes out an inequality. No level may be open; what it has made true stays.
    pub fn remove(&mut self, row: usize) {
        let Row { start, end, .. } = self.rows[row];
        for at in start..end {
            let (_, literal) = self.terms[at];
            let places = &mut self.places[literal.index()];
            if let Some(place) = places.iter().rposition(|&(other, _)| other as usize == row) {
                places.remove(place);
            }
        }
        self.rows[row] = Row { start: 0, end: 0, slack: 0, largest: 0 };
    }

    pub fn push(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Undoes the last level.
    pub fn pop(&mut self) {
        let Some(length) = self.levels.pop() else { return };
        while self.trail.len() > length {
            let literal = self.trail.pop().expect("it is longer");
            self.values[literal.atom()] = None;
            if self.counted > self.trail.len() {
                self.counted -= 1;
                for &(row, a) in &self.places[(!literal).index()] {
                    self.rows[row as usize].slack += a;
                }
            }
        }
        for row in self.queue.drain(..) {
            self.is_queued[row as usize] = false;
        }
        self.is_refuted = false;
    }

    pub fn pop_all(&mut self) {
        while !self.levels.is_empty() {
            self.pop();
        }
    }

    /// Makes a literal true, without consequences.
    pub fn assume(&mut self, literal: Literal) -> Result<(), Refuted> {
        match self.value(literal) {
            Some(true) => Ok(()),
            Some(false) => {
                self.is_refuted = true;
                Err(Refuted)
            }
            None => {
                self.values[literal.atom()] = Some(!literal.is_negated());
                self.trail.push(literal);
                Ok(())
            }
        }
    }

    /// Draws all conclusions.
    pub fn propagate(&mut self) -> Result<(), Refuted> {
        if self.is_refuted {
            return Err(Refuted);
        }
        loop {
            while self.counted < self.trail.len() {
                let literal = self.trail[self.counted];
                self.counted += 1;
                for &(row, a) in &self.places[(!literal).index()] {
                    let entry = &mut self.rows[row as usize];
                    entry.slack -= a;
                    if entry.slack < entry.largest && !self.is_queued[row as usize] {
                        self.is_queued[row as usize] = true;
                        self.queue.push(row);
                    }
                }
            }
            let Some(row) = self.queue.pop() else { return Ok(()) };
            self.is_queued[row as usize] = false;
            self.look_at(row).inspect_err(|Refuted| self.is_refuted = true)?;
        }
    }

    fn look_at(&mut self, row: u32) -> Result<(), Refuted> {
        let Row { start, end, slack, largest } = self.rows[row as usize];
        if slack < 0 {
            return Err(Refuted);
        }
        if slack >= largest {
            return Ok(());
        }
        for at in start..end {
            let (a, literal) = self.terms[at];
            if a > slack && self.value(literal).is_none() {
                self.assume(literal)?;
            }
        }
        Ok(())
    }
}
