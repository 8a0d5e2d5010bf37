//! Unit propagation over inequalities, as checkers do it: a literal is true if the inequality cannot hold otherwise.
//!
//! A clause is visited when one of its two watched literals becomes false. For other inequalities the slack is
//! maintained: the sum of the coefficients whose literals are not false, less the degree.

use crate::encode::{Budget, Formula, Inequality, Literal};

/// The reason of a literal that was assumed.
const ASSUMED: u32 = u32::MAX;

/// Fewest literals of a clause that watches two.
const WATCHED: usize = 3;

#[derive(Clone, Copy, Debug)]
struct Row {
    start: usize,
    /// Equal to `start` if the row was removed.
    end: usize,
    slack: i64,
    largest: i64,
    /// The sum of all coefficients, less the degree.
    spare: i64,
    is_clause: bool,
    /// Whether the first two literals of the clause are watched.
    is_watched: bool,
}

/// The reason and position of an assignment.
#[derive(Clone, Copy, Debug, Default)]
struct Assigned {
    /// The inequality, or [`ASSUMED`].
    reason: u32,
    /// The place on the trail.
    position: u32,
}

/// The inequality cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refuted;

/// The part that cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conflict {
    Row(u32),
    /// An assumption that was false already.
    Assumption(Literal),
}

/// Inequalities and the literals that hold.
#[derive(Debug, Default)]
pub(super) struct Propagation {
    rows: Vec<Row>,
    terms: Vec<(i64, Literal)>,
    /// For each literal the inequalities that count it, with its coefficients.
    places: Vec<Vec<(u32, i64)>>,
    /// For each literal, the clauses that watch it, and perhaps clauses that no longer do.
    watchers: Vec<Vec<u32>>,
    /// For each atom whether it is true.
    values: Vec<Option<bool>>,
    assigned: Vec<Assigned>,
    trail: Vec<Literal>,
    /// Length of the part of the trail that the slacks include.
    counted: usize,
    /// The length of the trail before each level.
    levels: Vec<usize>,
    /// Rows to visit.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    /// Rows that were added at open levels, each with the lowest level at which it was visited.
    late: Vec<(u32, usize)>,
    conflict: Option<Conflict>,
    /// For each atom whether the analysis has met it.
    is_met: Vec<bool>,
    /// Once it is spent, no further conclusions are drawn.
    pub budget: Budget,
}

impl Propagation {
    pub fn new(atoms: usize) -> Propagation {
        Propagation {
            places: vec![Vec::new(); 2 * atoms],
            watchers: vec![Vec::new(); 2 * atoms],
            values: vec![None; atoms],
            assigned: vec![Assigned::default(); atoms],
            is_met: vec![false; atoms],
            ..Propagation::default()
        }
    }

    /// Adds a variable.
    pub fn add_atom(&mut self) {
        self.places.extend([Vec::new(), Vec::new()]);
        self.watchers.extend([Vec::new(), Vec::new()]);
        self.values.push(None);
        self.assigned.push(Assigned::default());
        self.is_met.push(false);
    }

    pub fn value(&self, literal: Literal) -> Option<bool> {
        literal.constant().or_else(|| self.values[literal.atom()].map(|value| value != literal.is_negated()))
    }

    /// Returns the value of a literal without assumptions.
    pub fn root_value(&self, literal: Literal) -> Option<bool> {
        self.value(literal).filter(|_| literal.constant().is_some() || self.is_of_root(literal))
    }

    fn is_of_root(&self, literal: Literal) -> bool {
        let root = self.levels.first().copied().unwrap_or(self.trail.len());
        (self.assigned[literal.atom()].position as usize) < root
    }

    /// Adds the inequalities of a formula, or those that the budget allows.
    pub fn add_all(&mut self, formula: &Formula) {
        for constraint in &formula.constraints {
            if self.budget.is_over(constraint.terms.len()) {
                return;
            }
            self.add(constraint);
        }
    }

    /// Adds an inequality without visiting it. All conclusions must have been drawn.
    pub fn add(&mut self, inequality: &Inequality) {
        self.budget.bytes += size_of::<Row>() + 3 * size_of_val(&*inequality.terms);
        let at = self.rows.len() as u32;
        let start = self.terms.len();
        self.terms.extend_from_slice(&inequality.terms);
        let is_clause = inequality.is_clause() && inequality.terms.len() >= WATCHED;
        let spare = inequality.terms.iter().map(|&(a, _)| a).sum::<i64>() - inequality.degree;
        let end = self.terms.len();
        let mut row = Row { start, end, slack: spare, largest: 0, spare, is_clause, is_watched: false };
        if !is_clause {
            for &(a, literal) in &inequality.terms {
                let is_counted = self.value(literal) == Some(false)
                    && (self.assigned[literal.atom()].position as usize) < self.counted;
                row.slack -= if is_counted { a } else { 0 };
                row.largest = row.largest.max(a);
                self.places[literal.index()].push((at, a));
            }
        }
        self.rows.push(row);
        self.is_queued.push(true);
        self.queue.push(at);
        if !self.levels.is_empty() {
            self.late.push((at, self.levels.len()));
        }
    }

