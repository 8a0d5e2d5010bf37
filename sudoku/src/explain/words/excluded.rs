//! What values that hold exclude by rules, beyond the houses of the grid, in words.

use super::Teller;
use super::table::{list, phrase};
use crate::candidates::Candidates;
use crate::explain::truth::Truth;
use crate::rules::Origin;

impl Teller<'_> {
    /// What values that hold exclude of a cell, of the places of a value or of some cells of a clue, by rules alone.
    pub(super) fn excluded(
        &self,
        (truth, cells): (Truth, &[usize]),
        rules: &[usize],
        held: &[(usize, u8)],
    ) -> String {
        let map = &self.state.map;
        let is_named = |origin: Origin| matches!(origin, Origin::Clue(clue) if rules.contains(&clue));
        if rules.is_empty() {
            return String::new();
        }
        // What each of the values excludes, as the values of some cells.
        let mut excluded: Vec<((usize, Candidates), Vec<usize>)> = Vec::new();
        let is_told = |cell: usize| !matches!(truth, Truth::Relation(_)) || cells.contains(&cell);
        for (cell, values) in self.state.candidates_of(truth).into_iter().filter(|&(cell, _)| is_told(cell)) {
            let mut by: Vec<(usize, Candidates)> = Vec::new();
            for value in values.iter() {
                let candidate = map.candidate(cell, value.into());
                let links = held.iter().filter(|&&(from, _)| from != cell).filter_map(|&(from, value)| {
                    Some((from, map.link(map.candidate(from, value.into()), candidate)?))
                });
                let links: Vec<(usize, Origin)> = links.collect();
                if let Some(&(from, _)) = links.first()
                    && links.iter().all(|&(_, origin)| is_named(origin))
                {
                    match by.iter_mut().find(|(known, _)| *known == from) {
                        Some((_, values)) => *values = values.with(value),
                        None => by.push((from, Candidates::one(value))),
                    }
                }
            }
            for by in by {
                match excluded.iter_mut().find(|(known, _)| *known == by) {
                    Some((_, cells)) => cells.push(cell),
                    None => excluded.push((by, vec![cell])),
                }
            }
        }
        // Of a cell that is left hardly anything, that is told.
        let value_of = |from: usize| held.iter().find(|&&(by, _)| by == from).map_or(0, |&(_, value)| value);
        let kept = |from: usize, cell: usize| {
            let value = value_of(from);
            let by = map.candidate(from, value.into());
            let is_kept = |other: &u8| !map.links(by, map.candidate(cell, usize::from(*other))).any(is_named);
            let all = map.puzzle.all_values();
            all.iter().filter(is_kept).fold(Candidates::NONE, Candidates::with)
        };
        let told = excluded.iter().map(|&((from, values), ref cells)| {
            let name = self.cells_named(cells, "and");
            let left = kept(from, cells[0]);
            let is_few = left.len() <= 2 && left.len() < values.len() && cells.len() == 1;
            if let Some(pointing) = self.pointing((from, value_of(from)), (values, cells), rules) {
                return pointing;
            }
            if is_few && !left.is_empty() {
                let left = phrase("only", &[&self.symbols(left, "or")]);
                return phrase("leaves", &[&self.cell(from), &phrase("for", &[&left, &name])]);
            }
            phrase("excludes", &[&self.cell(from), &self.symbols(values, "and"), &name])
        });
        if excluded.is_empty() { String::new() } else { list(&told.collect::<Vec<_>>(), "and") }
    }

    /// The end of what a cell says of another one.
    pub(super) fn points_to(&self, cell: usize, value: u8) -> String {
        let number = self.state.map.puzzle.grid().number(value).to_string();
        phrase("points", &["", "", &self.cell(cell), &number]).trim_start_matches([' ', 'i', 'n']).to_owned()
    }

    /// What a cell with a value says of another one by a rule whose cells point to others, if that excludes values of
    /// this one; or what an excluded value would say of the cell.
    fn pointing(
        &self,
        (from, value): (usize, u8),
        (excluded, cells): (Candidates, &[usize]),
        rules: &[usize],
    ) -> Option<String> {
        let (puzzle, &[cell], &[rule]) = (&self.state.map.puzzle, cells, rules) else { return None };
        let (clue, grid) = (&puzzle.clues()[rule], puzzle.grid());
        let told = |name: &str, by: usize, value: u8, other: usize| {
            let (target, number) = (clue.kind.points)(clue, grid, by as u16, grid.number(value))?;
            let parts = [self.symbol(value), self.cell(by), self.cell(other), number.to_string()];
            let is_own = clue.cells().contains(&(by as u16)) && usize::from(target) == other;
            is_own.then(|| phrase(name, &parts.each_ref().map(String::as_str)))
        };
        let would = || excluded.value().and_then(|excluded| told("would point", cell, excluded, from));
        told("points", from, value, cell).or_else(would)
    }
}
