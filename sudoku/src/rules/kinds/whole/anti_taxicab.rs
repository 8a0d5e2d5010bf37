//! Anti-taxicab: two cells with the same number N are never N steps apart in taxicab distance.

use csp::constraints::{clause, independent};

use crate::rules::{Clue, Draft, Drawing, Group, Kind, Scene};

pub const KIND: Kind = Kind {
    name: "anti-taxicab",
    noun: "the taxicab rule",
    also: &["taxicab", "anti-taxi"],
    group: Group::Grid,
    usage: "anti-taxicab",
    help: "Two cells with the same number N are never N steps apart. Steps go up, down, left and right.",
    label: "Anti-taxicab",
    sentence: "Cells with the same digit are never as many steps apart as the digit says; steps go across sides.",
    example: "anti-taxicab",
    holds: |clue, scene, numbers| {
        pairs(clue, scene, largest(scene)).into_iter().all(|(a, b, distance)| {
            let [a, b] = [a, b].map(|cell| numbers[usize::from(cell)]);
            a != b || a != distance
        })
    },
    declare: |clue, draft| {
        let scene = draft.scene();
        let cells = scene.grid.cells();
        // Counting each pair once, a cell has at most 2·d cells at distance d.
        let farthest = largest(&scene).max(0) as usize;
        if cells.saturating_mul(farthest * (farthest + 1)) > MOST_CLAUSES {
            return declare_whole(clue, draft);
        }
        let least = *draft.numbers().start();
        for (a, b, distance) in pairs(clue, &scene, largest(&scene)) {
            if distance >= least && !draft.facts.see(a, b) {
                let [a, b] = [a, b].map(|cell| draft.var(cell).is_not(distance));
                draft.post(clause([a, b]));
            }
        }
    },
    drawing: Drawing::Said { word: "taxicab", sentence: "Anti-taxicab applies." },
    ..Kind::BLANK
};

/// The greatest number of clauses. Larger grids get a single constraint, from which the learner derives no clauses.
const MOST_CLAUSES: usize = 1 << 14;

/// Declares the rule by one constraint for each grid. A grid of 64 x 64 cells has eight million pairs, too many to
/// list.
fn declare_whole(clue: &Clue, draft: &mut Draft<'_>) {
    let scene = draft.scene();
    for frame in scene.frames(clue) {
        let cells: Vec<u16> = frame.cells(scene.grid.columns()).collect();
        let (rows, columns) = (frame.rows, frame.columns);
        draft.post(independent(draft.vars(&cells), move |place, number, each| {
            let (row, column) = (place / columns, place % columns);
            // The cells at the distance, row by row.
            for other in 0..rows {
                let Some(right) = (number.max(0) as usize).checked_sub(row.abs_diff(other)) else { continue };
                let left = column.checked_sub(right);
                let beside = [left, Some(column + right).filter(|&beside| beside < columns && right > 0)];
                beside.into_iter().flatten().for_each(|beside| each(other * columns + beside));
            }
        }));
    }
}

fn largest(scene: &Scene<'_>) -> i32 {
    *scene.grid.shape().values.end()
}

/// The pairs of cells of one grid with their taxicab distance, up to `most`.
fn pairs(clue: &Clue, scene: &Scene<'_>, most: i32) -> Vec<(u16, u16, i32)> {
    let longest = (scene.grid.rows() + scene.grid.columns()) as i32;
    let distances = 1..=most.min(longest);
    let steps = |distance: i32| -> Vec<(i32, i32)> {
        (1 - distance..=distance).map(|right| (distance - right.abs(), right)).collect()
    };
    let at = |distance: i32| {
        let pairs = scene.pairs(clue, &steps(distance));
        pairs.into_iter().map(move |(a, b)| (a, b, distance))
    };
    distances.flat_map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, raw};

    fn means(n: &[i32], columns: usize) -> bool {
        (0..n.len()).all(|a| {
            (0..n.len()).all(|b| {
                let steps = (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns);
                a == b || n[a] != n[b] || n[a] != steps as i32
            })
        })
    }

    #[test]
    fn equal_numbers_keep_another_distance() {
        let rule = || vec![Clue::new(&KIND)];
        agree(raw(2, 3, 0..=3), rule(), |n| means(n, 3));
        agree(raw(3, 3, 0..=2), rule(), |n| means(n, 3));
        agree(Shape { regions: crate::Regions::None, ..Shape::rectangle(3, 3) }, rule(), |n| means(n, 3));
        // With a single constraint.
        let whole = || vec![Clue::new(&Kind { declare: declare_whole, ..KIND })];
        agree(raw(2, 3, 0..=3), whole(), |n| means(n, 3));
        agree(raw(3, 3, 0..=2), whole(), |n| means(n, 3));
        // No two 1 are neighbours, and no two 2 have a cell between: 1 2 2 1.
        assert_eq!(agree(raw(1, 4, 1..=2), rule(), |n| means(n, 4)), 1);
    }
}
