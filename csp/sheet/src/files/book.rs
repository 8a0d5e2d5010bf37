//! Books: pages of many puzzles, and their solutions at the end.

use super::MARGIN;
use super::figure::Figure;
use super::pdf::{Document, Page};
use crate::{Anchor, Place};

/// The room between pictures, and the size of small letters, in points.
const GAP: f64 = 16.0;
const SMALL: f64 = 8.0;
const NUMBER: f64 = 10.0;
/// The height of the number above a picture.
const CAPTION: f64 = 14.0;
/// The height of a heading.
const HEADING: f64 = 26.0;
/// The largest width of a solution.
const SOLUTION: f64 = 150.0;

/// The pages of a book.
#[derive(Clone, Copy, Debug)]
pub struct Pages {
    /// Width and height in points.
    pub paper: Place,
    /// The number of puzzles side by side.
    pub across: usize,
    /// The number of puzzles one below the other.
    pub down: usize,
}

/// A puzzle of a book.
#[derive(Debug)]
pub struct Entry {
    /// Its number, which stands above it.
    pub number: u64,
    /// Its picture.
    pub puzzle: Figure,
    /// The solution, or the reason why there is none; `None` if solutions are not printed.
    pub solution: Option<Result<Figure, &'static str>>,
}

/// Returns a book as a PDF file.
pub fn book<'a>(title: &str, entries: impl Iterator<Item = &'a Entry> + Clone, pages: Pages) -> Vec<u8> {
    let mut book = Book { document: Document::new(title), pages };
    let pictures = entries.clone().map(|entry| (entry.number, Ok(&entry.puzzle)));
    book.add(pictures, pages.across, pages.down, None);
    let solutions = entries.filter_map(|entry| {
        let solution = entry.solution.as_ref()?;
        Some((entry.number, solution.as_ref().map_err(|why| *why)))
    });
    let (width, height) = (pages.paper[0] - 2.0 * MARGIN, pages.paper[1] - 2.0 * MARGIN - HEADING);
    let fitting = |room: f64| ((room + GAP) / (SOLUTION + GAP)).ceil() as usize;
    book.add(solutions, fitting(width), fitting(height), Some("Solutions"));
    book.document.bytes()
}

struct Book {
    document: Document,
    pages: Pages,
}

/// The number of a puzzle, and its picture or the reason why there is none.
type Picture<'a> = (u64, Result<&'a Figure, &'static str>);

impl Book {
    /// Adds pages of pictures, each with the heading.
    fn add<'a>(
        &mut self,
        pictures: impl Iterator<Item = Picture<'a>>,
        across: usize,
        down: usize,
        heading: Option<&str>,
    ) {
        let [width, height] = self.pages.paper;
        let top = height - MARGIN - heading.map_or(0.0, |_| HEADING);
        let room = |length: f64, count: usize| (length - (count - 1) as f64 * GAP) / count as f64;
        let (wide, high) = (room(width - 2.0 * MARGIN, across), room(top - MARGIN, down));
        let mut pictures = pictures.peekable();
        while pictures.peek().is_some() {
            let mut page = Page::new(self.pages.paper);
            if let Some(heading) = heading {
                page.text(heading, 16.0, true, [width / 2.0, height - MARGIN - 12.0], Anchor::Middle);
            }
            for (index, picture) in pictures.by_ref().take(across * down).enumerate() {
                let (row, column) = (index / across, index % across);
                let left = MARGIN + column as f64 * (wide + GAP);
                let above = top - row as f64 * (high + GAP);
                self.picture(&mut page, picture, [left, above], [wide, high]);
            }
            self.document.numbered_page(page);
        }
    }

    /// Draws a picture and its number below a place, as large as the space allows.
    fn picture(&mut self, page: &mut Page, (number, picture): Picture<'_>, [left, top]: Place, room: Place) {
        let [wide, high] = [room[0], room[1] - CAPTION];
        let text = number.to_string();
        let middle = left + wide / 2.0;
        match picture {
            Ok(figure) => {
                let scale = (wide / figure.size[0]).min(high / figure.size[1]);
                let corner = [middle - figure.size[0] * scale / 2.0, top - CAPTION - figure.size[1] * scale];
                page.text(&text, NUMBER, true, [corner[0], top - NUMBER], Anchor::Start);
                let object = self.document.figure(figure);
                page.figure(object, figure, corner, scale);
            }
            Err(why) => {
                page.text(&text, NUMBER, true, [left, top - NUMBER], Anchor::Start);
                page.text(why, SMALL, false, [left, top - NUMBER - 1.5 * SMALL], Anchor::Start);
            }
        }
    }
}
