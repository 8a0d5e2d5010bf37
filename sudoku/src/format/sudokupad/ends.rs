//! Ends of sandwiches that the text of the rules names: `the sum of the digits between the 2 and the 8`.

use super::words::{Words, number_of};
use crate::grid::Grid;
use crate::rules::Clue;

/// Words that may stand before a number.
const BEFORE: [&str; 10] =
    ["the", "a", "an", "and", "digit", "digits", "number", "numbers", "value", "values"];

/// Gives sandwiches the ends that the rules name, if these are others than the usual. Rules that name several pairs, or
/// what is no value of the grid, are told as an error.
pub(super) fn name(clues: &mut [Clue], words: &Words, grid: &Grid) -> Result<(), String> {
    let is_open = |clue: &&mut Clue| clue.kind.name() == "sandwich" && clue.numbers().count() == 1;
    let mut open = clues.iter_mut().filter(is_open).peekable();
    if open.peek().is_none() {
        return Ok(());
    }
    let values = &grid.shape().values;
    let is_of_grid = |pair: &[i32; 2]| pair.iter().all(|number| values.contains(number));
    // Numbers that are no values bound sums, unless the sentence is about sandwiches.
    let ends =
        |sentence| pairs(sentence).filter(move |pair| sentence.contains("sandwich") || is_of_grid(pair));
    let mut pairs: Vec<[i32; 2]> =
        words.sentences().filter(|sentence| is_about_sums(sentence)).flat_map(ends).collect();
    pairs.sort_unstable();
    pairs.dedup();
    match pairs[..] {
        [] => Ok(()),
        [[one, other]] if [one, other] == [*values.start(), *values.end()] => Ok(()),
        [[one, other]] if one < other && is_of_grid(&[one, other]) => {
            open.for_each(|clue| *clue = clue.clone().number(one).number(other));
            Ok(())
        }
        _ => Err("the rules name ends of sandwiches that cannot be read".to_owned()),
    }
}

/// Whether a sentence is about sums of rows and columns.
fn is_about_sums(sentence: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
    has(&["sum", "add", "total"]) && has(&["sandwich", "outside", "row", "column"])
}

/// The pairs of numbers between which a sentence says that something stands, the smaller first.
fn pairs(sentence: &str) -> impl Iterator<Item = [i32; 2]> {
    sentence.match_indices("between ").filter_map(|(at, between)| {
        let rest = &sentence[at + between.len()..];
        let mut words = rest
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty() && !BEFORE.contains(word));
        let (one, other) = (number_of(words.next()?)?, number_of(words.next()?)?);
        Some([one.min(other), one.max(other)])
    })
}
