//! Who shares a constraint with whom, for heuristics that look at a variable's neighbours.

use super::Candidates;
use crate::engine::Engine;

/// Above this many candidates neighbours are not kept pair by pair (the matrix would take more than
/// half a megabyte), only counted.
const LARGEST_MATRIX: usize = 2048;

/// The constraint graph over the candidates.
#[derive(Debug, Default)]
pub struct Graph {
    /// Words of a row; 0 when there is no matrix.
    stride: usize,
    matrix: Vec<u64>,
    /// Number of constraints each candidate is in.
    constraints: Vec<u32>,
}

impl Graph {
    /// The graph of a model's constraints.
    pub fn new(candidates: &Candidates, engine: &Engine) -> Graph {
        let n = candidates.len();
        let stride = if n <= LARGEST_MATRIX { n.div_ceil(64) } else { 0 };
        let mut graph = Graph { stride, matrix: vec![0; n * stride], constraints: vec![0; n] };
        let mut scope = vec![0_u64; n.div_ceil(64)];
        let mut members: Vec<usize> = Vec::new();
        for constraint in engine.model().constraints() {
            for &var in constraint.scope() {
                if let Some(at) = candidates.place(engine.view(var).slot) {
                    let (word, bit) = (&mut scope[at / 64], 1 << (at % 64));
                    if *word & bit == 0 {
                        *word |= bit;
                        members.push(at);
                    }
                }
            }
            for &at in &members {
                graph.constraints[at] += 1;
                let row = &mut graph.matrix[at * stride..(at + 1) * stride];
                row.iter_mut().zip(&scope).for_each(|(row, scope)| *row |= scope);
            }
            members.drain(..).for_each(|at| scope[at / 64] = 0);
        }
        for at in 0..n * usize::from(stride > 0) {
            graph.matrix[at * stride + at / 64] &= !(1 << (at % 64));
        }
        graph
    }

    /// How many neighbours of a candidate are in the bit set `open` (or, in a very large model, how many
    /// constraints it is in).
    #[inline(always)]
    pub fn open_degree(&self, at: usize, open: &[u64]) -> u32 {
        if self.stride == 0 {
            return self.constraints[at];
        }
        let row = &self.matrix[at * self.stride..(at + 1) * self.stride];
        row.iter().zip(open).map(|(row, open)| (row & open).count_ones()).sum()
    }

    /// The neighbours of a candidate; none are known in a very large model.
    pub fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let row = &self.matrix[at * self.stride..(at + 1) * self.stride];
        row.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(move |word| 64 * index + word.trailing_zeros() as usize)
        })
    }
}
