//! The rules for lines: the sentences that name them, and the colours that they are usually drawn in.

use crate::format::sudokupad::colour::Colour;
use crate::format::sudokupad::words::{Phrase, all};

/// A rule for lines.
pub(super) struct LineRule {
    pub name: &'static str,
    /// Sentences about the rule.
    pub phrases: &'static [Phrase],
    /// The colours that it is usually drawn in.
    habits: &'static [&'static str],
    /// Whether its lines end in circles.
    pub has_circles: bool,
}

impl LineRule {
    /// Whether the rule is usually drawn in a shade of this colour.
    pub fn is_usual(&self, colour: Colour) -> bool {
        self.usual_colours().any(|usual| usual.is_shade_of(colour))
    }

    /// Whether the rule is usually drawn in just this colour.
    pub fn is_exact(&self, colour: Colour) -> bool {
        self.usual_colours().any(|usual| usual.is_like(colour))
    }

    fn usual_colours(&self) -> impl Iterator<Item = Colour> {
        self.habits.iter().filter_map(|text| Colour::parse(text))
    }
}

pub(super) const RULES: [LineRule; 15] = [
    LineRule {
        name: "renban",
        phrases: &[
            all(&["renban"]),
            Phrase { all: &["line", "consecutive", "set"], none: NOT_RENBAN },
            Phrase { all: &["line", "consecutive", "sequence"], none: NOT_RENBAN },
            Phrase { all: &["line", "consecutive", "repeat"], none: NOT_RENBAN },
            Phrase { all: &["line", "consecutive", "order"], none: NOT_RENBAN },
            Phrase { all: &["line", "consecutive", "distinct"], none: NOT_RENBAN },
            Phrase { all: &["line", "sequential", "order"], none: NOT_RENBAN },
            Phrase { all: &["line", "run of", "order"], none: NOT_RENBAN },
        ],
        habits: &["F067F0", "D23BE7", "FF00FF", "C879FF", "E600E6"],
        has_circles: false,
    },
    LineRule {
        name: "whisper",
        phrases: &[
            Phrase { all: &["whisper"], none: &["dutch"] },
            all(&["line", "differ", "at least 5"]),
            all(&["line", "differ", "at least five"]),
            Phrase { all: &["line", "differ", "at least"], none: NOT_WHISPER },
            Phrase { all: &["line", "differ", "or more"], none: NOT_WHISPER },
            Phrase { all: &["line", "differ", "or greater"], none: NOT_WHISPER },
            Phrase { all: &["line", "differ", "minimum"], none: NOT_WHISPER },
            Phrase { all: &["line", "apart", "at least"], none: NOT_WHISPER },
            Phrase {
                all: &["adjacent", "differ", "at least"],
                none: &["4", "four", "dutch", "dot", "orthogonal"],
            },
        ],
        habits: &["67F067", "A3E048", "00FF00", "39FF14", "7CFC00"],
        has_circles: false,
    },
    LineRule {
        name: "dutch-whisper",
        phrases: &[
            all(&["dutch"]),
            Phrase { all: &["line", "differ", "at least", "4"], none: &["german"] },
            Phrase { all: &["line", "differ", "at least four"], none: &["german"] },
            Phrase { all: &["line", "differ", "four or more"], none: &["german"] },
            Phrase { all: &["line", "differ", "4 or more"], none: &["german"] },
        ],
        habits: &["FFA600", "EB7532", "FF9A00"],
        has_circles: false,
    },
    LineRule {
        name: "palindrome",
        phrases: &[all(&["palindrom"]), all(&["read", "same", "forward"]), all(&["line", "read", "same"])],
        habits: &["AAAAAA", "CFCFCF", "B3B3B3"],
        has_circles: false,
    },
    LineRule {
        name: "region-sum",
        phrases: &[
            all(&["region sum"]),
            all(&["region-sum"]),
            all(&["line", "equal sum"]),
            all(&["line", "sum", "same", "box"]),
            all(&["line", "sum", "segment", "box"]),
            all(&["line", "sum", "segment", "border"]),
            all(&["line", "sum", "segment", "region"]),
            all(&["line", "border", "divide", "segment"]),
            all(&["line", "border", "split", "segment"]),
            all(&["line", "sum", "equal", "box"]),
            all(&["line", "sum", "equal", "region"]),
            all(&["line", "sum", "same", "region"]),
        ],
        habits: &["2ECBFF", "34BBE6", "4FC3F7"],
        has_circles: false,
    },
    LineRule {
        name: "between",
        phrases: &[
            all(&["between line"]),
            Phrase { all: &["line", "between", "circle"], none: &["difference between", "lockout", "sum"] },
            Phrase { all: &["line", "between", "bulb"], none: &["difference between", "sum"] },
            all(&["line", "inbetween"]),
            Phrase { all: &["line", "between", "end"], none: &["difference between", "lockout", "sum"] },
        ],
        habits: &["AAAAAA", "CFCFCF"],
        has_circles: true,
    },
    LineRule { name: "lockout", phrases: &[all(&["lockout"])], habits: &[], has_circles: true },
    LineRule {
        name: "double-arrow",
        phrases: &[
            all(&["double arrow"]),
            all(&["line", "sum", "both circles"]),
            all(&["line", "sum", "two circles"]),
            all(&["line", "sum", "digits in the circles"]),
            all(&["sum", "connected circles"]),
        ],
        habits: &["C54B8B"],
        has_circles: true,
    },
    LineRule {
        name: "entropic",
        phrases: &[
            all(&["entrop"]),
            all(&["line", "low", "middle", "high"]),
            all(&["line", "low", "medium", "high"]),
            all(&["line", "123", "456", "789"]),
            all(&["line", "1,2,3", "4,5,6"]),
            all(&["line", "1-3", "4-6"]),
        ],
        habits: &["FFCCAA"],
        has_circles: false,
    },
    LineRule {
        name: "modular",
        phrases: &[
            all(&["modular"]),
            all(&["line", "mod 3"]),
            all(&["line", "modulo 3"]),
            all(&["line", "remainder"]),
            all(&["line", "147", "258"]),
            all(&["line", "1,4,7"]),
            all(&["line", "1, 4, 7"]),
        ],
        habits: &["33BBAA", "33BBBB"],
        has_circles: false,
    },
    LineRule {
        name: "nabner",
        phrases: &[
            all(&["nabner"]),
            all(&["line", "no two", "consecutive"]),
            all(&["line", "no pair", "consecutive"]),
            all(&["line", "repeat or be consecutive"]),
            all(&["line", "repeat nor be consecutive"]),
            all(&["line", "cannot contain consecutive"]),
            all(&["nor", "contain", "consecutive"]),
            all(&["line", "not contain consecutive"]),
            all(&["line", "not contain any consecutive"]),
        ],
        habits: &["F7D038", "C9C883"],
        has_circles: false,
    },
    LineRule {
        name: "zipper",
        phrases: &[
            all(&["zipper"]),
            all(&["line", "equidistant", "sum"]),
            all(&["line", "distance", "center", "sum"]),
            all(&["line", "distance", "middle", "sum"]),
        ],
        habits: &["CEB6E3", "DEC4FF", "CDB1EC"],
        has_circles: false,
    },
    LineRule {
        name: "sum-line",
        phrases: &[
            all(&["line", "segment", "each", "sum to 10"]),
            all(&["10-line"]),
            all(&["ten line"]),
            all(&["10 line"]),
        ],
        habits: &[],
        has_circles: false,
    },
    LineRule {
        name: "allowed",
        phrases: &[
            all(&["parity line"]),
            all(&["line", "alternat", "odd", "even"]),
            all(&["line", "alternat", "parity"]),
            all(&["line", "adjacent", "differ", "parity"]),
            all(&["line", "neighbor", "differ", "parity"]),
            all(&["line", "pair", "adjacent", "one odd"]),
            all(&["line", "pair", "adjacent", "one even"]),
        ],
        habits: &["FF0000", "E6261F"],
        has_circles: false,
    },
    LineRule {
        name: "value-index",
        phrases: &[all(&["index line"]), all(&["indexing line"])],
        habits: &[],
        has_circles: false,
    },
];

const NOT_WHISPER: &[&str] = &["4", "four", "dutch"];

const NOT_RENBAN: &[&str] = &[
    "nabner",
    "no two",
    "no pair",
    "nor",
    "entrop",
    "dot",
    "nonconsecutive",
    "not be consecutive",
    "repeat or be consecutive",
    "cannot contain consecutive",
    "not contain consecutive",
    "three consecutive",
    "any consecutive",
    "not consecutive",
    "differ",
];
