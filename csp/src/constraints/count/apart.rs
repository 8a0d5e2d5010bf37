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

use std::sync::Arc;

use crate::compile::posting::Posting;
use crate::constraints::narrowing::has_repeats;
use crate::engine::groups::Group;
use crate::engine::propagator::{Propagator, Status};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};
use crate::model::ids::Sources;

/// So many ways to cut the list are looked at: rows, columns and boxes of a Sudoku.
const MOST_WAYS: usize = 3;

/// Some ways to cut a list of operands into parts, whatever value is counted.
#[derive(Debug)]
struct Ways {
    /// Those inside of a part and those outside, part after part.
    views: Vec<View>,
    parts: Vec<Part>,
    /// Where the parts of each way end.
    ends: Vec<usize>,
    /// The counted value that bit 0 of every domain stands for, if these are words and it is the same.
    zero: Option<i32>,
}

/// Operands that differ from each other.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Where they begin among the views, and where what differs from all of them, too.
    inside: usize,
    outside: usize,
    end: usize,
    /// The values in the group above those that are counted.
    above: i32,
}

/// The ways to cut a list, and the constraints they rest on.
pub(in crate::constraints) struct Cuts {
    ways: Arc<Ways>,
    sources: Sources,
}

/// A counted operand in a group: which group, what the group's values are above those of the operand, where it stands
/// in the list, and its view in the group.
type Place = (u32, i32, usize, View);

/// Cuts a list of operands whose values are counted, if any of them are known to differ.
pub(in crate::constraints) fn cuts(to: &mut Posting<'_>, operands: &[View]) -> Option<Cuts> {
    // What is counted twice may take the value twice.
    if !to.config().presolve || has_repeats(operands) {
        return None;
    }
    let (memberships, groups, _) = to.compiled.engine.memberships();
    // Row, column and box are typical.
    let mut places: Vec<Place> = Vec::with_capacity(4 * operands.len());
    for (at, view) in operands.iter().enumerate() {
        let place = |(group, offset)| (group, offset - view.offset, at, View { slot: view.slot, offset });
        places.extend(memberships.of(view.slot).map(place));
    }
    places.sort_unstable_by_key(|&(group, above, at, _)| (group, above, at));
    let mut candidates: Vec<&[Place]> =
        places.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|places| places.len() > 1).collect();
    let mut sources = Sources::new();
    let mut ways = Ways {
        views: Vec::with_capacity(MOST_WAYS * 4 * operands.len()),
        parts: Vec::with_capacity(MOST_WAYS * operands.len()),
        ends: Vec::with_capacity(MOST_WAYS),
        zero: None,
    };
    while ways.ends.len() < MOST_WAYS && !candidates.is_empty() {
        let used = ways.cut(groups, operands, &candidates);
        // The next way is another one.
        candidates.retain(|places| !used.contains(&places[0].0));
        used.iter().for_each(|&group| sources.extend_from_slice(&groups[group as usize].sources));
    }
    ways.zero = ways.common_zero(to.store());
    (!ways.ends.is_empty()).then(|| Cuts { ways: Arc::new(ways), sources })
}

/// Posts what the difference adds to the operands taking a value `number` times, or more often.
pub(in crate::constraints) fn post(to: &mut Posting<'_>, cuts: &Cuts, value: i32, number: View) {
    if to.store().max(number) > 0 {
        let bit = cuts.ways.zero.map(|zero| {
            let place = u32::try_from(i64::from(value) - i64::from(zero)).ok();
            place.and_then(|place| 1_u64.checked_shl(place)).unwrap_or(0)
        });
        to.propagator_relying_on(Apart { ways: cuts.ways.clone(), value, bit, number }, &cuts.sources);
    }
}

impl Ways {
    /// Cuts the list into parts, each time the largest that is left, and says which groups they are of.
    fn cut(&mut self, groups: &[Group], operands: &[View], candidates: &[&[Place]]) -> Vec<u32> {
        let mut open = vec![true; operands.len()];
        // So many operands of each candidate are open at most: the largest is counted anew until it stays the largest.
        let mut most: Vec<usize> = candidates.iter().map(|places| places.len()).collect();
        let mut used = Vec::with_capacity(operands.len() / 2);
        while let Some(&largest) = most.iter().max() {
            let largest = most.iter().position(|&count| count == largest).expect("it is one of them");
            let places = candidates[largest];
            let count = places.iter().filter(|&&(_, _, at, _)| open[at]).count();
            if count < most[largest] {
                most[largest] = count;
                continue;
            }
            if count <= 1 {
                break;
            }
            let (group, above, ..) = places[0];
            let inside = places.iter().filter(|&&(_, _, at, _)| std::mem::take(&mut open[at]));
            let inside = inside.map(|&(_, _, _, view)| view);
            self.add(inside, &groups[group as usize].members, above);
            used.push(group);
        }
        for (&view, _) in operands.iter().zip(open).filter(|(_, open)| *open) {
            self.add([view], &[], 0);
        }
        self.ends.push(self.parts.len());
        used
    }

