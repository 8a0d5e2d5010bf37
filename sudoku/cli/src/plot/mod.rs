//! Plots as SVG images: data in, text out.
//!
//! A [`Plot`] has two [`Axis`] and some [`Series`] of points; [`draw`](Plot::draw) gives the image. Colours are those of Okabe
//! and Ito, which people tell apart however they see colours; beyond the seven of them, lines are dashed, and marks have
//! different shapes too.

mod axis;
mod draw;
mod mark;

pub(crate) use axis::{Axis, Scale, Unit};
pub(crate) use draw::page;

/// What is to be seen.
#[derive(Clone, Debug)]
pub(crate) struct Plot {
    pub title: String,
    /// A second line, in small letters.
    pub note: String,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
    pub rules: Vec<Rule>,
}

/// Points with a name.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub name: String,
    pub style: Style,
    pub points: Vec<(f64, f64)>,
    /// Marks at this height are hollow: what they stand for is more, but nobody knows how much.
    pub ceiling: Option<f64>,
}

/// How points are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// A line that goes up only where there is a point, with a mark now and then.
    Steps,
    /// A line from point to point, with a mark at each.
    Line,
    /// A mark at each point.
    Marks,
}

/// A line that is there for comparison.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    /// At a place of the horizontal axis.
    Across(f64, String),
    /// At a place of the vertical one.
    Along(f64, String),
    /// Where both are equal.
    Equal(String),
}
