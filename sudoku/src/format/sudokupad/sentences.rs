//! The sentences of the rules: each one says a rule that was read, says no rule, or is not understood.

use super::claims::{AS_TOLD, Claims, Scene};
use super::languages;
use super::words::{Phrase, has, numbers, says};

/// Decides for every sentence of the rules. A sentence that is neither a known rule nor known to be none is reported.
pub(super) fn judge(scene: &Scene<'_>, claims: &mut Claims) {
    let is_foreign = languages::is_unread(scene.words.sentences());
    let modifier = scene.words.modifier();
    if let Some(word) = modifier {
        let why = format!("they speak of {word:?}, which may change what others mean");
        claims.not_understood("the rules", why);
    }
    for sentence in scene.words.sentences() {
        let is_reported = modifier.is_some_and(|word| has(sentence, word));
        let is_known = is_reported
            || claims.is_taken(sentence)
            || is_usual(scene, sentence)
            || !is_foreign && is_no_rule(sentence)
            || is_about_known(claims, sentence);
        if !is_known {
            let short: String = sentence.chars().take(120).collect();
            claims.not_understood(&format!("{short:?}"), "a rule in words");
        }
    }
}

/// The words of sentences that say the usual rules: every row, column and region has each value once.
const USUAL: &str = "normal classic standard usual regular irregular jigsaw latin sudoku rules rule apply applies \
    all clues clue are is and or also ie place put fill enter the a an in into of to on from with by within for so \
    that such every each one once exactly only complete set digits digit numbers number values 1 through thru up row \
    rows column columns line box boxes region regions house bold boldly thick thicker outlined marked indicated \
    bordered border borders lines subgrid grid cell cells square squares block blocks contain contains containing \
    contained must should will have has appear appears appearing occur occurs be filled repeat repeats repeating \
    repeated repetition without duplicates any not no cannot can't may never don't do x your this puzzle constraint \
    its their same time times per different differ distinct across as both it 3 \
    normale klassische ziffern sudokuregeln gelten die der das den dem bis von und zeile zeilen spalte spalten genau \
    einmal jede jeder jedem les le la de du des et une un dans à l chaque colonne colonnes fois classiques normales s'appliquent règles";

/// Whether a sentence says the usual rules and nothing else.
fn is_usual(scene: &Scene<'_>, sentence: &str) -> bool {
    let mut words =
        sentence.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == 'x');
    let are_plain = words.all(|word| is_number(word) || USUAL.split_whitespace().any(|known| known == word));
    let (least, most) = scene.values();
    let has_range = match numbers(&sentence.replace("one", "").replace("double", ""))[..] {
        [] | [_] => true,
        [first, last] => (first, last) == (least, most),
        ref all => all.iter().all(|number| (least..=most).contains(number)) && all.len() == scene.side(),
    };
    let about_houses = ["row", "column", "house", "sudoku", "clues", "zeile", "colonne", "rules"];
    let forbids = ["not ", "cannot", "can't", "never", "no ", "don't"].iter().any(|word| has(sentence, word));
    let repeats = ["repeat", "same", "duplicate"].iter().any(|word| has(sentence, word));
    // A word that forbids may forbid only repeats, and repeats are only forbidden.
    let is_negated = forbids || has(sentence, "without") || has(sentence, "once");
    let about_values = ["digit", "number", "once", "repeat", "rules", "sudoku", "clues", "1"];
    are_plain
        && has_range
        && about_houses.iter().any(|word| has(sentence, word))
        && about_values.iter().any(|word| has(sentence, word))
        && if repeats { is_negated } else { !forbids }
}

