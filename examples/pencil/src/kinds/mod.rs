//! The kinds, a file each.

use csp::constraints::{areas, clause, different_sum, regions, visible_count};
use csp::{Condition, Expression, Var, all_different, sum, table};

use crate::address::{Code::*, Part, Places::*};
use crate::answer::Answer;
use crate::board::{Direction, Grid};
use crate::clue::{Clue, Clues, Ship};
use crate::draft::Layer::*;
use crate::draft::{Place, Tile, halves, placements, rectangles, tetrominoes};
use crate::kind::Field::*;
use crate::kind::{Kind, Look, Rule, rule};
use crate::make::draw::{area, carved, pieces};
use crate::make::recipe::Tell::{Area, Asked};
use crate::make::recipe::{Layout, Make, Move, Tell};
use crate::puzzle::Puzzle;

/// Names the files and lists their kinds.
macro_rules! kinds {
    ($($file:ident)*) => {
        $(mod $file;)*

        /// All kinds.
        pub static KINDS: &[&Kind] = &[$(&$file::KIND),*];
    };
}

kinds! {
    aquarium battleship castle cave country creek dbchoco fillomino firefly gokigen hashikake heyawake hitori kakuro kurodoko kurotto lightup
    lits mashu mines nonogram norinori numlin nurikabe nurimaze nurimisaki ripple sashigane shakashaka shikaku
    simpleloop skyscrapers slither starbattle sudoku tapa tentaisho tents yajilin yinyang
}

const SOME: Rule = rule("some", "At least one cell is shaded.");
const LINE: Rule = rule("line", "At least one line is drawn.");
const GIVEN: Rule = rule("given", "The numbers that are given stay.");

/// Finds a kind by a name that stands in addresses.
pub fn find(name: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.id == name || kind.also.contains(&name))
}

/// Returns the kind whose name is most like a word, if one is.
pub fn nearest(word: &str) -> Option<&'static Kind> {
    let names = KINDS
        .iter()
        .copied()
        .flat_map(|kind| kind.also.iter().chain([&kind.id]).map(move |name| (kind, *name)));
    let near =
        names.map(|(kind, name)| (distance(word, name), kind)).min_by_key(|&(distance, _)| distance)?;
    (near.0 <= 1 + word.chars().count() / 4).then_some(near.1)
}

/// Returns what is said of a name that no kind has.
pub fn unknown(name: &str) -> String {
    let known = format!("no kind of puzzle is called {name:?} here");
    nearest(name).map_or(known.clone(), |kind| format!("{known} (the nearest is {})", kind.id))
}

/// Returns how many characters have to be changed, inserted or removed to make one word of another.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, &b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::KINDS;

    /// The library of Sudoku sends readers of other addresses here.
    #[test]
    fn sudoku_knows_the_names_of_all_kinds() {
        let reader = include_str!("../../../../sudoku/src/format/links/puzz_link.rs");
        let unknown = KINDS.iter().filter(|kind| !reader.contains(&format!("\"{}\"", kind.id)));
        assert_eq!(unknown.map(|kind| kind.id).collect::<Vec<_>>(), [""; 0]);
    }
}
