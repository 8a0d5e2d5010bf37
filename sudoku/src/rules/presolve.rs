//! What follows from rules and makes searches short: nothing here changes the solutions.
//!
//! A set of different cells that has as many values as cells has a known total, and so has a union of such sets: rows,
//! columns, regions, diagonals. Where sums (killer cages) fill most of a union, what is left of it, less what reaches
//! out of it, has a known total too: the rule of 45, innies and outies.
//!
//! ```text
//!   union       a a a b b . c c      two cages lie inside, c reaches out
//!               a b b b . c c c
//!   outside                 c c      the two dots - the two c outside = total - a - b - c
//! ```
//!
//! What [reaches out of covered sets](covered) is more of the kind.

use smallvec::SmallVec;

use super::cell_set::CellSet;
use super::covered;
use super::draft::Draft;
use super::sets_of::SetsOf;

/// Longer sums say little.
// November 2026, 40 hard killers: 5 is a third faster than 6, and 8 needs twice the time of 6, for fewer nodes only in some.
pub(super) const MOST_TERMS: usize = 5;

/// So many regions are looked at together.
const MOST_REGIONS: usize = 4;

/// A limit for grids that nobody has drawn.
const MOST_UNIONS: usize = 2000;

/// Adds what follows from what a draft holds.
pub(super) fn add(draft: &mut Draft<'_>) {
    if draft.facts.sums.is_empty() {
        return;
    }
    let all = draft.grid().cells();
    let known = std::mem::take(&mut draft.facts.sums);
    let sums_of = SetsOf::new(all, known.iter().map(|(cells, _)| &cells[..]));
    let sum = |&(ref cells, total): &(Vec<u16>, i64)| {
        let size = cells.len();
        Known { cells: CellSet::of(all, cells), size, total }
    };
    let sums: Vec<Known> = known.iter().map(sum).collect();
    let mut union = Union::new(&sums, all);
    let (mut lines, mut regions, mut others) = full_sets(draft, &sums_of);
    for set in lines.iter_mut().chain(&mut regions).chain(&mut others) {
        set.terms = union.with(set, |union| {
            union.note();
            union.terms
        });
    }
    // Rows follow each other in the list, and so do columns; a row and a column share a cell.
    for first in 0..lines.len() {
        union.clear();
        for line in &lines[first..] {
            let before = union.terms;
            if !union.add(line) {
                break;
            }
            union.note_if_less_than(before + line.terms);
        }
    }
    union.clear();
    Growth::new(draft, &regions).unions_of(&mut union);
    let mut found = union.found;
    let sets: Vec<&Full> = lines.iter().chain(&regions).chain(&others).collect();
    covered::find(draft, &sums, &sums_of, &sets, &mut found);
    found.sort_unstable();
    found.dedup();
    for sum in without_repetition(found) {
        let weight = |term: Term| if term.is_added() { 1 } else { -1 };
        draft.equation(sum.terms.iter().map(|&term| (weight(term), term.cell())), sum.total);
    }
}

/// Cells, none of them twice, and the total of their numbers.
pub(super) struct Known {
    pub cells: CellSet,
    pub size: usize,
    pub total: i64,
}

/// Different cells that take all their values, and the total.
pub(super) struct Full {
    pub cells: CellSet,
    pub size: usize,
    pub total: i64,
    /// The sums that have cells in it, by their places, and how many.
    pub sums: Vec<(usize, usize)>,
    /// How many terms are left of it alone.
    terms: isize,
}

/// Rows and columns, regions, and others.
fn full_sets(draft: &Draft<'_>, sums_of: &SetsOf) -> (Vec<Full>, Vec<Full>, Vec<Full>) {
    let grid = draft.grid();
    let full = |cells: &[u16]| {
        let values = draft.values_of(cells);
        if values.len() != cells.len() {
            return None;
        }
        let total = values.iter().map(|value| i64::from(grid.number(value))).sum();
        Some(Full {
            cells: CellSet::of(grid.cells(), cells),
            size: cells.len(),
            total,
            sums: sums_of.among(cells),
            terms: 0,
        })
    };
    let (mut lines, mut regions) = (Vec::new(), Vec::new());
    for house in grid.houses() {
        if let Some(full) = full(house.cells()) {
            if house.is_region() { &mut regions } else { &mut lines }.push(full);
        }
    }
    let others = draft.facts.groups.iter().filter_map(|group| full(group)).collect();
    (lines, regions, others)
}

