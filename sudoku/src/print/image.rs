//! Images as data: shapes and texts with their looks, which writers turn into SVG and other formats.

use std::fmt::{self, Write as _};

/// A position or an extent in units of the image: x to the right, y downwards.
pub type Place = [f64; 2];

/// A rectangle of the plane with the elements on it, from back to front, on white.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// The upper left corner.
    pub corner: Place,
    /// Width and height.
    pub size: Place,
    /// The drawn elements.
    pub elements: Vec<Element>,
}

/// A part of an image.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Element {
    /// Elements with a common look, which their own looks override. An opacity applies to the group as a whole.
    Group(Look, Vec<Element>),
    /// A shape.
    Path(Path, Look),
    /// A circle.
    Circle {
        /// The centre.
        centre: Place,
        /// The radius.
        radius: f64,
        /// The look.
        look: Look,
    },
    /// A line of text.
    Text {
        /// The point of the baseline at which the text is anchored: by its middle, unless the look says otherwise.
        place: Place,
        /// The text.
        text: String,
        /// The look.
        look: Look,
    },
}

/// The look of an element: attributes in the order in which they were set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    pub(super) attributes: Vec<Attribute>,
}

impl Look {
    /// The attributes. Other attributes are inherited from the group around the element.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }
}

/// A property of an element. Colours are `none`, `#` and three, six or eight hexadecimal digits.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Attribute {
    /// The colour inside; black by default.
    Fill(String),
    /// The colour of the border or line; none by default.
    Stroke(String),
    /// The width of the border or line.
    StrokeWidth(f64),
    /// Lines have round ends and corners.
    Round,
    /// Lines are extended at their ends by half their width.
    Square,
    /// Lengths of dashes and of the gaps between them.
    Dashes([f64; 2]),
    /// The opacity of the element as a whole, from 0 to 1.
    Opacity(f64),
    /// Letters are bold.
    Bold,
    /// The size of letters.
    FontSize(f64),
    /// The point of a text that is its place.
    Anchor(Anchor),
}

/// The point of a text that is its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// Strokes one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    pub(super) steps: Vec<Step>,
}

impl Path {
    /// The steps, of which the first is a [`Step::Move`].
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Step {
    /// A new stroke begins.
    Move(Place),
    /// A straight line.
    Line(Place),
    /// A clockwise arc of at most half a circle.
    Arc {
        /// The radius of the circle.
        radius: f64,
        /// The end.
        to: Place,
    },
    /// A straight line to the beginning of the stroke.
    Close,
}

impl Image {
    /// Returns the image as an SVG file.
    pub fn svg(&self) -> String {
        let ([x, y], [width, height]) = (self.corner, self.size);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        self.elements.iter().for_each(|element| element.write(&mut svg));
        svg + "</svg>\n"
    }
}

impl Element {
    fn write(&self, svg: &mut String) {
        let _ = match self {
            Element::Group(look, elements) => {
                let _ = writeln!(svg, "<g{look}>");
                elements.iter().for_each(|element| element.write(svg));
                writeln!(svg, "</g>")
            }
            Element::Path(path, look) => writeln!(svg, "<path d=\"{path}\"{look}/>"),
            Element::Circle { centre: [x, y], radius, look } => {
                writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{look}/>")
            }
            Element::Text { place: [x, y], text, look } => {
                writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{look}>{}</text>", escaped(text))
            }
        };
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| match step {
            Step::Move([x, y]) => write!(f, "M{x} {y}"),
            Step::Line([x, y]) => write!(f, "L{x} {y}"),
            Step::Arc { radius, to: [x, y] } => write!(f, "A{radius} {radius} 0 0 1 {x} {y}"),
            Step::Close => f.write_str("Z"),
        })
    }
}

/// Writes the attributes of an SVG element, each after a blank.
impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.attributes.iter().try_for_each(|attribute| match attribute {
            Attribute::Fill(colour) => write!(f, " fill=\"{}\"", escaped(colour)),
            Attribute::Stroke(colour) => write!(f, " stroke=\"{}\"", escaped(colour)),
            Attribute::StrokeWidth(width) => write!(f, " stroke-width=\"{width}\""),
            Attribute::Round => f.write_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\""),
            Attribute::Square => f.write_str(" stroke-linecap=\"square\""),
            Attribute::Dashes([dash, gap]) => write!(f, " stroke-dasharray=\"{dash} {gap}\""),
            Attribute::Opacity(opacity) => write!(f, " opacity=\"{opacity}\""),
            Attribute::Bold => f.write_str(" font-weight=\"600\""),
            Attribute::FontSize(size) => write!(f, " font-size=\"{size}\""),
            Attribute::Anchor(Anchor::Start) => f.write_str(" text-anchor=\"start\""),
            Attribute::Anchor(Anchor::Middle) => f.write_str(" text-anchor=\"middle\""),
            Attribute::Anchor(Anchor::End) => f.write_str(" text-anchor=\"end\""),
        })
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let look = Look { attributes: vec![Attribute::Bold] };
        let text = Element::Text { place: [0.0, 0.0], text: "<a & \"b\">\u{1}\n".into(), look };
        let mut svg = String::new();
        text.write(&mut svg);
        let expected =
            "<text x=\"0\" y=\"0\" font-weight=\"600\">&lt;a &amp; &quot;b&quot;&gt;\u{fffd} </text>\n";
        assert_eq!(svg, expected);
    }
}
