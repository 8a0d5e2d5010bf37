//! Steps in words. All texts are in two tables, [`TEXTS`] and [`PHRASES`], so that they can be translated; names of
//! cells, houses and clues are those of the puzzle.

use super::state::State;
use super::step::{Conclusion, Line, Proof, Step};
use super::truth::{Truth, ones};
use crate::candidates::Candidates;
use crate::rules::Origin;

/// How much a text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What to look for.
    Nudge,
    /// Where to look.
    Where,
    /// The reason, then the conclusion.
    Full,
}

/// For each technique: what to look for, where, and the whole step. Names in braces are filled in.
const TEXTS: &[(&str, [&str; 3])] = &[
    (
        "last-cell",
        [
            "A house is nearly full.",
            "Look at {house}.",
            "{target} is the last open cell of {house}, where {value} is missing. {result}.",
        ],
    ),
    (
        "hidden-single-box",
        [
            "Look for {value}.",
            "Where can {value} go in {house}?",
            "In {house} only {target} can be {value}{closed}. {result}.",
        ],
    ),
    (
        "hidden-single",
        [
            "Look for {value}.",
            "Where can {value} go in {house}?",
            "In {house} only {target} can be {value}{closed}. {result}.",
        ],
    ),
    (
        "naked-single",
        [
            "One cell has little choice.",
            "Look at {target}.",
            "{target} cannot be {missing}. Only {value} is left. {result}.",
        ],
    ),
    (
        "direct-pointing",
        [
            "Look for {value}.",
            "Look at {house}, then at {last}.",
            "In {house}, {value} stands in {places}, so not in other cells that see these. In {last} only {target} is left. \
             {result}.",
        ],
    ),
    (
        "direct-claiming",
        [
            "Look for {value}.",
            "Look at {house}, then at {last}.",
            "In {house}, {value} stands in {places}, so not in other cells that see these. In {last} only {target} is left. \
             {result}.",
        ],
    ),
    (
        "direct-hidden-pair",
        [
            "Look for {value}.",
            "Which cells of {house} do {others} take?",
            "In {house}, {others} need {places}, so nothing else stands there. For {value} only {target} is left. {result}.",
        ],
    ),
    (
        "direct-hidden-triple",
        [
            "Look for {value}.",
            "Which cells of {house} do {others} take?",
            "In {house}, {others} need {places}, so nothing else stands there. For {value} only {target} is left. {result}.",
        ],
    ),
    (
        "pointing",
        [
            "A house says something about the cells around it.",
            "Where can {value} go in {house}?",
            "In {house}, {value} stands in {places}. No other cell that sees all of these can be {value}: {result}.",
        ],
    ),
    (
        "claiming",
        [
            "A house says something about the cells around it.",
            "Where can {value} go in {house}?",
            "In {house}, {value} stands in {places}. No other cell that sees all of these can be {value}: {result}.",
        ],
    ),
    ("naked-pair", NAKED),
    ("naked-triple", NAKED),
    ("naked-quad", NAKED),
    ("hidden-pair", HIDDEN),
    ("hidden-triple", HIDDEN),
    ("hidden-quad", HIDDEN),
    ("x-wing", FISH),
    ("swordfish", FISH),
    ("jellyfish", FISH),
    ("clue", ["Look at one clue.", "Look at {clue}: {cells}.", "{Clue} ({cells}) {allows}. {result}."]),
    (
        "sum",
        [
            "Add up.",
            "Look at {houses} and the clues there.",
            "{Houses} and {clues} together say that {cells} make {total}; that {allows}. {result}.",
        ],
    ),
    ("xy-wing", WING),
    ("xyz-wing", WING),
    ("w-wing", WING),
    ("turbot-fish", CHAIN),
    ("x-chain", CHAIN),
    ("xy-chain", CHAIN),
    ("chain", CHAIN),
    ("forcing-chain", CHAIN),
    ("clue-chain", CHAIN),
    ("nested-chain", CHAIN),
    (
        "trial",
        [
            "No short reason is known here.",
            "No short reason is known: something has to be tried.",
            "No short reason is known. Each way to go on from the removed candidate fails, as a search of the whole puzzle \
             says, with {nodes} guesses. {result}.",
        ],
    ),
];

const NAKED: [&str; 3] = [
    "A few cells share their values.",
    "Look at {cells}.",
    "{cells} can only be {union}, so they take these values, one each. {result}.",
];

const HIDDEN: [&str; 3] = [
    "A few values share their cells.",
    "Where can {values} go in {house}?",
    "In {house}, {values} need {places}, so nothing else stands there. {result}.",
];

