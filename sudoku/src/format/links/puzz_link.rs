//! Addresses of puzz.link and of players like it, `…?KIND/WIDTH/HEIGHT/BODY`, of the kinds in which every cell has a number.
//!
//! The example `pencil` reads the addresses of forty kinds. This library does not depend on an example, and the three codes
//! that its kinds have are a few lines.

use super::outline::{Outline, Place};
use super::url::Url;
use crate::format::reader::Reader;
use crate::grid::{LARGEST, Regions, Shape};
use crate::puzzle::Puzzle;
use crate::rules::{self, Clue, Param};
use crate::text::ParseError;

/// Parts of the names of hosts.
pub(super) const HOSTS: [&str; 4] = ["puzz.link", "pzv.jp", "pzprxs", "pzplus"];

/// The kinds that are read, each with its reader.
const KINDS: [(&str, Read); 4] =
    [("sudoku", sudoku), ("skyscrapers", skyscrapers), ("kropki", kropki), ("factors", factors)];

type Read = fn(&mut Body<'_>, Place) -> Result<Outline, ParseError>;

/// Kinds without numbers in all cells that the program `pencil` reads.
const OF_PENCIL: [&str; 38] = [
    "aquarium",
    "battleship",
    "castle",
    "cave",
    "country",
    "creek",
    "dbchoco",
    "fillomino",
    "firefly",
    "gokigen",
    "hashikake",
    "heyawake",
    "hitori",
    "kakuro",
    "kurodoko",
    "kurotto",
    "lightup",
    "lits",
    "mashu",
    "mines",
    "nonogram",
    "norinori",
    "numlin",
    "nurikabe",
    "nurimaze",
    "nurimisaki",
    "ripple",
    "sashigane",
    "shakashaka",
    "shikaku",
    "simpleloop",
    "slither",
    "starbattle",
    "tapa",
    "tentaisho",
    "tents",
    "yajilin",
    "yinyang",
];

/// Returns the address after the question mark, if the link is of one of the hosts.
pub(super) fn address<'a>(url: &Url<'a>) -> Option<&'a str> {
    let host = url.host();
    HOSTS.iter().any(|name| host.contains(name)).then(|| url.query()).filter(|query| query.contains('/'))
}

/// Whether an address is of a kind that is read.
pub(super) fn is_read(address: &str) -> bool {
    let kind = address.split('/').next().unwrap_or_default();
    KINDS.iter().any(|(name, _)| *name == kind)
}

/// Reads the puzzle of an address.
pub(super) fn read(reader: &mut Reader, address: &str, place: Place) -> Result<Puzzle, ParseError> {
    let fail = |what: String| ParseError::new(place.0, place.1, what);
    let (kind, rest) = address.split_once('/').unwrap_or((address, ""));
    let short: String = kind.chars().take(20).collect();
    let Some((_, read)) = KINDS.iter().find(|(name, _)| *name == kind) else {
        let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
        let error = fail(format!("{short:?} of puzz.link is not read here"));
        return Err(if OF_PENCIL.contains(&kind) {
            error.hint("the program pencil solves it")
        } else {
            error.hint(format!("kinds that are read here are {}", names.join(", ")))
        });
    };
    let mut parts = rest.splitn(3, '/');
    let mut side = || {
        let text = parts.next().unwrap_or_default();
        let side = text.parse().ok().filter(|side| (1..=LARGEST).contains(side));
        let short: String = text.chars().take(20).collect();
        side.ok_or_else(|| {
            fail(format!("{short:?} is no number of columns or rows up to {LARGEST}"))
                .hint(format!("…?{kind}/WIDTH/HEIGHT/…; variants of kinds are not read"))
        })
    };
    let (columns, rows) = (side()?, side()?);
    let text = parts.next().unwrap_or_default();
    let mut body = Body { text, rows, columns, place };
    let outline = read(&mut body, place)?;
    if !body.text.trim_start_matches('/').is_empty() {
        return Err(fail(format!("{short}: the address goes on after the last cell")));
    }
    Ok(outline.finish(reader))
}

