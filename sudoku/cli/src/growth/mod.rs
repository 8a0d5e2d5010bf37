//! `sudoku growth`: the cost of methods as problems grow, on generated problems.
//!
//! ```text
//!   args ──► make: problems of a size ──► compare: contest, summaries ──► Stage ──► tables as they are done
//!                        ▲                                                 │
//!                        └───────── the next size, or share of holes ◄─────┴──► CSV, JSON, plot
//! ```

mod args;
mod make;
mod plot;

use sudoku_ask::Status;
use sudoku_ask::json::{self, Object};

use crate::args::units;
use crate::batch::Session;
use crate::command::Command;
use crate::compare::{self, Contest, Machine, Summary, disagreements, draw, figures, summaries, write};
use crate::files::Files;
use crate::reply::Reply;
use crate::report::image::ImageFormat;
use crate::{Refused, say};
pub(crate) use args::Growth;
use args::ProblemKind;

/// Results for one size, and for one share of holes where there are holes.
struct Stage {
    size: usize,
    holes: Option<usize>,
    contest: Contest,
    /// Number of problems that were run, and number of those that all methods have answered.
    done: usize,
    common: usize,
    summaries: Vec<Summary>,
}

impl Command for Growth {
    const NAME: &'static str = "growth";
    const ABOUT: &'static str =
        "Show how the cost of methods grows with the size of Sudokus, queens or quasigroups";

    fn run(mut self) -> Result<u8, Refused> {
        let sizes = sizes(&self)?;
        let holes = holes(&self)?;
        let form = self.svg.as_deref().map_or(Ok(ImageFormat::Svg), ImageFormat::of)?;
        leave_lanes_out(&mut self)?;
        let files = Files::reading(&[]);
        [&self.csv, &self.json, &self.svg].into_iter().flatten().try_for_each(|path| files.claim(path))?;
        let session = Session::open(false, &self.output, false, files)?;
        session.progress.show(false);
        let mut stages: Vec<Stage> = Vec::new();
        let mut methods = self.trials.methods.0.clone();
        let mut wrong = None;
        'sizes: for &size in &sizes {
            let first = stages.len();
            for &holes in &holes {
                if session.is_over() || methods.is_empty() {
                    break 'sizes;
                }
                let entries = match make::entries(size, holes, &self, &session) {
                    Ok(entries) => entries,
                    // Earlier measurements are still written to the files.
                    Err(usage) => {
                        wrong = Some(usage);
                        break 'sizes;
                    }
                };
                let mut contest = Contest::new(methods.clone(), entries);
                contest.run(&self.trials, &session);
                let stage = Stage::of(contest, size, holes);
                let mut reply = Reply { notes: disagreements(&stage.contest), ..Reply::default() };
                reply.tally.failures = reply.notes.len() as u64;
                reply.tally.counts[Status::Solved as usize] = stage.done as u64;
                if stage.done > 0 {
                    reply.out = stage.text(&self).into_bytes();
                    stages.push(stage);
                }
                session.progress.clear();
                session.deliver(session.hand_out(), &mut reply, true);
            }
            let is_able = |name: &str| stages[first..].iter().any(|stage| stage.has_answers_of(name));
            methods.retain(|method| is_able(&method.name));
        }
        // Without results old files stay.
        let stopped = wrong.is_some() || session.interrupt.status().is_some();
        let files =
            if stages.is_empty() && stopped { Vec::new() } else { save(&stages, &self, form, &session) };
        files.into_iter().filter_map(Result::err).for_each(|what| session.failed(&what));
        let status = session.finish();
        wrong.map_or(Ok(status), Err)
    }
}

fn sizes(args: &Growth) -> Result<Vec<usize>, Refused> {
    let sizes = args.sizes.as_ref().map_or(args.of.usual_sizes(), |units::List(sizes)| sizes).to_vec();
    let largest = args.of.largest();
    if sizes.iter().all(|size| (1..=largest).contains(size)) {
        return Ok(sizes);
    }
    let (what, instance) = match args.of {
        ProblemKind::Sudoku => ("sides of boxes", "2..4"),
        ProblemKind::Queens => ("numbers of queens", "8,16,32"),
        ProblemKind::Quasigroup => ("orders of squares", "20,25,30"),
    };
    Err(Refused(format!("--sizes are {what}, from 1 to {largest}: {instance}, for instance")))
}

