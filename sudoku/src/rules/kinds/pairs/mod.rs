//! Rules of two cells side by side.

pub mod black;
pub mod greater;
pub mod pair_sum;
pub mod white;
