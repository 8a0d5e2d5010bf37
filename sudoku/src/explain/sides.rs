//! Short chains as pictures of two sides or more: whichever candidate of one truth holds, what it leads to is seen by all
//! candidates that the step removes.

use super::state::State;
use super::step::Step;
use super::truth::Truth;
use crate::print::{CellValue, Link};

/// The most candidates of the truth from which the sides go out.
const MOST_SIDES: usize = 5;

/// A step as sides.
pub(super) struct Sides {
    /// The truth from whose candidates they go out.
    pub pivot: Truth,
    pub all: Vec<Side>,
    /// The ends of all sides, ascending and each once.
    pub ends: Vec<CellValue>,
    /// What the candidates exclude, and what is left then.
    pub links: Vec<Link>,
    /// All that they exclude of the other truths.
    pub closed: Vec<CellValue>,
}

/// What a candidate leads to.
pub(super) struct Side {
    pub from: CellValue,
    /// The truth that it leaves one candidate; none if it is an end itself.
    pub through: Option<Truth>,
    /// The candidate to which it leads: itself, or one of another truth.
    pub end: CellValue,
}

impl Sides {
    /// The sides of a step that removes candidates, if each candidate of one of its truths leads to an end at once.
    pub fn of(step: &Step, before: &State, gone: &[CellValue]) -> Option<Sides> {
        let is_clue = |truth: &Truth| matches!(truth, Truth::Relation(_));
        if gone.is_empty() || step.truths.iter().any(is_clue) {
            return None;
        }
        let candidates = |&truth: &Truth| {
            let each = before.candidates_of(truth).into_iter();
            each.flat_map(|(cell, values)| values.iter().map(move |value| (cell, value))).collect()
        };
        let truths: Vec<Vec<CellValue>> = step.truths.iter().map(candidates).collect();
        let all =
            (0..truths.len()).filter_map(|pivot| Sides::from(pivot, (&step.truths, &truths), before, gone));
        all.min_by_key(|sides| sides.links.len())
    }

    /// The sides that go out from one of the truths, which are given with their candidates.
    fn from(
        pivot: usize,
        (names, truths): (&[Truth], &[Vec<CellValue>]),
        before: &State,
        gone: &[CellValue],
    ) -> Option<Sides> {
        let sees_all = |end: CellValue| gone.iter().all(|&gone| before.clash(end, gone));
        let mut sides = Sides {
            pivot: names[pivot],
            all: Vec::new(),
            ends: Vec::new(),
            links: Vec::new(),
            closed: Vec::new(),
        };
        if !(2..=MOST_SIDES).contains(&truths[pivot].len()) {
            return None;
        }
        let mut case = 0;
        for &from in &truths[pivot] {
            if sees_all(from) {
                sides.ends.push(from);
                sides.all.push(Side { from, through: None, end: from });
                continue;
            }
            let mut others = truths.iter().enumerate().filter(|&(at, _)| at != pivot);
            let (through, closed, end) = others.find_map(|(at, truth)| {
                let (closed, left): (Vec<CellValue>, _) =
                    truth.iter().copied().partition(|&other| other != from && before.clash(from, other));
                match left[..] {
                    [end] if !closed.is_empty() && end != from && sees_all(end) => {
                        Some((names[at], closed, end))
                    }
                    _ => None,
                }
            })?;
            let or = Link { from: closed[0], to: end, is_or: true, number: 0, case };
            sides.links.extend([Link { from, to: closed[0], is_or: false, number: 0, case }, or]);
            sides.closed.extend(closed);
            sides.ends.push(end);
            sides.all.push(Side { from, through: Some(through), end });
            case += 1;
        }
        sides.ends.sort_unstable();
        sides.ends.dedup();
        Some(sides)
    }
}
