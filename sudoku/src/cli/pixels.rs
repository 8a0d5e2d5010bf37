//! Images in pixels, behind the feature `png`.

/// Whether the program was built with it.
pub(super) const ARE_BUILT_IN: bool = cfg!(feature = "png");
/// What is said where it was not.
pub(super) const MISSING: &str =
    "this program was built without PNG: build it with `--features png`, or draw SVG and convert that";

/// A PNG of an SVG image.
#[cfg(feature = "png")]
pub(super) fn png(image: &str) -> Result<Vec<u8>, String> {
    use resvg::{tiny_skia, usvg};

    /// Images are drawn twice as large as they are, unless the longer side had more pixels than this.
    const MOST: f32 = 4096.0;
    let wrong = |what: String| format!("sudoku: the image cannot be drawn in pixels: {what}");
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

/// The fonts of this machine. One of them has to stand for `sans-serif`, which is none itself.
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
pub(super) fn png(_: &str) -> Result<Vec<u8>, String> {
    Err(MISSING.into())
}
