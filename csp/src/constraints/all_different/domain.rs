//! Domain consistency of all-different by matching and strongly connected components (Régin 1994),
//! bit-parallel.
//!
//! 1. A matching assigns every variable a different value. It is repaired from the last run by augmenting
//!    paths. If there is none: conflict.
//! 2. A value can move to another variable only along a cycle of exchanges. As a graph over values: a matched
//!    value leads to all values in the domain of its variable, and an unmatched value leads to all matched
//!    ones. A variable keeps the values that are in the same strongly connected component as its matched
//!    value; all others are removed.
//!
//! The successors of a value *are* a domain, so no graph is built. Components are found by the path-based
//! algorithm (Gabow 2000), with an explicit stack; each step is a few operations on whole bit sets.
//!
//! The matching is only a starting point for the next run, so it need not backtrack. Fixed variables are
//! components of their own and are left out.

use crate::base::bits::ones;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

const NONE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Domain {
    views: Box<[View]>,
    /// The value of bit 0 in every set.
    base: i32,
    /// Number of words in a set of values.
    width: usize,
    /// Whether a variable occurs twice in the scope, so that its changes may enable more filtering.
    duplicates: bool,
    /// Present if the algorithm runs less often where it finds nothing.
    adapt: Option<Adapt>,
    matching: Matching,
    /// The domains as sets, loaded at the start of a run.
    domains: Vec<u64>,
    components: Components,
}

/// A matching of variables to values.
#[derive(Debug)]
struct Matching {
    /// The value matched to each variable.
    value: Vec<u32>,
    /// The variable matched to each value.
    holder: Vec<u32>,
    /// Scratch for augmenting: the values seen, and the variable from which each was reached.
    seen: Vec<u64>,
    parent: Vec<u32>,
    queue: Vec<u32>,
}

/// Scratch of the component search. `members` and `leads_to` are stacks of sets, one for each component on
/// the path: its values, and all their successors.
#[derive(Debug, Default)]
struct Components {
    members: Vec<u64>,
    leads_to: Vec<u64>,
    unvisited: Vec<u64>,
    /// All values on the path.
    on_path: Vec<u64>,
    /// The matched values, to which unmatched values lead.
    used: Vec<u64>,
}

/// Adaptation: runs the algorithm less often where it finds nothing.
#[derive(Debug, Default)]
struct Adapt {
    /// Recent rate of success, in 1/65536.
    rate: u32,
    /// Number of calls to skip.
    rest: u32,
}

impl Adapt {
    const ONE: u32 = 1 << 16;

    /// Returns whether to skip this call.
    fn passes(&mut self) -> bool {
        let passes = self.rest > 0;
        self.rest = self.rest.saturating_sub(1);
        passes
    }

    /// Records the result of a run. A run with little recent success is followed by a pause.
    fn learn(&mut self, success: bool) {
        self.rate = self.rate - self.rate / 32 + if success { Adapt::ONE / 32 } else { 0 };
        self.rest = match self.rate * 100 / Adapt::ONE {
            10.. => 0,
            5.. => 2,
            2.. => 8,
            1.. => 32,
            _ => 128,
        };
    }
}

impl Domain {
    pub fn new(store: &Store, members: &[View], adapts: bool) -> Domain {
        let low = members.iter().map(|&view| store.min(view)).min().unwrap_or(0);
        let high = members.iter().map(|&view| store.max(view)).max().unwrap_or(0);
        let width = ((high - low) as usize + 1).div_ceil(64);
        let values = 64 * width;
        let mut slots: Vec<Slot> = members.iter().map(|view| view.slot).collect();
        slots.sort_unstable();
        Domain {
            views: members.into(),
            base: low,
            width,
            duplicates: slots.windows(2).any(|pair| pair[0] == pair[1]),
            adapt: adapts.then_some(Adapt { rate: Adapt::ONE / 4, rest: 0 }),
            matching: Matching {
                value: vec![NONE; members.len()],
                holder: vec![NONE; values],
                seen: vec![0; width],
                parent: vec![NONE; values],
                queue: Vec::with_capacity(members.len()),
            },
            domains: vec![0; members.len() * width],
            components: Components::default(),
        }
    }

