//! Variables that must be equal, up to an offset, become one.

use crate::compile::Facts;
use crate::domain::{MAX_VALUE, MIN_VALUE, Values};
use crate::model::{Model, Term, Var};

/// What merging found.
pub(crate) struct Merged {
    /// For each variable the one that stands for it: `x = representative.var + representative.offset`.
    /// The first variable of a class stands for all.
    pub representative: Vec<Term>,
    /// For a representative, the values that its whole class allows.
    pub domains: Vec<Values>,
    /// Some class has no value left, or a variable would have to equal itself plus something.
    pub contradiction: bool,
}

/// `None` when there is nothing to merge.
pub(crate) fn merge(model: &Model, facts: &Facts) -> Option<Merged> {
    if facts.equal.is_empty() {
        return None;
    }
    let mut merged = Merged {
        representative: (0..model.variables() as u32).map(|index| Var(index).into()).collect(),
        domains: model.domains().to_vec(),
        contradiction: false,
    };
    for &(a, b, _) in &facts.equal {
        // a.var + a.offset = b.var + b.offset, seen from the representatives.
        let (x, y) = (merged.find(a), merged.find(b));
        if x.var == y.var {
            merged.contradiction |= x.offset != y.offset;
            continue;
        }
        let (first, second) = if x.var < y.var { (x, y) } else { (y, x) };
        // second = first + shift; two values are never further apart than the ends of all values.
        let shift = first.offset - second.offset;
        if shift.abs() > MAX_VALUE - MIN_VALUE {
            merged.contradiction = true;
            continue;
        }
        merged.representative[second.var.index()] = Term { var: first.var, offset: shift };
        let theirs = merged.domains[second.var.index()].shifted(-shift);
        match theirs.and_then(|theirs| merged.domains[first.var.index()].intersect(&theirs)) {
            Some(both) => merged.domains[first.var.index()] = both,
            None => merged.contradiction = true,
        }
    }
    for index in 0..model.variables() as u32 {
        merged.representative[index as usize] = merged.find(Var(index).into());
    }
    Some(merged)
}

impl Merged {
    fn find(&self, mut term: Term) -> Term {
        loop {
            let next = self.representative[term.var.index()];
            if next.var == term.var {
                return term;
            }
            term = next + term.offset;
        }
    }
}
