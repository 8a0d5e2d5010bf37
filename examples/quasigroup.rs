//! Quasigroup with holes: a Latin square (each row and each column holds every symbol once) of which some cells were
//! emptied, to be filled again. Proposed as a benchmark by Gomes and Selman, "Problem structure in the presence of
//! perturbations", 1997. It is hardest with about 42 % of the cells as holes. Wavelengths of fibre-optic networks are
//! routed in the same way.
//!
//! The square itself is made by the engine: the first solution of an empty square with a random order of values. Then
//! cells are emptied, and a second search fills them, with restarts and with variables weighted by their conflicts.

mod shell;

use std::io::IsTerminal;
use std::process::ExitCode;

use csp::config::{Consistency, Restarts, ValueOrder, VariableOrder};
use csp::{Config, Error, Model, Solution, Var};

const USAGE: &str = "\
Makes a Latin square, punches holes into it, and fills them again.

Usage: quasigroup [ORDER [HOLES [SEED]]]

  ORDER    rows and columns, 2 to 60 (default 16)
  HOLES    cells to empty, 0 to ORDER² (default 42 %, the hardest share)
  SEED     another number, another square (default 1)

Filled holes are green on a terminal and stand in brackets elsewhere.";

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(order, holes, seed)| run(order, holes, seed))
}

fn parse(words: &[String]) -> Result<(usize, usize, u64), String> {
    let number = |at: usize, what: &str| match words.get(at) {
        None => Ok(None),
        Some(word) => word.parse::<u64>().map(Some).map_err(|_| format!("{word:?} is no {what}")),
    };
    let order = number(0, "order")?.unwrap_or(16);
    if !(2..=60).contains(&order) {
        return Err(format!("the order is 2 to 60, not {order}"));
    }
    let holes = number(1, "number of holes")?.unwrap_or(order * order * 42 / 100);
    if holes > order * order {
        return Err(format!("{holes} holes do not fit into {} cells", order * order));
    }
    let seed = number(2, "seed")?.unwrap_or(1);
    match words.get(3) {
        Some(extra) => Err(format!("{extra:?} is one word too many")),
        None => Ok((order as usize, holes as usize, seed)),
    }
}

/// Returns a Latin square of which some cells are known.
fn square(order: usize, known: impl Fn(usize) -> Option<i32>) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..order * order)
        .map(|cell| match known(cell) {
            Some(symbol) => model.var(symbol),
            None => model.var(1..=order as i32),
        })
        .collect();
    for line in 0..order {
        model.all_different((0..order).map(|column| cells[line * order + column]));
        model.all_different((0..order).map(|row| cells[row * order + line]));
    }
    (model, cells)
}

fn run(order: usize, holes: usize, seed: u64) -> Result<(), Error> {
    let (empty, cells) = square(order, |_| None);
    let by_chance = Config::default()
        .with_values(ValueOrder::Random)
        .with_random_ties(true)
        .with_restarts(Restarts::luby(100))
        .with_seed(seed);
    let full =
        empty.search_with(&by_chance)?.solutions().next().expect("there are Latin squares of every order");

    let is_hole = punch(cells.len(), holes, seed);
    let (model, cells) = square(order, |cell| (!is_hole[cell]).then(|| full[cells[cell]]));
    let config = Config::default()
        .with_consistency(Consistency::Auto)
        .with_variables(VariableOrder::WeightedDegree)
        .with_values(ValueOrder::LeastConstraining)
        .with_last_conflict(true)
        .with_restarts(Restarts::geometric(100, 1.3))
        .with_random_ties(true)
        .with_seed(seed);
    let mut search = model.search_with(&config)?;
    let filled =
        search.solutions().next().expect("the square that the holes were punched into is a solution");
    assert_eq!(model.broken_by(filled.values())?, None, "the solution keeps to every constraint");
    assert!(
        cells.iter().zip(&is_hole).all(|(&cell, &hole)| hole || filled[cell] == full[cell]),
        "what was given has not changed"
    );

    println!("A Latin square of order {order} with {holes} holes, filled again:\n");
    draw(order, &filled, &cells, &is_hole);
    let differing = cells.iter().filter(|&&cell| filled[cell] != full[cell]).count();
    match differing {
        0 => println!("\nThe square is as it was before."),
        _ => println!("\nAnother square than before: {differing} cells differ."),
    }
    println!("{}", search.statistics());
    Ok(())
}

/// Returns for each cell whether to empty it: the first cells of a list shuffled from the seed.
fn punch(cells: usize, holes: usize, seed: u64) -> Vec<bool> {
    let mut state = seed;
    let mut below = |bound: usize| {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    };
    let mut list: Vec<usize> = (0..cells).collect();
    for last in (1..cells).rev() {
        list.swap(last, below(last + 1));
    }
    let mut is_hole = vec![false; cells];
    list[..holes].iter().for_each(|&cell| is_hole[cell] = true);
    is_hole
}

fn draw(order: usize, square: &Solution, cells: &[Var], is_hole: &[bool]) {
    let colours = std::io::stdout().is_terminal();
    for (row, is_hole) in cells.chunks(order).zip(is_hole.chunks(order)) {
        let symbols = row.iter().zip(is_hole).map(|(&cell, &hole)| match (square[cell], hole, colours) {
            (symbol, true, true) => format!("\x1b[1;32m{symbol:>3} \x1b[0m"),
            (symbol, false, true) => format!("\x1b[2m{symbol:>3} \x1b[0m"),
            (symbol, true, false) => format!("{:>4}", format!("[{symbol}]")),
            (symbol, false, false) => format!("{symbol:>3} "),
        });
        println!("{}", symbols.collect::<String>().trim_end());
    }
}
