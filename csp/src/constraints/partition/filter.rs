//! The propagator: updates the relation of places, and makes it consistent with labels, pairs and values.

use super::reach::ReachRule;
use super::relation::PlaceRelation;
use super::room::RoomRule;
use super::set::Set;
use super::values::AlignedDomains;
use super::{Partition, labels, values};
use crate::compile::posting::Posting;
use crate::constraints::narrowing::has_repeats;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View, Word};

#[derive(Debug)]
pub(super) struct Filter<const W: usize> {
    duplicates: bool,
    parts: usize,
    labels: AlignedDomains,
    values: AlignedDomains,
    pairs: Vec<(View, (usize, usize))>,
    /// The values that every part takes, if there are as many values as places in a part.
    full: Option<u64>,
    /// The relation, as reversible words.
    group: Vec<[Word; W]>,
    apart: Vec<[Word; W]>,
    /// 0 until the first run.
    begun: Word,
    /// Scratch.
    relation: PlaceRelation<W>,
    reach: ReachRule<W>,
    room: RoomRule<W>,
    fixed: Vec<Set<W>>,
}

impl<const W: usize> Filter<W> {
    pub fn post(of: &Partition, [labels, pairs, values]: [Vec<View>; 3], to: &mut Posting<'_>) {
        let (places, parts) = (labels.len(), labels.len() / of.size);
        let relation = PlaceRelation::<W>::new(places, of.size);
        let mut known = |sets: &[Set<W>]| sets.iter().map(|set| set.0.map(|word| to.word(word))).collect();
        let [group, apart] = [known(&relation.group), known(&relation.apart)];
        let begun = to.word(0);
        let store = to.store();
        let words = AlignedDomains::new(store, &values);
        let full = values.iter().fold(0, |full, &view| full | words.word(store, view));
        to.propagator(Filter {
            duplicates: has_repeats(labels.iter().chain(&pairs).chain(&values)),
            parts,
            labels: AlignedDomains::starting(0, &labels),
            values: words,
            pairs: pairs.into_iter().zip(of.ends.iter().copied()).collect(),
            full: (full.count_ones() as usize == of.size).then_some(full),
            group,
            apart,
            begun,
            relation,
            reach: ReachRule::new(places, of.size, &of.edges),
            room: RoomRule::new(places),
            fixed: vec![Set::EMPTY; parts],
        });
    }

    fn load(&mut self, store: &Store) {
        let set = |words: &[Word; W]| Set(words.map(|word| store.read(word)));
        let known = self.group.iter().zip(&self.apart);
        self.relation.load(known.map(|(group, apart)| (set(group), set(apart))));
        // The relation of an earlier run is a fixpoint, so only the first run treats all places as changed.
        self.relation.unexamined = if store.read(self.begun) == 0 { self.relation.all } else { Set::EMPTY };
        self.labels.load(store);
        self.values.load(store);
    }

    fn save(&self, store: &mut Store) {
        if store.read(self.begun) == 0 {
            store.write(self.begun, 1);
        }
        let known = self.group.iter().chain(&self.apart);
        for (words, set) in known.zip(self.relation.group.iter().chain(&self.relation.apart)) {
            for (&word, &now) in words.iter().zip(&set.0) {
                if store.read(word) != now {
                    store.write(word, now);
                }
            }
        }
    }

    fn read(&mut self, store: &Store) -> Result<(), Conflict> {
        for &(pair, (a, b)) in &self.pairs {
            match store.value(pair) {
                Some(0) => self.relation.separate(a, b)?,
                Some(_) => self.relation.unite(a, b)?,
                None => {}
            }
        }
        labels::read(&mut self.relation, &self.labels, &mut self.fixed)
    }

    fn narrow(&mut self, store: &mut Store) -> Result<(), Conflict> {
        for &(pair, (a, b)) in &self.pairs {
            if self.relation.group[a].has(b) {
                store.assign(pair, 1)?;
            } else if self.relation.apart[a].has(b) {
                store.assign(pair, 0)?;
            }
        }
        labels::narrow(&self.relation, &mut self.labels, store)
    }
}

impl<const W: usize> Propagator for Filter<W> {
    fn name(&self) -> &'static str {
        "partition"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.labels.views().chain(self.values.views()).for_each(|view| watch(view.slot, Event::Change));
        self.pairs.iter().for_each(|(pair, _)| watch(pair.slot, Event::Fix));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        self.load(store);
        self.read(store)?;
        loop {
            self.relation.changed = false;
            self.values.changed = false;
            self.labels.changed = false;
            self.reach.run(&mut self.relation)?;
            if !self.values.words.is_empty() {
                values::apply(&mut self.relation, &mut self.values, store, self.full)?;
            }
            if self.relation.changed {
                continue;
            }
            self.room.run(&mut self.relation, &self.reach)?;
            self.relation.unite_by_count(self.parts)?;
            if !self.relation.changed {
                self.narrow(store)?;
                labels::read(&mut self.relation, &self.labels, &mut self.fixed)?;
            }
            if !(self.relation.changed || self.values.changed || self.labels.changed) {
                break;
            }
        }
        // Before the relation is saved: its words are on the same trail.
        let changed = store.trail().len() > began;
        self.save(store);
        Ok(if changed && self.duplicates { Status::Again } else { Status::Fixpoint })
    }
}
