//! Table: tuples that are allowed, or tuples that are forbidden.
//!
//! Meaning: the values, offsets added, are one of the tuples; for a negated table, none of them. Strength:
//! domain consistency, except for inner values of very wide domains. Cost: a run visits the tuples of removed
//! values and the words of remaining tuples ([`filter`]).
//!
//! A variable that occurs several times in the scope, or was merged, becomes one column. Tuples that assign
//! it different values are left out.

mod encode;
mod explain;
mod filter;
mod pairs;
mod shared;
mod sparse_set;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Literal, Refused};
use crate::engine::store::View;
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

pub(crate) use encode::MOST_ROWS;
pub use pairs::{Pairs, Related, related};
pub(crate) use shared::post_computed;

/// A table of allowed tuples. `!table` forbids them instead.
///
/// ```
/// # use csp::{Model, table};
/// let mut model = Model::new();
/// let (x, y) = (model.var(0..=9), model.var(0..=9));
/// model.post(table([x, y], [[1, 2], [3, 4], [5, 6]]));
/// model.post(!table([x + 1, y + 0], [[4, 4], [7, 7]]));
/// let mut search = model.search()?;
/// let found: Vec<Vec<i32>> = search.solutions().map(|solution| solution.values().to_vec()).collect();
/// assert_eq!(found, [[1, 2], [5, 6]]);
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    operands: Operands,
    /// The tuples end to end, sorted, without duplicates.
    cells: Box<[i32]>,
    allowed: bool,
    /// Length of the first tuple of a wrong length.
    misfit: Option<usize>,
}

/// Returns the constraint that the values of the operands are one of the tuples.
pub fn table<T: Into<Operand>, R: AsRef<[i32]>>(
    operands: impl IntoIterator<Item = T>,
    tuples: impl IntoIterator<Item = R>,
) -> Table {
    let operands = Operands::new(operands);
    let (mut cells, mut misfit) = (Vec::new(), None);
    for tuple in tuples {
        let tuple = tuple.as_ref();
        cells.extend_from_slice(tuple);
        misfit = misfit.or(Some(tuple.len()).filter(|&length| length != operands.len()));
    }
    if misfit.is_none() && operands.len() != 0 {
        cells = in_order(cells, operands.len());
    }
    Table { operands, cells: cells.into(), allowed: true, misfit }
}

/// Sorts tuples of `width` cells each, stored end to end, and removes duplicates.
fn in_order(cells: Vec<i32>, width: usize) -> Vec<i32> {
    let mut rows: Vec<&[i32]> = cells.chunks_exact(width).collect();
    if rows.is_sorted_by(|a, b| a < b) {
        return cells;
    }
    rows.sort_unstable();
    rows.dedup();
    rows.concat()
}

impl std::ops::Not for Table {
    type Output = Table;

    fn not(self) -> Table {
        Table { allowed: !self.allowed, ..self }
    }
}

impl Table {
    fn contains(&self, tuple: &[i64]) -> bool {
        let width = tuple.len();
        let (mut from, mut to) = (0, self.cells.len() / width);
        while from < to {
            let middle = from.midpoint(to);
            let row = self.cells[middle * width..][..width].iter().map(|&cell| i64::from(cell));
            match row.cmp(tuple.iter().copied()) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
            }
        }
        false
    }
}

impl Constraint for Table {
    fn scope(&self) -> &[Var] {
        self.operands.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        self.contains(&self.operands.values(values)) == self.allowed
    }

    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(self.scope()) + size_of_val(&*self.cells)
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let (width, names) = (self.operands.len(), || self.operands.names(model));
        if width == 0 {
            return Some(Error::bad_constraint("a table over no variable; give it one column at least"));
        }
        if let Some(length) = self.misfit {
            return Some(Error::bad_constraint(format!(
                "a table over {} has a tuple of length {length}; give each tuple {width} values",
                names()
            )));
        }
        self.operands.fault(model)
    }

    fn lint(&self, model: &Model) -> Option<Error> {
        (self.cells.is_empty() && self.allowed).then(|| {
            Error::bad_constraint(format!(
                "a table over {} allows no tuple, so it can never hold; list the tuples that it allows",
                self.operands.names(model)
            ))
        })
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        // For two columns, the learner's clauses list the impossible pairs directly.
        let are_pairs = self.allowed && self.operands.len() == 2;
        if are_pairs && to.language() == Language::Values && to.by_trial(self).is_ok() {
            return Ok(());
        }
        let numbers = to.numbers(self.operands.all());
        let rows = self.cells.chunks_exact(self.operands.len());
        let rows: Vec<Vec<Literal>> = rows.filter_map(|row| encode::row(to, &numbers, row)).collect();
        if self.allowed {
            return encode::one_of(to, &numbers, &rows);
        }
        rows.into_iter().for_each(|row| to.clause(row.into_iter().map(|is| !is)));
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.operands.views(to);
        post(to, &views, self.cells.chunks_exact(views.len()), self.allowed);
    }
}

/// Posts that the views take the values of one of the rows or, if not `allowed`, of none. The rows must be
/// different.
pub(crate) fn post<R: AsRef<[i32]>>(
    to: &mut Posting<'_>,
    views: &[View],
    rows: impl IntoIterator<Item = R>,
    allowed: bool,
) {
    let first = |view: &View| views.iter().position(|other| other.slot == view.slot).expect("it is there");
    let firsts: Vec<usize> = views.iter().map(first).collect();
    let columns: Vec<usize> = (0..views.len()).filter(|&at| firsts[at] == at).collect();
    let plain = |row: &[i32], at: usize| i64::from(row[at]) - i64::from(views[at].offset);
    let all_once = columns.len() == views.len();
    let mut cells: Vec<i32> = Vec::new();
    for row in rows {
        let row = row.as_ref();
        let agrees =
            all_once || firsts.iter().enumerate().all(|(at, &first)| plain(row, at) == plain(row, first));
        if agrees && columns.iter().all(|&at| to.store().contains(views[at], row[at])) {
            cells.extend(columns.iter().map(|&at| row[at]));
        }
    }
    let views: Vec<View> = columns.iter().map(|&at| views[at]).collect();
    shared::post(to, &views, cells, allowed);
}
