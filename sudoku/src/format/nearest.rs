//! The word that was meant.

/// Longer words are typing mistakes of nothing.
const LONGEST: usize = 40;

/// Of the known words the one nearest to this, if it is near: at most two letters apart, or a third of them. For messages
/// that say which word was meant.
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
    let (away, found) = known.into_iter().map(|other| (away(other), other)).min_by_key(|&(away, _)| away)?;
    // A word of which no letter is right is another one.
    (away <= (letters / 3).max(2) && away < letters).then_some(found)
}

/// Letters to insert, drop or change to get from one word to the other.
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
