//! What propagation alone finds, before the first decision of a search.

use csp::Config;
use csp::clock::Instant;
use serde::{Serialize, Serializer};
use sudoku::print::{self, Picture};
use sudoku::trace::{Step, Trace};
use sudoku::{Budget, Candidates, Puzzle};

use crate::json::{self, fields, object};
use crate::words::symbols;
use crate::{Shown, Status};

/// Asks how far a search propagates before it decides.
#[derive(Clone, Debug, Default)]
pub struct Root {
    /// The settings of the search; `None` for the usual ones.
    pub config: Option<Config>,
}

impl Root {
    /// Propagates the clues of a puzzle.
    pub fn answer<'a>(&self, puzzle: &'a Puzzle, budget: &Budget) -> Rooted<'a> {
        let begun = Instant::now();
        let mut rooted = match Trace::within(puzzle, self.config.as_ref(), budget) {
            Some(mut trace) => loop {
                match trace.peek() {
                    Some(Step::End) => break Rooted::ended(puzzle, Status::None),
                    Some(step) if step.ends_root() => {
                        break Rooted::of(puzzle, trace.state().cells().to_vec());
                    }
                    Some(_) => trace.next(),
                    None => break Rooted::ended(puzzle, Status::Limit),
                };
            },
            None => Rooted::ended(puzzle, Status::Limit),
        };
        rooted.micros = begun.elapsed().as_micros() as u64;
        rooted
    }
}

/// The candidates that propagation leaves.
#[derive(Debug)]
pub struct Rooted<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Whether it is solved thereby or has no solution, or a limit was reached; `None` if cells are left open.
    pub status: Option<Status>,
    /// The candidates of each cell.
    pub left: Vec<Candidates>,
    /// Time that it took.
    pub micros: u64,
}

impl<'a> Rooted<'a> {
    /// The candidates before the first decision.
    pub fn of(puzzle: &'a Puzzle, left: Vec<Candidates>) -> Rooted<'a> {
        let is_open = |cell: usize| !puzzle.grid().is_gap(cell) && left[cell].value().is_none();
        let status = (!(0..left.len()).any(is_open)).then_some(Status::Unique);
        Rooted { puzzle, status, left, micros: 0 }
    }

    /// The end without an answer.
    fn ended(puzzle: &'a Puzzle, status: Status) -> Rooted<'a> {
        Rooted { puzzle, status: Some(status), left: puzzle.cells().to_vec(), micros: 0 }
    }

    /// The columns of a table of answers.
    pub const COLUMNS: &'static [&'static str] =
        &["status", "open", "open_after", "candidates", "candidates_after", "micros"];

    /// The numbers of open cells and of their candidates.
    fn counted(&self, cells: &[Candidates]) -> (usize, usize) {
        let shown = cells.iter().enumerate().filter(|&(cell, _)| !self.puzzle.grid().is_gap(cell));
        let open = shown.map(|(_, set)| set.len()).filter(|&count| count != 1);
        open.fold((0, 0), |(open, all), count| (open + 1, all + count))
    }

    fn status(&self) -> &'static str {
        self.status.map_or("open", Status::name)
    }

    /// The numbers of open cells and candidates, before and after.
    pub fn text(&self) -> String {
        let ((open, all), (open_after, all_after)) =
            (self.counted(self.puzzle.cells()), self.counted(&self.left));
        match self.status {
            Some(Status::Limit) => "limit".to_owned(),
            Some(Status::None) => format!("none: {open} cells open, and propagation finds a contradiction"),
            _ => format!(
                "{open} cells open, {open_after} after propagation; {all} candidates, {all_after} after it"
            ),
        }
    }
}

impl Shown for Rooted<'_> {
    fn lines(&self, out: &mut Vec<u8>) {
        out.extend(self.text().bytes());
        out.push(b'\n');
    }

    fn object(&self, index: u64) -> String {
        json::numbered(index, self)
    }

    fn row(&self) -> Vec<String> {
        let ((open, all), (open_after, all_after)) =
            (self.counted(self.puzzle.cells()), self.counted(&self.left));
        let numbers = [open, open_after, all, all_after].map(|number| number.to_string());
        [self.status().to_owned()].into_iter().chain(numbers).chain([self.micros.to_string()]).collect()
    }

    fn picture(&self, _: &dyn Fn(Picture<'_>) -> String) -> Option<String> {
        let is_known = !matches!(self.status, Some(Status::Limit | Status::None));
        let grid = if is_known { print::candidates(self.puzzle, &self.left) } else { String::new() };
        Some(format!("{grid}{}\n", self.text()))
    }
}

impl Serialize for Rooted<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let counted = |cells: &[Candidates]| {
            let (open, candidates) = self.counted(cells);
            object().with("open", open).with("candidates", candidates)
        };
        let is_known = !matches!(self.status, Some(Status::Limit | Status::None));
        let sets = self.left.iter().enumerate();
        let sets = sets
            .map(|(cell, set)| (!self.puzzle.grid().is_gap(cell)).then(|| symbols(set.iter(), self.puzzle)));
        fields!(to,
            "status": self.status(),
            "before": counted(self.puzzle.cells()),
            "after"?: is_known.then(|| counted(&self.left)),
            "candidates"?: is_known.then(|| sets.collect::<Vec<_>>()),
            "micros": self.micros,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku::{Solver, methods};

    #[test]
    fn no_candidate_of_a_solution_is_lost() {
        let texts = [
            "1...............",
            "12..34..........",
            "size: 4\nkiller 3: r1c1 r1c2\nthermo: r4c1 r3c1 r3c2\ngrid:\n....\n....\n....\n...1\n",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ];
        for text in texts {
            let puzzle: Puzzle = text.parse().expect("it is a puzzle");
            let (seen, _) = Solver::default().occurrences(&puzzle, 1);
            for method in methods().iter().filter(|method| !method.explains && !method.in_lanes) {
                let config = Some(method.config());
                let rooted = Root { config }.answer(&puzzle, &Budget::default());
                for (cell, left) in rooted.left.iter().enumerate() {
                    assert_eq!(seen.candidates(cell).without(*left), Candidates::NONE, "{text}: {cell}");
                }
                let is_solved = rooted.counted(&rooted.left).0 == 0;
                let has_none = seen.candidates(0).is_empty() && rooted.status == Some(Status::None);
                assert!(has_none || rooted.status == is_solved.then_some(Status::Unique), "{text}");
                assert_eq!(rooted.row().len(), Rooted::COLUMNS.len());
            }
        }
    }
}
