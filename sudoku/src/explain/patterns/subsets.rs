//! Subsets and fish: as many truths as there are places for them.

use super::singles::left_in;
use crate::explain::state::State;
use crate::explain::step::{
    DIRECT_PAIR, DIRECT_TRIPLE, Found, HIDDEN_PAIR, HIDDEN_QUAD, HIDDEN_TRIPLE, JELLYFISH, NAKED_PAIR,
    NAKED_QUAD, NAKED_TRIPLE, SWORDFISH, Technique, X_WING,
};
use crate::explain::truth::{ones, ones_of};
use crate::explain::work::Work;

/// A truth by some index, with the places that it may take, as bits.
type Item = (usize, u64);

/// Calls a function with each set of `size` items that have only `size` places together, and these places.
fn each_set(items: &[Item], size: usize, found: &mut impl FnMut(&[usize], u64)) {
    fn extend(
        items: &[Item],
        size: usize,
        places: u64,
        chosen: &mut Vec<usize>,
        found: &mut impl FnMut(&[usize], u64),
    ) {
        if chosen.len() == size {
            return found(chosen, places);
        }
        for (at, &(item, mask)) in items.iter().enumerate() {
            if (places | mask).count_ones() as usize <= size {
                chosen.push(item);
                extend(&items[at + 1..], size, places | mask, chosen, found);
                chosen.pop();
            }
        }
    }
    if items.len() >= size {
        extend(items, size, 0, &mut Vec::with_capacity(size), found);
    }
}

/// Finds n cells of a group that have n candidates together.
pub(crate) fn naked(state: &State, size: usize, work: &mut Work, found: &mut Vec<Found>) {
    let map = &state.map;
    let technique: &'static Technique = [&NAKED_PAIR, &NAKED_TRIPLE, &NAKED_QUAD][size - 2];
    let mut items: Vec<Item> = Vec::new();
    for group in &map.groups {
        if work.spend(1 + group.cells.len() as u32 / 8) {
            return;
        }
        items.clear();
        let open = group.cells.iter().map(|&cell| usize::from(cell)).filter(|&cell| !state.is_placed[cell]);
        let narrow = open.map(|cell| (cell, state.cells[cell]));
        items.extend(narrow.filter(|(_, mask)| mask.count_ones() as usize <= size));
        each_set(&items, size, &mut |cells, values| {
            let removed = removed_by_cells(state, cells, values);
            if !removed.is_empty() && found.iter().all(|known| known.truths != cells) {
                found.push(Found::removing(technique, removed, cells.to_vec()));
            }
        });
    }
}

/// The candidates refuted by cells that together take all of the values.
fn removed_by_cells(state: &State, cells: &[usize], values: u64) -> Vec<usize> {
    let map = &state.map;
    let mut removed = Vec::new();
    let mut lost = vec![0; map.words];
    for value in ones(values) {
        lost.copy_from_slice(state.with(value));
        for &cell in cells.iter().filter(|&&cell| state.has(cell, value)) {
            lost.iter_mut().zip(map.peer_bits(cell)).for_each(|(word, peers)| *word &= peers);
        }
        removed.extend(ones_of(&lost).map(|cell| map.candidate(cell, value)));
    }
    removed
}

/// Calls a function with each set of n values that have n places in a house: the house, the values and the places.
fn each_hidden(state: &State, size: usize, work: &mut Work, mut found: impl FnMut(usize, &[usize], u64)) {
    let map = &state.map;
    let mut items: Vec<Item> = Vec::new();
    for house in 0..map.numbering.houses {
        if work.spend(map.scale) {
            return;
        }
        let left = left_in(state, house);
        if left.count_ones() as usize <= size {
            continue;
        }
        items.clear();
        let places = ones(left).map(|value| (value, state.places[house * map.numbering.values + value]));
        items.extend(places.filter(|(_, mask)| mask.count_ones() as usize <= size));
        each_set(&items, size, &mut |values, places| found(house, values, places));
    }
}

