//! Proofs in words: what is supposed, and what follows line by line.

use super::held::Held;
use super::lines::Said;
use super::table::{grouped, list, phrase};
use super::{CASE, INDENT, Teller, capital};
use crate::candidates::Candidates;
use crate::explain::step::{Line, Proof, Removal};
use crate::explain::truth::Truth;

/// After so many lines, further candidates are told by their result.
const MOST_TOLD: usize = 8;

/// Fewer lines than these at the end of some cases are told in each, unless all cases have them.
const FEWEST_COMMON: usize = 2;

/// Cells with values, of which one holds.
type Supposed = Vec<(usize, u8)>;
/// A value that a cell has in one case, and what follows from it.
type Case = (usize, u8, Vec<Line>);

impl Teller<'_> {
    /// The whole proof of a chain: what is supposed, what follows, and what is refuted.
    pub fn refutation(&self) -> String {
        let &Proof::Chain { cell, value, ref lines } = &self.step.proof else { return String::new() };
        let end = if has_items(lines) { "\n" } else { ". " };
        let story = self.story(lines, 1, &mut Held::default().supposing(cell, value));
        let (others, refuted) = self.likewise(lines, cell, value);
        let told = phrase("refutation", &[&self.start("is"), &story, end, &refuted]);
        // A part may come first.
        (told + &others).replace(" \n", "\n")
    }

    /// The other candidates that the chain removes with their stories, and what is refuted by the first one: its
    /// candidate, and those of which the same is told.
    fn likewise(&self, lines: &[Line], cell: usize, value: u8) -> (String, String) {
        let of = |told: &[Line]| -> Vec<(usize, u8)> {
            let others = self.step.others.iter().filter(|(.., lines)| lines == told);
            others.map(|&(cell, value, _)| (cell, value)).collect()
        };
        let refuted = |first: (usize, u8), same: &[(usize, u8)]| {
            let first = self.result(&removals(&[first]));
            if same.is_empty() { first } else { phrase("likewise", &[&first, &self.result(&removals(same))]) }
        };
        let mut told: Vec<&[Line]> = vec![lines];
        let mut text = String::new();
        let mut rest: Vec<(Supposed, &[Line])> = vec![(of(&[]), &[])];
        for (_, _, lines) in &self.step.others {
            if told.contains(&&lines[..]) || lines.is_empty() {
                continue;
            }
            if told.iter().map(|lines| Line::count(lines)).sum::<usize>() > MOST_TOLD {
                told.push(lines);
                rest.push((of(lines), lines));
                continue;
            }
            told.push(lines);
            let same = of(lines);
            let ((cell, value), end) = (same[0], if has_items(lines) { "\n" } else { ". " });
            let story = self.story(lines, 1, &mut Held::default().supposing(cell, value));
            let start = phrase("is", &[&self.cell(cell), &self.symbol(value)]);
            text += &phrase("further refutation", &[&start, &story, end, &refuted(same[0], &same[1..])]);
        }
        text += &self.rest(&rest);
        (text, refuted((cell, value), &of(lines)))
    }

    /// The candidates whose refutation is not told: what is impossible with each, as far as that is known.
    fn rest(&self, rest: &[(Supposed, &[Line])]) -> String {
        let mut ends: Vec<(String, Supposed)> = Vec::new();
        let mut untold: Supposed = Vec::new();
        for (supposed, lines) in rest {
            let Some(Line::Fails { truth, .. }) = lines.last() else {
                untold.extend(supposed);
                continue;
            };
            let end = match *truth {
                Truth::Cell(cell) => phrase("no value", &[&self.cell(cell)]),
                Truth::Place { house, value } => {
                    phrase("no place", &[&self.symbol(value), &self.house(house)])
                }
                Truth::Relation(relation) => phrase("not satisfied", &[&self.relation_named(relation)]),
            };
            match ends.iter_mut().find(|(known, _)| *known == end) {
                Some((_, known)) => known.extend(supposed),
                None => ends.push((end, supposed.clone())),
            }
        }
        let mut text = String::new();
        if !ends.is_empty() {
            let gone: Supposed = ends.iter().flat_map(|(_, supposed)| supposed.clone()).collect();
            let told = ends.iter().map(|(end, supposed)| {
                let cells = grouped(supposed.iter().map(|&(cell, value)| (value, [cell])));
                let each = cells.iter().map(|(value, cells)| {
                    phrase("is", &[&self.cells_named(cells, "or"), &self.symbol(*value)])
                });
                phrase("ends", &[&list(&each.collect::<Vec<_>>(), "or"), end])
            });
            let told = told.collect::<Vec<_>>().join("; ");
            text += &phrase("rest", &[&told, &self.result(&removals(&gone))]);
        }
        if !untold.is_empty() {
            text += &phrase("untold rest", &[&self.result(&removals(&untold))]);
        }
        text
    }

    /// The conclusions from a supposition. Cases are lines of a text, indented by their depth, and so are parts that refute
    /// candidates, and what follows from these.
    fn story(&self, lines: &[Line], depth: usize, held: &mut Held) -> String {
        let is_part = |line: &Line| matches!(line, Line::Refutes { .. });
        let mut told = String::new();
        let mut begin = 0;
        for run in lines.chunk_by(|one, other| is_part(one) == is_part(other)) {
            begin += run.len();
            if is_part(&run[0]) {
                told += &self.parts(run, depth, held);
                held.last = None;
                continue;
            }
            let end = if has_items(run) || run.len() == lines.len() { "" } else { "." };
            if told.is_empty() {
                let first =
                    if depth == 1 && begin == run.len() { phrase("then, first", &[]) } else { String::new() };
                told += &(self.sequence(run, depth, held, &first) + end);
            } else {
                let first = phrase("so, first", &[]);
                told += &item(&(self.sequence(run, depth + 1, held, &first) + end), depth);
            }
        }
        told
    }

    /// Refutations of further candidates. Candidates of which the same is told are refuted together.
    fn parts(&self, parts: &[Line], depth: usize, held: &Held) -> String {
        let same = |one: &Line, other: &Line| match (one, other) {
            (
                Line::Refutes { cell, value, lines },
                Line::Refutes { cell: next, value: another, lines: others },
            ) => lines == others && (cell == next) != (value == another),
            _ => false,
        };
        let mut told = String::new();
        for parts in parts.chunk_by(same) {
            let supposed: Vec<(usize, u8)> = { parts.iter() }
                .filter_map(|part| match part {
                    &Line::Refutes { cell, value, .. } => Some((cell, value)),
                    _ => None,
                })
                .collect();
            let Line::Refutes { lines, .. } = &parts[0] else { continue };
            let start = self.either(&supposed);
            let end = phrase("is not", &[&self.cells_of(&supposed), &self.values_of(&supposed)]);
            let mut held = match supposed[..] {
                [(cell, value)] => held.supposing(cell, value),
                _ => Held { last: None, ..held.clone() },
            };
            let story = self.story(lines, depth + 1, &mut held);
            if has_items(lines) {
                let end = phrase("it follows", &[&end]) + ".";
                told += &(item(&phrase("also", &[&start, &story]), depth) + &item(&end, depth + 1));
            } else {
                told += &item(&phrase("also, so", &[&start, &story, &capital(&end)]), depth);
            }
        }
        told
    }

    /// Lines one after the other, after a word.
    fn sequence(&self, lines: &[Line], depth: usize, held: &mut Held, first: &str) -> String {
        let told = lines.chunk_by(|one, other| one.is_by_the_clue_of(other)).map(|lines| {
            let said = match &lines[0] {
                Line::Cases { truth, cases, rules } => {
                    let text = self.cases(*truth, (cases, rules), depth, held);
                    Said { text, is_sentence: true, ..Said::default() }
                }
                _ => self.line(lines, held),
            };
            lines.iter().for_each(|line| held.note(line));
            said
        });
        Said::joined(&told.collect::<Vec<_>>(), first)
    }

    /// Cases, each a line of a text. Those that end alike are told together.
    fn cases(&self, truth: Truth, (cases, rules): (&[Case], &[usize]), depth: usize, held: &Held) -> String {
        let mut each = String::new();
        // Cases of which the same is told.
        let mut groups: Vec<(Supposed, &[Line])> = Vec::new();
        for (cell, value, lines) in cases {
            match groups.iter_mut().find(|(_, known)| known == lines) {
                Some((group, _)) => group.push((*cell, *value)),
                None => groups.push((vec![(*cell, *value)], lines)),
            }
        }
        let (ending, common) = ending(&groups.iter().map(|(_, lines)| *lines).collect::<Vec<_>>());
        let mut after: Option<Held> = None;
        let order = { (0..groups.len()).filter(|at| ending.contains(at)) }
            .chain((0..groups.len()).filter(|at| !ending.contains(at)));
        let mut told = 0;
        for at in order {
            let (supposed, lines) = &groups[at];
            let is_ending = ending.contains(&at);
            let own = if is_ending { &lines[..lines.len() - common] } else { lines };
            let mut inside = match supposed[..] {
                [(cell, value)] => held.supposing(cell, value),
                _ => Held { last: None, ..held.clone() },
            };
            let story = self.story(own, depth + 1, &mut inside);
            let end = if has_items(own) { "" } else { "." };
            each += &item(
                &(phrase(
                    "case",
                    &[&phrase("if", &[&self.cells_of(supposed), &self.values_of(supposed)]), &story],
                ) + end),
                depth,
            );
            if !is_ending {
                continue;
            }
            told += 1;
            let before = after.take().map_or(inside.all.clone(), |held| held.all);
            let all = before.into_iter().filter(|known| inside.all.contains(known)).collect();
            let mut inside = Held { all, ..Held::default() };
            if told == ending.len() {
                let lines = &lines[lines.len() - common..];
                let which = match (ending.len() == groups.len(), ending.len()) {
                    (true, 2) => phrase("in both cases", &[]),
                    (true, _) => phrase("in all cases", &[]),
                    (false, 2) => phrase("in these two cases", &[]),
                    (false, _) => phrase("in these cases", &[]),
                };
                let story = self.story(lines, depth + 1, &mut inside);
                let end = if has_items(lines) { "" } else { "." };
                each += &item(&(phrase("case", &[&which, &story]) + end), depth);
            }
            after = Some(inside);
        }
        let mut rules = rules.to_vec();
        rules.retain(|&rule| !self.names_rule(Some(truth), rule));
        match (truth, cases.first()) {
            (Truth::Place { house, value }, _) => {
                let house = self.by_rules(self.house(house), &rules);
                phrase("cases of a value", &[&self.symbol(value), &house, &each])
            }
            (_, first) => {
                let cell = first.map_or(String::new(), |&(cell, ..)| self.by_rules(self.cell(cell), &rules));
                phrase("cases of a cell", &[&cell, &each])
            }
        }
    }

    /// That one of some candidates of a cell, or of a value, holds.
    fn either(&self, supposed: &[(usize, u8)]) -> String {
        phrase("is", &[&self.cells_of(supposed), &self.values_of(supposed)])
    }

    fn cells_of(&self, candidates: &[(usize, u8)]) -> String {
        let mut cells: Vec<usize> = candidates.iter().map(|&(cell, _)| cell).collect();
        cells.dedup();
        self.cells_named(&cells, "or")
    }

    fn values_of(&self, candidates: &[(usize, u8)]) -> String {
        let values = candidates.iter().map(|&(_, value)| value);
        self.symbols(values.fold(Candidates::NONE, Candidates::with), "or")
    }
}

