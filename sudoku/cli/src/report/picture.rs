//! Reports as grids.

use sudoku::Puzzle;
use sudoku::format::ParseError;
use sudoku::print::{Picture, side_by_side};
use sudoku_ask::{Report, Shown, Status};

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

    fn answer(&self, answer: &dyn Shown, item: &Item<'_>, reply: &mut Reply) {
        match answer.picture(&|picture| self.draw(picture)) {
            Some(picture) => {
                set_apart(item, reply);
                reply.out.extend(picture.bytes());
            }
            None => answer.lines(&mut reply.out),
        }
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
