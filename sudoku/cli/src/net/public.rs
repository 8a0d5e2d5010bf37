//! The address under which others open the page: of a server in front of this one, or of a page without a server.

use std::str::FromStr;

/// An address that begins with `http://` or `https://` and ends with `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PublicUrl {
    /// The whole address.
    pub url: String,
    /// Its beginning up to the host and the port, as browsers name the origin of a page.
    pub origin: String,
}

impl PublicUrl {
    /// The host and the port, as browsers send them.
    pub fn host(&self) -> &str {
        self.origin.split_once("://").map_or("", |(_, host)| host)
    }
}

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<PublicUrl, &'static str> {
        let (scheme, rest) = text.split_once("://").ok_or("it begins with https:// or http://")?;
        if !matches!(scheme, "https" | "http") {
            return Err("it begins with https:// or http://");
        }
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let is_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        let is_path = |c: char| c.is_ascii_alphanumeric() || "/-._~%".contains(c);
        if host.is_empty() || !host.chars().all(is_host) || !path.chars().all(is_path) {
            return Err("it has a host and a path, such as https://example.org/sudoku/");
        }
        let origin = format!("{scheme}://{}", host.to_ascii_lowercase());
        let end = if path.is_empty() || path.ends_with('/') || path.ends_with(".html") { "" } else { "/" };
        Ok(PublicUrl { url: format!("{origin}/{path}{end}"), origin })
    }
}

#[cfg(test)]
mod tests {
    use super::PublicUrl;

    #[test]
    fn addresses_are_read_with_their_origin() {
        for (text, url, origin) in [
            ("https://example.org", "https://example.org/", "https://example.org"),
            ("https://Example.org/su", "https://example.org/su/", "https://example.org"),
            (
                "http://10.0.0.1:8080/a/index.html",
                "http://10.0.0.1:8080/a/index.html",
                "http://10.0.0.1:8080",
            ),
        ] {
            let found: PublicUrl = text.parse().expect("it is an address");
            assert_eq!((&*found.url, &*found.origin), (url, origin));
            assert!(origin.ends_with(found.host()));
        }
        for wrong in [
            "",
            "example.org",
            "ftp://example.org",
            "https://",
            "https:///a",
            "https://a/?b",
            "https://a/\"><b",
            "https://a b/",
        ] {
            assert!(wrong.parse::<PublicUrl>().is_err(), "{wrong}");
        }
    }
}
