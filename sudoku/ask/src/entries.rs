//! Whether the entries of a player are right so far, for a page.

use std::time::Duration;

use csp::clock::Instant;
use serde::Serialize;
use sudoku::{Broken, Budget, Puzzle, Solution, Solver, Statement};

use crate::call::{Call, ENTRIES, Field, PUZZLE, Request, Response, Type, Work};
use crate::words::{Fault, cited, name, sentence};
use crate::{Failure, Status};

/// The longest time to search for the fault.
const LONGEST_LOOK: Duration = Duration::from_secs(2);

/// Asks whether a puzzle has one solution, and which entries are wrong.
#[derive(Clone, Copy, Debug)]
pub struct Entries<'a> {
    /// The entry of each cell, if there is one.
    pub entries: &'a [Option<u8>],
    /// The greatest number of solutions to search for.
    pub cap: usize,
    /// Whether to skip the search for contradictions.
    pub is_quick: bool,
    /// Whether the answer includes the only solution, or two of several.
    pub shows: bool,
}

/// The state of a puzzle with entries: cells by their index, and values from 1 on.
#[derive(Clone, Debug, Serialize)]
pub struct Entered {
    verdict: &'static str,
    solutions: usize,
    open: Vec<usize>,
    faults: Vec<Fault<usize>>,
    wrong: Vec<usize>,
    unfit: Vec<usize>,
    broken: Vec<BrokenClue>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<u8>>,
    /// Two of several solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<[Vec<u8>; 2]>,
}

/// A clue that entries break.
#[derive(Clone, Debug, Serialize)]
struct BrokenClue {
    /// Its place among the clues of the puzzle.
    clue: usize,
    /// The clue as it is written.
    text: String,
    /// What is wrong, as a sentence.
    says: String,
    /// The cells of the numbers at fault.
    cells: Vec<usize>,
}

/// The most numbers that a sentence names.
const MOST_NUMBERS: usize = 4;

impl Entries<'_> {
    /// Looks at a puzzle and its entries.
    pub fn answer(&self, puzzle: &Puzzle, budget: &Budget) -> Entered {
        let begun = Instant::now();
        let solved = Solver::new(budget.clone()).solve(puzzle, self.cap.max(2));
        let verdict = Status::of_several(&solved);
        let mut faults = match verdict {
            Status::None if !self.is_quick => clash(puzzle, budget),
            _ => Vec::new(),
        };
        faults.extend(self.repeats(puzzle));
        let unfit = match verdict {
            Status::Multiple if !self.is_quick => {
                puzzle.clashing_entries(self.entries, &budget.clone().time(LONGEST_LOOK))
            }
            _ => Vec::new(),
        };
        let counted = |solution: &Solution| solution.iter().map(|value| value + 1).collect();
        let only = solved.solutions.first().filter(|_| verdict == Status::Unique);
        Entered {
            verdict: verdict.verdict(),
            solutions: solved.solutions.len().min(self.cap),
            open: differing(&solved.solutions),
            faults,
            unfit,
            broken: self.broken(puzzle, budget),
            wrong: only.map_or_else(Vec::new, |solution| self.wrong(solution)),
            seconds: begun.elapsed().as_secs_f64(),
            solution: only.filter(|_| self.shows).map(counted),
            pair: match &solved.solutions[..] {
                [one, other, ..] if self.shows => Some([one, other].map(counted)),
                _ => None,
            },
        }
    }

    fn wrong(&self, solution: &[u8]) -> Vec<usize> {
        let is_wrong = |&cell: &usize| self.entries[cell].is_some_and(|entry| entry != solution[cell]);
        (0..solution.len()).filter(is_wrong).collect()
    }

    /// The values that stand in the grid.
    fn values(&self, puzzle: &Puzzle) -> Vec<Option<u8>> {
        (0..self.entries.len()).map(|cell| self.entries[cell].or(puzzle.given(cell))).collect()
    }

    fn is_entry(&self, cell: usize, puzzle: &Puzzle) -> bool {
        self.entries[cell].is_some() && puzzle.given(cell).is_none()
    }

    /// Entries that occur twice in a house; the other cell may be a given.
    fn repeats(&self, puzzle: &Puzzle) -> Vec<Fault<usize>> {
        twice("entry", puzzle, &self.values(puzzle), |cell| self.is_entry(cell, puzzle))
    }

    /// Clues that entries break by themselves, perhaps together with givens.
    fn broken(&self, puzzle: &Puzzle, budget: &Budget) -> Vec<BrokenClue> {
        let values = self.values(puzzle);
        let mut found = puzzle.broken(&values, &budget.clone().time(LONGEST_LOOK));
        found.retain(|broken| broken.cells.iter().any(|&cell| self.is_entry(cell, puzzle)));
        let told = |broken: Broken| {
            let clue = &puzzle.clues()[broken.clue];
            let number = |&cell: &usize| {
                let symbol = values[cell].map_or("", |value| puzzle.symbols().get(value));
                format!("{symbol} in {}", name(cell, puzzle))
            };
            let what = match &broken.cells[..] {
                [cell] => format!("{} is not possible", number(cell)),
                cells if cells.len() <= MOST_NUMBERS => {
                    let numbers: Vec<String> = cells.iter().map(number).collect();
                    format!("{} do not go together", numbers.join(" and "))
                }
                cells => format!("{} numbers do not go together", cells.len()),
            };
            BrokenClue {
                clue: broken.clue,
                text: cited(clue, puzzle),
                says: format!("{}: {what}", sentence(&clue.kind.title())),
                cells: broken.cells,
            }
        };
        found.into_iter().map(told).collect()
    }
}

