//! Fleets of ships: each ship a box of cells in bits, or one letter for a usual fleet.

use super::{AddressError, Cursor};
use crate::clue::Ship;

/// The most ships of a fleet.
const MOST_SHIPS: usize = 1_000;
/// The shapes of four and of five cells.
const FOURS: &str = "14u/23bg/22u/23f/23eg";
const FIVES: &str = "337k/15v/24as/24bo/23fg/337i/23rg/334u/335s/33bk/24bk/337o";

/// Reads a fleet, after the slash before it.
pub fn read(from: &mut Cursor<'_>) -> Result<Vec<Ship>, AddressError> {
    let column = from.column();
    if from.skip('/') {
        let letter = from.next("the letter of a fleet")?;
        let what = || AddressError::new(column + 1, format!("no fleet is called {letter:?}"));
        return usual(letter).ok_or_else(what).map_err(|error| error.hint("c, d, e, p, t or z"));
    }
    let count = from.word().parse().ok().filter(|&count: &usize| count <= MOST_SHIPS);
    let count = count.ok_or_else(|| AddressError::new(column, "a number of ships is expected"))?;
    let ship = |_| {
        let column = from.column();
        let word = from.word();
        ship(word).ok_or_else(|| AddressError::new(column, format!("{word:?} is no ship")))
    };
    (0..count).map(ship).collect()
}

/// Writes a fleet, without the slash before it.
pub fn write(fleet: &[Ship]) -> String {
    let letter = "cdeptz".chars().find(|&letter| usual(letter).is_some_and(|usual| usual == fleet));
    let ships = || fleet.iter().map(|ship| format!("/{}", text(ship))).collect::<String>();
    letter.map_or_else(|| format!("{}{}", fleet.len(), ships()), |letter| format!("/{letter}"))
}

/// Returns a fleet that is called by a letter.
fn usual(letter: char) -> Option<Vec<Ship>> {
    Some(match letter {
        'c' => Ship::fleet(3),
        'd' => Ship::fleet(4),
        'e' => Ship::fleet(5),
        'p' => FIVES.split('/').filter_map(ship).collect(),
        't' => FOURS.split('/').filter_map(ship).collect(),
        'z' => Vec::new(),
        _ => return None,
    })
}

/// Reads the width, the height and the cells, five in a character.
fn ship(word: &str) -> Option<Ship> {
    let mut digits = word.chars().map(|sign| sign.to_digit(36));
    let [width, height] = [digits.next()??, digits.next()??].map(|side| side as usize);
    let mut cells = Vec::new();
    for bits in digits {
        let bits = bits.filter(|&bits| bits < 32)?;
        cells.extend((0..5).rev().map(|at| bits >> at & 1 == 1));
    }
    let beyond = cells.iter().skip(width * height).any(|&is_part| is_part);
    cells.resize(width * height, false);
    Some(Ship { width, cells }).filter(|ship| !beyond && ship.is_connected())
}

/// Writes a ship; blank cells at the end are left out.
fn text(ship: &Ship) -> String {
    let digit = |value: usize| char::from_digit(value as u32, 36).expect("a digit");
    let [width, height] = [ship.width, ship.cells.len() / ship.width].map(digit);
    let five =
        |cells: &[bool]| (0..5).fold(0, |bits, at| 2 * bits + usize::from(cells.get(at) == Some(&true)));
    let cells: String = ship.cells.chunks(5).map(|cells| digit(five(cells))).collect();
    format!("{width}{height}{}", cells.trim_end_matches('0'))
}
