//! The files of the page, which are part of the program.

use std::borrow::Cow;

use crate::net::http::{Head, Response};
use crate::net::public::PublicUrl;

/// The place for the public address in the page.
const PLACE: &str = r#"<meta name="public-url" content="">"#;

/// A file: its path on the server, its type and its bytes.
struct File {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

/// Lists files of the folder `page` with their types.
macro_rules! files {
    ($($name:literal: $kind:literal,)*) => {
        const FILES: &[File] = &[$(File {
            path: concat!("/page/", $name),
            kind: $kind,
            bytes: include_bytes!(concat!("page/", $name)),
        }),*];
    };
}

files! {
    "index.html": "text/html; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "panels.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "main.js": "text/javascript; charset=utf-8",
    "about.js": "text/javascript; charset=utf-8",
    "assistant.js": "text/javascript; charset=utf-8",
    "badge.js": "text/javascript; charset=utf-8",
    "board.js": "text/javascript; charset=utf-8",
    "checks.js": "text/javascript; charset=utf-8",
    "clock.js": "text/javascript; charset=utf-8",
    "clue.js": "text/javascript; charset=utf-8",
    "clues.js": "text/javascript; charset=utf-8",
    "dom.js": "text/javascript; charset=utf-8",
    "drawing.js": "text/javascript; charset=utf-8",
    "edit.js": "text/javascript; charset=utf-8",
    "entries.js": "text/javascript; charset=utf-8",
    "frame.js": "text/javascript; charset=utf-8",
    "grids.js": "text/javascript; charset=utf-8",
    "guesses.js": "text/javascript; charset=utf-8",
    "hand.js": "text/javascript; charset=utf-8",
    "handkeys.js": "text/javascript; charset=utf-8",
    "handview.js": "text/javascript; charset=utf-8",
    "history.js": "text/javascript; charset=utf-8",
    "icons.js": "text/javascript; charset=utf-8",
    "keys.js": "text/javascript; charset=utf-8",
    "lab.js": "text/javascript; charset=utf-8",
    "learn.js": "text/javascript; charset=utf-8",
    "link.js": "text/javascript; charset=utf-8",
    "names.js": "text/javascript; charset=utf-8",
    "native.js": "text/javascript; charset=utf-8",
    "new.js": "text/javascript; charset=utf-8",
    "pack.js": "text/javascript; charset=utf-8",
    "palette.js": "text/javascript; charset=utf-8",
    "places.js": "text/javascript; charset=utf-8",
    "play.js": "text/javascript; charset=utf-8",
    "pointer.js": "text/javascript; charset=utf-8",
    "qr.js": "text/javascript; charset=utf-8",
    "regions.js": "text/javascript; charset=utf-8",
    "server.js": "text/javascript; charset=utf-8",
    "session.js": "text/javascript; charset=utf-8",
    "set.js": "text/javascript; charset=utf-8",
    "share.js": "text/javascript; charset=utf-8",
    "solutions.js": "text/javascript; charset=utf-8",
    "steps.js": "text/javascript; charset=utf-8",
    "text.js": "text/javascript; charset=utf-8",
    "theme.js": "text/javascript; charset=utf-8",
    "tools.js": "text/javascript; charset=utf-8",
    "transport.js": "text/javascript; charset=utf-8",
}

/// Returns the file at a path; the first one also stands at the root.
/// Its place for the public address is filled in.
pub(super) fn find(head: &Head, public: Option<&PublicUrl>) -> Option<Response> {
    let file = match head.path.as_str() {
        "/" => FILES.first(),
        path => FILES.iter().find(|file| file.path == path),
    }?;
    let bytes: Cow<'static, [u8]> = match public {
        Some(public) if file.path.ends_with(".html") => {
            let text = String::from_utf8_lossy(file.bytes);
            // An address has no character that would end the attribute.
            text.replacen(PLACE, &PLACE.replace("\"\"", &format!("{:?}", public.url)), 1).into_bytes().into()
        }
        _ => file.bytes.into(),
    };
    let tag = format!("\"{:016x}\"", hash(&bytes));
    // The browser keeps the file and asks whether it is still the same: a new program has new files.
    let headers = vec![("Cache-Control", "no-cache".into()), ("ETag", tag.clone())];
    let is_known =
        head.header("if-none-match").is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let (status, body) = if is_known { (304, Vec::new().into()) } else { (200, bytes) };
    Some(Response { status, kind: file.kind, headers, body })
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    #[test]
    fn drawings_have_the_dark_colours_of_the_library() {
        let style = include_str!("page/style.css");
        let wanted = sudoku::print::dark_style(":is(.drawing, #picture > svg)");
        assert!(style.contains(&wanted), "style.css lacks these rules:\n{wanted}");
    }
}
