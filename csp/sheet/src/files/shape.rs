//! Outlines of elements.

use zeno::{Angle, ArcSize, ArcSweep, Command, PathBuilder};

use crate::{Path, Place, Step};

pub(super) fn point([x, y]: Place) -> [f32; 2] {
    [x as f32, y as f32]
}

/// Returns the outline of a path, its arcs as curves.
pub(super) fn path(path: &Path) -> Vec<Command> {
    let mut outline: Vec<Command> = Vec::new();
    for step in path.steps() {
        match *step {
            Step::Move(to) => outline.move_to(point(to)),
            Step::Line(to) => outline.line_to(point(to)),
            Step::Curve { control, to } => outline.quad_to(point(control), point(to)),
            Step::Arc { radius, to } => {
                let radius = radius as f32;
                let (angle, size, sweep) = (Angle::ZERO, ArcSize::Small, ArcSweep::Positive);
                outline.arc_to(radius, radius, angle, size, sweep, point(to))
            }
            Step::Close => outline.close(),
        };
    }
    outline
}

/// Returns the outline of a circle.
pub(super) fn circle(centre: Place, radius: f64) -> Vec<Command> {
    let mut outline: Vec<Command> = Vec::new();
    outline.add_circle(point(centre), radius as f32);
    outline
}
