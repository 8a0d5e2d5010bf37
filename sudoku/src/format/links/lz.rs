//! The compression of lz-string, in base 64: LZ78 with codes that grow, least bit first.
//!
//! Every phrase is an earlier phrase and one unit more. All phrases therefore occur in the output, and the dictionary
//! is a list of places in it.

use std::collections::HashMap;

use super::base64;

/// Special codes: a new unit of 8 or 16 bits follows, or the text ends. Phrases have the codes after them.
const BYTE: u32 = 0;
const WIDE: u32 = 1;
const END: u32 = 2;
const FIRST_PHRASE: u32 = 3;

/// The error for data that holds more than is allowed.
pub(super) const TOO_MUCH: &str = "the link holds more than any puzzle needs";

/// A reader of bits, the highest of each digit first.
struct Bits {
    values: Vec<u8>,
    at: usize,
}

impl Bits {
    fn read(&mut self, count: u32) -> Result<u32, String> {
        let mut found = 0;
        for place in 0..count {
            let value = self.values.get(self.at / 6).ok_or("the data of the link is cut off")?;
            found |= u32::from(value >> (5 - self.at % 6) & 1) << place;
            self.at += 1;
        }
        Ok(found)
    }
}

/// Decompresses a text; an error if the result has more than `most` units of UTF-16.
pub(in crate::format) fn decompress(text: &str, most: usize) -> Result<String, String> {
    let mut bits = Bits { values: base64::values(text)?, at: 0 };
    let mut units: Vec<u16> = Vec::new();
    // Place and length of each phrase in the output.
    let mut phrases: Vec<(usize, usize)> = Vec::new();
    let mut before: Option<(usize, usize)> = None;
    let mut known = FIRST_PHRASE;
    loop {
        let code = bits.read(width(known))?;
        let start = units.len();
        match code {
            END => break,
            BYTE | WIDE => {
                if start == most {
                    return Err(TOO_MUCH.into());
                }
                units.push(bits.read(if code == BYTE { 8 } else { 16 })? as u16);
                phrases.push((start, 1));
            }
            _ => {
                let (from, length) = match (phrases.get((code - FIRST_PHRASE) as usize), before) {
                    (Some(&phrase), _) => phrase,
                    // The phrase that this step completes.
                    (None, Some((from, length)))
                        if code as usize == phrases.len() + FIRST_PHRASE as usize =>
                    {
                        (from, length + 1)
                    }
                    _ => return Err("the data of the link is damaged".into()),
                };
                if start + length > most {
                    return Err(TOO_MUCH.into());
                }
                // Unit by unit, because source and target may overlap.
                (from..from + length).for_each(|at| units.push(units[at]));
            }
        }
        if let Some((from, length)) = before {
            phrases.push((from, length + 1));
        }
        before = Some((start, units.len() - start));
        known = FIRST_PHRASE + phrases.len() as u32;
    }
    String::from_utf16(&units).map_err(|_| "the data of the link is not text".into())
}

/// Returns the width of a code in bits when `known` codes are in use.
fn width(known: u32) -> u32 {
    u32::BITS - known.leading_zeros()
}

/// Compresses a text for [`decompress`].
pub(in crate::format) fn compress(text: &str) -> String {
    let mut to = Writer::default();
    // Codes of phrases by the code of the phrase without the last unit, and the last unit.
    let mut phrases: HashMap<(u32, u16), u32> = HashMap::new();
    let mut next = FIRST_PHRASE;
    let mut current: Option<u32> = None;
    // Units that have not been written yet, by their codes.
    let mut fresh: HashMap<u32, u16> = HashMap::new();
    for unit in text.encode_utf16() {
        let alone = *phrases.entry((END, unit)).or_insert_with(|| {
            fresh.insert(next, unit);
            next += 1;
            next - 1
        });
        current = Some(match current {
            None => alone,
            Some(phrase) => match phrases.get(&(phrase, unit)) {
                Some(&longer) => longer,
                None => {
                    to.phrase(phrase, fresh.remove(&phrase));
                    phrases.insert((phrase, unit), next);
                    next += 1;
                    alone
                }
            },
        });
    }
    if let Some(phrase) = current {
        to.phrase(phrase, fresh.remove(&phrase));
    }
    to.bits(END, width(to.known));
    to.end()
}

