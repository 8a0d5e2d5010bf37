//! Facts: a line, a list or a statement for each given, with its row, column and digit, as programs for solvers have
//! them: `(0, 4, 7)`, `given(1,5,7).`, `x[1,5] = 7`, `R1C5=7`, `{"row": 1, "col": 5, "value": 7}`.
//!
//! Facts are numbers with the same texts between them again and again. A number that is always the same, counts up, or
//! follows another is no part of a fact; three numbers have to be left.

use super::{Candidate, Findings, Form, Search, Spot};
use crate::grid::{LARGEST, usual_boxes};

/// The most numbers of a fact, and the most bytes between two.
const MOST_NUMBERS: usize = 6;
const WIDEST_GAP: usize = 80;
/// The fewest facts of a board with nine or more rows; larger boards need more.
const FEWEST: usize = 17;
/// The sides of boards that facts can tell by their largest number.
const SIDES: [usize; 6] = [4, 6, 9, 12, 16, 25];

/// A number, or a letter before one.
#[derive(Clone, Copy, Debug)]
struct Number<'a> {
    at: usize,
    text: &'a str,
    is_letter: bool,
}

impl Number<'_> {
    fn end(&self) -> usize {
        self.at + self.text.len()
    }
}

/// The same part of all facts.
#[derive(Debug)]
struct Part {
    values: Vec<usize>,
    /// The places of the values.
    places: Vec<usize>,
    /// The word before the first value.
    name: String,
    is_letter: bool,
}

pub(super) fn find(search: &Search<'_>, text: &str) -> Findings {
    let numbers = numbers(text);
    let mut found = Findings::default();
    // Numbers of equal lengths may be several digits; others are numbers of one or two.
    for has_lengths in [true, false] {
        for period in 1..=MOST_NUMBERS {
            let mut boards = Findings::default();
            let mut at = 0;
            while at + period < numbers.len() {
                let goes_on = |end: usize| {
                    let [one, other] = [numbers[end], numbers[end + period]];
                    are_alike(one, other, has_lengths)
                        && (end == at || have_gap(text, &numbers, end - 1, period))
                };
                let mut end = at;
                while end + period < numbers.len() && goes_on(end) {
                    end += 1;
                }
                // Numbers of another length belong to the facts, too.
                let is_cut = has_lengths
                    && (end + period < numbers.len()
                        && end > at
                        && have_gap(text, &numbers, end - 1, period)
                        || period == 3
                            && at >= period
                            && (at - period..at).all(|at| have_gap(text, &numbers, at, period)));
                if end > at && !is_cut {
                    boards.boards.extend(board(
                        search,
                        text,
                        &numbers[at..end + period],
                        period,
                        has_lengths,
                    ));
                }
                at = end.max(at + 1);
            }
            found.add(boards);
        }
    }
    found
}

/// Returns the numbers of a text, and the letters that stand before numbers.
fn numbers(text: &str) -> Vec<Number<'_>> {
    let bytes = text.as_bytes();
    let is_alphanumeric = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            found.push(Number { at, text: &text[at..at + digits], is_letter: false });
            at += digits;
            continue;
        }
        let follows_none = at == 0 || !is_alphanumeric(at - 1);
        if bytes[at].is_ascii_alphabetic()
            && follows_none
            && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        {
            found.push(Number { at, text: &text[at..=at], is_letter: true });
        }
        at += 1;
    }
    found
}

/// Whether two numbers may be the same part of two facts.
fn are_alike(one: Number<'_>, other: Number<'_>, has_lengths: bool) -> bool {
    let (length, other_length) = (one.text.len(), other.text.len());
    let have_lengths =
        if has_lengths { length == other_length && length < 4 } else { length.max(other_length) < 3 };
    one.is_letter == other.is_letter && have_lengths
}

