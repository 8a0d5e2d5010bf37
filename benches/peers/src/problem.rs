//! The problems of the comparison, and the checks of their answers.

use crate::flat::Flat;
use crate::graph::Graph;
use crate::killer::Killer;
use crate::peer::Outcome;
use crate::qwh::Quasigroup;
use crate::shop::Shop;

/// Number of solutions to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    First,
    All,
}

/// A Sudoku in reading order; 0 is an open cell.
pub type Board = [u8; 81];

/// Problem. Each variant states the order and the base of the numbers in a witness.
pub enum Problem {
    /// Every puzzle, each until a second solution is found or ruled out. Witness: 1..=9, reading order.
    Sudoku(Vec<Board>),
    /// Witness: row of each column, from 0.
    Queens { n: usize, wanted: Wanted },
    /// First solution. Witness: 1..=order, reading order.
    Qwh(Quasigroup),
    /// `copies` of each of 1..=n, with i numbers between two consecutive copies of i; one of each two mirror images.
    /// Witness: the positions, from 1, of 1's copies, then of 2's …
    Langford { copies: usize, n: usize, wanted: Wanted },
    /// First magic square with ordered corners. Witness: 1..=n², reading order.
    Magic { n: usize },
    /// Shortest ruler, proved. Witness: the marks from 0.
    Golomb { marks: usize },
    /// All-interval series of 0..n; one of each two mirror images. Witness: the series.
    AllInterval { n: usize, wanted: Wanted },
    /// First colouring; the vertices of a clique get 1, 2, … Witness: colours from 1.
    Color { graph: Graph, colors: usize },
    /// All solutions. Witness: S E N D M O R Y.
    SendMore,
    /// All solutions. Witness: 1..=9, reading order.
    Killer(Killer),
    /// Shortest schedule, proved. Witness: the starts, job by job, then the end of the last task.
    JobShop(Shop),
}

impl Problem {
    /// Returns the number of puzzles that share the time of one run.
    pub fn instances(&self) -> usize {
        match self {
            Problem::Sudoku(puzzles) => puzzles.len().max(1),
            _ => 1,
        }
    }

    /// Returns the number of solutions after which a search may end; `None` if it must find all.
    #[cfg_attr(not(any(feature = "pumpkin", feature = "selen")), allow(dead_code))]
    pub fn enough(&self) -> Option<u64> {
        match self {
            Problem::Sudoku(_) => Some(2),
            Problem::Queens { wanted: Wanted::All, .. }
            | Problem::Langford { wanted: Wanted::All, .. }
            | Problem::AllInterval { wanted: Wanted::All, .. }
            | Problem::Golomb { .. }
            | Problem::SendMore
            | Problem::Killer(_)
            | Problem::JobShop(_) => None,
            _ => Some(1),
        }
    }

    /// Returns the models, one for each puzzle of a list of Sudokus.
    pub fn flat(&self) -> Vec<Flat> {
        match self {
            Problem::Sudoku(puzzles) => puzzles.iter().map(Flat::sudoku).collect(),
            Problem::Queens { n, .. } => vec![Flat::queens(*n)],
            Problem::Qwh(instance) => vec![Flat::qwh(instance)],
            Problem::Langford { copies, n, .. } => vec![Flat::langford(*copies, *n)],
            Problem::Magic { n } => vec![Flat::magic(*n)],
            Problem::Golomb { marks } => vec![Flat::golomb(*marks)],
            Problem::AllInterval { n, .. } => vec![Flat::all_interval(*n)],
            Problem::Color { graph, colors } => vec![Flat::color(graph, *colors)],
            Problem::SendMore => vec![Flat::send_more()],
            Problem::Killer(puzzle) => vec![Flat::killer(puzzle)],
            Problem::JobShop(shop) => vec![Flat::job_shop(shop)],
        }
    }

    /// Returns the number on which two complete answers have to agree.
    pub fn verdict(&self, outcome: &Outcome) -> i64 {
        match self {
            Problem::Golomb { .. } | Problem::JobShop(_) => outcome.witness.last().copied().unwrap_or(-1),
            _ => outcome.solutions as i64,
        }
    }

    /// Checks that the witness solves the problem.
    pub fn check(&self, outcome: &Outcome) -> Result<(), String> {
        if let Problem::Sudoku(puzzles) = self {
            return check_boards(puzzles, outcome);
        }
        match (outcome.solutions, outcome.witness.is_empty()) {
            (0, true) => return Ok(()),
            (0, false) | (_, true) => return Err("solutions and witness disagree".into()),
            _ => {}
        }
        if self.flat().iter().all(|flat| flat.accepts(&outcome.witness)) {
            Ok(())
        } else {
            Err(format!("wrong solution {:?}", outcome.witness))
        }
    }
}

/// Checks that each unique solution solves a puzzle of the list, in order.
fn check_boards(puzzles: &[Board], outcome: &Outcome) -> Result<(), String> {
    if outcome.witness.len() as u64 != 81 * outcome.solutions {
        return Err("not one board for each unique puzzle".into());
    }
    let mut left = puzzles.iter();
    for full in outcome.witness.chunks(81) {
        if !left.any(|puzzle| Flat::sudoku(puzzle).accepts(full)) {
            return Err(format!("wrong board {full:?}"));
        }
    }
    Ok(())
}

/// Parses a puzzle of 81 characters; `.` or `0` is an open cell.
pub fn parse_board(line: &str) -> Option<Board> {
    let mut board = [0; 81];
    let text = line.as_bytes().get(..81)?;
    for (cell, &byte) in board.iter_mut().zip(text) {
        *cell = match byte {
            b'.' => 0,
            b'0'..=b'9' => byte - b'0',
            _ => return None,
        };
    }
    Some(board)
}
