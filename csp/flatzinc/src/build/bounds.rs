//! Bounds of variables that are declared without bounds: the engine needs some, and variables that others define have
//! implied bounds.

use std::collections::HashMap;

use crate::syntax::{Call, Expr, Kind, Problem};

type Interval = (i64, i64);

/// Largest number of passes over the constraints: definitions may refer to each other in any order.
const MOST_ROUNDS: usize = 8;

const ALL: Interval = (i64::MIN, i64::MAX);

struct Bounds<'a> {
    of: HashMap<&'a str, Interval>,
    /// The values of arrays and parameters.
    values: HashMap<&'a str, &'a Expr<'a>>,
    is_changed: bool,
}

/// Returns bounds for variables without bounds or with very wide ones, as far as the constraints imply them.
pub(super) fn infer<'a>(problem: &'a Problem<'a>) -> HashMap<&'a str, Interval> {
    let is_wide = |(low, high): Interval| {
        low < i64::from(csp::limits::MIN_VALUE) || high > i64::from(csp::limits::MAX_VALUE)
    };
    let mut bounds = Bounds { of: HashMap::new(), values: HashMap::new(), is_changed: true };
    let mut wide: Vec<&str> = Vec::new();
    for declaration in &problem.declarations {
        let interval = match (&declaration.domain, declaration.variable) {
            (_, Some(Kind::Bool)) => (0, 1),
            (Some(ranges), _) => match (ranges.first(), ranges.last()) {
                (Some(first), Some(last)) => (first.0, last.1),
                _ => continue,
            },
            (None, _) => ALL,
        };
        match (declaration.variable, &declaration.value) {
            (_, Some(value)) => drop(bounds.values.insert(declaration.name, value)),
            (Some(_), None) => {
                bounds.of.insert(declaration.name, interval);
                if is_wide(interval) {
                    wide.push(declaration.name);
                }
            }
            (None, None) => {}
        }
    }
    for _ in 0..MOST_ROUNDS {
        if wide.is_empty() || !bounds.is_changed {
            break;
        }
        bounds.is_changed = false;
        problem.constraints.iter().for_each(|constraint| bounds.read(&constraint.call));
    }
    let Bounds { of, .. } = bounds;
    wide.into_iter().filter_map(|name| Some((name, *of.get(name)?))).collect()
}

