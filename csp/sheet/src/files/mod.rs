//! Images as PNG and PDF, without fonts or programs of the machine.
//!
//! - `style`: the look of an element, from its attributes and those of its groups.
//! - `shape`: outlines of elements.
//! - `font`: the font that is part of the crate.
//! - `pixels` and `png`: the image in pixels, and as a file.
//! - `figure` and `pdf`: the image in operators of PDF, and documents of pages with figures.
//! - `book`: pages of many puzzles.
//! - `article`: headings, pictures and text in columns.

mod article;
mod book;
mod figure;
mod font;
mod pdf;
mod pixels;
mod png;
mod shape;
mod style;

pub use article::{Article, Section};
pub use book::{Entry, Pages, book};
pub use figure::Figure;
pub use font::lacking;
pub use png::png;

use crate::Image;

/// The empty border of a page, in points.
const MARGIN: f64 = 36.0;

/// Returns a document with the image on a page of its size.
pub fn pdf(image: &Image, title: &str) -> Vec<u8> {
    let figure = Figure::of(image);
    let mut document = pdf::Document::new(title);
    let placed = document.figure(&figure);
    let size = figure.size.map(|side| side * pdf::POINTS);
    let mut page = pdf::Page::new(size);
    page.figure(placed, &figure, [0.0, 0.0], pdf::POINTS);
    document.page(page);
    document.bytes()
}