/// Words for what rules are about, and words for what they demand. A sentence without one of each is no rule.
const THINGS: [&str; 34] = [
    "digit",
    "number",
    "cell",
    "row",
    "column",
    "box",
    "region",
    "grid",
    "diagonal",
    "value",
    "neighbor",
    "square",
    "line",
    "cage",
    "dot",
    "circle",
    "arrow",
    "clue",
    "position",
    "quadrant",
    "corner",
    "edge",
    "border",
    "center",
    "domino",
    "pair",
    "house",
    "sum",
    "even ",
    "odd ",
    "pentomino",
    "area",
    "shape",
    "group",
];
const DEMANDS: [&str; 76] = [
    "magic",
    "form",
    "extra",
    "read",
    "is a",
    "have",
    "must",
    "cannot",
    "can't",
    "may",
    "not",
    "no",
    "never",
    "nor",
    "neither",
    "don't",
    "doesn't",
    "sum",
    "total",
    "add",
    "differ",
    "same",
    "equal",
    "identical",
    "repeat",
    "once",
    "twice",
    "consecutive",
    "adjacent",
    "greater",
    "less",
    "larger",
    "bigger",
    "smaller",
    "higher",
    "lower",
    "high",
    "low",
    "odd ",
    "even ",
    "multipl",
    "prime",
    "product",
    "ratio",
    "contain",
    "appear",
    "occur",
    "exactly",
    "at least",
    "at most",
    "every",
    "each",
    "any",
    "all",
    "only",
    "between",
    "count",
    "touch",
    "see",
    "next",
    "increas",
    "decreas",
    "ascend",
    "descend",
    "order",
    "unique",
    "distinct",
    "symmetr",
    "reflect",
    "rotat",
    "opposite",
    "double",
    "index",
    "indicate",
    "show",
    "has",
];

/// Names of rules: a sentence with one of them is a rule even if it says nothing more.
const NAMES: [&str; 40] = [
    "magic",
    "queen",
    "bishop",
    "rook",
    "extra region",
    "not apply",
    "don't apply",
    "anti-",
    "anti ",
    "antik",
    "renban",
    "whisper",
    "palindrom",
    "windoku",
    "disjoint",
    "nonconsecutive",
    "non-consecutive",
    "no touch",
    "touchless",
    "kropki",
    "skyscraper",
    "sandwich",
    "taxicab",
    "entrop",
    "modular",
    "zipper",
    "nabner",
    "lockout",
    "little killer",
    "killer",
    "quadruple",
    "thermo",
    "x-sum",
    "numbered room",
    "fortress",
    "knight",
    "king",
    "region sum",
    "clone",
    "almost",
];

/// Sentences that allow something, or say that there is no further rule.
const PERMISSIONS: [Phrase; 21] = [
    Phrase { all: &["may repeat"], none: DEMANDING },
    Phrase { all: &["can repeat"], none: DEMANDING },
    Phrase { all: &["may be repeated"], none: DEMANDING },
    Phrase { all: &["can be repeated"], none: DEMANDING },
    Phrase { all: &["can also"], none: DEMANDING },
    Phrase { all: &["may also"], none: DEMANDING },
    Phrase { all: &["may or may not"], none: &[] },
    Phrase { all: &["may have different"], none: DEMANDING },
    Phrase { all: &["can have different"], none: DEMANDING },
    Phrase { all: &["may share"], none: DEMANDING },
    Phrase { all: &["if allowed"], none: DEMANDING },
    Phrase { all: &["are allowed"], none: DEMANDING },
    Phrase { all: &["need not"], none: DEMANDING },
    Phrase { all: &["necessarily"], none: DEMANDING },
    Phrase { all: &["no negative constraint"], none: &["must", "cannot"] },
    Phrase { all: &["not all", "given"], none: DEMANDING },
    Phrase { all: &["not all", "shown"], none: DEMANDING },
    Phrase { all: &["not all", "marked"], none: DEMANDING },
    Phrase { all: &["not all", "indicated"], none: DEMANDING },
    Phrase { all: &["not every", "given"], none: DEMANDING },
    Phrase { all: &["in any order"], none: &["must", "cannot", "consecutive", "sequen", "contain"] },
];
const DEMANDING: &[&str] =
    &["must", "cannot", "can't", "never", "have to", "has to", "except", "row", "column", "not allowed"];

