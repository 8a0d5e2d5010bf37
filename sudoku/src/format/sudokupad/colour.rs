//! Colours of drawings, and the words that people use for them.

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    pub alpha: u8,
}

/// The names of colours that documents use.
const NAMES: [(&str, u32); 17] = [
    ("black", 0),
    ("white", 0xFFFFFF),
    ("red", 0xFF0000),
    ("green", 0x008000),
    ("lime", 0x00FF00),
    ("blue", 0x0000FF),
    ("yellow", 0xFFFF00),
    ("orange", 0xFFA500),
    ("purple", 0x800080),
    ("pink", 0xFFC0CB),
    ("gray", 0x808080),
    ("grey", 0x808080),
    ("lightgray", 0xD3D3D3),
    ("lightgrey", 0xD3D3D3),
    ("silver", 0xC0C0C0),
    ("gold", 0xFFD700),
    ("cyan", 0x00FFFF),
];

/// Words for hues, each with the range of degrees that setters may mean by it. Degrees above 360 wrap around.
const HUES: [(&str, i32, i32); 33] = [
    ("red", 340, 378),
    ("pink", 280, 370),
    ("magenta", 280, 340),
    ("fuchsia", 280, 340),
    ("purple", 248, 328),
    ("violet", 235, 325),
    ("lavender", 230, 325),
    ("lilac", 230, 325),
    ("mauve", 240, 330),
    ("blue", 172, 258),
    ("indigo", 225, 285),
    ("navy", 205, 255),
    ("cyan", 165, 205),
    ("aqua", 155, 205),
    ("turquoise", 155, 200),
    ("teal", 155, 205),
    ("green", 68, 175),
    ("lime", 58, 150),
    ("mint", 120, 175),
    ("olive", 45, 100),
    ("yellow", 40, 72),
    ("gold", 28, 66),
    ("golden", 28, 66),
    ("orange", 10, 50),
    ("amber", 25, 55),
    ("peach", 8, 48),
    ("salmon", 0, 40),
    ("coral", 0, 40),
    ("brown", 5, 50),
    ("tan", 20, 55),
    ("beige", 20, 60),
    ("maroon", 320, 375),
    ("crimson", 335, 365),
];

/// Words for hues that are light: all their parts are bright.
const PASTELS: [&str; 5] = ["peach", "lavender", "lilac", "beige", "mauve"];

/// Words for colours without a hue, with the range of their brightness.
const SHADES: [(&str, u8, u8); 4] =
    [("gray", 0x30, 0xF0), ("silver", 0x80, 0xE8), ("black", 0, 0x50), ("white", 0xE8, 0xFF)];

impl Colour {
    /// Reads `#CFCFCF`, `CCCF`, `rgba(0, 0, 0, 0.5)` or a name.
    pub fn parse(text: &str) -> Option<Colour> {
        let text = text.trim().to_lowercase();
        if let Some(&(_, rgb)) = NAMES.iter().find(|(name, _)| *name == text) {
            return Some(Colour::of(rgb, 255));
        }
        if text == "transparent" || text == "none" {
            return Some(Colour::of(0xFFFFFF, 0));
        }
        if let Some(list) = text.strip_prefix("rgb") {
            let list = list.trim_start_matches('a').trim().strip_prefix('(')?.strip_suffix(')')?;
            let numbers: Vec<f64> =
                list.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
            let byte = |at: usize| numbers.get(at).map(|number| number.clamp(0.0, 255.0) as u8);
            let alpha = numbers.get(3).map_or(255, |alpha| (alpha.clamp(0.0, 1.0) * 255.0) as u8);
            return Some(Colour { red: byte(0)?, green: byte(1)?, blue: byte(2)?, alpha });
        }
        let hex = text.strip_prefix('#').unwrap_or(&text);
        let is_hex = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        let long: String = match hex.len() {
            1..=4 if is_hex && hex.len() != 2 => hex.chars().flat_map(|c| [c, c]).collect(),
            6 | 8 if is_hex => hex.to_owned(),
            _ => return None,
        };
        match long.len() {
            // A single digit is a level of gray: `#0` is black.
            2 => Some(Colour::of(u32::from_str_radix(&long, 16).ok()? * 0x010101, 255)),
            6 => Some(Colour::of(u32::from_str_radix(&long, 16).ok()?, 255)),
            _ => {
                let all = u32::from_str_radix(&long, 16).ok()?;
                Some(Colour::of(all >> 8, all as u8))
            }
        }
    }

