//! Reports as grids.

use std::fmt::Write as _;

use sudoku::format::ParseError;
use sudoku::print::{self, Picture, side_by_side};
use sudoku::{Occurrences, Puzzle};
use sudoku_ask::{Possible, Rated, Reduction, Report, Status};

use super::{Topic, Writer, line, put_line, set_apart};
use crate::reply::{Item, Reply};

pub(super) struct Pictures {
    /// Whether to use ASCII characters only.
    pub ascii: bool,
    pub color: bool,
}

impl Writer for Pictures {
    fn solution(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        set_apart(item, reply);
        let Report { puzzle, status, .. } = *report;
        let text = match (status, report.both(), report.solutions.first()) {
            (_, Some(both), _) => self.several(puzzle, both),
            (Status::Unique, _, Some(solution)) => {
                self.draw(Picture::solved(puzzle, solution)) + "the only solution\n"
            }
            (Status::Solved, _, Some(solution)) => self.draw(Picture::solved(puzzle, solution)),
            (Status::None, ..) => self.draw(Picture::of(puzzle)) + "none\n",
            _ => format!("{}\n", status.name()),
        };
        reply.out.extend(text.as_bytes());
    }

    fn begin_list(&self, item: &Item<'_>, reply: &mut Reply) {
        set_apart(item, reply);
    }

    fn nth(&self, nth: u64, puzzle: &Puzzle, solution: &[u8], _: &Item<'_>, reply: &mut Reply) {
        if nth > 1 {
            reply.out.push(b'\n');
        }
        reply.out.extend(self.draw(Picture::solved(puzzle, solution)).as_bytes());
    }

    fn end_list(&self, report: &Report<'_>, _: &Item<'_>, reply: &mut Reply) {
        line::end_list(report, reply);
    }

    fn candidates(&self, found: &Possible<'_>, item: &Item<'_>, reply: &mut Reply) {
        set_apart(item, reply);
        let text = match (found.status, &found.counts) {
            (Status::None | Status::Limit, _) => return put_line(found.status.name(), reply),
            (_, Some(seen)) => counts(found.puzzle, seen),
            (_, None) => print::candidates(found.puzzle, &found.sets),
        };
        reply.out.extend(text.as_bytes());
    }

    fn reduction(&self, reduction: &Reduction<'_>, item: &Item<'_>, reply: &mut Reply) {
        set_apart(item, reply);
        match reduction.minimal {
            Some((found, rules)) => {
                reply.out.extend(self.draw(Picture::of(&found.minimal)).as_bytes());
                reply.out.extend(rules.as_bytes());
            }
            None => put_line(reduction.status.name(), reply),
        }
    }

    fn rating(&self, rated: &Rated, item: &Item<'_>, reply: &mut Reply) {
        line::Lines.rating(rated, item, reply);
    }

    fn form(&self, puzzle: &Puzzle, form: &Puzzle, item: &Item<'_>, reply: &mut Reply) {
        line::Lines.form(puzzle, form, item, reply);
    }

    fn invalid(&self, topic: Topic, _: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        if matches!(topic, Topic::Answer | Topic::List) {
            set_apart(item, reply);
        }
        put_line(Status::Invalid.name(), reply);
    }
}

impl Pictures {
    fn draw(&self, picture: Picture<'_>) -> String {
        let picture = picture.color(self.color);
        if self.ascii { picture.ascii().draw() } else { picture.draw() }
    }

    /// Draws two solutions side by side, with marks where they differ.
    fn several(&self, puzzle: &Puzzle, [one, other]: [&[u8]; 2]) -> String {
        let [left, right] =
            [one, other].map(|which| self.draw(Picture::solved(puzzle, which).differing(one, other)));
        let cells = one.iter().zip(other).filter(|(a, b)| a != b).count();
        format!("{}several solutions: these two differ in {cells} cells\n", side_by_side(&left, &right))
    }
}

/// Formats `1×17`, with a `+` where counting ended.
fn counts(puzzle: &Puzzle, seen: &Occurrences) -> String {
    let mut text = String::new();
    for cell in 0..puzzle.cells().len() {
        if puzzle.cells()[cell].value().is_some() {
            continue;
        }
        let _ = write!(text, "{:7}", puzzle.grid().name(cell).to_string());
        for value in seen.candidates(cell).iter() {
            let count = seen.count(cell, value);
            let more = if count >= seen.most { "+" } else { "" };
            let _ = write!(text, " {}×{count}{more}", puzzle.symbols().get(value));
        }
        text.push('\n');
    }
    text
}
