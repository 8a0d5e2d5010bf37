//! The work on a piece of the input: records become puzzles, and puzzles answers.
//!
//! Lines of digits of which only the solutions are written go from the text into the lanes. All others become puzzles
//! first, which are solved together if they can.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use sudoku::format::{self, Digits, Kind, ParseError, Parser, Unknown};
use sudoku::{About, Answers, Budget, End, Puzzle, Questions, Remark, Wanted};
use sudoku_ask::{Solved, Status};

use super::pieces::Piece;
use super::{Asked, BatchRun, Session, SolutionsOf, Worker};
use crate::reply::{Item, Reply};

/// Time after which the finished results of a piece are handed over even if the piece is not done.
const PARTIAL_AFTER: Duration = Duration::from_millis(20);

/// Worker that answers pieces one after the other.
pub(super) struct Answerer<'a> {
    pub run: &'a BatchRun<'a>,
    pub parser: Parser,
    pub worker: Worker,
    /// Empty between pieces. It is kept for its memory.
    pub reply: Reply,
}

/// Work on a piece.
struct Turn<'a> {
    piece: &'a Piece,
    session: &'a Session,
    begun: Instant,
    /// Whether there is one puzzle, whose time limit counts from the beginning and includes its reading. With several
    /// puzzles, each limit counts from the puzzle's own search: the time for reading one puzzle is not known, but it is
    /// short.
    is_of_one: bool,
    /// The time of the latest delivery.
    delivered: Instant,
}

/// A puzzle that is to be answered.
struct Next<'a> {
    record: &'a format::Record,
    /// Its number in the input.
    index: u64,
    puzzle: Result<Puzzle, ParseError>,
    /// Its solutions, if they are known.
    solved: Option<Solved>,
}

