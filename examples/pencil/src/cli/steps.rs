//! Steps: the next one, all of them, and how hard they are.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use csp::steps::Step;
use csp::{Decision, Error, Limits};
use pencil::Puzzle;
use pencil::draft::{Layer, Place};
use pencil::kind::Rule;
use pencil::solve::{Answer, Solved, solve};
use pencil::steps::{Next, Steps, level, levels, technique};
use serde_json::{Map, Value, json};

use super::args::{Explain, Format, Hint, HintLevel, Rate, StepFormat};
use super::batch::{Job, Reply, Status};
use super::input::Asked;
use super::jobs::{why_none, word};
use super::words;

/// Returns a cost as people read it.
fn shown(cost: u64) -> String {
    format!("{}.{:02}", cost / 100, cost % 100)
}

/// Returns a number of hundredths.
fn decimal(cost: u64) -> Value {
    json!(cost as f64 / 100.0)
}

/// Returns decisions as JSON.
fn decisions(steps: &Steps<'_>, puzzle: &Puzzle, decisions: &[Decision]) -> Value {
    let one = |decision: &Decision| {
        let (layer, at) = steps.drawn(decision.variable());
        let (says, value) = match *decision {
            Decision::Assign(_, value) => ("is", value),
            Decision::Remove(_, value) => ("not", value),
            Decision::AtMost(_, value) => ("most", value),
            Decision::AtLeast(_, value) => ("least", value),
        };
        json!({"layer": layer.name(), "place": layer.place(puzzle, at), says: value})
    };
    decisions.iter().map(one).collect()
}

/// Returns a step as JSON.
fn object(steps: &Steps<'_>, puzzle: &Puzzle, step: &Step) -> Value {
    let rules = |rules: Vec<(&'static Rule, Vec<Place>)>| -> Vec<Value> {
        let places = |places: Vec<Place>| -> Vec<String> {
            let names = places.iter().map(|place| place.name(puzzle));
            names.filter(|name| !name.is_empty()).collect()
        };
        rules.into_iter().map(|(rule, of)| json!({"code": rule.code, "places": places(of)})).collect()
    };
    let line = |line: &csp::steps::Line| {
        let groups: Vec<usize> = line.group.into_iter().collect();
        json!({"rules": rules(steps.rules(&groups)), "then": decisions(steps, puzzle, &line.consequences)})
    };
    let cost = step.cost();
    json!({
        "technique": technique(step).0,
        "cost": decimal(cost.into()),
        "level": level(cost),
        "text": steps.say(step),
        "rules": rules(steps.rules_of(step)),
        "facts": decisions(steps, puzzle, &step.facts),
        "lines": step.lines.iter().map(line).collect::<Vec<_>>(),
        "conclusions": decisions(steps, puzzle, &step.conclusions),
    })
}

/// A picture of a step, and what is said of it.
fn pictured(steps: &Steps<'_>, step: &Step) -> Reply {
    let image = steps.picture(step).scaled(40.0);
    Reply { status: Status::Good, out: image.svg(), note: Some(steps.say(step)) }
}

/// The reply at a limit.
fn limited(puzzle: &Puzzle, format: Format) -> Reply {
    word(puzzle, format, Status::Limit, "limit", None)
}

/// The only answer of a puzzle, or what is said of one that has none, or not one.
fn only(puzzle: &Puzzle, limits: &Limits, format: Format) -> Result<Result<Answer, Reply>, Error> {
    Ok(match solve(puzzle, limits)? {
        Solved::Unique(answer) => Ok(answer),
        Solved::Several(one, other) => {
            let note = format!("several answers: {}", words::differences(puzzle, &one, &other));
            Err(word(puzzle, format, Status::Failed, "multiple", Some(note)))
        }
        Solved::None => Err(word(puzzle, format, Status::Failed, "none", why_none(puzzle, limits)?)),
        Solved::Limit(_) => Err(limited(puzzle, format)),
    })
}

