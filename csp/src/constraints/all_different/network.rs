//! Many overlapping all-differents at once, one SIMD lane a group.
//!
//! The groups' variables are aligned words of few values. A run copies all domains into lanes and sweeps:
//!
//! ```text
//!   domains   [x0 x1 x2 … x31][x32 …]          one lane a variable
//!       │ look up the k-th member of every group, for each k
//!       ▼
//!   groups    seen    values of fixed members
//!             hidden  values that one member alone can take, in permutations
//!       │ look up the groups of every variable
//!       ▼
//!   domains   open: minus what was seen; hidden here: only that
//! ```
//!
//! until nothing changes (*singles*); then the *intersection* rule once, and singles again if it found
//! something. For two permutations A and B that share several variables: a value that A can place only where
//! they meet leaves the rest of B, and the other way round (in Sudoku: pointing and claiming). Rests are put
//! together from other meeting places where these tile them, so that a Sudoku needs a few look-ups and not
//! six a rest. Only differences are written back, so the trail sees one event a variable.
//!
//! Conflicts: a variable without values; two fixed members with one value; a value that a permutation
//! cannot place; two hidden values in one variable.
//!
//! Only look-ups and plain loops over lanes: the compiler vectorises them for each instruction set
//! ([`crate::simd`]), and every set computes the same.

use crate::propagator::{Cost, Propagator, Status};
use crate::simd::{Block, Indices, Lane, Level, Look, Work, dispatch};
use crate::store::{Conflict, Event, Slot, Store, View};

/// Compiles groups (members, whether every value must occur) with the narrowest lanes that fit.
pub(super) fn compile(
    store: &Store,
    groups: &[(&[View], bool)],
    intersections: bool,
    level: Level,
) -> Box<dyn Propagator> {
    let values = groups.iter().flat_map(|(members, _)| members.iter()).map(|view| store.word(view.slot));
    let all = values.fold(0, |all, word| all | word);
    let (first, count) = (all.trailing_zeros(), 64 - (all >> all.trailing_zeros()).leading_zeros());
    match count {
        ..=16 => Box::new(Network::<u16>::new(store, groups, intersections, level, first)),
        17..=32 => Box::new(Network::<u32>::new(store, groups, intersections, level, first)),
        _ => Box::new(Network::<u64>::new(store, groups, intersections, level, first)),
    }
}

/// For every lane of a target the OR over a list of lanes of a source.
#[derive(Debug)]
struct Unions<T: Lane> {
    /// `rounds` times the blocks of the target.
    indices: Vec<Indices<T>>,
    rounds: usize,
}

impl<T: Lane> Unions<T> {
    /// `lists[lane]` names source lanes; missing places look at `null`, a source lane that is always 0.
    fn new(lists: &[Vec<u32>], blocks: usize, null: usize, source_blocks: usize) -> Unions<T> {
        let lanes = T::Block::LANES;
        let rounds = lists.iter().map(Vec::len).max().unwrap_or(0);
        let mut indices = Vec::with_capacity(rounds * blocks);
        for round in 0..rounds {
            for block in 0..blocks {
                let mut filled = T::Block::default();
                for lane in 0..lanes {
                    let list = lists.get(block * lanes + lane);
                    let index = list.and_then(|list| list.get(round)).map_or(null as u64, |&index| index.into());
                    filled[lane] = T::from_word(index);
                }
                indices.push(Indices::new(filled, source_blocks));
            }
        }
        Unions { indices, rounds }
    }

    #[inline(always)]
    fn block<L: Look>(&self, source: &[T::Block], block: usize, blocks: usize) -> T::Block {
        let mut union = T::Block::default();
        for round in 0..self.rounds {
            let found = L::look::<T>(source, &self.indices[round * blocks + block]);
            for lane in 0..T::Block::LANES {
                union[lane] |= found[lane];
            }
        }
        union
    }
}

#[derive(Debug)]
pub(super) struct Network<T: Lane> {
    slots: Box<[Slot]>,
    /// Bit of the words that is bit 0 of the lanes.
    first_bit: u32,
    level: Level,
    /// Scratch: the domains, as they were read and as they are now.
    before: Vec<T::Block>,
    domains: Vec<T::Block>,
    /// By group: values of fixed members, values that hide in one member.
    seen: Vec<T::Block>,
    hidden: Vec<T::Block>,
    /// The k-th member of every group.
    members: Unions<T>,
    /// The groups of every variable.
    groups_of: Unions<T>,
    /// The values of permutations; 0 for other groups.
    all_values: Vec<T::Block>,
    meetings: Option<Meetings<T>>,
}

