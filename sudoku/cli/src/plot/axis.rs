//! Axes: position of values, and choice of ticks.

/// An axis of a plot.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub label: String,
    pub unit: Unit,
    pub scale: Scale,
    /// Values that the axis includes even without a point there.
    pub reaches: Vec<f64>,
}

/// Mapping of values to positions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scale {
    /// Linear from 0.
    Linear,
    /// Logarithmic. Values must be positive.
    Log,
    /// Named positions only.
    Named(Vec<(f64, String)>),
}

/// Unit of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Count,
    Seconds,
}

/// Tick on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// Position from 0 to 1.
    pub at: f64,
    /// Label; empty for a tick without one.
    pub text: String,
}

/// Axis with its range.
pub(super) struct Ruler<'a> {
    axis: &'a Axis,
    low: f64,
    high: f64,
}

/// Margin at both ends, as a share of the range of the points.
const MARGIN: f64 = 0.04;
/// Margin beside named positions.
const ROOM_BESIDE: f64 = 0.1;
/// Width of a label and of each letter of it, as a share of the axis.
const NAME: f64 = 0.012;
const LETTER: f64 = 0.014;
/// Maximum number of ticks with a label.
const MOST_TICKS: f64 = 7.0;

impl<'a> Ruler<'a> {
    /// Returns an axis that is long enough for these values.
    pub fn new(axis: &'a Axis, values: impl Iterator<Item = f64>) -> Ruler<'a> {
        let mut ruler = Ruler { axis, low: f64::INFINITY, high: f64::NEG_INFINITY };
        let named = match &axis.scale {
            Scale::Named(places) => places.as_slice(),
            _ => &[],
        };
        let all = values.chain(axis.reaches.iter().copied()).chain(named.iter().map(|&(value, _)| value));
        for value in all.filter(|value| value.is_finite()) {
            let at = ruler.measure(value);
            ruler.low = ruler.low.min(at);
            ruler.high = ruler.high.max(at);
        }
        if axis.scale == Scale::Linear {
            ruler.low = 0.0;
        }
        if !ruler.low.is_finite() || !ruler.high.is_finite() {
            (ruler.low, ruler.high) = (0.0, 1.0);
        }
        match axis.scale {
            Scale::Linear => ruler.high = if ruler.high > 0.0 { ruler.high * (1.0 + MARGIN) } else { 1.0 },
            Scale::Log => {
                // The axis covers at least a decade, so that noise does not look like a trend.
                let lacking = (1.0 - (ruler.high - ruler.low)).max(0.0) / 2.0;
                let room = lacking + MARGIN * (ruler.high - ruler.low);
                (ruler.low, ruler.high) = (ruler.low - room, ruler.high + room);
            }
            Scale::Named(_) => {
                let room = if ruler.high > ruler.low { ROOM_BESIDE * (ruler.high - ruler.low) } else { 0.5 };
                (ruler.low, ruler.high) = (ruler.low - room, ruler.high + room);
            }
        }
        ruler
    }

    fn measure(&self, value: f64) -> f64 {
        match &self.axis.scale {
            Scale::Linear => value,
            Scale::Log => value.log10(),
            Scale::Named(_) => value,
        }
    }

    /// Returns the position of a value, from 0 to 1.
    pub fn place(&self, value: f64) -> f64 {
        (self.measure(value) - self.low) / (self.high - self.low)
    }

    /// Returns the ticks from the low end to the high one.
    pub fn ticks(&self) -> Vec<Tick> {
        let tick = |value: f64, text: String| Tick { at: self.place(value), text };
        let ticks: Vec<Tick> = match &self.axis.scale {
            Scale::Named(places) => {
                // Of labels that would touch each other, the first is kept.
                let mut free = f64::NEG_INFINITY;
                let named = places.iter().map(|(value, name)| {
                    let at = self.place(*value);
                    let is_written = at >= free;
                    if is_written {
                        free = at + NAME + LETTER * name.chars().count() as f64;
                    }
                    tick(*value, if is_written { name.clone() } else { String::new() })
                });
                named.collect()
            }
            Scale::Linear => {
                let step = step(self.high / MOST_TICKS, self.axis.unit);
                let count = (self.high / step) as u64;
                let values = (0..=count).map(|index| index as f64 * step);
                values.map(|value| tick(value, self.axis.unit.write(value))).collect()
            }
            Scale::Log => {
                let decades = (self.high - self.low) / MOST_TICKS;
                let every = decades.ceil().max(1.0) as i32;
                let few = self.high - self.low < 2.5;
                let (from, to) = (self.low.floor() as i32, self.high.ceil() as i32);
                let texts = |exponent: i32, digit: u32| {
                    let value = f64::from(digit) * 10_f64.powi(exponent);
                    let written = match digit {
                        1 => exponent.rem_euclid(every) == 0,
                        _ => few && matches!(digit, 2 | 5),
                    };
                    let text = if written { self.axis.unit.write(value) } else { String::new() };
                    tick(value, text)
                };
                (from..=to).flat_map(|exponent| (1..10).map(move |digit| texts(exponent, digit))).collect()
            }
        };
        ticks.into_iter().filter(|tick| (0.0..=1.0).contains(&tick.at)).collect()
    }
}

/// Returns the smallest of 1, 2, 5, 10, 20, … that is at least `least`; counts have no fractions.
fn step(least: f64, unit: Unit) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let nice = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    let step = nice.into_iter().find(|&step| step >= least).unwrap_or(10.0 * power);
    if unit == Unit::Count { step.max(1.0) } else { step }
}

