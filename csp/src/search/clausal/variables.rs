//! The model's variables as ranges of atoms, one for each value.

use crate::encode::{self, Domain, Number};
use crate::engine::store::{Slot, View};
use crate::model::decision::Decision;
use crate::model::ids::Term;

use super::literal::{Atom, Literal};

/// Variables as slots with offsets, and slots as ranges of consecutive atoms with ascending values.
#[derive(Debug, Default)]
pub(super) struct Variables {
    views: Vec<View>,
    /// End of each slot's atoms.
    ends: Vec<u32>,
    /// The value of each atom.
    values: Vec<i32>,
}

impl Variables {
    /// Adds a variable with a slot of its own. Returns its atoms.
    pub fn add(&mut self, values: impl Iterator<Item = i32>) -> std::ops::Range<u32> {
        self.views.push(View { slot: Slot(self.ends.len() as u32), offset: 0 });
        self.add_slot(values)
    }

    /// Adds an auxiliary variable with the values from 0 on. Returns its atoms.
    pub fn add_hidden(&mut self, count: usize) -> std::ops::Range<u32> {
        self.add_slot(0..count as i32)
    }

    fn add_slot(&mut self, values: impl Iterator<Item = i32>) -> std::ops::Range<u32> {
        let start = self.values.len() as u32;
        self.values.extend(values);
        let end = self.values.len() as u32;
        self.ends.push(end);
        start..end
    }

    /// Adds a variable that is equal to an earlier one.
    pub fn add_equal(&mut self, representative: Term) {
        self.views.push(self.view(representative));
    }

    pub fn len(&self) -> usize {
        self.views.len()
    }

    pub fn slots(&self) -> usize {
        self.ends.len()
    }

    pub fn views(&self) -> &[View] {
        &self.views
    }

    /// Returns the variables as numbers for an encoder, and the domains of all slots.
    pub fn numbers(&self) -> (Vec<Number>, Vec<Domain>) {
        let number = |view: &View| Number::of_domain(view.slot.0 as usize).plus(view.offset.into());
        let domain = |slot: usize| {
            let atoms: Vec<Atom> = self.atoms(Slot(slot as u32)).collect();
            let values = atoms.iter().map(|&atom| self.value(atom).into()).collect();
            Domain::new(values, atoms.iter().map(|atom| encode::Literal::of_atom(atom.index())).collect())
        };
        (self.views.iter().map(number).collect(), (0..self.slots()).map(domain).collect())
    }

    /// Returns the size in bytes of [`numbers`](Variables::numbers).
    pub fn bytes_as_numbers(&self) -> usize {
        let values = self.values.len() * (size_of::<i64>() + size_of::<encode::Literal>());
        values + self.slots() * size_of::<Domain>() + self.views.len() * size_of::<Number>()
    }

    pub fn view(&self, term: Term) -> View {
        let View { slot, offset } = self.views[term.var.index()];
        View { slot, offset: offset + term.offset }
    }

    pub fn atoms(&self, slot: Slot) -> impl Iterator<Item = Atom> + Clone + use<> {
        let start = slot.0.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        (start..self.ends[slot.0 as usize]).map(Atom)
    }

    pub fn value(&self, atom: Atom) -> i32 {
        self.values[atom.index()]
    }

    pub fn slot_of(&self, atom: Atom) -> Slot {
        Slot(self.ends.partition_point(|&end| end <= atom.0) as u32)
    }

    /// Iterates over the atoms that a decision excludes.
    pub fn excluded(&self, decision: Decision) -> impl Iterator<Item = Atom> + '_ {
        let View { slot, offset } = self.views[decision.variable().index()];
        self.atoms(slot).filter(move |&atom| !decision.holds(self.value(atom) + offset))
    }

    /// Appends literals of which at least one holds iff the decision does. If the decision always holds,
    /// appends nothing and returns true.
    pub fn literals(&self, decision: Decision, literals: &mut Vec<Literal>) -> bool {
        let View { slot, offset } = self.views[decision.variable().index()];
        let holds = |&atom: &Atom| decision.holds(self.value(atom) + offset);
        let atoms = self.atoms(slot);
        if atoms.clone().all(|atom| holds(&atom)) {
            return true;
        }
        match decision {
            // A literal for each value that is removed: mostly one, instead of one for each that stays.
            Decision::Remove(..) => literals.extend(atoms.filter(|atom| !holds(atom)).map(Atom::is_not)),
            _ => literals.extend(atoms.filter(holds).map(Atom::is)),
        }
        false
    }
}
