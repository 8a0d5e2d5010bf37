//! Cells between the facts of a reason and what a clue excludes: what the facts leave each of them, one after the other.

use super::reasons::{Facts, Reasoner};
use super::step::{Middle, Reason, Removal};
use crate::candidates::Candidates;

/// More values than these that a sum leaves a cell are not told.
const MOST_LEFT: usize = 4;

/// In clues about more cells, no cell between is looked for, nor are more told one after the other.
const MOST_CELLS: usize = 12;
const MOST_BETWEEN: usize = 4;

/// Two cells that a constraint joins.
type Pairs = Vec<[usize; 2]>;

impl Reasoner<'_> {
    /// The values that a sum leaves a cell by facts about others, of which the cell has lost some before, if they are few.
    pub(super) fn left_by_sum(&mut self, relation: usize, reason: &Reason) -> Option<Vec<Middle>> {
        let [Removal { cell, .. }] = reason.gone[..] else { return None };
        if self.state.map.relations[relation].linear.is_empty() || !(1..=2).contains(&reason.from.len()) {
            return None;
        }
        let left = self.left_of(relation, &reason.from, cell);
        (1..=MOST_LEFT).contains(&left.len()).then(|| vec![Middle::Between { cell, left }])
    }

    /// Splits a reason of a clue that joins its cells two by two: what cells lose that no fact is beside is apart.
    pub(super) fn apart(&mut self, relation: usize, reason: Reason) -> Vec<Reason> {
        let (pairs, are_all) = self.pairs(relation);
        if !are_all || reason.gone.len() < 2 || reason.from.is_empty() || !reason.bounds.is_empty() {
            return vec![reason];
        }
        let is_near =
            |gone: &Removal| self.suffices(relation, &near(&pairs, gone.cell, &reason.from), Some(*gone));
        let (near, far): (Vec<Removal>, Vec<Removal>) = reason.gone.iter().copied().partition(is_near);
        let near = Some(near).filter(|near| !near.is_empty());
        let all = near.into_iter().chain(far.into_iter().map(|gone| vec![gone]));
        all.map(|gone| Reason { gone, ..reason.clone() }).collect()
    }

    /// The cells between facts and what they exclude of another cell, if no facts beside that cell exclude it.
    pub(super) fn between_cells(&mut self, relation: usize, reason: &Reason) -> Option<Vec<Middle>> {
        let [gone] = reason.gone[..] else { return None };
        let (pairs, _) = self.pairs(relation);
        if pairs.is_empty() || !reason.middle.is_empty() || reason.from.is_empty() {
            return None;
        }
        let is_direct = self.suffices(relation, &near(&pairs, gone.cell, &reason.from), Some(gone));
        if is_direct { None } else { self.path(relation, (&pairs, &reason.from), gone, &mut vec![gone.cell]) }
    }

    /// The cells between facts and what they exclude, from a fact on, without those of a way that was tried.
    fn path(
        &mut self,
        relation: usize,
        (pairs, from): (&Pairs, &Facts),
        gone: Removal,
        tried: &mut Vec<usize>,
    ) -> Option<Vec<Middle>> {
        let all = self.state.map.puzzle.all_values();
        for cell in beside(pairs, gone.cell) {
            if tried.contains(&cell) || self.state.is_placed[cell] || tried.len() > MOST_BETWEEN {
                continue;
            }
            let own = self.state.candidates(cell);
            let by_clue = self.left_of(relation, from, cell);
            let excludes = |left: &Candidates| self.suffices(relation, &[(cell, *left)], Some(gone));
            let Some(left) = [by_clue, by_clue.and(own)].into_iter().find(excludes) else { continue };
            let is_fact = from.contains(&(cell, left));
            if left.is_empty() || is_fact || left == all {
                continue;
            }
            let between = Middle::Between { cell, left };
            let lost = Removal { cell, values: own.without(left) };
            let mut facts = near(pairs, cell, from);
            facts.extend(from.iter().filter(|fact| fact.0 == cell));
            if self.suffices(relation, &facts, Some(lost)) {
                return Some(vec![between]);
            }
            tried.push(cell);
            let before = self.path(relation, (pairs, from), lost, tried);
            tried.pop();
            if let Some(mut path) = before {
                path.push(between);
                return Some(path);
            }
        }
        None
    }

    /// The values that facts leave a cell by a clue.
    fn left_of(&mut self, relation: usize, from: &Facts, cell: usize) -> Candidates {
        let mut left = Candidates::NONE;
        for value in self.state.map.puzzle.all_values().iter() {
            if !self.suffices(relation, from, Some(Removal { cell, values: Candidates::one(value) })) {
                left = left.with(value);
            }
        }
        left
    }

    /// The pairs of cells that constraints of a clue join, and whether it has no other constraints; none of a clue with many
    /// cells, or of a sum.
    fn pairs(&self, relation: usize) -> (Pairs, bool) {
        let about = &self.state.map.relations[relation];
        let cell = |var| {
            let at = about.vars.iter().position(|&own| own == about.model.local_id(var));
            at.map(|at| about.cells[at])
        };
        let (mut pairs, mut are_all) = (Pairs::new(), true);
        if !about.linear.is_empty() || !(3..=MOST_CELLS).contains(&about.cells.len()) {
            return (pairs, false);
        }
        for constraint in about.model.constraints() {
            let cells = constraint.scope().iter().map(|&var| cell(var)).collect::<Option<Vec<usize>>>();
            match cells.as_deref() {
                // That cells differ is seen in the grid.
                Some(_) if constraint.is_expressed_by_facts() => {}
                Some(&[a, b]) => pairs.push([a, b]),
                _ => are_all = false,
            }
        }
        let is_any = !pairs.is_empty();
        (pairs, are_all && is_any)
    }
}

/// The cells that are joined with one.
fn beside(pairs: &Pairs, cell: usize) -> Vec<usize> {
    let mut cells: Vec<usize> = Vec::new();
    for &[a, b] in pairs {
        let other = if a == cell { b } else { a };
        if (a == cell || b == cell) && !cells.contains(&other) {
            cells.push(other);
        }
    }
    cells
}

/// The facts about cells that are joined with one.
fn near(pairs: &Pairs, cell: usize, from: &Facts) -> Facts {
    let beside = beside(pairs, cell);
    from.iter().copied().filter(|(other, _)| beside.contains(other)).collect()
}
