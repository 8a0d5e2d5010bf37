//! Links, ids and documents of other tools, recognised by their beginnings.
//!
//! A line with a link or an id holds one puzzle. Documents (JSON of f-puzzles and SudokuPad, XML of
//! OpenSudoku) may have several lines and several puzzles, which a [`DocumentScanner`] finds.

pub(super) mod base64;
pub(super) mod comments;
mod constraints;
mod hodoku;
mod inside;
pub(super) mod json;
mod killers;
pub(super) mod lz;
mod open_sudoku;
pub(super) mod outline;
mod packed;
mod penpa;
mod puzz_link;
mod scanner;
mod sudoku_wiki;
mod tatham;
mod url;

use super::definition::{Definition, Layout, Write};
use super::reader::Reader;
use super::{ParseError, fpuzzles, sudokupad};
use crate::puzzle::Puzzle;
use outline::Place;
use url::Url;

pub(super) use inside::links_inside;
pub(super) use scanner::{DocumentScanner, Found};

pub(super) const LINK: Definition = Definition {
    name: "link",
    also: &[],
    help: "a link a line (f-puzzles; SudokuPad, Penpa, puzz.link and others are read)",
    record: "a link or id of another tool",
    layout: Layout::Links,
    begins: |_| false,
    read: |reader, piece| read_line(reader, piece.utf8()?, piece.line),
    header: "",
    write: Write::More(|puzzle, _, to| fpuzzles::link(puzzle, to)),
};

/// Documents: those of f-puzzles are written, those of other tools are read as well.
pub(super) const FPUZZLES: Definition = Definition {
    name: "fpuzzles",
    also: &["f-puzzles"],
    help: "documents with rules (f-puzzles)",
    record: "a document of another tool",
    layout: Layout::Documents,
    begins: |_| false,
    read: |reader, piece| read_document(reader, piece.utf8()?, piece.line),
    header: "",
    write: Write::More(|puzzle, _, to| fpuzzles::write(puzzle, to)),
};

/// The largest document in bytes.
const LARGEST_DOCUMENT: usize = 4 << 20;

/// What begins with a line of another tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begin {
    /// A link or an id: the line is a puzzle.
    Link,
    /// A document, perhaps of several lines.
    Document,
}

/// Beginnings of links and ids.
const LINKS: [&str; 16] = [
    "http://",
    "https://",
    "www.",
    "f-puzzles.com",
    "sudokupad.app",
    "swaroopg92.github.io",
    "puzz.link/p?",
    "pzv.jp/p",
    "pzprxs.vercel.app",
    "pzplus.tck.mn",
    "sumocuev1",
    "?load=",
    "?bd=",
    "m=edit&p=",
    "m=solve&p=",
    "#m=edit&p=",
];

/// The beginning of compressed documents: a compressed opening brace.
const PACKED: &str = "N4";

/// Returns whether a line is a link or id, or begins a document; `None` for an ordinary line. An ordinary
/// line costs little more than a look at its first byte.
#[inline]
pub(super) fn begin(line: &[u8]) -> Option<Begin> {
    let may_be = match line.first()? {
        b'0'..=b'9' => [1, 2].iter().any(|&at| matches!(line.get(at), Some(b'x' | b'j'))),
        b'.' => matches!(line.get(1), Some(b'~' | b'A'..=b'Z')),
        b'{' | b'[' | b'<' | b':' | b'?' | b'#' | b' ' | b'\t' => true,
        b'h' | b'H' | b'w' | b'W' | b'f' | b'F' | b's' | b'S' | b'm' | b'c' | b'N' | b'p' => true,
        _ => false,
    };
    if may_be { line_begin(line) } else { None }
}

fn line_begin(line: &[u8]) -> Option<Begin> {
    let line = line.trim_ascii();
    let (&first, rest) = line.split_first()?;
    let next = rest.trim_ascii_start().first();
    let is_document = match first {
        b'{' => matches!(next, None | Some(b'"' | b'}')),
        b'[' => matches!(next, None | Some(b'{' | b'"' | b'[' | b']')),
        b'<' => matches!(next, Some(b'?' | b'!' | b'o' | b'g')),
        _ => false,
    };
    if is_document {
        return Some(Begin::Document);
    }
    let text = std::str::from_utf8(line).ok()?;
    let is_link = match first {
        b'0'..=b'9' => tatham::is_id(text) || killers::is_line(text),
        b':' => hodoku::is_line(text),
        b'.' => constraints::is_string(text),
        _ => LINKS.iter().any(|link| starts_with(text, link)) || payload(text).is_some(),
    };
    is_link.then_some(Begin::Link)
}

/// Returns the rest of a text after a beginning, in upper or lower case; `None` if the text begins otherwise.
fn after<'a>(text: &'a str, begin: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(begin.len())?;
    head.eq_ignore_ascii_case(begin).then_some(rest)
}

fn starts_with(text: &str, begin: &str) -> bool {
    after(text, begin).is_some()
}

