//! Paper, borders and the number of puzzles on a page.

use sheet::files::Frame;
use sudoku::format::nearest;

use super::keys::{Keys, Value};
use crate::Refused;

/// The points of an inch and of a millimetre.
const INCH: f64 = 72.0;
const MILLIMETRE: f64 = INCH / 25.4;

/// Names of paper, with width and height in millimetres.
const PAPERS: &[(&str, f64, f64)] = &[
    ("a3", 297.0, 420.0),
    ("a4", 210.0, 297.0),
    ("a5", 148.0, 210.0),
    ("a6", 105.0, 148.0),
    ("b5", 176.0, 250.0),
    ("letter", 215.9, 279.4),
    ("legal", 215.9, 355.6),
    ("digest", 139.7, 215.9),
    ("trade", 152.4, 228.6),
];

/// Sides of paper, in points.
const LEAST: f64 = 40.0 * MILLIMETRE;
const MOST: f64 = 1200.0 * MILLIMETRE;
/// The least room between borders, and the most beyond the cut.
const ROOM: f64 = 24.0 * MILLIMETRE;
const MOST_BLEED: f64 = 30.0 * MILLIMETRE;

pub(super) const KEYS: &[&str] =
    &["paper", "inner", "outer", "top", "bottom", "bleed", "marks", "per-page", "large-print", "new-pages"];

/// The pages of a book.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    pub frame: Frame,
    /// The number of puzzles side by side, and one below the other.
    pub grid: (usize, usize),
    /// Whether sections begin new pages.
    pub new_pages: bool,
}

impl Page {
    /// Reads the table; what is not there is as usual.
    pub fn read(keys: Option<&Keys<'_>>) -> Result<Page, Refused> {
        let get = |key: &str| keys.and_then(|keys| keys.get(key));
        let flag = |key: &str| keys.map_or(Ok(false), |keys| keys.flag(key, false));
        let paper =
            get("paper").map_or(Ok([210.0 * MILLIMETRE, 297.0 * MILLIMETRE]), |value| paper(&value))?;
        // Of small paper, usual borders take a part.
        let border = |key: &str, usual: f64, side: f64, part: f64| {
            get(key).map_or(Ok((usual * MILLIMETRE).min(side * part)), |value| length(&value))
        };
        let bleed = get("bleed").map_or(Ok(0.0), |value| {
            let length = length(&value)?;
            let is_fine = length <= MOST_BLEED;
            if is_fine { Ok(length) } else { Err(value.wrong("is at most 30mm")) }
        })?;
        let is_large = flag("large-print")?;
        let frame = Frame {
            paper,
            inner: border("inner", 18.0, paper[0], 0.2)?,
            outer: border("outer", 12.0, paper[0], 0.15)?,
            top: border("top", 13.0, paper[1], 0.125)?,
            bottom: border("bottom", 15.0, paper[1], 0.15)?,
            bleed,
            has_marks: flag("marks")?,
            letters: if is_large { 1.5 } else { 1.0 },
        };
        for (side, keys, what) in [(0, ["inner", "outer"], "width"), (1, ["top", "bottom"], "height")] {
            let left = frame.room()[side];
            let given = keys.iter().find_map(|key| get(key));
            if let Some(value) = given.filter(|_| left < ROOM) {
                let [left, whole] = [left.max(0.0), paper[side]].map(|side| side / MILLIMETRE);
                return Err(value.wrong(&format!(
                    "leaves {left:.0}mm of the {what} of {whole:.0}mm between the borders: at least 24mm"
                )));
            }
        }
        let is_small = paper[0] < 170.0 * MILLIMETRE;
        let usual = if is_large {
            1
        } else if is_small {
            2
        } else {
            4
        };
        let grid = get("per-page")
            .map_or(Ok(arranged(usual, paper).unwrap_or((1, 1))), |value| grid(&value, paper))?;
        Ok(Page { frame, grid, new_pages: flag("new-pages")? })
    }
}

/// So many puzzles on a page, more of them along the longer side; none if they would stand in a thin row.
fn arranged(count: usize, [width, height]: [f64; 2]) -> Option<(usize, usize)> {
    const THINNEST: usize = 4;
    let short = (1..=count.isqrt()).rev().find(|side| count.is_multiple_of(*side))?;
    let long = count / short;
    (long <= THINNEST * short).then_some(if width > height { (long, short) } else { (short, long) })
}

/// Reads the number of puzzles of a page: `6`, or `2x3` for two across and three down.
pub(super) fn grid(value: &Value<'_>, paper: [f64; 2]) -> Result<(usize, usize), Refused> {
    const ACROSS: usize = 12;
    let wrong =
        || value.wrong("is a number of puzzles from 1 to 48, or \"2x3\" for two across and three down");
    match value.number_or_words()? {
        Ok(count @ 1..=48) => arranged(count, paper).ok_or_else(|| {
            value.wrong(&format!(
                "is {count} in one thin row; say how they stand, as in \"2x3\", or another number"
            ))
        }),
        Ok(_) => Err(wrong()),
        Err(text) => {
            let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=ACROSS).contains(side));
            let sides = text.split_once(['x', '×']);
            sides.and_then(|(across, down)| Some((side(across)?, side(down)?))).ok_or_else(wrong)
        }
    }
}

