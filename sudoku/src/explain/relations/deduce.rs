//! Filtering of candidates by relations without a table: their constraints are propagated, and the engine explains the
//! removals.

use csp::{Config, Decision, Model, Var, deduce::Deduction, extend::Fact};

use super::Relation;
use crate::explain::map::Map;
use crate::explain::truth::ones;
use crate::explain::work::Work;

/// A cell, by its index in the relation, and a value of it.
pub(in crate::explain) type Entry = (usize, usize);

/// Deductions from relations, compiled on demand.
#[derive(Debug, Default)]
pub(in crate::explain) struct Deductions {
    of: Vec<Option<Box<Deduced>>>,
}

/// The deductions from the constraints of one relation.
#[derive(Debug)]
struct Deduced {
    deduction: Deduction,
    /// The candidates of each open level; each level has a subset of those of the level before.
    levels: Vec<Vec<u64>>,
}

impl Deductions {
    /// Forgets the relations of the last puzzle.
    pub fn clear(&mut self) {
        self.of.clear();
    }

    /// Returns the candidates that propagation of a relation leaves; `None` if it finds a contradiction. After a limit
    /// all are left.
    pub fn narrow(
        &mut self,
        map: &Map,
        relation: usize,
        domains: &[u64],
        work: &mut Work,
    ) -> Option<Vec<u64>> {
        let about = &map.relations[relation];
        let first = map.puzzle.grid().first_value();
        let Some(deduced) = self.deduced(map, relation, work) else { return Some(domains.to_vec()) };
        work.spend(domains.len() as u32);
        deduced.go_to(about, domains, map.all_values(), first);
        if deduced.deduction.is_contradiction() {
            return None;
        }
        let left = |&var: &Var| {
            let domain = deduced.deduction.domain(var);
            domain.iter().fold(0, |mask, value| mask | 1 << (value - first))
        };
        Some(about.vars.iter().map(left).zip(domains).map(|(left, domain)| left & domain).collect())
    }

    /// Explains a result of the last call of `narrow`: returns the missing candidates from which the removal of `gone`
    /// follows or, for `None`, the contradiction. `None` if there is no explanation.
    pub fn why(
        &mut self,
        map: &Map,
        relation: usize,
        gone: Option<Entry>,
        work: &mut Work,
    ) -> Option<Vec<Entry>> {
        let about = &map.relations[relation];
        let first = map.puzzle.grid().first_value();
        let Deduced { deduction, .. } = self.deduced(map, relation, work)?;
        let facts = match gone {
            Some((at, value)) => {
                deduction.why_supposed(Decision::Remove(about.vars[at], first + value as i32))?.facts
            }
            None => deduction.contradiction_supposed()?.facts,
        };
        let mut entries = Vec::new();
        for fact in facts {
            let at = about.vars.iter().position(|&var| var == fact.variable())?;
            let against = ones(map.all_values()).filter(|&value| !fact.holds(first + value as i32));
            entries.extend(against.map(|value| (at, value)));
        }
        Some(entries)
    }

    /// The deductions from a relation; `None` after a limit.
    fn deduced(&mut self, map: &Map, relation: usize, work: &mut Work) -> Option<&mut Deduced> {
        if self.of.len() != map.relations.len() {
            self.of.clear();
            self.of.resize_with(map.relations.len(), || None);
        }
        let model = &map.relations[relation].model;
        let of = &mut self.of[relation];
        if of.is_none() {
            // Presolve derives sums of different cells. It would also merge equal cells, so it is off where there are
            // any: an explanation must name the cell that lost a candidate.
            let config = Config::default().with_presolve(!has_equal(model));
            match Deduction::compile_within(model, &config, work.limits()) {
                Ok(deduction) => *of = Some(Box::new(Deduced { deduction, levels: Vec::new() })),
                // A part of a model that compiles fails for no other reason.
                Err(_) => work.end(),
            }
        }
        of.as_deref_mut()
    }
}

/// Whether a model says that variables are equal.
fn has_equal(model: &Model) -> bool {
    let mut has_equal = false;
    for constraint in model.constraints() {
        constraint.facts(&mut |fact| has_equal |= matches!(fact, Fact::Equal(..)));
    }
    has_equal
}

impl Deduced {
    /// Opens and closes levels until the last one has the candidates.
    fn go_to(&mut self, about: &Relation, domains: &[u64], all: u64, first: i32) {
        let is_above =
            |level: &Vec<u64>| level.iter().zip(domains).all(|(level, domain)| domain & !level == 0);
        while self.levels.last().is_some_and(|level| !is_above(level)) {
            self.levels.pop();
            self.deduction.withdraw();
        }
        if self.levels.last().is_some_and(|level| level == domains) {
            return;
        }
        let mut supposed = Vec::new();
        for (at, &domain) in domains.iter().enumerate() {
            let above = self.levels.last().map_or(all, |level| level[at]);
            supposed.extend(
                ones(above & !domain).map(|value| Decision::Remove(about.vars[at], first + value as i32)),
            );
        }
        self.levels.push(domains.to_vec());
        self.deduction.suppose(&supposed).expect("the variables are of the model");
    }
}
