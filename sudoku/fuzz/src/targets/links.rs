//! Documents of other tools, encoded as in their links: any content is read or refused.

use sudoku::format::Options;
use testkit::Bytes;

use super::parsers;
use crate::packing::{deflated, lz_string};

/// The first byte selects the encoding of the rest.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let way = bytes.below(6);
    let text = String::from_utf8_lossy(bytes.rest());
    let link = match way {
        0 => text.into_owned(),
        1 => format!("https://www.f-puzzles.com/?load={}", lz_string(&text)),
        2 => format!("https://sudokupad.app/scl{}", lz_string(&text)),
        3 => format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", deflated(&text)),
        4 => format!("m=solve&p={}", deflated(&text)),
        _ => format!("fpuzzles{}", lz_string(&text)),
    };
    parsers::check(link.as_bytes(), 1 << 12, &Options::default());
}
