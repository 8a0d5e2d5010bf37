//! The network's rules for all groups at once, one lane for each group, swept until nothing changes.
//!
//! ```text
//!   domains   [x0 x1 x2 … x31][x32 …]          one lane for each variable
//!       │ look up the k-th member of every group, for each k
//!       ▼
//!   groups    seen    values of fixed members
//!             hidden  values that only one member can take
//!       │ look up the groups of every variable
//!       ▼
//!   domains   open: without the values seen; with a hidden value: only that value
//! ```
//!
//! A sweep branches only at its end, and needs no memory but these registers.

use std::sync::{Arc, OnceLock};

use super::NetworkRules;
use super::tables::{Intersections, Lists, Structure, Tables};
use crate::base::bits::ones;
use crate::base::simd::{Block, Indices, Isa, LANES, Lanes, Level, Work, dispatch};
use crate::engine::store::{Conflict, Slot, Store};

/// For every lane of a target, the OR over a list of lanes of a source.
#[derive(Debug)]
struct Unions {
    /// The indices of each round, `blocks` for each; a list has one lane in each round.
    indices: Vec<Indices>,
    rounds: usize,
    blocks: usize,
}

impl Unions {
    /// Builds the unions. `lists[lane]` holds source lanes; shorter lists are padded with `null`, a source
    /// lane that is always 0.
    fn new(lists: &Lists, blocks: usize, null: usize, source_blocks: usize) -> Unions {
        let rounds = lists.longest();
        let mut lanes = vec![Lanes([null as u16; LANES]); rounds * blocks];
        for list in 0..lists.len() {
            for (round, &item) in lists.get(list).iter().enumerate() {
                lanes[round * blocks + list / LANES].0[list % LANES] = item as u16;
            }
        }
        let indices = lanes.into_iter().map(|lanes| Indices::new(lanes, source_blocks)).collect();
        Unions { indices, rounds, blocks }
    }

    #[inline(always)]
    fn round(&self, round: usize, block: usize) -> &Indices {
        &self.indices[round * self.blocks + block]
    }

    #[inline(always)]
    fn block<I: Isa>(&self, source: &[Block], block: usize) -> I::Register {
        let mut union = I::zero();
        for round in 0..self.rounds {
            union = I::or(union, I::look(source, self.round(round, block)));
        }
        union
    }
}

/// The look-up indices of a network.
#[derive(Debug)]
pub(super) struct LanePlan {
    members: Unions,
    groups_of: Unions,
    intersections: Option<Arc<IntersectionPlan>>,
}

/// The intersections in lanes.
#[derive(Debug)]
pub(super) struct IntersectionPlan {
    members: Unions,
    of_variable: Unions,
    /// For either group of an intersection, the group without the intersection: as a union of other
    /// intersections and of single variables.
    rests: [(Unions, Unions); 2],
    /// For each intersection, and for each variable outside of all tiles, the lanes of `only` whose values it
    /// loses.
    intersection_losses: Unions,
    variable_losses: Unions,
}

#[derive(Debug)]
pub(super) struct InLanes {
    plan: Arc<LanePlan>,
    level: Level,
    state: State,
}

/// The state of a run.
#[derive(Debug)]
struct State {
    /// The bit of a domain's word that is bit 0 of its lane.
    first_bit: u32,
    all_values: Vec<Lanes>,
    /// The first slot if the slots are consecutive, as in a model without other variables.
    in_a_row: Option<usize>,
    /// Scratch: the domains as loaded and, where they have changed, at the end; the current domains; the lanes that
    /// have changed.
    lanes: Vec<Lanes>,
    domains: Vec<Block>,
    changed: Vec<u32>,
    groups: Groups,
    intersections: IntersectionScratch,
}

/// Scratch, by group: values of fixed members, and hidden values.
#[derive(Debug)]
struct Groups {
    seen: Vec<Block>,
    hidden: Vec<Block>,
}

/// Scratch, by intersection: its possible values; values that only it can hold, for either group; values that
/// it loses.
#[derive(Debug)]
struct IntersectionScratch {
    holds: Vec<Block>,
    only: Vec<Block>,
    lost: Vec<Block>,
}

/// Returns the number of blocks for `lanes` lanes and one more, which stays 0 and pads lists.
fn blocks(lanes: usize) -> usize {
    lanes / LANES + 1
}

impl LanePlan {
    /// Builds the plan. If there are intersections, `in_lanes` has them in lanes, or receives them.
    pub fn new(structure: &Structure, in_lanes: &OnceLock<Arc<IntersectionPlan>>) -> LanePlan {
        let (variables, groups) = (structure.variables(), structure.members().len());
        let intersections = &structure.intersections;
        LanePlan {
            members: Unions::new(structure.members(), blocks(groups), variables, blocks(variables)),
            groups_of: Unions::new(&structure.groups_of, blocks(variables), groups, blocks(groups)),
            intersections: (!intersections.all.is_empty()).then(|| {
                in_lanes.get_or_init(|| Arc::new(IntersectionPlan::new(intersections, variables))).clone()
            }),
        }
    }
}

