//! A lesson: new branching heuristics, and how much they save.
//!
//! A search makes two choices at each node: the variable to branch on ([`VariableHeuristic`]), and the value to try
//! first ([`ValueHeuristic`]). Each is a trait with one required method. The choices do not change the set of
//! solutions, only the size of the search.
//!
//! The problem is the n queens (see the example `queens`). People who know the construction find a first solution
//! easily, but a plain search does not: L. V. Kalé, "An almost perfect heuristic for the n nonattacking queens
//! problem", 1990. The heuristics below follow its idea: prefer columns near the middle, which are attacked most, and
//! place each queen where it attacks the fewest open squares.

mod shell;

use std::process::ExitCode;

use csp::branch::{Branching, Candidates, Ties, ValueHeuristic, VariableHeuristic};
use csp::extend::{Store, View};
use csp::{Config, Count, Decision, Error, Interrupted, Limits, Model, Search, Var};

/// Selects, among the columns with the fewest squares left, the one nearest to the middle.
#[derive(Debug)]
struct MiddleColumns;

impl VariableHeuristic for MiddleColumns {
    /// Candidates are identified by their index in the list; here that is the column. `best` selects the open
    /// candidate with the least rank; ranks are tuples, which compare from left to right. `ties` implements
    /// `Config::random_ties`.
    fn choose(&mut self, candidates: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
        let last = candidates.len() - 1;
        candidates
            .best(store, ties, |column| (store.size(candidates.view(column)), (2 * column).abs_diff(last)))
    }
}

/// Selects the square from which a queen attacks the fewest open squares.
#[derive(Debug)]
struct LeastAttacking {
    /// Views of the columns in the compiled model.
    columns: Vec<View>,
}

impl ValueHeuristic for LeastAttacking {
    /// Returns a decision; if it fails, the search goes on with its opposite.
    fn choose(&mut self, column: Var, view: View, store: &Store) -> Decision {
        let attacked = |row: i32| {
            let in_column = |other: usize| {
                let steps = other.abs_diff(column.index()) as i32;
                let rows = [row - steps, row, row + steps];
                rows.into_iter().filter(|&row| store.contains(self.columns[other], row)).count()
            };
            let open = (0..self.columns.len()).filter(|&other| !store.is_fixed(self.columns[other]));
            open.filter(|&other| other != column.index()).map(in_column).sum::<usize>()
        };
        let row = store.domain(view).iter().min_by_key(|&row| attacked(row));
        Decision::Assign(column, row.expect("domains are never empty"))
    }
}

const USAGE: &str = "\
Compares heuristics of its own with the default ones on the n queens.

Usage: custom_heuristic [N …]

  N        sizes of boards, each 4 to 500 (default 8 20 50 120)";

/// Node limit of each search.
const MOST_NODES: u64 = 10_000;

fn main() -> ExitCode {
    shell::main(USAGE, parse, |sizes| run(&sizes))
}

fn parse(words: &[String]) -> Result<Vec<usize>, String> {
    if words.is_empty() {
        return Ok(vec![8, 20, 50, 120]);
    }
    let size = |word: &String| match word.parse() {
        Ok(n @ 4..=500) => Ok(n),
        _ => Err(format!("{word:?} is not a size from 4 to 500")),
    };
    words.iter().map(size).collect()
}

const NAMES: [&str; 4] = ["default", "own variables", "own values", "own both"];

/// Returns a search of the model for each of the four combinations.
fn searches(model: &Model, columns: &[Var]) -> Result<[Search; 4], Error> {
    let config = Config::default();
    let search = |own_variables: bool, own_values: bool| {
        let engine = model.compile(&config)?;
        // A variable heuristic and a value heuristic; the default of each is that of `config`.
        let mut branching = Branching::new(&engine, &config);
        if own_variables {
            branching = branching.variables(MiddleColumns);
        }
        if own_values {
            let columns = columns.iter().map(|column| engine.view(column)).collect();
            branching = branching.values(LeastAttacking { columns });
        }
        Ok::<_, Error>(Search::with_brancher(engine, &config, branching))
    };
    Ok([search(false, false)?, search(true, false)?, search(false, true)?, search(true, true)?])
}

fn board(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let queens = model.vars(n, 0..n as i32);
    model.all_different(&queens);
    model.all_different((0..).zip(&queens).map(|(column, &row)| row + column));
    model.all_different((0..).zip(&queens).map(|(column, &row)| row - column));
    (model, queens)
}

fn run(sizes: &[usize]) -> Result<(), Error> {
    // A heuristic never changes the set of solutions.
    let (model, columns) = board(6);
    for search in &mut searches(&model, &columns)? {
        assert_eq!(search.count(u64::MAX), Count::Exactly(4), "six queens stand in four ways");
    }
    println!("Nodes to the first solution of n queens:\n");
    println!("{:>6}{}", "n", NAMES.map(|name| format!("{name:>16}")).concat());
    for &n in sizes {
        let (model, columns) = board(n);
        let mut line = format!("{n:>6}");
        for mut search in searches(&model, &columns)? {
            search.limit(Limits::default().nodes(MOST_NODES));
            let nodes = match search.first() {
                Ok(solution) => {
                    let solution = solution.expect("from four queens on there is always a way");
                    assert_eq!(
                        model.broken_by(solution.values())?,
                        None,
                        "the solution keeps to every constraint"
                    );
                    search.nodes().to_string()
                }
                Err(Interrupted) => format!("> {MOST_NODES}"),
            };
            line += &format!("{nodes:>16}");
        }
        println!("{line}");
    }
    println!(
        "\nNo heuristic wins everywhere: after a bad start, a long search; restarts are the remedy for that."
    );
    Ok(())
}
