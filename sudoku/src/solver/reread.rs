//! Other readings of a drawing that has no solution as it was read.

use std::collections::VecDeque;

use csp::clock::Instant;

use super::clash::clashing_guesses;
use super::{Budget, End, Solver};
use crate::about::NOTHING;
use crate::about::{Guess, Remark};
use crate::puzzle::{Puzzle, Solution};
use crate::rules::{self, Clue};

/// The greatest number of readings that are tried, and the nodes for each.
const MOST_READINGS: usize = 48;
const MOST_NODES: u64 = 100_000;

/// Clues that are read in another way together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// All clues of a guess.
    Guess(u16),
    /// Those of one part of the drawing.
    Part(u16, u16),
}

impl Scope {
    fn has(self, clue: &Clue) -> bool {
        match self {
            Scope::Guess(guess) => clue.guess.is_some_and(|(at, _)| at == guess),
            Scope::Part(guess, part) => clue.guess == Some((guess, part)),
        }
    }

    fn guess(self) -> usize {
        let (Scope::Guess(guess) | Scope::Part(guess, _)) = self;
        usize::from(guess)
    }
}

impl Puzzle {
    /// Reads a drawing in another way if it has no solution as it was read. The guesses that have none together are
    /// found, and one after the other, or a part of one, is read as something else or as nothing. If all such readings
    /// with a unique solution, which is that of the document if it has one, agree on it, the one that keeps the most
    /// clues is returned; its guesses say what has changed. If none is found, the puzzle is returned with a remark that
    /// names the guesses.
    ///
    /// Returns `None` if nothing has to be changed: the puzzle was not drawn, it has a solution, it has none even
    /// without the guesses, or the budget does not suffice. All tries together take at most half of its time.
    pub fn reread(&self, budget: &Budget) -> Option<Puzzle> {
        let about = self.about()?;
        if self.clues().iter().all(|clue| clue.guess.is_none()) {
            return None;
        }
        let mut tries = Tries::new(budget);
        if tries.solve(self, 1)? != Found::None {
            return None;
        }
        let clashing = clashing_guesses(self, &tries.rest());
        if clashing.is_empty() {
            return None;
        }
        Some(tries.readings(self, &clashing).unwrap_or_else(|| {
            let mut puzzle = self.clone();
            let named: Vec<String> = clashing
                .iter()
                .filter_map(|&at| about.guesses.get(usize::from(at)))
                .map(Guess::to_string)
                .collect();
            let what = format!("no solution with these readings together: {}", named.join("; "));
            let place = self.place(0);
            puzzle.about.get_or_insert_default().remarks.push(Remark { place, what });
            puzzle
        }))
    }

    /// Whether a solution is that of the document, or the document has none.
    fn agrees(&self, solution: &[u8]) -> bool {
        let own = self.about().and_then(|about| about.solution.as_deref());
        own.is_none_or(|own| own.iter().zip(solution).all(|(own, found)| own == found))
    }

    /// Reads clues as another rule, or as nothing. Returns `None` if they have no meaning then.
    fn read_as(&self, scope: Scope, rule: &str, clashing: &[u16]) -> Option<Puzzle> {
        let mut clues = Vec::with_capacity(self.clues().len());
        for clue in self.clues() {
            if !scope.has(clue) {
                clues.push(clue.clone());
            } else if rule != NOTHING {
                clues.push(as_rule(clue, rule, self)?);
            }
        }
        let mut puzzle = self.clone();
        let guesses = &mut puzzle.about.as_mut()?.guesses;
        let names = |at: &&u16| usize::from(**at) != scope.guess();
        let beside: Vec<&str> = clashing
            .iter()
            .filter(names)
            .filter_map(|&at| Some(guesses.get(usize::from(at))?.rule.as_str()))
            .collect();
        let beside =
            if beside.is_empty() { String::new() } else { format!(", with {}", beside.join(" and ")) };
        let guess = guesses.get_mut(scope.guess())?;
        let reason = format!("read as {}{beside}, there was no solution", guess.rule);
        let mut changed = Guess { rule: rule.to_owned(), reason, ..guess.clone() };
        match scope {
            Scope::Guess(_) => *guess = changed,
            Scope::Part(at, part) => {
                changed.parts = vec![guess.parts.remove(usize::from(part))];
                let own = (guesses.len() as u16, 0);
                guesses.push(changed);
                let later = |of: &&mut (u16, u16)| of.0 == at && of.1 > part;
                for clue in &mut clues {
                    if scope.has(clue) {
                        clue.guess = Some(own);
                    } else {
                        clue.guess.iter_mut().filter(later).for_each(|of| of.1 -= 1);
                    }
                }
            }
        }
        puzzle.set_clues(clues).ok()?;
        Some(puzzle)
    }
}

