//! The values of each cell over all solutions.

use std::fmt::Write as _;

use csp::clock::Instant;
use serde::{Serialize, Serializer};
use serde_json::json;
use sudoku::print::{self, Picture};
use sudoku::{Candidates as Set, End, GAP, Occurrences, Puzzle, Solution, Solver};

use crate::call::{Call, Field, PUZZLE, Request, Response, Type, Work};
use crate::json::{self, Pairs, fields};
use crate::words::{name, symbols};
use crate::{Failure, Shown, Solved, Status};

/// Asks which values each cell takes in some solution.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// The greatest number of solutions to count for each value; 1 asks for the values only.
    pub most: u64,
}

impl Candidates {
    /// Collects the values from all solutions, if they are known, and else searches for them.
    pub fn answer<'a>(self, puzzle: &'a Puzzle, solved: Option<Solved>, solver: &mut Solver) -> Possible<'a> {
        let begun = Instant::now();
        let settled = solved.filter(|solved| solved.answer.end == End::Exhausted);
        match settled {
            Some(Solved { answer, micros }) => {
                let all = &answer.solutions;
                let counts = (self.most > 1).then(|| Occurrences::of_all(puzzle, all, self.most));
                Possible {
                    nodes: answer.nodes,
                    micros,
                    ..Possible::of(puzzle, union(puzzle, all), counts, true)
                }
            }
            None => {
                let (seen, nodes) = solver.occurrences(puzzle, self.most);
                let sets = (0..puzzle.cells().len()).map(|cell| seen.candidates(cell)).collect();
                let (is_complete, micros) = (seen.end != End::Limit, begun.elapsed().as_micros() as u64);
                let counts = Some(seen).filter(|_| self.most > 1);
                Possible { nodes, micros, ..Possible::of(puzzle, sets, counts, is_complete) }
            }
        }
    }
}

/// Returns the values of each cell in these solutions.
fn union(puzzle: &Puzzle, solutions: &[Solution]) -> Vec<Set> {
    let mut sets = vec![Set::NONE; puzzle.cells().len()];
    for solution in solutions {
        sets.iter_mut().zip(solution.iter()).for_each(|(set, &value)| *set = set.with(value));
    }
    sets
}

/// The values that each cell takes in some solution.
#[derive(Debug)]
pub struct Possible<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Whether there is one solution. After a limit values may be missing.
    pub status: Status,
    /// The values of each cell.
    pub sets: Vec<Set>,
    /// The number of solutions with each value, if more than one was asked for.
    pub counts: Option<Occurrences>,
    /// The number of decisions.
    pub nodes: u64,
    /// Time that it took, in microseconds.
    pub micros: u64,
}

impl<'a> Possible<'a> {
    fn of(
        puzzle: &'a Puzzle,
        sets: Vec<Set>,
        counts: Option<Occurrences>,
        is_complete: bool,
    ) -> Possible<'a> {
        let status = match &sets {
            _ if !is_complete => Status::Limit,
            sets if sets.iter().any(|set| set.is_empty()) => Status::None,
            sets if sets.iter().all(|set| set.value().is_some()) => Status::Unique,
            _ => Status::Multiple,
        };
        Possible { puzzle, status, sets, counts, nodes: 0, micros: 0 }
    }

    /// Returns the number of solutions in which a cell has a value, up to the requested one.
    pub fn count(&self, cell: usize, value: u8) -> u64 {
        let in_set = || u64::from(self.sets[cell].contains(value));
        self.counts.as_ref().map_or_else(in_set, |counts| counts.count(cell, value))
    }

    /// Tells of each cell but gaps.
    fn of_cells<T>(&self, tell: impl Fn(usize, Set) -> T) -> Vec<Option<T>> {
        let is_cell = |cell: usize| !self.puzzle.grid().is_gap(cell);
        self.sets.iter().enumerate().map(|(cell, &set)| is_cell(cell).then(|| tell(cell, set))).collect()
    }
}

