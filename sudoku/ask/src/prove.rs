//! A proof that a puzzle has one solution or none.

use csp::proof::Format;
use sudoku::{Budget, Claim, Puzzle, PuzzleProof, Unproved};

use crate::explain::cell_named;
use crate::{Reason, Status};

/// Asks for a proof.
#[derive(Clone, Copy, Debug)]
pub struct Prove<'a> {
    /// The format of formulas and proofs.
    pub format: Format,
    /// A cell and a value that it does not have in any solution, as in `r1c1=5`; `None` asks for a proof about the puzzle.
    pub excluded: Option<&'a str>,
}

impl Prove<'_> {
    /// Proves what is asked for.
    pub fn answer(self, puzzle: &Puzzle, budget: &Budget) -> Proved {
        let proved = match self.excluded.map(|excluded| candidate(excluded, puzzle)).transpose() {
            Ok(Some((cell, value))) => puzzle.prove_excluded(cell, value, self.format, budget),
            Ok(None) => puzzle.prove(self.format, budget),
            Err(what) => return Proved::lacking(Status::Invalid, Reason::of_puzzle(what, puzzle)),
        };
        match proved {
            Ok(proof) => {
                let is_unique = matches!(proof.claim, Claim::Unique(_));
                let status = if is_unique { Status::Unique } else { Status::None };
                Proved { status, proof: Some(proof), reason: None }
            }
            Err(unproved) => {
                let (status, place) = match &unproved {
                    Unproved::Rule { place, .. } => (Status::Invalid, *place),
                    Unproved::Solvable(_) => (Status::Multiple, puzzle.place(0)),
                    Unproved::Limit => (Status::Limit, puzzle.place(0)),
                    _ => (Status::Invalid, puzzle.place(0)),
                };
                Proved::lacking(status, Reason::new(unproved.to_string(), place))
            }
        }
    }
}

/// Reads a cell and a value.
fn candidate(text: &str, puzzle: &Puzzle) -> Result<(usize, u8), String> {
    let parts = text.split_once('=');
    let (name, symbol) =
        parts.ok_or_else(|| format!("--excluded is a cell and a value, as in r1c1=5, not {text:?}"))?;
    let cell = cell_named(name, puzzle)?;
    let value = puzzle.symbols().find(symbol.trim());
    Ok((cell, value.ok_or_else(|| format!("{symbol} is no value of the puzzle"))?))
}

/// A proof, or why there is none.
#[derive(Debug)]
pub struct Proved {
    /// Whether the puzzle has one solution or none.
    pub status: Status,
    /// The proof.
    pub proof: Option<PuzzleProof>,
    /// Why there is no proof.
    pub reason: Option<Reason>,
}

impl Proved {
    fn lacking(status: Status, reason: Reason) -> Proved {
        Proved { status, proof: None, reason: Some(reason) }
    }
}

/// Returns what is proved, in words.
pub fn claimed(claim: &Claim, puzzle: &Puzzle) -> String {
    match claim {
        Claim::Unique(_) => "unique".to_owned(),
        Claim::None => "none".to_owned(),
        Claim::Excluded { cell, value } => {
            format!("{} is not {}", puzzle.grid().name(*cell), puzzle.symbols().get(*value))
        }
    }
}

/// Returns the conclusion of a part of a proof in words.
pub fn concluded(part: &str) -> &'static str {
    match part {
        "solution" => "the solution is one",
        "others" => "there is no other solution",
        "excluded" => "there is no solution with this value",
        _ => "there is no solution",
    }
}
