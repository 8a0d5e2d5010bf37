//! The tree that a search walks through, recorded by an [`Observer`] and written for programs and for people.
//!
//! A node is a decision that was tried; its children are the decisions tried after it, in order. A refuted node stays
//! in the tree, and its negation is no node. So the tree has the nodes that [`Statistics`](crate::Statistics) count,
//! and the root. A node fails by a conflict of its own, or when the negation of its last child fails too.
//!
//! A learner that helps the search ([`Config::learning`](crate::Config::learning)) works outside of the tree: its nodes,
//! failures and solutions are counted, and told [apart](Tree::apart).

mod draw;
mod write;

use crate::engine::Engine;
use crate::engine::narrowing::{Cause, Contradiction, Narrowing};
use crate::engine::observe::{Observer, Stretch};
use crate::engine::store::{Store, View};
use crate::model::Model;
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Sources, Var};

/// Records a search as a tree.
///
/// ```
/// use csp::{Model, tree::Tree};
///
/// let mut model = Model::new();
/// let x = model.vars(5, 0..5);
/// for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 4)] {
///     model.post(x[a].ne(x[b] + 1));
///     model.post(x[a].ne(x[b] - 1));
/// }
/// model.all_different(&x);
/// let search = model.search()?;
/// let tree = Tree::new(search.engine(), &x);
/// let mut search = search.observed(tree);
/// let solutions = search.solutions().count();
/// let tree = search.observer();
/// assert_eq!((tree.nodes(), tree.solutions()), (search.nodes(), solutions as u64));
/// assert!(tree.dot(&model).starts_with("digraph"));
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    /// The variables that are measured at each node.
    views: Vec<View>,
    most: usize,
    branches: Vec<Branch>,
    /// The nodes of the current branch, the root first; `None` for nodes that are not kept.
    held: Vec<Option<usize>>,
    nodes: u64,
    apart: u64,
    failures: u64,
    solutions: u64,
    restarts: u64,
    removals: u64,
    infeasible: bool,
}

/// Default of [`Tree::most`], the largest number of nodes that are kept.
pub const MOST_NODES: usize = 100_000;

/// A node of the tree; the first is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The index of the parent; `None` for the root.
    pub parent: Option<usize>,
    /// The decision that was tried; `None` for the root.
    pub decision: Option<Decision>,
    /// The number of decisions in force at the node, its own included.
    pub depth: usize,
    /// The domains after propagation; `None` if the node failed before.
    pub left: Option<Left>,
    /// The conflict, if one was found at the node itself.
    pub conflict: Option<Failed>,
    /// The number of the solution that was found there, from 1.
    pub solution: Option<u64>,
    /// The state of the node.
    pub end: Ending,
}

/// The measured variables at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The number of variables with more than one value.
    pub open: usize,
    /// The number of values of all variables together.
    pub sum: u64,
    /// The smallest number of values of an open variable; 0 if none is open.
    pub min: u32,
}

/// The failure of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The part of the engine that found the conflict.
    pub by: Cause,
    /// The violated constraints, as far as they are known.
    pub sources: Sources,
}

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// The search is at the node or below it.
    Open,
    /// Everything below the node has been searched.
    Done,
    /// A restart has left the node; its refuted children stay refuted.
    Left,
}

/// Names of decisions and constraints for trees.
pub trait Names {
    /// A decision, such as `x3 = 5`.
    fn decision(&self, decision: Decision) -> String;

    /// A constraint; `None` where it needs no name.
    fn constraint(&self, id: ConstraintId) -> Option<String>;

    /// A failure in a word or two, for images; if `None`, the constraint or the part of the engine is named.
    fn failure(&self, _failed: &Failed) -> Option<String> {
        None
    }
}

impl Names for Model {
    fn decision(&self, decision: Decision) -> String {
        let (relation, value) = relation(decision);
        format!("{} {relation} {value}", self.name(decision.variable()))
    }

    fn constraint(&self, id: ConstraintId) -> Option<String> {
        Some(format!("constraint {}", id.index()))
    }
}

/// Returns `=`, `≠`, `≤` or `≥` and the value.
pub fn relation(decision: Decision) -> (&'static str, i32) {
    decision.relation()
}

