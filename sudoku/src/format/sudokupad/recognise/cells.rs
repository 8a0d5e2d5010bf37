//! Circles and squares in cells (odd, even, counting circles), and the small angles of minima and maxima.

use std::collections::BTreeMap;

use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::drawing::{Shape, Spot, Stroke};
use crate::format::sudokupad::words::{Phrase, all};

const ODD: [Phrase; 2] = [all(&["odd", "circle"]), all(&["odd"])];
const EVEN: [Phrase; 1] = [all(&["even"])];
const COUNTING: [Phrase; 4] = [
    all(&["counting circle"]),
    all(&["circle", "number of circles"]),
    all(&["circle", "how many circle"]),
    all(&["circle", "times", "circle"]),
];

pub(super) fn read(scene: &Scene<'_>, claims: &mut Claims) {
    let words = scene.words;
    let is_usual = words.is_empty() || words.are_standard();
    let mut circles: Vec<(&Shape, u16)> = Vec::new();
    for shape in scene.shapes(claims) {
        let Spot::Cell(cell) = scene.drawing.spot(shape.middle) else { continue };
        let is_mark = shape.text.is_empty() && shape.is_regular() && (0.45..0.93).contains(&shape.width);
        if !is_mark {
            continue;
        }
        let is_filled = shape.is_filled();
        if is_filled && !shape.is_round && (is_usual || words.say(&EVEN)) {
            claims.claim(scene, clue("even").list([cell]), &[&shape.name], "a filled square in a cell");
        } else if is_filled && shape.is_round && (is_usual || words.say(&ODD)) && !words.say(&COUNTING) {
            claims.claim(scene, clue("odd").list([cell]), &[&shape.name], "a filled circle in a cell");
        } else if shape.is_round {
            circles.push((shape, cell));
        }
    }
    if words.say(&COUNTING) && !circles.is_empty() {
        let names: Vec<&str> = circles.iter().map(|(shape, _)| shape.name.as_str()).collect();
        let cells: Vec<u16> = circles.iter().map(|&(_, cell)| cell).collect();
        claims.claim(
            scene,
            clue("counting-circles").list(cells),
            &names,
            "circles, and the rules count them",
        );
    }
}

/// Angles inside the sides of a cell: outward for maxima, inward for minima.
pub(super) fn extremes(scene: &Scene<'_>, claims: &mut Claims) {
    let mut found: BTreeMap<u16, Vec<(&Stroke, bool)>> = BTreeMap::new();
    for stroke in scene.strokes(claims) {
        let [from, tip, to] = stroke.points[..] else { continue };
        let Some(cell) = scene.drawing.cell(tip.floor()) else { continue };
        let middle = scene.drawing.middle(cell);
        let is_near = |at| (0.25..0.5).contains(&middle.reach(at));
        if stroke.is_arrow || from.reach(to) > 0.35 || ![from, tip, to].into_iter().all(is_near) {
            continue;
        }
        // The ends are nearer to the middle than the tip, if the tip points outwards.
        let open = (middle.reach(from) + middle.reach(to)) / 2.0;
        found.entry(cell).or_default().push((stroke, middle.reach(tip) > open));
    }
    for (cell, strokes) in found {
        let outward = strokes.iter().filter(|(_, outward)| *outward).count();
        if outward != 0 && outward != strokes.len() {
            continue;
        }
        let name = if outward > 0 { "maximum" } else { "minimum" };
        let mut parts: Vec<&str> = strokes.iter().map(|(stroke, _)| stroke.name.as_str()).collect();
        let shapes = scene.shapes(claims);
        let tile = |shape: &&&Shape| {
            let is_gray = shape.fill.is_some_and(|fill| fill.is_neutral());
            shape.is_tile() && is_gray && scene.drawing.cells_under(shape) == [cell]
        };
        // The topmost tile.
        parts.extend(shapes.iter().rev().find(tile).map(|shape| shape.name.as_str()));
        claims.claim(scene, clue(name).list([cell]), &parts, "small angles at the sides of a cell");
    }
}
