//! Kakuro: a crossword of digits. Each run of cells, across or down, has the sum before it, and no digit
//! twice. From Dell's Official Crossword Puzzles of 1950, by Jacob Funk, as "Cross Sums"; Nikoli took it to Japan in
//! 1980. NP-complete (Seta 2002).
//!
//! The model has a variable for each open cell, and a sum and an all-different for each run. The puzzle below was
//! made for this example: a randomly filled grid, in which cells where two solutions differed were changed until the
//! solution was unique.

mod shell;

use std::process::ExitCode;

use csp::{Error, Model, Solution, Var, sum};

const USAGE: &str = "\
Fills a crossword of sums.

Usage: kakuro [FILE]

  FILE     a puzzle (- reads standard input; without it the example takes its own): rows of cells with blanks
           between them, . an open cell, # a closed one, 17\\16 a closed one with the sums of the cells below it
           and to the right of it, 17\\ and \\16 with one of them:

           #    17\\   4\\
           \\12  .    .
           \\9   .    .";

const OURS: &str = r"
#     19\   28\   4\    #     #     22\   10\   6\
\18   .     .     .     #     27\16 .     .     .
\7    .     .     .     27\16 .     .     .     .
\16   .     .     33\29 .     .     .     .     #
\29   .     .     .     .     .     .     14\   25\
#     #     10\33 .     .     .     .     .     .
#     6\19  .     .     .     .     17\4  .     .
\13   .     .     .     .     \20   .     .     .
\6    .     .     .     #     \22   .     .     .
";

/// Maximum number of rows, and of columns.
const MOST: usize = 40;

fn main() -> ExitCode {
    shell::puzzle(USAGE, OURS, Puzzle::parse, run)
}

#[derive(Clone, Copy)]
enum Cell {
    Open,
    Closed { down: Option<i32>, across: Option<i32> },
}

/// Consecutive cells with a sum.
struct Run {
    total: i32,
    cells: Vec<usize>,
}

struct Puzzle {
    columns: usize,
    /// Cells row by row.
    cells: Vec<Cell>,
    runs: Vec<Run>,
}

impl Puzzle {
    fn parse(text: &str) -> Result<Puzzle, String> {
        let mut puzzle = Puzzle { columns: 0, cells: Vec::new(), runs: Vec::new() };
        // Line number of each row in the text.
        let mut numbers = Vec::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let row = line.split_whitespace().map(|word| {
                cell(word)
                    .ok_or_else(|| format!("line {number}: {word} is neither . nor # nor sums like 17\\16"))
            });
            let row = row.collect::<Result<Vec<Cell>, String>>()?;
            if numbers.is_empty() {
                puzzle.columns = row.len();
            }
            if row.len() != puzzle.columns {
                return Err(format!(
                    "line {number}: {} cells, where the first row has {}",
                    row.len(),
                    puzzle.columns
                ));
            }
            puzzle.cells.extend(row);
            numbers.push(number);
        }
        let (rows, columns) = (numbers.len(), puzzle.columns);
        if rows == 0 || rows.max(columns) > MOST {
            return Err(format!("a puzzle has 1 to {MOST} rows and columns, not {rows} and {columns}"));
        }
        puzzle.find_runs(&numbers)?;
        Ok(puzzle)
    }

    fn find_runs(&mut self, numbers: &[usize]) -> Result<(), String> {
        let (rows, columns) = (numbers.len(), self.columns);
        let across = (0..rows).map(|row| (true, (0..columns).map(|column| row * columns + column).collect()));
        let down = (0..columns).map(|column| (false, (0..rows).map(|row| row * columns + column).collect()));
        for (is_across, line) in across.chain(down).collect::<Vec<(bool, Vec<usize>)>>() {
            let is_closed = |&at: &usize| matches!(self.cells[at], Cell::Closed { .. });
            let direction = if is_across { "across" } else { "down" };
            let mut rest = &line[..];
            while let Some(&first) = rest.first() {
                let total = match self.cells[first] {
                    Cell::Open => None,
                    Cell::Closed { across, .. } if is_across => across,
                    Cell::Closed { down, .. } => down,
                };
                let from = usize::from(is_closed(&first));
                let until = rest.iter().skip(from).position(is_closed).map_or(rest.len(), |open| from + open);
                let (cells, line) = (rest[from..until].to_vec(), numbers[first / columns]);
                rest = &rest[until..];
                match (total, cells.len()) {
                    (Some(total), 1..=9) => self.runs.push(Run { total, cells }),
                    (Some(total), 0) => {
                        return Err(format!("line {line}: no open cell has the sum {total} {direction}"));
                    }
                    // A run of a single cell needs no sum.
                    (None, 0 | 1) => {}
                    (None, cells) => {
                        return Err(format!("line {line}: {cells} cells {direction} have no sum"));
                    }
                    (Some(_), cells) => {
                        return Err(format!("line {line}: {cells} cells {direction}, but 9 digits"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the model and its open cells.
    fn model(&self) -> (Model, Vec<Option<Var>>) {
        let mut model = Model::new();
        let variables: Vec<Option<Var>> =
            self.cells.iter().map(|cell| matches!(cell, Cell::Open).then(|| model.var(1..=9))).collect();
        for run in &self.runs {
            let cells: Vec<Var> = run.cells.iter().filter_map(|&at| variables[at]).collect();
            model.all_different(&cells);
            model.post(sum(cells).eq(run.total));
        }
        (model, variables)
    }
}

fn cell(word: &str) -> Option<Cell> {
    let total = |text: &str| match text {
        "" => Some(None),
        text => text.parse().ok().filter(|total| (1..=45).contains(total)).map(Some),
    };
    match word {
        "." => Some(Cell::Open),
        "#" => Some(Cell::Closed { down: None, across: None }),
        sums => {
            let (down, across) = sums.split_once('\\')?;
            Some(Cell::Closed { down: total(down)?, across: total(across)? })
        }
    }
}

/// Returns the number of solutions, at most 2.
fn run(puzzle: &Puzzle) -> Result<usize, Error> {
    let (model, cells) = puzzle.model();
    let said = ["There is no way to do it.", "That is the only way.", "There are other ways."];
    shell::show_one_or_two(&model, said, |solution| draw(puzzle, solution, &cells))
}

fn draw(puzzle: &Puzzle, solution: &Solution, variables: &[Option<Var>]) {
    let columns = puzzle.columns;
    let rule = |left: &str, middle: &str, right: &str| {
        format!("  {left}{}{right}", vec!["─────"; columns].join(middle))
    };
    let show = |total: Option<i32>| total.map(|total| total.to_string()).unwrap_or_default();
    let text = |(cell, variable): (&Cell, &Option<Var>)| match (*cell, variable) {
        (Cell::Closed { down: None, across: None }, _) => "░░░░░".to_string(),
        (Cell::Closed { down, across }, _) => format!("{:░>2}\\{:░<2}", show(down), show(across)),
        (Cell::Open, variable) => format!("  {}  ", variable.map_or(0, |variable| solution[variable])),
    };
    println!("{}", rule("┌", "┬", "┐"));
    let rows = puzzle.cells.chunks(columns).zip(variables.chunks(columns));
    for (at, (cells, variables)) in rows.enumerate() {
        let cells: Vec<String> = cells.iter().zip(variables).map(text).collect();
        println!("  │{}│", cells.join("│"));
        let last = (at + 1) * columns == puzzle.cells.len();
        println!("{}", if last { rule("└", "┴", "┘") } else { rule("├", "┼", "┤") });
    }
    println!();
}
