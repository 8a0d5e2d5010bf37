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

use csp::weighted_sum;

use super::draft::Draft;

/// Longer sums say little.
// November 2026, 40 hard killers: 5 is a third faster than 6, and 8 needs twice the time of 6, for fewer nodes only in some.
const MOST_TERMS: usize = 5;

/// So many regions are looked at together.
const MOST_REGIONS: usize = 4;

/// A limit for grids that nobody has drawn.
const MOST_UNIONS: usize = 2000;

/// Adds what follows from what a draft holds.
pub(super) fn add(draft: &mut Draft<'_>) {
    if draft.facts.sums.is_empty() {
        return;
    }
    let sums = std::mem::take(&mut draft.facts.sums);
    let mut sums_of = vec![Vec::new(); draft.grid().cells()];
    for (sum, (cells, _)) in sums.iter().enumerate() {
        cells.iter().for_each(|&cell| sums_of[usize::from(cell)].push(sum));
    }
    let mut union = Union::new(&sums, &sums_of);
    let (mut lines, mut regions, mut others) = full_sets(draft);
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
    let touching = touching(draft, &regions);
    for first in 0..regions.len() {
        union.grow(&regions, &touching, &[first], &mut Vec::new());
    }
    let mut found = union.found;
    found.sort_unstable();
    found.dedup();
    for (terms, total) in found {
        let terms = terms.into_iter().map(|(cell, weight)| (weight, draft.var(cell)));
        let sum = weighted_sum(terms);
        draft.post(sum.eq(total));
    }
}

/// Different cells that take all their values, and the total.
struct Full {
    cells: Vec<u16>,
    total: i64,
    /// How many terms are left of it alone.
    terms: isize,
}

/// Rows and columns, regions, and others.
fn full_sets(draft: &Draft<'_>) -> (Vec<Full>, Vec<Full>, Vec<Full>) {
    let full = |cells: &[u16]| {
        let values = draft.values_of(cells);
        let numbers = values.iter().map(|value| i64::from(draft.grid().number(value)));
        (values.len() == cells.len()).then(|| Full { cells: cells.to_vec(), total: numbers.sum(), terms: 0 })
    };
    let (mut lines, mut regions) = (Vec::new(), Vec::new());
    for house in draft.grid().houses() {
        if let Some(full) = full(house.cells()) {
            if house.is_region() { &mut regions } else { &mut lines }.push(full);
        }
    }
    let others = draft.facts.groups.iter().filter_map(|group| full(group)).collect();
    (lines, regions, others)
}

/// For each region those that it has a border with.
fn touching(draft: &Draft<'_>, regions: &[Full]) -> Vec<Vec<usize>> {
    let grid = draft.grid();
    let mut region_of = vec![None; grid.cells()];
    for (index, region) in regions.iter().enumerate() {
        region.cells.iter().for_each(|&cell| region_of[usize::from(cell)] = Some(index));
    }
    let around = |region: &Full| {
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let next = region.cells.iter().flat_map(|&cell| steps.map(|step| grid.step(cell, step)));
        let mut around: Vec<usize> = next.flatten().filter_map(|cell| region_of[usize::from(cell)]).collect();
        around.sort_unstable();
        around.dedup();
        around
    };
    regions.iter().map(around).collect()
}

/// A sum as (cell, weight), and its total.
type Sum = (Vec<(u16, i64)>, i64);

/// Full sets that share no cell, taken together, and what is known of the sums in them.
struct Union<'a> {
    sums: &'a [(Vec<u16>, i64)],
    sums_of: &'a [Vec<usize>],
    /// For each cell whether it is inside.
    is_inside: Vec<bool>,
    /// For each sum how many of its cells are.
    inside: Vec<usize>,
    size: usize,
    total: i64,
    /// How many terms would be left, if sums do not overlap.
    terms: isize,
    looked_at: usize,
    found: Vec<Sum>,
}