/// A cell that a sum adds, or takes away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Term(u32);

impl Term {
    fn new(cell: u16, is_added: bool) -> Term {
        Term(u32::from(cell) << 1 | u32::from(is_added))
    }

    fn cell(self) -> u16 {
        (self.0 >> 1) as u16
    }

    fn is_added(self) -> bool {
        self.0 & 1 != 0
    }

    fn negated(self) -> Term {
        Term(self.0 ^ 1)
    }
}

/// Cells, ascending, and what they come to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Sum {
    terms: SmallVec<[Term; MOST_TERMS]>,
    total: i64,
}

impl Sum {
    /// Of cells that are all added, in ascending order.
    pub fn of(cells: impl Iterator<Item = u16>, total: i64) -> Sum {
        Sum { terms: cells.map(|cell| Term::new(cell, true)).collect(), total }
    }

    /// The same sum with the other signs.
    fn negated(&self) -> Sum {
        Sum { terms: self.terms.iter().map(|term| term.negated()).collect(), total: -self.total }
    }

    /// Some bits, which every sum of these cells and others has too.
    fn shadow(&self) -> u64 {
        self.terms.iter().fold(0, |shadow, term| shadow | 1 << (term.cell() % 64))
    }

    /// `self` minus `part` (or plus, if the signs are opposite); `None` if `part` is not contained.
    fn rest(&self, part: &Sum) -> Option<Sum> {
        let first = part.terms.first()?;
        let same = self.terms.iter().find(|term| term.cell() == first.cell())?;
        let flip = |term: Term| if first == same { term } else { term.negated() };
        let is_inside = |&term: &Term| self.terms.contains(&flip(term));
        if part.terms.len() == self.terms.len() || !part.terms.iter().all(is_inside) {
            return None;
        }
        let is_left = |term: &&Term| part.terms.iter().all(|other| other.cell() != term.cell());
        let total = if first == same { self.total - part.total } else { self.total + part.total };
        Some(Sum { terms: self.terms.iter().filter(is_left).copied().collect(), total })
    }
}

/// The sums, which are sorted, without those that say again, with other signs, what another says, and those that are nothing
/// but two others together.
// November 2026, ten killers: of 72 sums 46 are left, and 31.1 million instructions up to the first node are 27.3.
fn without_repetition(found: Vec<Sum>) -> Vec<Sum> {
    let has = |sum: &Sum| found.binary_search(sum).is_ok();
    // Of two parts one has at most half of the terms.
    let is_small = |sum: &&Sum| sum.terms.len() <= MOST_TERMS / 2;
    let small: Vec<(u64, &Sum)> = found.iter().filter(is_small).map(|sum| (sum.shadow(), sum)).collect();
    let is_new = |sum: &Sum| {
        let is_again = sum.terms.first().is_some_and(|first| !first.is_added()) && has(&sum.negated());
        let is_known = |rest: Sum| has(&rest) || has(&rest.negated());
        let shadow = sum.shadow();
        let is_joined =
            |&(part, small): &(u64, &Sum)| part & !shadow == 0 && sum.rest(small).is_some_and(is_known);
        !is_again && !small.iter().any(is_joined)
    };
    let new: Vec<bool> = found.iter().map(is_new).collect();
    found.into_iter().zip(new).filter(|&(_, is_new)| is_new).map(|(sum, _)| sum).collect()
}

/// Full sets that share no cell, taken together, and what is known of the sums in them.
struct Union<'a> {
    sums: &'a [Known],
    cells: CellSet,
    /// For each sum how many of its cells are inside.
    inside: Vec<usize>,
    size: usize,
    total: i64,
    /// How many terms would be left, if sums do not overlap.
    terms: isize,
    found: Vec<Sum>,
    /// Those that a sum has covered already, inside or out: scratch.
    covered: CellSet,
}

