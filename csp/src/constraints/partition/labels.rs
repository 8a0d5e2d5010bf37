//! Labels of parts: 0, 1, 2, …, in the order of the parts' first places.

use super::relation::PlaceRelation;
use super::set::Set;
use super::values::AlignedDomains;
use crate::engine::store::{Conflict, Store};

/// Updates the relation by the labels.
pub(super) fn read<const W: usize>(
    relation: &mut PlaceRelation<W>,
    labels: &AlignedDomains,
    fixed: &mut [Set<W>],
) -> Result<(), Conflict> {
    fixed.fill(Set::EMPTY);
    for place in relation.all.iter() {
        let word = labels.words[place];
        if word.is_power_of_two() {
            fixed[word.trailing_zeros() as usize].insert(place);
        }
    }
    for (at, places) in fixed.iter().enumerate() {
        if let Some(first) = places.first() {
            relation.unite_all(first, *places)?;
            let not_here = |&place: &usize| labels.words[place] >> at & 1 == 0;
            for other in relation.open(first).iter().filter(not_here) {
                relation.separate(first, other)?;
            }
        }
    }
    Ok(())
}

/// Narrows labels by the relation.
pub(super) fn narrow<const W: usize>(
    relation: &PlaceRelation<W>,
    labels: &mut AlignedDomains,
    store: &mut Store,
) -> Result<(), Conflict> {
    // The least and the greatest number of labels used so far.
    let (mut least, mut most) = (0, 0);
    let mut before = Set::EMPTY;
    for place in relation.all.iter() {
        let group = relation.group[place];
        let first = group.first().expect("it has itself");
        let mut mask = labels.words[first];
        if first == place {
            group.iter().for_each(|member| mask &= labels.words[member]);
            mask &= below(most + 1);
            if before.without(relation.apart[place]).is_empty() {
                mask &= !below(least);
            }
        }
        labels.keep(store, place, mask)?;
        let word = labels.words[place];
        if first == place && word.is_power_of_two() {
            relation.apart[place].iter().try_for_each(|other| labels.keep(store, other, !word))?;
        }
        most = most.max(64 - word.leading_zeros());
        least = least.max(word.trailing_zeros() + 1);
        before.insert(place);
    }
    Ok(())
}

fn below(label: u32) -> u64 {
    if label >= 64 { u64::MAX } else { (1 << label) - 1 }
}
