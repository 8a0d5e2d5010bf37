//! A variant of a puzzle that is one level easier or harder, with the same solution; more levels easier if no given
//! leaves the next one.
//!
//! A puzzle becomes easier by givens where steps of the level below end, and harder without clues that it does not
//! need, or with other givens in place of some of its own.

use super::{Aim, Change, May, Searches};
use crate::explain::{Explainer, Level, State};
use crate::generate::chance::Chance;
use crate::puzzle::{Puzzle, Solution};
use crate::statement::Statement;

/// The number of attempts.
const ATTEMPTS: u64 = 60;
/// The number of attempts after which the first change that was found is good enough.
const ENOUGH: u64 = 8;
/// The most statements that are exchanged.
const MOST_EXCHANGED: usize = 3;

struct Work<'a> {
    puzzle: &'a Puzzle,
    solution: Solution,
    may: May,
    level: Level,
    explainer: Explainer,
    searches: &'a mut Searches,
}

/// Finds a variant of the level above or below, or of a still lower one if there is none. `None` unless the puzzle has one solution and a rating.
pub fn adjust(puzzle: &Puzzle, aim: Aim, may: May, searches: &mut Searches) -> Option<Change> {
    let answer = searches.solve(puzzle, 2);
    let solution = answer.is_unique().then(|| answer.solutions[0].clone())?;
    let explainer = Explainer::within(searches.budget.clone());
    let mut work = Work { puzzle, solution, may, level: Level::Easy, explainer, searches };
    let from = Level::ALL.iter().position(|level| work.level_of(puzzle) == Some(*level))?;
    let to = if aim == Aim::Easier { from.checked_sub(1)? } else { from + 1 };
    work.level = *Level::ALL.get(to)?;
    work.explainer.up_to(work.level.most());
    // How many levels it is beside the wanted one, and the number of statements.
    let rank = |(level, change): &(Level, Change)| {
        let at = |level: Level| Level::ALL.iter().position(|other| *other == level);
        (at(*level).map(|at| at.abs_diff(to)), change.size())
    };
    let mut best: Option<(Level, Change)> = None;
    for number in 0..ATTEMPTS {
        let is_good = best
            .as_ref()
            .map(rank)
            .is_some_and(|(beside, size)| beside == Some(0) && (size == 1 || number >= ENOUGH));
        if is_good || work.searches.is_over() {
            break;
        }
        let mut chance = Chance::new(1, number);
        let found = match aim {
            Aim::Easier if may.givens => work.ease(&mut chance),
            Aim::Easier => None,
            _ if number % 2 == 0 => work.erase(&mut chance),
            _ => work.exchange(&mut chance),
        };
        let is_better = |found: &(Level, Change)| best.as_ref().is_none_or(|best| rank(found) < rank(best));
        if let Some(found) = found.filter(is_better) {
            best = Some(found);
        }
    }
    best.map(|(_, change)| change)
}

