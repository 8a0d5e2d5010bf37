//! Plots.
//!
//! A [`Plot`] has two [`Axis`] and some [`Series`] of points; [`page`] draws them. The seven
//! colours are those of Okabe and Ito, which are distinguishable with every kind of colour vision. Beyond seven
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
    /// At a position on the horizontal axis.
    Across(f64, String),
    /// At a position on the vertical axis.
    Along(f64, String),
    /// Diagonal where both values are equal.
    Equal(String),
}
