//! Cells that differ and add up to a variable: filtered by the sets of numbers that they can take together.

use std::ops::RangeInclusive;

use csp::propagator::{Cost, Propagator, Status};
use csp::{Conflict, Constraint, Event, Posting, Slot, Store, Var, View};

use super::bits;

/// More sets than this cost more than they are worth.
const MOST_SETS: usize = 500;

/// The cells differ, and their sum is the last variable.
#[derive(Debug)]
pub(crate) struct Total {
    /// The cells, and then the total.
    scope: Vec<Var>,
    first: i32,
    /// The sets of as many numbers as there are cells, bit 0 being the first number, each with its sum.
    sets: Vec<(u64, i32)>,
}

impl Total {
    /// `None` where there are too many sets, or none.
    pub fn new(cells: &[Var], total: Var, numbers: RangeInclusive<i32>) -> Option<Total> {
        let (first, count) = (*numbers.start(), numbers.count());
        let mut sets = vec![(0, 0)];
        for _ in cells {
            // Each set goes on with numbers above its largest.
            let larger = |&(set, sum): &(u64, i32)| {
                let from = 64 - u64::leading_zeros(set);
                (from..count as u32).map(move |bit| (set | 1 << bit, sum + first + bit as i32))
            };
            sets = sets.iter().flat_map(larger).take(MOST_SETS + 1).collect();
            if sets.len() > MOST_SETS || sets.is_empty() {
                return None;
            }
        }
        Some(Total { scope: [cells, &[total]].concat(), first, sets })
    }
}

impl Constraint for Total {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let (total, cells) = values.split_last().expect("there is a total");
        let differ = (1..cells.len()).all(|at| !cells[..at].contains(&cells[at]));
        differ && cells.iter().sum::<i32>() == *total
    }

    fn post(&self, to: &mut Posting<'_>) {
        let mut cells: Vec<View> = self.scope.iter().map(|&var| to.view(var)).collect();
        let total = cells.pop().expect("there is a total");
        to.propagator(Filter { cells, total, first: self.first, sets: self.sets.clone() });
    }
}

/// A set counts while it has what is fixed, nothing that no cell can be, and something for every cell, and while the
/// total can be its sum. What is in no such set goes.
#[derive(Debug)]
struct Filter {
    cells: Vec<View>,
    total: View,
    first: i32,
    sets: Vec<(u64, i32)>,
}

impl Filter {
    fn filter(&self, store: &mut Store) -> Result<(), Conflict> {
        let (mut fixed, mut possible) = (0, 0);
        let mut domains = [0_u64; 64];
        let domains = &mut domains[..self.cells.len()];
        for (domain, &view) in domains.iter_mut().zip(&self.cells) {
            *domain = bits::load(store, view, self.first);
            possible |= *domain;
            fixed |= if domain.is_power_of_two() { *domain } else { 0 };
        }
        let mut supported = 0;
        let mut sums = Vec::new();
        for &(set, sum) in &self.sets {
            let fits = set & fixed == fixed
                && set & !possible == 0
                && store.contains(self.total, sum)
                && domains.iter().all(|domain| domain & set != 0);
            if fits {
                supported |= set;
                sums.push(sum);
            }
        }
        for &view in &self.cells {
            bits::keep(store, view, self.first, supported)?;
        }
        sums.sort_unstable();
        let (Some(&least), Some(&most)) = (sums.first(), sums.last()) else { return Err(Conflict) };
        store.at_least(self.total, least)?;
        store.at_most(self.total, most)?;
        let gone = (least..most).filter(|sum| sums.binary_search(sum).is_err());
        gone.into_iter().try_for_each(|sum| store.remove(self.total, sum))
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "total of different cells"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.cells.iter().chain([&self.total]).for_each(|view| watch(view.slot(), Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let size =
            |store: &Store| self.cells.iter().chain([&self.total]).map(|&view| store.size(view)).sum::<u32>();
        loop {
            let before = size(store);
            self.filter(store)?;
            if size(store) == before {
                return Ok(Status::Fixpoint);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use csp::Model;

    use super::*;

    #[test]
    fn only_sets_with_the_total_are_left() {
        let mut model = Model::new();
        let cells = model.vars(3, 1..=9);
        let total = model.var(3..=27);
        model.post(Total::new(&cells, total, 1..=9).unwrap());
        model.post(cells[2].ne(1) & cells[2].le(3));
        model.post(csp::table([total], [[6], [24], [25]]));
        let mut search = model.search().unwrap();
        let left = |var| search.engine().domain(var).iter().collect::<Vec<i32>>();
        // 24 and 25 would need numbers from 7 on in the last cell.
        assert_eq!((left(total), left(cells[0])), (vec![6], vec![1, 2, 3]));
        assert_eq!(search.solutions().count(), 4);
    }

    #[test]
    fn sets_are_counted() {
        let mut model = Model::new();
        let cells = model.vars(8, -4..=30);
        let total = model.var(0..=9);
        let sets =
            |count: usize, numbers| Total::new(&cells[..count], total, numbers).map(|all| all.sets.len());
        assert_eq!(sets(3, 1..=9), Some(84));
        assert_eq!(sets(8, -4..=4), Some(9));
        assert_eq!(sets(8, 1..=35), None);
        assert_eq!(sets(8, 1..=7), None);
    }
}
