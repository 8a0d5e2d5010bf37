//! Base 64 as in links: four characters are three bytes.

/// Digits in the order of their values.
pub(in crate::format) const DIGITS: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns the value of a digit. In links `-` may stand for `/`, and a blank for `+`.
pub(in crate::format) fn value(digit: u8) -> Option<u8> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' | b' ' => 62,
        b'/' | b'-' => 63,
        _ => return None,
    })
}

/// Whether a character pads the last group.
pub(in crate::format) fn is_filling(digit: u8) -> bool {
    matches!(digit, b'=' | b'$')
}

/// Returns the values of all digits without the padding.
pub(in crate::format) fn values(text: &str) -> Result<Vec<u8>, String> {
    let bytes = text.as_bytes();
    let end = bytes.iter().rposition(|&byte| !is_filling(byte)).map_or(0, |at| at + 1);
    let known = bytes[..end].iter().map(|&byte| value(byte));
    known.collect::<Option<Vec<u8>>>().ok_or_else(|| {
        let at = bytes.iter().position(|&byte| value(byte).is_none()).unwrap_or(0);
        let found = text.char_indices().find(|(byte, _)| *byte >= at).map_or(' ', |(_, c)| c);
        format!("{found:?} cannot be in the data of a link")
    })
}

/// Decodes a text to bytes.
pub(in crate::format) fn decode(text: &str) -> Result<Vec<u8>, String> {
    let values = values(text)?;
    let group = |group: &[u8]| {
        let bits = group.iter().fold(0_u32, |bits, &value| bits << 6 | u32::from(value));
        let bits = bits << (6 * (4 - group.len()));
        bits.to_be_bytes().into_iter().skip(1).take(group.len() * 6 / 8)
    };
    Ok(values.chunks(4).flat_map(group).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        // The examples of RFC 4648.
        let examples = [("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar"), ("", "")];
        assert!(examples.iter().all(|(text, bytes)| decode(text).unwrap() == bytes.as_bytes()));
        assert_eq!(decode("+/+/"), decode(" - -"));
        assert_eq!(decode("Zg!="), Err("'!' cannot be in the data of a link".into()));
        assert_eq!(decode("ä"), Err("'ä' cannot be in the data of a link".into()));
    }
}
