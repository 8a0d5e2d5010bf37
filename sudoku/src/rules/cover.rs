//! Cells that between them have a number of each class: one low, one middle, one high; or one of each remainder.
//!
//! Where a class has one number left, that number stands in one of the cells, and so not in a cell around that sees
//! all of them that can have it.

use std::sync::Arc;

use csp::propagator::{Propagator, Status};
use csp::{Conflict, Constraint, Event, Posting, Slot, Store, Var, View};

use super::bits;

/// Classes of numbers, each as the numbers in it.
pub(crate) type Classes = Arc<[Vec<i32>]>;

/// Each class has a cell with a number of it. Every number that the cells can take is in one of the classes, and in one alone.
#[derive(Debug)]
pub(crate) struct Cover {
    /// The cells, and then those around.
    scope: Vec<Var>,
    classes: Classes,
    /// For each cell around which of the cells it sees, a bit each.
    seen: Vec<u64>,
}

impl Cover {
    /// At most 64 cells; `around` are cells that differ from some of them, a bit each, whatever else holds.
    pub fn new(cells: &[Var], classes: &Classes, around: &[(Var, u64)]) -> Cover {
        let scope = cells.iter().copied().chain(around.iter().map(|(var, _)| *var)).collect();
        Cover { scope, classes: classes.clone(), seen: around.iter().map(|(_, seen)| *seen).collect() }
    }
}

impl Constraint for Cover {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let (cells, around) = values.split_at(self.scope.len() - self.seen.len());
        let differ = around.iter().zip(&self.seen).all(|(value, seen)| {
            cells.iter().enumerate().all(|(at, other)| seen >> at & 1 == 0 || value != other)
        });
        differ && self.classes.iter().all(|class| cells.iter().any(|value| class.contains(value)))
    }

    fn post(&self, to: &mut Posting<'_>) {
        let first = self.classes.iter().flatten().copied().min().unwrap_or_default();
        let mut cells: Vec<View> = self.scope.iter().map(|&cell| to.view(cell)).collect();
        let around = cells.split_off(cells.len() - self.seen.len());
        let around = around.into_iter().zip(self.seen.iter().copied()).collect();
        let bits = |class: &Vec<i32>| class.iter().fold(0, |bits, number| bits | 1_u64 << (number - first));
        let classes = self.classes.iter().map(bits).collect();
        to.propagator(Filter { cells, around, first, classes });
    }
}

/// A class that one cell alone can take goes there; and where no two cells more may share a class, nothing else takes the
/// class of a cell.
#[derive(Debug)]
struct Filter {
    cells: Vec<View>,
    around: Vec<(View, u64)>,
    /// The least number of all classes, which is bit 0.
    first: i32,
    classes: Vec<u64>,
}

impl Filter {
    /// Gives each class a cell that alone can take it, and keeps from those around what must stand in the cells.
    fn place(&self, store: &mut Store, domains: &mut [u64]) -> Result<(), Conflict> {
        for &class in &self.classes {
            let mut takers = (0..domains.len()).filter(|&at| domains[at] & class != 0);
            let taker = takers.next().ok_or(Conflict)?;
            if takers.next().is_none() {
                domains[taker] &= class;
                bits::keep(store, self.cells[taker], self.first, class)?;
                continue;
            }
            let left = class & domains.iter().fold(0, |all, domain| all | domain);
            if left.is_power_of_two() && !domains.contains(&left) {
                self.stands(store, left, domains)?;
            }
        }
        Ok(())
    }

    /// A number stands in one of the cells.
    fn stands(&self, store: &mut Store, bit: u64, domains: &[u64]) -> Result<(), Conflict> {
        let number = self.first + bit.trailing_zeros() as i32;
        let able = domains.iter().rev().fold(0, |able, domain| able << 1 | u64::from(domain & bit != 0));
        let mut around = self.around.iter().filter(|(_, seen)| able & !seen == 0);
        around.try_for_each(|&(view, _)| store.remove(view, number))
    }