impl<'a> Union<'a> {
    fn new(sums: &'a [Known], cells: usize) -> Union<'a> {
        Union {
            sums,
            cells: CellSet::none(cells),
            inside: vec![0; sums.len()],
            size: 0,
            total: 0,
            terms: 0,
            found: Vec::new(),
            covered: CellSet::none(cells),
        }
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.inside.fill(0);
        (self.size, self.total, self.terms) = (0, 0, 0);
    }

    /// Change in open terms when `inside` of a sum's `size` cells are covered.
    #[inline]
    fn gain(size: usize, inside: usize) -> isize {
        if 2 * inside > size { size as isize - 2 * inside as isize } else { 0 }
    }

    /// Adds a set, unless they share a cell.
    fn add(&mut self, set: &Full) -> bool {
        if !self.cells.is_apart_from(&set.cells) {
            return false;
        }
        self.cells.add(&set.cells);
        self.size += set.size;
        self.total += set.total;
        self.terms += set.size as isize;
        for &(sum, cells) in &set.sums {
            let (size, inside) = (self.sums[sum].size, self.inside[sum]);
            self.terms += Union::gain(size, inside + cells) - Union::gain(size, inside);
            self.inside[sum] += cells;
        }
        true
    }

    /// Takes a set that was added away again.
    fn remove(&mut self, set: &Full) {
        self.cells.remove(&set.cells);
        self.size -= set.size;
        self.total -= set.total;
        self.terms -= set.size as isize;
        for &(sum, cells) in &set.sums {
            let (size, inside) = (self.sums[sum].size, self.inside[sum]);
            self.terms += Union::gain(size, inside - cells) - Union::gain(size, inside);
            self.inside[sum] -= cells;
        }
    }

    /// Does something with a set more, unless they share a cell.
    fn with<T: Default>(&mut self, set: &Full, then: impl FnOnce(&mut Self) -> T) -> T {
        if !self.add(set) {
            return T::default();
        }
        let found = then(self);
        self.remove(set);
        found
    }

    /// The same, if sums reach from one part of the union to another: else it follows from what is left of the parts.
    fn note_if_less_than(&mut self, terms: isize) {
        if self.terms < terms {
            self.note();
        }
    }

    /// Keeps what is left of the union, if that is little.
    fn note(&mut self) {
        if self.terms <= 0 || self.terms > MOST_TERMS as isize || self.terms as usize == self.size {
            return;
        }
        self.covered.clear();
        let mut terms: SmallVec<[Term; MOST_TERMS]> = SmallVec::new();
        let mut total = self.total;
        for (sum, &inside) in self.sums.iter().zip(&self.inside) {
            if 2 * inside > sum.size && self.covered.is_apart_from(&sum.cells) {
                self.covered.add(&sum.cells);
                total -= sum.total;
                if inside < sum.size {
                    if terms.len() + sum.size - inside > MOST_TERMS {
                        return;
                    }
                    sum.cells.without(&self.cells).for_each(|cell| terms.push(Term::new(cell, false)));
                }
            }
        }
        for cell in self.cells.without(&self.covered) {
            if terms.len() == MOST_TERMS {
                return;
            }
            terms.push(Term::new(cell, true));
        }
        terms.sort_unstable();
        self.found.push(Sum { terms, total });
    }
}

/// Unions of regions that touch, each once: beginning with its first region, and never with one that was passed over.
struct Growth<'a> {
    regions: &'a [Full],
    /// For each region those that it has a border with.
    touching: Vec<Vec<usize>>,
    /// For each region whether it is in the union, or touches one that is, or is passed over.
    is_near: Vec<bool>,
    /// Those that may come next, for one union after the other.
    candidates: Vec<usize>,
    looked_at: usize,
}

