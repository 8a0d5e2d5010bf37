//! Images as PNG and PDF, without fonts or programs of the machine.
//!
//! - `style`: the look of an element, from its attributes and those of its groups.
//! - `shape`: outlines of elements.
//! - `font`: the font that is part of the crate.
//! - `pixels` and `png`: the image in pixels, and as a file.
//! - `document`: pages as data, each an image; `frame`: their borders, numbers and marks to cut by.
//! - `content` and `pdf`: an image in operators of PDF, and the pages as a file; `profile`: what archives ask of it.
//! - `epub` and `archive`: the pages as a book for screens, and files in one.
//! - `book`: pages of many puzzles, with solutions, hints and lessons.
//! - `article`: headings, pictures and text in columns; `line`: what both make of text.

mod archive;
mod article;
mod book;
mod content;
mod document;
mod epub;
mod font;
mod frame;
mod line;
mod pdf;
mod pixels;
mod png;
mod profile;
mod shape;
mod style;

pub use archive::Archive;
pub use article::{Article, Section};
pub use book::{Book, Chapter, Cover, Entry, Part, Solutions, Words};
pub use document::{Document, Leaf};
pub use font::{lacking, letters};
pub use frame::Frame;
pub use png::png;

use crate::{Image, Pen, at};

/// The number of points for a unit of an image on a page of its own: a cell of 64 units is 28.8 points or 10.2 mm.
const POINTS: f64 = 0.45;

/// Returns a document with the image on a page of its size.
pub fn pdf(image: &Image, title: &str) -> Vec<u8> {
    let [width, height] = image.size.map(|side| side * POINTS);
    let mut pen = Pen::default();
    pen.place(image.clone().placed([0.0, 0.0], POINTS));
    Document::of(title, vec![Leaf::of(pen.image(at(0.0, 0.0), at(width, height)))]).pdf()
}