impl InLanes {
    pub fn new(
        structure: &Structure,
        plan: Arc<LanePlan>,
        tables: &Tables,
        first_bit: u32,
        level: Level,
    ) -> InLanes {
        let (variables, groups) = (structure.variables(), structure.members().len());
        let zeros = |blocks: usize| vec![Block::default(); blocks];
        let mut all_values = vec![Lanes::default(); blocks(groups)];
        for (group, values) in tables.all_values.iter().enumerate() {
            all_values[group / LANES].0[group % LANES] = (values >> first_bit) as u16;
        }
        let intersection_blocks = blocks(structure.intersections.all.len());
        let state = State {
            first_bit,
            all_values,
            in_a_row: tables.first_in_a_row(),
            lanes: vec![Lanes::default(); blocks(variables)],
            domains: zeros(blocks(variables)),
            changed: vec![0; blocks(variables)],
            groups: Groups { seen: zeros(blocks(groups)), hidden: zeros(blocks(groups)) },
            intersections: IntersectionScratch {
                holds: zeros(intersection_blocks),
                only: zeros(2 * intersection_blocks),
                lost: zeros(intersection_blocks),
            },
        };
        InLanes { plan, level, state }
    }
}

impl State {
    /// Applies the rule of singles once. Returns whether a domain changed.
    #[inline(always)]
    fn sweep<I: Isa>(&mut self, plan: &LanePlan) -> Result<bool, Conflict> {
        let mut wrong = I::zero();
        for block in 0..self.groups.seen.len() {
            let [mut seen, mut once, mut twice] = [I::zero(); 3];
            for round in 0..plan.members.rounds {
                let domain = I::look(&self.domains, plan.members.round(round, block));
                let fixed = I::where_zero(I::without_lowest(domain), domain);
                wrong = I::or(wrong, I::and(seen, fixed));
                seen = I::or(seen, fixed);
                twice = I::or(twice, I::and(once, domain));
                once = I::or(once, domain);
            }
            let all = I::of(&self.all_values[block]);
            wrong = I::or(wrong, I::without(all, once));
            let hidden = I::without(I::without(all, twice), seen);
            I::store(hidden, &mut self.groups.hidden[block]);
            I::store(seen, &mut self.groups.seen[block]);
        }
        let mut changed = I::zero();
        for block in 0..self.domains.len() {
            let seen = plan.groups_of.block::<I>(&self.groups.seen, block);
            let hidden = plan.groups_of.block::<I>(&self.groups.hidden, block);
            let domain = I::load(&self.domains[block]);
            let fixed = I::where_zero(I::without_lowest(domain), domain);
            let rest = I::or(I::without(domain, seen), fixed);
            let hit = I::and(rest, hidden);
            let new = I::or(hit, I::where_zero(hit, rest));
            // A conflict: an empty domain, or two values that have no other place.
            wrong = I::or(wrong, I::or(I::where_zero(new, domain), I::without_lowest(hit)));
            changed = I::or(changed, I::without(domain, new));
            I::store(new, &mut self.domains[block]);
        }
        if I::any(wrong) { Err(Conflict) } else { Ok(I::any(changed)) }
    }
}

impl IntersectionPlan {
    fn new(intersections: &Intersections, variables: usize) -> IntersectionPlan {
        let count = intersections.all.len();
        let only_of = |side: usize, intersection: usize| (side * blocks(count) * LANES + intersection) as u32;
        // A value that one group can place only here is removed from the rest of the other group.
        let (mut intersection_losses, mut variable_losses) = (Vec::new(), Vec::new());
        let mut rests = [0, 1].map(|_| (Lists::default(), Lists::default()));
        for intersection in 0..count {
            for side in [0, 1] {
                let (tiles, singles) = (
                    intersections.rest_tiles.get(2 * intersection + side),
                    intersections.rest_variables.get(2 * intersection + side),
                );
                rests[side].0.push(tiles.iter().copied());
                rests[side].1.push(singles.iter().copied());
                let only = only_of(1 - side, intersection);
                intersection_losses.extend(tiles.iter().map(|&tile| (tile, only)));
                variable_losses.extend(singles.iter().map(|&single| (single, only)));
            }
        }
        let intersection_losses = Lists::from_pairs(count, &intersection_losses);
        let variable_losses = Lists::from_pairs(variables, &variable_losses);
        IntersectionPlan {
            members: Unions::new(&intersections.members, blocks(count), variables, blocks(variables)),
            of_variable: Unions::new(&intersections.of_variable, blocks(variables), count, blocks(count)),
            rests: rests.map(|(tiles, singles)| {
                (
                    Unions::new(&tiles, blocks(count), count, blocks(count)),
                    Unions::new(&singles, blocks(count), variables, blocks(variables)),
                )
            }),
            intersection_losses: Unions::new(&intersection_losses, blocks(count), count, 2 * blocks(count)),
            variable_losses: Unions::new(&variable_losses, blocks(variables), count, 2 * blocks(count)),
        }
    }

