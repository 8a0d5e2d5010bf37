//! All rules: one file each, in folders by group, and the table [`KINDS`].

use crate::rules::Kind;

/// Rules of cages and other sets of cells.
pub mod cages {
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
    pub mod values;
}

/// Rules of single cells.
pub mod cells {
    pub mod among;
    pub mod counting_circles;
    pub mod extremes;
    pub mod index;
    pub mod parity;
}

/// Rules along lines.
pub mod lines {
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
}

/// Clues outside the grid.
pub mod outside {
    pub mod full_rank;
    pub mod little_killer;
    pub mod numbered_room;
    pub mod sandwich;
    pub mod skyscraper;
    pub mod x_sum;
}

/// Rules with constraints written by the setter, and combinations of rules.
pub mod own {
    pub mod automaton;
    pub mod either;
    pub mod require;
}

/// Rules of two cells.
pub mod pairs {
    pub mod black;
    pub mod greater;
    pub mod pair_sum;
    pub mod white;
}

/// Rules of unknown regions.
pub mod regions {
    pub mod chaos;
}

/// Rules of the whole grid.
pub mod whole {
    pub mod all_given;
    pub mod anti_leap;
    pub mod anti_taxicab;
    pub mod diagonals;
    pub mod doppelganger;
    pub mod dutch_flatmates;
    pub mod global_classes;
    pub mod region_sets;
    pub mod windoku;
}

/// All rules, sorted by group. A static: of a constant, each crate that reads it would compile all functions again.
pub static KINDS: &[Kind] = &[
    whole::anti_leap::KNIGHT,
    whole::anti_leap::KING,
    whole::anti_leap::LEAP,
    whole::anti_taxicab::KIND,
    whole::all_given::NONCONSECUTIVE,
    whole::all_given::ALL_GIVEN,
    whole::diagonals::RISING,
    whole::diagonals::FALLING,
    whole::diagonals::BOTH,
    whole::windoku::WINDOKU,
    whole::windoku::DISJOINT,
    whole::global_classes::ENTROPY,
    whole::global_classes::MOD,
    whole::dutch_flatmates::KIND,
    whole::doppelganger::KIND,
    whole::region_sets::KIND,
    cages::values::HIDDEN,
    cells::parity::ODD,
    cells::parity::EVEN,
    cells::extremes::MINIMUM,
    cells::extremes::MAXIMUM,
    cells::index::ROW,
    cells::index::COLUMN,
    cells::index::BOX,
    cells::index::NEGATIVE,
    cells::counting_circles::KIND,
    cells::among::KIND,
    cages::values::DOUBLER,
    pairs::white::KIND,
    pairs::black::KIND,
    pairs::pair_sum::X,
    pairs::pair_sum::V,
    pairs::pair_sum::SUM,
    pairs::greater::KIND,
    lines::thermo::KIND,
    lines::slow_thermo::KIND,
    lines::arrow::KIND,
    lines::double_arrow::KIND,
    lines::whisper::KIND,
    lines::whisper::DUTCH,
    lines::renban::RENBAN,
    lines::renban::NABNER,
    lines::palindrome::PALINDROME,
    lines::between::BETWEEN,
    lines::between::LOCKOUT,
    lines::zipper::KIND,
    lines::equal_sums::REGION,
    lines::sum_line::KIND,
    lines::entropic::ENTROPIC,
    lines::entropic::MODULAR,
    lines::value_index::KIND,
    lines::regex::KIND,
    lines::allowed::LINKS,
    lines::allowed::ALL,
    cages::killer::KIND,
    cages::extra_region::KIND,
    cages::sum::KIND,
    cages::sum::WEIGHTED,
    cages::math::KIND,
    cages::quadruple::KIND,
    lines::palindrome::CLONE,
    cages::same_values::KIND,
    lines::equal_sums::LISTS,
    cages::contains::KIND,
    cages::contains::EXACTLY,
    cages::contains::SAYS,
    cages::count_distinct::KIND,
    cages::lunchbox::KIND,
    cages::rellik::KIND,
    cages::equality::KIND,
    cages::values::CAGE,
    cages::connected::KIND,
    outside::little_killer::KIND,
    outside::sandwich::KIND,
    outside::x_sum::KIND,
    outside::skyscraper::KIND,
    outside::skyscraper::HIDDEN,
    outside::numbered_room::KIND,
    outside::full_rank::KIND,
    regions::chaos::KIND,
    regions::chaos::counts::ARROW,
    regions::chaos::counts::COUNT,
    regions::chaos::counts::DISTINCT,
    regions::chaos::lines::SAME,
    regions::chaos::lines::DIFFERENT,
    regions::chaos::lines::THERMO,
    own::require::REQUIRE,
    own::require::EACH,
    own::automaton::KIND,
    own::either::KIND,
];
