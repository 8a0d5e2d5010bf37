//! Claims: the meanings of the parts of a drawing, with the reasons.

use std::collections::{HashMap, HashSet};

use super::drawing::{Cage, Drawing, Shape, Stroke};
use super::words::Words;
use crate::about::Guess;
use crate::grid::Grid;
use crate::rules::{self, Clue};

/// The data that recognisers use.
pub(super) struct Scene<'a> {
    pub drawing: &'a Drawing,
    pub words: &'a Words,
    pub grid: &'a Grid,
    /// Whether the document was drawn by SudokuPad's converter from a list of rules.
    pub is_converted: bool,
}

/// The state of the recognition.
#[derive(Default)]
pub(super) struct Claims {
    /// Names of the parts that no recogniser may claim any more.
    used: HashSet<String>,
    /// Names of the parts that belong to a clue, or are not drawn.
    meant: HashSet<String>,
    /// Why recognisers did not claim parts, by the names of these.
    doubts: HashMap<String, String>,
    /// Sentences that were read as rules.
    taken: HashSet<String>,
    pub clues: Vec<Clue>,
    pub guesses: Vec<Guess>,
    /// Parts that were not understood, with the reasons.
    pub unknown: Vec<(String, String)>,
}

impl Claims {
    pub fn is_free(&self, name: &str) -> bool {
        !self.used.contains(name)
    }

    pub fn use_up(&mut self, name: &str) {
        self.used.insert(name.to_owned());
    }

    /// Marks a part as used that is not drawn.
    pub fn hide(&mut self, name: &str) {
        self.use_up(name);
        self.meant.insert(name.to_owned());
    }

    /// Whether a part was claimed as an instance of a rule.
    pub fn has_meaning(&self, name: &str) -> bool {
        self.meant.contains(name)
    }

    /// Claims that parts together are an instance of a rule. Returns whether the clue has a meaning on this grid.
    pub fn claim(&mut self, scene: &Scene<'_>, clue: Clue, parts: &[&str], reason: &str) -> bool {
        for part in parts {
            self.use_up(part);
        }
        if let Err(fault) = clue.fault(scene.grid)
            && !fault.is_warning()
        {
            let part = parts.first().copied().unwrap_or("the rules");
            self.unknown
                .push((part.to_owned(), format!("as {} it has no meaning: {fault}", clue.kind.name())));
            return false;
        }
        self.meant.extend(parts.iter().map(|&part| part.to_owned()));
        let rule = clue.kind.name();
        let known = self.guesses.iter().position(|guess| guess.rule == rule && guess.reason == reason);
        let at = known.unwrap_or(self.guesses.len());
        if known.is_none() {
            self.guesses.push(guess(rule, reason));
        }
        let own = &mut self.guesses[at].parts;
        let part = own.len() as u16;
        own.extend(parts.first().map(|&part| part.to_owned()));
        // Two strokes on the same cells are one clue.
        if !self.clues.contains(&clue) {
            let guess = (!CERTAIN.contains(&reason)).then_some((at as u16, part));
            self.clues.push(Clue { guess, ..clue });
        }
        true
    }

    /// Records what the lines of a rule may be instead: the other rules for lines that the text names.
    pub fn or_else(&mut self, rule: &str, reason: &str, others: impl Iterator<Item = &'static str>) {
        if let Some(guess) =
            self.guesses.iter_mut().find(|guess| guess.rule == rule && guess.reason == reason)
        {
            for other in others.filter(|&other| other != rule) {
                if !guess.others.iter().any(|known| known == other) {
                    guess.others.push(other.to_owned());
                }
            }
        }
    }

    /// Claims that a part has no meaning for the puzzle.
    pub fn decoration(&mut self, part: &str, reason: &str) {
        self.use_up(part);
        match self.guesses.iter_mut().find(|guess| guess.rule == NOTHING && guess.reason == reason) {
            Some(guess) => guess.parts.push(part.to_owned()),
            None => self.guesses.push(Guess { parts: vec![part.to_owned()], ..guess(NOTHING, reason) }),
        }
    }

    /// Records why a recogniser did not claim a part, in case that no other one does.
    pub fn doubt(&mut self, part: &str, why: &str) {
        self.doubts.insert(part.to_owned(), why.to_owned());
    }