fn clamp(value: i128) -> i64 {
    value.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// The product of two bounds; the ends of the range of 64 bits stand for no bound.
fn times(a: i64, b: i64) -> i64 {
    clamp(i128::from(a) * i128::from(b))
}

fn product((a, b): Interval, (c, d): Interval) -> Interval {
    let all = [times(a, c), times(a, d), times(b, c), times(b, d)];
    let is_open = |(low, high): Interval| low == i64::MIN || high == i64::MAX;
    if is_open((a, b)) || is_open((c, d)) {
        return ALL;
    }
    (all.into_iter().min().unwrap_or(i64::MIN), all.into_iter().max().unwrap_or(i64::MAX))
}

impl<'a> Bounds<'a> {
    fn interval(&self, expr: &Expr<'a>) -> Interval {
        match expr {
            Expr::Int(number) => (*number, *number),
            Expr::Bool(truth) => (i64::from(*truth), i64::from(*truth)),
            Expr::Name(name) => match (self.of.get(name), self.values.get(name)) {
                (Some(&interval), _) => interval,
                (None, Some(value @ (Expr::Int(_) | Expr::Bool(_)))) => self.interval(value),
                _ => ALL,
            },
            _ => ALL,
        }
    }

    fn list(&self, expr: &'a Expr<'a>) -> Option<&'a [Expr<'a>]> {
        match expr {
            Expr::Array(list) => Some(list),
            Expr::Name(name) => match self.values.get(name)? {
                Expr::Array(list) => Some(list),
                _ => None,
            },
            _ => None,
        }
    }

    fn narrow(&mut self, expr: &Expr<'a>, (low, high): Interval) {
        let Expr::Name(name) = expr else { return };
        if let Some(interval) = self.of.get_mut(name) {
            let narrower = (interval.0.max(low), interval.1.min(high));
            // Contradictory bounds are left to the engine.
            if narrower != *interval && narrower.0 <= narrower.1 {
                *interval = narrower;
                self.is_changed = true;
            }
        }
    }

    fn read(&mut self, call: &'a Call<'a>) {
        let arguments = &call.arguments[..];
        match (call.name, arguments) {
            ("int_lin_eq", [weights, terms, total]) => self.linear(weights, terms, total, true),
            ("int_lin_le", [weights, terms, total]) => self.linear(weights, terms, total, false),
            ("int_eq", [x, y]) => {
                let (a, b) = (self.interval(x), self.interval(y));
                self.narrow(x, b);
                self.narrow(y, a);
            }
            ("int_le" | "int_lt", [x, y]) => {
                let (a, b) = (self.interval(x), self.interval(y));
                self.narrow(x, (i64::MIN, b.1));
                self.narrow(y, (a.0, i64::MAX));
            }
            ("int_times", [x, y, z]) => self.narrow(z, product(self.interval(x), self.interval(y))),
            ("int_plus", [x, y, z]) => {
                let ((a, b), (c, d)) = (self.interval(x), self.interval(y));
                if ![a, c].contains(&i64::MIN) && ![b, d].contains(&i64::MAX) {
                    self.narrow(z, (a.saturating_add(c), b.saturating_add(d)));
                }
            }
            ("int_abs", [x, z]) => {
                let (a, b) = self.interval(x);
                self.narrow(z, (0, a.unsigned_abs().max(b.unsigned_abs()).min(i64::MAX as u64) as i64));
            }
            ("int_div" | "int_mod", [x, _, z]) => {
                let (a, b) = self.interval(x);
                let most = a.unsigned_abs().max(b.unsigned_abs()).min(i64::MAX as u64) as i64;
                self.narrow(z, (-most, most));
            }
            ("int_max" | "int_min", [x, y, z]) => {
                let ((a, b), (c, d)) = (self.interval(x), self.interval(y));
                self.narrow(z, (a.min(c), b.max(d)));
            }
            ("array_int_maximum" | "array_int_minimum", [z, list]) => self.one_of(list, z),
            ("array_int_element" | "array_var_int_element", [_, list, z]) => self.one_of(list, z),
            ("set_in", [x, Expr::Set(ranges)]) => {
                if let (Some(first), Some(last)) = (ranges.first(), ranges.last()) {
                    self.narrow(x, (first.0, last.1));
                }
            }
            ("csp_regular", [word, _, Expr::Int(symbols), ..]) => self.all_within(word, (1, *symbols)),
            ("csp_circuit" | "csp_subcircuit", [list, Expr::Int(first)]) => self.indices(list, list, *first),
            ("csp_inverse", [xs, Expr::Int(first_x), ys, Expr::Int(first_y)]) => {
                self.indices(xs, ys, *first_y);
                self.indices(ys, xs, *first_x);
            }
            _ => {}
        }
    }

    fn all_within(&mut self, list: &'a Expr<'a>, interval: Interval) {
        let list = self.list(list).unwrap_or_default();
        list.iter().for_each(|entry| self.narrow(entry, interval));
    }

    /// Narrows the entries of a list of indices into another list, whose first index is given.
    fn indices(&mut self, list: &'a Expr<'a>, of: &'a Expr<'a>, first: i64) {
        let length = self.list(of).map_or(0, <[_]>::len) as i64;
        self.all_within(list, (first, first.saturating_add(length - 1)));
    }

    /// Narrows `z` to the hull of the entries of a list.
    fn one_of(&mut self, list: &'a Expr<'a>, z: &Expr<'a>) {
        let Some(list) = self.list(list) else { return };
        let all = list.iter().map(|entry| self.interval(entry));
        if let Some(hull) = all.reduce(|(a, b), (c, d)| (a.min(c), b.max(d))) {
            self.narrow(z, hull);
        }
    }

    /// Narrows the terms of a sum that equals, or does not exceed, a total.
    fn linear(&mut self, weights: &'a Expr<'a>, terms: &'a Expr<'a>, total: &Expr<'a>, is_equal: bool) {
        let (Some(weights), Some(terms)) = (self.list(weights), self.list(terms)) else { return };
        let (Expr::Int(total), true) = (total, weights.len() == terms.len()) else { return };
        // The least and greatest sum of the bounded terms, each with the number of unbounded terms.
        let (mut least, mut most) = ((0i128, 0), (0i128, 0));
        let mut parts = Vec::with_capacity(terms.len());
        for (weight, term) in weights.iter().zip(terms) {
            let &Expr::Int(weight) = weight else { return };
            let (low, high) = self.interval(term);
            let (low, high) = if weight < 0 { (high, low) } else { (low, high) };
            let part = |bound: i64| {
                let is_open = weight != 0 && (bound == i64::MIN || bound == i64::MAX);
                let part = i128::from(weight) * i128::from(bound);
                // Very large ones count as open, so that their sum stays within 128 bits.
                (!is_open && part.unsigned_abs() < 1 << 90).then_some(part)
            };
            let (low, high) = (part(low), part(high));
            match low {
                Some(low) => least.0 += low,
                None => least.1 += 1,
            }
            match high {
                Some(high) => most.0 += high,
                None => most.1 += 1,
            }
            parts.push((weight, term, low, high));
        }
        for (weight, term, low, high) in parts {
            if weight == 0 || !matches!(term, Expr::Name(_)) {
                continue;
            }
            // weight · term = total - the others
            let others_least = (least.1 == usize::from(low.is_none())).then(|| least.0 - low.unwrap_or(0));
            let others_most = (most.1 == usize::from(high.is_none())).then(|| most.0 - high.unwrap_or(0));
            let up = others_least.map(|others| i128::from(*total) - others);
            let down = others_most.filter(|_| is_equal).map(|others| i128::from(*total) - others);
            let weight = i128::from(weight);
            let floor =
                |bound: Option<i128>, open: i64| bound.map_or(open, |bound| clamp(bound.div_euclid(weight)));
            let interval = if weight > 0 {
                (down.map_or(i64::MIN, |down| clamp(-(-down).div_euclid(weight))), floor(up, i64::MAX))
            } else {
                let weight = -weight;
                (
                    up.map_or(i64::MIN, |up| clamp((-up).div_euclid(weight))),
                    down.map_or(i64::MAX, |down| clamp(-down.div_euclid(weight))),
                )
            };
            self.narrow(term, interval);
        }
    }
}
