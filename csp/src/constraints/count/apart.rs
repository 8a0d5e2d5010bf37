//! Stronger counting of a value if some of the operands are known to be pairwise different: such a part takes the
//! value at most once.
//!
//! ```text
//!   x + y + z: 1 occurs at least twice, y ≠ z:  x = 1, one of y, z = 1; no other variable that differs from both is 1
//! ```
//!
//! A list of operands is partitioned into parts of pairwise different operands. If the number of parts that can take
//! the value is only the required number, each of these parts takes it, and the rest of the part's group does not.
//! There are several partitions of a list; a few are tried. Strength: between counting alone and domain consistency of
//! count and all-different together. Cost: one visit of each operand for each partition.

use std::sync::Arc;

use crate::compile::posting::Posting;
use crate::constraints::absence::explain_some;
use crate::constraints::narrowing::has_repeats;
use crate::engine::groups::Group;
use crate::engine::propagator::{Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};
use crate::model::ids::Sources;

/// Largest number of partitions tried: rows, columns and boxes of a Sudoku.
const MOST_PARTITIONS: usize = 3;

/// Several partitions of a list of operands, independent of the counted value.
#[derive(Debug)]
struct PartitionTable {
    /// The views inside each part, and those outside, part after part.
    views: Vec<View>,
    parts: Vec<DifferentPart>,
    /// End of each partition in `parts`.
    ends: Vec<usize>,
    /// The counted value of bit 0 in every domain, if all domains are words and agree in it.
    zero: Option<i32>,
}

/// Operands that are pairwise different.
#[derive(Clone, Copy, Debug)]
struct DifferentPart {
    /// Start of the part's operands in `views`, start of the other members of their group, and end of these.
    inside: usize,
    outside: usize,
    end: usize,
    /// Difference between the values in the group and the counted values.
    above: i32,
}

/// Partitions of a list, and the constraints they rely on.
pub(in crate::constraints) struct Partitions {
    table: Arc<PartitionTable>,
    sources: Sources,
}

/// A counted operand in a group: the group, the difference between its value there and the counted value, its
/// index in the list, and its view in the group.
type OperandInGroup = (u32, i32, usize, View);

/// Partitions a list of operands whose values are counted; `None` if none are known to differ.
pub(in crate::constraints) fn partitions(to: &mut Posting<'_>, operands: &[View]) -> Option<Partitions> {
    // If a variable occurs twice, a part could take the value twice.
    if !to.config().presolve || has_repeats(operands) {
        return None;
    }
    let (memberships, groups, _) = to.engine.memberships();
    // Typically a row, a column, a box and one more.
    let mut occurrences: Vec<OperandInGroup> = Vec::with_capacity(4 * operands.len());
    for (at, view) in operands.iter().enumerate() {
        let occurrence =
            |(group, offset)| (group, offset - view.offset, at, View { slot: view.slot, offset });
        occurrences.extend(memberships.of(view.slot).map(occurrence));
    }
    occurrences.sort_unstable_by_key(|&(group, above, at, _)| (group, above, at));
    let mut candidates: Vec<&[OperandInGroup]> = occurrences
        .chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
        .filter(|occurrences| occurrences.len() > 1)
        .collect();
    let mut sources = Sources::new();
    let mut table = PartitionTable {
        views: Vec::with_capacity(MOST_PARTITIONS * 4 * operands.len()),
        parts: Vec::with_capacity(MOST_PARTITIONS * operands.len()),
        ends: Vec::with_capacity(MOST_PARTITIONS),
        zero: None,
    };
    while table.ends.len() < MOST_PARTITIONS && !candidates.is_empty() {
        let used = table.partition(groups, operands, &candidates);
        // The next partition uses other groups.
        candidates.retain(|occurrences| !used.contains(&occurrences[0].0));
        used.iter().for_each(|&group| sources.extend_from_slice(&groups[group as usize].sources));
    }
    table.zero = table.common_zero(to.store());
    (!table.ends.is_empty()).then(|| Partitions { table: Arc::new(table), sources })
}

