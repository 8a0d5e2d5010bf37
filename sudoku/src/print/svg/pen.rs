//! Writer of SVG elements. Its output is always well-formed.

use std::fmt::Write;

use super::point::Point;

/// The length of a cell's side in units of the image.
pub(super) const SCALE: f64 = 64.0;

/// A length in units of the image, rounded to a hundredth.
fn scaled(length: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    (length * SCALE * 100.0).round() / 100.0 + 0.0
}

/// Escapes the characters that have a meaning in XML, and replaces those that are not allowed.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// The look of an element: a list of attributes.
#[derive(Clone, Default)]
pub(super) struct Look {
    attributes: String,
}

impl Look {
    /// The look of the group that contains the element.
    pub fn inherited() -> Look {
        Look::default()
    }

    /// A filled shape without a border.
    pub fn filled(color: &str) -> Look {
        Look::inherited().with("fill", color)
    }

    /// A stroke without filling.
    pub fn stroked(color: &str, width: f64) -> Look {
        Look::filled("none").border(color, width)
    }

    /// Adds a border.
    pub fn border(self, color: &str, width: f64) -> Look {
        self.with("stroke", color).with("stroke-width", scaled(width))
    }

    /// Rounds ends and corners.
    pub fn round(self) -> Look {
        self.with("stroke-linecap", "round").with("stroke-linejoin", "round")
    }

    /// Extends the ends by half the width.
    pub fn square(self) -> Look {
        self.with("stroke-linecap", "square")
    }

    /// Makes the stroke dashed.
    pub fn dashed(self, dash: f64, gap: f64) -> Look {
        let dashes = format!("{} {}", scaled(dash), scaled(gap));
        self.with("stroke-dasharray", dashes)
    }

    /// Sets the opacity.
    pub fn opacity(self, opacity: f64) -> Look {
        self.with("opacity", opacity)
    }

    /// Makes letters bold.
    pub fn bold(self) -> Look {
        self.with("font-weight", 600)
    }

    /// Sets the size of letters.
    pub fn size(self, size: f64) -> Look {
        self.with("font-size", scaled(size))
    }

    /// Aligns texts by their left end instead of their centre.
    pub fn left_aligned(self) -> Look {
        self.with("text-anchor", "start")
    }

    /// Aligns texts by their right end instead of their centre.
    pub fn right_aligned(self) -> Look {
        self.with("text-anchor", "end")
    }

    fn with(mut self, name: &str, value: impl ToString) -> Look {
        let _ = write!(self.attributes, " {name}=\"{}\"", escaped(&value.to_string()));
        self
    }
}

/// The path of a stroke.
#[derive(Clone, Default)]
pub(super) struct Path {
    data: String,
}

impl Path {
    /// A path through these points.
    pub fn through(points: &[Point]) -> Path {
        let mut path = Path::default();
        path.add(points);
        path
    }

    /// A closed path through these points.
    pub fn around(points: &[Point]) -> Path {
        let mut path = Path::through(points);
        path.close();
        path
    }

    /// Adds a separate stroke.
    pub fn add(&mut self, points: &[Point]) {
        let Some((&first, rest)) = points.split_first() else { return };
        self.put('M', first);
        if rest.is_empty() {
            // A stroke of length 0 is a dot, if its ends are round.
            self.put('L', first);
        }
        rest.iter().for_each(|&point| self.line(point));
    }

    /// Adds a straight line to a point, or begins the path there if it is empty.
    pub fn line(&mut self, to: Point) {
        self.put(if self.data.is_empty() { 'M' } else { 'L' }, to);
    }

    /// Adds a clockwise arc of at most half a circle to a point.
    pub fn arc(&mut self, radius: f64, to: Point) {
        let radius = scaled(radius);
        let _ = write!(self.data, "A{radius} {radius} 0 0 1 {} {}", scaled(to.x), scaled(to.y));
    }

    /// Closes the current stroke.
    pub fn close(&mut self) {
        if !self.data.is_empty() {
            self.data.push('Z');
        }
    }

    fn put(&mut self, command: char, to: Point) {
        let _ = write!(self.data, "{command}{} {}", scaled(to.x), scaled(to.y));
    }
}

/// The elements that were drawn so far.
#[derive(Default)]
pub(super) struct Pen {
    svg: String,
}

impl Pen {
    /// Draws a group of elements with a common look. An empty group is left out.
    pub fn group(&mut self, look: &Look, draw: impl FnOnce(&mut Pen)) {
        let before = self.svg.len();
        let _ = writeln!(self.svg, "<g{}>", look.attributes);
        let opened = self.svg.len();
        draw(self);
        if self.svg.len() == opened {
            self.svg.truncate(before);
        } else {
            self.svg.push_str("</g>\n");
        }
    }

    pub fn path(&mut self, path: &Path, look: &Look) {
        if !path.data.is_empty() {
            let _ = writeln!(self.svg, "<path d=\"{}\"{}/>", path.data, look.attributes);
        }
    }

    pub fn circle(&mut self, centre: Point, radius: f64, look: &Look) {
        let (x, y, radius) = (scaled(centre.x), scaled(centre.y), scaled(radius));
        let _ = writeln!(self.svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}/>", look.attributes);
    }

    /// Draws a text on a baseline through a point.
    pub fn text(&mut self, place: Point, text: &str, look: &Look) {
        if !text.is_empty() {
            let (x, y, text) = (scaled(place.x), scaled(place.y), escaped(text));
            let _ = writeln!(self.svg, "<text x=\"{x}\" y=\"{y}\"{}>{text}</text>", look.attributes);
        }
    }

    /// Returns the image of a part of the plane, on white.
    pub fn image(&self, corner: Point, size: Point) -> String {
        let [x, y, width, height] = [corner.x, corner.y, size.x, size.y].map(scaled);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
             {}</svg>\n",
            self.svg
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::point::at;
    use super::*;

    #[test]
    fn text_is_escaped() {
        let mut pen = Pen::default();
        pen.text(at(0.0, -0.0), "<a & \"b\">\u{1}\n", &Look::inherited().bold());
        let expected =
            "<text x=\"0\" y=\"0\" font-weight=\"600\">&lt;a &amp; &quot;b&quot;&gt;\u{fffd} </text>\n";
        assert_eq!(pen.svg, expected);
    }

    #[test]
    fn empty_groups_are_left_out() {
        let mut pen = Pen::default();
        pen.group(&Look::filled("red"), |pen| {
            pen.text(at(1.0, 1.0), "", &Look::inherited());
            pen.path(&Path::around(&[]), &Look::inherited());
        });
        assert_eq!(pen.svg, "");
    }

    #[test]
    fn paths_are_in_units_of_the_image() {
        let mut path = Path::around(&[at(0.0, 0.0), at(1.0, 0.5)]);
        path.add(&[at(0.33333, 1.0)]);
        path.arc(0.5, at(1.0, 1.0));
        assert_eq!(path.data, "M0 0L64 32ZM21.33 64L21.33 64A32 32 0 0 1 64 64");
    }
}
