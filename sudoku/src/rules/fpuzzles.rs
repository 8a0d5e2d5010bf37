//! Keys of f-puzzles documents under which clues of a rule stand: data that the reader and the writer of such documents
//! take from the [kinds](super::Kind::fpuzzles).

/// A key of a document, and the form of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// The form of the value.
    pub form: Form,
}

/// The form of the value under a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// `true`: the rule is for the whole grid.
    Flag,
    /// Entries with `cells`, and perhaps a `value`.
    Cells,
    /// Like [`Cells`](Form::Cells), but 0 is no value.
    Cage,
    /// Entries with two `cells` and a `value`: a sum, or the name of the rule in capitals if the rule takes no number.
    Sum,
    /// Entries with a `cell` each.
    Cell,
    /// Entries with `lines`, and perhaps a `value`.
    Lines,
    /// Entries with the bulb as `cells`, and `lines` that begin in it.
    Arrow,
    /// Entries with `cells` and `cloneCells`.
    Clone,
    /// Entries with four `cells`, and `values`.
    Corner,
    /// Entries with a `cell` outside the grid, and a `value`.
    Seen,
    /// Like [`Seen`](Form::Seen), with a `direction`.
    Diagonal,
    /// Words for the marks of which all are given.
    Negative,
}

impl Key {
    /// The key of a name.
    pub const fn new(name: &'static str, form: Form) -> Key {
        Key { name, form }
    }
}
