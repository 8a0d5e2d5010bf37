//! The statements of a puzzle: what a setter writes or erases at once.

use crate::puzzle::Puzzle;
use crate::rules::Clue;

/// A given, or a clue of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Statement {
    /// The given of a cell.
    Given(usize),
    /// A clue, by its index among the clues of the puzzle. Where cells are marked one by one, as odd cells are, it may be
    /// one of the marks, by its cell.
    Clue(usize, Option<u16>),
}

impl Statement {
    /// Whether it is a given.
    pub fn is_given(self) -> bool {
        matches!(self, Statement::Given(_))
    }

    /// The clue, or the clue with the marked cell alone; `None` for a given.
    pub fn clue(self, puzzle: &Puzzle) -> Option<Clue> {
        let Statement::Clue(at, mark) = self else { return None };
        let mut clue = puzzle.clues()[at].clone();
        if let Some(cell) = mark {
            clue.lists[0] = vec![cell];
        }
        Some(clue)
    }

    /// The cells that it names, each once.
    pub fn cells(self, puzzle: &Puzzle) -> Vec<usize> {
        let mut cells = Vec::new();
        match self {
            Statement::Given(cell) => cells.push(cell),
            Statement::Clue(_, Some(cell)) => cells.push(cell.into()),
            Statement::Clue(at, None) => puzzle.clues()[at].for_each_cell(&mut |cell| {
                if !cells.contains(&cell.into()) {
                    cells.push(cell.into());
                }
            }),
        }
        cells
    }

    /// Line and column in the puzzle's text, from 1.
    pub fn place(self, puzzle: &Puzzle) -> (u64, u32) {
        match self {
            Statement::Given(cell) => puzzle.place(cell),
            Statement::Clue(at, _) => puzzle.clues()[at].place,
        }
    }
}

impl Puzzle {
    /// All givens in reading order, then all clues, of which those that mark single cells count once for each mark. A
    /// rule that makes the regions unknown belongs to the grid, and is left out.
    ///
    /// ```
    /// use sudoku::{Puzzle, Statement};
    ///
    /// let puzzle: Puzzle = "size: 4\ngrid:\n1...\n....\n....\n....\nkiller 5: r2c1 r2c2\nodd: r3c3 r4c4\n".parse()?;
    /// let marks = [Statement::Clue(1, Some(10)), Statement::Clue(1, Some(15))];
    /// assert_eq!(puzzle.statements(), [&[Statement::Given(0), Statement::Clue(0, None)][..], &marks].concat());
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn statements(&self) -> Vec<Statement> {
        let mut all: Vec<Statement> =
            (0..self.cells.len()).filter(|&cell| self.given(cell).is_some()).map(Statement::Given).collect();
        for (at, clue) in self.clues().iter().enumerate().filter(|(_, clue)| !clue.kind.makes_labels) {
            let cells = clue.cells();
            if !clue.kind.marks_cells() || cells.len() < 2 {
                all.push(Statement::Clue(at, None));
                continue;
            }
            let once = cells.iter().enumerate().filter(|(nth, cell)| !cells[..*nth].contains(cell));
            all.extend(once.map(|(_, &cell)| Statement::Clue(at, Some(cell))));
        }
        all
    }

    /// The puzzle with some of its statements erased.
    pub fn without(&self, erased: &[Statement]) -> Puzzle {
        let mut puzzle = self.clone();
        let mut clues: Vec<Option<Clue>> = Vec::new();
        for statement in erased {
            match *statement {
                Statement::Given(cell) => puzzle.cells[cell] = self.all_values(),
                Statement::Clue(at, mark) => {
                    if clues.is_empty() {
                        clues = self.clues().iter().cloned().map(Some).collect();
                    }
                    let Some(clue) = &mut clues[at] else { continue };
                    if let Some(cell) = mark {
                        clue.lists[0].retain(|&other| other != cell);
                    }
                    if mark.is_none() || clue.cells().is_empty() {
                        clues[at] = None;
                    }
                }
            }
        }
        if !clues.is_empty() {
            let left: Vec<Clue> = clues.into_iter().flatten().collect();
            puzzle.rules = (!left.is_empty()).then(|| left.into());
        }
        puzzle
    }
}
