//! Spelling hints: the known word nearest to an unknown one.

use std::cmp::Reverse;

/// Longer words have no nearest one.
const LONGEST: usize = 40;

/// Returns the known word nearest to an unknown one, for hints. The distance is the number of letters to insert, drop
/// or change. It is at most two, or a third of the letters; `None` if no word is as near.
///
/// ```
/// use sudoku::format::nearest;
///
/// assert_eq!(nearest("themo", ["thermo", "arrow"]), Some("thermo"));
/// assert_eq!(nearest("cage", ["thermo", "arrow"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    if letters > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let away = |other: &str| distance(&word, &other.to_lowercase());
    // Of several, the one that begins most alike: "kilr" is "killer" rather than "king".
    let alike = |other: &str| {
        other
            .chars()
            .flat_map(char::to_lowercase)
            .zip(word.chars())
            .take_while(|(one, other)| one == other)
            .count()
    };
    let known = known.into_iter().map(|other| (away(other), Reverse(alike(other)), other));
    let (away, _, found) = known.min_by_key(|&(away, alike, _)| (away, alike))?;
    // At least one letter has to agree.
    (away <= (letters / 3).max(2) && away < letters).then_some(found)
}

/// Returns the hint that names the [nearest] known word, or `None` if none is near.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, known).map(|meant| format!("did you mean {meant}?"))
}

/// Returns the edit distance (Levenshtein) of two words.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (at, c) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, d) in other.chars().enumerate() {
            let changed = diagonal + usize::from(c != d);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[row.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let known = ["row", "column", "neighbours", "of"];
        for (word, meant) in [
            ("row", Some("row")),
            ("rwo", Some("row")),
            ("COLUMM", Some("column")),
            ("nieghbors", Some("neighbours")),
            ("if", Some("of")),
            ("colomn", Some("column")),
            ("xy", None),
            ("diagonal", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
        assert_eq!(nearest("row", []), None);
        assert_eq!(nearest(&"row".repeat(100_000), known), None);
    }
}
