//! The earliest end of a set of tasks, and of the set with one more optional task (Θ-Λ-tree of Vilím).
//!
//! ```text
//!   leaves: tasks by earliest start      inner node: total duration, earliest end
//!   end(left + right) = max(end(right), end(left) + duration(right))
//! ```
//!
//! Each node also keeps duration and end with the optional task that increases them most, and this task.

/// A time before all others.
const NEVER: i64 = i64::MIN / 4;
const NONE: usize = usize::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    duration: i64,
    end: i64,
    /// Duration and end with one optional task, each with the leaf of that task.
    with_duration: (i64, usize),
    with_end: (i64, usize),
}

const EMPTY: Node = Node { duration: 0, end: NEVER, with_duration: (0, NONE), with_end: (NEVER, NONE) };

impl Node {
    fn over(left: Node, right: Node) -> Node {
        let later = |a: (i64, usize), b: (i64, usize)| if b.0 > a.0 { b } else { a };
        let plus = |a: (i64, usize), by: i64| (a.0 + by, a.1);
        Node {
            duration: left.duration + right.duration,
            end: right.end.max(left.end + right.duration),
            with_duration: later(
                plus(left.with_duration, right.duration),
                plus(right.with_duration, left.duration),
            ),
            with_end: later(
                right.with_end,
                later(plus(right.with_duration, left.end), plus(left.with_end, right.duration)),
            ),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct ThetaLambdaTree {
    /// The root is 1, the children of `i` are `2i` and `2i + 1`.
    nodes: Vec<Node>,
}

impl ThetaLambdaTree {
    pub fn clear(&mut self, tasks: usize) {
        self.nodes.clear();
        self.nodes.resize(2 * tasks.next_power_of_two(), EMPTY);
    }

    /// Adds a task to the set.
    pub fn put(&mut self, leaf: usize, earliest: i64, duration: i64) {
        let end = earliest + duration;
        self.set(leaf, Node { duration, end, with_duration: (duration, NONE), with_end: (end, NONE) });
    }

    /// Makes a task of the set optional.
    pub fn make_optional(&mut self, leaf: usize, earliest: i64, duration: i64) {
        let end = earliest + duration;
        self.set(leaf, Node { with_duration: (duration, leaf), with_end: (end, leaf), ..EMPTY });
    }

    /// Removes a task, optional or not. Returns whether it was in the tree.
    pub fn take(&mut self, leaf: usize) -> bool {
        let was_in = self.nodes[self.nodes.len() / 2 + leaf] != EMPTY;
        self.set(leaf, EMPTY);
        was_in
    }

    /// Returns the earliest end of the set.
    pub fn end(&self) -> i64 {
        self.nodes[1].end
    }

    /// Returns the earliest end of the set with the optional task that delays it most.
    pub fn end_with_option(&self) -> i64 {
        self.nodes[1].with_end.0
    }

    /// Returns the leaf of that optional task.
    pub fn option(&self) -> Option<usize> {
        Some(self.nodes[1].with_end.1).filter(|&leaf| leaf != NONE)
    }

    fn set(&mut self, leaf: usize, node: Node) {
        let mut at = self.nodes.len() / 2 + leaf;
        self.nodes[at] = node;
        while at > 1 {
            at /= 2;
            self.nodes[at] = Node::over(self.nodes[2 * at], self.nodes[2 * at + 1]);
        }
    }
}
