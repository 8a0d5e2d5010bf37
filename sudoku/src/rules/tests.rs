//! Every rule against all fillings of small grids.

use std::collections::BTreeSet;
use std::sync::Arc;

use csp::Model;

use super::{Clue, Draft, KINDS, Scene};
use crate::{Grid, Puzzle, Shape, Solver};

/// A grid without rules of its own.
pub fn raw(rows: usize, columns: usize, values: std::ops::RangeInclusive<i32>) -> Shape {
    Shape { raw: true, values, ..Shape::rectangle(rows, columns) }
}

/// Compares three statements of one meaning on all fillings of a grid (at most two million): what the test says of
/// the numbers, what the clues' kinds say, and the solutions that the engine finds. Says how many there are.
#[track_caller]
pub fn agree(shape: Shape, clues: Vec<Clue>, meaning: impl Fn(&[i32]) -> bool) -> usize {
    let grid = Grid::of(shape).unwrap();
    for clue in &clues {
        if let Err(fault) = clue.fault(&grid) {
            assert!(fault.mild, "{fault}");
        }
    }
    let fillings = (grid.values() as u64).pow(grid.cells() as u32);
    assert!(fillings <= 2_000_000, "{fillings} fillings");
    let scene = Scene { grid: &grid, clues: &clues };
    let mut expected = BTreeSet::new();
    for filling in 0..fillings {
        let mut rest = filling;
        let values: Vec<u8> = (0..grid.cells())
            .map(|_| {
                let value = rest % grid.values() as u64;
                rest /= grid.values() as u64;
                value as u8
            })
            .collect();
        let differ = |cells: &[u16]| {
            let values: BTreeSet<u8> = cells.iter().map(|&cell| values[usize::from(cell)]).collect();
            values.len() == cells.len()
        };
        if !grid.houses().iter().all(|house| differ(house.cells())) {
            continue;
        }
        let numbers: Vec<i32> = values.iter().map(|&value| grid.number(value)).collect();
        let means = meaning(&numbers);
        let holds = clues.iter().all(|clue| clue.holds(&scene, &numbers));
        assert_eq!(holds, means, "the kind says {holds}, the test {means}: {numbers:?}");
        if means {
            expected.insert(values);
        }
    }
    let mut puzzle = Puzzle::open(grid);
    puzzle.rules = Some(Arc::from(clues));
    let answer = Solver::default().solve(&puzzle, usize::MAX);
    let found: BTreeSet<Vec<u8>> = answer.solutions.iter().map(|solution| solution.to_vec()).collect();
    assert_eq!(found.len(), answer.solutions.len(), "the engine repeats solutions");
    let [wrong, missing] = [&found - &expected, &expected - &found];
    assert!(wrong.is_empty(), "the engine finds {:?}", wrong.first());
    assert!(missing.is_empty(), "the engine misses {:?}", missing.first());
    assert!(answer.solutions.iter().all(|solution| puzzle.accepts(solution)));
    if fillings <= 5_000 {
        agree_as_alternative(&puzzle, meaning);
    }
    found.len()
}

/// Compares what clues gathered as one of two alternatives leave, and how often, with what the test says.
#[track_caller]
fn agree_as_alternative(puzzle: &Puzzle, meaning: impl Fn(&[i32]) -> bool) {
    let (grid, scene) = (&puzzle.grid, puzzle.scene());
    let first = grid.first_value();
    let solve = |with_clues: bool| {
        let mut model = Model::new();
        let cells = model.vars(grid.cells(), grid.shape().values.clone());
        let mut draft = Draft::new(scene, &mut model, &cells);
        grid.houses().iter().for_each(|house| draft.all_different(house.cells()));
        if with_clues {
            let clues = draft.condition(|draft| scene.clues.iter().for_each(|clue| draft.declare(clue)));
            draft.post(clues | cells[0].is(first));
        }
        let mut search = model.search().unwrap();
        let read = |solution: csp::Solution| cells.iter().map(|&cell| solution[cell]).collect();
        search.solutions().map(read).collect::<Vec<Vec<i32>>>()
    };
    let mut expected = solve(false);
    expected.retain(|numbers| numbers[0] == first || meaning(numbers));
    let mut found = solve(true);
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found.len(), expected.len(), "solutions where the rule is one of two alternatives");
    assert!(found == expected, "other solutions where the rule is one of two alternatives");
}

/// The fault of a clue, with its hint.
#[track_caller]
pub fn fault(shape: Shape, clue: Clue) -> String {
    clue.fault(&Grid::of(shape).unwrap()).expect_err("the clue is faulty").to_string()
}

#[test]
fn every_kind_says_what_people_need() {
    for kind in KINDS {
        assert!(!kind.usage.is_empty() && !kind.example.is_empty(), "{}", kind.name);
        assert!(kind.help.ends_with(['.', ')']), "{}", kind.name);
        assert!(kind.usage.starts_with(kind.name), "{}", kind.name);
    }
}

#[test]
fn names_are_unambiguous() {
    let mut seen = BTreeSet::new();
    for name in KINDS.iter().flat_map(super::Kind::names) {
        assert!(seen.insert(super::plain(name)), "two rules called {name}");
        assert!(name.split_whitespace().count() <= 3, "{name}: names are of at most three words");
    }
    assert_eq!(super::find("Killer_Cage").unwrap().name, "killer");
    assert_eq!(super::find("antiknight").unwrap().name, "anti-knight");
}
