//! Steps in words: the texts of techniques and rules, filled in, with the phrases of `table` between. Names of cells and
//! houses are those of the puzzle.

mod apart;
mod bounds;
mod clues;
mod excluded;
mod facts;
mod heading;
mod held;
mod lines;
mod names;
mod needs;
mod proof;
mod reasons;
mod sets;
mod shapes;
mod sums;
mod table;
mod unmet;
mod ways;

use std::cell::RefCell;

use super::grounds::rules;
use super::state::State;
use super::step::{Conclusion, Proof, Removal, Step};
use super::trial::TRIAL;
use super::truth::{Truth, ones};
use crate::candidates::Candidates;
use crate::rules::Origin;
use facts::clauses;
pub(super) use names::Names;
pub use sums::Balance;
use table::{grouped, list, phrase};

/// The level of detail of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The pattern to look for.
    Nudge,
    /// Where to look.
    Where,
    /// The reason, then the conclusion.
    Full,
}

impl Step {
    /// The step in words. `state` is the state before the step.
    ///
    /// ```
    /// use sudoku::Puzzle;
    /// use sudoku::explain::{Detail, Explainer};
    ///
    /// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut explainer = Explainer::new();
    /// let state = explainer.begin(&puzzle);
    /// let step = explainer.next(&state).unwrap();
    /// assert_eq!(step.text(&state, Detail::Where), "Where can 8 go in box 2?");
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn text(&self, state: &State, detail: Detail) -> String {
        let technique = if self.is_trial() { &TRIAL } else { self.technique };
        let is_untold = detail == Detail::Full && self.is_long();
        let words = if is_untold { LONG } else { technique.words[detail as usize] };
        Teller::new(self, state).filled(words)
    }

    /// The houses that a text names besides those of the truths: the lines across a fish, or the house whose other cells
    /// lose values.
    pub fn across(&self, state: &State) -> Vec<String> {
        let teller = Teller::new(self, state);
        teller.across().into_iter().map(|house| teller.house(house)).collect()
    }

    /// Whether the proof is a search, whatever the technique.
    fn is_trial(&self) -> bool {
        matches!(self.proof, Proof::Trial { .. })
    }

    /// The name of the step, as people know it: that of the technique, or more exactly, as `Pointing pair`.
    pub fn title(&self, state: &State) -> String {
        match self.technique.heading {
            _ if self.is_trial() || self.is_long() => TRIAL.title.to_owned(),
            "" => self.technique.title.to_owned(),
            heading => Teller::new(self, state).filled(heading),
        }
    }
}

/// The text of a step whose proof is too long for words.
const LONG: &str = "Suppose {start}.{outline}That is impossible. The whole proof has {lines of proof} lines. {first result}.";

/// The words for the placeholders of a step's texts.
pub(super) struct Teller<'a> {
    step: &'a Step,
    names: Names<'a>,
    /// The clues and sums of which the text has told what they say.
    said: RefCell<Vec<usize>>,
}

impl<'a> std::ops::Deref for Teller<'a> {
    type Target = Names<'a>;

    fn deref(&self) -> &Names<'a> {
        &self.names
    }
}

