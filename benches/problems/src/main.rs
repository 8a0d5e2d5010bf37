//! Runs known problems from MiniZinc data with the generic engine, and checks every solution.
//!
//! Each problem is the model of its .mzn file, written for `csp` in the folder `models`. Times are CPU times of the
//! only thread (wall-clock times on systems without CPU time).

mod clock;
mod cores;
mod data;
mod known;
mod models;
mod task;
mod trial;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use data::Data;
use models::{Build, PROBLEMS};
use task::Aim;
use trial::{Trial, Way};

/// The same allocator as in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs known problems from MiniZinc data with the generic engine, and checks every solution.
#[derive(Parser)]
struct Options {
    /// Folder of models: NAME.mzn. Only their names are read.
    models: PathBuf,
    /// Folder of instances: NAME__INSTANCE.dzn. An instance that begins with "all" asks for all solutions.
    data: PathBuf,
    /// Names of the problems to run, or of instances as PROBLEM__INSTANCE. Without names, all are run.
    names: Vec<String>,
    /// Maximum number of instances of each problem. The first and the last by name are run before the others.
    #[arg(long, value_name = "N")]
    each: Option<usize>,
    /// Seconds that an instance may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 8.0)]
    time: f64,
    /// Ways to run a model, in turns.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "default")]
    way: Vec<Way>,
    /// Run each instance with N seeds, and give the median. An instance that is not solved counts with the time that
    /// it took.
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// Measure cores instead: change the total of each cage of each killer Sudoku, and find an irreducible set of
    /// contradictory cages.
    #[arg(long)]
    cores: bool,
}

/// An instance to run.
struct Instance {
    name: String,
    path: PathBuf,
    build: Build,
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

/// Runs the instances. Returns whether no answer was wrong.
fn run(options: &Options) -> Result<bool, String> {
    let limit = Duration::try_from_secs_f64(options.time).map_err(|error| format!("--time: {error}"))?;
    let instances = instances(options)?;
    if options.cores {
        return cores(&instances, limit);
    }
    let mut is_right = true;
    let mut solved = vec![0; options.way.len()];
    println!(
        "{:24} {:10} {:>18} {:>8} {:>10} {:>10}",
        "instance", "way", "answer", "seconds", "nodes", "failures"
    );
    for instance in &instances {
        for (way, solved) in options.way.iter().zip(&mut solved) {
            let mut times = Vec::new();
            let seeds = options.seeds.map_or(vec![None], |count| (1..=count).map(Some).collect());
            for seed in seeds {
                let name = seed.map_or(way_name(*way), |seed| format!("{} {seed}", way_name(*way)));
                let text = match trial(instance, *way, seed, limit) {
                    Ok(Trial { status, time, nodes, failures }) => {
                        *solved += usize::from(status.is_final());
                        times.push(time);
                        format!("{status:>18} {:8.3} {nodes:>10} {failures:>10}", time.as_secs_f64())
                    }
                    Err(why) => {
                        is_right = false;
                        format!("WRONG: {why}")
                    }
                };
                println!("{:24} {name:10} {text}", instance.name);
                std::io::stdout().flush().map_err(|error| error.to_string())?;
            }
            times.sort_unstable();
            if options.seeds.is_some() && !times.is_empty() {
                println!("{:24} {:10} median {:.3?}", instance.name, way_name(*way), times[times.len() / 2]);
            }
        }
    }
    let runs = instances.len() as u64 * options.seeds.unwrap_or(1);
    for (way, solved) in options.way.iter().zip(solved) {
        println!("{}: {solved} of {runs} solved", way_name(*way));
    }
    Ok(is_right)
}

fn cores(instances: &[Instance], limit: Duration) -> Result<bool, String> {
    let mut times = Vec::new();
    for instance in instances.iter().filter(|instance| instance.name.starts_with("killer__")) {
        let data = Data::read(&instance.path)?;
        times.extend(cores::run(&instance.name, &data, limit)?);
    }
    times.sort_unstable();
    if let [.., worst] = times[..] {
        let (half, most) = (times[times.len() / 2], times[times.len() * 95 / 100]);
        println!("{} cases: median {half:.3?}, 95 % {most:.3?}, worst {worst:.3?}", times.len());
    }
    Ok(true)
}

fn way_name(way: Way) -> String {
    clap::ValueEnum::to_possible_value(&way).map_or_else(String::new, |value| value.get_name().to_owned())
}

fn trial(instance: &Instance, way: Way, seed: Option<u64>, limit: Duration) -> Result<Trial, String> {
    let data = Data::read(&instance.path)?;
    let run = || {
        let mut task = (instance.build)(&data)?;
        if instance.name.split_once("__").is_some_and(|(_, name)| name.starts_with("all")) {
            task.aim = Aim::All;
        }
        Trial::run(&task, way, seed, limit)
    };
    // A panic is a wrong answer, and no reason to leave out the other instances.
    let trial = std::panic::catch_unwind(run).map_err(|_| "a panic")??;
    known::check(&instance.name, trial.status)?;
    Ok(trial)
}

/// Finds the instances of the chosen problems, by problem and name.
fn instances(options: &Options) -> Result<Vec<Instance>, String> {
    let data = stems(&options.data, "dzn")?;
    let mut chosen = Vec::new();
    for problem in stems(&options.models, "mzn")? {
        let Some(&(_, build)) = PROBLEMS.iter().find(|(name, _)| *name == problem) else {
            eprintln!("{problem}: no model here");
            continue;
        };
        let prefix = format!("{problem}__");
        let is_chosen = |name: &String| {
            name.starts_with(&prefix)
                && (options.names.is_empty()
                    || options.names.contains(name)
                    || options.names.contains(&problem))
        };
        let mut names: Vec<&String> = data.iter().filter(|name| is_chosen(name)).collect();
        while options.each.is_some_and(|each| names.len() > each) {
            names.remove(names.len() / 2);
        }
        chosen.extend(names.into_iter().map(|name| Instance {
            path: options.data.join(format!("{name}.dzn")),
            name: name.clone(),
            build,
        }));
    }
    Ok(chosen)
}

/// Returns the names of the files with an extension, without it, sorted.
fn stems(folder: &Path, extension: &str) -> Result<Vec<String>, String> {
    let error = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut stems = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        let path = entry.map_err(error)?.path();
        if path.extension().is_some_and(|found| found == extension) {
            stems.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
        }
    }
    stems.sort();
    Ok(stems)
}