impl<'a> Union<'a> {
    fn new(sums: &'a [(Vec<u16>, i64)], sums_of: &'a [Vec<usize>]) -> Union<'a> {
        Union {
            sums,
            sums_of,
            is_inside: vec![false; sums_of.len()],
            inside: vec![0; sums.len()],
            size: 0,
            total: 0,
            terms: 0,
            looked_at: 0,
            found: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.is_inside.fill(false);
        self.inside.fill(0);
        (self.size, self.total, self.terms) = (0, 0, 0);
    }

    /// What a sum changes of the number of terms: it takes its cells inside away and brings those outside.
    fn gain(&self, sum: usize) -> isize {
        let (size, inside) = (self.sums[sum].0.len(), self.inside[sum]);
        if 2 * inside > size { size as isize - 2 * inside as isize } else { 0 }
    }

    /// Adds a set, unless they share a cell.
    fn add(&mut self, set: &Full) -> bool {
        if set.cells.iter().any(|&cell| self.is_inside[usize::from(cell)]) {
            return false;
        }
        self.change(set, true);
        true
    }

    fn change(&mut self, set: &Full, enters: bool) {
        let one = |count: usize| if enters { count + 1 } else { count - 1 };
        for &cell in &set.cells {
            self.is_inside[usize::from(cell)] = enters;
            self.size = one(self.size);
            self.terms += if enters { 1 } else { -1 };
            for &sum in &self.sums_of[usize::from(cell)] {
                self.terms -= self.gain(sum);
                self.inside[sum] = one(self.inside[sum]);
                self.terms += self.gain(sum);
            }
        }
        self.total += if enters { set.total } else { -set.total };
    }

    /// Does something with a set more, unless they share a cell.
    fn with<T: Default>(&mut self, set: &Full, then: impl FnOnce(&mut Self) -> T) -> T {
        if !self.add(set) {
            return T::default();
        }
        let found = then(self);
        self.change(set, false);
        found
    }

    /// Adds regions that touch, each union once: beginning with its first region, and never one that was passed over.
    fn grow(
        &mut self,
        regions: &[Full],
        touching: &[Vec<usize>],
        candidates: &[usize],
        some: &mut Vec<usize>,
    ) {
        let first = some.first().copied();
        for (at, &region) in candidates.iter().enumerate() {
            if self.looked_at >= MOST_UNIONS {
                return;
            }
            self.looked_at += 1;
            let first = first.unwrap_or(region);
            let before = self.terms;
            self.with(&regions[region], |union| {
                some.push(region);
                union.note_if_less_than(before + regions[region].terms);
                if some.len() < MOST_REGIONS {
                    // Those not yet tried, and the new neighbours.
                    let mut more = candidates[at + 1..].to_vec();
                    for &other in &touching[region] {
                        let is_new = other > first
                            && !candidates.contains(&other)
                            && !some
                                .iter()
                                .any(|&old| old == other || old != region && touching[old].contains(&other));
                        if is_new {
                            more.push(other);
                        }
                    }
                    union.grow(regions, touching, &more, some);
                }
                some.pop();
            });
        }
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
        // Cells that a sum has covered already, inside or out.
        let mut covered = vec![false; self.is_inside.len()];
        let mut terms: Vec<(u16, i64)> = Vec::new();
        let mut total = self.total;
        for (sum, (cells, known)) in self.sums.iter().enumerate() {
            if 2 * self.inside[sum] > cells.len() && !cells.iter().any(|&cell| covered[usize::from(cell)]) {
                cells.iter().for_each(|&cell| covered[usize::from(cell)] = true);
                total -= known;
                let outside = cells.iter().filter(|&&cell| !self.is_inside[usize::from(cell)]);
                terms.extend(outside.map(|&cell| (cell, -1)));
            }
        }
        let is_left = |&cell: &usize| self.is_inside[cell] && !covered[cell];
        terms.extend((0..self.is_inside.len()).filter(is_left).map(|cell| (cell as u16, 1)));
        if terms.len() <= MOST_TERMS {
            terms.sort_unstable();
            self.found.push((terms, total));
        }
    }
}