/// Sentences about solving: fog, examples, greetings, credits.
const ASIDES: [Phrase; 23] = [
    Phrase { all: &["fog"], none: SAYING },
    Phrase { all: &["correct", "reveal"], none: SAYING },
    Phrase { all: &["correct", "clear"], none: SAYING },
    Phrase { all: &["plac", "reveal"], none: SAYING },
    Phrase { all: &["no guess"], none: SAYING },
    Phrase { all: &["enjoy"], none: SAYING },
    Phrase { all: &["have fun"], none: SAYING },
    Phrase { all: &["good luck"], none: SAYING },
    Phrase { all: &["happy "], none: SAYING },
    Phrase { all: &["thank"], none: SAYING },
    Phrase { all: &["inspired by"], none: SAYING },
    Phrase { all: &["the title"], none: SAYING },
    Phrase { all: &["http"], none: SAYING },
    Phrase { all: &["www"], none: SAYING },
    Phrase { all: &["video"], none: SAYING },
    Phrase { all: &["created by"], none: SAYING },
    Phrase { all: &["set by"], none: SAYING },
    Phrase { all: &["tested"], none: SAYING },
    Phrase { all: &["dedicated"], none: SAYING },
    Phrase { all: &["this puzzle"], none: SAYING },
    Phrase { all: &["my puzzle"], none: SAYING },
    Phrase { all: &["patreon"], none: SAYING },
    Phrase { all: &["discord"], none: SAYING },
];
const SAYING: &[&str] =
    &["must", "cannot", "can't", "may not", "never", "have to", "has to", "sum", "each digit"];

/// The beginnings of examples and of explanations of the sentence before.
const EXAMPLES: [&str; 6] = ["eg ", "eg, ", "for example", "for instance", "example", "ie"];

/// Whether a sentence is known to say no rule.
fn is_no_rule(sentence: &str) -> bool {
    let sentence = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
    let spaced = format!("{sentence} ");
    let any = |words: &[&str]| words.iter().any(|word| has(&spaced, word));
    let is_thing = |word: &str| {
        // A digit, as in "9s", or a cell, as in "r1c2".
        let digits = word.trim_end_matches('s');
        digits.len() == 1 && digits.starts_with(|c: char| c.is_ascii_digit())
            || word.starts_with('r') && word.contains('c') && word.ends_with(|c: char| c.is_ascii_digit())
    };
    let things = sentence.split(|c: char| !c.is_alphanumeric()).any(is_thing) || any(&THINGS);
    let is_rule = any(&NAMES) || things && any(&DEMANDS) || sentence.contains('=');
    !is_rule
        || EXAMPLES.iter().any(|word| sentence.starts_with(word))
        || says(sentence, &PERMISSIONS)
        || says(sentence, &ASIDES)
}

/// Words for what is drawn or said, with the rules that they may be about.
struct Topic {
    words: &'static [&'static str],
    rules: &'static [&'static str],
    /// The beginnings of the names of parts that are called so.
    parts: &'static [&'static str],
}

const LINES: &[&str] = &[
    "renban",
    "whisper",
    "dutch-whisper",
    "palindrome",
    "region-sum",
    "between",
    "lockout",
    "double-arrow",
    "entropic",
    "modular",
    "nabner",
    "zipper",
    "sum-line",
    "allowed",
    "value-index",
    "thermo",
    "slow-thermo",
    "diagonal+",
    "diagonal-",
    "diagonals",
    "equal-sums",
];
const MARKS: &[&str] = &["line", "arrow", "overlay", "underlay"];

