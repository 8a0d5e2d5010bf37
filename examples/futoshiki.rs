//! Futoshiki: a Latin square with signs between some of its cells that say which of the two numbers is less. By
//! Tamaki Seto, 2001; the name means "not equal".
//!
//! The model has an all-different for each row and column, and a comparison for each sign. The puzzle below was made
//! for this example: from a random square with all signs, signs were removed as long as the solution stayed unique.

mod shell;

use std::process::ExitCode;

use csp::{Error, Model, Solution, Var};

const USAGE: &str = "\
Fills a Latin square that keeps to its signs.

Usage: futoshiki [FILE]

  FILE     a puzzle (- reads standard input; without it the example takes its own): rows of cells, . an empty
           one, with < or > or a blank between them, and lines of ^ and v between the rows, where the cell
           above is less or more than the one below; such a line can be left out where there are none:

           . .<.
           v
           .<. 2
           . . .";

const OURS: &str = "\
.>. .>. . .
^       ^ ^
. . .>. . .
^         v
. . . .<. .
v     v   v
. .<. . . .

. .<. . . .
          v
.>. . . . .
";

fn main() -> ExitCode {
    shell::puzzle(USAGE, OURS, Puzzle::parse, run)
}

struct Puzzle {
    order: usize,
    /// Given numbers, row by row.
    given: Vec<Option<i32>>,
    /// Pairs of cells; the first number is less than the second.
    less: Vec<(usize, usize)>,
}

impl Puzzle {
    fn parse(text: &str) -> Result<Puzzle, String> {
        let mut puzzle = Puzzle { order: 0, given: Vec::new(), less: Vec::new() };
        let mut signs: Option<(usize, &str)> = None;
        for (number, line) in (1..).zip(text.lines().map(str::trim_end)).filter(|(_, line)| !line.is_empty())
        {
            if line.chars().all(|sign| "^v ".contains(sign)) {
                if signs.replace((number, line)).is_some() || puzzle.given.is_empty() {
                    return Err(format!("line {number}: signs stand between two rows"));
                }
                continue;
            }
            puzzle.read_row(number, line)?;
            if let Some((number, line)) = signs.take() {
                puzzle.read_signs(number, line)?;
            }
        }
        let (order, cells) = (puzzle.order, puzzle.given.len());
        match signs {
            Some((number, _)) => Err(format!("line {number}: no row follows these signs")),
            None if cells == 0 => Err("there are no cells".to_string()),
            None if cells != order * order => {
                Err(format!("{} rows of {order} cells are not a square", cells / order))
            }
            None => Ok(puzzle),
        }
    }

    fn read_row(&mut self, number: usize, line: &str) -> Result<(), String> {
        let characters: Vec<char> = line.chars().collect();
        let cells = characters.len().div_ceil(2);
        if self.given.is_empty() {
            self.order = cells;
        }
        let order = self.order;
        if order > 9 {
            return Err(format!("line {number}: {order} cells, but 9 digits"));
        }
        if cells != order {
            return Err(format!("line {number}: {cells} cells, where the first row has {order}"));
        }
        for (at, character) in characters.into_iter().enumerate() {
            let wrong = |wanted: &str| {
                Err(format!("line {number}: {character:?} at column {} is not {wanted}", at + 1))
            };
            let cell = self.given.len();
            match (at % 2, character, character.to_digit(10)) {
                (0, '.', _) => self.given.push(None),
                (0, _, Some(digit)) if (1..=order).contains(&(digit as usize)) => {
                    self.given.push(Some(digit as i32));
                }
                (0, ..) => return wrong(&format!(". or a number from 1 to {order}")),
                (_, ' ', _) => {}
                (_, '<', _) => self.less.push((cell - 1, cell)),
                (_, '>', _) => self.less.push((cell, cell - 1)),
                _ => return wrong("<, > or a blank"),
            }
        }
        Ok(())
    }

    /// Reads the signs between the last two rows.
    fn read_signs(&mut self, number: usize, line: &str) -> Result<(), String> {
        let row = self.given.len() - self.order;
        for (at, sign) in line.chars().enumerate().filter(|(_, sign)| *sign != ' ') {
            let column = at / 2;
            if at % 2 == 1 || column >= self.order {
                return Err(format!("line {number}: {sign:?} at column {} has no cell above it", at + 1));
            }
            let (above, below) = (row - self.order + column, row + column);
            self.less.push(if sign == '^' { (above, below) } else { (below, above) });
        }
        Ok(())
    }

    fn model(&self) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let n = self.order;
        let cells: Vec<Var> = self
            .given
            .iter()
            .map(|given| match given {
                Some(number) => model.var(*number),
                None => model.var(1..=n as i32),
            })
            .collect();
        for line in 0..n {
            model.all_different((0..n).map(|column| cells[line * n + column]));
            model.all_different((0..n).map(|row| cells[row * n + line]));
        }
        for &(less, more) in &self.less {
            model.post(cells[less].lt(cells[more]));
        }
        (model, cells)
    }
}

/// Returns the number of solutions, at most 2.
fn run(puzzle: &Puzzle) -> Result<usize, Error> {
    let (model, cells) = puzzle.model();
    let said = ["There is no way to do it.", "That is the only way.", "There are other ways."];
    shell::show_one_or_two(&model, said, |solution| draw(puzzle, solution, &cells))
}

/// Draws a box for each cell, and the signs between the boxes.
fn draw(puzzle: &Puzzle, solution: &Solution, cells: &[Var]) {
    let n = puzzle.order;
    let sign = |one: usize, other: usize, [less, more]: [&'static str; 2]| match &puzzle.less {
        pairs if pairs.contains(&(one, other)) => less,
        pairs if pairs.contains(&(other, one)) => more,
        _ => " ",
    };
    for row in 0..n {
        let first = row * n;
        if row > 0 {
            let signs = (first..first + n).map(|cell| format!("  {}     ", sign(cell - n, cell, ["∧", "∨"])));
            println!("{}", format!("  {}", signs.collect::<String>()).trim_end());
        }
        let middle = (first..first + n).map(|cell| {
            let beside = if cell + 1 < first + n { sign(cell, cell + 1, ["<", ">"]) } else { "" };
            format!("│ {} │ {beside} ", solution[cells[cell]])
        });
        println!("  {}", vec!["┌───┐"; n].join("   "));
        println!("  {}", middle.collect::<String>().trim_end());
        println!("  {}", vec!["└───┘"; n].join("   "));
    }
    println!();
}
