//! Which algorithms the groups of a model get.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use super::{bounds, domain, network, singles};
use crate::base::simd::{Level, Path};
use crate::compile::Compiled;
use crate::engine::Engine;
use crate::engine::groups::Group;
use crate::engine::kernel::{Clique, Reaction, clique};
use crate::engine::store::{Conflict, Shape, Slot, Store, View, cause};
use crate::model::Model;
use crate::model::config::Consistency;
use crate::model::ids::Sources;

/// A group with what the choice of an algorithm depends on.
#[derive(Clone, Copy)]
struct Shaped<'a> {
    group: &'a Group,
    /// The values of all members together, bit 0 being what it is for the first; 0 unless all are words
    /// whose bits stand for the same values.
    aligned_values: u64,
}

impl Shaped<'_> {
    fn new<'a>(group: &'a Group, store: &Store) -> Shaped<'a> {
        let members = &group.members[..];
        let bit_zero = |view: &View| store.base(view.slot) + view.offset;
        let first = members.first().map(bit_zero);
        let aligned = |view: &View| store.shape(view.slot) == Shape::Word && Some(bit_zero(view)) == first;
        let values =
            members.iter().try_fold(0, |all, view| aligned(view).then(|| all | store.one_word(view.slot)));
        Shaped { aligned_values: values.unwrap_or(0), group }
    }

    /// Whether every value must occur.
    fn is_permutation(&self) -> bool {
        self.aligned_values.count_ones() as usize == self.group.members.len()
    }

    /// Whether a network can take it, and is asked to.
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

/// `Auto` joins groups into a network up to this many values.
const AUTO_NETWORK_VALUES: u32 = 16;

/// Posts the groups of a model.
pub(crate) fn groups(compiled: &mut Compiled, groups: Vec<Group>) {
    let Compiled { engine, model, config, .. } = compiled;
    let (together, mut alone) = split(engine, groups);
    if !together.is_empty() {
        post_network(engine, &together, config.simd);
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

/// The groups of one network, and those that are on their own.
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

fn post_network(engine: &mut Engine, groups: &[Group], simd: Path) {
    let intersections = groups.iter().any(|group| group.consistency != Consistency::Singles);
    let members: Vec<&[View]> = groups.iter().map(|group| &group.members[..]).collect();
    let level = Level::detect(simd);
    let network = network::compile(&mut engine.store, &members, intersections, level);
    let mut sources: Sources = groups.iter().flat_map(|group| group.sources.iter().copied()).collect();
    sources.sort_unstable();
    sources.dedup();
    engine.add_propagator(network, sources);
}

/// Members that are fixed already take their values from the others and leave their groups: what is left of
/// a quasigroup with holes is a third of it. Only for strengths that cascade.
fn settle_fixed(store: &mut Store, groups: &mut [Group]) -> Result<(), Conflict> {
    let mut again = true;
    while std::mem::take(&mut again) {
        for group in &mut *groups {
            store.set_cause(match group.sources[..] {
                [only] => cause::posting(only),
                _ => cause::ROOT,
            });
            // Very wide domains keep inner values, so nobody may leave their groups.
            // Where a value was taken is a hole that Hall intervals do not see.
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

/// Several groups that overlap, not too many variables, and permutations among them: alone, a group is
/// better served by itself.
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
    // Very wide domains cannot lose inner values: the bounds algorithm sees to them, and is complete once
    // all are fixed.
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
                // First what is cheap: the strong algorithm then counts as success what it alone finds.
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

/// What `Auto` means for a group that is on its own; `Auto` itself for the adapting domain algorithm.
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

/// The variables that some constraint narrows by more than what its facts say, found out when somebody asks.
struct BeyondFacts<'a> {
    model: &'a Model,
    slots: OnceCell<FixedBitSet>,
}

impl BeyondFacts<'_> {
    fn slots(&self, engine: &Engine) -> &FixedBitSet {
        self.slots.get_or_init(|| {
            let constraints = self.model.constraints().filter(|constraint| !constraint.is_said_by_facts());
            let vars = constraints.flat_map(|constraint| constraint.scope());
            vars.map(|&var| engine.view(self.model.local_id(var)).slot.0 as usize).collect()
        })
    }
}

/// From the smallest to the largest value of all members.
fn span(store: &Store, members: &[View]) -> i64 {
    let low = members.iter().map(|&view| i64::from(store.min(view))).min().unwrap_or(0);
    let high = members.iter().map(|&view| i64::from(store.max(view))).max().unwrap_or(0);
    high - low + 1
}

/// Matchings over more values than this would take megabytes for each constraint; bounds do instead.
const WIDEST_DOMAIN: i64 = 1 << 16;

/// `Auto` leaves wider groups to the kernel: matchings over them cost more than they find.
const WIDEST_AUTO_DOMAIN: i64 = 256;
