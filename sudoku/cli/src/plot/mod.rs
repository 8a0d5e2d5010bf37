//! Plots.
//!
//! A [`Plot`] has two [`Axis`], some [`Series`] of points and reference lines, each a [`Rule`]; [`page`] draws them. The
//! seven colours are those of Okabe and Ito, which are distinguishable with every kind of colour vision. Beyond seven
//! series, lines are dashed and marks have different shapes.

mod axis;
mod draw;
mod mark;

pub(crate) use axis::{Axis, Scale, Unit};
pub(crate) use draw::page;

/// Content of a plot.
#[derive(Clone, Debug)]
pub(crate) struct Plot {
    pub title: String,
    /// Subtitle.
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
    /// Height at which marks are hollow: the true value is larger by an unknown amount.
    pub ceiling: Option<f64>,
}

/// Style of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Step line that rises at each point, with a few marks.
    Steps,
    /// Line from point to point, with a mark at each.
    Line,
    /// A mark at each point.
    Marks,
}

/// Reference line.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    /// Across the horizontal axis, at a position of it: from top to bottom.
    Across(f64, String),
    /// Along the horizontal axis, at a position of the vertical one: from left to right.
    Along(f64, String),
    /// Diagonal where both values are equal.
    Equal(String),
}