    /// Loads the domains as sets with the common base.
    fn load(&mut self, store: &Store) {
        let width = self.width;
        self.domains.fill(0);
        for (&view, set) in self.views.iter().zip(self.domains.chunks_exact_mut(width)) {
            let shift = store.base(view.slot) + view.offset - self.base;
            let bits = store.bits(view.slot);
            if width == 1 && bits.len() == 1 {
                set[0] = if shift >= 0 { bits[0] << shift } else { bits[0] >> -shift };
                continue;
            }
            for (index, &word) in bits.iter().enumerate() {
                // The word goes to the bits from `at` on, in at most two words of the set.
                let at = 64 * index as i64 + i64::from(shift);
                let (first, by) = (at.div_euclid(64), at.rem_euclid(64) as u32);
                let mut put = |index: i64, part: u64| {
                    if part != 0 {
                        set[index as usize] |= part;
                    }
                };
                put(first, word << by);
                put(first + 1, if by == 0 { 0 } else { word >> (64 - by) });
            }
        }
    }

    fn run<const WORDS: usize>(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        // WORDS is the width if it is a compile-time constant, else 0.
        let width = if WORDS == 0 { self.width } else { WORDS };
        self.load(store);
        self.matching.repair(&self.domains, width)?;
        let mut pruned = false;
        let base = self.base;
        let views = &self.views;
        self.components.find(&self.domains, width, &self.matching, |member, keep| {
            pruned = true;
            let view = views[member];
            let domain = &self.domains[member * width..(member + 1) * width];
            for index in 0..width {
                for bit in ones(domain[index] & !keep[index]) {
                    let value = base + 64 * index as i32 + bit as i32;
                    store.remove(view, value)?;
                }
            }
            Ok(())
        })?;
        Ok(pruned)
    }
}

/// A Hall set: values, and at least as many variables whose domains contain only these values.
struct HallSet {
    values: Vec<u64>,
    members: Vec<usize>,
}

impl Domain {
    /// Returns the smallest Hall set that contains the values: with the variables matched to them, the values in the
    /// domains of these variables, and so on. `None` if this closure contains an unmatched value. The matching must be
    /// complete.
    fn hall_set(&self, values: impl Iterator<Item = i32>) -> Option<HallSet> {
        let mut hall = HallSet { values: vec![0; self.width], members: Vec::new() };
        let mut open: Vec<u32> = values.map(|value| (value - self.base) as u32).collect();
        while let Some(value) = open.pop() {
            let (index, bit) = (value as usize / 64, 1 << (value % 64));
            if hall.values[index] & bit != 0 {
                continue;
            }
            hall.values[index] |= bit;
            let holder = self.matching.holder[value as usize];
            if holder == NONE {
                return None;
            }
            hall.members.push(holder as usize);
            let domain = &self.domains[holder as usize * self.width..][..self.width];
            for (index, (&word, &known)) in domain.iter().zip(&hall.values).enumerate() {
                for bit in ones(word & !known) {
                    open.push((64 * index) as u32 + bit);
                }
            }
        }
        Some(hall)
    }

    /// Adds that the members of a Hall set have no other values.
    fn explain_hall(&self, hall: &HallSet, why: &mut Why<'_>) {
        for &member in &hall.members {
            let view = self.views[member];
            let (mut low, high) = why.root_bounds(view);
            for (index, &word) in hall.values.iter().enumerate() {
                let mut rest = word;
                while rest != 0 && low <= high {
                    let value = self.base + (64 * index) as i32 + rest.trailing_zeros() as i32;
                    rest &= rest - 1;
                    if value > low {
                        why.is_outside(view, (low, high.min(value - 1)));
                    }
                    low = low.max(value + 1);
                }
            }
            if low <= high {
                why.is_outside(view, (low, high));
            }
        }
    }
}

#[inline(always)]
fn holds(set: &[u64], value: u32) -> bool {
    set[value as usize / 64] >> (value % 64) & 1 != 0
}

