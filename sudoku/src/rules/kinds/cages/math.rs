//! Cages with an operation and its result: + - × ÷.

use crate::grid::Grid;
use crate::rules::mark::Mark;
use crate::rules::sets::{sum_in, sums, total};
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, Param, ParamSyntax};
use crate::text::cells::cells_in_words;

pub const KIND: Kind = Kind {
    name: "math",
    also: &["mathdoku", "math cage", "calcudoku"],
    group: Group::Cages,
    usage: "math + | - | x | / NUMBER: CELLS, …",
    help: "The result of the operation on the cells is the number. + and x take any cells, - and / take two, the larger number first. Numbers may repeat; a cell listed twice counts twice.",
    label: "Calculation cage",
    sentence: "The digits of a cage, added, subtracted, multiplied or divided as it says, give its number; they may repeat.",
    example: "math + 12: r1c1 r1c2 r2c2\nmath / 3: r5c5 r5c6",
    params: ParamSyntax::Anything,
    lists: ListSyntax::Each(1, usize::MAX),
    fault,
    holds: |clue, _, numbers| {
        let line = clue.read(numbers);
        let Some((operation, result)) = operation(clue) else { return false };
        match operation {
            Operation::Plus => total(&line) == result,
            Operation::Times => {
                let product = line.iter().try_fold(1_i128, |product, &n| product.checked_mul(n.into()));
                line.contains(&0) && result == 0 || product == Some(result.into())
            }
            Operation::Minus => minus(line[0], line[1], result),
            Operation::Over => over(line[0], line[1], result),
        }
    },
    declare,
    marks: |clue, _| {
        let label = operation(clue).map(|(operation, result)| format!("{result}{}", operation.sign()));
        vec![Mark::Cage { cells: clue.cells().to_vec(), label: label.unwrap_or_default() }]
    },
    noun: "the result{#} at {from}",
    says: "The {word} of {cells} is {number}",
    word: |clue, _, _| operation(clue).map_or("", |(operation, _)| operation.word()).into(),
    ..Kind::BLANK
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Plus,
    Minus,
    Times,
    Over,
}

impl Operation {
    fn word(self) -> &'static str {
        match self {
            Operation::Plus => "sum",
            Operation::Minus => "difference",
            Operation::Times => "product",
            Operation::Over => "quotient",
        }
    }

    fn sign(self) -> char {
        match self {
            Operation::Plus => '+',
            Operation::Minus => '−',
            Operation::Times => '×',
            Operation::Over => '÷',
        }
    }
}

/// The operation and its result; `None` if the parameters have another form.
fn operation(clue: &Clue) -> Option<(Operation, i64)> {
    let [Param::Word(sign), Param::Number(result)] = &clue.params[..] else { return None };
    let operation = match &**sign {
        "+" => Operation::Plus,
        "-" | "−" => Operation::Minus,
        "x" | "X" | "*" | "×" => Operation::Times,
        "/" | "÷" | ":" => Operation::Over,
        _ => return None,
    };
    Some((operation, i64::from(*result)))
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let Some((operation, result)) = operation(clue) else {
        return Err(Fault::new("math: write an operation and a number before the colon").hint(KIND.usage));
    };
    let cells = clue.cells().len();
    if matches!(operation, Operation::Minus | Operation::Over) {
        if cells != 2 {
            let sign = operation.sign();
            return Err(
                Fault::new(format!("math {sign} of {}: it is for two", cells_in_words(cells))).list(0)
            );
        }
        let values = grid.shape().values.clone();
        let is_one = clue.cells()[0] == clue.cells()[1];
        let others = |a: i32| values.clone().filter(move |&b| !is_one || a == b).map(move |b| (a, b));
        let mut pairs = values.clone().flat_map(others);
        let comes_to = if operation == Operation::Minus { minus } else { over };
        if !pairs.any(|(a, b)| comes_to(a, b, result)) {
            let what = format!("math {} {result}: no two numbers have that result", operation.sign());
            return Err(Fault::new(what).param(1).unsatisfiable());
        }
    }
    if operation == Operation::Plus {
        sum_in(clue, sums(grid, cells, false))?;
    }
    clue.warns_of_repeats(grid)
}

