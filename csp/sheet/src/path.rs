//! Shapes.

use crate::{Place, Point};

/// Strokes one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    steps: Vec<Step>,
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Step {
    /// A new stroke begins.
    Move(Place),
    /// A straight line.
    Line(Place),
    /// A curve that leaves and arrives in the directions of its control point.
    Curve {
        /// The control point.
        control: Place,
        /// The end.
        to: Place,
    },
    /// A clockwise arc of at most half a circle.
    Arc {
        /// The radius of the circle.
        radius: f64,
        /// The end.
        to: Place,
    },
    /// A straight line to the beginning of the stroke.
    Close,
}

impl Path {
    /// A path through these points.
    pub fn through(points: &[Point]) -> Path {
        let mut path = Path::default();
        path.add(points);
        path
    }

    /// A closed path through these points.
    pub fn around(points: &[Point]) -> Path {
        let mut path = Path::through(points);
        path.close();
        path
    }

    /// A rectangle with round corners; with half circles at its ends if the radius is half its shorter side.
    pub fn rounded(corner: Point, opposite: Point, radius: f64) -> Path {
        let (left, top, right, bottom) = (corner.x, corner.y, opposite.x, opposite.y);
        let mut path = Path::default();
        path.line(Point { x: left + radius, y: top });
        path.line(Point { x: right - radius, y: top });
        path.arc(radius, Point { x: right, y: top + radius });
        path.line(Point { x: right, y: bottom - radius });
        path.arc(radius, Point { x: right - radius, y: bottom });
        path.line(Point { x: left + radius, y: bottom });
        path.arc(radius, Point { x: left, y: bottom - radius });
        path.line(Point { x: left, y: top + radius });
        path.arc(radius, Point { x: left + radius, y: top });
        path.close();
        path
    }

    /// Whether the path has no steps.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The steps, of which the first is a [`Step::Move`].
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Adds a separate stroke.
    pub fn add(&mut self, points: &[Point]) {
        let Some((&first, rest)) = points.split_first() else { return };
        self.steps.push(Step::Move(first.into()));
        if rest.is_empty() {
            // A stroke of length 0 is a dot, if its ends are round.
            self.line(first);
        }
        rest.iter().for_each(|&point| self.line(point));
    }

    /// Adds a straight line to a point, or begins the path there if it is empty.
    pub fn line(&mut self, to: Point) {
        let to = to.into();
        self.steps.push(if self.steps.is_empty() { Step::Move(to) } else { Step::Line(to) });
    }

    /// Adds a curve to a point.
    pub fn curve(&mut self, control: Point, to: Point) {
        self.steps.push(Step::Curve { control: control.into(), to: to.into() });
    }

    /// Adds a clockwise arc of at most half a circle to a point.
    pub fn arc(&mut self, radius: f64, to: Point) {
        self.steps.push(Step::Arc { radius, to: to.into() });
    }

    /// Closes the current stroke.
    pub fn close(&mut self) {
        if !self.steps.is_empty() {
            self.steps.push(Step::Close);
        }
    }

    pub(crate) fn each_length(&mut self, change: &impl Fn(&mut f64)) {
        for step in &mut self.steps {
            match step {
                Step::Move(to) | Step::Line(to) => to.iter_mut().for_each(change),
                Step::Curve { control, to } => control.iter_mut().chain(to).for_each(change),
                Step::Arc { radius, to } => to.iter_mut().chain([radius]).for_each(change),
                Step::Close => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at;

    #[test]
    fn paths_are_written_as_they_were_drawn() {
        let mut path = Path::around(&[at(0.0, 0.0), at(1.0, 0.5)]);
        path.add(&[at(0.25, 1.0)]);
        path.arc(0.5, at(1.0, 1.0));
        path.curve(at(2.0, 1.0), at(2.0, 2.0));
        assert_eq!(path.to_string(), "M0 0L1 0.5ZM0.25 1L0.25 1A0.5 0.5 0 0 1 1 1Q2 1 2 2");
    }

    #[test]
    fn corners_are_arcs_of_the_radius() {
        let path = Path::rounded(at(0.0, 0.0), at(8.0, 4.0), 2.0);
        let arcs = path.steps().iter().filter(|step| matches!(step, Step::Arc { radius: 2.0, .. }));
        assert_eq!(arcs.count(), 4);
        assert!(path.to_string().starts_with("M2 0L6 0A2 2 0 0 1 8 2L8 2A2 2 0 0 1 6 4"));
    }
}
