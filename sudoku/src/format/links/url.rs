//! Parts of a link.

use std::borrow::Cow;

/// The most parts of a path that are tried as data.
const MOST_PATHS: usize = 8;

/// A link, perhaps incomplete.
pub(super) struct Url<'a> {
    host: &'a str,
    path: &'a str,
    /// The texts after `?` and after `#`.
    queries: [&'a str; 2],
}

impl<'a> Url<'a> {
    pub fn new(text: &'a str) -> Url<'a> {
        let text = text.split_once("://").map_or(text, |(_, rest)| rest);
        let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
        let (text, query) = text.split_once('?').unwrap_or((text, ""));
        // The link may be reduced to `m=edit&p=…`.
        let (text, query) = if text.starts_with("m=") { ("", text) } else { (text, query) };
        let (host, path) = text.split_once('/').unwrap_or((text, ""));
        Url { host, path, queries: [query, fragment] }
    }

    /// Returns the host, in lower case.
    pub fn host(&self) -> String {
        self.host.to_lowercase()
    }

    /// Returns the path, and the rest after each of its slashes: data may contain slashes.
    pub fn paths(&self) -> impl Iterator<Item = Cow<'a, str>> {
        let path = self.path;
        let starts = std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
        starts.take(MOST_PATHS).map(move |start| decode(&path[start..]))
    }

    /// Returns the text after `?`.
    pub fn query(&self) -> &'a str {
        self.queries[0]
    }

    /// Returns the value of a key.
    pub fn value(&self, key: &str) -> Option<Cow<'a, str>> {
        let pairs = self.queries.iter().flat_map(|query| query.split('&'));
        let mut values = pairs.filter_map(|pair| pair.split_once('=')).filter(|(name, _)| *name == key);
        values.next().map(|(_, value)| decode(value))
    }
}

/// Decodes `%2B` to `+`. Invalid codes stay unchanged.
fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return text.into();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        // A number may begin with a sign, a code may not.
        let code = after.get(..2).filter(|code| byte == b'%' && code.iter().all(u8::is_ascii_hexdigit));
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(code) => {
                bytes.push(code);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_links() {
        let url = Url::new("https://F-puzzles.com/?load=ab%2Bc%3D%zz&x=1#m=edit&p=q");
        assert_eq!((url.host().as_str(), url.paths().count()), ("f-puzzles.com", 1));
        assert_eq!(url.value("load").as_deref(), Some("ab+c=%zz"));
        assert_eq!((url.value("p").as_deref(), url.value("y")), (Some("q"), None));
        let paths: Vec<_> = Url::new("sudokupad.app/a/b/c").paths().collect();
        assert_eq!(paths, ["a/b/c", "b/c", "c"]);
        assert_eq!(Url::new("m=edit&p=q").value("p").as_deref(), Some("q"));
        assert_eq!(Url::new("?load=%+A").value("load").as_deref(), Some("%+A"));
        assert_eq!(Url::new("?load=%").value("load").as_deref(), Some("%"));
    }
}
