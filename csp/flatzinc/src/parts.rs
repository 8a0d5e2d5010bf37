//! One hard problem on many machines: it is split into parts, each part is answered separately, and the answers are
//! merged.
//!
//! A part is a line of decisions, `x=3 y<=5`, or `all`. An answer is a line as well: `count N` and `at least N` of a
//! problem without an objective; else `least VALUE SOLUTION` or `greatest …`, `least so far …` if a limit was reached
//! first, `none` (no better solution than the same process has printed before), and `unknown`.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use csp::{Cancel, Config, Decision, Var, deduce::Deduction};

use crate::build::{Built, Objective};
use crate::output::Form;
use crate::run::{self, Failure, Options, Summary};

/// The text of a part without decisions.
const ALL: &str = "all";
const SO_FAR: &str = "so far ";
const END_OF_SOLUTION: &str = "----------";

/// Splits a problem into at least `least` parts if possible, over the variables that are printed or searched. Without
/// any part there is no solution; if values were cut off, there is always a part, which is answered without a proof.
pub fn split(built: &Built, least: usize) -> Result<Vec<String>, csp::Error> {
    let mut parts = Vec::new();
    if !built.is_infeasible {
        let over = run::matter(&built.output, &built.plan);
        parts = Deduction::compile(&built.model, &Config::default())?.split(&over, least)?;
    }
    if parts.is_empty() && !built.clipped.is_empty() {
        parts.push(Vec::new());
    }
    let decision = |&decision: &Decision| {
        let name = built.model.name(decision.variable());
        match decision {
            Decision::Assign(_, value) => format!("{name}={value}"),
            Decision::Remove(_, value) => format!("{name}!={value}"),
            Decision::AtMost(_, value) => format!("{name}<={value}"),
            Decision::AtLeast(_, value) => format!("{name}>={value}"),
        }
    };
    let line = |part: Vec<Decision>| match &part[..] {
        [] => ALL.to_owned(),
        part => part.iter().map(decision).collect::<Vec<_>>().join(" "),
    };
    Ok(parts.into_iter().map(line).collect())
}

/// A problem whose parts are answered.
pub struct Assumed {
    built: Built,
    names: HashMap<String, Var>,
    /// The best value of the objective so far, which later parts have to improve.
    best: Option<i32>,
}

impl Assumed {
    /// Prepares a problem.
    pub fn new(mut built: Built) -> Assumed {
        // Answers to parts have one form, whatever the problem was read from.
        built.output.form = Form::MiniZinc;
        let over = run::matter(&built.output, &built.plan);
        let names = over.into_iter().map(|var| (built.model.name(var), var)).collect();
        Assumed { built, names, best: None }
    }

    /// Answers a part, within a time limit for the part.
    pub fn answer(
        &mut self,
        part: &str,
        options: &Options,
        time: Option<Duration>,
        cancel: &Cancel,
    ) -> Result<String, Failure> {
        let mut built = self.built.clone();
        for decision in self.read(part).map_err(|what| io::Error::new(io::ErrorKind::InvalidData, what))? {
            built.model.post(decision);
        }
        let (word, better) = match &built.objective {
            Objective::Satisfy => (None, None),
            Objective::Minimize(of) => (Some("least"), self.best.map(|best| of.clone().lt(best))),
            Objective::Maximize(of) => (Some("greatest"), self.best.map(|best| of.clone().gt(best))),
        };
        if let Some(better) = better {
            built.model.post(better);
        }
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let options = Options { all: word.is_none(), intermediate: false, deadline, ..options.clone() };
        let Some(word) = word else {
            let Summary { found, is_complete, .. } = run::run(built, &options, cancel, &mut io::sink())?;
            return Ok(format!("{} {found}", if is_complete { "count" } else { "at least" }));
        };
        let mut text = Vec::new();
        let summary = run::run(built, &options, cancel, &mut text)?;
        self.best = summary.best.or(self.best);
        let text = String::from_utf8_lossy(&text);
        let solution = text.split(END_OF_SOLUTION).next().unwrap_or_default().replace('\n', " ");
        Ok(match summary {
            Summary { best: Some(value), is_complete, .. } => {
                let so_far = if is_complete { "" } else { SO_FAR };
                format!("{word} {so_far}{value} {}", solution.trim_end())
            }
            Summary { is_complete: true, .. } => "none".into(),
            _ => "unknown".into(),
        })
    }

