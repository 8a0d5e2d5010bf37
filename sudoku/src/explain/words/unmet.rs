//! What would be wrong with values that a clue excludes, for rules that have words for that.

use super::Teller;
use super::reasons::{MOST_FACTS, MOST_LOST, clauses};
use super::table::phrase;
use crate::explain::step::{Measure, Reason};
use crate::explain::truth::Truth;
use crate::rules::Origin;

impl Teller<'_> {
    /// Why the step's clue alone excludes its number, if it excludes nothing else and has words for that.
    pub fn excluding_its_number(&self) -> String {
        let Some(&Origin::Clue(at)) = self.relation().and_then(|relation| relation.origins.first()) else {
            return String::new();
        };
        let clue = &self.state.map.puzzle.clues()[at];
        let grid = self.state.map.puzzle.grid();
        let is_number = |value: u8| Some(grid.number(value)) == clue.first_number();
        let mut gone = self.step.reasons.iter().flat_map(|reason| &reason.gone);
        if gone.any(|gone| gone.values.iter().any(|value| !is_number(value))) {
            return String::new();
        }
        self.fill(clue.kind.excludes_its_number, clue, clue.cells())
    }

    /// What is wrong with values that the step's clue excludes, if its rule has words for that.
    pub fn unmet(&self) -> String {
        let origins = self.relation().map_or(&[][..], |relation| &relation.origins);
        let [Origin::Clue(at)] = *origins else { return String::new() };
        let clue = &self.state.map.puzzle.clues()[at];
        self.fill(clue.kind.unmet, clue, clue.cells())
    }

    /// What the step's clue would count.
    fn measured(&self, measure: &Measure) -> String {
        let Some(&Truth::Relation(relation)) = self.step.truths.first() else { return String::new() };
        self.counted(relation, measure)
    }

    /// What a clue would count.
    pub fn counted(&self, relation: usize, measure: &Measure) -> String {
        let [Origin::Clue(at)] = self.state.map.relations[relation].origins[..] else { return String::new() };
        let clue = &self.state.map.puzzle.clues()[at];
        let wanted = clue.first_number().map_or(0, i64::from);
        let (least, most) = (measure.least.to_string(), measure.most.to_string());
        let amount = match measure.least > wanted {
            _ if least == most => least,
            true => phrase("amount at least", &[&least]),
            false => phrase("amount at most", &[&most]),
        };
        self.fill(clue.kind.measured, clue, clue.cells()).replace("{amount}", &amount)
    }

    /// Whether what is wrong with values says more than what they would need.
    pub fn is_unmet(&self, reason: &Reason) -> bool {
        !self.unmet().is_empty() && (reason.measure.is_some() || reason.middle.is_empty())
    }

    /// The facts of a reason, and what would be wrong with the values that it excludes.
    pub fn without(&self, reason: &Reason) -> (String, &'static str) {
        let unmet = match &reason.measure {
            Some(measure) => self.measured(measure),
            None => self.unmet(),
        };
        let facts = self.facts(&reason.from);
        let supposed = match reason.gone[..] {
            [gone] if gone.values.len() > MOST_LOST && self.is_placed_by_step(gone.cell) => {
                phrase("with another value", &[&self.cell(gone.cell)])
            }
            [gone] => phrase("with a value", &[&self.symbols(gone.values, "or"), &self.cell(gone.cell)]),
            _ => String::new(),
        };
        let many = facts.len() > MOST_FACTS;
        let cells: Vec<usize> = reason.from.iter().map(|&(cell, _)| cell).collect();
        let told = match (supposed.is_empty(), many) {
            (true, false) => phrase("otherwise", &[&unmet]),
            (true, true) => phrase("otherwise, by what is left", &[&self.named(&cells), &unmet]),
            (false, false) => phrase("with that", &[&supposed, &unmet]),
            (false, true) => phrase("with that, by what is left", &[&supposed, &self.named(&cells), &unmet]),
        };
        let told = if facts.is_empty() || many { told } else { phrase("so", &[&clauses(&facts), &told]) };
        (told, "that is")
    }
}