/// The places where two permutations meet.
#[derive(Debug)]
struct Meetings<T: Lane> {
    /// The variables of each place.
    variables: Unions<T>,
    /// The rest of the one group and of the other, as places and as single variables.
    rests: [(Unions<T>, Unions<T>); 2],
    /// What each place and each variable loses: lanes of `only`, and for variables also their places.
    place_losses: Unions<T>,
    variable_losses: Unions<T>,
    places_of: Unions<T>,
    /// Scratch: what each place can hold; what only it can hold, seen from either group; what it loses.
    places: Vec<T::Block>,
    only: Vec<T::Block>,
    lost: Vec<T::Block>,
}

impl<T: Lane> Network<T> {
    fn new(
        store: &Store,
        groups: &[(&[View], bool)],
        intersections: bool,
        level: Level,
        first_bit: u32,
    ) -> Network<T> {
        let lanes = T::Block::LANES;
        let mut slots: Vec<Slot> = groups.iter().flat_map(|(views, _)| views.iter().map(|v| v.slot)).collect();
        slots.sort_unstable();
        slots.dedup();
        let mut index_of = vec![0_u32; slots.last().map_or(0, |slot| slot.0 as usize + 1)];
        slots.iter().enumerate().for_each(|(index, slot)| index_of[slot.0 as usize] = index as u32);
        // One lane more than needed on either side, for what is missing.
        let (variable_blocks, group_blocks) = (slots.len() / lanes + 1, groups.len() / lanes + 1);
        let mut members: Vec<Vec<u32>> = Vec::with_capacity(groups.len());
        let mut groups_of: Vec<Vec<u32>> = vec![Vec::new(); slots.len()];
        let mut all_values = vec![T::Block::default(); group_blocks];
        for (at, (views, permutation)) in groups.iter().enumerate() {
            let list: Vec<u32> = views.iter().map(|view| index_of[view.slot.0 as usize]).collect();
            list.iter().for_each(|&variable| groups_of[variable as usize].push(at as u32));
            if *permutation {
                let values = views.iter().fold(0, |all, view| all | store.word(view.slot));
                all_values[at / lanes][at % lanes] = T::from_word(values >> first_bit);
            }
            members.push(list);
        }
        let permutations: Vec<&[u32]> =
            members.iter().zip(groups).filter(|(_, (_, yes))| *yes).map(|(list, _)| &list[..]).collect();
        let meetings = if intersections { Meetings::find(&permutations, slots.len()) } else { None };
        Network {
            first_bit,
            level,
            before: vec![T::Block::default(); variable_blocks],
            domains: vec![T::Block::default(); variable_blocks],
            seen: vec![T::Block::default(); group_blocks],
            hidden: vec![T::Block::default(); group_blocks],
            members: Unions::new(&members, group_blocks, slots.len(), variable_blocks),
            groups_of: Unions::new(&groups_of, variable_blocks, groups.len(), group_blocks),
            all_values,
            meetings,
            slots: slots.into(),
        }
    }

    fn load(&mut self, store: &Store) {
        let words = store.words();
        for (chunk, block) in self.slots.chunks(T::Block::LANES).zip(&mut self.before) {
            for (lane, slot) in chunk.iter().enumerate() {
                block[lane] = T::from_word(words[slot.0 as usize] >> self.first_bit);
            }
        }
        self.domains.copy_from_slice(&self.before);
    }

    fn write_back(&self, store: &mut Store) -> Result<(), Conflict> {
        for ((chunk, before), now) in self.slots.chunks(T::Block::LANES).zip(&self.before).zip(&self.domains) {
            for (lane, &slot) in chunk.iter().enumerate() {
                if before[lane] != now[lane] {
                    store.keep(slot, now[lane].to_word() << self.first_bit)?;
                }
            }
        }
        Ok(())
    }

