//! Lists of cells as text.

use super::Layout;
use crate::grid::Grid;

/// Returns a list that reads back as these cells in this order: `r4c4-r4c8 r1c1`. Straight runs of three or more cells
/// are paths.
pub(crate) fn write(cells: &[u16], layout: &dyn Layout) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < cells.len() {
        if at > 0 {
            text.push(' ');
        }
        text += &layout.name(cells[at]);
        loop {
            let run = straight(&cells[at..], layout.grid());
            if run < 3 {
                break;
            }
            at += run - 1;
            text.push('-');
            text += &layout.name(cells[at]);
        }
        at += 1;
    }
    text
}

/// Returns the length of the straight run at the beginning of a list.
fn straight(cells: &[u16], grid: &Grid) -> usize {
    let columns = grid.columns() as i32;
    let step = |pair: &[u16]| {
        let inside = pair.iter().all(|&cell| usize::from(cell) < grid.rows() * grid.columns());
        let [one, other] =
            [pair[0], pair[1]].map(|cell| (i32::from(cell) / columns, i32::from(cell) % columns));
        let (down, right) = (other.0 - one.0, other.1 - one.1);
        (inside && down.abs().max(right.abs()) == 1).then_some((down, right))
    };
    let mut steps = cells.windows(2).map(step);
    match steps.next() {
        Some(first @ Some(_)) => 2 + steps.take_while(|step| *step == first).count(),
        _ => 1,
    }
}