/// Posts the stronger filtering for operands that take `value` at least `number` times.
pub(in crate::constraints) fn post(to: &mut Posting<'_>, partitions: &Partitions, value: i32, number: View) {
    if to.store().max(number) > 0 {
        let bit = partitions.table.zero.map(|zero| {
            let place = u32::try_from(i64::from(value) - i64::from(zero)).ok();
            place.and_then(|place| 1_u64.checked_shl(place)).unwrap_or(0)
        });
        to.propagator_relying_on(
            Apart { table: partitions.table.clone(), value, bit, number },
            &partitions.sources,
        );
    }
}

impl PartitionTable {
    /// Partitions the list greedily, largest part first. Returns the groups of the parts.
    fn partition(
        &mut self,
        groups: &[Group],
        operands: &[View],
        candidates: &[&[OperandInGroup]],
    ) -> Vec<u32> {
        let mut open = vec![true; operands.len()];
        // Upper bounds on the number of open operands of each candidate. The largest is recounted until it
        // stays the largest.
        let mut most: Vec<usize> = candidates.iter().map(|occurrences| occurrences.len()).collect();
        let mut used = Vec::with_capacity(operands.len() / 2);
        while let Some(&largest) = most.iter().max() {
            let largest = most.iter().position(|&count| count == largest).expect("it is one of them");
            let occurrences = candidates[largest];
            let count = occurrences.iter().filter(|&&(_, _, at, _)| open[at]).count();
            if count < most[largest] {
                most[largest] = count;
                continue;
            }
            if count <= 1 {
                break;
            }
            let (group, above, ..) = occurrences[0];
            let inside = occurrences.iter().filter(|&&(_, _, at, _)| std::mem::take(&mut open[at]));
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
        self.parts.push(DifferentPart { inside: begin, outside, end: self.views.len(), above });
    }

    /// Iterates over the partitions, each a list of parts.
    fn each(&self) -> impl Iterator<Item = &[DifferentPart]> {
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
    fn can_take(&self, part: &DifferentPart, store: &Store, value: i32) -> bool {
        let value = value + part.above;
        self.views[part.inside..part.outside].iter().any(|&view| store.contains(view, value))
    }

    /// Like `can_take`, for a value that is bit `bit` in every domain.
    #[inline(always)]
    fn can_take_in_words(&self, part: &DifferentPart, words: &[u64], bit: u64) -> bool {
        let inside = &self.views[part.inside..part.outside];
        inside.iter().any(|view| words[view.slot.0 as usize] & bit != 0)
    }

    /// Filters a part of which one operand takes the value.
    fn require(&self, part: &DifferentPart, store: &mut Store, value: i32) -> Result<(), Conflict> {
        let value = value + part.above;
        for &view in &self.views[part.outside..part.end] {
            // These views are not watched. If one loses its last value, the propagator of its group finds the
            // conflict.
            let _ = store.remove(view, value);
        }
        let mut able =
            self.views[part.inside..part.outside].iter().filter(|&&view| store.contains(view, value));
        match (able.next(), able.next()) {
            (Some(&only), None) => store.assign(only, value),
            _ => Ok(()),
        }
    }

    /// Like `require`, for a value that is bit `bit` in every domain, if an operand can take the value.
    #[inline(always)]
    fn require_in_words(&self, part: &DifferentPart, store: &mut Store, bit: u64) -> Result<(), Conflict> {
        let has = |store: &Store, view: &View| store.one_word(view.slot) & bit != 0;
        let mut able = self.views[part.inside..part.outside].iter().filter(|view| has(store, view));
        let Some(first) = able.next() else { return Ok(()) };
        let is_only = able.next().is_none();
        for view in &self.views[part.outside..part.end] {
            let _ = store.keep_in_word(view.slot, !bit);
        }
        if is_only { store.keep_in_word(first.slot, bit) } else { Ok(()) }
    }
}

/// At least `number` operands take `value`, filtered by several partitions.
#[derive(Debug)]
struct Apart {
    table: Arc<PartitionTable>,
    value: i32,
    /// The bit of the value, if it is the same in all domains.
    bit: Option<u64>,
    number: View,
}

impl Apart {
    /// Returns the number of parts that can take the value, at most `enough`.
    #[inline(always)]
    fn able(&self, parts: &[DifferentPart], store: &Store, enough: usize) -> i32 {
        let table = &self.table;
        let able = match self.bit {
            Some(bit) => {
                let words = store.words();
                parts.iter().filter(|part| table.can_take_in_words(part, words, bit)).take(enough).count()
            }
            None => parts.iter().filter(|part| table.can_take(part, store, self.value)).take(enough).count(),
        };
        able as i32
    }
}

/// Explanations.
impl Apart {
    /// Explains that `count` parts other than `except` cannot take the value. Returns false if there are
    /// fewer.
    fn explain_unable(
        &self,
        parts: &[DifferentPart],
        count: i64,
        except: Option<usize>,
        why: &mut Why<'_>,
    ) -> bool {
        let others = parts.iter().enumerate().filter(|&(at, _)| Some(at) != except);
        explain_some(others.map(|(_, part)| part), count, why, |part, why| {
            let value = self.value + part.above;
            let mut inside = self.table.views[part.inside..part.outside].iter();
            inside.all(|&view| why.is_outside(view, (value, value)))
        })
    }

    /// Explains the removals from a view of a part that must take the value.
    fn explain_part(&self, parts: &[DifferentPart], at: usize, query: &Query, why: &mut Why<'_>) -> bool {
        let part = &parts[at];
        let value = self.value + part.above;
        let views = &self.table.views[part.inside..part.end];
        views.iter().enumerate().any(|(place, &view)| {
            let is_inside = place < part.outside - part.inside;
            let mut asked = query.intervals(view).into_iter();
            query.is_about(view)
                && why.attempt(|why| {
                    let others = views[..part.outside - part.inside].iter();
                    let mut others = others.filter(|&&other| is_inside && other != view);
                    why.min(self.number);
                    let least = i64::from(why.store().min(self.number));
                    asked.all(|asked| why.others_are_gone(view, asked, |it| (it == value) != is_inside))
                        && others.all(|&other| why.is_outside(other, (value, value)))
                        && self.explain_unable(parts, parts.len() as i64 - least, Some(at), why)
                })
        })
    }
}

impl Propagator for Apart {
    fn name(&self) -> &'static str {
        "count of different ones"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.number.slot, Event::Bounds);
        // All operands occur in every partition.
        for part in &self.table.parts[..self.table.ends[0]] {
            let inside = &self.table.views[part.inside..part.outside];
            inside.iter().for_each(|view| watch(view.slot, Event::Change));
        }
    }

