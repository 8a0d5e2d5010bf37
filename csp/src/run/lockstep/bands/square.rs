//! Recognition of the classic grid in a model: 81 variables, nine rows, nine columns and nine boxes that tile
//! it.
//!
//! Names and the order of declarations are not used, only the number of variables that groups share.

use super::super::read::Reading;

/// The positions of a model's variables in the grid.
#[derive(Clone, Debug)]
pub(super) struct Square {
    /// The variable at each row and column.
    pub variables: [[usize; 9]; 9],
    /// The nine values, ascending.
    pub values: [i32; 9],
}

impl Square {
    /// Returns the grid of a model, if the model is exactly a classic grid.
    pub fn recognise(reading: &Reading) -> Option<Square> {
        let Reading { values, domains, groups, .. } = reading;
        if domains.len() != 81 || groups.len() != 27 || groups.iter().any(|group| group.len() != 9) {
            return None;
        }
        let values: [i32; 9] = values.clone().try_into().ok()?;
        if domains.iter().any(|&domain| domain != 0x1FF) {
            return None;
        }
        let set = |group: &Vec<usize>| group.iter().fold(0_u128, |all, &member| all | 1 << member);
        find(&groups.iter().map(set).collect::<Vec<_>>(), values)
    }
}

fn find(groups: &[u128], values: [i32; 9]) -> Option<Square> {
    let shared = |a: u128, b: u128| (a & b).count_ones();
    // A box shares three variables with six lines, a line with three boxes.
    let threes = |group: u128| groups.iter().filter(|&&other| shared(group, other) == 3).count();
    let (boxes, lines): (Vec<u128>, Vec<u128>) = groups.iter().partition(|&&group| threes(group) == 6);
    let (rows, columns): (Vec<u128>, Vec<u128>) =
        lines.iter().partition(|&&line| line == lines[0] || shared(line, lines[0]) == 0);
    if [boxes.len(), rows.len(), columns.len()] != [9; 3] {
        return None;
    }
    let rows = banded(&rows, &boxes)?;
    let columns = banded(&columns, &boxes)?;
    let mut square = Square { variables: [[0; 9]; 9], values };
    let mut seen = 0_u128;
    for (row, &across) in rows.iter().enumerate() {
        for (column, &down) in columns.iter().enumerate() {
            let both = across & down;
            if both.count_ones() != 1 {
                return None;
            }
            seen |= both;
            square.variables[row][column] = both.trailing_zeros() as usize;
        }
    }
    let tiles = |band: usize, stack: usize| {
        let across = rows[3 * band..3 * band + 3].iter().fold(0, |all, row| all | row);
        let down = columns[3 * stack..3 * stack + 3].iter().fold(0, |all, column| all | column);
        boxes.contains(&(across & down))
    };
    let tiled = (0..9).all(|at| tiles(at / 3, at % 3));
    (tiled && seen.count_ones() == 81).then_some(square)
}

/// Returns the lines in an order in which those that share a box are adjacent.
fn banded(lines: &[u128], boxes: &[u128]) -> Option<Vec<u128>> {
    let mut sorted: Vec<u128> = Vec::with_capacity(9);
    for &line in lines {
        if sorted.contains(&line) {
            continue;
        }
        let of = |line: u128| boxes.iter().position(|&group| (group & line).count_ones() == 3);
        let first = of(line)?;
        let band: Vec<u128> = lines.iter().copied().filter(|&other| of(other) == Some(first)).collect();
        if band.len() != 3 {
            return None;
        }
        sorted.extend(band);
    }
    (sorted.len() == 9).then_some(sorted)
}
