//! Drawing of plots: frame, grid, lines, marks, legend.

use sheet::{Image, Look, Path, Pen, Point, at};

use super::axis::{Ruler, Scale};
use super::mark;
use super::{Axis, Plot, Rule, Series, Style};

/// Size of the plotting area, and its margins.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 24.0;
const ABOVE: f64 = 64.0;
const BELOW: f64 = 60.0;

/// Approximate width of a letter, and height of a line, in the legend.
const LETTER: f64 = 7.0;
const LEGEND_LINE: f64 = 21.0;
/// Distance from the sample of a line to its name.
const SAMPLE: f64 = 34.0;

/// The usual size of letters.
const LETTERS: f64 = 13.0;

const INK: &str = "#222222";
const QUIET: &str = "#666666";
const GRID: &str = "#d8d8d8";
const FAINT: &str = "#efefef";

/// Approximate number of marks on a step line.
const MARKS_ON_STEPS: usize = 6;

/// Returns plots one below the other, as an image in pixels.
pub(crate) fn page(plots: &[Plot]) -> Image {
    let width = plots.iter().map(Plot::width).fold(0.0, f64::max);
    let mut height = 0.0;
    let mut pen = Pen::default();
    for plot in plots {
        pen.group(&Look::inherited().size(LETTERS), |pen| plot.draw(pen, height));
        height += plot.height();
    }
    pen.image(at(0.0, 0.0), at(width, height)).scaled(1.0).in_pixels()
}

/// Plotting area with both axes.
struct Field<'a> {
    x: Ruler<'a>,
    y: Ruler<'a>,
    bottom: f64,
    right: f64,
}

impl Field<'_> {
    /// Returns the point at shares of both axes.
    fn point(&self, x: f64, y: f64) -> Point {
        at(LEFT + x * (self.right - LEFT), self.bottom - y * HEIGHT)
    }

    /// Returns the point of two values.
    fn at(&self, (x, y): (f64, f64)) -> Point {
        self.point(self.x.place(x), self.y.place(y))
    }
}

impl Plot {
    /// Returns the width of the plotting area, which is a square if both axes have the same meaning.
    fn field_width(&self) -> f64 {
        if self.rules.iter().any(|rule| matches!(rule, Rule::Equal(_))) { HEIGHT } else { WIDTH }
    }

    /// Returns the length of the longest name in the legend; a single series has no legend.
    fn legend(&self) -> usize {
        let names = self.series.iter().map(|series| series.name.chars().count());
        if self.series.len() > 1 { names.max().unwrap_or(0) } else { 0 }
    }

    fn width(&self) -> f64 {
        let legend = self.legend() as f64;
        let beside = if legend > 0.0 { 20.0 + SAMPLE + legend * LETTER } else { 0.0 };
        (LEFT + self.field_width() + beside + RIGHT).ceil()
    }

    fn height(&self) -> f64 {
        let names = if self.legend() > 0 { self.series.len() as f64 * LEGEND_LINE } else { 0.0 };
        ABOVE + HEIGHT.max(names) + BELOW
    }

    /// Draws the plot with its upper edge at a height.
    fn draw(&self, pen: &mut Pen, above: f64) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let across = self.rules.iter().filter_map(|rule| match rule {
            Rule::Across(value, _) => Some(*value),
            _ => None,
        });
        let along = self.rules.iter().filter_map(|rule| match rule {
            Rule::Along(value, _) => Some(*value),
            _ => None,
        });
        let top = above + ABOVE;
        let field = Field {
            x: Ruler::new(&self.x, points().map(|point| point.0).chain(across)),
            y: Ruler::new(&self.y, points().map(|point| point.1).chain(along)),
            bottom: top + HEIGHT,
            right: LEFT + self.field_width(),
        };
        let title = Look::filled(INK).size(17.0).bold().left_aligned();
        pen.text(at(LEFT, above + 26.0), &self.title, &title);
        pen.text(at(LEFT, above + 46.0), &self.note, &Look::filled(QUIET).left_aligned());
        draw_grid(pen, &field);
        draw_labels(pen, &self.x, &self.y, &field);
        self.rules.iter().for_each(|rule| draw_rule(pen, rule, &field));
        for (index, series) in self.series.iter().enumerate() {
            draw_series(pen, index, series, &field);
        }
        if self.legend() > 0 {
            draw_legend(pen, &self.series, at(field.right + 20.0, top));
        }
    }
}

