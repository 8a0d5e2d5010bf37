//! Documents of SudokuPad.
//!
//! - `drawings`: each convention of drawing, with the clues that it means.
//! - `words`: rules in the setter's words.
//! - `readings`: guesses, and what takes their place if there is no solution.
//! - `written`: drawings of puzzles, and documents that are written and read back.

mod drawings;
mod readings;
mod words;
mod written;

use sudoku::Puzzle;

use crate::support::one;

/// A clue as its name, its numbers and its lists of cells.
type Said = (&'static str, Vec<i32>, Vec<Vec<u16>>);

/// Returns a document of 9×9 cells in usual boxes, with the setter's words and further keys.
fn document(rules: &str, more: &str) -> String {
    let cells = vec![format!("[{}]", ["{}"; 9].join(",")); 9].join(",");
    let region = |at: usize| {
        let cell = |cell: usize| format!("[{},{}]", at / 3 * 3 + cell / 3, at % 3 * 3 + cell % 3);
        format!("[{}]", (0..9).map(cell).collect::<Vec<_>>().join(","))
    };
    let regions = (0..9).map(region).collect::<Vec<_>>().join(",");
    format!(r#"{{"cells":[{cells}],"regions":[{regions}],"metadata":{{"rules":"{rules}"}}{more}}}"#)
}

fn read(rules: &str, more: &str) -> Puzzle {
    one(&document(rules, more))
}

fn clues(puzzle: &Puzzle) -> Vec<Said> {
    puzzle
        .clues()
        .iter()
        .map(|clue| (clue.kind.name(), clue.numbers().collect(), clue.lists.clone()))
        .collect()
}

fn unknown(puzzle: &Puzzle) -> Vec<String> {
    puzzle.about().map_or(Vec::new(), |about| about.unknown.clone())
}

fn line(colour: &str, thickness: f64, points: &str) -> String {
    format!(r#"{{"wayPoints":[{points}],"color":"{colour}","thickness":{thickness}}}"#)
}

fn shape(middle: &str, size: f64, fill: &str, border: &str, round: bool, text: &str) -> String {
    format!(
        r#"{{"center":[{middle}],"width":{size},"height":{size},"backgroundColor":"{fill}","borderColor":"{border}","rounded":{round},"text":"{text}"}}"#
    )
}
