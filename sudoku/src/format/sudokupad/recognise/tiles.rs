//! Cells filled with a colour: extra regions, clones, cells larger than their neighbours, or decoration.

use crate::format::sudokupad::claims::{Claims, Scene, clue};
use crate::format::sudokupad::colour::Colour;
use crate::format::sudokupad::drawing::Shape;
use crate::format::sudokupad::words::{Phrase, all, has, names_colour};

const REGIONS: [Phrase; 9] = [
    all(&["extra region"]),
    all(&["windoku"]),
    all(&["gray area"]),
    all(&["gray region"]),
    all(&["shaded region"]),
    all(&["shaded area"]),
    all(&["shaded", "1-9"]),
    all(&["shaded", "1 to 9"]),
    Phrase { all: &["square", "form", "region"], none: &[] },
];
const CLONES: [Phrase; 3] = [all(&["clone"]), all(&["same digits", "same"]), all(&["identical", "regions"])];
const GREATER: [Phrase; 5] = [
    all(&["fortress"]),
    Phrase { all: &["gray", "greater", "adjacent"], none: &[] },
    Phrase { all: &["gray", "larger", "adjacent"], none: &[] },
    Phrase { all: &["shaded", "higher", "adjacent"], none: &[] },
    Phrase { all: &["shaded", "greater", "adjacent"], none: &[] },
];

/// Tiles of one colour with the cells under them.
struct Group<'a> {
    colour: Colour,
    shapes: Vec<&'a Shape>,
    cells: Vec<u16>,
}

pub(super) fn read(scene: &Scene<'_>, claims: &mut Claims) {
    for group in groups(scene, claims) {
        let parts: Vec<&str> = group.shapes.iter().map(|shape| shape.name.as_str()).collect();
        let words = scene.words;
        if is_named(scene, &group, &GREATER) {
            claims.claim(
                scene,
                clue("maximum").list(group.cells.clone()),
                &parts,
                "cells that the rules call greater",
            );
        } else if is_named(scene, &group, &CLONES) || words.is_empty() {
            clones(scene, claims, &group, &parts);
        } else if is_named(scene, &group, &REGIONS)
            || has_whole_regions(scene, &group) && speaks_of_cells(scene, &group)
        {
            regions(scene, claims, &group, &parts);
        } else if !speaks_of_cells(scene, &group) {
            for part in &parts {
                claims.decoration(part, "colored cells of which the rules do not tell");
            }
        } else {
            parts.iter().skip(1).for_each(|part| claims.use_up(part));
            claims.not_understood(parts[0], format!("{} colored cells", group.cells.len()));
        }
    }
}

/// Whether a shape fills a cell, perhaps with a margin.
fn is_tile(shape: &Shape) -> bool {
    !shape.is_round && shape.width > 0.55 && shape.height > 0.55
}

fn groups<'a>(scene: &Scene<'a>, claims: &Claims) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for shape in scene.shapes(claims) {
        let Some(colour) =
            shape.fill.filter(|_| shape.is_filled() && is_tile(shape) && shape.text.is_empty())
        else {
            continue;
        };
        let cells = scene.drawing.cells_under(shape);
        if cells.is_empty() {
            continue;
        }
        let group = match groups.iter_mut().find(|group| group.colour.is_like(colour)) {
            Some(group) => group,
            None => {
                groups.push(Group { colour, shapes: Vec::new(), cells: Vec::new() });
                groups.last_mut().expect("it was just added")
            }
        };
        group.shapes.push(shape);
        group.cells.extend(cells);
    }
    for group in &mut groups {
        group.cells.sort_unstable();
        group.cells.dedup();
    }
    uncover(scene, &mut groups);
    groups
}