fn draw_grid(pen: &mut Pen, field: &Field<'_>) {
    let (x, y) = (field.x.ticks(), field.y.ticks());
    // Lines of ticks without a label are fainter, and lie below the others.
    for (is_labelled, colour) in [(false, FAINT), (true, GRID)] {
        let mut lines = Path::default();
        for tick in x.iter().filter(|tick| tick.text.is_empty() != is_labelled) {
            lines.add(&[field.point(tick.at, 1.0), field.point(tick.at, 0.0)]);
        }
        for tick in y.iter().filter(|tick| tick.text.is_empty() != is_labelled) {
            lines.add(&[field.point(0.0, tick.at), field.point(1.0, tick.at)]);
        }
        pen.path(&lines, &Look::stroked(colour, 1.0));
    }
    let axes = [field.point(0.0, 1.0), field.point(0.0, 0.0), field.point(1.0, 0.0)];
    pen.path(&Path::through(&axes), &Look::stroked(INK, 1.0));
    let look = Look::filled(INK);
    x.iter().for_each(|tick| pen.text(field.point(tick.at, 0.0) + at(0.0, 19.0), &tick.text, &look));
    let look = look.right_aligned();
    y.iter().for_each(|tick| pen.text(field.point(0.0, tick.at) + at(-8.0, 4.5), &tick.text, &look));
}

fn draw_labels(pen: &mut Pen, x: &Axis, y: &Axis, field: &Field<'_>) {
    let name = |axis: &Axis| match axis.scale {
        Scale::Log => format!("{} (logarithmic)", axis.label),
        _ => axis.label.clone(),
    };
    pen.text(field.point(0.5, 0.0) + at(0.0, 44.0), &name(x), &Look::filled(INK));
    pen.text(at(18.0, field.point(0.0, 0.5).y), &name(y), &Look::filled(INK).upwards());
}

fn draw_rule(pen: &mut Pen, rule: &Rule, field: &Field<'_>) {
    let corner = field.point(0.0, 0.0);
    let look = Look::filled(QUIET).size(12.0);
    let (from, to, name, place, look) = match rule {
        Rule::Across(value, name) => {
            let x = field.x.place(*value);
            let (from, to) = (field.point(x, 1.0), field.point(x, 0.0));
            (from, to, name, to + at(-5.0, -8.0), look.right_aligned())
        }
        Rule::Along(value, name) => {
            let y = field.y.place(*value);
            let (from, to) = (field.point(0.0, y), field.point(1.0, y));
            (from, to, name, from + at(6.0, -6.0), look.left_aligned())
        }
        // Both axes have the same range.
        Rule::Equal(name) => {
            (corner, field.point(1.0, 1.0), name, corner + at(28.0, -12.0), look.left_aligned())
        }
    };
    pen.path(&Path::through(&[from, to]), &Look::stroked(QUIET, 1.0).dashed(4.0, 4.0));
    pen.text(place, name, &look);
}

fn draw_series(pen: &mut Pen, index: usize, series: &Series, field: &Field<'_>) {
    let points: Vec<Point> = series.points.iter().map(|&point| field.at(point)).collect();
    let is_at_ceiling = |nth: usize| series.ceiling.is_some_and(|ceiling| series.points[nth].1 >= ceiling);
    if series.style != Style::Marks && points.len() > 1 {
        pen.path(&line(series.style, &points, is_at_ceiling), &mark::stroke(index));
    }
    let last = points.len().saturating_sub(1);
    // Marks begin at different points, so that overlapping lines show different marks.
    let every = if series.style == Style::Steps { (points.len() / MARKS_ON_STEPS).max(1) } else { 1 };
    let first = index * every / 7 % every;
    for (nth, &point) in points.iter().enumerate() {
        if point.y.is_finite() && (nth % every == first || nth == last) {
            mark::draw(pen, index, point, is_at_ceiling(nth));
        }
    }
}

/// Returns the line of a series. An unknown value is a gap.
fn line(style: Style, points: &[Point], is_at_ceiling: impl Fn(usize) -> bool) -> Path {
    let mut path = Path::default();
    let mut stroke: Vec<Point> = Vec::new();
    let mut end = |stroke: &mut Vec<Point>| {
        // A point without neighbours has only its mark.
        if stroke.len() > 1 {
            path.add(stroke);
        }
        stroke.clear();
    };
    for (nth, &point) in points.iter().enumerate() {
        // A line along the ceiling would carry no information and hide others.
        let is_apart = nth > 0 && is_at_ceiling(nth) && is_at_ceiling(nth - 1);
        if is_apart || !point.y.is_finite() {
            end(&mut stroke);
        }
        if point.y.is_finite() {
            if let Some(before) = stroke.last().filter(|_| style == Style::Steps) {
                stroke.push(at(point.x, before.y));
            }
            stroke.push(point);
        }
    }
    end(&mut stroke);
    path
}

