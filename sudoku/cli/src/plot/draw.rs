//! Drawing of plots: frame, grid, lines, marks, legend.

use std::fmt::Write as _;

use sudoku::print::escaped;

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

const INK: &str = "#222222";
const QUIET: &str = "#666666";
const GRID: &str = "#d8d8d8";
const FAINT: &str = "#efefef";

/// Approximate number of marks on a step line.
const MARKS_ON_STEPS: usize = 6;

/// Returns plots one below the other, as an SVG file.
pub(crate) fn page(plots: &[Plot]) -> String {
    let width = plots.iter().map(Plot::width).fold(0.0, f64::max);
    let height: f64 = plots.iter().map(Plot::height).sum();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} \
         {height:.0}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" \
         style=\"font-variant-numeric: tabular-nums\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    let mut top = 0.0;
    for plot in plots {
        let _ = writeln!(text, "<g transform=\"translate(0 {top:.0})\">");
        plot.draw(&mut text);
        text += "</g>\n";
        top += plot.height();
    }
    text + "</svg>\n"
}

/// Plotting area with both axes.
struct Field<'a> {
    x: Ruler<'a>,
    y: Ruler<'a>,
    width: f64,
}

impl Field<'_> {
    /// Returns the coordinates of a point.
    fn at(&self, (x, y): (f64, f64)) -> [f64; 2] {
        [LEFT + self.x.place(x) * self.width, ABOVE + (1.0 - self.y.place(y)) * HEIGHT]
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

    fn draw(&self, to: &mut String) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let across = self.rules.iter().filter_map(|rule| match rule {
            Rule::Across(value, _) => Some(*value),
            _ => None,
        });
        let along = self.rules.iter().filter_map(|rule| match rule {
            Rule::Along(value, _) => Some(*value),
            _ => None,
        });
        let field = Field {
            x: Ruler::new(&self.x, points().map(|point| point.0).chain(across)),
            y: Ruler::new(&self.y, points().map(|point| point.1).chain(along)),
            width: self.field_width(),
        };
        write(to, [LEFT, 26.0], "font-size=\"17\" font-weight=\"600\"", INK, &self.title);
        write(to, [LEFT, 46.0], "", QUIET, &self.note);
        draw_grid(to, &field);
        draw_labels(to, &self.x, &self.y, field.width);
        self.rules.iter().for_each(|rule| draw_rule(to, rule, &field));
        for (index, series) in self.series.iter().enumerate() {
            draw_series(to, index, series, &field);
        }
        if self.legend() > 0 {
            draw_legend(to, &self.series, LEFT + field.width + 20.0);
        }
    }
}

fn draw_grid(to: &mut String, field: &Field<'_>) {
    let (bottom, right) = (ABOVE + HEIGHT, LEFT + field.width);
    let mut lines = [String::new(), String::new()];
    let mut texts = String::new();
    for tick in field.x.ticks() {
        let x = LEFT + tick.at * field.width;
        let _ = write!(lines[usize::from(!tick.text.is_empty())], "M{x:.1} {ABOVE:.1}V{bottom:.1}");
        write(&mut texts, [x, bottom + 19.0], "text-anchor=\"middle\"", INK, &tick.text);
    }
    for tick in field.y.ticks() {
        let y = bottom - tick.at * HEIGHT;
        let _ = write!(lines[usize::from(!tick.text.is_empty())], "M{LEFT:.1} {y:.1}H{right:.1}");
        write(&mut texts, [LEFT - 8.0, y + 4.5], "text-anchor=\"end\"", INK, &tick.text);
    }
    for (path, color) in lines.iter().zip([FAINT, GRID]).filter(|(path, _)| !path.is_empty()) {
        let _ = writeln!(to, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\"/>");
    }
    let _ = writeln!(
        to,
        "<path d=\"M{LEFT:.1} {ABOVE:.1}V{bottom:.1}H{right:.1}\" fill=\"none\" stroke=\"{INK}\"/>"
    );
    *to += &texts;
}

