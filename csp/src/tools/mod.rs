//! Tools for experiments: configurations side by side, and the tree of a search.

pub mod lab;
pub mod tree;
