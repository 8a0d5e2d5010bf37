//! The structure of a network: which variables are in which groups, and where permutations intersect. It does not
//! depend on domains.

use std::sync::Arc;

use super::LARGEST_NETWORK;
use crate::base::bits::ones_of;
use crate::engine::store::{Slot, Store, View};

/// Lists, stored end to end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lists {
    /// Start of each list, and the end of the last one.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists::with_capacity(0, 0)
    }
}

impl Lists {
    pub fn with_capacity(lists: usize, items: usize) -> Lists {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Lists { starts, items: Vec::with_capacity(items) }
    }

    #[inline]
    pub fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        for item in list {
            self.items.push(item);
        }
        self.end();
    }

    /// Ends the current list.
    fn end(&mut self) {
        self.starts.push(self.items.len() as u32);
    }

    /// Builds lists from (list, item) pairs. The items of a list keep their order.
    pub fn from_pairs(lists: usize, pairs: &[(u32, u32)]) -> Lists {
        let mut starts = vec![0_u32; lists + 2];
        pairs.iter().for_each(|&(list, _)| starts[list as usize + 2] += 1);
        for list in 2..starts.len() {
            starts[list] += starts[list - 1];
        }
        // `starts[list + 1]` is the write position of the list: after all items it is the start of the next list.
        let mut items = vec![0; pairs.len()];
        for &(list, item) in pairs {
            let next = &mut starts[list as usize + 1];
            items[*next as usize] = item;
            *next += 1;
        }
        starts.pop();
        Lists { starts, items }
    }

    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline(always)]
    pub fn get(&self, list: usize) -> &[u32] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }

    pub fn longest(&self) -> usize {
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0) as usize
    }
}

/// Lists padded to one length with a harmless item: found by one multiplication and iterated without
/// unpredictable branches.
#[derive(Debug)]
pub(super) struct Padded {
    width: usize,
    items: Vec<u32>,
}

impl Padded {
    pub fn new(lists: &Lists, filler: usize) -> Padded {
        let width = lists.longest();
        let mut items = vec![filler as u32; width * lists.len()];
        for list in 0..lists.len() {
            let from = lists.get(list);
            items[list * width..list * width + from.len()].copy_from_slice(from);
        }
        Padded { width, items }
    }

    #[inline(always)]
    pub fn get(&self, list: usize) -> &[u32] {
        &self.items[list * self.width..(list + 1) * self.width]
    }
}

/// The groups of a network, over variables 0, 1, …
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Groups {
    variables: usize,
    members: Lists,
    /// The groups that are permutations, as bits.
    permutations: u128,
    /// Whether intersections are searched for.
    with_intersections: bool,
}

impl Groups {
    /// Returns whether the intersections are those of other groups. Only permutations have any.
    fn intersect_like(&self, other: &Groups) -> bool {
        let is_same = |group| self.members.get(group) == other.members.get(group);
        self.with_intersections
            && other.with_intersections
            && (self.variables, self.permutations) == (other.variables, other.permutations)
            && (0..self.members.len()).all(|group| self.permutations >> group & 1 == 0 || is_same(group))
    }
}

/// The structure over variables 0, 1, …
#[derive(Debug)]
pub(super) struct Structure {
    pub groups: Groups,
    pub groups_of: Lists,
    pub intersections: Arc<Intersections>,
}

/// A network over the variables of a store.
#[derive(Debug)]
pub(super) struct Tables {
    /// The slot of each variable.
    pub slots: Box<[Slot]>,
    /// The values of permutations; 0 for other groups.
    pub all_values: Box<[u64]>,
}

impl Structure {
    /// Returns the structure of groups. Intersections may be shared by different structures: the permutations of all
    /// killer Sudokus are the same, but their cages are not.
    pub fn new<'a>(groups: Groups, mut known: impl Iterator<Item = &'a Structure>) -> Structure {
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(groups.members.items.len());
        for group in 0..groups.members.len() {
            pairs.extend(groups.members.get(group).iter().map(|&member| (member, group as u32)));
        }
        let intersections = match known.find(|known| known.groups.intersect_like(&groups)) {
            Some(known) => known.intersections.clone(),
            None if groups.with_intersections => Arc::new(Intersections::find(&groups)),
            None => Arc::default(),
        };
        Structure { groups_of: Lists::from_pairs(groups.variables, &pairs), groups, intersections }
    }

    pub fn variables(&self) -> usize {
        self.groups.variables
    }

    pub fn members(&self) -> &Lists {
        &self.groups.members
    }

    /// Returns for each variable the other members of its groups, once each.
    pub fn neighbours(&self) -> Lists {
        match self.variables() {
            ..=128 => self.neighbours_in::<2>(),
            129..=256 => self.neighbours_in::<4>(),
            _ => self.neighbours_in::<MOST_WORDS>(),
        }
    }

    fn neighbours_in<const WORDS: usize>(&self) -> Lists {
        let sets = member_sets::<WORDS>(self.members());
        let mut neighbours = Lists::with_capacity(self.variables(), 4 * self.members().items.len());
        for variable in 0..self.variables() {
            let groups = self.groups_of.get(variable).iter();
            let mut row = groups.fold([0; WORDS], |row, &group| join(row, sets[group as usize]));
            row[variable / 64] &= !(1 << (variable % 64));
            neighbours.push(ones_of(&row).map(|at| at as u32));
        }
        neighbours
    }
}

/// Number of words in the largest set of variables. Most networks have few variables and use smaller sets.
const MOST_WORDS: usize = LARGEST_NETWORK.div_ceil(64);

/// Returns the members of each group as a set.
fn member_sets<const WORDS: usize>(groups: &Lists) -> Vec<[u64; WORDS]> {
    let mut sets = vec![[0_u64; WORDS]; groups.len()];
    for (group, set) in sets.iter_mut().enumerate() {
        for &member in groups.get(group) {
            set[member as usize / 64] |= 1 << (member % 64);
        }
    }
    sets
}

