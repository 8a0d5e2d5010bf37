//! Data that is no text, and signs that are no puzzle.

use sudoku::Puzzle;
use sudoku::format::Options;

use crate::support::*;

/// The first bytes of files, and what they are.
const FILES: [(&[u8], &str); 14] = [
    (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", "a picture (PNG)"),
    (b"\xFF\xD8\xFF\xE0\0\x10JFIF\0", "a picture (JPEG)"),
    (b"GIF89a\x10\0\x10\0", "a picture (GIF)"),
    (b"RIFF\x1A\0\0\0WEBPVP8 ", "a picture (WebP)"),
    (b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n", "a document (PDF)"),
    (
        b"PK\x03\x04\x14\0\x06\0[Content_Types].xml",
        "a zip archive, as documents of Word, Excel and others are",
    ),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a document of Office"),
    (b"{\\rtf1\\ansi\n", "a document (RTF)"),
    (b"\x1F\x8B\x08\0\0\0\0\0\0\x03", "an archive (gzip)"),
    (b"BZh91AY&SY", "an archive (bzip2)"),
    (b"\xFD7zXZ\0\0", "an archive (xz)"),
    (b"\x28\xB5\x2F\xFD\x04", "an archive (zstd)"),
    (b"\x7FELF\x02\x01\x01", "a program (ELF)"),
    (b"SQLite format 3\0\x10", "a database (SQLite)"),
];

#[test]
fn files_that_are_no_text_are_one_error() {
    let tail = format!("\n{EASY}\n\0\n{}\n{EASY}\n", "x".repeat(3 << 20));
    for (begin, name) in FILES {
        let bytes = [begin, tail.as_bytes()].concat();
        for bytes in [&bytes[..], begin, &bytes[..begin.len() + 100]] {
            let found = each(bytes, &Options::default());
            let [(1, Err(error))] = &found[..] else { panic!("{name}: {} records", found.len()) };
            assert_eq!((error.line, error.what.as_str()), (1, &*format!("this is {name}, not text")));
            assert!(error.hint.is_some());
        }
        // In a batch every line has an answer.
        let batch = Options { one_a_line: true, ..Options::default() };
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(each(&bytes, &batch).iter().filter(|(_, read)| read.is_ok()).count(), 2, "{name}");
        assert!(each(&bytes, &batch).len() <= lines);
        // A browser passes invalid bytes on as U+FFFD.
        let lossy = String::from_utf8_lossy(&bytes);
        let error = lossy.parse::<Puzzle>().expect_err("no puzzle").to_string();
        assert!(error.contains("not text"), "{name}: {error}");
    }
}

#[test]
fn a_byte_of_zero_ends_the_text() {
    let bytes = format!("{EASY}\nab\0cd\n{EASY}\n\0\n{EASY}\n");
    let found = each(bytes.as_bytes(), &Options::default());
    let [(1, Ok(_)), (2, Err(error))] = &found[..] else { panic!("{} records", found.len()) };
    let message =
        "2:1: binary data, not text (puzzles are text in UTF-8, or in UTF-16 with a byte order mark)";
    assert_eq!(error.to_string(), message);
    let wide: Vec<u8> = EASY.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let found = each(&wide, &Options::default());
    assert!(matches!(&found[..], [(1, Err(_))]), "{} records", found.len());
}

#[test]
fn signs_alone_are_no_puzzle() {
    let signs = "!\"#$%&'()+,/:;<=>@[\\]^`{|}~§°🙂";
    for sign in signs.chars() {
        for text in [sign.to_string(), format!("{sign}\n"), format!(" {sign}")] {
            assert!(text.parse::<Puzzle>().is_err(), "{text:?}");
        }
    }
    for text in [
        "''",
        "\"\"\"\"",
        "''''",
        ",,,",
        ";;;",
        "\t\t\t\t.".trim_end_matches('.'),
        "\"\",\"\",\"\",\"\"",
        "[\"\"]",
        "['']",
        "!!!!!!!!!!!!!!!!",
        "////////////////",
        "%%%%!!!!&&&&++++",
    ] {
        assert!(text.parse::<Puzzle>().is_err(), "{text:?}");
    }
    for text in ["1", ".", "0", "[1]", "[[1]]", "[\".\"]", "♠♥♦♣♥.......♣...", "!@$%............"]
    {
        let puzzle = text.parse::<Puzzle>();
        assert_eq!(puzzle.is_ok(), !text.starts_with('!'), "{text:?}: {puzzle:?}");
    }
}
