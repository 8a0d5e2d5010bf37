//! `sudoku solve`.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Instant;

use sudoku::format::{self, ParseError};
use sudoku::print::{Picture, side_by_side};
use sudoku::rules::Clue;
use sudoku::{Answer, End, Puzzle};

use crate::Usage;
use crate::args::{self, Color, Layout};
use crate::batch::{self, Batch};
use crate::job::{Item, Job, Reply, Solved, Worker};
use crate::page;
use crate::report::{self, Report, Status};
use crate::several;
use crate::solutions::Solutions;
use crate::tree::Tree;

struct Solve {
    tree: Option<Tree>,
    /// `None`: a picture for one puzzle on a terminal, a line otherwise.
    layout: Option<Layout>,
    on_terminal: bool,
    unique: bool,
    /// Print up to so many solutions each.
    list: Option<u64>,
    ascii: bool,
    color: bool,
}

pub(crate) fn run(args: args::Solve) -> Result<u8, Usage> {
    let args::Solve { input, unique, all, solutions, format, tree, ascii, color, output, effort, strategy } =
        args;
    let way = strategy.way_beside(&effort)?;
    let tree = tree.map(|path| Tree::new(path, strategy.config()?)).transpose()?;
    if input.batch && (all || solutions.is_some()) {
        return Err(Usage("--batch gives one line a puzzle: it cannot list solutions".into()));
    }
    if input.batch && format == Some(Layout::Grid) {
        return Err(Usage("--batch gives one line a puzzle: it cannot draw grids".into()));
    }
    let on_terminal = output.output.is_none() && io::stdout().is_terminal();
    let job = Solve {
        tree,
        layout: if input.batch { Some(format.unwrap_or(Layout::Line)) } else { format },
        on_terminal,
        unique,
        list: if all { Some(u64::MAX) } else { solutions },
        ascii,
        color: match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => on_terminal && page::is_colored(),
        },
    };
    let batch = Batch { way, ..Batch::new(&input, &output, &effort) };
    let header = if job.list.is_some() { report::header_of_list } else { report::header };
    batch::run(&batch, format.map_or("", header), &job)
}

impl Job for Solve {
    fn files(&self) -> Vec<&Path> {
        self.tree.iter().map(Tree::path).collect()
    }

    fn most(&self) -> Option<usize> {
        // The search whose tree is written answers, too.
        match self.list {
            Some(_) => None,
            None if self.tree.is_some() => None,
            None => Some(if self.unique { 2 } else { 1 }),
        }
    }

    fn answer(
        &self,
        puzzle: &Puzzle,
        solved: Option<Solved>,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    ) {
        let layout = self.layout(item);
        let begun = Instant::now();
        let one_or_two = if self.unique { 2 } else { 1 };
        let of_tree = self
            .tree
            .as_ref()
            .and_then(|tree| tree.answer(puzzle, self.list.unwrap_or(one_or_two), item, worker, reply));
        if let Some(most) = self.list {
            return self.list(of_tree, most, layout, puzzle, item, worker, reply);
        }
        let Solved { answer, micros } = solved.unwrap_or_else(|| {
            let answer = of_tree.unwrap_or_else(|| worker.solver.solve(puzzle, one_or_two as usize));
            Solved { answer, micros: begun.elapsed().as_micros() as u64 }
        });
        if answer.end == End::Limit && worker.is_interrupted() {
            return;
        }
        let status = Status::of(&answer);
        reply.tally.answer(status, answer.nodes);
        reply.tally.note(answer.statistics.as_deref());
        let reason = (status == Status::None).then(|| note_none(puzzle, item, reply)).flatten();
        match layout {
            Layout::Line => match (status, answer.solutions.first()) {
                (Status::Unique | Status::Solved, Some(solution)) => {
                    report::write_line(puzzle, solution, &mut reply.out);
                }
                _ => {
                    if let (Status::Multiple, [one, other]) = (status, &answer.solutions[..]) {
                        several::note_both(puzzle, [one, other], item, reply);
                    }
                    line(status.name(), reply);
                }
            },
            Layout::Grid => self.draw(puzzle, status, &answer, item, reply),
            Layout::Json | Layout::Csv => {
                let report = Report {
                    index: item.index,
                    status,
                    puzzle: Some(puzzle),
                    // A solution without its proof is no answer to --unique.
                    solutions: if status == Status::Limit { &[] } else { &answer.solutions },
                    count: None,
                    of_list: false,
                    reason: reason.as_deref(),
                    nodes: answer.nodes,
                    micros,
                };
                report.write(layout, &mut reply.out);
            }
        }
    }