impl Tree {
    /// Creates a tree whose nodes tell the domain sizes of these variables.
    pub fn new(engine: &Engine, variables: &[Var]) -> Tree {
        let root = Branch {
            parent: None,
            decision: None,
            depth: 0,
            left: None,
            conflict: None,
            solution: None,
            end: Ending::Open,
        };
        Tree {
            views: variables.iter().map(|&var| engine.view(var)).collect(),
            most: MOST_NODES,
            branches: vec![root],
            held: vec![Some(0)],
            nodes: 0,
            apart: 0,
            failures: 0,
            solutions: 0,
            restarts: 0,
            removals: 0,
            infeasible: false,
        }
    }

    /// Sets the largest number of nodes that are kept. The others are counted only, and the written tree says so.
    pub fn most(mut self, nodes: usize) -> Tree {
        self.most = nodes;
        self
    }

    /// Returns the nodes that were kept, the root first, each after its parent.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Returns the number of decisions tried, whether their nodes are kept or not.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns how many of them a learner tried that helped the search; they have no place in the tree.
    pub fn apart(&self) -> u64 {
        self.apart
    }

    /// Returns the number of failures.
    pub fn failures(&self) -> u64 {
        self.failures
    }

    /// Returns the number of solutions found.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Returns the number of restarts.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Returns the number of narrowed domains since the tree was created.
    pub fn narrowings(&self) -> u64 {
        self.removals
    }

    /// Returns whether every node was kept.
    pub fn is_whole(&self) -> bool {
        self.nodes as usize + 1 == self.branches.len()
    }

    /// Records that the search has ended, so that no node is open any more.
    pub fn finish(&mut self) {
        self.close(0, Ending::Done);
    }

    /// Returns the current node, if it is kept.
    fn here(&mut self) -> Option<&mut Branch> {
        let at = (*self.held.last()?)?;
        Some(&mut self.branches[at])
    }

    /// Closes the nodes of the current branch beyond the given depth.
    fn close(&mut self, keep: usize, end: Ending) {
        let held = self.held.drain(keep.min(self.held.len())..).flatten();
        held.for_each(|at| self.branches[at].end = end);
    }

    fn fails(&mut self, contradiction: &Contradiction<'_>) {
        let failed = Failed { by: contradiction.cause(), sources: contradiction.sources() };
        if let Some(here) = self.here() {
            here.conflict = Some(failed);
        }
    }
}

impl Observer for Tree {
    fn decide(&mut self, decision: Decision, depth: usize) {
        self.nodes += 1;
        // Children of a node that is not kept are not kept either.
        let parent = self.held.last().copied().flatten();
        let kept =
            parent.filter(|_| (self.nodes - self.apart) as usize <= self.most).map(|_| self.branches.len());
        if kept.is_some() {
            self.branches.push(Branch {
                parent,
                decision: Some(decision),
                depth,
                left: None,
                conflict: None,
                solution: None,
                end: Ending::Open,
            });
        }
        self.held.push(kept);
    }

    fn refute(&mut self, _: Decision, depth: usize) {
        self.close(depth + 1, Ending::Done);
    }

    fn change(&mut self, _: &Narrowing<'_>) {
        self.removals += 1;
    }

    fn fixpoint(&mut self, store: &Store) {
        let views = std::mem::take(&mut self.views);
        if let Some(here) = self.here()
            && here.left.is_none()
        {
            let sizes = || views.iter().map(|&view| store.size(view));
            here.left = Some(Left {
                open: sizes().filter(|&size| size > 1).count(),
                sum: sizes().map(u64::from).sum(),
                min: sizes().filter(|&size| size > 1).min().unwrap_or(0),
            });
        }
        self.views = views;
    }

    fn conflict(&mut self, contradiction: &Contradiction<'_>, _: usize) {
        self.failures += 1;
        self.fails(contradiction);
    }

    fn infeasible(&mut self, contradiction: Option<&Contradiction<'_>>) {
        self.infeasible = true;
        contradiction.into_iter().for_each(|contradiction| self.fails(contradiction));
    }

    fn solution(&mut self, _: &Store) {
        self.solutions += 1;
        let solution = Some(self.solutions);
        if let Some(here) = self.here() {
            here.solution = solution;
        }
    }

    fn stretch(&mut self, stretch: &Stretch<'_>) {
        self.nodes += stretch.nodes();
        self.apart += stretch.nodes();
        self.failures += stretch.failures();
        self.solutions += u64::from(stretch.is_solved());
    }

    fn restart(&mut self) {
        self.restarts += 1;
        self.close(1, Ending::Left);
    }
}
