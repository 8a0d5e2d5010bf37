//! Proofs in words: what is supposed, and what follows line by line.

use super::table::{grouped, list, phrase};
use super::{CASE, INDENT, Teller, clues};
use crate::candidates::Candidates;
use crate::explain::step::{Line, Proof, Removal};
use crate::explain::truth::Truth;
use crate::rules::Origin;

/// After stories of so many lines about other candidates, the rest is told by its result.
const MOST_TOLD: usize = 8;

/// The cells and values that hold at a line.
type Held = Vec<(usize, u8)>;
/// A value that a cell has in one case, and what follows from it.
type Case = (usize, u8, Vec<Line>);
/// Cells, each with what it is limited to.
type Limited = Vec<(usize, Candidates)>;

impl Teller<'_> {
    /// The whole proof of a chain: what is supposed, what follows, and what is refuted.
    pub fn refutation(&self) -> String {
        let &Proof::Chain { cell, value, ref lines } = &self.step.proof else { return String::new() };
        let end = if has_items(lines) { "\n" } else { ". " };
        let story = self.story(lines, 1, &mut vec![(cell, value)]);
        let (others, refuted) = self.likewise(lines, cell, value);
        let told = phrase("refutation", &[&self.statements(), &self.start("is"), &story, end, &refuted]);
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
        let mut rest = of(&[]);
        for (_, _, lines) in &self.step.others {
            if told.contains(&&lines[..]) || lines.is_empty() {
                continue;
            }
            if told.iter().skip(1).map(|lines| Line::count(lines)).sum::<usize>() > MOST_TOLD {
                told.push(lines);
                rest.extend(of(lines));
                continue;
            }
            told.push(lines);
            let same = of(lines);
            let ((cell, value), end) = (same[0], if has_items(lines) { "\n" } else { ". " });
            let story = self.story(lines, 1, &mut vec![(cell, value)]);
            let start = phrase("is", &[&self.cell(cell), &self.symbol(value)]);
            text += &phrase("further refutation", &[&start, &story, end, &refuted(same[0], &same[1..])]);
        }
        if !rest.is_empty() {
            text += &phrase("rest", &[&self.result(&removals(&rest))]);
        }
        (text, refuted((cell, value), &of(lines)))
    }

    /// The conclusions from a supposition. Cases are lines of a text, indented by their depth, and so are parts that refute
    /// candidates, and what follows from these.
    fn story(&self, lines: &[Line], depth: usize, held: &mut Held) -> String {
        let is_part = |line: &Line| matches!(line, Line::Refutes { .. });
        let mut told = String::new();
        for run in lines.chunk_by(|one, other| !is_part(one) && !is_part(other)) {
            if let [Line::Refutes { cell, value, lines }] = run {
                told += &self.refuted_part((*cell, *value, lines), depth, held);
                continue;
            }
            let end = if has_items(run) || run.len() == lines.len() { "" } else { "." };
            if told.is_empty() {
                told += &(self.sequence(run, depth, held) + end);
            } else {
                told += &item(&(phrase("it follows", &[&self.sequence(run, depth + 1, held)]) + end), depth);
            }
        }
        told
    }

    /// The refutation of a further candidate.
    fn refuted_part(&self, (cell, value, lines): (usize, u8, &[Line]), depth: usize, held: &Held) -> String {
        let [start, end] =
            ["is", "is not"].map(|verb| phrase(verb, &[&self.cell(cell), &self.symbol(value)]));
        let story = self.story(lines, depth + 1, &mut with(held, cell, value));
        if has_items(lines) {
            let end = phrase("it follows", &[&end]) + ".";
            item(&phrase("also", &[&start, &story]), depth) + &item(&end, depth + 1)
        } else {
            item(&phrase("also, so", &[&start, &story, &end]), depth)
        }
    }

    /// Lines one after the other.
    fn sequence(&self, lines: &[Line], depth: usize, held: &mut Held) -> String {
        let told = lines.chunk_by(|one, other| one.is_by_the_clue_of(other)).map(|lines| {
            let told = self.line(lines, depth, held);
            for line in lines {
                if let &Line::Holds { cell, value, .. } = line {
                    held.push((cell, value));
                }
            }
            told
        });
        told.collect::<Vec<_>>().join("; ")
    }

    /// A line; several if they are by the same clue.
    fn line(&self, lines: &[Line], depth: usize, held: &mut Held) -> String {
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
            Line::Cases { truth, cases, rules } => return self.cases(*truth, (cases, rules), depth, held),
            Line::Refutes { .. } => return self.story(lines, depth, held),
        };
        let mut rules: Vec<usize> = lines.iter().flat_map(Line::rules).copied().collect();
        rules.sort_unstable();
        rules.dedup();
        let truth = lines[0].truth();
        rules.retain(|&rule| !self.names_rule(truth, rule));
        let excluded = truth.map_or(String::new(), |truth| self.excluded(truth, &rules, held));
        if excluded.is_empty() {
            self.by_rules(told, &rules)
        } else {
            phrase("by rules, with cells", &[&told, &self.rules_named(&rules), &excluded])
        }
    }

    /// What values that hold exclude of a cell or of the places of a value, by rules alone.
    fn excluded(&self, truth: Truth, rules: &[usize], held: &Held) -> String {
        let map = &self.state.map;
        let is_named = |origin: Origin| matches!(origin, Origin::Clue(clue) if rules.contains(&clue));
        if rules.is_empty() || matches!(truth, Truth::Relation(_)) {
            return String::new();
        }
        // What each of the values excludes, as the values of some cells.
        let mut excluded: Vec<((usize, Candidates), Vec<usize>)> = Vec::new();
        for (cell, values) in self.state.candidates_of(truth) {
            let mut by: Vec<(usize, Candidates)> = Vec::new();
            for value in values.iter() {
                let candidate = map.candidate(cell, value.into());
                let links = held.iter().filter(|&&(from, _)| from != cell).filter_map(|&(from, value)| {
                    Some((from, map.link(map.candidate(from, value.into()), candidate)?))
                });
                let links: Vec<(usize, Origin)> = links.collect();
                if let Some(&(from, _)) = links.first()
                    && links.iter().all(|&(_, origin)| is_named(origin))
                {
                    match by.iter_mut().find(|(known, _)| *known == from) {
                        Some((_, values)) => *values = values.with(value),
                        None => by.push((from, Candidates::one(value))),
                    }
                }
            }
            for by in by {
                match excluded.iter_mut().find(|(known, _)| *known == by) {
                    Some((_, cells)) => cells.push(cell),
                    None => excluded.push((by, vec![cell])),
                }
            }
        }
        let told = excluded.iter().map(|((from, values), cells)| {
            let (values, cells) = (self.symbols(*values, "and"), self.cells_named(cells, "and"));
            phrase("excludes", &[&self.cell(*from), &values, &cells])
        });
        if excluded.is_empty() { String::new() } else { list(&told.collect::<Vec<_>>(), "and") }
    }

    /// Whether the name of a truth is that of a clue.
    fn names_rule(&self, truth: Option<Truth>, rule: usize) -> bool {
        match truth {
            Some(Truth::Relation(relation)) => {
                self.state.map.relations[relation].origins == [Origin::Clue(rule)]
            }
            _ => false,
        }
    }

    /// A statement with the clues by which it follows.
    pub fn by_rules(&self, told: String, rules: &[usize]) -> String {
        if rules.is_empty() { told } else { phrase("by rules", &[&told, &self.rules_named(rules)]) }
    }

    /// The names of some clues.
    pub fn rules_named(&self, rules: &[usize]) -> String {
        clues::together(&rules.iter().map(|&clue| self.origin(Origin::Clue(clue))).collect::<Vec<_>>())
    }

    /// Cases, each a line of a text.
    fn cases(&self, truth: Truth, (cases, rules): (&[Case], &[usize]), depth: usize, held: &Held) -> String {
        let each = cases.iter().map(|(cell, value, lines)| {
            let start = phrase("is", &[&self.cell(*cell), &self.symbol(*value)]);
            let end = if has_items(lines) { "" } else { "." };
            let case =
                phrase("case", &[&start, &self.story(lines, depth + 1, &mut with(held, *cell, *value))]);
            item(&(case + end), depth)
        });
        let each = each.collect::<String>();
        let mut rules = rules.to_vec();
        rules.retain(|&rule| !self.names_rule(Some(truth), rule));
        let of = |cell: usize| self.by_rules(self.cell(cell), &rules);
        match (truth, cases.first()) {
            (Truth::Cell(cell), _) => phrase("cases of a cell", &[&of(cell), &each]),
            (Truth::Place { house, value }, _) => {
                let house = self.by_rules(self.house(house), &rules);
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
            Line::Holds { cell, value, from, .. } => Some((*cell, Candidates::one(*value), from)),
            Line::Leaves { cell, left, from, .. } => Some((*cell, *left, from)),
            Line::Fails { .. } | Line::Refutes { .. } | Line::Cases { .. } => None,
        });
        let left: Vec<(usize, Candidates, &Limited)> = left.collect();
        let has_alone =
            |&&(cell, _, from): &&(usize, Candidates, &Limited)| from.iter().any(|&(other, _)| other == cell);
        let mut told: Vec<String> = { left.iter().filter(has_alone) }
            .map(|&(cell, left, _)| phrase("only value", &[&self.cell(cell), &self.symbols(left, "or")]))
            .collect();
        let by_clue: Vec<_> = left.iter().filter(|line| !has_alone(line)).collect();
        if !by_clue.is_empty() {
            let mut facts = Limited::new();
            let mut earlier: Vec<usize> = Vec::new();
            // Whether what is left for a cell follows from what is left for those before it.
            let mut is_next: Vec<bool> = Vec::new();
            for (cell, _, from) in &by_clue {
                is_next.push(from.iter().any(|(other, _)| earlier.contains(other)));
                for &(other, values) in from.iter().filter(|(other, _)| !earlier.contains(other)) {
                    match facts.iter_mut().find(|(known, _)| *known == other) {
                        Some((_, known)) => *known = known.and(values),
                        None => facts.push((other, values)),
                    }
                }
                earlier.push(*cell);
            }
            let left: Vec<String> = { by_clue.iter().zip(is_next) }
                .map(|((cell, left, _), is_next)| {
                    let name = if is_next { "value then for" } else { "value for" };
                    phrase(name, &[&self.symbols(*left, "or"), &self.cell(*cell)])
                })
                .collect();
            let name = if is_one { "by clue" } else { "by clues" };
            let leaves = phrase(name, &[&self.relation_named(relation), &list(&left, "and")]);
            let facts = self.told_facts(&facts);
            told.push(if facts.is_empty() { leaves } else { phrase("so", &[&facts, &leaves]) });
        }
        told.join("; ")
    }
}

/// What holds, and one value more.
fn with(held: &Held, cell: usize, value: u8) -> Held {
    held.iter().copied().chain([(cell, value)]).collect()
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
