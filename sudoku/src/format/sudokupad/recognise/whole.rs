//! Rules for the whole grid: named by flags of the document, or only by the text.

use crate::format::fpuzzles::RuleKey;
use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::words::{Phrase, all, colours, has, says};
use crate::rules::fpuzzles::Form;
use crate::rules::{Clue, Param};

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
        ],
    ),
    (
        "nonconsecutive",
        &[
            Phrase { all: &["orthogonal", "consecutive"], none: &["dot", "line", "circle"] },
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
            all(&["same relative position"]),
        ],
    ),
    ("global-entropy", &[all(&["global entropy"]), all(&["2x2", "low", "high"])]),
    ("anti-taxicab", &[all(&["taxicab"])]),
    ("dutch-flatmates", &[all(&["flatmate"])]),
    ("global-mod", &[all(&["global mod"])]),
];

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
const FORBIDS: [&str; 16] = [
    "not",
    "cannot",
    "can't",
    "never",
    "no",
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
            claims.claim(scene, clue(name), &[], "a flag of the document");
        } else if let Some(known) = RuleKey::find(flag).filter(|known| known.key.form == Form::Flag) {
            claims.claim(scene, Clue::new(known.kind()), &[], "a flag of the document");
        } else if !["norowcol", "nogrid"].contains(&lower.as_str()) {
            claims.not_understood(&flag.chars().take(40).collect::<String>(), "a flag");
        }
    }
    for (name, phrases) in RULES {
        if scene.words.that_say(phrases).any(forbids) {
            claims.claim(scene, clue(name), &[], "the rules in words");
        }
    }
    for (animal, one, other) in LEAPS {
        let said = |sentence: &str| has(sentence, animal) || has(sentence, &format!("anti-{animal}"));
        if scene.words.sentences().any(|sentence| said(sentence) && sentence.contains("same")) {
            claims.claim(scene, clue("anti-leap").number(one).number(other), &[], "the rules in words");
        }
    }
    indexing(scene, claims);
    for word in all_given(scene) {
        if !given.contains(&word) {
            given.push(word);
        }
    }
    given.sort_unstable_by_key(|word| ["white", "black", "xv"].iter().position(|known| known == word));
    if !given.is_empty() {
        let params = given.iter().map(|&word| Param::Word(word.into())).collect();
        claims.claim(
            scene,
            Clue { params, ..clue("all-given") },
            &[],
            "the rules say that all marks are given",
        );
    }
}

fn forbids(sentence: &str) -> bool {
    // Rules for some cells only are different rules.
    let is_partial =
        colours(sentence).next().is_some() || has(sentence, "line") || has(sentence, "within the");
    !is_partial && (FORBIDS.iter().any(|word| has(sentence, word)) || sentence.split(' ').count() < 5)
}

/// Reads the rule that columns 1, 5 and 9 have the positions of 1, 5 and 9.
fn indexing(scene: &Scene<'_>, claims: &mut Claims) {
    let phrases = [all(&["column 1", "position"]), all(&["columns 1, 5"]), all(&["159"]), all(&["1-5-9"])];
    let has_cage = scene.drawing.cages.iter().any(|cage| cage.style.to_lowercase().contains("indexer"));
    if !scene.words.say(&phrases) || has_cage || scene.side() != 9 || scene.drawing.columns != 9 {
        return;
    }
    for column in [0, 4, 8] {
        let cells: Vec<u16> = (0..9).map(|row| row * 9 + column).collect();
        claims.claim(scene, clue("column-index").list(cells), &[], "the rules in words");
    }
}

/// Returns the marks of which the rules say that all are given.
fn all_given(scene: &Scene<'_>) -> Vec<&'static str> {
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
    let mut found = Vec::new();
    let sentences: Vec<&str> = scene.words.sentences().collect();
    for (at, sentence) in sentences.iter().enumerate() {
        if !says(sentence, &ALL) {
            continue;
        }
        // The marks that the sentence names or, if it names none, those of the sentence before it.
        let before = if at > 0 { sentences[at - 1] } else { "" };
        let own = marks(sentence);
        found.extend(if own.is_empty() { marks(before) } else { own });
    }
    found
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
