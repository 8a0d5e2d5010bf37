//! One search over its whole life: pauses, assumptions, growth, threads, observers, and reproducible nodes.

mod branching;
mod changes;
mod observers;
mod pauses;

use csp::config::{BranchBy, Consistency, VariableOrder};
use csp::{Config, Model, Search, Var};

use crate::support::Chance;

/// Returns the solutions and counters that must repeat.
fn trace(search: &mut Search) -> (Vec<Vec<i32>>, u64, u64, u64) {
    let found = search.solutions().map(|s| s.values().to_vec()).collect();
    let statistics = search.statistics();
    (found, statistics.nodes, statistics.failures, statistics.restarts)
}

/// Returns an incomplete board of rows, columns and boxes that needs search.
fn board(chance: &mut Chance, givens: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let cells: Vec<Var> = (0..81)
        .map(|at| {
            let value = (at / 9 * 3 + at / 27 + at % 9) % 9;
            if chance.below(81) < givens as u64 { model.var(value) } else { model.var(0..9) }
        })
        .collect();
    for line in 0..9 {
        model.all_different((0..9).map(|at| cells[9 * line + at]));
        model.all_different((0..9).map(|at| cells[9 * at + line]));
        let corner = line / 3 * 27 + line % 3 * 3;
        model.all_different((0..9).map(|at| cells[corner + at / 3 * 9 + at % 3]));
    }
    (model, cells)
}

/// Returns queens as variables that differ pairwise.
fn queens(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let rows = model.vars(n, 0..n as i32);
    for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
        for offset in [0, (b - a) as i32, a as i32 - b as i32] {
            model.post(rows[a].ne(rows[b] + offset));
        }
    }
    (model, rows)
}

fn by_values(consistency: Consistency) -> Config {
    Config::default()
        .with_branching(BranchBy::Values)
        .with_variables(VariableOrder::Input)
        .with_consistency(consistency)
        .with_count_removals(true)
}
