//! Groups of arguments that several commands share, and parsers of their values.

mod effort;
mod input;
mod limits;
pub(crate) mod name;
mod output;
pub(crate) mod shield;
pub(crate) mod strategy;
pub(crate) mod units;

use clap::builder::styling::{AnsiColor, Styles};

pub(crate) use effort::Effort;
pub(crate) use input::Input;
pub(crate) use limits::Limits;
#[cfg(feature = "serve")]
pub(crate) use limits::of_answers;
pub(crate) use output::{Color, Output};

/// Colours of the help text.
pub(crate) const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());