/// A compressed document, by its tool.
enum Payload<'a> {
    FPuzzles(&'a str),
    SudokuPad(&'a str),
}

/// Returns a compressed document. A prefix names the document's tool; without a prefix it is a document of
/// f-puzzles.
fn payload(text: &str) -> Option<Payload<'_>> {
    let is_packed = |text: &str| {
        let digits = text.bytes().all(|byte| base64::value(byte).is_some() || base64::is_filling(byte));
        text.starts_with(PACKED) && text.len() > 20 && digits
    };
    let packed = |name: &str| text.strip_prefix(name).filter(|rest| is_packed(rest));
    let pad = ["scl", "ctc"].into_iter().find_map(packed).map(Payload::SudokuPad);
    pad.or_else(|| ["fpuzzles", "fpuz", ""].into_iter().find_map(packed).map(Payload::FPuzzles))
}

/// Reads the puzzle of a link or an id. If the text begins with something else, the last link in it is read.
fn read_line(reader: &mut Reader, text: &str, line: u64) -> Result<Puzzle, ParseError> {
    let begins_with_it = line_begin(text.as_bytes()).is_some();
    let inside = if begins_with_it { None } else { links_inside(text).last() };
    let start = inside.map_or(text.len() - text.trim_start().len(), |link| link.start);
    let trimmed = text[start..].trim_end();
    let place = (line, text[..start].chars().count() as u32 + 1);
    // Lines of HoDoKu may have blanks.
    if trimmed.starts_with(':') {
        return hodoku::read(reader, trimmed, place);
    }
    let word = trimmed.split_whitespace().next().unwrap_or_default();
    if killers::is_line(word) {
        return killers::read(reader, word, place);
    }
    if tatham::is_id(word) {
        return tatham::read(reader, word, place);
    }
    if let Some(payload) = payload(word) {
        return unpack(reader, payload, place);
    }
    if constraints::is_string(trimmed) {
        return constraints::read(reader, trimmed, place);
    }
    let url = Url::new(word);
    if let Some(text) = url.value("q").filter(|text| constraints::is_string(text)) {
        return constraints::read(reader, &text, place);
    }
    if let Some(data) = url.value("load") {
        return unpack(reader, Payload::FPuzzles(&data), place);
    }
    if let Some(address) = puzz_link::address(&url) {
        return puzz_link::read(reader, address, place);
    }
    if let Some(board) = url.value("bd") {
        return sudoku_wiki::read(reader, &board, place);
    }
    if let Some(data) = url.value("p").filter(|_| url.value("m").is_some()) {
        return penpa::read(reader, &data, place);
    }
    let names = url.paths().chain(url.value("puzzleid"));
    for name in names {
        if let Some(payload) = payload(&name) {
            return unpack(reader, payload, place);
        }
    }
    Err(without_puzzle(&url, place))
}

/// Returns the error for a link that carries no puzzle, or for no link at all.
fn without_puzzle(url: &Url<'_>, place: Place) -> ParseError {
    let fail = |what: &str, hint: &str| ParseError::new(place.0, place.1, what).hint(hint);
    let known = ["f-puzzles", "sudokupad", "crackingthecryptic", "tinyurl"];
    match known.into_iter().chain(puzz_link::HOSTS).find(|name| url.host().contains(name)) {
        Some(name) if puzz_link::HOSTS.contains(&name) => {
            fail("this link of puzz.link carries no puzzle", "those that do are …?KIND/WIDTH/HEIGHT/…")
        }
        Some(_) => fail(
            "this link only names a puzzle that is stored elsewhere, which would need the network",
            "open it, and export or share it as a link that carries the puzzle (?load=…, /scl…)",
        ),
        None => fail(
            "neither a link nor an id that carries a puzzle",
            "known are links of f-puzzles, SudokuPad, Penpa, puzz.link, SudokuWiki and Interactive-Sudoku-Solver, and ids of Simon \
            Tatham's Solo",
        ),
    }
}

/// Decompresses a document of f-puzzles. `data` is a link's data, without the address.
pub fn unpacked(data: &str) -> Result<String, ParseError> {
    lz::decompress(data, LARGEST_DOCUMENT).map_err(|what| ParseError::new(1, 1, what))
}

fn unpack(reader: &mut Reader, payload: Payload<'_>, place: Place) -> Result<Puzzle, ParseError> {
    let fail = |what: String| ParseError::new(place.0, place.1, what).hint("is the link complete?");
    match payload {
        Payload::FPuzzles(data) => {
            let text = lz::decompress(data, LARGEST_DOCUMENT).map_err(fail)?;
            fpuzzles::read(reader, &json::parse(&text, place).map_err(|error| fail(error.what))?, place)
        }
        Payload::SudokuPad(data) => {
            let text = lz::decompress(data, LARGEST_DOCUMENT).map_err(fail)?;
            sudokupad::read(reader, &packed::parse(&text).map_err(fail)?, place)
        }
    }
}

/// Reads the puzzle of a document.
fn read_document(reader: &mut Reader, text: &str, line: u64) -> Result<Puzzle, ParseError> {
    let place = (line, 1);
    if text.starts_with('<') {
        return open_sudoku::read(reader, text, place);
    }
    let document = json::parse(text, place)?;
    if let Some(link) = document.as_str() {
        return read_line(reader, link, line);
    }
    let is_pad = document.get("cells").is_some() && document.get("grid").is_none();
    if is_pad {
        return sudokupad::read(reader, &document, place);
    }
    if document.get("grid").is_none() {
        let error = ParseError::new(line, 1, "a document without a puzzle");
        return Err(error.hint("f-puzzles' have a grid, SudokuPad's have cells"));
    }
    fpuzzles::read(reader, &document, place)
}
