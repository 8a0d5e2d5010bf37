//! Reads puzzles with all kinds of rules from records of another solver, writes each as text in this project's
//! format, solves the text, and compares answers and times.
//!
//! Times are CPU times of the only thread (wall-clock times on systems without CPU time). The times of the other
//! solver are part of its records and come from another run, perhaps on another machine.

mod clock;
mod convert;
mod layout;
mod record;
mod table;
mod trial;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use sudoku::Budget;

use record::Record;
use trial::{Trial, Verdict};

/// The same allocator as in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Solves variant puzzles from records of another solver, and compares answers and times.
#[derive(Parser)]
struct Options {
    /// Records: a JSON list of puzzles. May be given more than once.
    #[arg(long, value_name = "FILE", required = true)]
    data: Vec<PathBuf>,
    /// Only puzzles whose id contains this.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Number of runs of each puzzle. The fastest one counts.
    #[arg(long, value_name = "N", default_value_t = 1)]
    repeats: usize,
    /// Seconds that a puzzle may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    time: f64,
    /// Nodes that a puzzle may take.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Number of the slowest puzzles to list again at the end.
    #[arg(long, value_name = "K", default_value_t = 0)]
    slowest: usize,
    /// Write the puzzles into this folder, a file each.
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
    /// Print neither right answers nor the head of the table.
    #[arg(long)]
    quiet: bool,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the comparison. Returns whether no answer was wrong.
fn run(options: &Options) -> Result<bool, String> {
    let time = Duration::try_from_secs_f64(options.time).map_err(|error| format!("--time: {error}"))?;
    let budget = options.nodes.into_iter().fold(Budget::default().time(time), Budget::nodes);
    let mut records = Vec::new();
    for file in &options.data {
        records.extend(record::read(file)?);
    }
    records.retain(|record| options.only.as_ref().is_none_or(|text| record.id.contains(text)));
    if !options.quiet {
        table::print_head();
    }
    let mut results = Vec::new();
    for record in &records {
        let trial = match convert::text(record) {
            Ok(text) => {
                if let Some(folder) = &options.write {
                    write(folder, record, &text)?;
                }
                Trial::run(record, &text, &budget, options.repeats)
            }
            Err(why) => Trial::failed(why),
        };
        if !options.quiet || !trial.verdict.is_settled() {
            table::print_line(record, &trial);
        }
        results.push((record, trial));
    }
    if options.slowest > 0 {
        table::print_slowest(&results, options.slowest);
    }
    table::print_summary(&results);
    Ok(!results.iter().any(|(_, trial)| matches!(trial.verdict, Verdict::Wrong(_))))
}

/// Writes a file named after the puzzle.
fn write(folder: &Path, record: &Record, text: &str) -> Result<(), String> {
    let name: String =
        record.id.chars().map(|c| if c.is_alphanumeric() || "-+#".contains(c) { c } else { '_' }).collect();
    let path = folder.join(format!("{name}.txt"));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}