impl Matching {
    /// Removes matches outside of the domains and augments until every variable is matched.
    #[inline(always)]
    fn repair(&mut self, domains: &[u64], width: usize) -> Result<(), Conflict> {
        for variable in 0..self.value.len() {
            let value = self.value[variable];
            if value != NONE && !holds(&domains[variable * width..], value) {
                self.value[variable] = NONE;
                self.holder[value as usize] = NONE;
            }
        }
        for variable in 0..self.value.len() {
            if self.value[variable] == NONE {
                self.augment(variable as u32, domains, width)?;
            }
        }
        Ok(())
    }

    /// Searches breadth-first for an unmatched value, through values whose variables can exchange them.
    #[inline(always)]
    fn augment(&mut self, start: u32, domains: &[u64], width: usize) -> Result<(), Conflict> {
        self.seen[..width].fill(0);
        self.queue.clear();
        self.queue.push(start);
        let mut head = 0;
        while head < self.queue.len() {
            let variable = self.queue[head];
            head += 1;
            for index in 0..width {
                let mut fresh = domains[variable as usize * width + index] & !self.seen[index];
                self.seen[index] |= fresh;
                while fresh != 0 {
                    let value = (64 * index) as u32 + fresh.trailing_zeros();
                    fresh &= fresh - 1;
                    self.parent[value as usize] = variable;
                    match self.holder[value as usize] {
                        NONE => {
                            self.exchange(value, start);
                            return Ok(());
                        }
                        holder => self.queue.push(holder),
                    }
                }
            }
        }
        Err(Conflict)
    }

    /// Exchanges along the path: every variable takes the next value.
    fn exchange(&mut self, mut value: u32, start: u32) {
        loop {
            let variable = self.parent[value as usize];
            let before = std::mem::replace(&mut self.value[variable as usize], value);
            self.holder[value as usize] = variable;
            if variable == start {
                return;
            }
            value = before;
        }
    }
}

impl Components {
    /// Finds the components and calls `prune` for every variable with a value outside of its component.
    #[inline(always)]
    fn find(
        &mut self,
        domains: &[u64],
        width: usize,
        matching: &Matching,
        mut prune: impl FnMut(usize, &[u64]) -> Result<(), Conflict>,
    ) -> Result<(), Conflict> {
        self.begin(domains, width, matching);
        let Components { members, leads_to, unvisited, on_path, used } = self;
        loop {
            let top = match members.len() {
                0 => {
                    let Some(start) = lowest(unvisited) else { return Ok(()) };
                    Self::visit(start, domains, width, matching, members, leads_to, unvisited, on_path, used);
                    continue;
                }
                length => length - width,
            };
            // An edge back to the path: all components from its target on are one. They are merged one by
            // one.
            let back = (0..width).any(|i| leads_to[top + i] & on_path[i] & !members[top + i] != 0);
            if back {
                let below = top - width;
                for i in 0..width {
                    members[below + i] |= members[top + i];
                    leads_to[below + i] |= leads_to[top + i];
                }
                members.truncate(top);
                leads_to.truncate(top);
                continue;
            }
            let fresh = (0..width).find(|&i| leads_to[top + i] & unvisited[i] != 0);
            if let Some(i) = fresh {
                let value = (64 * i) as u32 + (leads_to[top + i] & unvisited[i]).trailing_zeros();
                Self::visit(value, domains, width, matching, members, leads_to, unvisited, on_path, used);
                continue;
            }
            // No edge leads on: the top of the path is a complete component.
            for i in 0..width {
                on_path[i] &= !members[top + i];
            }
            // An unmatched value leads to all matched ones, so a component without unmatched values is the
            // only kind that excludes values.
            for i in 0..width {
                for bit in ones(members[top + i] & used[i]) {
                    let value = (64 * i) as u32 + bit;
                    let variable = matching.holder[value as usize] as usize;
                    let domain = &domains[variable * width..(variable + 1) * width];
                    if (0..width).any(|i| domain[i] & !members[top + i] != 0) {
                        prune(variable, &members[top..])?;
                    }
                }
            }
            members.truncate(top);
            leads_to.truncate(top);
        }
    }

