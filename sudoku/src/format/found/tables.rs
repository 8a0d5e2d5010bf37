//! Fields with a sign between them, a line for each row: tables of HTML, wikis, Markdown, LaTeX and spreadsheets, and
//! printed grids with a sign a cell. Rows may have labels.

mod marked;

use super::{Candidate, Findings, Form, Near, Search, Spot, cell};
use crate::format::shape::{Line, look};
use crate::format::token::side_of;
use crate::grid::{LARGEST, usual_boxes};
use crate::symbols::is_bar;

/// The most drawn or blank lines between two rows.
const MOST_BETWEEN: usize = 2;

/// A field: a cell, or a label with its text.
#[derive(Clone, Copy, Debug)]
struct Field<'a> {
    text: &'a str,
    at: usize,
    spot: Option<Spot>,
}

impl<'a> Field<'a> {
    /// Returns a field without what decorates it.
    fn new(text: &'a str, at: usize) -> Field<'a> {
        let mut inner = text.trim();
        for (open, close) in [
            ("\"", "\""),
            ("'", "'"),
            ("**", "**"),
            ("'''", "'''"),
            ("\\textbf{", "}"),
            ("`", "`"),
            ("__", "__"),
        ] {
            let plain = inner.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
            inner = plain.unwrap_or(inner).trim();
        }
        // The sign between the fields of a matrix of nodes is `\&`.
        inner = inner.strip_suffix('\\').unwrap_or(inner).trim_end();
        if matches!(inner, "&nbsp;" | "&#160;" | "~" | "{}" | "&middot;")
            || matches!(inner, "\\cdot" | "\\bullet" | "\\square" | "\\Box" | "\\quad" | "\\_")
        {
            inner = "";
        }
        // The rest of a blank of HTML before the sign.
        inner = inner.strip_prefix("nbsp;").or_else(|| inner.strip_prefix("#160;")).unwrap_or(inner);
        let at = at + (inner.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
        Field { text: inner, at, spot: cell(inner, at) }
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// A row of fields.
#[derive(Debug)]
struct Row<'a> {
    /// The number of its line.
    line: usize,
    fields: Vec<Field<'a>>,
}

/// The signs between fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Between {
    Sign(char),
    Bars,
    Blanks,
    /// Each cell stands in brackets, which begin and end so.
    Brackets(char, char),
}

pub(super) fn find(search: &Search<'_>, text: &str) -> Findings {
    let mut all = Findings::default();
    for rows in [marked::html(text), marked::wiki(text), marked::asciidoc(text)] {
        all.add(squares(search, &rows, &[]));
    }
    all.add(marked::leaves(search, text));
    let lines = lines(text);
    let gaps: Vec<Gap> = lines.iter().map(|(_, line)| gap(line)).collect();
    use Between::{Bars, Blanks, Brackets, Sign};
    let in_brackets = [Brackets('[', ']'), Brackets('{', '}')];
    let others = [Sign('\t'), Sign(';'), Sign(','), Sign('&'), Bars, Blanks];
    for between in others.into_iter().chain(in_brackets) {
        let numbered = lines.iter().enumerate();
        let rows: Vec<Row<'_>> =
            numbered.filter_map(|(number, &(at, line))| row(line, at, number, between)).collect();
        all.add(squares(search, &rows, &gaps));
    }
    all
}

/// A line between rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    None,
    Blank,
    Drawn,
}

fn gap(line: &str) -> Gap {
    let line = line.trim();
    let plain = ["\\hline", "\\midrule", "\\toprule", "\\bottomrule"].iter().fold(
        line.to_owned(),
        |line, command| {
            if line.contains('\\') { line.replace(command, "") } else { line }
        },
    );
    match look(line) {
        _ if line.is_empty() => Gap::Blank,
        Line::Rule | Line::Dashes(_) => Gap::Drawn,
        _ if line.starts_with("\\cline") => Gap::Drawn,
        _ if plain.chars().all(|c| c.is_whitespace() || is_bar(c) || "-=+:{}#".contains(c)) => Gap::Drawn,
        _ => Gap::None,
    }
}

/// Returns the lines of a text without quoting and comment signs, with their beginnings.
pub(super) fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let each = text.split('\n').flat_map(|line| {
        let start = at;
        at += line.len() + 1;
        // Breaks of HTML end lines.
        let mut from = start;
        let mut parts = Vec::new();
        if line.contains("<br") || line.contains("<BR") {
            for part in line.split_inclusive("<br").flat_map(|part| part.split_inclusive("<BR")) {
                if part.trim() != ">" {
                    parts.push((from, part));
                }
                from += part.len();
            }
        } else {
            parts.push((start, line));
        }
        parts
    });
    each.map(|(start, line)| peeled(start, line)).collect()
}

