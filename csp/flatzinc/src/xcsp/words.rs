//! Words of a text: tokens, numbers, ranges and values with their shorter forms.

use crate::syntax::Fault;

/// Splits a text at blanks that stand in no brackets.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let (mut found, mut depth, mut begin) = (Vec::new(), 0_usize, None);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (c.is_whitespace() && depth == 0, begin) {
            (true, Some(from)) => {
                found.push(&text[from..at]);
                begin = None;
            }
            (false, None) => begin = Some(at),
            _ => {}
        }
    }
    found.extend(begin.map(|from| &text[from..]));
    found
}

/// Splits the inside of brackets at its commas, of those that stand in no further brackets.
pub(super) fn commas(text: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut found) = (0_usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[begin..].trim());
    found
}

/// The insides of tuples: `(1,2)(3,4)`, perhaps with blanks between them.
pub(super) fn tuples(text: &str) -> Result<Vec<Vec<&str>>, Fault> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let inside = rest.strip_prefix('(').and_then(closed);
        let Some((inside, after)) = inside else {
            return Err(Fault::new(format!("'{}' is no tuple in round brackets", shortened(rest))));
        };
        found.push(commas(inside));
        rest = after.trim_start();
    }
    Ok(found)
}

/// Splits a text after an opening bracket at the bracket that closes it.
pub(super) fn closed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 1_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[..at], &text[at + 1..]));
        }
    }
    None
}

/// The beginning of a text, for a message.
pub(super) fn shortened(text: &str) -> String {
    let mut chars = text.chars();
    let begin: String = chars.by_ref().take(30).collect();
    if chars.next().is_none() { begin } else { begin + "…" }
}

pub(super) fn number(text: &str) -> Result<i64, Fault> {
    let text = text.trim();
    text.parse().map_err(|_| match text.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit()) {
        true if !text.is_empty() => Fault::new(format!("{} is beyond 64 bits", shortened(text))),
        _ => Fault::new(format!("'{}' is no integer", shortened(text))),
    })
}

/// A number, or a range `3..7`.
pub(super) fn range(text: &str) -> Result<(i64, i64), Fault> {
    match text.split_once("..") {
        Some((low, high)) => Ok((number(low)?, number(high)?)),
        None => number(text).map(|value| (value, value)),
    }
}

/// Values as ascending ranges: `1 3..7 9`.
pub(super) fn ranges<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Vec<(i64, i64)>, Fault> {
    words.into_iter().map(range).collect::<Result<_, _>>().map(joined)
}

/// Ranges as ascending ones that do not touch.
pub(super) fn joined(mut found: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    found.retain(|(low, high)| low <= high);
    found.sort_unstable();
    let mut joined: Vec<(i64, i64)> = Vec::with_capacity(found.len());
    for (low, high) in found {
        match joined.last_mut() {
            Some((_, end)) if low <= end.saturating_add(1) => *end = high.max(*end),
            _ => joined.push((low, high)),
        }
    }
    joined
}

/// Most numbers of a list.
const MOST_NUMBERS: usize = 1 << 26;

/// A list of numbers, of which one may be repeated: `4 0x3` is `4 0 0 0`.
pub(super) fn numbers(text: &str) -> Result<Vec<i64>, Fault> {
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let (value, times) = repeated(word)?;
        if times > MOST_NUMBERS - found.len() {
            return Err(Fault::new(format!("'{}' has too many numbers", shortened(word))));
        }
        found.extend(std::iter::repeat_n(value, times));
    }
    Ok(found)
}

/// A number and how often it stands there.
pub(super) fn repeated(word: &str) -> Result<(i64, usize), Fault> {
    match word.split_once('x') {
        Some((value, times)) => {
            let count = number(times)?.try_into();
            Ok((
                number(value)?,
                count.map_err(|_| Fault::new(format!("'{}' is no count", shortened(times))))?,
            ))
        }
        None => Ok((number(word)?, 1)),
    }
}

/// Whether a word begins as a number does.
pub(super) fn is_number(word: &str) -> bool {
    word.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_outside_of_brackets() {
        assert_eq!(tokens(" a  add(b, c)\n x[1 ][2] "), ["a", "add(b, c)", "x[1 ][2]"]);
        assert_eq!(commas("a, add(b,c) ,d"), ["a", "add(b,c)", "d"]);
        assert_eq!(tuples("(1,2) (x[0],*)").unwrap(), [["1", "2"], ["x[0]", "*"]]);
        assert!(tuples("(1,2)(3").is_err() && tuples("1,2").is_err());
    }

    #[test]
    fn numbers_have_shorter_forms() {
        assert_eq!(numbers("4 0x3 -1").unwrap(), [4, 0, 0, 0, -1]);
        assert_eq!(ranges(["5..7", "1", "3..2", "2", "8"]).unwrap(), [(1, 2), (5, 8)]);
        assert!(number("99999999999999999999").unwrap_err().what.contains("beyond"));
        assert!(numbers("1x99999999999").is_err() && numbers("a").is_err() && number("").is_err());
    }
}
