//! Proofs in words: what is supposed, and what follows line by line.

use super::table::{list, phrase};
use super::{CASE, INDENT, Teller, clues};
use crate::candidates::Candidates;
use crate::explain::step::{Line, Proof};
use crate::explain::truth::Truth;
use crate::rules::Origin;

impl Teller<'_> {
    /// The whole proof of a chain: what is supposed, what follows, and what is refuted.
    pub fn refutation(&self) -> String {
        let Proof::Chain { lines, .. } = &self.step.proof else { return String::new() };
        let end = if has_items(lines) { "\n" } else { ". " };
        let (sums, story) = (self.sums(), self.story(lines, 1));
        let told = phrase("refutation", &[&sums, &self.start("is"), &story, end, &self.refuted()]);
        // A part may come first.
        told.replace(" \n", "\n")
    }

    /// The conclusions from a supposition. Cases are lines of a text, indented by their depth, and so are parts that refute
    /// candidates, and what follows from these.
    fn story(&self, lines: &[Line], depth: usize) -> String {
        let is_part = |line: &Line| matches!(line, Line::Refutes { .. });
        let mut told = String::new();
        for run in lines.chunk_by(|one, other| !is_part(one) && !is_part(other)) {
            if let [Line::Refutes { cell, value, lines }] = run {
                told += &self.refuted_part(*cell, *value, lines, depth);
                continue;
            }
            let end = if has_items(run) || run.len() == lines.len() { "" } else { "." };
            if told.is_empty() {
                told += &(self.sequence(run, depth) + end);
            } else {
                told += &item(&(phrase("it follows", &[&self.sequence(run, depth + 1)]) + end), depth);
            }
        }
        told
    }

    /// The refutation of a further candidate.
    fn refuted_part(&self, cell: usize, value: u8, lines: &[Line], depth: usize) -> String {
        let [start, end] =
            ["is", "is not"].map(|verb| phrase(verb, &[&self.cell(cell), &self.symbol(value)]));
        let story = self.story(lines, depth + 1);
        if has_items(lines) {
            let end = phrase("it follows", &[&end]) + ".";
            item(&phrase("also", &[&start, &story]), depth) + &item(&end, depth + 1)
        } else {
            item(&phrase("also, so", &[&start, &story, &end]), depth)
        }
    }

    /// Lines one after the other.
    fn sequence(&self, lines: &[Line], depth: usize) -> String {
        let told = lines.chunk_by(|one, other| one.is_by_the_clue_of(other));
        told.map(|lines| self.line(lines, depth)).collect::<Vec<_>>().join("; ")
    }

    /// A line; several if they are by the same clue.
    fn line(&self, lines: &[Line], depth: usize) -> String {
        let told = match &lines[0] {
            Line::Holds { truth, cell, value, .. } => {
                let (cell, value) = (self.cell(*cell), self.symbol(*value));
                match *truth {
                    Truth::Cell(_) => phrase("only value", &[&cell, &value]),
                    Truth::Place { house, .. } => phrase("only place", &[&cell, &value, &self.house(house)]),
                    Truth::Relation(relation) => self.by_clue(relation, lines),
                }
            }
            Line::Leaves { truth, .. } => match *truth {
                Truth::Relation(relation) => self.by_clue(relation, lines),
                Truth::Cell(_) | Truth::Place { .. } => self.truth(*truth),
            },
            Line::Fails { truth, left, .. } => match *truth {
                Truth::Cell(cell) => phrase("no value", &[&self.cell(cell)]),
                Truth::Place { house, value } => {
                    phrase("no place", &[&self.symbol(value), &self.house(house)])
                }
                Truth::Relation(relation) => self.unsatisfied(relation, left),
            },
            Line::Cases { truth, cases, rules } => return self.cases(*truth, cases, rules, depth),
            Line::Refutes { .. } => return self.story(lines, depth),
        };
        let mut rules: Vec<usize> = lines.iter().flat_map(Line::rules).copied().collect();
        rules.sort_unstable();
        rules.dedup();
        self.by_rules(told, &rules)
    }

    /// A statement with the clues by which it follows.
    pub fn by_rules(&self, told: String, rules: &[usize]) -> String {
        let names: Vec<String> = rules.iter().map(|&clue| self.origin(Origin::Clue(clue))).collect();
        if names.is_empty() { told } else { phrase("by rules", &[&told, &clues::together(&names)]) }
    }

    /// Cases, each a line of a text.
    fn cases(&self, truth: Truth, cases: &[(usize, u8, Vec<Line>)], rules: &[usize], depth: usize) -> String {
        let each = cases.iter().map(|(cell, value, lines)| {
            let start = phrase("is", &[&self.cell(*cell), &self.symbol(*value)]);
            let end = if has_items(lines) { "" } else { "." };
            let case = phrase("case", &[&start, &self.story(lines, depth + 1)]);
            item(&(case + end), depth)
        });
        let each = each.collect::<String>();
        let of = |cell: usize| self.by_rules(self.cell(cell), rules);
        match (truth, cases.first()) {
            (Truth::Cell(cell), _) => phrase("cases of a cell", &[&of(cell), &each]),
            (Truth::Place { house, value }, _) => {
                let house = self.by_rules(self.house(house), rules);
                phrase("cases of a value", &[&self.symbol(value), &house, &each])
            }
            (Truth::Relation(relation), first) => {
                let cell = first.map_or(String::new(), |&(cell, ..)| of(cell));
                phrase("cases of a clue", &[&self.relation_named(relation), &cell, &each])
            }
        }
    }

    /// What a clue leaves for some cells.
    fn by_clue(&self, relation: usize, lines: &[Line]) -> String {
        let about = &self.state.map.relations[relation];
        let is_one = about.sum.is_some() || about.origins.len() == 1;
        let left = lines.iter().filter_map(|line| match line {
            Line::Holds { cell, value, .. } => Some((*cell, Candidates::one(*value))),
            Line::Leaves { cell, left, .. } => Some((*cell, *left)),
            Line::Fails { .. } | Line::Refutes { .. } | Line::Cases { .. } => None,
        });
        let left =
            left.map(|(cell, left)| phrase("value for", &[&self.symbols(left, "or"), &self.cell(cell)]));
        let left = list(&left.collect::<Vec<_>>(), "and");
        phrase(if is_one { "by clue" } else { "by clues" }, &[&self.relation_named(relation), &left])
    }
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
