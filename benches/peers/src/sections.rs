//! Which problems each section runs.

use std::fs;
use std::path::Path;

use crate::cli::{Options, Section};
use crate::graph::Graph;
use crate::peer::Task;
use crate::problem::{Board, Problem, Wanted, parse_board};
use crate::qwh::{self, Spread};

const PUZZLE_FILES: [(&str, &str); 2] =
    [("17 clues", "classic/17_clue.txt"), ("hardest 1106", "classic/forum_hardest_1106.txt")];
/// How many puzzles a slow peer gets.
const FEW: usize = 10;
/// Holes at which scattered quasigroups of that order are hardest: about 1.7 · order^1.55.
const QUASIGROUPS: [(usize, usize); 2] = [(30, 331), (33, 384)];

/// What a table is about.
pub enum Group {
    /// A table for this task alone; without the slow peers if it is long.
    Single { task: Task, long: bool },
    /// One table for many tasks of a kind, none for slow peers.
    Family { name: String, tasks: Vec<Task> },
}

pub fn groups(section: Section, options: &Options) -> Result<Vec<Group>, String> {
    match section {
        Section::Sudoku => match &options.data {
            Some(folder) => sudoku(folder),
            None => {
                let files = PUZZLE_FILES.map(|(_, file)| file).join(" and ");
                println!("Sudoku: skipped; --data DIR says in which folder {files} are.");
                Ok(Vec::new())
            }
        },
        Section::Queens => Ok(queens()),
        Section::Qwh => Ok(quasigroups(Spread::Scattered, options.instances)),
        Section::QwhBalanced => Ok(quasigroups(Spread::Balanced, options.instances)),
        Section::Others => Ok(others()),
        // A table of its own.
        Section::Lanes => Ok(Vec::new()),
    }
}

fn sudoku(folder: &Path) -> Result<Vec<Group>, String> {
    let mut groups = Vec::new();
    for (name, file) in PUZZLE_FILES {
        let path = folder.join(file);
        let text =
            fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let puzzles: Vec<Board> = text.lines().filter_map(parse_board).collect();
        for (long, count) in [(true, puzzles.len()), (false, FEW.min(puzzles.len()))] {
            let name = format!("Sudoku, {name}, first {count}, uniqueness proved; time for each");
            let problem = Problem::Sudoku(puzzles[..count].to_vec());
            groups.push(Group::Single { task: Task { name, problem }, long });
        }
    }
    Ok(groups)
}

fn queens() -> Vec<Group> {
    vec![
        single("queens 8, all", Problem::Queens { n: 8, wanted: Wanted::All }, false),
        single("queens 12, all", Problem::Queens { n: 12, wanted: Wanted::All }, true),
        single("queens 1000, first", Problem::Queens { n: 1000, wanted: Wanted::First }, true),
    ]
}

fn quasigroups(spread: Spread, instances: u64) -> Vec<Group> {
    let word = match spread {
        Spread::Scattered => "scattered",
        Spread::Balanced => "balanced",
    };
    let family = |(order, holes): (usize, usize)| {
        let name = format!("quasigroups of order {order} with {holes} {word} holes");
        let task = |seed| Task {
            name: format!("{name}, seed {seed}"),
            problem: Problem::Qwh(qwh::generate(order, holes, spread, seed)),
        };
        Group::Family { tasks: (1..=instances).map(task).collect(), name: name.clone() }
    };
    QUASIGROUPS.into_iter().map(family).collect()
}

fn others() -> Vec<Group> {
    let all = Wanted::All;
    let color = |graph, colors| Problem::Color { graph, colors };
    vec![
        single("SEND + MORE = MONEY, all", Problem::SendMore, false),
        single("Langford (2, 8), all", Problem::Langford { copies: 2, n: 8, wanted: all }, true),
        single("Langford (3, 9), all", Problem::Langford { copies: 3, n: 9, wanted: all }, true),
        single("magic square 4, first", Problem::Magic { n: 4 }, true),
        single("magic square 5, first", Problem::Magic { n: 5 }, true),
        single("magic square 6, first", Problem::Magic { n: 6 }, true),
        single("Golomb ruler 8, optimum", Problem::Golomb { marks: 8 }, true),
        single("Golomb ruler 10, optimum", Problem::Golomb { marks: 10 }, true),
        single("all-interval 11, all", Problem::AllInterval { n: 11, wanted: all }, true),
        single("myciel4, 5 colours", color(Graph::mycielski(4), 5), false),
        single("myciel5, 5 colours: none", color(Graph::mycielski(5), 5), true),
        single("queens graph 8, 9 colours", color(Graph::queens(8), 9), true),
    ]
}

fn single(name: &str, problem: Problem, long: bool) -> Group {
    Group::Single { task: Task { name: name.into(), problem }, long }
}
