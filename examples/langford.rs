//! Langford's problem: arrange k copies of each number 1 … n in a row so that between two neighbouring
//! copies of i there are exactly i other numbers. Dudley Langford saw his son do it with two bricks of
//! each of three colours (The Mathematical Gazette, 1958); CSPLib problem 24.
//!
//! A variable is the position of a copy. The next copy of i is i + 1 places further on: an equation between two
//! variables. The engine merges such variables into one for each number, so a single all-different over variables
//! with offsets is left.

mod shell;

use std::process::ExitCode;

use csp::{Config, Count, Error, Model, Solution, Var};

const USAGE: &str = "\
Arranges K copies of 1 … N so that i numbers lie between neighbouring copies of i.

Usage: langford [K N] [--all]

  K        copies of each number, 2 to 9 (default 2)
  N        the largest number, 1 to 40 (default 8)
  --all    count all arrangements, of two mirror images one";

/// Copies, largest number, number of arrangements (OEIS A014552 and A059107).
const KNOWN: [(usize, usize, u64); 11] = [
    (2, 3, 1),
    (2, 4, 1),
    (2, 5, 0),
    (2, 6, 0),
    (2, 7, 26),
    (2, 8, 150),
    (2, 11, 17_792),
    (3, 8, 0),
    (3, 9, 3),
    (3, 10, 5),
    (3, 11, 0),
];

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(k, n, all)| run(k, n, all))
}

fn parse(words: &[String]) -> Result<(usize, usize, bool), String> {
    let all = words.iter().any(|word| word == "--all");
    let numbers: Vec<&String> = words.iter().filter(|word| *word != "--all").collect();
    match numbers[..] {
        [] => Ok((2, 8, all)),
        [k, n] => match (k.parse(), n.parse()) {
            (Ok(k @ 2..=9), Ok(n @ 1..=40)) => Ok((k, n, all)),
            _ => Err(format!("K is 2 to 9 and N is 1 to 40, not {k:?} and {n:?}")),
        },
        _ => Err("K and N go together, and nothing else goes with them but --all".into()),
    }
}

fn run(k: usize, n: usize, all: bool) -> Result<(), Error> {
    let places = (k * n) as i32;
    let mut model = Model::new();
    // copies[i][c]: position of copy c of the number i + 1, from 0.
    let copies: Vec<Vec<Var>> = (0..n).map(|_| model.vars(k, 0..places)).collect();
    for (number, copies) in (1..).zip(&copies) {
        for pair in copies.windows(2) {
            model.post(pair[1].eq(pair[0] + (number + 1)));
        }
    }
    model.all_different(copies.iter().flatten());
    // The mirror image swaps the first and the last copy of 1: keep one of the two arrangements.
    model.post((copies[0][0] + copies[0][k - 1]).lt(i64::from(places - 1)));

    let mut search = model.search_with(&Config::default())?;
    if all {
        let count = search.count(u64::MAX);
        let known = KNOWN.iter().find(|known| (known.0, known.1) == (k, n));
        assert!(
            known.is_none_or(|known| count == Count::Exactly(known.2)),
            "known {known:?}, found {count:?}"
        );
        println!("L({k}, {n}): {} arrangements, mirror images apart", count.found());
    } else {
        match search.solutions().next() {
            None => println!("L({k}, {n}): there is no such arrangement."),
            Some(solution) => {
                assert_eq!(
                    model.broken_by(solution.values())?,
                    None,
                    "the solution keeps to every constraint"
                );
                draw(places as usize, &solution, &copies);
            }
        }
    }
    println!("\n{}", search.statistics());
    Ok(())
}

/// Draws the row, and below it a line for each number that joins its copies.
fn draw(places: usize, solution: &Solution, copies: &[Vec<Var>]) {
    let mut row = vec![0; places];
    for (number, copies) in (1..).zip(copies) {
        solution.of(copies).for_each(|place| row[place as usize] = number);
    }
    println!("    {}\n", row.iter().map(|number| format!("{number:>3}")).collect::<String>());
    for (number, copies) in (1..).zip(copies) {
        let stands: Vec<i32> = solution.of(copies).collect();
        let (first, last) = (stands[0], stands[stands.len() - 1]);
        let cell = |place: i32| match place {
            _ if place < first || place > last => "   ",
            _ if place == first => "  └",
            _ if place == last => "──┘",
            _ if stands.contains(&place) => "──┴",
            _ => "───",
        };
        let line: String = (0..places as i32).map(cell).collect();
        println!("{number:>3} {}", line.trim_end());
    }
}
