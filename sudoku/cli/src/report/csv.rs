//! Reports as a CSV table with a header.

use sudoku::format::{ParseError, is_formula};
use sudoku::{Puzzle, Statement};
use sudoku_ask::json::hundredths;
use sudoku_ask::words::{self, named, rules_of};
use sudoku_ask::{Possible, Rated, Reduction, Report, Status};

use super::{Topic, Writer, line, put_line};
use crate::reply::{Item, Reply};

pub(super) struct Table;

impl Writer for Table {
    fn header(&self, topic: Topic) -> &'static str {
        match topic {
            Topic::Answer => "index,status,solution,solutions,nodes,micros\n",
            Topic::List => "index,nth,status,solution,solutions,nodes,micros\n",
            Topic::Reduction => {
                "index,status,givens,needed,redundant,minimal,rules,needed_rules,redundant_rules,undecided\n"
            }
            Topic::Rating => "index,status,hardest,level,technique,sum,steps,se,micros\n",
            Topic::Form => "index,status,givens,canonical\n",
            Topic::Candidates => "",
        }
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

    /// Writes the same text as `line::Lines`, since the table has no columns for candidates.
    fn candidates(&self, found: &Possible<'_>, item: &Item<'_>, reply: &mut Reply) {
        line::Lines.candidates(found, item, reply);
    }

    fn rating(&self, rated: &Rated, item: &Item<'_>, reply: &mut Reply) {
        let (index, status, micros) = (item.index, rated.status.name(), rated.micros);
        let Some(rating) = rated.rating.as_ref().filter(|rating| rating.is_complete()) else {
            return put_line(&format!("{index},{status},,,,,,,{micros}"), reply);
        };
        let technique = rating.technique.map_or("", |technique| technique.title);
        let (hardest, sum) = (hundredths(rating.hardest.into()), hundredths(rating.sum));
        let (level, steps, se) =
            (csv_field(rated.level.clone().unwrap_or_default()), rating.steps, rating.se());
        put_line(
            &format!("{index},{status},{hardest},{level},{technique},{sum},{steps},{se:.1},{micros}"),
            reply,
        );
    }

    fn reduction(&self, reduction: &Reduction<'_>, item: &Item<'_>, reply: &mut Reply) {
        let Reduction { puzzle, status, minimal, .. } = reduction;
        let (index, status, givens) = (item.index, status.name(), puzzle.givens());
        let Some((found, minimal)) = minimal else {
            return put_line(&format!("{index},{status},{givens},,,,,,,"), reply);
        };
        let (cells, rules): (Vec<_>, Vec<_>) = found.redundant.iter().partition(|clue| clue.is_given());
        let list = |clues: &[&Statement], between: &str| {
            let named: Vec<String> = clues.iter().map(|&&clue| named(clue, puzzle)).collect();
            csv_field(named.join(between))
        };
        let undecided: Vec<&Statement> = found.undecided.iter().collect();
        let (cells, rules, undecided) = (list(&cells, " "), list(&rules, "; "), list(&undecided, "; "));
        let (needed, all_rules) = (found.minimal.givens(), rules_of(puzzle));
        let (needed_rules, minimal) = (rules_of(&found.minimal), csv_field(minimal.trim_end().to_owned()));
        put_line(
            &format!(
                "{index},{status},{givens},{needed},{cells},{minimal},{all_rules},{needed_rules},{rules},{undecided}"
            ),
            reply,
        );
    }

    fn form(&self, puzzle: &Puzzle, form: &Puzzle, item: &Item<'_>, reply: &mut Reply) {
        put_line(&format!("{},canonical,{},{}", item.index, puzzle.givens(), words::line(form)), reply);
    }

    fn invalid(&self, topic: Topic, _: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        let (index, status) = (item.index, Status::Invalid.name());
        let text = match topic {
            Topic::Answer | Topic::Candidates => format!("{index},{status},,,0,0"),
            Topic::List => format!("{index},,{status},,,0,0"),
            Topic::Reduction => format!("{index},{status},,,,,,,,"),
            Topic::Rating => format!("{index},{status},,,,,,,0"),
            Topic::Form => format!("{index},{status},,"),
        };
        put_line(&text, reply);
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