impl<'a> Teller<'a> {
    pub fn new(step: &'a Step, state: &'a State) -> Teller<'a> {
        Teller { step, names: Names { state }, said: RefCell::default() }
    }

    /// A text with its parts filled in.
    fn filled(&self, mut rest: &str) -> String {
        let mut text = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').expect("braces are closed");
            text.push_str(before);
            text.push_str(&self.part(name));
            rest = after;
        }
        text + rest
    }

    fn part(&self, name: &str) -> String {
        let truths = &self.step.truths;
        match name {
            "house" => self.houses(&truths[..1]),
            "last" => self.houses(&truths[truths.len() - 1..]),
            "houses" => self.origins(true),
            "clue" | "clues" => self.origins(false),
            "rule" => self.rule(),
            "told" => self.told(),
            "value" => self.symbol(self.value()),
            "values" => self.values(truths, "and"),
            "others" => self.values(&truths[..truths.len() - 1], "and"),
            "union" => {
                let union = self
                    .own_cells()
                    .fold(Candidates::NONE, |union, cell| union.or(self.state.candidates(cell)));
                self.symbols(union, "or")
            }
            "target" => match &self.step.conclusion {
                Conclusion::Place { cell, .. } => self.cell(*cell),
                Conclusion::Remove(_) => String::new(),
            },
            "cells" => self.cells(),
            "places" => self.places(),
            "truths" => list(&truths.iter().map(|&truth| self.truth(truth)).collect::<Vec<_>>(), "and"),
            "closed" => self.closed(),
            "missing" => self.missing(),
            "outline" => self.outline(),
            "lines of proof" => self.step.lines().to_string(),
            "start" if self.step.is_trial() => self.start("in"),
            "start" => self.start("is"),
            "were" => self.start("were"),
            "nodes" => match self.step.proof {
                Proof::Trial { nodes: 0 } => String::new(),
                Proof::Trial { nodes: 1 } => phrase("one guess", &[]),
                Proof::Trial { nodes } => phrase("guesses", &[&nodes.to_string()]),
                _ => String::new(),
            },
            "together" => self.together(),
            "locked" => self.locked(),
            "elsewhere" => self.elsewhere(),
            "lines" => {
                table::together(&self.across().into_iter().map(|line| self.house(line)).collect::<Vec<_>>())
            }
            "these" => if self.count_of_places() == 2 { "both" } else { "all of these" }.to_owned(),
            "chain" => self.chain(),
            "linked" => self.linked().unwrap_or_else(|| self.chain()),
            "wing" => self.wing().unwrap_or_else(|| self.chain()),
            "also" => self.also(),
            "losing" => self.losing(),
            "first result" => self.first_result(),
            "searched" => phrase("whole puzzle", &[]),
            "result" => self.concluded(),
            "region" => self.region().to_owned(),
            "tuple" => self.tuple().to_owned(),
            "aspect" => self.aspect(),
            "balance" => self.balance(),
            "of" => self.case_of(),
            _ => unreachable!("{name} is no part of a text"),
        }
    }

    /// The value that the step is about.
    fn value(&self) -> u8 {
        match (&self.step.conclusion, self.step.truths.first()) {
            (Conclusion::Place { value, .. }, _) | (_, Some(Truth::Place { value, .. })) => *value,
            _ => 0,
        }
    }

    fn values(&self, truths: &[Truth], word: &str) -> String {
        let values = truths.iter().filter_map(|truth| match truth {
            Truth::Place { value, .. } => Some(*value),
            _ => None,
        });
        self.symbols(values.fold(Candidates::NONE, Candidates::with), word)
    }

    fn houses(&self, truths: &[Truth]) -> String {
        let houses = truths.iter().filter_map(|truth| match truth {
            Truth::Place { house, .. } => Some(self.house(*house)),
            _ => None,
        });
        table::together(&houses.collect::<Vec<_>>())
    }

    /// The houses or the clues behind the step.
    fn origins(&self, houses: bool) -> String {
        let Some(relation) = self.relation() else { return self.houses(&self.step.truths) };
        let wanted = relation.origins.iter().filter(|origin| matches!(origin, Origin::House(_)) == houses);
        table::together(&wanted.map(|&origin| self.origin(origin)).collect::<Vec<_>>())
    }

    /// The cells that the truths are about.
    fn cells(&self) -> String {
        match self.relation() {
            Some(relation) => self.named(&relation.cells),
            None => self.cells_named(&self.own_cells().collect::<Vec<_>>(), "and"),
        }
    }

    /// The cells that are truths of the step.
    fn own_cells(&self) -> impl Iterator<Item = usize> {
        let truths = self.step.truths.iter();
        truths.filter_map(|truth| if let Truth::Cell(cell) = truth { Some(*cell) } else { None })
    }

    /// The places of the values, without those of the last truth where a value is placed.
    fn places(&self) -> String {
        let truths = match self.step.conclusion {
            Conclusion::Place { .. } => &self.step.truths[..self.step.truths.len() - 1],
            Conclusion::Remove(_) => &self.step.truths[..],
        };
        let mut cells: Vec<usize> = Vec::new();
        for &truth in truths {
            if let Truth::Place { house, .. } = truth {
                let mask = self.state.mask(self.state.map.numbering.index(truth));
                cells.extend(ones(mask).map(|bit| self.state.map.cell_at(house, bit as u32)));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        let word = if truths.len() == 1 { "or" } else { "and" };
        self.cells_named(&cells, word)
    }

    fn truth(&self, truth: Truth) -> String {
        match truth {
            Truth::Cell(cell) => phrase("a value", &[&self.cell(cell)]),
            Truth::Place { house, value } => phrase("a place", &[&self.house(house), &self.symbol(value)]),
            Truth::Relation(relation) => self.relation_named(relation),
        }
    }

    /// The placed values that exclude the other cells of a house, for a hidden single.
    fn closed(&self) -> String {
        let grounds = self.step.grounds(self.state);
        let were_removed = grounds.iter().any(|ground| ground.cells.is_empty());
        let closing = || grounds.iter().filter(|ground| !ground.cells.is_empty());
        let mut cells: Vec<usize> = Vec::new();
        for &cell in closing().flat_map(|ground| &ground.cells) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let name = match (cells.len(), were_removed) {
            (0, false) => return String::new(),
            (0, true) => return phrase("closed before", &[]),
            (1, false) => "closes",
            (1, true) => "closes, with others",
            (_, false) => "close",
            (_, true) => "close, with others",
        };
        let value = self.symbol(self.value());
        let told = phrase(name, &[&value, &self.listed(&cells)]);
        let by_rules = closing().filter_map(|ground| {
            let name = if ground.closed.len() == 1 { "sees by" } else { "see by" };
            let (closed, cells) = (self.cells_named(&ground.closed, "and"), self.listed(&ground.cells));
            Some(phrase(name, &[&closed, &cells, ground.of.as_ref()?]))
        });
        [told].into_iter().chain(by_rules).collect::<Vec<_>>().join("; ")
    }

    /// Cells by their names, in their order.
    fn listed(&self, cells: &[usize]) -> String {
        list(&cells.iter().map(|&cell| self.cell(cell)).collect::<Vec<_>>(), "and")
    }

    /// The values that a cell cannot have, by the houses and rules through which it sees them.
    fn missing(&self) -> String {
        let &Conclusion::Place { cell, .. } = &self.step.conclusion else { return String::new() };
        let (mut seen, mut by_rules, mut removed) = (Vec::new(), Vec::new(), None);
        for ground in self.step.grounds(self.state) {
            let cells: Vec<String> = ground.cells.iter().map(|&cell| self.cell(cell)).collect();
            match ground.of {
                Some(rule) if ground.is_rule => {
                    by_rules.push((self.symbols(ground.values, "or"), list(&cells, "and"), rule));
                }
                Some(house) => {
                    seen.push(phrase("seen in", &[&self.symbols(ground.values, "and"), &house]));
                }
                None => {
                    let Conclusion::Place { cell, .. } = self.step.conclusion else { continue };
                    removed = Some(self.excluded_before(cell, ground.values));
                }
            }
        }
        let cell = self.cell(cell);
        let mut parts = Vec::new();
        if !seen.is_empty() {
            parts.push(phrase("sees", &[&cell, &seen.join("; ")]));
        }
        for (values, cells, rule) in by_rules {
            let who = if parts.is_empty() { cell.clone() } else { phrase("it", &[]) };
            parts.push(phrase("cannot be", &[&who, &values, &cells, &rule]));
        }
        let told = parts.join("; ");
        match (told.is_empty(), removed) {
            (false, None) => told,
            (false, Some(removed)) => phrase("also lost", &[&told, &removed]),
            (true, Some(removed)) => phrase("lost", &[&cell, &removed]),
            (true, None) => phrase("lost", &[&cell, &phrase("nothing", &[])]),
        }
    }

    /// The values that a cell lost before, and those that it never had.
    fn excluded_before(&self, cell: usize, values: Candidates) -> String {
        let given = self.state.map.puzzle.cells()[cell];
        let parts = [
            (values.and(given), "was excluded", "were excluded"),
            (values.without(given), "is not given", "are not given"),
        ];
        let told = parts.iter().filter(|(values, ..)| !values.is_empty()).map(|&(values, one, several)| {
            phrase(if values.len() == 1 { one } else { several }, &[&self.symbols(values, "and")])
        });
        clauses(&told.collect::<Vec<_>>())
    }

    /// The supposed candidate of a chain, or the removed one of a trial, with a verb.
    fn start(&self, verb: &str) -> String {
        let removed = match &self.step.conclusion {
            Conclusion::Remove(removals) => {
                removals.first().and_then(|removal| Some((removal.cell, removal.values.iter().next()?)))
            }
            Conclusion::Place { .. } => None,
        };
        let candidate = match self.step.proof {
            Proof::Chain { cell, value, .. } => Some((cell, value)),
            Proof::Trial { .. } => removed,
            Proof::Direct => None,
        };
        candidate
            .map_or(String::new(), |(cell, value)| phrase(verb, &[&self.cell(cell), &self.symbol(value)]))
    }

    /// A chain as sides, or as a refutation.
    fn chain(&self) -> String {
        self.taking().or_else(|| self.sides()).unwrap_or_else(|| self.refutation())
    }

    /// The conclusion, with the rules that exclude what is removed where nothing before it names them.
    fn concluded(&self) -> String {
        let words = self.step.technique.words[Detail::Full as usize];
        if words.contains("{locked}") && self.is_apart() {
            return self.by_places();
        }
        let names_rules =
            ["{locked}", "{elsewhere}", "{also}", "{losing}"].iter().any(|part| words.contains(part));
        let by = if names_rules { Vec::new() } else { rules(self.step, self.state) };
        self.by_rules(self.result(&self.conclusions()), &by)
    }

    /// The removals of the step.
    fn conclusions(&self) -> Vec<Removal> {
        match &self.step.conclusion {
            Conclusion::Place { .. } => Vec::new(),
            Conclusion::Remove(removals) => removals.clone(),
        }
    }

    fn result(&self, removals: &[Removal]) -> String {
        if let Conclusion::Place { cell, value } = &self.step.conclusion {
            return phrase("is", &[&self.cell(*cell), &self.symbol(*value)]);
        }
        let groups = grouped(removals.iter().map(|removal| (removal.values, [removal.cell])));
        let parts = groups.iter().map(|(values, cells)| {
            let verb = if cells.len() == 1 { "loses" } else { "lose" };
            phrase(verb, &[&self.cells_named(cells, "and"), &self.symbols(*values, "and")])
        });
        parts.collect::<Vec<_>>().join("; ")
    }
}

/// The beginning of a case, after an indent for each case that it is inside of.
const CASE: &str = "– ";
const INDENT: &str = "   ";

/// The text of a step in one line: cases are in brackets.
///
/// ```
/// let text = "Each value fails:\n   – if R1C1 is 1: no.\n   – if R1C1 is 2: no.\nThat is impossible.";
/// let line = "Each value fails: [if R1C1 is 1: no.] [if R1C1 is 2: no.] That is impossible.";
/// assert_eq!(sudoku::explain::in_one_line(text), line);
/// ```
pub fn in_one_line(text: &str) -> String {
    let mut told = String::new();
    let mut open: usize = 0;
    for line in text.lines() {
        let words = line.trim_start_matches(' ');
        let depth = (line.len() - words.len()) / INDENT.len();
        let closed = if depth == 0 { open } else { (open + 1).saturating_sub(depth) };
        told += &"]".repeat(closed);
        open = depth;
        if !told.is_empty() {
            told.push(' ');
        }
        if depth > 0 {
            told.push('[');
        }
        told += words.strip_prefix(CASE).unwrap_or(words);
    }
    told + &"]".repeat(open)
}

/// A text with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
