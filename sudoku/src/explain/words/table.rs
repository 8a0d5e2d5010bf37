//! The phrases that texts of steps are made of.

/// Phrases that texts are made of. `{0}` and `{1}` are filled in.
const PHRASES: &[(&str, &str)] = &[
    ("and", "{0} and {1}"),
    ("or", "{0} or {1}"),
    ("nor", "{0} nor {1}"),
    ("is", "{0} is {1}"),
    ("if", "if {0} is {1}"),
    ("is not", "{0} is not {1}"),
    ("neither is", "neither {0} is {1}"),
    ("none is", "none of {0} is {1}"),
    ("are", "{0} are {1}"),
    ("were", "{0} were {1}"),
    ("loses", "{0} loses {1}"),
    ("lose", "{0} lose {1}"),
    ("refutation", "Suppose {0}. {1}{2}That is impossible: {3}."),
    (
        "linked",
        "In {0}, only {2} and {3} can be {1}; in {4}, only {5} and {6}. {2} and {5} see each other{7}, so not both are {1}: {3} or {6} is {1}. So {8}.",
    ),
    (
        "wing",
        "{0} is {1} or {2}. If it is {1}, {3} is {5}; if it is {2}, {4} is {5}. So one of {3} and {4} is {5}, and {6}.",
    ),
    (
        "wing with three",
        "{0} is {1}, {2} or {5}. If it is {1}, {3} is {5}; if it is {2}, {4} is {5}. So one of these three cells is {5}, and {6}.",
    ),
    ("sees both", "{0}, which sees both{2}, loses {1}"),
    ("see both", "{0}, which see both{2}, lose {1}"),
    ("sees all", "{0}, which sees all of these{2}, loses {1}"),
    ("see all", "{0}, which see all of these{2}, lose {1}"),
    ("sides of a cell", "{0} is {1}. {2}"),
    ("sides of a value", "In {0}, {1} is in {2}. {3}"),
    ("a side", "if {0}, {1}"),
    ("sides to a value", "{0}. So {1}, and {2}."),
    ("sides apart", "{0}. In each case {1}."),
    ("sides to one", "{0}. In each case {1}, so {2}."),
    ("sides at once", "In {0}, {1} is in {2}. In each case {3}."),
    ("by", " by {0}"),
    ("also by", " ({0})"),
    ("also by, inside", " ({0})"),
    ("also by rules", "also by {0}"),
    ("locked", "no other cell of {0} can be {1}"),
    ("in the same way", "in the same way, {0}"),
    ("of a clue", " of {0}"),
    ("besides", "{0}. Besides, {1}"),
    ("locked apart", "each of these values is in one of them"),
    ("is there", "{0} is in {1}, so {2}"),
    ("locked from all", "no cell that sees {0}{2} can be {1}"),
    ("locked value", "no other cell of {0} can be {1}"),
    ("locked value apart", "cells that see {0}{2} cannot be {1}"),
    ("likewise", "{0}. In the same way, {1}"),
    ("further refutation", "\nSuppose {0}. {1}{2}That is impossible: {3}."),
    ("ends", "if {0}, {1}"),
    ("and then", "{0} and then {1}"),
    ("would have to be", "{0} would have to be {1}, which it cannot"),
    ("too low", "less than any value"),
    ("reach at most", "{0}, which add up to at most {1} ({2})"),
    ("reach at least", "{0}, which add up to at least {1} ({2})"),
    ("is left for", "{0} is left for {1}"),
    ("which sees", "{0}, which sees {1}{2},"),
    ("which see", "{0}, which see {1}{2},"),
    ("with values", "with {0}"),
    ("sees", "{0} sees {1}"),
    ("cannot be", "{0} cannot be {1} because of {2} ({3})"),
    ("it", "it"),
    ("also lost", "{0}. {1}"),
    ("lost", "{0}: {1}"),
    ("was excluded", "{0} was excluded before"),
    ("were excluded", "{0} were excluded before"),
    ("is not given", "{0} is not among its given candidates"),
    ("are not given", "{0} are not among its given candidates"),
    ("seen in", "{0} in {1}"),
    ("closes", ": the {0} in {1} rules out the other cells"),
    ("close", ": the {0}s in {1} rule out the other cells"),
    (
        "closes, with others",
        ": the {0} in {1} rules out some of the other cells, and the rest have already lost {0}",
    ),
    (
        "close, with others",
        ": the {0}s in {1} rule out some of the other cells, and the rest have already lost {0}",
    ),
    ("closed before", ", as the other cells have already lost it"),
    ("only place", "in {2} only {0} can be {1}"),
    ("only there", "in {0} only {1}"),
    ("only places", "{0} can be {1}"),
    ("follows in parts", "{0}, step by step:{1}"),
    ("only value", "{0} can only be {1}"),
    ("by clue", "by {0}, {1}"),
    ("as", "as {0}, {1}"),
    ("then", "then {0}"),
    ("then, first", "Then "),
    ("so, first", "so "),
    ("but then", "but {0}"),
    ("this", "this"),
    ("too little", "{0}, too little for {1}"),
    ("too much", "{0}, too much for {1}"),
    ("leaves sets", "{0} ({1})"),
    ("leaves sets, as", "{0}. As {1}, they can only be {2}"),
    ("in brackets", "{0} ({1})"),
    ("amount at least", "at least {0}"),
    ("amount at most", "at most {0}"),
    ("amounts beside", "at most {0} or at least {1}"),
    ("counted with", "{0} with {1}"),
    ("at most, only", "at most {0} (only {1})"),
    ("at least, with all", "at least {0} ({1} in any case)"),
    ("the value", "the {0}"),
    ("both in", "{0} and in {1}"),
    ("or else", "{0}; or {1}"),
    ("more", "more"),
    ("less", "less"),
    ("otherwise so", "{0}, and {1} otherwise"),
    ("further off", "further off"),
    ("which leaves", "{0}, which leaves {1} for {2}"),
    ("leaves", "{0} leaves {1}"),
    ("in both cases", "in both cases"),
    ("in all cases", "in each case"),
    ("in these two cases", "in these two cases"),
    ("in these cases", "in these cases"),
    ("one guess", " (1 further guess)"),
    ("guesses", " ({0} further guesses)"),
    ("whole puzzle", "the rest of the puzzle"),
    ("in", "{1} in {0}"),
    ("sees by", "{0} sees {1} by {2}"),
    ("see by", "{0} see {1} by {2}"),
    ("by rules", "{0} (by {1})"),
    ("by rules, with cells", "by {1}, {2}, so {0}"),
    ("by rules, first", "by {1}, {2}; {0}"),
    ("neither value", "neither {0} is left for {1}"),
    ("points", "{0} in {1} says that {2} is {3}"),
    ("would point", "{0} in {1} would say that {2} is {3}"),
    ("excludes", "{0} excludes {1} from {2}"),
    ("no value", "no value is left for {0}"),
    ("no place", "no place is left for {0} in {1}"),
    ("no tuple", "{0} cannot be satisfied"),
    ("case", "{0}: {1}"),
    ("untold cases", "{0} fails, in {1} more lines"),
    ("each value", "each value of {0}"),
    ("each place", "each place of {0} in {1}"),
    ("untold", "a contradiction follows in {0} more lines"),
    ("also", "if also {0}: {1}"),
    ("also, so", "if also {0}: {1}. {2}."),
    ("it follows", "so {0}"),
    ("cases of a cell", "each value of {0} fails:{1}"),
    ("cases of a value", "each place of {0} in {1} fails:{2}"),
    ("a value", "{0}"),
    ("a place", "{1} in {0}"),
    ("holds for", "{0} holds for {1}"),
    ("hold for", "{0} hold together for {1}"),
    ("more clues", "{0} more clues"),
    ("is the sum", "By {0}, {2} is {1}"),
    ("is as much", "{0} {1} is equal to {2}"),
    ("is more", "{0} {2} is {1} more than {3}"),
    ("is less", "{0} {2} is {1} less than {3}"),
    ("adds up", "{0} adds up to {1}"),
    ("add up together", "{0} add up to {1}"),
    ("and to", "{0}, and {1} to {2}"),
    ("and to, with", "{0}, and {1} to {2} with {3} outside"),
    ("leaves the sum", "{0}, which leaves {1} for {2}"),
    ("leaves outside", "{0}, which leaves {1} for {2} outside"),
    ("then so", "{0}, so"),
    ("by that", "By {0},"),
    ("sum of", "the sum of {0}"),
    ("equation", "the sum {0}"),
    ("long equation", "the sum from {0} to {1}"),
    ("follows", "By {0}, {1}"),
    ("rows", "rows {0}"),
    ("columns", "columns {0}"),
    ("boxes", "boxes {0}"),
    ("the cages", "the cages {0}"),
    ("and, between lists", "{0}, and {1}"),
    ("so", "{0}, so {1}"),
    ("but", "{0}, but {1}"),
    ("needs", "{0} in {1} would need {2} in {3}"),
    ("needs both", "{0} in {1} would need {2} in both {3}, which see each other"),
    ("leaves nothing", "{0} in {1} would leave no value for {2}"),
    ("leaves nothing beside", "{0} in {1} would leave no value for a neighbour"),
    ("sets", "{0} can only be {1}"),
    ("that is", "{0}: {1}"),
    ("then only", "{0}. Only {1} is left for {2}"),
    ("only left", "only {0} is left for {1}"),
    ("by itself", "so {0}"),
    ("rule", "{0} rule"),
    ("many do not fit", "the candidates left in {0} cannot satisfy {1}"),
    ("can count", "the numbers that count can only be {0}"),
    ("with a value", "with {0} in {1}"),
    ("with another value", "with another value in {0}"),
    ("with that", "{0}, {1}"),
    ("with that, by what is left", "{0} and what is left in {1}, {2}"),
    ("otherwise", "otherwise {0}"),
    (
        "taking",
        "{0} can only be {1}, and no two of them with a value in common can both have it. So each of these values is in one of them: {2}.",
    ),
    ("so too", "{0}. By the same truths, in proofs that are not told here, {1}"),
    ("otherwise, by what is left", "otherwise, by what is left in {0}, {1}"),
    ("many facts", "the candidates left in {0} fit no other way"),
    ("with many facts", "with the candidates left in {0}, {1}"),
    ("sees with its value", "{0} can only be {1} and sees {2}"),
    ("where they", ", where {0}"),
    ("differ", "{0} differ ({1})"),
    ("all differ", "all differ ({0})"),
    ("differ in", "{0} differ in {1}"),
    ("as they differ", "{0}, as {1}"),
    ("not allowed", "{0}, which {1} does not allow"),
    ("cannot be any", "{0} cannot be {1}"),
    ("neither can be", "neither {0} can be {1}"),
    ("none can be", "none of {0} can be {1}"),
    ("add up", "{0} add up to {1}"),
    ("add up, with numbers", "{0} add up to {1} ({2})"),
    ("add up, at most", "{0} add up to at most {1}"),
    ("add up, at least", "{0} add up to at least {1}"),
    ("add up, at most, with numbers", "{0} add up to at most {1} ({2})"),
    ("add up, at least, with numbers", "{0} add up to at least {1} ({2})"),
    ("other cells", "the other {0} cells"),
    ("all but one", "any {0} of its cells add up to {1}"),
    ("all but one, at most", "any {0} of its cells add up to at most {1}"),
    ("all but one, at least", "any {0} of its cells add up to at least {1}"),
    ("others of each", "whichever of {0} is left out, the others add up to {1}"),
    ("others of each, at most", "whichever of {0} is left out, the others add up to at most {1}"),
    ("others of each, at least", "whichever of {0} is left out, the others add up to at least {1}"),
    ("weighted", "{0} is {1}"),
    ("weighted, at most", "{0} is at most {1}"),
    ("weighted, at least", "{0} is at least {1}"),
    ("can only be", "{0} can only be {1}"),
    ("can only be, several", "{0} can only be {1}"),
    ("at most", "{0} is at most {1}"),
    ("at most, several", "{0} are at most {1}"),
    ("at least", "{0} is at least {1}"),
    ("at least, several", "{0} are at least {1}"),
    ("from to", "the {2} cells from {0} to {1}"),
    ("leave", "{0} leave {1}"),
    ("for", "{0} for {1}"),
    ("alternatives", "At least one of these holds: {0}"),
    ("in this order", "(in this order) {0}"),
    ("only", "only {0}"),
    ("no", "no {0}"),
    ("at most, alone", "at most {0}"),
    ("at least, alone", "at least {0}"),
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
    // In one pass: a part may have braces of its own, as the pattern of a regular expression.
    let mut told = String::new();
    for (at, piece) in text.split(['{', '}']).enumerate() {
        if at % 2 == 0 {
            told += piece;
        } else {
            told += parts[piece.parse::<usize>().expect("the number of a part")];
        }
    }
    told
}