impl<'a> Growth<'a> {
    fn new(draft: &Draft<'_>, regions: &'a [Full]) -> Growth<'a> {
        let touching = touching(draft, regions);
        let is_near = vec![false; regions.len()];
        Growth { regions, touching, is_near, candidates: Vec::new(), looked_at: 0 }
    }

    /// Looks at all unions.
    fn unions_of(&mut self, union: &mut Union<'_>) {
        for first in 0..self.regions.len() {
            self.is_near[first] = true;
            self.candidates.push(first);
            self.grow(union, 0, first, 0);
            self.candidates.clear();
            self.is_near[first] = false;
        }
    }

    /// Adds one of the candidates from a place on to a union of so many regions, and goes on from there.
    fn grow(&mut self, union: &mut Union<'_>, begin: usize, first: usize, regions: usize) {
        let end = self.candidates.len();
        for at in begin..end {
            if self.looked_at >= MOST_UNIONS {
                return;
            }
            self.looked_at += 1;
            let region = self.candidates[at];
            let set = &self.regions[region];
            let before = union.terms;
            union.with(set, |union| {
                union.note_if_less_than(before + set.terms);
                if regions + 1 < MOST_REGIONS {
                    // Those not yet tried, and the new neighbours.
                    self.candidates.extend_from_within(at + 1..end);
                    let new = self.candidates.len();
                    for &other in &self.touching[region] {
                        if other > first && !self.is_near[other] {
                            self.is_near[other] = true;
                            self.candidates.push(other);
                        }
                    }
                    self.grow(union, end, first, regions + 1);
                    self.candidates[new..].iter().for_each(|&other| self.is_near[other] = false);
                    self.candidates.truncate(end);
                }
            });
        }
    }
}

/// For each region those that it has a border with.
fn touching(draft: &Draft<'_>, regions: &[Full]) -> Vec<Vec<usize>> {
    let grid = draft.grid();
    let (count, nobody) = (regions.len(), regions.len());
    let no_cell = CellSet::none(grid.cells());
    let mut region_of = vec![nobody; grid.cells()];
    for (index, region) in regions.iter().enumerate() {
        region.cells.without(&no_cell).for_each(|cell| region_of[usize::from(cell)] = index);
    }
    let mut touch = vec![false; count * count];
    for (cell, &one) in (0..).zip(&region_of).filter(|&(_, &region)| region != nobody) {
        for next in [(0, 1), (1, 0)].into_iter().filter_map(|step| grid.step(cell, step)) {
            let other = region_of[usize::from(next)];
            if other != nobody {
                touch[one * count + other] = true;
                touch[other * count + one] = true;
            }
        }
    }
    let of = |index: usize| {
        let others = (0..count).filter(|&other| other != index && touch[index * count + other]);
        others.collect()
    };
    (0..count).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_say_is_left_out() {
        // a - c and b + d, and both together with either signs; another total is no repetition, nor is what overlaps.
        let parts = [sum(&[(0, 1), (2, -1)], 3), sum(&[(1, -1), (3, -1)], -9)];
        let both = sum(&[(0, 1), (1, 1), (2, -1), (3, 1)], 12);
        let less = sum(&[(0, -1), (1, 1), (2, 1), (3, 1)], 6);
        let again = parts[0].negated();
        let other = sum(&[(0, 1), (1, 1), (2, -1), (3, 1)], 13);
        let overlapping = sum(&[(0, 1), (1, 1), (3, 1)], 12);
        let mut found = vec![both, less, again, other.clone(), overlapping.clone()];
        found.extend(parts.clone());
        found.sort_unstable();
        let mut kept = vec![other, overlapping];
        kept.extend(parts);
        kept.sort_unstable();
        assert_eq!(without_repetition(found), kept);
    }

    #[test]
    fn the_rest_of_a_sum_may_have_other_signs() {
        let whole = sum(&[(3, 1), (5, -1)], -2);
        assert_eq!(whole.rest(&sum(&[(5, 1)], 4)), Some(sum(&[(3, 1)], 2)));
        assert_eq!(whole.rest(&sum(&[(5, -1)], -4)), Some(sum(&[(3, 1)], 2)));
        assert_eq!(whole.rest(&sum(&[(4, 1)], 4)), None);
        assert_eq!(whole.rest(&sum(&[(3, 1), (5, 1)], 4)), None);
    }

    fn sum(terms: &[(u16, i32)], total: i64) -> Sum {
        Sum { terms: terms.iter().map(|&(cell, weight)| Term::new(cell, weight > 0)).collect(), total }
    }
}
