//! Making puzzles with one answer.
//!
//! ```text
//!   attempt ──► ground: walls, blocks ──► answer: random ──► tell: all clues ──► mend, or dig: as few as suffice ──► rate
//! ```
//!
//! A [`Maker`] makes numbered attempts, each with random choices of its own, so that what comes of them does not depend on
//! how many run at once. What a kind has to say is a [`Make`]; what its clues mean is asked of its rules.

mod answer;
pub mod chance;
mod dig;
pub mod draw;
mod layout;
mod mend;
pub mod recipe;
mod symmetry;
mod tell;

use std::ops::RangeInclusive;

use csp::{Error, Limits};

use crate::address::{MOST_CELLS, Places};
use crate::answer::Answer;
use crate::board::Board;
use crate::clue::{Clue, Clues};
use crate::kind::Kind;
use crate::puzzle::Puzzle;
use crate::steps::{Next, Steps};

use answer::Other;
use chance::Chance;
use recipe::Make;
pub use symmetry::Symmetry;

/// The most answers that are tried for their clues, where those of one do not suffice.
const ANSWERS: usize = 20;

/// What is wanted of puzzles.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Their kind, which can be made.
    pub kind: &'static Kind,
    /// The letters of their variants.
    pub flags: String,
    /// Columns and rows.
    pub size: (usize, usize),
    /// The symmetry of the places of clues.
    pub symmetry: Symmetry,
    /// The cost of the hardest step, in hundredths; `None` if steps do not matter.
    pub hardest: Option<RangeInclusive<u32>>,
}

/// A puzzle that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only answer.
    pub answer: Answer,
    /// The cost of its hardest step, if that mattered.
    pub hardest: Option<u32>,
}

/// Makes puzzles.
#[derive(Clone, Debug)]
pub struct Maker {
    wanted: Wanted,
    make: Make,
    seed: u64,
}

impl Maker {
    /// Makes puzzles from a seed. The error says what cannot be made.
    pub fn new(wanted: Wanted, seed: u64) -> Result<Maker, String> {
        let Wanted { kind, size: (width, height), .. } = wanted;
        let make = kind.make.ok_or_else(|| format!("puzzles of {} are not made here", kind.name))?;
        if width.checked_mul(height).is_none_or(|cells| !(1..=MOST_CELLS).contains(&cells)) {
            return Err(format!("{width} by {height} cells; from 1 to {MOST_CELLS} are taken"));
        }
        if !wanted.symmetry.fits(Board::new(width, height).cells) {
            return Err("diagonal symmetry needs as many rows as columns".to_owned());
        }
        Ok(Maker { wanted, make, seed })
    }

    /// Makes an attempt; `None` if nothing comes of it. At a limit it is either that or an error of the engine.
    pub fn attempt(&self, number: u64, limits: &Limits) -> Result<Option<Made>, Error> {
        let mut chance = Chance::new(self.seed, number);
        let mut puzzle = self.ground(&mut chance);
        let answer = match self.make.drawn {
            Some(drawn) => drawn(&puzzle, &mut chance),
            None => answer::random(&puzzle, self.make.wishes, &mut chance, limits)?,
        };
        let Some(mut answer) = answer else { return Ok(None) };
        let ground = puzzle.clues.clone();
        let mut right = self.tell(&mut puzzle, &answer, &mut chance, limits)?;
        for _ in 0..ANSWERS {
            match answer::other(&puzzle, &answer, limits)? {
                Other::None => break,
                Other::Unknown => return Ok(None),
                Other::Found(_) if !self.make.digs => break,
                Other::Found(other) => answer = other,
            }
            // The other answer has all clues that there are, and perhaps more.
            let before = std::mem::replace(&mut puzzle.clues, ground.clone());
            right = self.tell(&mut puzzle, &answer, &mut chance, limits)?;
            if puzzle.clues == before {
                return Ok(None);
            }
        }
        let is_only = match self.make.mends {
            Some(way) => mend::mend(way, &right, &mut puzzle, &mut answer, &mut chance, limits)?,
            None => answer::other(&puzzle, &answer, limits)? == Other::None,
        };
        if !is_only {
            return Ok(None);
        }
        let mut left_out = Vec::new();
        if self.make.digs {
            let orbits = self.orbits(&puzzle, &ground, &mut chance);
            left_out = dig::dig(&mut puzzle, &ground, &answer, orbits, limits)?;
        }
        let Some(wanted) = &self.wanted.hardest else {
            return Ok(Some(Made { puzzle, answer, hardest: None }));
        };
        // Of a puzzle that is too hard, the fewest clues come back that make it easier.
        let with = |count: usize| {
            let mut puzzle = puzzle.clone();
            let back = left_out.iter().rev().take(count).flatten();
            back.for_each(|(part, at, clue)| puzzle.clues[*part][*at] = Some(clue.clone()));
            puzzle
        };
        let rated = |count: usize| rate(&with(count), *wanted.end(), limits);
        let mut hardest = rated(0)?;
        let is_easy = hardest.is_some();
        let (mut least, mut most) = (1, if is_easy { 0 } else { left_out.len() });
        while least <= most {
            let middle = (least + most) / 2;
            match rated(middle)? {
                Some(cost) => (hardest, most) = (Some(cost), middle - 1),
                None => least = middle + 1,
            }
        }
        let puzzle = if is_easy { puzzle } else { with(least) };
        let hardest = hardest.filter(|hardest| wanted.contains(hardest));
        Ok(hardest.map(|hardest| Made { puzzle, answer, hardest: Some(hardest) }))
    }

