//! Pages as data, which every writer takes: PDF, EPUB and pictures.

use crate::{Image, Place};

/// A document of pages.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The title.
    pub title: String,
    /// The author; empty for none.
    pub author: String,
    /// The language of the text, as in `en` or `pt-BR`.
    pub language: String,
    /// The pages, in order.
    pub pages: Vec<Leaf>,
}

/// A page. Its image is in points, with the upper left corner of the cut page at the origin.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// What is printed; larger than the cut page if there are marks to cut it by.
    pub image: Image,
    /// Width and height of the cut page.
    pub trim: Place,
    /// How far beyond the cut colours are printed.
    pub bleed: f64,
    /// Headings that viewers list, with the height on the page at which each stands.
    pub headings: Vec<(String, f64)>,
}

impl Document {
    /// A document in English without an author.
    pub fn of(title: &str, pages: Vec<Leaf>) -> Document {
        Document { title: title.into(), author: String::new(), language: "en".into(), pages }
    }
}

impl Leaf {
    /// A page of the size of an image, without headings.
    pub fn of(image: Image) -> Leaf {
        Leaf { trim: image.size, image, bleed: 0.0, headings: Vec::new() }
    }

    /// Whether the page is cut out of a larger one.
    pub(super) fn is_cut(&self) -> bool {
        self.image.size != self.trim
    }

    /// What is left when the page has been cut, as viewers show it.
    pub fn cut(&self) -> Image {
        Image { corner: [0.0; 2], size: self.trim, ..self.image.clone() }
    }
}
