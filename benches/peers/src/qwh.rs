//! Quasigroups with holes, from a fixed generator, so that every run on every machine has the same instances. A
//! random Latin square (Jacobson and Matthews, "Generating uniformly distributed random Latin squares", 1996) gets
//! holes: scattered anywhere, or spread evenly over rows and columns, which is much harder (Kautz et al., "Balance
//! and filtering in structured satisfiable problems", 2001).

use std::fmt::Write as _;

use crate::random::Random;

/// Instance: `cells[row * order + column]` is 0 for a hole, else 1..=order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quasigroup {
    pub order: usize,
    pub cells: Vec<u32>,
}

impl Quasigroup {
    /// Formats the order, then one row on each line.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.order);
        for row in self.cells.chunks(self.order) {
            for (column, cell) in row.iter().enumerate() {
                let gap = if column == 0 { "" } else { " " };
                // Writing into a String cannot fail.
                let _ = write!(text, "{gap}{cell}");
            }
            text.push('\n');
        }
        text
    }
}

/// Distribution of the holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Anywhere.
    Scattered,
    /// Balanced: the number of holes differs by at most one between rows, and between columns.
    Balanced,
}

/// Returns the instance of an order, number of holes (at most order²), distribution, and seed.
pub fn generate(order: usize, holes: usize, spread: Spread, seed: u64) -> Quasigroup {
    assert!(order >= 2 && holes <= order * order, "{holes} holes do not fit order {order}");
    let mut random = Random::new(seed);
    let mut cells = latin_square(order, &mut random);
    match spread {
        Spread::Scattered => {
            let mut all: Vec<usize> = (0..order * order).collect();
            random.shuffle(&mut all);
            all[..holes].iter().for_each(|&cell| cells[cell] = 0);
        }
        Spread::Balanced => punch_balanced(order, holes, &mut cells, &mut random),
    }
    Quasigroup { order, cells }
}

/// Punches holes in rounds: each takes one cell from every row and column, the last one the remaining number.
fn punch_balanced(order: usize, holes: usize, cells: &mut [u32], random: &mut Random) {
    for round in 0..holes.div_ceil(order) {
        let mut transversal = free_transversal(order, cells, random);
        if round == holes / order {
            random.shuffle(&mut transversal);
            transversal.truncate(holes % order);
        }
        transversal.into_iter().for_each(|cell| cells[cell] = 0);
    }
}

/// Performs Jacobson and Matthews' walk over incidence cubes, from the cyclic square, with at least order³ moves.
fn latin_square(order: usize, random: &mut Random) -> Vec<u32> {
    let at = |x: usize, y: usize, z: usize| (x * order + y) * order + z;
    let mut cube = vec![0i8; order * order * order];
    for x in 0..order {
        for y in 0..order {
            cube[at(x, y, (x + y) % order)] = 1;
        }
    }
    // The cell that holds -1, while the square is improper.
    let mut negative: Option<[usize; 3]> = None;
    let mut moves = 0;
    while moves < order * order * order || negative.is_some() {
        let [x, y, z] = negative.unwrap_or_else(|| {
            loop {
                let cell = [random.below(order), random.below(order), random.below(order)];
                if cube[at(cell[0], cell[1], cell[2])] == 0 {
                    break cell;
                }
            }
        });
        // In each direction a 1 on the cell's line: the only one, or either of two.
        let other_x = random.one_of((0..order).filter(|&i| cube[at(i, y, z)] == 1));
        let other_y = random.one_of((0..order).filter(|&i| cube[at(x, i, z)] == 1));
        let other_z = random.one_of((0..order).filter(|&i| cube[at(x, y, i)] == 1));
        for (i, near_x) in [(x, true), (other_x, false)] {
            for (j, near_y) in [(y, true), (other_y, false)] {
                for (k, near_z) in [(z, true), (other_z, false)] {
                    let corners_moved = [near_x, near_y, near_z].iter().filter(|&&n| !n).count();
                    cube[at(i, j, k)] += if corners_moved % 2 == 0 { 1 } else { -1 };
                }
            }
        }
        let far = [other_x, other_y, other_z];
        negative = (cube[at(other_x, other_y, other_z)] < 0).then_some(far);
        moves += 1;
    }
    let value = |line: &[i8]| line.iter().position(|&one| one == 1).map_or(0, |z| z as u32 + 1);
    cube.chunks(order).map(value).collect()
}

