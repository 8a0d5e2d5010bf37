//! Colours of drawings.

use crate::rules::mark::Paint;

/// Givens and printed texts.
pub(super) const INK: &str = "#1c1c1e";
/// Digits of a solution.
pub(super) const FOUND: &str = "#1d5fd1";
/// Pencil marks.
pub(super) const PENCIL: &str = "#6b7280";
/// Pencil marks that have no part in a step.
pub(super) const FAINT: &str = "#aab0b8";
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

/// The places of a step: their border and tint, and the tint of places that only take part.
pub(super) const PLACE: &str = "#a8790b";
pub(super) const PLACE_TINT: &str = "#fff1bf";
pub(super) const SECOND_TINT: &str = "#e6effc";
/// What excludes candidates.
pub(super) const CAUSE: &str = "#a84300";
/// Candidates of which one holds, of up to three sets: border and tint.
pub(super) const TRUTHS: [(&str, &str); 3] =
    [("#12702f", "#dcf5e3"), ("#6b2fb3", "#efe3fb"), ("#0b6b7d", "#dcf3f6")];
/// What a step removes, and what it places.
pub(super) const GONE: &str = "#c81e1e";
pub(super) const GONE_TINT: &str = "#fde0e0";
pub(super) const SET: &str = "#1456d0";
pub(super) const SET_TINT: &str = "#e3edff";
/// The arrows of a chain, and those of its cases.
pub(super) const CASES: [&str; 4] = ["#7a2fb8", "#08717f", "#9a5b00", "#4a5568"];