/// What is left of an address.
struct Body<'a> {
    text: &'a str,
    rows: usize,
    columns: usize,
    place: Place,
}

impl Body<'_> {
    fn error(&self, what: impl Into<String>) -> ParseError {
        ParseError::new(self.place.0, self.place.1, what).hint("is the link complete?")
    }

    fn latin(&self) -> Shape {
        Shape { regions: Regions::None, ..Shape::rectangle(self.rows, self.columns) }
    }

    fn next(&mut self) -> Result<char, ParseError> {
        let next = self.text.chars().next();
        let next = next.ok_or_else(|| self.error("the address ends too early"))?;
        self.text = &self.text[next.len_utf8()..];
        Ok(next)
    }

    /// Reads a number of so many digits.
    fn digits(&mut self, count: usize) -> Result<u32, ParseError> {
        (0..count).try_fold(0, |number, _| {
            let next = self.next()?;
            let digit = next.to_digit(16).ok_or_else(|| self.error(format!("{next:?} is no digit here")))?;
            Ok(16 * number + digit)
        })
    }

    /// Reads a number for each place, or nothing: `g` to `z` are 1 to 20 places without one.
    fn numbers(&mut self, places: usize) -> Result<Vec<Option<u32>>, ParseError> {
        let mut numbers = Vec::with_capacity(places);
        while numbers.len() < places {
            let before = self.text;
            let number = match self.next()? {
                open @ 'g'..='z' => {
                    numbers.resize(numbers.len() + (open as usize - 'f' as usize), None);
                    continue;
                }
                '.' => None,
                '-' => Some(self.digits(2)?),
                '+' => Some(self.digits(3)?),
                '=' => Some(4096 + self.digits(3)?),
                '%' | '@' => Some(8192 + self.digits(3)?),
                '*' => Some(12_240 + self.digits(4)?),
                '$' => Some(77_776 + self.digits(5)?),
                _ => {
                    self.text = before;
                    Some(self.digits(1)?)
                }
            };
            numbers.push(number);
        }
        // The last sign may stand for more places than are left.
        numbers.truncate(places);
        Ok(numbers)
    }

    /// Reads digits of a base for each place, several in a character.
    fn packed(&mut self, places: usize, base: u32, each: usize) -> Result<Vec<u32>, ParseError> {
        let mut digits = Vec::with_capacity(places + each);
        while digits.len() < places {
            let next = self.next()?;
            let known = next.to_digit(36).filter(|&number| number < base.pow(each as u32));
            let number = known.ok_or_else(|| self.error(format!("{next:?} cannot stand here")))?;
            digits.extend((0..each as u32).rev().map(|place| number / base.pow(place) % base));
        }
        digits.truncate(places);
        Ok(digits)
    }

    /// The pairs of cells with a common side: side by side by rows, then one above the other.
    fn sides(&self) -> [Vec<[u16; 2]>; 2] {
        let cell = |row: usize, column: usize| (row * self.columns + column) as u16;
        let beside = |row| (1..self.columns).map(move |column| [cell(row, column - 1), cell(row, column)]);
        let below = |row| (0..self.columns).map(move |column| [cell(row - 1, column), cell(row, column)]);
        [(0..self.rows).flat_map(beside).collect(), (1..self.rows).flat_map(below).collect()]
    }

    /// Gives the numbers of the cells.
    fn givens(&mut self, outline: &mut Outline) -> Result<(), ParseError> {
        for (cell, number) in self.numbers(self.rows * self.columns)?.into_iter().enumerate() {
            if let Some(number) = number {
                let name = outline.grid().name(cell).to_string();
                outline.give(cell, number.into(), name)?;
            }
        }
        Ok(())
    }
}

