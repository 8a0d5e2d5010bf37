//! Reports as a CSV table with a header.

use sudoku::Puzzle;
use sudoku::format::{ParseError, is_formula};
use sudoku_ask::{Report, Shown, Status};

use super::{Topic, Writer, line, put_line};
use crate::reply::{Item, Reply};

pub(super) struct Table;

impl Writer for Table {
    fn header(&self, topic: Topic) -> String {
        format!("index,{}\n", topic.columns().join(","))
    }

    fn solution(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        put_line(&row(report, item.index, ""), reply);
    }

    fn nth(&self, nth: u64, puzzle: &Puzzle, solution: &[u8], item: &Item<'_>, reply: &mut Reply) {
        put_line(&format!("{},{nth},,{},,,", item.index, csv_field(line::text(puzzle, solution))), reply);
    }

    /// Writes a row with an empty column `nth`.
    fn end_list(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        put_line(&row(report, item.index, ","), reply);
    }

    fn answer(&self, answer: &dyn Shown, item: &Item<'_>, reply: &mut Reply) {
        let fields: Vec<String> = answer.row().into_iter().map(csv_field).collect();
        put_line(&format!("{},{}", item.index, fields.join(",")), reply);
    }

    fn invalid(&self, topic: Topic, _: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        let field = |&column: &&str| match column {
            "status" => Status::Invalid.name(),
            "nodes" | "micros" => "0",
            _ => "",
        };
        let fields: Vec<&str> = topic.columns().iter().map(field).collect();
        put_line(&format!("{},{}", item.index, fields.join(",")), reply);
    }
}

/// Formats the row of an answer, with its solution, its solutions, or their number if they were only counted.
/// `between` is inserted before the status: nothing, or a field and its comma.
fn row(report: &Report<'_>, index: u64, between: &str) -> String {
    let Report { puzzle, status, solutions, count, nodes, micros, .. } = *report;
    let mut all = solutions.iter().map(|solution| line::text(puzzle, solution));
    let (solution, solutions) = match (status, count) {
        (_, Some(count)) => (String::new(), count.to_string()),
        (Status::Multiple, None) => (String::new(), all.collect::<Vec<_>>().join(";")),
        _ => (all.next().unwrap_or_default(), String::new()),
    };
    let [solution, solutions] = [solution, solutions].map(csv_field);
    format!("{index},{between}{},{solution},{solutions},{nodes},{micros}", status.name())
}

/// Formats a text as a field of a table. A text that a spreadsheet would take for a formula gets a leading
/// `'`.
pub(crate) fn csv_field(text: String) -> String {
    let text = if is_formula(&text) { format!("'{text}") } else { text };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula() {
        for (text, field) in [
            ("a,\"b\"", "\"a,\"\"b\"\"\""),
            ("=1+1", "'=1+1"),
            ("+x", "'+x"),
            ("-x", "'-x"),
            ("@SUM(A1,A2)", "\"'@SUM(A1,A2)\""),
            ("\tx", "'\tx"),
            ("\r=x", "\"'\r=x\""),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(csv_field(text.into()), field);
        }
    }
}
