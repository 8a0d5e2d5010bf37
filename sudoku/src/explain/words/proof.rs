//! Proofs in words: what is supposed, and what follows line by line.

use super::held::Held;
use super::lines::Said;
use super::table::{grouped, list, phrase};
use super::{CASE, INDENT, Teller, capital};
use crate::candidates::Candidates;
use crate::explain::step::{Line, Proof, Removal};
use crate::explain::truth::Truth;

/// Fewer lines than these at the end of some cases are told in each, unless all cases have them.
const FEWEST_COMMON: usize = 2;

/// More links than these, or sentences for two of them, are broken into parts of so many.
const MOST_AT_ONCE: usize = 7;
const MOST_OF_PART: usize = 4;

/// Of a proof that is too long to be told, cases of more lines than these are counted.
const MOST_IN_OUTLINE: usize = 7;

/// The shortest case of some is told if it has at most so many.
const MOST_OF_ONE: usize = 20;

/// An outline has about so many lines.
const MOST_OF_OUTLINE: usize = 14;

/// Cells with values, of which one holds.
type Supposed = Vec<(usize, u8)>;
/// A value that a cell has in one case, and what follows from it.
type Case = (usize, u8, Vec<Line>);

impl Teller<'_> {
    /// The beginning of a proof that is too long to be told: what follows from what is supposed, and the first cases.
    pub fn outline(&self) -> String {
        let &Proof::Chain { cell, value, ref lines } = &self.step.proof else { return String::new() };
        let mut left = MOST_OF_OUTLINE;
        let is_told = |line: &&Line| {
            let most = most_told(line);
            let size = |count: usize| if count > most { 1 } else { count };
            let is_room = left > 0;
            left = left.saturating_sub(1 + line.inner().map(|lines| size(Line::count(lines))).sum::<usize>());
            is_room
        };
        let mut told = lines.iter().take_while(is_told).count();
        if Line::count(&lines[told..]) <= MOST_IN_OUTLINE {
            told = lines.len();
        }
        let mut story = self.story(&lines[..told], 1, &mut Held::default().supposing(cell, value));
        if told < lines.len() {
            let rest = self.untold(&lines[told..]);
            story = story.trim_end_matches('.').to_owned() + "." + &item(&rest, 1) + ".";
        }
        let start = if story.starts_with('\n') { "" } else { " " };
        let end = if story.contains('\n') { "\n" } else { ". " };
        format!("{start}{story}{end}")
    }

    /// The lines that an outline leaves out: how many they are, and which cases, if these are all.
    fn untold(&self, lines: &[Line]) -> String {
        let count = Line::count(lines).to_string();
        match lines {
            [Line::Cases { truth: Truth::Place { house, value }, .. }] => {
                let each = phrase("each place", &[&self.symbol(*value), &self.house(*house)]);
                phrase("untold cases", &[&each, &count])
            }
            [Line::Cases { cases, .. }] => {
                let cell = cases.first().map_or(String::new(), |&(cell, ..)| self.cell(cell));
                phrase("untold cases", &[&phrase("each value", &[&cell]), &count])
            }
            _ => phrase("untold", &[&count]),
        }
    }

    /// The whole proof of a chain: what is supposed, what follows, and what is refuted.
    pub fn refutation(&self) -> String {
        let &Proof::Chain { cell, value, ref lines } = &self.step.proof else { return String::new() };
        let story = self.story(lines, 1, &mut Held::default().supposing(cell, value));
        let end = if story.contains('\n') { "\n" } else { ". " };
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
        for (_, _, lines) in &self.step.others {
            if told.contains(&&lines[..]) {
                continue;
            }
            told.push(lines);
            let same = of(lines);
            let (cell, value) = same[0];
            let story = self.story(lines, 1, &mut Held::default().supposing(cell, value));
            let end = if story.contains('\n') { "\n" } else { ". " };
            let start = phrase("is", &[&self.cell(cell), &self.symbol(value)]);
            text += &phrase("further refutation", &[&start, &story, end, &refuted(same[0], &same[1..])]);
        }
        (text, refuted((cell, value), &of(lines)))
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
                let run = self.sequence(run, depth, held, &first);
                // What is told in parts ends as these do.
                let end = if run.contains('\n') && !run.ends_with('.') { "." } else { end };
                told += &(run + end);
            } else {
                let first = phrase("so, first", &[]);
                told += &item(&(self.sequence(run, depth + 1, held, &first) + end), depth);
            }
        }
        told
    }

    /// What follows in a case or in a part, or how much that is.
    fn inner(&self, lines: &[Line], most: usize, depth: usize, held: &mut Held) -> String {
        let count = Line::count(lines);
        if self.step.is_long() && count > most {
            // Cases and parts end with a stop of their own.
            return phrase("untold", &[&count.to_string()]) + if has_items(lines) { "." } else { "" };
        }
        self.story(lines, depth, held)
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
            let mut cells: Vec<usize> = supposed.iter().map(|&(cell, _)| cell).collect();
            cells.dedup();
            let values = self.values_of(&supposed);
            let end = match &cells[..] {
                [cell] => phrase("is not", &[&self.cell(*cell), &values]),
                [_, _] => phrase("neither is", &[&self.cells_named(&cells, "nor"), &values]),
                _ => phrase("none is", &[&self.cells_named(&cells, "and"), &values]),
            };
            let mut held = match supposed[..] {
                [(cell, value)] => held.supposing(cell, value),
                _ => Held { last: None, ..held.clone() },
            };
            let story = self.inner(lines, most_told(&parts[0]), depth + 1, &mut held);
            if has_items(lines) {
                let end = phrase("it follows", &[&end]) + ".";
                told += &(item(&phrase("also", &[&start, &story]), depth) + &item(&end, depth + 1));
            } else {
                told += &item(&phrase("also, so", &[&start, &story, &capital(&end)]), depth);
            }
        }
        told
    }

    /// Lines one after the other, after a word. Many are broken into lines of a text, or into sentences inside of cases.
    fn sequence(&self, lines: &[Line], depth: usize, held: &mut Held, first: &str) -> String {
        let together = |one: &Line, other: &Line| {
            let is_same = || of_a_place(one).is_some() && of_a_place(one) == of_a_place(other);
            one.is_by_the_clue_of(other) || lines.len() >= MOST_AT_ONCE && is_same()
        };
        let told = lines.chunk_by(together).map(|lines| {
            let said = match &lines[0] {
                _ if lines.len() > 1 && of_a_place(&lines[0]).is_some() => self.only_places(lines),
                Line::Cases { truth, cases, rules } => {
                    let text = self.cases(*truth, (cases, rules), depth, held);
                    Said { text, is_sentence: true, ..Said::default() }
                }
                _ => self.line(lines, held),
            };
            lines.iter().for_each(|line| held.note(line));
            said
        });
        let told: Vec<Said> = told.collect();
        let is_end = matches!(lines.last(), Some(Line::Fails { .. }));
        if told.iter().map(Said::size).sum::<usize>() <= MOST_AT_ONCE
            || !is_end
            || depth > 1
            || first.is_empty()
        {
            return Said::joined(&told, first);
        }
        let items = broken(&told).into_iter().map(|part| item(&Said::joined(part, ""), depth));
        phrase("follows in parts", &[first.trim_end(), &items.collect::<Vec<_>>().join(".")])
    }

    /// The only places of one value in several houses.
    fn only_places(&self, lines: &[Line]) -> Said {
        let each = lines.iter().filter_map(|line| match line {
            Line::Holds { truth: Truth::Place { house, .. }, cell, .. } => {
                Some(phrase("only there", &[&self.house(*house), &self.cell(*cell)]))
            }
            _ => None,
        });
        let value = of_a_place(&lines[0]).map_or(String::new(), |value| self.symbol(value));
        let text = phrase("only places", &[&list(&each.collect::<Vec<_>>(), "and"), &value]);
        Said { links: lines.len(), ..Said::plain(text) }
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
        let most = most_of(groups.iter().map(|(_, lines)| Line::count(lines)));
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
            let story = self.inner(own, most, depth + 1, &mut inside);
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
                let story = self.inner(lines, most, depth + 1, &mut inside);
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

/// Of an outline: cases or parts of a line with more lines are counted.
fn most_told(line: &Line) -> usize {
    match line {
        Line::Cases { .. } => most_of(line.inner().map(Line::count)),
        _ => MOST_IN_OUTLINE,
    }
}

fn most_of(counts: impl Iterator<Item = usize>) -> usize {
    let least = counts.min().filter(|&least| least <= MOST_OF_ONE);
    least.map_or(MOST_IN_OUTLINE, |least| least.max(MOST_IN_OUTLINE))
}

/// The value of which a line tells the place in a house, without further rules.
fn of_a_place(line: &Line) -> Option<u8> {
    match line {
        Line::Holds { truth: Truth::Place { value, .. }, rules, .. } if rules.is_empty() => Some(*value),
        _ => None,
    }
}

/// What is told in parts. What follows from what is told just before, and the end, are in the same part.
fn broken(told: &[Said]) -> Vec<&[Said]> {
    let (mut parts, mut begin, mut size) = (Vec::new(), 0, 0);
    for (at, said) in told.iter().enumerate() {
        let is_end = at + 1 == told.len() && said.statement.is_empty();
        if size > 0 && size + said.size() > MOST_OF_PART && !said.is_next && !is_end {
            parts.push(&told[begin..at]);
            (begin, size) = (at, 0);
        }
        size += said.size();
    }
    parts.push(&told[begin..]);
    parts
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