    /// Empties the path, and takes the values of the matching and of the domains.
    #[inline(always)]
    fn begin(&mut self, domains: &[u64], width: usize, matching: &Matching) {
        let Components { members, leads_to, unvisited, on_path, used } = self;
        for set in [&mut *unvisited, on_path, &mut *used] {
            set.clear();
            set.resize(width, 0);
        }
        members.clear();
        leads_to.clear();
        for (variable, &value) in matching.value.iter().enumerate() {
            let domain = &domains[variable * width..(variable + 1) * width];
            used[value as usize / 64] |= 1 << (value % 64);
            // The values in the graph: all domains except those of fixed variables.
            let fixed = domain.iter().map(|word| word.count_ones()).sum::<u32>() == 1;
            for (set, &word) in unvisited.iter_mut().zip(domain) {
                *set |= if fixed { 0 } else { word };
            }
        }
        // The value of a fixed variable is a component of its own: no other variable may keep it.
        for (variable, &value) in matching.value.iter().enumerate() {
            let domain = &domains[variable * width..(variable + 1) * width];
            if domain.iter().map(|word| word.count_ones()).sum::<u32>() == 1 {
                unvisited[value as usize / 64] &= !(1 << (value % 64));
            }
        }
    }

    /// Pushes a value on the path as a component of its own.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)] // The borrowed parts of one structure.
    fn visit(
        value: u32,
        domains: &[u64],
        width: usize,
        matching: &Matching,
        members: &mut Vec<u64>,
        leads_to: &mut Vec<u64>,
        unvisited: &mut [u64],
        on_path: &mut [u64],
        used: &[u64],
    ) {
        let (index, bit) = (value as usize / 64, 1_u64 << (value % 64));
        unvisited[index] &= !bit;
        on_path[index] |= bit;
        let top = members.len();
        members.resize(top + width, 0);
        members[top + index] = bit;
        match matching.holder[value as usize] {
            NONE => leads_to.extend_from_slice(&used[..width]),
            holder => leads_to.extend_from_slice(&domains[holder as usize * width..][..width]),
        }
    }
}

fn lowest(set: &[u64]) -> Option<u32> {
    set.iter().position(|&word| word != 0).map(|i| (64 * i) as u32 + set[i].trailing_zeros())
}

impl Propagator for Domain {
    fn name(&self) -> &'static str {
        "domain"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn relies_on_differences(&self, each: &mut dyn FnMut(&[View])) {
        // A run may be skipped.
        each(&self.views);
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.load(why.store());
        let is_matched = self.matching.repair(&self.domains, self.width).is_ok();
        if query.is_conflict() {
            if is_matched {
                return false;
            }
            // The failed search for an augmenting path has seen a set of values with too many variables.
            let members = self.matching.queue.iter().map(|&member| member as usize).collect();
            self.explain_hall(&HallSet { values: self.matching.seen.clone(), members }, why);
            return true;
        }
        // A variable may occur several times, with offsets.
        is_matched
            && (0..self.views.len()).any(|at| {
                let view = self.views[at];
                query.is_about(view)
                    && why.attempt(|why| {
                        let values = why.removed(query, view);
                        let hall = self.hall_set(values.into_iter());
                        let hall = hall.filter(|hall| !hall.members.contains(&at));
                        hall.inspect(|hall| self.explain_hall(hall, why)).is_some()
                    })
            })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if let Some(adapt) = &mut self.adapt
            && adapt.passes()
        {
            // The run was skipped, so it does not claim a fixpoint.
            return Ok(Status::Again);
        }
        let result = match self.width {
            1 => self.run::<1>(store),
            2 => self.run::<2>(store),
            _ => self.run::<0>(store),
        };
        if let Some(adapt) = &mut self.adapt {
            adapt.learn(result != Ok(false));
        }
        let pruned = result?;
        Ok(if pruned && self.duplicates { Status::Again } else { Status::Fixpoint })
    }
}
