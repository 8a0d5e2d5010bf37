//! Who is in which group, and where permutations meet: worked out once, read by both ways to run.

use smallvec::SmallVec;

use super::Member;
use crate::store::{Slot, Store};

/// Lists end to end.
#[derive(Debug, Default)]
pub(super) struct Lists {
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn with_capacity(lists: usize, items: usize) -> Lists {
        Lists { ends: Vec::with_capacity(lists), items: Vec::with_capacity(items) }
    }

    pub fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.items.extend(list);
        self.ends.push(self.items.len() as u32);
    }

    /// From (list, item) pairs; the items keep their order.
    pub fn from_pairs(lists: usize, pairs: &[(u32, u32)]) -> Lists {
        let mut ends = vec![0_u32; lists];
        pairs.iter().for_each(|&(list, _)| ends[list as usize] += 1);
        let mut total = 0;
        for end in &mut ends {
            // For now where the list begins; each item moves it on.
            total += std::mem::replace(end, total);
        }
        let mut items = vec![0; pairs.len()];
        for &(list, item) in pairs {
            items[ends[list as usize] as usize] = item;
            ends[list as usize] += 1;
        }
        Lists { ends, items }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline(always)]
    pub fn get(&self, list: usize) -> &[u32] {
        let start = if list == 0 { 0 } else { self.ends[list - 1] };
        &self.items[start as usize..self.ends[list] as usize]
    }

    pub fn longest(&self) -> usize {
        (0..self.len()).map(|list| self.get(list).len()).max().unwrap_or(0)
    }
}

/// The network's structure over variables 0, 1, …
#[derive(Debug)]
pub(super) struct Tables {
    pub variables: usize,
    pub members: Lists,
    pub groups_of: Lists,
    /// The values of permutations, 0 for other groups.
    pub all_values: Vec<u64>,
    pub meetings: Meetings,
}

/// A place where two permutations meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub groups: [u32; 2],
}

/// The places where two permutations share several variables. The rest of a group outside a place is put
/// together from other places of the group where these tile it (a box outside one of its lines is the two
/// other lines), and from single variables otherwise.
#[derive(Debug, Default)]
pub(super) struct Meetings {
    pub places: Vec<Place>,
    pub members: Lists,
    pub places_of: Lists,
    /// For place p the rest of its first group is list 2p, of its second 2p + 1.
    pub rest_places: Lists,
    pub rest_variables: Lists,
}

type Bits = SmallVec<[u64; 4]>;

impl Tables {
    /// The tables, and the slot of each variable.
    pub fn new(store: &Store, groups: &[Member<'_>], intersections: bool) -> (Tables, Box<[Slot]>) {
        let places = groups.iter().map(|group| group.views.len()).sum();
        let mut index_of = vec![u32::MAX; store.words().len()];
        let mut slots: Vec<Slot> = Vec::with_capacity(places);
        let mut members = Lists::with_capacity(groups.len(), places);
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(places);
        let mut all_values = Vec::with_capacity(groups.len());
        for (at, group) in groups.iter().enumerate() {
            members.push(group.views.iter().map(|view| {
                let index = &mut index_of[view.slot.0 as usize];
                if *index == u32::MAX {
                    *index = slots.len() as u32;
                    slots.push(view.slot);
                }
                pairs.push((*index, at as u32));
                *index
            }));
            let values = group.views.iter().fold(0, |all, view| all | store.word(view.slot));
            all_values.push(if group.permutation { values } else { 0 });
        }
        let groups_of = Lists::from_pairs(slots.len(), &pairs);
        let meetings = if intersections {
            Meetings::find(&members, slots.len(), &all_values)
        } else {
            Meetings::default()
        };
        let tables = Tables { variables: slots.len(), members, groups_of, all_values, meetings };
        (tables, slots.into())
    }
}

impl Meetings {
    fn find(groups: &Lists, variables: usize, all_values: &[u64]) -> Meetings {
        let stride = variables.div_ceil(64);
        let mut sets = vec![0_u64; groups.len() * stride];
        for group in 0..groups.len() {
            for &member in groups.get(group) {
                sets[group * stride + member as usize / 64] |= 1 << (member % 64);
            }
        }
        let set = |group: usize| &sets[group * stride..(group + 1) * stride];
        let permutations: Vec<usize> = (0..groups.len()).filter(|&group| all_values[group] != 0).collect();
        let mut places: Vec<Place> = Vec::new();
        let mut place_sets: Vec<u64> = Vec::new();
        let mut members = Lists::default();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (at, &a) in permutations.iter().enumerate() {
            for &b in &permutations[at + 1..] {
                let shared = || set(a).iter().zip(set(b)).map(|(x, y)| x & y);
                let count = shared().map(u64::count_ones).sum::<u32>() as usize;
                // Groups of which one holds the other have no rest to speak of.
                if count >= 2 && count < groups.get(a).len().min(groups.get(b).len()) {
                    let place = places.len() as u32;
                    places.push(Place { groups: [a as u32, b as u32] });
                    place_sets.extend(shared());
                    members.push(ones(&place_sets[place as usize * stride..]));
                    pairs.extend([(a as u32, place), (b as u32, place)]);
                }
            }
        }
        let places_in = Lists::from_pairs(groups.len(), &pairs);
        pairs.clear();
        let (mut rest_places, mut rest_variables) = (Lists::default(), Lists::default());
        for (at, place) in places.iter().enumerate() {
            pairs.extend(members.get(at).iter().map(|&member| (member, at as u32)));
            for group in place.groups {
                let here = &place_sets[at * stride..(at + 1) * stride];
                let mut rest: Bits = set(group as usize).iter().zip(here).map(|(all, here)| all & !here).collect();
                rest_places.push(places_in.get(group as usize).iter().copied().filter(|&other| {
                    let tile = &place_sets[other as usize * stride..(other as usize + 1) * stride];
                    let fits = other as usize != at && tile.iter().zip(&rest).all(|(tile, rest)| tile & !rest == 0);
                    if fits {
                        rest.iter_mut().zip(tile).for_each(|(rest, tile)| *rest &= !tile);
                    }
                    fits
                }));
                rest_variables.push(ones(&rest));
            }
        }
        let places_of = Lists::from_pairs(variables, &pairs);
        Meetings { places, members, places_of, rest_places, rest_variables }
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
