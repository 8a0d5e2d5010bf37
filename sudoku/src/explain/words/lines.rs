//! Lines of proofs in words: what a truth leaves or does not allow, with the facts from which that follows.

use super::facts::{MOST_FACTS, clauses};
use super::held::Held;
use super::table::{list, phrase};
use super::{Teller, capital};
use crate::candidates::Candidates;
use crate::explain::count::Measure;
use crate::explain::step::{Bound, Line, Middle};
use crate::explain::truth::Truth;
use crate::rules::Origin;

/// More that values take from cells of a sum is not told before what these reach.
const MOST_TAKEN: usize = 2;

/// Cells, each with what it is limited to.
type Limited = Vec<(usize, Candidates)>;

/// A line in words.
#[derive(Default)]
pub(super) struct Said {
    /// What its clue says, if that is told here first.
    pub statement: String,
    pub text: String,
    /// Whether it follows from what was told just before alone.
    pub is_next: bool,
    /// Whether it is a sentence of its own.
    pub is_sentence: bool,
    /// How many values of cells it tells that follow from houses and cells.
    pub links: usize,
}

impl Said {
    pub fn plain(text: String) -> Said {
        Said { text, ..Said::default() }
    }

    /// How much it is to read, in links: a sentence is two, and so is what a clue says.
    pub fn size(&self) -> usize {
        let sentences = usize::from(self.links == 0) + usize::from(!self.statement.is_empty());
        self.links + 2 * sentences
    }

    /// Lines one after the other, after a word where the first does not begin with what a clue says.
    pub fn joined(lines: &[Said], first: &str) -> String {
        let mut told = String::new();
        let mut was_sentence = false;
        for line in lines {
            let is_sentence = line.is_sentence || !line.statement.is_empty();
            match (told.is_empty(), is_sentence || was_sentence) {
                _ if !line.statement.is_empty() => {
                    let text =
                        if line.is_next { phrase("it follows", &[&line.text]) } else { line.text.clone() };
                    let gap = if told.is_empty() { "" } else { ". " };
                    told += &format!("{gap}{}. {}", line.statement, capital(&text));
                }
                (true, _) => told += &format!("{first}{}", line.text),
                _ if line.is_next => told = phrase("so", &[&told, &line.text]),
                (_, true) => told += &format!(". {}", capital(&line.text)),
                (_, false) => told += &format!("; {}", line.text),
            }
            was_sentence = line.is_sentence && !line.is_next;
        }
        told
    }
}

/// What a clue leaves a cell.
#[derive(Clone, Copy, PartialEq)]
enum Left {
    Only(Candidates),
    Without(Candidates),
}

/// What a clue leaves a cell, and why.
struct Concluded<'a> {
    cell: usize,
    left: Left,
    from: &'a Limited,
    bounds: &'a [Bound],
    middle: &'a [Middle],
}

