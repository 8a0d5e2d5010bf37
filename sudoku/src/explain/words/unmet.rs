//! What would be wrong with values that a clue excludes, for rules that have words for that.

use super::Teller;
use super::facts::{MOST_FACTS, clauses};
use super::reasons::MOST_LOST;
use super::table::{grouped, list, phrase};
use crate::candidates::Candidates;
use crate::explain::step::{Conclusion, Measure, Reason};
use crate::explain::truth::Truth;
use crate::rules::Origin;

/// More values than these that are excluded are not named before what would be wrong with them.
const MOST_SUPPOSED: usize = 6;

/// Two sets of numbers that may count say more than what they would be with values of so many kinds.
const FEWEST_COUNTED: usize = 4;

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

    /// What the step's clue says of its values by itself, beyond its statement.
    pub fn by_clue_alone(&self) -> String {
        let origins = self.relation().map_or(&[][..], |relation| &relation.origins);
        let [Origin::Clue(at)] = *origins else { return String::new() };
        let clue = &self.state.map.puzzle.clues()[at];
        (clue.kind.by_itself)(clue, self.state.map.puzzle.grid())
    }

    /// The values that stand on a line up to a cell that the step places, if a clue outside counts along these alone, and
    /// counts something else with any other value.
    pub fn exact(&self) -> Option<String> {
        let (&Conclusion::Place { cell, value }, [_, ..]) = (&self.step.conclusion, &self.step.reasons[..])
        else {
            return None;
        };
        let [Origin::Clue(at)] = self.relation()?.origins[..] else { return None };
        let (puzzle, clue) = (&self.state.map.puzzle, &self.state.map.puzzle.clues()[at]);
        let grid = puzzle.grid();
        let all_measured = self.step.reasons.iter().all(|reason| reason.measure.is_some());
        let standing = |other: u16| self.state.is_placed(other.into()) && usize::from(other) != cell;
        let line = clue.cells().iter().take_while(|&&other| standing(other) || usize::from(other) == cell);
        let line: Vec<usize> = line.map(|&other| usize::from(other)).collect();
        let count = |length: usize, value: u8| {
            let number = |&other: &usize| {
                let own = if other == cell { Some(value) } else { self.state.candidates(other).value() };
                own.map(|own| grid.number(own))
            };
            (clue.kind.measure)(
                clue,
                &line[..length].iter().map(number).collect::<Option<Vec<_>>>()?,
                grid.shape(),
            )
        };
        let length = (1..=line.len()).find(|&length| count(length, value).is_some())?;
        let line = &line[..length];
        let mut others = self.state.candidates(cell).without(Candidates::one(value)).iter();
        let wanted = clue.first_number().map(i64::from);
        let is_else = |other| count(length, other).is_some_and(|counted| Some(counted) != wanted);
        if !all_measured || !line.contains(&cell) || !others.all(is_else) {
            return None;
        }
        let facts =
            line.iter().filter(|&&other| other != cell).map(|&other| (other, self.state.candidates(other)));
        let facts = self.facts(&facts.collect::<Vec<_>>());
        (1..=MOST_FACTS).contains(&facts.len()).then(|| clauses(&facts))
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
        let numbers = || measure.numbers.iter().map(i64::to_string);
        let is_sum = measure.numbers.iter().sum::<i64>()
            == if measure.least > wanted { measure.least } else { measure.most };
        let amount = match measure.numbers.len() {
            0 => amount,
            1 if is_sum => amount,
            _ if is_sum => phrase("in brackets", &[&amount, &numbers().collect::<Vec<_>>().join("+")]),
            _ => phrase("in brackets", &[&amount, &list(&numbers().collect::<Vec<_>>(), "and")]),
        };
        self.fill(clue.kind.measured, clue, clue.cells()).replace("{amount}", &amount)
    }

    /// Whether what is wrong with values says more than what they would need.
    pub fn is_unmet(&self, reason: &Reason) -> bool {
        !self.unmet().is_empty() && (reason.measure.is_some() || reason.middle.is_empty())
    }

    /// The numbers that the step's clue can count along its line, with the facts behind them, if they are few and what
    /// they would be with some value says less.
    pub fn counting(&self) -> Option<String> {
        let reasons = &self.step.reasons;
        let &Truth::Relation(relation) = self.step.truths.first()? else { return None };
        let cells = self.state.map.relations[relation].cells.iter();
        let known: Vec<(usize, Candidates)> =
            cells.map(|&cell| (cell, self.state.candidates(cell))).collect();
        let countings = self.state.map.countings(relation, &known);
        // One set of numbers says more than what each value would count.
        let is_told = |reason: &Reason| {
            reason.measure.is_some() || !reason.middle.is_empty() || reason.seen(self.state).is_some()
        };
        let are_told = reasons.iter().all(is_told);
        let is_placed = matches!(self.step.conclusion, Conclusion::Place { .. });
        let says_more = match countings.len() {
            1 => reasons.len() > 1,
            2 => !is_placed && reasons.len() >= FEWEST_COUNTED,
            _ => false,
        };
        if are_told && !says_more {
            return None;
        }
        if countings.is_empty() || countings.iter().any(Vec::is_empty) {
            return None;
        }
        let [Origin::Clue(at)] = self.state.map.relations[relation].origins[..] else { return None };
        let wanted = self.state.map.puzzle.clues()[at].first_number()?;
        let sign =
            if countings.iter().all(|counted| counted.iter().sum::<i32>() == wanted) { "+" } else { "/" };
        let told =
            countings.iter().map(|counted| counted.iter().map(i32::to_string).collect::<Vec<_>>().join(sign));
        let counted = phrase("can count", &[&list(&told.collect::<Vec<_>>(), "or")]);
        let facts = self.facts(&self.all_facts());
        Some(match facts.len() {
            1..=MOST_FACTS => phrase("so", &[&clauses(&facts), &counted]),
            _ => counted,
        })
    }

    /// Whether the step's clue lists a value that has to be among its cells.
    fn is_listed(&self, value: u8) -> bool {
        let origins = self.relation().map_or(&[][..], |relation| &relation.origins);
        let [Origin::Clue(at)] = *origins else { return false };
        let clue = &self.state.map.puzzle.clues()[at];
        let is_set = ["quadruple", "contains", "contains-exactly"].contains(&clue.kind.name);
        is_set && clue.numbers().any(|number| number == self.state.map.puzzle.grid().number(value))
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
            ref all if all.iter().map(|gone| gone.values.len()).sum::<usize>() <= MOST_SUPPOSED => {
                let groups = grouped(all.iter().map(|gone| (gone.values, [gone.cell])));
                let each = groups.iter().map(|(values, cells)| {
                    let cells = self.cells_named(cells, "or");
                    phrase("with a value", &[&self.symbols(*values, "or"), &cells])
                });
                list(&each.collect::<Vec<_>>(), "or")
            }
            _ => String::new(),
        };
        if let (Conclusion::Place { cell, value }, [gone]) = (&self.step.conclusion, &reason.gone[..])
            && gone.cell == *cell
            && !may_have(&reason.from, *value)
            && self.is_listed(*value)
        {
            return (self.told_facts(&reason.from), "so");
        }
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

/// Whether some of these cells may have a value.
fn may_have(from: &[(usize, Candidates)], value: u8) -> bool {
    from.is_empty() || from.iter().any(|(_, values)| values.contains(value))
}
