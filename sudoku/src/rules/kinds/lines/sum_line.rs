//! Sum lines: lines that can be cut into pieces of which each has the given sum.

use csp::constraints::{Automaton, regular};

use crate::grid::Grid;
use crate::rules::mark::{Mark, Paint};
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, Param, ParamSyntax};

pub const KIND: Kind = Kind {
    name: "sum-line",
    shares: &["ten", "10"],
    also: &["split line"],
    group: Group::Lines,
    usage: "sum-line SUM [loop]: CELLS, …",
    help: "The line can be cut into pieces that each have the sum. A loop goes on from its last cell to its first, and a cut may be anywhere on it. A cell listed twice counts twice. (With sum 0 all numbers are 0.)",
    sentence: "A line with a number divides into parts that each have this sum.",
    example: "sum-line 10: r1c1-r1c6\nsum-line 10 loop: r5c5 r5c6 r6c6 r6c5",
    params: ParamSyntax::Anything,
    lists: ListSyntax::Each(1, usize::MAX),
    fault,
    holds: |clue, _, numbers| {
        let mut line = clue.read(numbers);
        let turns = if clue.has_word(LOOP) { line.len() } else { 1 };
        (0..turns).any(|_| {
            let is_split = splits(&line, sum(clue));
            line.rotate_left(1);
            is_split
        })
    },
    declare: |clue, draft| {
        if clue.has_word(LOOP) && sum(clue) != 0 {
            declare_loop(clue, draft)
        } else {
            let sum = sum(clue);
            if sum == 0 {
                return clue.cells().iter().for_each(|&cell| draft.keep(cell, |number| number == 0));
            }
            // The state is the sum of the current piece. A complete piece ends before the next positive number; zeros
            // may belong to either piece.
            let step = |&so_far: &i64, number: i32| {
                let so_far = if so_far == sum && number > 0 { 0 } else { so_far } + i64::from(number);
                (so_far <= sum).then_some(so_far)
            };
            draft.word(clue.cells(), 0, step, |&so_far| so_far == sum);
        }
    },
    marks: |clue, _| {
        let tag = Mark::Tag { cell: clue.cells()[0], text: sum(clue).to_string() };
        let mut line = clue.line(Paint::Red);
        if let (true, Mark::Line { cells, .. }) = (clue.has_word(LOOP), &mut line[0]) {
            cells.push(clue.cells()[0]);
        }
        line.push(tag);
        line
    },
    noun: "the sum line from {from} to {to}",
    says: "The line {cells} can be cut into pieces that each sum to {number}",
    ..Kind::BLANK
};

const LOOP: &str = "loop";
/// The largest sum of a loop, whose automaton has about as many states as the square of the sum.
const LARGEST_LOOP: i64 = 100;

fn sum(clue: &Clue) -> i64 {
    clue.amount().into()
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let is_known = |param: &Param| match param {
        Param::Number(_) => true,
        Param::Word(word) => **word == *LOOP,
        Param::Text(_) => false,
    };
    if clue.numbers().count() != 1 || clue.params.len() > 2 || !clue.params.iter().all(is_known) {
        return Err(Fault::new("sum-line: write a number before the colon, optionally with \"loop\"")
            .hint(KIND.usage));
    }
    let first = i64::from(grid.first_value());
    if first < 0 {
        return Err(Fault::new("sum-line is not for grids with negative numbers"));
    }
    let most = (first + grid.values() as i64 - 1) * clue.cells().len() as i64;
    let (sum, at) = (sum(clue), clue.params.iter().position(|param| matches!(param, Param::Number(_))));
    let within = clue.number_within("sum", first..=most);
    within.map_err(|fault| if sum < 0 { fault } else { fault.unsatisfiable() })?;
    if clue.has_word(LOOP) && sum > LARGEST_LOOP {
        let what = format!("sum-line {sum} loop: loops have sums of {LARGEST_LOOP} at most");
        return Err(Fault::new(what).param(at.unwrap_or_default()));
    }
    clue.warns_of_repeats(grid)
}

