//! Links within a line of text, as in Markdown, HTML and e-mail.

use std::ops::Range;

use super::payload;
use super::url::Url;

const BEGINS: [&str; 2] = ["https://", "http://"];

/// Returns the byte ranges of the links with a puzzle in a text.
pub(in crate::format) fn links_inside(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[from..];
            let start = from + BEGINS.iter().filter_map(|begin| rest.find(begin)).min()?;
            let ends = |c: char| c.is_whitespace() || "()<>[]\"'`\\".contains(c);
            let length = text[start..].find(ends).unwrap_or(text.len() - start);
            let link = text[start..start + length].trim_end_matches(['.', ',', ';', ':', '!', '?']);
            from = start + length;
            if carries_puzzle(link) {
                return Some(start..start + link.len());
            }
        }
    })
}

/// Whether a link has data, and not only the name of a puzzle that is stored elsewhere.
fn carries_puzzle(link: &str) -> bool {
    let url = Url::new(link);
    let has_data = ["load", "bd", "q"].iter().any(|key| url.value(key).is_some())
        || url.value("p").is_some() && url.value("m").is_some();
    has_data || url.paths().chain(url.value("puzzleid")).any(|name| payload(&name).is_some())
}