/// Removes quoting, comment signs, tags and quotes from the ends of a line.
fn peeled(mut at: usize, mut line: &str) -> (usize, &str) {
    loop {
        let trimmed = line.trim_start_matches([' ', '\t', '\u{a0}']);
        let signs = [
            "/>", ">", "//", "--  ", "-- ", ";;", "; ", "##", "# ", "% ", "%%", "\"\"\"", "'''", "/*", "\"",
            "'", "`",
        ];
        let rest = signs
            .iter()
            .find_map(|sign| trimmed.strip_prefix(sign).filter(|rest| is_mark(sign, rest)))
            .or_else(|| tag(trimmed));
        let Some(rest) = rest.filter(|rest| !rest.trim().is_empty()) else { break };
        at += line.len() - rest.len();
        line = rest;
        // One blank belongs to the sign.
        if let Some(rest) = line.strip_prefix(' ') {
            (at, line) = (at + 1, rest);
        }
    }
    loop {
        let trimmed = line.trim_end();
        let ends = [
            "\\\\",
            "\\hline",
            "\\tabularnewline",
            "\\n",
            "*/",
            "\"\"\"",
            "<br",
            "<BR",
            "+",
            ";",
            "\"",
            "'",
            "`",
        ];
        let rest = ends.iter().find_map(|end| trimmed.strip_suffix(end).filter(|rest| is_mark(end, rest)));
        let of_tag = || trimmed.ends_with('>').then(|| trimmed.rfind('<').map(|at| &trimmed[..at])).flatten();
        let of_code =
            || trimmed.ends_with(']').then(|| trimmed.rfind("[/").map(|at| &trimmed[..at])).flatten();
        match rest.or_else(of_tag).or_else(of_code) {
            Some(rest) => line = rest,
            None => return (at, line),
        }
    }
}

/// Whether a sign at an end of a line belongs to the text around, if this is the rest of the line.
fn is_mark(sign: &str, rest: &str) -> bool {
    match sign {
        // Semicolons in the line stand between fields.
        ";;" | "; " | ";" => !rest.contains(';'),
        // Quotes within the line are those of cells.
        "\"" | "'" | "`" => rest.matches(sign).count() < 2,
        _ => true,
    }
}

/// Returns what stands after a tag of HTML or of a forum.
fn tag(text: &str) -> Option<&str> {
    let inner = text.strip_prefix(['<', '['])?;
    let close = if text.starts_with('<') { '>' } else { ']' };
    let end = inner.find(close).filter(|&end| end < 80)?;
    let name = inner[..end].trim_start_matches('/');
    let is_name = name.starts_with(|c: char| c.is_alphabetic()) && (close == '>' || name.len() > 1);
    is_name.then(|| &inner[end + 1..])
}