impl Teller<'_> {
    /// A line that is no case; several if they are by the same clue.
    pub(super) fn line(&self, lines: &[Line], held: &Held) -> Said {
        let mut said = match &lines[0] {
            Line::Holds { truth, cell, value, .. } => {
                let (cell, value) = (self.cell(*cell), self.symbol(*value));
                match *truth {
                    Truth::Cell(_) => {
                        Said { links: 1, ..Said::plain(phrase("only value", &[&cell, &value])) }
                    }
                    Truth::Place { house, .. } => {
                        let text = phrase("only place", &[&cell, &value, &self.house(house)]);
                        Said { links: 1, ..Said::plain(text) }
                    }
                    Truth::Relation(relation) => self.by_clue(relation, lines, held),
                }
            }
            Line::Leaves { truth, .. } => match *truth {
                Truth::Relation(relation) => self.by_clue(relation, lines, held),
                Truth::Cell(_) | Truth::Place { .. } => Said::plain(self.truth(*truth)),
            },
            Line::Fails { truth, left, bounds, measure, .. } => match *truth {
                Truth::Cell(cell) => {
                    let values = self.state.candidates(cell);
                    let by_rule = lines[0].rules().iter().any(|&rule| !self.names_rule(Some(*truth), rule));
                    let text = match values.len() {
                        2 if by_rule => {
                            phrase("neither value", &[&self.symbols(values, "nor"), &self.cell(cell)])
                        }
                        _ => phrase("no value", &[&self.cell(cell)]),
                    };
                    Said::plain(text)
                }
                Truth::Place { house, value } => {
                    Said::plain(phrase("no place", &[&self.symbol(value), &self.house(house)]))
                }
                Truth::Relation(relation) => {
                    self.unsatisfied(relation, left, (bounds, measure.as_ref()), held)
                }
            },
            Line::Cases { .. } | Line::Refutes { .. } => Said::default(),
        };
        let mut rules: Vec<usize> = lines.iter().flat_map(Line::rules).copied().collect();
        rules.sort_unstable();
        rules.dedup();
        let truth = lines[0].truth();
        rules.retain(|&rule| !self.names_rule(truth, rule));
        let cells: Vec<usize> = lines.iter().flat_map(Line::cells).collect();
        let excluded = truth.map_or(String::new(), |truth| self.excluded((truth, &cells), &rules, &held.all));
        let (named, excluded) = (self.rules_named(&rules), excluded.as_str());
        said.text = match (&lines[0], truth) {
            _ if excluded.is_empty() => self.by_rules(said.text, &rules),
            // That a cell says what another one is needs no more words.
            (&Line::Holds { cell, value, .. }, _) if excluded.ends_with(&self.points_to(cell, value)) => {
                phrase("by clue", &[&named, excluded])
            }
            // A clue takes other facts, too.
            (_, Some(Truth::Relation(_))) => phrase("by rules, first", &[&said.text, &named, excluded]),
            _ => phrase("by rules, with cells", &[&said.text, &named, excluded]),
        };
        said
    }

    /// Whether the name of a truth is that of a clue.
    pub fn names_rule(&self, truth: Option<Truth>, rule: usize) -> bool {
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
        super::table::together(&rules.iter().map(|&clue| self.origin(Origin::Clue(clue))).collect::<Vec<_>>())
    }

    /// What a clue leaves some cells. Its statement is told where it is used first.
    fn by_clue(&self, relation: usize, lines: &[Line], held: &Held) -> Said {
        let left = lines.iter().filter_map(|line| match line {
            Line::Holds { cell, value, from, bounds, middle, .. } => Some(Concluded {
                cell: *cell,
                left: Left::Only(Candidates::one(*value)),
                from,
                bounds,
                middle,
            }),
            Line::Leaves { cell, left, lost, from, bounds, middle, .. } => {
                let is_few = left.len() <= lost.len();
                let left = if is_few { Left::Only(*left) } else { Left::Without(*lost) };
                Some(Concluded { cell: *cell, left, from, bounds, middle })
            }
            Line::Fails { .. } | Line::Refutes { .. } | Line::Cases { .. } => None,
        });
        // A cell that has lost all else anyway is no conclusion from the clue.
        let (alone, by_clue): (Vec<Concluded<'_>>, Vec<Concluded<'_>>) =
            left.partition(|line| line.from.iter().any(|&(other, _)| other == line.cell));
        let alone = alone.iter().map(|line| self.left(line.left, &[line.cell]));
        let mut told: Vec<String> = alone.collect();
        let mut said = Said::default();
        if !by_clue.is_empty() {
            let is_first = self.is_new(relation);
            let name = if is_first { String::new() } else { self.relation_named(relation) };
            let is_same = |one: &Concluded<'_>, other: &Concluded<'_>| {
                let are_same = self.mattering(one.bounds).eq(self.mattering(other.bounds));
                are_same && one.middle.is_empty() && other.middle.is_empty()
            };
            let mut earlier: Vec<usize> = Vec::new();
            for (at, part) in by_clue.chunk_by(is_same).enumerate() {
                let (facts, conclusions) = self.concluding(part, &mut earlier);
                let conclusions = match name.is_empty() || at > 0 {
                    true => conclusions,
                    false => phrase("by clue", &[&name, &conclusions]),
                };
                let Concluded { from, bounds, middle, .. } = part[0];
                let facts = if bounds.is_empty() && middle.is_empty() { facts } else { Limited::new() };
                let before = facts.len();
                let is_last = |&(cell, values): &(usize, Candidates)| {
                    held.last.is_some_and(|(last, value)| last == cell && values.value() == Some(value))
                };
                let rest: Limited = facts.iter().copied().filter(|fact| !is_last(fact)).collect();
                let is_beginning = at == 0 && told.is_empty();
                let is_next = is_beginning && rest.is_empty() && before > 0 && !held.is_supposed;
                // What a sum has left says which values it takes.
                let has_rest = self.state.rest(Truth::Relation(relation), &facts).is_some();
                let is_supposed = is_beginning && held.is_supposed && rest.len() < before && !has_rest;
                let facts = if is_next || is_supposed { rest } else { facts };
                let (facts, link) = match (bounds.is_empty(), middle.is_empty()) {
                    (false, _) => (self.reaching(bounds, from, held), "so"),
                    (true, false) => self.middle_after(from, middle, held),
                    (true, true) if is_supposed => {
                        (self.told_of(relation, (&facts, held), part.iter().map(|line| line.from)), "as")
                    }
                    (true, true) => {
                        (self.told_of(relation, (&facts, held), part.iter().map(|line| line.from)), "so")
                    }
                };
                said.is_next |= is_next || is_beginning && is_first && facts.is_empty();
                said.is_sentence |= !facts.is_empty();
                told.push(if facts.is_empty() { conclusions } else { phrase(link, &[&facts, &conclusions]) });
            }
            if is_first {
                said.statement = self.statement(relation);
            }
        }
        said.text = told.join("; ");
        said
    }

    /// Facts about a clue; of a sum with what is left of it, if the conclusion of a line says the same.
    fn told_of<'b>(
        &self,
        relation: usize,
        (facts, held): (&[(usize, Candidates)], &Held),
        mut lines: impl Iterator<Item = &'b Limited>,
    ) -> String {
        let truth = Truth::Relation(relation);
        match self.state.rest(truth, facts) {
            Some((cells, rest))
                if lines.any(|from| self.state.rest(truth, from).is_some_and(|(_, own)| own == rest)) =>
            {
                self.with_rest(truth, facts, (&cells, rest), ("and, between lists", held))
            }
            _ => self.joined_facts(facts, self.facts_after(facts, held)),
        }
    }

    /// The facts behind what a clue leaves some cells, but for what it left others before, and what it leaves them.
    fn concluding(&self, lines: &[Concluded<'_>], earlier: &mut Vec<usize>) -> (Limited, String) {
        let mut facts = Limited::new();
        // Cells of which the same is left one after the other, and whether that follows from what is left of earlier ones.
        let mut left: Vec<(Left, Vec<usize>, bool)> = Vec::new();
        for &Concluded { cell, left: of, from, .. } in lines {
            let is_next = from.iter().any(|(other, _)| earlier.contains(other));
            for &(other, values) in from.iter().filter(|(other, _)| !earlier.contains(other)) {
                match facts.iter_mut().find(|(known, _)| *known == other) {
                    Some((_, known)) => *known = known.and(values),
                    None => facts.push((other, values)),
                }
            }
            earlier.push(cell);
            match left.last_mut().filter(|(known, ..)| *known == of) {
                Some((_, cells, _)) => cells.push(cell),
                None => left.push((of, vec![cell], is_next)),
            }
        }
        let left = left.iter().map(|&(of, ref cells, is_next)| {
            let told = self.left(of, cells);
            if is_next { phrase("then", &[&told]) } else { told }
        });
        (facts, clauses(&left.collect::<Vec<_>>()))
    }

    /// What is left for cells, or is not.
    fn left(&self, left: Left, cells: &[usize]) -> String {
        let names = self.cells_named(cells, "and");
        match (left, cells.len()) {
            (Left::Only(values), _) => phrase("can only be", &[&names, &self.symbols(values, "or")]),
            (Left::Without(values), 2) => {
                phrase("neither can be", &[&self.cells_named(cells, "nor"), &self.symbols(values, "or")])
            }
            (Left::Without(values), 1) => phrase("cannot be any", &[&names, &self.symbols(values, "or")]),
            (Left::Without(values), _) => phrase("none can be", &[&names, &self.symbols(values, "or")]),
        }
    }

    /// What cells of a sum reach; facts tell which of them have a value.
    fn reaching(&self, bounds: &[Bound], facts: &[(usize, Candidates)], held: &Held) -> String {
        let has_value = |cell: usize| {
            facts.iter().any(|&(known, values)| known == cell && values.len() == 1)
                || self.state.is_placed(cell)
        };
        let told = self.mattering(bounds).map(|bound| {
            let fact = match bound.cells[..] {
                [(1, cell)] => facts.iter().find(|(known, values)| *known == cell && values.len() > 1),
                _ => None,
            };
            // What values that hold leave a cell is told with these.
            let caused = fact.filter(|&&(cell, values)| self.causes(cell, values, held).is_some());
            match caused {
                Some(&fact) => self.facts_after(&[fact], held).concat(),
                None => {
                    let reached = self.bound(bound, None, has_value);
                    // What values that hold take from several cells is told before what these reach.
                    let is_taken = |&(cell, values): &(usize, Candidates)| {
                        let is_here =
                            bound.cells.len() > 1 && bound.cells.iter().any(|&(_, own)| own == cell);
                        is_here && values.len() > 1 && self.causes(cell, values, held).is_some()
                    };
                    let taken: Limited = facts.iter().copied().filter(is_taken).collect();
                    let taken = self.facts_after(&taken, held);
                    match taken.len() {
                        1..=MOST_TAKEN => phrase("so", &[&clauses(&taken), &reached]),
                        _ => reached,
                    }
                }
            }
        });
        clauses(&told.collect::<Vec<_>>())
    }

    /// What cells of a sum reach, without single cells that have all values on this side, if others are left.
    fn mattering<'b>(&self, bounds: &'b [Bound]) -> impl Iterator<Item = &'b Bound> + use<'b> {
        let grid = self.state.map.puzzle.grid();
        let number = |value: u8| i64::from(grid.number(value));
        let all = self.state.map.puzzle.all_values();
        let (least, most) = (all.iter().next().map(number), all.iter().last().map(number));
        let is_all = move |bound: &&Bound| {
            let end = if bound.is_most { most } else { least };
            matches!(bound.cells[..], [(1, _)]) && Some(bound.amount) == end
        };
        let are_some = bounds.iter().any(|bound| !is_all(&bound));
        bounds.iter().filter(move |bound| !are_some || !is_all(bound))
    }

    /// That a clue cannot be satisfied by the values left for its cells.
    fn unsatisfied(
        &self,
        relation: usize,
        left: &[(usize, Candidates)],
        (bounds, measure): (&[Bound], Option<&Measure>),
        held: &Held,
    ) -> Said {
        if let Some((cell, _)) = left.iter().find(|(_, values)| values.is_empty()) {
            return Said::plain(phrase("no value", &[&self.cell(*cell)]));
        }
        let is_first = self.is_new(relation);
        let statement = if is_first { self.statement(relation) } else { String::new() };
        // What the clue has just left a cell is told, and so is the clue.
        let beside: Limited =
            { left.iter().copied() }.filter(|&(cell, _)| held.taken != Some((relation, cell))).collect();
        let is_next = beside.len() < left.len() && !beside.is_empty() && bounds.is_empty();
        let left = if is_next { &beside } else { left };
        let is_told = is_first || is_next;
        let name = if is_told { phrase("this", &[]) } else { self.relation_named(relation) };
        let facts = self.facts_after(left, held);
        let text = match left {
            [] => phrase("no tuple", &[&name]),
            _ if !bounds.is_empty() => {
                let reached = self.reaching(bounds, left, held);
                let kind = match bounds {
                    [bound] if bound.is_most => "too little",
                    [_] => "too much",
                    _ => "not allowed",
                };
                if is_first { reached } else { phrase(kind, &[&reached, &name]) }
            }
            _ if facts.len() > MOST_FACTS => {
                let cells: Vec<usize> = left.iter().map(|&(cell, _)| cell).collect();
                phrase("many do not fit", &[&self.named(&cells), &name])
            }
            _ => {
                let truth = Truth::Relation(relation);
                let facts = match self.state.rest(truth, left) {
                    Some((cells, rest)) => self.with_rest(truth, left, (&cells, rest), ("but", held)),
                    None => clauses(&facts),
                };
                match measure {
                    Some(measure) => phrase("so", &[&facts, &self.counted(relation, measure, None)]),
                    None if is_told => facts,
                    None => phrase("not allowed", &[&facts, &name]),
                }
            }
        };
        let text = if is_told { phrase("but then", &[&text]) } else { text };
        Said { statement, text, is_sentence: true, ..Said::default() }
    }

    /// Facts about a sum: what the cells with a value leave the others, and what these can be.
    fn with_rest(
        &self,
        truth: Truth,
        left: &[(usize, Candidates)],
        (cells, rest): (&[usize], i64),
        (word, held): (&str, &Held),
    ) -> String {
        let (fixed, open): (Limited, Limited) = left.iter().partition(|(_, values)| values.len() == 1);
        let leaves = phrase(
            "which leaves",
            &[&clauses(&self.facts_after(&fixed, held)), &rest.to_string(), &self.named(cells)],
        );
        let joined = |set: &Vec<i64>| set.iter().map(i64::to_string).collect::<Vec<_>>().join("+");
        let sets: Vec<String> = self.state.sets_of_rest(truth, left).iter().map(joined).collect();
        let leaves = match &sets[..] {
            [] => leaves,
            _ => phrase("in brackets", &[&leaves, &list(&sets, "or")]),
        };
        let open = self.facts_after(&open, held);
        if open.is_empty() { leaves } else { phrase(word, &[&leaves, &clauses(&open)]) }
    }
}
