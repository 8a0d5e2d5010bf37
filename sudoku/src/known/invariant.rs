//! A number that is the same for all classic puzzles with one canonical form, and seldom the same for others.

use crate::canonical::Rows;

const SIDE: usize = 9;

/// A row, a column and a digit from 1 on.
type Given = (u8, u8, u8);

/// Each given counts with the numbers of givens in its lines, in its box and of its value; then values, boxes and lines count
/// with their givens. Rows and columns are treated alike, since they may be exchanged.
// A file may have a million puzzles: few multiplications, and no branch for each cell.
pub(super) fn invariant(rows: &Rows) -> u64 {
    let mut list: [Given; SIDE * SIDE] = [(0, 0, 0); SIDE * SIDE];
    let mut count = 0;
    for (row, line) in rows.iter().enumerate() {
        for (column, &digit) in line.iter().enumerate() {
            list[count] = (row as u8, column as u8, digit);
            count += usize::from(digit > 0);
        }
    }
    let givens = list[..count].iter().map(|&(row, column, digit)| {
        let (row, column) = (usize::from(row), usize::from(column));
        [row, SIDE + column, 2 * SIDE + row / 3 * 3 + column / 3, 3 * SIDE + usize::from(digit) - 1]
    });
    let mut counts = [0_u64; 4 * SIDE];
    givens.clone().flatten().for_each(|at| counts[at] += 1);
    let mut sums = [0_u64; 4 * SIDE];
    for all in givens {
        let [row, column, place, digit] = all.map(|at| counts[at]);
        let lines = mixed(row).wrapping_add(mixed(column));
        let key = mixed(lines.wrapping_add(place << 8 | digit));
        all.iter().for_each(|&at| sums[at] = sums[at].wrapping_add(key));
    }
    let (sums, _) = sums.as_chunks::<SIDE>();
    let of = |kind: usize| sums[kind].iter().fold(0_u64, |sum, &part| sum.wrapping_add(mixed(part)));
    let lines = mixed(of(0)).wrapping_add(mixed(of(1)));
    mixed(lines ^ mixed(of(2)).rotate_left(1) ^ mixed(of(3)).rotate_left(2))
}

/// A number in which every bit of another counts.
fn mixed(number: u64) -> u64 {
    let product = u128::from(number ^ 0x9E37_79B9_7F4A_7C15) * 0xD1B5_4A32_D192_ED03;
    product as u64 ^ (product >> 64) as u64
}