    fn invalid(&self, error: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        match self.layout(item) {
            layout @ (Layout::Json | Layout::Csv) => {
                let reason = error.to_string();
                let report = Report { of_list: self.list.is_some(), ..Report::invalid(item.index, &reason) };
                report.write(layout, &mut reply.out);
            }
            layout => {
                let apart = self.list.is_some() || layout == Layout::Grid;
                if apart && item.index > item.first_index {
                    reply.out.push(b'\n');
                }
                line(Status::Invalid.name(), reply);
            }
        }
    }
}

impl Solve {
    fn layout(&self, item: &Item<'_>) -> Layout {
        let picture = self.on_terminal && item.alone;
        self.layout.unwrap_or(if picture { Layout::Grid } else { Layout::Line })
    }

    /// Every solution as it is found, or those of a search that has been done.
    #[expect(clippy::too_many_arguments, reason = "each is of a kind of its own")]
    fn list(
        &self,
        done: Option<Answer>,
        most: u64,
        layout: Layout,
        puzzle: &Puzzle,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    ) {
        if item.index > item.first_index && matches!(layout, Layout::Line | Layout::Grid) {
            reply.out.push(b'\n');
        }
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
            match layout {
                Layout::Line => {
                    report::write_line(puzzle, &solution, &mut reply.out);
                }
                Layout::Grid => {
                    if found > 1 {
                        reply.out.push(b'\n');
                    }
                    reply.out.extend(self.picture(Picture::solved(puzzle, &solution)).as_bytes());
                }
                Layout::Json | Layout::Csv => {
                    let text = report::nth(layout, item.index, found, puzzle, &solution);
                    reply.out.extend(text.as_bytes());
                }
            }
            // There may be very many.
            if reply.out.len() > 1 << 16 {
                item.hand_over(&session, reply);
                if session.is_over() {
                    break End::Limit;
                }
            }
        };
        let nodes = solutions.nodes();
        let status = match (found, end) {
            (0, End::Exhausted) => Status::None,
            (1, End::Exhausted) => Status::Unique,
            (_, End::Limit) => Status::Limit,
            (0 | 1, End::Enough) => Status::Solved,
            _ => Status::Multiple,
        };
        reply.tally.nodes += nodes;
        reply.tally.note(solutions.statistics().as_ref());
        if status == Status::Limit && worker.is_interrupted() {
            return;
        }
        reply.tally.count(status);
        let mut reason = None;
        if status == Status::None {
            reply.tally.failures += 1;
            reason = note_none(puzzle, item, reply);
        }
        match layout {
            Layout::Line | Layout::Grid => {
                if matches!(status, Status::None | Status::Limit) {
                    line(status.name(), reply);
                }
            }
            Layout::Json | Layout::Csv => {
                let report = Report {
                    index: item.index,
                    status,
                    puzzle: Some(puzzle),
                    solutions: &[],
                    count: Some((found, end == End::Exhausted)),
                    of_list: true,
                    reason: reason.as_deref(),
                    nodes,
                    micros: begun.elapsed().as_micros() as u64,
                };
                report.write(layout, &mut reply.out);
            }
        }
    }

    fn picture(&self, picture: Picture<'_>) -> String {
        let picture = picture.color(self.color);
        if self.ascii { picture.ascii().draw() } else { picture.draw() }
    }

    fn draw(&self, puzzle: &Puzzle, status: Status, answer: &Answer, item: &Item<'_>, reply: &mut Reply) {
        if item.index > item.first_index {
            reply.out.push(b'\n');
        }
        let text = match (status, &answer.solutions[..]) {
            (Status::Multiple, [one, other]) => {
                let both = [one, other]
                    .map(|which| self.picture(Picture::solved(puzzle, which).differing(one, other)));
                let cells = one.iter().zip(other).filter(|(a, b)| a != b).count();
                format!(
                    "{}several solutions: these two differ in {cells} cells\n",
                    side_by_side(&both[0], &both[1])
                )
            }
            (Status::Unique, [solution, ..]) => {
                self.picture(Picture::solved(puzzle, solution)) + "the only solution\n"
            }
            (Status::Solved, [solution, ..]) => self.picture(Picture::solved(puzzle, solution)),
            (Status::None, _) => self.picture(Picture::of(puzzle)) + "none\n",
            _ => format!("{}\n", status.name()),
        };
        reply.out.extend(text.as_bytes());
    }
}

