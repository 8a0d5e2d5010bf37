//! Parts of a list that begin with a word: rows, columns, boxes, regions, neighbours, all cells, and lines
//! seen from a side.

use super::{MOST, cell};
use crate::grid::Grid;
use crate::text::ParseError;
use crate::text::scan::Scanner;

/// Reads the rest of a part after its word.
pub(super) fn read(
    scanner: &mut Scanner<'_>,
    word: &str,
    grid: &Grid,
    cells: &mut Vec<u16>,
) -> Result<(), ParseError> {
    let (rows, columns) = (grid.rows(), grid.columns());
    let row = |row: usize| (0..columns).map(move |column| (row * columns + column) as u16);
    let column = |column: usize| (0..rows).map(move |row| (row * columns + column) as u16);
    let begun = cells.len();
    match word {
        "row" | "left" => cells.extend(row(index(scanner, "row", rows)?)),
        "right" => cells.extend(row(index(scanner, "row", rows)?).rev()),
        "col" | "column" | "top" => cells.extend(column(index(scanner, "column", columns)?)),
        "bottom" => cells.extend(column(index(scanner, "column", columns)?).rev()),
        "all" => cells.extend(grid.visible()),
        "box" => cells.extend(box_of(scanner, grid)?),
        "region" => cells.extend(region(scanner, grid)?),
        _ => cells.extend(neighbours(scanner, grid)?),
    }
    if grid.shape().parts.is_empty() {
        return Ok(());
    }
    // On a canvas with several grids, gaps are not cells.
    let found: Vec<u16> = cells.drain(begun..).filter(|&cell| !grid.is_gap(cell.into())).collect();
    cells.extend(found);
    Ok(())
}

/// Reads the number of a row or a column. Returns its index, from 0.
fn index(scanner: &mut Scanner<'_>, what: &str, count: usize) -> Result<usize, ParseError> {
    scanner.skip_blanks();
    let at = *scanner;
    let number = scanner.number(MOST)? as usize;
    if (1..=count).contains(&number) {
        return Ok(number - 1);
    }
    Err(at.error(format!("{what} {number} is outside the grid: {what}s are 1-{count}")))
}

fn box_of(scanner: &mut Scanner<'_>, grid: &Grid) -> Result<Vec<u16>, ParseError> {
    scanner.skip_blanks();
    let at = *scanner;
    let number = scanner.number(MOST)? as usize;
    let Some((height, width)) = grid.boxes() else {
        let error = at.error("this grid has no boxes");
        return Err(match (grid.shape().parts.first(), grid.has_regions()) {
            (Some(part), _) => at
                .error("boxes are counted in one grid, and here are several")
                .hint(format!("name it at the end of the line: in {}", part.name)),
            (None, true) => error.hint(regions_are(grid)),
            (None, false) => error,
        });
    };
    let across = grid.columns() / width;
    let count = grid.rows() / height * across;
    if !(1..=count).contains(&number) {
        return Err(at.error(format!("there is no box {number}: boxes are 1-{count}")));
    }
    let (top, left) = ((number - 1) / across * height, (number - 1) % across * width);
    let cell = |at: usize| ((top + at / width) * grid.columns() + left + at % width) as u16;
    Ok((0..height * width).map(cell).collect())
}

/// Returns the symbols of all regions, sorted.
fn symbols(grid: &Grid) -> Vec<char> {
    let mut symbols: Vec<char> = (0..grid.cells()).filter_map(|cell| grid.region_symbol(cell)).collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

fn regions_are(grid: &Grid) -> String {
    let names: Vec<String> = symbols(grid).iter().map(char::to_string).collect();
    format!("regions are {}", names.join(" "))
}

fn region(scanner: &mut Scanner<'_>, grid: &Grid) -> Result<Vec<u16>, ParseError> {
    scanner.skip_blanks();
    let at = *scanner;
    if at.is_at_end() {
        return Err(at.expected("the symbol of a region"));
    }
    let symbol = scanner.next_char().expect("it is not at its end");
    let known = symbols(grid);
    let mut alike = known.iter().filter(|known| known.to_lowercase().eq(symbol.to_lowercase()));
    let found = match (known.contains(&symbol), alike.next(), alike.next()) {
        (true, ..) => symbol,
        (false, Some(&only), None) => only,
        _ => {
            let error = at.error(format!("there is no region {symbol}"));
            return Err(match (known.is_empty(), grid.boxes()) {
                (false, _) => error.hint(regions_are(grid)),
                (true, Some(_)) => error.hint("the regions of this grid are boxes: box 1"),
                (true, None) => error.hint("this grid has no regions"),
            });
        }
    };
    Ok((0..grid.cells())
        .filter(|&cell| grid.region_symbol(cell) == Some(found))
        .map(|cell| cell as u16)
        .collect())
}

fn neighbours(scanner: &mut Scanner<'_>, grid: &Grid) -> Result<Vec<u16>, ParseError> {
    scanner.skip_blanks();
    if !scanner.keyword("of") {
        return Err(scanner.expected("of and a cell"));
    }
    scanner.skip_blanks();
    let at = *scanner;
    let cell = cell(scanner, grid)?;
    let found: Vec<u16> =
        [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(|step| grid.step(cell, step)).collect();
    if found.is_empty() { Err(at.error("R1C1 has no neighbours")) } else { Ok(found) }
}