/// Removes grey tiles that have a colour on top: the colour distinguishes the parts.
fn uncover(scene: &Scene<'_>, groups: &mut Vec<Group<'_>>) {
    let Some(gray) = groups.iter().position(|group| group.colour.is_neutral()) else { return };
    let coloured: Vec<u16> = groups
        .iter()
        .filter(|group| !group.colour.is_neutral())
        .flat_map(|group| group.cells.clone())
        .collect();
    let under = &mut groups[gray];
    under.cells.retain(|cell| !coloured.contains(cell));
    if under.cells.is_empty() {
        let shapes = std::mem::take(&mut under.shapes);
        groups.remove(gray);
        for group in groups.iter_mut() {
            let own = |shape: &&&Shape| {
                scene.drawing.cells_under(shape).iter().all(|cell| group.cells.contains(cell))
            };
            let own: Vec<&Shape> = shapes.iter().filter(own).copied().collect();
            group.shapes.extend(own);
        }
    }
}

/// Whether a sentence contains a phrase, and names the colour of the group if it names any.
fn is_named(scene: &Scene<'_>, group: &Group<'_>, phrases: &[Phrase]) -> bool {
    scene.words.that_say(phrases).any(|sentence| names_colour(sentence, group.colour) != Some(false))
}

/// Whether the rules speak of the colour, or of cells that are marked.
fn speaks_of_cells(scene: &Scene<'_>, group: &Group<'_>) -> bool {
    scene.words.sentences().any(|sentence| {
        let marked = [
            "shaded",
            "marked cell",
            "highlighted",
            "colored",
            "indicated cell",
            "fortress",
            "region",
            "cells with",
        ];
        let is_marked = marked.iter().any(|word| has(sentence, word)) && !sentence.contains("row, column");
        let of_line = ["line", "dot", "thermo", "circle"].iter().any(|word| has(sentence, word));
        is_marked || names_colour(sentence, group.colour) == Some(true) && !of_line
    })
}

/// Whether the cells form sets with as many cells as there are values.
fn has_whole_regions(scene: &Scene<'_>, group: &Group<'_>) -> bool {
    let side = scene.side();
    group.cells.len() == side || scene.drawing.connected(&group.cells).iter().all(|part| part.len() == side)
}

fn regions(scene: &Scene<'_>, claims: &mut Claims, group: &Group<'_>, parts: &[&str]) {
    let reason = "colored cells, as many as there are values";
    if group.cells.len() == scene.side() {
        claims.claim(scene, clue("extra-region").list(group.cells.clone()), parts, reason);
        return;
    }
    let connected = scene.drawing.connected(&group.cells);
    if connected.iter().any(|part| part.len() != scene.side()) {
        parts.iter().skip(1).for_each(|part| claims.use_up(part));
        claims.not_understood(parts[0], "colored cells that are no whole regions");
        return;
    }
    for part in connected {
        claims.claim(scene, clue("extra-region").list(part), parts, reason);
    }
}

/// Claims clones: parts of the same shape and colour.
fn clones(scene: &Scene<'_>, claims: &mut Claims, group: &Group<'_>, parts: &[&str]) {
    let connected = scene.drawing.connected(&group.cells);
    let shape = |part: &[u16]| -> Vec<(i32, i32)> {
        let from = scene.drawing.place(part[0]);
        let step = |&cell: &u16| {
            let (row, column) = scene.drawing.place(cell);
            (row - from.0, column - from.1)
        };
        part.iter().map(step).collect()
    };
    let mut left: Vec<Vec<u16>> = connected;
    let mut clues = Vec::new();
    while let Some(first) = left.pop() {
        let (same, other): (Vec<_>, Vec<_>) = left.into_iter().partition(|part| shape(part) == shape(&first));
        left = other;
        if same.is_empty() {
            parts.iter().skip(1).for_each(|part| claims.use_up(part));
            claims.not_understood(parts[0], "colored cells without a second part of the same shape");
            return;
        }
        clues.push(same.into_iter().fold(clue("clone").list(first), |clue, part| clue.list(part)));
    }
    for clue in clues {
        claims.claim(scene, clue, parts, "colored parts of the same shape");
    }
}
