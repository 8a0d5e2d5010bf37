//! Many puzzles at once, with several threads and in lanes.

use std::sync::Mutex;

use csp::Cancel;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use sudoku::format::{Kind, Options, Parser, Records};
use sudoku::{Answer, Budget, Candidates, End, Grid, Puzzle, Solver};

use crate::wait::{interruptible, seconds};

/// Puzzles of a piece of work: enough to fill the lanes many times.
const PIECE: usize = 1024;

/// The error for a puzzle of several lines.
const ONE_LINE: &str = "each puzzle has to be one line; use solve() or Puzzle() for others";

/// The task for each puzzle.
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

/// The word for an answer; `None` if the solution is shown instead.
fn verdict(answer: &Answer, most: usize) -> Option<&'static str> {
    match (answer.solutions.len(), answer.end) {
        (found, End::Limit) if found < most => Some("limit"),
        (0, _) => Some("none"),
        (1, _) => None,
        _ => Some("multiple"),
    }
}

/// Does all pieces of work, each on the next free thread.
fn in_pieces<P: Send>(
    pieces: impl Iterator<Item = P> + Send,
    threads: usize,
    work: impl Fn(&mut Worker, P) + Sync,
) {
    let pieces = Mutex::new(pieces);
    let next = || pieces.lock().expect("no worker fails while it holds the lock").next();
    let run = || {
        let mut worker = Worker::default();
        while let Some(piece) = next() {
            work(&mut worker, piece);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
}

/// The state that a thread keeps between pieces.
#[derive(Default)]
struct Worker {
    solver: Option<Solver>,
    parser: Option<Parser>,
    /// Puzzles of an array; their cells are overwritten for each piece.
    puzzles: Vec<Puzzle>,
    cells: Vec<Candidates>,
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
    let answers = interruptible(py, &cancel, || answer_text(text, &question))?;
    Ok(PyBytes::new(py, &answers))
}

/// Answers strings of one line each; see `solve_all` in Python.
#[pyfunction]
#[pyo3(signature = (puzzles, unique, time, threads))]
pub fn solve_strings<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    unique: bool,
    time: Option<f64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyList>> {
    let cancel = Cancel::new();
    let question = Question::new(unique, time, threads, &cancel)?;
    let mut text = Vec::new();
    for puzzle in puzzles.try_iter()? {
        let puzzle = puzzle?;
        let line = puzzle.cast::<PyString>()?.to_str()?;
        if memchr::memchr(b'\n', line.as_bytes()).is_some() {
            return Err(PyValueError::new_err(ONE_LINE));
        }
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    let answers = interruptible(py, &cancel, || answer_text(&text, &question))?;
    let list = PyList::empty(py);
    let mut begun = 0;
    for end in memchr::memchr_iter(b'\n', &answers) {
        list.append(PyString::from_bytes(py, &answers[begun..end])?)?;
        begun = end + 1;
    }
    Ok(list)
}

/// Answers the strings of a column: their text, and where each begins and the last one ends in a longer one. Returns
/// the same of the answers; see `solve_arrow` in Python.
#[pyfunction]
#[pyo3(signature = (text, offsets, unique, time, threads))]
pub fn solve_column<'py>(
    py: Python<'py>,
    text: PyBuffer<u8>,
    offsets: PyBuffer<i64>,
    unique: bool,
    time: Option<f64>,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let cancel = Cancel::new();
    let question = Question::new(unique, time, threads, &cancel)?;
    // One copy of the block, because others may write to it meanwhile.
    let (text, offsets) = (text.to_vec(py)?, offsets.to_vec(py)?);
    let mut lines = Vec::with_capacity(text.len() + offsets.len());
    let first = offsets.first().copied().unwrap_or(0);
    for ends in offsets.windows(2) {
        let place = |end: i64| usize::try_from(end.checked_sub(first)?).ok();
        let place = place(ends[0]).zip(place(ends[1]));
        let line = place.and_then(|(begin, end)| text.get(begin..end));
        let line = line.ok_or_else(|| PyValueError::new_err("an offset is beyond the text of the column"))?;
        if memchr::memchr(b'\n', line).is_some() {
            return Err(PyValueError::new_err(ONE_LINE));
        }
        lines.extend_from_slice(line);
        lines.push(b'\n');
    }
    let mut answers = interruptible(py, &cancel, || answer_text(&lines, &question))?;
    let mut places = Vec::with_capacity(size_of::<i64>() * offsets.len().max(1));
    places.extend_from_slice(&0_i64.to_ne_bytes());
    for (before, end) in memchr::memchr_iter(b'\n', &answers).enumerate() {
        places.extend_from_slice(&((end - before) as i64).to_ne_bytes());
    }
    answers.retain(|&byte| byte != b'\n');
    Ok((PyBytes::new(py, &answers), PyBytes::new(py, &places)))
}

/// Answers lines, each by a line.
fn answer_text(text: &[u8], question: &Question) -> Vec<u8> {
    let pieces = lines(text, PIECE);
    let answers: Vec<Mutex<Vec<u8>>> = pieces.iter().map(|_| Mutex::default()).collect();
    in_pieces(pieces.iter().zip(&answers), question.threads.min(pieces.len()), |worker, (piece, answer)| {
        *answer.lock().expect("it has one piece") = answer_lines(piece, worker, question);
    });
    let taken = answers.into_iter().map(|answer| answer.into_inner().expect("no worker has failed"));
    taken.collect::<Vec<_>>().concat()
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
                    Ok(puzzle) => {
                        puzzles.push(puzzle);
                        Line::Puzzle(puzzles.len() - 1)
                    }
                    Err(_) => Line::Damaged,
                },
            });
        }
    }
    let answers = solver.solve_all(&puzzles.iter().collect::<Vec<&Puzzle>>(), question.most).all();
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
    let mut found = vec![0; cells.len() / width];
    let solutions = PyBytes::new_with(py, cells.len(), |solutions| {
        let pieces = cells.chunks(PIECE * width).zip(solutions.chunks_mut(PIECE * width));
        let pieces = pieces.zip(found.chunks_mut(PIECE));
        let threads = question.threads.min(pieces.len());
        interruptible(py, &cancel, || {
            in_pieces(pieces, threads, |worker, ((rows, solutions), found)| {
                answer_rows(rows, &open, worker, &question, (solutions, found));
            });
        })
    })?;
    Ok((solutions, PyBytes::new(py, &found)))
}