/// Draws the names of series below each other, from a corner on.
fn draw_legend(pen: &mut Pen, series: &[Series], corner: Point) {
    for (index, series) in series.iter().enumerate() {
        let left = corner + at(0.0, 10.0 + index as f64 * LEGEND_LINE);
        if series.style != Style::Marks {
            pen.path(&Path::through(&[left, left + at(26.0, 0.0)]), &mark::stroke(index));
        }
        mark::draw(pen, index, left + at(13.0, 0.0), false);
        pen.text(left + at(SAMPLE, 4.5), &series.name, &Look::filled(INK).left_aligned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Unit;

    fn plot(style: Style, points: &[(f64, f64)]) -> Plot {
        let axis = |label: &str, scale, unit| Axis { label: label.into(), unit, scale, reaches: Vec::new() };
        Plot {
            title: "a < b & c".into(),
            note: String::new(),
            x: axis("time", Scale::Log, Unit::Seconds),
            y: axis("solved", Scale::Linear, Unit::Count),
            series: vec![Series { name: "one".into(), style, points: points.to_vec(), ceiling: None }],
            rules: Vec::new(),
        }
    }

    /// Rounds as images do.
    fn rounded(length: f64) -> f64 {
        (length * 100.0).round() / 100.0
    }

    #[test]
    fn marks_are_at_the_positions_of_the_data() {
        // Three decades and 4 % of them on each side; 10 and 4 % above.
        let image = page(&[plot(Style::Marks, &[(1e-3, 10.0), (1e-2, 5.0), (1.0, 0.0)])]).svg();
        let x = |decade: f64| LEFT + WIDTH * (decade + 0.12) / 3.24;
        let y = |count: f64| ABOVE + HEIGHT * (1.0 - count / 10.4);
        for (decade, count) in [(0.0, 10.0), (1.0, 5.0), (3.0, 0.0)] {
            let mark = format!("<circle cx=\"{}\" cy=\"{}\"", rounded(x(decade)), rounded(y(count)));
            assert!(image.contains(&mark), "{mark} in\n{image}");
        }
        assert_eq!(image.matches("<circle").count(), 3);
        // Ticks stand below their values.
        for (decade, text) in [(0.0, "1 ms"), (1.0, "10 ms"), (3.0, "1 s")] {
            let tick = format!("<text x=\"{}\" y=\"{}\"", rounded(x(decade)), ABOVE + HEIGHT + 19.0);
            let line = image.lines().find(|line| line.starts_with(&tick)).expect("there is a tick");
            assert!(line.ends_with(&format!(">{text}</text>")), "{line}");
        }
        assert!(image.contains("time (logarithmic)") && image.contains(">a &lt; b &amp; c</text>"));
    }

    #[test]
    fn steps_go_up_where_points_are() {
        let image = page(&[plot(Style::Steps, &[(1e-3, 1.0), (1e-1, 2.0)])]).svg();
        let [left, right] = [0.08, 2.08].map(|decades| rounded(LEFT + WIDTH * decades / 2.16));
        let [low, high] = [1.0, 2.0].map(|count| rounded(ABOVE + HEIGHT * (1.0 - count / 2.08)));
        let path = format!("M{left} {low}L{right} {low}L{right} {high}\"");
        assert!(image.contains(&path), "{path} in\n{image}");
    }

    #[test]
    fn marks_at_the_ceiling_are_hollow_and_unknown_values_are_gaps() {
        let points = [(1.0, 1.0), (2.0, 9.0), (3.0, 9.0), (4.0, f64::NAN), (5.0, 1.0)];
        let mut one = plot(Style::Line, &points);
        one.series[0].ceiling = Some(9.0);
        let image = page(&[one]).svg();
        let circles = |fill: &str| {
            image.lines().filter(|line| line.starts_with("<circle") && line.contains(fill)).count()
        };
        assert_eq!((circles("fill=\"none\""), circles("fill=\"#0072b2\"")), (2, 2));
        let path = image.lines().find(|line| line.contains("stroke-width=\"2\"")).expect("there is a line");
        // From the first point up to the ceiling.
        assert_eq!((path.matches('M').count(), path.matches('L').count()), (1, 1), "{path}");
    }

    #[test]
    fn plots_stand_below_each_other() {
        let one = plot(Style::Line, &[(1.0, 1.0), (2.0, 2.0)]);
        let two = page(&[one.clone(), one]).svg();
        let height = ABOVE + HEIGHT + BELOW;
        assert!(two.contains(&format!("height=\"{:.0}\" font-family", 2.0 * height)));
        for top in [0.0, height] {
            assert!(two.contains(&format!("<text x=\"{LEFT}\" y=\"{}\"", top + 26.0)));
        }
    }
}
