//! Mathdoku, best known under its trade mark KenKen: a Latin square with cages, each with the result of adding,
//! multiplying, subtracting or dividing its numbers. By Tetsuya Miyamoto, a teacher, 2004.
//!
//! The model has an all-different for each row and column. A cage is a sum or a nested product. For − and ÷ the order
//! of the numbers is open, so the cage is one equation or the other. The puzzle below was made for this example:
//! random cages and signs on a random square, repeated until the solution was unique.

mod shell;

use std::process::ExitCode;

use csp::{Condition, Error, Expression, Model, Solution, Var, constraints::product, sum};

const USAGE: &str = "\
Fills a Latin square whose cages come to what they say.

Usage: mathdoku [FILE]

  FILE     a puzzle (- reads standard input; without it the example takes its own): rows of letters, the same
           for all cells of a cage, then a line for each letter with a number and one of + - * / (or − × ÷),
           or the number alone for a single cell; - and / are for two cells:

           aab
           cdb
           cdd
           a 2/
           b 4+
           c 1-
           d 6*";

const OURS: &str = "\
abbcdd
aeecfd
ghhcff
iijjjf
kkllmm
nnnloo
a 6*
b 2-
c 13+
d 48*
e 20*
f 120*
g 3
h 3-
i 2-
j 12*
k 2/
l 72*
m 5/
n 13+
o 3/
";

/// Maximum number of factors: products of this many numbers up to 9 are within the values of the engine.
const MOST_FACTORS: usize = 9;
const LARGEST_RESULT: i64 = 999_999_999;

fn main() -> ExitCode {
    shell::puzzle(USAGE, OURS, Puzzle::parse, run)
}

/// Result of some cells; the sign is one of `+ − × ÷`, or a blank for a single cell.
struct Cage {
    result: i64,
    sign: char,
    cells: Vec<usize>,
}

struct Puzzle {
    order: usize,
    /// Letter of the cage of each cell, row by row.
    letters: Vec<char>,
    cages: Vec<Cage>,
}

impl Puzzle {
    fn parse(text: &str) -> Result<Puzzle, String> {
        let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty());
        let (rows, rules): (Vec<_>, Vec<_>) =
            lines.partition(|(_, line)| line.chars().all(char::is_alphabetic));
        let order = rows.len();
        if !(1..=9).contains(&order) {
            return Err(format!("a puzzle has 1 to 9 rows of letters, not {order}"));
        }
        let mut puzzle = Puzzle { order, letters: Vec::new(), cages: Vec::new() };
        for (number, row) in rows {
            let cells = puzzle.letters.len();
            puzzle.letters.extend(row.chars());
            if puzzle.letters.len() != cells + order {
                return Err(format!("line {number}: {row:?} is no row of a square with {order} rows"));
            }
        }
        let mut told = Vec::new();
        for (number, rule) in rules {
            let (letter, cage) = puzzle.cage(rule).map_err(|what| format!("line {number}: {what}"))?;
            if told.contains(&letter) {
                return Err(format!("line {number}: {letter:?} has a line already"));
            }
            told.push(letter);
            puzzle.cages.push(cage);
        }
        match puzzle.letters.iter().find(|letter| !told.contains(letter)) {
            Some(letter) => Err(format!("no line says what {letter:?} comes to")),
            None => Ok(puzzle),
        }
    }

    /// Parses `a 12*`.
    fn cage(&self, rule: &str) -> Result<(char, Cage), String> {
        let wrong = || format!("{rule:?} is neither letters nor a letter and a number like \"a 12*\"");
        let (letter, result) = rule.split_once(char::is_whitespace).ok_or_else(wrong)?;
        let [letter] = letter.chars().collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let number = result.trim().trim_end_matches(['+', '-', '−', '*', '×', '/', '÷']);
        let sign = match &result.trim()[number.len()..] {
            "" => ' ',
            "+" => '+',
            "-" | "−" => '−',
            "*" | "×" => '×',
            "/" | "÷" => '÷',
            _ => return Err(wrong()),
        };
        let result = match number.trim().parse() {
            Ok(result @ 0..=LARGEST_RESULT) => result,
            _ => return Err(format!("{:?} is not a number up to {LARGEST_RESULT}", number.trim())),
        };
        let cells: Vec<usize> =
            (0..self.letters.len()).filter(|&cell| self.letters[cell] == letter).collect();
        match (cells.len(), sign) {
            (0, _) => Err(format!("there is no cell {letter:?}")),
            (many, '×') if many > MOST_FACTORS => {
                Err(format!("{many} cells are multiplied, but {MOST_FACTORS} are the most"))
            }
            (1, ' ') | (2.., '+' | '×') | (2, '−' | '÷') => Ok((letter, Cage { result, sign, cells })),
            (1, _) => Err("a single cell has a number and no sign".to_string()),
            (_, ' ') => Err(format!("{letter:?} is more than one cell and needs a sign")),
            (many, _) => Err(format!("{many} cells are added or multiplied; two can have any sign")),
        }
    }

    fn model(&self) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let n = self.order;
        let cells = model.vars(n * n, 1..=n as i32);
        for line in 0..n {
            model.all_different((0..n).map(|column| cells[line * n + column]));
            model.all_different((0..n).map(|row| cells[row * n + line]));
        }
        for cage in &self.cages {
            let cells: Vec<Var> = cage.cells.iter().map(|&cell| cells[cell]).collect();
            model.post(cage.condition(&cells));
        }
        (model, cells)
    }
}

