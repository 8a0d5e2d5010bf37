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
        ["One cell has little choice.", "Look at {target}.", "{missing}. Only {value} is left. {result}."],
    ),
    (
        "direct-pointing",
        [
            "Look for {value}.",
            "Look at {house}, then at {last}.",
            "The {value} of {house} is in {places}, so other cells that see all of these cannot be {value}. In {last} only \
             {target} is left for it. {result}.",
        ],
    ),
    (
        "direct-claiming",
        [
            "Look for {value}.",
            "Look at {house}, then at {last}.",
            "The {value} of {house} is in {places}, so other cells that see all of these cannot be {value}. In {last} only \
             {target} is left for it. {result}.",
        ],
    ),
    (
        "direct-hidden-pair",
        [
            "Look for {value}.",
            "Which cells of {house} are left for {others}?",
            "The only cells of {house} for {others} are {places}, so nothing else can be there. For {value} only {target} is left. \
             {result}.",
        ],
    ),
    (
        "direct-hidden-triple",
        [
            "Look for {value}.",
            "Which cells of {house} are left for {others}?",
            "The only cells of {house} for {others} are {places}, so nothing else can be there. For {value} only {target} is left. \
             {result}.",
        ],
    ),
    (
        "pointing",
        [
            "A house says something about the cells around it.",
            "Where can {value} go in {house}?",
            "The {value} of {house} is in {places}. No other cell that sees all of these can be {value}: {result}.",
        ],
    ),
    (
        "claiming",
        [
            "A house says something about the cells around it.",
            "Where can {value} go in {house}?",
            "The {value} of {house} is in {places}. No other cell that sees all of these can be {value}: {result}.",
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
    ("clue", ["Look at one clue.", "Look at {clue}: {cells}.", "{says}. {allows}. {result}."]),
    ("sum", ["Add up.", "Look at {houses} and the clues there.", "{says}. {allows}. {result}."]),
    ("xy-wing", WING),
    ("xyz-wing", WING),
    ("w-wing", WING),
    ("turbot-fish", CHAIN),
    ("x-chain", CHAIN),
    ("xy-chain", CHAIN),
    ("chain", CHAIN),
    ("forcing-chain", CHAIN),
    ("clue-chain", CHAIN),
    ("cases", CHAIN),
    ("nested-chain", CHAIN),
    (
        "trial",
        [
            "No short reason is known here.",
            "No short reason is known: something has to be tried.",
            "No short reason is known. If {were}, there would be no solution, as a search of the whole puzzle says ({nodes} \
             guesses). {result}.",
        ],
    ),
];

const NAKED: [&str; 3] = [
    "A few cells share their values.",
    "Look at {cells}.",
    "{cells} can only be {union}, so they take these values, one each. Cells that see them cannot have these: {result}.",
];

const HIDDEN: [&str; 3] = [
    "A few values share their cells.",
    "Where can {values} go in {house}?",
    "The only cells of {house} for {values} are {places}, so nothing else can be there. {result}.",
];

const FISH: [&str; 3] = [
    "Look for {value}.",
    "Where can {value} go in {houses}?",
    "In {houses}, the only cells for {value} are {places}. They lie in as many lines across, which have their {value} \
     there and nowhere else. {result}.",
];

const WING: [&str; 3] = [
    "A few cells with few values.",
    "Look at {truths}.",
    "Suppose {start}. Then {story}. That is impossible: {refuted}.",
];

const CHAIN: [&str; 3] = [
    "One thing leads to another.",
    "What if {were}?",
    "Suppose {start}. Then {story}. That is impossible: {refuted}.",
];

/// Phrases that texts are made of. `{0}` and `{1}` are filled in.
const PHRASES: &[(&str, &str)] = &[
    ("and", "{0} and {1}"),
    ("or", "{0} or {1}"),
    ("is", "{0} is {1}"),
    ("were", "{0} were {1}"),
    ("loses", "{0} loses {1}"),
    ("lose", "{0} lose {1}"),
    ("and likewise", "{0}. For the same reasons {1}"),
    ("sees", "{0} sees {1}"),
    ("sees and lost", "{0} sees {1}. It has lost {2} before"),
    ("lost", "{0} has lost {1} before"),
    ("seen in", "{0} in {1}"),
    ("seen by rule", "{0} in {1} ({2})"),
    ("closes", ": the {0} in {1} closes the other cells"),
    ("close", ": the {0}s in {1} close the other cells"),
    (
        "closes, with others",
        ": the {0} in {1} closes some of the other cells, and the rest have lost {0} before",
    ),
    (
        "close, with others",
        ": the {0}s in {1} close some of the other cells, and the rest have lost {0} before",
    ),
    ("closed before", ": the other cells have lost it before"),
    ("only place", "in {2} only {0} can be {1}"),
    ("only value", "{0} can only be {1}"),
    ("by clue", "{2} leaves only {1} for {0}"),
    ("no value", "no value is left for {0}"),
    ("no place", "no place is left for {0} in {1}"),
    ("no tuple", "{0} cannot be satisfied"),
    ("case", "[if {0}: {1}]"),
    ("cases", "each case of {0} fails: {1}"),
    ("a value", "{0}"),
    ("a place", "{1} in {0}"),
    ("is about", "{0} is about {1}"),
    ("leave", "{0} together leave {1} for {2}"),
    ("leave as much", "{0} together leave as much for {1} as for {2}"),
    ("leave more", "{0} together leave {1} more for {2} than for {3}"),
    ("leave less", "{0} together leave {1} less for {2} than for {3}"),
    ("since", "Since {0}, {1}"),
    ("can only be", "{0} can only be {1}"),
    ("can only be, several", "{0} can only be {1}"),
    ("at most", "{0} is at most {1}"),
    ("at most, several", "{0} are at most {1}"),
    ("at least", "{0} is at least {1}"),
    ("at least, several", "{0} are at least {1}"),
    ("from to", "from {0} to {1}"),
    ("nothing", "nothing"),
    ("range", "{0} to {1}"),
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
