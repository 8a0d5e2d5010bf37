//! Killer puzzles in a line: SumoCue's, and `3x3:d:k:` with a number a cell.

use std::collections::BTreeMap;

use super::after;
use super::outline::{self, Outline, Place, region_symbol};
use crate::format::reader::Reader;
use crate::grid::{Regions, Shape};
use crate::puzzle::Puzzle;
use crate::rules::{self, Clue};
use crate::text::ParseError;

/// A cell of a puzzle of SumoCue.
struct Entry {
    /// Whether a cage begins (`=` and its sum); otherwise the cell belongs to the cage of another (`+` and that cell).
    begins: bool,
    number: usize,
    region: Option<usize>,
}

const SUMO_CUE: &str = "SumoCueV1";
const BOXES: &str = "3x3:";

/// Whether a line begins like one of these.
pub(super) fn is_line(text: &str) -> bool {
    after(text, SUMO_CUE).is_some() || numbers(text).is_some()
}

/// Returns the numbers after `3x3:[d]:k:`, and whether the rule of diagonals holds; `None` for other lines.
fn numbers(text: &str) -> Option<(bool, &str)> {
    let (flags, rest) = text.strip_prefix(BOXES)?.split_once(":k:")?;
    matches!(flags, "" | "d").then_some((flags == "d", rest))
}

/// Reads the puzzle of a line.
pub(super) fn read(reader: &mut Reader, text: &str, place: Place) -> Result<Puzzle, ParseError> {
    match (after(text, SUMO_CUE), numbers(text)) {
        (Some(rest), _) => sumo_cue(reader, rest, place),
        (None, Some((diagonals, rest))) => by_number(reader, diagonals, rest, place),
        (None, None) => Err(ParseError::new(place.0, place.1, "this is not a killer")),
    }
}

fn sumo_cue(reader: &mut Reader, text: &str, place: Place) -> Result<Puzzle, ParseError> {
    let fail = |what: String| ParseError::new(place.0, place.1, what);
    let (diagonals, text) = text.strip_prefix(['D', 'd']).map_or((false, text), |rest| (true, rest));
    let mut entries: Vec<Entry> = Vec::new();
    for piece in text.split_inclusive(['=', '+']).collect::<Vec<_>>().windows(2) {
        let text = piece[1].trim_end_matches(['=', '+']);
        let (number, region) =
            text.split_once(['J', 'j']).map_or((text, None), |(number, j)| (number, Some(j)));
        let parse = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number < 10_000);
        let region = region.map(|region| parse(region).filter(|&region| region < 9));
        let (Some(number), false) = (parse(number), region == Some(None)) else {
            let cell = entries.len() + 1;
            return Err(
                fail(format!("{text:?} for cell {cell} is not a sum and region")).hint("=15J0 or +3J0")
            );
        };
        entries.push(Entry { begins: piece[0].ends_with('='), number, region: region.flatten() });
        if entries.len() > 81 {
            break;
        }
    }
    if entries.len() != 81 {
        let count = if entries.len() > 81 { "more than 81".into() } else { entries.len().to_string() };
        return Err(fail(format!("SumoCue's killers have 81 cells, not {count}")));
    }
    let regions = if entries.iter().all(|entry| entry.region.is_some()) {
        let layout = entries.iter().map(|entry| entry.region.map(region_symbol)).collect();
        outline::regions(layout, &Shape::rectangle(9, 9))
    } else {
        Regions::Default
    };
    let mut cages: BTreeMap<usize, (usize, Vec<u16>)> = BTreeMap::new();
    for at in 0..81 {
        // A cell may name any other cell of its cage.
        let mut first = at;
        for _ in 0..81 {
            let entry = &entries[first];
            if entry.begins {
                break;
            }
            first = entry.number;
            if first >= 81 {
                return Err(fail(format!(
                    "cell {} belongs to cell {}, which does not exist",
                    at + 1,
                    first + 1
                )));
            }
        }
        if !entries[first].begins {
            return Err(fail(format!("cell {} belongs to no cage", at + 1)));
        }
        cages.entry(first).or_insert((entries[first].number, Vec::new())).1.push(at as u16);
    }
    let outline = Outline::new(Shape { regions, ..Shape::rectangle(9, 9) }, place)?;
    finish(reader, outline, diagonals, cages.into_values())
}

/// Reads a number a cell: 256 times the sum, plus the number of the cage.
fn by_number(reader: &mut Reader, diagonals: bool, text: &str, place: Place) -> Result<Puzzle, ParseError> {
    let fail = |what: String| ParseError::new(place.0, place.1, what);
    let mut cages: BTreeMap<usize, (usize, Vec<u16>)> = BTreeMap::new();
    let mut count = 0;
    for number in text.trim_end_matches(':').split(':') {
        let known = number.trim().parse::<usize>().ok().filter(|&number| number < 256 * 10_000);
        let Some(known) = known else {
            return Err(fail(format!("{number:?} for cell {} is not a number of a cage", count + 1)));
        };
        if known >= 256 && count < 81 {
            cages.entry(known).or_insert((known / 256, Vec::new())).1.push(count as u16);
        }
        count += 1;
    }
    if count != 81 {
        return Err(fail(format!("{count} numbers, but there are 81 cells")));
    }
    let outline = Outline::new(Shape::rectangle(9, 9), place)?;
    let mut cages: Vec<_> = cages.into_values().collect();
    cages.sort_by_key(|(_, cells)| cells[0]);
    finish(reader, outline, diagonals, cages.into_iter())
}

fn finish(
    reader: &mut Reader,
    mut outline: Outline,
    diagonals: bool,
    cages: impl Iterator<Item = (usize, Vec<u16>)>,
) -> Result<Puzzle, ParseError> {
    for name in ["diagonal-", "diagonal+"].into_iter().filter(|_| diagonals) {
        if let Some(kind) = outline.rule(name, "D") {
            outline.clue(Clue::new(kind), "D")?;
        }
    }
    let kind = rules::find("killer").expect("there are cages");
    for (sum, cells) in cages {
        let path = format!("cage of {}", outline.grid().name(cells[0].into()));
        let clue = Clue::new(kind).list(cells);
        outline.clue(if sum > 0 { clue.number(sum as i32) } else { clue }, path)?;
    }
    Ok(outline.finish(reader))
}