/// Returns the shares of holes, each a stage; a single `None` for problems without holes.
fn holes(args: &Growth) -> Result<Vec<Option<usize>>, Refused> {
    match (&args.holes, args.of) {
        (Some(_), ProblemKind::Queens) => {
            Err(Refused("--holes are cells left open in grids: boards of queens have none".into()))
        }
        (Some(units::List(shares)), _) if shares.iter().any(|&share| share > 100) => {
            Err(Refused("--holes are given in percent: 42, for instance".into()))
        }
        (None, ProblemKind::Queens) => Ok(vec![None]),
        (Some(units::List(shares)), _) => Ok(shares.iter().copied().map(Some).collect()),
        (None, kind) => Ok(kind.usual_holes().iter().copied().map(Some).collect()),
    }
}

/// Removes lanes from the methods: they take rows, columns and regions only.
fn leave_lanes_out(args: &mut Growth) -> Result<(), Refused> {
    let methods = &mut args.trials.methods.0;
    if args.of == ProblemKind::Queens {
        let lanes: Vec<String> =
            methods.extract_if(.., |method| method.config().is_none()).map(|method| method.name).collect();
        if methods.is_empty() {
            return Err(Refused(format!("{} does not support queens: name other methods", lanes.join(", "))));
        }
        if !lanes.is_empty() {
            say!("sudoku: {} does not support queens and is left out", lanes.join(", "));
        }
    }
    Ok(())
}

/// Writes all requested files.
fn save(stages: &[Stage], args: &Growth, form: ImageFormat, session: &Session) -> Vec<Result<(), String>> {
    let (machine, files) = (Machine::this(), &session.files);
    let csv = args.csv.as_ref().map(|path| files.save(path, csv(stages, args, &machine).as_bytes()));
    let json = args.json.as_ref().map(|path| files.save(path, data(stages, args, &machine).as_bytes()));
    let svg = args.svg.as_ref().map(|path| draw(path, form, &plot::plots(stages, args), files));
    [csv, json, svg].into_iter().flatten().collect()
}

fn csv(stages: &[Stage], args: &Growth, machine: &Machine) -> String {
    let mut text = format!("problem,size,holes,{}\n", write::csv_header());
    for stage in stages {
        let holes = stage.holes.map_or(String::new(), |holes| holes.to_string());
        let before = format!("{},{},{holes},", args.of.name(), stage.size);
        text += &write::csv_lines(&before, &stage.contest, machine);
    }
    text
}

fn data(stages: &[Stage], args: &Growth, machine: &Machine) -> String {
    let stages = json::lines(stages.iter().map(|stage| stage.object(args.of)));
    json::line(&write::head(&args.trials, machine).with("stages", stages)) + "\n"
}

impl Stage {
    fn of(contest: Contest, size: usize, holes: Option<usize>) -> Stage {
        let done: Vec<usize> = contest.done().collect();
        let common = compare::common(&contest, &done).len();
        let summaries = summaries(&contest, &done);
        Stage { size, holes, done: done.len(), common, summaries, contest }
    }

    fn has_answers_of(&self, method: &str) -> bool {
        self.summaries.iter().any(|summary| summary.method == method && summary.solved > 0)
    }

    fn text(&self, args: &Growth) -> String {
        let Stage { size, holes, done, common, summaries, .. } = self;
        let counts = if common < done { format!(", counts of {common}") } else { String::new() };
        let (title, table) = (make::title(args.of, *size, *holes), figures(summaries, &args.trials));
        let problems = match args.of {
            ProblemKind::Sudoku => "puzzles",
            ProblemKind::Queens => "boards",
            ProblemKind::Quasigroup => "squares",
        };
        format!("{title}, {done} {problems}{counts}\n\n{table}\n")
    }

    fn object(&self, kind: ProblemKind) -> Object {
        let object =
            json::object().with("problem", kind.name()).with("size", self.size).with("holes", self.holes);
        write::with_runs(object, &self.contest, &self.summaries)
    }
}