impl Cage {
    fn condition(&self, cells: &[Var]) -> Condition {
        let result = self.result;
        match (self.sign, cells) {
            ('−', &[a, b]) => (a - b).eq(result) | (b - a).eq(result),
            ('÷', &[a, b]) => a.eq(b * result) | b.eq(a * result),
            ('×', _) => cells[1..].iter().fold(Expression::from(cells[0]), product).eq(result),
            _ => sum(cells).eq(result),
        }
    }
}

/// Returns the number of solutions, at most 2.
fn run(puzzle: &Puzzle) -> Result<usize, Error> {
    let (model, cells) = puzzle.model();
    let said = ["There is no way to do it.", "That is the only way.", "There are other ways."];
    shell::show_one_or_two(&model, said, |solution| draw(puzzle, solution, &cells))
}

/// Draws the cages with their results, and the numbers in them.
fn draw(puzzle: &Puzzle, solution: &Solution, cells: &[Var]) {
    let n = puzzle.order;
    let mut rules = vec![String::new(); n * n];
    for cage in &puzzle.cages {
        rules[cage.cells[0]] = format!("{}{}", cage.result, cage.sign);
    }
    let width = rules.iter().map(|rule| rule.chars().count()).max().unwrap_or(0).max(6);
    // There is no cage outside the square.
    let cage = |row: usize, column: usize| {
        if (1..=n).contains(&row) && (1..=n).contains(&column) {
            Some(puzzle.letters[(row - 1) * n + column - 1])
        } else {
            None
        }
    };
    for row in 0..=n {
        // The walls below this row, and the corners where four cells meet; rows and columns count from 1.
        let walls = (0..=n).map(|column| {
            let [[a, b], [c, d]] =
                [row, row + 1].map(|row| [column, column + 1].map(|column| cage(row, column)));
            let arms = [a != b, b != d, c != d, a != c];
            let corner = (0..).zip(arms).map(|(at, is_wall)| usize::from(is_wall) << at).sum::<usize>();
            let wall = if b != d { "─" } else { " " };
            let below = if column < n { wall.repeat(width) } else { String::new() };
            format!(
                "{}{below}",
                ['·', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'][corner]
            )
        });
        println!("  {}", walls.collect::<String>());
        if row == n {
            break;
        }
        let line = |text: &dyn Fn(usize) -> String| {
            let cells = (0..=n).map(|column| {
                let wall = if cage(row + 1, column) == cage(row + 1, column + 1) { ' ' } else { '│' };
                let text = if column < n { text(row * n + column) } else { String::new() };
                format!("{wall}{text}")
            });
            println!("  {}", cells.collect::<String>());
        };
        line(&|cell| format!("{:<width$}", rules[cell]));
        line(&|cell| format!("{:^width$}", solution[cells[cell]]));
    }
    println!();
}
