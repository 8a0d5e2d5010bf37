//! The constraint graph: which variables share a constraint, for heuristics that use neighbours.

use super::Candidates;
use crate::base::bits::ones_of;
use crate::engine::Engine;
use crate::engine::store::View;

/// Largest number of candidates with an adjacency matrix, which would take more than half a megabyte beyond
/// it. For more candidates only the constraints of each are counted.
pub(super) const LARGEST_MATRIX: usize = 2048;

/// The constraint graph of the candidates.
#[derive(Debug, Default)]
pub struct Graph {
    /// Number of words in a row; 0 without a matrix.
    stride: usize,
    matrix: Vec<u64>,
    /// Number of constraints that contain each candidate.
    constraints: Vec<u32>,
}

impl Graph {
    /// Builds the graph of a model's constraints.
    pub fn new(candidates: &Candidates, engine: &Engine) -> Graph {
        let n = candidates.len();
        let stride = if n <= LARGEST_MATRIX { n.div_ceil(64) } else { 0 };
        let mut graph = Graph { stride, matrix: vec![0; n * stride], constraints: vec![0; n] };
        // A variable is in many constraints, so its index is looked up once.
        let place = |view: &View| candidates.place(view.slot).map_or(u32::MAX, |at| at as u32);
        let places: Vec<u32> = engine.views.iter().map(place).collect();
        let mut scope = vec![0_u64; n.div_ceil(64)];
        let mut members: Vec<usize> = Vec::new();
        for vars in engine.scopes.iter() {
            members.clear();
            for &var in vars {
                let at = places[var.index()] as usize;
                if at < n && scope[at / 64] >> (at % 64) & 1 == 0 {
                    scope[at / 64] |= 1 << (at % 64);
                    members.push(at);
                }
            }
            for &at in &members {
                graph.constraints[at] += 1;
                for (word, &scope) in scope[..stride].iter().enumerate() {
                    graph.matrix[at * stride + word] |= scope;
                }
            }
            members.iter().for_each(|&at| scope[at / 64] = 0);
        }
        for at in 0..n * usize::from(stride > 0) {
            graph.matrix[at * stride + at / 64] &= !(1 << (at % 64));
        }
        graph
    }

    /// Returns the number of a candidate's neighbours in the bit set `open` (in a very large model, the
    /// number of constraints that contain it).
    #[inline(always)]
    pub fn open_degree(&self, at: usize, open: &[u64]) -> u32 {
        if self.stride == 0 {
            return self.constraints[at];
        }
        let row = &self.matrix[at * self.stride..(at + 1) * self.stride];
        row.iter().zip(open).map(|(row, open)| (row & open).count_ones()).sum()
    }

    /// Returns whether there is no adjacency matrix, because there are too many candidates.
    pub(super) fn only_counts(&self) -> bool {
        self.stride == 0
    }

    /// Returns the number of constraints that contain a candidate.
    pub(super) fn constraints(&self, at: usize) -> u32 {
        self.constraints[at]
    }

    /// Iterates over the neighbours of a candidate; empty in a very large model.
    pub fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let row = &self.matrix[at * self.stride..(at + 1) * self.stride];
        ones_of(row)
    }
}
