//! Splitting of a sum into parts: terms with the same coefficient and pairwise different variables.

use std::cmp::Reverse;

use smallvec::{SmallVec, smallvec};

use crate::engine::Engine;
use crate::engine::store::View;
use crate::model::ids::Sources;

/// a·(x₁ + x₂ + …) with pairwise different x, offsets added. A part may have a single term.
#[derive(Debug)]
pub(super) struct Part {
    pub coefficient: i64,
    pub views: SmallVec<[View; 10]>,
}

/// A sum in parts.
pub(super) struct Split {
    pub parts: SmallVec<[Part; 2]>,
    /// The constraints by which the variables of each part are different.
    pub sources: Sources,
    /// The bound that the sum of the parts is compared with.
    pub bound: i64,
}

/// A term whose variable is a member of a group.
#[derive(Clone, Copy, Debug)]
struct TermInGroup {
    group: u32,
    coefficient: i64,
    /// Index of the term.
    at: u32,
    /// The offset at which the variable differs from the other members.
    offset: i32,
}

impl TermInGroup {
    /// Returns group, coefficient and term as a single number, which is faster to compare.
    fn key(&self) -> u128 {
        let coefficient = self.coefficient.wrapping_sub(i64::MIN) as u64;
        u128::from(self.group) << 96 | u128::from(coefficient) << 32 | u128::from(self.at)
    }
}

/// Largest sum of the coefficients' magnitudes. Larger sums might overflow when offsets are added.
const LARGEST_WEIGHT: u128 = 1 << 30;

/// Returns all terms as one part if they have one coefficient and are in one group; the first such group is
/// used.
fn whole(engine: &mut Engine, terms: &[(View, i64)], mut bound: i64) -> Option<Split> {
    let (&(view, coefficient), others) = terms.split_first()?;
    if others.iter().any(|&(_, other)| other != coefficient) {
        return None;
    }
    let (memberships, groups, _) = engine.memberships();
    let offset_in = |group: u32, view: View| memberships.of(view.slot).find(|&(other, _)| other == group);
    let has_all = |group: u32| others.iter().all(|&(view, _)| offset_in(group, view).is_some());
    let (group, _) = memberships.of(view.slot).find(|&(group, _)| has_all(group))?;
    let mut views: SmallVec<[View; 10]> = SmallVec::new();
    for &(view, _) in terms {
        let (_, offset) = offset_in(group, view)?;
        views.push(view.plus(offset));
        bound += coefficient * i64::from(offset);
    }
    let sources = groups[group as usize].sources.clone();
    Some(Split { parts: smallvec![Part { coefficient, views }], sources, bound })
}

/// Splits a sum into parts; `None` if no two variables are known to be different.
///
/// The members of a group are different after their offsets are added, so the parts are sums of views with these
/// offsets, and the bound is adjusted. Greedy: the group with the most terms of one coefficient comes first.
pub(super) fn split(engine: &mut Engine, terms: &[(View, i64)], mut bound: i64) -> Option<Split> {
    let weight: u128 = terms.iter().map(|&(_, a)| u128::from(a.unsigned_abs())).sum();
    if weight > LARGEST_WEIGHT {
        return None;
    }
    if let Some(whole) = whole(engine, terms, bound) {
        return Some(whole);
    }
    let (memberships, groups, _) = engine.memberships();
    let mut occurrences: SmallVec<[TermInGroup; 64]> = SmallVec::new();
    for (&(view, coefficient), at) in terms.iter().zip(0..) {
        let occurrence = |(group, offset)| TermInGroup { group, coefficient, at, offset };
        occurrences.extend(memberships.of(view.slot).map(occurrence));
    }
    occurrences.sort_unstable_by_key(TermInGroup::key);
    let together = |a: &TermInGroup, b: &TermInGroup| (a.group, a.coefficient) == (b.group, b.coefficient);
    let mut candidates: SmallVec<[&[TermInGroup]; 16]> =
        occurrences.chunk_by(together).filter(|occurrences| occurrences.len() > 1).collect();
    let mut open: SmallVec<[bool; 32]> = SmallVec::from_elem(true, terms.len());
    let mut parts: SmallVec<[Part; 2]> = SmallVec::new();
    let mut sources = Sources::new();
    loop {
        let count = |occurrences: &[TermInGroup]| {
            occurrences.iter().filter(|occurrence| open[occurrence.at as usize]).count()
        };
        candidates.retain(|occurrences| count(occurrences) > 1);
        let Some(&occurrences) = candidates.iter().min_by_key(|occurrences| Reverse(count(occurrences)))
        else {
            break;
        };
        let &TermInGroup { group, coefficient, .. } = &occurrences[0];
        let mut views: SmallVec<[View; 10]> = SmallVec::new();
        for &TermInGroup { at, offset, .. } in occurrences {
            if std::mem::take(&mut open[at as usize]) {
                views.push(terms[at as usize].0.plus(offset));
                bound += coefficient * i64::from(offset);
            }
        }
        parts.push(Part { coefficient, views });
        sources.extend_from_slice(&groups[group as usize].sources);
    }
    if parts.is_empty() {
        return None;
    }
    let alone = terms.iter().zip(open).filter(|(_, open)| *open);
    parts.extend(alone.map(|(&(view, coefficient), _)| Part { coefficient, views: smallvec![view] }));
    Some(Split { parts, sources, bound })
}
