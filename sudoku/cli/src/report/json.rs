//! Reports as JSON, an object on each line.

use std::fmt::Write as _;

use sudoku::format::ParseError;
use sudoku::{Estimate, Guess, Magnitude, Puzzle, Solution, Statement};

use super::{
    CandidateReport, Number, RatingReport, Reason, Reduction, Report, Status, Topic, Writer, line, named,
    put_line, quoted, rules_of, several,
};
use crate::batch::{Item, Reply};

pub(super) struct Objects;

impl Writer for Objects {
    fn solution(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        put_line(&object(report, report.reason, item.index), reply);
    }

    /// Writes the status. If there are several solutions, the reason lists their differences.
    fn status(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        let differences = || several::reason(report.puzzle, report.both()?);
        let several = if report.reason.is_none() { differences().map(Reason::from) } else { None };
        put_line(&object(report, report.reason.or(several.as_ref()), item.index), reply);
    }

    fn nth(&self, nth: u64, puzzle: &Puzzle, solution: &[u8], item: &Item<'_>, reply: &mut Reply) {
        let (index, beside) = (item.index, beside_field(beside(puzzle, solution)));
        let solution = solution_of(puzzle, solution);
        put_line(&format!("{{\"index\":{index},\"nth\":{nth},\"solution\":{solution}{beside}}}"), reply);
    }

    fn end_list(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        self.solution(report, item, reply);
    }

    fn candidates(&self, report: &CandidateReport<'_>, item: &Item<'_>, reply: &mut Reply) {
        let CandidateReport { puzzle, status, sets, counts, nodes, micros } = *report;
        let symbol = |value: u8| quoted(puzzle.symbols().get(value));
        let cells = sets.iter().enumerate().map(|(cell, set)| match counts {
            _ if puzzle.grid().is_gap(cell) => "null".into(),
            Some(seen) => {
                let counts = set.iter().map(|value| format!("{}:{}", symbol(value), seen.count(cell, value)));
                format!("{{{}}}", counts.collect::<Vec<_>>().join(","))
            }
            None => format!("[{}]", set.iter().map(symbol).collect::<Vec<_>>().join(",")),
        });
        let cells = cells.collect::<Vec<String>>().join(",");
        let cells = match counts {
            Some(seen) => format!("\"most\":{},\"counts\":[{cells}]", seen.most),
            None => format!("\"candidates\":[{cells}]"),
        };
        let (index, status) = (item.index, status.name());
        let text = format!(
            "{{\"index\":{index},\"status\":\"{status}\",{cells},\"nodes\":{nodes},\"micros\":{micros}}}"
        );
        put_line(&text, reply);
    }

    fn reduction(&self, reduction: &Reduction<'_>, item: &Item<'_>, reply: &mut Reply) {
        let Reduction { puzzle, status, minimal, reason } = *reduction;
        let mut text = format!("{{\"index\":{},\"status\":\"{}\"", item.index, status.name());
        let _ = write!(text, ",\"givens\":{}", puzzle.givens());
        if let Some((found, minimal)) = minimal {
            let (givens, rules): (Vec<_>, Vec<_>) = found.redundant.iter().partition(|clue| clue.is_given());
            let list = |clues: &[&Statement]| {
                let named: Vec<String> = clues.iter().map(|&&clue| quoted(&named(clue, puzzle))).collect();
                named.join(",")
            };
            let undecided: Vec<&Statement> = found.undecided.iter().collect();
            let (needed, minimal) = (found.minimal.givens(), quoted(minimal.trim_end()));
            let _ = write!(
                text,
                ",\"needed\":{needed},\"redundant\":[{}],\"rules\":{},\"needed_rules\":{},\
                 \"redundant_rules\":[{}],\"undecided\":[{}],\"minimal\":{minimal}",
                list(&givens),
                rules_of(puzzle),
                rules_of(&found.minimal),
                list(&rules),
                list(&undecided)
            );
        }
        text += &reason.map_or(String::new(), |reason| reason.fields(puzzle));
        put_line(&(text + "}"), reply);
    }

    fn rating(&self, report: &RatingReport<'_>, item: &Item<'_>, reply: &mut Reply) {
        put_line(&report.object(item.index), reply);
    }

    fn form(&self, puzzle: &Puzzle, form: &Puzzle, item: &Item<'_>, reply: &mut Reply) {
        let (index, givens, form) = (item.index, puzzle.givens(), quoted(line::given(form).trim_end()));
        let text = format!(
            "{{\"index\":{index},\"status\":\"canonical\",\"givens\":{givens},\"canonical\":{form}}}"
        );
        put_line(&text, reply);
    }

