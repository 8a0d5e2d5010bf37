//! Steps in words. All texts are in the two tables of `table`, so that they can be translated; names of cells, houses and
//! clues are those of the puzzle.

mod table;

use super::relations::Sum;
use super::state::State;
use super::step::{Conclusion, Line, Proof, Step};
use super::truth::{Truth, ones};
use crate::candidates::Candidates;
use crate::rules::Origin;
use table::{TEXTS, list, phrase};

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
            "sum" => self
                .relation()
                .and_then(|relation| relation.sum.as_ref())
                .map_or(String::new(), |sum| self.sum(sum)),
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

    fn relation(&self) -> Option<&crate::explain::relations::Relation> {
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

    /// Cells and what they make: "R1C1 and R1C2 make 7", "R1C1 and R1C2 make 7 more than R2C1".
    fn sum(&self, sum: &Sum) -> String {
        let cells =
            |cells: &[usize]| list(&cells.iter().map(|&cell| self.cell(cell)).collect::<Vec<_>>(), "and");
        let (added, taken) = (cells(&sum.added), cells(&sum.taken));
        let amount = sum.total.unsigned_abs().to_string();
        match (sum.taken.is_empty(), sum.total) {
            (true, _) => phrase("make", &[&added, &sum.total.to_string()]),
            (false, 0) => phrase("make as much", &[&added, &taken]),
            (false, 1..) => phrase("make more", &[&added, &amount, &taken]),
            (false, _) => phrase("make less", &[&added, &amount, &taken]),
        }
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
