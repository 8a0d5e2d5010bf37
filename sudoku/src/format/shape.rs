//! Classification of lines by their characters: tokens, rows, puzzles, drawn lines.

use super::infer::is_blank;
use super::token::{Side, Token, side_of};
use super::width::Width;
use crate::grid::LARGEST;
use crate::symbols::{Symbols, is_bar};

/// The class of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    Comment,
    /// `---+---`, `=====`, borders.
    Rule,
    /// Only `-`: a drawn line, or open cells.
    Dashes(RowShape),
    /// `Grid 01`.
    Title,
    Cells(RowShape),
}

/// Counts that decide how a line of cells is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowShape {
    /// Number of words; blanks and bars separate them.
    pub words: usize,
    /// Number of characters in all words.
    pub characters: usize,
    /// Number of characters of the first word.
    pub first_word: usize,
    /// Whether all words are equally long.
    pub even: bool,
    /// Whether it contains a bar.
    pub barred: bool,
    /// Whether it contains `-`, and whether it contains another sign for open cells.
    pub dashed: bool,
    pub blank: bool,
    /// Whether it contains a word in braces.
    pub braced: bool,
    /// Number of different characters that cannot be blank.
    pub symbols: usize,
    /// The fewest values with which every word can be a cell; `None` if some word cannot.
    pub values_of_words: Option<usize>,
    /// The number of cells that the line needs if open cells are left blank.
    pub width: Width,
}

/// Options that decide how lines are cut into cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hints {
    /// Rows and columns.
    pub size: Option<(usize, usize)>,
    /// Whether symbols are words, so that a cell is never a character.
    pub words: bool,
}

impl Hints {
    /// The hints of a size and symbols that are known.
    pub fn new(size: Option<(usize, usize)>, symbols: Option<&Symbols>) -> Hints {
        Hints { size, words: symbols.is_some_and(|symbols| !symbols.are_characters()) }
    }
}

/// Returns the line without its comment. A comment begins with `#`, which is no symbol.
pub(super) fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or(line).trim_end()
}

/// Returns the words of a line, separated by blanks and bars. Text in braces is part of one word.
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

/// Classifies a line.
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
    if text.trim().chars().all(|c| c == '-') {
        Line::Dashes(shape)
    } else if shape.words == 0 {
        Line::Rule
    } else {
        Line::Cells(shape)
    }
}

fn is_title(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (name, number, rest) = (words.next(), words.next(), words.next());
    name.is_some_and(|name| name.eq_ignore_ascii_case("grid"))
        && number.is_some_and(|number| number.trim_end_matches(':').bytes().all(|byte| byte.is_ascii_digit()))
        && rest.is_none()
}

/// Whether a line is drawn: of `-`, `=`, `+` and box characters; in borders of candidate grids also `.`, `:` and `'`.
fn is_rule(text: &str) -> bool {
    let dashes = |c: char| c == '-' || c == '=' || ('\u{2500}'..='\u{257F}').contains(&c);
    let between = |c: char| c.is_whitespace() || matches!(c, '+' | '|' | '*' | '.' | ':' | '\'');
    if !text.chars().all(|c| dashes(c) || between(c)) {
        return false;
    }
    let drawn = text.chars().any(|c| c == '=' || ('\u{2500}'..='\u{257F}').contains(&c));
    let crossed = text.contains('+');
    let run = text.contains("---");
    // Dashes and dots may be open cells. A border has dots, colons or quotes at its ends and dashes between them.
    let ends = [text.chars().next(), text.chars().next_back()];
    const ENDS: [char; 4] = ['.', ':', '\'', '*'];
    let bordered = ends.iter().all(|end| end.is_some_and(|end| ENDS.contains(&end)))
        && text.trim_matches(ENDS).split(ENDS).all(|part| part.len() >= 3);
    drawn && !text.contains('.') || crossed && (run || text.contains('-')) || bordered && run
}

fn row_shape(text: &str) -> RowShape {
    let words = words(text, 1);
    let lengths = words.iter().map(|word| word.text.chars().count());
    let first_word = lengths.clone().next().unwrap_or(0);
    let values = words.iter().try_fold(1, |most: usize, word| Some(most.max(values_of(word.text)?)));
    let mut symbols: Vec<char> = words
        .iter()
        .flat_map(|word| word.text.chars())
        .filter(|&c| !is_blank(c) && !"0xX".contains(c))
        .collect();
    symbols.sort_unstable();
    symbols.dedup();
    RowShape {
        words: words.len(),
        characters: lengths.clone().sum(),
        first_word,
        even: lengths.clone().all(|length| length == first_word),
        barred: text.chars().any(is_bar),
        dashed: text.contains('-'),
        blank: text.contains(['.', '*', '_', '?', '0']),
        braced: text.contains('{'),
        symbols: symbols.len(),
        values_of_words: values,
        width: Width::of(text),
    }
}

/// Returns the fewest values with which a word can be a cell: a blank, a number, or candidates.
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
            return number.filter(|&number| number <= LARGEST);
        };
        seen |= 1 << value;
        most = most.max(value as usize);
    }
    Some(number.map_or(most, |number| number.min(most))).filter(|&values| values <= LARGEST)
}

/// The reading of the rows of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub side: Side,
    /// Whether a cell is a word, not a character.
    pub by_words: bool,
}