    fn invalid(&self, _: Topic, error: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        let (index, status, reason) = (item.index, Status::Invalid.name(), quoted(&error.to_string()));
        let text = format!(
            "{{\"index\":{index},\"status\":\"{status}\",\"solution\":null,\"reason\":{reason},\"nodes\":0,\"micros\":0}}"
        );
        put_line(&text, reply);
    }
}

/// Formats all results of a puzzle as an object.
fn object(report: &Report<'_>, reason: Option<&Reason>, index: u64) -> String {
    let Report { puzzle, status, solutions, count, nodes, micros, .. } = *report;
    let mut text = format!("{{\"index\":{index},\"status\":\"{}\"", status.name());
    if let Some(count) = count {
        text += &number(count);
    } else {
        let first = solutions.first().filter(|_| status != Status::Multiple);
        let shown = first.map_or("null".to_owned(), |solution| solution_of(puzzle, solution));
        let beside_first = first.and_then(|solution| beside(puzzle, solution));
        let _ = write!(text, ",\"solution\":{shown}{}", beside_field(beside_first));
        if status == Status::Multiple {
            let all: Vec<String> = solutions.iter().map(|one| solution_of(puzzle, one)).collect();
            let besides = |one: &Solution| beside(puzzle, one);
            let besides: Option<Vec<String>> = solutions.iter().map(besides).collect();
            let besides = besides.map(|objects| format!("[{}]", objects.join(",")));
            let _ = write!(text, ",\"solutions\":[{}]{}", all.join(","), beside_field(besides));
        }
    }
    text += &reason.map_or(String::new(), |reason| reason.fields(puzzle));
    text += &readings(puzzle);
    let _ = write!(text, ",\"nodes\":{nodes},\"micros\":{micros}}}");
    text
}

/// Formats a number of solutions as fields.
fn number(number: Number) -> String {
    match number {
        Number::Exactly(count) => format!(",\"count\":{count},\"exact\":true"),
        Number::AtLeast(count) => format!(",\"count\":{count},\"exact\":false"),
        Number::About(Estimate { mean, low, high, probes, found, is_exact, .. }) => {
            // A number that is too large for most readers of JSON is given by its logarithm alone.
            let shown = |number: Option<Magnitude>| {
                number
                    .filter(|number| number.value().is_finite())
                    .map_or("null".into(), |number| number.to_string())
            };
            let (estimate, low, high) =
                (shown((found > 0 || is_exact).then_some(mean)), shown(Some(low)), shown(high));
            let log10 = if found > 0 { format!("{:.4}", mean.log10()) } else { "null".into() };
            format!(
                ",\"estimate\":{estimate},\"low\":{low},\"high\":{high},\"log10\":{log10},\"probes\":{probes},\
                 \"exact\":{is_exact}"
            )
        }
    }
}

/// Formats how the drawing of a puzzle was read, as fields; nothing for puzzles that state their rules.
fn readings(puzzle: &Puzzle) -> String {
    let Some(about) = puzzle.about().filter(|about| about.may_lack_rules()) else { return String::new() };
    let list = |texts: &[String]| texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(",");
    let guess = |guess: &Guess| {
        let (rule, parts, reason) = (quoted(&guess.rule), list(&guess.parts), quoted(&guess.reason));
        format!("{{\"rule\":{rule},\"parts\":[{parts}],\"reason\":{reason}}}")
    };
    let guesses = about.guesses.iter().map(guess).collect::<Vec<_>>().join(",");
    format!(",\"guesses\":[{guesses}],\"unknown\":[{}]", list(&about.unknown))
}

/// Formats a solution: a string if symbols are single characters, else an array.
fn solution_of(puzzle: &Puzzle, solution: &[u8]) -> String {
    if puzzle.symbols().are_characters() {
        return quoted(&puzzle.text(solution));
    }
    let words: Vec<String> = puzzle.words(solution).map(quoted).collect();
    format!("[{}]", words.join(","))
}

/// Formats the values of loose cells as an object.
fn beside(puzzle: &Puzzle, solution: &[u8]) -> Option<String> {
    let cells = solution.iter().enumerate().skip(puzzle.grid().rectangle());
    let pair = |(cell, &value): (usize, &u8)| {
        format!("{}:{}", quoted(&puzzle.grid().name(cell).to_string()), quoted(puzzle.symbols().get(value)))
    };
    let pairs: Vec<String> = cells.map(pair).collect();
    (!pairs.is_empty()).then(|| format!("{{{}}}", pairs.join(",")))
}

/// Formats the field for loose cells, which a solution does not show.
fn beside_field(value: Option<String>) -> String {
    value.map_or(String::new(), |value| format!(",\"beside\":{value}"))
}
