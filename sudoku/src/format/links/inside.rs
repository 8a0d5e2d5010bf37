//! Links within a line of text, as in Markdown, HTML and e-mail.

use std::ops::Range;

use super::url::Url;
use super::{payload, puzz_link};

const BEGINS: [&str; 2] = ["https://", "http://"];

/// Returns the byte ranges of the links with a puzzle in a text.
pub(in crate::format) fn links_inside(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let is_link = |at: &usize| BEGINS.iter().any(|begin| text[*at..].starts_with(begin));
            let start = text[from..].match_indices("http").map(|(at, _)| from + at).find(is_link)?;
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
    let is_of_puzz_link = || puzz_link::address(&url).is_some_and(puzz_link::is_read);
    has_data
        || is_of_puzz_link()
        || url.paths().chain(url.value("puzzleid")).any(|name| payload(&name).is_some())
}

#[cfg(test)]
mod tests {
    use super::links_inside;

    #[test]
    fn links_are_found_in_a_line() {
        let text =
            "http https http:// (https://a.b/?load=x), http://a.b/c. hhttp://a.b/?bd=1! httphttps://a.b?q=2";
        let found: Vec<&str> = links_inside(text).map(|link| &text[link]).collect();
        assert_eq!(found, ["https://a.b/?load=x", "http://a.b/?bd=1", "https://a.b?q=2"]);
    }

    /// A search for each beginning from every link on would look at a terabyte.
    #[test]
    fn a_line_of_many_links_is_read_once() {
        let text = "https://a.bc/d ".repeat(1 << 18);
        assert_eq!(links_inside(&text).count(), 0);
    }
}
