//! Circles where four cells meet: quadruples.

use std::collections::BTreeMap;

use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::drawing::{Shape, Spot};
use crate::format::sudokupad::words::{Phrase, all};
use crate::rules::Param;

/// Sentences about quadruples.
const ABOUT: [Phrase; 8] = [
    all(&["quad"]),
    all(&["circle", "surround"]),
    all(&["circle", "four"]),
    all(&["circle", "touch"]),
    all(&["intersection", "appear"]),
    all(&["intersection", "four cells"]),
    all(&["corner", "four", "cells", "appear"]),
    all(&["circle", "2x2"]),
];

pub(super) fn read(scene: &Scene<'_>, claims: &mut Claims) {
    let mut corners: BTreeMap<[u16; 4], Vec<&Shape>> = BTreeMap::new();
    for shape in scene.shapes(claims) {
        if let Spot::Corner(cells) = scene.drawing.spot(shape.middle)
            && shape.size() < 1.1
        {
            corners.entry(cells).or_default().push(shape);
        }
    }
    let words = scene.words;
    let is_known = words.is_empty() || words.are_standard() || words.say(&ABOUT);
    for (cells, shapes) in corners {
        let numbers: Vec<i32> = shapes.iter().flat_map(|shape| digits(&shape.text, scene.side())).collect();
        let texts: String = shapes.iter().map(|shape| shape.text.as_str()).collect();
        let are_digits =
            texts.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || ",?-./".contains(c));
        let names: Vec<&str> = shapes.iter().map(|shape| shape.name.as_str()).collect();
        if numbers.is_empty() || !are_digits {
            continue;
        }
        if !is_known {
            names.iter().for_each(|name| claims.use_up(name));
            claims.not_understood(names[0], "digits where four cells meet, of which the rules do not tell");
            continue;
        }
        let params = numbers.into_iter().map(Param::Number).collect();
        let clue = crate::rules::Clue { params, ..clue("quadruple") };
        claims.claim(scene, clue.list(cells), &names, "digits where four cells meet");
    }
}

/// Returns the numbers of a text: each digit is one, unless values have several digits.
fn digits(text: &str, side: usize) -> Vec<i32> {
    if side < 10 {
        return text.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as i32).collect();
    }
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}
