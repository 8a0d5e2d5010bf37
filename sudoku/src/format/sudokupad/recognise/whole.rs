//! Rules for the whole grid: named by flags of the document, or only by the text.

use crate::format::fpuzzles::RuleKey;
use crate::format::sudokupad::claims::{Claims, FLAG, Scene, clue};
use crate::format::sudokupad::words::{Phrase, all, colours, has, number_after, numbers, says};
use crate::formula::{Each, Until};
use crate::rules::fpuzzles::Form;
use crate::rules::{Clue, Detail, FormulaUse, Param, RuleFormula};
use crate::symbols::Symbols;
use crate::text::scan::Scanner;

/// Rules in words. The sentence must forbid something.
const RULES: [(&str, &[Phrase]); 9] = [
    (
        "anti-knight",
        &[
            Phrase { all: &["knight"], none: NOT_LEAPS },
            Phrase { all: &["antiknight"], none: &[] },
            Phrase { all: &["anti-knight"], none: &[] },
        ],
    ),
    (
        "anti-king",
        &[
            Phrase { all: &["king"], none: NOT_LEAPS },
            Phrase { all: &["king's"], none: NOT_LEAPS },
            Phrase { all: &["antiking"], none: &[] },
            Phrase { all: &["anti-king"], none: &[] },
            Phrase { all: &["touch", "diagonally"], none: NOT_LEAPS },
            Phrase { all: &["diagonally adjacent"], none: NOT_LEAPS },
            Phrase { all: &["corner", "touch"], none: NOT_LEAPS },
            Phrase { all: &["same", "touch"], none: NOT_LEAPS },
            Phrase { all: &["identical", "touch"], none: NOT_LEAPS },
            Phrase { all: &["equal", "touch"], none: NOT_LEAPS },
            Phrase { all: &["no touch"], none: NOT_LEAPS },
        ],
    ),
    (
        "nonconsecutive",
        &[
            Phrase { all: &["orthogonal", "consecutive"], none: NOT_NEXT },
            Phrase { all: &["adjacent", "consecutive"], none: NOT_NEXT },
            Phrase { all: &["neighbor", "consecutive"], none: NOT_NEXT },
            Phrase { all: &["next to", "consecutive"], none: NOT_NEXT },
            Phrase { all: &["nonconsecutive"], none: &[] },
            Phrase { all: &["non-consecutive"], none: &[] },
        ],
    ),
    ("windoku", &[all(&["windoku"])]),
    (
        "disjoint",
        &[
            all(&["disjoint set"]),
            all(&["disjoint group"]),
            all(&["disjoint"]),
            all(&["same position", "box"]),
            all(&["same position", "region"]),
            all(&["corresponding", "box"]),
            all(&["same relative position"]),
        ],
    ),
    ("global-entropy", &[all(&["global entropy"]), all(&["2x2", "low", "high"])]),
    ("anti-taxicab", &[all(&["taxicab"])]),
    ("dutch-flatmates", &[all(&["flatmate"])]),
    ("global-mod", &[all(&["global mod"])]),
];

const NOT_NEXT: &[&str] = &["dot", "line", "circle", "diagonal", "knight", "king", "white", "same", "sum"];

/// A rule in words that is a formula over pairs of cells.
struct Own {
    phrases: &'static [Phrase],
    /// Words after which the formula's number stands, if it has one.
    number: &'static [&'static str],
    /// The formula, with `#` for the number.
    formula: &'static str,
}

const OWN: [Own; 4] = [
    Own {
        phrases: &[
            Phrase { all: &["consecutive", "or diagonally"], none: NOT_OWN },
            Phrase { all: &["consecutive", "king"], none: NOT_OWN },
        ],
        number: &[],
        formula: "king a b: abs(a - b) != 1",
    },
    Own {
        phrases: &[Phrase { all: &["consecutive", "knight"], none: NOT_OWN }],
        number: &[],
        formula: "knight a b: abs(a - b) != 1",
    },
    Own {
        phrases: &[
            Phrase { all: &["orthogonal", "differ", "at least"], none: NOT_OWN },
            Phrase { all: &["orthogonal", "apart", "at least"], none: NOT_OWN },
        ],
        number: &["at least"],
        formula: "adjacent a b: abs(a - b) >= #",
    },
    Own {
        phrases: &[
            Phrase { all: &["adjacent", "sum to"], none: NOT_SUMS },
            Phrase { all: &["adjacent", "add up to"], none: NOT_SUMS },
            Phrase { all: &["adjacent", "add to"], none: NOT_SUMS },
        ],
        number: &["sum to", "add up to", "add to"],
        formula: "adjacent a b: a + b != #",
    },
];

