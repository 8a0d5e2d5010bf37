//! The graph of a loop.

use crate::engine::store::{Store, View};

/// The links and the points that they join.
#[derive(Debug)]
pub struct Graph {
    pub views: Vec<View>,
    pub ends: Vec<(usize, usize)>,
    /// The links at each point.
    pub at: Vec<Vec<usize>>,
}

impl Graph {
    pub fn other_end(&self, link: usize, point: usize) -> usize {
        let (a, b) = self.ends[link];
        if a == point { b } else { a }
    }

    /// Returns whether a link is used.
    pub fn is_in(&self, link: usize, store: &Store) -> bool {
        store.min(self.views[link]) == 1
    }

    /// Returns whether a link may be used.
    pub fn may(&self, link: usize, store: &Store) -> bool {
        store.max(self.views[link]) == 1
    }
}

/// Returns the links at each point.
pub fn links_at(edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let points = edges.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
    let mut at = vec![Vec::new(); points];
    for (link, &(a, b)) in edges.iter().enumerate() {
        at[a].push(link);
        at[b].push(link);
    }
    at
}
