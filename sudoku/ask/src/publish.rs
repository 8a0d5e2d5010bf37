//! What a book or a newspaper prints of a puzzle.

use sheet::Image;
use sudoku::explain::{Detail, Explainer, Levels};
use sudoku::print::{self, Drawing, Mark};
use sudoku::{Answer, Budget, Puzzle, Solver};

use crate::{Hint, Rate, Reason, Solved, Status};

/// Asks what is printed of a puzzle. Only a puzzle with one solution can be published.
#[derive(Clone, Debug, Default)]
pub struct Publish {
    /// Whether the difficulty is rated.
    pub rates: bool,
    /// The names of levels, of which the rating tells one.
    pub levels: Option<Levels>,
    /// Whether the level that the document tells stays.
    pub keeps_own: bool,
    /// How much of the first step a hint tells, if there are hints.
    pub hint: Option<Detail>,
}

/// What is printed of a puzzle.
#[derive(Debug)]
pub struct Published {
    /// Whether there is one solution.
    pub status: Status,
    /// Why it cannot be published, if it cannot.
    pub reason: Option<Reason>,
    /// The grid with its clues, without words.
    pub puzzle: Image,
    /// The only solution.
    pub solution: Option<Vec<u8>>,
    /// The rules in sentences; none for a classic puzzle.
    pub rules: Vec<String>,
    /// The level: as rated if levels are named, or else as the document tells it.
    pub level: Option<String>,
    /// The cost of the hardest step in hundredths, and its technique, if it was rated.
    pub rating: Option<(u16, &'static str)>,
    /// The first step in words.
    pub hint: Option<String>,
}

impl Publish {
    /// Prepares a puzzle for print. Puzzles on one grid share the explainer's tables.
    pub fn answer(
        &self,
        puzzle: &Puzzle,
        solver: &mut Solver,
        explainer: &mut Explainer,
        budget: &Budget,
    ) -> Published {
        let mut answer = solver.solve(puzzle, 2);
        let mut status = Status::of(&answer);
        let mut reason = reason(status, puzzle, budget);
        let told = puzzle.about().and_then(|about| about.level()).map(str::to_owned);
        let (mut level, mut rating, mut hint) = (told, None, None);
        if status == Status::Unique && self.rates {
            let levels = self.levels.clone().unwrap_or_default();
            let rate = Rate { finds_fault: false, levels };
            let solved = Solved { answer, micros: 0 };
            let rated = rate.answer(puzzle, &solved, explainer, budget);
            answer = solved.answer;
            if rated.status == Status::Unique {
                let is_named = self.levels.is_some() && !(self.keeps_own && level.is_some());
                level = if is_named { rated.level } else { level };
                rating = rated
                    .rating
                    .map(|rating| (rating.hardest, rating.technique.map_or("", |technique| technique.title)));
            } else {
                (status, reason) = (rated.status, rated.reason);
            }
        }
        let solution = answer.solutions.first().filter(|_| status == Status::Unique).cloned();
        if let Some(detail) = self.hint.filter(|_| status == Status::Unique) {
            let question = Hint { marks: puzzle.cells(), detail, explained: 0, finds_fault: false };
            let known = Answer { solutions: answer.solutions, ..answer };
            hint = Some(question.answer(puzzle, Some(known), solver, budget).text.replace('\n', " "));
        }
        let explained = print::explained(puzzle);
        let (notes, marks): (Vec<Mark>, Vec<Mark>) =
            explained.into_iter().partition(|mark| matches!(mark, Mark::Note(_)));
        let image = Drawing::of(puzzle).marks(&marks).without_words().image();
        let rules = rules(puzzle, notes);
        Published {
            status,
            reason,
            puzzle: image,
            solution: solution.map(Into::into),
            rules,
            level,
            rating,
            hint,
        }
    }
}

impl Published {
    /// The picture of the solution.
    pub fn solved(&self, puzzle: &Puzzle) -> Option<Image> {
        let solution = self.solution.as_deref()?;
        Some(Drawing::of(puzzle).solution(solution).without_words().image())
    }

