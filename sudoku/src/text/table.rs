//! Tables of cells as text, with lines between boxes.

use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::symbols::Symbols;

/// Returns the candidates of a cell in braces: `{135}`, `{10,12}`.
pub fn braced(symbols: &Symbols, cell: Candidates) -> String {
    let words: Vec<&str> = cell.iter().map(|value| symbols.get(value)).collect();
    format!("{{{}}}", words.join(if symbols.are_characters() { "" } else { "," }))
}

/// Returns words in columns, with `---` and `|` between boxes.
pub(crate) fn table(grid: &Grid, mut cells: Vec<String>) -> String {
    cells.truncate(grid.rectangle());
    let width = |word: &String| word.chars().count();
    let columns = grid.columns();
    let widths: Vec<usize> = (0..columns)
        .map(|column| cells.iter().skip(column).step_by(columns).map(width).max().unwrap_or(1))
        .collect();
    let (height, across) = grid.boxes().unwrap_or((grid.rows(), columns));
    let bar_before = |column: usize| column > 0 && column.is_multiple_of(across);
    let mut text = String::new();
    for row in 0..grid.rows() {
        if row > 0 && row.is_multiple_of(height) {
            let mut rule = String::new();
            for (column, width) in widths.iter().enumerate() {
                if bar_before(column) {
                    rule.push_str("-+");
                }
                rule.push_str(&"-".repeat(width + usize::from(column > 0)));
            }
            text.push_str(&rule);
            text.push('\n');
        }
        let mut line = String::new();
        for (column, &padded) in widths.iter().enumerate() {
            if bar_before(column) {
                line.push_str(" |");
            }
            if column > 0 {
                line.push(' ');
            }
            let cell = &cells[row * columns + column];
            line.push_str(cell);
            line.push_str(&" ".repeat(padded - width(cell)));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
