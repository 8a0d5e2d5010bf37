//! The classic grid, which has a kernel of its own, and similar grids, which do not.

use csp::{Decision, Model, Step, Var, lockstep::SimdPath};

use super::boards::{Board, Grid, board};
use super::support::{KERNELS, Kernel, Known, compile, is_right, kinds, run, searched};
use crate::support::{Chance, PATHS};

/// Returns the classic grid with its cells in any order, so that positions carry no information.
fn shuffled(order: impl Fn(usize) -> usize) -> Board {
    let mut model = Model::new();
    let vars = model.vars(81, 1..=9);
    let cells: Vec<Var> = (0..81).map(|cell| vars[order(cell)]).collect();
    for i in 0..9 {
        model.all_different((0..9).map(|k| cells[i / 3 * 27 + i % 3 * 3 + k / 3 * 9 + k % 3]));
        model.all_different((0..9).rev().map(|k| cells[9 * k + i]));
        model.all_different((0..9).map(|k| cells[9 * i + k]));
    }
    Board { model, vars }
}

/// Returns the same solutions with digits permuted.
fn exchanged(full: &[Vec<i32>], chance: &mut Chance) -> Vec<Vec<i32>> {
    let mut digits: Vec<i32> = (1..=9).collect();
    let exchange = |values: &Vec<i32>| {
        chance.shuffle(&mut digits);
        values.iter().map(|&value| digits[value as usize - 1]).collect()
    };
    full.iter().map(exchange).collect()
}

/// Compares boards of every kind with a search, in every way. Returns the numbers of boards with 0, 1 and more
/// solutions.
fn compare(board: &Board, count: usize, grids: u64, chance: &mut Chance) -> [usize; 3] {
    let full = board.some_solutions(grids);
    let full: Vec<Vec<i32>> = (0..5).flat_map(|_| exchanged(&full, chance)).collect();
    let list = board.instances(&full, count, 30..=58, chance);
    let mut search = board.model.search().expect("the model is right");
    let most = 3;
    let known: Vec<Known> = list.iter().map(|decisions| searched(&mut search, decisions, most)).collect();
    for (kernel, path) in KERNELS.into_iter().flat_map(|kernel| PATHS.map(|path| (kernel, path))) {
        let instances = run(&mut compile(&board.model, kernel, path), most as u64, &list);
        for (at, (end, known)) in instances.ends().into_iter().zip(&known).enumerate() {
            let what = format!("{kernel:?}, {path:?}, instance {at}");
            is_right(&what, board, &list[at], &instances.solutions[at], end.0, known, most as u64);
        }
    }
    kinds(&known)
}

#[test]
fn twenty_thousand_boards() {
    let kinds = compare(&shuffled(|cell| cell * 32 % 81), 20_000, 100, &mut Chance::new(1));
    assert!(kinds.iter().all(|&kind| kind > 2000), "boards of every kind: {kinds:?}");
}

/// A million boards through both kernels and on every instruction set: 53 s in release, 6 million answers.
#[test]
#[ignore = "53 s in release: every board on six kernels and beside a search"]
fn a_million_boards() {
    let mut chance = Chance::new(2);
    let mut all = [0; 3];
    for part in 0..50 {
        let board = shuffled(|cell| (cell * 32 + part) % 81);
        let kinds = compare(&board, 20_000, 100, &mut chance);
        kinds.iter().zip(&mut all).for_each(|(more, kind)| *kind += more);
    }
    assert!(all.iter().all(|&kind| kind > 100_000), "boards of every kind: {all:?}");
}

/// Many solutions of the open board, on which finally all lanes work.
#[test]
fn open_boards() {
    let board = shuffled(|cell| 80 - cell);
    let list = vec![Vec::new(); 3];
    for (kernel, path) in KERNELS.into_iter().flat_map(|kernel| PATHS.map(|path| (kernel, path))) {
        let mut lockstep = compile(&board.model, kernel, path);
        for mut solutions in run(&mut lockstep, 1000, &list).solutions {
            solutions.sort();
            solutions.dedup();
            assert_eq!(solutions.len(), 1000, "{kernel:?}, {path:?}");
            assert!(solutions.iter().all(|values| board.model.broken_by(values) == Ok(None)));
        }
    }
}

