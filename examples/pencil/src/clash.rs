//! Which rules clash: a set of them that has no answer, and from which none can be left out.

use csp::{ConstraintId, Decision, Error, Limits, Var, clock::Instant};

use crate::draft::{Draft, Place, Posted, Role};
use crate::engine::has_answer;
use crate::kind::Rule;

/// Whether rules have an answer together.
#[derive(Clone, Debug)]
pub enum Clash {
    /// They have one.
    None,
    /// These have none.
    Of {
        /// The rules with their places.
        parts: Vec<(&'static Rule, Place)>,
        /// Whether none of them can be left out.
        is_smallest: bool,
    },
    /// A limit was reached.
    Limit,
}

/// A rule at a place, with what was posted for it.
type Part = (&'static Rule, Place, Vec<Posted>);

/// Asks whether parts of a model have an answer.
#[derive(Debug)]
pub struct Question<'a> {
    draft: &'a Draft<'a>,
    /// Variables that are fixed, and their values.
    fixed: &'a [(Var, i32)],
    /// The limits of all answers together.
    limits: Limits,
    /// What variables mean, unless that has no answer with those that are fixed.
    meaning: Vec<Posted>,
}

impl<'a> Question<'a> {
    /// Asks about a model in which some variables are fixed.
    pub fn new(
        draft: &'a Draft<'a>,
        fixed: &'a [(Var, i32)],
        limits: &'a Limits,
    ) -> Result<Question<'a>, Error> {
        if let Some(error) = draft.model.error() {
            return Err(error.clone());
        }
        let limits = limits.clone().counted_from(Instant::now());
        let mut question = Question { draft, fixed, limits, meaning: Vec::new() };
        let meaning = draft.posted.iter().filter(|posted| posted.role == Role::Meaning);
        let meaning: Vec<Posted> = meaning.copied().collect();
        if question.has_answer(&meaning)? == Some(true) {
            question.meaning = meaning;
        }
        Ok(question)
    }

    /// Returns whether some constraints have an answer, together with what variables mean; `None` at a limit.
    pub fn has_answer(&self, posted: &[Posted]) -> Result<Option<bool>, Error> {
        if self.draft.is_full {
            return Ok(None);
        }
        let all = self.meaning.iter().chain(posted);
        let mut ids: Vec<ConstraintId> = all.map(|posted| posted.constraint).collect();
        ids.sort_unstable();
        ids.dedup();
        let (part, renamed) = self.draft.model.part(&ids);
        let here = |var: Var| {
            let at = renamed.binary_search_by_key(&var, |&(there, _)| there).ok()?;
            Some(renamed[at].1)
        };
        let fixed = self.fixed.iter().filter_map(|&(var, value)| Some(here(var)?.is(value)));
        let fixed: Vec<Decision> = fixed.collect();
        has_answer(&part, &fixed, &self.limits)
    }

    /// Returns rules, each with its place, that have no answer together, though they would without any one of them. There
    /// may be smaller sets.
    pub fn clash(&self) -> Result<Clash, Error> {
        let of_rules = self.draft.posted.iter().filter(|posted| posted.role != Role::Lemma);
        let mut parts: Vec<Part> = Vec::new();
        for posted in of_rules {
            let known = parts
                .iter_mut()
                .find(|(rule, place, _)| rule.code == posted.rule.code && *place == posted.place);
            match known {
                Some((.., all)) => all.push(*posted),
                None => parts.push((posted.rule, posted.place, vec![*posted])),
            }
        }
        let ask = |parts: &[Part]| {
            self.has_answer(&parts.iter().flat_map(|(.., posted)| posted).copied().collect::<Vec<_>>())
        };
        match ask(&parts)? {
            Some(true) => return Ok(Clash::None),
            None => return Ok(Clash::Limit),
            Some(false) => {}
        }
        // Left out are many parts at once, then fewer, then each of those that remain.
        let mut is_smallest = true;
        let mut size = parts.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < parts.len() {
                let mut rest = parts.clone();
                rest.drain(at..(at + size).min(parts.len()));
                match ask(&rest)? {
                    Some(false) => parts = rest,
                    answer => {
                        is_smallest &= size > 1 || answer.is_some();
                        at += size;
                    }
                }
            }
            size /= 2;
        }
        let parts = parts.into_iter().map(|(rule, place, _)| (rule, place)).collect();
        Ok(Clash::Of { parts, is_smallest })
    }
}