    /// Puts all clues on a board that an answer gives, and returns which are right at the places of the first part.
    fn tell(
        &self,
        puzzle: &mut Puzzle,
        answer: &Answer,
        chance: &mut Chance,
        limits: &Limits,
    ) -> Result<Vec<Vec<Clue>>, Error> {
        let mut first = Vec::new();
        for (number, tell) in self.make.tells.iter().enumerate() {
            let right = tell.clues(puzzle, answer, chance, limits)?;
            let part = part(puzzle, tell.places());
            puzzle.clues[part] = right.iter().map(|right| chance.pick(right).cloned()).collect();
            if number == 0 {
                first = right;
            }
        }
        self.keep_orbits(puzzle);
        Ok(first)
    }

    /// Returns a board on which only what stands before there is an answer.
    fn ground(&self, chance: &mut Chance) -> Puzzle {
        let Wanted { kind, size: (width, height), symmetry, .. } = self.wanted;
        let flags = self.wanted.flags.clone();
        let mut puzzle = Puzzle { flags, ..Puzzle::new(kind, Board::new(width, height)) };
        for part in kind.parts {
            puzzle.clues.push(vec![None; puzzle.places(part.places)]);
            for ground in self.make.ground.iter().filter(|ground| ground.places() == part.places) {
                ground.put(&mut puzzle, symmetry, chance);
            }
        }
        puzzle
    }

    /// Returns the places of a part that stand for each other.
    fn symmetric(&self, puzzle: &Puzzle, places: Places) -> Vec<Vec<usize>> {
        match places {
            Places::Cells => self.wanted.symmetry.orbits(puzzle.board.cells),
            Places::Crosses => self.wanted.symmetry.orbits(puzzle.board.crosses),
            places => (0..puzzle.places(places)).map(|at| vec![at]).collect(),
        }
    }

    /// Leaves out clues that have no symmetric ones.
    fn keep_orbits(&self, puzzle: &mut Puzzle) {
        for tell in self.make.tells {
            let part = part(puzzle, tell.places());
            for orbit in self.symmetric(puzzle, tell.places()) {
                if orbit.iter().any(|&at| puzzle.clues[part][at].is_none()) {
                    orbit.iter().for_each(|&at| puzzle.clues[part][at] = None);
                }
            }
        }
    }

    /// Returns the clues that may be left out, in the order in which that is tried: some together, each its part and place.
    fn orbits(&self, puzzle: &Puzzle, ground: &[Clues], chance: &mut Chance) -> Vec<Vec<(usize, usize)>> {
        let mut all = Vec::new();
        for tell in self.make.tells.iter().rev() {
            let part = part(puzzle, tell.places());
            let mut orbits = self.symmetric(puzzle, tell.places());
            orbits.retain(|orbit| orbit.iter().any(|&at| puzzle.clues[part][at] != ground[part][at]));
            chance.shuffle(&mut orbits);
            all.extend(orbits.into_iter().map(|orbit| orbit.into_iter().map(|at| (part, at)).collect()));
        }
        all
    }
}

/// Returns the number of the part of some places.
fn part(puzzle: &Puzzle, places: Places) -> usize {
    puzzle.kind.parts.iter().position(|part| part.places == places).expect("a part of the kind")
}

/// Returns the cost of the hardest step, unless one is harder than that, or none is found.
fn rate(puzzle: &Puzzle, most: u32, limits: &Limits) -> Result<Option<u32>, Error> {
    let Some(mut steps) = Steps::new(puzzle, limits)? else { return Ok(None) };
    let mut hardest = 0;
    loop {
        match steps.next()? {
            Next::End => return Ok(Some(hardest)),
            Next::Limit => return Ok(None),
            Next::Step(step) => hardest = hardest.max(step.cost()),
        }
        if hardest > most {
            return Ok(None);
        }
    }
}
