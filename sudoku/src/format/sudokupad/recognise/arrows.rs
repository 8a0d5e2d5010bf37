//! Arrows that begin in a circle or a pill: the digits along the arrow sum to the number in its bulb.

use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::drawing::{Shape, Stroke};
use crate::format::sudokupad::words::{Phrase, all};

/// Sentences about arrows with sums.
const SUMS: [Phrase; 9] = [
    all(&["arrow", "sum"]),
    all(&["arrow", "total"]),
    all(&["arrow", "add"]),
    all(&["arrow rule"]),
    all(&["normal", "arrow", "rules"]),
    all(&["standard", "arrow"]),
    all(&["usual", "arrow"]),
    all(&["arrow sudoku"]),
    all(&["arrow", "equal"]),
];

/// Sentences about arrows with another meaning.
const OTHERS: [Phrase; 7] = [
    all(&["arrow", "average"]),
    all(&["arrow", "product"]),
    all(&["arrow", "multipl"]),
    all(&["arrow", "differen"]),
    all(&["arrow", "concatenat"]),
    all(&["arrow", "modulo"]),
    all(&["arrow", "power"]),
];

pub(super) fn read(scene: &Scene<'_>, claims: &mut Claims) {
    let words = scene.words;
    let is_sum = words.is_empty() || words.are_standard() || words.say(&SUMS);
    for stroke in scene.strokes(claims) {
        if !stroke.is_arrow {
            continue;
        }
        let Some((bulb, parts)) = bulb(scene, claims, stroke) else { continue };
        if !is_sum || words.say(&OTHERS) {
            claims.not_understood(
                &stroke.name,
                "an arrow from a circle, but the rules tell of no sum of arrows",
            );
            continue;
        }
        let cells = scene.drawing.cells_of(stroke);
        let shaft: Vec<u16> = cells.into_iter().filter(|cell| !bulb.contains(cell)).collect();
        if shaft.is_empty() {
            claims.not_understood(&stroke.name, "an arrow that reaches no cell");
            continue;
        }
        let mut names = vec![stroke.name.as_str()];
        names.extend(parts);
        claims.claim(scene, clue("arrow").list(bulb).list(shaft), &names, "an arrow that begins in a circle");
    }
}

/// Returns the cells of the bulb that an arrow begins in, and the names of the parts that draw it.
fn bulb<'a>(scene: &Scene<'a>, claims: &Claims, arrow: &Stroke) -> Option<(Vec<u16>, Vec<&'a str>)> {
    let begin = *arrow.points.first()?;
    // Bent pills are drawn as two wide lines.
    let wide = |stroke: &&Stroke| !stroke.is_arrow && (30.0..64.0).contains(&stroke.thickness);
    let strokes: Vec<&Stroke> = scene.drawing.strokes.iter().filter(wide).collect();
    let own_cell = scene.drawing.cell(begin.floor());
    let of = |stroke: &&&Stroke| own_cell.is_some_and(|cell| scene.drawing.cells_of(stroke).contains(&cell));
    let bent: Vec<&&Stroke> = strokes.iter().filter(of).collect();
    let round = |shape: &&Shape| is_bulb(shape) && shape.covers(begin, 0.16);
    let shapes: Vec<&Shape> = scene.drawing.shapes.iter().filter(round).collect();
    if bent.len() == 2 {
        let cells = scene.drawing.cells_of(bent[0]);
        let free = |name: &&str| claims.is_free(name);
        let mut parts: Vec<&str> = bent.iter().map(|stroke| stroke.name.as_str()).filter(free).collect();
        parts.extend(shapes.iter().map(|shape| shape.name.as_str()));
        return Some((read_order(cells), parts));
    }
    // The nearest circle, if several touch the place.
    let distance = |shape: &&Shape| (shape.middle.reach(begin) * 1000.0) as i64;
    let shape = shapes.iter().copied().min_by_key(distance)?;
    let cells = scene.drawing.cells_under(shape);
    let parts = shapes.iter().filter(|other| other.middle.reach(shape.middle) < 0.1);
    (!cells.is_empty()).then(|| (read_order(cells), parts.map(|shape| shape.name.as_str()).collect()))
}

/// Pills are read from left to right, and from top to bottom.
fn read_order(mut cells: Vec<u16>) -> Vec<u16> {
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn is_bulb(shape: &Shape) -> bool {
    let (short, long) = (shape.width.min(shape.height), shape.size());
    shape.is_round && (0.5..1.05).contains(&short) && long < 4.0 && shape.text.is_empty()
}