fn draw_labels(to: &mut String, x: &Axis, y: &Axis, width: f64) {
    let name = |axis: &Axis| match axis.scale {
        Scale::Log => format!("{} (logarithmic)", axis.label),
        _ => axis.label.clone(),
    };
    let middle = [LEFT + width / 2.0, ABOVE + HEIGHT + 44.0];
    write(to, middle, "text-anchor=\"middle\"", INK, &name(x));
    let [left, middle] = [18.0, ABOVE + HEIGHT / 2.0];
    let turned = format!("text-anchor=\"middle\" transform=\"rotate(-90 {left:.1} {middle:.1})\"");
    write(to, [left, middle], &turned, INK, &name(y));
}

fn draw_rule(to: &mut String, rule: &Rule, field: &Field<'_>) {
    let (bottom, right) = (ABOVE + HEIGHT, LEFT + field.width);
    let (path, at, anchor, name) = match rule {
        Rule::Across(value, name) => {
            let x = LEFT + field.x.place(*value) * field.width;
            (format!("M{x:.1} {ABOVE:.1}V{bottom:.1}"), [x - 5.0, bottom - 8.0], "end", name)
        }
        Rule::Along(value, name) => {
            let y = bottom - field.y.place(*value) * HEIGHT;
            (format!("M{LEFT:.1} {y:.1}H{right:.1}"), [LEFT + 6.0, y - 6.0], "start", name)
        }
        // Both axes have the same range.
        Rule::Equal(name) => (
            format!("M{LEFT:.1} {bottom:.1}L{right:.1} {ABOVE:.1}"),
            [LEFT + 28.0, bottom - 12.0],
            "start",
            name,
        ),
    };
    let _ = writeln!(to, "<path d=\"{path}\" fill=\"none\" stroke=\"{QUIET}\" stroke-dasharray=\"4 4\"/>");
    write(to, at, &format!("text-anchor=\"{anchor}\" font-size=\"12\""), QUIET, name);
}

fn draw_series(to: &mut String, index: usize, series: &Series, field: &Field<'_>) {
    let points: Vec<[f64; 2]> = series.points.iter().map(|&point| field.at(point)).collect();
    let mut path = String::new();
    let is_at_ceiling = |nth: usize| series.ceiling.is_some_and(|ceiling| series.points[nth].1 >= ceiling);
    let mut is_drawing = false;
    for (nth, [x, y]) in points.iter().enumerate() {
        // A line along the ceiling would carry no information and hide others.
        let is_apart = nth == 0 || is_at_ceiling(nth) && is_at_ceiling(nth - 1);
        let _ = match series.style {
            // Gap.
            _ if !y.is_finite() => Ok(()),
            _ if is_apart || !is_drawing => write!(path, "M{x:.1} {y:.1}"),
            Style::Steps => write!(path, "H{x:.1}V{y:.1}"),
            _ => write!(path, "L{x:.1} {y:.1}"),
        };
        is_drawing = y.is_finite();
    }
    if series.style != Style::Marks && points.len() > 1 {
        let _ = writeln!(to, "<path d=\"{path}\" {}/>", stroke(index));
    }
    let _ = writeln!(to, "<g>");
    let last = points.len().saturating_sub(1);
    // Marks begin at different points, so that overlapping lines show different marks.
    let every = if series.style == Style::Steps { (points.len() / MARKS_ON_STEPS).max(1) } else { 1 };
    let first = index * every / 7 % every;
    for (nth, &point) in points.iter().enumerate() {
        if point[1].is_finite() && (nth % every == first || nth == last) {
            mark::draw(to, index, point, is_at_ceiling(nth));
        }
    }
    let _ = writeln!(to, "</g>");
}

fn draw_legend(to: &mut String, series: &[Series], left: f64) {
    for (index, series) in series.iter().enumerate() {
        let y = ABOVE + 10.0 + index as f64 * LEGEND_LINE;
        if series.style != Style::Marks {
            let _ = writeln!(to, "<path d=\"M{left:.1} {y:.1}h26\" {}/>", stroke(index));
        }
        mark::draw(to, index, [left + 13.0, y], false);
        write(to, [left + SAMPLE, y + 4.5], "", INK, &series.name);
    }
}

