//! Whole sets of puzzles by a plan, which go on after an interrupt.
//!
//! ```text
//!   plan ──► batches, in order ──► attempts from where the journal ends ──► journal, output ──► table
//! ```

use std::collections::BTreeMap;
use std::time::Instant;

use sudoku::{Cancel, Generator, Known, Puzzle};
use sudoku_ask::{Batch, Plan};

use super::journal::{Entry, Journal};
use super::making::{End, Making, Sink};
use super::table::{Row, table};
use super::writer::Writer;
use super::{Generate, seed, session, simd};
use crate::progress::grouped;
use crate::{LIMIT, Usage, say};

/// Between the seeds of batches that would draw the same full grids.
const STRIDE: u64 = 0x9E37_79B9_7F4A_7C15;

/// A batch with the arguments that are its own.
struct Part {
    batch: Batch,
    args: Generate,
    open: Puzzle,
    seed: u64,
}

/// Makes the puzzles of a plan. Returns the exit status.
pub(super) fn run(args: &Generate, plan: &Plan) -> Result<u8, Usage> {
    let settings = settings(args, plan);
    let journal = args.output.as_deref().map(|output| Journal::open(output, &settings, args.seed));
    let (mut journal, before) = journal.transpose()?.unzip();
    let before: Vec<Entry> = before.unwrap_or_default();
    let seed = journal.as_ref().and_then(Journal::seed).unwrap_or_else(|| seed(args));
    let parts = parts(args, plan, seed)?;
    let session = session(args, plan.count())?;
    let known = super::known::known(&args.distinct)?;
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
    let mut rows = restored(&before, &parts, &mut sink);
    let begun = Instant::now();
    let deadline = args.time_limit.and_then(|time| begun.checked_add(time));
    let is_over = || deadline.is_some_and(|deadline| Instant::now() >= deadline) || session.is_over();
    let (mut status, mut failed) = (0, None);
    for (at, part) in parts.iter().enumerate() {
        let made = before.iter().filter(|entry| entry.batch == at);
        let first = made.clone().map(|entry| entry.attempt + 1).max().unwrap_or(0);
        let mut making = Making::new(args, part.batch.count, made.count() as u64);
        if making.made >= part.batch.count {
            continue;
        }
        let mut attempt = first;
        part.make(first, args.threads(), is_over, |result| {
            let number = attempt;
            attempt += 1;
            making.take(result, &mut sink, |sink, puzzle, solution| {
                let entry = Entry::new(at, number, &puzzle, &solution);
                // A journal that cannot be written is told at the end; the puzzles are made all the same.
                failed = failed.take().or(journal.as_mut().and_then(|journal| journal.add(&entry).err()));
                rows.push(Row::new(&part.batch.words, &puzzle, &session.interrupt.cancel));
                sink.write(puzzle, solution);
            })
        });
        session.progress.clear();
        let (of, words) = (grouped(part.batch.count), &part.batch.words);
        say!("{} of {of} {words}: {} full grids tried", grouped(making.made), grouped(making.tried));
        match making.end {
            End::Enough => {}
            End::Stopped => {
                status = LIMIT;
                break;
            }
            End::Impossible | End::GaveUp => status = making.report(args.time_limit),
        }
    }
    let is_closed = session.is_over();
    let ended = session.finish();
    say!("{}", table(&rows));
    if let Some(error) = failed {
        return Err(Usage(error));
    }
    let is_whole = rows.len() as u64 == plan.count();
    match journal {
        Some(journal) if is_whole && ended == 0 => journal.remove()?,
        Some(journal) => say!(
            "sudoku: {} of {} puzzles: the same command goes on ({})",
            rows.len(),
            plan.count(),
            journal.name()
        ),
        None => {}
    }
    Ok(if ended != 0 || is_closed { ended } else { status })
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

fn parts(args: &Generate, plan: &Plan, seed: u64) -> Result<Vec<Part>, Usage> {
    let mut streams: BTreeMap<String, u64> = BTreeMap::new();
    let mut parts = Vec::new();
    for batch in &plan.batches {
        let mut own = args.clone();
        own.difficulty.clone_from(&batch.hardest);
        own.rules = vec![super::args::Meant(batch.rules.clone())];
        own.rules.retain(|meant| !meant.0.is_empty());
        own.symmetry = batch.symmetry.unwrap_or(own.symmetry);
        own.style = batch.style.unwrap_or(own.style);
        own.size = batch.size.or(own.size);
        let named = |Usage(error): Usage| Usage(format!("--plan: {} {}: {error}", batch.count, batch.words));
        let open = super::shape::shape(&own).map_err(named)?;
        // Batches of one level and rules draw from one stream: each after the first has a seed of its own.
        let stream = format!("{:?} {:?}", batch.hardest, batch.rules);
        let twins = streams.entry(stream).or_default();
        let seed = seed.wrapping_add(twins.wrapping_mul(STRIDE));
        *twins += 1;
        let part = Part { batch: batch.clone(), args: own, open, seed };
        part.generator(&Cancel::new()).map_err(named)?;
        parts.push(part);
    }
    Ok(parts)
}

impl Part {
    fn generator(&self, stop: &Cancel) -> Result<Generator, Usage> {
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
fn restored(before: &[Entry], parts: &[Part], sink: &mut Sink<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut entries: Vec<&Entry> = before.iter().filter(|entry| entry.batch < parts.len()).collect();
    entries.sort_by_key(|entry| (entry.batch, entry.attempt));
    for entry in entries {
        let Ok(puzzle) = entry.puzzle.parse::<Puzzle>() else { continue };
        sink.known.get_or_insert_with(Known::default).add(&puzzle);
        rows.push(Row::new(&parts[entry.batch].batch.words, &puzzle, &sink.session.interrupt.cancel));
        sink.write(puzzle, entry.solution.clone().into());
    }
    rows
}