    fn relies_on_differences(&self, each: &mut dyn FnMut(&[View])) {
        self.table.parts.iter().for_each(|part| each(&self.table.views[part.inside..part.end]));
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let least = i64::from(why.store().min(self.number));
        self.table.each().any(|parts| {
            let all = parts.len() as i64;
            if query.is_conflict() {
                return why.attempt(|why| {
                    why.min(self.number);
                    self.explain_unable(parts, all - least + 1, None, why)
                });
            }
            query.at_most(self.number).is_some_and(|bound| {
                query.at_least(self.number).is_none()
                    && why.attempt(|why| self.explain_unable(parts, all - i64::from(bound), None, why))
            }) || (0..parts.len()).any(|at| self.explain_part(parts, at, query, why))
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        let Apart { table, value, number, .. } = &*self;
        for parts in table.each() {
            // More parts than the largest number have no effect, so the count stops there.
            let enough = store.max(*number).max(0) as usize + 1;
            let able = self.able(parts, store, enough);
            store.at_most(*number, able)?;
            if store.min(*number) == able {
                for part in parts {
                    match self.bit {
                        Some(bit) => table.require_in_words(part, store, bit)?,
                        None if table.can_take(part, store, *value) => table.require(part, store, *value)?,
                        None => {}
                    }
                }
            }
        }
        let is_fixpoint = store.trail().len() == began;
        Ok(if is_fixpoint { Status::Fixpoint } else { Status::Again })
    }
}
