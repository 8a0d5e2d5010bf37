//! `sudoku render --sheet`: a book of puzzles.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use clap::{Args, ValueEnum};
use sheet::files::{self, Book, Chapter, Document, Entry, Frame, Part};

use crate::Refused;
use crate::batch::Session;
use crate::report::image::{A4, ImageFormat};

#[derive(Debug, Args)]
pub(crate) struct SheetArgs {
    /// Write one PDF with several puzzles a page: 2x3 has two across and three down
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = grid, requires = "output", help_heading = "Output")]
    pub sheet: Option<(usize, usize)>,

    /// Size of the pages
    #[arg(long, value_enum, default_value_t = Paper::A4, requires = "sheet", help_heading = "Output")]
    pub page: Paper,

    /// Place of the solutions
    #[arg(
        long,
        value_enum,
        default_value_t = Solutions::None,
        requires = "sheet",
        conflicts_with_all = ["solution", "candidates"],
        help_heading = "Output"
    )]
    pub solutions: Solutions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Paper {
    A4,
    Letter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Solutions {
    /// On pages at the end
    End,
    /// Nowhere
    None,
}

/// Parses `2x3` (columns x rows).
fn grid(text: &str) -> Result<(usize, usize), String> {
    const MOST: usize = 12;
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MOST).contains(side));
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(across, down)| Some((side(across)?, side(down)?)));
    sides.ok_or_else(|| format!("write 2x3 (two across, three down), each from 1 to {MOST}"))
}

/// The book that is being gathered.
pub(super) struct Gathered {
    frame: Frame,
    /// The number of puzzles side by side and one below the other.
    grid: (usize, usize),
    /// Whether solutions are printed.
    pub has_solutions: bool,
    entries: Mutex<BTreeMap<u64, Entry>>,
}

impl Gathered {
    /// Returns the book that the arguments ask for, if they ask for one.
    pub fn new(args: &SheetArgs, output: Option<&Path>) -> Result<Option<Gathered>, Refused> {
        let (Some((across, down)), Some(output)) = (args.sheet, output) else { return Ok(None) };
        if ImageFormat::of(output)? != ImageFormat::Pdf {
            return Err(Refused(format!(
                "{}: --sheet makes a PDF: name the file FILE.pdf",
                output.display()
            )));
        }
        let paper = match args.page {
            Paper::A4 => A4,
            Paper::Letter => [612.0, 792.0],
        };
        let has_solutions = args.solutions == Solutions::End;
        let (frame, grid) = (Frame::of(paper), (across, down));
        Ok(Some(Gathered { frame, grid, has_solutions, entries: Mutex::default() }))
    }

    fn entries(&self) -> MutexGuard<'_, BTreeMap<u64, Entry>> {
        self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn add(&self, entry: Entry) {
        self.entries().insert(entry.number, entry);
    }

    /// Writes the book, unless the run was interrupted or had nothing to print.
    pub fn save(&self, path: &Path, session: &Session) {
        let entries = std::mem::take(&mut *self.entries());
        if session.interrupt.cancel.is_cancelled() || entries.is_empty() {
            return;
        }
        let title = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        let ((across, down), entries) = (self.grid, entries.into_values().collect());
        let part = Part::Puzzles { across, down, entries };
        let chapter = Chapter { heading: String::new(), is_part: false, text: String::new(), part };
        let solutions = if self.has_solutions { files::Solutions::End(0) } else { files::Solutions::None };
        // Pages of solutions can be kept apart from those of the puzzles.
        let book = Book { chapters: vec![chapter], solutions, begins_pages: true, ..Book::default() };
        let document = Document::of(&title, book.pages(&self.frame));
        if let Err(what) = session.files.save(path, &document.pdf()) {
            session.failed(&what);
        }
    }
}
