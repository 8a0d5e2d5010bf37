//! The names and statements of clues in words, and the conclusions for their cells.

use super::names::sentence;
use super::table::{list, phrase, together};
use super::{Names, Teller, capital};
use crate::explain::relations::{Relation, Sum};
use crate::explain::truth::Truth;
use crate::rules::Origin;

/// Of more clues than these, only the first are named.
const MOST_CLUES: usize = 3;
/// Sums of more cells than these are named by the first and the last.
const MOST_ADDED: usize = 6;

/// Rules that say the same of all their lines but short ones, which are told apart by their ends.
const GENERAL: [&str; 2] = ["entropic", "modular"];

impl Teller<'_> {
    /// The statement of the step's clue, and what follows from it.
    pub fn told(&self) -> String {
        let Some(relation) = self.relation() else { return String::new() };
        let says = self.says(relation);
        // A sum of one cell says which value it has.
        if relation.cells.len() == 1 && relation.sum.is_some() {
            says
        } else {
            format!("{says}. {}", self.allows())
        }
    }

    /// Whether the text has not said yet what a clue says, which is then said.
    pub fn is_new(&self, relation: usize) -> bool {
        let mut said = self.said.borrow_mut();
        // What another clue of the same rule said is known, where it is the same of all.
        let puzzle = &self.state.map.puzzle;
        let rule = |relation: usize| match self.state.map.relations[relation].origins[..] {
            [Origin::Clue(at)] => {
                let clue = &puzzle.clues()[at];
                let word = || (clue.kind.word)(clue, clue.cells(), puzzle.grid());
                GENERAL.contains(&clue.kind.name).then(|| (clue.kind.name, &clue.params, word()))
            }
            _ => None,
        };
        let is_said =
            |known: &usize| *known == relation || rule(relation).is_some() && rule(*known) == rule(relation);
        let is_new = !said.iter().any(is_said);
        if is_new {
            said.push(relation);
        }
        is_new
    }

    /// What a clue says, as a sentence; of a sum the houses and clues from which it follows.
    pub fn statement(&self, relation: usize) -> String {
        let relation = &self.state.map.relations[relation];
        match &relation.sum {
            Some(sum) => self.equation_of(relation, &self.sources(relation), sum),
            None => self.says(relation),
        }
    }

    /// The rule of the step's clue.
    pub fn rule(&self) -> String {
        let origin = self.relation().and_then(|relation| relation.origins.first());
        let Some(&Origin::Clue(at)) = origin else { return String::new() };
        self.state.map.puzzle.clues()[at].kind.title()
    }

    pub fn relation(&self) -> Option<&Relation> {
        self.step.truths.iter().find_map(|truth| match truth {
            Truth::Relation(relation) => Some(&self.state.map.relations[*relation]),
            _ => None,
        })
    }
}

impl Names<'_> {
    /// The statement of a clue or a sum, as a sentence without a full stop.
    pub fn says(&self, relation: &Relation) -> String {
        let clues = &self.state.map.puzzle.clues();
        let cells: Vec<u16> = relation.cells.iter().map(|&cell| cell as u16).collect();
        if let [Origin::Clue(at)] = relation.origins[..]
            && let clue = &clues[at]
            && !clue.kind.says.is_empty()
        {
            let listed: Vec<u16> = clue.lists.iter().flatten().copied().collect();
            let (mut sentence, mut about) = (sentence(clue), clue.cells().to_vec());
            // A statement that does not tell lists apart is about those cells that matter here.
            let tells_lists = ["{a}", "{b}", "{lists}", "{equal sums}", "{from}"]
                .iter()
                .any(|part| sentence.contains(part));
            let is_inside = cells.iter().all(|cell| listed.contains(cell));
            let here = || listed.iter().copied().filter(|cell| cells.contains(cell));
            let is_of_some = is_inside && here().count() < listed.len();
            if is_of_some || !tells_lists && here().next().is_some() {
                about = here().collect();
            }
            if about.len() == 1 && !clue.kind.says_of_one.is_empty() {
                sentence = clue.kind.says_of_one;
            }
            let scope = self.named(&relation.cells);
            return self.fill(sentence, clue, &about).replace("{scope}", &scope);
        }
        let about = self.named(&relation.cells);
        let origins = self.sources(relation);
        let Some(sum) = &relation.sum else {
            let holds = if relation.origins.len() > 1 { "hold for" } else { "holds for" };
            return phrase(holds, &[&capital(&origins), &about]);
        };
        self.says_sum(relation, sum, &origins)
    }

    /// A sum as an equation: `R1C1 + R1C2 = R2C3 + 4`.
    pub fn equation(&self, sum: &Sum) -> String {
        let side = |cells: &[usize], amount: i64| {
            let cells = cells.iter().map(|&cell| self.cell(cell));
            let amount = (amount != 0 || cells.len() == 0).then(|| amount.to_string());
            cells.chain(amount).collect::<Vec<_>>().join(" + ")
        };
        format!("{} = {}", side(&sum.added, 0.max(-sum.total)), side(&sum.taken, 0.max(sum.total)))
    }

    /// The clues and houses that a truth is about, by name; a sum as an equation, or by its first and last cell if it is long.
    pub fn relation_named(&self, relation: usize) -> String {
        let relation = &self.state.map.relations[relation];
        match &relation.sum {
            Some(sum) if relation.cells.len() <= MOST_ADDED => phrase("equation", &[&self.equation(sum)]),
            Some(sum) => {
                let mut ends = sum.added.iter().chain(&sum.taken).map(|&cell| self.cell(cell));
                let first = ends.next().unwrap_or_default();
                phrase("long equation", &[&first, &ends.next_back().unwrap_or_default()])
            }
            None => self.sources(relation),
        }
    }

    /// The clues and houses of a relation. A sum needs them all; of other relations only the first are named if there
    /// are many.
    fn sources(&self, relation: &Relation) -> String {
        if let [Origin::Clue(at)] = relation.origins[..]
            && let clue = &self.state.map.puzzle.clues()[at]
            && clue.kind.noun.contains("{first}")
        {
            let first = self.named(&relation.cells[..1]);
            return self.fill(clue.kind.noun, clue, clue.cells()).replace("{first}", &first);
        }
        let mut names: Vec<String> = relation.origins.iter().map(|&origin| self.origin(origin)).collect();
        if relation.sum.is_some() {
            return together(&names);
        }
        if names.len() > MOST_CLUES + 1 {
            let more = (names.len() - MOST_CLUES).to_string();
            names.truncate(MOST_CLUES);
            names.push(phrase("more clues", &[&more]));
        }
        list(&names, "and")
    }
}