/// Whether the text after a number is also that after the number a period later.
fn have_gap(text: &str, numbers: &[Number<'_>], at: usize, period: usize) -> bool {
    let gap = |at: usize| &text[numbers[at].end()..numbers[at + 1].at];
    let (one, other) = (gap(at), gap(at + period));
    one.len().max(other.len()) <= WIDEST_GAP && states(one) && signs(one).eq(signs(other))
}

/// Whether a text between two numbers may stand in a fact: nothing is excluded or compared, and no number is negative.
fn states(gap: &str) -> bool {
    const OTHERS: [&str; 8] = ["!=", "<>", "\u{2260}", "\\=", "/=", "<=", "\u{2264}", "\u{2265}"];
    let begins = |c: char| c.is_whitespace() || "(,[".contains(c);
    // Alone, the sign is a hyphen.
    let is_negative = gap.strip_suffix('-').is_some_and(|before| before.ends_with(begins));
    let compares = OTHERS.iter().any(|sign| gap.contains(sign)) || ["<", ">", ">="].contains(&gap.trim());
    !is_negative && !compares
}

/// Returns the signs of a text, without blanks but with the first end of a line.
fn signs(text: &str) -> impl Iterator<Item = char> {
    let end = text.contains('\n').then_some('\n');
    text.chars().filter(|c| !c.is_whitespace()).chain(end)
}

/// Returns the board of facts that follow each other.
fn board(
    search: &Search<'_>,
    text: &str,
    run: &[Number<'_>],
    period: usize,
    has_lengths: bool,
) -> Option<Candidate> {
    // A fact does not go over the end of a line if others do not.
    let ends_line = |at: usize| text[run[at].end()..run[at + 1].at].contains('\n');
    let mut ends = (0..period.min(run.len() - 1)).filter(|&at| ends_line(at));
    let skipped = match (ends.next(), ends.next()) {
        (Some(end), None) => (end + 1) % period,
        _ => 0,
    };
    let facts: Vec<&[Number<'_>]> = run[skipped..].chunks_exact(period).collect();
    if facts.len() < super::FEWEST_GIVENS || facts.len() > LARGEST * LARGEST {
        return None;
    }
    let mut parts = <[Part; 3]>::try_from(parts(text, &facts, has_lengths)).ok()?;
    if are_sums(&parts) {
        return None;
    }
    name_by_header(&mut parts, &text[..facts[0][0].at]);
    let [row, column, digit] = in_order(parts)?;
    let largest = |part: &Part| part.values.iter().copied().max().unwrap_or(0);
    let has_zero = row.values.contains(&0) || column.values.contains(&0);
    let base = usize::from(!has_zero);
    let count = (largest(&row).max(largest(&column)) + 1 - base).max(largest(&digit));
    // Numbers from 1 on reach the last row or column.
    let is_counted = has_zero || largest(&row).max(largest(&column)) == count;
    let side = search.facts.size.map_or(count, |(rows, _)| rows);
    let is_size = search.facts.size.is_none_or(|size| size == (side, side)) && side >= count;
    if !is_counted || !is_size || !SIDES.contains(&side) {
        return None;
    }
    let start = facts[0].iter().map(|number| number.at).min()?;
    let mut spots = vec![Spot::open(start); side * side];
    let mut taken = vec![false; side * side];
    // The values in each row, each column and each usual box.
    let mut houses = vec![0_u64; 3 * side];
    let (height, width) = usual_boxes(side)?;
    for fact in 0..facts.len() {
        let (row, column) = (row.values[fact] - base, column.values[fact] - base);
        let cell = row * side + column;
        if std::mem::replace(&mut taken[cell], true) {
            return None;
        }
        let value = digit.values[fact];
        if value == 0 {
            // Open cells are listed among all; otherwise digits may begin with 0.
            if facts.len() < side * side {
                return None;
            }
            continue;
        }
        for house in [row, side + column, 2 * side + row / height * height + column / width] {
            if houses[house] >> (value - 1) & 1 == 1 {
                return None;
            }
            houses[house] |= 1 << (value - 1);
        }
        spots[cell] = Spot {
            at: digit.places[fact],
            length: if digit.is_letter { 1 } else { value.to_string().len() },
        };
    }
    let given = spots.iter().filter(|spot| spot.length > 0).count();
    let is_sure = given >= FEWEST.max(2 * side - 1);
    let is_small = side < 9 && given > side && (search.is_bare || search.facts.size.is_some());
    if is_sure || is_small { search.accept(Form::Facts, spots).ok() } else { None }
}

/// Returns the parts of facts that tell something: not those that are the same in each, count up, or follow another.
fn parts(text: &str, facts: &[&[Number<'_>]], has_lengths: bool) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut before = facts[0][0].at.saturating_sub(WIDEST_GAP);
    while !text.is_char_boundary(before) {
        before += 1;
    }
    for (at, number) in facts[0].iter().enumerate() {
        let has_digits = has_lengths && !number.is_letter;
        for digit in 0..if has_digits { number.text.len() } else { 1 } {
            let value = |fact: &&[Number<'_>]| {
                let number = fact[at];
                match number.text.as_bytes()[digit] {
                    byte if number.is_letter => usize::from(byte.to_ascii_uppercase() - b'A') + 1,
                    byte if has_digits => usize::from(byte - b'0'),
                    _ => number.text.parse().unwrap_or(usize::MAX),
                }
            };
            let place = |fact: &&[Number<'_>]| {
                // Zeros that fill a number up are no part of it.
                let text = fact[at].text;
                let zeros = text.len() - text.trim_start_matches('0').len().max(1);
                fact[at].at + if has_digits { digit } else { zeros }
            };
            let part = Part {
                values: facts.iter().map(value).collect(),
                places: facts.iter().map(place).collect(),
                name: last_word(&text[before..number.at + digit]),
                is_letter: number.is_letter,
            };
            let counts_up = part.values.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == 1);
            let is_same = part.values.iter().all(|&value| value == part.values[0]);
            let follows = |other: &Part| {
                let mut pairs =
                    part.values.iter().zip(&other.values).map(|(own, other)| own.wrapping_sub(*other));
                let first = pairs.next();
                pairs.all(|difference| Some(difference) == first)
            };
            if !counts_up && !is_same {
                parts.retain(|other| !follows(other));
                parts.push(part);
                before = number.at + digit + 1;
            }
        }
    }
    parts
}

/// Returns the last word of a text, in small letters.
fn last_word(text: &str) -> String {
    let mut words = text.rsplit(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.next().unwrap_or_default().to_lowercase()
}

fn names_row(name: &str) -> bool {
    matches!(name, "row" | "r" | "y" | "i" | "line")
}

fn names_column(name: &str) -> bool {
    matches!(name, "column" | "col" | "c" | "x" | "j")
}

/// Whether one part is the sum or the product of the others, as in exercises.
fn are_sums(parts: &[Part; 3]) -> bool {
    let of = |fact: usize, part: usize| parts[part].values[fact];
    let all = |holds: &dyn Fn(usize, usize, usize) -> bool| {
        [[0, 1, 2], [0, 2, 1], [1, 2, 0]].iter().any(|&[one, other, whole]| {
            (0..parts[0].values.len()).all(|fact| holds(of(fact, one), of(fact, other), of(fact, whole)))
        })
    };
    all(&|one, other, whole| one.checked_add(other) == Some(whole))
        || all(&|one, other, whole| one.checked_mul(other) == Some(whole))
}

/// Names the parts by the last three words before the first fact if these name row and column, as the header of a table.
fn name_by_header(parts: &mut [Part; 3], before: &str) {
    let mut words: Vec<String> = before
        .rsplit(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .take(3)
        .map(str::to_lowercase)
        .collect();
    words.reverse();
    let is_once = |names: fn(&str) -> bool| words.iter().filter(|word| names(word)).count() == 1;
    if words.len() == 3 && is_once(names_row) && is_once(names_column) {
        parts.iter_mut().zip(words).for_each(|(part, word)| part.name = word);
    }
}

/// Returns row, column and digit: by their names, or by the order of the facts, or as they stand.
fn in_order(mut parts: [Part; 3]) -> Option<[Part; 3]> {
    let is_row = |part: &Part| names_row(&part.name);
    let is_column = |part: &Part| names_column(&part.name);
    let rows = parts.iter().position(is_row);
    let columns = parts.iter().position(is_column);
    if let (Some(row), Some(column)) = (rows, columns)
        && parts.iter().filter(|part| is_row(part) || is_column(part)).count() == 2
    {
        parts.swap(0, row);
        let column = if column == 0 { row } else { column };
        parts.swap(1, column);
        return Some(parts);
    }
    let ascends = |one: usize, other: usize| {
        let (one, other) = (&parts[one].values, &parts[other].values);
        let all = || one.iter().zip(other);
        all().zip(all().skip(1)).all(|(fact, next)| fact < next)
    };
    match (ascends(0, 1), ascends(1, 0)) {
        (true, _) => Some(parts),
        (false, true) => {
            parts.swap(0, 1);
            Some(parts)
        }
        // Spreadsheets name columns by letters, players name rows.
        (false, false) => (!parts[0].is_letter).then_some(parts),
    }
}
