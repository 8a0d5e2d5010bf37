//! `sudoku solve --tree`: the tree of a search in a file.

use std::path::{Path, PathBuf};

use csp::Config;

use super::Usage;
use super::args;
use super::job::{Item, Reply, Worker};
use super::report::Status;
use crate::puzzle::Puzzle;
use crate::solver::Budget;
use crate::trace::{TreeForm, search_tree};

/// Where the tree goes.
pub(super) struct Tree {
    path: PathBuf,
    form: TreeForm,
    budget: Budget,
    config: Option<Config>,
}

impl Tree {
    /// The end of the name says how it is written.
    pub fn new(path: PathBuf, effort: &args::Effort, config: Option<Config>) -> Result<Tree, Usage> {
        let form = form(&path).ok_or_else(|| {
            let shown = path.display();
            Usage(format!("{shown}: a tree is FILE.svg (to look at), FILE.dot (for Graphviz) or FILE.json"))
        })?;
        Ok(Tree { path, form, budget: effort.budget(), config })
    }

    /// Searches once more, and writes the tree of that. There is one file, so there is one puzzle: the first.
    pub fn write(&self, puzzle: &Puzzle, most: u64, item: &Item<'_>, worker: &Worker, reply: &mut Reply) {
        if item.index != item.first_index {
            if item.index == item.first_index + 1 {
                reply.notes.push("sudoku: --tree is for one puzzle: that of the first was written".into());
            }
            return;
        }
        let budget = Budget { cancel: Some(worker.session.interrupt.cancel.clone()), ..self.budget.clone() };
        let text = search_tree(puzzle, self.config.as_ref(), most, &budget, self.form);
        if let Err(error) = std::fs::write(&self.path, text) {
            reply.notes.push(format!("sudoku: {}: {error}", self.path.display()));
            reply.tally.count(Status::Invalid);
        }
    }
}

fn form(path: &Path) -> Option<TreeForm> {
    Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "svg" => TreeForm::Svg,
        "dot" | "gv" => TreeForm::Dot,
        "json" => TreeForm::Json,
        _ => return None,
    })
}
