//! Golomb rulers: marks on a ruler such that all distances between two marks differ, on a ruler as short as possible.
//! Simon Sidon studied such sets in 1932, and radio astronomers place antennas by them; CSPLib problem 6.
//!
//! The model has a variable for each mark and for each distance, and an all-different over the distances. Branch and
//! bound: each new ruler has to be shorter than the one before, until there is none. A reversed ruler is equivalent,
//! so the first distance is less than the last.

mod shell;

use std::process::ExitCode;

use csp::{Config, Error, Model, Outcome, Parallel, Var, config::VariableOrder, optimize::Improvement};

const USAGE: &str = "\
Finds the shortest ruler on which no two pairs of marks are equally far apart.

Usage: golomb [MARKS] [--threads N]

  MARKS          marks on it, 2 to 12 (default 9); each one more takes some ten times longer
  --threads N    threads to search with, 1 to 256 (default 1)";

/// Shortest lengths from 2 marks on (OEIS A003022).
const KNOWN: [i32; 11] = [1, 3, 6, 11, 17, 25, 34, 44, 55, 72, 85];

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(marks, threads)| run(marks, threads))
}

fn parse(words: &[String]) -> Result<(usize, usize), String> {
    let (mut marks, mut threads) = (None, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--threads" && threads.is_none() {
            let number = words.next().map_or("", String::as_str);
            threads = match number.parse() {
                Ok(number @ 1..=256) => Some(number),
                _ => return Err(format!("--threads needs a number from 1 to 256, not {number:?}")),
            };
            continue;
        }
        match word.parse() {
            Ok(number @ 2..=12) if marks.is_none() => marks = Some(number),
            _ => return Err(format!("{word:?} is neither a number of marks from 2 to 12 nor --threads")),
        }
    }
    Ok((marks.unwrap_or(9), threads.unwrap_or(1)))
}

/// Returns the model and its marks. The first mark is at 0 and the last at the ruler's end.
fn ruler(marks: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    // Marks at 0, 1, 3, 7, 15 … form a ruler; n² is a smaller bound for all but the shortest rulers.
    let longest = (marks * marks) as i32;
    let places: Vec<Var> =
        (0..marks).map(|mark| model.var(0..=if mark == 0 { 0 } else { longest })).collect();
    let mut distances = Vec::new();
    for (i, j) in (0..marks).flat_map(|i| (i + 1..marks).map(move |j| (i, j))) {
        let distance = model.var(1..=longest);
        model.post((places[j] - places[i]).eq(distance));
        distances.push(distance);
    }
    model.all_different(&distances);
    if marks > 2 {
        model.post(distances[0].lt(distances[distances.len() - 1]));
    }
    (model, places)
}

fn run(marks: usize, threads: usize) -> Result<(), Error> {
    let (model, places) = ruler(marks);
    let length = places[marks - 1];
    // Branch from left to right: the marks determine the distances. Short rulers need small values, not those of the
    // best ruler so far.
    let config = Config::default().with_variables(VariableOrder::Input).with_best_first(false);
    let report =
        |found: &Improvement| println!("{:>9.3} s  length {}", found.time.as_secs_f64(), found.value);
    let mut optimizer = Parallel::new(&model, &config)?.threads(threads).minimize(length)?;
    let outcome = optimizer.run_with(report);
    let Outcome::Optimal(best) = outcome else { unreachable!("there are such rulers, and no limit was set") };
    assert_eq!(model.broken_by(best.solution.values())?, None, "the ruler keeps to every constraint");
    assert_eq!(best.value, KNOWN[marks - 2], "as short as others have found");
    println!("\nNo ruler with {marks} marks is shorter than {}:\n", best.value);
    draw(&best.solution.of(&places).collect::<Vec<_>>());
    println!("\n{}", optimizer.statistics());
    Ok(())
}

/// Draws the ruler, with the numbers below it in as many rows as they need.
fn draw(places: &[i32]) {
    let length = places[places.len() - 1];
    let width = if length <= 50 { 2 } else { 1 };
    let line = (0..=length * width).map(|at| match at {
        0 => '├',
        at if at == length * width => '┤',
        at if at % width == 0 && places.contains(&(at / width)) => '┬',
        _ => '─',
    });
    println!("  {}", line.collect::<String>());
    let mut rows: Vec<String> = Vec::new();
    for place in places {
        let at = (place * width) as usize;
        // A row is free if its last number ends before the column to the left of this one.
        let row = rows.iter().position(|row| row.len() < at).unwrap_or(rows.len());
        if row == rows.len() {
            rows.push(String::new());
        }
        rows[row] = format!("{:<at$}{place}", rows[row]);
    }
    rows.iter().for_each(|row| println!("  {row}"));
}
