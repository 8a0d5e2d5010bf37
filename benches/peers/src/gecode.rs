//! Gecode, through a line server in C++ (`gecode/gecode.cpp`) that is compiled on first use.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::gecode_modes;
use crate::peer::{Limits, Outcome, Peer, Task};
use crate::problem::{Problem, Wanted};

const SOURCES: [&str; 3] = ["gecode.cpp", "mode.hpp", "models.hpp"];
const LIBRARIES: [&str; 5] = ["minimodel", "search", "int", "kernel", "support"];

/// Reason why Gecode does not take part.
pub enum Missing {
    NotInstalled,
    Failed(String),
}

/// A running line server.
pub struct Gecode {
    server: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    folder: PathBuf,
    /// Files written for the server, by the task's name.
    files: HashMap<String, PathBuf>,
}

impl Gecode {
    /// Compiles the server into `folder`, unless its source is unchanged since the last time, and starts it.
    pub fn start(folder: PathBuf) -> Result<Gecode, Missing> {
        let failed = |error: std::io::Error| Missing::Failed(error.to_string());
        fs::create_dir_all(&folder).map_err(failed)?;
        let program = folder.join("gecode-server");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("gecode");
        let changed = |path: PathBuf| fs::metadata(path).and_then(|data| data.modified()).ok();
        let newest = SOURCES.iter().filter_map(|name| changed(sources.join(name))).max();
        if changed(program.clone()).unwrap_or(SystemTime::UNIX_EPOCH)
            <= newest.unwrap_or_else(SystemTime::now)
        {
            compile(&sources.join(SOURCES[0]), &program)?;
        }
        let mut server =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        match (server.stdin.take(), server.stdout.take()) {
            (Some(requests), Some(answers)) => Ok(Gecode {
                server,
                requests: Some(requests),
                answers: BufReader::new(answers),
                folder,
                files: HashMap::new(),
            }),
            _ => Err(Missing::Failed("its line server has no pipes".into())),
        }
    }

    /// Returns the problem's part of a request; long data go into a file.
    fn arguments(&mut self, task: &Task) -> Result<String, String> {
        let all = |wanted| if wanted == Wanted::All { "all" } else { "first" };
        Ok(match &task.problem {
            Problem::Sudoku(_) => format!("{}\t0", self.file(task)?),
            Problem::Queens { n, wanted } => format!("{n}\t{}", all(*wanted)),
            Problem::Qwh(_) => self.file(task)?,
            Problem::Langford { copies, n, wanted } => format!("{copies}\t{n}\t{}", all(*wanted)),
            Problem::Magic { n } => n.to_string(),
            Problem::Golomb { marks } => marks.to_string(),
            Problem::AllInterval { n, wanted } => format!("{n}\t{}", all(*wanted)),
            Problem::Color { colors, .. } => format!("{}\t{colors}", self.file(task)?),
            Problem::SendMore => String::new(),
            Problem::Killer(_) | Problem::JobShop(_) => self.file(task)?,
        })
    }

    fn file(&mut self, task: &Task) -> Result<String, String> {
        if !self.files.contains_key(&task.name) {
            let path = self.folder.join(format!("instance-{}.txt", self.files.len()));
            fs::write(&path, file_text(&task.problem))
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            self.files.insert(task.name.clone(), path);
        }
        Ok(self.files[&task.name].display().to_string())
    }

    fn ask(&mut self, request: &str) -> Result<String, String> {
        let gone = |error: std::io::Error| format!("Gecode's line server is gone: {error}");
        let mut answer = String::new();
        if let Some(requests) = &mut self.requests {
            writeln!(requests, "{request}").and_then(|()| requests.flush()).map_err(gone)?;
        }
        self.answers.read_line(&mut answer).map_err(gone)?;
        match answer.trim_end().strip_prefix("ok ") {
            Some(fields) => Ok(fields.to_owned()),
            None => Err(format!("Gecode, asked {request:?}, answered {answer:?}")),
        }
    }
}

