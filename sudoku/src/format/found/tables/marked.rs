//! Tables with marks for rows and cells: of HTML, and of wikis.

use super::{Field, Findings, Form, Row, Search, Spot};
use crate::format::token::side_of;
use crate::grid::LARGEST;

/// Tags of rows, and of cells.
const ROWS: [&str; 6] = ["tr", "row", "div", "li", "p", "array"];
const CELLS: [&str; 7] = ["td", "th", "cell", "span", "c", "integer", "int"];

/// Returns the rows of the tables of HTML, of forums and of documents in a text.
pub(super) fn html(text: &str) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    // The place where the text of a cell begins, and the value of a field for input in it.
    let mut cell: Option<usize> = None;
    let mut value: Option<(usize, usize)> = None;
    let mut line = 0;
    let mut at = 0;
    while let Some(open) = text[at..].find(['<', '[']).map(|open| at + open) {
        let (own, close) = if text[open..].starts_with('<') { ('<', '>') } else { ('[', ']') };
        // A tag ends before another begins.
        let end = text[open + 1..].find([own, close]).map(|end| open + 1 + end);
        let Some(end) = end.filter(|&end| text[end..].starts_with(close)) else {
            at = open + 1;
            continue;
        };
        at = end + 1;
        let tag = &text[open + 1..end];
        let name = tag.split(char::is_whitespace).next().unwrap_or_default().to_ascii_lowercase();
        let (is_closed, plain) = (name.starts_with('/'), name.trim_start_matches('/'));
        match plain {
            _ if ROWS.contains(&plain) || CELLS.contains(&plain) || plain == "table" => {}
            "input" => {
                value = value.or(value_of(tag).map(|(at, length)| (open + 1 + at, length)));
                continue;
            }
            // Other tags within a cell decorate it.
            _ => {
                if let Some(start) = &mut cell
                    && text[*start..open].trim().is_empty()
                {
                    *start = at;
                }
                continue;
            }
        }
        if let Some(start) = cell.take()
            && let Some(row) = rows.last_mut()
        {
            let inner = &text[start..open];
            let inner = &inner[..inner.find(['<', '[']).unwrap_or(inner.len())];
            let field = match value.take() {
                Some((at, length)) => Field::new(&text[at..at + length], at),
                None => Field::new(inner, start),
            };
            row.fields.push(field);
        }
        if plain == "table" {
            line += 1;
        } else if !is_closed && ROWS.contains(&plain) {
            line += 1;
            rows.push(Row { line, fields: Vec::new() });
        } else if !is_closed {
            cell = Some(at);
        }
    }
    rows.retain(|row| is_row(&row.fields));
    rows
}

/// Returns the place and the length of the value of a field for input.
fn value_of(tag: &str) -> Option<(usize, usize)> {
    let at = tag.to_ascii_lowercase().find("value=")? + 6;
    let quote = tag[at..].chars().next().filter(|c| "\"'".contains(*c));
    let at = at + quote.map_or(0, char::len_utf8);
    let end = |c: char| quote.map_or(c.is_whitespace() || c == '/', |quote| c == quote);
    Some((at, tag[at..].find(end).unwrap_or(tag.len() - at)))
}