/// The cases with the same lines at their ends by which the most is saved, and the number of these lines. Each case keeps
/// a line of its own.
fn ending(cases: &[&[Line]]) -> (Vec<usize>, usize) {
    let common = |one: &[Line], other: &[Line]| {
        let same = one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count();
        same.min(one.len() - 1).min(other.len() - 1)
    };
    let mut best = (Vec::new(), 0);
    for one in cases {
        for count in (1..one.len()).rev() {
            let with: Vec<usize> = (0..cases.len()).filter(|&at| common(one, cases[at]) >= count).collect();
            let is_worth = with.len() == cases.len() || count >= FEWEST_COMMON;
            let saved = |(with, count): &(Vec<usize>, usize)| with.len().saturating_sub(1) * count;
            let found = (with, count);
            if is_worth && saved(&found) > saved(&best) {
                best = found;
            }
        }
    }
    best
}

/// Candidates by their cells.
fn removals(candidates: &[(usize, u8)]) -> Vec<Removal> {
    let groups = grouped(candidates.iter().map(|&(cell, value)| (cell, [usize::from(value)])));
    let of = |(cell, values): (usize, Vec<usize>)| {
        let values = values.iter().fold(Candidates::NONE, |all, &value| all.with(value as u8));
        Removal { cell, values }
    };
    groups.into_iter().map(of).collect()
}

/// A line of a text.
fn item(told: &str, depth: usize) -> String {
    format!("\n{}{CASE}{told}", INDENT.repeat(depth))
}

/// Whether some lines end in lines of a text.
fn has_items(lines: &[Line]) -> bool {
    let has_parts = lines.iter().any(|line| matches!(line, Line::Refutes { .. }));
    has_parts || matches!(lines.last(), Some(Line::Cases { .. }))
}
