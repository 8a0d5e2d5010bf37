//! Cells that between them have a number of each class: one low, one middle, one high; or one of each remainder.

use std::sync::Arc;

use csp::propagator::{Propagator, Status};
use csp::{Compile, Conflict, Constraint, Event, Slot, Store, Var, View};

/// Classes of numbers, each as the numbers in it.
pub(crate) type Classes = Arc<[Vec<i32>]>;

/// Each class has a cell with a number of it. The classes have no number in common.
#[derive(Debug)]
pub(crate) struct Cover {
    pub cells: Vec<Var>,
    pub classes: Classes,
}

impl Constraint for Cover {
    fn scope(&self) -> &[Var] {
        &self.cells
    }

    fn accepts(&self, values: &[i32]) -> bool {
        self.classes.iter().all(|class| values.iter().any(|value| class.contains(value)))
    }

    fn post(&self, to: &mut Compile<'_>) {
        let views: Vec<View> = self.cells.iter().map(|&cell| to.view(cell)).collect();
        let bits = |store: &Store, view: View, class: &[i32]| {
            let zero = store.base(view.slot()) + view.offset();
            let place = |number: &i32| u32::try_from(number - zero).ok();
            let bits = class.iter().filter_map(place).filter_map(|place| 1_u64.checked_shl(place));
            bits.fold(0, |all, bit| all | bit)
        };
        let store = to.store();
        let masks = self.classes.iter().map(|class| views.iter().map(|&view| bits(store, view, class)));
        let masks: Vec<Vec<u64>> = masks.map(Iterator::collect).collect();
        to.propagator(Filter { views, masks });
    }
}

/// A class that one cell alone can take goes there; and where no two cells more may share a class, nothing else takes the
/// class of a cell.
#[derive(Debug)]
struct Filter {
    views: Vec<View>,
    /// For each class and cell the bits of the cell's domain that are in the class.
    masks: Vec<Vec<u64>>,
}

impl Filter {
    fn word(store: &Store, view: View) -> u64 {
        store.word(view.slot())
    }

    /// Gives each class a cell that alone can take it.
    fn place(&self, store: &mut Store) -> Result<(), Conflict> {
        self.masks.iter().try_for_each(|masks| {
            let cells = self.views.iter().zip(masks);
            let mut takers = cells.filter(|&(&view, &mask)| Filter::word(store, view) & mask != 0);
            let (&view, &mask) = takers.next().ok_or(Conflict)?;
            if takers.next().is_some() { Ok(()) } else { store.keep(view.slot(), mask) }
        })
    }

    /// Keeps classes that have their cells from the others.
    fn spread(&self, store: &mut Store) -> Result<(), Conflict> {
        let is_in = |store: &Store, view: View, mask: u64| Filter::word(store, view) & !mask == 0;
        let inside = |store: &Store, masks: &[u64]| {
            self.views.iter().zip(masks).filter(|&(&view, &mask)| is_in(store, view, mask)).count()
        };
        let shared: usize = self.masks.iter().map(|masks| inside(store, masks).saturating_sub(1)).sum();
        if shared + self.masks.len() < self.views.len() {
            return Ok(());
        }
        for masks in &self.masks {
            if inside(store, masks) > 0 {
                for (&view, &mask) in self.views.iter().zip(masks) {
                    if !is_in(store, view, mask) {
                        store.keep(view.slot(), !mask)?;
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
        self.views.iter().for_each(|view| watch(view.slot(), Event::Change));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let size = |store: &Store| self.views.iter().map(|&view| store.size(view)).sum::<u32>();
        loop {
            let before = size(store);
            self.place(store)?;
            self.spread(store)?;
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

    fn solve(cells: usize, kept: &[&[i32]]) -> (usize, Vec<Vec<i32>>) {
        let mut model = Model::new();
        let cells = model.vars(cells, 0..=5);
        for (cell, kept) in cells.iter().zip(kept) {
            model.post(csp::table([cell], kept.iter().map(|&number| [number])));
        }
        let classes: Classes = Arc::from([vec![0, 1], vec![2, 3], vec![4, 5]]);
        model.post(Cover { cells: cells.clone(), classes });
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
}