    /// One sweep of singles. Says whether something changed.
    #[inline(always)]
    fn sweep<L: Look>(&mut self) -> Result<bool, Conflict> {
        let lanes = T::Block::LANES;
        let zero = T::default();
        let (blocks, group_blocks) = (self.domains.len(), self.seen.len());
        let mut wrong = T::Block::default();
        for block in 0..group_blocks {
            let (mut seen, mut clash) = (T::Block::default(), T::Block::default());
            let (mut once, mut twice) = (T::Block::default(), T::Block::default());
            for round in 0..self.members.rounds {
                let domain = L::look::<T>(&self.domains, &self.members.indices[round * group_blocks + block]);
                for lane in 0..lanes {
                    let d = domain[lane];
                    let fixed = if d.without_lowest() == zero { d } else { zero };
                    clash[lane] |= seen[lane] & fixed;
                    seen[lane] |= fixed;
                    twice[lane] |= once[lane] & d;
                    once[lane] |= d;
                }
            }
            let all = &self.all_values[block];
            for lane in 0..lanes {
                wrong[lane] |= clash[lane] | (all[lane] & !once[lane]);
                self.hidden[block][lane] = all[lane] & once[lane] & !twice[lane] & !seen[lane];
                self.seen[block][lane] = seen[lane];
            }
        }
        let mut changed = T::Block::default();
        for block in 0..blocks {
            let seen = self.groups_of.block::<L>(&self.seen, block, blocks);
            let hidden = self.groups_of.block::<L>(&self.hidden, block, blocks);
            for lane in 0..lanes {
                let d = self.domains[block][lane];
                let open = if d.without_lowest() == zero { d } else { d & !seen[lane] };
                let hit = open & hidden[lane];
                let new = if hit == zero { open } else { hit };
                // Nothing left, or two values that can stand only here.
                let none = if new == zero { d } else { zero };
                wrong[lane] |= none | hit.without_lowest();
                changed[lane] |= d & !new;
                self.domains[block][lane] = new;
            }
        }
        if any::<T>(&wrong) { Err(Conflict) } else { Ok(any::<T>(&changed)) }
    }
}

#[inline(always)]
fn any<T: Lane>(block: &T::Block) -> bool {
    let mut union = T::default();
    for lane in 0..T::Block::LANES {
        union |= block[lane];
    }
    union != T::default()
}

impl<T: Lane> Meetings<T> {
    /// `permutations` by their members; `None` when no two share several variables.
    fn find(permutations: &[&[u32]], variables: usize) -> Option<Meetings<T>> {
        let stride = variables.div_ceil(64);
        let mut sets = vec![0_u64; permutations.len() * stride];
        for (at, members) in permutations.iter().enumerate() {
            members.iter().for_each(|&m| sets[at * stride + m as usize / 64] |= 1 << (m % 64));
        }
        let set = |at: usize| &sets[at * stride..(at + 1) * stride];
        // The places, which two groups meet there, and the places of each group.
        let mut places: Vec<(Vec<u64>, [usize; 2])> = Vec::new();
        let mut places_in: Vec<Vec<u32>> = vec![Vec::new(); permutations.len()];
        for a in 0..permutations.len() {
            for b in a + 1..permutations.len() {
                let shared = set(a).iter().zip(set(b)).map(|(x, y)| (x & y).count_ones()).sum::<u32>() as usize;
                // Groups that share everything say the same.
                if shared >= 2 && shared < permutations[a].len().min(permutations[b].len()) {
                    places_in[a].push(places.len() as u32);
                    places_in[b].push(places.len() as u32);
                    places.push((set(a).iter().zip(set(b)).map(|(x, y)| x & y).collect(), [a, b]));
                }
            }
        }
        if places.is_empty() {
            return None;
        }
        let lanes = T::Block::LANES;
        let (place_blocks, variable_blocks) = (places.len() / lanes + 1, variables / lanes + 1);
        let mut rests = [0, 1].map(|_| (vec![Vec::new(); places.len()], vec![Vec::new(); places.len()]));
        let mut place_losses: Vec<Vec<u32>> = vec![Vec::new(); places.len()];
        let mut variable_losses: Vec<Vec<u32>> = vec![Vec::new(); variables];
        let mut places_of: Vec<Vec<u32>> = vec![Vec::new(); variables];
        for (at, (members, groups)) in places.iter().enumerate() {
            ones(members).for_each(|variable| places_of[variable as usize].push(at as u32));
            for side in [0, 1] {
                // What the group of this side can place only here leaves the rest of the other group.
                let only = (side * place_blocks * lanes + at) as u32;
                let other = 1 - side;
                let tiles = tile(&places, &places_in[groups[side]], at, set(groups[side]));
                rests[side].0[at] = tiles.0;
                rests[side].1[at] = tiles.1;
                let (tiles, singles) = tile(&places, &places_in[groups[other]], at, set(groups[other]));
                tiles.iter().for_each(|&place| place_losses[place as usize].push(only));
                singles.iter().for_each(|&variable| variable_losses[variable as usize].push(only));
            }
        }
        let list = |at: &(Vec<u64>, [usize; 2])| ones(&at.0).collect::<Vec<u32>>();
        let members: Vec<Vec<u32>> = places.iter().map(list).collect();
        let null = places.len();
        Some(Meetings {
            variables: Unions::new(&members, place_blocks, variables, variable_blocks),
            rests: rests.map(|(tiles, singles)| {
                (
                    Unions::new(&tiles, place_blocks, null, place_blocks),
                    Unions::new(&singles, place_blocks, variables, variable_blocks),
                )
            }),
            place_losses: Unions::new(&place_losses, place_blocks, null, 2 * place_blocks),
            variable_losses: Unions::new(&variable_losses, variable_blocks, null, 2 * place_blocks),
            places_of: Unions::new(&places_of, variable_blocks, null, place_blocks),
            places: vec![T::Block::default(); place_blocks],
            only: vec![T::Block::default(); 2 * place_blocks],
            lost: vec![T::Block::default(); place_blocks],
        })
    }