/// The cells in which solutions differ.
fn differing(solutions: &[Solution]) -> Vec<usize> {
    let Some((first, others)) = solutions.split_first() else { return Vec::new() };
    let differs = |&cell: &usize| others.iter().any(|other| other[cell] != first[cell]);
    (0..first.len()).filter(differs).collect()
}

/// Givens and rules that have no solution together.
fn clash(puzzle: &Puzzle, budget: &Budget) -> Vec<Fault<usize>> {
    let Some(clash) = puzzle.clash(&budget.clone().time(LONGEST_LOOK)) else {
        return Vec::new();
    };
    let cells = 0..puzzle.cells().len();
    let values: Vec<Option<u8>> =
        cells.map(|cell| puzzle.given(cell).filter(|_| clash.has_given(cell))).collect();
    let fault = |&statement: &Statement| Fault::of(statement, puzzle, |cell| cell);
    let mut faults: Vec<Fault<usize>> = clash.statements().iter().map(fault).collect();
    faults.extend(twice("house", puzzle, &values, |_| true));
    faults
}

/// Values that occur twice in a house, if one of the cells is in question.
fn twice(
    kind: &'static str,
    puzzle: &Puzzle,
    values: &[Option<u8>],
    counts: impl Fn(usize) -> bool,
) -> Vec<Fault<usize>> {
    let mut found = Vec::new();
    for house in puzzle.grid().houses() {
        for value in puzzle.all_values().iter() {
            let holders = house.cells().iter().map(|&cell| usize::from(cell));
            let cells: Vec<usize> = holders.filter(|&cell| values[cell] == Some(value)).collect();
            if cells.len() > 1 && cells.iter().any(|&cell| counts(cell)) {
                let text = format!("{} twice in {house}", puzzle.symbols().get(value));
                found.push(Fault { kind, text, cells });
            }
        }
    }
    found
}

pub(crate) const CALL: Call = Call {
    path: "/api/check",
    about: "Checks whether a puzzle has one solution, several or none, and finds contradictory givens and rules if it \
            has none, wrong entries, and clues that entries break.",
    fields: &[
        PUZZLE,
        ENTRIES,
        Field::new("cap", Type::Number(1, 1000, Some(2)), "the greatest number of solutions to search for"),
        Field::new("show", Type::Flag, "whether the answer includes the only solution, or two of several"),
        Field::new(
            "quick",
            Type::Flag,
            "whether to skip the searches for contradictions, which may take two seconds",
        ),
    ],
    answer: "{verdict: unique, several, none or unknown, solutions: the number found, at most cap, open: cells in \
             which they differ, wrong: entries that differ from the only solution, \
             unfit: entries that together are in none of several solutions, \
             broken: [{clue: its place among the clues, text, says, cells}], the clues that entries break, \
             faults: [{kind: given, entry, rule or house, text, cells}], solution, \
             pair: two of several solutions, seconds}",
    is_stream: false,
    run: check,
};

fn check(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let puzzle = request.puzzle()?;
    let entries = request.entries(&puzzle)?;
    let cap = request.number("cap")? as usize;
    let (is_quick, shows) = (request.flag("quick"), request.flag("show"));
    let question = Entries { entries: &entries, cap, is_quick, shows };
    Ok(Response::of(&question.answer(&puzzle, &work.budget())))
}
