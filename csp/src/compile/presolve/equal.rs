//! Merges variables that must be equal up to an offset.
//!
//! Two members of all-different groups that are equal up to an offset are not merged. Groups whose bits stand for the
//! same values are filtered together, and a member with an offset has other bits.

use fixedbitset::FixedBitSet;

use crate::compile::facts::Facts;
use crate::model::Model;
use crate::model::ids::{Term, Var};
use crate::model::values::{MAX_VALUE, MIN_VALUE, Values};

/// Result of merging.
pub(crate) struct Merged {
    /// For each variable its representative: `x = representative.var + representative.offset`. The
    /// representative is the first variable of the class.
    pub representative: Vec<Term>,
    /// For each representative the values that all variables of its class allow.
    pub domains: Vec<Values>,
    /// Set if a class has no value left, or a variable would have to equal itself plus a nonzero offset.
    pub contradiction: bool,
}

/// Returns the members of all-different groups with a span of at most 64 values; empty if there is nothing to
/// merge. Wide domains are left out: there, contradicting equalities would make the propagators remove one
/// value after the other.
pub(crate) fn grouped(model: &Model, facts: &Facts) -> FixedBitSet {
    let mut grouped = FixedBitSet::with_capacity(model.variables());
    if !facts.equal.is_empty() {
        let is_narrow = |index: &usize| {
            let values = &model.domains()[*index];
            i64::from(values.max()) - i64::from(values.min()) < 64
        };
        let members = facts.groups.iter().flat_map(|(terms, ..)| terms);
        grouped.extend(members.map(|term| term.var.index()).filter(is_narrow));
    }
    grouped
}

/// Merges equal variables; `None` if there are no equalities. Two variables in `kept` are merged only if they
/// are equal without an offset.
pub(crate) fn merge(model: &Model, facts: &Facts, kept: &FixedBitSet) -> Option<Merged> {
    if facts.equal.is_empty() {
        return None;
    }
    let mut merged = Merged {
        representative: (0..model.variables() as u32).map(|index| Var(index).into()).collect(),
        domains: model.domains().to_vec(),
        contradiction: false,
    };
    for &(a, b, _) in &facts.equal {
        // The equality a.var + a.offset = b.var + b.offset, between representatives.
        let (x, y) = (merged.find(a), merged.find(b));
        if x.var == y.var {
            merged.contradiction |= x.offset != y.offset;
            continue;
        }
        let (first, second) = if x.var < y.var { (x, y) } else { (y, x) };
        // second = first + shift. Two values are at most MAX_VALUE - MIN_VALUE apart.
        let shift = first.offset - second.offset;
        if shift != 0 && [a, b].iter().all(|term| kept.contains(term.var.index())) {
            continue;
        }
        if shift.abs() > MAX_VALUE - MIN_VALUE {
            merged.contradiction = true;
            continue;
        }
        merged.representative[second.var.index()] = Term { var: first.var, offset: shift };
        let shifted = merged.domains[second.var.index()].shifted(-shift);
        match shifted.and_then(|shifted| merged.domains[first.var.index()].intersect(&shifted)) {
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

#[cfg(test)]
mod tests {
    use crate::{Config, Model, Step, all_different};

    #[test]
    fn members_of_groups_stay_two_unless_they_are_equal_without_an_offset() {
        let mut model = Model::new();
        let [a, b, c, d, e] = [0; 5].map(|_| model.var(1..=4));
        model.all_different([a, b, c]);
        model.all_different([c, d]);
        model.post(a.eq(b + 1));
        model.post(b.eq(d));
        model.post(e.eq(c + 1));
        let engine = model.compile(&Config::default()).unwrap();
        assert_ne!(engine.view(a).slot(), engine.view(b).slot());
        assert_eq!(engine.view(b), engine.view(d));
        assert_eq!(engine.view(e), engine.view(c).plus(1));
        assert_eq!(model.search().unwrap().solutions().count(), 4);
    }

    /// The case of wide domains, where a propagator would remove one value after the other.
    #[test]
    fn nothing_equals_itself_plus_something() {
        for (width, is_first) in [(100_000_000, true), (100_000_000, false), (20, true), (20, false)] {
            let mut model = Model::new();
            let [a, b, c] = [0; 3].map(|_| model.var(-width..=width));
            model.post(all_different([a + 1, b + 0, c + 7]));
            model.post(b.eq(c + 1));
            if is_first {
                model.post(a.eq(c));
            }
            model.post(a.eq(b + 2));
            if !is_first {
                model.post(a.eq(c));
            }
            let mut search = model.search().unwrap();
            assert!(search.engine().is_infeasible());
            assert_eq!(search.step(), Step::Exhausted);
        }
    }
}
