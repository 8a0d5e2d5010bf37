//! Subsets and fish: as many truths as there are places for them.

use super::singles::left_in;
use crate::explain::state::State;
use crate::explain::technique::{Found, Lesson, Technique};
use crate::explain::truth::{Candidate, ones, ones_of};
use crate::explain::work::Work;

pub(crate) static NAKED_PAIR: Technique = Technique {
    name: "naked-pair",
    title: "Naked pair",
    also: &["locked pair", "disjoint pair"],
    hodoku: Some(60),
    lesson: Lesson::new(
        "Two cells that see each other have the same two candidates. Cells that see both lose these two.",
        "The two cells take the two digits, in one order or the other, so none is left for others.",
        "Look for two cells of a house with the same two candidates.",
    ),
    cost: 300,
    groups: &["pairs"],
    words: [
        "Two cells share their values.",
        "Look at {cells}.",
        "{cells}{together} can only be {union}, one each, so {locked}: {result}.",
    ],
    pattern: Some(|state, work, found| naked(state, &NAKED_PAIR, 2, work, found)),
    ..Technique::BLANK
};

pub(crate) static NAKED_TRIPLE: Technique = Technique {
    name: "naked-triple",
    title: "Naked triple",
    also: &["locked triple"],
    hodoku: Some(80),
    lesson: Lesson::new(
        "Three cells of a house have three candidates together. Other cells of the house lose these three.",
        "The three cells take the three digits, one each, so none is left for others. No cell needs to have all three.",
        "Look for cells of a house with two or three candidates, and count the digits of three of them together.",
    ),
    cost: 360,
    groups: &["triples"],
    words: [
        "A few cells share their values.",
        "Look at {cells}.",
        "{cells}{together} can only be {union}, one each, so {locked}: {result}.",
    ],
    pattern: Some(|state, work, found| naked(state, &NAKED_TRIPLE, 3, work, found)),
    ..NAKED_PAIR
};

pub(crate) static NAKED_QUAD: Technique = Technique {
    name: "naked-quad",
    title: "Naked quad",
    also: &["naked quadruple"],
    hodoku: Some(120),
    lesson: Lesson::new(
        "Four cells of a house have four candidates together. Other cells of the house lose these four.",
        "The four cells take the four digits, one each, so none is left for others.",
        "In a house with many open cells, look at those with few candidates, or for a hidden set in the rest.",
    ),
    cost: 500,
    groups: &["quads"],
    pattern: Some(|state, work, found| naked(state, &NAKED_QUAD, 4, work, found)),
    ..NAKED_TRIPLE
};

pub(crate) static HIDDEN_PAIR: Technique = Technique {
    name: "hidden-pair",
    title: "Hidden pair",
    also: &["unique pair"],
    hodoku: Some(70),
    lesson: Lesson::new(
        "Two digits have the same two places in a house. These two cells lose all other candidates.",
        "The two digits take the two cells, in one order or the other, so nothing else has room there.",
        "Look for two digits that are missing in the same two cells of a house and nowhere else.",
    ),
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
    title: "Hidden triple",
    also: &[],
    hodoku: Some(100),
    lesson: Lesson::new(
        "Three digits have three places together in a house. These cells lose all other candidates.",
        "The three digits take the three cells, one each, so nothing else has room there.",
        "Look for digits with two or three places in a house, and count the places of three of them together.",
    ),
    cost: 400,
    groups: &["triples", "hidden-triple"],
    pattern: Some(|state, work, found| hidden(state, &HIDDEN_TRIPLE, 3, work, found)),
    ..HIDDEN_PAIR
};

pub(crate) static HIDDEN_QUAD: Technique = Technique {
    name: "hidden-quad",
    title: "Hidden quad",
    also: &["hidden quadruple"],
    hodoku: Some(150),
    lesson: Lesson::new(
        "Four digits have four places together in a house. These cells lose all other candidates.",
        "The four digits take the four cells, one each, so nothing else has room there.",
        "It is rare: where there is one, the other open cells of the house are a naked set, which may be easier to see.",
    ),
    cost: 540,
    groups: &["quads"],
    pattern: Some(|state, work, found| hidden(state, &HIDDEN_QUAD, 4, work, found)),
    ..HIDDEN_PAIR
};

pub(crate) static DIRECT_PAIR: Technique = Technique {
    name: "direct-hidden-pair",
    title: "Hidden pair, then a single",
    also: &["direct hidden pair"],
    lesson: Lesson::new(
        "Two digits have the same two places in a house, and this leaves a third digit one place there.",
        "The two digits take the two cells, so the third digit cannot be there.",
        "Look for a digit with few places in a house, of which some are bound to a pair.",
    ),
    cost: 200,
    groups: HIDDEN_PAIR.groups,
    words: [
        "Look for {value}.",
        "Which cells of {house} are left for {others}?",
        "The only cells of {house} for {others} are {places}, so in {last} only {target} is left for {value}. {result}.",
    ],
    pattern: Some(|state, work, found| direct_hidden(state, &DIRECT_PAIR, 2, work, found)),
    ..Technique::BLANK
};

pub(crate) static DIRECT_TRIPLE: Technique = Technique {
    name: "direct-hidden-triple",
    title: "Hidden triple, then a single",
    also: &["direct hidden triplet"],
    lesson: Lesson::new(
        "Three digits have three places together in a house, and this leaves a fourth digit one place there.",
        "The three digits take the three cells, so the fourth digit cannot be there.",
        "Look for a digit with few places in a house, of which some are bound to a triple.",
    ),
    cost: 250,
    groups: HIDDEN_TRIPLE.groups,
    pattern: Some(|state, work, found| direct_hidden(state, &DIRECT_TRIPLE, 3, work, found)),
    ..DIRECT_PAIR
};

pub(crate) static X_WING: Technique = Technique {
    name: "x-wing",
    title: "X-wing",
    also: &[],
    hodoku: Some(140),
    lesson: Lesson::new(
        "One digit has two places in each of two rows, in the same two columns. These columns lose it everywhere else. Columns and \
         rows may change their parts.",
        "Each row has the digit in one of the two columns, and not both in the same one. So both columns have it in these rows.",
        "Highlight a digit, and look for two lines with two places each that make a rectangle.",
    ),
    cost: 320,
    groups: &["fish"],
    words: [
        "Look for {value}.",
        "Where can {value} go in {houses}?",
        "In {houses}, {value} can only be in {lines}, so {lines} have their {value} there: {result}.",
    ],
    pattern: Some(|state, work, found| fish(state, &X_WING, 2, work, found)),
    ..Technique::BLANK
};

pub(crate) static SWORDFISH: Technique = Technique {
    name: "swordfish",
    title: "Swordfish",
    also: &[],
    hodoku: Some(150),
    lesson: Lesson::new(
        "In three rows, one digit has places in three columns only. These columns lose it everywhere else.",
        "The three rows have the digit in three different columns, so each of the columns has it in these rows.",
        "Highlight a digit, and look for three lines with two or three places each that share their cross lines.",
    ),
    cost: 380,
    pattern: Some(|state, work, found| fish(state, &SWORDFISH, 3, work, found)),
    ..X_WING
};

pub(crate) static JELLYFISH: Technique = Technique {
    name: "jellyfish",
    title: "Jellyfish",
    also: &[],
    hodoku: Some(160),
    lesson: Lesson::new(
        "In four rows, one digit has places in four columns only. These columns lose it everywhere else.",
        "The four rows have the digit in four different columns, so each of the columns has it in these rows.",
        "Highlight a digit that is placed seldom, and look for four lines with few places that share their cross lines.",
    ),
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