const FISH: [&str; 3] = [
    "Look for {value}.",
    "Where can {value} go in {houses}?",
    "In {houses}, {value} stands in {places}. These take the {value} of as many lines across. {result}.",
];

const WING: [&str; 3] =
    ["A few cells with few values.", "Look at {truths}.", "If {start}, {story}. So it cannot be: {result}."];

const CHAIN: [&str; 3] =
    ["One thing leads to another.", "What if {start}?", "If {start}, {story}. So it cannot be: {result}."];

/// Phrases that texts are made of. `{0}` and `{1}` are filled in.
const PHRASES: &[(&str, &str)] = &[
    ("and", "{0} and {1}"),
    ("or", "{0} or {1}"),
    ("is", "{0} is {1}"),
    ("were", "{0} were {1}"),
    ("loses", "{0} loses {1}"),
    ("would be", "{0} would be {1}"),
    ("seen from", "{0} ({1})"),
    ("closed", ": {0} in {1} closes the other cells"),
    ("removed before", "{0} (before)"),
    ("only place", "in {1} only {0}"),
    ("only value", "{0}"),
    ("by clue", "by {1} {0}"),
    ("no value", "{0} would have no value left"),
    ("no place", "{1} would have no place left for {0}"),
    ("no tuple", "{0} could not be met"),
    ("case", "if {0}, {1}"),
    ("cases", "{0} leaves {1} possibilities ({2})"),
    ("a value", "{0}"),
    ("a place", "{1} in {0}"),
    ("tuples", "allows only {0}"),
    ("leaves", "leaves {0}"),
    ("can be", "{0} only {1}"),
    ("value in", "{0} in {1}"),
    ("nothing", "nothing"),
    ("range", "{0} to {1}"),
    ("lose", "{0} lose {1}"),
];

fn phrase(name: &str, parts: &[&str]) -> String {
    let (_, text) = PHRASES.iter().find(|(known, _)| *known == name).expect("the phrase is in the table");
    let mut text = (*text).to_owned();
    for (at, part) in parts.iter().enumerate() {
        text = text.replace(&format!("{{{at}}}"), part);
    }
    text
}

/// Several things with commas and a word before the last.
fn list(items: &[String], word: &str) -> String {
    match items {
        [] => phrase("nothing", &[]),
        [one] => one.clone(),
        [rest @ .., last] => phrase(word, &[&rest.join(", "), last]),
    }
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
        let (_, texts) =
            TEXTS.iter().find(|(name, _)| *name == self.technique.name).expect("each technique has texts");
        let mut rest = texts[detail as usize];
        let mut text = String::new();
        let teller = Teller { step: self, state };
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').expect("braces are closed");
            text.push_str(before);
            text.push_str(&teller.part(name));
            rest = after;
        }
        text + rest
    }
}

/// Fills the texts of a step.
struct Teller<'a> {
    step: &'a Step,
    state: &'a State,
}

