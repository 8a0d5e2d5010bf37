//! Models and fixed instances that the benches share.

use csp::{Model, Var};

/// Returns the model of the n queens.
pub fn queens(n: usize) -> Model {
    let mut model = Model::new();
    let queens = model.vars(n, 0..n as i32);
    model.all_different(&queens);
    model.all_different((0..).zip(&queens).map(|(column, &row)| row + column));
    model.all_different((0..).zip(&queens).map(|(column, &row)| row - column));
    model
}

/// Returns a Sudoku with boxes of `size` × `size`; known cells are variables with one value.
pub fn sudoku(size: usize, known: impl Fn(usize) -> Option<i32>) -> (Model, Vec<Var>) {
    let shape = size * size;
    let (mut model, cells) = latin_square(shape, known);
    for i in 0..shape {
        let corner = i / size * size * shape + i % size * size;
        model.all_different((0..shape).map(|j| cells[corner + j / size * shape + j % size]));
    }
    (model, cells)
}

/// Returns a Latin square; known cells are variables with one value.
pub fn latin_square(order: usize, known: impl Fn(usize) -> Option<i32>) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let cell = |at| match known(at) {
        Some(symbol) => model.var(symbol),
        None => model.var(1..=order as i32),
    };
    let cells: Vec<Var> = (0..order * order).map(cell).collect();
    for line in 0..order {
        model.all_different((0..order).map(|i| cells[line * order + i]));
        model.all_different((0..order).map(|i| cells[i * order + line]));
    }
    (model, cells)
}

/// The generator splitmix64. The random numbers of a library could change, and the instances with them.
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    /// Returns a random permutation of the numbers below `n`.
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..n).collect();
        for last in (1..n).rev() {
            numbers.swap(last, self.below(last + 1));
        }
        numbers
    }
}
