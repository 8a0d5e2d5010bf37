//! Recognisers: a file for each kind of drawing, and a table of all recognisers in the order in which they run.

mod arrows;
mod cages;
mod cells;
mod corners;
mod diagonals;
mod forced;
mod line_rules;
mod lines;
mod outside;
mod pairs;
mod rest;
mod thermos;
mod tiles;
mod whole;

use super::claims::{Claims, Scene};

pub(super) use forced::forced;

/// In order of precedence: an earlier recogniser uses up parts that a later one would take, such as an arrow's circle
/// or a thermometer's bulb.
const RECOGNISERS: [fn(&Scene<'_>, &mut Claims); 14] = [
    rest::invisible,
    diagonals::read,
    outside::little_killers,
    cells::extremes,
    pairs::chevrons,
    arrows::read,
    thermos::read,
    pairs::read,
    corners::read,
    outside::numbers,
    lines::read,
    cells::read,
    tiles::read,
    cages::read,
];

/// Finds the meaning of all parts of a drawing that have not been claimed.
pub(super) fn recognise(scene: &Scene<'_>, flags: &[String], claims: &mut Claims) {
    for recogniser in RECOGNISERS {
        recogniser(scene, claims);
    }
    whole::read(scene, flags, claims);
    rest::read(scene, claims);
}

/// Finds the rules that only words say.
pub(super) fn said(scene: &Scene<'_>, claims: &mut Claims) {
    diagonals::said(scene, claims);
    whole::said(scene, claims);
    whole::all_given(scene, Vec::new(), claims);
}
