//! The texts of steps, and the phrases that they are made of.

/// For each technique: what to look for, where, and the whole step. Names in braces are filled in.
pub(super) const TEXTS: &[(&str, [&str; 3])] = &[
    (
        "last-cell",
        [
            "A house is nearly full.",
            "Look at {house}.",
            "{target} is the last open cell of {house}, where {value} is missing. {result}.",
        ],
    ),
    (
        "hidden-single-box",
        [
            "Look for {value}.",
            "Where can {value} go in {house}?",
            "In {house} only {target} can be {value}{closed}. {result}.",
        ],
    ),
    (
        "hidden-single",
        [
            "Look for {value}.",
            "Where can {value} go in {house}?",
            "In {house} only {target} can be {value}{closed}. {result}.",
        ],
    ),
    (
        "naked-single",
        [
            "One cell has little choice.",
            "Look at {target}.",
            "{target} cannot be {missing}. Only {value} is left. {result}.",
        ],
    ),
    (
        "direct-pointing",
        [
            "Look for {value}.",
            "Look at {house}, then at {last}.",
            "In {house}, {value} stands in {places}, so not in other cells that see these. In {last} only {target} is left. \
             {result}.",
        ],
    ),
    (
        "direct-claiming",
        [
            "Look for {value}.",
            "Look at {house}, then at {last}.",
            "In {house}, {value} stands in {places}, so not in other cells that see these. In {last} only {target} is left. \
             {result}.",
        ],
    ),
    (
        "direct-hidden-pair",
        [
            "Look for {value}.",
            "Which cells of {house} do {others} take?",
            "In {house}, {others} need {places}, so nothing else stands there. For {value} only {target} is left. {result}.",
        ],
    ),
    (
        "direct-hidden-triple",
        [
            "Look for {value}.",
            "Which cells of {house} do {others} take?",
            "In {house}, {others} need {places}, so nothing else stands there. For {value} only {target} is left. {result}.",
        ],
    ),
    (
        "pointing",
        [
            "A house says something about the cells around it.",
            "Where can {value} go in {house}?",
            "In {house}, {value} stands in {places}. No other cell that sees all of these can be {value}: {result}.",
        ],
    ),
    (
        "claiming",
        [
            "A house says something about the cells around it.",
            "Where can {value} go in {house}?",
            "In {house}, {value} stands in {places}. No other cell that sees all of these can be {value}: {result}.",
        ],
    ),
    ("naked-pair", NAKED),
    ("naked-triple", NAKED),
    ("naked-quad", NAKED),
    ("hidden-pair", HIDDEN),
    ("hidden-triple", HIDDEN),
    ("hidden-quad", HIDDEN),
    ("x-wing", FISH),
    ("swordfish", FISH),
    ("jellyfish", FISH),
    ("clue", ["Look at one clue.", "Look at {clue}: {cells}.", "{Clue} ({cells}) {allows}. {result}."]),
    (
        "sum",
        [
            "Add up.",
            "Look at {houses} and the clues there.",
            "{Houses} and {clues} together say that {sum}; that {allows}. {result}.",
        ],
    ),
    ("xy-wing", WING),
    ("xyz-wing", WING),
    ("w-wing", WING),
    ("turbot-fish", CHAIN),
    ("x-chain", CHAIN),
    ("xy-chain", CHAIN),
    ("chain", CHAIN),
    ("forcing-chain", CHAIN),
    ("clue-chain", CHAIN),
    ("nested-chain", CHAIN),
    (
        "trial",
        [
            "No short reason is known here.",
            "No short reason is known: something has to be tried.",
            "No short reason is known. Each way to go on from the removed candidate fails, as a search of the whole puzzle \
             says, with {nodes} guesses. {result}.",
        ],
    ),
];

const NAKED: [&str; 3] = [
    "A few cells share their values.",
    "Look at {cells}.",
    "{cells} can only be {union}, so they take these values, one each. {result}.",
];

const HIDDEN: [&str; 3] = [
    "A few values share their cells.",
    "Where can {values} go in {house}?",
    "In {house}, {values} need {places}, so nothing else stands there. {result}.",
];

const FISH: [&str; 3] = [
    "Look for {value}.",
    "Where can {value} go in {houses}?",
    "In {houses}, {value} stands in {places}. These take the {value} of as many lines across. {result}.",
];

const WING: [&str; 3] =
    ["A few cells with few values.", "Look at {truths}.", "If {start}, {story}. So it cannot be: {result}."];

const CHAIN: [&str; 3] =
    ["One thing leads to another.", "What if {start}?", "If {start}, {story}. So it cannot be: {result}."];

/// Phrases that texts are made of. `{0}` and `{1}` are filled in.
const PHRASES: &[(&str, &str)] = &[
    ("and", "{0} and {1}"),
    ("or", "{0} or {1}"),
    ("is", "{0} is {1}"),
    ("were", "{0} were {1}"),
    ("make", "{0} make {1}"),
    ("make as much", "{0} make as much as {1}"),
    ("make more", "{0} make {1} more than {2}"),
    ("make less", "{0} make {1} less than {2}"),
    ("loses", "{0} loses {1}"),
    ("would be", "{0} would be {1}"),
    ("seen from", "{0} ({1})"),
    ("closed", ": {0} in {1} closes the other cells"),
    ("removed before", "{0} (before)"),
    ("only place", "in {1} only {0}"),
    ("only value", "{0}"),
    ("by clue", "by {1} {0}"),
    ("no value", "{0} would have no value left"),
    ("no place", "{1} would have no place left for {0}"),
    ("no tuple", "{0} could not be met"),
    ("case", "if {0}, {1}"),
    ("cases", "{0} leaves {1} possibilities ({2})"),
    ("a value", "{0}"),
    ("a place", "{1} in {0}"),
    ("tuples", "allows only {0}"),
    ("leaves", "leaves {0}"),
    ("can be", "{0} only {1}"),
    ("value in", "{0} in {1}"),
    ("nothing", "nothing"),
    ("range", "{0} to {1}"),
    ("lose", "{0} lose {1}"),
];

/// A phrase with its parts filled in.
pub(super) fn phrase(name: &str, parts: &[&str]) -> String {
    let (_, text) = PHRASES.iter().find(|(known, _)| *known == name).expect("the phrase is in the table");
    let mut text = (*text).to_owned();
    for (at, part) in parts.iter().enumerate() {
        text = text.replace(&format!("{{{at}}}"), part);
    }
    text
}

/// Several things with commas and a word before the last.
pub(super) fn list(items: &[String], word: &str) -> String {
    match items {
        [] => phrase("nothing", &[]),
        [one] => one.clone(),
        [rest @ .., last] => phrase(word, &[&rest.join(", "), last]),
    }
}