    /// Applies the rule of intersections once. Returns whether a domain changed.
    #[inline(always)]
    fn sweep<I: Isa>(
        &self,
        domains: &mut [Block],
        scratch: &mut IntersectionScratch,
    ) -> Result<bool, Conflict> {
        let IntersectionScratch { holds, only, lost } = scratch;
        let count = holds.len();
        for (block, holds) in holds.iter_mut().enumerate() {
            I::store(self.members.block::<I>(domains, block), holds);
        }
        for (side, (tiles, singles)) in self.rests.iter().enumerate() {
            for block in 0..count {
                let elsewhere = I::or(tiles.block::<I>(holds, block), singles.block::<I>(domains, block));
                let only_here = I::without(I::load(&holds[block]), elsewhere);
                I::store(only_here, &mut only[side * count + block]);
            }
        }
        for (block, lost) in lost.iter_mut().enumerate() {
            I::store(self.intersection_losses.block::<I>(only, block), lost);
        }
        let [mut changed, mut wrong] = [I::zero(); 2];
        for (block, lanes) in domains.iter_mut().enumerate() {
            let through_intersections = self.of_variable.block::<I>(lost, block);
            let directly = self.variable_losses.block::<I>(only, block);
            let domain = I::load(lanes);
            let new = I::without(domain, I::or(through_intersections, directly));
            wrong = I::or(wrong, I::where_zero(new, domain));
            changed = I::or(changed, I::without(domain, new));
            I::store(new, lanes);
        }
        if I::any(wrong) { Err(Conflict) } else { Ok(I::any(changed)) }
    }
}

/// A run: loads the domains, filters them, and compares them with the loaded ones.
struct Filter<'a> {
    network: &'a mut InLanes,
    words: &'a [u64],
    slots: &'a [Slot],
}

impl State {
    /// Copies the domains into lanes. Lanes beyond the last variable are always 0.
    #[inline(always)]
    fn load<I: Isa>(&mut self, words: &[u64], slots: &[Slot]) {
        let first_bit = self.first_bit;
        let narrowed = |word: u64| (word >> first_bit) as u16;
        match self.in_a_row {
            Some(first) => {
                let words = &words[first..first + slots.len()];
                for (words, block) in words.chunks(LANES).zip(&mut self.lanes) {
                    block.0.iter_mut().zip(words).for_each(|(lane, &word)| *lane = narrowed(word));
                }
            }
            None => {
                for (slots, block) in slots.chunks(LANES).zip(&mut self.lanes) {
                    let words = slots.iter().map(|slot| words[slot.0 as usize]);
                    block.0.iter_mut().zip(words).for_each(|(lane, word)| *lane = narrowed(word));
                }
            }
        }
        for (lanes, block) in self.lanes.iter().zip(&mut self.domains) {
            I::store(I::of(lanes), block);
        }
    }

    #[inline(always)]
    fn filter<I: Isa>(&mut self, plan: &LanePlan) -> Result<(), Conflict> {
        loop {
            while self.sweep::<I>(plan)? {}
            let Some(intersections) = &plan.intersections else { return Ok(()) };
            if !intersections.sweep::<I>(&mut self.domains, &mut self.intersections)? {
                return Ok(());
            }
        }
    }
}

impl Work for Filter<'_> {
    type Output = Result<(), Conflict>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<(), Conflict> {
        let Filter { network, words, slots } = self;
        let InLanes { plan, state, .. } = network;
        state.load::<I>(words, slots);
        state.filter::<I>(plan)?;
        for (block, changed) in state.changed.iter_mut().enumerate() {
            let (lanes, now) = (&mut state.lanes[block], I::load(&state.domains[block]));
            *changed = I::differ(I::of(lanes), now);
            *lanes = I::lanes(now);
        }
        Ok(())
    }
}

impl NetworkRules for InLanes {
    fn run(&mut self, store: &Store, slots: &[Slot]) -> Result<(), Conflict> {
        dispatch(self.level, Filter { network: self, words: store.words(), slots })
    }

    fn changes(&self, mut each: impl FnMut(usize, u64) -> Result<(), Conflict>) -> Result<(), Conflict> {
        let State { changed, lanes, first_bit, .. } = &self.state;
        for (block, &changed) in changed.iter().enumerate() {
            for bit in ones(changed) {
                let lane = bit as usize;
                each(block * LANES + lane, u64::from(lanes[block].0[lane]) << first_bit)?;
            }
        }
        Ok(())
    }
}
