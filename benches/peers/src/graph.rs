//! Generated graphs to colour.

/// Vertices are numbered from 0; each edge is listed once.
pub struct Graph {
    pub vertices: usize,
    pub edges: Vec<(usize, usize)>,
}

impl Graph {
    /// Returns Mycielski's triangle-free graph that needs `order` + 1 colours; `mycielski(5)` is the public instance
    /// myciel5, up to the order of its edges.
    pub fn mycielski(order: usize) -> Graph {
        let mut graph = Graph { vertices: 2, edges: vec![(0, 1)] };
        for _ in 1..order {
            // Each vertex gets a shadow joined to its neighbours; a new vertex is joined to all shadows.
            let (old, top) = (graph.vertices, 2 * graph.vertices);
            for edge in 0..graph.edges.len() {
                let (a, b) = graph.edges[edge];
                graph.edges.extend([(a, b + old), (b, a + old)]);
            }
            graph.edges.extend((old..top).map(|shadow| (shadow, top)));
            graph.vertices = top + 1;
        }
        graph
    }

    /// Returns the squares of an n × n chess board, with an edge between two of them if a queen moves from one to the
    /// other.
    pub fn queens(n: usize) -> Graph {
        let attack = |&(a, b): &(usize, usize)| {
            let (rows, columns) = ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
            rows == 0 || columns == 0 || rows == columns
        };
        let pairs = (0..n * n).flat_map(|a| (a + 1..n * n).map(move |b| (a, b)));
        Graph { vertices: n * n, edges: pairs.filter(attack).collect() }
    }

    /// Returns a greedy clique: vertices are taken in order if they are joined to all vertices that were taken before.
    pub fn clique(&self) -> Vec<usize> {
        let joined = |a: usize, b: usize| self.edges.contains(&(a, b)) || self.edges.contains(&(b, a));
        (0..self.vertices).fold(Vec::new(), |mut clique, vertex| {
            if clique.iter().all(|&other| joined(other, vertex)) {
                clique.push(vertex);
            }
            clique
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_the_public_instances() {
        let size = |graph: Graph| (graph.vertices, graph.edges.len(), graph.clique().len());
        assert_eq!(size(Graph::mycielski(4)), (23, 71, 2));
        assert_eq!(size(Graph::mycielski(5)), (47, 236, 2));
        assert_eq!(size(Graph::queens(8)), (64, 728, 8));
    }
}