fn minus(a: i32, b: i32, result: i64) -> bool {
    i64::from(a) - i64::from(b) == result || i64::from(b) - i64::from(a) == result
}

fn over(a: i32, b: i32, result: i64) -> bool {
    let is_quotient = |a: i32, b: i32| b != 0 && i64::from(a) == result * i64::from(b);
    is_quotient(a, b) || is_quotient(b, a)
}

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let Some((operation, result)) = operation(clue) else { return };
    let cells = clue.cells();
    match operation {
        Operation::Plus => draft.sum(cells, result),
        Operation::Minus => draft.relation(cells[0], cells[1], |a, b| minus(a, b, result)),
        Operation::Over => draft.relation(cells[0], cells[1], |a, b| over(a, b, result)),
        Operation::Times if result == 0 => {
            let zero = cells.iter().map(|&cell| draft.var(cell).is(0)).collect::<Vec<_>>();
            draft.post(csp::any(zero));
        }
        Operation::Times => {
            // The state is the product of the cells that are still to come.
            let step = |&rest: &i64, number: i32| {
                let number = i64::from(number);
                (number != 0 && rest % number == 0).then(|| rest / number)
            };
            draft.word(cells, result, step, |&rest| rest == 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    fn math(sign: &str, result: i32, cells: &[u16]) -> Clue {
        let mut clue = Clue::new(&KIND);
        clue.params = vec![Param::Word(sign.into()), Param::Number(result)];
        clue.list(cells)
    }

    #[test]
    fn sums_and_products_of_any_cells() {
        let grid = || raw(1, 3, 1..=6);
        assert_eq!(agree(grid(), vec![math("+", 4, &[0, 1, 2])], |n| n[0] + n[1] + n[2] == 4), 3);
        // Permutations of 1 2 6, 1 3 4 and 2 2 3.
        assert_eq!(agree(grid(), vec![math("x", 12, &[2, 1, 0])], |n| n[0] * n[1] * n[2] == 12), 6 + 6 + 3);
        for product in [0, 4, -4, 7] {
            let cage = math("*", product, &[0, 1, 2]);
            agree(raw(1, 3, -2..=3), vec![cage], |n| n[0] * n[1] * n[2] == product);
        }
    }

    #[test]
    fn differences_and_quotients_of_two() {
        let grid = || raw(1, 2, 0..=6);
        let minus = |n: &[i32]| n[0] == n[1] + 2 || n[1] == n[0] + 2;
        assert_eq!(agree(grid(), vec![math("-", 2, &[0, 1])], minus), 10);
        let pairs = [[1, 3], [2, 6], [3, 1], [6, 2]];
        assert_eq!(agree(grid(), vec![math("÷", 3, &[0, 1])], |n| pairs.contains(&[n[0], n[1]])), 4);
        let zero = |n: &[i32]| (n[0] == 0) != (n[1] == 0);
        assert_eq!(agree(grid(), vec![math("/", 0, &[0, 1])], zero), 12);
    }

    #[test]
    fn invalid_cages_are_faults() {
        let grid = || raw(1, 3, 1..=6);
        let what =
            "math: write an operation and a number before the colon (math + | - | x | / NUMBER: CELLS, …)";
        assert_eq!(fault(grid(), Clue::new(&KIND).number(3).list([0, 1])), what);
        assert_eq!(fault(grid(), math("-", 2, &[0, 1, 2])), "math − of 3 cells: it is for two");
        assert_eq!(fault(grid(), math("/", 7, &[0, 1])), "math ÷ 7: no two numbers have that result");
        assert!(fault(grid(), math("+", 19, &[0, 1, 2])).contains("from 3 to 18"));
    }
}
