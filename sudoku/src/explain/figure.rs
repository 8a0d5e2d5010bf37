//! The truths of a chain as a figure: places of a value in lines, or cells with their values.

use super::state::State;
use super::truth::{Candidate, Truth, ones};

/// The truths of a chain, and the candidate that they refute.
pub(super) struct Figure<'a> {
    pub state: &'a State,
    pub truths: &'a [usize],
    pub refuted: Candidate,
}

/// The places of a value in a house.
pub(super) struct Place {
    pub house: usize,
    pub value: u8,
    pub cells: Vec<usize>,
}

/// The values of some cells, as bits.
pub(super) fn union(cells: &[(usize, u64)]) -> u64 {
    cells.iter().fold(0, |union, (_, mask)| union | mask)
}

impl Figure<'_> {
    /// The truths as places of one value; `None` if any is something else.
    pub fn places(&self) -> Option<Vec<Place>> {
        let map = &self.state.map;
        let place = |&truth: &usize| match map.numbering.truth(truth) {
            Truth::Place { house, value } => {
                let cells = ones(self.state.mask(truth)).map(|bit| map.cell_at(house, bit as u32));
                Some(Place { house, value, cells: cells.collect() })
            }
            _ => None,
        };
        let places: Vec<Place> = self.truths.iter().map(place).collect::<Option<_>>()?;
        places.windows(2).all(|pair| pair[0].value == pair[1].value).then_some(places)
    }

    /// The same, if there are two.
    pub fn pair_of_places(&self) -> Option<[Place; 2]> {
        self.places()?.try_into().ok()
    }

    /// The truths as cells with their values; `None` if any is something else.
    pub fn cells(&self) -> Option<Vec<(usize, u64)>> {
        let cells = self.state.map.numbering.cells;
        let cell = |&truth: &usize| (truth < cells).then(|| (truth, self.state.mask(truth)));
        self.truths.iter().map(cell).collect()
    }

    /// The truths as places of one value in parallel lines, and the lines across.
    pub fn lines(&self) -> Option<(&[usize], Vec<Place>)> {
        let places = self.places()?;
        let mut sides = self.state.map.crossings.iter().flat_map(|[one, other]| [(one, other), (other, one)]);
        let (_, across) = sides.find(|(side, _)| places.iter().all(|place| side.contains(&place.house)))?;
        Some((across, places))
    }

    /// Whether a place is in a house.
    pub fn ends_in(&self, place: &Place, house: usize) -> bool {
        place.cells.iter().any(|&cell| self.state.map.position(cell, house) != 0)
    }

    /// Whether the value has its places in as many lines across, but for some that the refuted candidate sees.
    pub fn is_finned(&self, size: usize) -> bool {
        let map = &self.state.map;
        let Some((across, places)) = self.lines() else { return false };
        let (refuted, _) = map.split(self.refuted);
        let cells: Vec<usize> = places.iter().flat_map(|place| place.cells.iter().copied()).collect();
        let line_of = |cell: usize| across.iter().position(|&line| map.position(cell, line) != 0);
        let unseen = cells.iter().filter(|&&cell| !map.sees(cell, refuted));
        let mut lines: Vec<Option<usize>> = unseen.map(|&cell| line_of(cell)).collect();
        lines.sort_unstable();
        lines.dedup();
        places.len() == size && !cells.contains(&refuted) && !lines.contains(&None) && lines.len() < size
    }

    /// Whether all places are joined by houses in which the value has two.
    pub fn is_coloured(&self) -> bool {
        let map = &self.state.map;
        let Some(places) = self.places() else { return false };
        let cells: Vec<usize> = places.iter().flat_map(|place| place.cells.iter().copied()).collect();
        let value = usize::from(places[0].value);
        let pairs: Vec<[usize; 2]> = (0..map.numbering.houses)
            .filter_map(|house| {
                let mask = self.state.places[house * map.numbering.values + value];
                let cells: Vec<usize> = ones(mask).map(|bit| map.cell_at(house, bit as u32)).collect();
                cells.try_into().ok()
            })
            .collect();
        let mut net = vec![cells[0]];
        let mut at = 0;
        while let Some(&cell) = net.get(at) {
            let others = pairs.iter().filter(|pair| pair.contains(&cell)).flatten();
            let new: Vec<usize> = others.copied().filter(|other| !net.contains(other)).collect();
            net.extend(new);
            at += 1;
        }
        cells.iter().all(|cell| net.contains(cell))
    }

    /// Whether the cells are two almost locked sets with a common value that only one of them can have.
    pub fn is_als(&self, cells: &[(usize, u64)]) -> bool {
        /// More cells are not divided.
        const MOST_CELLS: usize = 10;
        let map = &self.state.map;
        let is_locked_but_one = |set: &[(usize, u64)]| {
            let in_one = map
                .groups
                .iter()
                .any(|group| set.iter().all(|&(cell, _)| group.cells().contains(&(cell as u16))));
            in_one && union(set).count_ones() as usize == set.len() + 1
        };
        (4..=MOST_CELLS).contains(&cells.len())
            && (1..1u32 << (cells.len() - 1)).any(|choice| {
                let chosen = |choice: u32| -> Vec<(usize, u64)> {
                    let at = (0..cells.len()).filter(|at| choice >> at & 1 != 0);
                    at.map(|at| cells[at]).collect()
                };
                let (one, other) = (chosen(choice), chosen(!choice));
                let is_restricted = |value: usize| {
                    let with = |set: &[(usize, u64)]| -> Vec<usize> {
                        set.iter().filter(|(_, mask)| mask >> value & 1 != 0).map(|&(cell, _)| cell).collect()
                    };
                    with(&one).iter().all(|&a| with(&other).iter().all(|&b| map.sees(a, b)))
                };
                is_locked_but_one(&one)
                    && is_locked_but_one(&other)
                    && ones(union(&one) & union(&other)).any(is_restricted)
            })
    }
}
