//! Colours of drawings.

use crate::rules::mark::Paint;

/// Givens and printed texts.
pub(super) const INK: &str = "#1c1c1e";
/// Digits of a solution.
pub(super) const FOUND: &str = "#1d5fd1";
/// Pencil marks.
pub(super) const PENCIL: &str = "#6b7280";
/// Pencil marks that have no part in a step.
pub(super) const FAINT: &str = "#aab0b8";
/// Lines between cells of one region.
pub(super) const GRID: &str = "#8e8e93";
/// The background of texts on lines.
pub(super) const PAPER: &str = "#fff";

/// What is black or white by the rules, on any paper.
pub(super) const BLACK: &str = "#1b1b1d";
pub(super) const WHITE: &str = "#ffffff";

/// The opacity of a wide line, of a thin line or border, and of a filled cell.
pub(super) const WIDE: f64 = 0.5;
pub(super) const THIN: f64 = 0.85;
pub(super) const SHADE: f64 = 0.26;

impl Paint {
    pub(super) fn color(self) -> &'static str {
        match self {
            Paint::Grey => "#85858c",
            Paint::Red => "#e5484d",
            Paint::Green => "#35b34a",
            Paint::Blue => "#3b93e8",
            Paint::Purple => "#a94fd6",
            Paint::Orange => "#f5892b",
            Paint::Pink => "#f062b8",
            Paint::Yellow => "#f2c521",
            Paint::Black => BLACK,
            Paint::White => WHITE,
        }
    }
}

/// The places of a step: their border and tint, and the tint of places that only take part.
pub(super) const PLACE: &str = "#a8790b";
pub(super) const PLACE_TINT: &str = "#fff1bf";
pub(super) const SECOND_TINT: &str = "#e6effc";
/// What excludes candidates.
pub(super) const CAUSE: &str = "#a84300";
/// Candidates of which one holds, of up to three sets: border and tint.
pub(super) const TRUTHS: [(&str, &str); 3] =
    [("#12702f", "#dcf5e3"), ("#6b2fb3", "#efe3fb"), ("#0b6b7d", "#dcf3f6")];
/// What a step removes, and what it places.
pub(super) const GONE: &str = "#c81e1e";
pub(super) const GONE_TINT: &str = "#fde0e0";
pub(super) const SET: &str = "#1456d0";
pub(super) const SET_TINT: &str = "#e3edff";
/// The arrows of a chain, and those of its cases.
pub(super) const CASES: [&str; 4] = ["#7a2fb8", "#08717f", "#9a5b00", "#4a5568"];

/// The colours that are others on dark paper.
const DARK: [(&str, &str); 25] = [
    (INK, "#f2f2f4"),
    (FOUND, "#8ab8ff"),
    (PENCIL, "#9aa1ad"),
    (FAINT, "#6a727e"),
    (GRID, "#5b5e66"),
    (PAPER, "#1b1d21"),
    (PLACE, "#e0b94a"),
    (PLACE_TINT, "#3a3210"),
    (SECOND_TINT, "#1c2b45"),
    (CAUSE, "#ffa14d"),
    (TRUTHS[0].0, "#69dd8c"),
    (TRUTHS[0].1, "#17361f"),
    (TRUTHS[1].0, "#cda6ff"),
    (TRUTHS[1].1, "#2f2143"),
    (TRUTHS[2].0, "#6fdcec"),
    (TRUTHS[2].1, "#123039"),
    (GONE, "#ff8a8a"),
    (GONE_TINT, "#4a1f24"),
    (SET, "#8ab9ff"),
    (SET_TINT, "#1b2c4d"),
    (CASES[0], "#d3a8ff"),
    (CASES[1], "#63dcea"),
    (CASES[2], "#f0b35a"),
    (CASES[3], "#aab4c4"),
    ("#000", "#f2f2f4"),
];

/// The colour of a drawing on dark paper, if it is another.
pub fn dark(colour: &str) -> Option<&'static str> {
    DARK.iter().find(|(light, _)| *light == colour).map(|(_, dark)| *dark)
}

/// Rules of a style sheet by which drawings in elements of a selector have dark paper in a dark theme.
pub fn dark_style(selector: &str) -> String {
    let rule = |(light, dark): &(&str, &str)| {
        let of = |what: &str| {
            format!("{selector} [{what}=\"{light}\"] {{ {what}: light-dark({light}, {dark}); }}\n")
        };
        of("fill") + &of("stroke")
    };
    DARK.iter().map(rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours, as the guidelines for pages define it.
    fn contrast(one: &str, other: &str) -> f64 {
        let luminance = |colour: &str| {
            let digits = &colour[1..];
            let wide: String = match digits.len() {
                3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
                _ => digits.to_owned(),
            };
            let channel = |at: usize| {
                let value = f64::from(u8::from_str_radix(&wide[at..at + 2], 16).expect("two digits")) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
        };
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        (one / other).max(other / one)
    }

    #[test]
    fn roles_are_legible_on_light_and_dark_paper() {
        let on_dark = |colour: &'static str| dark(colour).expect("it is another on dark paper");
        let letters = [INK, FOUND, PENCIL, CAUSE, GONE, SET, TRUTHS[0].0, TRUTHS[1].0, TRUTHS[2].0];
        for colour in letters.into_iter().chain(CASES) {
            for paper in [PAPER, PLACE_TINT, SECOND_TINT] {
                let (light, dark) = (contrast(colour, paper), contrast(on_dark(colour), on_dark(paper)));
                assert!(light >= 4.0 && dark >= 4.0, "{colour} on {paper}: {light:.1}, {dark:.1}");
            }
        }
        for (colour, tint) in TRUTHS.into_iter().chain([(GONE, GONE_TINT), (SET, SET_TINT)]) {
            assert!(
                contrast(colour, tint) >= 4.0 && contrast(on_dark(colour), on_dark(tint)) >= 4.0,
                "{colour}"
            );
        }
    }

    #[test]
    fn every_colour_stands_once_and_turns() {
        for (at, (light, _)) in DARK.iter().enumerate() {
            assert_eq!(DARK.iter().position(|(other, _)| other == light), Some(at));
        }
        assert_eq!(dark(WHITE), None);
        assert!(dark_style("svg").contains("svg [fill=\"#fff\"] { fill: light-dark(#fff, #1b1d21); }"));
    }
}
