//! Connected parts of graphs in clauses.

use super::{Encoder, Literal, Refused};

/// Largest number of places; auxiliary variables grow with its square.
const MOST_PLACES: usize = 128;

impl Encoder<'_> {
    /// Encodes that the places inside are connected by edges between them, for up to `most` of them. Needs
    /// [`Language::Clauses`](super::Language).
    pub(crate) fn connected(
        &mut self,
        inside: &[Literal],
        edges: &[(usize, usize)],
        most: usize,
    ) -> Result<(), Refused> {
        let count = inside.len();
        if count > MOST_PLACES {
            return Err(Refused::TooLarge);
        }
        let mut neighbours = vec![Vec::new(); count];
        for &(a, b) in edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        // Each place inside is reached from one root, which is inside.
        let roots: Vec<Literal> = (0..count).map(|_| self.fresh()).collect();
        self.at_most_one(&roots);
        for (&root, &inside) in roots.iter().zip(inside) {
            self.clause([!root, inside]);
        }
        // The places that are reached so far, one step more in each round.
        let mut reached = roots;
        for _ in 1..count.min(most) {
            let next: Vec<Literal> = (0..count).map(|_| self.fresh()).collect();
            for place in 0..count {
                self.clause([!next[place], inside[place]]);
                let from = neighbours[place].iter().chain([&place]).map(|&at| reached[at]);
                self.clause(from.chain([!next[place]]));
            }
            reached = next;
        }
        for (&inside, &reached) in inside.iter().zip(&reached) {
            self.clause([!inside, reached]);
        }
        Ok(())
    }
}