const NOT_OWN: &[&str] = &["same", "identical", "equal", "repeat", "sum", "dot", "circle", "cage", "greater"];
const NOT_SUMS: &[&str] =
    &["dot", "circle", "cage", "diagonal", "at least", "at most", "less", "more", "differ"];

const NOT_LEAPS: &[&str] = &[
    "consecutive",
    "sum",
    "differ by",
    "difference",
    "at least",
    "may contain",
    "path",
    "tour",
    "odd",
    "even",
    "9s",
];

/// Words that forbid something, and words that make the name of a rule sufficient.
const FORBIDS: [&str; 19] = [
    "not",
    "2x2",
    "at least",
    "nor",
    "cannot",
    "can't",
    "never",
    "no ",
    "may not",
    "different",
    "don't",
    "anti",
    "windoku",
    "disjoint",
    "constraint",
    "applies",
    "antiknight",
    "antiking",
    "taxicab",
];

/// Flags with the rules that they name, beside the keys of f-puzzles.
const FLAGS: [(&str, &str); 5] = [
    ("disjoint", "disjoint"),
    ("disjointgroups", "disjoint"),
    ("disjointsets", "disjoint"),
    ("nonconsecutive", "nonconsecutive"),
    ("anti-knight", "anti-knight"),
];

/// Flags that say which marks are all given.
const GIVEN: [(&str, &str); 3] = [("antixv", "xv"), ("antiratio", "black"), ("antidifference", "white")];

/// Leaps that people name after animals.
const LEAPS: [(&str, i32, i32); 5] =
    [("giraffe", 1, 4), ("camel", 1, 3), ("zebra", 2, 3), ("antelope", 3, 4), ("dabbaba", 0, 2)];

pub(super) fn read(scene: &Scene<'_>, flags: &[String], claims: &mut Claims) {
    let mut given: Vec<&str> = Vec::new();
    for flag in flags {
        let lower = flag.to_lowercase();
        if let Some((_, word)) = GIVEN.iter().find(|(name, _)| *name == lower) {
            given.push(word);
        } else if let Some((_, name)) = FLAGS.iter().find(|(name, _)| *name == lower) {
            claims.claim(scene, clue(name), &[], FLAG);
        } else if let Some(known) = RuleKey::find(flag).filter(|known| known.key.form == Form::Flag) {
            claims.claim(scene, Clue::new(known.kind()), &[], FLAG);
        } else if !["norowcol", "nogrid"].contains(&lower.as_str()) {
            claims.not_understood(&flag.chars().take(40).collect::<String>(), "a flag");
        }
    }
    said(scene, claims);
    all_given(scene, given, claims);
}

/// Reads the rules that only words say.
pub(super) fn said(scene: &Scene<'_>, claims: &mut Claims) {
    for (name, phrases) in RULES {
        for sentence in scene.words.that_say(phrases).filter(|sentence| forbids(sentence)) {
            claims.said(scene, clue(name), sentence);
        }
    }
    for (animal, one, other) in LEAPS {
        let said = |sentence: &&str| {
            (has(sentence, animal) || has(sentence, &format!("anti-{animal}"))) && sentence.contains("same")
        };
        for sentence in scene.words.sentences().filter(said) {
            claims.take(sentence);
            claims.claim(scene, clue("anti-leap").number(one).number(other), &[], "the rules in words");
        }
    }
    for own in OWN {
        for sentence in scene.words.that_say(own.phrases).filter(|sentence| forbids(sentence)) {
            if let Some(clue) = own.clue(scene, sentence) {
                claims.said(scene, clue, sentence);
            }
        }
    }
    indexing(scene, claims);
}

impl Own {
    /// Returns the rule with the number of a sentence; `None` if the sentence has none, or several.
    fn clue(&self, scene: &Scene<'_>, sentence: &str) -> Option<Clue> {
        let number = match self.number {
            [] => String::new(),
            words => number_after(sentence, words)
                .filter(|_| numbers(&sentence.replace("no two", "")).len() == 1)?
                .to_string(),
        };
        let text = self.formula.replace('#', &number);
        let symbols = Symbols::usual(scene.grid.first_value(), scene.grid.values());
        let each = Each::parse(&mut Scanner::new(&text, 1, 1), scene.grid, &symbols, Until::End).ok()?;
        let detail = Detail::Formula(RuleFormula(FormulaUse::Each(each)));
        Some(Clue { detail, ..clue("each") })
    }
}

