//! Many puzzles at once, with several threads and in lanes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use csp::Cancel;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sudoku::format::{Kind, Options, Parser, Records};
use sudoku::{Answer, Budget, Candidates, End, Grid, Puzzle, Solver};

use crate::wait::{interruptible, seconds};

/// Puzzles of a piece of work: enough to fill the lanes many times.
const PIECE: usize = 1024;

/// What is asked of each puzzle.
#[derive(Clone)]
struct Question {
    most: usize,
    budget: Budget,
    threads: usize,
}

impl Question {
    fn new(unique: bool, time: Option<f64>, threads: Option<usize>, cancel: &Cancel) -> PyResult<Question> {
        let budget = Budget::default().cancel(cancel);
        let budget = seconds(time)?.into_iter().fold(budget, Budget::time);
        let threads = match threads {
            Some(0) => return Err(PyValueError::new_err("at least one thread is needed")),
            Some(threads) => threads,
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(Question { most: if unique { 2 } else { 1 }, budget, threads })
    }
}

/// The word for an answer; `None` if its solution is to be shown.
fn verdict(answer: &Answer, most: usize) -> Option<&'static str> {
    match (answer.solutions.len(), answer.end) {
        (found, End::Limit) if found < most => Some("limit"),
        (0, _) => Some("none"),
        (1, _) => None,
        _ => Some("multiple"),
    }
}

/// Does the pieces of a work in any order and returns their results in order.
fn in_pieces<T: Send>(count: usize, threads: usize, work: impl Fn(&mut Worker, usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(count));
    let run = || {
        let mut worker = Worker::default();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= count {
                return;
            }
            let result = work(&mut worker, piece);
            results.lock().expect("no worker fails while it holds the lock").push((piece, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            scope.spawn(run);
        }
        run();
    });
    let mut results = results.into_inner().expect("no worker fails while it holds the lock");
    results.sort_unstable_by_key(|(piece, _)| *piece);
    results.into_iter().map(|(_, result)| result).collect()
}

/// What a thread keeps between pieces.
#[derive(Default)]
struct Worker {
    solver: Option<Solver>,
    parser: Option<Parser>,
}

/// Answers puzzles, one a line; see `solve_lines` in Python.
#[pyfunction]
#[pyo3(signature = (text, unique, time, threads))]
pub fn solve_lines<'py>(
    py: Python<'py>,
    text: &[u8],
    unique: bool,
    time: Option<f64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let cancel = Cancel::new();
    let question = Question::new(unique, time, threads, &cancel)?;
    let pieces = interruptible(py, &cancel, || {
        let pieces = lines(text, PIECE);
        in_pieces(pieces.len(), question.threads, |worker, piece| {
            answer_lines(pieces[piece], worker, &question)
        })
    })?;
    Ok(PyBytes::new(py, &pieces.concat()))
}

/// Cuts a text after every `count` lines.
fn lines(text: &[u8], count: usize) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut begun = 0;
    for (at, end) in memchr::memchr_iter(b'\n', text).enumerate() {
        if (at + 1) % count == 0 {
            pieces.push(&text[begun..=end]);
            begun = end + 1;
        }
    }
    if begun < text.len() {
        pieces.push(&text[begun..]);
    }
    pieces
}

/// A line of a piece: a puzzle by its number, or text to pass on.
enum Line {
    Puzzle(usize),
    Damaged,
    Echo(Vec<u8>),
}

