//! Atoms and literals: a variable takes a value, or does not.

/// The statement that a variable takes a value, as an index among all such statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Atom(pub u32);

impl Atom {
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub fn is(self) -> Literal {
        Literal(self.0 << 1)
    }

    #[inline(always)]
    pub fn is_not(self) -> Literal {
        Literal(self.0 << 1 | 1)
    }
}

/// An atom or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Literal(pub u32);

impl Literal {
    #[inline(always)]
    pub fn atom(self) -> Atom {
        Atom(self.0 >> 1)
    }

    #[inline(always)]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    #[inline(always)]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}
