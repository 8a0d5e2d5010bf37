//! A clue as text that reads back as the same clue: a line of the native format, and its name in messages.

use std::fmt::Write as _;

use super::clue::{Clue, Detail, Param};
use super::kind::{ListSyntax, ParamSyntax};
use crate::grid::Grid;
use crate::symbols::Symbols;
use crate::text::cells::{self, Inner};
use crate::text::scan::in_quotes;

impl Clue {
    /// The clue in one line.
    pub(crate) fn as_text(&self, grid: &Grid, symbols: &Symbols) -> String {
        let mut line = match self.head_and_items(grid, symbols) {
            (head, items) if items.is_empty() => head,
            (head, items) => format!("{head}: {items}"),
        };
        if let Some(part) = self.part {
            line += " in ";
            line += &grid.shape().parts[usize::from(part)].name;
        }
        line
    }

    /// The text before the colon, and the lists of cells after it.
    pub(crate) fn head_and_items(&self, grid: &Grid, symbols: &Symbols) -> (String, String) {
        let mut head = self.kind.name.to_owned();
        for param in &self.params {
            head.push(' ');
            let _ = match param {
                Param::Number(number) if self.kind.params == ParamSyntax::Values => {
                    write!(head, "{}", value(*number, grid, symbols))
                }
                Param::Number(number) => write!(head, "{number}"),
                Param::Word(word) => write!(head, "{word}"),
                Param::Text(text) => write!(head, "{}", in_quotes(text)),
            };
        }
        if let Detail::Either(groups) = &self.detail {
            let group = |clues: &Vec<Clue>| {
                clues.iter().map(|clue| clue.as_text(grid, symbols)).collect::<Vec<_>>().join(" & ")
            };
            let groups: Vec<String> = groups.iter().map(group).collect();
            return (format!("{head} {}", groups.join(" | ")), String::new());
        }
        if let Detail::Formula(formula) = &self.detail {
            return (format!("{head} {}", formula.text(grid, symbols)), String::new());
        }
        let inner = self.part.map(|part| Inner::new(grid, &grid.shape().parts[usize::from(part)]));
        let list = |cells: &Vec<u16>| match &inner {
            Some(inner) => list(self, &inner.counted(cells), &inner.grid),
            None => list(self, cells, grid),
        };
        (head, self.lists.iter().map(list).collect::<Vec<_>>().join(" = "))
    }
}

/// A value as rules take it: its number, or its symbol if the number is the symbol of another value.
fn value(number: i32, grid: &Grid, symbols: &Symbols) -> String {
    let own = grid.shape().values.clone().position(|value| value == number).map(|at| at as u8);
    let (text, found) = (number.to_string(), symbols.find(&number.to_string()));
    match own {
        Some(own) if found.is_some_and(|found| found != own) => in_quotes(symbols.get(own)),
        _ => text,
    }
}

/// Cells, or a side of the grid from which they are seen.
fn list(clue: &Clue, cells: &[u16], grid: &Grid) -> String {
    let seen = if clue.kind.lists == ListSyntax::Seen { seen(cells, grid) } else { None };
    seen.unwrap_or_else(|| cells::write(cells, grid))
}

/// `top 3`: a whole row or column, as it is seen from a side.
fn seen(line: &[u16], grid: &Grid) -> Option<String> {
    let (rows, columns) = (grid.rows(), grid.columns());
    let &first = line.first()?;
    let (row, column) = (usize::from(first) / columns, usize::from(first) % columns);
    let sides = [("top", column), ("bottom", column), ("left", row), ("right", row)];
    sides.into_iter().find_map(|(side, index)| {
        let cell = |at: usize| match side {
            "top" => at * columns + index,
            "bottom" => (rows - 1 - at) * columns + index,
            "left" => index * columns + at,
            _ => index * columns + columns - 1 - at,
        };
        let length = if matches!(side, "top" | "bottom") { rows } else { columns };
        let same = line.len() == length && (0..length).all(|at| usize::from(line[at]) == cell(at));
        same.then(|| format!("{side} {}", index + 1))
    })
}
