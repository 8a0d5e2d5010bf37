//! Times, memory and numbers as people write them, for the options of programs.

use std::time::Duration;

/// Parses `500ms`, `2s`, `1.5m`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(char::is_alphabetic);
    let seconds = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        unit => return Err(format!("{unit:?} is not a unit of time: use ms, s or m")),
    };
    let number: f64 = digits.trim().parse().map_err(|_| "write 500ms, 2s, 1.5m or seconds".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "a time must be positive and finite".to_owned())
}

/// Parses `500M`, `4G`, `1.5GB`; a bare number is bytes. Units are powers of 1024.
pub fn memory(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(char::is_alphabetic);
    let unit = text[digits.len()..].to_ascii_uppercase();
    let bytes = match unit.trim_end_matches('B').trim_end_matches('I') {
        "" if unit.is_empty() || unit == "B" => 1.0,
        "K" => 1024.0,
        "M" => 1024.0 * 1024.0,
        "G" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(format!("{unit:?} is not a unit of memory: use K, M or G")),
    };
    let number: f64 = digits.trim().parse().map_err(|_| "write 500M, 4G or bytes".to_owned())?;
    let bytes = number * bytes;
    // From 2^63 on the number would not be exact, and no machine has as much memory.
    if (1.0..9.2e18).contains(&bytes) { Ok(bytes as u64) } else { Err("write 500M, 4G or bytes".to_owned()) }
}

/// Parses `1000`, `1_000_000`, `10k`, `2M`.
pub fn number(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    let (digits, unit) = match plain.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1000),
        None => match plain.strip_suffix('M') {
            Some(digits) => (digits, 1_000_000),
            None => (plain.as_str(), 1),
        },
    };
    let number: u64 =
        digits.parse().map_err(|_| "write a whole number, such as 1000, 10k or 2M".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "the number is too large".to_owned())
}

/// Parses a number of at least 1.
pub fn positive(text: &str) -> Result<u64, String> {
    number(text).and_then(|number| if number == 0 { Err("at least 1".to_owned()) } else { Ok(number) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_with_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert!(duration("2h").unwrap_err().contains("use ms, s or m"));
        assert!(duration("soon").is_err() && duration("-1s").is_err() && duration("1e300m").is_err());
    }

    #[test]
    fn memory_is_written_with_units() {
        assert_eq!(memory("4G"), Ok(4 << 30));
        assert_eq!((memory("1.5m"), memory("2KB"), memory("1MiB")), (Ok(3 << 19), Ok(2048), Ok(1 << 20)));
        assert_eq!((memory("4096"), memory("10B")), (Ok(4096), Ok(10)));
        assert!(["", "G", "-1", "0", "4T", "iB", "1e300G", "much"].iter().all(|text| memory(text).is_err()));
    }

    #[test]
    fn numbers_are_written_with_units() {
        assert_eq!((number("10k"), number("2M"), number("0")), (Ok(10_000), Ok(2_000_000), Ok(0)));
        assert_eq!(number("1_000"), Ok(1000));
        assert!(number("-1").is_err() && number("99999999999999999999").is_err());
        assert!(number("18446744073709551615k").is_err() && number("10 k").is_err());
        assert_eq!((positive("1"), positive("0").is_err()), (Ok(1), true));
    }
}
