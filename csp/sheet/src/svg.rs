//! Images as SVG.

use std::fmt::{self, Write as _};

use crate::{Anchor, Attribute, Element, Image, Look, Path, Step, direction};

impl Image {
    /// Returns the image as an SVG file.
    pub fn svg(&self) -> String {
        let ([x, y], [width, height]) = (self.corner, self.size);
        let sides =
            if self.is_in_pixels { format!(" width=\"{width}\" height=\"{height}\"") } else { String::new() };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\"{sides} \
             font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            escaped(&self.paper)
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
            Element::Placed(placement, elements) => {
                let ([x, y], unit) = (placement.at, placement.unit());
                let _ = writeln!(svg, "<g transform=\"matrix({unit:.5} 0 0 {unit:.5} {x:.2} {y:.2})\">");
                elements.iter().for_each(|element| element.write(svg));
                writeln!(svg, "</g>")
            }
            Element::Path(path, look) => writeln!(svg, "<path d=\"{path}\"{look}/>"),
            Element::Circle { centre: [x, y], radius, look } => {
                writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{look}/>")
            }
            Element::Text { place: [x, y], text, look } => {
                let is_upwards = look.attributes().contains(&Attribute::Upwards);
                let turn =
                    if is_upwards { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
                // Viewers order the letters, by the first one that has a direction.
                let is_ordered = text.chars().any(direction::runs_leftwards);
                let order = if is_ordered { " unicode-bidi=\"plaintext\"" } else { "" };
                writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{turn}{look}{order}>{}</text>", escaped(text))
            }
            Element::Tooltip(text) => {
                writeln!(
                    svg,
                    "<title>{}</title>",
                    text.split('\n').map(escaped).collect::<Vec<_>>().join("\n")
                )
            }
        };
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().iter().try_for_each(|step| match step {
            Step::Move([x, y]) => write!(f, "M{x} {y}"),
            Step::Line([x, y]) => write!(f, "L{x} {y}"),
            Step::Curve { control: [cx, cy], to: [x, y] } => write!(f, "Q{cx} {cy} {x} {y}"),
            Step::Arc { radius, to: [x, y] } => write!(f, "A{radius} {radius} 0 0 1 {x} {y}"),
            Step::Close => f.write_str("Z"),
        })
    }
}

/// Writes the attributes of an SVG element, each after a blank.
impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.attributes().iter().try_for_each(|attribute| match attribute {
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
            // A rotation about the place of the text, with which it is written.
            Attribute::Upwards => Ok(()),
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
    use crate::{Pen, at};

    fn written(draw: impl FnOnce(&mut Pen)) -> String {
        let mut pen = Pen::default();
        draw(&mut pen);
        let svg = pen.image(at(0.0, 0.0), at(1.0, 1.0)).svg();
        let (_, drawn) = svg.split_once("/>\n").expect("the paper comes first");
        drawn.trim_end_matches("</svg>\n").to_owned()
    }

    #[test]
    fn text_is_escaped() {
        let text = written(|pen| pen.text(at(0.0, 0.0), "<a & \"b\">\u{1}\n", &Look::inherited().bold()));
        assert_eq!(
            text,
            "<text x=\"0\" y=\"0\" font-weight=\"600\">&lt;a &amp; &quot;b&quot;&gt;\u{fffd} </text>\n"
        );
    }

    #[test]
    fn texts_can_run_upwards() {
        let text = written(|pen| pen.text(at(2.0, 3.0), "up", &Look::inherited().upwards()));
        assert_eq!(text, "<text x=\"2\" y=\"3\" transform=\"rotate(-90 2 3)\">up</text>\n");
    }

    #[test]
    fn tooltips_keep_their_lines() {
        let text = written(|pen| pen.group(&Look::inherited(), |pen| pen.tooltip("a < b\nc")));
        assert_eq!(text, "<g>\n<title>a &lt; b\nc</title>\n</g>\n");
    }

    #[test]
    fn images_in_pixels_say_their_size() {
        let image = Pen::default().image(at(0.0, 0.0), at(30.0, 20.0));
        assert!(!image.svg().contains(" width=\"30\" height=\"20\" font-family"));
        assert!(image.in_pixels().svg().contains(" width=\"30\" height=\"20\" font-family"));
    }
}
