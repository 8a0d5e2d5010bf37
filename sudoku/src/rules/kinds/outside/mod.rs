//! Clues outside the grid.

pub mod full_rank;
pub mod little_killer;
pub mod numbered_room;
pub mod sandwich;
pub mod skyscraper;
pub mod x_sum;