/// Writes a sum of cells, each multiplied by its weight: `2 × R1C1 + R1C2 − R1C3`.
pub(super) fn weighted_sum(parts: impl Iterator<Item = (i64, String)>) -> String {
    let mut text = String::new();
    for (weight, cell) in parts {
        text += match (text.is_empty(), weight < 0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        if weight.unsigned_abs() != 1 {
            text += &format!("{} × ", weight.unsigned_abs());
        }
        text += &cell;
    }
    text
}

/// Cells by what is said of them, in the order of the first of each group.
pub(super) fn grouped<K: PartialEq, C: IntoIterator<Item = usize>>(
    said: impl IntoIterator<Item = (K, C)>,
) -> Vec<(K, Vec<usize>)> {
    let mut groups: Vec<(K, Vec<usize>)> = Vec::new();
    for (key, cells) in said {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => known.extend(cells),
            None => groups.push((key, cells.into_iter().collect())),
        }
    }
    groups
}

/// Several things with commas and a word before the last.
pub(super) fn list(items: &[String], word: &str) -> String {
    match items {
        [] => phrase("nothing", &[]),
        [one] => one.clone(),
        [rest @ .., last] => phrase(word, &[&rest.join(", "), last]),
    }
}

/// The kinds of houses and clues that are named together, with the phrase for several of them.
const KINDS: [(&str, &str); 4] =
    [("row ", "rows"), ("column ", "columns"), ("box ", "boxes"), ("the cage ", "the cages")];

