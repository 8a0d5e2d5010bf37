//! Chaos construction: grids with unknown regions.

pub mod counts;
pub mod lines;
#[cfg(test)]
pub mod tests;

use csp::constraints::partition;

use crate::grid::Grid;
use crate::rules::{Clue, Draft, Fault, Group, Kind, ParamSyntax, Scene};

pub const KIND: Kind = Kind {
    name: "chaos-construction",
    also: &["chaos", "unknown regions"],
    group: Group::Regions,
    usage: "chaos-construction [SIZE]",
    help: "The regions are unknown. Each is connected along the sides of cells and has different numbers. Its size is the side of the grid, or the given size. There are no boxes unless they are asked for. There are at most as many regions as values, and cell g1c1 holds the number of the region of r1c1.",
    sentence: "The regions are to be found: each is connected and has {number} different digits.",
    sentence_without_number: "The regions are to be found: each is connected and has every digit once.",
    example: "chaos-construction",
    params: ParamSyntax::MaybeNumber,
    makes_labels: true,
    fault,
    holds,
    finish: Some(finish),
    noun: "the unknown regions",
    says: "The cells of each unknown region are connected",
    ..Kind::BLANK
};

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let Some(size) = grid.shape().unknown else {
        return Err(Fault::new("the regions of this grid are known").hint("the rule stands by itself"));
    };
    match clue.first_number() {
        Some(said) if usize::try_from(said) != Ok(size) => {
            let what = format!("unknown regions of {said} cells in a grid with unknown regions of {size}");
            Err(Fault::new(what).hint("the rule stands once").param(0))
        }
        _ => Ok(()),
    }
}

/// Reports a fault if the regions of the grid are known, or if a cell of the clue has no region.
pub fn needs_labels(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let name = clue.kind.name;
    let known = || Fault::new(format!("{name} is for unknown regions")).hint("chaos-construction");
    grid.shape().unknown.ok_or_else(known)?;
    let is_labelled = |cell: &u16| grid.label(*cell).is_some();
    match clue.lists.iter().position(|list| !list.iter().all(is_labelled)) {
        Some(list) => Err(Fault::new(format!("{name}: cells beside the grid are in no region")).list(list)),
        None => Ok(()),
    }
}

/// Whether two cells are in the same region.
pub fn are_together(scene: &Scene<'_>, numbers: &[i32], a: u16, b: u16) -> bool {
    let label = |cell: u16| scene.grid.label(cell).map(|label| numbers[usize::from(label)]);
    label(a) == label(b)
}

fn holds(_: &Clue, scene: &Scene<'_>, numbers: &[i32]) -> bool {
    let grid = scene.grid;
    let together = |a: &u16, b: &u16| are_together(scene, numbers, *a, *b);
    let mut next = grid.first_value();
    for cell in grid.visible() {
        if (0..cell).any(|earlier| together(&earlier, &cell)) {
            continue;
        }
        let region: Vec<u16> = grid.visible().filter(|other| together(other, &cell)).collect();
        let mut connected = vec![cell];
        let mut at = 0;
        while at < connected.len() {
            for neighbour in grid.beside(connected[at]).filter(|neighbour| region.contains(neighbour)) {
                if !connected.contains(&neighbour) {
                    connected.push(neighbour);
                }
            }
            at += 1;
        }
        let number = |cell: u16| numbers[usize::from(cell)];
        let differ =
            region.iter().enumerate().all(|(at, &a)| region[..at].iter().all(|&b| number(a) != number(b)));
        let labelled = grid.label(cell).is_some_and(|label| number(label) == next);
        if !(labelled
            && differ
            && Some(connected.len()) == grid.shape().unknown
            && connected.len() == region.len())
        {
            return false;
        }
        next += 1;
    }
    true
}

/// Declares the regions. Must run after all rules, which register the pairs of cells whose regions they compare.
fn finish(draft: &mut Draft<'_>) {
    let grid = draft.grid();
    let Some(size) = grid.shape().unknown else { return };
    let cells: Vec<u16> = grid.visible().collect();
    let mut edges = Vec::new();
    for &cell in &cells {
        edges.extend([(0, 1), (1, 0)].into_iter().filter_map(|step| Some((cell, grid.step(cell, step)?))));
    }
    for &(a, b) in &edges {
        // Each border gets a variable, so that the search branches on borders.
        draft.same_region(a, b);
    }
    let first = grid.first_value();
    let labels = cells.iter().filter_map(|&cell| Some(draft.var(grid.label(cell)?) - first));
    let place = |(a, b): (u16, u16)| (usize::from(a), usize::from(b));
    let mut parts = partition(labels, edges.into_iter().map(place), size).different(draft.vars(&cells));
    for (&pair, &together) in &draft.pairs {
        let (a, b) = place(pair);
        parts = parts.pair(a, b, together);
    }
    draft.define(parts);
}
