//! Translation of regular expressions into automata.
//!
//! Every occurrence of a value is a position, and every position a state, entered when that value is read
//! (Glushkov 1961). There are no empty transitions, and there is one more state than there are positions.
//! Counted repetitions are expanded.

use super::automaton::Automaton;
use super::table::Transition;
use crate::constraints::runs::ValueRun;

/// A node of an expression.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// One value of these runs.
    Value(Vec<ValueRun>),
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Repeat(Box<Node>, usize, Option<usize>),
}

/// Largest number of states. More come from counted repetitions that are probably mistakes.
pub(super) const MOST_STATES: usize = 1 << 14;

/// A subexpression: the positions it can begin and end with, and whether it matches the empty word.
#[derive(Default)]
struct Fragment {
    nullable: bool,
    first: Vec<usize>,
    last: Vec<usize>,
}

/// The positions, numbered from 1, and the pairs of positions of which the second can follow the first.
pub(super) struct Positions {
    labels: Vec<Vec<ValueRun>>,
    follow: Vec<(usize, usize)>,
}

impl Positions {
    /// Translates an expression; `None` if the automaton would be too large.
    pub fn automaton_of(node: &Node) -> Option<Automaton> {
        // State 0 is the start, to which no transition leads.
        let mut positions = Positions { labels: vec![Vec::new()], follow: Vec::new() };
        let whole = positions.add(node)?;
        Some(positions.automaton(whole))
    }

    /// Adds the positions of a node; `None` if there are too many positions or pairs of them.
    fn add(&mut self, node: &Node) -> Option<Fragment> {
        match node {
            Node::Value(runs) => {
                let position = self.labels.len();
                self.labels.push(runs.clone());
                let part = Fragment { nullable: false, first: vec![position], last: vec![position] };
                (position < MOST_STATES).then_some(part)
            }
            Node::Sequence(parts) => {
                let mut whole = Fragment { nullable: true, ..Fragment::default() };
                for part in parts {
                    let part = self.add(part)?;
                    whole = self.join(whole, part)?;
                }
                Some(whole)
            }
            Node::Either(branches) => {
                let mut whole = Fragment::default();
                for branch in branches {
                    let branch = self.add(branch)?;
                    whole.nullable |= branch.nullable;
                    whole.first.extend(branch.first);
                    whole.last.extend(branch.last);
                }
                Some(whole)
            }
            Node::Repeat(node, least, most) => self.repeat(node, *least, *most),
        }
    }

    fn repeat(&mut self, node: &Node, least: usize, most: Option<usize>) -> Option<Fragment> {
        let mut whole = Fragment { nullable: true, ..Fragment::default() };
        // In an unbounded repetition the last copy is a loop.
        let copies = most.unwrap_or(least.max(1));
        if copies > MOST_STATES {
            return None;
        }
        for copy in 1..=copies {
            let mut part = self.add(node)?;
            if part.first.is_empty() {
                // The part matches only the empty word.
                break;
            }
            if most.is_none() && copy == copies {
                self.link(&part.last, &part.first)?;
            }
            part.nullable |= copy > least;
            whole = self.join(whole, part)?;
        }
        Some(whole)
    }

    fn join(&mut self, mut left: Fragment, right: Fragment) -> Option<Fragment> {
        self.link(&left.last, &right.first)?;
        if left.nullable {
            left.first.extend(right.first);
        }
        if !right.nullable {
            left.last.clear();
        }
        left.last.extend(right.last);
        Some(Fragment { nullable: left.nullable && right.nullable, ..left })
    }

    fn link(&mut self, from: &[usize], to: &[usize]) -> Option<()> {
        if self.follow.len() + from.len() * to.len() > 64 * MOST_STATES {
            return None;
        }
        self.follow.extend(from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to))));
        Some(())
    }

    fn automaton(mut self, whole: Fragment) -> Automaton {
        self.follow.extend(whole.first.iter().map(|&first| (0, first)));
        self.follow.sort_unstable();
        self.follow.dedup();
        let labels = &self.labels;
        let transitions = self
            .follow
            .iter()
            .flat_map(|&(from, to)| labels[to].iter().map(move |&label| Transition { from, label, to }));
        let mut accepting = whole.last;
        accepting.extend(whole.nullable.then_some(0));
        Automaton::of_runs(self.labels.len(), 0, accepting, transitions.collect())
    }
}