/// Answers rows: a solution, or zeros, for each, and how many were found.
fn answer_rows(
    rows: &[u8],
    open: &Puzzle,
    worker: &mut Worker,
    question: &Question,
    (solutions, found): (&mut [u8], &mut [u8]),
) {
    let Worker { solver, puzzles, cells, .. } = worker;
    let solver = solver.get_or_insert_with(|| Solver::new(question.budget.clone()));
    let width = open.cells().len();
    let all = open.all_values();
    puzzles.resize(rows.len() / width, open.clone());
    for (row, puzzle) in rows.chunks(width).zip(&mut *puzzles) {
        cells.clear();
        cells.extend(row.iter().map(|&value| value.checked_sub(1).map_or(all, Candidates::one)));
        puzzle.set_cells(cells);
    }
    let answers = solver.solve_all(&puzzles.iter().collect::<Vec<&Puzzle>>(), question.most).all();
    for ((answer, to), found) in answers.iter().zip(solutions.chunks_mut(width)).zip(found) {
        *found = match verdict(answer, question.most) {
            Some("limit") => u8::MAX,
            _ => answer.solutions.len() as u8,
        };
        match answer.solutions.first() {
            Some(solution) => to.iter_mut().zip(solution).for_each(|(to, value)| *to = value + 1),
            None => to.fill(0),
        }
    }
}
