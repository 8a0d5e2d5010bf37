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
            "All places of one value in a house see a common cell.",
            "Where can {value} go in {house}?",
            "The {value} of {house} is in {places}. No other cell that sees all of these can be {value}: {result}.",
        ],
    ),
    (
        "claiming",
        [
            "All places of one value in a house see a common cell.",
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
    (
        "clue",
        ["One clue alone rules something out: {rule}.", "Look at {clue}: {cells}.", "{says}. {allows}."],
    ),
    ("sum", ["Add up.", "Look at {houses} and the clues there.", "{says}. {allows}."]),
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
    "{cells} can only be {union}, so they take these values, one each. Another cell \
     that sees every place of such a value cannot have it: {result}.",
];

const HIDDEN: [&str; 3] = [
    "A few values share their cells.",
    "Where can {values} go in {house}?",
    "The only cells of {house} for {values} are {places}, so nothing else can be there. {result}.",
];

const FISH: [&str; 3] = [
    "Look for {value}.",
    "Where can {value} go in {houses}?",
    "In {houses}, the only cells for {value} are {places}. The same number of lines \
     crosses these houses at all of these cells, so these lines have their {value} there: {result}.",
];

const WING: [&str; 3] = [
    "A few cells with few values.",
    "Look at {truths}.",
    "{sums}Suppose {start}. Then {story}{end}That is impossible: {refuted}.",
];

const CHAIN: [&str; 3] = [
    "One thing leads to another.",
    "What if {were}?",
    "{sums}Suppose {start}. Then {story}{end}That is impossible: {refuted}.",
];

/// Phrases that texts are made of. `{0}` and `{1}` are filled in.
const PHRASES: &[(&str, &str)] = &[
    ("and", "{0} and {1}"),
    ("or", "{0} or {1}"),
    ("is", "{0} is {1}"),
    ("are", "{0} are {1}"),
    ("were", "{0} were {1}"),
    ("loses", "{0} loses {1}"),
    ("lose", "{0} lose {1}"),
    ("and likewise", "{0}. The same houses and clues also exclude others: {1}"),
    ("sees", "{0} sees {1}"),
    ("cannot be", "{0} cannot be {1} because of {2} ({3})"),
    ("it", "it"),
    ("also lost", "{0}. It can no longer be {1} either"),
    ("lost", "{0} can no longer be {1}"),
    ("seen in", "{0} in {1}"),
    ("closes", ": the {0} in {1} rules out the other cells"),
    ("close", ": {0} in {1} rules out the other cells"),
    (
        "closes, with others",
        ": the {0} in {1} rules out some of the other cells, and the rest can no longer be {0}",
    ),
    (
        "close, with others",
        ": {0} in {1} rules out some of the other cells, and the rest can no longer be {0}",
    ),
    ("closed before", ": the other cells can no longer be it"),
    ("only place", "in {2} only {0} can be {1}"),
    ("only value", "{0} can only be {1}"),
    ("by clue", "{0} leaves only {1}"),
    ("by clues", "{0} together leave only {1}"),
    ("value for", "{0} for {1}"),
    ("no value", "no value is left for {0}"),
    ("no place", "no place is left for {0} in {1}"),
    ("no tuple", "{0} cannot be satisfied"),
    ("no tuple with", "{0} cannot be satisfied with {1}"),
    ("case", "if {0}: {1}"),
    ("cases of a cell", "each value of {0} fails:{1}"),
    ("cases of a value", "each place of {0} in {1} fails:{2}"),
    ("cases of a clue", "each value that {0} leaves {1} fails:{2}"),
    ("a value", "{0}"),
    ("a place", "{1} in {0}"),
    ("holds for", "{0} holds for {1}"),
    ("hold for", "{0} hold together for {1}"),
    ("more clues", "{0} more clues"),
    ("leave", "By {0}, {2} is {1}"),
    ("leave as much", "By {0}, {1} is equal to {2}"),
    ("leave more", "By {0}, {2} is {1} more than {3}"),
    ("leave less", "By {0}, {2} is {1} less than {3}"),
    ("sum of", "the sum of {0}"),
    ("equation", "the sum {0}"),
    ("long equation", "the sum from {0} to {1}"),
    ("follows", "By {0}, {1}. "),
    ("rows", "rows {0}"),
    ("columns", "columns {0}"),
    ("boxes", "boxes {0}"),
    ("the cages", "the cages {0}"),
    ("and, between lists", "{0}, and {1}"),
    ("so", "{0}, so {1}"),
    ("tuples", "the candidates left allow only {1} for {0}"),
    ("can only be", "{0} can only be {1}"),
    ("can only be, several", "{0} can only be {1}"),
    ("at most", "{0} is at most {1}"),
    ("at most, several", "{0} are at most {1}"),
    ("at least", "{0} is at least {1}"),
    ("at least, several", "{0} are at least {1}"),
    ("from to", "the {2} cells from {0} to {1}"),
    ("nothing", "nothing"),
    ("range", "{0} to {1}"),
    ("never", "{0} never stands"),
    ("exactly once", "{0} stands exactly once"),
    ("exactly twice", "{0} stands exactly twice"),
    ("exactly often", "{0} stands exactly {1} times"),
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
