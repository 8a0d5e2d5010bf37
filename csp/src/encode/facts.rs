//! Facts: what differs, what is equal, and clauses of decisions.

use std::collections::HashMap;

use super::{Encoder, Group, Language, Literal, Number, Refused};
use crate::model::constraint::Fact;
use crate::model::decision::Decision;

impl Encoder<'_> {
    /// Encodes the facts, except sums.
    pub(crate) fn facts(&mut self, state: impl FnOnce(&mut dyn FnMut(Fact<'_>))) -> Result<(), Refused> {
        let mut result = Ok(());
        state(&mut |fact| match fact {
            Fact::AllDifferent(terms, _) => {
                let members = self.numbers(terms);
                self.all_different(&members);
            }
            Fact::Differ(a, b) => {
                let members = [self.number(a), self.number(b)];
                self.differ(members);
            }
            Fact::Equal(a, b) if self.language() == Language::Values => {
                let value = |offset: i32, value: i32| i64::from(offset) + i64::from(value);
                let equal = |values: &[i32]| value(a.offset, values[0]) == value(b.offset, values[1]);
                result = result.and(self.tried(&[a.var, b.var], &equal));
            }
            Fact::Equal(a, b) => {
                let members = [self.number(a), self.number(b)];
                self.equal(members);
            }
            Fact::Clause(decisions) => {
                let mut literals = Vec::with_capacity(decisions.len());
                if !decisions.iter().any(|&decision| self.literals_of(decision, &mut literals)) {
                    self.clause(literals);
                }
            }
            Fact::Linear { .. } => {}
        });
        result
    }

    /// Appends literals of which one holds iff a decision does. Returns whether it always holds.
    pub(super) fn literals_of(&mut self, decision: Decision, literals: &mut Vec<Literal>) -> bool {
        if self.language() != Language::Values {
            literals.push(self.decision(decision));
            return false;
        }
        let number = self.number(decision.variable());
        let holds = |value: i64| decision.holds(value as i32);
        let (held, lost): (Vec<i64>, Vec<i64>) =
            self.values(number).into_iter().partition(|&value| holds(value));
        match decision {
            Decision::Remove(..) => literals.extend(lost.iter().map(|&value| !self.is(number, value))),
            _ if lost.is_empty() => {}
            _ => literals.extend(held.into_iter().map(|value| self.is(number, value))),
        }
        lost.is_empty()
    }

    /// Encodes that the numbers differ.
    pub fn all_different(&mut self, members: &[Number]) {
        let is_conditional = self.is_conditional();
        let is_variable =
            |member: &Number| member.domain().is_some() && i32::try_from(member.offset()).is_ok();
        if let Some(receiver) = &mut self.receiver
            && !is_conditional
            && members.iter().all(is_variable)
        {
            return receiver.all_different(members);
        }
        let mut at_most_one = HashMap::new();
        let values = self.all_values(members);
        for &value in &values {
            let takers: Vec<Literal> = members.iter().map(|&member| self.is(member, value)).collect();
            if takers.iter().filter(|&&literal| literal != Literal::FALSE).count() > 1
                && let Some(row) = self.row_of_at_most_one(&takers)
            {
                at_most_one.insert(value, row);
            }
        }
        if self.language() == Language::Inequalities {
            if !is_conditional {
                self.groups.push(Group { members: members.to_vec(), at_most_one });
            }
        } else if values.len() == members.len() {
            // Implied, but not by unit propagation: each value is taken.
            for &value in &values {
                let takers: Vec<Literal> = members.iter().map(|&member| self.is(member, value)).collect();
                self.clause(takers);
            }
        }
    }

    fn differ(&mut self, [a, b]: [Number; 2]) {
        if self.language() == Language::Values {
            return self.all_different(&[a, b]);
        }
        for value in self.values(a) {
            let both = [!self.is(a, value), !self.is(b, value)];
            self.clause(both);
        }
    }

    fn equal(&mut self, [a, b]: [Number; 2]) {
        for value in self.all_values(&[a, b]) {
            let [one, other] = [self.is(a, value), self.is(b, value)];
            self.clause([!one, other]);
            self.clause([one, !other]);
        }
    }
}
