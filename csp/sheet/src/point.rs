//! Points of the plane: x to the right, y downwards.

use std::ops::{Add, Mul, Neg, Sub};

/// A position or an extent in units of the image: x to the right, y downwards.
pub type Place = [f64; 2];

/// A point or a vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl From<Point> for Place {
    fn from(point: Point) -> Place {
        [point.x, point.y]
    }
}

/// The point at these coordinates.
pub const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// The length of the vector.
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The vector of length 1 in the same direction; `None` for a vector of length 0.
    pub fn unit(self) -> Option<Point> {
        let length = self.length();
        (length > 1e-9).then(|| self * length.recip())
    }

    /// The vector turned clockwise by 90 degrees, on a screen with y downwards.
    pub fn right(self) -> Point {
        at(-self.y, self.x)
    }

    /// The scalar product.
    pub fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        at(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        at(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Point {
    type Output = Point;

    fn neg(self) -> Point {
        at(-self.x, -self.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;

    fn mul(self, factor: f64) -> Point {
        at(self.x * factor, self.y * factor)
    }
}
