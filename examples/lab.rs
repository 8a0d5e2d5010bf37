//! Experiments: several configurations of the engine side by side on one kind of problem, for growing sizes.
//!
//! - Queens, all solutions, on larger and larger boards: the cost of every configuration grows in the same way, as
//!   the tree itself does, and they differ by a factor.
//! - Quasigroups with holes: with more and more holes the problem goes from easy to hard and back. The hard region is
//!   where about 42 % of the cells are holes (Achlioptas, Gomes, Kautz and Selman, "Generating satisfiable problem
//!   instances", 2000).
//! - Colouring random graphs with three colours, with 2.3 edges for each vertex: about there the graphs change from
//!   colourable to not colourable (Cheeseman, Kanefsky and Taylor, "Where the really hard problems are", 1991). Cost
//!   against vertices.
//!
//! Each row of the table is one size; its numbers are medians over random instances.

mod shell;
#[allow(dead_code)] // Made for the benches, which need more of it.
#[path = "../benches/support/mod.rs"]
mod support;

use std::io::IsTerminal;
use std::process::ExitCode;

use csp::config::{Consistency, Restarts, ValueOrder, VariableOrder};
use csp::lab::Lab;
use csp::{Config, Error, Limits, Model};
use support::Random;

const USAGE: &str = "\
Runs configurations of the engine side by side and prints a table of their medians.

Usage: lab [queens|quasigroup|coloring] [--csv]

  queens      all solutions against the size of the board, 4 to 10, three times (default)
  quasigroup  first solution of order 25 against holes in percent
  coloring    first colouring with three colours against vertices, at the threshold
  --csv       a line for each run instead, to plot

A run ends after 20,000 nodes; the table counts as solved only those that finished.";

const MOST_NODES: u64 = 20_000;

/// Seeds of the instances of each size.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=10;

const ORDER: usize = 25;

const COLOURS: i32 = 3;

fn main() -> ExitCode {
    shell::main(USAGE, parse, |(lab, csv)| run(&lab, csv))
}

fn parse(words: &[String]) -> Result<(Lab<'static>, bool), String> {
    let (mut lab, mut csv) = (None, false);
    for word in words {
        match word.as_str() {
            "--csv" => csv = true,
            "queens" if lab.is_none() => lab = Some(all_queens()),
            "quasigroup" if lab.is_none() => lab = Some(quasigroups()),
            "coloring" if lab.is_none() => lab = Some(colourings()),
            _ => return Err(format!("{word:?} is neither an experiment nor --csv, or one too many")),
        }
    }
    Ok((lab.unwrap_or_else(all_queens), csv))
}

fn run(lab: &Lab<'_>, csv: bool) -> Result<(), Error> {
    let is_watched = std::io::stderr().is_terminal();
    let mut done = 0;
    let report = lab.run_with(|run| {
        done += 1;
        if is_watched {
            eprint!("\r\x1b[K{done} runs, the last: {} {}, {}\r", run.model, run.size, run.config);
        }
    });
    // These models contain no mistakes, so an error can only be a wrong answer of the engine.
    let report = report.unwrap_or_else(|mistake| panic!("{mistake}"));
    if is_watched {
        eprint!("\x1b[K");
    }
    if csv {
        print!("{}", report.csv())
    } else {
        print!("{report}")
    }
    Ok(())
}

/// Returns the settings that all experiments share.
fn lab() -> Lab<'static> {
    let weighted = Config::default().with_variables(VariableOrder::WeightedDegree).with_last_conflict(true);
    Lab::new()
        .limits(Limits::default().nodes(MOST_NODES))
        .config("default", Config::default())
        .config("in order", Config::default().with_variables(VariableOrder::Input))
        .config("dom/wdeg", weighted.clone())
        .config("restarts", weighted.with_restarts(Restarts::luby(100)).with_random_ties(true))
}

fn all_queens() -> Lab<'static> {
    lab()
        .config("domain", Config::default().with_consistency(Consistency::Domain))
        .growth("queens", 4..=10, support::queens)
        .repeats(3)
}

fn quasigroups() -> Lab<'static> {
    lab()
        .config("values only", Config::default().with_consistency(Consistency::Value))
        .config("domain", Config::default().with_consistency(Consistency::Domain))
        .solutions(1)
        .samples("holes %", [34, 38, 40, 42, 44, 48, 56], SEEDS, with_holes)
}

/// Returns a random complete square, made by the engine, with some of its cells emptied.
fn with_holes(percent: usize, seed: u64) -> Model {
    let by_chance = Config::default()
        .with_values(ValueOrder::Random)
        .with_random_ties(true)
        .with_restarts(Restarts::luby(100))
        .with_seed(seed);
    let (empty, cells) = support::latin_square(ORDER, |_| None);
    let mut search = empty.search_with(&by_chance).expect("the model is right");
    let full = search.solutions().next().expect("there are Latin squares of every order");
    let mut is_hole = vec![false; cells.len()];
    let order = Random(seed).permutation(cells.len());
    order[..cells.len() * percent / 100].iter().for_each(|&cell| is_hole[cell] = true);
    support::latin_square(ORDER, |cell| (!is_hole[cell]).then(|| full[cells[cell]])).0
}

fn colourings() -> Lab<'static> {
    lab().solutions(1).samples("vertices", (50..=200).step_by(25), SEEDS, random_graph)
}

/// Returns a random graph with 2.3 edges for each vertex, to be coloured.
fn random_graph(vertices: usize, seed: u64) -> Model {
    let mut model = Model::new();
    let colour = model.vars(vertices, 0..COLOURS);
    let pairs: Vec<(usize, usize)> =
        (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b))).collect();
    for &at in &Random(seed).permutation(pairs.len())[..vertices * 23 / 10] {
        let (a, b) = pairs[at];
        model.post(colour[a].ne(colour[b]));
    }
    model
}
