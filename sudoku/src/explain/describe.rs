//! Descriptions of steps: what a search has found, in terms of cells and values, with its proof.

use super::chains::{CASES, NESTED_CHAIN};
use super::cost::{CHAIN, CLUE_CHAIN, FORCING_CHAIN};
use super::figure::Figure;
use super::proof::Prover;
use super::reasons::Reasoner;
use super::relations::Filters;
use super::state::State;
use super::step::{Conclusion, Line, Proof, Removal, Step, Stuck, is_long, room};
use super::technique::{Found, Technique};
use super::trial::TRIAL;
use super::truth::{Candidate, ones_of};
use super::{cost, derive, shapes};
use crate::candidates::Candidates;

/// The greatest number of combinations whose tuples are listed, and of tuples: a combination has many orders.
const MOST_COMBINATIONS: usize = 8;
const MOST_TUPLES: usize = 150;

/// The most lines of different stories that are told in one step, if there are several. Other candidates that a chain
/// removes are steps of their own, but those of which the same is told.
const MOST_TOLD: usize = 6;

/// Chains that may be split. Patterns with names of their own tell all that they exclude at once.
const SPLIT: [&Technique; 5] = [&CHAIN, &FORCING_CHAIN, &CLUE_CHAIN, &NESTED_CHAIN, &CASES];

/// After so many lines about other candidates that a chain removes, no more of these are tried.
const MOST_LINES: usize = 20;

/// The greatest number of further candidates that are tried for a proof that takes all truths.
const MOST_TRIED: usize = 12;

/// Leaves out truths without which all of some candidates are refuted. Returns whether there were any.
fn least(state: &State, prover: &mut Prover, truths: &mut Vec<usize>, concluded: &[Candidate]) -> bool {
    let before = truths.len();
    for at in (0..before).rev() {
        let truth = truths.remove(at);
        if !concluded.iter().all(|&candidate| prover.refute(state, truths, candidate)) {
            truths.insert(at, truth);
        }
    }
    truths.len() < before
}

impl Found {
    /// The step in terms of cells and values. An error says that a limit was reached while its proof was told.
    pub fn step(&self, state: &State, prover: &mut Prover, filters: &mut Filters) -> Result<Step, Stuck> {
        let map = &state.map;
        let mut truths = self.truths.clone();
        let (mut proof, mut others, conclusion) = loop {
            let proof = self.proof(state, prover, &truths);
            truths = self.told(state, prover, &truths, &proof);
            let others = self.others(state, prover, &truths, &proof);
            let (conclusion, concluded) = self.conclusion(state, &proof, &others);
            // What is told may take fewer truths than all that follows from them.
            let is_part = concluded.len() < self.removed.len() || self.is_rest();
            if !is_part || !self.is_split() || !least(state, prover, &mut truths, &concluded) {
                break (proof, others, conclusion);
            }
        };
        let mut reasoner = Reasoner { state, filters, work: &mut prover.work };
        if let Proof::Chain { lines, .. } = &mut proof {
            reasoner.shorten(lines, &mut room(lines));
        }
        others.iter_mut().for_each(|(.., lines)| reasoner.shorten(lines, &mut room(lines)));
        let reasons = match truths[..] {
            [truth] if proof == Proof::Direct => {
                let relation = map.numbering.as_relation(truth);
                relation.map_or(Vec::new(), |relation| reasoner.reasons(relation, &conclusion))
            }
            _ => Vec::new(),
        };
        let (technique, cost) = self.named(state, &truths);
        let truths = truths.iter().map(|&truth| map.numbering.truth(truth)).collect();
        let tuples = self.tuples(state);
        if prover.work.is_over() {
            Err(Stuck::Limit)
        } else {
            Ok(Step { conclusion, truths, technique, cost, proof, tuples, reasons, others })
        }
    }

    /// The technique, and the cost. What is left of a chain may take fewer truths.
    fn named(&self, state: &State, truths: &[usize]) -> (&'static Technique, u16) {
        let is_plain = *self.technique != NESTED_CHAIN && *self.technique != CASES;
        match self.removed.first() {
            Some(&refuted) if self.is_rest() && is_plain && truths.len() < self.truths.len() => {
                let (cost, technique) = cost::of(state, truths);
                (shapes::named(&Figure { state, truths, refuted }, technique), cost.min(self.cost))
            }
            _ => (self.technique, self.cost),
        }
    }

    fn is_split(&self) -> bool {
        SPLIT.contains(&self.technique)
    }

    /// What is placed or removed; by a chain only those candidates of which it is told why.
    fn conclusion(
        &self,
        state: &State,
        proof: &Proof,
        others: &[(usize, u8, Vec<Line>)],
    ) -> (Conclusion, Vec<Candidate>) {
        let map = &state.map;
        if let Some(candidate) = self.placed {
            let (cell, value) = map.split(candidate);
            return (Conclusion::Place { cell, value: value as u8 }, Vec::new());
        }
        let is_told = |at: (usize, u8)| match *proof {
            Proof::Chain { cell, value, ref lines } if !is_long(lines) && self.is_split() => {
                at == (cell, value) || others.iter().any(|&(cell, value, _)| at == (cell, value))
            }
            _ => true,
        };
        let (mut removals, mut concluded): (Vec<Removal>, _) = (Vec::new(), Vec::new());
        for &candidate in &self.removed {
            let (cell, value) = map.split(candidate);
            if !is_told((cell, value as u8)) {
                continue;
            }
            concluded.push(candidate);
            let values = Candidates::one(value as u8);
            match removals.iter_mut().find(|removal| removal.cell == cell) {
                Some(removal) => removal.values = removal.values.or(values),
                None => removals.push(Removal { cell, values }),
            }
        }
        removals.sort_by_key(|removal| removal.cell);
        (Conclusion::Remove(removals), concluded)
    }

