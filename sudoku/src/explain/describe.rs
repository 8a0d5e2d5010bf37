//! Descriptions of steps: what a search has found, in terms of cells and values, with its proof.

use super::derive;
use super::proof::Prover;
use super::reasons::Reasoner;
use super::relations::Filters;
use super::state::State;
use super::step::{Conclusion, Line, Proof, Removal, Step, Stuck};
use super::technique::Found;
use super::trial::TRIAL;
use super::truth::ones_of;
use crate::candidates::Candidates;

/// The greatest number of combinations whose tuples are listed, and of tuples: a combination has many orders.
const MOST_COMBINATIONS: usize = 8;
const MOST_TUPLES: usize = 150;

/// After so many lines about other candidates that a chain removes, no more of these are told.
const MOST_TOLD: usize = 30;

/// The greatest number of further candidates that are tried for a proof that takes all truths.
const MOST_TRIED: usize = 12;

impl Found {
    /// The step in terms of cells and values. An error says that a limit was reached while its proof was told.
    pub fn step(&self, state: &State, prover: &mut Prover, filters: &mut Filters) -> Result<Step, Stuck> {
        let map = &state.map;
        let conclusion = match self.placed {
            Some(candidate) => {
                let (cell, value) = map.split(candidate);
                Conclusion::Place { cell, value: value as u8 }
            }
            None => {
                let mut removals: Vec<Removal> = Vec::new();
                for &candidate in &self.removed {
                    let (cell, value) = map.split(candidate);
                    let values = Candidates::one(value as u8);
                    match removals.iter_mut().find(|removal| removal.cell == cell) {
                        Some(removal) => removal.values = removal.values.or(values),
                        None => removals.push(Removal { cell, values }),
                    }
                }
                removals.sort_by_key(|removal| removal.cell);
                Conclusion::Remove(removals)
            }
        };
        let mut proof = self.proof(state, prover);
        let truths = self.told(state, prover, &proof);
        let mut others = self.others(state, prover, &truths, &proof);
        let mut reasoner = Reasoner { state, filters, work: &mut prover.work };
        if let Proof::Chain { lines, .. } = &mut proof {
            reasoner.shorten(lines);
        }
        others.iter_mut().for_each(|(.., lines)| reasoner.shorten(lines));
        let reasons = match truths[..] {
            [truth] if proof == Proof::Direct => {
                let relation = map.numbering.as_relation(truth);
                relation.map_or(Vec::new(), |relation| reasoner.reasons(relation, &conclusion))
            }
            _ => Vec::new(),
        };
        let truths = truths.iter().map(|&truth| map.numbering.truth(truth)).collect();
        let (technique, cost, tuples) = (self.technique, self.cost, self.tuples(state));
        if prover.work.is_over() {
            Err(Stuck::Limit)
        } else {
            Ok(Step { conclusion, truths, technique, cost, proof, tuples, reasons, others })
        }
    }

    /// The proof of the first candidate that is removed, or of another one that needs all truths if the first one does not.
    /// If it would be long, the proof is a trial of these truths.
    fn proof(&self, state: &State, prover: &mut Prover) -> Proof {
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
            let Some(lines) = derive::lines(state, &self.truths, prover, candidate) else { continue };
            let (cell, value) = map.split(candidate);
            let proof = Proof::Chain { cell, value: value as u8, lines };
            let count = proof.truths().len();
            if best.as_ref().is_none_or(|(most, _)| count > *most) {
                best = Some((count, proof));
            }
            if count == self.truths.len() {
                break;
            }
        }
        match (best, self.removed.first()) {
            (Some((_, proof)), _) => proof,
            (None, Some(&candidate)) if is_chain => {
                prover.refute(state, &self.truths, candidate);
                Proof::Trial { nodes: prover.guesses().into() }
            }
            _ if *self.technique == TRIAL => Proof::Trial { nodes: self.nodes },
            _ => Proof::Direct,
        }
    }

    /// The truths that a proof takes, if they refute all that is removed; otherwise all. They are fewer where a limit kept
    /// the search from leaving some out.
    fn told(&self, state: &State, prover: &mut Prover, proof: &Proof) -> Vec<usize> {
        let Proof::Chain { .. } = proof else { return self.truths.clone() };
        let told = proof.truths();
        let is_told = |truth: &usize| told.contains(&state.map.numbering.truth(*truth));
        let fewer: Vec<usize> = self.truths.iter().copied().filter(is_told).collect();
        let are_all = fewer.len() == self.truths.len();
        if are_all || self.removed.iter().all(|&candidate| prover.refute(state, &fewer, candidate)) {
            fewer
        } else {
            self.truths.clone()
        }
    }

    /// The other candidates that a chain removes, each with what follows from it: without lines if it is not told.
    fn others(
        &self,
        state: &State,
        prover: &mut Prover,
        truths: &[usize],
        proof: &Proof,
    ) -> Vec<(usize, u8, Vec<Line>)> {
        let Proof::Chain { cell, value, lines } = proof else { return Vec::new() };
        // The lines of different stories.
        let mut told: Vec<Vec<Line>> = vec![lines.clone()];
        let others = self.removed.iter().map(|&other| (other, state.map.split(other)));
        let others = others.filter(|&(_, split)| split != (*cell, usize::from(*value)));
        let told = others.map(|(other, (cell, value))| {
            let is_full = told.iter().skip(1).map(|lines| Line::count(lines)).sum::<usize>() > MOST_TOLD;
            let lines = if is_full { None } else { derive::lines(state, truths, prover, other) };
            let lines = lines.unwrap_or_default();
            if !told.contains(&lines) {
                told.push(lines.clone());
            }
            (cell, value as u8, lines)
        });
        told.collect()
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