fn answer_lines(text: &[u8], worker: &mut Worker, question: &Question) -> Vec<u8> {
    let options = Options { one_a_line: true, ..Options::default() };
    let solver = worker.solver.get_or_insert_with(|| Solver::new(question.budget.clone()));
    let parser = worker.parser.get_or_insert_with(|| Parser::new(options.clone()));
    let mut records = Records::new(text, &options);
    let (mut puzzles, mut listed) = (Vec::new(), Vec::new());
    while let Some(chunk) = records.next_chunk().expect("a text at hand can be read") {
        for record in &chunk.records {
            listed.push(match record.kind {
                Kind::Echo => Line::Echo(chunk.text(record).to_vec()),
                _ => match parser.read(chunk.text(record), record) {
                    Ok(puzzle) if is_understood(&puzzle) => {
                        puzzles.push(puzzle);
                        Line::Puzzle(puzzles.len() - 1)
                    }
                    _ => Line::Damaged,
                },
            });
        }
    }
    let answers = solver.solve_all(&puzzles.iter().collect::<Vec<&Puzzle>>(), question.most);
    let mut out = Vec::with_capacity(text.len());
    for line in listed {
        match line {
            Line::Echo(text) => out.extend_from_slice(text.strip_suffix(b"\n").unwrap_or(&text)),
            Line::Damaged => out.extend_from_slice(b"invalid"),
            Line::Puzzle(at) => match verdict(&answers[at], question.most) {
                Some(word) => out.extend_from_slice(word.as_bytes()),
                None => puzzles[at].write(&answers[at].solutions[0], &mut out),
            },
        }
        out.push(b'\n');
    }
    out
}

/// Whether all parts of a drawing were understood. Otherwise its answers could be wrong.
pub fn is_understood(puzzle: &Puzzle) -> bool {
    puzzle.about().is_none_or(|about| about.unknown.is_empty())
}

/// Answers an array of bytes with a puzzle a row, 0 for open cells; see `solve_array` in Python. Returns the solutions
/// and a number for each: solutions found, or 255 for a limit.
#[pyfunction]
#[pyo3(signature = (cells, unique, time, threads))]
pub fn solve_cells<'py>(
    py: Python<'py>,
    cells: PyBuffer<u8>,
    unique: bool,
    time: Option<f64>,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let wrong = |what: String| PyValueError::new_err(what);
    let &[_, width] = cells.shape() else {
        return Err(wrong(format!("an array of 2 dimensions is expected, not of {}", cells.dimensions())));
    };
    let side = width.isqrt();
    if side * side != width || side == 0 {
        return Err(wrong(format!("a row of {width} numbers is no square grid")));
    }
    let open = Puzzle::open(Grid::square(side).map_err(|error| wrong(error.to_string()))?);
    // One copy of the block, because others may write to the array meanwhile.
    let cells = cells.to_vec(py)?;
    if let Some(at) = cells.iter().position(|&value| usize::from(value) > side) {
        let (row, value) = (at / width, cells[at]);
        return Err(wrong(format!("row {row} has the value {value}, but the grid ends with {side}")));
    }
    let cancel = Cancel::new();
    let question = Question::new(unique, time, threads, &cancel)?;
    let rows: Vec<&[u8]> = cells.chunks(PIECE * width).collect();
    let pieces = interruptible(py, &cancel, || {
        in_pieces(rows.len(), question.threads, |worker, piece| {
            answer_rows(rows[piece], &open, worker, &question)
        })
    })?;
    let (solutions, found): (Vec<Vec<u8>>, Vec<Vec<u8>>) = pieces.into_iter().unzip();
    Ok((PyBytes::new(py, &solutions.concat()), PyBytes::new(py, &found.concat())))
}

fn answer_rows(rows: &[u8], open: &Puzzle, worker: &mut Worker, question: &Question) -> (Vec<u8>, Vec<u8>) {
    let solver = worker.solver.get_or_insert_with(|| Solver::new(question.budget.clone()));
    let width = open.cells().len();
    let all = open.all_values();
    let read = |row: &[u8]| {
        let mut puzzle = open.clone();
        let cell = |&value: &u8| value.checked_sub(1).map_or(all, Candidates::one);
        puzzle.set_cells(&row.iter().map(cell).collect::<Vec<Candidates>>());
        puzzle
    };
    let puzzles: Vec<Puzzle> = rows.chunks(width).map(read).collect();
    let answers = solver.solve_all(&puzzles.iter().collect::<Vec<&Puzzle>>(), question.most);
    let (mut solutions, mut found) = (Vec::with_capacity(rows.len()), Vec::with_capacity(puzzles.len()));
    for answer in &answers {
        found.push(match verdict(answer, question.most) {
            Some("limit") => u8::MAX,
            _ => answer.solutions.len() as u8,
        });
        match answer.solutions.first() {
            Some(solution) => solutions.extend(solution.iter().map(|value| value + 1)),
            None => solutions.extend(std::iter::repeat_n(0, width)),
        }
    }
    (solutions, found)
}