fn join<const WORDS: usize>(a: [u64; WORDS], b: [u64; WORDS]) -> [u64; WORDS] {
    std::array::from_fn(|word| a[word] | b[word])
}

fn common<const WORDS: usize>(a: [u64; WORDS], b: [u64; WORDS]) -> [u64; WORDS] {
    std::array::from_fn(|word| a[word] & b[word])
}

fn without<const WORDS: usize>(a: [u64; WORDS], b: [u64; WORDS]) -> [u64; WORDS] {
    std::array::from_fn(|word| a[word] & !b[word])
}

/// An intersection of two permutations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intersection {
    pub groups: [u32; 2],
}

/// The intersections of two permutations in several variables. The rest of a group outside of an intersection
/// is composed of other intersections of the group, where they tile it (a box outside of one of its lines is
/// the two other lines), and of single variables.
#[derive(Debug, Default)]
pub(super) struct Intersections {
    pub all: Vec<Intersection>,
    pub members: Lists,
    pub of_variable: Lists,
    /// For intersection p, the rest of its first group is list 2p, that of its second group list 2p + 1.
    pub rest_tiles: Lists,
    pub rest_variables: Lists,
}

impl Tables {
    /// Reads the groups of a network, and its variables.
    pub fn of(store: &Store, groups: &[&[View]], with_intersections: bool) -> (Groups, Tables) {
        let memberships = groups.iter().map(|group| group.len()).sum();
        let mut index_of = vec![u32::MAX; store.words().len()];
        let mut slots: Vec<Slot> = Vec::with_capacity(memberships);
        let mut members = Lists::with_capacity(groups.len(), memberships);
        let mut all_values = Vec::with_capacity(groups.len());
        let mut permutations = 0_u128;
        for (at, group) in groups.iter().enumerate() {
            members.push(group.iter().map(|view| {
                let index = &mut index_of[view.slot.0 as usize];
                if *index == u32::MAX {
                    *index = slots.len() as u32;
                    slots.push(view.slot);
                }
                *index
            }));
            let values = group.iter().fold(0, |all, view| all | store.one_word(view.slot));
            // In a permutation every value must occur.
            let is_permutation = values.count_ones() as usize == group.len();
            all_values.push(if is_permutation { values } else { 0 });
            permutations |= u128::from(is_permutation) << at;
        }
        let groups = Groups { variables: slots.len(), members, permutations, with_intersections };
        (groups, Tables { slots: slots.into(), all_values: all_values.into() })
    }

    /// Returns the first slot if the slots are consecutive.
    pub fn first_in_a_row(&self) -> Option<usize> {
        let first = self.slots.first()?.0;
        let in_a_row = self.slots.iter().zip(first..).all(|(slot, expected)| slot.0 == expected);
        in_a_row.then_some(first as usize)
    }
}

impl Intersections {
    fn find(groups: &Groups) -> Intersections {
        match groups.variables {
            ..=128 => Intersections::find_in::<2>(groups),
            129..=256 => Intersections::find_in::<4>(groups),
            _ => Intersections::find_in::<MOST_WORDS>(groups),
        }
    }

    fn find_in<const WORDS: usize>(groups: &Groups) -> Intersections {
        let &Groups { variables, permutations, members: ref groups, .. } = groups;
        let sets = member_sets::<WORDS>(groups);
        let permutations: Vec<usize> =
            (0..groups.len()).filter(|group| permutations >> group & 1 != 0).collect();
        // Typical number of intersections; the lists grow if there are more.
        let typical = 2 * permutations.len();
        let mut all: Vec<Intersection> = Vec::with_capacity(typical);
        let mut sets_of_intersections: Vec<[u64; WORDS]> = Vec::with_capacity(typical);
        let mut members = Lists::with_capacity(typical, 4 * typical);
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(4 * typical);
        for (at, &a) in permutations.iter().enumerate() {
            for &b in &permutations[at + 1..] {
                let shared = common(sets[a], sets[b]);
                if shared == [0; WORDS] {
                    continue;
                }
                let count = shared.iter().map(|word| word.count_ones()).sum::<u32>() as usize;
                // If one group contains the other, one rest is empty.
                if count >= 2 && count < groups.get(a).len().min(groups.get(b).len()) {
                    let intersection = all.len() as u32;
                    all.push(Intersection { groups: [a as u32, b as u32] });
                    sets_of_intersections.push(shared);
                    members.push(ones_of(&shared).map(|at| at as u32));
                    pairs.extend([(a as u32, intersection), (b as u32, intersection)]);
                }
            }
        }
        let intersections_in = Lists::from_pairs(groups.len(), &pairs);
        pairs.clear();
        let mut rest_tiles = Lists::with_capacity(2 * all.len(), 4 * all.len());
        let mut rest_variables = Lists::with_capacity(2 * all.len(), 0);
        for (at, intersection) in all.iter().enumerate() {
            pairs.extend(members.get(at).iter().map(|&member| (member, at as u32)));
            for group in intersection.groups {
                let mut rest = without(sets[group as usize], sets_of_intersections[at]);
                for &other in intersections_in.get(group as usize) {
                    let tile = sets_of_intersections[other as usize];
                    if without(tile, rest) == [0; WORDS] {
                        rest = without(rest, tile);
                        rest_tiles.items.push(other);
                    }
                }
                rest_tiles.end();
                rest_variables.push(ones_of(&rest).map(|at| at as u32));
            }
        }
        let of_variable = Lists::from_pairs(variables, &pairs);
        Intersections { all, members, of_variable, rest_tiles, rest_variables }
    }
}
