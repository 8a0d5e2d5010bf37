//! Whole sets of puzzles by a plan, which go on after an interrupt.
//!
//! ```text
//!   plan ──► batches, in order ──► attempts from where the journal ends ──► journal, output ──► table
//! ```

use std::path::Path;
use std::time::Instant;

use sudoku::{Budget, Cancel, Generator, Known, Puzzle, Style};
use sudoku_ask::{Batch, Plan};

use super::journal::{Entry, Journal, Made};
use super::making::{End, Making, Sink};
use super::table::{Row, table};
use super::writer::Writer;
use super::{Generate, seed, session, simd};
use crate::progress::grouped;
use crate::{LIMIT, Refused, say};

/// Between the seeds of batches, which would draw the same full grids if they are of one level and rules.
const STRIDE: u64 = 0x9E37_79B9_7F4A_7C15;

/// A batch with the arguments that are its own.
struct Part {
    batch: Batch,
    args: Generate,
    open: Puzzle,
    seed: u64,
}

/// Makes the puzzles of a plan. Returns the exit status.
pub(super) fn run(args: &Generate, plan: &Plan) -> Result<u8, Refused> {
    let settings = settings(args, plan);
    let output = args.output.as_deref().filter(|output| is_kept(output));
    let journal = output.map(|output| Journal::open(output, &settings, plan, args.seed));
    let (mut journal, before) = journal.transpose()?.unzip();
    let before: Vec<Made> = before.unwrap_or_default();
    let seed = journal.as_ref().and_then(Journal::seed).unwrap_or_else(|| seed(args));
    let parts = parts(args, plan, seed)?;
    let session = session(args, plan.count())?;
    let deadline = args.time_limit.and_then(|time| Instant::now().checked_add(time));
    let is_over = || deadline.is_some_and(|deadline| Instant::now() >= deadline) || session.is_over();
    let known = super::known::known(&args.distinct, &session.interrupt, is_over)?;
    if let Some(journal) = &mut journal {
        journal.begin(&settings, seed)?;
    }
    if args.seed.is_none() {
        say!("seed {seed}");
    }
    let opens: Vec<Puzzle> = parts.iter().map(|part| part.open.clone()).collect();
    let has_rules = parts.iter().any(|part| !part.args.rules.is_empty());
    let writer = Writer::new(args, &opens, has_rules, plan.count());
    session.header(writer.header());
    let mut sink = Sink { session: &session, writer, known: Some(known) };
    let budget = Budget::default().cancel(&session.interrupt.cancel);
    let budget = deadline.into_iter().fold(budget, Budget::until);
    let mut rows = restored(&before, &parts, &mut sink, &budget);
    let (mut statuses, mut failed) = (Vec::new(), None);
    let (mut is_stopped, mut gave_up) = (false, false);
    for (at, part) in parts.iter().enumerate() {
        let made = before.iter().filter(|entry| entry.batch == at);
        let first = made.clone().map(|entry| entry.attempt + 1).max().unwrap_or(0);
        let mut making = Making::new(args, part.batch.count, made.count() as u64);
        if making.made >= part.batch.count {
            continue;
        }
        if is_over() {
            statuses.push(LIMIT);
            is_stopped = true;
            break;
        }
        let mut attempt = first;
        part.make(first, args.threads(), is_over, |result| {
            let number = attempt;
            attempt += 1;
            making.take(result, &mut sink, |sink, puzzle, solution| {
                let entry = Entry::new(at, number, &puzzle, &solution);
                // A journal that cannot be written is told at the end; the puzzles are made all the same.
                // After a failure nothing is added, as a line could follow the half of another.
                if failed.is_none() {
                    failed = journal.as_mut().and_then(|journal| journal.add(&entry).err());
                }
                rows.push(Row::new(&part.batch.words, &puzzle, budget.clone()));
                sink.write(puzzle, solution);
            })
        });
        session.progress.clear();
        let (of, words) = (grouped(part.batch.count), &part.batch.words);
        say!("{} of {of} {words}: {} full grids tried", grouped(making.made), grouped(making.tried));
        match making.end {
            End::Enough => {}
            End::Stopped => {
                statuses.push(LIMIT);
                is_stopped = true;
                break;
            }
            end @ (End::Impossible | End::GaveUp) => {
                statuses.push(making.report(args.time_limit));
                gave_up |= end == End::GaveUp;
            }
        }
    }
    let is_closed = session.is_over();
    let ended = session.finish();
    say!("{}", table(&rows));
    if let Some(error) = failed {
        return Err(Refused(error));
    }
    if let Some(journal) = journal {
        let made = rows.len() as u64;
        let how = match (gave_up, is_stopped || made == plan.count()) {
            (true, _) => "the same command with more --attempts goes on",
            (false, true) => "the same command goes on",
            (false, false) => "no others keep the rules",
        };
        close(journal, (made, plan.count()), ended == 0, how)?;
    }
    let status = statuses.first().copied().unwrap_or(0);
    Ok(if ended != 0 || is_closed { ended } else { status })
}

