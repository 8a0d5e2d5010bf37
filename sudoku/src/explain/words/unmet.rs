//! What would be wrong with values that a clue excludes, for rules that have words for that.

use super::Teller;
use super::facts::{MOST_FACTS, clauses};
use super::reasons::MOST_LOST;
use super::table::{grouped, list, phrase};
use crate::candidates::Candidates;
use crate::explain::step::{Conclusion, Reason};
use crate::explain::truth::Truth;
use crate::rules::Origin;

/// More values than these that are excluded are not named before what would be wrong with them.
const MOST_SUPPOSED: usize = 12;

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

    /// Whether what is wrong with values says more than what they would need.
    pub fn is_unmet(&self, reason: &Reason) -> bool {
        !self.unmet().is_empty() && (reason.measure.is_some() || reason.middle.is_empty())
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
        let unmet = match (&reason.measure, self.step.truths.first()) {
            (Some(measure), Some(&Truth::Relation(relation))) => {
                let supposed = match reason.gone[..] {
                    [gone] => gone.values.value().map(|value| (gone.cell, value)),
                    _ => None,
                };
                self.counted(relation, measure, supposed)
            }
            _ => self.unmet(),
        };
        let mut from = reason.from.clone();
        from.extend(self.deciding(reason));
        let facts = self.facts(&from);
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
        let cells: Vec<usize> = from.iter().map(|&(cell, _)| cell).collect();
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