impl Work<'_> {
    /// The level of a puzzle with one solution, if steps up to that level reach the end.
    fn level_of(&mut self, puzzle: &Puzzle) -> Option<Level> {
        let rating = self.explainer.rate(puzzle);
        rating.is_complete().then(|| rating.level())
    }

    fn is_unique(&mut self, puzzle: &Puzzle) -> bool {
        !self.searches.is_over() && self.searches.solve(puzzle, 2).is_unique()
    }

    /// Adds givens wherever steps of the level end, as few as are needed.
    fn ease(&mut self, chance: &mut Chance) -> Option<(Level, Change)> {
        let (mut givens, most) = (Vec::new(), self.level.most());
        let help = |state: &State| {
            let is_open = |cell: &usize| !state.is_placed(*cell) && !self.puzzle.grid().is_gap(*cell);
            let open: Vec<usize> = (0..self.puzzle.grid().rectangle()).filter(is_open).collect();
            let Some(&cell) = open.get(chance.below(open.len().max(1))) else { return Vec::new() };
            givens.push((cell, self.solution[cell]));
            vec![(cell, self.solution[cell])]
        };
        if !self.explainer.walk(self.puzzle, |_, cost| cost <= most, help) {
            return None;
        }
        let with = |givens: &[(usize, u8)]| Change::made(self.puzzle, Vec::new(), givens, &[]);
        let mut change = with(&givens);
        let mut level = self.level_of(&change.puzzle);
        for given in givens.clone() {
            let fewer: Vec<(usize, u8)> = givens.iter().copied().filter(|other| *other != given).collect();
            let tried = with(&fewer);
            if let Some(found) = self.level_of(&tried.puzzle) {
                (givens, change, level) = (fewer, tried, Some(found));
            }
        }
        Some((level?, change))
    }

    /// What may be erased, in random order.
    fn erasable(&self, chance: &mut Chance) -> Vec<Statement> {
        let mut all = self.puzzle.statements();
        all.retain(|&one| self.may.includes(one));
        chance.shuffle(&mut all);
        all
    }

    /// Erases what is not needed until the level is reached.
    fn erase(&mut self, chance: &mut Chance) -> Option<(Level, Change)> {
        let mut erased = Vec::new();
        for statement in self.erasable(chance) {
            erased.push(statement);
            let change = Change::made(self.puzzle, erased.clone(), &[], &[]);
            let level = if self.is_unique(&change.puzzle) { self.level_of(&change.puzzle) } else { None };
            match level {
                Some(level) if level == self.level => return Some((level, change)),
                Some(level) if level < self.level => {}
                _ => drop(erased.pop()),
            }
        }
        None
    }

    /// Erases some statements, and adds other givens until there is one solution.
    fn exchange(&mut self, chance: &mut Chance) -> Option<(Level, Change)> {
        if !self.may.givens {
            return None;
        }
        let mut erased = self.erasable(chance);
        erased.truncate(1 + chance.below(MOST_EXCHANGED));
        let mut givens: Vec<(usize, u8)> = Vec::new();
        loop {
            let change = Change::made(self.puzzle, erased.clone(), &givens, &[]);
            if self.searches.is_over() || givens.len() > MOST_EXCHANGED {
                return None;
            }
            let answer = self.searches.solve(&change.puzzle, 2);
            if answer.is_unique() {
                let level = self.level_of(&change.puzzle)?;
                return (level == self.level).then_some((level, change));
            }
            let other = answer.solutions.into_iter().find(|other| *other != self.solution)?;
            let is_new = |cell: &usize| {
                other[*cell] != self.solution[*cell] && !erased.contains(&Statement::Given(*cell))
            };
            let new: Vec<usize> = (0..self.puzzle.grid().rectangle()).filter(is_new).collect();
            let &cell = new.get(chance.below(new.len().max(1)))?;
            givens.push((cell, self.solution[cell]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Changed;
    use super::*;
    use crate::{Budget, Solver};

    /// Changes a puzzle, and checks what has to be true of each change.
    fn adjusted(text: &str, aim: Aim, may: May) -> (Option<Level>, Option<Level>, Change) {
        let puzzle: Puzzle = text.parse().expect("a valid puzzle");
        let Changed::To(change) = Change::of(&puzzle, aim, may, &Budget::default()) else {
            panic!("nothing was found for {text}")
        };
        let solution = |puzzle: &Puzzle| {
            let answer = Solver::default().solve(puzzle, 2);
            assert!(answer.is_unique());
            answer.solutions[0].clone()
        };
        assert_eq!(solution(&puzzle), solution(&change.puzzle));
        let level = |puzzle: &Puzzle| Some(Explainer::new().rate(puzzle).level());
        (level(&puzzle), level(&change.puzzle), *change)
    }

    #[test]
    fn a_puzzle_becomes_a_level_easier_by_givens() {
        let medium = "6..2...5.97...8.....5...7..84.........9.3.2.....7.9364..8.41....2..5....5......83";
        let (from, to, change) = adjusted(medium, Aim::Easier, May::ALL);
        let at = |level| Level::ALL.iter().position(|other| Some(*other) == level).unwrap();
        assert_eq!(at(to) + 1, at(from));
        assert!(change.removed.is_empty() && change.added.iter().all(|added| added.is_given()));
    }

    #[test]
    fn a_puzzle_becomes_a_level_harder_without_what_it_does_not_need() {
        let easy = "size: 4\ngrid:\n1.3.\n34.2\n....\n4.21\nkiller 3: r3c1 r4c1\n";
        let puzzle: Puzzle = easy.parse().unwrap();
        // Four by four, no puzzle is above easy: nothing is proposed rather than something else.
        let found = Change::of(&puzzle, Aim::Harder, May::ALL, &Budget::default());
        assert!(matches!(found, Changed::Nothing), "{found:?}");
        let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286.79";
        let (from, to, change) = adjusted(full, Aim::Harder, May::ALL);
        assert_eq!((from, to), (Some(Level::Easy), Some(Level::Medium)));
        assert!(change.added.is_empty());
    }
}