    fn add(&mut self, inside: impl IntoIterator<Item = View>, group: &[View], above: i32) {
        let begin = self.views.len();
        self.views.extend(inside);
        let outside = self.views.len();
        for member in group {
            if !self.views[begin..outside].contains(member) {
                self.views.push(*member);
            }
        }
        self.parts.push(Part { inside: begin, outside, end: self.views.len(), above });
    }

    /// The parts of each way.
    fn each(&self) -> impl Iterator<Item = &[Part]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        begins.zip(&self.ends).map(|(&begin, &end)| &self.parts[begin..end])
    }

    fn common_zero(&self, store: &Store) -> Option<i32> {
        let zeros = self.parts.iter().flat_map(|part| {
            self.views[part.inside..part.end].iter().map(|view| {
                (store.shape(view.slot) == Shape::Word)
                    .then(|| store.base(view.slot) + view.offset - part.above)
            })
        });
        let mut zeros = zeros.peekable();
        let first = *zeros.peek()?;
        zeros.all(|zero| zero == first).then_some(first)?
    }

    #[inline(always)]
    fn can(&self, part: &Part, store: &Store, value: i32) -> bool {
        let value = value + part.above;
        self.views[part.inside..part.outside].iter().any(|&view| store.contains(view, value))
    }

    /// The same of a value that is this bit of every domain.
    #[inline(always)]
    fn can_in_words(&self, part: &Part, words: &[u64], bit: u64) -> bool {
        let inside = &self.views[part.inside..part.outside];
        inside.iter().any(|view| words[view.slot.0 as usize] & bit != 0)
    }

    /// One of the operands has the value.
    fn must(&self, part: &Part, store: &mut Store, value: i32) -> Result<(), Conflict> {
        let value = value + part.above;
        self.views[part.outside..part.end].iter().try_for_each(|&view| store.remove(view, value))?;
        let mut able =
            self.views[part.inside..part.outside].iter().filter(|&&view| store.contains(view, value));
        match (able.next(), able.next()) {
            (Some(&only), None) => store.assign(only, value),
            _ => Ok(()),
        }
    }

    /// The same of a value that is this bit of every domain, if one of the operands can have it.
    #[inline(always)]
    fn must_in_words(&self, part: &Part, store: &mut Store, bit: u64) -> Result<(), Conflict> {
        let has = |store: &Store, view: &View| store.one_word(view.slot) & bit != 0;
        let mut able = self.views[part.inside..part.outside].iter().filter(|view| has(store, view));
        let Some(first) = able.next() else { return Ok(()) };
        let is_only = able.next().is_none();
        self.views[part.outside..part.end].iter().try_for_each(|view| store.keep_in_word(view.slot, !bit))?;
        if is_only { store.keep_in_word(first.slot, bit) } else { Ok(()) }
    }
}

/// The parts in each of some ways to cut the list, of which `number` or more have the value.
#[derive(Debug)]
struct Apart {
    ways: Arc<Ways>,
    value: i32,
    /// The bit of the value, if it is the same in all domains.
    bit: Option<u64>,
    number: View,
}

impl Apart {
    /// How many of the parts can have the value; the count ends at `enough`.
    #[inline(always)]
    fn able(&self, parts: &[Part], store: &Store, enough: usize) -> i32 {
        let ways = &self.ways;
        let able = match self.bit {
            Some(bit) => {
                let words = store.words();
                parts.iter().filter(|part| ways.can_in_words(part, words, bit)).take(enough).count()
            }
            None => parts.iter().filter(|part| ways.can(part, store, self.value)).take(enough).count(),
        };
        able as i32
    }
}

impl Propagator for Apart {
    fn name(&self) -> &'static str {
        "count of different ones"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.number.slot, Event::Bounds);
        // All operands stand in every way.
        for part in &self.ways.parts[..self.ways.ends[0]] {
            let inside = &self.ways.views[part.inside..part.outside];
            inside.iter().for_each(|view| watch(view.slot, Event::Change));
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        let Apart { ways, value, number, .. } = &*self;
        for parts in ways.each() {
            // More than the number can be say nothing: nobody counts on.
            let enough = store.max(*number).max(0) as usize + 1;
            let able = self.able(parts, store, enough);
            store.at_most(*number, able)?;
            if store.min(*number) == able {
                for part in parts {
                    match self.bit {
                        Some(bit) => ways.must_in_words(part, store, bit)?,
                        None if ways.can(part, store, *value) => ways.must(part, store, *value)?,
                        None => {}
                    }
                }
            }
        }
        let is_fixpoint = store.trail().len() == began;
        Ok(if is_fixpoint { Status::Fixpoint } else { Status::Again })
    }
}