/// Finds n values that have n places in a house.
pub(crate) fn hidden(state: &State, size: usize, work: &mut Work, found: &mut Vec<Found>) {
    let map = &state.map;
    let technique: &'static Technique = [&HIDDEN_PAIR, &HIDDEN_TRIPLE, &HIDDEN_QUAD][size - 2];
    each_hidden(state, size, work, |house, values, places| {
        let own = values.iter().fold(0, |own, value| own | 1u64 << value);
        let lost = |position: usize| {
            let cell = map.cell_at(house, position as u32);
            ones(state.cells[cell] & !own).map(move |other| map.candidate(cell, other))
        };
        let removed: Vec<usize> = ones(places).flat_map(lost).collect();
        if !removed.is_empty() {
            let truths = values.iter().map(|&value| map.numbering.place(house, value)).collect();
            found.push(Found::removing(technique, removed, truths));
        }
    });
}

/// Finds n values that have n places in a house, so that another value has one place left.
pub(crate) fn direct_hidden(state: &State, size: usize, work: &mut Work, found: &mut Vec<Found>) {
    let map = &state.map;
    let technique: &'static Technique = [&DIRECT_PAIR, &DIRECT_TRIPLE][size - 2];
    each_hidden(state, size, work, |house, values, places| {
        let own = values.iter().fold(0, |own, value| own | 1u64 << value);
        for value in ones(left_in(state, house) & !own) {
            let mask = state.places[house * map.numbering.values + value];
            let left = mask & !places;
            if !left.is_power_of_two() || left == mask {
                continue;
            }
            let placed = map.candidate(map.cell_at(house, left.trailing_zeros()), value);
            if found.iter().all(|known| known.placed != Some(placed)) {
                let all = values.iter().chain([&value]);
                let truths = all.map(|&value| map.numbering.place(house, value)).collect();
                found.push(Found::placing(technique, placed, truths));
            }
        }
    });
}

/// Finds a value that is confined to n columns in n rows, or the other way round.
pub(crate) fn fish(state: &State, size: usize, work: &mut Work, found: &mut Vec<Found>) {
    for crossing in &state.map.crossings {
        for (base, cover) in [(&crossing[0], &crossing[1]), (&crossing[1], &crossing[0])] {
            for value in 0..state.map.numbering.values {
                if work.spend(state.map.scale) {
                    return;
                }
                fish_of(state, size, value, base, cover, found);
            }
        }
    }
}

fn fish_of(
    state: &State,
    size: usize,
    value: usize,
    base: &[usize],
    cover: &[usize],
    found: &mut Vec<Found>,
) {
    let map = &state.map;
    let technique: &'static Technique = [&X_WING, &SWORDFISH, &JELLYFISH][size - 2];
    let place = |house: usize| state.places[house * map.numbering.values + value];
    // The lines across in which a line has the value; `None` if some place is in none.
    let across = |house: usize| {
        let line_of = |position: usize| {
            let cell = map.cell_at(house, position as u32);
            cover.iter().position(|&line| map.position(cell, line) != 0)
        };
        let lines = ones(place(house)).try_fold(0u64, |mask, position| Some(mask | 1 << line_of(position)?));
        lines.map(|lines| (house, lines))
    };
    let is_narrow =
        |&&house: &&usize| state.done[house] >> value & 1 == 0 && place(house).count_ones() as usize <= size;
    let items: Vec<Item> = base.iter().filter(is_narrow).filter_map(|&house| across(house)).collect();
    each_set(&items, size, &mut |houses, lines| {
        let in_base = |cell: usize| houses.iter().any(|&house| map.position(cell, house) != 0);
        let cells =
            ones(lines).flat_map(|at| map.groups[cover[at]].cells.iter().map(|&cell| usize::from(cell)));
        let lost = cells.filter(|&cell| state.has(cell, value) && !in_base(cell));
        let removed: Vec<usize> = lost.map(|cell| map.candidate(cell, value)).collect();
        if !removed.is_empty() {
            let truths = houses.iter().map(|&house| map.numbering.place(house, value)).collect();
            found.push(Found::removing(technique, removed, truths));
        }
    });
}
