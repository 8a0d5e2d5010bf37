//! Squares: Latin, magic, and of puzzles.

use csp::{Model, Var, element, sum};

use crate::data::Data;
use crate::task::Task;

/// A Latin square; 0 is a hole.
pub fn quasigroup_with_holes(data: &Data) -> Result<Task, String> {
    let mut model = Model::new();
    latin(&mut model, data)?;
    Task::first(model)
}

/// A Sudoku with boxes of k × k; 0 is open.
pub fn sudoku(data: &Data) -> Result<Task, String> {
    let k = data.size("k")?;
    let mut model = Model::new();
    let cells = latin(&mut model, data)?;
    boxes(&mut model, &cells, k);
    Task::first(model)
}

/// An empty Sudoku of 9 × 9.
pub fn sudoku_grid(model: &mut Model) -> Vec<Vec<Var>> {
    let cells: Vec<Vec<Var>> = (0..9).map(|_| model.vars(9, 1..=9)).collect();
    lines(model, &cells);
    boxes(model, &cells, 3);
    cells
}

/// A Sudoku without givens; cells of a cage differ and have a given sum.
pub fn killer(data: &Data) -> Result<Task, String> {
    let mut model = Model::new();
    let cells = sudoku_grid(&mut model);
    let cages = data.rows("cage")?.concat();
    let all = cells.concat();
    for (cage, &total) in (1..).zip(data.list("total")?) {
        let members = || all.iter().zip(&cages).filter(move |&(_, &of)| of == cage).map(|(cell, _)| cell);
        model.post(sum(members()).eq(total));
        model.all_different(members());
    }
    Task::first(model)
}

/// A magic square, its corners in order.
pub fn magic(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    let total = (n * (n * n + 1) / 2) as i64;
    let mut model = Model::new();
    let x: Vec<Vec<Var>> = (0..n).map(|_| model.vars(n, 1..=(n * n) as i32)).collect();
    model.all_different(x.iter().flatten());
    for (i, row) in x.iter().enumerate() {
        model.post(sum(row).eq(total));
        model.post(sum((0..n).map(|j| x[j][i])).eq(total));
    }
    model.post(sum((0..n).map(|i| x[i][i])).eq(total));
    model.post(sum((0..n).map(|i| x[i][n - 1 - i])).eq(total));
    for corner in [x[0][n - 1], x[n - 1][0], x[n - 1][n - 1]] {
        model.post(x[0][0].lt(corner));
    }
    model.post(x[0][n - 1].lt(x[n - 1][0]));
    Task::first(model)
}

/// Quasigroups with an equation: the problems QG3 to QG5 and QG7.
pub fn quasigroup_existence(data: &Data) -> Result<Task, String> {
    let (k, n) = (data.number("k")?, data.size("n")?);
    let mut model = Model::new();
    let x: Vec<Vec<Var>> = (0..n).map(|_| model.vars(n, 0..n as i32)).collect();
    lines(&mut model, &x);
    let flat = x.concat();
    let at = |row: Var, column: Var| element(&flat, row * n as i64 + column);
    for a in 0..n {
        model.post(x[a][a].eq(a as i32));
        model.post(x[a][n - 1].ge(a as i32 - 1));
        for b in 0..n {
            let (ab, ba) = (x[a][b], x[b][a]);
            let column = |column: usize| x.iter().map(move |row| row[column]);
            model.post(match k {
                3 => at(ab, ba).eq(a as i32),
                4 => at(ba, ab).eq(a as i32),
                5 => element(column(b), element(column(b), ba)).eq(a as i32),
                _ => element(column(b), ba).eq(element(&x[a], ba)),
            });
        }
    }
    Task::first(model)
}

/// Declares the square `g` of the data as a Latin square; 0 is open.
fn latin(model: &mut Model, data: &Data) -> Result<Vec<Vec<Var>>, String> {
    let rows = data.rows("g")?;
    let n = rows.len() as i32;
    let cells: Vec<Vec<Var>> = rows
        .iter()
        .map(|row| {
            row.iter().map(|&given| if given > 0 { model.var(given) } else { model.var(1..=n) }).collect()
        })
        .collect();
    lines(model, &cells);
    Ok(cells)
}

fn lines(model: &mut Model, cells: &[Vec<Var>]) {
    for (i, row) in cells.iter().enumerate() {
        model.all_different(row);
        model.all_different(cells.iter().map(|row| row[i]));
    }
}

fn boxes(model: &mut Model, cells: &[Vec<Var>], k: usize) {
    for top in (0..cells.len()).step_by(k) {
        for left in (0..cells.len()).step_by(k) {
            model.all_different((0..k * k).map(|i| cells[top + i / k][left + i % k]));
        }
    }
}
