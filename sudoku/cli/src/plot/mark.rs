//! Colours, dashes and shapes of series.

use std::fmt::Write as _;

/// Colours of Okabe and Ito, without the yellow, which has little contrast on white.
const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
const DASHES: [&str; 3] = ["", "7 4", "2 3"];

pub(super) fn color(series: usize) -> &'static str {
    COLORS[series % COLORS.len()]
}

/// Returns the dash pattern of a series; empty while the colours are not used up.
pub(super) fn dashes(series: usize) -> &'static str {
    DASHES[series / COLORS.len() % DASHES.len()]
}

/// Draws the mark of a series around a point.
pub(super) fn draw(to: &mut String, series: usize, [x, y]: [f64; 2], is_hollow: bool) {
    let color = color(series);
    let look = match is_hollow {
        // Hollow, so that what lies below stays visible.
        true => format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"1.6\""),
        // Outlined, so that overlapping marks stay distinct.
        false => format!("fill=\"{color}\" stroke=\"#ffffff\" stroke-width=\"0.8\""),
    };
    // Corners around the middle, for shapes of about the same area.
    let corners: &[(f64, f64)] = match series % 5 {
        0 => {
            let _ = writeln!(to, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" {look}/>");
            return;
        }
        1 => &[(-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)],
        2 => &[(0.0, -5.2), (4.8, 3.4), (-4.8, 3.4)],
        3 => &[(0.0, -5.2), (5.2, 0.0), (0.0, 5.2), (-5.2, 0.0)],
        _ => &[(0.0, 5.2), (4.8, -3.4), (-4.8, -3.4)],
    };
    let points: Vec<String> = corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
    let _ = writeln!(to, "<polygon points=\"{}\" {look}/>", points.join(" "));
}