/// Returns the attributes of a series' line.
fn stroke(index: usize) -> String {
    let dashes = match mark::dashes(index) {
        "" => String::new(),
        dashes => format!(" stroke-dasharray=\"{dashes}\""),
    };
    format!(
        "fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"{dashes}",
        mark::color(index)
    )
}

fn write(to: &mut String, [x, y]: [f64; 2], attributes: &str, color: &str, text: &str) {
    if !text.is_empty() {
        let between = if attributes.is_empty() { "" } else { " " };
        let text = escaped(text);
        let _ = writeln!(
            to,
            "<text x=\"{x:.1}\" y=\"{y:.1}\"{between}{attributes} fill=\"{color}\">{text}</text>"
        );
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

    #[test]
    fn marks_are_at_the_positions_of_the_data() {
        // Three decades and 4 % of them on each side; 10 and 4 % above.
        let image = page(&[plot(Style::Marks, &[(1e-3, 10.0), (1e-2, 5.0), (1.0, 0.0)])]);
        let x = |decade: f64| LEFT + WIDTH * (decade + 0.12) / 3.24;
        let y = |count: f64| ABOVE + HEIGHT * (1.0 - count / 10.4);
        for (decade, count) in [(0.0, 10.0), (1.0, 5.0), (3.0, 0.0)] {
            let mark = format!("<circle cx=\"{:.1}\" cy=\"{:.1}\"", x(decade), y(count));
            assert!(image.contains(&mark), "{mark} in\n{image}");
        }
        assert_eq!(image.matches("<circle").count(), 3);
        // Ticks stand below their values.
        for (decade, text) in [(0.0, "1 ms"), (1.0, "10 ms"), (3.0, "1 s")] {
            let tick = format!("<text x=\"{:.1}\" y=\"{:.1}\"", x(decade), ABOVE + HEIGHT + 19.0);
            let line = image.lines().find(|line| line.starts_with(&tick)).expect("there is a tick");
            assert!(line.ends_with(&format!(">{text}</text>")), "{line}");
        }
        assert!(image.contains("time (logarithmic)") && image.contains(">a &lt; b &amp; c</text>"));
    }

    #[test]
    fn steps_go_up_where_points_are() {
        let image = page(&[plot(Style::Steps, &[(1e-3, 1.0), (1e-1, 2.0)])]);
        let [left, right] = [0.08, 2.08].map(|decades| LEFT + WIDTH * decades / 2.16);
        let [low, high] = [1.0, 2.0].map(|count| ABOVE + HEIGHT * (1.0 - count / 2.08));
        let path = format!("M{left:.1} {low:.1}H{right:.1}V{high:.1}\"");
        assert!(image.contains(&path), "{path} in\n{image}");
    }

    #[test]
    fn marks_at_the_ceiling_are_hollow_and_unknown_values_are_gaps() {
        let points = [(1.0, 1.0), (2.0, 9.0), (3.0, 9.0), (4.0, f64::NAN), (5.0, 1.0)];
        let mut one = plot(Style::Line, &points);
        one.series[0].ceiling = Some(9.0);
        let image = page(&[one]);
        let circles = |fill: &str| {
            image.lines().filter(|line| line.starts_with("<circle") && line.contains(fill)).count()
        };
        assert_eq!((circles("fill=\"none\""), circles("fill=\"#0072b2\"")), (2, 2));
        let path = image.lines().find(|line| line.contains("stroke-width=\"2\"")).expect("there is a line");
        assert_eq!((path.matches('M').count(), path.matches('L').count()), (3, 1), "{path}");
    }

    #[test]
    fn plots_stand_below_each_other() {
        let one = plot(Style::Line, &[(1.0, 1.0), (2.0, 2.0)]);
        let two = page(&[one.clone(), one]);
        let height = ABOVE + HEIGHT + BELOW;
        assert!(two.contains(&format!("height=\"{:.0}\" viewBox", 2.0 * height)));
        assert!(two.contains(&format!("<g transform=\"translate(0 {height:.0})\">")));
    }
}
