//! Placement problems: bins, warehouses, designs, living cells.

use csp::constraints::{Quota, cardinality, lex_less_or_equal, product};
use csp::{Model, Var, element, maximum, sum, table, weighted_sum};

use crate::data::Data;
use crate::task::Task;

/// The fewest bins for things of given sizes.
pub fn bins(data: &Data) -> Result<Task, String> {
    let (capacity, sizes) = (data.number("cap")?, data.list("s")?);
    let n = sizes.len() as i32;
    let mut model = Model::new();
    let x: Vec<Var> = (1..=n).map(|most| model.var(1..=most)).collect();
    for bin in 1..=n {
        let load = sizes.iter().zip(&x).map(|(&size, thing)| (size, thing.is(bin)));
        model.post(weighted_sum(load).le(capacity));
    }
    let least = (sizes.iter().sum::<i32>() + capacity - 1) / capacity;
    let used = model.var(least..=n);
    model.post(maximum(&x).eq(used));
    Task::minimize(model, used)
}

/// Customers are assigned to warehouses of limited capacity, and each open warehouse has a cost.
pub fn warehouses(data: &Data) -> Result<Task, String> {
    let (fixed, capacities, costs) = (data.number("fix")?, data.list("cap")?, data.rows("cost")?);
    let mut model = Model::new();
    let x = model.vars(costs.len(), 0..capacities.len() as i32);
    let open = model.vars(capacities.len(), 0..=1);
    let paid = model.vars(costs.len(), 0..=100);
    let quotas = (0..).zip(capacities).map(|(warehouse, &most)| (warehouse, Quota::Between(0, most)));
    model.post(cardinality(&x, quotas));
    for (customer, row) in costs.iter().enumerate() {
        model.post(element(&open, x[customer]).eq(1));
        model.post(element(row.iter().copied(), x[customer]).eq(paid[customer]));
    }
    let total = sum(&paid) + sum(&open) * fixed;
    Task::minimize(model, total)
}

/// A balanced incomplete block design, rows and columns in order.
pub fn block_design(data: &Data) -> Result<Task, String> {
    let (v, b) = (data.size("v")?, data.size("b")?);
    let (r, k, l) = (data.number("r")?, data.number("k")?, data.number("l")?);
    let mut model = Model::new();
    let rows: Vec<Vec<Var>> = (0..v).map(|_| model.vars(b, 0..=1)).collect();
    let columns: Vec<Vec<Var>> = (0..b).map(|j| rows.iter().map(|row| row[j]).collect()).collect();
    for row in &rows {
        model.post(sum(row).eq(r));
    }
    for column in &columns {
        model.post(sum(column).eq(k));
    }
    for (i, first) in rows.iter().enumerate() {
        for second in &rows[i + 1..] {
            model.post(sum(first.iter().zip(second).map(|(x, y)| product(x, y))).eq(l));
        }
    }
    for lists in [&rows, &columns] {
        for pair in lists.windows(2) {
            model.post(lex_less_or_equal(&pair[1], &pair[0]));
        }
    }
    Task::first(model)
}

/// The most living cells that stay as they are (still life), with two rows of dead ones around.
pub fn still_life(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    let side = n + 4;
    let mut model = Model::new();
    let is_inside = |at: usize| (2..n + 2).contains(&at);
    let cells: Vec<Vec<Var>> = (0..side)
        .map(|i| {
            (0..side).map(|j| model.var(if is_inside(i) && is_inside(j) { 0..=1 } else { 0..=0 })).collect()
        })
        .collect();
    let rules = [[1, 2], [1, 3], [0, 0], [0, 1], [0, 2], [0, 4], [0, 5], [0, 6], [0, 7], [0, 8]];
    for i in 1..side - 1 {
        for j in 1..side - 1 {
            let around = (0..9).filter(|&at| at != 4).map(|at| cells[i + at / 3 - 1][j + at % 3 - 1]);
            let neighbours = model.var(0..=8);
            model.post(sum(around).eq(neighbours));
            model.post(table([cells[i][j], neighbours], rules));
        }
    }
    let living = sum(cells.concat());
    Task::maximize(model, living)
}
