//! `fzn-csp`: solves FlatZinc, for `minizinc --solver csp`, and XCSP3.

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use csp::Cancel;
use csp_flatzinc::build::{Built, build};
use csp_flatzinc::parts::{self, Assumed};
use csp_flatzinc::run::{Failure, Options, run};
use csp_flatzinc::syntax::Fault;
use csp_flatzinc::{install, json, text, xcsp};

mod signals;

/// Solves a problem over integers and Booleans in FlatZinc (text or JSON) or XCSP3. MiniZinc runs it: minizinc --solver csp
/// model.mzn
#[derive(Debug, Parser)]
#[command(name = "fzn-csp", version, args_override_self = true)]
struct Arguments {
    /// All solutions; of a problem with an objective, every improvement
    #[arg(short)]
    all: bool,
    /// At most N solutions of a problem without an objective; 0 for all
    #[arg(short, value_name = "N")]
    number: Option<u64>,
    /// Every improvement, not only the best solution
    #[arg(short)]
    intermediate: bool,
    /// Free search: the model's own search for a while, and learning from conflicts
    #[arg(short)]
    free: bool,
    /// Number of threads
    #[arg(short = 'p', value_name = "N")]
    threads: Option<usize>,
    /// Seed of random choices
    #[arg(short = 'r', value_name = "N")]
    seed: Option<u64>,
    /// Statistics after the solutions
    #[arg(short)]
    statistics: bool,
    /// Time limit in milliseconds, reading included
    #[arg(short, value_name = "MS")]
    time: Option<u64>,
    /// Says on standard error what is done
    #[arg(short)]
    verbose: bool,
    /// Installs this program and its library where MiniZinc finds them, or in another folder for solvers
    #[arg(long, value_name = "FOLDER", num_args = 0..=1)]
    install: Option<Option<PathBuf>>,
    /// Cuts the problem into at least N parts, a line each, for --assume on many machines
    #[arg(long, value_name = "N", conflicts_with_all = ["assume", "merge"])]
    split: Option<usize>,
    /// Answers each part of a file or of standard input (-): the number of solutions, or the best; -t is for each part
    #[arg(long, value_name = "PARTS", conflicts_with = "merge")]
    assume: Option<PathBuf>,
    /// Adds the counts, or takes the best, of the answers to parts: a file instead of the problem, or standard input
    #[arg(long)]
    merge: bool,
    /// The file, .fzn, .json or .xml; standard input without one or for -
    file: Option<PathBuf>,
}

fn main() -> ExitCode {
    let started = Instant::now();
    let arguments = Arguments::parse();
    let result = match &arguments.install {
        Some(folder) => {
            install::install(folder.clone()).map(|said| print!("{said}")).map_err(|e| e.to_string())
        }
        None => solve(&arguments, started),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("fzn-csp: {what}");
            ExitCode::FAILURE
        }
    }
}

fn solve(arguments: &Arguments, started: Instant) -> Result<(), String> {
    let cancel = Cancel::new();
    signals::listen(&cancel).map_err(|error| error.to_string())?;
    let file = arguments.file.as_deref().filter(|file| file.as_os_str() != "-");
    let name = file.map_or("standard input".into(), |file| file.display().to_string());
    let text = read(file).map_err(|error| format!("{name}: {error}"))?;
    if arguments.merge {
        let merged = parts::merge(text.as_bytes(), &mut io::stdout().lock());
        return merged.map_err(|error| format!("{name}: {error}"));
    }
    let built = understand(&text).map_err(|fault| format!("{name}: {fault}"))?;
    if arguments.verbose {
        let Built { model, .. } = &built;
        let (variables, constraints) = (model.variables(), model.constraints().len());
        eprintln!("{variables} variables, {constraints} constraints, read in {:?}", started.elapsed());
    }
    if let Some(variable) = built.clipped.first() {
        let who = match built.clipped.len() - 1 {
            0 => format!("{variable} has"),
            1 => format!("{variable} and another variable have"),
            more => format!("{variable} and {more} others have"),
        };
        eprintln!("fzn-csp: {who} values beyond 2^28, which are not tried: no proofs");
    }
    if let Some(least) = arguments.split {
        let lines = parts::split(&built, least).map_err(|error| error.kind().to_string())?;
        return lines.iter().try_for_each(|line| say(line));
    }
    let deadline = arguments.time.and_then(|time| started.checked_add(Duration::from_millis(time)));
    let options = Options {
        all: arguments.all,
        number: arguments.number,
        intermediate: arguments.intermediate,
        free: arguments.free,
        threads: arguments.threads,
        seed: arguments.seed,
        statistics: arguments.statistics,
        deadline,
    };
    if let Some(parts) = &arguments.assume {
        return assume(built, parts, &options, arguments.time.map(Duration::from_millis), &cancel);
    }
    match run(built, &options, &cancel, &mut io::BufWriter::new(io::stdout().lock())) {
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map(drop).map_err(|error| error.to_string()),
    }
}

/// Answers parts, each as soon as it is read.
fn assume(
    built: Built,
    parts: &Path,
    options: &Options,
    time: Option<Duration>,
    cancel: &Cancel,
) -> Result<(), String> {
    let name = parts.display();
    let wrong = |error: io::Error| format!("{name}: {error}");
    let lines: Box<dyn BufRead> = if parts.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(io::BufReader::new(File::open(parts).map_err(wrong)?))
    };
    let mut assumed = Assumed::new(built);
    let mut lines = lines.lines();
    for number in 1.. {
        let Some(line) = signals::while_reading(|| lines.next()) else { break };
        let answer = assumed.answer(&line.map_err(wrong)?, options, time, cancel);
        say(&answer.map_err(|error| format!("{name}:{number}: {error}"))?)?;
    }
    Ok(())
}

/// Writes a line at once.
fn say(line: &str) -> Result<(), String> {
    let mut output = io::stdout().lock();
    writeln!(output, "{line}").and_then(|()| output.flush()).map_err(|error| error.to_string())
}

fn read(file: Option<&std::path::Path>) -> io::Result<String> {
    let mut bytes = Vec::new();
    match file {
        Some(file) => bytes = signals::while_reading(|| std::fs::read(file))?,
        None => drop(signals::while_reading(|| io::stdin().read_to_end(&mut bytes))?),
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

fn understand(text: &str) -> Result<Built, Fault> {
    if text.trim_start().starts_with('<') {
        return xcsp::build(text);
    }
    if text.trim_start().starts_with('{') {
        let document = json::parse(text)?;
        return build(json::read(&document)?).map_err(|fault| Fault { at: None, ..fault });
    }
    build(text::read(text)?).map_err(|fault| fault.located(text))
}