/// Says why there is no solution: what is wrong with the givens, or in one rule, where that is seen at once; else that
/// the rules have none together.
pub(crate) fn note_none(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<String> {
    note_obstacle(puzzle, item, reply).or_else(|| note_rules(puzzle, item, reply))
}

/// Says what is wrong with the givens.
pub(crate) fn note_obstacle(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<String> {
    let Some(obstacle) = puzzle.obstacle() else {
        return note_broken(puzzle, &puzzle.filled()?, "the grid", item, reply);
    };
    let (line, column) = puzzle.places.get(obstacle.cell);
    reply.notes.push(item.note(line, column, &obstacle.what));
    Some(obstacle.what)
}

/// Rules are cited up to so many characters.
const LONGEST_RULE: usize = 60;

/// Names the first rule that values of all cells break, where it stands.
pub(crate) fn note_broken(
    puzzle: &Puzzle,
    values: &[u8],
    what: &str,
    item: &Item<'_>,
    reply: &mut Reply,
) -> Option<String> {
    let clue = puzzle.broken_clue(values)?;
    let what = format!("{what} breaks {}", cited(clue, puzzle));
    let (line, column) = clue.place;
    reply.notes.push(item.note(line, column, &what));
    Some(what)
}

/// Names a rule that cannot be kept, where it stands; or says of the first one that all together cannot be kept.
pub(crate) fn note_rules(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<String> {
    let first = puzzle.clues().first()?;
    let (what, (line, column)) = match puzzle.impossible_clue_until(item.deadline) {
        Some(clue) => (format!("nothing in the open cells keeps {}", cited(clue, puzzle)), clue.place),
        None => ("the rules together have no solution".to_owned(), first.place),
    };
    reply.notes.push(item.note(line, column, &what));
    Some(what)
}

/// A rule as it is written, up to a certain length.
fn cited(clue: &Clue, puzzle: &Puzzle) -> String {
    let rule = format::rule(clue, puzzle);
    match rule.char_indices().nth(LONGEST_RULE) {
        Some((end, _)) => format!("{}…", &rule[..end]),
        None => rule,
    }
}

/// A word for itself.
pub(crate) fn line(word: &str, reply: &mut Reply) {
    reply.out.extend(word.as_bytes());
    reply.out.push(b'\n');
}

/// The answer to a puzzle that cannot be read, in a line.
pub(crate) fn invalid(layout: Layout, error: &ParseError, item: &Item<'_>, reply: &mut Reply) {
    match layout {
        Layout::Json | Layout::Csv => {
            Report::invalid(item.index, &error.to_string()).write(layout, &mut reply.out);
        }
        Layout::Grid | Layout::Line => line(Status::Invalid.name(), reply),
    }
}
