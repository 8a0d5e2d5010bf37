//! The input as pieces of work, cut on demand.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sudoku::format::{Chunk, Kind, Record, Records};

use super::BatchRun;
use crate::source::{Reader, Source};

/// Time that a piece of work is meant to take: short enough to share evenly, long enough to fill the lanes many
/// times.
const PIECE_TIME: Duration = Duration::from_millis(10);
/// Maximum number of puzzles in a piece: larger pieces fall out of the cache before they are printed.
const MOST_IN_PIECE: u64 = 2048;

/// Records of one chunk, to be answered by one worker.
pub(super) struct Piece {
    pub number: u64,
    pub chunk: Arc<Chunk>,
    records: Range<usize>,
    /// Number of puzzles before the piece in the input.
    pub index: u64,
    pub source: Arc<str>,
    /// Whether it is the only puzzle of the run.
    pub alone: bool,
}

impl Piece {
    pub fn records(&self) -> &[Record] {
        &self.chunk.records[self.records.clone()]
    }
}

/// Pieces of all sources, in order.
pub(super) struct Pieces<'a> {
    run: &'a BatchRun<'a>,
    /// Sources that have not been opened yet, with their places among all.
    sources: std::iter::Enumerate<std::slice::Iter<'a, Source>>,
    current: Option<Current>,
    /// Number of puzzles before the next piece in the input.
    index: u64,
}

/// Source that is being read.
struct Current {
    name: Arc<str>,
    records: Records<Reader>,
    chunk: Arc<Chunk>,
    /// Number of records of the chunk that are in a piece already.
    taken: usize,
    /// Whether no record was found before the chunk.
    is_first: bool,
    /// Whether the chunk has the only puzzle of the run.
    alone: bool,
}

impl<'a> Pieces<'a> {
    pub fn new(run: &'a BatchRun<'a>, sources: &'a [Source]) -> Pieces<'a> {
        let sizes: Option<u64> = sources.iter().map(|source| source.size()).sum();
        run.session.progress.expect(sizes.unwrap_or(0));
        Pieces { run, sources: sources.iter().enumerate(), current: None, index: 0 }
    }

    /// Returns the next piece. Reads on if none is left, and waits while too many are under way.
    pub fn next(&mut self) -> Option<Piece> {
        let (session, input) = (&self.run.session, self.run.batch.input);
        let end = input.take.map_or(u64::MAX, |take| input.skip.saturating_add(take));
        while !session.is_over() && self.index < end {
            match &mut self.current {
                Some(current) if current.taken < current.chunk.records.len() => {
                    let nanos = self.run.nanos_each.load(Ordering::Relaxed).max(1);
                    let piece = current.cut(nanos, session.hand_out(), self.index);
                    let is_puzzle = |record: &&Record| !matches!(record.kind, Kind::Echo | Kind::Prose(_));
                    self.index += piece.records().iter().filter(is_puzzle).count() as u64;
                    return Some(piece);
                }
                Some(_) => self.read()?,
                None => self.open()?,
            }
        }
        None
    }

    /// Opens the next source. Returns `None` after the last one.
    fn open(&mut self) -> Option<()> {
        let (at, source) = self.sources.next()?;
        let name: Arc<str> = match source {
            Source::Typed(_) if self.run.several => format!("{} {}", source.name(), at + 1).into(),
            _ => source.name(),
        };
        match source.open() {
            Ok(reader) => {
                self.current = Some(Current {
                    name,
                    records: Records::new(reader, &self.run.options),
                    chunk: Arc::default(),
                    taken: 0,
                    is_first: true,
                    alone: false,
                });
            }
            Err(error) => self.run.session.failed(&format!("{name}: {error}")),
        }
        Some(())
    }

    /// Reads the next chunk of the source, or closes it. Returns `None` after an interrupt.
    fn read(&mut self) -> Option<()> {
        let session = &self.run.session;
        let current = self.current.as_mut()?;
        match session.interrupt.while_reading(|| current.records.next_chunk())? {
            Ok(Some(chunk)) => {
                session.progress.read(chunk.offset - current.chunk.offset);
                current.is_first &= current.chunk.records.is_empty();
                current.alone =
                    current.is_first && !self.run.several && chunk.records.len() == 1 && !chunk.more;
                (current.chunk, current.taken) = (Arc::new(chunk), 0);
            }
            Ok(None) => self.current = None,
            Err(error) => {
                session.failed(&format!("{}: {error}", current.name));
                self.current = None;
            }
        }
        Some(())
    }
}

impl Current {
    /// Cuts the next piece from the chunk, in which a puzzle is expected to take `nanos`.
    fn cut(&mut self, nanos: u64, number: u64, index: u64) -> Piece {
        let wanted = (PIECE_TIME.as_nanos() as u64 / nanos).clamp(1, MOST_IN_PIECE) as usize;
        // As equal as possible: the lanes of a short piece are soon empty.
        let left = self.chunk.records.len() - self.taken;
        let end = self.taken + left.div_ceil(left.div_ceil(wanted));
        let records = self.taken..end;
        self.taken = end;
        let (chunk, source) = (self.chunk.clone(), self.name.clone());
        Piece { number, chunk, records, index, source, alone: self.alone }
    }
}
