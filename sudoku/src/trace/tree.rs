//! The tree of a search, with cells and rules by their names.

use csp::tree::Tree;
use csp::{Config, Step};

use super::assumptions;
use super::names::{Names, TreeNames};
use crate::puzzle::Puzzle;
use crate::solver::Budget;
use crate::solver::board::Board;

/// How a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeForm {
    /// For programs.
    Json,
    /// For Graphviz.
    Dot,
    /// An image.
    Svg,
}

/// Searches up to so many solutions of a puzzle, with its usual settings or others, and writes the tree of that. Lanes
/// and learning have no tree, and are not used.
pub fn search_tree(
    puzzle: &Puzzle,
    config: Option<&Config>,
    most: u64,
    budget: &Budget,
    form: TreeForm,
) -> String {
    let board = Board::new(puzzle);
    let config = config.cloned().unwrap_or_else(|| board.config());
    let search = board.model.search_with(&config).expect("a board can be compiled");
    let tree = Tree::new(search.engine(), &board.cells);
    let mut search = search.observed(tree);
    search.assume(&assumptions(puzzle, &board)).expect("assumptions are about the cells' own values");
    search.limit(budget.limits());
    let mut found = 0;
    while found < most {
        match search.step() {
            Step::Solution => found += 1,
            Step::Exhausted => {
                search.observer_mut().finish();
                break;
            }
            Step::Limit => break,
        }
    }
    let names = Names::new(puzzle, &board);
    let names = TreeNames { puzzle, names: &names, cells: &board.cells, model: &board.model };
    let tree = search.observer();
    match form {
        TreeForm::Json => tree.json(&names),
        TreeForm::Dot => tree.dot(&names),
        TreeForm::Svg => tree.svg(&names),
    }
}
