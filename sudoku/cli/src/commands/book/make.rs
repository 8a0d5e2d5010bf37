//! The puzzles of a book: read, solved, rated and drawn by several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use sheet::Image;
use sudoku::explain::Explainer;
use sudoku::format::parse;
use sudoku::{Cancel, Puzzle, Remark, Solver};
use sudoku_ask::{Publish, Published};

use super::description::Description;
use crate::args::{Effort, Input};
use crate::{Refused, say};

/// A puzzle of the book.
pub(super) struct Work {
    pub puzzle: Puzzle,
    /// The name of its file.
    pub source: Arc<str>,
    /// Its number in the file.
    pub number: usize,
    /// The number of its section.
    pub section: usize,
}

/// What is printed of a puzzle, and the picture of its solution.
pub(super) struct Ready {
    pub published: Published,
    pub solved: Option<Image>,
}

/// `None` after an interrupt.
pub(super) type Made = Option<Ready>;

/// Reads the puzzles of all sections, in order.
pub(super) fn read(description: &Description, input: &Input) -> Result<Vec<Work>, Refused> {
    let options = input.options();
    let [skip, most] = [input.skip, input.take.unwrap_or(u64::MAX)]
        .map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let mut works = Vec::new();
    for (number, section) in description.sections.iter().enumerate() {
        let mut own = Vec::new();
        for file in &section.puzzles {
            let source = file.name();
            let puzzles =
                parse(&file.text()?, &options).map_err(|error| Refused(format!("{source}:{error}")))?;
            for puzzle in &puzzles {
                note(puzzle, &source, input.strict)?;
            }
            if puzzles.is_empty() {
                return Err(Refused(format!("{source}: there is no puzzle")));
            }
            own.extend(puzzles.into_iter().zip(1..).map(|(puzzle, nth)| Work {
                puzzle,
                source: source.clone(),
                number: nth,
                section: number,
            }));
        }
        let take = section.take.unwrap_or(usize::MAX);
        if own.len() <= section.skip && !own.is_empty() {
            let (has, skip) = (own.len(), section.skip);
            return Err(Refused(format!(
                "section {}: skip = {skip} leaves none of {has} puzzles",
                number + 1
            )));
        }
        works.extend(own.into_iter().skip(section.skip).take(take));
    }
    let count = works.len();
    let left: Vec<Work> = works.into_iter().skip(skip).take(most).collect();
    if left.is_empty() && count > 0 {
        return Err(Refused(format!("--skip and --take leave none of {count} puzzles")));
    }
    Ok(left)
}

/// Reports what was not understood of a puzzle, and how its drawing was read.
fn note(puzzle: &Puzzle, source: &str, is_strict: bool) -> Result<(), Refused> {
    let Some(about) = puzzle.about() else { return Ok(()) };
    for Remark { place: (line, column), what } in &about.remarks {
        if is_strict {
            return Err(Refused(format!(
                "{source}:{line}:{column}: {what} (without --strict it is a warning)"
            )));
        }
        say!("{source}:{line}:{column}: warning: {what}");
    }
    let (line, column) = puzzle.place(0);
    for guess in &about.guesses {
        say!("{source}:{line}:{column}: read as {guess}");
    }
    Ok(())
}

/// Prepares all puzzles for print.
pub(super) fn publish(
    description: &Description,
    works: &[Work],
    effort: &Effort,
    threads: usize,
    cancel: &Cancel,
) -> Vec<Made> {
    let questions: Vec<Publish> =
        description.sections.iter().map(|section| description.question(section)).collect();
    let shared = effort.budget().cancel(cancel);
    let next = AtomicUsize::new(0);
    let made = Mutex::new(works.iter().map(|_| None).collect::<Vec<Made>>());
    let work = || {
        let mut solver = Solver::new(shared.clone()).engine(effort.engine);
        let mut explainer = Explainer::within(shared.clone());
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(work) = works.get(at).filter(|_| !cancel.is_cancelled()) else { return };
            // The limits are those of each puzzle.
            let begun = csp::clock::Instant::now();
            solver.begin_at(Some(begun));
            let time = effort.limits.time();
            let deadline = begun.checked_add(time);
            let budget = deadline.into_iter().fold(shared.clone(), sudoku::Budget::until);
            let question = &questions[work.section];
            let published = question.answer(&work.puzzle, &mut solver, &mut explainer, &budget);
            let solved = published.solved(&work.puzzle);
            let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
            made[at] = Some(Ready { published, solved });
        }
    };
    std::thread::scope(|scope| {
        (1..threads.min(works.len())).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    made.into_inner().unwrap_or_else(PoisonError::into_inner)
}