/// Returns the fields of a line if it can be a row.
fn row(line: &str, at: usize, number: usize, between: Between) -> Option<Row<'_>> {
    let is_between = |c: char| match between {
        Between::Sign(sign) => c == sign,
        Between::Bars => is_bar(c) || c == '#' && line.trim_end().ends_with('#'),
        Between::Blanks => c.is_whitespace() || is_bar(c),
        Between::Brackets(_, close) => c == close,
    };
    let line = match between {
        Between::Brackets(open, close) => in_brackets(line, open, close)?,
        _ => line,
    };
    let mut fields: Vec<Field<'_>> = Vec::new();
    let mut start = 0;
    for (place, c) in line.char_indices().chain([(line.len(), ' ')]) {
        if place == line.len() || is_between(c) {
            if between != Between::Blanks || place > start {
                // Only the first and the last field may be labels.
                let is_label = fields.len() > 1 && fields[fields.len() - 1].spot.is_none();
                if is_label || fields.len() > LARGEST * LARGEST + 1 {
                    return None;
                }
                // A cell in brackets ends where the first bracket closes.
                let open = match between {
                    Between::Brackets(open, _) => line[start..place].find(open).map_or(0, |open| open + 1),
                    _ => 0,
                };
                fields.push(Field::new(&line[start + open..place], at + start + open));
            }
            start = place + c.len_utf8();
        }
    }
    if matches!(between, Between::Brackets(..)) {
        fields.pop();
    }
    if between == Between::Bars {
        // Bars of two kinds may stand side by side, and at both ends.
        let begins = fields.first().is_some_and(Field::is_empty);
        let ends = fields.last().is_some_and(|field| field.is_empty() || field.text == ".");
        // If the first field is about as wide as the next, it is an open cell.
        let mut widths = line.split(is_between).map(str::len);
        let (first, next) = (widths.next().unwrap_or(0), widths.next().unwrap_or(0));
        let is_cell = first > 0 && first.abs_diff(next) < 3;
        if begins && ends && fields.len() > 2 && !is_cell {
            fields.pop();
            fields.remove(0);
        }
    }
    let fits = |count: usize| count <= LARGEST || side_of(count).is_some();
    let count = fields.len();
    (count > 3 && (count.saturating_sub(2)..=count).any(fits)).then_some(Row { line: number, fields })
}

/// Returns a line up to its last bracket if it has nothing but brackets with at most one sign each, blanks, commas and
/// bars, perhaps after a command of LaTeX: `[5][3][ ]`, `\setrow {5}{3}{ }`.
fn in_brackets(line: &str, open: char, close: char) -> Option<&str> {
    let line = line.trim_end().trim_end_matches([',', ';']);
    let command = line.trim_start().strip_prefix('\\');
    let first = command.map_or(line, |rest| rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()));
    let is_mark = |c: char| c.is_whitespace() || is_bar(c) || c == ',';
    let is_cell = |part: &str| {
        let sign = part.trim_start_matches(is_mark).strip_prefix(open);
        sign.is_some_and(|sign| sign.trim().chars().count() < 2)
    };
    first.strip_suffix(close)?.split(close).all(is_cell).then_some(line)
}

/// Returns the boards of rows that follow each other.
fn squares(search: &Search<'_>, rows: &[Row<'_>], gaps: &[Gap]) -> Findings {
    let mut found = Findings::default();
    let mut at = 0;
    while at < rows.len() {
        match square(search, &rows[at..], gaps, (rows.len(), &mut found.nears)) {
            Some((board, taken)) => {
                found.boards.push(board);
                at += taken;
            }
            None => at += 1,
        }
    }
    found
}

/// Returns the board that begins with the first row, and the number of its rows.
fn square(
    search: &Search<'_>,
    rows: &[Row<'_>],
    gaps: &[Gap],
    (all, nears): (usize, &mut Vec<Near>),
) -> Option<(Candidate, usize)> {
    let count = rows[0].fields.len();
    if is_header(rows, gaps) {
        return None;
    }
    let mut accept = |spots: Option<Vec<Spot>>| match search.accept(Form::Table, spots?) {
        Ok(board) => Some(board),
        Err(near) => {
            // A table with other rows is another table.
            nears.extend(near.filter(|_| all == count));
            None
        }
    };
    // Without labels, with labels before the cells, after them, or both.
    for [before, after] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
        let Some(columns) = count.checked_sub(before + after) else { continue };
        let of = |row: &Row<'_>| {
            row.fields[before..count - after].iter().map(|field| field.spot).collect::<Vec<_>>()
        };
        // The whole board in a line.
        if search.is_bare
            && columns >= 16
            && side_of(columns).is_some()
            && let Some(board) = accept(of(&rows[0]).into_iter().collect())
        {
            return Some((board, 1));
        }
        if !(4..=LARGEST).contains(&columns) {
            continue;
        }
        let height = match search.facts.size {
            Some((height, width)) if width == columns => height,
            Some(_) => continue,
            None => columns,
        };
        let Some(rows) = rows.get(..height).filter(|rows| are_together(rows, gaps)) else { continue };
        let is_labelled = (before == 0 || are_labels(rows.iter().map(|row| row.fields[0].text)))
            && (after == 0
                || are_labels(rows.iter().filter_map(|row| row.fields.last()).map(|last| last.text)));
        if !is_labelled || rows.iter().any(|row| row.fields.len() != count) {
            continue;
        }
        if let Some(board) = accept(rows.iter().flat_map(of).collect()) {
            return Some((board, height));
        }
    }
    ragged(search, rows, gaps)
}