/// Splits `18mm` into the number and points for its unit.
fn measure(text: &str) -> Option<(f64, f64)> {
    const UNITS: [(&str, f64); 4] =
        [("mm", MILLIMETRE), ("cm", 10.0 * MILLIMETRE), ("in", INCH), ("pt", 1.0)];
    let (unit, points) = UNITS.into_iter().find(|(unit, _)| text.ends_with(unit))?;
    let number = text[..text.len() - unit.len()].trim();
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    Some((number.parse().ok().filter(|_| is_plain)?, points))
}

/// Reads a length.
fn length(value: &Value<'_>) -> Result<f64, Refused> {
    let text = value.words()?;
    let (number, points) = measure(text.trim())
        .ok_or_else(|| value.wrong(&format!("cannot be {text:?}: write 18mm, 1.8cm, 0.7in or 51pt")))?;
    Ok(number * points)
}

/// Reads a size of paper: a name, or `148x210mm`.
fn paper(value: &Value<'_>) -> Result<[f64; 2], Refused> {
    let text = value.words()?;
    let lower = text.trim().to_lowercase();
    let (name, is_wide) = match lower.strip_suffix(" landscape") {
        Some(name) => (name, true),
        None => (lower.as_str(), false),
    };
    if let Some((_, width, height)) = PAPERS.iter().find(|(known, ..)| *known == name) {
        let sides = [width * MILLIMETRE, height * MILLIMETRE];
        return Ok(if is_wide { [sides[1], sides[0]] } else { sides });
    }
    let sides = lower.split_once(['x', '×']).and_then(|(width, height)| {
        let (high, points) = measure(height)?;
        let wide = measure(width.trim()).map_or_else(
            || width.trim().parse().ok().map(|wide: f64| wide * points),
            |(wide, points)| Some(wide * points),
        );
        Some([wide?, high * points])
    });
    let names = || PAPERS.iter().map(|(name, ..)| *name);
    match sides {
        Some(sides) if sides.iter().all(|side| (LEAST..=MOST).contains(side)) => Ok(sides),
        Some(_) => {
            Err(value.wrong(&format!("of {text} is too small or too large: each side is 40mm to 1200mm")))
        }
        None => {
            let hint = match nearest(name, names()) {
                Some(meant) => format!("did you mean {meant}?"),
                None => {
                    format!("known are {}, and sizes as 148x210mm", names().collect::<Vec<_>>().join(", "))
                }
            };
            Err(value.wrong(&format!("cannot be {text:?} ({hint})")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::Text;
    use super::*;

    fn read(text: &str) -> Result<Page, String> {
        let text = Text { name: "b", text };
        let read = || {
            let table = text.parsed()?;
            let layer = (&text, table.get_ref(), table.span());
            Page::read(Some(&Keys::of("page", vec![layer], KEYS)?))
        };
        read().map_err(|Refused(what)| what)
    }

    #[test]
    fn sizes_are_read() {
        let page = read("paper = \"6x9in\"\ninner = \"0.5in\"\nper-page = 2").unwrap();
        assert_eq!((page.frame.paper, page.frame.inner, page.grid), ([432.0, 648.0], 36.0, (1, 2)));
        let page = read("paper = \"a4 landscape\"\nper-page = 6").unwrap();
        assert!(page.frame.paper[0] > page.frame.paper[1]);
        assert_eq!(page.grid, (3, 2));
        let grids: Vec<(usize, usize)> =
            [1, 2, 4, 6, 12].iter().map(|count| read(&format!("per-page = {count}")).unwrap().grid).collect();
        assert_eq!(grids, [(1, 1), (1, 2), (2, 2), (2, 3), (3, 4)]);
        assert_eq!(read("per-page = \"3x1\"").unwrap().grid, (3, 1));
        assert!(read("per-page = 7").unwrap_err().contains("one thin row; say how they stand"));
        let small = read("paper = \"40x40mm\"").unwrap().frame.room();
        assert!(small.iter().all(|side| *side >= ROOM), "{small:?}");
        let large = read("large-print = true").unwrap();
        assert_eq!((large.grid, large.frame.letters), ((1, 1), 1.5));
    }

    #[test]
    fn wrong_sizes_say_what_to_write() {
        for (text, what) in [
            ("paper = \"a44\"", "b:1:9: page.paper cannot be \"a44\" (did you mean a4?)"),
            (
                "paper = \"1x2mm\"",
                "b:1:9: page.paper of 1x2mm is too small or too large: each side is 40mm to 1200mm",
            ),
            ("inner = \"18\"", "b:1:9: page.inner cannot be \"18\": write 18mm, 1.8cm, 0.7in or 51pt"),
            ("inner = \"-1mm\"", "b:1:9: page.inner cannot be \"-1mm\": write 18mm, 1.8cm, 0.7in or 51pt"),
            (
                "inner = \"18cm\"",
                "b:1:9: page.inner leaves 18mm of the width of 210mm between the borders: at least 24mm",
            ),
            (
                "paper = \"1200x40mm\"\ntop = \"300mm\"",
                "b:2:7: page.top leaves 0mm of the height of 40mm between the borders: at least 24mm",
            ),
            ("bleed = \"31mm\"", "b:1:9: page.bleed is at most 30mm"),
            (
                "per-page = 0",
                "b:1:12: page.per-page is a number of puzzles from 1 to 48, or \"2x3\" for two across and three down",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), what);
        }
    }
}