    /// The intersection rule once. Says whether something changed.
    #[inline(always)]
    fn sweep<L: Look>(&mut self, domains: &mut [T::Block]) -> Result<bool, Conflict> {
        let lanes = T::Block::LANES;
        let (blocks, place_blocks) = (domains.len(), self.places.len());
        for block in 0..place_blocks {
            self.places[block] = self.variables.block::<L>(domains, block, place_blocks);
        }
        for (side, (tiles, singles)) in self.rests.iter().enumerate() {
            for block in 0..place_blocks {
                let tiles = tiles.block::<L>(&self.places, block, place_blocks);
                let singles = singles.block::<L>(domains, block, place_blocks);
                for lane in 0..lanes {
                    self.only[side * place_blocks + block][lane] =
                        self.places[block][lane] & !(tiles[lane] | singles[lane]);
                }
            }
        }
        for block in 0..place_blocks {
            self.lost[block] = self.place_losses.block::<L>(&self.only, block, place_blocks);
        }
        let (mut changed, mut wrong) = (T::Block::default(), T::Block::default());
        let zero = T::default();
        for (block, domain) in domains.iter_mut().enumerate() {
            let through_places = self.places_of.block::<L>(&self.lost, block, blocks);
            let directly = self.variable_losses.block::<L>(&self.only, block, blocks);
            for lane in 0..lanes {
                let d = domain[lane];
                let new = d & !(through_places[lane] | directly[lane]);
                wrong[lane] |= if new == zero { d } else { zero };
                changed[lane] |= d & !new;
                domain[lane] = new;
            }
        }
        if any::<T>(&wrong) { Err(Conflict) } else { Ok(any::<T>(&changed)) }
    }
}

/// The members of a bit set.
fn ones(set: &[u64]) -> impl Iterator<Item = u32> + '_ {
    set.iter().enumerate().flat_map(|(index, &word)| {
        std::iter::successors(Some(word), |word| Some(word & (word - 1)))
            .take_while(|&word| word != 0)
            .map(move |word| (64 * index) as u32 + word.trailing_zeros())
    })
}

/// The rest of a group outside the place `at`: other places of the group that lie in it and apart from each
/// other, and the single variables left over.
fn tile(places: &[(Vec<u64>, [usize; 2])], in_group: &[u32], at: usize, group: &[u64]) -> (Vec<u32>, Vec<u32>) {
    let mut rest: Vec<u64> = group.iter().zip(&places[at].0).map(|(all, here)| all & !here).collect();
    let mut tiles = Vec::new();
    for &other in in_group {
        let tile = &places[other as usize].0;
        if other as usize != at && tile.iter().zip(&rest).all(|(tile, rest)| tile & !rest == 0) {
            rest.iter_mut().zip(tile).for_each(|(rest, tile)| *rest &= !tile);
            tiles.push(other);
        }
    }
    (tiles, ones(&rest).collect())
}

/// A whole run on the lanes.
struct Run<'a, T: Lane>(&'a mut Network<T>);

impl<T: Lane> Work for Run<'_, T> {
    type Output = Result<(), Conflict>;

    #[inline(always)]
    fn run<L: Look>(self) -> Result<(), Conflict> {
        let network = self.0;
        loop {
            while network.sweep::<L>()? {}
            let Some(meetings) = &mut network.meetings else { return Ok(()) };
            if !meetings.sweep::<L>(&mut network.domains)? {
                return Ok(());
            }
        }
    }
}

impl<T: Lane> Propagator for Network<T> {
    fn name(&self) -> &'static str {
        "network"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.slots.iter().for_each(|&slot| watch(slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        self.load(store);
        dispatch(self.level, Run(self))?;
        self.write_back(store)?;
        Ok(Status::Fixpoint)
    }
}