    fn read(&self, part: &str) -> Result<Vec<Decision>, String> {
        let words = part.split_whitespace().filter(|&word| word != ALL);
        words.map(|word| self.decision(word).ok_or_else(|| format!("{word:?} is no decision"))).collect()
    }

    fn decision(&self, word: &str) -> Option<Decision> {
        let (name, rest) = word.split_at(word.find(['=', '<', '>', '!'])?);
        let sign = &rest[..rest.find(|c: char| c == '-' || c.is_ascii_digit())?];
        let value = rest[sign.len()..].parse().ok()?;
        let var = *self.names.get(name)?;
        Some(match sign {
            "=" => Decision::Assign(var, value),
            "!=" => Decision::Remove(var, value),
            "<=" => Decision::AtMost(var, value),
            ">=" => Decision::AtLeast(var, value),
            _ => return None,
        })
    }
}

/// Merged answers.
#[derive(Default)]
struct Merged {
    /// The sum of counts.
    count: Option<u128>,
    /// The word of the objective, its best value, and the solution.
    best: Option<(String, i64, String)>,
    /// Whether an answer without a solution was about a problem with an objective.
    has_objective: bool,
    is_unproved: bool,
}

/// Adds counts, or takes the best solution, which is printed as the program prints it. The answers are lines.
pub fn merge(answers: impl BufRead, to: &mut impl Write) -> io::Result<()> {
    let mut merged = Merged::default();
    for (number, line) in (1..).zip(answers.lines()) {
        let line = line?;
        let fault =
            || io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: {line:?} is no answer"));
        merged.add(&line).ok_or_else(fault)?;
    }
    to.write_all(merged.text().as_bytes())
}

impl Merged {
    /// Adds an answer; `None` if the line is no answer, or is about another kind of problem.
    fn add(&mut self, line: &str) -> Option<()> {
        let (number, is_exact) = match line.strip_prefix("count ") {
            Some(number) => (Some(number), true),
            None => (line.strip_prefix("at least "), false),
        };
        if let Some(number) = number {
            self.is_unproved |= !is_exact;
            self.count = Some(self.count.unwrap_or(0) + number.parse::<u128>().ok()?);
            return (!self.has_objective).then_some(());
        }
        self.has_objective = true;
        self.is_unproved |= line == "unknown";
        if !matches!(line, "none" | "unknown") {
            let (word, rest) =
                line.split_once(' ').filter(|(word, _)| matches!(*word, "least" | "greatest"))?;
            let proved = rest.strip_prefix(SO_FAR);
            self.is_unproved |= proved.is_some();
            let rest = proved.unwrap_or(rest);
            let (value, solution) = rest.split_once(' ').unwrap_or((rest, ""));
            self.take(word, value.parse().ok()?, solution)?;
        }
        self.count.is_none().then_some(())
    }

    fn take(&mut self, word: &str, value: i64, solution: &str) -> Option<()> {
        let is_better = match &self.best {
            None => true,
            Some((other, ..)) if other != word => return None,
            Some((_, best, _)) => {
                if word == "least" {
                    value < *best
                } else {
                    value > *best
                }
            }
        };
        if is_better {
            self.best = Some((word.into(), value, solution.into()));
        }
        Some(())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        match (&self.count, &self.best) {
            (Some(count), _) => {
                let _ = writeln!(text, "{} {count}", if self.is_unproved { "at least" } else { "count" });
            }
            (_, Some((_, _, solution))) => {
                let end = if self.is_unproved { "" } else { "==========\n" };
                let _ = write!(text, "{}\n{END_OF_SOLUTION}\n{end}", solution.replace("; ", ";\n"));
            }
            _ if self.is_unproved => text += "=====UNKNOWN=====\n",
            _ => text += "=====UNSATISFIABLE=====\n",
        }
        text
    }
}
