//! Results about the solutions of a puzzle.

use serde::{Serialize, Serializer};
use serde_json::Value;
use sudoku::{Answer, Estimate, Guess, Magnitude, Puzzle, Solution};

use crate::json::{Decimal, Pairs, fields};
use crate::words::{name, symbols};
use crate::{Number, Reason, Status};

/// A result about the solutions of a puzzle.
#[derive(Debug)]
pub struct Report<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Whether there is one solution.
    pub status: Status,
    /// The solutions that are shown.
    pub solutions: &'a [Solution],
    /// Number of solutions, if it was asked for.
    pub count: Option<Number>,
    /// Reason of the status, if it is known.
    pub reason: Option<&'a Reason>,
    /// The number of decisions.
    pub nodes: u64,
    /// Time that it took.
    pub micros: u64,
}

impl<'a> Report<'a> {
    /// Returns the report of an answer to a request for one solution or two.
    pub fn of(puzzle: &'a Puzzle, answer: &'a Answer, reason: Option<&'a Reason>, micros: u64) -> Report<'a> {
        let status = Status::of(answer);
        // A solution without a proof does not answer `--unique`.
        let solutions = if status == Status::Limit { &[] } else { &answer.solutions[..] };
        Report { puzzle, status, solutions, count: None, reason, nodes: answer.nodes, micros }
    }

    /// Returns the two solutions of a puzzle that has several.
    pub fn both(&self) -> Option<[&'a [u8]; 2]> {
        match (self.status, self.solutions) {
            (Status::Multiple, [one, other]) => Some([one, other]),
            _ => None,
        }
    }
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Report { puzzle, status, solutions, count, reason, .. } = *self;
        let (counted, about) = match count {
            Some(Number::Exactly(count)) => (Some((count, true)), None),
            Some(Number::AtLeast(count)) => (Some((count, false)), None),
            Some(Number::About(estimate)) => (None, Some(estimate)),
            None => (None, None),
        };
        // A number that is too large for most readers of JSON is given by its logarithm alone.
        let shown = |number: Magnitude| number.value().is_finite().then(|| Decimal::new(number.to_string()));
        let is_known = |about: &Estimate| about.found > 0 || about.is_exact;
        let log10 =
            |about: Estimate| (about.found > 0).then(|| Decimal::new(format!("{:.4}", about.mean.log10())));
        let is_list = count.is_none() && status == Status::Multiple;
        let one = solutions.first().filter(|_| !is_list && count.is_none());
        let drawn = puzzle.about().filter(|about| about.may_lack_rules());
        fields!(to,
            "status": status,
            "count"?: counted.map(|(count, _)| count),
            "estimate"?: about.map(|about| Some(about.mean).filter(|_| is_known(&about)).and_then(shown)),
            "low"?: about.map(|about| shown(about.low)),
            "high"?: about.map(|about| about.high.and_then(shown)),
            "log10"?: about.map(log10),
            "probes"?: about.map(|about| about.probes),
            "exact"?: counted.map(|(_, is_exact)| is_exact).or(about.map(|about| about.is_exact)),
            "solution"?: count.is_none().then(|| one.map(|one| values(one, puzzle))),
            "beside"?: one.and_then(|one| beside(one, puzzle)),
            "solutions"?: is_list.then(|| solutions.iter().map(|one| values(one, puzzle)).collect::<Vec<_>>()),
            "beside"?: all_beside(solutions, puzzle).filter(|_| is_list),
            "reason"?: reason.map(|reason| &reason.what),
            "faults"?: reason.and_then(|reason| reason.faults(puzzle)),
            "guesses"?: drawn.map(|about| about.guesses.iter().map(Reading).collect::<Vec<_>>()),
            "unknown"?: drawn.map(|about| &about.unknown),
            "nodes": self.nodes,
            "micros": self.micros,
        )
    }
}

/// One of many solutions.
#[derive(Clone, Copy, Debug)]
pub struct Nth<'a> {
    /// The number of the solution, from 1.
    pub nth: u64,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The solution.
    pub solution: &'a [u8],
}

impl Serialize for Nth<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        fields!(to,
            "nth": self.nth,
            "solution": values(self.solution, self.puzzle),
            "beside"?: beside(self.solution, self.puzzle),
        )
    }
}

/// The values of a solution: a text if symbols are single characters, else a list.
fn values(solution: &[u8], puzzle: &Puzzle) -> Value {
    if puzzle.symbols().are_characters() {
        puzzle.text(solution).into()
    } else {
        puzzle.words(solution).collect()
    }
}

/// The values of loose cells, which a solution does not show.
fn beside(solution: &[u8], puzzle: &Puzzle) -> Option<Pairs<String, String>> {
    let from = puzzle.grid().rectangle();
    let names = (from..solution.len()).map(|cell| name(cell, puzzle));
    let pairs: Vec<_> = names.zip(symbols(solution.iter().copied().skip(from), puzzle)).collect();
    (!pairs.is_empty()).then_some(Pairs(pairs))
}

fn all_beside(solutions: &[Solution], puzzle: &Puzzle) -> Option<Vec<Pairs<String, String>>> {
    solutions.iter().map(|one| beside(one, puzzle)).collect()
}

/// How a part of a drawing was read.
struct Reading<'a>(&'a Guess);

impl Serialize for Reading<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        fields!(to, "rule": self.0.rule, "parts": self.0.parts, "reason": self.0.reason,)
    }
}

/// Maximum number of cells that are listed.
const MOST_LISTED: usize = 3;

/// Returns the first few cells in which two solutions differ, at the place of the first:
/// `several solutions: R1C1 is 3 or 7, R1C2 is 7 or 3, and 12 more cells differ`.
pub fn differences(puzzle: &Puzzle, [one, other]: [&[u8]; 2]) -> Reason {
    let differ: Vec<usize> = (0..one.len()).filter(|&cell| one[cell] != other[cell]).collect();
    let symbol = |value: u8| puzzle.symbols().get(value);
    let describe =
        |&cell: &usize| format!("{} is {} or {}", name(cell, puzzle), symbol(one[cell]), symbol(other[cell]));
    let listed: Vec<String> = differ.iter().take(MOST_LISTED).map(describe).collect();
    let more = match differ.len() - listed.len() {
        0 => String::new(),
        1 => ", and 1 more cell differs".to_owned(),
        more => format!(", and {more} more cells differ"),
    };
    let place = puzzle.place(*differ.first().expect("two solutions differ"));
    Reason::new(format!("several solutions: {}{more}", listed.join(", ")), place)
}
