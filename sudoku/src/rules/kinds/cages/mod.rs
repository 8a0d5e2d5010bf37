//! Rules of cages and other sets of cells.

pub mod connected;
pub mod contains;
pub mod count_distinct;
pub mod equality;
pub mod extra_region;
pub mod killer;
pub mod lunchbox;
pub mod math;
pub mod quadruple;
pub mod rellik;
pub mod same_values;
pub mod sum;