    /// Returns the number of inequalities.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Removes an inequality, unless it is the reason of a literal at the root. Returns whether it was removed. No
    /// level may be open.
    pub fn remove(&mut self, row: usize) -> bool {
        let Row { start, end, is_clause, .. } = self.rows[row];
        let is_reason = |&(_, literal): &(i64, Literal)| {
            self.value(literal) == Some(true) && self.assigned[literal.atom()].reason == row as u32
        };
        if self.terms[start..end].iter().any(is_reason) {
            return false;
        }
        if !is_clause {
            for &(_, literal) in &self.terms[start..end] {
                self.places[literal.index()].retain(|&(other, _)| other as usize != row);
            }
        }
        self.rows[row].end = start;
        true
    }

    pub fn level(&self) -> usize {
        self.levels.len()
    }

    pub fn push(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Undoes the last level.
    pub fn pop(&mut self) {
        self.pop_to(self.levels.len().saturating_sub(1));
    }

    /// Undoes levels until `level` are open.
    pub fn pop_to(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else { return };
        self.levels.truncate(level);
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
        self.conflict = None;
        let mut late = std::mem::take(&mut self.late);
        for (row, looked) in &mut late {
            if *looked > level {
                *looked = level;
                self.enqueue(*row);
            }
        }
        late.retain(|&(_, looked)| looked > 0);
        self.late = late;
    }

    fn enqueue(&mut self, row: u32) {
        if !std::mem::replace(&mut self.is_queued[row as usize], true) {
            self.queue.push(row);
        }
    }

    /// Makes a literal true, without consequences.
    pub fn assume(&mut self, literal: Literal) -> Result<(), Refuted> {
        match self.value(literal) {
            Some(true) => Ok(()),
            Some(false) => {
                self.conflict = Some(Conflict::Assumption(literal));
                Err(Refuted)
            }
            None => {
                self.assign(literal, ASSUMED);
                Ok(())
            }
        }
    }

    fn assign(&mut self, literal: Literal, reason: u32) {
        self.values[literal.atom()] = Some(!literal.is_negated());
        self.assigned[literal.atom()] = Assigned { reason, position: self.trail.len() as u32 };
        self.trail.push(literal);
    }

    /// Draws all conclusions, or those that the budget allows.
    pub fn propagate(&mut self) -> Result<(), Refuted> {
        if self.conflict.is_some() {
            return Err(Refuted);
        }
        loop {
            while self.counted < self.trail.len() {
                let literal = !self.trail[self.counted];
                if self.budget.is_over(1 + self.places[literal.index()].len() / 16) {
                    return Ok(());
                }
                self.counted += 1;
                for &(row, a) in &self.places[literal.index()] {
                    let entry = &mut self.rows[row as usize];
                    entry.slack -= a;
                    if entry.slack < entry.largest && !self.is_queued[row as usize] {
                        self.is_queued[row as usize] = true;
                        self.queue.push(row);
                    }
                }
                self.visit_watchers(literal)?;
            }
            if self.budget.is_over(1) {
                return Ok(());
            }
            let Some(row) = self.queue.pop() else { return Ok(()) };
            self.is_queued[row as usize] = false;
            if self.rows[row as usize].is_clause { self.look_at_clause(row)? } else { self.look_at(row)? }
        }
    }

    fn refuted(&mut self, row: u32) -> Result<(), Refuted> {
        self.conflict = Some(Conflict::Row(row));
        Err(Refuted)
    }

    fn look_at(&mut self, row: u32) -> Result<(), Refuted> {
        let Row { start, end, slack, largest, .. } = self.rows[row as usize];
        if slack < 0 {
            return self.refuted(row);
        }
        if slack >= largest {
            return Ok(());
        }
        self.budget.is_over((end - start) / 16);
        for at in start..end {
            let (a, literal) = self.terms[at];
            if a > slack && self.value(literal).is_none() {
                self.assign(literal, row);
            }
        }
        Ok(())
    }

    /// Visits a whole clause, and watches the literals that became false last, or that are not false.
    fn look_at_clause(&mut self, row: u32) -> Result<(), Refuted> {
        let Row { start, end, is_watched, .. } = self.rows[row as usize];
        if start == end {
            return Ok(());
        }
        let before = [self.terms[start].1, self.terms[start + 1].1];
        for front in start..start + 2 {
            let falsified = |&at: &usize| {
                let literal = self.terms[at].1;
                let is_false = self.value(literal) == Some(false);
                if is_false { self.assigned[literal.atom()].position } else { u32::MAX }
            };
            let best = (front..end).max_by_key(falsified).expect("it has literals");
            self.terms.swap(front, best);
        }
        for at in start..start + 2 {
            let literal = self.terms[at].1;
            if !is_watched || !before.contains(&literal) {
                self.watchers[literal.index()].push(row);
            }
        }
        self.rows[row as usize].is_watched = true;
        let [first, second] = [self.terms[start].1, self.terms[start + 1].1];
        match [self.value(first), self.value(second)] {
            [Some(false), _] => self.refuted(row),
            [None, Some(false)] => {
                self.assign(first, row);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Visits the clauses that watch a literal that has become false.
    fn visit_watchers(&mut self, literal: Literal) -> Result<(), Refuted> {
        let mut watchers = std::mem::take(&mut self.watchers[literal.index()]);
        let mut result = Ok(());
        watchers.retain(|&row| {
            if result.is_err() {
                return true;
            }
            let Row { start, end, .. } = self.rows[row as usize];
            if start == end {
                return false;
            }
            if self.terms[start].1 == literal {
                self.terms.swap(start, start + 1);
            }
            let [first, second] = [self.terms[start].1, self.terms[start + 1].1];
            if second != literal {
                return false;
            }
            if self.value(first) == Some(true) {
                return true;
            }
            let other = (start + 2..end).find(|&at| self.value(self.terms[at].1) != Some(false));
            if let Some(other) = other {
                self.terms.swap(start + 1, other);
                self.watchers[self.terms[start + 1].1.index()].push(row);
                return false;
            }
            if self.value(first).is_none() {
                self.assign(first, row);
            } else {
                result = self.refuted(row);
            }
            true
        });
        self.watchers[literal.index()] = watchers;
        result
    }

    /// Returns assumptions that cannot hold together, after propagation has refuted them all, and undoes the last
    /// of them.
    pub fn core(&mut self) -> Vec<Literal> {
        let root = self.levels.first().copied().unwrap_or(self.trail.len());
        let mut core = Vec::new();
        match self.conflict {
            Some(Conflict::Row(row)) => self.meet_reason(row, None),
            Some(Conflict::Assumption(literal)) if literal.constant().is_none() => {
                core.push(literal);
                self.meet(literal);
            }
            _ => {}
        }
        let level = self.levels.len();
        let mut last = if core.is_empty() { 0 } else { level };
        for at in (root..self.trail.len()).rev() {
            let literal = self.trail[at];
            if !std::mem::replace(&mut self.is_met[literal.atom()], false) {
                continue;
            }
            match self.assigned[literal.atom()].reason {
                ASSUMED => {
                    core.push(literal);
                    last = last.max(self.levels.partition_point(|&length| length <= at));
                }
                row => self.meet_reason(row, Some(literal)),
            }
        }
        self.pop_to(last.saturating_sub(1));
        core
    }

    /// Marks the false literals because of which an inequality makes a literal true, or cannot hold.
    fn meet_reason(&mut self, row: u32, concluded: Option<Literal>) {
        let Row { start, end, spare, is_clause, .. } = self.rows[row as usize];
        let position = |literal: Literal| self.assigned[literal.atom()].position;
        let before = concluded.map_or(u32::MAX, position);
        let is_false = |literal: Literal| self.value(literal) == Some(false) && position(literal) < before;
        let terms = &self.terms[start..end];
        if is_clause {
            let others = terms.iter().filter(|&&(_, literal)| is_false(literal));
            let others: Vec<Literal> = others.map(|&(_, literal)| literal).collect();
            return others.into_iter().for_each(|literal| self.meet(literal));
        }
        // Marks false literals until their coefficients exceed the spare, less the coefficient of the concluded
        // literal.
        let own = terms.iter().find(|&&(_, literal)| Some(literal) == concluded).map_or(0, |&(a, _)| a);
        let mut lost: Vec<(i64, Literal)> =
            terms.iter().filter(|&&(_, literal)| is_false(literal)).copied().collect();
        let is_free = |literal: Literal| self.is_of_root(literal) || self.is_met[literal.atom()];
        lost.sort_by_key(|&(a, literal)| (!is_free(literal), -a));
        let left = spare - own;
        let mut needed = 0;
        let mut sum = 0;
        while sum <= left && needed < lost.len() {
            sum += lost[needed].0;
            needed += 1;
        }
        lost.truncate(needed);
        lost.into_iter().for_each(|(_, literal)| self.meet(literal));
    }

    fn meet(&mut self, literal: Literal) {
        self.is_met[literal.atom()] = !self.is_of_root(literal);
    }
}
