//! Image files: SVG, PNG and PDF of puzzles; SVG of plots, and PNG of them behind the feature `png`.

use std::path::Path;

use sudoku::print::image::Image;

use crate::{Usage, paint};

/// Message of a program built without PNG of plots.
const MISSING: &str = "this program was built without PNG of plots: build it with `--features png`, or draw SVG and \
    convert that";

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
            ImageFormat::Png => paint::png(image),
            ImageFormat::Pdf => paint::pdf(image, title),
        }
    }

    /// Returns whether letters are drawn with the font of the program.
    pub fn draws_letters(self) -> bool {
        self != ImageFormat::Svg
    }
}

/// Format of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlotFormat {
    Svg,
    Png,
}

impl PlotFormat {
    /// Returns the format for the extension of a file name. Names without extension, such as devices, get SVG.
    pub fn of(path: &Path) -> Result<PlotFormat, Usage> {
        let Some(end) = path.extension() else { return Ok(PlotFormat::Svg) };
        match end.to_string_lossy().to_ascii_lowercase().as_str() {
            "svg" => Ok(PlotFormat::Svg),
            "png" if cfg!(feature = "png") => Ok(PlotFormat::Png),
            "png" => Err(Usage(MISSING.into())),
            _ => Err(Usage(format!("{}: a plot is FILE.svg, or FILE.png (pixels)", path.display()))),
        }
    }

    /// Converts an SVG image to the bytes of a file.
    pub fn bytes(self, image: &str) -> Result<Vec<u8>, String> {
        match self {
            PlotFormat::Svg => Ok(image.as_bytes().to_vec()),
            PlotFormat::Png => png(image),
        }
    }
}

/// Renders an SVG image as PNG.
#[cfg(feature = "png")]
fn png(image: &str) -> Result<Vec<u8>, String> {
    use resvg::{tiny_skia, usvg};

    /// Images are drawn at twice their size, unless the longer side had more pixels than this.
    const MOST: f32 = 4096.0;
    let wrong = |what: String| format!("the image cannot be drawn in pixels: {what}");
    let mut options = usvg::Options::default();
    load_fonts(options.fontdb_mut()).ok_or_else(|| wrong("no fonts are installed".into()))?;
    let tree = usvg::Tree::from_str(image, &options).map_err(|error| wrong(error.to_string()))?;
    let size = tree.size();
    let scale = (MOST / size.width().max(size.height())).min(2.0);
    let [width, height] = [size.width(), size.height()].map(|side| (side * scale).ceil() as u32);
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or_else(|| wrong("it is too large".into()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| wrong(error.to_string()))
}

/// Loads the fonts of this machine, one of which has to stand for `sans-serif`.
#[cfg(feature = "png")]
fn load_fonts(fonts: &mut resvg::usvg::fontdb::Database) -> Option<()> {
    const USUAL: [&str; 6] =
        ["Arial", "Helvetica", "Liberation Sans", "DejaVu Sans", "Noto Sans", "Open Sans"];
    fonts.load_system_fonts();
    let families: Vec<String> =
        fonts.faces().flat_map(|face| face.families.iter().map(|(name, _)| name.clone())).collect();
    let usual = USUAL.into_iter().find(|usual| families.iter().any(|name| name == usual));
    let family = usual.or(families.first().map(String::as_str))?;
    fonts.set_sans_serif_family(family);
    Some(())
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, String> {
    Err(MISSING.into())
}
