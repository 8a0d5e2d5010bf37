//! Search trees with the names of cells and rules.

use csp::tree::Tree;
use csp::{Config, Step, Var, clock::Instant};

use super::names::{RuleNames, TreeNames};
use super::{alone, pose};
use crate::puzzle::Puzzle;
use crate::solver::board::Board;
use crate::solver::{Answer, Budget, End};

/// The format of a search tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeForm {
    /// JSON, for programs.
    Json,
    /// DOT, for Graphviz.
    Dot,
    /// An SVG image.
    Svg,
}

/// Searches for up to `most` solutions of a puzzle and returns the answer with the tree of the search. Without a
/// configuration, the usual settings apply; lanes and learning are not used, because they have no tree. Returns
/// `None` if the budget is used up before the search begins.
pub fn search_tree(
    puzzle: &Puzzle,
    config: Option<&Config>,
    most: u64,
    budget: &Budget,
    form: TreeForm,
) -> Option<(Answer, String)> {
    let limits = budget.limits().clone().counted_from(Instant::now());
    let board = Board::new(puzzle, &limits).ok()?;
    let config = alone(&config.cloned().unwrap_or_else(|| board.config()));
    let search = board.model.search_within(&config, &limits).ok()?;
    let tree = Tree::new(search.engine(), &board.cells);
    let mut search = search.observed(tree);
    pose(&mut search, puzzle, &board);
    let begun = search.statistics();
    let mut solutions = Vec::new();
    let end = loop {
        if solutions.len() as u64 >= most {
            break End::Enough;
        }
        match search.step() {
            Step::Solution => {
                let value = |&cell: &Var| (search.value(cell) - board.first()) as u8;
                solutions.push(board.cells.iter().map(value).collect());
            }
            Step::Exhausted => {
                search.observer_mut().finish();
                break End::Exhausted;
            }
            Step::Limit => break End::Limit,
        }
    };
    let statistics = search.statistics().since(&begun);
    let answer = Answer { solutions, end, nodes: statistics.nodes, statistics: Some(Box::new(statistics)) };
    let names = RuleNames::new(puzzle, &board);
    let names = TreeNames { puzzle, names: &names, cells: &board.cells, model: &board.model };
    let tree = search.observer();
    let text = match form {
        TreeForm::Json => tree.json(&names),
        TreeForm::Dot => tree.dot(&names),
        TreeForm::Svg => tree.svg(&names),
    };
    Some((answer, text))
}
