//! Recognition of data that is no text, by its first bytes: pictures, documents, archives and programs are refused as
//! what they are, and not line by line.

use crate::text::ParseError;

/// The number of first bytes that are looked at.
pub(super) const LOOKED_AT: usize = 512;

const OF_PICTURES: &str = "puzzles are read from text: type it, or paste its link";
const OF_DOCUMENTS: &str = "copy the puzzle out of it, or save it as text or CSV";
const OF_ARCHIVES: &str = "unpack it first";

/// The first bytes of data, its name, and a hint. A point stands for any byte.
const KNOWN: [(&[u8], &str, &str); 18] = [
    (b"\x89PNG\r\n", "a picture (PNG)", OF_PICTURES),
    (b"\xFF\xD8\xFF", "a picture (JPEG)", OF_PICTURES),
    (b"GIF87a", "a picture (GIF)", OF_PICTURES),
    (b"GIF89a", "a picture (GIF)", OF_PICTURES),
    (b"RIFF....WEBP", "a picture (WebP)", OF_PICTURES),
    (b"II*\0", "a picture (TIFF)", OF_PICTURES),
    (b"MM\0*", "a picture (TIFF)", OF_PICTURES),
    (b"%PDF-", "a document (PDF)", OF_DOCUMENTS),
    (b"PK\x03\x04", "a zip archive, as documents of Word, Excel and others are", OF_DOCUMENTS),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a document of Office", OF_DOCUMENTS),
    (b"{\\rtf", "a document (RTF)", OF_DOCUMENTS),
    (b"\x1F\x8B\x08", "an archive (gzip)", OF_ARCHIVES),
    (b"BZh.1AY&SY", "an archive (bzip2)", OF_ARCHIVES),
    (b"\xFD7zXZ\0", "an archive (xz)", OF_ARCHIVES),
    (b"\x28\xB5\x2F\xFD", "an archive (zstd)", OF_ARCHIVES),
    (b"7z\xBC\xAF\x27\x1C", "an archive (7z)", OF_ARCHIVES),
    (b"\x7FELF", "a program (ELF)", "name a file with a puzzle"),
    (b"SQLite format 3\0", "a database (SQLite)", OF_DOCUMENTS),
];

/// Returns an error if data that begins so is no text.
pub(super) fn error(begin: &[u8]) -> Option<ParseError> {
    // Invalid bytes may have become U+FFFD before the text came here.
    let plain = String::from_utf8_lossy(begin);
    let plain = plain.as_bytes();
    let begins = |begin: &[u8], known: &[u8]| {
        begin.len() >= known.len()
            && begin.iter().zip(known).all(|(byte, known)| byte == known || *known == b'.')
    };
    let is_known = |known: &[u8]| {
        begins(begin, known)
            || known.iter().any(u8::is_ascii) && begins(plain, String::from_utf8_lossy(known).as_bytes())
    };
    match KNOWN.iter().find(|(known, ..)| is_known(known)) {
        Some((_, name, hint)) => Some(ParseError::new(1, 1, format!("this is {name}, not text")).hint(*hint)),
        None => has_nul(begin).then(|| nul(1)),
    }
}

/// Whether a line has a byte that no text has. Comments may have any.
pub(super) fn has_nul(line: &[u8]) -> bool {
    memchr::memchr(0, line).is_some() && line.first() != Some(&b'#')
}

/// The error for a line with a byte that no text has.
pub(super) fn nul(line: u64) -> ParseError {
    ParseError::new(line, 1, "binary data, not text")
        .hint("puzzles are text in UTF-8, or in UTF-16 with a byte order mark")
}