impl Unit {
    /// Formats the number of a tick.
    pub fn write(self, value: f64) -> String {
        match self {
            Unit::Count => count(value),
            Unit::Seconds => seconds(value),
        }
    }
}

/// Formats `20`, `5,000`, `10 k`, `2 M`; `0.1` on a logarithmic axis below 1.
fn count(value: f64) -> String {
    let units = [(1e9, " G"), (1e6, " M"), (1e4, " k")];
    match units.into_iter().find(|&(unit, _)| value >= unit * 0.999) {
        Some((unit, name)) => {
            let unit = if unit == 1e4 { 1e3 } else { unit };
            plain(value / unit) + name
        }
        None if value >= 1000.0 => crate::progress::grouped(value.round() as u64),
        None => plain(value),
    }
}

/// Formats `50 µs`, `1 ms`, `2 s`.
fn seconds(value: f64) -> String {
    let units = [(1.0, " s"), (1e-3, " ms"), (1e-6, " µs"), (1e-9, " ns")];
    match units.into_iter().find(|&(unit, _)| value >= unit * 0.999) {
        Some((unit, name)) => plain(value / unit) + name,
        None => plain(value * 1e9) + " ns",
    }
}

/// Formats a number without trailing zeros.
fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: Scale, unit: Unit) -> Axis {
        Axis { label: String::new(), unit, scale, reaches: Vec::new() }
    }

    fn texts(axis: &Axis, values: &[f64]) -> Vec<String> {
        let ticks = Ruler::new(axis, values.iter().copied()).ticks();
        ticks.into_iter().map(|tick| tick.text).filter(|text| !text.is_empty()).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        let counts = axis(Scale::Linear, Unit::Count);
        assert_eq!(texts(&counts, &[200.0]), ["0", "50", "100", "150", "200"]);
        assert_eq!(texts(&counts, &[3.0]), ["0", "1", "2", "3"]);
        let times = axis(Scale::Log, Unit::Seconds);
        assert_eq!(texts(&times, &[2e-5, 3e-1]), ["100 µs", "1 ms", "10 ms", "100 ms"]);
        assert_eq!(texts(&times, &[1e-3, 1e-2]), ["1 ms", "2 ms", "5 ms", "10 ms"]);
        let names = axis(Scale::Named(vec![(2.0, "4×4".into()), (3.0, "9×9".into())]), Unit::Count);
        assert_eq!(texts(&names, &[]), ["4×4", "9×9"]);
    }

    #[test]
    fn long_ranges_leave_decades_out() {
        let nodes = axis(Scale::Log, Unit::Count);
        let written = texts(&nodes, &[1.0, 1e10]);
        assert_eq!(written, ["1", "100", "10 k", "1 M", "100 M", "10 G"]);
    }

    #[test]
    fn values_stand_between_the_ends() {
        let times = axis(Scale::Log, Unit::Seconds);
        let ruler = Ruler::new(&times, [1e-6, 1.0].into_iter());
        assert!((ruler.place(1e-3) - 0.5).abs() < 1e-9);
        assert!(ruler.place(1e-6) > 0.0 && ruler.place(1.0) < 1.0);
        let linear = axis(Scale::Linear, Unit::Count);
        let ruler = Ruler::new(&linear, [100.0].into_iter());
        assert_eq!(ruler.place(0.0), 0.0);
        assert!((ruler.place(100.0) - 1.0 / 1.04).abs() < 1e-9);
    }

    #[test]
    fn nothing_to_show_is_no_trouble() {
        for scale in [Scale::Linear, Scale::Log, Scale::Named(Vec::new())] {
            let axis = axis(scale, Unit::Count);
            let ruler = Ruler::new(&axis, std::iter::empty());
            assert!(ruler.ticks().len() < 100);
            assert!(ruler.low < ruler.high);
        }
    }
}