/// Returns a clue with the cells of another one.
fn as_rule(clue: &Clue, rule: &str, puzzle: &Puzzle) -> Option<Clue> {
    let with = Clue { kind: rules::find(rule)?, ..clue.clone() };
    let without = Clue { params: Vec::new(), ..with.clone() };
    [with, without].into_iter().find(|clue| clue.fault(puzzle.grid()).is_ok())
}

/// What is known of the solutions of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Found {
    None,
    One(Solution),
    Several,
}

/// Readings to be solved within a budget.
struct Tries {
    solver: Solver,
    budget: Budget,
    begun: Instant,
    left: usize,
}

impl Tries {
    fn new(budget: &Budget) -> Tries {
        let begun = Instant::now();
        let time = budget.limits().time_limit().map(|time| time / 2);
        let budget = time.into_iter().fold(budget.clone(), Budget::time);
        let nodes = budget.limits().node_limit().map_or(MOST_NODES, |nodes| nodes.min(MOST_NODES));
        let mut solver = Solver::new(budget.clone().nodes(nodes));
        solver.begin_at(Some(begun));
        Tries { solver, budget, begun, left: MOST_READINGS }
    }

    /// The budget with the time that is left.
    fn rest(&self) -> Budget {
        let time = self.budget.limits().time_limit().map(|time| time.saturating_sub(self.begun.elapsed()));
        time.into_iter().fold(self.budget.clone(), Budget::time)
    }

    /// Solves a reading; `None` if a limit was reached.
    fn solve(&mut self, puzzle: &Puzzle, most: usize) -> Option<Found> {
        let mut answer = self.solver.solve(puzzle, most);
        match (answer.solutions.len(), answer.end) {
            (0, End::Exhausted) => Some(Found::None),
            (1, End::Exhausted) => Some(Found::One(answer.solutions.remove(0))),
            (_, End::Enough) => Some(Found::Several),
            _ => None,
        }
    }

    /// Reads guesses or single parts in another way, and several of them if one does not suffice.
    fn readings(&mut self, puzzle: &Puzzle, clashing: &[u16]) -> Option<Puzzle> {
        let mut open = VecDeque::from([(puzzle.clone(), clashing.to_vec())]);
        while let Some((reading, clashing)) = open.pop_front() {
            let clash = reading.clash(&self.rest()).map_or(Vec::new(), |clash| clash.clues);
            let guess_of = |&at: &usize| reading.clues()[at].guess;
            let of_parts = clash.iter().filter_map(guess_of).map(|(guess, part)| Scope::Part(guess, part));
            let has_parts = |guess: u16| {
                let other = |clue: &Clue| clue.guess.is_some_and(|(at, part)| at == guess && part > 0);
                reading.clues().iter().any(other)
            };
            let of_parts = of_parts.filter(|scope| has_parts(scope.guess() as u16));
            let scopes = clashing.iter().map(|&at| Scope::Guess(at)).chain(of_parts).collect();
            let (found, without) = self.among(&reading, scopes, &clashing);
            if found.is_some() {
                return found;
            }
            for reading in without {
                let clashing = clashing_guesses(&reading, &self.rest());
                open.push_back((reading, clashing));
            }
        }
        None
    }

    /// Reads some clues or others in another way, as rules and then as nothing. Returns the reading with a unique
    /// solution that keeps the most clues, if all others have the same one, and all readings without a solution.
    fn among(
        &mut self,
        puzzle: &Puzzle,
        scopes: Vec<Scope>,
        clashing: &[u16],
    ) -> (Option<Puzzle>, Vec<Puzzle>) {
        let guesses = puzzle.about().map_or(&[][..], |about| &about.guesses);
        let ways = scopes.into_iter().flat_map(|scope| {
            let others = guesses.get(scope.guess()).map_or(&[][..], |guess| &guess.others);
            others.iter().map(String::as_str).chain([NOTHING]).map(move |rule| (scope, rule))
        });
        let (mut unique, mut without): (Option<(Puzzle, Solution)>, _) = (None, Vec::new());
        for (scope, rule) in ways {
            let reading = puzzle.read_as(scope, rule, clashing).filter(|_| self.left > 0);
            let Some(reading) = reading else { continue };
            self.left -= 1;
            match self.solve(&reading, 2) {
                Some(Found::One(solution)) if puzzle.agrees(&solution) => match &unique {
                    None => unique = Some((reading, solution)),
                    Some((known, same)) if *same == solution => {
                        if reading.clues().len() > known.clues().len() {
                            unique = Some((reading, solution));
                        }
                    }
                    Some(_) => {
                        // Nothing tells which one is meant.
                        self.left = 0;
                        return (None, Vec::new());
                    }
                },
                Some(Found::None) => without.push(reading),
                _ => {}
            }
        }
        (unique.map(|(reading, _)| reading), without)
    }
}
