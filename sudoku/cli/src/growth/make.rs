//! Problems of each size. The same seed gives the same problems.

use csp::Model;
use sudoku::{Candidates, Chance, Generator, Grid, Puzzle, Regions, Requirements};
use sudoku_ask::compare::Problem;

use super::args::{Growth, ProblemKind};
use crate::Refused;
use crate::batch::Session;
use crate::compare::Entry;

/// Returns the problems of a size and a share of holes, fewer after an interrupt.
pub(super) fn entries(
    size: usize,
    holes: Option<usize>,
    args: &Growth,
    session: &Session,
) -> Result<Vec<Entry>, Refused> {
    let wanted = usize::try_from(args.puzzles).unwrap_or(usize::MAX);
    let problems: Vec<Problem> = match args.of {
        ProblemKind::Sudoku => sudokus(size, holes.unwrap_or(0), wanted, args, session)?,
        ProblemKind::Queens => (0..args.puzzles).map(|index| queens(size, args.trials.seed, index)).collect(),
        ProblemKind::Quasigroup => quasigroups(size, holes.unwrap_or(0), wanted, args, session)?,
    };
    let source = format!("{}, seed {}", title(args.of, size, holes), args.trials.seed);
    let entry = |(index, problem)| Entry { problem, index, source: source.clone(), line: index };
    Ok((1..).zip(problems).map(entry).collect())
}

/// Returns the title of a table.
pub(super) fn title(kind: ProblemKind, size: usize, holes: Option<usize>) -> String {
    let holes = holes.unwrap_or(0);
    match kind {
        ProblemKind::Sudoku => {
            let side = size * size;
            format!("{side}×{side}, {} givens", side * side - open(side * side, holes))
        }
        ProblemKind::Queens => format!("{size} queens"),
        ProblemKind::Quasigroup => format!("order {size}, {holes} % holes"),
    }
}

/// Returns the number of open cells for a share.
fn open(cells: usize, percent: usize) -> usize {
    cells * percent / 100
}

fn sudokus(
    size: usize,
    holes: usize,
    wanted: usize,
    args: &Growth,
    session: &Session,
) -> Result<Vec<Problem>, Refused> {
    let grid = Grid::square(size * size)?;
    let givens = grid.cells() - open(grid.cells(), holes);
    let made = made(grid, givens, wanted, args, session)?;
    if made.len() < wanted && !session.interrupt.cancel.is_cancelled() {
        return Err(Refused(format!(
            "of boxes {size}x{size} there are no {wanted} puzzles with {givens} givens to be found: leave fewer --holes"
        )));
    }
    Ok(made.into_iter().map(Problem::Puzzle).collect())
}

/// Returns Latin squares with holes. A larger share keeps the holes of a smaller one and adds some, so that shares
/// differ in nothing else.
fn quasigroups(
    order: usize,
    holes: usize,
    wanted: usize,
    args: &Growth,
    session: &Session,
) -> Result<Vec<Problem>, Refused> {
    let grid = Grid::new(order, order, 1..=order as i32, &Regions::None)?;
    let cells = grid.cells();
    let full = made(grid, cells, wanted, args, session)?;
    let forget = |(index, mut square): (u64, Puzzle)| {
        let mut order: Vec<usize> = (0..cells).collect();
        Chance::new(args.trials.seed, index).shuffle(&mut order);
        let all: Candidates = square.all_values();
        order[..open(cells, holes)].iter().for_each(|&cell| square.set_cell(cell, all));
        Problem::Puzzle(square)
    };
    Ok((0..).zip(full).map(forget).collect())
}

/// Returns puzzles with a given number of givens.
fn made(
    grid: Grid,
    givens: usize,
    wanted: usize,
    args: &Growth,
    session: &Session,
) -> Result<Vec<Puzzle>, Refused> {
    let requirements = Requirements::default().with_least(givens).with_most(givens);
    let generator = Generator::new(&Puzzle::open(grid), requirements, args.trials.seed)?;
    Ok(generator.cancel(&session.interrupt.cancel).take(wanted).collect())
}

/// Returns the problem of placing a queen in each column so that none attacks another. One queen is fixed to a random
/// square, so that there are several problems of a size.
fn queens(size: usize, seed: u64, index: u64) -> Problem {
    let mut chance = Chance::new(seed, index);
    let (column, row) = (chance.below(size), chance.below(size) as i32);
    let mut model = Model::new();
    let queens = model.vars(size, 0..size as i32);
    model.all_different(&queens);
    model.all_different((0..).zip(&queens).map(|(column, &row)| row + column));
    model.all_different((0..).zip(&queens).map(|(column, &row)| row - column));
    model.post(queens[column].eq(row));
    Problem::Model(model)
}

#[cfg(test)]
mod tests {
    use csp::Count;

    use super::*;

    #[test]
    fn one_queen_is_on_the_random_square() {
        // 5 queens have 10 solutions with 5 squares each: each of the 25 squares occurs in two of them.
        for index in 0..10 {
            let Problem::Model(model) = queens(5, 1, index) else { panic!("a model") };
            assert_eq!(model.search().expect("it is right").count(100), Count::Exactly(2));
        }
        let Problem::Model(model) = queens(3, 1, 0) else { panic!("a model") };
        assert_eq!(model.search().expect("it is right").count(100), Count::Exactly(0));
    }
}