    /// Keeps classes that have their cells from the others.
    fn spread(&self, store: &mut Store, domains: &mut [u64]) -> Result<(), Conflict> {
        let inside =
            |domains: &[u64], class: u64| domains.iter().filter(|&&domain| domain & !class == 0).count();
        let shared: usize = self.classes.iter().map(|&class| inside(domains, class).saturating_sub(1)).sum();
        if shared + self.classes.len() < domains.len() {
            return Ok(());
        }
        for &class in &self.classes {
            if inside(domains, class) > 0 {
                for (domain, &view) in domains.iter_mut().zip(&self.cells) {
                    if *domain & !class != 0 {
                        *domain &= !class;
                        bits::keep(store, view, self.first, !class)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "cover"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.cells.iter().for_each(|view| watch(view.slot(), Event::Change));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut domains = [0; 64];
        let domains = &mut domains[..self.cells.len()];
        for (domain, &view) in domains.iter_mut().zip(&self.cells) {
            *domain = bits::load(store, view, self.first);
        }
        let size = |domains: &[u64]| domains.iter().map(|domain| domain.count_ones()).sum::<u32>();
        loop {
            let before = size(domains);
            self.place(store, domains)?;
            self.spread(store, domains)?;
            if size(domains) == before {
                return Ok(Status::Fixpoint);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use csp::Model;

    use super::*;

    fn solve(cells: usize, kept: &[&[i32]]) -> (usize, Vec<Vec<i32>>) {
        let mut model = Model::new();
        let cells = model.vars(cells, 0..=5);
        for (cell, kept) in cells.iter().zip(kept) {
            model.post(csp::table([cell], kept.iter().map(|&number| [number])));
        }
        let classes: Classes = Arc::from([vec![0, 1], vec![2, 3], vec![4, 5]]);
        model.post(Cover::new(&cells, &classes, &[]));
        let mut search = model.search().unwrap();
        let left = cells.iter().map(|&cell| search.engine().domain(cell).iter().collect()).collect();
        (search.solutions().count(), left)
    }

    #[test]
    fn every_class_has_a_cell() {
        // Three classes onto three cells, and onto four, two of which share one.
        assert_eq!(solve(3, &[]).0, 6 * 8);
        assert_eq!(solve(4, &[]).0, 36 * 16);
        assert_eq!(solve(2, &[]).0, 0);
    }

    #[test]
    fn classes_are_told_before_any_search() {
        let (_, left) = solve(3, &[&[1]]);
        assert_eq!(left, [vec![1], vec![2, 3, 4, 5], vec![2, 3, 4, 5]]);
        let (_, left) = solve(4, &[&[1], &[0, 1], &[0, 3, 4]]);
        assert_eq!(left[3], [2, 3, 4, 5]);
    }

    /// All domains of three numbers of three classes, two cells with one around them that sees both: what goes is nowhere
    /// in a solution, and the last number of a class goes from around.
    #[test]
    fn the_last_number_of_a_class_is_in_the_cells() {
        let classes: Classes = Arc::from([vec![0, 1], vec![2, 3]]);
        let numbers = |set: u32| (0..4).filter(move |number| set >> number & 1 != 0);
        let mut told = 0;
        for sets in 0..16_u32.pow(3) {
            let sets = [sets % 16, sets / 16 % 16, sets / 256];
            if sets.contains(&0) {
                continue;
            }
            let mut model = Model::new();
            let cells = sets.map(|set| model.var(numbers(set).collect::<csp::Values>()));
            model.post(Cover::new(&cells[..2], &classes, &[(cells[2], 0b11)]));
            model.post(cells[0].ne(cells[2]));
            model.post(cells[1].ne(cells[2]));
            let mut wanted: Vec<[i32; 3]> = Vec::new();
            for (a, b) in numbers(sets[0]).flat_map(|a| numbers(sets[1]).map(move |b| (a, b))) {
                wanted.extend(
                    numbers(sets[2]).filter(|&c| a / 2 != b / 2 && c != a && c != b).map(|c| [a, b, c]),
                );
            }
            let Ok(mut search) = model.search() else {
                assert!(wanted.is_empty());
                continue;
            };
            let left: Vec<i32> = search.engine().domain(cells[2]).iter().collect();
            if left.len() < sets[2].count_ones() as usize && sets[..2].iter().all(|set| set.count_ones() > 1)
            {
                told += 1;
            }
            assert!(wanted.iter().all(|found| left.contains(&found[2])));
            assert_eq!(search.solutions().count(), wanted.len());
        }
        assert!(told > 0);
    }
}
