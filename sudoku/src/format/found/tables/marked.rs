//! Tables with marks for rows and cells: of HTML, and of wikis.

use super::{Field, Row};

/// Tags of rows, and of cells.
const ROWS: [&str; 5] = ["tr", "row", "div", "li", "p"];
const CELLS: [&str; 5] = ["td", "th", "cell", "span", "c"];

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
                let found = tag
                    .split_once("value=\"")
                    .and_then(|(before, rest)| Some((open + 1 + before.len() + 7, rest.find('"')?)));
                value = value.or(found);
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
