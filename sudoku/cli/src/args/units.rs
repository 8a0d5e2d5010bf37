//! Parsers for the values of options.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
pub(crate) use csp::units::{duration, memory, number, positive};
use sudoku::format::Format;
use sudoku::{CellNames, LARGEST, Regions, Symbols};
use sudoku_ask::Names;

/// Returns a parser of these names only, which has their help texts.
pub(crate) fn choice<T: Copy + Send + Sync + 'static>(
    names: &'static Names<T>,
) -> impl TypedValueParser<Value = T> {
    let words = names.iter().map(|&(name, help, _)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(words).map(|word| {
        let known = names.iter().find(|(known, ..)| *known == word);
        known.expect("the parser accepts these names only").2
    })
}

/// Parses a form of the names of cells, by the name of the first cell.
pub(crate) fn cell_names(text: &str) -> Result<CellNames, String> {
    let known = CellNames::ALL.map(CellNames::example).join(", ");
    CellNames::find(text).ok_or_else(|| format!("cells are named as one of {known}"))
}

/// Parses `1%` or `0.5%`; a bare number is percent. Returns the part of 1.
pub(crate) fn percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
    let number = number.filter(|number| number.is_finite() && *number > 0.0);
    number.map(|number| number / 100.0).ok_or_else(|| "write 1% or 0.5%".to_owned())
}

/// Parses `9` or `6x9` (rows x columns).
pub(crate) fn size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.trim().parse::<usize>().ok().filter(|side| (1..=LARGEST).contains(side));
    let sides = match text.split_once(['x', 'X']) {
        Some((rows, columns)) => side(rows).zip(side(columns)),
        None => side(text).map(|side| (side, side)),
    };
    sides.ok_or_else(|| format!("write 9, or 6x9 (rows x columns), each side from 1 to {LARGEST}"))
}

/// Parses `2x3` (height x width) or `none`.
pub(crate) fn boxes(text: &str) -> Result<Regions, String> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(Regions::None);
    }
    match size(text) {
        Ok((height, width)) if text.contains(['x', 'X']) => Ok(Regions::Boxes { height, width }),
        _ => Err("write 2x3 (height x width), or none".to_owned()),
    }
}

/// Minimum and maximum; `None` where there is no bound.
pub(crate) type Bounds = (Option<usize>, Option<usize>);

/// Parses `24`, `24..28`, `24..` or `..28`; both ends are included.
pub(crate) fn bounds(text: &str) -> Result<Bounds, String> {
    let wrong = || "write 24, 24..28, 24.. or ..28 (both ends included)".to_owned();
    let end = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| wrong()),
    };
    let bounds = match text.split_once("..") {
        Some((least, most)) => (end(least)?, end(most.strip_prefix('=').unwrap_or(most))?),
        None => (end(text)?, end(text)?),
    };
    if bounds == (None, None) { Err(wrong()) } else { Ok(bounds) }
}

/// Ascending numbers without repetitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List(pub Vec<usize>);

/// Maximum length of a list; a longer list is taken for a mistake.
const LONGEST_LIST: usize = 1000;

/// Parses `3`, `2..4` (both ends included), `8,16,32`, `4..8,16`.
pub(crate) fn list(text: &str) -> Result<List, String> {
    let wrong = || "write 3, 2..4 (both ends included), or 8,16,32".to_owned();
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let (Some(least), Some(most)) = bounds(part).map_err(|_| wrong())? else { return Err(wrong()) };
        if least > most || most - least >= LONGEST_LIST {
            return Err(wrong());
        }
        numbers.extend(least..=most);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(List(numbers))
}

/// Parses `ABCDEFGHI`, or words separated by blanks.
pub(crate) fn symbols(text: &str) -> Result<Symbols, String> {
    Symbols::parse(text).map_err(|error| error.to_string())
}

/// Parses the sign and the symbol of `--read-as`.
pub(crate) fn sign(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(sign, symbol)| !sign.is_empty() && !symbol.is_empty());
    match parts {
        Some((sign, symbol)) => Ok((sign.to_owned(), symbol.to_owned())),
        None => Err("a sign and its symbol are expected, as in l=1".into()),
    }
}

/// Parses the name of a format.
pub(crate) fn format(text: &str) -> Result<Format, String> {
    Format::find(text).ok_or_else(|| format!("formats are {}", formats()))
}

/// The names of all formats, for help and messages.
pub(crate) fn formats() -> String {
    Format::ALL.map(Format::name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_bounds() {
        assert_eq!(size("6x9"), Ok((6, 9)));
        assert_eq!(size("16"), Ok((16, 16)));
        assert!(size("0").is_err() && size("65").is_err() && size("9x").is_err());
        assert_eq!(boxes("2x3"), Ok(Regions::Boxes { height: 2, width: 3 }));
        assert!(boxes("6").is_err());
        assert_eq!(bounds("24"), Ok((Some(24), Some(24))));
        assert_eq!(bounds("24..28"), Ok((Some(24), Some(28))));
        assert_eq!((bounds("24.."), bounds("..28")), (Ok((Some(24), None)), Ok((None, Some(28)))));
        assert!(["", "..", "24-28", "many", "-1"].iter().all(|text| bounds(text).is_err()));
        assert_eq!(list("16,4..6,5"), Ok(List(vec![4, 5, 6, 16])));
        assert!(["", "4..", "..4", "6..4", "4,,5", "x", "0..99999"].iter().all(|text| list(text).is_err()));
        assert_eq!(format("SDK"), Ok(Format::Sdk));
    }
}
