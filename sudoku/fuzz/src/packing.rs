//! Encodings of links.

use miniz_oxide::deflate::compress_to_vec;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes as Penpa does: deflate, then base 64.
pub fn deflated(text: &str) -> String {
    let mut to = String::new();
    for three in compress_to_vec(text.as_bytes(), 6).chunks(3) {
        let bits =
            three.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let is_there = digit <= three.len();
            let value = (bits >> (18 - 6 * digit) & 63) as usize;
            to.push(if is_there { DIGITS[value].into() } else { '=' });
        }
    }
    to
}

/// Encodes as lz-string does in base 64, without compressing: every unit is a new one.
pub fn lz_string(text: &str) -> String {
    let mut bits: Vec<bool> = Vec::new();
    let mut put = |value: u32, count: u32| bits.extend((0..count).map(|at| value >> at & 1 == 1));
    let mut known = 3_u32;
    for (at, unit) in text.encode_utf16().enumerate() {
        let is_byte = unit < 256;
        put(u32::from(!is_byte), width(known));
        put(unit.into(), if is_byte { 8 } else { 16 });
        known += 1 + u32::from(at > 0);
    }
    put(2, width(known));
    bits.resize(bits.len() / 6 * 6 + 6, false);
    let digit = |six: &[bool]| six.iter().fold(0, |value, &bit| value << 1 | usize::from(bit));
    bits.chunks(6).map(|six| char::from(DIGITS[digit(six)])).collect()
}

/// Returns the width of a code for a number of known codes.
fn width(known: u32) -> u32 {
    u32::BITS - known.leading_zeros()
}
