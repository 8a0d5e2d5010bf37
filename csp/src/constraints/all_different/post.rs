//! Choice of the filtering algorithms for the groups of a model.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use super::{bounds, domain, network, singles};
use crate::base::bits::ones;
use crate::base::simd::Level;
use crate::engine::Engine;
use crate::engine::groups::Group;
use crate::engine::kernel::{Clique, Reaction, clique};
use crate::engine::store::{Conflict, Shape, Slot, Store, View, cause};
use crate::model::Model;
use crate::model::config::{Config, Consistency};
use crate::model::ids::Sources;

/// A group with the properties on which the choice of an algorithm depends.
#[derive(Clone, Copy)]
struct Shaped<'a> {
    group: &'a Group,
    /// The values of all members as bits, aligned as in the first member; 0 unless all domains are words
    /// whose bits stand for the same values.
    aligned_values: u64,
}

impl<'a> Shaped<'a> {
    fn new(group: &'a Group, store: &Store) -> Shaped<'a> {
        let members = &group.members[..];
        let bit_zero = |view: &View| store.base(view.slot) + view.offset;
        let first = members.first().map(bit_zero);
        let aligned = |view: &View| store.shape(view.slot) == Shape::Word && Some(bit_zero(view)) == first;
        let values =
            members.iter().try_fold(0, |all, view| aligned(view).then(|| all | store.one_word(view.slot)));
        Shaped { aligned_values: values.unwrap_or(0), group }
    }

    /// Returns whether every value must occur.
    fn is_permutation(&self) -> bool {
        self.aligned_values.count_ones() as usize == self.group.members.len()
    }

    /// Returns whether the group can be in a network, and its strength asks for one.
    fn wants_network(&self) -> bool {
        let wanted = match self.group.consistency {
            Consistency::Singles | Consistency::Intersections => true,
            Consistency::Auto => self.aligned_values.count_ones() <= AUTO_NETWORK_VALUES,
            _ => false,
        };
        wanted && self.aligned_values != 0 && self.group.members.len() >= 2 && !self.has_duplicates()
    }

    fn has_duplicates(&self) -> bool {
        let views = &self.group.members;
        if views.windows(2).all(|pair| pair[0].slot < pair[1].slot) {
            return false;
        }
        let mut slots: SmallVec<[Slot; 32]> = views.iter().map(|view| view.slot).collect();
        slots.sort_unstable();
        slots.windows(2).any(|pair| pair[0] == pair[1])
    }
}

/// Returns the sum of the slots of a group, offsets not added, if every value must occur.
pub(crate) fn permutation(group: &Group, store: &Store) -> Option<i64> {
    let shaped = Shaped::new(group, store);
    if !shaped.is_permutation() || shaped.has_duplicates() {
        return None;
    }
    let zero = group.members.first().map_or(0, |view| store.base(view.slot) + view.offset);
    let values: i64 = ones(shaped.aligned_values).map(|bit| i64::from(zero) + i64::from(bit)).sum();
    Some(values - group.members.iter().map(|view| i64::from(view.offset)).sum::<i64>())
}

/// Largest number of values of a group that `Auto` puts into a network.
const AUTO_NETWORK_VALUES: u32 = 16;

/// Posts the groups of a model.
pub(crate) fn groups(engine: &mut Engine, model: &Model, config: &Config, groups: Vec<Group>) {
    let (together, mut alone) = split(engine, groups);
    if !together.is_empty() {
        post_network(engine, &together, Level::detect(config.simd), model.structures());
        engine.groups.extend(together);
    }
    if settle_fixed(&mut engine.store, &mut alone).is_err() {
        engine.fail();
    }
    let beyond_facts = BeyondFacts { model, slots: OnceCell::new() };
    for group in &alone {
        let shaped = Shaped::new(group, &engine.store);
        post_alone(engine, shaped, &beyond_facts);
    }
    engine.groups.extend(alone);
}

/// Returns the groups that form a network, and the others.
fn split(engine: &Engine, groups: Vec<Group>) -> (Vec<Group>, Vec<Group>) {
    let shaped = groups.iter().map(|group| Shaped::new(group, &engine.store));
    let together: Vec<Shaped<'_>> = shaped.filter(Shaped::wants_network).collect();
    if !is_worth_a_network(&together, engine.store.words().len()) {
        return (Vec::new(), groups);
    }
    if together.len() == groups.len() {
        return (groups, Vec::new());
    }
    groups.into_iter().partition(|group| Shaped::new(group, &engine.store).wants_network())
}

fn post_network(engine: &mut Engine, groups: &[Group], level: Level, structures: &network::Structures) {
    let intersections = groups.iter().any(|group| group.consistency != Consistency::Singles);
    let members: Vec<&[View]> = groups.iter().map(|group| &group.members[..]).collect();
    let network = network::compile(&mut engine.store, &members, intersections, level, structures);
    let mut sources: Sources = groups.iter().flat_map(|group| group.sources.iter().copied()).collect();
    sources.sort_unstable();
    sources.dedup();
    engine.add_propagator(network, sources);
}

/// Removes the values of fixed members from the other members, and the fixed members from their groups, which need not
/// filter them any more: in a quasigroup with holes a third of the members remains. Only for strengths that cascade.
fn settle_fixed(store: &mut Store, groups: &mut [Group]) -> Result<(), Conflict> {
    let mut again = true;
    while std::mem::take(&mut again) {
        for group in &mut *groups {
            store.set_cause(match group.sources[..] {
                [only] => cause::posting(only),
                _ => cause::ROOT,
            });
            // Very wide domains keep inner values, so their groups stay complete. `Bounds` is excluded, since
            // Hall intervals do not see the holes that removed values leave.
            let excluded = [Consistency::Check, Consistency::Forward, Consistency::Bounds];
            if excluded.contains(&group.consistency)
                || group.members.iter().any(|&view| store.is_range_only(view))
            {
                continue;
            }
            while let Some(at) = group.members.iter().position(|&view| store.is_fixed(view)) {
                let gone = group.members.swap_remove(at);
                group.settled.push(gone);
                let value = store.min(gone);
                for &view in &group.members {
                    let open = !store.is_fixed(view);
                    store.remove(view, value)?;
                    again |= open && store.is_fixed(view);
                }
            }
        }
    }
    Ok(())
}

/// Returns whether a network pays off: there are several overlapping groups, at least two of them
/// permutations, and not too many variables. Otherwise each group is filtered on its own.
fn is_worth_a_network(groups: &[Shaped<'_>], words: usize) -> bool {
    let mut slots = FixedBitSet::with_capacity(words);
    let mut overlap = false;
    for view in groups.iter().flat_map(|shaped| &shaped.group.members) {
        overlap |= slots.put(view.slot.0 as usize);
    }
    let permutations = groups.iter().filter(|shaped| shaped.is_permutation()).count();
    overlap
        && permutations >= 2
        && groups.len() <= network::MOST_GROUPS
        && slots.count_ones(..) <= network::LARGEST_NETWORK
}

fn post_alone(engine: &mut Engine, shaped: Shaped<'_>, beyond_facts: &BeyondFacts<'_>) {
    let group = shaped.group;
    let store = &engine.store;
    // Very wide domains cannot lose inner values. The bounds algorithm filters them, and is complete once all
    // are fixed.
    let has_ranges = group.members.iter().any(|&view| store.is_range_only(view));
    let consistency = match group.consistency {
        _ if has_ranges => Consistency::Bounds,
        Consistency::Auto => automatic(engine, &shaped, beyond_facts),
        Consistency::Domain if span(store, &group.members) > WIDEST_DOMAIN => Consistency::Bounds,
        other => other,
    };
    let sources = group.sources.clone();
    match consistency {
        Consistency::Check => return engine.add_clique(clique(&group.members, Reaction::Check)),
        Consistency::Forward => return engine.add_clique(clique(&group.members, Reaction::RemoveIfDecided)),
        Consistency::Value => {}
        Consistency::Singles | Consistency::Intersections => {
            if shaped.is_permutation() && !shaped.has_duplicates() {
                engine.add_propagator(Box::new(singles::Singles::new(&group.members)), sources);
            }
        }
        Consistency::Bounds => {
            engine.add_propagator(Box::new(bounds::Bounds::new(&group.members)), sources);
        }
        Consistency::Domain | Consistency::Auto => {
            let adapts = consistency == Consistency::Auto;
            if adapts && shaped.is_permutation() && !shaped.has_duplicates() {
                // The cheap propagator runs first, so that the adaptive propagator counts only the values that it
                // removes itself as success.
                engine.add_propagator(Box::new(singles::Singles::new(&group.members)), sources.clone());
            }
            let domain = domain::Domain::new(&engine.store, &group.members, adapts);
            engine.add_propagator(Box::new(domain), sources);
        }
    }
    let members = if has_ranges {
        let store = &engine.store;
        group.members.iter().filter(|&&view| !store.is_range_only(view)).copied().collect()
    } else {
        Box::from(&group.members[..])
    };
    engine.add_clique(Clique { members, reaction: Reaction::Remove });
}

/// Returns the strength that `Auto` chooses for a group outside of networks; `Auto` itself stands for the
/// adaptive domain algorithm.
fn automatic(engine: &Engine, shaped: &Shaped<'_>, beyond_facts: &BeyondFacts<'_>) -> Consistency {
    let members = &shaped.group.members;
    if members.len() <= 2 {
        return Consistency::Value;
    }
    let values = match shaped.aligned_values {
        0 => span(&engine.store, members),
        values => i64::from(values.count_ones()),
    };
    if values > WIDEST_AUTO_DOMAIN {
        return Consistency::Value;
    }
    let at_most_halves = |halves: i64| 2 * values <= members.len() as i64 * halves;
    let moved_by_others = || {
        let slots = beyond_facts.slots(engine);
        members.iter().all(|view| slots.contains(view.slot.0 as usize))
    };
    let scarce = at_most_halves(3) || at_most_halves(5) && moved_by_others();
    if scarce { Consistency::Auto } else { Consistency::Value }
}

/// The variables in constraints that facts do not express completely, computed on request.
struct BeyondFacts<'a> {
    model: &'a Model,
    slots: OnceCell<FixedBitSet>,
}

impl BeyondFacts<'_> {
    fn slots(&self, engine: &Engine) -> &FixedBitSet {
        self.slots.get_or_init(|| {
            let constraints =
                self.model.constraints().filter(|constraint| !constraint.is_expressed_by_facts());
            let vars = constraints.flat_map(|constraint| constraint.scope());
            vars.map(|&var| engine.view(self.model.local_id(var)).slot.0 as usize).collect()
        })
    }
}

/// Returns the distance from the smallest to the largest value of all members, plus 1.
fn span(store: &Store, members: &[View]) -> i64 {
    let low = members.iter().map(|&view| i64::from(store.min(view))).min().unwrap_or(0);
    let high = members.iter().map(|&view| i64::from(store.max(view))).max().unwrap_or(0);
    high - low + 1
}

/// Largest span for a matching, which would take megabytes beyond it. Wider groups get bounds consistency.
const WIDEST_DOMAIN: i64 = 1 << 16;

/// Largest span for which `Auto` filters by more than the kernel: matchings over wider groups cost more than
/// they find.
const WIDEST_AUTO_DOMAIN: i64 = 256;
