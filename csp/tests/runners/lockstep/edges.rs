//! Models without constraints, without variables, and without solutions for any instance.

use csp::{Decision, Model, Var};

use super::boards::{Board, board, colouring, cycle};
use super::support::{KERNELS, agree_everywhere, compile, run};
use crate::support::PATHS;

/// Returns the numbers of solutions of some instances, after comparing them with a search.
fn found(board: &Board, list: &[Vec<Decision>]) -> Vec<u64> {
    agree_everywhere("edge", board, list);
    let mut lockstep = compile(&board.model, KERNELS[0], PATHS[2]);
    run(&mut lockstep, 1_000_000, list).ends().into_iter().map(|end| end.1).collect()
}

#[test]
fn nothing_to_choose() {
    let empty = Board { model: Model::new(), vars: Vec::new() };
    assert_eq!(found(&empty, &vec![Vec::new(); 70]), [1; 70]);
    let fixed = board(&[vec![3], vec![4]], &[vec![0, 1]], &[]);
    let x = &fixed.vars;
    assert_eq!(found(&fixed, &[vec![], vec![x[0].is(3)], vec![x[1].is(3)]]), [1, 1, 0]);
}

#[test]
fn one_variable() {
    let one = board(&[(-2..=2).collect()], &[], &[]);
    let x = one.vars[0];
    let list = [
        vec![],
        vec![x.is(1)],
        vec![x.is(3)],
        vec![x.at_least(-1), x.at_most(0)],
        vec![x.at_least(1), x.at_most(0)],
        vec![Decision::Remove(x, 0)],
    ];
    assert_eq!(found(&one, &list), [5, 1, 0, 2, 0, 4]);
    // A group of one variable has no effect.
    let alone = board(&[vec![1, 2]], &[vec![0], vec![]], &[]);
    assert_eq!(found(&alone, &[vec![]]), [2]);
}

#[test]
fn no_constraints() {
    let free = board(&[vec![1, 2], vec![5, 6, 7], vec![9]], &[], &[]);
    let x = &free.vars;
    assert_eq!(found(&free, &[vec![], vec![x[1].is(6)], vec![x[2].is(8)]]), [6, 2, 0]);
    // More variables than one word of a mask has bits.
    let domains: Vec<Vec<i32>> =
        (0..150).map(|at| if at % 50 == 49 { vec![0, 1] } else { vec![at] }).collect();
    let many = board(&domains[..60], &[], &[]);
    assert_eq!(found(&many, &[vec![]]), [2]);
    let narrow: Vec<Vec<i32>> =
        (0..150).map(|at| if at % 50 == 49 { vec![0, 1] } else { vec![at % 60] }).collect();
    let many = board(&narrow, &[], &[]);
    assert_eq!(found(&many, &[vec![], vec![many.vars[149].is(1)]]), [8, 4]);
}

#[test]
fn variables_in_no_group() {
    let domains = [vec![1, 2, 3], vec![0, 9], vec![1, 2, 3], vec![4, 5, 6], vec![1, 2, 3]];
    let some = board(&domains, &[vec![0, 2, 4]], &[]);
    let x = &some.vars;
    let list = [vec![], vec![x[1].is(9)], vec![x[3].is(4), x[0].is(2)], vec![x[1].is(1)]];
    assert_eq!(found(&some, &list), [36, 18, 4, 0]);
}

#[test]
fn groups_within_groups() {
    let domains = vec![(1..=5).collect(); 5];
    let groups =
        [vec![1, 2], vec![4, 3, 2, 1, 0], vec![0, 1, 2, 3], vec![2, 1], vec![4], vec![0, 1, 2, 3, 4]];
    let nested = board(&domains, &groups, &[(1, 4), (4, 1)]);
    let x = &nested.vars;
    assert_eq!(found(&nested, &[vec![], vec![x[0].is(1)], vec![x[0].is(1), x[4].is(1)]]), [120, 24, 0]);
}

#[test]
fn too_few_values() {
    let crowded = board(&vec![(1..=3).collect(); 4], &[vec![0, 1, 2, 3]], &[]);
    assert_eq!(found(&crowded, &[vec![], vec![crowded.vars[0].is(1)]]), [0, 0]);
    // Overfilled by an instance, or in a part of the group, which only a search detects.
    let narrow = board(&vec![(1..=5).collect(); 5], &[vec![0, 1, 2, 3, 4]], &[]);
    let low = |count: usize| narrow.vars[..count].iter().map(|var| var.at_most(2)).collect::<Vec<_>>();
    assert_eq!(found(&narrow, &[low(1), low(2), low(3), low(5)]), [48, 12, 0, 0]);
    let domains = [vec![vec![1, 2]; 3], vec![vec![1, 2, 3, 4, 5, 6]; 2]].concat();
    assert_eq!(found(&board(&domains, &[vec![0, 1, 2, 3, 4]], &[]), &[vec![]]), [0]);
}

#[test]
fn a_variable_that_differs_from_itself() {
    let twice = board(&vec![(1..=5).collect(); 3], &[vec![0, 1, 0]], &[]);
    assert_eq!(found(&twice, &[vec![], vec![], vec![]]), [0; 3]);
    let within = board(&vec![(1..=9).collect(); 3], &[vec![0, 1, 2], vec![2, 2]], &[]);
    assert_eq!(found(&within, &[vec![], vec![], vec![]]), [0; 3]);
}

#[test]
fn cycles_of_two_colours() {
    for length in 3..=9 {
        let count = if length % 2 == 0 { 2 } else { 0 };
        let ring = colouring(length, 2, &cycle(length));
        assert_eq!(found(&ring, &[vec![], vec![ring.vars[0].is(2)]]), [count, count / 2], "{length}");
    }
}

/// With the same offset on all members, an all-different has the same meaning as without.
#[test]
fn offsets_that_all_members_have() {
    let mut model = Model::new();
    let x = model.vars(4, 1..=4);
    model.all_different(x.iter().map(|&var| var + 7));
    model.post((x[0] - 3).ne(x[1] - 3));
    let board = Board { model, vars: x };
    assert_eq!(found(&board, &[vec![], vec![board.vars[0].is(1)]]), [24, 6]);
}

/// Bit 63, and decisions about values that no variable has.
#[test]
fn sixty_four_values() {
    let values: Vec<i32> = (0..64).map(|at| at * at - 1000).collect();
    let most = *values.last().expect("there are some");
    let x = |board: &Board| board.vars.clone();
    let full = board(&vec![values.clone(); 64], &[(0..64).collect()], &[]);
    let open = |keep: usize, vars: &[Var]| -> Vec<Decision> {
        (keep..64).map(|at| vars[at].is(values[at])).collect()
    };
    let vars = x(&full);
    let mut list: Vec<Vec<Decision>> = (0..5).map(|keep| open(keep, &vars)).collect();
    list.push(vec![vars[0].at_least(most), vars[1].at_least(most)]);
    list.push([open(3, &vars), vec![vars[0].at_most(-1001)]].concat());
    list.push(vars.iter().rev().zip(&values).skip(3).map(|(var, &value)| var.is(value)).collect());
    assert_eq!(found(&full, &list), [1, 1, 2, 6, 24, 0, 0, 6]);
    let pair = board(&vec![values.clone(); 2], &[vec![0, 1]], &[]);
    let list =
        [vec![], vec![pair.vars[0].is(most)], vec![pair.vars[0].at_least(most), pair.vars[1].is(most)]];
    assert_eq!(found(&pair, &list), [64 * 63, 63, 0]);
}
