//! The problems of each section.

use std::fs;
use std::path::Path;

use crate::cli::{Options, Section};
use crate::graph::Graph;
use crate::killer::{self, Killer};
use crate::peer::Task;
use crate::problem::{Board, Problem, Wanted, parse_board};
use crate::qwh::{self, Spread};
use crate::shop::Shop;

const PUZZLE_FILES: [(&str, &str); 2] =
    [("17 clues", "classic/17_clue.txt"), ("hardest 1106", "classic/forum_hardest_1106.txt")];
/// Number of puzzles for a slow peer.
const FEW: usize = 10;
/// Number of holes at which scattered quasigroups of an order are hardest: about 1.7 · order^1.55.
const QUASIGROUPS: [(usize, usize); 2] = [(30, 331), (33, 384)];

/// Largest cage, and the first seeds whose puzzles have a unique solution.
const KILLERS: [(usize, [u64; 10]); 2] =
    [(4, [5, 9, 13, 14, 21, 22, 24, 28, 29, 30]), (5, [19, 47, 68, 75, 80, 91, 97, 109, 141, 149])];

/// Number of searches for a magic square.
const MAGIC_SEEDS: u32 = 100;

/// Content of a table.
pub enum Group {
    /// One task; without the slow peers if it is long.
    Single { task: Task, long: bool },
    /// Many tasks of one kind, without slow peers.
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
        Section::Killer => killers(options.data.as_deref()),
        Section::Queens => Ok(queens()),
        Section::Qwh => Ok(quasigroups(Spread::Scattered, options.instances)),
        Section::QwhBalanced => Ok(quasigroups(Spread::Balanced, options.instances)),
        Section::JobShop => Ok(job_shops()),
        Section::Others => Ok(others()),
        // This section has a table of its own.
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
            groups.push(Group::Single { task: Task { name, problem, seed: 1 }, long });
        }
    }
    Ok(groups)
}

/// Returns generated puzzles, and those of the folder, if there is one.
fn killers(folder: Option<&Path>) -> Result<Vec<Group>, String> {
    let task = |name: String, puzzle: Killer| Task { name, problem: Problem::Killer(puzzle), seed: 1 };
    let mut groups = Vec::new();
    for (largest, seeds) in KILLERS {
        let name = format!("killer Sudokus with cages of up to {largest} cells, uniqueness proved");
        let tasks = seeds.map(|seed| task(format!("{name}, seed {seed}"), killer::generate(largest, seed)));
        groups.push(Group::Family { name: name.clone(), tasks: tasks.into() });
    }
    let Ok(files) = fs::read_dir(folder.map(|folder| folder.join("cp/data")).unwrap_or_default()) else {
        return Ok(groups);
    };
    let mut tasks = Vec::new();
    for path in files.filter_map(|file| Some(file.ok()?.path())) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("killer__") && name.ends_with(".dzn") {
            let unreadable = |why: &str| format!("cannot read {}: {why}", path.display());
            let text = fs::read_to_string(&path).map_err(|error| unreadable(&error.to_string()))?;
            tasks.push(task(name, Killer::parse(&text).ok_or(unreadable("no cages and totals"))?));
        }
    }
    if !tasks.is_empty() {
        tasks.sort_by(|a, b| a.name.cmp(&b.name));
        let name = format!("{} killer Sudokus of the folder, uniqueness proved", tasks.len());
        groups.push(Group::Family { name, tasks });
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
            seed: 1,
        };
        Group::Family { tasks: (1..=instances).map(task).collect(), name: name.clone() }
    };
    QUASIGROUPS.into_iter().map(family).collect()
}

fn job_shops() -> Vec<Group> {
    vec![
        single("job shop ft06 (6 × 6), optimum", Problem::JobShop(Shop::ft06()), true),
        single("job shop la01 (10 × 5), optimum", Problem::JobShop(Shop::la01()), true),
    ]
}

fn others() -> Vec<Group> {
    let all = Wanted::All;
    let color = |graph, colors| Problem::Color { graph, colors };
    vec![
        single("SEND + MORE = MONEY, all", Problem::SendMore, false),
        single("Langford (2, 8), all", Problem::Langford { copies: 2, n: 8, wanted: all }, true),
        single("Langford (3, 9), all", Problem::Langford { copies: 3, n: 9, wanted: all }, true),
        magic(4),
        magic(5),
        magic(6),
        single("Golomb ruler 8, optimum", Problem::Golomb { marks: 8 }, true),
        single("Golomb ruler 10, optimum", Problem::Golomb { marks: 10 }, true),
        single("all-interval 11, all", Problem::AllInterval { n: 11, wanted: all }, true),
        single("myciel4, 5 colours", color(Graph::mycielski(4), 5), false),
        single("myciel5, 5 colours: none", color(Graph::mycielski(5), 5), true),
        single("queens graph 8, 9 colours", color(Graph::queens(8), 9), true),
    ]
}

/// Randomized searches are measured over many seeds, since a single run may be lucky.
fn magic(n: usize) -> Group {
    let name = format!("magic square {n}, first, {MAGIC_SEEDS} seeds");
    let task = |seed| Task { name: format!("{name}, seed {seed}"), problem: Problem::Magic { n }, seed };
    Group::Family { tasks: (1..=MAGIC_SEEDS).map(task).collect(), name: name.clone() }
}

fn single(name: &str, problem: Problem, long: bool) -> Group {
    Group::Single { task: Task { name: name.into(), problem, seed: 1 }, long }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::ours::Ours;
    use crate::peer::{Limits, Peer};

    #[test]
    fn killers_have_one_solution() {
        let groups = killers(None).expect("nothing is read");
        for group in groups {
            let Group::Family { tasks, .. } = group else { unreachable!("many of a kind") };
            for task in tasks {
                let limits = Limits { time: Duration::from_secs(60) };
                let outcome =
                    Ours.run(&task, "last conflict", limits).ok().flatten().expect("it can do them");
                assert!(outcome.complete && outcome.solutions == 1, "{}", task.name);
                task.problem.check(&outcome).expect("a right solution");
            }
        }
    }
}