/// Returns the boards of elements of one name that have a cell each, whatever they stand in: `<int>5</int>`.
pub(super) fn leaves(search: &Search<'_>, text: &str) -> Findings {
    let mut found = Findings::default();
    let mut cells: Vec<Spot> = Vec::new();
    let mut name = "";
    let mut end = |cells: &mut Vec<Spot>| {
        let cells = std::mem::take(cells);
        if side_of(cells.len()).is_some_and(|side| side > 5) {
            found.boards.extend(search.accept(Form::Table, cells).ok());
        }
    };
    let mut at = 0;
    while let Some(open) = text[at..].find('<').map(|open| at + open) {
        // Words between elements belong to no board.
        if text[at..open].contains(char::is_alphanumeric) {
            end(&mut cells);
        }
        let Some(close) = text[open + 1..].find(['<', '>']).map(|close| open + 1 + close) else { break };
        at = close;
        if text[close..].starts_with('<') {
            continue;
        }
        at += 1;
        let tag = &text[open + 1..close];
        let own = tag.split([' ', '\t', '\n', '\r', '/']).next().unwrap_or_default();
        let field = if own.eq_ignore_ascii_case("input") {
            let (start, length) = value_of(tag).unwrap_or((0, 0));
            Some(Field::new(&tag[start..start + length], open + 1 + start))
        } else {
            let inner = text[at..].find('<').map_or("", |length| &text[at..at + length]);
            let is_leaf = !own.is_empty()
                && text[at + inner.len()..].strip_prefix("</").is_some_and(|rest| rest.starts_with(own));
            let field = is_leaf.then(|| Field::new(inner, at));
            if is_leaf {
                at += inner.len();
            }
            field
        };
        if let Some(field) = field {
            if own != name {
                end(&mut cells);
                name = own;
            }
            match field.spot {
                Some(spot) => cells.push(spot),
                None => end(&mut cells),
            }
        }
    }
    end(&mut cells);
    found
}

/// Returns the rows of the tables of AsciiDoc in a text. Their cells begin with a bar; a row may be several lines.
pub(super) fn asciidoc(text: &str) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut table: Option<Vec<Vec<Field<'_>>>> = None;
    let mut number = 0;
    let mut at = 0;
    for line in text.split('\n') {
        let start = at;
        at += line.len() + 1;
        match &mut table {
            _ if line.trim() == "|===" => match table.take() {
                None => table = Some(Vec::new()),
                Some(lines) => {
                    // Lines are rows, unless all cells together are a square of other rows.
                    let count: usize = lines.iter().map(Vec::len).sum();
                    let is_even = lines.iter().all(|fields| fields.len() == lines.len());
                    let side = side_of(count).filter(|&side| side > 3 && !is_even);
                    number += 1;
                    let lines = match side {
                        Some(side) => lines.concat().chunks(side).map(<[_]>::to_vec).collect(),
                        None => lines,
                    };
                    for fields in lines {
                        number += 1;
                        rows.push(Row { line: number, fields });
                    }
                }
            },
            Some(lines) => {
                let mut place = start;
                let mut fields = Vec::new();
                for (at, field) in line.split('|').enumerate().take(LARGEST * LARGEST + 2) {
                    if at > 0 {
                        fields.push(Field::new(field, place));
                    }
                    place += field.len() + 1;
                }
                if !fields.is_empty() {
                    lines.push(fields);
                }
            }
            None => {}
        }
    }
    rows.retain(|row| is_row(&row.fields));
    rows
}

/// Returns the rows of the tables of wikis in a text.
pub(super) fn wiki(text: &str) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut is_open = false;
    let mut number = 0;
    let mut at = 0;
    for line in text.split('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len() + 1;
        let line = line.trim();
        if line.starts_with("{|") {
            is_open = true;
            number += 2;
            rows.push(Row { line: number, fields: Vec::new() });
        } else if line.starts_with("|}") {
            is_open = false;
        } else if is_open && line.starts_with("|-") {
            number += 1;
            rows.push(Row { line: number, fields: Vec::new() });
        } else if let Some(rest) = line.strip_prefix(['|', '!']).filter(|_| is_open) {
            let separator = if line.starts_with('|') { "||" } else { "!!" };
            let mut place = start + 1;
            for field in rest.split(separator) {
                // What stands before a bar is about the cell.
                let skipped = field.rfind('|').map_or(0, |at| at + 1);
                if let Some(row) = rows.last_mut() {
                    row.fields.push(Field::new(&field[skipped..], place + skipped));
                }
                place += field.len() + separator.len();
            }
        }
    }
    rows.retain(|row| is_row(&row.fields));
    rows
}

fn is_row(fields: &[Field<'_>]) -> bool {
    let last = fields.len().saturating_sub(1);
    fields.len() > 3 && (1..last).all(|at| fields[at].spot.is_some())
}
