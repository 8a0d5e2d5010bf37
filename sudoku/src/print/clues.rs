//! The marks of a puzzle's clues.

use crate::grid::Frame;
use crate::puzzle::Puzzle;
use crate::rules::Clue;
use crate::rules::mark::{LineEnd, Mark, Paint, Weight};

/// Returns the marks of all clues. A clue about cells beside the grid, or without a sign, becomes a note in words.
pub fn marks(puzzle: &Puzzle) -> Vec<Mark> {
    let mut all = Vec::new();
    for clue in puzzle.clues() {
        let mut marks = of_clue(clue, puzzle);
        // Equal notes of several clues are printed once.
        marks.retain(|mark| !matches!(mark, Mark::Note(_)) || !all.contains(mark));
        all.extend(marks);
    }
    all
}

/// Returns the marks of a clue by its place among the clues of the puzzle.
pub fn marks_of(puzzle: &Puzzle, clue: usize) -> Vec<Mark> {
    of_clue(&puzzle.clues()[clue], puzzle)
}

pub(super) fn of_clue(clue: &Clue, puzzle: &Puzzle) -> Vec<Mark> {
    let (grid, scene) = (&puzzle.grid, puzzle.scene());
    let marks = (clue.kind.marks)(clue, &scene);
    if marks.is_empty() {
        return vec![Mark::Note(puzzle.sentence(clue))];
    }
    if !marks.iter().all(|mark| mark.is_within(grid.rectangle())) {
        return vec![Mark::Note(clue.as_text(&puzzle.grid, &puzzle.symbols))];
    }
    let parts = &grid.shape().parts;
    let in_its_grid = |mark| match (mark, clue.part) {
        (Mark::Note(text), Some(part)) => {
            vec![Mark::Note(format!("{text} (In {}.)", parts[usize::from(part)].name))]
        }
        (Mark::Diagonal { rising }, _) if !parts.is_empty() => {
            let frames = scene.frames(clue);
            frames.iter().map(|frame| diagonal(frame, rising, grid.columns())).collect()
        }
        (mark, _) => vec![mark],
    };
    marks.into_iter().flat_map(in_its_grid).collect()
}

/// A diagonal of one of several grids, on a canvas of `width` columns.
fn diagonal(frame: &Frame, rising: bool, width: usize) -> Mark {
    let cell = |at: usize| {
        let row = if rising { frame.rows - 1 - at } else { at };
        ((frame.top + row) * width + frame.left + at) as u16
    };
    let cells = (0..frame.rows.min(frame.columns)).map(cell).collect();
    let (paint, weight, end) = (Paint::Blue, Weight::Thin, LineEnd::Plain);
    Mark::Line { cells, paint, weight, start: end, end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonals_stay_in_their_grid() {
        let frame = Frame { top: 2, left: 1, rows: 3, columns: 3 };
        let cells = |rising| match diagonal(&frame, rising, 10) {
            Mark::Line { cells, .. } => cells,
            other => panic!("{other:?}"),
        };
        assert_eq!((cells(false), cells(true)), (vec![21, 32, 43], vec![41, 32, 23]));
    }

    #[test]
    fn notes_appear_once_and_name_their_grid() {
        let puzzle = |rules: &str| -> Puzzle {
            let rows = "....~~\n".repeat(4) + &"~~~~~~\n".repeat(2);
            let head = "size: 6\nvalues: 1-4\ncells: X 1\nsudoku a at r1c1 size 4\ngrid:\n";
            format!("{head}{rows}{rules}").parse().expect("a valid puzzle")
        };
        let note = |text: &str| Mark::Note(text.into());
        let knight = "Cells a knight's move apart are different.";
        assert_eq!(marks(&puzzle("anti-knight\nanti-knight\n")), [note(knight)]);
        assert_eq!(marks(&puzzle("anti-knight in a\n")), [note(&format!("{knight} (In a.)"))]);
        let beside = marks(&puzzle("killer 5: X1 r1c1\nkiller: r1c1 r1c2\n"));
        let cage = Mark::Cage { cells: vec![0, 1], label: String::new() };
        assert_eq!(beside, [note("killer 5: X1 r1c1"), cage]);
    }
}
