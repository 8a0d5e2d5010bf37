//! What follows from rules and makes searches short: nothing here changes the solutions.
//!
//! A full row, column or region has a known total, and so has a union of them. Where sums (killer cages) fill most of such
//! a union, what is left of it, less what reaches out of it, has a known total too: the rule of 45, innies and outies.

use std::collections::HashSet;

use csp::weighted_sum;

use super::draft::Draft;

/// What rules have said of sums and of cells that differ.
#[derive(Debug)]
pub(crate) struct Facts {
    /// For each cell, those that differ from it: a bit each.
    sees: Vec<u64>,
    /// Words of a cell's row in `sees`.
    words: usize,
    /// Cells and the total of their numbers.
    sums: Vec<(Vec<u16>, i64)>,
}

impl Facts {
    pub fn new(cells: usize) -> Facts {
        let words = cells.div_ceil(64);
        Facts { sees: vec![0; cells * words], words, sums: Vec::new() }
    }

    /// Whether two cells are known to differ.
    pub fn see(&self, a: u16, b: u16) -> bool {
        self.sees[usize::from(a) * self.words + usize::from(b) / 64] >> (b % 64) & 1 != 0
    }

    /// Whether all cells are known to differ from each other.
    pub fn all_see(&self, cells: &[u16]) -> bool {
        cells.iter().enumerate().all(|(at, &a)| cells[..at].iter().all(|&b| self.see(a, b)))
    }

    pub fn differ(&mut self, a: u16, b: u16) {
        for (a, b) in [(a, b), (b, a)] {
            self.sees[usize::from(a) * self.words + usize::from(b) / 64] |= 1 << (b % 64);
        }
    }

    pub fn group(&mut self, cells: &[u16]) {
        for (at, &a) in cells.iter().enumerate() {
            cells[..at].iter().for_each(|&b| self.differ(a, b));
        }
    }

    /// A sum in which no cell counts twice.
    pub fn sum(&mut self, cells: &[u16], total: i64) {
        if cells.iter().enumerate().all(|(at, cell)| !cells[..at].contains(cell)) {
            self.sums.push((cells.to_vec(), total));
        }
    }
}

/// Longer sums say little.
const MOST_TERMS: usize = 6;

/// So many regions are looked at together.
const MOST_REGIONS: usize = 4;

/// A limit for grids that nobody has drawn.
const MOST_UNIONS: usize = 2000;

/// A set of cells, a bit each.
type Set = Vec<u64>;

/// Adds what follows from what a draft holds.
pub(super) fn add(draft: &mut Draft<'_>) {
    if draft.facts.sums.is_empty() {
        return;
    }
    let sums = std::mem::take(&mut draft.facts.sums);
    let words = draft.facts.words;
    let sets: Vec<Set> = sums.iter().map(|(cells, _)| set(cells, words)).collect();
    let total: i64 = draft.numbers().map(i64::from).sum();
    let mut said: HashSet<Vec<(i64, u16)>> = HashSet::new();
    for (union, houses) in unions(draft, words) {
        let Some((terms, total)) = rest(&union, total * houses as i64, &sums, &sets) else { continue };
        if said.insert(terms.clone()) {
            let terms = terms.into_iter().map(|(weight, cell)| (weight, draft.var(cell)));
            let sum = weighted_sum(terms);
            draft.post(sum.eq(total));
        }
    }
}

fn set(cells: &[u16], words: usize) -> Set {
    let mut set = vec![0; words];
    cells.iter().for_each(|&cell| set[usize::from(cell) / 64] |= 1 << (cell % 64));
    set
}

fn count(one: &[u64], other: &[u64]) -> usize {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones() as usize).sum()
}

