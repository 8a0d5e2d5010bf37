//! What a line looks like: cut into tokens, and what row or puzzle it could be.

use super::{Side, Token, side_of};
use crate::grid::LARGEST;

/// A line by its looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    Comment,
    /// `---+---`, `=====`, borders.
    Rule,
    /// Only `-`: a rule, or open cells.
    Dashes(RowShape),
    /// `Grid 01`.
    Title,
    Cells(RowShape),
}

/// How a line of cells can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowShape {
    /// Words between blanks and bars.
    pub words: usize,
    /// Characters in all of them.
    pub characters: usize,
    /// Characters of the first word.
    pub first_word: usize,
    /// The words are equally long.
    pub even: bool,
    /// A `|` stands in it.
    pub barred: bool,
    /// A `-` stands in it.
    pub dashed: bool,
    /// The fewest values with which every word is a cell by itself, if it can be.
    pub values_of_words: Option<usize>,
}

/// Vertical bars, also of drawn boxes.
fn is_bar(c: char) -> bool {
    c == '|' || ('\u{2500}'..='\u{257F}').contains(&c)
}

/// Without the comment that begins with `#` after a blank.
pub(super) fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        if c == '#' && before.is_whitespace() {
            return line[..at].trim_end();
        }
        before = c;
    }
    line.trim_end()
}

/// The words of a line; blanks and bars are between. What stands in braces is one word.
pub(super) fn words(text: &str, line: u64) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut begun: Option<(usize, u32)> = None;
    let mut braces = false;
    for (column, (byte, c)) in (1..).zip(text.char_indices()) {
        braces = (braces || c == '{') && c != '}';
        if (c.is_whitespace() || is_bar(c)) && !braces {
            if let Some((start, column)) = begun.take() {
                found.push(Token { text: &text[start..byte], line, column });
            }
        } else if begun.is_none() {
            begun = Some((byte, column));
        }
    }
    if let Some((start, column)) = begun {
        found.push(Token { text: &text[start..], line, column });
    }
    found
}

/// Looks at a line.
pub(super) fn look(line: &str) -> Line {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return Line::Blank;
    }
    if trimmed.starts_with('#') {
        return Line::Comment;
    }
    let text = without_comment(line);
    if is_title(text) {
        return Line::Title;
    }
    if is_rule(text.trim()) {
        return Line::Rule;
    }
    let shape = row_shape(text);
    match text.trim().chars().all(|c| c == '-') {
        true => Line::Dashes(shape),
        false if shape.words == 0 => Line::Rule,
        false => Line::Cells(shape),
    }
}

fn is_title(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (name, number, rest) = (words.next(), words.next(), words.next());
    name.is_some_and(|name| name.eq_ignore_ascii_case("grid"))
        && number.is_some_and(|number| number.trim_end_matches(':').bytes().all(|byte| byte.is_ascii_digit()))
        && rest.is_none()
}

/// Lines of `-`, `=`, `+` and drawn boxes; in borders of candidate grids also `.`, `:` and `'`.
fn is_rule(text: &str) -> bool {
    let dashes = |c: char| c == '-' || c == '=' || ('\u{2500}'..='\u{257F}').contains(&c);
    let between = |c: char| c.is_whitespace() || matches!(c, '+' | '|' | '*' | '.' | ':' | '\'');
    if !text.chars().all(|c| dashes(c) || between(c)) {
        return false;
    }
    let drawn = text.chars().any(|c| c == '=' || ('\u{2500}'..='\u{257F}').contains(&c));
    let crossed = text.contains('+');
    let run = text.contains("---");
    // Open cells may be dashes and dots alike: a border is dots or quotes at its ends and dashes between.
    let ends = [text.chars().next(), text.chars().next_back()];
    let bordered = ends.iter().all(|end| matches!(end, Some('.' | ':' | '\'')))
        && text.trim_matches(['.', ':', '\'']).split(['.', ':', '\'']).all(|part| part.len() >= 3);
    drawn && !text.contains('.') || crossed && (run || text.contains('-')) || bordered && run
}

fn row_shape(text: &str) -> RowShape {
    let words = words(text, 1);
    let lengths = words.iter().map(|word| word.text.chars().count());
    let first_word = lengths.clone().next().unwrap_or(0);
    let values = words.iter().try_fold(1, |most: usize, word| Some(most.max(values_of(word.text)?)));
    RowShape {
        words: words.len(),
        characters: lengths.clone().sum(),
        first_word,
        even: lengths.clone().all(|length| length == first_word),
        barred: text.chars().any(is_bar),
        dashed: text.contains('-'),
        values_of_words: values,
    }
}

/// The fewest values with which a word can be a cell: blank, a number, or candidates.
fn values_of(word: &str) -> Option<usize> {
    if word.starts_with('{') {
        return word.ends_with('}').then_some(1);
    }
    let mut each = word.chars();
    let (first, more) = (each.next()?, each.next().is_some());
    if !more {
        return Some(match first.to_digit(10) {
            Some(digit) => digit as usize,
            None => 1,
        });
    }
    let number = word.parse::<usize>().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()));
    let mut most = 0;
    let mut seen = 0_u64;
    for c in word.chars() {
        let value = c.to_digit(36).filter(|&value| value > 0 && seen >> value & 1 == 0);
        let Some(value) = value else {
            return number;
        };
        seen |= 1 << value;
        most = most.max(value as usize);
    }
    Some(number.map_or(most, |number| number.min(most)))
}

/// How the rows of a grid are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub side: Side,
    /// A cell is a word, not a character.
    pub by_words: bool,
}