impl Answerer<'_> {
    pub fn answer(&mut self, piece: &Piece) {
        let session = self.run.session.clone();
        let mut reply = std::mem::take(&mut self.reply);
        reply.notes_read = session.notes_left();
        let (begun, delivered) = (Instant::now(), Instant::now());
        let mut turn = Turn { piece, session: &session, begun, is_of_one: false, delivered };
        let answered = match self.solve_lines(piece) {
            Some(lines) => self.answer_lines(&mut turn, lines, &mut reply),
            None => self.answer_puzzles(&mut turn, &mut reply),
        };
        let nanos = turn.begun.elapsed().as_nanos() as u64 / answered.max(1);
        // The estimate rises at once with slow puzzles and falls gradually with fast ones.
        let known = self.run.nanos_each.load(Ordering::Relaxed);
        self.run.nanos_each.store(nanos.max(known / 4), Ordering::Relaxed);
        session.deliver(piece.number, &mut reply, true);
        self.reply = reply;
    }

    /// Solves a piece that has lines of digits only, if the command writes nothing else than their solutions.
    fn solve_lines(&mut self, piece: &Piece) -> Option<Answers> {
        let (first, end) = self.range();
        let records = piece.records();
        let is_whole = first <= piece.index && piece.index + records.len() as u64 <= end;
        let is_plain = self.run.wants.is_plain && !self.run.batch.output.verbose;
        if records.len() < 2 || !is_whole || !is_plain {
            return None;
        }
        let digits = |record| self.parser.digits(piece.chunk.text(record), record);
        let lines: Vec<Digits<'_>> = records.iter().map(digits).collect::<Option<_>>()?;
        let sample = self.parser.read(piece.chunk.text(&records[0]), &records[0]).ok()?;
        self.worker.solver.begin_at(None);
        let most = if self.run.wants.solutions.most() == Some(2) { 2 } else { 1 };
        let wanted = Wanted::up_to(most).in_lanes();
        Some(self.worker.solver.solve_all(Questions::Lines(&lines, &sample), wanted))
    }

    /// Answers the lines of a piece that were solved together. Returns their number.
    fn answer_lines(&mut self, turn: &mut Turn<'_>, mut lines: Answers, reply: &mut Reply) -> u64 {
        let records = turn.piece.records();
        let micros = turn.begun.elapsed().as_micros() as u64 / records.len() as u64;
        for (at, record) in records.iter().enumerate() {
            if let Some((end, nodes, solution)) = lines.single(at) {
                self.run.job.write_solution(solution, end, nodes, reply);
                continue;
            }
            let index = turn.piece.index + at as u64 + 1;
            let puzzle = self.parser.read(turn.piece.chunk.text(record), record);
            let solved = lines.take(at).map(|answer| Solved { answer, micros });
            if !self.answer_next(turn, Next { record, index, puzzle, solved }, reply) {
                break;
            }
        }
        records.len() as u64
    }

    /// Answers the puzzles of a piece, and returns their number.
    fn answer_puzzles(&mut self, turn: &mut Turn<'_>, reply: &mut Reply) -> u64 {
        let (first, end) = self.range();
        let (piece, strict) = (turn.piece, self.run.batch.input.strict);
        let mut index = piece.index;
        // All records are parsed first, so that the puzzles can be solved together.
        let mut read = Vec::with_capacity(piece.records().len());
        for record in piece.records() {
            let text = piece.chunk.text(record);
            if record.kind == Kind::Echo {
                read.push((record, Read::Echo(text)));
                continue;
            }
            if let Kind::Prose(error) = &record.kind {
                // A text without boards has no answer.
                reply.notes.push(format!("{}: {}", piece.source, error.message()));
                reply.tally.count(Status::Invalid);
                continue;
            }
            index += 1;
            if index > first && index <= end {
                let puzzle = self.parser.read(text, record);
                let puzzle = if strict { puzzle.and_then(strictly) } else { puzzle };
                read.push((record, Read::Puzzle(index, puzzle)));
            }
        }
        turn.is_of_one = read.len() == 1;
        self.worker.solver.begin_at(turn.is_of_one.then_some(turn.begun));
        let mut together = self.together(&read).into_iter();
        for (record, read) in read {
            let (index, puzzle) = match read {
                Read::Echo(text) => {
                    self.run.job.echo(text, reply);
                    continue;
                }
                Read::Puzzle(index, puzzle) => (index, puzzle),
            };
            let solved = puzzle.is_ok().then(|| together.next()).flatten().flatten();
            if !self.answer_next(turn, Next { record, index, puzzle, solved }, reply) {
                break;
            }
        }
        index - piece.index
    }

    /// Answers the next puzzle of a piece. Returns false after an interrupt.
    fn answer_next(&mut self, turn: &mut Turn<'_>, next: Next<'_>, reply: &mut Reply) -> bool {
        let Turn { piece, session, begun, is_of_one, .. } = *turn;
        let is_quick = next.solved.is_some();
        // After an interrupt, finished answers are printed up to the first unfinished one.
        let is_done = next.solved.as_ref().is_some_and(|solved| solved.answer.end != End::Limit);
        if self.worker.is_interrupted() && !is_done {
            return false;
        }
        let time = self.run.batch.budget.limits().time_limit();
        let begun = if is_of_one { begun } else { Instant::now() };
        let deadline = time.and_then(|time| begun.checked_add(time));
        if time.is_some() {
            // All searches for one answer share its time.
            self.worker.solver.begin_at(Some(begun));
        }
        let budget = self.worker.solver.budget().clone();
        let item = Item {
            budget: deadline.into_iter().fold(budget, Budget::until),
            index: next.index,
            first_index: self.range().0 + 1,
            source: &piece.source,
            kind: next.record.kind.name(),
            alone: piece.alone || self.run.batch.input.take == Some(1),
            piece: piece.number,
        };
        self.answer_read(next, &item, reply);
        // Puzzles that were solved together are only printed: the clock need not be read.
        if !is_quick && turn.delivered.elapsed() > PARTIAL_AFTER {
            session.deliver(piece.number, reply, false);
            turn.delivered = Instant::now();
        }
        true
    }

    /// Returns the numbers of the puzzles to answer: above the first number, up to the second.
    fn range(&self) -> (u64, u64) {
        let input = self.run.batch.input;
        (input.skip, input.take.map_or(u64::MAX, |take| input.skip.saturating_add(take)))
    }

    /// Solves those puzzles that are solved faster together, if the job asks for solutions. `None` marks a puzzle
    /// that is left to be solved alone.
    fn together(&mut self, read: &[(&format::Record, Read<'_>)]) -> Vec<Option<Solved>> {
        let solutions = self.run.wants.solutions;
        let Some(most) = solutions.most() else { return Vec::new() };
        let puzzles: Vec<&Puzzle> = read
            .iter()
            .filter_map(|(_, read)| match read {
                Read::Puzzle(_, puzzle) => puzzle.as_ref().ok(),
                Read::Echo(_) => None,
            })
            .collect();
        if puzzles.len() < 2 && matches!(solutions, SolutionsOf::Quick(_)) {
            return Vec::new();
        }
        let begun = Instant::now();
        let mut answers = self.worker.solver.solve_all(&puzzles, Wanted::up_to(most).in_lanes());
        let micros = begun.elapsed().as_micros() as u64 / puzzles.len().max(1) as u64;
        (0..puzzles.len()).map(|at| Some(Solved { answer: answers.take(at)?, micros })).collect()
    }

    fn answer_read(&mut self, next: Next<'_>, item: &Item<'_>, reply: &mut Reply) {
        let (mut puzzle, mut solved) = match next.puzzle {
            Ok(puzzle) => (puzzle, next.solved),
            Err(error) => return self.refuse(&error, item, reply),
        };
        if let Some(other) = self.reread(&puzzle, item) {
            (puzzle, solved) = (other, None);
        }
        if self.run.batch.output.verbose {
            let (line, column) = puzzle.place(0);
            reply.remarks.push(item.note(line, column, &reading(&next.record.kind, &puzzle)));
        }
        for Remark { place: (line, column), what } in remarks(&puzzle) {
            reply.notes.push(item.note(*line, *column, &format!("warning: {what}")));
        }
        guesses(&puzzle, item, reply);
        if self.run.job.pictures().is_some_and(|pictures| pictures.refuses(item, reply)) {
            return;
        }
        let solved = self.solved(&puzzle, solved);
        let is_shown = puzzle.about().is_some_and(About::may_lack_rules) && self.run.wants.shows_solution;
        let shown = solved.as_ref().filter(|_| is_shown);
        if let Some(error) = shown.and_then(|solved| disagreement(&puzzle, solved)) {
            return self.refuse(&error, item, reply);
        }
        self.run.job.answer(Asked { puzzle: &puzzle, solved, item }, &mut self.worker, reply);
    }

    /// Returns the solutions that the command wants: those that are known, or else those of a search, if it wants them of
    /// each puzzle.
    fn solved(&mut self, puzzle: &Puzzle, known: Option<Solved>) -> Option<Solved> {
        // Rules may be missing where they were recognised: a solution is one only if there is no other.
        let may_lack_rules = puzzle.about().is_some_and(About::may_lack_rules);
        let known = known.filter(|known| !may_lack_rules || known.answer.end != End::Enough);
        let SolutionsOf::Each(most) = self.run.wants.solutions else { return known };
        known.or_else(|| {
            let begun = Instant::now();
            let most = if may_lack_rules { most.max(2) } else { most };
            let answer = self.worker.solver.solve(puzzle, Wanted::up_to(most).after_lanes());
            Some(Solved { answer, micros: begun.elapsed().as_micros() as u64 })
        })
    }

    /// Reads a drawing in another way if it has no solution as it was read, for commands that depend on its rules.
    fn reread(&self, puzzle: &Puzzle, item: &Item<'_>) -> Option<Puzzle> {
        puzzle.about().filter(|about| about.is_drawn && self.run.wants.unknown == Unknown::Refuse)?;
        puzzle.reread(&item.budget)
    }

    /// Reports a puzzle that cannot be answered as it was read.
    fn refuse(&self, error: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        reply.notes.push(item.note(error.line, error.column, &error.message()));
        reply.tally.count(Status::Invalid);
        self.run.job.invalid(error, item, reply);
    }
}

/// Reports how the parts of a drawing were read.
fn guesses(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) {
    let Some(about) = puzzle.about() else { return };
    let (line, column) = puzzle.place(0);
    for guess in &about.guesses {
        reply.notes.push(item.note(line, column, &format!("read as {guess}")));
    }
    if let Some(part) = about.guesses.iter().find_map(|guess| guess.parts.first()) {
        let what = format!("a reading is changed by --as PART=RULE, as in --as {part}=nothing");
        reply.notes.push(item.note(line, column, &what));
    }
}

/// Compares the only solution of a drawn puzzle with the one that its document brings.
fn disagreement(puzzle: &Puzzle, solved: &Solved) -> Option<ParseError> {
    let supplied = puzzle.about()?.solution.as_deref()?;
    let [found] = &solved.answer.solutions[..] else { return None };
    let cell = supplied.iter().zip(found).position(|(supplied, found)| supplied != found)?;
    let [says, is] = [supplied, found].map(|values| puzzle.symbols().get(values[cell]));
    let name = puzzle.grid().name(cell);
    let what = format!("the document brings another solution, with {says} in {name} where {is} was found");
    let (line, column) = puzzle.place(cell);
    Some(
        ParseError::new(line, column, what).hint("a part of the drawing was misread: --as changes a reading"),
    )
}

/// Returns what the reader did not understand, or took for a mistake.
fn remarks(puzzle: &Puzzle) -> &[Remark] {
    puzzle.about().map_or(&[], |about| &about.remarks)
}

/// Returns the first remark as an error.
fn strictly(puzzle: Puzzle) -> Result<Puzzle, ParseError> {
    match remarks(&puzzle).first() {
        Some(Remark { place: (line, column), what }) => {
            Err(ParseError::new(*line, *column, what).hint("without --strict it is a warning"))
        }
        None => Ok(puzzle),
    }
}

/// Record after parsing.
enum Read<'a> {
    /// Puzzle with its number in the input.
    Puzzle(u64, Result<Puzzle, ParseError>),
    Echo(&'a [u8]),
}

/// Describes how a puzzle was read, for `--verbose`.
fn reading(kind: &Kind, puzzle: &Puzzle) -> String {
    let grid = puzzle.grid();
    let regions = match grid.boxes() {
        Some((height, width)) => format!("boxes {height}x{width}"),
        None if grid.has_regions() => "regions".to_owned(),
        None => "no boxes".to_owned(),
    };
    format!(
        "read as {}: {}x{}, {regions}, symbols {}, {} givens",
        kind.name(),
        grid.rows(),
        grid.columns(),
        puzzle.symbols(),
        puzzle.givens()
    )
}
