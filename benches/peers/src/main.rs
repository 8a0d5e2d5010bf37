//! Compares constraint engines: the same problems, in turns within one run, on one thread, with every answer checked.
//! Times vary with the machine; the ratios within one run are the result.

mod cli;
mod flat;
mod gecode;
mod gecode_modes;
mod graph;
mod killer;
mod lanes;
mod largest_step;
mod ours;
mod ours_job_shop;
mod peer;
mod problem;
mod program;
#[cfg(feature = "pumpkin")]
mod pumpkin;
mod qwh;
mod random;
mod rounds;
mod sections;
#[cfg(feature = "selen")]
mod selen;
mod shop;
#[cfg(feature = "sudoku-crate")]
mod sudoku_crate;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use cli::{Options, Section};
use gecode::{Gecode, Missing};
use peer::{Limits, Peer};
use sections::Group;

fn main() -> ExitCode {
    match Options::parse(std::env::args().skip(1)) {
        Ok(options) if options.help => println!("{}", cli::HELP),
        parsed => match parsed.and_then(|options| run(&options)) {
            Ok(true) => {}
            Ok(false) => return ExitCode::from(1),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
        },
    }
    ExitCode::SUCCESS
}

/// Runs the comparison. Returns whether every answer was right.
fn run(options: &Options) -> Result<bool, String> {
    let (mut quick, mut slow): (Vec<_>, Vec<_>) = peers()?.into_iter().partition(|peer| !peer.is_slow());
    let limits = Limits { time: options.limit };
    let mut errors = Vec::new();
    for &section in &options.sections {
        if section == Section::Lanes {
            let data = options.data.as_ref().ok_or("lanes needs --data DIR; --help says what is in it")?;
            if !lanes::compare(data, options.repeats)? {
                errors.push("solvers differ about a puzzle".into());
            }
        }
        for group in sections::groups(section, options)? {
            let mut compare = |task, peers: &mut [Box<dyn Peer>]| {
                let results = rounds::compare(task, peers, limits, options.repeats, options.all_modes)?;
                errors.extend(results.errors.iter().cloned());
                Ok::<_, String>(results)
            };
            match group {
                Group::Single { task, long: true } => table::print_task(&task, &compare(&task, &mut quick)?),
                Group::Single { task, long: false } => {
                    let kept = quick.len();
                    quick.append(&mut slow);
                    table::print_task(&task, &compare(&task, &mut quick)?);
                    slow = quick.split_off(kept);
                }
                Group::Family { name, tasks } => {
                    let results: Result<Vec<_>, String> =
                        tasks.iter().map(|task| compare(task, &mut quick)).collect();
                    table::print_family(&name, &results?);
                }
            }
        }
    }
    errors.iter().for_each(|error| eprintln!("error: {error}"));
    Ok(errors.is_empty())
}

/// Returns the available peers, and prints a line for each missing one.
fn peers() -> Result<Vec<Box<dyn Peer>>, String> {
    let mut peers: Vec<Box<dyn Peer>> = vec![Box::new(ours::Ours)];
    match program::Program::find() {
        Ok(program) => peers.push(Box::new(program)),
        Err(how) => println!("{how}"),
    }
    match Gecode::start(folder()?) {
        Ok(gecode) => peers.push(Box::new(gecode)),
        Err(Missing::NotInstalled) => {
            println!("Gecode: not found; to install on Debian: apt-get install g++ libgecode-dev");
        }
        Err(Missing::Failed(why)) => println!("Gecode: its line server does not start: {why}"),
    }
    #[cfg(feature = "pumpkin")]
    peers.push(Box::new(pumpkin::Pumpkin));
    #[cfg(not(feature = "pumpkin"))]
    println!("Pumpkin: off; cargo run --release --features pumpkin switches it on");
    #[cfg(feature = "selen")]
    peers.push(Box::new(selen::Selen));
    #[cfg(not(feature = "selen"))]
    println!("selen: off; cargo run --release --features selen switches it on");
    #[cfg(feature = "sudoku-crate")]
    peers.push(Box::new(sudoku_crate::SudokuCrate));
    #[cfg(not(feature = "sudoku-crate"))]
    println!("crate sudoku: off; cargo run --release --features sudoku-crate switches it on");
    Ok(peers)
}

/// Returns the folder for files, within the target folder.
fn folder() -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|error| format!("where am I? {error}"))?;
    Ok(program.with_file_name("gecode"))
}
