//! Recognition of lines that begin or continue a board in the notation of a program or a table.

use crate::format::infer::is_blank;
use crate::grid::LARGEST;

/// The notation of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum Look {
    /// The line opens brackets that hold cells.
    Brackets,
    /// One text in quotes with this number of cells; several lines of it have a break.
    Quoted { cells: usize, breaks: bool },
    /// Fields with this separator between.
    Table { separator: char, cells: usize },
}

/// The fewest separators of a line of a table: a row of a 4 x 4 has three.
const FEWEST_SEPARATORS: usize = 3;
/// The fewest cells of a text in quotes.
const FEWEST_QUOTED: usize = 4;

/// Returns the notation of a line; `None` for lines of other formats.
pub(in crate::format) fn look(line: &str) -> Option<Look> {
    let begin = line.trim_start();
    if begin.starts_with('#') && !begin.starts_with("#(") || line.contains("://") {
        return None;
    }
    if is_bracketed(line) {
        return Some(Look::Brackets);
    }
    quoted(line).or_else(|| table(line))
}

/// Returns the text after the name and the `=` of an assignment, or the whole text if there is none.
pub(super) fn value(text: &str) -> &str {
    let is_name = |text: &str| {
        text.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '_')
            && text.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || "_:;<>[]&*$".contains(c))
    };
    text.split_once('=').filter(|(name, _)| is_name(name)).map_or(text, |(_, value)| value)
}

/// Whether a line opens brackets that hold cells, perhaps after a name or a call: `[[5`, `(list 5`, `b = {{5`.
fn is_bracketed(line: &str) -> bool {
    let trimmed = line.trim();
    if ["(define", "(list", "(vector", "'(", "#("].iter().any(|begin| trimmed.starts_with(begin)) {
        return true;
    }
    let value = value(trimmed).trim_start();
    let is_assigned = value.len() < trimmed.len();
    // A call of a name, as in `array([[5, 3],`.
    let called = value.trim_start_matches(|c: char| c.is_alphanumeric() || "_.!:".contains(c));
    let called = if called.len() < value.len() { called.strip_prefix('(').unwrap_or("") } else { value };
    let is_named = is_assigned || called.len() < value.len();
    let mut rest = called.trim_start().chars();
    let Some(open) = rest.next().filter(|c| "[({".contains(*c)) else {
        return false;
    };
    let mut rest = rest.as_str().trim_start();
    let mut depth = 1;
    // An object within a list is a document.
    let nested: &[char] = if open == '{' { &['{'] } else { &['[', '('] };
    while let Some(inner) = rest.strip_prefix(nested) {
        (rest, depth) = (inner.trim_start(), depth + 1);
    }
    match rest.chars().next() {
        None => is_named || depth > 1 || open == '(',
        // A brace and a quote begin an object of a document.
        Some(quote @ ('"' | '\'')) => {
            (open != '{' || depth > 1 || is_named) && is_short_text(&rest[1..], quote)
        }
        // Braces alone are candidates.
        Some(c) => (c.is_ascii_digit() || is_blank(c) || c == ',') && (open != '{' || depth > 1 || is_named),
    }
}

/// Whether a text in quotes, of which this is the part after the first, is a cell or a row.
fn is_short_text(rest: &str, quote: char) -> bool {
    rest.split_once(quote).is_some_and(|(text, _)| {
        let length = text.chars().count();
        length <= 1 || length <= LARGEST && text.chars().all(is_cell)
    })
}

/// Returns the depth of open brackets after a line, outside of texts in quotes.
pub(in crate::format) fn depth_after(line: &str, mut depth: usize) -> usize {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            // Lisp quotes a list with one sign.
            (None, '\'') if line[at + 1..].starts_with('(') => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '(' | '{') => depth += 1,
            (None, ']' | ')' | '}') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
    }
    depth
}

/// Whether a character may be the text of a cell in lists and tables.
fn is_cell(c: char) -> bool {
    c.is_alphanumeric() || is_blank(c)
}

/// The one text in quotes of a line, if it is a row or a puzzle.
fn quoted(line: &str) -> Option<Look> {
    let begin = line.find(['"', '\''])?;
    let quote = line[begin..].chars().next()?;
    let rest = &line[begin + 1..];
    let end = rest.find(quote)?;
    let text = &rest[..end];
    if rest[end + 1..].contains(['"', '\'']) || line[..begin].contains(char::is_numeric) {
        return None;
    }
    let breaks = text.contains("\\n");
    let plain = text.replace("\\n", "").replace("\\r", "");
    let cells = plain.chars().count();
    // Borders of grids have quotes and dashes.
    if plain.chars().all(|c| c == '-') {
        return None;
    }
    (cells >= FEWEST_QUOTED
        && plain.chars().all(is_cell)
        && plain.contains(|c| is_blank(c) || c.is_numeric()))
    .then_some(Look::Quoted { cells, breaks })
}

/// The fields of a line of a table: each a symbol or empty.
fn table(line: &str) -> Option<Look> {
    let separator = ['\t', ';', ','].into_iter().find(|&separator| line.contains(separator))?;
    let mut cells = 0;
    for field in line.split(separator) {
        let field = unquoted(field);
        if field.chars().count() > 2 || !field.chars().all(is_cell) {
            return None;
        }
        cells += 1;
    }
    (cells > FEWEST_SEPARATORS).then_some(Look::Table { separator, cells })
}

/// Returns a field of a table without blanks and quotes around it.
pub(super) fn unquoted(field: &str) -> &str {
    let field = field.trim();
    let quotes = ['"', '\''];
    quotes.iter().find_map(|&quote| field.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(field).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_programs_and_tables() {
        for line in [
            "[[5,3,0,0],",
            "[[\"5\",\".\"",
            "['5', '3'",
            "[[5 3 0 0]",
            "(list 1 2 B",
            "(define BD4",
            "'(1 2",
            "board = [",
            "int g[9][9] = {",
            "{{5,3,0},",
            "array([[5, 3, 0],",
            "x = np.array([[1, 2",
            "[\"53..7....\",",
        ] {
            assert_eq!(look(line), Some(Look::Brackets), "{line}");
        }
        for line in ["seq='0030'", ".add\"0030\" to fixed", "\"0030\",", "'0030'"] {
            assert_eq!(look(line), Some(Look::Quoted { cells: 4, breaks: false }), "{line}");
        }
        assert_eq!(look("\"12..\\n..12\\n\""), Some(Look::Quoted { cells: 8, breaks: true }));
        for (line, separator) in
            [("5\t3\t\t", '\t'), ("5,3,,", ','), (";;;", ';'), ("\"5\",\"3\",\"\",\"\"", ',')]
        {
            assert_eq!(look(line), Some(Look::Table { separator, cells: 4 }), "{line}");
        }
        for line in [
            "53..7....",
            "5 3 . | . 7 .",
            "{135} 2 {14}",
            "{12,13} 4 5 6",
            "# (1 2",
            "[link](https://a.b)",
            "{",
            "[",
            "[{\"grid\"",
            "9:a1b2,c3",
            "killer: r1c1, r1c2",
            "[{}, {\"grid\"",
            "Grid 01",
            "\t53..7....",
            "{\"size\":4}",
            "'-------'---------'",
        ] {
            assert_eq!(look(line), None, "{line}");
        }
    }
}
