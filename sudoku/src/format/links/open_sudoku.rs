//! Games of OpenSudoku: `<game data="…"/>`, where the data are 81 digits, or `version: 1` and fields between `|`.

use super::outline::{Outline, Place};
use crate::format::infer::is_blank;
use crate::format::reader::Reader;
use crate::grid::Shape;
use crate::puzzle::Puzzle;
use crate::text::ParseError;

/// Reads the puzzle of an element.
pub(super) fn read(reader: &mut Reader, element: &str, place: Place) -> Result<Puzzle, ParseError> {
    let mut outline = Outline::new(Shape::rectangle(9, 9), place)?;
    let Some(data) = attribute(element, "data") else {
        return Err(outline.error("game", "there is no data"));
    };
    let data = data.replace("&#10;", "\n").replace("&#xA;", "\n");
    if !data.contains('|') {
        let cells: Vec<char> = data.chars().filter(|c| !c.is_whitespace()).collect();
        if cells.len() != 81 {
            return Err(outline.error("data", format!("{} cells, but there are 81", cells.len())));
        }
        for (cell, c) in cells.into_iter().enumerate() {
            match c.to_digit(10) {
                Some(digit @ 1..) => outline.give(cell, i64::from(digit), "data")?,
                _ if is_blank(c) || c == '0' => {}
                _ => return Err(outline.error("data", format!("{c:?} is not a digit"))),
            }
        }
        return Ok(outline.finish(reader));
    }
    let body = match data.trim_start().strip_prefix("version:") {
        Some(rest) => rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()),
        None => &data,
    };
    let fields: Vec<&str> = body.trim().trim_end_matches('|').split('|').map(str::trim).collect();
    // The value, one or two kinds of notes, and whether the cell is open.
    let Some(width) = [3, 4].into_iter().find(|width| fields.len() == 81 * width) else {
        return Err(outline.error("data", format!("{} fields, but 81 cells have 3 or 4 each", fields.len())));
    };
    for (cell, fields) in fields.chunks(width).enumerate() {
        let path = format!("data, cell {}", cell + 1);
        let Ok(value) = fields[0].parse::<i64>() else {
            return Err(outline.error(path, format!("{:?} is not a value", fields[0])));
        };
        let is_given = match fields[width - 1] {
            "0" => true,
            "1" => false,
            other => return Err(outline.error(path, format!("{other:?} stands where 0 or 1 is expected"))),
        };
        if is_given && value != 0 {
            outline.give(cell, value, path)?;
        }
    }
    Ok(outline.finish(reader))
}

/// Returns the value of an attribute.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = element;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + name.len()..].trim_start();
        rest = &rest[at + name.len()..];
        if before.is_some_and(char::is_whitespace)
            && let Some(value) = after.strip_prefix('=').map(str::trim_start)
            && let Some(quote) = value.chars().next().filter(|quote| "\"'".contains(*quote))
        {
            return value[1..].split_once(quote).map(|(value, _)| value);
        }
    }
    None
}