/// Names as a list in which houses and cages are put together by their kind: `the cages 7 at R1C1 and 5 at R2C2, and rows 1 to 3`.
pub(super) fn together(names: &[String]) -> String {
    let kind_of = |name: &String| KINDS.iter().find(|(kind, _)| name.starts_with(kind));
    let groups: Vec<&[String]> =
        names.chunk_by(|one, other| kind_of(one).is_some() && kind_of(one) == kind_of(other)).collect();
    let named = groups.iter().map(|names| match (*names, kind_of(&names[0])) {
        ([one], _) | ([one, ..], None) => one.clone(),
        (_, kind) => {
            let (one, several) = kind.expect("names of a kind are together");
            let rests: Vec<&str> = names.iter().map(|name| &name[one.len()..]).collect();
            phrase(several, &[&ranges(&rests)])
        }
    });
    let named: Vec<String> = named.collect();
    match &named[..] {
        [rest @ .., last] if !rest.is_empty() && groups.iter().any(|names| names.len() > 1) => {
            phrase("and, between lists", &[&rest.join(", "), last])
        }
        _ => list(&named, "and"),
    }
}

/// A list in which three or more numbers in a row are a range.
fn ranges(items: &[&str]) -> String {
    let next = |one: &&str, other: &&str| {
        let [one, other] = [one, other].map(|item| item.parse::<u32>().ok());
        one.is_some() && one.map(|one| one + 1) == other
    };
    let parts = items.chunk_by(next).flat_map(|run| match run {
        [first, _, .., last] => vec![phrase("range", &[first, last])],
        _ => run.iter().map(|&item| item.to_owned()).collect(),
    });
    list(&parts.collect::<Vec<_>>(), "and")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_phrase_has_a_name_of_its_own() {
        let mut names: Vec<&str> = PHRASES.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn parts_may_have_braces() {
        assert_eq!(phrase("is", &["1{1}2", "x"]), "1{1}2 is x");
    }
}
