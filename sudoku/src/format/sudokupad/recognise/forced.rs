//! Readings that the user has chosen: `line2=renban`.

use crate::format::sudokupad::claims::{AS_TOLD, Claims, NOTHING, Scene};
use crate::format::sudokupad::drawing::{Shape, Spot};
use crate::rules::{self, Clue, ListSyntax};
use crate::text::nearest;

/// Claims parts as the user says. Returns an error in words if there is no such part or rule.
pub(in crate::format::sudokupad) fn forced(
    scene: &Scene<'_>,
    readings: &[(String, String)],
    claims: &mut Claims,
) -> Result<(), String> {
    for (part, rule) in readings {
        let Some(cells) = cells(scene, part) else {
            // A reading may be meant for another document of the batch.
            continue;
        };
        if rule == NOTHING {
            claims.decoration(part, AS_TOLD);
            continue;
        }
        let (name, numbers) = split(rule);
        let Some(kind) = rules::find(&name) else {
            let names = rules::KINDS.iter().map(|kind| kind.name());
            let hint = nearest(&name, names).map_or(String::new(), |near| format!("; did you mean {near}?"));
            return Err(format!("--as {part}={rule}: there is no such rule{hint}"));
        };
        let mut clue = Clue::new(kind);
        clue.params.extend(numbers.into_iter().map(rules::Param::Number));
        clue = match kind.lists {
            ListSyntax::Joined(..) if cells.len() > 1 => clue.list(&cells[..1]).list(&cells[1..]),
            ListSyntax::None => clue,
            _ => clue.list(cells),
        };
        if !claims.claim(scene, clue, &with_ends(scene, part), AS_TOLD) {
            let why = claims.unknown.pop().map_or(String::new(), |(_, why)| why);
            return Err(format!("--as {part}={rule}: {why}"));
        }
    }
    Ok(())
}

/// Returns a part, and for a line the circles at its ends.
fn with_ends<'a>(scene: &Scene<'a>, part: &'a str) -> Vec<&'a str> {
    let mut parts = vec![part];
    if let Some(stroke) = scene.drawing.strokes.iter().find(|stroke| stroke.name == part) {
        let ends = [stroke.points[0], stroke.points[stroke.points.len() - 1]];
        let is_end = |shape: &&Shape| {
            shape.is_round && shape.text.is_empty() && ends.iter().any(|&end| shape.middle.reach(end) < 0.45)
        };
        parts.extend(scene.drawing.shapes.iter().filter(is_end).map(|shape| shape.name.as_str()));
    }
    parts
}

/// Splits `whisper 4` into name and numbers.
fn split(rule: &str) -> (String, Vec<i32>) {
    let (numbers, names): (Vec<&str>, Vec<&str>) =
        rule.split_whitespace().partition(|word| word.parse::<i32>().is_ok());
    (names.join(" "), numbers.iter().filter_map(|word| word.parse().ok()).collect())
}

/// Returns the cells of a part, in order.
fn cells(scene: &Scene<'_>, part: &str) -> Option<Vec<u16>> {
    let drawing = scene.drawing;
    if let Some(stroke) = drawing.strokes.iter().find(|stroke| stroke.name == part) {
        return Some(drawing.cells_of(stroke));
    }
    if let Some(cage) = drawing.cages.iter().find(|cage| cage.name == part) {
        return Some(cage.cells.clone());
    }
    let shape = drawing.shapes.iter().find(|shape| shape.name == part)?;
    Some(match drawing.spot(shape.middle) {
        Spot::Cell(cell) if shape.size() < 1.3 => vec![cell],
        Spot::Edge(cells) => cells.to_vec(),
        Spot::Corner(cells) => cells.to_vec(),
        Spot::Outside(row, column) => super::outside::seen(scene, (row, column))?,
        _ => drawing.cells_under(shape),
    })
}
