//! Text at the lowest level, for formats, rules, formulas and pictures: a scanner with its place in the text, errors
//! with their place, hints for misspelt words, lists of cells, and tables of cells. It imports none of these four.

pub(crate) mod cells;
mod error;
mod nearest;
pub(crate) mod scan;
pub(crate) mod table;

pub use error::ParseError;
pub(crate) use nearest::did_you_mean;
pub use nearest::nearest;
