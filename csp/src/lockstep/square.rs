//! Recognises the classic grid in a model: 81 variables, nine rows, nine columns and nine boxes that tile it.
//!
//! Nothing is taken from names or the order of declarations: only which groups share how many variables.

use crate::constraint::{Constraint, Fact};
use crate::model::Model;

/// Where a model's variables lie in the grid.
#[derive(Clone, Debug)]
pub(super) struct Square {
    /// By row and column: the variable.
    pub variables: [[usize; 9]; 9],
    /// The nine values, ascending.
    pub values: [i32; 9],
}

impl Square {
    /// The grid that a model is, if it is one and nothing more; else what stands in the way.
    pub fn recognise(model: &Model) -> Result<Square, String> {
        if let Some((at, constraint)) =
            model.constraints().enumerate().find(|(_, constraint)| group(*constraint).is_none())
        {
            return Err(format!("constraint {at}, {constraint:?}, is no all-different of nine variables"));
        }
        find(model).ok_or_else(|| {
            "the all-differents are not the rows, columns and boxes of a 9 x 9 grid".to_owned()
        })
    }
}

/// The members of an all-different of nine.
fn group(constraint: &dyn Constraint) -> Option<u128> {
    let mut members = None;
    let mut others = 0;
    constraint.facts(&mut |fact| match fact {
        Fact::AllDifferent(terms, _)
            if terms.len() == 9 && terms.iter().all(|term| term.offset == 0 && term.var.index() < 128) =>
        {
            members = Some(terms.iter().fold(0_u128, |all, term| all | 1 << term.var.index()));
        }
        _ => others += 1,
    });
    members.filter(|group| constraint.is_said_by_facts() && others == 0 && group.count_ones() == 9)
}

fn find(model: &Model) -> Option<Square> {
    if model.variables() != 81 || model.constraints().len() != 27 {
        return None;
    }
    let values: [i32; 9] = model.domains()[0].iter().collect::<Vec<_>>().try_into().ok()?;
    if !model.domains().iter().all(|domain| domain.iter().eq(values)) {
        return None;
    }
    let groups = model.constraints().map(group).collect::<Option<Vec<u128>>>()?;
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

/// The lines, those that share a box next to each other.
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
