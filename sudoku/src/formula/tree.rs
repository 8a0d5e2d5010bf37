//! What a formula is made of: claims, which hold or not, and numbers.

/// A rule that somebody has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Formula {
    pub(super) claim: Claim,
    /// How many numbers it is made of once all lists are written out.
    pub(super) size: usize,
}

impl Formula {
    /// How much there is to it: about as many numbers as a model of it has.
    pub fn size(&self) -> usize {
        self.size
    }
}

/// What holds or does not. Lists have two parts or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// The first implies that the second implies …
    Implies(Vec<Claim>),
    Any(Vec<Claim>),
    All(Vec<Claim>),
    Not(Box<Claim>),
    /// Each number compared with the one before it.
    Compare(Number, Vec<(Relation, Number)>),
    AllDifferent(Vec<Place>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// An integer, or nothing where something is divided by 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Constant(i64),
    /// A symbol of the puzzle, and the number it stands for.
    Symbol(u8, i64),
    Place(Place),
    Negative(Box<Number>),
    /// The first is added.
    Sum(Vec<(Sign, Number)>),
    /// From left to right; the first is a factor.
    Product(Vec<(Operation, Number)>),
    Absolute(Box<Number>),
    Extreme(Extreme, Vec<Number>),
    Of(Function, Vec<Place>),
    /// How many of the cells have that number.
    Count(Vec<Place>, Box<Number>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Times,
    Over,
    Modulo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extreme {
    Least,
    Greatest,
}

/// What is asked of a list of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Sum,
    /// How many different numbers.
    Distinct,
    Extreme(Extreme),
}

/// A cell, or one of the names that stand for other cells at each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Cell(u16),
    /// By its place among the names.
    Bound(u16),
}

impl Place {
    /// The cell, the names standing for these.
    pub fn cell(self, bound: &[u16]) -> u16 {
        match self {
            Place::Cell(cell) => cell,
            Place::Bound(name) => bound[usize::from(name)],
        }
    }
}

impl Relation {
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::Different => left != right,
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
            Relation::Greater => left > right,
            Relation::AtLeast => left >= right,
        }
    }
}
