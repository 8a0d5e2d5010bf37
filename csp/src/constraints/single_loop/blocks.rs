//! Blocks: parts of a graph that hold together without any one of their points.

use super::graph::Graph;

/// The block of each link, by a number; bridges are blocks of one link.
#[derive(Debug, Default)]
pub struct Blocks {
    /// `usize::MAX` for links that are out.
    pub of: Vec<usize>,
    /// The number of links in each block.
    pub sizes: Vec<usize>,
    /// Time of the first visit of each point, from 1, and the earliest time reached from its subtree.
    seen: Vec<usize>,
    low: Vec<usize>,
    /// The points on the current path, each with the link that led to it and the index of the next link.
    path: Vec<(usize, usize, usize)>,
    /// The links whose block is not complete.
    open: Vec<usize>,
}

/// The block of links that are out, and the link that led to a first point.
pub const NONE: usize = usize::MAX;

impl Blocks {
    /// Finds the blocks of the links that may be used.
    pub fn find(&mut self, graph: &Graph, may: impl Fn(usize) -> bool) {
        let points = graph.at.len();
        self.of.clear();
        self.of.resize(graph.ends.len(), NONE);
        self.sizes.clear();
        for list in [&mut self.seen, &mut self.low] {
            list.clear();
            list.resize(points, 0);
        }
        let mut time = 0;
        for start in 0..points {
            if self.seen[start] > 0 {
                continue;
            }
            time += 1;
            (self.seen[start], self.low[start]) = (time, time);
            self.path.push((start, NONE, 0));
            while let Some((point, from, next)) = self.path.last_mut() {
                let (point, from) = (*point, *from);
                let Some(&link) = graph.at[point].get(*next) else {
                    self.path.pop();
                    self.leave(point, from);
                    continue;
                };
                *next += 1;
                if link == from || !may(link) {
                    continue;
                }
                let to = graph.other_end(link, point);
                if self.seen[to] == 0 {
                    time += 1;
                    (self.seen[to], self.low[to]) = (time, time);
                    self.open.push(link);
                    self.path.push((to, link, 0));
                } else if self.seen[to] < self.seen[point] {
                    self.open.push(link);
                    self.low[point] = self.low[point].min(self.seen[to]);
                }
            }
        }
    }

    /// Ends the visit of a point: its parent may be where a block ends.
    fn leave(&mut self, point: usize, from: usize) {
        let Some(&(parent, ..)) = self.path.last() else { return };
        let low = self.low[point];
        self.low[parent] = self.low[parent].min(low);
        if low >= self.seen[parent] {
            let block = self.sizes.len();
            let mut size = 0;
            while let Some(link) = self.open.pop() {
                self.of[link] = block;
                size += 1;
                if link == from {
                    break;
                }
            }
            self.sizes.push(size);
        }
    }
}