/// Whether the first row has the labels of the columns: it counts, and as many rows as it has labels follow it.
fn is_header(rows: &[Row<'_>], gaps: &[Gap]) -> bool {
    let labels = &rows[0].fields;
    let counts = |fields: &[Field<'_>]| fields.len() > 3 && are_labels(fields.iter().map(|field| field.text));
    let is_corner = labels[0].is_empty() && counts(&labels[1..]);
    let follow = |count: usize| rows.get(..=count).is_some_and(|rows| are_together(rows, gaps));
    is_corner && follow(labels.len() - 1) || counts(labels) && follow(labels.len())
}

/// Returns a board in which the last fields of some rows are left out, because they are empty.
fn ragged(search: &Search<'_>, rows: &[Row<'_>], gaps: &[Gap]) -> Option<(Candidate, usize)> {
    let run =
        rows.iter().take(LARGEST + 1).zip(1..).take_while(|(_, count)| are_together(&rows[..*count], gaps));
    let rows = &rows[..run.count()];
    let side =
        rows.iter().map(|row| row.fields.len()).max().filter(|&side| side == rows.len() && side > 5)?;
    let mut spots = Vec::with_capacity(side * side);
    for row in rows {
        let end = row.fields.last().map_or(0, |field| field.at + field.text.len());
        let cells = row.fields.iter().map(|field| field.spot);
        spots.extend(cells.chain(std::iter::repeat(Some(Spot::open(end)))).take(side));
    }
    let spots = spots.into_iter().collect::<Option<Vec<Spot>>>()?;
    Some((search.accept(Form::Table, spots).ok()?, rows.len()))
}

/// Whether nothing but drawn lines stands between rows, and blank lines only between bands of boxes or all rows.
fn are_together(rows: &[Row<'_>], gaps: &[Gap]) -> bool {
    let band = usual_boxes(rows.len()).map_or(rows.len(), |(height, _)| height);
    let is_blank =
        |pair: &[Row<'_>]| (pair[0].line + 1..pair[1].line).any(|line| gaps.get(line) == Some(&Gap::Blank));
    let every = rows.windows(2).all(is_blank);
    rows.windows(2).enumerate().all(|(at, pair)| {
        let between = pair[0].line + 1..pair[1].line;
        between.len() <= MOST_BETWEEN
            && between.clone().all(|line| gaps.get(line).is_some_and(|gap| *gap != Gap::None))
            && (every || (at + 1) % band == 0 || !is_blank(pair))
    })
}

/// Whether texts are labels: numbers or letters that follow each other, or one sign in all rows.
fn are_labels<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> bool {
    let mut known = texts.clone();
    let Some(first) = known.next() else { return false };
    if known.all(|text| text == first) && !first.starts_with(char::is_alphanumeric) {
        return true;
    }
    let plain = |text: &'a str| text.trim_matches(|c: char| !c.is_alphanumeric());
    let number = |text: &'a str| {
        let text = plain(text).trim_start_matches(|c: char| c.is_alphabetic() || c.is_whitespace());
        text.parse::<u32>().ok()
    };
    let letter = |text: &'a str| {
        let mut each = plain(text).chars();
        each.next().filter(|c| c.is_alphabetic() && each.next().is_none()).map(u32::from)
    };
    let follow = |all: Vec<Option<u32>>| {
        all.windows(2).all(|pair| matches!(pair, [Some(one), Some(next)] if *next == one + 1))
    };
    // Letters may leave out I.
    let skips = |all: Vec<Option<u32>>| {
        all.windows(2)
            .all(|pair| matches!(pair, [Some(one), Some(next)] if (1..=2).contains(&next.wrapping_sub(*one))))
    };
    follow(texts.clone().map(number).collect()) || skips(texts.map(letter).collect())
}
