//! What each command answers.

use std::fs;
use std::io::Write;
use std::path::Path;

use csp::{Error, Limits};
use pencil::clash::Clash;
use pencil::kinds::KINDS;
use pencil::position::Verdict;
use pencil::solve::{Answer, End, Solved, answer, answers, clash, solve};
use pencil::{Puzzle, kinds, render};
use serde_json::{Value, json};

use super::args::{Check, Convert, Count, Format, Kinds, Render, Solve};
use super::batch::{self, Job, Reply, Status};
use super::input::{Asked, only};
use super::{FAILED, LIMIT, words};

/// A reply of one word.
pub fn word(puzzle: &Puzzle, format: Format, status: Status, word: &str, note: Option<String>) -> Reply {
    let out = match format {
        Format::Json => json!({"address": puzzle.address(), "status": word, "note": note}).to_string(),
        _ => word.to_owned(),
    };
    Reply { status, out, note }
}

/// Why a puzzle has no answer.
pub fn why_none(puzzle: &Puzzle, limits: &Limits) -> Result<Option<String>, Error> {
    let Clash::Of { parts, is_smallest } = clash(puzzle, limits)? else { return Ok(None) };
    let parts: Vec<String> = parts.iter().map(|(rule, place)| words::rule(puzzle, rule, &[*place])).collect();
    let most = if is_smallest { "" } else { ", perhaps fewer" };
    Ok(Some(format!("no answer: {} rules clash{most}: {}", parts.len(), words::some_of(&parts))))
}

impl Job for Solve {
    fn answer(&self, asked: &Asked, limits: &Limits, format: Format) -> Result<Reply, Error> {
        let puzzle = asked.puzzle();
        let show = |answer: &Answer| {
            match format {
            Format::Line => words::line(puzzle, answer),
            Format::Grid => words::grid(puzzle, answer),
            Format::Json => {
                json!({"address": puzzle.address(), "status": "solved", "answer": words::json(puzzle, answer)})
                    .to_string()
            }
        }
        };
        if let Some(most) = self.solutions {
            let (found, end) = answers(puzzle, most, limits)?;
            let out: Vec<String> = found.iter().map(show).collect();
            return Ok(match (end, found.is_empty()) {
                (End::Limit, _) => {
                    Reply { out: out.join("\n"), ..word(puzzle, format, Status::Limit, "limit", None) }
                }
                (_, true) => word(puzzle, format, Status::Failed, "none", None),
                _ => Reply { status: Status::Good, out: out.join("\n"), note: None },
            });
        }
        let solved = if self.unique { solve(puzzle, limits)? } else { answer(puzzle, limits)? };
        Ok(match solved {
            Solved::Unique(answer) => Reply { status: Status::Good, out: show(&answer), note: None },
            Solved::Several(one, other) => {
                let note = format!("several answers: {}", words::differences(puzzle, &one, &other));
                word(puzzle, format, Status::Failed, "multiple", Some(note))
            }
            Solved::None => word(puzzle, format, Status::Failed, "none", why_none(puzzle, limits)?),
            Solved::Limit(_) => word(puzzle, format, Status::Limit, "limit", None),
        })
    }
}

impl Job for Check {
    fn answer(&self, asked: &Asked, limits: &Limits, format: Format) -> Result<Reply, Error> {
        let puzzle = asked.puzzle();
        let (status, name, note) = match asked {
            Asked::Puzzle(_) => match solve(puzzle, limits)? {
                Solved::Unique(_) => (Status::Good, "unique", None),
                Solved::Several(one, other) => {
                    let differ = words::differences(puzzle, &one, &other);
                    (Status::Failed, "multiple", Some(format!("several answers: {differ}")))
                }
                Solved::None => (Status::Failed, "none", why_none(puzzle, limits)?),
                Solved::Limit(_) => (Status::Limit, "limit", None),
            },
            Asked::Position(position) => match position.check(limits)? {
                Verdict::Solved => (Status::Good, "solved", None),
                Verdict::Open(cells) => {
                    let note = format!("open: {}", words::cells(puzzle, &cells));
                    (Status::Failed, "open", Some(note))
                }
                Verdict::Broken(broken) => {
                    let rules = broken.iter().map(|broken| words::rule(puzzle, broken.rule, &broken.places));
                    let note = format!("broken: {}", rules.collect::<Vec<_>>().join("; "));
                    (Status::Failed, "broken", Some(note))
                }
                Verdict::Limit => (Status::Limit, "limit", None),
            },
        };
        Ok(word(puzzle, format, status, name, note))
    }
}