    /// The cost of the hardest step as a number.
    pub fn cost(&self) -> Option<String> {
        self.rating.map(|(cost, _)| crate::json::hundredths(cost.into()))
    }
}

/// Why a puzzle cannot be published.
fn reason(status: Status, puzzle: &Puzzle, budget: &Budget) -> Option<Reason> {
    match status {
        Status::Unique => None,
        Status::None => Reason::of_none(status, puzzle, budget)
            .map(|reason| Reason { what: format!("no solution: {}", reason.what), ..reason })
            .or_else(|| Some(Reason::of_puzzle("no solution", puzzle))),
        Status::Multiple => Some(Reason::of_puzzle("several solutions", puzzle)),
        _ => Some(Reason::of_puzzle(
            "the limit was reached before the solution was known to be the only one",
            puzzle,
        )),
    }
}

/// The rules of a puzzle in sentences: its own text, or what its grid and its clues say. Of a classic puzzle, none.
fn rules(puzzle: &Puzzle, notes: Vec<Mark>) -> Vec<String> {
    let own = puzzle.about().into_iter().flat_map(|about| about.rules()).map(str::to_owned);
    let mut rules: Vec<String> = own.collect();
    let notes = notes.into_iter().filter_map(|mark| match mark {
        Mark::Note(text) => Some(text),
        _ => None,
    });
    let has_own = !rules.is_empty();
    let grid = puzzle.sentences().into_iter().find(|(kind, _)| kind.is_none());
    let is_usual = puzzle.grid().boxes() == Some((3, 3)) && puzzle.grid().values() == 9;
    // The puzzle's own text says what the rules are; only the letters that tell rules apart are added.
    let is_letter = |note: &String| note.chars().skip(1).take(3).eq(" = ".chars());
    let notes: Vec<String> = notes.filter(|note| !has_own || is_letter(note)).collect();
    if !(has_own || is_usual && notes.is_empty()) {
        rules.extend(grid.map(|(_, sentence)| sentence));
    }
    for note in notes {
        if !rules.contains(&note) {
            rules.push(note);
        }
    }
    rules
}

/// The rules that all puzzles have, which are told once. They are taken away from each.
pub fn shared<'a>(all: impl IntoIterator<Item = &'a mut Vec<String>>) -> Vec<String> {
    let mut all: Vec<&mut Vec<String>> = all.into_iter().collect();
    let Some((first, others)) = all.split_first() else { return Vec::new() };
    let is_shared = |rule: &&String| others.iter().all(|rules| rules.contains(rule));
    let shared: Vec<String> = first.iter().filter(is_shared).cloned().collect();
    for rules in &mut all {
        rules.retain(|rule| !shared.contains(rule));
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str = "43.618.5.2...3.84.7.1.4.6..894.....2..3..65....28.1..4928....3..4..83.15...967..8";

    fn published(text: &str, question: &Publish) -> Published {
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        question.answer(&puzzle, &mut Solver::default(), &mut Explainer::default(), &Budget::default())
    }

    #[test]
    fn a_puzzle_is_rated_and_hinted_only_if_that_is_asked() {
        let plain = published(EASY, &Publish::default());
        assert_eq!(
            (plain.status, plain.rules.len(), plain.level, plain.hint),
            (Status::Unique, 0, None, None)
        );
        assert!(plain.solution.is_some_and(|solution| solution.len() == 81));
        let levels: Levels = "gentle=..2.0,tough".parse().unwrap();
        let rated = Publish { rates: true, hint: Some(Detail::Full), ..Publish::default() };
        let question = Publish { levels: Some(levels), ..rated.clone() };
        let all = published(EASY, &question);
        assert_eq!(all.level.as_deref(), Some("gentle"));
        assert_eq!(all.cost(), all.rating.map(|(cost, _)| format!("{}.{:02}", cost / 100, cost % 100)));
        assert!(all.hint.is_some_and(|hint| hint.contains("R")));
        // The document's own level is replaced only by levels that are named.
        let rows: Vec<&str> = (0..9).map(|row| &EASY[9 * row..9 * row + 9]).collect();
        let own = format!("#LBeta\n{}", rows.join("\n"));
        let level = |question: &Publish| published(&own, question).level;
        assert_eq!(level(&rated).as_deref(), Some("Beta"));
        assert_eq!(level(&question).as_deref(), Some("gentle"));
        let kept = Publish { keeps_own: true, ..question };
        assert_eq!(
            (level(&kept).as_deref(), published(EASY, &kept).level.as_deref()),
            (Some("Beta"), Some("gentle"))
        );
    }

    #[test]
    fn puzzles_without_one_solution_say_why() {
        for (text, status, why) in [
            ("12343412........", Status::Multiple, "several solutions"),
            ("11..............", Status::None, "no solution: "),
        ] {
            let published = published(text, &Publish::default());
            assert_eq!((published.status, published.solution), (status, None), "{text}");
            assert!(published.reason.is_some_and(|reason| reason.what.starts_with(why)), "{text}");
        }
    }

    #[test]
    fn rules_that_all_have_are_told_once() {
        let list = |rules: &[&str]| -> Vec<String> { rules.iter().map(|rule| (*rule).to_owned()).collect() };
        let mut all = [list(&["a", "b"]), list(&["b", "c"]), list(&["b"])];
        assert_eq!(shared(&mut all), ["b"]);
        assert_eq!(all, [list(&["a"]), list(&["c"]), list(&[])]);
        assert_eq!(shared(&mut []), list(&[]));
    }

    #[test]
    fn rules_are_the_puzzles_own_text_or_sentences() {
        let rules = |text: &str| published(text, &Publish::default()).rules;
        let sentences = rules("size: 9\nkiller 5: r1c1 r1c2\n");
        assert_eq!(sentences[0], "Normal sudoku rules apply.");
        assert!(sentences[1].contains("cage"), "{sentences:?}");
        assert_eq!(rules("size: 4\n")[0], "Digits from 1 to 4 do not repeat in any row, column or box.");
    }
}
