//! Ids of Simon Tatham's Solo: `3x3:` and a description.
//!
//! ```text
//! id     = COLUMNS "x" ROWS flags ":" cells [ "," edges ] [ "," edges "," cells ]   boxes in a row, and in a column
//!        | SIDE "j" flags ":" …
//! flags  = "j" jigsaw, its pieces follow | "x" diagonals | "k" killer, cages and sums follow | others ignored
//! cells  = NUMBER | "a"-"z" a run of 1 to 26 open cells | "_" between numbers
//! edges  = "_" an edge | "a"-"y" 1 to 25 places without an edge, and an edge | "z" 26 places without an edge
//! ```
//!
//! Edges stand between neighbours: first those in a row, row by row, then those in a column, column by column. A sum
//! stands in the first cell of its cage.

use super::outline::{self, Outline, Place, region_symbol};
use crate::format::reader::Reader;
use crate::grid::{LARGEST, Regions, Shape};
use crate::puzzle::Puzzle;
use crate::rules::Clue;
use crate::text::ParseError;

/// Whether a line begins like an id.
pub(super) fn is_id(text: &str) -> bool {
    let Some((head, _)) = text.split_once(':') else { return false };
    Head::new(head).is_some()
}

/// The parameters before the colon.
#[derive(Debug)]
struct Head {
    /// Height and width of the boxes.
    boxes: (usize, usize),
    jigsaw: bool,
    diagonals: bool,
    killer: bool,
}

impl Head {
    fn new(text: &str) -> Option<Head> {
        let number = |text: &str| {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest) = text.split_at(digits);
            Some((
                number.parse::<usize>().ok().filter(|number| (1..=LARGEST).contains(number))?,
                rest.to_owned(),
            ))
        };
        let (height, rest) = number(text)?;
        let (width, flags) = match rest.strip_prefix('x') {
            Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => number(rest)?,
            _ => (1, rest),
        };
        let jigsaw = flags.contains('j');
        let is_head = flags.bytes().all(|byte| byte.is_ascii_alphanumeric()) && (width > 1 || jigsaw);
        let (diagonals, killer) = (flags.contains('x'), flags.contains('k'));
        is_head.then_some(Head { boxes: (height, width), jigsaw, diagonals, killer })
    }
}

/// Reads the puzzle of an id.
pub(super) fn read(reader: &mut Reader, text: &str, place: Place) -> Result<Puzzle, ParseError> {
    let (head, description) = text.split_once(':').unwrap_or((text, ""));
    let fail = |what: String| ParseError::new(place.0, place.1, what);
    let Some(head) = Head::new(head) else { return Err(fail("this is not an id of Solo".into())) };
    let (height, width) = head.boxes;
    let side = height * width;
    if side > LARGEST {
        return Err(fail(format!("a grid of {side}x{side}: sides are from 1 to {LARGEST}")));
    }
    let mut parts = description.split(',');
    let mut next = |what: &str| parts.next().ok_or_else(|| fail(format!("the id ends before its {what}")));
    let givens = next("cells")?;
    let regions = if head.jigsaw {
        let pieces = pieces(next("pieces")?, side).map_err(fail)?;
        if pieces.iter().any(|&piece| piece >= side) {
            return Err(fail(format!("the edges cut the grid into more than {side} pieces")));
        }
        let layout = pieces.iter().map(|&piece| Some(region_symbol(piece))).collect();
        outline::regions(layout, &Shape::rectangle(side, side))
    } else {
        Regions::Boxes { height, width }
    };
    let cages = if head.killer { Some((next("cages")?, next("sums")?)) } else { None };
    if parts.next().is_some() {
        return Err(fail("the id continues after its end".into()));
    }
    let mut outline = Outline::new(Shape { regions, ..Shape::rectangle(side, side) }, place)?;
    for (cell, number) in cells(givens, side * side).map_err(fail)? {
        let path = outline.grid().name(cell).to_string();
        outline.give(cell, number, path)?;
    }
    if head.diagonals {
        for name in ["diagonal-", "diagonal+"] {
            if let Some(kind) = outline.rule(name, "x") {
                outline.clue(Clue::new(kind), "x")?;
            }
        }
    }
    if let Some((edges, sums)) = cages {
        add_cages(&mut outline, edges, sums, side, &fail)?;
    }
    Ok(outline.finish(reader))
}

