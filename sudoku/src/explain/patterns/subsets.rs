//! Subsets and fish: as many truths as there are places for them.

use super::singles::left_in;
use crate::explain::state::State;
use crate::explain::technique::{Found, Technique};
use crate::explain::truth::{Candidate, ones, ones_of};
use crate::explain::work::Work;

pub(crate) static NAKED_PAIR: Technique = Technique {
    name: "naked-pair",
    cost: 300,
    groups: &["pairs"],
    words: [
        "A few cells share their values.",
        "Look at {cells}.",
        "{cells} can only be {union}, so they take these values, one each. Another cell \
         that sees every place of such a value cannot have it: {result}.",
    ],
    pattern: Some(|state, work, found| naked(state, &NAKED_PAIR, 2, work, found)),
    ..Technique::BLANK
};

pub(crate) static NAKED_TRIPLE: Technique = Technique {
    name: "naked-triple",
    cost: 360,
    groups: &["triples"],
    pattern: Some(|state, work, found| naked(state, &NAKED_TRIPLE, 3, work, found)),
    ..NAKED_PAIR
};

pub(crate) static NAKED_QUAD: Technique = Technique {
    name: "naked-quad",
    cost: 500,
    groups: &["quads"],
    pattern: Some(|state, work, found| naked(state, &NAKED_QUAD, 4, work, found)),
    ..NAKED_PAIR
};

pub(crate) static HIDDEN_PAIR: Technique = Technique {
    name: "hidden-pair",
    cost: 340,
    groups: &["pairs", "hidden-pair"],
    words: [
        "A few values share their cells.",
        "Where can {values} go in {house}?",
        "The only cells of {house} for {values} are {places}, so nothing else can be there. {result}.",
    ],
    pattern: Some(|state, work, found| hidden(state, &HIDDEN_PAIR, 2, work, found)),
    ..Technique::BLANK
};

pub(crate) static HIDDEN_TRIPLE: Technique = Technique {
    name: "hidden-triple",
    cost: 400,
    groups: &["triples", "hidden-triple"],
    pattern: Some(|state, work, found| hidden(state, &HIDDEN_TRIPLE, 3, work, found)),
    ..HIDDEN_PAIR
};

pub(crate) static HIDDEN_QUAD: Technique = Technique {
    name: "hidden-quad",
    cost: 540,
    groups: &["quads"],
    pattern: Some(|state, work, found| hidden(state, &HIDDEN_QUAD, 4, work, found)),
    ..HIDDEN_PAIR
};

pub(crate) static DIRECT_PAIR: Technique = Technique {
    name: "direct-hidden-pair",
    cost: 200,
    groups: HIDDEN_PAIR.groups,
    words: [
        "Look for {value}.",
        "Which cells of {house} are left for {others}?",
        "The only cells of {house} for {others} are {places}, so nothing else can be there. For {value} only {target} is left. \
         {result}.",
    ],
    pattern: Some(|state, work, found| direct_hidden(state, &DIRECT_PAIR, 2, work, found)),
    ..Technique::BLANK
};

pub(crate) static DIRECT_TRIPLE: Technique = Technique {
    name: "direct-hidden-triple",
    cost: 250,
    groups: HIDDEN_TRIPLE.groups,
    pattern: Some(|state, work, found| direct_hidden(state, &DIRECT_TRIPLE, 3, work, found)),
    ..DIRECT_PAIR
};

pub(crate) static X_WING: Technique = Technique {
    name: "x-wing",
    cost: 320,
    groups: &["fish"],
    words: [
        "Look for {value}.",
        "Where can {value} go in {houses}?",
        "In {houses}, the only cells for {value} are {places}. The same number of lines \
         crosses these houses at all of these cells, so these lines have their {value} there: {result}.",
    ],
    pattern: Some(|state, work, found| fish(state, &X_WING, 2, work, found)),
    ..Technique::BLANK
};

pub(crate) static SWORDFISH: Technique = Technique {
    name: "swordfish",
    cost: 380,
    pattern: Some(|state, work, found| fish(state, &SWORDFISH, 3, work, found)),
    ..X_WING
};

pub(crate) static JELLYFISH: Technique = Technique {
    name: "jellyfish",
    cost: 520,
    pattern: Some(|state, work, found| fish(state, &JELLYFISH, 4, work, found)),
    ..X_WING
};

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
fn naked(state: &State, technique: &'static Technique, size: usize, work: &mut Work, found: &mut Vec<Found>) {
    let map = &state.map;
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
fn hidden(
    state: &State,
    technique: &'static Technique,
    size: usize,
    work: &mut Work,
    found: &mut Vec<Found>,
) {
    let map = &state.map;
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
fn direct_hidden(
    state: &State,
    technique: &'static Technique,
    size: usize,
    work: &mut Work,
    found: &mut Vec<Found>,
) {
    let map = &state.map;
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
fn fish(state: &State, technique: &'static Technique, size: usize, work: &mut Work, found: &mut Vec<Found>) {
    for crossing in &state.map.crossings {
        for (base, cover) in [(&crossing[0], &crossing[1]), (&crossing[1], &crossing[0])] {
            for value in 0..state.map.numbering.values {
                if work.spend(state.map.scale) {
                    return;
                }
                each_fish(state, size, value, [base, cover], |houses, removed| {
                    let truths =
                        houses.iter().map(|&house| state.map.numbering.place(house, value)).collect();
                    found.push(Found::removing(technique, removed, truths));
                });
            }
        }
    }
}

/// Calls a function with each set of n houses in which a value is confined to n houses across, and what it removes.
fn each_fish(
    state: &State,
    size: usize,
    value: usize,
    [base, cover]: [&[usize]; 2],
    mut found: impl FnMut(&[usize], Vec<Candidate>),
) {
    let map = &state.map;
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
        let removed: Vec<Candidate> = lost.map(|cell| map.candidate(cell, value)).collect();
        if !removed.is_empty() {
            found(houses, removed);
        }
    });
}
