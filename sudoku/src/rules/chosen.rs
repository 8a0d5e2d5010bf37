//! Cells that differ and together take one of some sets of numbers, such as the runs of a renban.
//!
//! A set counts while it has what is fixed, nothing that no cell can be, and something for every cell. What is in no
//! such set goes; what is in all of them stands in one of the cells, and so not in a cell that sees all that can have it.

use csp::propagator::{Cost, Propagator, Status};
use csp::{Conflict, Constraint, Event, Posting, Slot, Store, Var, View};

use super::{bits, permuted};

#[derive(Debug)]
pub(crate) struct Chosen {
    /// The cells, and then those around.
    scope: Vec<Var>,
    first: i32,
    /// The sets of as many numbers as there are cells, bit 0 being the first number.
    sets: Vec<u64>,
    /// For each cell around which of the cells it sees, a bit each.
    seen: Vec<u64>,
}

impl Chosen {
    /// At most 64 cells; `around` are cells that differ from some of them, a bit each, whatever else holds.
    pub fn new(cells: &[Var], first: i32, sets: Vec<u64>, around: &[(Var, u64)]) -> Chosen {
        let scope = cells.iter().copied().chain(around.iter().map(|(var, _)| *var)).collect();
        Chosen { scope, first, sets, seen: around.iter().map(|(_, seen)| *seen).collect() }
    }

    fn cells(&self) -> usize {
        self.scope.len() - self.seen.len()
    }
}

impl Constraint for Chosen {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let (cells, around) = values.split_at(self.cells());
        let bit =
            |&value: &i32| u32::try_from(value - self.first).ok().and_then(|bit| 1_u64.checked_shl(bit));
        let set = cells.iter().map(bit).try_fold(0, |set, bit| bit.map(|bit| set | bit));
        let differ = around.iter().zip(&self.seen).all(|(value, seen)| {
            cells.iter().enumerate().all(|(at, other)| seen >> at & 1 == 0 || value != other)
        });
        differ && set.is_some_and(|set| self.sets.contains(&set))
    }

    fn post(&self, to: &mut Posting<'_>) {
        let mut cells: Vec<View> = self.scope.iter().map(|&var| to.view(var)).collect();
        let around = cells.split_off(self.cells()).into_iter().zip(self.seen.iter().copied()).collect();
        to.propagator(Filter { cells, around, first: self.first, sets: self.sets.clone() });
    }
}

#[derive(Debug)]
struct Filter {
    cells: Vec<View>,
    around: Vec<(View, u64)>,
    first: i32,
    sets: Vec<u64>,
}

impl Filter {
    /// A number stands in one of the cells. Whether that says anything new.
    fn stands(&self, store: &mut Store, bit: u64, domains: &[u64]) -> Result<bool, Conflict> {
        let number = self.first + bit.trailing_zeros() as i32;
        let able = domains.iter().rev().fold(0, |able, domain| able << 1 | u64::from(domain & bit != 0));
        if able.is_power_of_two() {
            store.assign(self.cells[able.trailing_zeros() as usize], number)?;
        }
        let mut news = able.is_power_of_two();
        for &(view, _) in self.around.iter().filter(|(_, seen)| able & !seen == 0) {
            news |= store.contains(view, number);
            store.remove(view, number)?;
        }
        Ok(news)
    }
}

impl Filter {
    /// Reads what the cells can have. Hands back what is fixed, and what is possible.
    #[inline(always)]
    fn load(&self, store: &Store, domains: &mut [u64]) -> (u64, u64) {
        let (mut fixed, mut possible) = (0, 0);
        for (domain, &view) in domains.iter_mut().zip(&self.cells) {
            *domain = bits::load(store, view, self.first);
            possible |= *domain;
            fixed |= if domain.is_power_of_two() { *domain } else { 0 };
        }
        (fixed, possible)
    }

    /// Leaves the cells what they have where they take a set between them, and what all such sets have to them alone.
    fn filter_exactly(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut domains = [0; permuted::MOST_CELLS];
        let domains = &mut domains[..self.cells.len()];
        let (fixed, possible) = self.load(store, domains);
        let mut supported = [0; permuted::MOST_CELLS];
        let supported = &mut supported[..domains.len()];
        let mut every = u64::MAX;
        for &set in &self.sets {
            let fits = set & fixed == fixed && set & !possible == 0;
            if fits && permuted::support(domains, set, supported) {
                every &= set;
            }
        }
        if supported[0] == 0 {
            return Err(Conflict);
        }
        let mut open = 0;
        for ((domain, &kept), &view) in domains.iter_mut().zip(&*supported).zip(&self.cells) {
            if *domain != kept {
                *domain = kept;
                bits::keep(store, view, self.first, kept)?;
            }
            open |= if kept.is_power_of_two() { 0 } else { kept };
        }
        let mut wanted = every & open;
        while wanted != 0 {
            self.stands(store, wanted & wanted.wrapping_neg(), domains)?;
            wanted &= wanted - 1;
        }
        Ok(Status::Fixpoint)
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "sets of different cells"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.cells.iter().for_each(|view| watch(view.slot(), Event::Change));
    }

    fn cost(&self) -> Cost {
        if self.cells.len() <= permuted::MOST_CELLS { Cost::Linear } else { Cost::Quadratic }
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if self.cells.len() <= permuted::MOST_CELLS {
            return self.filter_exactly(store);
        }
        let mut domains = [0_u64; 64];
        let domains = &mut domains[..self.cells.len()];
        let (fixed, possible) = self.load(store, domains);
        let (mut some, mut every) = (0, u64::MAX);
        for &set in &self.sets {
            let fits = set & fixed == fixed
                && set & !possible == 0
                && domains.iter().all(|domain| domain & set != 0);
            if fits {
                (some, every) = (some | set, every & set);
            }
        }
        let mut changed = false;
        for (domain, &view) in domains.iter_mut().zip(&self.cells) {
            changed |= *domain & !some != 0;
            *domain &= some;
            bits::keep(store, view, self.first, some)?;
        }
        let mut wanted = every & !fixed & some;
        while wanted != 0 {
            changed |= self.stands(store, wanted & wanted.wrapping_neg(), domains)?;
            wanted &= wanted - 1;
        }
        Ok(if changed { Status::Again } else { Status::Fixpoint })
    }
}

#[cfg(test)]
mod tests {
    use csp::Model;

    use super::*;

    #[test]
    fn what_all_sets_have_stands_somewhere() {
        let mut model = Model::new();
        let cells = model.vars(3, 1..=5);
        let around = model.vars(2, 1..=5);
        // 1 2 3, 2 3 4, 3 4 5; the first cell around sees all three, the other one two of them.
        model.post(Chosen::new(
            &cells,
            1,
            vec![0b111, 0b1110, 0b11100],
            &[(around[0], 0b111), (around[1], 0b011)],
        ));
        model.all_different(&cells);
        let left = |search: &csp::Search, var| search.engine().domain(var).iter().collect::<Vec<i32>>();
        let search = model.search().unwrap();
        assert_eq!([0, 1].map(|at| left(&search, around[at])), [vec![1, 2, 4, 5], vec![1, 2, 3, 4, 5]]);
        // 3 stands in the first two then, and 4, 5 have no run with 1.
        model.post(cells[2].eq(1));
        let search = model.search().unwrap();
        assert_eq!(left(&search, cells[0]), [2, 3]);
        assert_eq!(left(&search, around[1]), [1, 4, 5]);
    }
}