/// Adds the cages that edges cut the grid into, with sums in their first cells.
fn add_cages(
    outline: &mut Outline,
    edges: &str,
    sums: &str,
    side: usize,
    fail: &dyn Fn(String) -> ParseError,
) -> Result<(), ParseError> {
    let cage_of = pieces(edges, side).map_err(fail)?;
    let kind = crate::rules::find("killer").expect("there are cages");
    let mut cages: Vec<Clue> = Vec::new();
    for (cell, &cage) in (0..).zip(&cage_of) {
        match cages.get_mut(cage) {
            Some(known) => known.lists[0].push(cell),
            None => cages.push(Clue::new(kind).list([cell])),
        }
    }
    for (cell, sum) in cells(sums, side * side).map_err(fail)? {
        let cage = &mut cages[cage_of[cell]];
        if usize::from(cage.cells()[0]) != cell {
            let name = outline.grid().name(cell);
            return Err(fail(format!("the sum at {name} is not in the first cell of its cage")));
        }
        let sum = i32::try_from(sum).map_err(|_| fail(format!("{sum} is too large")))?;
        *cage = cage.clone().number(sum);
    }
    for cage in cages {
        let path = format!("cage of {}", outline.grid().name(cage.cells()[0].into()));
        outline.clue(cage, path)?;
    }
    Ok(())
}

/// Returns the numbers in cells, with the cells.
fn cells(text: &str, count: usize) -> Result<Vec<(usize, i64)>, String> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match c {
            'a'..='z' => at += c as usize - 'a' as usize + 1,
            '_' => {}
            '0'..='9' => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let number =
                    rest[..digits].parse().map_err(|_| format!("{} is too large", &rest[..digits]))?;
                found.push((at, number));
                at += 1;
                rest = &rest[digits - 1..];
            }
            _ => return Err(format!("{c:?} cannot be in an id")),
        }
        rest = &rest[c.len_utf8()..];
        if at > count {
            break;
        }
    }
    if at == count {
        Ok(found)
    } else {
        Err(format!("the id has {} cells than the grid's {count}", if at < count { "fewer" } else { "more" }))
    }
}

/// Returns the number of each cell's piece. Pieces are numbered in the order of their first cells.
fn pieces(text: &str, side: usize) -> Result<Vec<usize>, String> {
    let inner = side * side.saturating_sub(1);
    let mut edges = vec![false; 2 * inner];
    let mut at = 0;
    for c in text.chars() {
        let (gap, edge) = match c {
            '_' => (0, true),
            'a'..='y' => (c as usize - 'a' as usize + 1, true),
            'z' => (26, false),
            _ => return Err(format!("{c:?} cannot be between the pieces of an id")),
        };
        at += gap;
        if edge {
            // The last edge lies behind the end.
            if let Some(slot) = edges.get_mut(at) {
                *slot = true;
            }
            at += 1;
        }
        if at > 2 * inner + 1 {
            break;
        }
    }
    if at != 2 * inner + 1 {
        return Err(format!(
            "the edges of an id's pieces are for {} places, not {}",
            at.saturating_sub(1),
            2 * inner
        ));
    }
    let mut piece = vec![usize::MAX; side * side];
    let mut count = 0;
    for start in 0..side * side {
        if piece[start] != usize::MAX {
            continue;
        }
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if std::mem::replace(&mut piece[cell], count) != usize::MAX {
                continue;
            }
            let (row, column) = (cell / side, cell % side);
            // Edges to the right and the left, below and above.
            let right = row * (side - 1) + column;
            let below = inner + column * (side - 1) + row;
            let ways = [
                (column + 1 < side, right, cell + 1),
                (column > 0, right.wrapping_sub(1), cell.wrapping_sub(1)),
                (row + 1 < side, below, cell + side),
                (row > 0, below.wrapping_sub(1), cell.wrapping_sub(side)),
            ];
            let reached = ways.into_iter().filter(|&(is_cell, edge, _)| is_cell && !edges[edge]);
            open.extend(reached.map(|(_, _, next)| next).filter(|&next| piece[next] == usize::MAX));
        }
        count += 1;
    }
    Ok(piece)
}