#[test]
fn values_are_the_models_own() {
    let values = [-4, 0, 1, 5, 7, 100, 101, 200, 1000];
    let grid = Grid::open(9, 9, values).lines().regions(|row, column| row / 3 * 3 + column / 3);
    let Board { model, vars: x } = grid.board;
    let list = [vec![x[0].is(100), x[80].is(-4)], vec![x[0].is(2)], vec![x[3].is(7), x[5].is(7)]];
    for (kernel, path) in KERNELS.into_iter().flat_map(|kernel| PATHS.map(|path| (kernel, path))) {
        let instances = run(&mut compile(&model, kernel, path), 1, &list);
        let ends: Vec<(Step, u64)> = instances.ends().iter().map(|end| (end.0, end.1)).collect();
        assert_eq!(
            ends,
            [(Step::Solution, 1), (Step::Exhausted, 0), (Step::Exhausted, 0)],
            "{kernel:?}, {path:?}"
        );
        let solution = &instances.solutions[0][0];
        assert_eq!((solution[0], solution[80], model.broken_by(solution)), (100, -4, Ok(None)));
    }
}

/// Returns the number of solutions of one instance, through the kernel that compiling chooses.
fn count(board: &Board, decisions: Vec<Decision>, path: SimdPath) -> u64 {
    let list = [decisions];
    let instances = run(&mut compile(&board.model, Kernel::Chosen, path), 1000, &list);
    let broken = instances.solutions[0].iter().find(|values| board.model.broken_by(values) != Ok(None));
    assert_eq!(broken, None, "{path:?}");
    instances.ends()[0].1
}

/// A grid with one constraint less, more or moved is not the classic one, and its solutions show it.
#[test]
fn nearly_classic_grids() {
    let place = |i: usize, k: usize| i / 3 * 27 + i % 3 * 3 + k / 3 * 9 + k % 3;
    let boxes: Vec<Vec<usize>> = (0..9).map(|i| (0..9).map(|k| place(i, k)).collect()).collect();
    let rows = (0..9).map(|i| (0..9).map(|k| 9 * i + k).collect());
    let columns = (0..9).map(|i| (0..9).map(|k| 9 * k + i).collect());
    let groups: Vec<Vec<usize>> = boxes.into_iter().chain(rows).chain(columns).collect();
    let domains: Vec<Vec<i32>> = vec![(1..=9).collect(); 81];
    let swapped = |group: usize, from: usize, to: usize| {
        let mut groups = groups.clone();
        groups[group].iter_mut().filter(|member| **member == from).for_each(|member| *member = to);
        groups
    };
    let with = |more: Vec<usize>| [&groups[..], &[more]].concat();
    let without = |left_out: &[usize]| -> Vec<Vec<usize>> {
        (0..27).filter(|at| !left_out.contains(at)).map(|at| groups[at].clone()).collect()
    };
    // Returns whether two cells can have the same value.
    let twins = |groups: Vec<Vec<usize>>, a: usize, b: usize| {
        let board = board(&domains, &groups, &[]);
        let same = vec![board.vars[a].is(5), board.vars[b].is(5)];
        PATHS.map(|path| count(&board, same.clone(), path) > 0)
    };
    assert_eq!(twins(groups.clone(), 0, 40), [true; 3]);
    assert_eq!(twins(groups.clone(), 0, 10), [false; 3], "in one box");
    assert_eq!(twins(without(&[0]), 0, 10), [false; 3], "the other boxes say it too");
    assert_eq!(twins(without(&[0, 1, 3, 4]), 0, 10), [true; 3], "four boxes less");
    assert_eq!(twins(without(&[25, 26]), 8, 80), [true; 3], "two columns less");
    assert_eq!(twins(with(vec![0, 40]), 0, 40), [false; 3], "two more that differ");
    assert_eq!(twins(with((0..9).map(|at| 10 * at).collect()), 0, 40), [false; 3], "a diagonal");
    assert_eq!(twins(swapped(0, 20, 21), 0, 40), [false; 3], "a box that cannot be");
    // Boxes of the second band that cross two stacks: a tiling other than that of the classic grid.
    let askew: Vec<Vec<usize>> = groups
        .iter()
        .enumerate()
        .map(|(at, group)| {
            let over = |&cell: &usize| match (at, cell % 9) {
                (3, 2) => cell + 1,
                (4, 3) => cell - 1,
                _ => cell,
            };
            group.iter().map(over).collect()
        })
        .collect();
    assert_eq!(twins(askew.clone(), 27, 39), [false; 3], "a box askew");
    assert_eq!(twins(askew, 27, 40), [true; 3], "beside it");
    assert_eq!(twins(swapped(9, 0, 0), 0, 40), [true; 3], "nothing changed");
    let mut narrow = domains.clone();
    narrow[40] = vec![1, 2, 3];
    let narrow = board(&narrow, &groups, &[]);
    assert_eq!(PATHS.map(|path| count(&narrow, vec![narrow.vars[40].is(5)], path)), [0; 3]);
    let more = board(&[&domains[..], &[vec![1, 2]]].concat(), &groups, &[]);
    assert_eq!(PATHS.map(|path| count(&more, vec![more.vars[81].is(2)], path)), [1000; 3]);
}
