//! Constraints by their meaning alone: assignments are tried, and a clause excludes each prefix that no allowed
//! assignment has.

use super::prefixes::{assignments, exclude_prefixes};
use super::{Encoder, Literal, Refused};
use crate::model::ids::Var;

impl Encoder<'_> {
    /// Encodes that the values of a scope are allowed.
    pub(super) fn tried(&mut self, scope: &[Var], allows: &dyn Fn(&[i32]) -> bool) -> Result<(), Refused> {
        let mut open: Vec<usize> = Vec::new();
        // For each position of the scope the index of its domain among the open ones and its offset, or its only value.
        let mut places: Vec<(Option<usize>, i32)> = Vec::with_capacity(scope.len());
        for &var in scope {
            let number = self.number(var);
            let domain = number.domain().expect("a variable has a domain");
            if let [only] = self.domains[domain].values[..] {
                places.push((None, (only + number.offset()) as i32));
                continue;
            }
            let known = open.iter().position(|&other| other == domain);
            places.push((known.or(Some(open.len())), number.offset() as i32));
            if known.is_none() {
                open.push(domain);
            }
        }
        let of = |&domain: &usize| -> Vec<(i32, Literal)> {
            let domain = &self.domains[domain];
            domain.values.iter().zip(&domain.is).map(|(&value, &is)| (value as i32, is)).collect()
        };
        let choices: Vec<Vec<(i32, Literal)>> = open.iter().map(of).collect();
        if self.is_over(assignments(&choices).ok_or(Refused::TooLarge)?) {
            return Err(Refused::TooLarge);
        }
        let allows = |values: &[i32]| {
            let value = |&(at, offset): &(Option<usize>, i32)| at.map_or(0, |at| values[at]) + offset;
            allows(&places.iter().map(value).collect::<Vec<i32>>())
        };
        let mut exclude = |taken: &[Literal]| {
            self.clause(taken.iter().map(|&taken| !taken));
            if self.is_over(0) { Err(Refused::TooLarge) } else { Ok(()) }
        };
        if !exclude_prefixes(&choices, &allows, &mut exclude)? {
            self.clause([]);
        }
        Ok(())
    }
}