/// Shows one step after the other, until one breaks off. Otherwise returns whether all were shown; at a limit, not all are.
fn follow<T>(
    steps: &mut Steps<'_>,
    mut show: impl FnMut(&Steps<'_>, &Step) -> ControlFlow<T>,
) -> Result<ControlFlow<T, bool>, Error> {
    loop {
        match steps.next()? {
            Next::Step(step) => {
                if let ControlFlow::Break(end) = show(steps, &step) {
                    return Ok(ControlFlow::Break(end));
                }
            }
            Next::End => return Ok(ControlFlow::Continue(true)),
            Next::Limit => return Ok(ControlFlow::Continue(false)),
        }
    }
}

/// Returns the names of what is drawn in a position and not in the answer.
fn wrong(asked: &Asked, answer: &Answer) -> Vec<String> {
    let Asked::Position(position) = asked else { return Vec::new() };
    let right = |layer: Layer, at: usize| answer.layer(layer).and_then(|values| values.get(at));
    let wrong = position.marks().filter(|&(layer, at, value)| right(layer, at) != Some(&value));
    wrong.map(|(layer, at, _)| layer.place(&position.puzzle, at)).collect()
}

impl Job for Hint {
    fn answer(&self, asked: &Asked, limits: &Limits, format: Format) -> Result<Reply, Error> {
        let puzzle = asked.puzzle();
        let answer = match only(puzzle, limits, format)? {
            Ok(answer) => answer,
            Err(reply) => return Ok(reply),
        };
        let wrong = wrong(asked, &answer);
        if !wrong.is_empty() {
            let out = match format {
                Format::Json => {
                    json!({"address": puzzle.address(), "status": "wrong", "wrong": wrong}).to_string()
                }
                _ => format!("This is wrong: {}.", words::some_of(&wrong)),
            };
            return Ok(Reply { status: Status::Failed, out, note: None });
        }
        let Some(mut steps) = Steps::new(puzzle, limits)? else { return Ok(limited(puzzle, format)) };
        if let Asked::Position(position) = asked {
            steps.tell(position)?;
        }
        let step = match steps.next()? {
            Next::Step(step) => step,
            Next::Limit => return Ok(limited(puzzle, format)),
            Next::End => return Ok(word(puzzle, format, Status::Good, "solved", None)),
        };
        if self.told.to == StepFormat::Svg {
            return Ok(pictured(&steps, &step));
        }
        let out = match (format, self.level) {
            (Format::Json, _) => {
                let value = object(&steps, puzzle, &step);
                json!({"address": puzzle.address(), "status": "hint", "step": value}).to_string()
            }
            (_, HintLevel::Full) => steps.say(&step),
            (_, HintLevel::Where) => format!("Look at: {}.", steps.say_all(steps.rules_of(&step))),
            (_, HintLevel::Nudge) => {
                let rules = steps.rules_of(&step);
                let says: Vec<&str> = rules.iter().map(|(rule, _)| rule.says.trim_end_matches('.')).collect();
                format!("{}: {}.", technique(&step).1, says.join("; "))
            }
        };
        Ok(Reply { status: Status::Good, out, note: None })
    }
}

impl Job for Explain {
    fn answer(&self, asked: &Asked, limits: &Limits, format: Format) -> Result<Reply, Error> {
        let puzzle = asked.puzzle();
        if let Err(reply) = only(puzzle, limits, format)? {
            return Ok(reply);
        }
        let Some(mut steps) = Steps::new(puzzle, limits)? else { return Ok(limited(puzzle, format)) };
        let rank = |name: &str| levels().position(|level| level == name);
        let skipped = self.skip_level.as_deref().and_then(rank);
        let (mut lines, mut objects, mut number) = (Vec::new(), Vec::new(), 0);
        let followed = follow(&mut steps, |steps, step| {
            number += 1;
            if self.told.to == StepFormat::Svg && self.step == Some(number) {
                return ControlFlow::Break(pictured(steps, step));
            }
            let is_asked = self.step.is_none_or(|only| only == number) && rank(level(step.cost())) > skipped;
            if is_asked && format == Format::Json {
                let mut value = object(steps, puzzle, step);
                value["number"] = json!(number);
                objects.push(value);
            } else if is_asked {
                lines.push(format!("{number:2}  {}", steps.say(step)));
            }
            ControlFlow::Continue(())
        });
        let is_complete = match followed? {
            ControlFlow::Continue(is_complete) => is_complete,
            ControlFlow::Break(picture) => return Ok(picture),
        };
        if let Some(step) = self.step.filter(|&step| is_complete && step > number) {
            let note = format!("there is no step {step}: there are {number}");
            return Ok(Reply { status: Status::Malformed, out: String::new(), note: Some(note) });
        }
        let status = if is_complete { Status::Good } else { Status::Limit };
        let name = if is_complete { "unique" } else { "limit" };
        if format == Format::Json {
            let out = json!({"address": puzzle.address(), "status": name, "complete": is_complete,
                             "steps": objects});
            return Ok(Reply { status, out: out.to_string(), note: None });
        }
        if !is_complete {
            lines.push("limit".to_owned());
        }
        Ok(Reply { status, out: lines.join("\n"), note: None })
    }
}

impl Job for Rate {
    fn answer(&self, asked: &Asked, limits: &Limits, format: Format) -> Result<Reply, Error> {
        let puzzle = asked.puzzle();
        if let Err(reply) = only(puzzle, limits, format)? {
            return Ok(reply);
        }
        let Some(mut steps) = Steps::new(puzzle, limits)? else { return Ok(limited(puzzle, format)) };
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        let (mut hardest, mut of_hardest, mut sum) = (0, ("rule", "solved already"), 0);
        let followed = follow::<Infallible>(&mut steps, |_, step| {
            let cost = step.cost();
            *counts.entry(technique(step).0).or_default() += 1;
            if cost > hardest {
                (hardest, of_hardest) = (cost, technique(step));
            }
            sum += u64::from(cost);
            ControlFlow::Continue(())
        });
        let ControlFlow::Continue(is_complete) = followed?;
        if !is_complete {
            return Ok(limited(puzzle, format));
        }
        let number: u64 = counts.values().sum();
        let counts = counts.into_iter().map(|(name, count)| (name.to_owned(), json!(count)));
        let out = match format {
            Format::Json => json!({
                "address": puzzle.address(), "status": "unique", "complete": true,
                "hardest": decimal(hardest.into()), "level": level(hardest),
                "technique": of_hardest.0, "name": of_hardest.1,
                "sum": decimal(sum), "steps": number, "counts": counts.collect::<Map<_, _>>(),
            })
            .to_string(),
            _ => {
                let (cost, sum, title) = (shown(hardest.into()), shown(sum), of_hardest.1);
                let plural = if number == 1 { "" } else { "s" };
                format!("{cost} {} ({title}), {number} step{plural} with sum {sum}", level(hardest))
            }
        };
        Ok(Reply { status: Status::Good, out, note: None })
    }
}
