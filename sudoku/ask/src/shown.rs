//! The forms in which every command can write an answer.

use sudoku::print::Picture;

/// An answer that can be written as lines, as an object, as a row of a table, and perhaps as a picture.
pub trait Shown {
    /// Writes the answer as lines, each with its end.
    fn lines(&self, out: &mut Vec<u8>);

    /// Returns the answer as an object on one line, with the number of its puzzle.
    fn object(&self, index: u64) -> String;

    /// Returns the fields of the answer's row, in the order of its columns.
    fn row(&self) -> Vec<String>;

    /// Returns the answer as a picture, with the end of each line, if it is one. Grids are drawn by `draw`.
    fn picture(&self, _draw: &dyn Fn(Picture<'_>) -> String) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use sudoku::explain::Explainer;
    use sudoku::{Budget, May, Puzzle, Solver};

    use super::*;
    use crate::{Canonical, Minimize, Minimized, Quick, Rate, Rated, Reduction, Solved};

    /// Puzzles with one solution, none and several.
    const PUZZLES: [&str; 3] = ["1234341221434.21", "11..............", "1..............."];

    fn solved(text: &str) -> (Puzzle, Solved) {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let answer = Solver::default().solve(&puzzle, 2);
        (puzzle, Solved { answer, micros: 0 })
    }

    fn check(answer: &dyn Shown, columns: &[&str]) {
        assert_eq!(answer.row().len(), columns.len(), "{}", answer.object(1));
        let mut lines = Vec::new();
        answer.lines(&mut lines);
        assert!(lines.ends_with(b"\n"), "{}", answer.object(1));
    }

    #[test]
    fn every_column_has_a_field_whatever_the_answer() {
        for (puzzle, solved) in PUZZLES.map(solved) {
            let question = Rate { finds_fault: true, ..Rate::default() };
            let rated = question.answer(&puzzle, &solved, &mut Explainer::default(), &Budget::default());
            check(&rated, Rated::COLUMNS);
            let question = Minimize { may: May::ALL };
            let Minimized { status, found } =
                question.answer(&puzzle, &solved.answer, &mut Solver::default());
            let minimal = found.as_ref().map(|found| (found, "1…\n"));
            check(&Reduction { puzzle: &puzzle, status, minimal, reason: None }, Reduction::COLUMNS);
        }
        let classic: Puzzle = ("1".to_owned() + &".".repeat(80)).parse().expect("it is a puzzle");
        check(&Canonical::answer(&classic).expect("it is classic"), Canonical::COLUMNS);
    }
}
