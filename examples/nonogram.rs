//! Nonograms: numbers beside each row and column are the lengths of its runs of filled cells, which together
//! determine a picture. Invented independently by Non Ishida and Tetsuya Nishio in Japan in 1987; CSPLib problem 12.
//! NP-complete (Ueda and Nagao 1996).
//!
//! A cell is 0 or 1, and each line is a word of a regular language: `3 1` means `0* 1{3} 0+ 1{1} 0*`. The constraint
//! for a line removes every value without a support, so little or no search is left. The picture below was drawn for
//! this example.

mod shell;

use std::process::ExitCode;

use csp::constraints::{Automaton, regular};
use csp::{Error, Model, Solution, Var};

const USAGE: &str = "\
Draws the picture that a nonogram describes.

Usage: nonogram [FILE]

  FILE     a puzzle (- reads standard input; without it the example draws its own): the line \"rows\", then
           the runs of each row in a line, 0 for none; then the line \"columns\" and the same:

           rows
           1 1
           3
           columns
           2
           1
           2";

const OURS: &str = "\
rows
1 1
2 2
7 2
9 2
2 3 2 1
9 1
4 4 2
7 2
5 2
3 3 2
3 3 2
4 9
2 8 3
2 2 5 2
2 2 4 2
columns
0
4 5
8 6
3 7
8 4
4 2 3
7 1
3 5 2
8 1 4
4 6
5
5
1
4
5
4
2 1
1 2
2 2
4
";

/// Maximum number of rows, and of columns.
const MOST: usize = 100;

fn main() -> ExitCode {
    shell::puzzle(USAGE, OURS, Puzzle::parse, run)
}

/// Runs of a row or column, and its line in the text.
struct Line {
    runs: Vec<usize>,
    number: usize,
}

struct Puzzle {
    rows: Vec<Line>,
    columns: Vec<Line>,
}

impl Puzzle {
    fn parse(text: &str) -> Result<Puzzle, String> {
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        let mut lines: Option<&mut Vec<Line>> = None;
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            match (line, &mut lines) {
                ("", _) => {}
                ("rows", _) => lines = Some(&mut rows),
                ("columns", _) => lines = Some(&mut columns),
                (_, None) => {
                    return Err(format!("line {number}: {line:?} stands before \"rows\" and \"columns\""));
                }
                (_, Some(lines)) => lines.push(Line { runs: runs(line, number)?, number }),
            }
        }
        let puzzle = Puzzle { rows, columns };
        puzzle.check()?;
        Ok(puzzle)
    }

    fn check(&self) -> Result<(), String> {
        let (rows, columns) = (&self.rows, &self.columns);
        for (name, lines, cells) in [("row", rows, columns.len()), ("column", columns, rows.len())] {
            if !(1..=MOST).contains(&lines.len()) {
                return Err(format!("a picture has 1 to {MOST} {name}s, not {}", lines.len()));
            }
            let needs = |line: &Line| line.runs.iter().sum::<usize>() + line.runs.len().saturating_sub(1);
            if let Some(line) = lines.iter().find(|line| needs(line) > cells) {
                return Err(format!(
                    "line {}: this {name} needs {} cells and has {cells}",
                    line.number,
                    needs(line)
                ));
            }
        }
        let [by_rows, by_columns] =
            [rows, columns].map(|lines| lines.iter().flat_map(|line| &line.runs).sum::<usize>());
        if by_rows == by_columns {
            Ok(())
        } else {
            Err(format!("{by_rows} cells are filled by the rows and {by_columns} by the columns"))
        }
    }

    /// Returns the model, and its cells row by row.
    fn model(&self) -> Result<(Model, Vec<Var>), Error> {
        let mut model = Model::new();
        let width = self.columns.len();
        let cells = model.vars(self.rows.len() * width, 0..=1);
        for (row, cells) in self.rows.iter().zip(cells.chunks(width)) {
            model.post(regular(cells, language(&row.runs)?));
        }
        for (at, column) in self.columns.iter().enumerate() {
            model.post(regular(cells[at..].iter().step_by(width), language(&column.runs)?));
        }
        Ok((model, cells))
    }
}

fn runs(line: &str, number: usize) -> Result<Vec<usize>, String> {
    let run = |word: &str| match word.parse() {
        Ok(run @ 1..=MOST) => Ok(run),
        _ => Err(format!("line {number}: {word:?} is not a number from 1 to {MOST}")),
    };
    if line == "0" { Ok(Vec::new()) } else { line.split_whitespace().map(run).collect() }
}

/// Returns the automaton that accepts the lines with these runs.
fn language(runs: &[usize]) -> Result<Automaton, Error> {
    let runs: Vec<String> = runs.iter().map(|run| format!("1{{{run}}}")).collect();
    Automaton::parse(&format!("0* {} 0*", runs.join(" 0+ ")))
}

/// Returns the number of solutions, at most 2.
fn run(puzzle: &Puzzle) -> Result<usize, Error> {
    let (model, cells) = puzzle.model()?;
    let said = ["There is no such picture.", "That is the only one.", "There is more than one."];
    shell::show_one_or_two(&model, said, |solution| draw(puzzle, solution, &cells))
}

/// Draws the picture with the runs of rows beside it and those of columns above.
fn draw(puzzle: &Puzzle, solution: &Solution, cells: &[Var]) {
    let Puzzle { rows, columns } = puzzle;
    let beside = |row: &Line| row.runs.iter().map(|run| format!(" {run}")).collect::<String>();
    let margin = rows.iter().map(|row| beside(row).len()).max().unwrap_or(0);
    let most = columns.iter().map(|column| column.runs.len()).max().unwrap_or(0);
    // A cell two characters wide is about square; a third one separates long numbers.
    let longest = columns.iter().flat_map(|column| &column.runs).max();
    let wide = 1 + longest.map_or(1, |run| run.to_string().len());
    // From the top: the last run of each column is directly above the picture.
    for below in (1..=most).rev() {
        let number = |column: &Line| {
            let at = column.runs.len().checked_sub(below);
            format!("{:>wide$}", at.map(|at| column.runs[at].to_string()).unwrap_or_default())
        };
        println!("{:margin$}   {}", "", columns.iter().map(number).collect::<String>().trim_end());
    }
    let frame = "─".repeat(wide * columns.len());
    println!("{:margin$}  ┌{frame}┐", "");
    for (row, cells) in rows.iter().zip(cells.chunks(columns.len())) {
        let line = solution.of(cells).map(|filled| if filled == 1 { "█" } else { " " }.repeat(wide));
        println!("{:>margin$}  │{}│", beside(row), line.collect::<String>());
    }
    println!("{:margin$}  └{frame}┘\n", "");
}