const TOPICS: [Topic; 29] = [
    Topic { words: &["line", "segment"], rules: LINES, parts: &["line", "arrow"] },
    Topic { words: &["renban"], rules: &["renban"], parts: MARKS },
    Topic { words: &["whisper"], rules: &["whisper", "dutch-whisper"], parts: MARKS },
    Topic { words: &["palindrom"], rules: &["palindrome"], parts: MARKS },
    Topic { words: &["entrop"], rules: &["entropic", "global-entropy"], parts: MARKS },
    Topic { words: &["modular"], rules: &["modular", "global-mod"], parts: MARKS },
    Topic { words: &["nabner"], rules: &["nabner"], parts: MARKS },
    Topic { words: &["zipper"], rules: &["zipper"], parts: MARKS },
    Topic { words: &["region sum"], rules: &["region-sum"], parts: MARKS },
    Topic { words: &["lockout"], rules: &["lockout"], parts: MARKS },
    Topic {
        words: &["thermo", "bulb"],
        rules: &["thermo", "slow-thermo", "between", "lockout"],
        parts: MARKS,
    },
    Topic {
        words: &["arrow", "pill", "oval"],
        rules: &["arrow", "little-killer", "double-arrow"],
        parts: MARKS,
    },
    Topic {
        words: &["circle"],
        rules: &[
            "arrow",
            "quadruple",
            "odd ",
            "between",
            "lockout",
            "double-arrow",
            "white",
            "black",
            "counting-circles",
            "zipper",
            "thermo",
            "slow-thermo",
        ],
        parts: MARKS,
    },
    Topic { words: &["cage", "killer", "outlined"], rules: &["killer", "sum", "math"], parts: &["cage"] },
    Topic { words: &["dot", "kropki", "domino"], rules: &["white", "black"], parts: MARKS },
    Topic {
        words: &["x ", "v ", "xs ", "vs ", "x's", "v's", "x' ", "v' ", "xv", "x/v", "ix ", "xi ", "roman"],
        rules: &["x", "v", "pair-sum"],
        parts: MARKS,
    },
    Topic { words: &["quad", "intersection"], rules: &["quadruple"], parts: MARKS },
    Topic {
        words: &["square", "shaded", "gray", "marked", "colored", "area", "region"],
        rules: &["odd ", "even ", "extra-region", "clone", "maximum", "minimum"],
        parts: MARKS,
    },
    Topic { words: &["odd"], rules: &["odd"], parts: MARKS },
    Topic { words: &["even"], rules: &["even"], parts: MARKS },
    Topic { words: &["fortress"], rules: &["maximum"], parts: MARKS },
    Topic { words: &["clone"], rules: &["clone"], parts: MARKS },
    Topic {
        words: &["diagonal"],
        rules: &["little-killer", "diagonals", "diagonal+", "diagonal-"],
        parts: MARKS,
    },
    Topic {
        words: &["outside", "sandwich", "x-sum", "skyscraper", "numbered room", "clue"],
        rules: &["little-killer", "sandwich", "x-sum", "skyscraper", "hidden-skyscraper", "numbered-room"],
        parts: MARKS,
    },
    Topic { words: &["inequality", "sign", "greater than"], rules: &["greater"], parts: MARKS },
    Topic {
        words: &["column", "row", "index"],
        rules: &["column-index", "row-index", "box-index"],
        parts: &["cage"],
    },
    Topic { words: &["knight"], rules: &["anti-knight"], parts: &[] },
    Topic { words: &["king"], rules: &["anti-king"], parts: &[] },
    Topic {
        words: &["windoku", "disjoint", "consecutive"],
        rules: &["windoku", "disjoint", "nonconsecutive"],
        parts: &[],
    },
];

/// Words of rules about the whole grid: what is drawn does not explain them.
const EVERYWHERE: [&str; 15] = [
    "every row",
    "each row",
    "all rows",
    "any row",
    "every column",
    "each column",
    "all columns",
    "any column",
    "every 2x2",
    "each 2x2",
    "any 2x2",
    "every digit",
    "no two",
    "anywhere",
    "whole grid",
];

/// Whether a sentence is about a rule that was read, and not about the whole grid.
fn is_about_known(claims: &Claims, sentence: &str) -> bool {
    let spaced = format!("{sentence} ");
    // The user said what a part is, or it is reported as not understood.
    let is_told = |topic: &Topic| {
        let of_topic = |part: &String| topic.parts.iter().any(|begin| part.starts_with(begin));
        claims.guesses.iter().any(|guess| guess.reason == AS_TOLD && guess.parts.iter().any(of_topic))
            || claims.unknown.iter().any(|(part, _)| of_topic(part))
    };
    let is_known = |topic: &Topic| {
        topic.words.iter().any(|word| has(&spaced, word)) && (claims.have(topic.rules) || is_told(topic))
    };
    !EVERYWHERE.iter().any(|word| has(sentence, word)) && TOPICS.iter().any(is_known)
}
