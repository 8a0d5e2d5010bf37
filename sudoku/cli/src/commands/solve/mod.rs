//! `sudoku solve`: solutions of puzzles.

mod solutions;
mod tree;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use sudoku::{Answer, End, GLOSSARY, Puzzle};
use sudoku_ask::{Number, Report, Root, Rooted, Solved, Status};

use crate::Refused;
use crate::args::strategy::{Part, Strategy};
use crate::args::{Color, Effort, Input, Output, units};
use crate::batch::{self, Asked, Batch, Job, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::line::put_digits;
use crate::report::{Layout, Topic, Writer};
use solutions::Solutions;
use tree::Tree;

const SOLVE_HELP: &str = "\
Examples:
  sudoku solve puzzle.txt
  sudoku solve --unique --format json < puzzles.txt
  sudoku solve --all 1234............
  sudoku solve --boxes 2x5 --time-limit 2s ten.txt
  sudoku solve --method brute-force --stats puzzle.txt
  sudoku solve --unique --tree tree.svg hard.txt
  sudoku solve --method propagate --show root --format grid puzzle.txt

A line for each puzzle, in input order: the solution, or none, multiple (with --unique), limit, or \
invalid, with reasons on standard error. For variants with loose cells or unknown regions, their values \
follow after a #, as in 1234… # A=35 regions=1122…";

/// Returns the list of counters for the help.
fn glossary() -> String {
    let terms = GLOSSARY.map(|(name, meaning)| format!("\n  {name}: {meaning}"));
    format!("Counters of --stats with a method:{}", terms.concat())
}

#[derive(Debug, Args)]
#[command(after_help = format!("{SOLVE_HELP}\n\n{}", glossary()))]
pub(crate) struct Solve {
    #[command(flatten)]
    pub input: Input,

    /// Prove that the solution is the only one, or show two
    #[arg(short, long, conflicts_with_all = ["all", "solutions"])]
    pub unique: bool,

    /// Print every solution
    #[arg(short, long, conflicts_with = "solutions")]
    pub all: bool,

    /// Print up to N solutions
    #[arg(short = 'n', long, value_name = "N", value_parser = units::positive)]
    pub solutions: Option<u64>,

    /// Show what the search knows before its first decision instead of a solution: the candidates that are left, and the
    /// numbers of open cells and candidates before and after
    #[arg(long, value_enum, conflicts_with_all = ["unique", "all", "solutions", "tree"])]
    pub show: Option<Part>,

    /// Form of the output [default: grid for one puzzle on a terminal, else line]
    #[arg(short, long, value_enum, help_heading = "Output")]
    pub format: Option<Layout>,

    /// Also write the search tree of the constraint engine: FILE.svg, FILE.dot or FILE.json
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub tree: Option<PathBuf>,

    /// Draw with + - | only
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,

    /// Bold givens, coloured differences
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub color: Color,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,

    #[command(flatten)]
    pub strategy: Strategy,
}

struct SolveJob {
    tree: Option<Tree>,
    writer: Box<dyn Writer>,
    /// Writer for a single puzzle, if its form is another.
    writer_alone: Option<Box<dyn Writer>>,
    /// Whether the form is a line for each puzzle.
    is_line: bool,
    unique: bool,
    /// Number of solutions to list for each puzzle, if they are listed.
    list: Option<u64>,
    /// What is asked instead of solutions.
    root: Option<Root>,
}

impl Command for Solve {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Solve puzzles";

    fn run(self) -> Result<u8, Refused> {
        let Solve {
            input,
            unique,
            all,
            solutions,
            show,
            format,
            tree,
            ascii,
            color,
            output,
            effort,
            strategy,
        } = self;
        let way = strategy.way_beside(&effort)?;
        let root = show.map(|Part::Root| strategy.config()).transpose()?.map(|config| Root { config });
        let tree = tree.map(|path| Tree::new(path, strategy.config()?)).transpose()?;
        input.require_lines(!all && solutions.is_none(), "it cannot list solutions")?;
        input.require_lines(format != Some(Layout::Grid), "it cannot draw grids")?;
        let on_terminal = output.output.is_none() && io::stdout().is_terminal();
        let color = color.is_on(on_terminal);
        let is_picture_alone = format.is_none() && on_terminal && !input.batch;
        let list = if all { Some(u64::MAX) } else { solutions };
        let form = format.unwrap_or(Layout::Line);
        let job = SolveJob {
            tree,
            writer: form.writer(ascii, color),
            writer_alone: is_picture_alone.then(|| Layout::Grid.writer(ascii, color)),
            is_line: form == Layout::Line,
            unique,
            list,
            root,
        };
        let batch = Batch { way, ..Batch::new(&input, &output, &effort) };
        batch::run(&batch, &job.writer.header(job.topic()), &job)
    }
}

impl Job for SolveJob {
    fn files(&self) -> Vec<&Path> {
        self.tree.iter().map(Tree::path).collect()
    }

    fn wants(&self) -> Wants {
        // A list, and the answer to a search whose tree is written, come from that search.
        let searches = self.list.is_some() || self.tree.is_some() || self.root.is_some();
        let solutions = if searches { SolutionsOf::None } else { SolutionsOf::Each(self.one_or_two()) };
        let is_plain = self.is_line && !searches;
        Wants { solutions, is_plain, shows_solution: true, ..Wants::default() }
    }

    fn write_solution(&self, solution: &[u8], end: End, nodes: u64, reply: &mut Reply) {
        let status = if end == End::Exhausted { Status::Unique } else { Status::Solved };
        reply.tally.answer(status, nodes);
        put_digits(solution, reply);
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        let writer = self.writer(item);
        if let Some(root) = &self.root {
            let rooted = root.answer(puzzle, worker.solver.budget());
            if rooted.status == Some(Status::Limit) && worker.is_interrupted() {
                return;
            }
            let status = rooted.status.unwrap_or(Status::Solved);
            reply.tally.answer(status, 0);
            reply.tell_none(status, puzzle, item);
            return writer.answer(&rooted, item, reply);
        }
        let one_or_two = self.one_or_two();
        let begun = solved.is_none().then(Instant::now);
        let of_tree = self.tree.as_ref().and_then(|tree| {
            tree.answer(puzzle, self.list.unwrap_or(one_or_two as u64), item, worker, reply)
        });
        if let Some(most) = self.list {
            return self.list(of_tree, most, puzzle, item, worker, reply);
        }
        let Solved { answer, micros } = solved.unwrap_or_else(|| {
            let answer = of_tree.unwrap_or_else(|| worker.solver.solve(puzzle, one_or_two));
            Solved { answer, micros: begun.map_or(0, |begun| begun.elapsed().as_micros() as u64) }
        });
        if answer.end == End::Limit && worker.is_interrupted() {
            return;
        }
        let status = Status::of(&answer);
        reply.tally.answer(status, answer.nodes);
        reply.tally.note(answer.statistics.as_deref());
        let reason = reply.tell_none(status, puzzle, item);
        writer.solution(&Report::of(puzzle, &answer, reason.as_ref(), micros), item, reply);
    }

    fn reports(&self, item: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((self.writer(item), self.topic()))
    }
}

/// Returns the status of a list of so many solutions.
fn listed(found: u64, end: End) -> Status {
    match (found, end) {
        (0, End::Exhausted) => Status::None,
        (1, End::Exhausted) => Status::Unique,
        (_, End::Limit) => Status::Limit,
        (0 | 1, End::Enough) => Status::Solved,
        _ => Status::Multiple,
    }
}

impl SolveJob {
    fn one_or_two(&self) -> usize {
        if self.unique { 2 } else { 1 }
    }

    fn topic(&self) -> Topic {
        match (&self.root, self.list) {
            (Some(_), _) => Topic::Other(Rooted::COLUMNS),
            (None, Some(_)) => Topic::List,
            (None, None) => Topic::Answer,
        }
    }

    fn writer(&self, item: &Item<'_>) -> &dyn Writer {
        let alone = self.writer_alone.as_ref().filter(|_| item.alone);
        alone.unwrap_or(&self.writer).as_ref()
    }

    /// Prints the solutions as the search finds them, or those of a finished search.
    fn list(
        &self,
        done: Option<Answer>,
        most: u64,
        puzzle: &Puzzle,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    ) {
        let writer = self.writer(item);
        writer.begin_list(item, reply);
        let begun = Instant::now();
        let session = worker.session.clone();
        let mut solutions = Solutions::new(done, &mut worker.solver, puzzle);
        let mut found = 0;
        let end = loop {
            if found >= most {
                break End::Enough;
            }
            let solution = match solutions.next() {
                Ok(solution) => solution,
                Err(end) => break end,
            };
            found += 1;
            session.progress.solution();
            writer.nth(found, puzzle, &solution, item, reply);
            // A long list is handed over in parts.
            if reply.out.len() > 1 << 16 {
                session.deliver(item.piece, reply, false);
                if session.is_over() {
                    break End::Limit;
                }
            }
        };
        let (nodes, status) = (solutions.nodes(), listed(found, end));
        reply.tally.nodes += nodes;
        reply.tally.note(solutions.statistics().as_ref());
        if status == Status::Limit && worker.is_interrupted() {
            return;
        }
        reply.tally.count(status);
        reply.tally.failures += u64::from(status == Status::None);
        let reason = reply.tell_none(status, puzzle, item);
        let report = Report {
            puzzle,
            status,
            solutions: &[],
            count: Some(Number::of(found, end == End::Exhausted)),
            reason: reason.as_ref(),
            nodes,
            micros: begun.elapsed().as_micros() as u64,
        };
        writer.end_list(&report, item, reply);
    }
}
