//! The syntax tree of a formula: claims, which are true or false, and numbers.

/// A formula written by the setter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Formula {
    pub(super) claim: Claim,
    /// The number of nodes of type [`Number`], with all lists written out.
    pub(super) size: usize,
}

impl Formula {
    /// The number of nodes of type [`Number`], with all lists written out; roughly the size of the formula's model.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Calls `see` with every cell that the formula names directly.
    pub fn cells(&self, see: &mut dyn FnMut(u16)) {
        self.claim.refs(&mut |cell_ref| {
            if let CellRef::Cell(cell) = cell_ref {
                see(cell);
            }
        });
    }
}

impl Claim {
    fn refs(&self, see: &mut dyn FnMut(CellRef)) {
        match self {
            Claim::Implies(parts) | Claim::Any(parts) | Claim::All(parts) => {
                parts.iter().for_each(|part| part.refs(see));
            }
            Claim::Not(part) => part.refs(see),
            Claim::Compare(first, rest) => {
                first.refs(see);
                rest.iter().for_each(|(_, number)| number.refs(see));
            }
            Claim::AllDifferent(refs) => refs.iter().copied().for_each(see),
        }
    }
}

impl Number {
    fn refs(&self, see: &mut dyn FnMut(CellRef)) {
        match self {
            Number::Constant(_) | Number::Symbol(..) => {}
            Number::Cell(cell_ref) => see(*cell_ref),
            Number::Negative(number) | Number::Absolute(number) => number.refs(see),
            Number::Sum(terms) => terms.iter().for_each(|(_, term)| term.refs(see)),
            Number::Product(factors) => factors.iter().for_each(|(_, factor)| factor.refs(see)),
            Number::Extreme(_, numbers) => numbers.iter().for_each(|number| number.refs(see)),
            Number::Of(_, refs) => refs.iter().copied().for_each(see),
            Number::Count(refs, number) => {
                refs.iter().copied().for_each(&mut *see);
                number.refs(see);
            }
        }
    }
}

/// A statement that is true or false. Lists have at least two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// A chain of implications: the first part implies that the second implies …
    Implies(Vec<Claim>),
    Any(Vec<Claim>),
    All(Vec<Claim>),
    Not(Box<Claim>),
    /// A number, and comparisons of each further number with the one before it.
    Compare(Number, Vec<(Relation, Number)>),
    AllDifferent(Vec<CellRef>),
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

/// An integer expression. It is undefined if it divides by 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Constant(i64),
    /// A symbol of the puzzle, and its number.
    Symbol(u8, i64),
    Cell(CellRef),
    Negative(Box<Number>),
    /// Terms with signs; the first sign is plus.
    Sum(Vec<(Sign, Number)>),
    /// Factors from left to right; the first operation is a multiplication.
    Product(Vec<(Operation, Number)>),
    Absolute(Box<Number>),
    Extreme(Extreme, Vec<Number>),
    Of(Function, Vec<CellRef>),
    /// The number of cells that have this number.
    Count(Vec<CellRef>, Box<Number>),
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

/// A function of a list of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Sum,
    /// The number of distinct values.
    Distinct,
    Extreme(Extreme),
}

/// A cell, or a bound name, which stands for a cell of each tuple that the formula is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellRef {
    Cell(u16),
    /// A name, by its index.
    Bound(u16),
}

impl CellRef {
    /// Returns the cell, with the names bound to the cells of `bound`.
    pub fn cell(self, bound: &[u16]) -> u16 {
        match self {
            CellRef::Cell(cell) => cell,
            CellRef::Bound(name) => bound[usize::from(name)],
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
