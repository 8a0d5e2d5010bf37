//! `sudoku solve --tree`: the search tree, written to a file.

use std::path::{Path, PathBuf};

use csp::Config;
use sudoku::trace::{TreeForm, search_tree};
use sudoku::{Answer, End, Puzzle};
use sudoku_ask::Status;

use crate::Refused;
use crate::batch::Worker;
use crate::reply::{Item, Reply};

/// File for the tree, and settings of the search.
pub(crate) struct Tree {
    path: PathBuf,
    form: TreeForm,
    config: Option<Config>,
}

impl Tree {
    /// Returns the tree for a file, whose extension determines the format.
    pub fn new(path: PathBuf, config: Option<Config>) -> Result<Tree, Refused> {
        let form = form(&path).ok_or_else(|| {
            let shown = path.display();
            Refused(format!("{shown}: a tree is FILE.svg (to look at), FILE.dot (for Graphviz) or FILE.json"))
        })?;
        Ok(Tree { path, form, config })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Answers the puzzle by a search and writes its tree. There is one file, so only the first puzzle is answered;
    /// `None` for the others.
    pub fn answer(
        &self,
        puzzle: &Puzzle,
        most: u64,
        item: &Item<'_>,
        worker: &Worker,
        reply: &mut Reply,
    ) -> Option<Answer> {
        if item.index != item.first_index {
            if item.index == item.first_index + 1 {
                reply.notes.push("sudoku: --tree is for one puzzle: that of the first was written".into());
            }
            return None;
        }
        let budget = worker.solver.budget();
        let Some((answer, text)) = search_tree(puzzle, self.config.as_ref(), most, budget, self.form) else {
            let shown = self.path.display();
            reply.notes.push(format!("sudoku: {shown}: not written, a limit was reached before the search"));
            return Some(Answer { solutions: Vec::new(), end: End::Limit, nodes: 0, statistics: None });
        };
        if let Err(what) = worker.session.files.save(&self.path, text.as_bytes()) {
            reply.notes.push(format!("sudoku: {what}"));
            reply.tally.count(Status::Invalid);
        }
        // Counters are reported only if a method was named.
        let statistics = answer.statistics.filter(|_| self.config.is_some());
        Some(Answer { statistics, ..answer })
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
