//! This project's own engine. Not there yet: each function below gets one problem and returns `None`
//! until the engine fills it in. Time what [`Outcome::elapsed`] says: model building and search.

use std::time::Duration;

use crate::graph::Graph;
use crate::peer::{Limits, Outcome, Peer, Task};
use crate::problem::{Board, Problem, Wanted};
use crate::qwh::Quasigroup;

/// The engine as a peer: hands each problem to its function below.
pub struct Ours;

impl Peer for Ours {
    fn name(&self) -> &'static str {
        "ours"
    }

    fn modes(&self, problem: &Problem, all: bool) -> Vec<&'static str> {
        modes(problem, all)
    }

    fn run(&mut self, task: &Task, mode: &str, limits: Limits) -> Result<Option<Outcome>, String> {
        let Limits { time, seed } = limits;
        Ok(match &task.problem {
            Problem::Sudoku(puzzles) => sudoku(puzzles, mode, time),
            Problem::Queens { n, wanted } => queens(*n, *wanted, mode, time),
            Problem::Qwh(instance) => qwh(instance, mode, seed, time),
            Problem::Langford { copies, n, wanted } => langford(*copies, *n, *wanted, mode, time),
            Problem::Magic { n } => magic(*n, mode, time),
            Problem::Golomb { marks } => golomb(*marks, mode, time),
            Problem::AllInterval { n, wanted } => all_interval(*n, *wanted, mode, time),
            Problem::Color { graph, colors } => color(graph, *colors, mode, time),
            Problem::SendMore => send_more(mode, time),
        })
    }
}

/// Names for ways of searching, the best first; each comes back as `mode` in the functions below.
fn modes(_problem: &Problem, _all: bool) -> Vec<&'static str> {
    vec!["default"]
}

/// Each puzzle until a second solution is found or ruled out. `solutions`: puzzles with exactly one;
/// `witness`: those solutions, one after the other.
fn sudoku(_puzzles: &[Board], _mode: &str, _limit: Duration) -> Option<Outcome> {
    None
}

fn queens(_n: usize, _wanted: Wanted, _mode: &str, _limit: Duration) -> Option<Outcome> {
    None
}

fn qwh(_instance: &Quasigroup, _mode: &str, _seed: u32, _limit: Duration) -> Option<Outcome> {
    None
}

fn langford(_copies: usize, _n: usize, _wanted: Wanted, _mode: &str, _limit: Duration) -> Option<Outcome> {
    None
}

fn magic(_n: usize, _mode: &str, _limit: Duration) -> Option<Outcome> {
    None
}

/// `witness`: the shortest ruler, so that its last mark is the optimum.
fn golomb(_marks: usize, _mode: &str, _limit: Duration) -> Option<Outcome> {
    None
}

fn all_interval(_n: usize, _wanted: Wanted, _mode: &str, _limit: Duration) -> Option<Outcome> {
    None
}

/// The vertices of `graph.clique()` get the colours 1, 2, … as everyone's do.
fn color(_graph: &Graph, _colors: usize, _mode: &str, _limit: Duration) -> Option<Outcome> {
    None
}

fn send_more(_mode: &str, _limit: Duration) -> Option<Outcome> {
    None
}
