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

use crate::compile::{Compile, Sources};
use crate::constraints::narrowing::has_repeats;
use crate::propagator::{Propagator, Status};
use crate::store::{Conflict, Event, Slot, Store, View};

/// So many ways to cut the list are looked at: rows, columns and boxes of a Sudoku.
const MOST_WAYS: usize = 3;

/// Operands that differ from each other, and the value of theirs that is counted.
#[derive(Debug)]
struct Part {
    inside: Vec<View>,
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
        to.propagator_relying_on(Apart { ways, number }, &sources);
    }
}

/// Cuts the list into parts, each time the largest that is left, and says which groups they are of.
fn cut(to: &Compile<'_>, operands: &[View], value: i32, candidates: &[&[Place]]) -> (Vec<Part>, Vec<u32>) {
    let mut open = vec![true; operands.len()];
    let (mut parts, mut used) = (Vec::new(), Vec::new());
    loop {
        let count = |places: &[Place]| places.iter().filter(|&&(_, _, at, _)| open[at]).count();
        let largest = candidates.iter().min_by_key(|places| Reverse(count(places)));
        let Some(&places) = largest.filter(|places| count(places) > 1) else { break };
        let (group, above, ..) = places[0];
        let inside = places.iter().filter(|&&(_, _, at, _)| std::mem::take(&mut open[at]));
        let inside: Vec<View> = inside.map(|&(_, _, _, view)| view).collect();
        let members = to.engine.groups[group as usize].members.iter().copied();
        let outside = members.filter(|member| !inside.contains(member)).collect();
        parts.push(Part { inside, outside, value: value + above });
        used.push(group);
    }
    let alone = operands.iter().zip(open).filter(|(_, open)| *open);
    parts.extend(alone.map(|(&view, _)| Part { inside: vec![view], outside: Vec::new(), value }));
    (parts, used)
}

/// The parts in each of some ways to cut the list, of which `number` or more have the value.
#[derive(Debug)]
struct Apart {
    ways: Vec<Vec<Part>>,
    number: View,
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
        // All operands stand in every way.
        self.ways[0].iter().flat_map(|part| &part.inside).for_each(|view| watch(view.slot, Event::Change));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        for parts in &self.ways {
            let able = parts.iter().filter(|part| part.can(store)).count() as i32;
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
