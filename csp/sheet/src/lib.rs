//! Images as data, and their writers.
//!
//! A program draws with a [`Pen`] in any unit of length, such as a cell of a grid, and gets an [`Image`]: shapes and texts
//! with their [`Look`], from back to front. The image is written as SVG ([`Image::svg`]) and, with the feature `files`, as
//! PNG, as PDF, as a book of many images and as an article of text and images, without fonts or programs of the machine.
//!
//! ```
//! use sheet::{Look, Path, Pen, at};
//!
//! let mut pen = Pen::default();
//! pen.path(&Path::around(&[at(0.0, 0.0), at(1.0, 0.0), at(0.5, 1.0)]), &Look::filled("#35b34a"));
//! pen.text(at(0.5, 0.6), "Δ", &Look::filled("#1c1c1e").size(0.5));
//! let image = pen.image(at(0.0, 0.0), at(1.0, 1.0)).scaled(64.0);
//! assert!(image.svg().contains("<path d=\"M0 0L64 0L32 64Z\" fill=\"#35b34a\"/>"));
//! ```

pub mod direction;
#[cfg(feature = "files")]
pub mod files;
mod image;
mod look;
mod path;
mod pen;
mod point;
mod svg;
pub mod words;

pub use image::{Element, Image, Placement};
pub use look::{Anchor, Attribute, Look};
pub use path::{Path, Step};
pub use pen::Pen;
pub use point::{Place, Point, at};
pub use svg::escaped;