impl Shown for Possible<'_> {
    /// Writes a character for each cell and value: `.` if the value is excluded, `~` where there is no cell. Loose cells
    /// are left out.
    fn lines(&self, out: &mut Vec<u8>) {
        let grid = self.puzzle.grid();
        let sets = &self.sets[..grid.rectangle()];
        match (self.status, self.puzzle.symbols().bytes()) {
            (Status::None | Status::Limit, _) => out.extend(self.status.name().bytes()),
            (_, Some(symbols)) if grid.is_rectangle() => {
                for &set in sets {
                    let symbol = |(value, &byte)| if set.contains(value as u8) { byte } else { b'.' };
                    out.extend(symbols.iter().enumerate().map(symbol));
                }
            }
            _ => out.extend(sets_in_words(self.puzzle, sets).bytes()),
        }
        out.push(b'\n');
    }

    fn object(&self, index: u64) -> String {
        json::numbered(index, self)
    }

    /// There is no table of candidates.
    fn row(&self) -> Vec<String> {
        vec![self.status.name().to_owned()]
    }

    fn picture(&self, _: &dyn Fn(Picture<'_>) -> String) -> Option<String> {
        Some(match (self.status, &self.counts) {
            (Status::None | Status::Limit, _) => format!("{}\n", self.status.name()),
            (_, Some(seen)) => counts_in_words(self.puzzle, seen),
            (_, None) => print::candidates(self.puzzle, &self.sets),
        })
    }
}

/// Formats a character for each cell and value, or sets in braces if symbols are longer than a character.
fn sets_in_words(puzzle: &Puzzle, sets: &[Set]) -> String {
    let mut text = String::new();
    let characters = puzzle.symbols().are_characters();
    for (cell, &set) in sets.iter().enumerate() {
        let is_gap = puzzle.grid().is_gap(cell);
        if characters {
            for value in 0..puzzle.grid().values() as u8 {
                let symbol = if set.contains(value) { puzzle.symbols().get(value) } else { "." };
                text.push_str(if is_gap { GAP } else { symbol });
            }
        } else {
            if cell > 0 {
                text.push(' ');
            }
            text.push_str(&if is_gap { GAP.into() } else { print::braced(puzzle.symbols(), set) });
        }
    }
    text
}

/// Formats `1×17`, with a `+` where counting ended.
fn counts_in_words(puzzle: &Puzzle, seen: &Occurrences) -> String {
    let mut text = String::new();
    for cell in 0..puzzle.cells().len() {
        if puzzle.cells()[cell].value().is_some() {
            continue;
        }
        let _ = write!(text, "{:7}", name(cell, puzzle));
        for value in seen.candidates(cell).iter() {
            let count = seen.count(cell, value);
            let more = if count >= seen.most { "+" } else { "" };
            let _ = write!(text, " {}×{count}{more}", puzzle.symbols().get(value));
        }
        text.push('\n');
    }
    text
}

impl Serialize for Possible<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let symbols = |set: Set| symbols(set.iter(), self.puzzle);
        let counted = |seen: &Occurrences, cell: usize, set: Set| {
            let counts = set.iter().map(|value| seen.count(cell, value));
            Pairs(symbols(set).into_iter().zip(counts).collect())
        };
        let counts = self.counts.as_ref();
        fields!(to,
            "status": self.status,
            "most"?: counts.map(|seen| seen.most),
            "counts"?: counts.map(|seen| self.of_cells(|cell, set| counted(seen, cell, set))),
            "candidates"?: counts.is_none().then(|| self.of_cells(|_, set| symbols(set))),
            "nodes": self.nodes,
            "micros": self.micros,
        )
    }
}

pub(crate) const CALL: Call = Call {
    path: "/api/candidates",
    about: "Finds the values that each cell takes in some solution, with the number of these solutions up to a cap.",
    fields: &[
        PUZZLE,
        Field::new("cap", Type::Number(1, 1000, Some(8)), "the greatest number of solutions to count"),
    ],
    answer: "{candidates: values of each cell, from 1 on, counts: a number for each of them, cap, complete: whether \
             all counts are final, seconds}",
    is_stream: false,
    run: candidates,
};

fn candidates(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let begun = Instant::now();
    let puzzle = request.puzzle()?;
    let cap = request.number("cap")?;
    let found = Candidates { most: cap }.answer(&puzzle, None, &mut Solver::new(work.budget()));
    let is_gap = |cell: usize| puzzle.grid().is_gap(cell);
    let of_cells = |cell: usize| if is_gap(cell) { Set::NONE } else { found.sets[cell] };
    let sets: Vec<Set> = (0..found.sets.len()).map(of_cells).collect();
    let counts = |(cell, set): (usize, &Set)| set.iter().map(|value| found.count(cell, value)).collect();
    Ok(Response::of(&json!({
        "candidates": sets.iter().map(|set| set.iter().map(|value| value + 1).collect()).collect::<Vec<Vec<u8>>>(),
        "counts": sets.iter().enumerate().map(counts).collect::<Vec<Vec<u64>>>(),
        "cap": cap,
        "complete": found.status != Status::Limit,
        "seconds": begun.elapsed().as_secs_f64(),
    })))
}
