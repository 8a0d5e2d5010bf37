//! Rules along lines.

pub mod allowed;
pub mod arrow;
pub mod between;
pub mod double_arrow;
pub mod entropic;
pub mod equal_sums;
pub mod palindrome;
pub mod regex;
pub mod renban;
pub mod slow_thermo;
pub mod sum_line;
pub mod thermo;
pub mod value_index;
pub mod whisper;
pub mod zipper;
