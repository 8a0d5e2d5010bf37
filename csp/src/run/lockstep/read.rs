//! Translation of a model for lockstep: sets of pairwise different variables over at most 64 values.

use crate::base::error::{Error, ErrorKind};
use crate::compile::presolve::cliques;
use crate::engine::groups::Group;
use crate::engine::store::{Slot, View};
use crate::model::Model;
use crate::model::config::Consistency;
use crate::model::constraint::{Constraint, Fact};
use crate::model::ids::{ConstraintId, Term, Var};

/// Largest number of variables, since neighbours are kept as a table.
const MOST_VARIABLES: usize = 1 << 14;

/// Largest number of values, a bit for each.
pub(super) const MOST_VALUES: usize = 64;

/// All-different groups, and the domains of their variables.
#[derive(Debug)]
pub(super) struct Reading {
    /// The values of the model, ascending.
    pub values: Vec<i32>,
    /// The domain of each variable: bit k is the k-th value.
    pub domains: Vec<u64>,
    /// The groups, each with ascending members. No group is a subset of another.
    pub groups: Vec<Vec<usize>>,
    /// Set if a group has fewer values than members, or a variable must differ from itself.
    pub impossible: bool,
}

impl Reading {
    pub fn of(model: &Model) -> Result<Reading, Error> {
        if let Some(error) = model.error() {
            return Err(error.clone());
        }
        let domains = model.domains();
        if domains.len() > MOST_VARIABLES {
            return Err(refusal(&format!("there are more than {MOST_VARIABLES} variables")));
        }
        // Most models declare many variables with the same values in sequence.
        let alike = || domains.chunk_by(PartialEq::eq);
        let mut values: Vec<i32> = alike().flat_map(|some| some[0].iter().take(MOST_VALUES + 1)).collect();
        values.sort_unstable();
        values.dedup();
        if values.len() > MOST_VALUES {
            return Err(refusal(&format!("the variables have more than {MOST_VALUES} values")));
        }
        let place = |value: i32| values.binary_search(&value).expect("it was collected");
        let bits = |domain: &crate::Values| domain.iter().fold(0, |bits, value| bits | 1_u64 << place(value));
        let bits_of = |some: &[crate::Values]| std::iter::repeat_n(bits(&some[0]), some.len());
        let domains: Vec<u64> = alike().flat_map(bits_of).collect();
        let mut reading = Reading { values, domains, groups: Vec::new(), impossible: false };
        let mut pairs = Vec::new();
        for (at, constraint) in model.constraints().enumerate() {
            let refused = |why: &str| {
                let scope: Vec<String> =
                    constraint.scope().iter().take(6).map(|&var| model.name(var)).collect();
                let more = if constraint.scope().len() > scope.len() { ", …" } else { "" };
                let kind = format!("{constraint:?}");
                let kind = kind.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                let over = if scope.is_empty() { "no variable".to_owned() } else { scope.join(", ") };
                refusal(&format!("constraint {at}, {kind} over {over}{more}, {why}"))
            };
            if !constraint.is_expressed_by_facts() {
                return Err(refused("is no all-different or ≠"));
            }
            reading.add(constraint, ConstraintId(at as u32), &mut pairs).map_err(refused)?;
        }
        let mut cliques = Vec::new();
        cliques::join(&pairs, Consistency::default(), &mut cliques);
        reading.groups.extend(cliques.iter().map(members));
        reading.settle();
        Ok(reading)
    }

    /// Adds the facts of a constraint. `Err` is the reason why lockstep does not support it.
    fn add(
        &mut self,
        constraint: &dyn Constraint,
        id: ConstraintId,
        pairs: &mut Vec<(View, View, ConstraintId)>,
    ) -> Result<(), &'static str> {
        let mut fault = None;
        // An offset that all terms share can be ignored.
        let view = |var: Var| View { slot: Slot(var.index() as u32), offset: 0 };
        let shifted = |terms: &[Term]| terms.windows(2).any(|pair| pair[0].offset != pair[1].offset);
        constraint.facts(&mut |fact| match fact {
            Fact::AllDifferent(terms, _) if !shifted(terms) => {
                self.groups.push(terms.iter().map(|term| term.var.index()).collect());
            }
            Fact::Differ(a, b) if a.offset == b.offset => pairs.push((view(a.var), view(b.var), id)),
            Fact::AllDifferent(..) | Fact::Differ(..) => {
                fault = Some("adds different offsets to its variables")
            }
            _ => fault = Some("is no all-different or ≠"),
        });
        fault.map_or(Ok(()), Err)
    }

    /// Sorts the groups and removes subsets of others.
    fn settle(&mut self) {
        for group in &mut self.groups {
            group.sort_unstable();
            let all = group.len();
            group.dedup();
            let values = group.iter().fold(0, |bits, &member| bits | self.domains[member]);
            self.impossible |= group.len() < all || (values.count_ones() as usize) < all;
        }
        self.groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        let mut containing: Vec<Vec<usize>> = vec![Vec::new(); self.domains.len()];
        let mut kept: Vec<Vec<usize>> = Vec::new();
        for group in std::mem::take(&mut self.groups) {
            let Some(&first) = group.first() else {
                continue;
            };
            let within = |&of: &usize| group.iter().all(|member| kept[of].binary_search(member).is_ok());
            if group.len() > 1 && !containing[first].iter().any(within) {
                group.iter().for_each(|&member| containing[member].push(kept.len()));
                kept.push(group);
            }
        }
        self.groups = kept;
    }
}

fn members(group: &Group) -> Vec<usize> {
    group.members.iter().map(|view| view.slot.0 as usize).collect()
}

fn refusal(what: &str) -> Error {
    Error::new(ErrorKind::Unsupported { what: format!("{what}; use Search for this model") })
}