/// Unions of full houses that share no cell: neighbouring rows, neighbouring columns, regions that touch. Each
/// with the number of its houses.
fn unions(draft: &Draft<'_>, words: usize) -> Vec<(Set, usize)> {
    let grid = draft.grid();
    let full = |house: &&crate::House| house.cells().len() == grid.values();
    let (regions, lines): (Vec<_>, Vec<_>) = grid
        .houses()
        .iter()
        .filter(full)
        .map(|house| (house.is_region(), set(house.cells(), words)))
        .partition(|(is_region, _)| *is_region);
    let mut unions = Vec::new();
    // Rows follow each other in the list, and so do columns; a row and a column share a cell.
    for first in 0..lines.len() {
        let mut union = vec![0; words];
        for (number, (_, line)) in lines[first..].iter().enumerate() {
            if count(&union, line) > 0 || unions.len() >= MOST_UNIONS {
                break;
            }
            add_to(&mut union, line);
            unions.push((union.clone(), number + 1));
        }
    }
    let regions: Vec<Set> = regions.into_iter().map(|(_, set)| set).collect();
    let touching = touching(draft, &regions, words);
    let mut grown: Vec<Vec<usize>> = (0..regions.len()).map(|region| vec![region]).collect();
    let mut known: HashSet<Vec<usize>> = grown.iter().cloned().collect();
    for _ in 0..MOST_REGIONS {
        let mut next = Vec::new();
        for some in &grown {
            let mut union = vec![0; words];
            some.iter().for_each(|&region| add_to(&mut union, &regions[region]));
            for (other, set) in regions.iter().enumerate() {
                let touches = some.iter().any(|&region| touching[region].contains(&other));
                if touches && count(&union, set) == 0 && known.len() < MOST_UNIONS {
                    let mut more = some.clone();
                    more.insert(more.partition_point(|&region| region < other), other);
                    if known.insert(more.clone()) {
                        next.push(more);
                    }
                }
            }
            unions.push((union, some.len()));
        }
        grown = next;
    }
    unions
}

fn add_to(union: &mut Set, other: &[u64]) {
    union.iter_mut().zip(other).for_each(|(union, other)| *union |= other);
}

/// For each region those that it has a border with.
fn touching(draft: &Draft<'_>, regions: &[Set], words: usize) -> Vec<Vec<usize>> {
    let grid = draft.grid();
    regions
        .iter()
        .map(|region| {
            let mut around = vec![0; words];
            for cell in cells(region) {
                for step in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    if let Some(next) = grid.step(cell, step) {
                        around[usize::from(next) / 64] |= 1 << (next % 64);
                    }
                }
            }
            (0..regions.len()).filter(|&other| count(&around, &regions[other]) > 0).collect()
        })
        .collect()
}

fn cells(set: &[u64]) -> impl Iterator<Item = u16> {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some((word * 64) as u16 + bit as u16)
        })
    })
}

/// The cells of a union that no sum covers, each once, and with weight -1 the cells outside of sums that are mostly inside;
/// and what they add up to. Nothing if they are too many, or if no sum was of use.
fn rest(union: &[u64], total: i64, sums: &[(Vec<u16>, i64)], sets: &[Set]) -> Option<(Vec<(i64, u16)>, i64)> {
    let mut left: Set = union.to_vec();
    let mut outside: Set = vec![0; union.len()];
    let mut total = total;
    let mut used = 0;
    for ((_, sum), set) in sums.iter().zip(sets) {
        let size = set.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let inside = count(set, union);
        // What an overlapping sum has covered is covered.
        let is_free = count(set, &left) == inside && count(set, &outside) == 0;
        if 2 * inside > size && is_free {
            for (word, &bits) in set.iter().enumerate() {
                left[word] &= !bits;
                outside[word] |= bits & !union[word];
            }
            total -= sum;
            used += 1;
        }
    }
    let terms: Vec<(i64, u16)> =
        cells(&left).map(|cell| (1, cell)).chain(cells(&outside).map(|cell| (-1, cell))).collect();
    (used > 0 && !terms.is_empty() && terms.len() <= MOST_TERMS).then_some((terms, total))
}