impl Teller<'_> {
    fn part(&self, name: &str) -> String {
        let truths = &self.step.truths;
        match name {
            "house" => self.houses(&truths[..1]),
            "last" => self.houses(&truths[truths.len() - 1..]),
            "houses" => self.origins(true),
            "Houses" => capital(&self.origins(true)),
            "clue" | "clues" => self.origins(false),
            "Clue" => capital(&self.origins(false)),
            "value" => self.symbol(self.value()),
            "values" => self.values(truths, "and"),
            "others" => self.values(&truths[..truths.len() - 1], "and"),
            "union" => {
                let cells = truths
                    .iter()
                    .filter_map(|truth| if let Truth::Cell(cell) = truth { Some(*cell) } else { None });
                let union = cells.fold(Candidates::NONE, |union, cell| union.or(self.state.candidates(cell)));
                self.symbols(union, "or")
            }
            "target" => match &self.step.conclusion {
                Conclusion::Place { cell, .. } => self.cell(*cell),
                Conclusion::Remove(_) => String::new(),
            },
            "cells" => self.cells(),
            "places" => self.places(),
            "truths" => list(&truths.iter().map(|&truth| self.truth(truth)).collect::<Vec<_>>(), "and"),
            "total" => self
                .relation()
                .and_then(|relation| relation.total)
                .map_or(String::new(), |total| total.to_string()),
            "closed" => self.closed(),
            "missing" => self.missing(),
            "allows" => self.allows(),
            "start" => match self.step.proof {
                Proof::Chain { cell, value, .. } => phrase("were", &[&self.cell(cell), &self.symbol(value)]),
                Proof::Direct | Proof::Trial { .. } => String::new(),
            },
            "nodes" => match self.step.proof {
                Proof::Trial { nodes } => nodes.to_string(),
                _ => String::new(),
            },
            "story" => match &self.step.proof {
                Proof::Chain { lines, .. } => self.story(lines),
                Proof::Direct | Proof::Trial { .. } => String::new(),
            },
            "result" => self.result(),
            _ => unreachable!("{name} is no part of a text"),
        }
    }

    fn cell(&self, cell: usize) -> String {
        self.state.map.puzzle.grid().name(cell).to_string()
    }

    fn symbol(&self, value: u8) -> String {
        self.state.map.puzzle.symbols().get(value).to_owned()
    }

    /// Values as a list, in which three or more in a row are a range.
    fn symbols(&self, values: Candidates, word: &str) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut rest = values.bits();
        while rest != 0 {
            let first = rest.trailing_zeros();
            let count = (rest >> first).trailing_ones();
            let run: Vec<u8> = (first..first + count).map(|value| value as u8).collect();
            rest &= !Candidates::all((first + count) as usize).bits();
            match run[..] {
                [low, _, .., high] if count > 2 => {
                    parts.push(phrase("range", &[&self.symbol(low), &self.symbol(high)]));
                }
                _ => parts.extend(run.iter().map(|&value| self.symbol(value))),
            }
        }
        list(&parts, word)
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

    fn house(&self, house: usize) -> String {
        self.state.map.name(self.state.map.groups[house].origin)
    }

    fn houses(&self, truths: &[Truth]) -> String {
        let houses = truths.iter().filter_map(|truth| match truth {
            Truth::Place { house, .. } => Some(self.house(*house)),
            _ => None,
        });
        list(&houses.collect::<Vec<_>>(), "and")
    }

    fn relation(&self) -> Option<&super::Relation> {
        let mut relations = self.step.truths.iter().filter_map(|truth| match truth {
            Truth::Relation(relation) => Some(&self.state.map.relations[*relation]),
            _ => None,
        });
        relations.next()
    }

    /// The houses or the clues behind the step.
    fn origins(&self, houses: bool) -> String {
        let Some(relation) = self.relation() else { return self.houses(&self.step.truths) };
        let wanted = relation.origins.iter().filter(|origin| matches!(origin, Origin::House(_)) == houses);
        list(&wanted.map(|&origin| self.state.map.name(origin)).collect::<Vec<_>>(), "and")
    }

    /// The cells that the truths are about.
    fn cells(&self) -> String {
        let cells: Vec<usize> = match self.relation() {
            Some(relation) => relation.cells.clone(),
            None => self
                .step
                .truths
                .iter()
                .filter_map(|truth| if let Truth::Cell(cell) = truth { Some(*cell) } else { None })
                .collect(),
        };
        list(&cells.into_iter().map(|cell| self.cell(cell)).collect::<Vec<_>>(), "and")
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
        list(&cells.into_iter().map(|cell| self.cell(cell)).collect::<Vec<_>>(), word)
    }

    fn truth(&self, truth: Truth) -> String {
        match truth {
            Truth::Cell(cell) => phrase("a value", &[&self.cell(cell)]),
            Truth::Place { house, value } => phrase("a place", &[&self.house(house), &self.symbol(value)]),
            Truth::Relation(relation) => {
                let origins = self.state.map.relations[relation].origins.iter();
                list(&origins.map(|&origin| self.state.map.name(origin)).collect::<Vec<_>>(), "and")
            }
        }
    }

    /// Which placed values close the other cells of a house for a hidden single.
    fn closed(&self) -> String {
        let (&Conclusion::Place { cell, value }, [Truth::Place { house, .. }, ..]) =
            (&self.step.conclusion, &self.step.truths[..])
        else {
            return String::new();
        };
        let map = &self.state.map;
        let mut blockers: Vec<usize> = Vec::new();
        for &other in map.groups[*house].cells() {
            let other = usize::from(other);
            if other == cell || self.state.is_placed(other) {
                continue;
            }
            let placed =
                |&peer: &usize| self.state.is_placed(peer) && self.state.has(peer, usize::from(value));
            match map.peers[other].iter().copied().find(placed) {
                Some(peer) if !blockers.contains(&peer) => blockers.push(peer),
                _ => {}
            }
        }
        if blockers.is_empty() {
            return String::new();
        }
        let names: Vec<String> = blockers.into_iter().map(|cell| self.cell(cell)).collect();
        phrase("closed", &[&self.symbol(value), &list(&names, "and")])
    }

    /// Which values a cell cannot be, by the houses that have them.
    fn missing(&self) -> String {
        let &Conclusion::Place { cell, .. } = &self.step.conclusion else { return String::new() };
        let map = &self.state.map;
        let mut left = map.puzzle.all_values().without(self.state.candidates(cell));
        let mut parts: Vec<String> = Vec::new();
        for group in map.groups.iter().filter(|group| group.cells().contains(&(cell as u16))) {
            let seen = group.cells().iter().map(|&other| usize::from(other));
            let placed = seen.filter(|&other| other != cell && self.state.is_placed(other));
            let values =
                placed.fold(Candidates::NONE, |values, other| values.or(self.state.candidates(other)));
            let here = values.and(left);
            if !here.is_empty() {
                parts.push(phrase("seen from", &[&self.symbols(here, "and"), &map.name(group.origin)]));
                left = left.without(here);
            }
        }
        if !left.is_empty() {
            parts.push(phrase("removed before", &[&self.symbols(left, "and")]));
        }
        list(&parts, "and")
    }

    /// What a clue allows: its tuples if they are few, else the values of the cells that lose some.
    fn allows(&self) -> String {
        if !self.step.tuples.is_empty() {
            let tuple = |tuple: &Vec<u8>| {
                let values: Vec<String> = tuple.iter().map(|&value| self.symbol(value)).collect();
                values.join("-")
            };
            return phrase("tuples", &[&list(&self.step.tuples.iter().map(tuple).collect::<Vec<_>>(), "or")]);
        }
        let only = |cell: usize, values: Candidates| {
            phrase("can be", &[&self.cell(cell), &self.symbols(values, "or")])
        };
        let parts: Vec<String> = match &self.step.conclusion {
            &Conclusion::Place { cell, value } => vec![only(cell, Candidates::one(value))],
            Conclusion::Remove(removals) => removals
                .iter()
                .map(|removal| {
                    only(removal.cell, self.state.candidates(removal.cell).without(removal.values))
                })
                .collect(),
        };
        phrase("leaves", &[&list(&parts, "and")])
    }

    /// What follows from a supposition.
    fn story(&self, lines: &[Line]) -> String {
        let mut told: Vec<String> = Vec::new();
        for line in lines {
            told.push(match line {
                Line::Holds { truth, cell, value } => {
                    let candidate = phrase("would be", &[&self.cell(*cell), &self.symbol(*value)]);
                    match *truth {
                        Truth::Cell(_) => phrase("only value", &[&candidate]),
                        Truth::Place { house, .. } => phrase("only place", &[&candidate, &self.house(house)]),
                        Truth::Relation(_) => phrase("by clue", &[&candidate, &self.truth(*truth)]),
                    }
                }
                Line::Fails { truth } => match *truth {
                    Truth::Cell(cell) => phrase("no value", &[&self.cell(cell)]),
                    Truth::Place { house, value } => {
                        phrase("no place", &[&self.symbol(value), &self.house(house)])
                    }
                    Truth::Relation(_) => phrase("no tuple", &[&self.truth(*truth)]),
                },
                Line::Cases { truth, cases } => {
                    let count = cases.len().to_string();
                    let each = cases.iter().map(|(cell, value, lines)| {
                        let start = phrase("is", &[&self.cell(*cell), &self.symbol(*value)]);
                        phrase("case", &[&start, &self.story(lines)])
                    });
                    let each = each.collect::<Vec<_>>().join("; ");
                    phrase("cases", &[&self.truth(*truth), &count, &each])
                }
            });
        }
        told.join(", ")
    }

    fn result(&self) -> String {
        match &self.step.conclusion {
            Conclusion::Place { cell, value } => phrase("is", &[&self.cell(*cell), &self.symbol(*value)]),
            Conclusion::Remove(removals) => {
                let mut groups: Vec<(Candidates, Vec<String>)> = Vec::new();
                for removal in removals {
                    let cell = self.cell(removal.cell);
                    match groups.iter_mut().find(|(values, _)| *values == removal.values) {
                        Some((_, cells)) => cells.push(cell),
                        None => groups.push((removal.values, vec![cell])),
                    }
                }
                let parts = groups.iter().map(|(values, cells)| {
                    let verb = if cells.len() == 1 { "loses" } else { "lose" };
                    phrase(verb, &[&list(cells, "and"), &self.symbols(*values, "and")])
                });
                parts.collect::<Vec<_>>().join("; ")
            }
        }
    }
}

/// A text with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