    /// The proof of the first candidate that is removed, or of another one that needs all truths if the first one does not.
    /// If it would be long, the proof is a trial of these truths.
    fn proof(&self, state: &State, prover: &mut Prover, truths: &[usize]) -> Proof {
        let map = &state.map;
        let is_chain = self.technique.is_chain();
        let mut best: Option<(usize, Proof)> = None;
        let mut known = Vec::new();
        let others = self.removed.iter().skip(1).take(MOST_TRIED);
        let order = self.removed.first().into_iter().chain(&self.supposed).chain(others);
        for (tried, &candidate) in order.filter(|_| is_chain).enumerate() {
            // Where the first two take long, so do the others.
            if tried == 2 && best.is_none() {
                break;
            }
            if known.contains(&candidate) {
                continue;
            }
            known.push(candidate);
            let Some(lines) = derive::lines(state, truths, prover, candidate) else { continue };
            let (cell, value) = map.split(candidate);
            let proof = Proof::Chain { cell, value: value as u8, lines };
            let count = proof.truths().len();
            if best.as_ref().is_none_or(|(most, _)| count > *most) {
                best = Some((count, proof));
            }
            if count == truths.len() {
                break;
            }
        }
        match (best, self.removed.first()) {
            (Some((_, proof)), _) => proof,
            (None, Some(&candidate)) if is_chain => {
                prover.refute(state, truths, candidate);
                Proof::Trial { nodes: prover.guesses().into() }
            }
            _ if *self.technique == TRIAL => Proof::Trial { nodes: self.nodes },
            _ => Proof::Direct,
        }
    }

    /// The truths that a proof takes, if they refute all that is removed; otherwise all. They are fewer where a limit kept
    /// the search from leaving some out.
    fn told(&self, state: &State, prover: &mut Prover, truths: &[usize], proof: &Proof) -> Vec<usize> {
        let Proof::Chain { .. } = proof else { return truths.to_vec() };
        let told = proof.truths();
        let is_told = |truth: &usize| told.contains(&state.map.numbering.truth(*truth));
        let fewer: Vec<usize> = truths.iter().copied().filter(is_told).collect();
        let are_all = fewer.len() == truths.len();
        if are_all || self.removed.iter().all(|&candidate| prover.refute(state, &fewer, candidate)) {
            fewer
        } else {
            truths.to_vec()
        }
    }

    /// The other candidates that a chain removes, each with what follows from it: those that are told beside the first, and
    /// those of which the same is told.
    fn others(
        &self,
        state: &State,
        prover: &mut Prover,
        truths: &[usize],
        proof: &Proof,
    ) -> Vec<(usize, u8, Vec<Line>)> {
        let Proof::Chain { cell, value, lines } = proof else { return Vec::new() };
        if is_long(lines) {
            return Vec::new();
        }
        // The lines of different stories, and of those that are told.
        let (mut known, mut told) = (vec![lines.clone()], vec![lines.clone()]);
        let count = |stories: &[Vec<Line>]| stories.iter().map(|lines| Line::count(lines)).sum::<usize>();
        let mut others = Vec::new();
        for &other in &self.removed {
            let (place, own) = state.map.split(other);
            if (place, own) == (*cell, usize::from(*value)) {
                continue;
            }
            if count(&known[1..]) > MOST_LINES && self.is_split() {
                break;
            }
            let Some(lines) = derive::lines(state, truths, prover, other) else { continue };
            if !known.contains(&lines) {
                known.push(lines.clone());
                if !self.is_split() || count(&told) + Line::count(&lines) <= MOST_TOLD {
                    told.push(lines.clone());
                }
            }
            if told.contains(&lines) {
                others.push((place, own as u8, lines));
            }
        }
        others
    }

    /// The tuples of a single relation, if they are few.
    fn tuples(&self, state: &State) -> Vec<Vec<u8>> {
        let [truth] = self.truths[..] else { return Vec::new() };
        let Some(relation) = state.map.numbering.as_relation(truth) else { return Vec::new() };
        let row = &state.rows[relation];
        let Some(table) = &row.table else { return Vec::new() };
        let cells = state.map.relations[relation].cells.iter().enumerate();
        let open: Vec<usize> = cells.filter(|&(_, &cell)| !state.is_placed[cell]).map(|(at, _)| at).collect();
        let mut tuples: Vec<Vec<u8>> = Vec::new();
        let mut combinations: Vec<Vec<u8>> = Vec::new();
        for alive in ones_of(&row.alive) {
            let tuple: Vec<u8> = open.iter().map(|&at| table.value(alive, at) as u8).collect();
            if tuples.last() == Some(&tuple) {
                continue;
            }
            let mut combination = tuple.clone();
            combination.sort_unstable();
            if !combinations.contains(&combination) {
                combinations.push(combination);
            }
            if combinations.len() > MOST_COMBINATIONS || tuples.len() == MOST_TUPLES {
                return Vec::new();
            }
            tuples.push(tuple);
        }
        tuples
    }
}
