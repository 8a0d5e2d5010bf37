//! The files of a book: PDF, EPUB, an archive with the data, or a folder of pages.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use sheet::files::{Archive, png};

use super::bind::{Bound, Record};
use crate::files::{self, Files};
use crate::{Refused, say};

/// Where a book is written, and as what.
#[derive(Debug, PartialEq)]
pub(super) enum Form {
    /// A PDF on standard output.
    Standard,
    Pdf(PathBuf),
    Epub(PathBuf),
    Zip(PathBuf),
    /// Pages as pictures, in pixels or not.
    Folder(PathBuf, bool),
}

impl Form {
    /// Returns the form that the name of the output asks for.
    pub fn of(output: Option<&Path>, png: bool) -> Result<Form, Refused> {
        let Some(path) = output else {
            if png {
                return Err(Refused("--png writes pages into a directory: --output pages/".into()));
            }
            if io::stdout().is_terminal() {
                return Err(Refused("a book is not text for a terminal: name a file with --output".into()));
            }
            return Ok(Form::Standard);
        };
        let own = path.to_owned();
        if path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
            return Ok(Form::Folder(own, png));
        }
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        let form = match end.as_deref() {
            Some("epub") => Form::Epub(own),
            Some("zip") => Form::Zip(own),
            // Devices have no extension.
            Some("pdf") | None => Form::Pdf(own),
            _ => {
                let shown = path.display();
                return Err(Refused(format!(
                    "{shown}: a book is FILE.pdf, FILE.epub, FILE.zip, or a directory for its pages, as in pages/"
                )));
            }
        };
        if png {
            return Err(Refused(format!(
                "{}: --png writes pages into a directory, as in pages/",
                path.display()
            )));
        }
        Ok(form)
    }

    /// Checks that the output can be written. A directory is made.
    pub fn claim(&self, files: &Files) -> Result<(), Refused> {
        match self {
            Form::Standard => files.stream(None).map(drop),
            Form::Pdf(path) | Form::Epub(path) | Form::Zip(path) => files.claim(path),
            Form::Folder(path, _) => {
                std::fs::create_dir_all(path).map_err(|error| Refused(format!("{}: {error}", path.display())))
            }
        }
    }

    /// Refuses more puzzles than an archive has room for: each is up to three of its 65,535 files.
    pub fn holds(&self, puzzles: usize) -> Result<(), Refused> {
        const MOST: usize = 20_000;
        match self {
            Form::Zip(path) | Form::Epub(path) if puzzles > MOST => Err(Refused(format!(
                "{}: it holds {MOST} puzzles at most, and these are {puzzles}; take some with --take, or write a PDF",
                path.display()
            ))),
            _ => Ok(()),
        }
    }

    /// Writes the book.
    pub fn write(&self, bound: &Bound, files: &Files) -> Result<(), Refused> {
        let document = &bound.document;
        let save = |path: &Path, bytes: &[u8]| files.save(path, bytes).map_err(Refused);
        match self {
            Form::Standard => files::print(&document.pdf()),
            Form::Pdf(path) => save(path, &document.pdf()),
            Form::Epub(path) => save(path, &document.epub()),
            Form::Zip(path) => save(path, &archive(bound)),
            Form::Folder(folder, is_png) => {
                let end = if *is_png { "png" } else { "svg" };
                for (at, page) in document.pages.iter().enumerate() {
                    let image = page.cut();
                    let bytes = if *is_png { png(&image) } else { image.svg().into_bytes() };
                    save(&folder.join(page_name(at + 1, end)), &bytes)?;
                }
                let removed = remove_after(folder, document.pages.len(), end);
                if removed > 0 {
                    let shown = folder.display();
                    say!("sudoku: {shown}: pages of an earlier, longer book were removed: {removed}");
                }
                Ok(())
            }
        }
    }
}

/// The name of the file of a page.
fn page_name(number: usize, end: &str) -> String {
    format!("page{number:04}.{end}")
}

/// Removes pages that an earlier, longer book left: those that follow the last one without a gap. Returns their number.
fn remove_after(folder: &Path, last: usize, end: &str) -> usize {
    let later = (last + 1..).map(|number| folder.join(page_name(number, end)));
    later.take_while(|path| path.is_file() && std::fs::remove_file(path).is_ok()).count()
}

/// The book with its data: a table, and each puzzle as text and as pictures.
fn archive(bound: &Bound) -> Vec<u8> {
    let mut archive = Archive::default();
    archive.add("book.pdf", &bound.document.pdf());
    let mut table = format!("{}\n", Record::COLUMNS);
    for record in &bound.puzzles {
        let _ = writeln!(table, "{}", record.row);
    }
    archive.add("puzzles.csv", table.as_bytes());
    for (at, record) in bound.puzzles.iter().enumerate() {
        let number = format!("{:04}", at + 1);
        archive.add(&format!("puzzles/{number}.txt"), record.native.as_bytes());
        archive.add(&format!("puzzles/{number}.svg"), record.puzzle.svg().as_bytes());
        if let Some(solution) = &record.solution {
            archive.add(&format!("solutions/{number}.svg"), solution.svg().as_bytes());
        }
    }
    archive.bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_output_says_the_form() {
        let form = |name: &str, png: bool| Form::of(Some(Path::new(name)), png).map_err(|Refused(what)| what);
        assert_eq!(form("a.PDF", false), Ok(Form::Pdf("a.PDF".into())));
        assert_eq!(form("a.epub", false), Ok(Form::Epub("a.epub".into())));
        assert_eq!(form("pages/", true), Ok(Form::Folder("pages/".into(), true)));
        let zip = Form::Zip("a.zip".into());
        assert!(zip.holds(20_000).is_ok() && zip.holds(20_001).is_err());
        assert!(Form::Standard.holds(1_000_000).is_ok());
        assert!(form("a.doc", false).unwrap_err().contains("FILE.pdf, FILE.epub"));
        assert!(form("a.pdf", true).unwrap_err().contains("directory"));
    }
}