/// How these rows are read if they are a grid.
pub(super) fn reading(rows: &[RowShape], size: Option<(usize, usize)>) -> Reading {
    let by_words = |width: usize, values: usize| {
        let fits =
            |row: &&RowShape| row.words == width && row.values_of_words.is_some_and(|least| least <= values);
        // Words of one character are read as characters.
        rows.iter().filter(fits).count() * 2 > rows.len() && rows.iter().any(|row| row.characters > row.words)
    };
    if let Some((rows, columns)) = size {
        let by_words = by_words(columns, rows.max(columns));
        return Reading { side: Side { rows, columns }, by_words };
    }
    let words = most_common(rows.iter().map(|row| row.words));
    if words >= 4 && words <= LARGEST && by_words(words, words) {
        return Reading { side: Side::square(words), by_words: true };
    }
    Reading { side: Side::square(most_common(rows.iter().map(|row| row.characters))), by_words: false }
}

/// Of equals the one that comes first.
fn most_common(all: impl Iterator<Item = usize> + Clone) -> usize {
    let count = |one: usize| all.clone().filter(|&other| other == one).count();
    let mut best = (0, 0);
    for one in all.clone() {
        let count = count(one);
        if count > best.1 {
            best = (one, count);
        }
    }
    best.0
}

/// What a line is by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alone {
    /// A puzzle, or a damaged one: no row is that long.
    Puzzle,
    /// A puzzle or a row of so many cells.
    Either,
    Row,
}

/// What a line of cells is, seen alone.
pub(super) fn alone(row: &RowShape, size: Option<(usize, usize)>) -> Alone {
    if let Some((rows, columns)) = size {
        let side = Side { rows, columns };
        let cells = side.cells();
        let long =
            |length: usize| length == cells || length == 2 * cells || length == cells * rows.max(columns);
        let puzzle = long(row.first_word) || row.words == cells;
        return if rows == 1 || puzzle && row.characters != columns { Alone::Puzzle } else { Alone::Row };
    }
    if row.first_word > LARGEST {
        return Alone::Puzzle;
    }
    let square = |length: usize| length >= 16 && side_of(length).is_some();
    // Sixteen characters and a comment, but not a row of equal blocks.
    if square(row.first_word) && row.words > 1 && !row.even {
        return Alone::Puzzle;
    }
    if row.values_of_words.is_some() && row.words > LARGEST {
        return Alone::Puzzle;
    }
    let length = match row.values_of_words {
        Some(_) if row.words > 1 && row.words != row.characters && square(row.words) => row.words,
        _ => row.characters,
    };
    if length > LARGEST && (row.words == 1 || row.words == row.characters) {
        return Alone::Puzzle;
    }
    if square(length) && !row.barred { Alone::Either } else { Alone::Row }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(look("  \t"), Line::Blank);
        assert_eq!(look("# 12"), Line::Comment);
        for rule in [
            "------+-------+------",
            "+---+---+",
            "===========",
            ".-------.---------.------.",
            ":-------+---------+------:",
            "'-------'---------'------'",
            "│───┼───│",
            "┌───────┬───────┐",
            " |---+---| ",
        ] {
            assert_eq!(look(rule), Line::Rule, "{rule}");
        }
        for row in [
            "..3.2.6..",
            ".........",
            "-2-------",
            ".-.-.-.-.",
            "5 3 . | . 7 .",
            "│ 1 2 │ 3 . │",
            "*********",
        ] {
            assert!(matches!(look(row), Line::Cells(_)), "{row}");
        }
        assert!(matches!(look("---------"), Line::Dashes(_)));
        assert_eq!(look("Grid 01"), Line::Title);
        assert_eq!(look("grid 7:"), Line::Title);
    }

    fn cells(line: &str) -> RowShape {
        match look(line) {
            Line::Cells(shape) | Line::Dashes(shape) => shape,
            other => panic!("{line:?} looks like {other:?}"),
        }
    }

    #[test]
    fn a_line_alone_is_a_puzzle_a_row_or_either() {
        let of = |line: &str| alone(&cells(line), None);
        assert_eq!(of(&".".repeat(81)), Alone::Puzzle);
        assert_eq!(of(&".".repeat(80)), Alone::Puzzle);
        assert_eq!(of("53..7...."), Alone::Row);
        assert_eq!(of("1234123412341234"), Alone::Either);
        assert_eq!(of("1234............ a comment"), Alone::Puzzle);
        assert_eq!(of("1234 .... .... 4321"), Alone::Either);
        assert_eq!(of("1 2 3 4 . . . . . . . . . . . 16"), Alone::Either);
        assert_eq!(of(&"12 ".repeat(81)), Alone::Puzzle);
        assert_eq!(of(&". ".repeat(81)), Alone::Puzzle);
        assert_eq!(of("1234 | .... | .... | 4321"), Alone::Row);
        assert_eq!(alone(&cells("1234123412341234"), Some((4, 4))), Alone::Puzzle);
        assert_eq!(alone(&cells("1234123412341234"), Some((16, 16))), Alone::Row);
    }

    #[test]
    fn candidate_rows_are_read_by_words() {
        let row = cells("7 | 1238 4 56 | 9 12 123 4 5");
        assert_eq!(reading(&[row; 9], None), Reading { side: Side::square(9), by_words: true });
        let blocks = cells("534 678 912");
        assert_eq!(reading(&[blocks; 9], None), Reading { side: Side::square(9), by_words: false });
        let sixteen = cells("1234 5678 9ABC DEFG");
        assert_eq!(reading(&[sixteen; 4], None), Reading { side: Side::square(16), by_words: false });
    }
}