    /// Returns the recorded reason why a part was not claimed, if there is one.
    pub fn why(&self, part: &str) -> Option<String> {
        self.doubts.get(part).cloned()
    }

    /// Claims that a sentence says a rule by itself. Nothing changes if the puzzle states the rule already.
    pub fn said(&mut self, scene: &Scene<'_>, clue: Clue, sentence: &str) {
        self.take(sentence);
        if !self.clues.iter().any(|known| known.kind == clue.kind && known.detail == clue.detail) {
            self.claim(scene, clue, &[], "the rules in words");
        }
    }

    /// Records that a sentence was read as a rule.
    pub fn take(&mut self, sentence: &str) {
        self.taken.insert(sentence.to_owned());
    }

    pub fn is_taken(&self, sentence: &str) -> bool {
        self.taken.contains(sentence)
    }

    /// Whether there is a clue of one of these rules.
    pub fn have(&self, rules: &[&str]) -> bool {
        self.clues.iter().any(|clue| rules.contains(&clue.kind.name()))
    }

    /// Records that a part was not understood.
    pub fn not_understood(&mut self, part: &str, why: impl Into<String>) {
        self.use_up(part);
        self.unknown.push((part.to_owned(), why.into()));
    }
}

/// What is often drawn or said alike: rules with those that they may be instead.
const ALIKE: [(&str, &[&str]); 15] = [
    ("thermo", &["slow-thermo"]),
    ("killer", &["sum"]),
    ("whisper", &["dutch-whisper"]),
    ("between", &["lockout", "double-arrow"]),
    ("lockout", &["between"]),
    ("double-arrow", &["between"]),
    ("palindrome", &["renban", "between"]),
    ("renban", &["nabner"]),
    ("nabner", &["renban"]),
    ("maximum", &["minimum"]),
    ("minimum", &["maximum"]),
    ("sandwich", &["x-sum", "skyscraper", "numbered-room"]),
    ("x-sum", &["sandwich", "skyscraper", "numbered-room"]),
    ("skyscraper", &["sandwich", "x-sum", "numbered-room"]),
    ("column-index", &["row-index"]),
];

/// Returns a guess without parts.
fn guess(rule: &str, reason: &str) -> Guess {
    let others = ALIKE.iter().find(|(known, _)| *known == rule).map_or(&[][..], |(_, others)| others);
    let others = others.iter().map(|&other| other.to_owned()).collect();
    Guess { rule: rule.to_owned(), parts: Vec::new(), reason: reason.to_owned(), others }
}

/// The reading of a part that is only decoration.
pub(super) const NOTHING: &str = crate::about::NOTHING;

/// The reason of readings that the user has chosen, and of rules that the document names.
pub(super) const AS_TOLD: &str = "as told";
pub(super) const FLAG: &str = "a flag of the document";

/// Reasons of readings that leave no doubt.
const CERTAIN: [&str; 2] = [AS_TOLD, FLAG];

impl<'a> Scene<'a> {
    /// Strokes that nothing has claimed.
    pub fn strokes(&self, claims: &Claims) -> Vec<&'a Stroke> {
        self.drawing.strokes.iter().filter(|stroke| claims.is_free(&stroke.name)).collect()
    }

    pub fn shapes(&self, claims: &Claims) -> Vec<&'a Shape> {
        self.drawing.shapes.iter().filter(|shape| claims.is_free(&shape.name)).collect()
    }

    pub fn cages(&self, claims: &Claims) -> Vec<&'a Cage> {
        self.drawing.cages.iter().filter(|cage| claims.is_free(&cage.name)).collect()
    }

    /// The least and the greatest value of the grid.
    pub fn values(&self) -> (i32, i32) {
        let values = &self.grid.shape().values;
        (*values.start(), *values.end())
    }

    /// The number of values.
    pub fn side(&self) -> usize {
        self.grid.values()
    }
}

/// Returns a clue of a rule of this program.
pub(super) fn clue(name: &str) -> Clue {
    Clue::new(rules::find(name).unwrap_or_else(|| panic!("there is a rule {name}")))
}