/// Returns the reading of these rows as a grid.
pub(super) fn reading(rows: &[RowShape], hints: Hints) -> Reading {
    let by_words = |width: usize, values: usize| {
        let fits =
            |row: &&RowShape| row.words == width && row.values_of_words.is_some_and(|least| least <= values);
        // If all words have one character, cells are characters.
        let several = rows.iter().any(|row| row.characters > row.words);
        hints.words || rows.iter().filter(fits).count() * 2 > rows.len() && several
    };
    if let Some((rows, columns)) = hints.size {
        let by_words = by_words(columns, rows.max(columns));
        return Reading { side: Side { rows, columns }, by_words };
    }
    let words = most_common(rows.iter().map(|row| row.words));
    if words <= LARGEST && (words >= 4 || hints.words) && by_words(words, words) {
        return Reading { side: Side::square(words), by_words: true };
    }
    Reading { side: Side::square(most_common(rows.iter().map(|row| row.characters))), by_words: false }
}

/// Returns the most common number, and of several the one that occurs first. There are few different numbers.
fn most_common(all: impl Iterator<Item = usize>) -> usize {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for one in all {
        match counts.iter_mut().find(|(known, _)| *known == one) {
            Some((_, count)) => *count += 1,
            None => counts.push((one, 1)),
        }
    }
    let most = counts.iter().map(|&(_, count)| count).max();
    counts.iter().find(|&&(_, count)| Some(count) == most).map_or(0, |&(one, _)| one)
}

/// Returns the rows without drawn lines. Lines of `-` are drawn unless other rows have `-` for open cells too, or there
/// are no other rows.
pub(super) fn rows_without_rules(rows: impl Iterator<Item = (RowShape, bool)> + Clone) -> Vec<RowShape> {
    let dashes_are_rows = dashes_are_rows(rows.clone());
    rows.filter(|(_, dashes)| !dashes || dashes_are_rows).map(|(shape, _)| shape).collect()
}

/// Whether lines of `-` are rows; see [`rows_without_rules`].
pub(super) fn dashes_are_rows(rows: impl Iterator<Item = (RowShape, bool)> + Clone) -> bool {
    let mut others = rows.filter(|(_, dashes)| !dashes).map(|(shape, _)| shape).peekable();
    let none = others.peek().is_none();
    none || others.clone().any(|shape| shape.dashed) && !others.any(|shape| shape.blank)
}

/// The meaning of a single line of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alone {
    /// A puzzle, perhaps damaged.
    Puzzle,
    /// A puzzle or a row: both have this length.
    Either,
    Row,
}

/// Whether a line of this length can be a puzzle: a square of at least 4 x 4.
pub(super) fn is_square(length: usize) -> bool {
    length >= 16 && side_of(length).is_some()
}

/// Returns the number of cells in a line.
pub(super) fn length(row: &RowShape, hints: Hints) -> usize {
    let wordy = row.values_of_words.is_some() && row.words > 1 && row.characters > row.words;
    // Words of different lengths are cells. Words of one length are cells or blocks of characters.
    let as_words = !row.even || is_square(row.words) && !is_square(row.characters);
    if hints.words || row.braced || wordy && as_words { row.words } else { row.characters }
}

/// Returns the meaning of a single line of cells.
pub(super) fn alone(row: &RowShape, hints: Hints) -> Alone {
    let length = length(row, hints);
    if let Some((rows, columns)) = hints.size {
        let side = Side { rows, columns };
        let cells = side.cells();
        let puzzle = [row.first_word, length, row.words]
            .iter()
            .any(|&length| length == cells || length == 2 * cells || length == cells * rows.max(columns));
        return if rows == 1 || puzzle && row.characters != columns { Alone::Puzzle } else { Alone::Row };
    }
    if row.first_word > LARGEST && !row.braced {
        return Alone::Puzzle;
    }
    let wordy = row.values_of_words.is_some() || hints.words;
    // A puzzle of 16 characters and a comment, but not a row of equal blocks.
    if is_square(row.first_word) && row.words > 1 && !row.even && !wordy && !row.barred {
        return Alone::Puzzle;
    }
    if length > LARGEST {
        return if row.barred { Alone::Row } else { Alone::Puzzle };
    }
    if is_square(length) && !row.barred { Alone::Either } else { Alone::Row }
}

/// Whether a line that may be a puzzle or a row has more symbols than a puzzle of its length has values.
pub(super) fn has_symbols_of_row(row: &RowShape, hints: Hints) -> bool {
    let length = length(row, hints);
    let symbols = if length == row.characters { row.symbols } else { row.values_of_words.unwrap_or(0) };
    symbols > length.isqrt()
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
        let sized = |side| Hints { size: Some((side, side)), words: false };
        let of = |line: &str| alone(&cells(line), Hints::default());
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
        assert_eq!(alone(&cells("1234123412341234"), sized(4)), Alone::Puzzle);
        assert_eq!(alone(&cells("1234123412341234"), sized(16)), Alone::Row);
    }

    #[test]
    fn of_lengths_equally_common_the_first_counts() {
        assert_eq!(most_common([9, 4, 4, 9, 8].into_iter()), 9);
        assert_eq!(most_common([9, 4, 8, 4].into_iter()), 4);
        assert_eq!(most_common(std::iter::empty()), 0);
    }

    #[test]
    fn candidate_rows_are_read_by_words() {
        let row = cells("7 | 1238 4 56 | 9 12 123 4 5");
        assert_eq!(reading(&[row; 9], Hints::default()), Reading { side: Side::square(9), by_words: true });
        let blocks = cells("534 678 912");
        assert_eq!(
            reading(&[blocks; 9], Hints::default()),
            Reading { side: Side::square(9), by_words: false }
        );
        let sixteen = cells("1234 5678 9ABC DEFG");
        assert_eq!(
            reading(&[sixteen; 4], Hints::default()),
            Reading { side: Side::square(16), by_words: false }
        );
    }
}