    const fn of(rgb: u32, alpha: u8) -> Colour {
        Colour { red: (rgb >> 16) as u8, green: (rgb >> 8) as u8, blue: rgb as u8, alpha }
    }

    pub fn is_visible(self) -> bool {
        self.alpha > 8
    }

    /// The colour as it looks on white paper, if it is translucent.
    fn on_paper(self) -> [i32; 3] {
        let alpha = i32::from(self.alpha);
        [self.red, self.green, self.blue].map(|part| (i32::from(part) * alpha + 255 * (255 - alpha)) / 255)
    }

    fn brightness(self) -> u8 {
        (self.on_paper().iter().sum::<i32>() / 3) as u8
    }

    /// Whether the colour has no hue.
    pub fn is_neutral(self) -> bool {
        let parts = self.on_paper();
        let (low, high) = (parts.iter().min().unwrap_or(&0), parts.iter().max().unwrap_or(&0));
        high - low <= 22
    }

    pub fn is_white(self) -> bool {
        self.is_neutral() && self.brightness() >= 0xF0
    }

    pub fn is_black(self) -> bool {
        self.is_neutral() && self.brightness() <= 0x40
    }

    /// Whether two colours look the same.
    pub fn is_like(self, other: Colour) -> bool {
        self.on_paper().iter().zip(other.on_paper()).all(|(a, b)| (a - b).abs() <= 24)
    }

    /// Whether one is a lighter or darker shade of the other.
    pub fn is_shade_of(self, other: Colour) -> bool {
        match (self.hue(), other.hue()) {
            (None, None) => self.is_white() == other.is_white() && self.is_black() == other.is_black(),
            (Some(one), Some(other)) => {
                let apart = (one - other).rem_euclid(360);
                apart.min(360 - apart) <= 25
            }
            _ => false,
        }
    }

    /// The hue in degrees; `None` for shades of gray.
    pub fn hue(self) -> Option<i32> {
        if self.is_neutral() {
            return None;
        }
        let [red, green, blue] = self.on_paper().map(f64::from);
        let high = red.max(green).max(blue);
        let range = high - red.min(green).min(blue);
        let sixths = if high == red {
            (green - blue) / range + 6.0
        } else if high == green {
            (blue - red) / range + 2.0
        } else {
            (red - green) / range + 4.0
        };
        Some((sixths * 60.0) as i32 % 360)
    }

    /// Whether setters may mean this colour by a word.
    pub fn is_called(self, word: &str) -> bool {
        if let Some(&(_, low, high)) = SHADES.iter().find(|(name, ..)| *name == word) {
            return self.is_neutral() && (low..=high).contains(&self.brightness());
        }
        let Some(&(_, low, high)) = HUES.iter().find(|(name, ..)| *name == word) else { return false };
        if PASTELS.contains(&word) && self.on_paper().iter().any(|&part| part < 0x80) {
            return false;
        }
        self.hue().is_some_and(|hue| (low..=high).contains(&hue) || (low..=high).contains(&(hue + 360)))
    }
}

/// Whether a word is the name of a colour.
pub(super) fn is_word(word: &str) -> bool {
    HUES.iter().any(|(name, ..)| *name == word) || SHADES.iter().any(|(name, ..)| *name == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_called_by_several_names() {
        let called =
            |text: &str, word: &str| Colour::parse(text).is_some_and(|colour| colour.is_called(word));
        assert!(called("#F067F0", "purple") && called("F067F0", "pink") && !called("F067F0", "green"));
        assert!(called("67F067FF", "green") && called("2ECBFF", "blue") && called("FFA600", "orange"));
        assert!(called("CFCFCF", "gray") && called("#000", "black") && called("#0", "black"));
        assert!(called("rgba(207,207,207,0.95)", "gray") && !called("CFCFCF", "white"));
        assert!(called("FFCCAA", "peach") && called("FFCCAA", "orange") && !called("FF9A00", "peach"));
        assert_eq!(Colour::parse("nothing such"), None);
        assert!(!Colour::parse("#FFFFFF00").unwrap().is_visible());
    }
}
