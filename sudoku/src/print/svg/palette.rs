//! Colours of drawings.

use crate::rules::mark::Paint;

/// Givens and printed texts.
pub(super) const INK: &str = "#1c1c1e";
/// Digits of a solution.
pub(super) const FOUND: &str = "#1d5fd1";
/// Pencil marks.
pub(super) const PENCIL: &str = "#6b7280";
/// Lines between cells of one region.
pub(super) const GRID: &str = "#8e8e93";
/// The background of texts on lines.
pub(super) const PAPER: &str = "#fff";

/// The opacity of a wide line, of a thin line or border, and of a filled cell.
pub(super) const WIDE: f64 = 0.5;
pub(super) const THIN: f64 = 0.85;
pub(super) const SHADE: f64 = 0.26;

impl Paint {
    pub(super) fn color(self) -> &'static str {
        match self {
            Paint::Grey => "#85858c",
            Paint::Red => "#e5484d",
            Paint::Green => "#35b34a",
            Paint::Blue => "#3b93e8",
            Paint::Purple => "#a94fd6",
            Paint::Orange => "#f5892b",
            Paint::Pink => "#f062b8",
            Paint::Yellow => "#f2c521",
            Paint::Black => INK,
            Paint::White => PAPER,
        }
    }
}