impl Peer for Gecode {
    fn name(&self) -> &'static str {
        "Gecode"
    }

    fn modes(&self, problem: &Problem, all: bool) -> Vec<&'static str> {
        let modes = gecode_modes::of(problem);
        // The first three modes, since the best may differ between instances.
        if all { modes.to_vec() } else { modes.iter().take(3).copied().collect() }
    }

    fn run(&mut self, task: &Task, mode: &str, limits: Limits) -> Result<Option<Outcome>, String> {
        let name = problem_name(&task.problem);
        let (limit, seed) = (limits.time.as_millis(), task.seed);
        let arguments = self.arguments(task)?;
        let answer = self.ask(&format!("{name}\t{mode}\t{limit}\t{seed}\t{arguments}"))?;
        parse(&answer).map(Some)
    }
}

impl Drop for Gecode {
    /// Ends the server by closing its input.
    fn drop(&mut self) {
        self.requests = None;
        // If the server has ended already, there is nothing to do.
        let _ = self.server.wait();
    }
}

fn compile(source: &Path, program: &Path) -> Result<(), Missing> {
    let header = ["-x", "c++", "-std=c++17", "-fsyntax-only", "-include", "gecode/int.hh", "/dev/null"];
    let found = Command::new("g++").args(header).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        return Err(Missing::NotInstalled);
    }
    let run = Command::new("g++")
        .args(["-std=c++17", "-O3", "-DNDEBUG"])
        .arg(source)
        .arg("-o")
        .arg(program)
        .args(LIBRARIES.map(|library| format!("-lgecode{library}")))
        .output();
    match run {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(Missing::Failed(String::from_utf8_lossy(&output.stderr).into_owned())),
        Err(error) => Err(Missing::Failed(error.to_string())),
    }
}

fn problem_name(problem: &Problem) -> &'static str {
    match problem {
        Problem::Sudoku(_) => "sudoku",
        Problem::Queens { .. } => "queens",
        Problem::Qwh(_) => "qwh",
        Problem::Langford { .. } => "langford",
        Problem::Magic { .. } => "magic",
        Problem::Golomb { .. } => "golomb",
        Problem::AllInterval { .. } => "allinterval",
        Problem::Color { .. } => "color",
        Problem::SendMore => "sendmore",
        Problem::Killer(_) => "killer",
        Problem::JobShop(_) => "jobshop",
    }
}

fn file_text(problem: &Problem) -> String {
    let line = |numbers: &[usize]| {
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        numbers.join(" ") + "\n"
    };
    match problem {
        Problem::Sudoku(puzzles) => {
            let digits =
                |board: &[u8; 81]| board.iter().map(|&cell| char::from(b'0' + cell)).collect::<String>();
            puzzles.iter().map(|board| digits(board) + "\n").collect()
        }
        Problem::Qwh(instance) => instance.to_text(),
        Problem::Killer(puzzle) => puzzle.to_text(),
        Problem::JobShop(shop) => shop.to_text(),
        Problem::Color { graph, .. } => {
            let clique: Vec<usize> = graph.clique().iter().map(|vertex| vertex + 1).collect();
            let edges: String = graph.edges.iter().map(|&(a, b)| line(&[a + 1, b + 1])).collect();
            line(&[graph.vertices, graph.edges.len()]) + &edges + &line(&[clique.len()]) + &line(&clique)
        }
        _ => String::new(),
    }
}

fn parse(answer: &str) -> Result<Outcome, String> {
    let fields: HashMap<&str, &str> = answer.split(' ').filter_map(|field| field.split_once('=')).collect();
    let field = |name: &str| fields.get(name).copied().ok_or(format!("Gecode's answer has no {name}"));
    let number =
        |name: &str| field(name)?.parse::<f64>().map_err(|error| format!("Gecode's {name}: {error}"));
    let values = field("witness")?.split(',').filter(|value| !value.is_empty());
    let witness: Result<Vec<i64>, _> = values.map(str::parse).collect();
    Ok(Outcome {
        elapsed: Duration::from_secs_f64(number("us")? / 1e6),
        solutions: number("solutions")? as u64,
        nodes: number("nodes")? as u64,
        fails: number("fails")? as u64,
        restarts: number("restarts")? as u64,
        complete: number("complete")? == 1.0,
        witness: witness.map_err(|error| format!("Gecode's witness: {error}"))?,
    })
}
