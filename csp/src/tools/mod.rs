//! Tools for experiments: configurations side by side, and the tree of a search; and for programs: values with units.

pub mod lab;
pub mod tree;
pub mod units;
