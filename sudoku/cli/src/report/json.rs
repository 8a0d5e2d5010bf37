//! Reports as JSON, an object on each line.

use serde::Serialize;
use sudoku::Puzzle;
use sudoku::format::ParseError;
use sudoku_ask::{Nth, Report, Shown, Status, differences, json};

use super::{Topic, Writer, put_line};
use crate::reply::{Item, Reply};

pub(super) struct Objects;

/// Writes an answer with the number of its puzzle.
pub(crate) fn put_data(answer: &impl Serialize, item: &Item<'_>, reply: &mut Reply) {
    put_line(&json::numbered(item.index, answer), reply);
}

impl Writer for Objects {
    fn solution(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        put_data(report, item, reply);
    }

    /// Writes the status. If there are several solutions, the reason lists their differences.
    fn status(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        let several = report.both().filter(|_| report.reason.is_none());
        let several = several.map(|both| differences(report.puzzle, both));
        put_data(&Report { reason: report.reason.or(several.as_ref()), ..*report }, item, reply);
    }

    fn nth(&self, nth: u64, puzzle: &Puzzle, solution: &[u8], item: &Item<'_>, reply: &mut Reply) {
        put_data(&Nth { nth, puzzle, solution }, item, reply);
    }

    fn end_list(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        self.solution(report, item, reply);
    }

    fn answer(&self, answer: &dyn Shown, item: &Item<'_>, reply: &mut Reply) {
        put_line(&answer.object(item.index), reply);
    }

    fn invalid(&self, _: Topic, error: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        let answer = json::object().with("status", Status::Invalid).with("solution", ());
        let answer = answer.with("reason", error.to_string()).with("nodes", 0).with("micros", 0);
        put_data(&answer, item, reply);
    }
}
