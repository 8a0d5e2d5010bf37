//! The tree that a search walks through, recorded by an [`Observer`] and written for programs and for people.
//!
//! A node is a decision that was tried, and its children are what was tried after it, in order. What is refuted stays
//! where it was, and the opposite opens no node of its own: so there are as many nodes as
//! [`Statistics`](crate::Statistics) count, and below them the root. A node fails where what was decided could not be, or
//! after its last child, when that could not be otherwise either.

mod draw;
mod write;

use crate::engine::Engine;
use crate::engine::narrowing::{Cause, Contradiction, Narrowing};
use crate::engine::observe::Observer;
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
    /// What is measured at each node.
    views: Vec<View>,
    most: usize,
    branches: Vec<Branch>,
    /// The nodes that hold now, the root first; `None` for those that are not kept.
    held: Vec<Option<usize>>,
    nodes: u64,
    failures: u64,
    solutions: u64,
    restarts: u64,
    removals: u64,
    infeasible: bool,
}

/// So many nodes are kept, unless another number is given.
pub const MOST_NODES: usize = 100_000;

/// A node of the tree; the first is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its place among the nodes, where it is not the root.
    pub parent: Option<usize>,
    /// What was tried; the root tries nothing.
    pub decision: Option<Decision>,
    /// The number of decisions that held with it.
    pub depth: usize,
    /// What was left when everything had followed from it; `None` where it failed before.
    pub left: Option<Left>,
    /// Why it failed, if it did so itself.
    pub conflict: Option<Failed>,
    /// Which solution was found there, counted from 1.
    pub solution: Option<u64>,
    /// What has become of it.
    pub end: Ending,
}

/// The variables at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// How many have more than one value.
    pub open: usize,
    /// The values of all of them together.
    pub sum: u64,
    /// The fewest values of one that is open; 0 where none is.
    pub min: u32,
}

/// What could not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// Who saw it.
    pub by: Cause,
    /// The constraints that could not be kept, as far as that is known.
    pub sources: Sources,
}

/// What has become of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// The search stands in it, or below it.
    Open,
    /// All below it is known.
    Done,
    /// A restart left it; what had been refuted in it stayed so.
    Left,
}

/// What trees call decisions and constraints.
pub trait Names {
    /// A decision, such as `x3 = 5`.
    fn decision(&self, decision: Decision) -> String;

    /// A constraint; `None` where it needs no name.
    fn constraint(&self, id: ConstraintId) -> Option<String>;

    /// A failure in a word or two, for images; without one it is the constraint, or who saw it.
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

/// `=`, `≠`, `≤` or `≥`, and the value.
pub fn relation(decision: Decision) -> (&'static str, i32) {
    match decision {
        Decision::Assign(_, value) => ("=", value),
        Decision::Remove(_, value) => ("≠", value),
        Decision::AtMost(_, value) => ("≤", value),
        Decision::AtLeast(_, value) => ("≥", value),
    }
}

impl Tree {
    /// A tree whose nodes say what is left of these variables.
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
            failures: 0,
            solutions: 0,
            restarts: 0,
            removals: 0,
            infeasible: false,
        }
    }

    /// With at most so many nodes kept. The others are counted, and what is written says that they are missing.
    pub fn most(mut self, nodes: usize) -> Tree {
        self.most = nodes;
        self
    }

    /// The nodes that were kept, the root first, each after its parent.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Decisions tried, kept or not.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Branches that failed.
    pub fn failures(&self) -> u64 {
        self.failures
    }

    /// Solutions found.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Times the search began at the root again.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Domains narrowed since the tree was begun.
    pub fn narrowings(&self) -> u64 {
        self.removals
    }

    /// Whether every node was kept.
    pub fn is_whole(&self) -> bool {
        self.nodes as usize + 1 == self.branches.len()
    }

    /// Says that the search has come to its end, so that no node is open any more.
    pub fn finish(&mut self) {
        self.close(0, Ending::Done);
    }

    /// The node where the search stands, if it is kept.
    fn here(&mut self) -> Option<&mut Branch> {
        let at = (*self.held.last()?)?;
        Some(&mut self.branches[at])
    }

    /// Ends what stands above the first so many nodes that hold.
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
        // Nothing is kept below what is not kept, even where there is room again.
        let parent = self.held.last().copied().flatten();
        let kept = parent.filter(|_| self.nodes as usize <= self.most).map(|_| self.branches.len());
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

    fn restart(&mut self) {
        self.restarts += 1;
        self.close(1, Ending::Left);
    }
}
