//! How hard a puzzle is.

use csp::clock::Instant;
use serde::{Serialize, Serializer};
use sudoku::explain::{Explainer, Levels, Rating, Stuck};
use sudoku::{Budget, Puzzle};

use crate::call::{Call, PUZZLE, Request, Response, Work};
use crate::json::{self, Decimal, Pairs, fields, hundredths};
use crate::{Failure, Reason, Shown, Solved, Status};

/// Asks how hard a puzzle is. Only a puzzle with one solution has a rating.
#[derive(Clone, Debug, Default)]
pub struct Rate {
    /// Whether to look for the reason if there is no solution.
    pub finds_fault: bool,
    /// The names of levels.
    pub levels: Levels,
}

impl Rate {
    /// Rates a puzzle. `solved` is the answer to a search for two solutions. Puzzles on one grid
    /// share the explainer's tables of the grid.
    pub fn answer(
        &self,
        puzzle: &Puzzle,
        solved: &Solved,
        explainer: &mut Explainer,
        budget: &Budget,
    ) -> Rated {
        let begun = Instant::now();
        let mut status = Status::of(&solved.answer);
        let rating = (status == Status::Unique).then(|| {
            explainer.limit(budget.clone());
            explainer.rate(puzzle)
        });
        let open = rating.as_ref().filter(|rating| !rating.is_complete());
        let what = match (open, status) {
            (Some(rating), _) => {
                status = Status::Limit;
                Some(ending(rating))
            }
            (_, Status::Limit) => {
                Some("the limit was reached before the number of solutions was known".to_owned())
            }
            (_, Status::Multiple) => Some("several solutions, so there is no rating".to_owned()),
            _ => None,
        };
        let reason = match what {
            Some(what) => Some(Reason::of_puzzle(what, puzzle)),
            None if self.finds_fault => Reason::of_none(status, puzzle, budget),
            None => None,
        };
        let level = rating.as_ref().map(|rating| self.levels.name(rating.hardest).to_owned());
        Rated { status, rating, level, reason, micros: solved.micros + begun.elapsed().as_micros() as u64 }
    }
}

/// Why the steps did not reach the solution, and how far they came.
fn ending(rating: &Rating) -> String {
    let what = match rating.end {
        Stuck::Limit => "the limit was reached",
        _ => "no further step is known",
    };
    let (steps, hardest) = (rating.steps, hundredths(rating.hardest.into()));
    match steps {
        0 => format!("{what} before the first step"),
        1 => format!("{what} after one step, of cost {hardest}"),
        _ => format!("{what} after {steps} steps, the hardest of cost {hardest}"),
    }
}

/// The difficulty of a puzzle.
#[derive(Debug)]
pub struct Rated {
    /// Outcome of the proof, and of the explanation.
    pub status: Status,
    /// The rating of a puzzle with one solution.
    pub rating: Option<Rating>,
    /// The name of its level.
    pub level: Option<String>,
    /// Reason of the status, if it is known.
    pub reason: Option<Reason>,
    /// Time that it took.
    pub micros: u64,
}

impl Serialize for Rated {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let rating = self.rating.as_ref();
        let counts = |rating: &Rating| rating.counts.iter().map(|(one, count)| (one.name, *count)).collect();
        fields!(to,
            "status": self.status,
            "complete"?: rating.map(Rating::is_complete),
            "hardest"?: rating.map(|rating| Decimal::hundredths(rating.hardest.into())),
            "level"?: self.level.as_ref(),
            "technique"?: rating.map(|rating| rating.technique.map(|technique| technique.name)),
            "name"?: rating.map(|rating| rating.technique.map(|technique| technique.title)),
            "sum"?: rating.map(|rating| Decimal::hundredths(rating.sum)),
            "steps"?: rating.map(|rating| rating.steps),
            "counts"?: rating.map(|rating| Pairs(counts(rating))),
            "se"?: rating.map(|rating| Decimal::new(format!("{:.1}", rating.se()))),
            "reason"?: self.reason.as_ref().map(|reason| &reason.what),
            "micros": self.micros,
        )
    }
}

impl Rated {
    /// The columns of a table.
    pub const COLUMNS: &[&str] = &["status", "hardest", "level", "technique", "sum", "steps", "se", "micros"];

    /// Returns the rating if its steps reach the solution.
    fn complete(&self) -> Option<&Rating> {
        self.rating.as_ref().filter(|rating| rating.is_complete())
    }

    /// The cost of the hardest step, its level and technique, number and sum of the steps, the value on the SE scale.
    fn text(&self) -> String {
        let Some(rating) = self.complete() else { return self.status.name().to_owned() };
        let level = self.level.as_deref().unwrap_or_default();
        let Some(technique) = rating.technique.map(|technique| technique.title) else {
            return format!("0.00 {level} (solved already), no steps");
        };
        let (hardest, sum) = (hundredths(rating.hardest.into()), hundredths(rating.sum));
        let (se, steps) = (rating.se(), rating.steps);
        let plural = if steps == 1 { "" } else { "s" };
        format!("{hardest} {level} ({technique}), {steps} step{plural} with sum {sum}, SE {se:.1}")
    }
}

impl Shown for Rated {
    fn lines(&self, out: &mut Vec<u8>) {
        out.extend((self.text() + "\n").bytes());
    }

    fn object(&self, index: u64) -> String {
        json::numbered(index, self)
    }

    fn row(&self) -> Vec<String> {
        let cells = self.complete().map(|rating| {
            let technique = rating.technique.map_or("", |technique| technique.title);
            let (hardest, sum) = (hundredths(rating.hardest.into()), hundredths(rating.sum));
            let (level, steps, se) = (self.level.clone().unwrap_or_default(), rating.steps, rating.se());
            [hardest, level, technique.into(), sum, steps.to_string(), format!("{se:.1}")]
        });
        let [status, micros] = [self.status.name().to_owned(), self.micros.to_string()];
        [status].into_iter().chain(cells.unwrap_or_default()).chain([micros]).collect()
    }
}

pub(crate) const CALL: Call = Call {
    path: "/api/rate",
    about: "Rates the difficulty of a puzzle, as `sudoku rate --format json`.",
    fields: &[PUZZLE],
    answer: "{status, complete, hardest, level, technique, name: of the technique, for people, sum, steps, counts, se, reason, micros}",
    is_stream: false,
    run: rate,
};

fn rate(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let begun = Instant::now();
    let puzzle = request.puzzle()?;
    let answer = work.solve(&puzzle, 2);
    let solved = Solved { answer, micros: begun.elapsed().as_micros() as u64 };
    let rated = Rate { finds_fault: true, ..Rate::default() }.answer(
        &puzzle,
        &solved,
        &mut Explainer::default(),
        &work.budget(),
    );
    Ok(Response::Json(json::numbered(1, &rated)))
}