/// Returns a cell for each row, in different columns and without holes: a random perfect matching by augmenting
/// paths. It exists, since all rows and columns have the same number of full cells.
fn free_transversal(order: usize, cells: &[u32], random: &mut Random) -> Vec<usize> {
    let mut row_of_column = vec![None; order];
    let mut rows: Vec<usize> = (0..order).collect();
    random.shuffle(&mut rows);
    let mut columns: Vec<usize> = (0..order).collect();
    for row in rows {
        random.shuffle(&mut columns);
        let mut seen = vec![false; order];
        let matched = augment(row, order, cells, &columns, &mut seen, &mut row_of_column);
        assert!(matched, "a regular bipartite graph has a perfect matching");
    }
    let cell = |(column, row): (usize, &Option<usize>)| row.map(|row| row * order + column);
    row_of_column.iter().enumerate().filter_map(cell).collect()
}

fn augment(
    row: usize,
    order: usize,
    cells: &[u32],
    columns: &[usize],
    seen: &mut [bool],
    row_of_column: &mut [Option<usize>],
) -> bool {
    for &column in columns {
        if cells[row * order + column] == 0 || std::mem::replace(&mut seen[column], true) {
            continue;
        }
        let free = match row_of_column[column] {
            None => true,
            Some(holder) => augment(holder, order, cells, columns, seen, row_of_column),
        };
        if free {
            row_of_column[column] = Some(row);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::Flat;

    /// Returns whether each row and each column of the square holds 1..=order once each.
    fn is_latin(order: usize, cells: &[i64]) -> bool {
        let complete = |line: Vec<i64>| {
            let mut line = line;
            line.sort_unstable();
            line.into_iter().eq(1..=order as i64)
        };
        (0..order).all(|i| {
            complete(cells[i * order..(i + 1) * order].to_vec())
                && complete((0..order).map(|row| cells[row * order + i]).collect())
        })
    }

    #[test]
    fn squares_are_latin() {
        for (order, seed) in [(2, 1), (3, 5), (7, 2), (30, 1), (33, 20)] {
            let square = latin_square(order, &mut Random::new(seed));
            let cells: Vec<i64> = square.into_iter().map(i64::from).collect();
            assert!(is_latin(order, &cells), "order {order}, seed {seed}");
        }
    }

    #[test]
    fn holes_are_counted_and_balanced() {
        for (order, holes) in [(30, 331), (33, 384), (35, 420), (5, 0), (5, 25)] {
            let cells = generate(order, holes, Spread::Balanced, 3).cells;
            let in_line = |cell: &dyn Fn(usize) -> usize| (0..order).filter(|&i| cells[cell(i)] == 0).count();
            assert_eq!(cells.iter().filter(|&&cell| cell == 0).count(), holes);
            for line in 0..order {
                for count in [in_line(&|i| line * order + i), in_line(&|i| i * order + line)] {
                    assert!((holes / order..=holes.div_ceil(order)).contains(&count));
                }
            }
        }
    }

    #[test]
    fn givens_are_part_of_the_square() {
        let full: Vec<i64> = generate(6, 0, Spread::Balanced, 9).cells.into_iter().map(i64::from).collect();
        for spread in [Spread::Balanced, Spread::Scattered] {
            let instance = generate(6, 12, spread, 9);
            assert_eq!(instance.cells.iter().filter(|&&cell| cell == 0).count(), 12);
            assert!(Flat::qwh(&instance).accepts(&full));
        }
    }

    /// Pins the instances: a change here makes old measurements incomparable.
    #[test]
    fn instances_never_change() {
        let hash = |order, holes, spread| {
            let texts = (1..=20).map(|seed| generate(order, holes, spread, seed).to_text());
            texts.flat_map(String::into_bytes).fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            })
        };
        assert_eq!(hash(30, 331, Spread::Balanced), 0x44f0_8dd7_ec3d_64b6);
        assert_eq!(hash(33, 384, Spread::Balanced), 0xef39_ee03_6dae_0576);
        assert_eq!(hash(30, 331, Spread::Scattered), 0x49d5_8c17_b874_56c3);
        assert_eq!(hash(33, 384, Spread::Scattered), 0xb4a4_d8df_fb17_1c59);
    }
}
