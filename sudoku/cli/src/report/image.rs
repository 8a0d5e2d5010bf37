//! Image files: SVG, PNG and PDF.

use std::io::{self, IsTerminal};
use std::path::Path;

use sheet::{Image, files};
use sudoku::Puzzle;

use crate::Refused;
use crate::reply::{Item, Reply};

/// The width and height of a page, in points.
pub(crate) const A4: [f64; 2] = [595.28, 841.89];

/// Format of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImageFormat {
    Svg,
    Png,
    Pdf,
}

impl ImageFormat {
    /// Returns the format for the extension of a file name. Names without extension, such as devices, get SVG.
    pub fn of(path: &Path) -> Result<ImageFormat, Refused> {
        let Some(end) = path.extension() else { return Ok(ImageFormat::Svg) };
        match end.to_string_lossy().to_ascii_lowercase().as_str() {
            "svg" => Ok(ImageFormat::Svg),
            "png" => Ok(ImageFormat::Png),
            "pdf" => Ok(ImageFormat::Pdf),
            _ => Err(Refused(format!(
                "{}: an image is FILE.svg, FILE.pdf (for printing) or FILE.png (pixels)",
                path.display()
            ))),
        }
    }

    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        match self {
            ImageFormat::Svg => "SVG",
            ImageFormat::Png => "PNG",
            ImageFormat::Pdf => "PDF",
        }
    }

    /// Returns the file extension.
    pub fn end(self) -> &'static str {
        match self {
            ImageFormat::Svg => "svg",
            ImageFormat::Png => "png",
            ImageFormat::Pdf => "pdf",
        }
    }

    /// Returns the image as the bytes of a file.
    pub fn bytes(self, image: &Image, title: &str) -> Vec<u8> {
        match self {
            ImageFormat::Svg => image.svg().into_bytes(),
            ImageFormat::Png => files::png(image),
            ImageFormat::Pdf => files::pdf(image, title),
        }
    }

    /// Refuses to write what is no text to a terminal.
    pub fn require_place(self, output: Option<&Path>) -> Result<(), Refused> {
        if self != ImageFormat::Svg && output.is_none() && io::stdout().is_terminal() {
            let what = format!("{} is not text for a terminal: name a file with --output", self.name());
            return Err(Refused(what));
        }
        Ok(())
    }

    /// Returns whether letters are drawn with the font of the crate.
    pub fn draws_letters(self) -> bool {
        self != ImageFormat::Svg
    }
}

/// Reports letters that are drawn as boxes.
pub(crate) fn note_letters(image: &Image, puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) {
    let lacking = files::lacking(&files::letters(image));
    if !lacking.is_empty() {
        let shown: String = lacking.iter().take(8).collect();
        let (line, column) = puzzle.place(0);
        let what =
            format!("warning: the font of pictures lacks some letters ({shown}): SVG takes them from others");
        reply.notes.push(item.note(line, column, &what));
    }
}
