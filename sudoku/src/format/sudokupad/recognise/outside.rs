//! Numbers beside the grid. With an arrow they are little killers; without one, the text of the rules says
//! what they are.

use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::drawing::{Point, Shape, Spot, Stroke};
use crate::format::sudokupad::words::{Phrase, all};

/// Sentences about sums along diagonals.
const DIAGONALS: [Phrase; 7] = [
    all(&["diagonal", "sum"]),
    all(&["diagonal", "total"]),
    all(&["diagonal", "add"]),
    all(&["little killer"]),
    all(&["littlekiller"]),
    all(&["outside", "arrow", "sum"]),
    all(&["diagonal", "clue"]),
];

/// Rules of numbers beside the grid, with the sentences about them.
const RULES: [(&str, &[Phrase]); 5] = [
    ("sandwich", &[all(&["sandwich"]), all(&["between", "sum", "outside"])]),
    ("x-sum", &[all(&["x-sum"]), all(&["x sum"]), all(&["xsum"]), all(&["first x"])]),
    ("hidden-skyscraper", &[all(&["hidden skyscraper"])]),
    (
        "skyscraper",
        &[
            Phrase { all: &["skyscraper"], none: &["hidden skyscraper"] },
            all(&["visible", "outside"]),
            all(&["building"]),
            all(&["seen from"]),
        ],
    ),
    (
        "numbered-room",
        &[all(&["numbered room"]), all(&["nth cell"]), all(&["nth position"]), all(&["xth cell"])],
    ),
];

/// Signs that the converter writes beside the numbers of two rules.
const SIGNS: [(&str, &str); 2] = [("◯", "x-sum"), ("▯", "skyscraper")];

pub(super) fn little_killers(scene: &Scene<'_>, claims: &mut Claims) {
    let words = scene.words;
    let is_known = words.is_empty() || words.are_standard() || words.say(&DIAGONALS);
    for stroke in scene.strokes(claims) {
        let Some((cells, at)) = sight(scene, stroke) else { continue };
        let number = |shape: &&&Shape| shape.text.parse::<i32>().is_ok() && !is_inside(scene, shape);
        let shapes = scene.shapes(claims);
        let near = |shape: &&Shape| (shape.middle.reach(at) * 1000.0) as i64;
        let text =
            shapes.iter().filter(number).min_by_key(|shape| near(shape)).filter(|shape| near(shape) < 900);
        let Some(text) = text else {
            claims.not_understood(&stroke.name, "an arrow beside the grid without a number");
            continue;
        };
        if !is_known {
            claims.use_up(&text.name);
            claims
                .not_understood(&stroke.name, "an arrow beside the grid, but the rules tell of no diagonals");
            continue;
        }
        let sum = text.text.parse().unwrap_or(0);
        let parts = [stroke.name.as_str(), text.name.as_str()];
        claims.claim(
            scene,
            clue("little-killer").number(sum).list(cells),
            &parts,
            "a number beside the grid with an arrow",
        );
    }
}

/// Returns the cells that a diagonal arrow beside the grid points along, and the middle of the place where
/// the arrow begins.
fn sight(scene: &Scene<'_>, stroke: &Stroke) -> Option<(Vec<u16>, Point)> {
    let (from, to) = (*stroke.points.first()?, *stroke.points.last()?);
    let (down, right) = (to.row - from.row, to.column - from.column);
    let is_diagonal =
        down.abs() > 0.05 && (down.abs() - right.abs()).abs() < 0.35 * down.abs().max(right.abs());
    if !stroke.is_arrow || !is_diagonal || scene.drawing.cell(from.floor()).is_some() || from.reach(to) > 1.6
    {
        return None;
    }
    let step = (down.signum() as i32, right.signum() as i32);
    let stand = from.floor();
    let mut at = (stand.0 + step.0, stand.1 + step.1);
    let mut cells = Vec::new();
    while let Some(cell) = scene.drawing.cell(at) {
        cells.push(cell);
        at = (at.0 + step.0, at.1 + step.1);
    }
    let middle = Point::new(f64::from(stand.0) + 0.5, f64::from(stand.1) + 0.5);
    (!cells.is_empty()).then_some((cells, middle))
}

fn is_inside(scene: &Scene<'_>, shape: &Shape) -> bool {
    scene.drawing.cell(shape.middle.floor()).is_some()
}

pub(super) fn numbers(scene: &Scene<'_>, claims: &mut Claims) {
    let named: Vec<&str> =
        RULES.iter().filter(|(_, phrases)| scene.words.say(phrases)).map(|(name, _)| *name).collect();
    let sign = |shape: &Shape| SIGNS.iter().find(|(sign, _)| *sign == shape.text).map(|(_, name)| *name);
    let shapes = scene.shapes(claims);
    for shape in &shapes {
        if sign(shape).is_some() || shape.text.is_empty() {
            continue;
        }
        let (row, column) = match scene.drawing.spot(shape.middle) {
            Spot::Outside(row, column) => (row, column),
            Spot::Elsewhere => shape.middle.floor(),
            _ => continue,
        };
        let Some(cells) = seen(scene, (row, column)) else { continue };
        let Ok(number) = shape.text.parse::<i32>() else { continue };
        let beside = |other: &&&Shape| other.middle.floor() == (row, column) && sign(other).is_some();
        let mark = shapes.iter().find(beside);
        let name = match (mark.and_then(|mark| sign(mark)), &named[..]) {
            (Some(name), _) => Some(name),
            (None, [name]) => Some(*name),
            // The converter writes sandwich sums without a sign.
            (None, []) if scene.words.is_empty() => Some("sandwich"),
            _ => None,
        };
        let Some(name) = name else {
            claims.not_understood(&shape.name, "a number beside the grid, of which the rules do not tell");
            continue;
        };
        let mut parts = vec![shape.name.as_str()];
        parts.extend(mark.map(|mark| mark.name.as_str()));
        let clue = clue(name).number(number).list(cells);
        claims.claim(scene, clue, &parts, "a number beside a row or column");
    }
}

/// Returns the cells of a row or column, as they are seen from a place beside the grid.
pub(super) fn seen(scene: &Scene<'_>, (row, column): (i32, i32)) -> Option<Vec<u16>> {
    let drawing = scene.drawing;
    let (rows, columns) = (drawing.rows as i32, drawing.columns as i32);
    let in_row = |at: i32| (0..columns).filter_map(|column| drawing.cell((at, column))).collect::<Vec<u16>>();
    let in_column = |at: i32| (0..rows).filter_map(|row| drawing.cell((row, at))).collect::<Vec<u16>>();
    let is_row = (0..rows).contains(&row);
    let is_column = (0..columns).contains(&column);
    let reversed = |mut cells: Vec<u16>| {
        cells.reverse();
        cells
    };
    match (is_row, is_column) {
        (true, false) if (-2..0).contains(&column) => Some(in_row(row)),
        (true, false) if (columns..columns + 2).contains(&column) => Some(reversed(in_row(row))),
        (false, true) if (-2..0).contains(&row) => Some(in_column(column)),
        (false, true) if (rows..rows + 2).contains(&row) => Some(reversed(in_column(column))),
        _ => None,
    }
}
