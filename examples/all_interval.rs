//! All-interval series: the numbers 0 … n − 1 in a row such that the distances between neighbours differ, too.
//! Composers use such rows of the twelve notes (Alban Berg's Lyric Suite of 1926 begins with one, its distances taken
//! modulo the octave). Graph theory calls them graceful permutations; CSPLib problem 7 (Holger Hoos).
//!
//! The model has a variable for each note and for each distance, with an all-different over each kind. The reverse of
//! a row and its inversion are solutions, too. Two constraints break these symmetries: the first distance is less
//! than the last, and the first step goes up.

mod shell;

use std::process::ExitCode;

use csp::{Config, Count, Error, Model, Solution, Var, config::ValueOrder, constraints::absolute_difference};

const USAGE: &str = "\
Puts the numbers from 0 in a row so that all steps between neighbours differ.

Usage: all_interval [N [SEED]]
       all_interval [N] --all

  N        numbers in the row, 3 to 18 (default 12, the notes of an octave)
  SEED     another number, another row (default 1)
  --all    count all rows; for N up to 12";

/// Number of series from 3 notes on (OEIS A006967), reversed and inverted ones included.
const KNOWN: [u64; 10] = [4, 4, 8, 24, 32, 40, 120, 296, 648, 1328];

enum Wanted {
    One { seed: u64 },
    All,
}

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(n, wanted)| run(n, &wanted))
}

fn parse(words: &[String]) -> Result<(usize, Wanted), String> {
    let (mut n, mut seed, mut all) = (None, None, false);
    for word in words {
        match (word.as_str(), word.parse::<u64>()) {
            ("--all", _) => all = true,
            (_, Ok(number @ 3..=18)) if n.is_none() => n = Some(number as usize),
            (_, Ok(number)) if n.is_some() && seed.is_none() => seed = Some(number),
            _ if n.is_none() => return Err(format!("N is a number from 3 to 18, not {word:?}")),
            _ => return Err(format!("{word:?} is neither a SEED nor --all")),
        }
    }
    match (n.unwrap_or(12), seed) {
        (n, None) if all && n <= 12 => Ok((n, Wanted::All)),
        (n, None) if all => {
            Err(format!("there are too many rows of {n} to count them quickly; 12 is the most"))
        }
        (_, Some(_)) if all => Err("--all needs no SEED".to_owned()),
        (n, seed) => Ok((n, Wanted::One { seed: seed.unwrap_or(1) })),
    }
}

fn series(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let notes = model.vars(n, 0..n as i32);
    let steps = model.vars(n - 1, 1..n as i32);
    for (pair, &step) in notes.windows(2).zip(&steps) {
        model.post(absolute_difference(pair[0], pair[1]).eq(step));
    }
    model.all_different(&notes);
    model.all_different(&steps);
    model.post(steps[0].lt(steps[n - 2]));
    model.post(notes[0].lt(notes[1]));
    (model, notes)
}

fn run(n: usize, wanted: &Wanted) -> Result<(), Error> {
    let (model, notes) = series(n);
    let Wanted::One { seed } = *wanted else {
        let mut search = model.search()?;
        let count = search.count(u64::MAX);
        // No series equals its reversed or inverted one, so each solution stands for four.
        assert_eq!(count, Count::Exactly(KNOWN[n - 3] / 4), "as many as others have counted");
        println!("All-interval series of {n}: {}, and each in four ways.\n", count.found());
        println!("{}", search.statistics());
        return Ok(());
    };
    // Ascending values would give the zigzag 0, n − 1, 1, n − 2 … for every n.
    let config = Config::default().with_values(ValueOrder::Random).with_seed(seed);
    let mut search = model.search_with(&config)?;
    let solution = search.solutions().next().expect("the zigzag is one, so there are some");
    assert_eq!(model.broken_by(solution.values())?, None, "the solution keeps to every constraint");
    draw(&solution, &notes);
    println!("\n{}", search.statistics());
    Ok(())
}

/// Draws a line for each note from the highest down, joined by the steps, and below them the row with its distances.
fn draw(solution: &Solution, notes: &[Var]) {
    const NAMES: [&str; 12] = ["c", "c♯", "d", "d♯", "e", "f", "f♯", "g", "g♯", "a", "a♯", "b"];
    let row: Vec<i32> = solution.of(notes).collect();
    for height in (0..row.len() as i32).rev() {
        let name = if row.len() == 12 { NAMES[height as usize] } else { "" };
        let mut line = format!("{name:<2} {height:>3} ┤");
        for (place, &note) in row.iter().enumerate() {
            line += if note == height { "●" } else { " " };
            let Some(&next) = row.get(place + 1) else { break };
            // The line to the next note bends in the middle between the two.
            line += match (height == note, height == next) {
                (true, _) if next > note => "─╯ ",
                (true, _) => "─╮ ",
                (_, true) if next > note => " ╭─",
                (_, true) => " ╰─",
                _ if (note.min(next)..note.max(next)).contains(&height) => " │ ",
                _ => "   ",
            };
        }
        println!("{}", line.trim_end());
    }
    let numbers = row.iter().map(|note| format!("{note:<4}")).collect::<String>();
    let steps = row.windows(2).map(|pair| format!("{:<4}", pair[0].abs_diff(pair[1]))).collect::<String>();
    println!("       └{}", "─".repeat(4 * row.len() - 3));
    println!("  row   {}", numbers.trim_end());
    println!("  steps   {}", steps.trim_end());
}
