//! The rules of puzzle variants. Each rule is a [`Kind`] in a file of its own, registered by one line in [`KINDS`].
//!
//! A [`Clue`] is an instance of a rule in a puzzle: a kind, parameters (the words before the colon), and lists of
//! cells. A clue is plain data. Its kind checks it ([`Kind::fault`]), evaluates it on a filled grid
//! ([`Kind::holds`]), declares its constraints ([`Kind::declare`], to a [`Draft`]), draws it ([`Kind::marks`]), and has
//! words for it: for players ([`Kind::sentence`]) and in steps ([`Kind::says`]). Parsers, writers, help, pictures, steps
//! and the generator name no single rule: they use the fields of its kind.
//!
//! The predicate (`holds`) and the model (`declare`) state the same meaning twice, on purpose: tests compare the two
//! on all fillings of small grids, and every solution can be checked without the engine.
//!
//! # Define a rule
//!
//! The rules `require` and `each` take formulas, and cover many constraints that have no rule of their own. For all
//! others, write a [`Kind`] with a name that no other kind has:
//!
//! ```
//! use sudoku::rules::{Clue, Group, Kind, ListSyntax};
//! use sudoku::{Grid, Puzzle, Solver};
//!
//! /// Up and down: no three neighbours on the line are ascending or descending.
//! static ZIGZAG: Kind = Kind::new("zigzag")
//!     .with_group(Group::Lines)
//!     .with_usage("zigzag: CELLS, …")
//!     .with_help("Along the line numbers rise and fall in turns.")
//!     .with_example("zigzag: r1c1-r1c9")
//!     .with_lists(ListSyntax::Each(3, usize::MAX))
//!     .with_holds(|clue, _, numbers| {
//!         let line: Vec<i32> = clue.cells().iter().map(|&cell| numbers[usize::from(cell)]).collect();
//!         line.windows(3).all(|three| (three[0] < three[1]) != (three[1] < three[2]))
//!             && line.windows(2).all(|two| two[0] != two[1])
//!     })
//!     .with_declare(|clue, draft| {
//!         // The state: whether the last step rose, and the last number.
//!         let step = |&(rose, last): &(Option<bool>, Option<i32>), number: i32| match last {
//!             None => Some((None, Some(number))),
//!             Some(last) if last != number && rose != Some(last < number) => {
//!                 Some((Some(last < number), Some(number)))
//!             }
//!             Some(_) => None,
//!         };
//!         draft.word(clue.cells(), (None, None), step, |_| true);
//!     });
//!
//! let grid = Grid::square(4)?;
//! let clue = Clue::new(&ZIGZAG).list([0, 1, 2, 3]);
//! let mut puzzle = Puzzle::open(grid);
//! puzzle.set_clues(vec![clue]).expect("cells and numbers that this grid has");
//!
//! // 10 of the 24 permutations of four numbers alternate.
//! let (count, _) = Solver::default().count(&puzzle, 1000, || {});
//! assert_eq!(count, sudoku::Count::Exactly(288 / 24 * 10));
//! # Ok::<(), sudoku::GridError>(())
//! ```
//!
//! In this crate the rule would be a file in one of the folders of `kinds` and a line in [`KINDS`]. Then puzzle texts
//! can use it, and `sudoku rules` lists it.

use std::hash::Hasher;
use std::sync::LazyLock;

mod clue;
mod clue_text;
mod common;
mod declare;
mod different;
mod draft;
mod drawing;
mod facts;
mod form;
mod foundation;
pub mod fpuzzles;
mod kind;
pub(crate) mod kinds;
pub(crate) mod mark;
mod meaning;
mod meant;
mod mixer;
mod origin;
mod pattern;
pub(crate) mod random;
mod scene;
mod sets;
#[cfg(test)]
pub(crate) mod tests;
mod text;
mod word;

pub(crate) use clue::FormulaUse;
pub use clue::{At, Clue, Detail, Fault, Param, RuleFormula, Severity};
pub use draft::Draft;
pub(crate) use drawing::Drawing;
pub(crate) use foundation::Foundation;
pub use kind::{Group, Kind, ListSyntax, ParamSyntax};
pub use kinds::KINDS;
pub use mark::{LineEnd, Mark, Outline, Paint, Weight};
pub use meant::meant;
use mixer::Mixer;
pub(crate) use origin::Origin;
pub(crate) use random::Random;
pub use scene::Scene;
pub use text::Text;

/// Returns the kind with a name. Case, blanks, `-` and `_` do not matter, except for a final sign as in `diagonal-`.
pub fn find(name: &str) -> Option<&'static Kind> {
    /// All names with their hashes, sorted by hash. A hash map would take longer to build than most texts to parse.
    static KNOWN: LazyLock<Vec<(u64, &str, &Kind)>> = LazyLock::new(|| {
        let mut known = Vec::with_capacity(2 * KINDS.len());
        for kind in KINDS {
            known.extend(kind.names().map(|name| (with_plain(name, hash), name, kind)));
        }
        known.sort_unstable_by_key(|&(hash, ..)| hash);
        known
    });
    with_plain(name, |wanted| {
        let hash = hash(wanted);
        let begin = KNOWN.partition_point(|&(known, ..)| known < hash);
        let mut alike = KNOWN[begin..].iter().take_while(|&&(known, ..)| known == hash);
        let is_wanted = |known: &str| known == wanted || with_plain(known, |known| known == wanted);
        alike.find(|(_, known, _)| is_wanted(known)).map(|&(.., kind)| kind)
    })
}

fn hash(plain: &str) -> u64 {
    let mut hash = Mixer::default();
    hash.write(plain.as_bytes());
    hash.finish()
}

/// Calls a function with the normal form of a name ([`plain`]), mostly without an allocation.
fn with_plain<T>(name: &str, then: impl FnOnce(&str) -> T) -> T {
    let mut letters = [0; 32];
    match plain_in(name, &mut letters) {
        Some(plain) => then(plain),
        None => then(&plain(name)),
    }
}

/// Writes the normal form of a name ([`plain`]) to a buffer, if the name is ASCII and short. This is the fast path: a
/// text may have thousands of lines to look up.
fn plain_in<'a>(name: &str, letters: &'a mut [u8]) -> Option<&'a str> {
    let mut count = 0;
    for byte in name.bytes().filter(|byte| !matches!(byte, b' ' | b'\t'..=b'\r' | b'-' | b'_')) {
        // One byte is left for a sign.
        if !byte.is_ascii() || count + 1 == letters.len() {
            return None;
        }
        letters[count] = byte.to_ascii_lowercase();
        count += 1;
    }
    if is_signed(name) {
        letters[count] = b'-';
        count += 1;
    }
    std::str::from_utf8(&letters[..count]).ok()
}

/// Whether a name ends in a minus sign that is part of the name.
fn is_signed(name: &str) -> bool {
    let name = name.trim();
    name.len() > 1 && name.ends_with('-') && !name.starts_with('-')
}

/// A name as it is compared: `diagonal+` and `diagonal-` keep their sign.
pub(crate) fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_'));
    let mut short = String::with_capacity(name.len());
    if name.is_ascii() {
        short.extend(letters.map(|c| c.to_ascii_lowercase()));
    } else {
        short.extend(letters.flat_map(char::to_lowercase));
    }
    if is_signed(name) {
        short.push('-');
    }
    short
}
