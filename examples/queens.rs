//! The n queens: on a board of n × n squares place n queens such that none attacks another. Asked by Max
//! Bezzel for n = 8 in the Schachzeitung of 1848 and answered in full, 92 solutions, by Franz Nauck in
//! 1850. How many solutions there are is known up to n = 27 (OEIS A000170).
//!
//! Each column has one queen, and its row is a variable. Three all-differents are enough: over the rows, over row +
//! column (falling diagonals) and over row − column (rising diagonals).

mod shell;

use std::process::ExitCode;

use csp::{Config, Count, Error, Model, Solution, Var, config::ValueOrder};

const USAGE: &str = "\
Places n queens on an n × n board so that none attacks another.

Usage: queens [N] [--all]

  N        size of the board, 1 to 2000 (default 8)
  --all    count all solutions instead of showing the first";

/// Number of solutions from n = 0 (OEIS A000170).
const KNOWN: [u64; 16] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184];

/// Largest board that is drawn.
const LARGEST_DRAWN: usize = 40;

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(n, all)| if all { count(n) } else { first(n) })
}

fn parse(words: &[String]) -> Result<(usize, bool), String> {
    let (mut n, mut all) = (None, false);
    for word in words {
        match (word.as_str(), word.parse()) {
            ("--all", _) => all = true,
            (_, Ok(size @ 1..=2000)) if n.is_none() => n = Some(size),
            _ => return Err(format!("{word:?} is neither a size from 1 to 2000 nor --all")),
        }
    }
    Ok((n.unwrap_or(8), all))
}

fn board(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let queens = model.vars(n, 0..n as i32);
    model.all_different(&queens);
    model.all_different((0..).zip(&queens).map(|(column, &row)| row + column));
    model.all_different((0..).zip(&queens).map(|(column, &row)| row - column));
    (model, queens)
}

fn first(n: usize) -> Result<(), Error> {
    let (model, queens) = board(n);
    // Queens near the middle attack more squares, so they are placed first.
    let config = Config::default().with_values(ValueOrder::Middle);
    let mut search = model.search_with(&config)?;
    match search.solutions().next() {
        None => println!("{n} queens cannot be placed: every arrangement has two that attack each other."),
        Some(solution) => {
            assert_eq!(model.broken_by(solution.values())?, None, "the solution keeps to every constraint");
            draw(&solution, &queens);
        }
    }
    println!("\n{}", search.statistics());
    Ok(())
}

fn draw(solution: &Solution, queens: &[Var]) {
    let rows: Vec<i32> = solution.of(queens).collect();
    if rows.len() > LARGEST_DRAWN {
        let show = |columns: &[i32], from: usize| {
            let places = (from..).zip(columns).map(|(column, row)| format!("{}:{}", column + 1, row + 1));
            places.collect::<Vec<_>>().join("  ")
        };
        println!("{} queens stand, as column:row, at", rows.len());
        println!("  {}  …\n  {}", show(&rows[..10], 0), show(&rows[rows.len() - 10..], rows.len() - 10));
        return;
    }
    for row in 0..rows.len() as i32 {
        let fields = rows.iter().map(|&queen| if queen == row { "♛" } else { "·" });
        println!("  {}", fields.collect::<Vec<_>>().join(" "));
    }
}

fn count(n: usize) -> Result<(), Error> {
    let (model, _) = board(n);
    let mut search = model.search()?;
    let count = search.count(u64::MAX);
    let known = KNOWN.get(n).map(|&known| Count::Exactly(known));
    assert!(known.is_none_or(|known| count == known), "A000170 says {known:?}, the search {count:?}");
    println!("{n} queens: {} solutions", count.found());
    println!("\n{}", search.statistics());
    Ok(())
}
