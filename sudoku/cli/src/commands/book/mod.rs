//! `sudoku book`: books of puzzles, for print and for screens.
//!
//! ```text
//!   book.toml, options ──► Description ──► puzzles read ──► Published, several at a time ──► Book ──► pages ──► file
//!      keys, page           description          make                ask::Publish         bind   sheet     output
//! ```

mod bind;
mod description;
mod keys;
mod make;
mod output;
mod page;

use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::args::{Effort, Input};
use crate::command::Command;
use crate::files::Files;
use crate::interrupt::Interrupt;
use crate::source::{Source, text_of};
use crate::{FAILED, LIMIT, Refused, say};
use description::{Description, Section};
use keys::Text;
use make::Work;
use output::Form;
use sudoku::CellNames;
use sudoku_ask::Status;

/// The name of texts that options give, of which every value can be a text.
const SET: &str = "--set";

/// The most reports of puzzles that cannot be published.
const MOST_NOTES: usize = 20;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku book book.toml -o book.pdf
  sudoku book book.toml -o book.epub             for screens; book.zip has everything as files
  sudoku book easy.txt hard.txt -o book.pdf      a section for each file
  sudoku book --set page.paper=a5 --set page.per-page=1 --set 'title=For the train' many.txt -o book.pdf

A book is described once, in TOML:

  title = \"Sudoku for the train\"
  levels = \"gentle=..1.5,moderate=..2.5,tough\"   # names with the greatest cost, as for `sudoku rate`
  solutions = \"end\"                              # or next (upside down on the next page), or none
  hints = \"full\"                                 # the first step of each; or where, or none

  [page]
  paper = \"a5\"                                   # or letter, trade, 148x210mm, 6x9in, \"a4 landscape\"
  per-page = 2                                   # or \"2x3\" for two across and three down
  inner = \"18mm\"                                 # outer, top, bottom; bleed = \"3mm\", marks = true

  [[section]]
  title = \"To begin with\"
  puzzles = \"easy.txt\"                           # or a list of files
  by-level = true

sudoku/docs/books.md lists all keys. Each puzzle is solved first: if one has several solutions or none, it is named, no \
book is written, and the exit status is 1; after a limit it is 3.")]
pub(crate) struct BookArgs {
    #[command(flatten)]
    pub input: Input,

    /// Set a key of the description: page.paper=a5
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// Write to a file, FILE.pdf, FILE.epub or FILE.zip, or the pages as pictures into a directory
    #[arg(short, long, value_name = "FILE|DIR/", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Write pages into a directory as PNG instead of SVG
    #[arg(long, help_heading = "Output")]
    pub png: bool,

    #[command(flatten)]
    pub effort: Effort,
}

impl Command for BookArgs {
    const NAME: &'static str = "book";
    const ABOUT: &'static str = "Make a book of puzzles, for print and for screens";

    fn run(self) -> Result<u8, Refused> {
        let BookArgs { mut input, set, output, png, effort } = self;
        input.require_lines(false, "it cannot make a book")?;
        let form = Form::of(output.as_deref(), png)?;
        let (name, text, folder, besides) = described(&input)?;
        let set = set.iter().map(|set| setting(set)).collect::<Result<Vec<_>, _>>()?;
        let mut texts = vec![Text { name: &name, text: &text }];
        texts.extend(set.iter().map(|text| Text { name: SET, text }));
        let mut description = Description::read(&texts, &folder, besides)?;
        if input.cell_names != CellNames::default() {
            description.cell_names = input.cell_names;
        }
        input.cell_names = description.cell_names;
        let sources = description.sections.iter().flat_map(|section| &section.puzzles).cloned();
        let read: Vec<Source> =
            sources.chain((!name.is_empty()).then(|| Source::File(name.into()))).collect();
        let files = Files::reading(&read);
        form.claim(&files)?;
        // While puzzles are read, a signal ends the program.
        let works = make::read(&description, &input)?;
        form.holds(works.len())?;
        let interrupt = Interrupt::listening();
        let threads = match effort.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, NonZero::get),
        };
        let made = make::publish(&description, &works, &effort, threads, &interrupt.cancel);
        if let Some(status) = interrupt.status() {
            interrupt.report("no page");
            return Ok(status);
        }
        if let Some(status) = refused(&works, &made) {
            return Ok(status);
        }
        let puzzles = works.iter().zip(made).filter_map(|(work, made)| Some((work, made?)));
        let bound = bind::bound(description, puzzles.collect())?;
        bind::note_letters(&bound.document);
        if let Some(status) = interrupt.status() {
            interrupt.report("no page");
            return Ok(status);
        }
        // A signal that comes while pages are written comes too late: the book is whole.
        form.write(&bound, &files)?;
        Ok(0)
    }
}

/// Returns the name and the text of the description, its folder, and sections of puzzles that are named instead.
fn described(input: &Input) -> Result<(String, String, PathBuf, Vec<Section>), Refused> {
    let is_description =
        |arg: &OsString| Path::new(arg).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    if let [only] = &input.inputs[..]
        && is_description(only)
    {
        let path = Path::new(only);
        let name = path.display().to_string();
        let text = text_of(path).map_err(|error| Refused(format!("{name}: {error}")))?;
        return Ok((name, text, path.parent().unwrap_or(Path::new("")).to_owned(), Vec::new()));
    }
    if let Some(other) = input.inputs.iter().find(|arg| is_description(arg)) {
        let what = "describes a book by itself: name it alone, and the puzzles in it";
        return Err(Refused(format!("{}: {what}", Path::new(other).display())));
    }
    let sources = Source::all(input)?;
    let is_only = sources.len() == 1;
    let title = |source: &Source| match source {
        Source::File(path) if !is_only => {
            path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
        }
        _ => String::new(),
    };
    let section =
        |source: Source| Section { title: title(&source), puzzles: vec![source], ..Section::default() };
    Ok((String::new(), String::new(), PathBuf::new(), sources.into_iter().map(section).collect()))
}

/// Returns `KEY=VALUE` as TOML. Texts need no quotes.
fn setting(text: &str) -> Result<String, Refused> {
    let Some((key, value)) = text.split_once('=') else {
        return Err(Refused(format!("--set {text}: write KEY=VALUE, as in page.paper=a5")));
    };
    let plain = format!("{key} = {value}");
    if (Text { name: SET, text: &plain }).parsed().is_ok() {
        return Ok(plain);
    }
    let escaped: String = value
        .chars()
        .map(|c| match c {
            '"' | '\\' => format!("\\{c}"),
            c if c.is_control() => " ".into(),
            c => c.to_string(),
        })
        .collect();
    Ok(format!("{key} = \"{escaped}\""))
}

/// Reports puzzles that cannot be published, and returns the exit status if there are any.
fn refused(works: &[Work], made: &[make::Made]) -> Option<u8> {
    let (mut status, mut count) = (None, 0);
    for (work, made) in works.iter().zip(made) {
        let Some(reason) = made.as_ref().and_then(|made| made.published.reason.as_ref()) else { continue };
        let is_limit = made.as_ref().is_some_and(|made| made.published.status == Status::Limit);
        status = if is_limit { status.or(Some(LIMIT)) } else { Some(FAILED) };
        count += 1;
        if count <= MOST_NOTES {
            let (line, column) = work.puzzle.place(0);
            say!("{}:{line}:{column}: puzzle {}: {}", work.source, work.number, reason.what);
        }
    }
    if count > MOST_NOTES {
        say!("sudoku: {} more like these", count - MOST_NOTES);
    }
    status
}
