//! Image files: SVG, PNG and PDF.

use std::path::Path;

use sheet::{Image, files};

use crate::Usage;

/// Format of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImageFormat {
    Svg,
    Png,
    Pdf,
}

impl ImageFormat {
    /// Returns the format for the extension of a file name. Names without extension, such as devices, get SVG.
    pub fn of(path: &Path) -> Result<ImageFormat, Usage> {
        let Some(end) = path.extension() else { return Ok(ImageFormat::Svg) };
        match end.to_string_lossy().to_ascii_lowercase().as_str() {
            "svg" => Ok(ImageFormat::Svg),
            "png" => Ok(ImageFormat::Png),
            "pdf" => Ok(ImageFormat::Pdf),
            _ => Err(Usage(format!(
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

    /// Returns whether letters are drawn with the font of the crate.
    pub fn draws_letters(self) -> bool {
        self != ImageFormat::Svg
    }
}
