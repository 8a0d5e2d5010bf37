//! Magic squares: the numbers 1 … n² in a square such that every row, every column and both diagonals have the same
//! sum. The square of order 3 is the Chinese Lo Shu, more than two thousand years old; the 880 of order 4 were listed
//! by Frénicle de Bessy (published 1693); CSPLib problem 19.
//!
//! The model has one all-different and 2n + 2 sums. Rotations and reflections of a square are equivalent, so the
//! corners are ordered: the first is the least, and of the two next to it the right one is less.

mod shell;

use std::process::ExitCode;

use csp::config::{Restarts, ValueOrder, VariableOrder};
use csp::{Config, Count, Error, Model, Solution, Var, sum};

const USAGE: &str = "\
Fills a square with 1 … n² so that all rows, columns and diagonals have the same sum.

Usage: magic_square [N] [--all]

  N        rows and columns, 1 to 7 (default 4)
  --all    count all squares, turned and mirrored ones left out; for N up to 4";

/// Number of squares up to order 4, without rotations and reflections (OEIS A006052).
const KNOWN: [u64; 5] = [0, 1, 0, 1, 880];

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(n, all)| run(n, all))
}

fn parse(words: &[String]) -> Result<(usize, bool), String> {
    let (mut n, mut all) = (None, false);
    for word in words {
        match (word.as_str(), word.parse()) {
            ("--all", _) => all = true,
            (_, Ok(order @ 1..=7)) if n.is_none() => n = Some(order),
            _ => return Err(format!("{word:?} is neither an order from 1 to 7 nor --all")),
        }
    }
    match n.unwrap_or(4) {
        n if all && n > 4 => {
            Err(format!("there are too many squares of order {n} to count: 275,305,224 of order 5 alone"))
        }
        n => Ok((n, all)),
    }
}

fn magic(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let cells = model.vars(n * n, 1..=(n * n) as i32);
    let total = (n * (n * n + 1) / 2) as i64;
    model.all_different(&cells);
    for line in 0..n {
        model.post(sum((0..n).map(|column| cells[line * n + column])).eq(total));
        model.post(sum((0..n).map(|row| cells[row * n + line])).eq(total));
    }
    model.post(sum((0..n).map(|i| cells[i * n + i])).eq(total));
    model.post(sum((0..n).map(|i| cells[i * n + n - 1 - i])).eq(total));
    if n > 1 {
        let [first, right, left, last] = [0, n - 1, n * n - n, n * n - 1].map(|corner| cells[corner]);
        for (less, more) in [(first, right), (right, left), (first, last)] {
            model.post(less.lt(more));
        }
    }
    (model, cells)
}

fn run(n: usize, all: bool) -> Result<(), Error> {
    let (model, cells) = magic(n);
    if all {
        let mut search = model.search()?;
        let count = search.count(u64::MAX);
        assert_eq!(count, Count::Exactly(KNOWN[n]), "as many as others have counted");
        println!("Magic squares of order {n}: {}, turned and mirrored ones apart\n", count.found());
        println!("{}", search.statistics());
        return Ok(());
    }
    // Sums filter single values weakly: halve the domains instead, and restart.
    let config = Config::default()
        .with_variables(VariableOrder::WeightedDegree)
        .with_values(ValueOrder::Split)
        .with_restarts(Restarts::luby(100))
        .with_random_ties(true)
        .with_seed(1);
    let mut search = model.search_with(&config)?;
    match search.solutions().next() {
        None => println!("There is no magic square of order {n}."),
        Some(solution) => {
            assert_eq!(model.broken_by(solution.values())?, None, "the solution keeps to every constraint");
            draw(n, &solution, &cells);
        }
    }
    println!("\n{}", search.statistics());
    Ok(())
}

/// Draws the square with the sum of each row beside it and of each column below.
fn draw(n: usize, solution: &Solution, cells: &[Var]) {
    let value = |row: usize, column: usize| solution[cells[row * n + column]];
    let rule =
        |left: &str, middle: &str, right: &str| format!("  {left}{}{right}", vec!["────"; n].join(middle));
    println!("{}", rule("┌", "┬", "┐"));
    for row in 0..n {
        let numbers: Vec<String> = (0..n).map(|column| format!("{:>3} ", value(row, column))).collect();
        let total: i32 = (0..n).map(|column| value(row, column)).sum();
        println!("  │{}│ {total:>3}", numbers.join("│"));
        let last = row + 1 == n;
        println!("{}", if last { rule("└", "┴", "┘") } else { rule("├", "┼", "┤") });
    }
    let below = (0..n).map(|column| (0..n).map(|row| value(row, column)).sum::<i32>());
    println!("   {}", below.map(|total| format!("{total:>3}  ")).collect::<String>().trim_end());
}
