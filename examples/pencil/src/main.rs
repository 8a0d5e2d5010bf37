//! The program: an address a line, on standard input.

use std::io::BufRead;
use std::time::{Duration, Instant};

use pencil::Puzzle;
use pencil::solve::{Solved, solve};

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let start = Instant::now();
        let what = match Puzzle::parse(&line) {
            Err(error) => format!("error {error}"),
            Ok(puzzle) => {
                let back = if puzzle.address().split('?').nth(1) == line.split('?').nth(1) {
                    "same"
                } else {
                    "differs"
                };
                let solved = match solve(&puzzle, Some(Duration::from_secs(10))) {
                    Ok(Solved::Unique(_)) => "unique".to_owned(),
                    Ok(Solved::Several(..)) => "several".to_owned(),
                    Ok(Solved::None) => "none".to_owned(),
                    Ok(Solved::Limit(answer)) => format!("limit {}", answer.is_some()),
                    Err(error) => error.to_string(),
                };
                format!("{back} {solved}")
            }
        };
        println!("{:.3} {what} {line}", start.elapsed().as_secs_f64());
    }
}