impl Job for Count {
    fn answer(&self, asked: &Asked, limits: &Limits, format: Format) -> Result<Reply, Error> {
        let puzzle = asked.puzzle();
        let (found, end) = answers(puzzle, self.solutions, limits)?;
        let count = found.len();
        let status = match end {
            End::Limit => Status::Limit,
            End::All if count == 0 => Status::Failed,
            _ => Status::Good,
        };
        let out = match (format, end) {
            (Format::Json, _) => {
                json!({"address": puzzle.address(), "count": count, "complete": end == End::All}).to_string()
            }
            (_, End::All) => count.to_string(),
            _ => format!("at least {count}"),
        };
        Ok(Reply { status, out, note: None })
    }
}

impl Job for Convert {
    fn answer(&self, asked: &Asked, _: &Limits, format: Format) -> Result<Reply, Error> {
        let puzzle = asked.puzzle();
        let out = match format {
            Format::Json => {
                let (cells, kind) = (puzzle.board.cells, puzzle.kind);
                json!({"address": puzzle.address(), "kind": kind.id, "name": kind.name, "flags": puzzle.flags,
                       "width": cells.width, "height": cells.height})
                .to_string()
            }
            _ => puzzle.address(),
        };
        Ok(Reply { status: Status::Good, out, note: None })
    }
}

impl Render {
    /// Draws a puzzle, and returns the exit status.
    pub fn run(&self) -> Result<u8, String> {
        let cancel = batch::interrupt();
        let (item, asked) = only(&self.input)?;
        let limits = batch::limits(&self.effort, &cancel);
        let (mut status, mut found) = (0, None);
        match &asked {
            Asked::Puzzle(puzzle) if self.solve => {
                match answer(puzzle, &limits).map_err(|it| it.to_string())? {
                    Solved::Unique(answer) => found = Some(answer),
                    Solved::Limit(_) => status = LIMIT,
                    _ => status = FAILED,
                }
            }
            Asked::Puzzle(_) => {}
            Asked::Position(position) => found = Some(position.answer()),
        }
        if status != 0 {
            eprintln!("{}: {}", item.place, if status == LIMIT { "limit" } else { "none" });
            return Ok(status);
        }
        let image = render::draw(asked.puzzle(), found.as_ref()).scaled(f64::from(self.scale));
        self.write(&image)?;
        Ok(0)
    }

    fn write(&self, image: &sheet::Image) -> Result<(), String> {
        let Some(path) = &self.output else {
            return writeln!(std::io::stdout(), "{}", image.svg()).map_err(|error| error.to_string());
        };
        let ending = path.extension().and_then(|ending| ending.to_str());
        let bytes = match ending {
            Some("svg") => image.svg().into_bytes(),
            Some("png") => sheet::files::png(image),
            _ => return Err(format!("{}: FILE.svg or FILE.png is expected", shown(path))),
        };
        fs::write(path, bytes).map_err(|error| format!("{}: {error}", shown(path)))
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

impl Kinds {
    /// Lists kinds, and returns the exit status.
    pub fn run(&self) -> Result<u8, String> {
        let find = |name: &String| kinds::find(name).ok_or_else(|| kinds::unknown(name));
        let named = self.names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let listed = if named.is_empty() { KINDS.to_vec() } else { named };
        for kind in listed {
            let says = |text: &str| println!("{text}");
            if self.format == Format::Json {
                let rules: Vec<Value> =
                    kind.rules.iter().map(|rule| json!({"code": rule.code, "says": rule.says})).collect();
                let flags: Vec<Value> =
                    kind.flags.iter().map(|(flag, what)| json!({"flag": flag, "changes": what})).collect();
                let value = json!({"id": kind.id, "name": kind.name, "also": kind.also, "flags": flags, "rules": rules, "made": kind.make.is_some()});
                says(&value.to_string());
                continue;
            }
            let also =
                if kind.also.is_empty() { String::new() } else { format!(", also {}", kind.also.join(", ")) };
            let made = if kind.make.is_some() { "*" } else { " " };
            says(&format!("{:<12}{made}{}{also}", kind.id, kind.name));
            if !self.names.is_empty() {
                kind.rules.iter().for_each(|rule| says(&format!("  {}", rule.says)));
                kind.flags.iter().for_each(|(flag, what)| says(&format!("  /{flag}/ {what}")));
            }
        }
        Ok(0)
    }
}
