//! Rules of two cells.

pub mod black;
pub mod greater;
pub mod pair_sum;
pub mod white;
