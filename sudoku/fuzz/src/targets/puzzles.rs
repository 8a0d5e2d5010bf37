//! Small puzzles with any rules: they survive a round trip through text, and every method finds the solutions of the
//! meaning.

use std::collections::BTreeSet;

use csp::Config;
use csp::config::{Consistency, Restarts, ValueOrder, VariableOrder};
use sudoku::format::{Format, Options, parse};
use sudoku::{Budget, Count, End, Engine, Puzzle, Solver, methods};
use testkit::Bytes;

use super::parsers;
use crate::{grammar, meaning, round};

/// Node limit; enough for most small puzzles.
const MOST_NODES: u64 = 2_000;
/// Maximum number of solutions to compare.
const MOST_SOLUTIONS: usize = 600;

/// Reads the method, then a puzzle.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let way = bytes.byte();
    let config = config(&mut bytes);
    let mut text = grammar::puzzle(&mut bytes);
    // Sometimes one character is wrong.
    if way & 31 == 31 && !bytes.rest().is_empty() {
        let at = usize::from(bytes.byte()) * text.len() / 256;
        if text.is_char_boundary(at) {
            text.insert_str(at, &String::from_utf8_lossy(bytes.rest()));
        }
    }
    if std::env::var_os("FUZZ_SHOW").is_some() {
        eprintln!("{text}");
    }
    let options = Options { from: Some(Format::Native), ..Options::default() };
    let Ok(puzzles) = parse(&text, &options) else { return };
    for puzzle in &puzzles {
        round::check(puzzle);
        parsers::draw(puzzle);
        check(puzzle, way, config.clone());
    }
}

/// Returns settings of a search.
fn config(bytes: &mut Bytes<'_>) -> Config {
    let consistencies = [Consistency::Auto, Consistency::Value, Consistency::Domain, Consistency::Check];
    let variables = [VariableOrder::Smallest, VariableOrder::WeightedDegree, VariableOrder::Input];
    Config::default()
        .with_consistency(bytes.pick(&consistencies))
        .with_variables(bytes.pick(&variables))
        .with_values(bytes.pick(&[ValueOrder::Smallest, ValueOrder::Largest, ValueOrder::Split]))
        .with_presolve(!bytes.one_in(3))
        .with_probing(bytes.one_in(8))
        .with_restarts(bytes.pick(&[Restarts::Never, Restarts::luby(2)]))
}

fn check(puzzle: &Puzzle, way: u8, config: Config) {
    let budget = || Budget::default().nodes(MOST_NODES);
    let known: Option<BTreeSet<Vec<u8>>> = meaning::solutions(puzzle).map(BTreeSet::from_iter);
    if let Some(again) = round::through(puzzle, Format::FPuzzles)
        && known.is_some()
    {
        let same = meaning::solutions(&again).map(BTreeSet::from_iter);
        assert!(same.is_none() || same == known, "f-puzzles means something else");
    }
    let all = methods();
    let other = match way % 4 {
        0 => Solver::new(budget()).engine(Engine::Search),
        1 => Solver::new(budget()).method(&all[usize::from(way / 4) % all.len()]),
        2 => Solver::new(budget()).engine(Engine::Lockstep),
        _ => Solver::new(budget()).configured(config),
    };
    let mut answers = Vec::new();
    for mut solver in [Solver::new(budget()), other] {
        let answer = solver.solve(puzzle, MOST_SOLUTIONS);
        let found: BTreeSet<Vec<u8>> = answer.solutions.iter().map(|found| found.to_vec()).collect();
        assert_eq!(found.len(), answer.solutions.len(), "a solution comes twice");
        for solution in &found {
            assert!(puzzle.accepts(solution), "{solution:?} is none, by {:?}", puzzle.broken_clue(solution));
        }
        if let Some(known) = &known {
            assert!(found.is_subset(known));
            assert!(answer.end != End::Exhausted || found.len() == known.len(), "some are missed");
        }
        check_count(&mut solver, puzzle, &found, answer.end);
        answers.push((answer.end, found));
    }
    if let [(End::Exhausted, one), (End::Exhausted, other)] = &answers[..] {
        assert!(one == other, "two ways, two answers");
        assert!(one.is_empty() || puzzle.obstacle().is_none(), "{:?}", puzzle.obstacle());
    }
}

/// Compares the count and the candidates with the solutions.
fn check_count(solver: &mut Solver, puzzle: &Puzzle, found: &BTreeSet<Vec<u8>>, end: End) {
    if end != End::Exhausted {
        return;
    }
    match solver.count(puzzle, u64::MAX, || {}).0 {
        Count::Exactly(count) => assert_eq!(count, found.len() as u64),
        Count::Limit(count) => assert!(count <= found.len() as u64),
        Count::AtLeast(_) => panic!("no maximum was given"),
    }
    let (seen, _) = solver.occurrences(puzzle, u64::MAX);
    if seen.end == End::Exhausted {
        for cell in 0..puzzle.cells().len() {
            for value in 0..puzzle.grid().values() as u8 {
                let times = found.iter().filter(|solution| solution[cell] == value).count() as u64;
                assert_eq!(seen.count(cell, value), times, "{value} in cell {cell}");
            }
        }
    }
}
