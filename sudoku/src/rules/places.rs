//! Values that have few places left in a row, column, region or other set that takes them all: a cell that sees all the
//! places does not have the value.
//!
//! Where the cell shares another such set with the places, the all-differents together find that by themselves. Other
//! rules let it see further: cages and renbans, diagonals, the moves of chessmen.
//!
//! ```text
//!   . . 5? | . . . | . 5? .      the only two 5s of a row
//!   . . .  | . x . | . . .       x is a knight's move and a cage away from them: no 5
//! ```

use csp::propagator::{Cost, Propagator, Status};
use csp::{Conflict, Constraint, Event, Posting, Slot, Store, Var, View};

use super::bits;
use super::draft::Draft;
use super::sets_of::SetsOf;

/// Adds what is seen from around the sets of a draft. All-differents alone have better ways.
pub(super) fn add(draft: &mut Draft<'_>) {
    if !draft.facts.go_beyond_houses() || draft.is_said_by_facts() {
        return;
    }
    let grid = draft.grid();
    let first = *draft.numbers().start();
    let all = grid
        .houses()
        .iter()
        .map(|house| house.cells())
        .chain(draft.facts.groups.iter().map(|group| &group[..]));
    let sets: Vec<&[u16]> = all.filter(|cells| draft.values_of(cells).len() == cells.len()).collect();
    let sets_of = SetsOf::new(grid.cells(), sets.iter().copied());
    let mut found = Vec::new();
    // What each set shares with one of them, and so sees from all its cells.
    let mut shared = vec![0_u64; sets.len()];
    for &set in &sets {
        let mut around = draft.facts.around_beyond_houses(set);
        if around.is_empty() {
            continue;
        }
        shared.fill(0);
        for (place, &cell) in set.iter().enumerate() {
            sets_of.of(cell).iter().for_each(|&other| shared[other] |= 1 << place);
        }
        around.retain(|&(cell, seen)| sets_of.of(cell).iter().all(|&other| seen & !shared[other] != 0));
        if !around.is_empty() {
            let around: Vec<(Var, u64)> =
                around.into_iter().map(|(cell, seen)| (draft.var(cell), seen)).collect();
            let values = draft.values_of(set).iter().fold(0, |all, value| all | 1 << value);
            found.push(Places::new(&draft.vars(set), first, values, &around));
        }
    }
    found.into_iter().for_each(|places| draft.post(places));
}

/// Cells that take each of as many values, and cells around that differ from some of them.
#[derive(Debug)]
struct Places {
    /// The cells, and then those around.
    scope: Vec<Var>,
    /// The least number of the grid.
    first: i32,
    /// The values that the cells take, bit 0 being the least number.
    values: u64,
    /// For each cell around which of the cells it sees, a bit each.
    seen: Vec<u64>,
}

impl Places {
    fn new(cells: &[Var], first: i32, values: u64, around: &[(Var, u64)]) -> Places {
        let scope = cells.iter().copied().chain(around.iter().map(|(var, _)| *var)).collect();
        Places { scope, first, values, seen: around.iter().map(|(_, seen)| *seen).collect() }
    }

    fn cells(&self) -> usize {
        self.scope.len() - self.seen.len()
    }
}

impl Constraint for Places {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let (cells, around) = values.split_at(self.cells());
        let differs = |(value, seen): (&i32, &u64)| {
            cells.iter().enumerate().all(|(at, other)| seen >> at & 1 == 0 || value != other)
        };
        let bit =
            |&value: &i32| u32::try_from(value - self.first).ok().and_then(|bit| 1_u64.checked_shl(bit));
        let taken = cells.iter().map(bit).try_fold(0, |taken, bit| bit.map(|bit| taken | bit));
        around.iter().zip(&self.seen).all(differs) && taken == Some(self.values)
    }

    fn post(&self, to: &mut Posting<'_>) {
        let mut cells: Vec<View> = self.scope.iter().map(|&var| to.view(var)).collect();
        let around = cells.split_off(self.cells()).into_iter().zip(self.seen.iter().copied()).collect();
        to.propagator(Filter { cells, around, first: self.first, values: self.values });
    }
}

#[derive(Debug)]
struct Filter {
    cells: Vec<View>,
    around: Vec<(View, u64)>,
    first: i32,
    values: u64,
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "places"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.cells.iter().for_each(|view| watch(view.slot(), Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let (mut once, mut twice, mut thrice, mut more) = (0, 0, 0, 0);
        for &view in &self.cells {
            let domain = bits::load(store, view, self.first);
            more |= thrice & domain;
            thrice |= twice & domain;
            twice |= once & domain;
            once |= domain;
        }
        // Few cells see more than three.
        let mut few = twice & !more & self.values;
        while few != 0 {
            let bit = few & few.wrapping_neg();
            few ^= bit;
            let has = |view: &View| u64::from(bits::load(store, *view, self.first) & bit != 0);
            let places = self.cells.iter().rev().fold(0, |places, view| places << 1 | has(view));
            for &(view, seen) in &self.around {
                if places & !seen == 0 {
                    store.remove(view, self.first + bit.trailing_zeros() as i32)?;
                }
            }
        }
        Ok(Status::Fixpoint)
    }
}

#[cfg(test)]
mod tests {
    use csp::Model;

    use super::*;

    /// All domains within a set of two values and one more, of two cells that take both and a cell that sees one or both.
    #[test]
    fn who_sees_all_places_does_not_have_the_value() {
        let mut told = 0;
        let domain = |bits: u64| (1..=3).filter(move |value| bits >> (value - 1) & 1 != 0);
        for (bits, seen) in (0..512_u64).flat_map(|bits| [0b01, 0b10, 0b11].map(|seen| (bits, seen))) {
            let bits = [bits % 8, bits / 8 % 8, bits / 64];
            if bits.contains(&0) {
                continue;
            }
            let mut model = Model::new();
            let cells = bits.map(|bits| model.var(domain(bits).collect::<csp::Values>()));
            let places = Places::new(&cells[..2], 1, 0b101, &[(cells[2], seen)]);
            let mut wanted = Vec::new();
            for a in domain(bits[0]) {
                for b in domain(bits[1]) {
                    wanted.extend(domain(bits[2]).map(|c| [a, b, c]).filter(|values| places.accepts(values)));
                }
            }
            // What it rests on is said by others.
            model.post(places);
            model.post(cells[0].ne(cells[1]));
            for at in (0..2).filter(|at| seen >> at & 1 != 0) {
                model.post(cells[at].ne(cells[2]));
            }
            model.post(cells[0].ne(2));
            model.post(cells[1].ne(2));
            let Ok(mut search) = model.search() else {
                assert!(wanted.is_empty());
                continue;
            };
            let left: Vec<i32> = search.engine().domain(cells[2]).iter().collect();
            assert!(wanted.iter().all(|values| left.contains(&values[2])));
            told += usize::from(left == [2] && bits == [0b101, 0b101, 0b111]);
            let mut found: Vec<[i32; 3]> =
                search.solutions().map(|solution| cells.map(|cell| solution[cell])).collect();
            found.sort_unstable();
            assert_eq!(found, wanted);
        }
        // With both places seen.
        assert_eq!(told, 1);
    }
}