/// Whether a sentence forbids something everywhere: rules for some cells only are different rules.
fn forbids(sentence: &str) -> bool {
    let is_partial = colours(sentence).next().is_some() || PARTIAL.iter().any(|word| has(sentence, word));
    !is_partial && (FORBIDS.iter().any(|word| has(sentence, word)) || sentence.split(' ').count() < 5)
}

/// Words of sentences that do not hold everywhere.
const PARTIAL: [&str; 9] = [
    "line",
    "within the",
    "except",
    "unless",
    "apart from",
    "other than",
    "not apply",
    "in the same box",
    "some",
];

/// Reads the rule that columns 1, 5 and 9 have the positions of 1, 5 and 9.
fn indexing(scene: &Scene<'_>, claims: &mut Claims) {
    let phrases = [all(&["column 1", "position"]), all(&["columns 1, 5"]), all(&["159"]), all(&["1-5-9"])];
    let has_cage = scene.drawing.cages.iter().any(|cage| cage.style.to_lowercase().contains("indexer"));
    if !scene.words.say(&phrases) || has_cage || scene.side() != 9 || scene.drawing.columns != 9 {
        return;
    }
    scene.words.that_say(&phrases).for_each(|sentence| claims.take(sentence));
    for column in [0, 4, 8] {
        let cells: Vec<u16> = (0..9).map(|row| row * 9 + column).collect();
        claims.claim(scene, clue("column-index").list(cells), &[], "the rules in words");
    }
}

/// Reads of which marks the rules say that all are given, beside those of which flags say so.
pub(super) fn all_given(scene: &Scene<'_>, mut given: Vec<&'static str>, claims: &mut Claims) {
    const ALL: [Phrase; 8] = [
        Phrase { all: &["all", "given"], none: NOT_ALL },
        Phrase { all: &["all", "shown"], none: NOT_ALL },
        Phrase { all: &["all", "marked"], none: NOT_ALL },
        Phrase { all: &["negative constraint"], none: NOT_ALL },
        Phrase { all: &["all", "indicated"], none: NOT_ALL },
        Phrase { all: &["adjacent", "not sum to 5 or 10"], none: &[] },
        Phrase { all: &["not", "without", "dot"], none: &["may", "necessarily", "not all", "negative"] },
        Phrase { all: &["every", "is given"], none: NOT_ALL },
    ];
    let sentences: Vec<&str> = scene.words.sentences().collect();
    for (at, sentence) in sentences.iter().enumerate() {
        if !says(sentence, &ALL) {
            continue;
        }
        // The marks that the sentence names or, if it names none, those of the sentence before it.
        let before = if at > 0 { sentences[at - 1] } else { "" };
        let own = marks(sentence);
        let meant = if own.is_empty() { marks(before) } else { own };
        if !meant.is_empty() {
            claims.take(sentence);
        }
        given.extend(meant);
    }
    let words = ["white", "black", "xv"].into_iter().filter(|word| given.contains(word));
    let params: Vec<Param> = words.map(|word| Param::Word(word.into())).collect();
    if !params.is_empty() && !claims.have(&["all-given"]) {
        let clue = Clue { params, ..clue("all-given") };
        claims.claim(scene, clue, &[], "the rules say that all marks are given");
    }
}

const NOT_ALL: &[&str] = &[
    "not all",
    "no negative",
    "not every",
    "necessarily",
    "without",
    "cage",
    "sum to the",
    "all clues are",
    "digits 1",
];

/// Returns the marks that a sentence speaks of.
fn marks(sentence: &str) -> Vec<&'static str> {
    let dots = has(sentence, "dot") || has(sentence, "kropki");
    let both = dots && !has(sentence, "white") && !has(sentence, "black");
    let spaced = format!("{sentence} ");
    let xv =
        ["x and v", "xv", "x/v", "xs and vs", "x's", "x or v", "xs ", "vs ", " x ", " v ", "v's", "5 or 10"];
    let mut found = Vec::new();
    if dots && (both || has(sentence, "white")) {
        found.push("white");
    }
    if dots && (both || has(sentence, "black")) {
        found.push("black");
    }
    if xv.iter().any(|word| spaced.contains(word)) {
        found.push("xv");
    }
    found
}
