//! Colours, dashes and shapes of series.

use sheet::{Look, Path, Pen, Point, at};

/// Colours of Okabe and Ito, without the yellow, which has little contrast on white.
const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
const DASHES: [Option<(f64, f64)>; 3] = [None, Some((7.0, 4.0)), Some((2.0, 3.0))];

fn colour(series: usize) -> &'static str {
    COLORS[series % COLORS.len()]
}

/// Returns the look of a series' line. It is dashed once the colours are used up.
pub(super) fn stroke(series: usize) -> Look {
    let look = Look::stroked(colour(series), 2.0).round();
    match DASHES[series / COLORS.len() % DASHES.len()] {
        Some((dash, gap)) => look.dashed(dash, gap),
        None => look,
    }
}

/// Draws the mark of a series around a point.
pub(super) fn draw(pen: &mut Pen, series: usize, middle: Point, is_hollow: bool) {
    let look = if is_hollow {
        // What lies below stays visible.
        Look::stroked(colour(series), 1.6)
    } else {
        // Outlined, so that overlapping marks stay distinct.
        Look::filled(colour(series)).border("#ffffff", 0.8)
    };
    // Corners around the middle, for shapes of about the same area.
    let corners: &[(f64, f64)] = match series % 5 {
        0 => return pen.circle(middle, 4.0, &look),
        1 => &[(-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)],
        2 => &[(0.0, -5.2), (4.8, 3.4), (-4.8, 3.4)],
        3 => &[(0.0, -5.2), (5.2, 0.0), (0.0, 5.2), (-5.2, 0.0)],
        _ => &[(0.0, 5.2), (4.8, -3.4), (-4.8, -3.4)],
    };
    let corners: Vec<Point> = corners.iter().map(|&(x, y)| middle + at(x, y)).collect();
    pen.path(&Path::around(&corners), &look);
}
