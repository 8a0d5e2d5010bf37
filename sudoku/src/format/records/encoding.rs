//! Text in UTF-16 with a byte order mark, as spreadsheets and editors of Windows save it, made UTF-8.

/// The character for invalid bytes.
const UNKNOWN: char = char::REPLACEMENT_CHARACTER;

/// Returns the text of a whole file: UTF-16 by its byte order mark, otherwise UTF-8, with U+FFFD for what is invalid.
///
/// ```
/// use sudoku::format::decoded;
///
/// assert_eq!(decoded(b"1..4"), "1..4");
/// assert_eq!(decoded(b"\xFF\xFE1\0.\0"), "1.");
/// ```
pub fn decoded(bytes: &[u8]) -> String {
    let (mut encoding, mut text) = (Encoding::default(), Vec::with_capacity(bytes.len()));
    encoding.append(bytes, &mut text);
    encoding.finish(&mut text);
    String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The state between two reads.
#[derive(Debug, Default)]
pub(super) enum Encoding {
    /// No byte has been read.
    #[default]
    Unknown,
    /// One byte has been read, which may begin a byte order mark.
    Begun(u8),
    /// Bytes as they are.
    Bytes,
    /// Units of two bytes.
    Utf16(Utf16),
}

/// A decoder of units of two bytes.
#[derive(Debug)]
pub(super) struct Utf16 {
    big_endian: bool,
    /// The first byte of a unit, and the first unit of a pair.
    byte: Option<u8>,
    high: Option<u16>,
}

impl Encoding {
    /// Appends the text of these bytes to `to` as UTF-8. The first two decide on the encoding.
    #[inline]
    pub fn append(&mut self, bytes: &[u8], to: &mut Vec<u8>) {
        match self {
            Encoding::Bytes => to.extend_from_slice(bytes),
            Encoding::Utf16(utf16) => utf16.append(bytes, to),
            Encoding::Unknown | Encoding::Begun(_) => self.begin(bytes, to),
        }
    }

    fn begin(&mut self, bytes: &[u8], to: &mut Vec<u8>) {
        let before = if let Encoding::Begun(byte) = *self { Some(byte) } else { None };
        let mut first = before.into_iter().chain(bytes.iter().copied());
        let (one, two) = (first.next(), first.next());
        let Some(one) = one else { return };
        let mark = match (one, two) {
            (0xFE | 0xFF, None) => {
                *self = Encoding::Begun(one);
                return;
            }
            (0xFE, Some(0xFF)) => Some(true),
            (0xFF, Some(0xFE)) => Some(false),
            _ => None,
        };
        let from_bytes = 2 - usize::from(before.is_some());
        match mark {
            Some(big_endian) => {
                *self = Encoding::Utf16(Utf16 { big_endian, byte: None, high: None });
                self.append(&bytes[from_bytes..], to);
            }
            None => {
                *self = Encoding::Bytes;
                to.extend(before);
                to.extend_from_slice(bytes);
            }
        }
    }

    /// Ends the text. An incomplete character becomes an unknown one.
    pub fn finish(&mut self, to: &mut Vec<u8>) {
        match std::mem::replace(self, Encoding::Bytes) {
            Encoding::Begun(byte) => to.push(byte),
            Encoding::Utf16(Utf16 { byte, high, .. }) if byte.is_some() || high.is_some() => {
                push(UNKNOWN, to)
            }
            _ => {}
        }
    }
}

impl Utf16 {
    fn append(&mut self, bytes: &[u8], to: &mut Vec<u8>) {
        for &byte in bytes {
            let Some(first) = self.byte.take() else {
                self.byte = Some(byte);
                continue;
            };
            let unit = if self.big_endian { [first, byte] } else { [byte, first] };
            self.unit(u16::from_be_bytes(unit), to);
        }
    }

    fn unit(&mut self, unit: u16, to: &mut Vec<u8>) {
        let is_high = (0xD800..0xDC00).contains(&unit);
        if let Some(high) = self.high.take() {
            match char::decode_utf16([high, unit]).next() {
                Some(Ok(c)) => return push(c, to),
                _ => push(UNKNOWN, to),
            }
        }
        if is_high {
            self.high = Some(unit);
        } else {
            push(char::from_u32(u32::from(unit)).unwrap_or(UNKNOWN), to);
        }
    }
}

fn push(c: char, to: &mut Vec<u8>) {
    to.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8], piece: usize) -> Vec<u8> {
        let (mut encoding, mut to) = (Encoding::default(), Vec::new());
        bytes.chunks(piece).for_each(|bytes| encoding.append(bytes, &mut to));
        encoding.finish(&mut to);
        to
    }

    #[test]
    fn text_with_a_mark_in_any_pieces() {
        let text = "5\t3\r\n\u{1D7D9} ä";
        for piece in 1..9 {
            let big: Vec<u8> =
                [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
            let little: Vec<u8> =
                [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
            assert_eq!(decoded(&big, piece), text.as_bytes());
            assert_eq!(decoded(&little, piece), text.as_bytes());
            assert_eq!(decoded(&little[..little.len() - 1], piece), "5\t3\r\n\u{1D7D9} \u{FFFD}".as_bytes());
            assert_eq!(decoded(text.as_bytes(), piece), text.as_bytes());
            for bytes in [&b""[..], b"\xFF", b"\xFE\xFE", b"\xFF\x31\x32", b"\xEF\xBB\xBF12"] {
                assert_eq!(decoded(bytes, piece), bytes);
            }
            // A single half of a pair becomes an unknown character, and the text after it is decoded.
            assert_eq!(decoded(&[0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x35], piece), "\u{FFFD}5".as_bytes());
            assert_eq!(decoded(&[0xFE, 0xFF, 0xDC, 0x00, 0x00, 0x35], piece), "\u{FFFD}5".as_bytes());
        }
    }
}