/// A writer of bits, collected into digits.
struct Writer {
    text: String,
    value: u8,
    filled: u32,
    /// Number of codes that a reader has by now.
    known: u32,
    begun: bool,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer { text: String::new(), value: 0, filled: 0, known: FIRST_PHRASE, begun: false }
    }
}

impl Writer {
    fn bits(&mut self, bits: u32, count: u32) {
        for place in 0..count {
            self.value = self.value << 1 | (bits >> place & 1) as u8;
            self.filled += 1;
            if self.filled == 6 {
                self.digit();
            }
        }
    }

    fn digit(&mut self) {
        self.text.push(char::from(base64::DIGITS[usize::from(self.value)]));
        (self.value, self.filled) = (0, 0);
    }

    /// Writes a code, or the unit itself if it is new.
    fn phrase(&mut self, code: u32, fresh: Option<u16>) {
        let width = width(self.known);
        match fresh {
            Some(unit) => {
                let is_byte = unit < 256;
                self.bits(if is_byte { BYTE } else { WIDE }, width);
                self.bits(u32::from(unit), if is_byte { 8 } else { 16 });
                self.known += 1;
            }
            None => self.bits(code, width),
        }
        self.known += u32::from(std::mem::replace(&mut self.begun, true));
    }

    fn end(mut self) -> String {
        // At least one bit pads the last digit, as in other implementations.
        self.value <<= 6 - self.filled;
        self.digit();
        while !self.text.len().is_multiple_of(4) {
            self.text.push('=');
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let long = "{\"value\":9,\"given\":true},{},{},".repeat(300);
        for text in ["", "a", "aaaaaaaaaaaaaaaa", "abcabcabcabc", "ä≥😀≥😀", &long] {
            let packed = compress(text);
            assert_eq!(decompress(&packed, 100_000).as_deref(), Ok(text), "{packed}");
        }
        assert!(compress(&long).len() * 5 < long.len());
    }

    #[test]
    fn lz_string_writes_the_same() {
        let (text, packed) =
            ("{\"size\":9,\"grid\":[[{},{}]]}", "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9liBdMooA==");
        assert_eq!(compress(text), packed);
        assert_eq!(decompress(packed, 100).as_deref(), Ok(text));
    }

    #[test]
    fn damaged_data_is_an_error() {
        let packed = compress("abcabcabcabcabc");
        for end in 0..packed.trim_end_matches('=').len() - 1 {
            assert!(decompress(&packed[..end], 100).is_err(), "{end}");
        }
        assert_eq!(decompress("////", 100), Err("the data of the link is damaged".into()));
        assert!(decompress("N4Iä", 100).is_err());
        // A text of one repeated letter compresses best, and expands beyond the limit.
        let bomb = compress(&"a".repeat(1_000_000));
        assert!(bomb.len() < 10_000);
        assert_eq!(decompress(&bomb, 10_000), Err("the link holds more than any puzzle needs".into()));
        assert_eq!(decompress(&bomb, 1_000_000).map(|text| text.len()), Ok(1_000_000));
    }

    /// Whatever the data, no more units come out than are allowed, and nothing after them is read.
    #[test]
    fn bombs_end_at_the_limit() {
        let too_much = Err("the link holds more than any puzzle needs".to_owned());
        for period in [1, 2, 7, 100, 4096] {
            let unit: String = (0..period).map(|at| char::from(b' ' + (at * at % 95) as u8)).collect();
            let long = unit.repeat((1 << 18) / period);
            let bomb = compress(&long);
            // An error at the end of the data is not reached: the end is cut off.
            let cut = &bomb[..bomb.len() - 8];
            for most in [0, 1, 1000, 1 << 17] {
                assert_eq!(decompress(cut, most), too_much, "{period} {most}");
            }
        }
        // Data of 65536 different units does not compress: as much comes out as is there.
        let wide: String = (0x100..0xD800).filter_map(char::from_u32).collect();
        let packed = compress(&wide);
        assert_eq!(decompress(&packed, wide.chars().count()).as_deref(), Ok(&wide[..]));
        assert_eq!(decompress(&packed, wide.chars().count() - 1), too_much);
    }
}
