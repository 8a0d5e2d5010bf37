//! Looks of elements.

/// The look of an element: attributes in the order in which they were set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    attributes: Vec<Attribute>,
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
    /// A text runs upwards from its place.
    Upwards,
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

impl Look {
    /// The look of the group that contains the element.
    pub fn inherited() -> Look {
        Look::default()
    }

    /// A filled shape without a border.
    pub fn filled(colour: &str) -> Look {
        Look::inherited().with(Attribute::Fill(colour.into()))
    }

    /// A stroke without filling.
    pub fn stroked(colour: &str, width: f64) -> Look {
        Look::filled("none").border(colour, width)
    }

    /// Adds a border.
    pub fn border(self, colour: &str, width: f64) -> Look {
        self.with(Attribute::Stroke(colour.into())).with(Attribute::StrokeWidth(width))
    }

    /// Rounds ends and corners.
    pub fn round(self) -> Look {
        self.with(Attribute::Round)
    }

    /// Extends the ends by half the width.
    pub fn square(self) -> Look {
        self.with(Attribute::Square)
    }

    /// Makes the stroke dashed.
    pub fn dashed(self, dash: f64, gap: f64) -> Look {
        self.with(Attribute::Dashes([dash, gap]))
    }

    /// Sets the opacity.
    pub fn opacity(self, opacity: f64) -> Look {
        self.with(Attribute::Opacity(opacity))
    }

    /// Makes letters bold.
    pub fn bold(self) -> Look {
        self.with(Attribute::Bold)
    }

    /// Sets the size of letters.
    pub fn size(self, size: f64) -> Look {
        self.with(Attribute::FontSize(size))
    }

    /// Aligns texts by their left end instead of their centre.
    pub fn left_aligned(self) -> Look {
        self.with(Attribute::Anchor(Anchor::Start))
    }

    /// Aligns texts by their right end instead of their centre.
    pub fn right_aligned(self) -> Look {
        self.with(Attribute::Anchor(Anchor::End))
    }

    /// Lets texts run upwards.
    pub fn upwards(self) -> Look {
        self.with(Attribute::Upwards)
    }

    /// The attributes. Other attributes are inherited from the group around the element.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    fn with(mut self, attribute: Attribute) -> Look {
        self.attributes.push(attribute);
        self
    }

    pub(crate) fn each_colour(&mut self, change: &impl Fn(&mut String)) {
        for attribute in &mut self.attributes {
            if let Attribute::Fill(colour) | Attribute::Stroke(colour) = attribute {
                change(colour);
            }
        }
    }

    pub(crate) fn each_length(&mut self, change: &impl Fn(&mut f64)) {
        for attribute in &mut self.attributes {
            match attribute {
                Attribute::StrokeWidth(length) | Attribute::FontSize(length) => change(length),
                Attribute::Dashes(lengths) => lengths.iter_mut().for_each(change),
                Attribute::Fill(_) | Attribute::Stroke(_) | Attribute::Opacity(_) | Attribute::Anchor(_) => {}
                Attribute::Round | Attribute::Square | Attribute::Bold | Attribute::Upwards => {}
            }
        }
    }
}
