//! Pointing and claiming: a value whose places in a house are all seen by a cell outside.

use super::singles::left_in;
use crate::explain::state::State;
use crate::explain::technique::{Found, Lesson, Technique};
use crate::explain::truth::{Truth, ones, ones_of};
use crate::explain::work::Work;

pub(crate) static POINTING: Technique = Technique {
    name: "pointing",
    title: "Pointing",
    also: &[
        "pointing pair",
        "pointing triple",
        "locked candidates type 1",
        "locked candidates",
        "intersection removal",
    ],
    hodoku: Some(50),
    lesson: Lesson::new(
        "In a box, all places of a digit lie in one row or column. So this line has the digit in the box, and its other cells lose it.",
        "The box needs the digit, and whichever of its places has it is seen by all other cells of the line.",
        "For each box and digit, see whether its places are in line.",
    ),
    cost: 260,
    groups: &["pointing"],
    heading: "Pointing{tuple}",
    words: [
        "All places of one value in a house see a common cell.",
        "Where can {value} go in {house}?",
        "The {value} of {house} is in {places}, so {elsewhere}: {result}.",
    ],
    pattern: Some(|state, work, found| locked(state, true, work, found)),
    ..Technique::BLANK
};

pub(crate) static CLAIMING: Technique = Technique {
    name: "claiming",
    title: "Claiming",
    also: &[
        "claiming pair",
        "claiming triple",
        "box-line reduction",
        "locked candidates type 2",
        "line-box interaction",
    ],
    hodoku: Some(50),
    lesson: Lesson::new(
        "In a row or column, all places of a digit lie in one box. So this box has the digit in the line, and its other cells lose it.",
        "The line needs the digit, and whichever of its places has it is seen by all other cells of the box.",
        "For each line and digit, see whether its places are in one box.",
    ),
    cost: 280,
    groups: &["claiming"],
    heading: "Claiming{tuple}",
    pattern: Some(|state, work, found| locked(state, false, work, found)),
    ..POINTING
};

pub(crate) static DIRECT_POINTING: Technique = Technique {
    name: "direct-pointing",
    title: "Pointing, then a single",
    also: &["direct pointing"],
    lesson: Lesson::new(
        "All places of a digit in a box lie in one line, and this leaves another house of the line one place for the digit.",
        "The line has the digit inside of the box, so its other cells cannot have it. What is left in the other house takes it.",
        "Draw lines from digits as for hidden singles, and from boxes where the digit is bound to a line, as if it stood there.",
    ),
    cost: 170,
    hodoku: None,
    heading: "",
    words: [
        "Look for {value}.",
        "Look at {house}, then at {last}.",
        "The {value} of {house} is in {places}, so {losing} cannot be {value}, and in {last} only {target} is left for it. \
         {result}.",
    ],
    pattern: Some(|state, work, found| direct_locked(state, true, work, found)),
    ..POINTING
};

pub(crate) static DIRECT_CLAIMING: Technique = Technique {
    name: "direct-claiming",
    title: "Claiming, then a single",
    also: &["direct claiming"],
    lesson: Lesson::new(
        "All places of a digit in a line lie in one box, and this leaves another house one place for the digit.",
        "The box has the digit in the line, so its other cells cannot have it. What is left in the other house takes it.",
        "Look for lines in which a digit is bound to a box, then at the lines that cross this box.",
    ),
    cost: 190,
    groups: CLAIMING.groups,
    pattern: Some(|state, work, found| direct_locked(state, false, work, found)),
    ..DIRECT_POINTING
};

/// The places of a value in a house, and the cells that lose it.
struct Locked {
    house: usize,
    value: usize,
    /// The cells that lose the value, as bits.
    lost: Vec<u64>,
}

/// Calls a function with each value whose places in a house exclude it from cells outside. The houses are the
/// regions if `regions` is true, else all other houses.
fn each(state: &State, regions: bool, work: &mut Work, mut found: impl FnMut(&Locked)) {
    let map = &state.map;
    let mut locked = Locked { house: 0, value: 0, lost: vec![0; map.words] };
    for house in (0..map.numbering.houses).filter(|&house| map.is_region(house) == regions) {
        if work.spend(map.scale) {
            return;
        }
        for value in ones(left_in(state, house)) {
            (locked.house, locked.value) = (house, value);
            if locked.look(state) {
                found(&locked);
            }
        }
    }
}

impl Locked {
    /// Finds the cells that lose the value. Returns whether there are any.
    fn look(&mut self, state: &State) -> bool {
        let map = &state.map;
        self.lost.copy_from_slice(state.with(self.value));
        ones(state.places[self.house * map.numbering.values + self.value]).all(|position| {
            let peers = map.peer_bits(map.cell_at(self.house, position as u32));
            self.lost.iter_mut().zip(peers).for_each(|(word, peers)| *word &= peers);
            self.lost.iter().any(|&word| word != 0)
        })
    }
}

/// Renews pointing or claiming that was found before other steps: the places that these left may be seen by more cells.
pub(in crate::explain) fn renew(found: &mut Found, state: &State) {
    let is_locked = [&POINTING, &CLAIMING].contains(&found.technique);
    let (true, [truth]) = (is_locked, &found.truths[..]) else { return };
    if let Truth::Place { house, value } = state.map.numbering.truth(*truth) {
        let value = usize::from(value);
        let mut locked = Locked { house, value, lost: vec![0; state.map.words] };
        let is_any = locked.look(state);
        let lost = ones_of(&locked.lost).filter(|_| is_any);
        found.removed = lost.map(|cell| state.map.candidate(cell, value)).collect();
    }
}

/// Finds pointing (from regions) or claiming (from other houses).
fn locked(state: &State, regions: bool, work: &mut Work, found: &mut Vec<Found>) {
    let technique: &'static Technique = if regions { &POINTING } else { &CLAIMING };
    each(state, regions, work, |&Locked { house, value, ref lost }| {
        let removed = ones_of(lost).map(|cell| state.map.candidate(cell, value)).collect();
        found.push(Found::removing(technique, removed, vec![state.map.numbering.place(house, value)]));
    });
}

/// Finds pointing or claiming that leaves the value one place in another house.
fn direct_locked(state: &State, regions: bool, work: &mut Work, found: &mut Vec<Found>) {
    let map = &state.map;
    let technique: &'static Technique = if regions { &DIRECT_POINTING } else { &DIRECT_CLAIMING };
    each(state, regions, work, |&Locked { house, value, ref lost }| {
        for (other, _) in ones_of(lost).flat_map(|cell| &map.houses_of[cell]).copied() {
            let mask = state.places[other * map.numbering.values + value];
            if other == house || mask.is_power_of_two() {
                continue;
            }
            let is_left = |position: &usize| {
                let cell = map.cell_at(other, *position as u32);
                lost[cell / 64] >> (cell % 64) & 1 == 0
            };
            let mut left = ones(mask).filter(is_left);
            if let (Some(only), None) = (left.next(), left.next()) {
                let placed = map.candidate(map.cell_at(other, only as u32), value);
                if found.iter().all(|known| known.placed != Some(placed)) {
                    let truths = vec![map.numbering.place(house, value), map.numbering.place(other, value)];
                    found.push(Found::placing(technique, placed, truths));
                }
            }
        }
    });
}
