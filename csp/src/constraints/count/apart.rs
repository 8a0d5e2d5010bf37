//! How often a value is taken, where some of the variables are known to be pairwise different: at most once by
//! such a part.
//!
//! ```text
//!   x + y + z are 1 twice at least, y ≠ z:    x is 1, and one of y and z; what else differs from both is not
//! ```
//!
//! If as many parts as it takes are left that can have the value, each has it, and the rest of the group that a
//! part is from has not. There are several ways to cut a list into parts; a few are looked at. Strength:
//! between counting alone and domain consistency of both facts. Cost: one look at each variable a way.

use std::cmp::Reverse;

use smallvec::{SmallVec, smallvec};

use crate::compile::{Compile, Sources};
use crate::constraints::narrowing::has_repeats;
use crate::propagator::{Propagator, Status};
use crate::store::{Conflict, Event, Slot, Store, View};

/// Operands by their place in the list.
type Set = SmallVec<[u64; 2]>;

/// So many ways to cut the list are looked at: rows, columns and boxes of a Sudoku.
const MOST_WAYS: usize = 3;

/// Operands that differ from each other, and the value of theirs that is counted.
#[derive(Debug)]
struct Part {
    inside: Vec<View>,
    /// Where these stand in the list, as bits.
    places: Set,
    /// What differs from all of them, too.
    outside: Vec<View>,
    value: i32,
}

/// A counted operand in a group: which group, what the group's values are above those of the operand, where it stands
/// in the list, and its view in the group.
type Place = (u32, i32, usize, View);

/// Posts what the difference adds to `operands` taking a value `number` times, or more often.
pub(in crate::constraints) fn post(to: &mut Compile<'_>, operands: &[View], value: i32, number: View) {
    // What is counted twice may take the value twice.
    if !to.config().presolve || to.store().max(number) <= 0 || has_repeats(operands) {
        return;
    }
    let memberships = to.engine.memberships();
    let mut places: Vec<Place> = Vec::new();
    for (at, view) in operands.iter().enumerate() {
        let place = |(group, offset)| (group, offset - view.offset, at, View { slot: view.slot, offset });
        places.extend(memberships.of(view.slot).map(place));
    }
    places.sort_unstable_by_key(|&(group, above, at, _)| (group, above, at));
    let mut candidates: Vec<&[Place]> =
        places.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|places| places.len() > 1).collect();
    let mut sources = Sources::new();
    let mut ways = Vec::new();
    while ways.len() < MOST_WAYS && !candidates.is_empty() {
        let (way, used) = cut(to, operands, value, &candidates);
        // The next way is another one.
        candidates.retain(|places| !used.contains(&places[0].0));
        used.iter().for_each(|&group| sources.extend_from_slice(&to.engine.groups[group as usize].sources));
        ways.push(way);
    }
    if !ways.is_empty() {
        let able = smallvec![0; operands.len().div_ceil(64)];
        to.propagator_relying_on(Apart { operands: operands.into(), value, number, ways, able }, &sources);
    }
}

/// Cuts the list into parts, each time the largest that is left, and says which groups they are of.
fn cut(to: &Compile<'_>, operands: &[View], value: i32, candidates: &[&[Place]]) -> (Vec<Part>, Vec<u32>) {
    let mut open = vec![true; operands.len()];
    let (mut parts, mut used) = (Vec::new(), Vec::new());
    let set = |places: &[usize]| {
        let mut set: Set = smallvec![0; operands.len().div_ceil(64)];
        places.iter().for_each(|&at| set[at / 64] |= 1 << (at % 64));
        set
    };
    loop {
        let count = |places: &[Place]| places.iter().filter(|&&(_, _, at, _)| open[at]).count();
        let largest = candidates.iter().min_by_key(|places| Reverse(count(places)));
        let Some(&places) = largest.filter(|places| count(places) > 1) else { break };
        let (group, above, ..) = places[0];
        let taken = places.iter().filter(|&&(_, _, at, _)| std::mem::take(&mut open[at]));
        let (inside, stands): (Vec<View>, Vec<usize>) = taken.map(|&(_, _, at, view)| (view, at)).unzip();
        let members = to.engine.groups[group as usize].members.iter().copied();
        let outside = members.filter(|member| !inside.contains(member)).collect();
        parts.push(Part { inside, places: set(&stands), outside, value: value + above });
        used.push(group);
    }
    let alone = operands.iter().enumerate().filter(|&(at, _)| open[at]);
    let part = |(at, &view)| Part { inside: vec![view], places: set(&[at]), outside: Vec::new(), value };
    parts.extend(alone.map(part));
    (parts, used)
}

/// The parts in each of some ways to cut the list, of which `number` or more have the value.
#[derive(Debug)]
struct Apart {
    operands: Box<[View]>,
    value: i32,
    number: View,
    ways: Vec<Vec<Part>>,
    /// Scratch: the operands that can have the value.
    able: Set,
}

impl Part {
    fn can(&self, store: &Store) -> bool {
        self.inside.iter().any(|&view| store.contains(view, self.value))
    }

    /// One of the operands has the value.
    fn must(&self, store: &mut Store) -> Result<(), Conflict> {
        self.outside.iter().try_for_each(|&view| store.remove(view, self.value))?;
        let mut able = self.inside.iter().filter(|&&view| store.contains(view, self.value));
        match (able.next(), able.next()) {
            (Some(&only), None) => store.assign(only, self.value),
            _ => Ok(()),
        }
    }
}

impl Propagator for Apart {
    fn name(&self) -> &'static str {
        "count of different ones"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.number.slot, Event::Bounds);
        self.operands.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        let Apart { operands, value, ways, able, .. } = self;
        for (word, operands) in able.iter_mut().zip(operands.chunks(64)) {
            let can = |view: &View| u64::from(store.contains(*view, *value));
            *word = operands.iter().rev().fold(0, |word, view| word << 1 | can(view));
        }
        let has_able = |part: &&Part| part.places.iter().zip(&*able).any(|(places, able)| places & able != 0);
        for parts in ways {
            let able = parts.iter().filter(has_able).count() as i32;
            store.at_most(self.number, able)?;
            if store.min(self.number) == able {
                for part in parts {
                    if part.can(store) {
                        part.must(store)?;
                    }
                }
            }
        }
        let is_fixpoint = store.trail().len() == began;
        Ok(if is_fixpoint { Status::Fixpoint } else { Status::Again })
    }
}
