//! The parts of headings: what a step is called beyond the name of its technique.

use super::{Teller, capital};
use crate::candidates::Candidates;
use crate::explain::step::{Conclusion, Line, Proof};
use crate::rules::Origin;

impl Teller<'_> {
    /// The number of places of the first truth: a pair or a triple.
    pub fn tuple(&self) -> &'static str {
        match self.count_of_places() {
            2 => " pair",
            3 => " triple",
            _ => "",
        }
    }

    /// The number of candidates of the first truth.
    pub fn count_of_places(&self) -> usize {
        self.step.truths.first().map_or(0, |&truth| self.state.candidates_of(truth).len())
    }

    /// What the region of a single is called.
    pub fn region(&self) -> &'static str {
        if self.houses(&self.step.truths[..1]).starts_with("box") { "box" } else { "region" }
    }

    /// The truth whose cases a proof follows.
    pub fn case_of(&self) -> String {
        let Proof::Chain { lines, .. } = &self.step.proof else { return String::new() };
        let cases = lines.iter().find_map(|line| match line {
            Line::Cases { truth, .. } => Some(*truth),
            _ => None,
        });
        cases.map_or(String::new(), |truth| format!(" of {}", self.truth(truth)))
    }

    /// The kind of a sum: of cells inside or outside of the houses.
    pub fn balance(&self) -> String {
        let Some(relation) = self.relation() else { return String::new() };
        let grid = self.state.map.puzzle.grid();
        let houses = || {
            relation.origins.iter().filter_map(|origin| match origin {
                Origin::House(at) => Some(&grid.houses()[*at]),
                Origin::Clue(_) => None,
            })
        };
        let is_inside = |&cell: &usize| houses().any(|house| house.cells().contains(&(cell as u16)));
        let inside = relation.cells.iter().filter(|cell| is_inside(cell)).count();
        let outside = relation.cells.len() - inside;
        if houses().next().is_none() {
            return "Sum of clues".to_owned();
        }
        let values = 0..self.state.map.numbering.values as i32;
        let total: i32 = values.map(|value| grid.first_value() + value).sum();
        let kind = match (inside, outside) {
            (1, 0) => "innie",
            (_, 0) => "innies",
            (0, 1) => "outie",
            (0, _) => "outies",
            _ => "innies and outies",
        };
        format!("Rule of {total} ({kind})")
    }

    /// The rule of a clue, and what about it decides.
    pub fn aspect(&self) -> String {
        let Some(relation) = self.relation() else { return String::new() };
        let kinds = relation.origins.iter().map(|origin| match origin {
            Origin::Clue(at) => self.state.map.puzzle.clues()[*at].kind.title(),
            Origin::House(_) => "house".to_owned(),
        });
        let mut kinds: Vec<String> = kinds.collect();
        kinds.dedup();
        let open = relation.cells.iter().filter(|&&cell| !self.state.is_placed[cell]).count();
        let rule = match &kinds[..] {
            [kind] => capital(kind),
            _ => return "Several clues together".to_owned(),
        };
        let what = match &self.step.conclusion {
            _ if open == 1 => return format!("Last cell of the {}", kinds[0]),
            _ if self.are_removed(is_at_end) => "bounds",
            _ => "combinations",
        };
        format!("{rule} {what}")
    }

    /// Whether what a step removes from each cell, of the candidates given second, is of a kind.
    fn are_removed(&self, is_kind: fn(Candidates, Candidates) -> bool) -> bool {
        let is = |cell: usize, gone: Candidates| {
            let before = self.state.candidates(cell);
            is_kind(gone, before.without(gone))
        };
        match &self.step.conclusion {
            Conclusion::Place { cell, value } => {
                is(*cell, self.state.candidates(*cell).without(Candidates::one(*value)))
            }
            Conclusion::Remove(removals) => removals.iter().all(|removal| is(removal.cell, removal.values)),
        }
    }
}

/// Whether all values that are gone are below the others, or above.
fn is_at_end(gone: Candidates, left: Candidates) -> bool {
    let is_below = |one: Candidates, other: Candidates| one.iter().max() < other.iter().min();
    is_below(gone, left) || is_below(left, gone)
}