fn clue(name: &str) -> Clue {
    Clue::new(rules::find(name).unwrap_or_else(|| panic!("there is a rule {name}")))
}

/// Boxes are squares, or three wide and two high.
fn sudoku(body: &mut Body<'_>, place: Place) -> Result<Outline, ParseError> {
    let side = body.rows;
    let root = side.isqrt();
    if side != body.columns || side != 6 && root * root != side {
        return Err(ParseError::new(
            place.0,
            place.1,
            format!("a sudoku of {side}x{} has no boxes", body.columns),
        ));
    }
    let mut outline = Outline::new(Shape::rectangle(side, side), place)?;
    body.givens(&mut outline)?;
    Ok(outline)
}

/// Numbers of towers above, below, left and right, and then those of cells.
fn skyscrapers(body: &mut Body<'_>, place: Place) -> Result<Outline, ParseError> {
    let (rows, columns) = (body.rows, body.columns);
    let mut outline = Outline::new(body.latin(), place)?;
    let column = |at: usize| (0..rows).map(|row| (row * columns + at) as u16).collect::<Vec<u16>>();
    let row = |at: usize| (0..columns).map(|column| (at * columns + column) as u16).collect::<Vec<u16>>();
    let lines = [
        (0..columns).map(column).collect::<Vec<_>>(),
        (0..columns).map(|at| column(at).into_iter().rev().collect()).collect(),
        (0..rows).map(row).collect(),
        (0..rows).map(|at| row(at).into_iter().rev().collect()).collect(),
    ]
    .concat();
    for (line, number) in lines.iter().zip(body.numbers(lines.len())?) {
        if let Some(number) = number {
            outline.clue(
                clue("skyscraper").number(number as i32).list(line.clone()),
                "a clue beside the grid",
            )?;
        }
    }
    if !body.text.is_empty() {
        body.givens(&mut outline)?;
    }
    Ok(outline)
}

/// White and black dots, all of which are given.
fn kropki(body: &mut Body<'_>, place: Place) -> Result<Outline, ParseError> {
    let mut outline = Outline::new(body.latin(), place)?;
    let pairs = body.sides().concat();
    for (pair, dot) in pairs.iter().zip(body.packed(pairs.len(), 3, 3)?) {
        if let Some(name) = [None, Some("white"), Some("black")][dot as usize] {
            outline.clue(clue(name).list(*pair), "a dot")?;
        }
    }
    let mut all = clue("all-given");
    all.params = vec![Param::Word("white".into()), Param::Word("black".into())];
    outline.clue(all, "kropki")?;
    Ok(outline)
}

/// Products of rooms.
fn factors(body: &mut Body<'_>, place: Place) -> Result<Outline, ParseError> {
    let mut outline = Outline::new(body.latin(), place)?;
    let mut room: Vec<usize> = (0..body.rows * body.columns).collect();
    for pairs in body.sides() {
        for (&[one, other], wall) in pairs.iter().zip(body.packed(pairs.len(), 2, 5)?) {
            let (one, other) = (room[usize::from(one)], room[usize::from(other)]);
            if wall == 0 && one != other {
                let (first, last) = (one.min(other), one.max(other));
                room.iter_mut().filter(|room| **room == last).for_each(|room| *room = first);
            }
        }
    }
    // A room has the number of its first cell.
    let firsts: Vec<usize> = (0..room.len()).filter(|&cell| room[cell] == cell).collect();
    for (first, number) in firsts.iter().zip(body.numbers(firsts.len())?) {
        let cells: Vec<u16> =
            (0..room.len()).filter(|&cell| room[cell] == *first).map(|cell| cell as u16).collect();
        if let Some(number) = number {
            let mut product = clue("math").list(cells);
            product.params = vec![Param::Word("x".into()), Param::Number(number as i32)];
            let name = outline.grid().name(*first).to_string();
            outline.clue(product, format!("the room of {name}"))?;
        }
    }
    Ok(outline)
}