/// Whether every multiple of the sum up to the total is a prefix sum, and the total is such a multiple.
fn splits(line: &[i32], sum: i64) -> bool {
    if sum == 0 {
        return line.iter().all(|&number| number == 0);
    }
    let mut total = 0;
    let mut reached = vec![0];
    for &number in line {
        total += i64::from(number);
        reached.push(total);
    }
    total > 0 && total % sum == 0 && (1..total / sum).all(|piece| reached.contains(&(piece * sum)))
}

/// Declares a loop by an automaton that chooses the first cut. Before the cut, the state is the sum so far. After it,
/// the state is that sum, which the last piece has to complete, and the sum of the current piece.
fn declare_loop(clue: &Clue, draft: &mut Draft<'_>) {
    let sum = sum(clue) as usize;
    let before = |rest: usize| rest;
    let after = |rest: usize, so_far: usize| (1 + rest) * sum + so_far % sum;
    let mut steps: Vec<(usize, i32, usize)> = Vec::new();
    for number in draft.numbers() {
        let add = number as usize;
        for rest in 0..sum {
            if rest + add < sum {
                steps.push((before(rest), number, before(rest + add)));
            }
            // Zeros belong to the piece before a cut.
            if 0 < add && add <= sum {
                steps.push((before(rest), number, after(rest, add)));
            }
            let pieces = (0..sum).filter(|so_far| so_far + add <= sum);
            steps.extend(pieces.map(|so_far| (after(rest, so_far), number, after(rest, so_far + add))));
        }
    }
    let ends = (0..sum).map(|rest| after(rest, sum - rest));
    let automaton = Automaton::new((1 + sum) * sum, before(0), ends, steps);
    let line = draft.vars(clue.cells());
    draft.post(regular(line, automaton));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    fn line(sum: i32, cells: u16, is_loop: bool) -> Clue {
        let mut line = Clue::new(&KIND).number(sum).list((0..cells).collect::<Vec<u16>>());
        line.params.extend(is_loop.then(|| Param::Word(LOOP.into())));
        line
    }

    /// Tries all ways to cut the line.
    fn can_be_cut(line: &[i32], sum: i32, is_loop: bool) -> bool {
        let open = |line: &[i32]| {
            (0..1_u32 << (line.len() - 1)).any(|cuts| {
                let mut pieces = vec![0];
                for (at, number) in line.iter().enumerate() {
                    *pieces.last_mut().unwrap() += number;
                    if at + 1 < line.len() && cuts >> at & 1 != 0 {
                        pieces.push(0);
                    }
                }
                pieces.iter().all(|&piece| piece == sum)
            })
        };
        let turned = |turn: usize| [&line[turn..], &line[..turn]].concat();
        (0..if is_loop { line.len() } else { 1 }).any(|turn| open(&turned(turn)))
    }

    #[test]
    fn a_line_is_cut_into_pieces_of_the_sum() {
        let ways = agree(raw(1, 4, 1..=4), vec![line(4, 4, false)], |n| can_be_cut(n, 4, false));
        // Four pieces of 4; two pieces of 1 and 3 cells, of 2 and 2, of 3 and 1; one piece; three pieces, one of them
        // of two cells.
        assert_eq!(ways, 1 + 3 + 9 + 3 + 1 + 3 * 3);
        agree(raw(1, 5, 0..=4), vec![line(3, 5, false)], |n| can_be_cut(n, 3, false));
    }

    #[test]
    fn a_loop_is_cut_anywhere() {
        for sum in [1, 3, 5] {
            agree(raw(1, 5, 0..=4), vec![line(sum, 5, true)], |n| can_be_cut(n, sum, true));
        }
        agree(raw(1, 5, 2..=5), vec![line(6, 5, true)], |n| can_be_cut(n, 6, true));
    }

    #[test]
    fn impossible_sums_are_faults() {
        let what = "sum-line 13: this sum is impossible (it is from 0 to 12)";
        assert_eq!(fault(raw(1, 3, 0..=4), line(13, 3, false)), what);
        assert!(fault(raw(1, 3, -1..=4), line(3, 3, false)).contains("negative"));
        assert!(fault(raw(1, 3, 1..=4), Clue::new(&KIND).list([0])).contains("write a number before"));
    }
}
