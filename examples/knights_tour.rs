//! The knight's tour: a knight visits every square of a chessboard once and returns to its first square.
//! Tours by al-Adli are known from Baghdad, about 840; the first paper on them is Leonhard Euler's of 1759.
//!
//! The model has a variable for each square: the next square of the tour. Together they form a circuit. The search
//! builds the path move by move, by the rule that H. C. von Warnsdorff gave in 1823: go to the square with the fewest
//! moves onwards, since it may soon be out of reach. Small boards do not need the rule; on 20×20 the default order
//! finds nothing in five seconds.

mod shell;

use std::process::ExitCode;

use csp::branch::{Branching, Candidates, Ties, ValueHeuristic, VariableHeuristic};
use csp::extend::{Store, View};
use csp::{Config, Count, Decision, Error, Model, Search, Solution, Var, constraints::circuit};

const USAGE: &str = "\
Leads a knight over every field of a chessboard and back to the first one.

Usage: knights_tour [N] [--all]

  N        rows and columns, an even number from 6 to 30 (default 8)
  --all    count all tours, not minding which way round; for N = 6";

/// Number of closed tours of the board of order 6, each counted once for both directions (OEIS A001230).
const KNOWN: u64 = 9_862;

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(n, all)| run(n, all))
}

fn parse(words: &[String]) -> Result<(usize, bool), String> {
    let (mut n, mut all) = (None, false);
    for word in words {
        match (word.as_str(), word.parse()) {
            ("--all", _) => all = true,
            (_, Ok(odd)) if odd % 2 == 1 => {
                return Err(format!(
                    "on {odd}×{odd} fields no tour closes: every move changes the colour of the field"
                ));
            }
            (_, Ok(order @ 6..=30)) if n.is_none() => n = Some(order),
            _ => return Err(format!("{word:?} is neither an even number from 6 to 30 nor --all")),
        }
    }
    match n.unwrap_or(if all { 6 } else { 8 }) {
        n if all && n > 6 => Err(format!(
            "there are too many tours of order {n} to count: 13,267,364,410,532 of order 8 alone"
        )),
        n => Ok((n, all)),
    }
}

/// Returns the squares that a knight can move to.
fn moves(n: usize, field: usize) -> Vec<i32> {
    let (row, column) = (field / n, field % n);
    let is_move = |to: &usize| row.abs_diff(to / n) * column.abs_diff(to % n) == 2;
    (0..n * n).filter(is_move).map(|to| to as i32).collect()
}

fn tour(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let next: Vec<Var> = (0..n * n).map(|field| model.var(moves(n, field))).collect();
    model.post(circuit(&next));
    // A tour uses both moves out of a corner. The order of the two fixes the direction of the tour.
    model.post(next[0].lt(moves(n, 0)[1]));
    (model, next)
}

/// Selects the square at the end of the path that begins in the first corner.
#[derive(Debug)]
struct EndOfPath;

impl VariableHeuristic for EndOfPath {
    fn choose(&mut self, fields: &Candidates, store: &Store, _ties: &mut Ties) -> Option<usize> {
        let mut end = 0;
        for _ in 0..fields.len() {
            if !store.is_fixed(fields.view(end)) {
                return Some(end);
            }
            end = store.min(fields.view(end)) as usize;
        }
        // Back at the corner: the tour is complete.
        None
    }
}

/// Warnsdorff's rule.
#[derive(Debug)]
struct FewestOnward {
    /// Views of the squares in the compiled model.
    next: Vec<View>,
}

impl ValueHeuristic for FewestOnward {
    fn choose(&mut self, field: Var, view: View, store: &Store) -> Decision {
        let onward = |&to: &i32| store.size(self.next[to as usize]);
        let to = store.domain(view).iter().min_by_key(onward);
        Decision::Assign(field, to.expect("domains are never empty"))
    }
}

fn run(n: usize, all: bool) -> Result<(), Error> {
    let (model, next) = tour(n);
    let config = Config::default();
    if all {
        // For a proof, the smallest domain anywhere on the board is the better choice.
        let mut search = model.search_with(&config)?;
        assert_eq!(search.count(u64::MAX), Count::Exactly(KNOWN), "as many as others have counted");
        println!("Closed tours of {n}×{n} fields: {KNOWN}, not minding which way round\n");
        println!("{}", search.statistics());
        return Ok(());
    }
    let engine = model.compile(&config)?;
    let views = next.iter().map(|field| engine.view(field)).collect();
    let branching =
        Branching::new(&engine, &config).variables(EndOfPath).values(FewestOnward { next: views });
    let mut search = Search::with_brancher(engine, &config, branching);
    let solution = search.solutions().next().expect("there are tours of every even order from 6 on");
    assert_eq!(model.broken_by(solution.values())?, None, "the tour keeps to every constraint");
    let path = path(&solution, &next);
    draw_numbers(n, &path);
    draw_path(n, &path);
    println!("\n{}", search.statistics());
    Ok(())
}

/// Returns the squares in the order of the tour.
fn path(solution: &Solution, next: &[Var]) -> Vec<usize> {
    let onward = |&field: &usize| Some(solution[next[field]] as usize).filter(|&field| field != 0);
    std::iter::successors(Some(0), onward).collect()
}

/// Draws the board, each square with the number of its visit.
fn draw_numbers(n: usize, path: &[usize]) {
    let mut visit = vec![0; n * n];
    path.iter().enumerate().for_each(|(at, &field)| visit[field] = at + 1);
    let rule =
        |left: &str, middle: &str, right: &str| format!("  {left}{}{right}", vec!["─────"; n].join(middle));
    println!("{}", rule("┌", "┬", "┐"));
    for (row, visits) in visit.chunks(n).enumerate() {
        let numbers: Vec<String> = visits.iter().map(|visit| format!(" {visit:>3} ")).collect();
        println!("  │{}│", numbers.join("│"));
        let last = row + 1 == n;
        println!("{}", if last { rule("└", "┴", "┘") } else { rule("├", "┼", "┤") });
    }
}

/// Draws the path as a line through the centres of the squares, in the dots of Braille characters. A character has
/// two columns and four rows of dots, and a square takes four characters by two.
fn draw_path(n: usize, path: &[usize]) {
    const DOTS: usize = 8;
    let width = n * DOTS / 2;
    let mut characters = vec![0_u32; width * n * DOTS / 4];
    let middle = |field: usize| (field / n * DOTS + DOTS / 2, field % n * DOTS + DOTS / 2);
    for (at, &from) in path.iter().enumerate() {
        let ((row, column), (to_row, to_column)) = (middle(from), middle(path[(at + 1) % path.len()]));
        let steps = 2 * DOTS;
        // Interpolates between two numbers, rounded.
        let between = |a: usize, b: usize, step: usize| (a * (steps - step) + b * step + DOTS) / steps;
        for step in 0..=steps {
            let (row, column) = (between(row, to_row, step), between(column, to_column, step));
            let dot = [[0, 3], [1, 4], [2, 5], [6, 7]][row % 4][column % 2];
            characters[row / 4 * width + column / 2] |= 1 << dot;
        }
    }
    println!("  ┌{}┐", "─".repeat(width));
    for line in characters.chunks(width) {
        // The pattern without dots is U+2800, and each dot is a bit.
        let line: String = line.iter().filter_map(|&dots| char::from_u32(0x2800 + dots)).collect();
        println!("  │{line}│");
    }
    println!("  └{}┘", "─".repeat(width));
}