/// Removes the journal of a plan that is made and written; says of any other how it goes on.
fn close(journal: Journal, (made, count): (u64, u64), is_written: bool, how: &str) -> Result<(), Refused> {
    if made == count && is_written {
        return Ok(journal.remove()?);
    }
    say!("sudoku: {made} of {count} puzzles: {how} ({})", journal.name());
    Ok(())
}

/// Whether what is written there is there for the next run: a device or a pipe has no journal.
fn is_kept(output: &Path) -> bool {
    !output.starts_with("/dev") && std::fs::metadata(output).map_or(true, |data| data.is_file())
}

/// What has to be the same to go on with a plan.
fn settings(args: &Generate, plan: &Plan) -> String {
    let batches: Vec<String> =
        plan.batches.iter().map(|batch| format!("{} {}", batch.count, batch.words)).collect();
    let Generate { clues, minimal, symmetry, style, size, boxes, symbols, distinct, .. } = args;
    let rest =
        format!("{clues:?} {minimal} {symmetry:?} {style:?} {size:?} {boxes:?} {symbols:?} {distinct:?}");
    format!("{}; {rest}", batches.join(", "))
}

fn parts(args: &Generate, plan: &Plan, seed: u64) -> Result<Vec<Part>, Refused> {
    let mut parts = Vec::new();
    for (batch, at) in plan.batches.iter().zip(0u64..) {
        let mut own = args.clone();
        own.difficulty.clone_from(&batch.hardest);
        own.rules = vec![super::args::Meant(batch.rules.clone())];
        own.rules.retain(|meant| !meant.0.is_empty());
        own.symmetry = batch.symmetry.unwrap_or(own.symmetry);
        // A style of clues is that of the batches with rules.
        let is_usual = batch.rules.is_empty() && own.style != Style::Symmetric;
        own.style = batch.style.unwrap_or(if is_usual { Style::Free } else { own.style });
        own.size = batch.size.or(own.size);
        let named =
            |Refused(error): Refused| Refused(format!("--plan: {} {}: {error}", batch.count, batch.words));
        let open = super::shape::shape(&own).map_err(named)?;
        let seed = seed.wrapping_add(at.wrapping_mul(STRIDE));
        let part = Part { batch: batch.clone(), args: own, open, seed };
        part.generator(&Cancel::new()).map_err(named)?;
        parts.push(part);
    }
    Ok(parts)
}

impl Part {
    fn generator(&self, stop: &Cancel) -> Result<Generator, Refused> {
        let requirements = super::requirements(&self.args, &self.open)?;
        let made = Generator::new(&self.open, requirements, self.seed)?;
        Ok(made.simd(simd(&self.args)).cancel(stop))
    }

    fn make(
        &self,
        first: u64,
        threads: usize,
        is_over: impl Fn() -> bool,
        take: impl FnMut(sudoku::Attempt) -> bool,
    ) {
        let generator = |stop: &Cancel| self.generator(stop).ok();
        super::workers::make(threads, first, generator, is_over, take);
    }
}

/// Writes the puzzles of an earlier run again.
fn restored(before: &[Made], parts: &[Part], sink: &mut Sink<'_>, budget: &Budget) -> Vec<Row> {
    let mut rows = Vec::new();
    for Made { batch, puzzle, solution, .. } in before {
        sink.known.get_or_insert_with(Known::default).add(puzzle);
        rows.push(Row::new(&parts[*batch].batch.words, puzzle, budget.clone()));
        sink.write(puzzle.clone(), solution.clone());
    }
    rows
}
