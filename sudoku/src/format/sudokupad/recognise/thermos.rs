//! Lines with a disc of their colour at an end: thermometers.

use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::drawing::{Shape, Spot, Stroke};
use crate::format::sudokupad::words::{Phrase, all, names_colour};

/// Sentences about thermometers.
const ABOUT: [Phrase; 3] = [all(&["thermo"]), all(&["bulb"]), all(&["increas", "circle"])];

/// Sentences about thermometers on which digits may stay the same.
const SLOW: [Phrase; 8] = [
    all(&["slow"]),
    all(&["same or increase"]),
    all(&["increase or stay"]),
    all(&["increase or remain"]),
    all(&["never decrease"]),
    all(&["not decrease"]),
    all(&["stay the same", "bulb"]),
    all(&["remain the same", "bulb"]),
];

/// Sentences about thermometers on which they increase.
const STRICT: [Phrase; 6] = [
    Phrase { all: &["thermo", "increas"], none: NOT_STRICT },
    Phrase { all: &["bulb", "increas"], none: NOT_STRICT },
    Phrase { all: &["thermo", "smallest"], none: NOT_STRICT },
    Phrase { all: &["thermo", "ascend"], none: NOT_STRICT },
    Phrase { all: &["thermo rule"], none: &["slow"] },
    Phrase { all: &["normal thermo"], none: &["slow"] },
];
const NOT_STRICT: &[&str] = &["slow", "same", "decrease"];

/// Sentences about thermometers of other sorts.
const OTHERS: [Phrase; 3] =
    [all(&["fast thermo"]), all(&["thermo", "by at least"]), all(&["thermo", "sum to"])];

/// The reading of thermometers of one look; `None` if the text does not tell.
fn reading(scene: &Scene<'_>, stroke: &Stroke, bulb: &Shape) -> Option<(&'static str, &'static str)> {
    let words = scene.words;
    if words.is_empty() || words.are_standard() && !words.say(&ABOUT) {
        let name = if bulb.is_over { "slow-thermo" } else { "thermo" };
        return Some((name, "a line with a disc of its colour at its end"));
    }
    // The drawing alone is enough for documents that were drawn from a list of rules.
    let is_exact = scene.is_converted
        && stroke.thickness > 19.0
        && bulb.width > 0.8
        && stroke.colour.is_like(bulb.fill.unwrap_or(stroke.colour));
    if !words.say(&ABOUT) && !words.say(&SLOW) && !is_exact || words.say(&OTHERS) {
        return None;
    }
    const BY_TEXT: &str = "a line with a disc of its colour at its end, and the rules call it slow";
    const USUAL: &str = "a line with a disc of its colour at its end";
    match (words.say(&SLOW), words.say(&STRICT)) {
        (false, _) => Some(("thermo", USUAL)),
        (true, false) => Some(("slow-thermo", BY_TEXT)),
        (true, true) => {
            let named = |phrases: &[Phrase]| {
                words.sentences().any(|sentence| {
                    super::super::words::says(sentence, phrases)
                        && names_colour(sentence, stroke.colour) == Some(true)
                })
            };
            match (named(&SLOW), named(&STRICT)) {
                (true, false) => Some(("slow-thermo", BY_TEXT)),
                (false, true) => Some(("thermo", USUAL)),
                _ => None,
            }
        }
    }
}

pub(super) fn read(scene: &Scene<'_>, claims: &mut Claims) {
    let bulbs: Vec<(&Shape, u16)> =
        scene.shapes(claims).into_iter().filter_map(|shape| bulb(scene, shape)).collect();
    // Cells of thermometers with their colour and reading, where branches may begin.
    let mut bodies: Vec<(Vec<u16>, &Stroke, &'static str, &'static str)> = Vec::new();
    for stroke in
        scene.strokes(claims).into_iter().filter(|stroke| !stroke.is_arrow && stroke.thickness > 7.0)
    {
        let cells = scene.drawing.cells_of(stroke);
        let tells = scene.words.say(&ABOUT) && !may_be_other(scene);
        let own = |cell: u16| {
            let fits = |shape: &Shape| {
                shape.fill.is_some_and(|fill| {
                    fill.is_like(stroke.colour)
                        || tells && shape.is_filled() && fill.is_shade_of(stroke.colour)
                })
            };
            bulbs.iter().find(|&&(shape, at)| at == cell && fits(shape)).map(|&(shape, _)| shape)
        };
        let at: Vec<usize> = (0..cells.len()).filter(|&at| own(cells[at]).is_some()).collect();
        let [at] = at[..] else { continue };
        let bulb = own(cells[at]).expect("it has a bulb");
        let Some((name, reason)) = reading(scene, stroke, bulb) else {
            if !may_be_other(scene) {
                claims.not_understood(
                    &stroke.name,
                    "drawn as a thermometer, but the rules do not tell of such",
                );
                claims.use_up(&bulb.name);
            }
            continue;
        };
        let mut arms = vec![cells[at..].to_vec()];
        arms.push(cells[..=at].iter().rev().copied().collect());
        for arm in arms.into_iter().filter(|arm| arm.len() > 1) {
            let mut parts = vec![stroke.name.as_str(), bulb.name.as_str()];
            // Each thermometer from a shared bulb draws its own disc.
            let same = |&&(shape, place): &&(&Shape, u16)| {
                place == cells[at] && (shape.width - bulb.width).abs() < 0.04
            };
            parts.extend(bulbs.iter().filter(same).map(|(shape, _)| shape.name.as_str()));
            claims.claim(scene, clue(name).list(arm), &parts, reason);
        }
        bodies.push((cells, stroke, name, reason));
    }
    while let Some((stroke, cells, name, reason)) = branch(scene, claims, &bodies) {
        claims.claim(scene, clue(name).list(cells.clone()), &[&stroke.name], reason);
        bodies.push((cells, stroke, name, reason));
    }
}

/// Whether the rules tell of lines with discs that are no thermometers.
fn may_be_other(scene: &Scene<'_>) -> bool {
    scene.words.say(&[all(&["zipper"]), all(&["between"]), all(&["lockout"]), all(&["spot"]), all(&["line"])])
}

/// Returns the disc of a bulb with its cell.
fn bulb<'a>(scene: &Scene<'_>, shape: &'a Shape) -> Option<(&'a Shape, u16)> {
    let is_disc =
        shape.is_round && shape.is_regular() && (0.5..1.1).contains(&shape.width) && shape.text.is_empty();
    match scene.drawing.spot(shape.middle) {
        Spot::Cell(cell) if is_disc => Some((shape, cell)),
        _ => None,
    }
}

/// Finds a line that begins on a thermometer of its colour. Returns its cells from there on.
fn branch<'a>(
    scene: &Scene<'a>,
    claims: &Claims,
    bodies: &[(Vec<u16>, &Stroke, &'static str, &'static str)],
) -> Option<(&'a Stroke, Vec<u16>, &'static str, &'static str)> {
    for stroke in scene.strokes(claims).into_iter().filter(|stroke| !stroke.is_arrow) {
        for (body, trunk, name, reason) in bodies {
            let is_same =
                stroke.colour.is_like(trunk.colour) && (stroke.thickness - trunk.thickness).abs() < 3.0;
            if !is_same {
                continue;
            }
            let mut cells = scene.drawing.cells_of(stroke);
            match (cells.first(), cells.last()) {
                (Some(first), _) if body.contains(first) => {}
                (_, Some(last)) if body.contains(last) => cells.reverse(),
                _ => continue,
            }
            return Some((stroke, cells, name, reason));
        }
    }
    None
}
