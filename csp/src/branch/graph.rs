//! Who shares a constraint with whom, for heuristics that look at a variable's neighbours.

use fixedbitset::FixedBitSet;

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
        let mut row = FixedBitSet::with_capacity(n);
        for constraint in engine.model().constraints() {
            row.clear();
            for &var in constraint.scope() {
                if let Some(at) = candidates.place(engine.view(var).slot) {
                    row.insert(at);
                }
            }
            let mask = row.as_slice();
            for at in row.ones() {
                graph.constraints[at] += 1;
                for (index, word) in graph.matrix[at * stride..(at + 1) * stride].iter_mut().enumerate() {
                    *word |= word_of(mask, index);
                }
            }
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

/// A word of a bit set whose blocks are `usize`.
fn word_of(blocks: &[usize], index: usize) -> u64 {
    if usize::BITS == 64 {
        return blocks[index] as u64;
    }
    let half = |i: usize| blocks.get(i).map_or(0, |&block| block as u64);
    half(2 * index) | half(2 * index + 1) << 32
}
